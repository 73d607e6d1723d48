-- calibrate.lua: fits the constants in lua/judge/calibration.lua, and checks
-- the ranges of lua/judge/outlook.lua.
--
--   build/aurum run tests/calibrate.lua worth DEALS JOBS VARIANT/PLAYERS...
--   build/aurum run tests/calibrate.lua loss DECISIONS JOBS VARIANT/PLAYERS...
--   build/aurum run tests/calibrate.lua outlook ROUNDS JOBS VARIANT/PLAYERS...
--
-- `worth`: the bot alchemist with 100 simulations plays each deal four times in
-- all seats; the mean is the worth of the deal, up to the error of the results.
-- The slope and the rest are fitted on two thirds of the deals and checked on
-- the others, which are fresh.
--
-- `loss` takes decisions of games between good bots and between weak bots,
-- where the judge prefers another move. In eight worlds that the seat may be
-- in, alchemist with 60 simulations plays the round to its end, after the move
-- made and after the better one. Settings of one call are fitted together.
-- After the slopes it prints the results by cards left in hand and by the size
-- of the difference that the judge found.
--
-- `outlook`: alchemist with 100 simulations plays rounds. Before each trick the
-- outlook of the sides is compared with the points that they have at the end.
--
-- alchemist solves five worlds instead of twelve at the end of a round, and the
-- last two cards of a deal instead of three. This saves most of its time.
--
-- Games, deals and worlds follow from fixed seeds: the same build prints the
-- same figures.
local aurum = require "aurum"
local settings = require "aurum.judge.settings"
local calibration = require "aurum.judge.calibration"
local comparison = require "aurum.judge.comparison"
local estimate = require "aurum.stats.estimate"
local luck = require "aurum.judge.luck"
local margin = require "aurum.judge.margin"
local outlook = require "aurum.judge.outlook"
local pool = require "aurum.play.pool"
local valuing = require "aurum.judge.valuing"

local plays, quick_sims = 4, 1000 -- of a deal
local worlds, sims = 8, 2000 -- of a decision

local what, number, jobs = arg[1], tonumber(arg[2]), tonumber(arg[3])

local function rules_of(setting)
  local name, players = setting:match "^(.*)/(%d)$"
  return assert(aurum.variant(name, tonumber(players)))
end

--- The bot alchemist with a small budget: 1.3 times as many simulations for
--- more than two sides.
local function alchemist(rules, sims_of_two, more)
  local factor = rules.side_n > 2 and 1.3 or 1
  return ("alchemist:sims=%d:worlds=5%s"):format(factor * sims_of_two // 1,
    more or "")
end

--- A game of bots, to be begun by `restart`.
local function game_of(rules, ...)
  return aurum.game { variant = rules, bots = { ... }, seed = "", trust = true }
end

--- The results of work(1), work(2), ..., done by workers.
local function map(work, most)
  local i = 0
  return pool.map { jobs = jobs, work = work,
    request = function(n) return n end,
    items = function()
      i = i + 1
      return i <= most and i or nil
    end }
end

-- ---- The worth of deals ---------------------------------------------------

--- The worth of a deal by "quick" and by the net, by side, and its results by
--- strong play.
local function deal_of(rules, strong, number_of_deal)
  local state = aurum.state(rules):deal("luck/" .. number_of_deal)
  local deal, results, quick = state:history()[1], {}, {}
  for i = 1, plays do
    strong:restart(("luck/%d/%d"):format(number_of_deal, i))
    strong:deal(deal)
    while #strong.rounds == 0 do strong:step() end
    results[i] = luck.shares(strong.rounds[1].points)
  end
  for side, sample in ipairs(luck.quick(state, quick_sims, "luck")) do
    quick[side] = sample.mean
  end
  return { quick = quick, results = results,
    net = valuing.suits_deal(state) and valuing.worth(state) }
end

--- Means over some deals: of squares and products of the worth by "quick" or
--- "net" (x) and the mean result (y), and the variance of a result around its
--- mean.
local function sums_of(deals, by, first, last)
  local s = { n = 0, xx = 0, xy = 0, yy = 0, noise = 0, came = 0 }
  for i = first, last do
    for side, x in ipairs(deals[i][by]) do
      local sample = estimate.sample()
      for _, one in ipairs(deals[i].results) do
        sample:add(one[side])
        s.came = s.came + one[side] ^ 2 / plays
      end
      local y = sample.mean
      s.n, s.noise = s.n + 1, s.noise + sample:variance()
      s.xx, s.xy, s.yy = s.xx + x * x, s.xy + x * y, s.yy + y * y
    end
  end
  for key, sum in pairs(s) do
    if key ~= "n" then s[key] = sum / s.n end
  end
  s.truth = s.yy - s.noise / plays -- variance of the true worth
  return s
end

--- The standard error of a slope. The sides of a deal are not independent: with
--- two, one is the other's opposite.
local function slope_error(s, rules)
  local free = s.n * (rules.side_n - 1) / rules.side_n
  return math.sqrt((s.yy - s.xy ^ 2 / s.xx) / s.xx / free)
end

--- The standard deviation of the true worth around the worth times a slope.
local function rest_of(s, slope)
  return math.sqrt(math.max(s.truth - 2 * slope * s.xy + slope ^ 2 * s.xx, 0))
end

local function fit_worth_by(by, setting, rules, deals)
  local own = sums_of(deals, by, 1, #deals * 2 // 3)
  local fresh = sums_of(deals, by, #deals * 2 // 3 + 1, #deals)
  local slope, ratio = own.xy / own.xx, fresh.xy / fresh.xx
  local doubt = slope_error(own, rules) / slope
  local error_ = math.sqrt(slope_error(fresh, rules) ^ 2 + (ratio * doubt) ^ 2)
  print(("%s by %s: { slope = %.2f, rest = %.2f }"):format(setting, by, slope,
    rest_of(own, slope)))
  print(("  variance of its worth %.1f, of the true worth %.1f, "
    .. "correlation %.2f"):format(own.xx, own.truth,
      own.xy / math.sqrt(own.xx * own.truth)))
  print(("  on fresh deals: slope of truth on its worth %.2f, on the "
    .. "estimate %.2f +- %.2f"):format(ratio, ratio / slope,
      1.96 * error_ / slope))
  print(("  variance of a result %.1f; less its worth %+.1f %%, less the "
    .. "estimate %+.1f %%"):format(fresh.came,
      100 * (fresh.xx - 2 * fresh.xy) / fresh.came,
      100 * (slope ^ 2 * fresh.xx - 2 * slope * fresh.xy) / fresh.came))
  local all = sums_of(deals, by, 1, #deals)
  print(("  all deals: slope %.2f +- %.2f, rest with slope 1 %.2f"):format(
    all.xy / all.xx, 1.96 * slope_error(all, rules), rest_of(all, 1)))
end

local function fit_worth(setting)
  local rules, deals = rules_of(setting), {}
  local strong = game_of(rules, alchemist(rules, 100, ":ending=2"))
  local function play(i) return deal_of(rules, strong, i) end
  for _, deal in map(play, number) do
    deals[#deals + 1] = deal
  end
  fit_worth_by("quick", setting, rules, deals)
  if deals[1].net then fit_worth_by("net", setting, rules, deals) end
end

-- ---- The loss of decisions ------------------------------------------------

-- The share of decisions of each kind that are taken.
local rate = { bid = 0.5, change = 0.4, play = 0.25 }

--- The result for a side of a world after an action, by strong play.
local function play_on(strong, world, action, side, seed)
  local state, round = world:clone():apply(action), #world.rounds + 1
  if not state.rounds[round] then
    strong:restart(seed)
    strong:begin(state)
    while #strong.rounds < round do strong:step() end
    state = strong.state
  end
  return margin(state.rounds[round].points, side)
end

--- A decision judged by the judge's method and by strong play; nil if no move
--- seems better than the one made.
local function pair_of(strong, view, done, seed)
  local own = comparison.of(view, view.phase, done, sims, seed)
  local gain = own.gain
  if not gain then return nil end
  local truth = estimate.sample()
  for i, world in ipairs(view:sample(worlds, nil, seed .. "/truth")) do
    local seed_of_world = ("%s/%d"):format(seed, i)
    truth:add(play_on(strong, world, own.better, view.side, seed_of_world)
      - play_on(strong, world, done, view.side, seed_of_world))
  end
  return { kind = gain.kind, ask = view.phase, cards = #view.hand,
    found = gain.found, error = gain.error, sd = gain.sd, truth = truth.mean,
    doubt = truth:error() }
end

--- The pairs of the first round of a game.
local function pairs_of(game, strong, number_of_game)
  local roll, list = estimate.stream(number_of_game), {}
  game:restart("loss/" .. number_of_game):deal()
  while #game.rounds == 0 do
    local state = game.state:clone()
    local done = game:step()
    if (roll() >> 11) * 0x1p-53 < rate[state.phase] and #state:legal() > 1 then
      list[#list + 1] = pair_of(strong, state:view(state.turn), done,
        ("loss/%d/%d"):format(number_of_game, #list))
    end
  end
  return list
end

--- A line of figures for some pairs, and the slope and the variance left.
local function line_of(name, list, slope)
  local s = { xx = 0, xy = 0, found = 0, truth = 0, squares = 0, left = 0,
    spread = 0 }
  for _, p in ipairs(list) do
    local weight = 1 / (p.doubt ^ 2 + p.error ^ 2 + 1)
    local scaled, rest = calibration.parts(p.found, p.kind)
    s.xx = s.xx + weight * (scaled ^ 2 - (rest == 0 and p.error ^ 2 or 0))
    s.xy = s.xy + weight * scaled * (p.truth - rest)
    s.found, s.truth = s.found + p.found, s.truth + p.truth
    s.squares = s.squares + p.doubt ^ 2
    s.spread = s.spread + p.sd ^ 2
  end
  local fitted = s.xy / s.xx
  for _, p in ipairs(list) do
    local predicted, error_ = calibration.predict(p.found, p.kind,
      slope or fitted, p.error)
    s.left = s.left + (p.truth - predicted) ^ 2 - p.doubt ^ 2 - error_ ^ 2
  end
  local n = #list
  print(("%-14s n %4d  judge %5.2f  strong play %5.2f +- %.2f  slope %5.2f +- "
    .. "%.2f  model sd %.2f, of worlds %.1f"):format(name, n, s.found / n,
      s.truth / n, 1.96 * math.sqrt(s.squares) / n, fitted,
      1.96 / math.sqrt(s.xx), math.sqrt(math.max(s.left / n, 0)),
      math.sqrt(s.spread / n)))
  return fitted, s.left, s.spread, 1 / math.sqrt(s.xx)
end

--- The parts of a list by a key.
local function split(list, key_of)
  local parts, names = {}, {}
  for _, p in ipairs(list) do
    local key = key_of(p)
    if not parts[key] then
      parts[key] = {}
      names[#names + 1] = key
    end
    table.insert(parts[key], p)
  end
  table.sort(names)
  return names, parts
end

local function band(cards)
  return cards <= settings.ending and tostring(cards) or cards <= 6 and "4-6"
    or cards <= 9 and "7-9" or "10-12"
end

local function size(found)
  return found < 1 and "below 1" or found < 2 and "1 to 2"
    or found < 3 and "2 to 3" or "from 3"
end

--- True for a kind that is played on: the errors of these are fitted together.
local function is_played(kind)
  return not kind:find "_" and kind ~= "solved" and kind ~= "valued"
end

local function is_valued(kind) return kind:find "^valued" ~= nil end

--- True for a kind whose slope is 1.
local function is_solved(kind)
  return kind == "solved" or kind:find "^exact_" ~= nil
end

local function is_unscaled(kind)
  return is_solved(kind) or kind == "valued"
end

--- Gives plays and the kinds whose slope is in doubt by more than 0.2 one
--- slope: the mean of theirs, by their precision.
local function share_slopes(fits)
  local shared, sum, precision = {}, 0, 0
  for _, fit in ipairs(fits) do
    if fit[1] == "play" or is_played(fit[1]) and fit[3] > 0.2 then
      shared[#shared + 1] = fit
      sum, precision = sum + fit[2] / fit[3] ^ 2, precision + 1 / fit[3] ^ 2
    end
  end
  for _, fit in ipairs(shared) do
    fit[2], fit[3] = sum / precision, 1 / math.sqrt(precision)
  end
end

--- Pairs of all settings.
local function decisions_of(names_of_rules)
  local list = {}
  for _, setting in ipairs(names_of_rules) do
    local rules, taken = rules_of(setting), 0
    local strong = game_of(rules, alchemist(rules, 60))
    local good = game_of(rules, "greedy", alchemist(rules, 60),
      "counter", rules.players > 3 and "monte:sims=100" or nil)
    local weak = game_of(rules, "random", "greedy", "lowball",
      rules.players > 3 and "hasty" or nil)
    for _, some in map(function(i)
      return pairs_of(i % 2 == 0 and good or weak, strong, i)
    end, math.maxinteger) do
      for _, p in ipairs(some) do
        if taken < number then list[#list + 1] = p end
        taken = taken + 1
      end
      if taken >= number then break end
    end
  end
  return list
end

--- The share of pairs whose loss in strong play lies in the interval of the
--- judge, widened by the error of the strong play. That error is estimated from
--- few worlds, so the interval is Student's, with degrees of freedom after
--- Welch (1947). `rest` replaces that of the fits.
local function coverage(list, by_kind, rest)
  local inside = 0
  for _, p in ipairs(list) do
    local slope, doubt, model, own = table.unpack(by_kind[p.kind], 2)
    local predicted, sampling = calibration.predict(p.found, p.kind, slope,
      p.error)
    local variance = sampling ^ 2
      + (doubt * calibration.parts(p.found, p.kind)) ^ 2
      + (model * p.sd) ^ 2 + (rest or own) ^ 2 + p.doubt ^ 2
    local freedom = p.doubt == 0 and math.huge
      or (worlds - 1) * (variance / p.doubt ^ 2) ^ 2 // 1
    if math.abs(p.truth - predicted)
      < estimate.t95(freedom) * math.sqrt(variance) then
      inside = inside + 1
    end
  end
  return inside / #list
end

--- The least `rest` with which 95 % of the intervals hold.
local function fit_rest(list, by_kind)
  local rest = 0
  while coverage(list, by_kind, rest) < 0.95 do rest = rest + 0.05 end
  return rest
end

local function fit_loss(names_of_rules)
  local list = decisions_of(names_of_rules)
  local fits, by_kind, played = {}, {}, {}
  local names, kinds = split(list, function(p) return p.kind end)
  for i, kind in ipairs(names) do
    local fixed = is_unscaled(kind) and 1 or nil
    local slope, left, spread, doubt = line_of(kind, kinds[kind], fixed)
    local model = is_solved(kind) and math.sqrt(math.max(left / spread, 0)) or 0
    fits[i] = { kind, fixed or slope, fixed and 0 or doubt, model, 0 }
    by_kind[kind] = fits[i]
    if is_played(kind) then
      table.move(kinds[kind], 1, #kinds[kind], #played + 1, played)
    end
  end
  share_slopes(fits)
  local rest = fit_rest(played, by_kind)
  for _, fit in ipairs(fits) do
    if is_played(fit[1]) then fit[5] = rest end
    if is_valued(fit[1]) then fit[5] = fit_rest(kinds[fit[1]], by_kind) end
    print(("    %s = { slope = %.2f, doubt = %.2f, model = %.2f, "
      .. "rest = %.2f },"):format(table.unpack(fit)))
  end
  print(("  %.1f %% of the intervals hold"):format(
    100 * coverage(list, by_kind)))
  local names_by, parts = split(list, function(p)
    local kind = is_solved(p.kind) and p.ask .. "*"
      or is_valued(p.kind) and p.kind .. " " .. p.ask or p.kind
    return ("%s %s"):format(kind, band(p.cards))
  end)
  for _, name in ipairs(names_by) do line_of(name, parts[name]) end
  names_by, parts = split(list, function(p)
    return ("%s %s"):format(p.kind, size(p.found))
  end)
  for _, name in ipairs(names_by) do line_of(name, parts[name]) end
end

-- ---- The outlook of rounds -----------------------------------------------

--- The outlook of a round before each trick, { trick =, sides = }; `points`.
local function outlooks_of(strong, number_of_round)
  local list, trick = {}, nil
  strong:restart("outlook/" .. number_of_round):deal()
  while #strong.rounds == 0 do
    local state = strong.state
    if state.phase ~= "bid" and state.trick.number ~= trick then
      trick = state.trick.number
      list[#list + 1] = { trick = trick, sides = outlook.of(state, nil, nil,
        ("outlook/%d/%d"):format(number_of_round, trick)) }
    end
    strong:step()
  end
  list.points = strong.rounds[1].points
  return list
end

--- Adds the outlook of the sides before a trick to sums: whether the points lie
--- in the range, and how far estimate (x) and points (y) lie from the mean of
--- the sides.
local function add_outlook(sums, sides, points)
  local mean_x, mean_y = 0, 0
  for side, one in ipairs(sides) do
    mean_x, mean_y = mean_x + one.mean / #sides, mean_y + points[side] / #sides
  end
  for side, one in ipairs(sides) do
    local x, y = one.mean - mean_x, points[side] - mean_y
    sums.n, sums.xx, sums.xy = sums.n + 1, sums.xx + x * x, sums.xy + x * y
    sums.found, sums.came = sums.found + one.mean, sums.came + points[side]
    if one.low <= points[side] and points[side] <= one.high then
      sums.inside = sums.inside + 1
    end
  end
end

local function check_outlook(setting)
  local rules = rules_of(setting)
  local strong = game_of(rules, alchemist(rules, 100))
  local bands, names = {}, { "1-3", "4-6", "7-9", "10-12" }
  for i in ipairs(names) do
    bands[i] = { n = 0, xx = 0, xy = 0, found = 0, came = 0, inside = 0 }
  end
  for _, list in map(function(i) return outlooks_of(strong, i) end, number) do
    for _, one in ipairs(list) do
      add_outlook(bands[math.min((one.trick + 2) // 3, 4)], one.sides,
        list.points)
    end
  end
  for i, s in ipairs(bands) do
    print(("%-10s before tricks %-5s estimate %5.2f  points %5.2f  slope %.2f  "
      .. "in the range %.0f %%"):format(setting, names[i], s.found / s.n,
        s.came / s.n, s.xy / s.xx, 100 * s.inside / s.n))
  end
end

local function each_setting(work)
  return function(list)
    for _, setting in ipairs(list) do work(setting) end
  end
end

local work = { worth = each_setting(fit_worth), loss = fit_loss,
  outlook = each_setting(check_outlook) }
if not work[what] or not jobs or #arg < 4 then
  io.stderr:write("calibrate: expected worth|loss|outlook NUMBER JOBS "
    .. "VARIANT/PLAYERS...\n")
  os.exit(2)
end
work[what] { table.unpack(arg, 4) }
