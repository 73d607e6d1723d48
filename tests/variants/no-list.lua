-- expect: no-list.lua:4: round_ties: expected a list of "exact", "sole_exact" or "highest_gold"
return {
  name = "no-list",
  round_ties = "exact",
}
