-- expect: gold-points-few.lua:4: with 4 players: gold_points: 9 ranks of gold, but points for 3
return {
  name = "gold-points-few",
  gold_points = { 0, 1, 2 },
}
