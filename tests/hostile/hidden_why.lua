-- Asks why cards of others may not be played.
return {
  bid = function(_, view)
    for card in view.unseen:each() do
      local good, why = view:why(card)
      assert(not good and why:find "not in the hand", why)
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
