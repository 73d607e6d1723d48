-- expect: var-scope.lua:4: vars: streak: expected "round" (set to 0 by each deal) or "game"
return {
  name = "var-scope",
  vars = { streak = "trick" },
}
