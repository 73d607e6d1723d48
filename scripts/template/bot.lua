-- NAME: a bot for Aurum.
--
-- It plays at once: try `aurum match --bots ./NAME.lua,greedy`, and change it
-- from there. What it is handed is described in lua/aurum.d.lua; `view` is all
-- that its seat may know, and the same cards give the same answer every time.

--- The card of highest rank that is no higher than `rank`; the lowest if there
--- is none.
local function at_most(cards, rank)
  local best
  for card in cards:each() do
    if card.rank <= rank and (not best or card.rank > best.rank) then
      best = card
    end
  end
  return best or cards:lowest()
end

return {
  name = "NAME",
  api = 1, -- of the view and the callbacks

  -- Set on the command line, as in NAME:bid=4; read at self.options.
  options = { bid = 5 },

  -- Answer with a card of the hand: its rank is the number of tricks bid.
  bid = function(self, view)
    return at_most(view.hand, self.options.bid)
  end,

  -- Before each trick: nil keeps the bids; { gold = "G0", card = "Z4", of = 1 }
  -- pays G0 and lays Z4 in place of seat 1's bid card.
  change = function(_, _)
    return nil
  end,

  -- Answer with a card that may be played now: base cards of the hand, gold of
  -- the collection. nil passes, where that is legal.
  play = function(_, view)
    local cards = view:legal_cards()
    if #cards == 0 then return nil end -- nothing to play: the round ends
    local wanted = view.need[view.side] > 0
    return wanted and cards:highest() or cards:lowest()
  end,

  -- Optional too: start(self, view), after each deal; observe(self, event), for
  -- all that happens at the table. What `self` remembers must follow from these
  -- two alone: bots are asked again, and begin in the middle of games.
}
