-- English rulebook (Pandasaurus 2023); `standard` is an alias of it.
-- Every knob that is not named here has its default: the four-player rules that
-- all five sources share. The numbers cite core/RULES.md, as in RULES 9.3.
return {
  name = "en-2023",
  title = "English rulebook 2023",

  -- The rulebook does not say how ties end: this is a ruling (9.3).
  round_ties = { "exact", "highest_gold" },

  players = {
    [4] = {},
    [3] = {
      -- No Copper, no 10s, no G8; the fourth G0 stays in the supply (1.3).
      suits = "BPSZ",
      ranks = { 1, 9 },
      gold = { 4, 2, 2, 2, 1, 1, 1, 1 },
      bidding = "hidden", -- 4.3
      change_of = "own",  -- 5.2
      -- The game ends when a single player has two nuggets, or after three
      -- rounds; the higher bid of the last round decides a tie (9.4, 9.5).
      sole_nuggets = true,
      rounds = 3,
      game_ties = { "last_bid" },
    },
  },
}
