-- French rulebook. Where it says more than the English one (ties of a round:
-- exact bid, then highest gold card), it says what is ruled there (9.3).
return {
  name = "fr-2023",
  title = "French rulebook 2023",
  base = "en-2023",
}
