-- expect: hook 'side_bid': its answer depends on what the seat on turn cannot see
-- Bids are public once they are laid; who could tell this one?
return {
  name = "side-bid-hidden-hands",
  side_bid = function(s, side, bid)
    return bid + #s.hands[side]:suit "Z"
  end,
}
