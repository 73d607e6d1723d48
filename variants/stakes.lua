-- House rule: before the first trick a seat may double the points of the round.
-- The next seat of another side accepts that, or doubles them again.
return {
  name = "stakes",
  title = "stakes",
  api = 2,

  rules = {
    "Before the first trick each seat in play order may double the "
      .. "points of the round, until one does.",
    "The next seat of another side then accepts, or doubles the points "
      .. "again.",
  },

  -- The number of seats asked, the seat that doubled, and 1 once it is settled.
  vars = {
    asked = { scope = "round", holds = "number" },
    doubler = { scope = "round", holds = "seat" },
    settled = { scope = "round", holds = "flag" }
  },

  questions = { {
    name = "stakes",
    text = "A seat may double the round's points, the next opponent redouble.",
    when = "bids",
    words = { "pass", "double", "accept", "redouble" },

    -- In play order until one doubles, then an opponent once.
    next = function(s)
      local seat = (s.first + s.vars.asked - 1) % s.rules.players + 1
      if s.vars.settled == 1 then return nil end
      if s.vars.doubler == 0 then
        return s.vars.asked < s.rules.players and seat or nil
      end
      seat = s:left_of(s.vars.doubler)
      while s:side_of(seat) == s:side_of(s.vars.doubler) do
        seat = s:left_of(seat)
      end
      return seat
    end,

    choices = function(s)
      return s.vars.doubler == 0 and { "pass", "double" }
        or { "accept", "redouble" }
    end,

    default = function(s) return s.vars.doubler == 0 and "pass" or "accept" end,

    done = function(s, answers)
      local seat, word = next(answers)
      s.vars.asked = s.vars.asked + 1
      if s.vars.doubler > 0 then s.vars.settled = 1 end
      if word == "double" then s.vars.doubler = seat end
      if word == "double" or word == "redouble" then s:multiply(2) end
    end,
  } },
}
