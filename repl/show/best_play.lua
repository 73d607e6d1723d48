-- How a round goes on with best play after a move (lua/judge/lines.lua), as the
-- REPL prints it below a verdict and a hint, and for the command `line`. While
-- a person plays, lines come from worlds that the seat thinks possible, never
-- from the cards as they lie.
local actions = require "aurum.text.actions"
local lines = require "aurum.judge.lines"
local tree = require "aurum.repl.session.tree"
local picture = require "aurum.repl.show.picture"
local wrap = require "aurum.text.wrap"
local best_play = {}

--- The lines after actions of the seat on turn in a state, as lines.of.
function best_play.of(session, state, list, seed)
  local viewer = session:viewer()
  return lines.of(state:view(state.turn), not viewer and state or nil, list,
    seed)
end

--- Where a line holds, in words.
local function where(found)
  local often = found.of == 1 and "the only possible deal"
    or ("that score in %d of %d possible deals"):format(found.n, found.of)
  if not found.open or found.of == 1 then return often end
  if found.n == 0 then return "as the cards lie" end
  return "as the cards lie; " .. often
end

--- Prints found lines, each behind "After MOVE".
local function put(shell, found)
  for i, line in ipairs(found) do
    local phrase = tostring(line.actions[1])
    local place = i == 1 and (" (%s)"):format(where(found)) or ""
    shell:out(picture.paint(table.concat(wrap.lines(
      ("      After %s%s: %s."):format(phrase, place, line.text),
      shell:width(), "        "), "\n")))
  end
end

--- The legal action that stands as data in a verdict.
local function action_of(state, data)
  local text = actions.text(data)
  for _, action in ipairs(state:legal()) do
    if tostring(action) == text then return action end
  end
end

--- Prints the lines after the better move and the move made below the verdict
--- of a node, in the last cards of a round.
function best_play.put_verdict(shell, node, verdict)
  local state = tree.state_at(node.parent)
  local done = verdict.class and action_of(state, verdict.done)
  local better = done and action_of(state, verdict.better)
  if not better or better == done
    or not lines.are_short(state:view(state.turn)) then
    return
  end
  local key = shell.session:viewer() or 0
  node.lines = node.lines or {}
  local found = node.lines[key] or best_play.of(shell.session, state,
    { better, done }, verdict.place)
  node.lines[key] = found
  if found then put(shell, found) end
end

--- Prints the line after one action of the seat on turn, or after two.
function best_play.put(shell, state, list)
  local found = best_play.of(shell.session, state, list, state.place)
  if found then put(shell, found) end
  return found ~= nil
end

--- Prints the line after the best move of a hint, in the last cards.
function best_play.put_hint(shell, text)
  local session = shell.session
  best_play.put(shell, session.state, { session.meant(session.live, text) })
end

best_play.best = lines.best

return best_play
