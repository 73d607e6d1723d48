-- Answers a card that is another's.
return {
  bid = function(_, view)
    return view.unseen:lowest()
  end,
  play = function(_, view) return view:random() end,
}
