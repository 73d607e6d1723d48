-- A sort by an order that is none, on a table that it empties.
return {
  bid = function(_, view)
    local t = {}
    for i = 1, 500 do t[i] = i % 7 end
    table.sort(t, function(a, b)
      t[math.random(500)] = nil
      return math.random(2) == 1
    end)
    table.sort({ 3, 2, 1 }, function() return true end)
    assert(not pcall(table.sort, { 1, "x", {} }))
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
