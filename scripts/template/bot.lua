-- NAME: a bot for Aurum.
--
-- It can play right away: try `aurum match --bots ./NAME.lua,greedy`, then
-- change it. `view` is all that its seat may know, and the same cards give the
-- same answer every time. What a bot receives is described in
--   ANNOTATIONS

--- The highest card of at most `rank`; the lowest card if there is none.
local function at_most(cards, rank)
  local best
  for card in cards:each() do
    if card.rank <= rank and (not best or card.rank > best.rank) then
      best = card
    end
  end
  return best or cards:lowest()
end

---@type aurum.bot
return {
  name = "NAME",
  api = 1, -- the version of the view and the callbacks

  -- Set on the command line, as in NAME:bid=4, and read at self.options.
  options = { bid = 5 },

  -- Returns a card of the hand: its rank is the number of tricks bid.
  bid = function(self, view)
    return at_most(view.hand, self.options.bid)
  end,

  -- Asked before each trick. nil keeps the bids; { gold = "G0", card = "Z4",
  -- of = 1 } pays G0 and replaces seat 1's bid card by Z4.
  change = function(_, _)
    return nil
  end,

  -- Returns a card that may be played now: a base card of the hand, or gold of
  -- the collection. nil passes, where that is legal.
  play = function(_, view)
    local cards = view:legal_cards()
    if #cards == 0 then return nil end -- no card to play: the round ends
    local wanted = view.need[view.side] > 0
    return wanted and cards:highest() or cards:lowest()
  end,

  -- Also optional: start(self, view) after each deal, and observe(self, event)
  -- for all that happens at the table. `self` may hold only what these two set:
  -- a bot can be asked again, and can begin in the middle of a game.
}
