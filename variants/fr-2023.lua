-- French rulebook. It agrees with the English one. It also states the order
-- that breaks tied rounds, which is a ruling there: exact bid, then highest
-- gold card (RULES 9.3).
return {
  name = "fr-2023",
  title = "French rulebook 2023",
  base = "en-2023",
}
