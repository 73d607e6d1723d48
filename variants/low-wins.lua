-- House rule: the world upside down. The lowest base card wins the trick and
-- leads the next. The highest base card takes one gold card of its own rank, if
-- the supply has one; no gold has rank 9 or 10. Of equal cards the one played
-- later counts. Gold that is played never wins a trick and is awarded nothing.
return {
  name = "low-wins",
  title = "low wins",
  trick_to = "lowest",
  gold_to = "highest",
}
