-- expect: ?
return {
  name = "suit-of-gold",
  suits = "BCGSZ",
}
