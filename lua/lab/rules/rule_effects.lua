-- The rules that code of house rules changes: for each hook, for each field of
-- a deal, and for each verb of questions (lua/load/file_effects.lua), the
-- numbers of the rules that no longer hold as they are printed. Where bids are
-- asked for ("instead_of_bids"), 4.1 says so itself.
return {
  ["deal.first"] = { "2.2" }, ["deal.hands"] = { "3.1" },
  ["deal.gold"] = { "3.2" },
  lead = { "6.2", "6.4" }, legal = { "6.3", "6.4" },
  award = { "7.1" }, winner = { "7.2", "7.3" }, leader = { "6.1" },
  side_bid = { "4.2", "4.3" }, bid_points = { "9.1" },
  gold_points = { "9.2" }, round_winners = { "9.3" },
  game_end = { "9.4", "9.5" },

  -- Cards that change places after the deal are not those that were dealt; a
  -- seat that gives one to another hand knows a card of it.
  ["move.deal"] = { "3.1" }, ["move.hands"] = { "10.2" }, move = {},
  show = { "10.2" },
  set_bid = { "4.2", "4.3" }, set_trump = { "7.2" },
  multiply = { "9.1", "9.2" },
  pay = {}, -- gold goes to the supply, as for a change: no rule forbids it
  instead_of_bids = {},
}
