-- expect: short-list.lua:4: ranks: expected a list of 2 numbers from 0 to 30
return {
  name = "short-list",
  ranks = { 1 },
}
