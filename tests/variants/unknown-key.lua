-- expect: unknown-key.lua:4: unknown key 'nugets'; did you mean 'nuggets'?
return {
  name = "unknown-key",
  nugets = 3,
}
