-- expect: ?
return {
  name = "unknown-key",
  nugets = 3,
}
