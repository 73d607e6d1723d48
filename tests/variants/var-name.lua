-- expect: ?
return {
  name = "var-name",
  vars = { ["my streak"] = "round" },
}
