-- Never comes back from observe.
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
  observe = function() while true do end end,
}
