-- Raises in observe.
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
  observe = function() error "no" end,
}
