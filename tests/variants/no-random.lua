-- expect: no-random.lua:2: a variant has no random numbers: its hooks answer the same each time
return { name = "no-random", rounds = math.random(1, 6) }
