-- House rule: the world upside down. The lowest base card wins the trick and
-- leads the next; the highest takes the gold. Gold that is played never wins a
-- trick.
return {
  name = "low-wins",
  title = "low wins",
  trick_to = "lowest",
  gold_to = "highest",
}
