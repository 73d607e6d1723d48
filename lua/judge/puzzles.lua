-- Puzzles: decisions with one right answer that is certain, for people to find.
--
-- An answer is certain in one of two ways. Late in a round with two sides, all
-- deals that the seat may be in are solved with open hands, if they are few.
-- The right answer is then the best in each deal, and each other answer loses a
-- point or more on average. Elsewhere the judge compares the answer with each
-- other one: all of these must be sure losses (lua/judge/verdict_class.lua).
--
-- A puzzle follows from its position, the seed and the number of simulations
-- alone. So lua/judge/puzzle_file.lua proves a stranger's puzzle by making it
-- again.
local aurum = require "aurum"
local actions = require "aurum.text.actions"
local comparison = require "aurum.judge.comparison"
local judge = require "aurum.judge.judge"
local lines = require "aurum.judge.lines"
local playing_on = require "aurum.judge.playing_on"
local report = require "aurum.judge.report"
local settings = require "aurum.judge.settings"
local solving = require "aurum.judge.solving"
local puzzles = {}

local least_moves = 3 -- legal actions: with two, a guess is right too often
local least_loss = 1 -- points that each other answer loses
local most_deals, most_nodes = 120, 4000000 -- that are solved for a puzzle
local glances, glance_sims = 9, 200 -- for the level

local judge_name = ("judge %d"):format(settings.version)

-- ---- One right answer -----------------------------------------------------

--- "play B3": an action in messages and files.
local function text_of(action) return actions.text(actions.data(action)) end

--- The refusal of a position where a second answer is as good as the best.
local function two_best(best, other, how)
  return nil, ("two answers are best, %s and %s: %s"):format(text_of(best),
    text_of(other), how)
end

--- Solves a deal and adds the values of its moves. Returns the number of
--- positions that the solver visited; nil if there were too many.
local function add_deal(world, sums, is_best, left)
  local found = left > 0 and world:solve { find = "each", nodes = left }
  if not found or not found.exact then return nil end
  local most = -math.huge
  for _, move in ipairs(found.moves) do most = math.max(most, move.lo) end
  for _, move in ipairs(found.moves) do
    sums[move.action] = (sums[move.action] or 0) + move.lo
    if move.lo < most then is_best[move.action] = false end
  end
  return found.nodes
end

--- The legal actions that are marked, in order.
local function marked(legal, marks)
  local list = {}
  for _, action in ipairs(legal) do
    if marks[action] then list[#list + 1] = action end
  end
  return list
end

--- The proof of the right answer by solving all deals: { best =, losses = by
--- action, worlds = }. nil and the reason if there is none, or nil alone if the
--- deals are too many or too hard.
local function proven(view, legal)
  local worlds = solving.suits(view) and view:worlds(most_deals)
  if not worlds then return nil end
  local sums, is_best, left = {}, {}, most_nodes
  for _, action in ipairs(legal) do is_best[action] = true end
  for _, world in ipairs(worlds) do
    local used = add_deal(world, sums, is_best, left)
    if not used then return nil end
    left = left - used
    if not marked(legal, is_best)[1] then
      return nil, "no answer is the best in every deal that the seat may be in"
    end
  end
  local best = marked(legal, is_best)
  if best[2] then
    return two_best(best[1], best[2], "equal in every deal")
  end
  local losses = {}
  for _, action in ipairs(legal) do
    local loss = (sums[best[1]] - sums[action]) / #worlds
    if action ~= best[1] then
      if loss < least_loss then
        return two_best(best[1], action, ("it loses %.2f points"):format(loss))
      end
      losses[action] = { loss = loss }
    end
  end
  return { best = best[1], losses = losses, worlds = #worlds, by = "solver" }
end

--- The legal actions by the value that a search found, the best first. Actions
--- that it did not try come last.
local function ranked(legal, values)
  local list, value = table.move(legal, 1, #legal, 1, {}), {}
  for _, action in ipairs(legal) do
    value[action] = values[tostring(action)] or -math.huge
  end
  table.sort(list, function(a, b)
    if value[a] ~= value[b] then return value[a] > value[b] end
    return tostring(a) < tostring(b)
  end)
  return list, value
end

--- The loss of an answer against the best, as the judge predicts it, and half
--- of its interval.
local function judged_loss(method, view, best, other, options)
  local gain = method.compare(view, best, other, options.sims, options.seed)
  gain.action = best
  gain.kind = comparison.kind(method, view, view.phase, gain)
  return judge.predicted(view.rules, gain)
end

--- The right answer by the judge, as by `proven`; or nil and the reason.
local function judged(view, legal, options)
  local method = comparison.unsolved(view, view.phase)
  local found = method.candidate(view, legal[1], options.seed)
  local order, value = ranked(legal, found.values())
  local best, losses = order[1], {}
  if value[best] - value[order[2]] < least_loss then
    return two_best(best, order[2], "about equal to the judge")
  end
  for i = 2, #order do
    local loss, half = judged_loss(method, view, best, order[i], options)
    if loss - half < settings.inaccuracy or loss < least_loss then
      return two_best(best, order[i], ("it loses %.1f to %.1f points"):format(
        loss - half, loss + half))
    end
    losses[order[i]] = { loss = loss, error = half }
  end
  return { best = best, losses = losses, by = judge_name }
end

-- ---- Why ------------------------------------------------------------------

--- The hands that a line supposes, in words.
local function supposed(found)
  local parts = {}
  for i, one in ipairs(found.hands) do
    parts[i] = ("seat %d has %s"):format(one.seat, tostring(one.hand))
  end
  return parts[1] and "If " .. table.concat(parts, " and ") .. ": " or ""
end

local unsolved = "the line takes too long to solve"

--- The line after the best answer and after another, in one deal.
local function solved_lines(view, best, other, seed)
  local found = lines.of(view, nil, { best, other }, seed)
  if not found then return unsolved, unsolved end
  local head = supposed(found)
  return head .. found[1].text, head .. found[2].text
end

--- The results that differ after two answers, in words.
local function results(view, best, other, seed)
  local expected, instead = playing_on.expect(view, { other, best }, seed)
  local why = report.reason { expected = expected, instead = instead }
  local line = ("the bid is met in %.0f%% of deals, gold scores %.1f, the "
    .. "round is won in %.0f%%"):format(instead.exact * 100, instead.gold,
    instead.round * 100)
  return line, "with the right answer: " .. (why or "a little more of each")
end

--- Adds a `line` for the right answer, and a `why` to each loss.
local function explain(found, view, legal, seed)
  local tell = found.worlds and solved_lines or results
  for _, action in ipairs(legal) do
    local own = found.losses[action]
    if own then
      local line, why = tell(view, found.best, action, seed)
      found.line, own.why = found.line or line, why
    end
  end
end

--- The level: 1 if the policy "quick" mostly answers right, 2 if a search of
--- few simulations does, else 3.
local function level_of(view, best, seed)
  local right = 0
  for i = 1, glances do
    local action = view:quick(("%s/glance/%d"):format(seed, i))
    right = right + (action == best and 1 or 0)
  end
  if right * 2 > glances then return 1 end
  local found = view:search { method = "flat", sims = glance_sims,
    seed = seed .. "/glance" }
  return found and found.moves[1].action == best and 2 or 3
end

-- ---- Positions ------------------------------------------------------------

local function texts(list)
  local names = {}
  for i, one in ipairs(list) do names[i] = tostring(one) end
  return names
end

--- The cards of the seat and of the trick that it sees, as text.
local function seen(view)
  return { hand = texts(view.hand:list()),
    gold = texts(view.gold[view.seat]:list()),
    trick = texts(view.trick and view.trick.plays or {}) }
end

--- The puzzle at a state, plain data but for `from`: see
--- lua/judge/puzzle_file.lua. nil and the reason if it is none. `options` has
--- `sims` and `seed`.
function puzzles.of(state, options)
  if not state.turn then return nil, "no seat has to answer there" end
  local view = state:view(state.turn)
  local legal = view:legal()
  if #legal < least_moves then
    return nil, ("it has fewer than %d legal answers"):format(least_moves)
  end
  local found, problem = proven(view, legal)
  if not found and not problem then
    found, problem = judged(view, legal, options)
  end
  if not found then return nil, problem end
  explain(found, view, legal, options.seed)
  local others = {}
  for action, own in pairs(found.losses) do
    others[text_of(action)] = { loss = puzzles.rounded(own.loss),
      error = own.error and puzzles.rounded(own.error), why = own.why }
  end
  return { position = state:position(), seat = view.seat, ask = view.phase,
    view = seen(view), best = text_of(found.best), line = found.line,
    others = others, by = found.by, worlds = found.worlds,
    sims = options.sims, seed = options.seed,
    level = level_of(view, found.best, options.seed) }
end

--- The puzzle at the position of a token, as by `puzzles.of`: it follows from
--- the token alone.
function puzzles.at(token, rules, options)
  local state, problem = aurum.load_position(token, rules)
  if not state then return nil, problem end
  return puzzles.of(state, options)
end

--- A number of points with two decimals.
function puzzles.rounded(x)
  return math.floor(x * 100 + 0.5) / 100
end

--- An iterator over the puzzles among the decisions of a game (a record, a game
--- or a state), in order. `given` has `sims` and `seed`, as for aurum.judge.
--- Raises if the user interrupts.
function puzzles.game(game, given)
  local last, options = judge.read("puzzles", game, given, "sims, seed, seat, "
    .. "place")
  local decisions = judge.chosen(last, options)
  return function()
    for state, _, place in decisions do
      local good, found = pcall(puzzles.at, state:position(), state.rules,
        options)
      if aurum.sys.interrupted() then error("interrupted", 0) end
      if good and found then
        found.from = { place = place }
        return found
      end
    end
  end
end

return puzzles
