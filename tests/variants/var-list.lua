-- expect: var-list.lua:4: vars: '1' is no name
return {
  name = "var-list",
  vars = { "streak" },
}
