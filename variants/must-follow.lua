-- House rule: players must follow the led suit, as in most trick-taking games.
-- Suits no longer run out within a trick, so rounds end later. Hands can be
-- counted: a player who does not follow has no card of that suit.
return {
  name = "must-follow",
  title = "must follow",
  follow = "must",
}
