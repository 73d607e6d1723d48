-- Answers a card with a NUL behind it.
return {
  bid = function(_, view)
    return tostring(view.hand:lowest()) .. "\0"
  end,
  play = function(_, view) return view:random() end,
}
