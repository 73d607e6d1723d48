-- expect: ?
return {
  name = "no-such-choice",
  over = "half",
}
