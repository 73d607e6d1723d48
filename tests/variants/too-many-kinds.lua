-- expect: ?
return {
  name = "too-many-kinds",
  suits = "ABCDEF",
}
