-- Russian rulebook. Like the German one, but with three players a tie that an
-- exact bid does not decide is shared (RULES 9.3).
return {
  name = "ru-2023",
  title = "Russian rulebook 2023",
  base = "de-2024",

  players = {
    [3] = { round_ties = { "exact" } },
  },
}
