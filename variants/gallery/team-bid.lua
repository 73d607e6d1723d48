-- House rule: the bids of partners add up, where they play. A seat that lays a
-- 2 beside its partner's 4 bids 6 for the side, not 4.
return {
  name = "team-bid",
  title = "team bid",

  side_bid = "sum",
}
