-- expect: knob-as-hook.lua:4: exact: expected a number from -99 to 99, not a function
return {
  name = "knob-as-hook",
  exact = function() return 3 end,
}
