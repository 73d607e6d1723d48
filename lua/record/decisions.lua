-- Decisions of a finished game: a list of their places, and a way to bring a
-- game to one of them again.
local aurum = require "aurum"
local format = require "aurum.text.format"
local decisions = {}

--- The place of a state in words.
function decisions.place(state)
  local at, question = aurum.place(state.place), state.question
  return ("%s, seat %d, asked to %s%s"):format(format.place(at), state.turn,
    state.deciding,
    question and (" '%s'"):format(question.name) or "")
end

--- Every decision of a history (`state:history()`) in order, each { place =,
--- round =, trick =, ask =, nth =, seat =, index = }: the parts of its place as
--- text, and the number of its action in the round. The last decision has no
--- action if a fault ended the game.
function decisions.list(rules, history)
  local state, list = aurum.state(rules), {}
  for round, part in ipairs(history) do
    state:deal(part)
    for index = 1, #part.actions + 1 do
      if not state.turn then break end
      local at = aurum.place(state.place)
      list[#list + 1] = { place = at.text, round = round, trick = at.trick,
        ask = at.kind, nth = at.nth, seat = state.turn, index = index }
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

--- Brings a game to a state, which may have been built by hand, without asking
--- any bot. Bots are shown its round from the deal, or from the built position
--- on. With `memory`, views of the seat on turn know that too (aurum.recall).
--- Returns nil if that is not a memory.
function decisions.come_to_state(game, seed, state, memory)
  local history = state:history()
  local round = history[#history]
  game:restart(seed):begin(round and state:at(state.round) or state)
  if memory and not aurum.recall(game, memory, state.turn) then return nil end
  for _, action in ipairs(round and round.actions or {}) do
    game:apply(action)
  end
  return true
end

return decisions
