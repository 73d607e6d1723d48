-- expect: no-such-choice.lua:4: over: expected "bid", "taken" or "nothing"
return {
  name = "no-such-choice",
  over = "half",
}
