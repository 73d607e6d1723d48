-- expect: ?
return { name = "no-random", rounds = math.random(1, 6) }
