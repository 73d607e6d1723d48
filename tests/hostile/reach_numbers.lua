-- Numbers at the edge, wherever one is taken.
return {
  bid = function(_, view)
    local state = view:sample(1)[1]
    for _, n in ipairs { math.mininteger, -1, 0, 1.5, 2^53, 0 / 0, 1 / 0,
      math.maxinteger } do
      pcall(view.sample, view, n > 1 and n or -n)
      pcall(state.view, state, n)
      pcall(aurum.set, n)
      pcall(string.rep, "x", n)
      pcall(string.sub, "x", n, n)
      pcall(string.byte, "x", n, -n)
      pcall(table.unpack, {}, n, n)
      pcall(table.move, {}, n, n, n)
      pcall(table.concat, {}, "", n, n)
      pcall(table.insert, {}, n, n)
      pcall(select, n, 1, 2)
      pcall(math.random, n)
      pcall(math.random, n, n)
      pcall(state.set, state, { round = n, taken = { n }, points = { n } })
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
