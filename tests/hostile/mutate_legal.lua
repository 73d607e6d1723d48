-- Empties the list of what is legal.
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view)
    local answer = view:random()
    local list = view:legal()
    for i = 1, #list do list[i] = nil end
    list[1] = "play Z99"
    assert(#view:legal() > 0 and view:legal()[1] ~= "play Z99")
    return answer
  end,
}
