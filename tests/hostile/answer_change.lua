-- Changes bids that are not there, with gold it has not.
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
  change = function(_, view)
    return { gold = "G8", card = view.hand:lowest(), of = 99 }
  end,
}
