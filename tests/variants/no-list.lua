-- expect: ?
return {
  name = "no-list",
  round_ties = "exact",
}
