-- House rule: bids are called, not laid. In turn from the first player, a seat
-- calls a number of tricks above all calls before, or passes. A seat that
-- passed may call again on its next turn. When all others pass after a call, or
-- all pass without one, each side's last call is its bid; without one it bids
-- 0. There are no bid cards, so all cards are played and no bid changes.
return {
  name = "auction",
  title = "auction",
  api = 2,

  rules = {
    "No bid cards are laid: bids are called. In turn from the first "
      .. "player, a seat calls a number of tricks above all calls before, "
      .. "or passes.",
    "A seat that passed may call again on its next turn. The bids end "
      .. "when all others pass after a call, or when all pass without one.",
    "The last call of a side is its bid. A side without a call bids 0.",
  },

  -- The highest call, the seat that spoke last, and the passes since a call.
  vars = {
    high = { scope = "round", holds = "number" },
    last = { scope = "round", holds = "seat" },
    passes = { scope = "round", holds = "number" }
  },

  questions = { {
    name = "call",
    text = "A seat calls more tricks than all before it, or passes with 0.",
    when = "instead_of_bids",
    numbers = { 0, 20 },

    next = function(s)
      local calls = s.vars.high > 0 and 1 or 0
      if s.vars.passes + calls == s.rules.players then return nil end
      return s.vars.last == 0 and s.first or s:left_of(s.vars.last)
    end,

    choices = function(s)
      local list = { 0 }
      for call = s.vars.high + 1, #s.hand do list[#list + 1] = call end
      return list
    end,

    -- Half of the cards of the hand in the upper half of the ranks.
    default = function(s)
      local middle, call = (s.rules.ranks[1] + s.rules.ranks[2]) / 2, 0
      for card in s.hand:each() do
        if card.rank > middle then call = call + 1 end
      end
      call = call // 2
      return call > s.vars.high and call or 0
    end,

    done = function(s, answers)
      local seat, call = next(answers)
      s.vars.last = seat
      if call == 0 then
        s.vars.passes = s.vars.passes + 1
      else
        s.vars.high, s.vars.passes = call, 0
        s:set_bid(s:side_of(seat), call)
      end
    end,
  } },
}
