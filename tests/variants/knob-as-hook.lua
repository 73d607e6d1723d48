-- expect: ?
return {
  name = "knob-as-hook",
  exact = function() return 3 end,
}
