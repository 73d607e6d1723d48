-- A table that grows.
return {
  bid = function(_, view)
    local t = {}
    for i = 1, 1 << 60 do t[i] = i end
  end,
  play = function(_, view) return view:random() end,
}
