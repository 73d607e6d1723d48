-- expect: out-of-range.lua:4: changes: expected a number from 0 to 4
return {
  name = "out-of-range",
  changes = 5,
}
