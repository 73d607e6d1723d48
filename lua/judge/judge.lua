-- Judge of decisions: compares the move made with the alternatives, by what the
-- seat could know then.
--
-- The highest of many estimates is too high on average, so the simulations that
-- find the best move cannot say how much better it is. There are two stages.
-- The first tries all moves, then the best few again, each in the same worlds
-- with the same random numbers, and names a candidate: the move made if none
-- seems better. The second compares the candidate with the move made, in other
-- worlds. The mean difference is the loss. Its standard error is that of the
-- differences, so that luck common to both cancels. A loss below 0 stays: in
-- sums, it cancels the losses that were found by chance.
--
-- Worlds are played on by the policy "quick", which bids, changes and plays by
-- what each seat knows. The last cards of two sides are solved instead, with
-- all hands open and no more changes of bid: cards chosen this way did as well
-- or better when bots played on. With more sides they did worse, since the
-- solver lets all others play together against one. The goal is the side's
-- points in the round less those of the best other side.
--
-- A change of bid has a price, as in the bot monte, since "quick" makes little
-- of the gold that a seat keeps. When bots like monte played on, cards that
-- seemed to gain 1.4 points gained 0.9, and changes that seemed to gain 1.9
-- gained nothing, with a standard error of 0.3.
local aurum = require "aurum"
local bid_result = require "aurum.record.bid_result"
local estimate = require "aurum.stats.estimate"
local judge = {}

-- The settings of the judge; losses are in points of a round.
local by = {
  sims = 2000, -- simulations of a decision,
  least = 100, --   and the fewest allowed
  inaccuracy = 0.5, -- the least loss of each class
  mistake = 1.5,
  blunder = 4,
  equal = 0.2, -- a decision whose moves differ by no more does not matter
  ending = 3, -- the most cards in hand of a position that is solved
  price = 2, -- of a change of bid, with more cards in hand than that
}
local classes = { "inaccuracy", "mistake", "blunder" } -- by loss

local few = 4 -- moves that are tried again
local examples = 200 -- rounds for the expected results of a move
local solving = 10 -- simulations that a solved world counts as,
local nodes = 5000 --   positions that the solver may visit in it,
local worlds_least = 20 --   and the fewest worlds that are solved

-- ---- Moves compared by playing on ---------------------------------------

--- A side's points less those of the best other side.
local function margin(points, side)
  local most = math.mininteger
  for other, n in ipairs(points) do
    if other ~= side then most = math.max(most, n) end
  end
  return points[side] - most
end

--- The moves that a search tried, the best first, and the same by action. The
--- price of a change is subtracted. Raises where the search raises or fails.
local function tried(view, sims, seed, moves)
  local found, problem = view:search { method = "flat", sims = sims,
    seed = seed, moves = moves }
  if not found then error(problem, 0) end
  local price, by_action = #view.hand > by.ending and by.price or 0, {}
  for i, move in ipairs(found.moves) do
    if move.action.kind == "change" then move.mean = move.mean - price end
    move.place, by_action[move.action] = i, move
  end
  table.sort(found.moves, function(a, b)
    if a.mean ~= b.mean then return a.mean > b.mean end
    return a.place < b.place
  end)
  return found.moves, by_action
end

local played_on = {}

--- The candidate, the difference between the best and the worst move, and true
--- if `done` is among the moves. A move that seems better than `done` by less
--- than a standard error is not a candidate.
function played_on.candidate(view, done, sims, seed)
  local all, first = tried(view, sims // 4, seed .. "/1")
  local spread = all[1].mean - all[#all].mean
  local moves = { done }
  for _, move in ipairs(all) do
    if #moves < few and move.action ~= done then
      moves[#moves + 1] = move.action
    end
  end
  local again, second = tried(view, sims // 4, seed .. "/2", moves)
  local best, own = again[1], second[done]
  local error_ = own.paired_error or best.paired_error
  if best ~= own and best.mean - own.mean < error_ then best = own end
  return best.action, spread, first[done] ~= nil
end

--- The gain of one move over another: the mean, its standard error, and the
--- number of worlds.
function played_on.compare(view, better, done, sims, seed)
  local _, moves = tried(view, sims // 2, seed .. "/3", { better, done })
  local a, b = moves[better], moves[done]
  return a.mean - b.mean, a.paired_error or b.paired_error, a.visits
end

--- Adds the results of a round for a side.
local function add_round(sum, round, side)
  local points = round.points[side]
  sum.points = sum.points + points
  sum.gold = sum.gold + round.gold_points[side]
  sum.others = sum.others + points - margin(round.points, side)
  if bid_result(round.taken[side], round.bid[side]) == "exact" then
    sum.exact = sum.exact + 1
  end
  for _, winner in ipairs(round.winners) do
    if winner == side then sum.round = sum.round + 1 / #round.winners end
  end
end

--- The mean results of a round after each of some moves, in the same worlds: {
--- points =, gold = } of the side, `others`, the points of the best other side,
--- and the shares of rounds with an `exact` bid and of the `round` won.
function played_on.expect(view, moves, seed)
  local side, worlds = view.side, view:sample(examples, nil, seed .. "/4")
  local list = {}
  for k, move in ipairs(moves) do
    local sum = { points = 0, gold = 0, others = 0, exact = 0, round = 0 }
    for i, world in ipairs(worlds) do
      local state = world:clone():apply(move)
        :playout("quick", "round", "points", ("%s/4/%d"):format(seed, i))
      add_round(sum, state.rounds[#state.rounds], side)
    end
    for key, n in pairs(sum) do sum[key] = n / #worlds end
    list[k] = sum
  end
  return table.unpack(list)
end

-- ---- Moves compared by solving ------------------------------------------

--- The value of a world for a side after an action; nil if the solver needs too
--- many positions.
local function value(world, action, side)
  local state = world:clone():apply(action)
  if state.phase == "deal" or state.phase == "over" then
    return margin(state.rounds[#state.rounds].points, side)
  end
  return state:solve { changes = "none", side = side, nodes = nodes }.value
end

--- For each of some moves a sample of its value less that of the last move, in
--- the same worlds; nil if the budget is too small.
local function differences(view, moves, sims, seed)
  local n = sims // (solving * #moves)
  if n < worlds_least then return nil end
  local worlds, problem = view:sample(n, nil, seed)
  if not worlds then error(problem, 0) end
  local samples = {}
  for i in ipairs(moves) do samples[i] = estimate.sample() end
  for _, world in ipairs(worlds) do
    local last = value(world, moves[#moves], view.side)
    for i, move in ipairs(moves) do
      local own = last and value(world, move, view.side)
      if not own then return nil end
      samples[i]:add(own - last)
    end
  end
  return samples
end

local solved = {}

--- As played_on.candidate; nil if the budget is too small.
function solved.candidate(view, done, sims, seed)
  local moves = {}
  for _, action in ipairs(view:legal()) do
    if action ~= done then moves[#moves + 1] = action end
  end
  moves[#moves + 1] = done
  local samples = differences(view, moves, sims // 2, seed .. "/1")
  if not samples then return nil end
  local best, least = #moves, 0
  for i, sample in ipairs(samples) do
    if sample.mean > samples[best].mean then best = i end
    least = math.min(least, sample.mean)
  end
  local spread = samples[best].mean - least
  if samples[best].mean < samples[best]:error() then best = #moves end
  return moves[best], spread, true
end

function solved.compare(view, better, done, sims, seed)
  local samples = differences(view, { better, done }, sims // 2, seed .. "/3")
  if not samples then return nil end
  return samples[1].mean, samples[1]:error(), samples[1].n
end

-- ---- Verdicts -----------------------------------------------------------

--- The class of a loss whose 95 % interval begins at `low`.
local function class_of(loss, low)
  local class = "fine"
  for _, one in ipairs(classes) do
    if loss >= by[one] then class = one end
  end
  if class ~= "fine" and low < by.inaccuracy then return "unsure" end
  return class
end

--- Judges by a method. Returns false if the method cannot.
local function judge_by(method, verdict, view, sims, seed)
  local done = verdict.done
  local better, spread, among = method.candidate(view, done, sims, seed)
  if not better then return false end
  verdict.better, verdict.spread = better, spread
  verdict.matters = spread > by.equal or not among
  if better == done or not verdict.matters then
    verdict.better, verdict.loss, verdict.error = done, 0.0, 0.0
    verdict.low, verdict.high, verdict.class = 0.0, 0.0, "fine"
    return true
  end
  local loss, error_, n = method.compare(view, better, done, sims, seed)
  if not loss then return false end
  local half = estimate.t95(n - 1) * error_
  verdict.loss, verdict.error = loss, error_
  verdict.low, verdict.high = loss - half, loss + half
  verdict.class = class_of(loss, loss - half)
  return true
end

local function judge_view(verdict, view, sims, seed)
  local method = view.phase == "play" and #view.hand <= by.ending
    and view.rules.side_n == 2 and solved or played_on
  if not judge_by(method, verdict, view, sims, seed) then
    method = played_on
    judge_by(method, verdict, view, sims, seed)
  end
  verdict.solved = method == solved
  if method == played_on and verdict.class ~= "fine"
    and (verdict.class ~= "unsure" or verdict.loss >= by.mistake) then
    verdict.expected, verdict.instead = played_on.expect(view,
      { verdict.done, verdict.better }, seed)
  end
end

--- The verdict on the action in a state; nil if no other was legal. A verdict
--- that failed has a `problem` and no class.
local function verdict_on(state, done, place, options)
  local view = state:view(state.turn)
  local moves = #view:legal()
  if moves < 2 then return nil end
  local verdict = { place = place, round = state.round,
    trick = math.tointeger(place:match "%.(%d+)%."), seat = view.seat,
    side = view.side, ask = state.phase, done = done, moves = moves }
  local good, problem = pcall(judge_view, verdict, view, options.sims,
    options.seed .. "/" .. place)
  if good then return verdict end
  if aurum.sys.interrupted() then error(problem, 0) end
  verdict.problem = tostring(problem):match "^[^\n]*"
  verdict.class, verdict.loss, verdict.better = nil, nil, nil
  return verdict
end

-- ---- Luck ---------------------------------------------------------------

--- A side's points less the mean of the others', for each side.
local function shares(points)
  local sum, list = 0, {}
  for _, n in ipairs(points) do sum = sum + n end
  for side, n in ipairs(points) do
    list[side] = (n * #points - sum) / (#points - 1)
  end
  return list
end

--- The value of a deal for each side, a sample each, when "quick" plays all
--- seats with the hands as dealt.
local function worth(dealt, options)
  local samples = {}
  for side = 1, dealt.rules.side_n do samples[side] = estimate.sample() end
  for i = 1, options.sims do
    local _, points = dealt:clone():playout("quick", "round", "points",
      ("%s/%d/%d"):format(options.seed, dealt.round, i))
    for side, x in ipairs(shares(points)) do samples[side]:add(x) end
  end
  return samples
end

--- The luck of a round's deal; `came` is nil if the round was cut short.
local function luck_of(dealt, round, options)
  local list = { round = dealt.round, worth = {}, error = {},
    came = round and shares(round.points) }
  for side, sample in ipairs(worth(dealt, options)) do
    list.worth[side], list.error[side] = sample.mean, sample:error()
  end
  return list
end

-- ---- The module's part --------------------------------------------------

local function fail(who, format, ...)
  error(("%s: " .. format):format(who, ...), 4)
end

local function has(object, name)
  local good, member = pcall(function() return object[name] end)
  return good and member ~= nil
end

--- The last state of a game, and the options with their defaults.
local function read(who, game, given)
  local last = has(game, "state") and game.state or game
  if not has(last, "decisions") then
    fail(who, "expected a game or a state, got %s", tostring(game))
  end
  local options = { sims = by.sims, seed = "" }
  for key, x in pairs(given or {}) do
    if key == "sims" then
      if math.type(x) ~= "integer" or x < by.least or x > 1000000000 then
        fail(who, "sims: expected a whole number from %d to 1000000000, got %s",
          by.least, tostring(x))
      end
    elseif key == "seed" then
      x = tostring(x)
    elseif key == "seat" then
      local seats = last.rules.players
      if math.type(x) ~= "integer" or x < 1 or x > seats then
        fail(who, "seat: expected a seat from 1 to %d, got %s", seats,
          tostring(x))
      end
    elseif key == "place" then
      if type(x) ~= "string" or not (x .. "."):find "^%d[%d.c]*$" then
        fail(who, "place: expected ROUND[.TRICK[.PLAY]] such as 2.4.3, got %s",
          tostring(x))
      end
    else
      fail(who, "there is no option '%s': there are sims, seed, seat, place",
        tostring(key))
    end
    options[key] = x
  end
  return last, options
end

--- An iterator over the verdicts on a game's decisions.
function judge.game(game, given)
  local last, options = read("judge", game, given)
  local decisions = last:decisions()
  local within = options.place and options.place .. "."
  return function()
    for state, done, place in decisions do
      if (not options.seat or options.seat == state.turn)
        and (not within or (place .. "."):find(within, 1, true) == 1) then
        local verdict = verdict_on(state, done, place, options)
        if verdict then return verdict end
      end
    end
  end
end

--- The luck of a game's deals, a list by round, without the rounds that began
--- at a position built by hand.
function judge.luck(game, given)
  local last, options = read("luck", game, given)
  local list, rounds = {}, {}
  for state, _, place in last:decisions() do
    if place:find "%.0%.1$" then rounds[#rounds + 1] = state:clone() end
  end
  for i, dealt in ipairs(rounds) do
    list[i] = luck_of(dealt, last.rounds[#dealt.rounds + 1], options)
  end
  return list
end

-- A copy of the settings: aurum.judged_by.
judge.by = {}
for key, x in pairs(by) do judge.by[key] = x end

return judge
