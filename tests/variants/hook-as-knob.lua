-- expect: hook-as-knob.lua:4: winner: a hook is a function, not a string
return {
  name = "hook-as-knob",
  winner = "highest",
}
