-- expect: ?
return {
  name = "var-scope",
  vars = { streak = "trick" },
}
