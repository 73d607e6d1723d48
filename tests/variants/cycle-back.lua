-- expect: ?
return {
  name = "cycle-back",
  base = "./cycle.lua",
}
