-- Settings of the judge. Losses are in points of a round.
return {
  version = 9, -- of the judge: its figures change with it
  sims = 2000, -- simulations that measure the loss of a decision,
  least = 100, --   and the fewest allowed
  search = 2000, -- simulations that look for a better move
  inaccuracy = 0.5, -- the least loss of each class
  mistake = 1.5,
  blunder = 4,
  half = 1, -- points lost per decision that halve the accuracy
  equal = 0.2, -- a decision whose moves differ by no more does not matter
  ending = 3, -- the most cards in hand of a play that is solved at all,
  change_ending = 3, --   and of a decision that is solved with changes of bid
  worlds = 500, -- of a decision, at most, if all of them are solved
  price = 2, -- of a change of bid that is played on, before scaling
}
