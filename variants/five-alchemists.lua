-- An edition of its own for five: ranks up to 11, so that every card is dealt,
-- and a fifth G0. With all nine ranks of gold these are 64 kinds of card, as
-- many as there can be. Each plays alone, and bids as three players do.
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
