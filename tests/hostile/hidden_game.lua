-- Keeps something for the next game.

assert(Kept == nil and string.kept == nil and aurum.kept == nil)
Kept = 1
pcall(function() string.kept = 1 end)
pcall(function() aurum.kept = 1 end)
pcall(function() getmetatable("").__index.kept = 1 end)
assert(not pcall(rawget, _G, "string") or rawget(_G, "string") == nil)
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
}
