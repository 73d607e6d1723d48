-- House rule: all bids are laid face down and turned over at once. This holds
-- for four players too, so that partners bid without any signal to each other.
return {
  name = "blind-bid",
  title = "blind bid",
  bidding = "hidden",
}
