-- expect: ?
return {
  name = "hook-as-knob",
  winner = "highest",
}
