-- A constant _ENV: liblua 5.4.4 as published writes wrong code for it
-- (CVE-2022-28805).
local pick = function(view) return view:random() end
local function try()
  local _ENV <const> = {}
  return X
end
assert(try() == nil)
return {
  bid = function(_, view) return pick(view) end,
  play = function(_, view) return pick(view) end,
}
