-- expect: ?
return {
  name = "cycle",
  base = "./cycle-back.lua",
}
