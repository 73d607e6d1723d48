-- Looks for numbers that repeat in its random stream, and tries to seed it.
local first, last
return {
  bid = function(_, view)
    local a, b = math.random(0), math.random(0)
    assert(a ~= b and a ~= last)
    first, last = first or a, b
    assert(not pcall(math.randomseed, 42))
    assert(math.random(0) ~= first)
    return view:random()
  end,
  play = function(_, view)
    assert(math.random(0) ~= first)
    return view:random()
  end,
}
