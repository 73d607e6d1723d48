-- Judge of decisions: compares the move made with the alternatives, by what the
-- seat could know then.
--
-- The highest of many estimates is too high on average, so the simulations that
-- find the best move cannot say how much better it is. There are two stages.
-- The first has a fixed number of simulations: it tries all moves, then the
-- best ones again, each in the same worlds with the same random numbers, and
-- names a candidate: the move made if none seems better. The second compares
-- the candidate with the move made, in other worlds. Only it depends on the
-- number of simulations asked for. More of them narrow the interval and leave
-- the result where it is. A loss below 0 stays: in sums, it cancels the losses
-- that were found by chance.
--
-- The worlds are valued by a net that has learned the rules (valuing.lua), or
-- played on by the policy "quick"; or the last cards of two sides are solved
-- (comparison.lua), in all worlds if they are few: then nothing is left to
-- chance. With more sides solving did worse, since the solver lets all others
-- play together against one. The goal is the side's points in the round minus
-- the best other side's points.
--
-- "quick" overstates what a move gains or loses: strong players make up for
-- more of it later. So a difference is scaled, and its error has the part that
-- the model leaves open (calibration.lua). A change of bid has a price besides,
-- as in the bot monte, since "quick" makes little of the gold that a seat
-- keeps. What two nets find needs neither, what one finds only the scale.
local aurum = require "aurum"
local settings = require "aurum.judge.settings"
local calibration = require "aurum.judge.calibration"
local verdict_class = require "aurum.judge.verdict_class"
local comparison = require "aurum.judge.comparison"
local estimate = require "aurum.stats.estimate"
local luck = require "aurum.judge.luck"
local playing_on = require "aurum.judge.playing_on"
local judge = {}

local z = 1.96 -- standard errors that hold 95 % of a normal distribution
local spread_of = 4 -- standard deviations that a range counts as, if unknown

-- ---- Verdicts -----------------------------------------------------------

--- The loss that a gain predicts, half of its 95 % interval, and its errors: of
--- the sample, of the model, and of the scale, which all decisions share.
---
--- Worlds that are unlike all `n` drawn may be as many as 3 in `n` (rule of
--- three: Hanley and Lippman-Hand 1983). They, and worlds that were left out,
--- may change the gain by as much as it differs between drawn worlds, or by a
--- point. So only a gain that is proven has an interval of no width.
local function predicted(rules, gain)
  local loss, sampling, model, doubt = calibration.loss(rules, gain)
  local half = math.sqrt((estimate.t95(gain.n - 1) * sampling) ^ 2
    + z ^ 2 * (model ^ 2 + doubt ^ 2))
  if not gain.proven then
    local range = math.max(gain.range or spread_of * gain.sd, 1)
    half = math.max(half, 3 / gain.n * range) + (gain.left_out or 0) * range
  end
  return loss, half, sampling, model, doubt
end

--- The highest end of the intervals of the rivals of a move, at least 0. What
--- is proven with open hands is as high as the error of the model makes it.
local function highest(rules, rivals, better)
  local high = 0.0
  for _, rival in ipairs(rivals) do
    local loss, half = predicted(rules, rival)
    if rival.action ~= better then
      high = math.max(high, rival.proven and half or loss + half)
    end
  end
  return high
end

--- Stores the loss against a better move. The loss against another move may be
--- higher.
local function store_loss(verdict, rules, own)
  local loss, half, sampling, model, doubt = predicted(rules, own.gain)
  verdict.loss, verdict.model, verdict.doubt = loss, model, doubt
  verdict.error = math.sqrt(sampling ^ 2 + model ^ 2 + doubt ^ 2)
  verdict.low, verdict.high = loss - half, loss + half
  if not own.gain.proven then
    verdict.high = math.max(verdict.high, highest(rules, own.rivals,
      own.better))
  end
end

--- Stores a loss of 0, which may be as high as the gain of a rival.
local function store_none(verdict, rules, own)
  local high = highest(rules, own.rivals)
  for _, rival in ipairs(own.rivals) do
    if not rival.proven then high = math.max(high, 3 / rival.n) end
  end
  verdict.loss, verdict.model, verdict.doubt = 0.0, 0.0, 0.0
  verdict.error, verdict.low, verdict.high = high / z, 0.0, high
end

local function judge_view(verdict, view, options, seed)
  local own = comparison.of(view, verdict.ask, verdict.done, options.sims,
    seed)
  verdict.better, verdict.spread = own.better, own.spread
  verdict.matters, verdict.solved = own.matters, own.solved
  verdict.worlds = own.worlds
  verdict.values = options.values and own.values() or nil -- see judge.valued
  if own.gain then
    store_loss(verdict, view.rules, own)
  else
    store_none(verdict, view.rules, own)
  end
  verdict.class = verdict_class.of(verdict.loss, verdict.low, verdict.high)
  if not own.solved and own.gain and verdict_class.is_notable(verdict) then
    verdict.expected, verdict.instead = playing_on.expect(view,
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
    trick = aurum.place(place).trick, seat = view.seat,
    side = view.side, ask = state.deciding, done = done, moves = moves }
  local good, problem = pcall(judge_view, verdict, view, options,
    options.seed .. "/" .. place)
  if good then return verdict end
  if aurum.sys.interrupted() then error(problem, 0) end
  verdict.problem = tostring(problem):match "^[^\n]*"
  verdict.class, verdict.loss, verdict.better = nil, nil, nil
  verdict.values = nil
  return verdict
end

-- ---- The module's part --------------------------------------------------

local function fail(who, format, ...)
  error(("%s: " .. format):format(who, ...), 4)
end

local function has(object, name)
  local good, member = pcall(function() return object[name] end)
  return good and member ~= nil
end

--- The last state of a game, and the options with their defaults. `known` are
--- the names of the options, "sims, seed" first.
local function read(who, game, given, known)
  local last = has(game, "state") and game.state or game
  if not has(last, "decisions") then
    fail(who, "expected a game or a state, got %s", tostring(game))
  end
  local options = { sims = settings.sims, seed = "" }
  if given ~= nil and type(given) ~= "table" then
    fail(who, "options: expected a table, got %s", tostring(given))
  end
  for key, x in pairs(given or {}) do
    if not (", " .. known .. ","):find((", %s,"):format(key), 1, true) then
      fail(who, "there is no option '%s': there are %s", tostring(key), known)
    elseif key == "sims" then
      if math.type(x) ~= "integer" or x < settings.least or x > 1000000000 then
        fail(who, "sims: expected a whole number from %d to 1000000000, got %s",
          settings.least, tostring(x))
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
      if type(x) ~= "string" then -- 2.10 would be 2.1
        fail(who, 'place: expected a text such as "2.4.3", got %s', tostring(x))
      end
      local at, problem = aurum.place(x)
      if not at then fail(who, "place: %s", problem) end
      x = at.text
    end
    options[key] = x
  end
  return last, options
end

--- The decisions that the options ask for: state, action and place.
local function chosen(last, options)
  local decisions = last:decisions()
  local within = options.place and options.place .. "."
  return function()
    for state, done, place in decisions do
      if (not options.seat or options.seat == state.turn)
        and (not within or (place .. "."):find(within, 1, true) == 1) then
        return state, done, place
      end
    end
  end
end

local options_of_judge = "sims, seed, seat, place"

local function each_verdict(game, given, values)
  local last, options = read("judge", game, given, options_of_judge)
  options.values = values
  local decisions = chosen(last, options)
  return function()
    for state, done, place in decisions do
      local verdict = verdict_on(state, done, place, options)
      if verdict then return verdict end
    end
  end
end

--- An iterator over the verdicts on a game's decisions.
function judge.game(game, given)
  return each_verdict(game, given, false)
end

--- The same with `values` in each verdict: the value of each action that was
--- tried, by its text, as it was when the best was sought. It is not scaled as
--- some losses are.
function judge.valued(game, given)
  return each_verdict(game, given, true)
end

--- The places of the decisions that `judge.game` judges with these options, so
--- that several processes can share them.
function judge.places(game, given)
  local list = {}
  for state, _, place in chosen(read("judge", game, given,
    options_of_judge)) do
    if #state:legal() > 1 then list[#list + 1] = place end
  end
  return list
end

--- The luck of a game's deals, a list by round, without the rounds that began
--- at a position built by hand.
function judge.luck(game, given)
  local last, options = read("luck", game, given, "sims, seed")
  local list, rounds, round = {}, {}, 0
  for state, _, place in last:decisions() do
    local at = aurum.place(place)
    if state.round ~= round and at.trick == 0 and at.nth == 1 then
      rounds[#rounds + 1] = state:clone()
    end
    round = state.round
  end
  for i, dealt in ipairs(rounds) do
    list[i] = luck.of(dealt, last.rounds[#dealt.rounds + 1], options)
  end
  return list
end

-- For lua/judge/puzzles.lua.
judge.predicted, judge.read, judge.chosen = predicted, read, chosen

-- A copy of the settings: aurum.judged_by.
judge.by = {}
for key, x in pairs(settings) do judge.by[key] = x end

return judge
