-- Why an action is legal, in words, for `why`. The core has the words for one
-- that is not: core/why.c.
local aurum = require "aurum"
local why_legal = {}

--- The reason why a legal action, given as text, is allowed.
function why_legal.reason(state, text)
  local rules, phase = state.rules, state.phase
  if text == "keep" then return "a change is never required (RULES 5.1)" end
  if text == "pass" then
    return "the seat need not play a card (RULES 6.4); a pass ends the round"
  end
  if phase == "bid" then
    return "a seat may bid any card of its hand (RULES 4.1)"
  end
  if phase == "change" then
    return "gold pays for a change before each trick (RULES 5.1)"
  end
  local card = aurum.card(text:match "%S+$")
  local plays = state.trick.plays
  if #plays == 0 then
    return card.gold and "gold may lead here (RULES 6.2)"
      or "any base card of the hand may lead (RULES 6.2)"
  end
  if card.gold then return "gold may always follow (RULES 6.3)" end
  local why = { barred = "its suit is not yet in the trick",
    must = "it follows the suit led, or the hand has no card of that suit",
    free = "any card may follow" }
  return why[rules.follow] .. " (RULES 6.3)"
end

return why_legal
