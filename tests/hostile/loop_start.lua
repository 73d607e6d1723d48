-- Never comes back from start.
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
  start = function() while true do end end,
}
