-- expect: wrong-type.lua:4: rounds: expected a number from 0 to 99
return {
  name = "wrong-type",
  rounds = "5",
}
