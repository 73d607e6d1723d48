-- expect: var-list.lua:4: vars: expected names with their scope, as in { streak = "round" }
return {
  name = "var-list",
  vars = { "streak" },
}
