-- Looks for a key in a table that had 300,000 and has none: C goes through all
-- the empty slots each time.
return {
  bid = function()
    local t = {}
    for i = 1, 300000 do t[i + 0.5] = true end
    for i = 1, 300000 do t[i + 0.5] = nil end
    while true do next(t) end
  end,
  play = function() end,
}
