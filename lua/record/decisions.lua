-- Decisions of a finished game: a list of their places, and a way to bring a
-- game to one of them again.
local aurum = require "aurum"
local asked_to = require "aurum.record.asked_to"
local decisions = {}

local early = { deal = true, instead_of_bids = true, bids = true }

--- The trick that a decision belongs to; 0 for bids, and for questions before
--- the first trick.
local function trick_of(state)
  local question = state.question
  if state.phase == "bid" or question and early[question.when] then return 0 end
  return state.trick.number
end

--- The place of a state in words.
function decisions.place(state)
  local trick, question = trick_of(state), state.question
  return ("round %d%s, seat %d, asked to %s%s"):format(state.round,
    trick > 0 and ", trick " .. trick or "", state.turn, asked_to(state),
    question and (" '%s'"):format(question.name) or "")
end

--- Every decision of a history (`state:history()`) in order, each { round =,
--- trick =, ask =, nth =, seat =, index = }. Trick 0 is the bidding, `nth`
--- counts the decisions of a kind in a trick, and `index` is the number of the
--- action in the round. The last decision has no action if a fault ended the
--- game.
function decisions.list(rules, history)
  local state, list = aurum.state(rules), {}
  for round, part in ipairs(history) do
    local trick, count
    state:deal(part)
    for index = 1, #part.actions + 1 do
      if not state.turn then break end
      local ask, now = asked_to(state), trick_of(state)
      if now ~= trick then trick, count = now, {} end
      count[ask] = (count[ask] or 0) + 1
      list[#list + 1] = { round = round, trick = trick, ask = ask,
        nth = count[ask], seat = state.turn, index = index }
      if part.actions[index] then state:apply(part.actions[index]) end
    end
  end
  return list
end

--- Brings a game to a decision of a history without asking any bot. With `deal`
--- its round has these cards instead.
function decisions.come_to(game, seed, history, decision, deal)
  game:restart(seed)
  for round = 1, decision.round do
    local part, here = history[round], round == decision.round
    game:deal(here and deal or part)
    for i = 1, here and decision.index - 1 or #part.actions do
      game:apply(part.actions[i])
    end
  end
end

return decisions
