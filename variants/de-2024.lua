-- German rulebook (Strohmann Games 2024).
-- Every knob that is not named here has its default: the four-player rules that
-- all five sources share. The numbers cite core/RULES.md, as in RULES 9.3.
return {
  name = "de-2024",
  title = "German rulebook 2024",

  round_ties = { "exact", "highest_gold" }, -- 9.3

  players = {
    [4] = {},
    [3] = {
      -- No Copper, no 10s, no G8; the fourth G0 is out of the game (1.3).
      suits = "BPSZ",
      ranks = { 1, 9 },
      gold = { 3, 2, 2, 2, 1, 1, 1, 1 },
      bidding = "hidden", -- 4.3
      change_of = "own",  -- 5.2
    },
  },
}
