-- Loops below 150,000 calls that are open: what is done at each slice of fuel
-- must not go through them all.
local function deep(n)
  if n > 0 then return 1 + deep(n - 1) end
  while true do end
end

return {
  bid = function() return deep(150000) end,
  play = function() end,
}
