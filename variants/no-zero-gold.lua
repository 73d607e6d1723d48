-- House rule: the G0 cards are left out of the game, so none is dealt (RULES
-- 9.6).
return {
  name = "no-zero-gold",
  title = "no zero gold",
  zero_gold = "never",
}
