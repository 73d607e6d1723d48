-- expect: hook 'lead': its answer depends on what the seat cannot see
-- What lies aside is hidden, and still it decides.
return {
  name = "lead-hidden-extras",
  players = { [4] = { extras = "hidden" } },
  lead = function(s, cards, pass)
    return cards, pass or s.extras:has "Z10" or s.extras:has "B10"
  end,
}
