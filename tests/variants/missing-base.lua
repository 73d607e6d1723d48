-- expect: ?
return {
  name = "missing-base",
  base = "de-2042",
}
