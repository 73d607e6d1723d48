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

--- The hands that a line supposes: "If seat 2 holds B9 Z8 and seat 4 P5".
local function supposition(found)
  local parts = {}
  for i, one in ipairs(found.hands) do
    parts[i] = ("seat %d %s%s"):format(one.seat, i == 1 and "holds " or "",
      #one.hand > 0 and tostring(one.hand) or "nothing")
  end
  local n = #parts
  if n == 0 then return "All hands are known" end
  return "If " .. (n == 1 and parts[1]
    or table.concat(parts, ", ", 1, n - 1) .. " and " .. parts[n])
end

--- The deals in which a line was looked for.
local function deals(found)
  return ("%d possible deals%s"):format(found.of,
    found.all and "" or " that were tried")
end

--- In how many possible deals the first of two moves is better; "" if in none.
local function how_often(found)
  if found.more == 0 then return "" end
  local text = ("%s is better than %s in %d of %s"):format(
    (tostring(found[1].actions[1]):gsub("^%l", string.upper)),
    tostring(found[2].actions[1]), found.more, deals(found))
  if found.less > 0 then text = ("%s, worse in %d"):format(text, found.less) end
  if found.here and not found.open then
    text = ("%s; as the cards lie it is %s"):format(text,
      found.here < 0 and "worse" or "as good")
  end
  return text .. ". "
end

--- Where a line holds, and how often, in words.
local function where(found)
  if found.of == 1 and found.all then
    return "There is only one possible deal"
  end
  local place = found.open and "As the cards lie" or supposition(found)
  if #found == 2 then return how_often(found) .. place end
  return found.n == 0 and place
    or ("%s (the same score in %d of %s)"):format(place, found.n,
      deals(found))
end

--- Prints found lines, each behind "after MOVE", below where they hold.
local function put(shell, found)
  local function fold(text)
    shell:out(picture.paint(table.concat(wrap.lines("      " .. text,
      shell:width(), "        "), "\n")))
  end
  fold(where(found) .. ":")
  for _, line in ipairs(found) do
    fold(("After %s: %s."):format(tostring(line.actions[1]), line.text))
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

return best_play
