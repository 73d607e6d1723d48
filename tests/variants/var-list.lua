-- expect: ?
return {
  name = "var-list",
  vars = { "streak" },
}
