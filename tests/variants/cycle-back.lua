-- expect: ./cycle.lua:4: base: './cycle-back.lua' inherits from itself
return {
  name = "cycle-back",
  base = "./cycle.lua",
}
