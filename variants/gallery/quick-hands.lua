-- House rule: short hands from a deck that nobody knows whole. Each seat gets
-- nine cards, and those left over lie face down.
return {
  name = "quick-hands",
  title = "quick hands",

  hand = 9,
  extras = "hidden",
}
