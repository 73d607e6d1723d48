-- Lines of best play: how a round goes on after a move, from the solver of open
-- hands, for the last cards of a round. They explain verdicts and hints.
--
-- A seat does not know the hands. So a line is found in the worlds that its
-- view allows, all of them or some that are drawn. One with the most frequent
-- score is given, and how frequent that score is. Where all hands are open, the
-- cards as they lie come first.
local ahead = require "aurum.judge.ahead"
local question_text = require "aurum.record.question_text"
local show = require "aurum.record.show"
local solving = require "aurum.judge.solving"
local lines = {}

local most = 24 -- worlds
-- Positions that the solver may visit for one line, and for all after the first
-- world.
local nodes, budget = 400000, 4000000

--- True if lines of a decision can be solved.
lines.are_short = solving.suits

--- The worlds of a view in which lines are found, and true if they are all.
local function worlds_of(view, seed)
  local all = view:worlds(most)
  if all then return all, true end
  local list, problem = view:sample(most, nil, seed)
  return list or error(problem, 0), false
end

-- ---- Words ----------------------------------------------------------------

local tell = {}

function tell.change(to, event)
  to:add(nil, "%s", show.change(event))
end

--- The cards of a trick, each behind its seat: "2 S4, 3 C1".
local function cards_text(trick, players)
  local cards = {}
  for i, card in ipairs(trick.plays) do
    cards[i] = ("%d %s"):format((trick.leader + i - 2) % players + 1, card)
  end
  return table.concat(cards, ", ")
end

function tell.pass(to, event, before)
  local open = before.trick
  local after = #open.plays > 0
    and " after " .. cards_text(open, before.rules.players) or ""
  to:add(nil, "seat %d passes in trick %d%s, which ends the round", event.seat,
    open.number, after)
end

function tell.trick(to, event, before)
  local text = ("trick %d: %s, won by %s"):format(
    before.trick.number, cards_text(event, before.rules.players),
    event.winner and "seat " .. event.winner or "nobody")
  if event.award then
    text = ("%s, %s to seat %d"):format(text, event.award, event.taker)
  end
  to:add(nil, "%s", text)
end

function tell.round(to, event, before)
  local score = event.score
  for side = 1, #score.points do
    local taken, bid = score.taken[side], score.bid[side]
    to:add(nil, "%s %s: %d points", question_text.side(before.rules, side),
      taken == bid and ("takes its bid of %d"):format(bid)
        or ("takes %d (bid %d)"):format(taken, bid), score.points[side])
  end
end

--- The actions of a line in words, from the state before them; and the state
--- after them.
function lines.text(state, actions)
  local to, at = question_text.clauses(), state:clone()
  for _, action in ipairs(actions) do
    local before = at:clone()
    at:apply(action)
    for _, event in ipairs(at:events(true)) do
      if tell[event.kind] then tell[event.kind](to, event, before) end
    end
  end
  return question_text.joined(to), at
end

-- ---- Lines ----------------------------------------------------------------

--- An iterator over the solutions after each of some actions in each of some
--- worlds.
local function after(worlds, actions, side)
  local n = #actions
  return ahead.solutions(n * #worlds, function(k)
    return worlds[(k - 1) // n + 1]:clone():apply(actions[(k - 1) % n + 1])
  end, { find = "best", side = side, nodes = nodes })
end

--- The line after an action in a world, by the solution after it: the actions,
--- the value for a side, the score of the round, and the line in words; nil if
--- the solver needs too many positions.
local function line(world, action, found)
  local actions = { action }
  if not found.over then
    if not found.line then return nil end
    table.move(found.line, 1, #found.line, 2, actions)
  end
  local text, last = lines.text(world, actions)
  return { actions = actions, value = found.value, text = text,
    score = table.concat(last.rounds[#last.rounds].points, " : ") }
end

--- The lines after each of some actions in a world, nil if one is too hard; and
--- the positions that the solver visited. `each` iterates over the solutions
--- after these.
local function in_world(world, actions, each)
  local list, sum = { world = world }, 0
  for i, action in ipairs(actions) do
    local _, found = each()
    if list then
      sum = sum + found.nodes
      list[i] = line(world, action, found)
      if not list[i] then list = nil end
    end
  end
  return list, sum
end

--- How much more the first action is worth than the last in a world.
local function gain(list)
  return list[1].value - list[#list].value
end

--- True if the first action is worth more than the last in a world.
local function gains(list)
  return #list == 1 or gain(list) > 0
end

--- The hands that a world supposes: by seat those that the view does not know.
local function supposed(view, world)
  local hands = {}
  for seat, hand in ipairs(world.hands) do
    if seat ~= view.seat and #view.known[seat] < #hand then
      hands[#hands + 1] = { seat = seat, hand = hand }
    end
  end
  return hands
end

--- The lines after each of one or two actions of the seat on turn, as a list of
--- { actions, value, score, text } with the fields
---   world     the state in which they are found
---   open      true if that is the state itself, with all its hands
---   hands     else the hands that the world supposes, as { seat =, hand = }
---   here      if the true state is known, what the first action gains there
---   all       true if the worlds below are all that are possible
---   n, of     the score after the first action is the same in n of so many
---             worlds
---   more, less   of two actions, the worlds in which the first is worth more
---             than the other, and less
--- `state` is the true one if all hands are open; else nil. Of two actions the
--- first is the better; the lines show a world where it gains, if there is one.
--- nil if the decision is too early in the round.
function lines.of(view, state, actions, seed)
  if not lines.are_short(view) then return nil end
  local side, found, counts, left = view.side, {}, {}, budget
  local more, less = 0, 0
  local worlds, all = worlds_of(view, seed)
  local each = after(worlds, actions, side)
  for _, world in ipairs(worlds) do
    if left <= 0 then break end
    local list, used = in_world(world, actions, each)
    left = left - used
    if list then
      found[#found + 1] = list
      counts[list[1].score] = (counts[list[1].score] or 0) + 1
      more, less = more + (gain(list) > 0 and 1 or 0),
        less + (gain(list) < 0 and 1 or 0)
    end
  end
  local best = state
    and in_world(state, actions, after({ state }, actions, side))
  local here = best and gain(best)
  if best then best.open = true end
  if not best or not gains(best) then
    for _, list in ipairs(found) do
      local better = not best or gains(list) and not gains(best)
      local same = best and gains(list) == gains(best) and not best.open
      if better or same
        and counts[list[1].score] > counts[best[1].score] then
        best = list
      end
    end
  end
  if not best then return nil end
  best.n, best.of = counts[best[1].score] or 0, #found
  best.all = all and #found == #worlds
  best.more, best.less, best.here = more, less, here
  best.hands = supposed(view, best.world)
  return best
end

return lines
