-- House rule: no G0 is dealt, and there are none in the game (9.6).
return {
  name = "no-zero-gold",
  title = "no zero gold",
  zero_gold = "never",
}
