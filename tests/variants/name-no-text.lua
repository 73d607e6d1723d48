-- expect: ?
return {
  name = 7,
}
