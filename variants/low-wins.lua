-- House rule: the world upside down. The lowest base card takes the trick and
-- leads the next, the highest takes the gold; gold itself only ever ducks.
return {
  name = "low-wins",
  title = "low wins",
  trick_to = "lowest",
  gold_to = "highest",
}
