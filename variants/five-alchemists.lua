-- A new edition for five players. Ranks go up to 11, so that every card is
-- dealt, and there is a fifth G0. With all nine ranks of gold these are 64
-- kinds of card, the most there can be. Each player is alone and bids as three
-- players do.
return {
  name = "five-alchemists",
  title = "five alchemists",

  ranks = { 1, 11 },
  hand = 11,
  gold = { 5, 2, 2, 2, 1, 1, 1, 1, 1 },
  bidding = "hidden",
  change_of = "own",
  round_ties = { "exact", "highest_gold" },

  players = { [5] = {} },
}
