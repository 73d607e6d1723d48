-- expect: ?
return {
  name = "wrong-type",
  rounds = "5",
}
