-- expect: several.lua:7: unknown key 'hnad'; did you mean 'hand'?
-- expect: several.lua:8: exact: expected a number from -99 to 99
-- expect: several.lua:9: vars: streak: expected "round" (set to 0 by each deal) or "game"
-- expect: several.lua:10: legal: a hook is a function, not a boolean
return {
  name = "several",
  hnad = 11,
  exact = "two",
  vars = { streak = "match" },
  legal = true,
}
