-- Changes tables while they are gone over.
return {
  bid = function(_, view)
    local t = {}
    for i = 1, 100 do t[i], t["k" .. i] = i, i end
    for k in pairs(t) do
      t[k] = nil
      for i = 1, 5 do t[tostring(k) .. i] = true end
    end
    local key = next(t)
    while key do
      t[key] = nil
      key = next(t, key)
    end
    assert(next(t) == nil)
    assert(not pcall(next, {}, {}))
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
