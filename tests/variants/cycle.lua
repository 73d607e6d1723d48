-- expect: ./cycle-back.lua:4: base: './cycle.lua' inherits from itself
return {
  name = "cycle",
  base = "./cycle-back.lua",
}
