-- Board Game Arena's online rules. Like the German rulebook, but more tricks
-- than bid score the tricks taken (9.1), and of a tie only a sole exact bid is
-- decisive (9.3).
return {
  name = "bga",
  title = "Board Game Arena",
  base = "de-2024",

  over = "taken",
  round_ties = { "sole_exact", "highest_gold" },
}
