-- NAME: a house rule for Aurum that asks players a question.
--
-- It can be played right away: try `aurum variant play ./NAME.lua`, then change
-- it. All that a question may do is described in
--   ANNOTATIONS

---@type aurum.variant_file
return {
  name = "NAME", -- the name of this file
  title = "NAME", -- for people
  api = 2, -- questions need it

  -- Sentences on what is asked, for `aurum variant rules`.
  rules = { "When all bids are laid, the first player may double the points of "
    .. "the round." },

  -- Whole numbers that the rule remembers; each deal sets these to 0.
  -- Another rule of the same game may not have one of the same name.
  vars = { asked_WORD = "round" },

  questions = { {
    name = "QUESTION", -- this, too, no other rule of the same game may have
    text = "The first player may double the points of the round.",
    when = "bids", -- after the bids
    words = { "keep", "double" }, -- the answers

    -- The seat that is asked now, a list of seats, or nil when all is done.
    next = function(s) return s.vars.asked_WORD == 0 and s.first or nil end,

    -- The answer of bots that do not know the question.
    default = "keep",

    -- Acts on the answers, a table by seat.
    done = function(s, answers)
      s.vars.asked_WORD = 1
      if answers[s.first] == "double" then s:multiply(2) end
    end,
  } },
}
