-- House rule: three rounds without nuggets, most points in all win (9.7).
return {
  name = "cumulative",
  title = "cumulative points",
  cumulative = true,
  rounds = 3,
  nuggets = 0,
}
