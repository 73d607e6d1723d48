-- House rule: three rounds without nuggets; the most points in total win (RULES
-- 9.7).
return {
  name = "cumulative",
  title = "cumulative points",
  cumulative = true,
  rounds = 3,
  nuggets = 0,
}
