-- House rule: players must follow the led suit, as in most trick-taking games.
-- Without a card of it they may play any base card. Gold may be played instead
-- by any player but the leader, also by one who could follow. Suits no longer
-- run out within a trick, so rounds end later. Hands can be counted: a player
-- who plays another base metal has no card of the suit led.
return {
  name = "must-follow",
  title = "must follow",
  follow = "must",
}
