-- expect: var-name.lua:4: vars: 'my streak' is no name
return {
  name = "var-name",
  vars = { ["my streak"] = "round" },
}
