-- House rule: all bids are laid face down and turned over at once, with four
-- players too, so that partners bid without a word from each other.
return {
  name = "blind-bid",
  title = "blind bid",
  bidding = "hidden",
}
