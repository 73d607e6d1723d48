-- Board Game Arena's online rules. They follow the German rulebook, but more
-- tricks than bid score the tricks taken (RULES 9.1), and only a sole exact bid
-- decides a tied round (RULES 9.3).
return {
  name = "bga",
  title = "Board Game Arena",
  base = "de-2024",

  over = "taken",
  round_ties = { "sole_exact", "highest_gold" },
}
