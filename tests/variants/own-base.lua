-- expect: ?
return {
  name = "own-base",
  base = "./own-base.lua",
}
