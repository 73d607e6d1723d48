-- House rule: half-way through a round each side may correct its bid by one,
-- for nothing. Who speaks first tells the others where it stands.
return {
  name = "second-thoughts",
  title = "second thoughts",
  api = 2,

  rules = {
    { "Before the seventh trick each seat in play order may raise or lower the "
      .. "bid of its side by one, until one seat of the side does.",
      of = "correct", unless = { partners = "none" } },
    { "Before the seventh trick each seat in play order may raise or lower its "
      .. "bid by one.", of = "correct", where = { partners = "none" } },
    "A bid of 0 cannot be lowered.",
  },

  -- The seats that were asked or skipped, and a bit for each side that has
  -- corrected its bid.
  vars = { asked = "round", corrected = "round" },

  questions = { {
    name = "correct",
    text = "A seat may raise or lower its side's bid by one.",
    when = "before_trick",
    words = { "keep", "raise", "lower" },

    -- The next seat in play order whose side has not corrected its bid.
    next = function(s)
      if s.finished ~= 6 then return nil end
      for place = s.vars.asked, s.rules.players - 1 do
        local seat = (s.leader + place - 1) % s.rules.players + 1
        if s.vars.corrected >> s:side_of(seat) & 1 == 0 then return seat end
      end
      return nil
    end,

    choices = function(s)
      if s.bid[s:side_of(s.seat)] == 0 then return { "keep", "raise" } end
      return nil
    end,

    default = "keep",

    done = function(s, answers)
      local seat, word = next(answers)
      local side = s:side_of(seat)
      s.vars.asked = (seat - s.leader) % s.rules.players + 1
      if word == "keep" then return end
      s.vars.corrected = s.vars.corrected | 1 << side
      s:set_bid(side, s.bid[side] + (word == "raise" and 1 or -1))
    end,
  } },
}
