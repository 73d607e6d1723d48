-- French rulebook. It agrees with the English one, and states the order for
-- tied rounds that is a ruling there: exact bid, then highest gold card (RULES
-- 9.3).
return {
  name = "fr-2023",
  title = "French rulebook 2023",
  base = "en-2023",
}
