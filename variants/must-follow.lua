-- House rule: the led suit must be followed, as in most trick-taking games.
-- Suits no longer run out by being played, so tricks end later, and a hand can
-- be counted: whoever does not follow has none.
return {
  name = "must-follow",
  title = "must follow",
  follow = "must",
}
