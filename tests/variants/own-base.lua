-- expect: own-base.lua:4: base: './own-base.lua' inherits from itself
return {
  name = "own-base",
  base = "./own-base.lua",
}
