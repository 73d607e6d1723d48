-- A clock: how many simulations two milliseconds allow.
return {
  bid = function(_, view)
    local result = view:search { ms = 2 }
    local legal = view:legal()
    return legal[1 + result.sims % #legal]
  end,
  play = function(_, view) return view:legal()[1] end,
}
