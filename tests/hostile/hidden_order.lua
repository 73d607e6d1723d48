-- Order of pairs, memory and clocks: nothing that differs.
return {
  bid = function(_, view)
    local t = {}
    for card in view.unseen:each() do t[card] = true end
    local last
    for card in pairs(t) do
      assert(not last or last < card)
      last = card
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
