-- Comparison of rule sets: plays the same deals under each, and takes the
-- differences of each metric of the games (lua/lab/rules/metrics.lua) from the
-- first.
--
-- A deal is one observation: its metric under other rules less its metric
-- under the first. Either is the mean over the deal's games, in which the bots
-- sit in every order (lua/lab/seat_orders.lua). All rule sets meet the same
-- cards round by round, so that the luck of the cards cancels.
--
-- A sweep compares the rules of one variant with several values of a knob.
local aurum = require "aurum"
local bot_fields = require "aurum.lab.rules.bot_fields"
local caller = require "aurum.text.caller"
local estimate = require "aurum.stats.estimate"
local seat_orders = require "aurum.lab.seat_orders"
local deal_values = require "aurum.lab.rules.deal_values"
local hint = require "aurum.text.hint"
local metric_keys = require "aurum.lab.rules.metric_keys"
local metric_list = require "aurum.lab.rules.metric_list"
local metrics = require "aurum.lab.rules.metrics"
local pool = require "aurum.play.pool"
local series = require "aurum.play.series"
local shape = require "aurum.text.shape"
local option_values = require "aurum.text.option_values"
local with_knobs = require "aurum.load.with_knobs"
local compare = {}

local nan = 0 / 0 -- null in JSON

local by_key = deal_values.by_key

local tally = {}
tally.__index = tally

--- A tally of the metrics with these keys. For the metric `first_bot`, `first`
--- and `last` are lists by seating: the sides on which only the first bot sits,
--- and those on which only the last bot sits. Or `fields` of bots
--- (lua/lab/rules/deal_values.lua), by name.
function compare.tally(keys, first, last, fields)
  local self = setmetatable({ keys = keys, deals = 0, a = {}, b = {},
    difference = {}, vectors = {}, fields = fields
      or { self = { from = 1, first = first, last = last } } }, tally)
  for _, key in ipairs(keys) do
    self.a[key], self.b[key] = estimate.sample(), estimate.sample()
    self.difference[key] = estimate.sample()
  end
  return self
end

--- Add a deal: the metrics of its games under both rules, by seating. Without
--- `b`, under the first alone. A metric without a value under one of the rules
--- has none for the deal.
function tally:add(a, b)
  self.deals = self.deals + 1
  for _, key in ipairs(self.keys) do
    local x = deal_values.of(by_key[key], a, self.fields)
    local y = b and deal_values.of(by_key[key], b, self.fields)
    if type(x) == "table" then
      self.vectors[key] = self.vectors[key] or { {}, {} }
      table.insert(self.vectors[key][1], x)
      if b then table.insert(self.vectors[key][2], y) end
    elseif x and (y or not b) then
      self.a[key]:add(x)
      if y then self.b[key]:add(y) end
      if y then self.difference[key]:add(y - x) end
    end
  end
end

--- Turn the vectors of statistics over deals into samples.
local function take_vectors(self)
  for key, lists in pairs(self.vectors) do
    local values, jackknife = {}, metric_list.deep.jackknife
    for i, list in ipairs(lists) do
      values[i] = list[1] and jackknife.pseudo_values(list,
        deal_values.statistic(by_key[key], self.fields, #list))
    end
    for i, x in ipairs(values[1] or {}) do
      local y = values[2] and values[2][i]
      self.a[key]:add(x)
      if y then self.b[key]:add(y) end
      if y then self.difference[key]:add(y - x) end
    end
  end
  self.vectors = {}
end

--- The size of a row's difference in standard errors. If it is the same in all
--- deals, it has none: it is the largest or, at 0, the smallest.
local function size_of(row)
  return math.abs(row.t or row.difference ~= 0 and math.huge or 0)
end

--- The metrics under both rules and their differences, sorted by |t|, the
--- difference in standard errors. One that is the same in all deals has no t
--- and no interval. `holds` is true for those that are significant at 5 % over
--- all metrics (Holm 1979).
function tally:rows()
  local rows, p = {}, {}
  take_vectors(self)
  for i, key in ipairs(self.keys) do
    local sample = self.difference[key]
    local low, high = sample:interval()
    p[key] = sample:p()
    rows[#rows + 1] = sample.n > 0 and { key = key, index = i,
      a = self.a[key].mean, b = self.b[key].mean, difference = sample.mean,
      low = low, high = high, t = sample:t(), p = p[key], deals = sample.n }
      or nil
  end
  local holds = estimate.holm(p)
  for _, row in ipairs(rows) do row.holds = holds[row.key] or false end
  table.sort(rows, function(x, y)
    local s, t = size_of(x), size_of(y)
    if s ~= t then return s > t end
    return x.index < y.index
  end)
  return rows
end

--- The metrics under the first rules, in the order of the keys: those that have
--- a value, with their 95 % intervals. `holds` is true for those that differ
--- from 0 where that means "no effect", significant at 5 % over all such.
function tally:values()
  local rows, p = {}, {}
  take_vectors(self)
  for _, key in ipairs(self.keys) do
    local metric, sample = by_key[key], self.a[key]
    if sample.n > 0 then
      local low, high = deal_values.interval(metric, sample)
      p[key] = metric.null and sample:p() or nil
      rows[#rows + 1] = { key = key, a = sample.mean, low = low, high = high,
        p = p[key], deals = sample.n }
    end
  end
  local holds = estimate.holm(p)
  for _, row in ipairs(rows) do row.holds = holds[row.key] or false end
  return rows
end

-- ---- Metrics and sides --------------------------------------------------

--- True if a seed deals different hands under the two rule sets. If a hook
--- cannot deal, the game reports it.
local function deals_differ(a, b, seed)
  local function differ()
    local x, y = aurum.state(a:wake()):deal(seed).hands,
      aurum.state(b:wake()):deal(seed).hands
    for seat = 1, a.players do
      if x[seat] ~= y[seat] then return true end
    end
    return false
  end
  local worker <close> = pool.new { work = differ,
    in_process = not (a:is_asleep() or b:is_asleep()) }
  return worker:call {} or false
end

--- True if each of the rules deals the same cards for a seed.
function compare.same_cards(rules, seed)
  for i = 2, #rules do
    if deals_differ(rules[1], rules[i], seed .. ".1") then return false end
  end
  return true
end

--- The highest number of players that all variants allow, or the one asked for;
--- nil if there is none.
local function common_players(infos, asked)
  local allow = {}
  for _, info in ipairs(infos) do
    for _, count in ipairs(info.counts) do
      allow[count] = (allow[count] or 0) + 1
    end
  end
  local players
  for count = 2, 6 do
    if allow[count] == #infos and (not asked or asked == count) then
      players = count
    end
  end
  return players
end

--- The rules of variants (aurum.read_variant) for the same number of players.
--- Or nil, a message and perhaps "usage".
function compare.all_rules(infos, asked)
  local players, rules = common_players(infos, asked), {}
  if not players and #infos == 1 then
    return nil, ("variant '%s' is for %s players, not %d"):format(
      infos[1].name, table.concat(infos[1].counts, " or "), asked), "usage"
  elseif not players then
    return nil, ("'%s' is for %s players, '%s' for %s: nothing to compare")
      :format(infos[1].name, table.concat(infos[1].counts, " or "),
        infos[2].name, table.concat(infos[2].counts, " or ")), "usage"
  end
  for i, info in ipairs(infos) do
    local problem
    rules[i], problem = info:rules(players)
    if not rules[i] then
      return nil, problem.path == "sweep"
        and caller.text "{sweep}: " .. problem.message or tostring(problem)
    end
    for seat, side in ipairs(rules[1].side_of) do
      if rules[i].side_of[seat] ~= side then
        return nil, ("'%s' and '%s' have different sides: seat %d is on side "
          .. "%d in the first and on side %d in the second"):format(
          infos[1].name, info.name, seat, side, rules[i].side_of[seat]),
          "usage"
      end
    end
  end
  return rules
end

--- A comparison of these `rules` with these `bots` and their seatings, not yet
--- open; or nil and a message.
local function prepare(args, rules, bots, seatings)
  local seed, first, last, again = option_values.series(args.seed, args.deals,
    500)
  if args.shard then
    first, last = first + args.shard.from - 1, first + args.shard.to - 1
  end
  local self = { rules = rules, seatings = seatings, bots = {}, seed = seed,
    first_deal = first, deals = last - first + 1, again = again,
    games_per_deal = #seatings, parts = args.parts,
    metrics = args.metrics }
  local specs = {}
  for i, bot in ipairs(bots) do specs[i] = bot.spec end
  self.bots = args.named or specs
  local field = bot_fields.of(bots, seatings, rules[1])
  self.fields = { self = field }
  local has = { any = true,
    ["sides of two seats"] = rules[1].side_n < rules[1].players,
    ["two bots on sides of their own"] = field.first and field.last }
  for sides = 3, rules[1].side_n do
    has[("%d sides or more"):format(sides)] = true
  end
  self.keys, self.why = metric_keys.choose(args.metrics, has)
  if not self.keys then return nil, self.why end
  self.walks = metrics.walks(self.keys)
  self.same_cards = compare.same_cards(rules, seed)
  return self
end

--- A comparison of variants (aurum.read_variant) that is ready to play. `args`
--- has the command's options, `bots` as a list, which the result calls `named`,
--- if given. The games of a deal are those under the first rules, then those
--- under the second, and so on. Or nil, a message and perhaps "usage".
function compare.open(infos, args)
  local named, wrong = series.name_programs(args)
  if not named then return nil, wrong, "usage" end
  local rules, message, status = compare.all_rules(infos, args.players)
  if not rules then return nil, message, status end
  local bots, problem = seat_orders.bots(args.bots, rules[1].players)
  if not bots then return nil, problem, "usage" end
  local seatings
  seatings, problem = seat_orders.seat(bots, rules[1], #bots > 1)
  if not seatings then
    return nil, caller.text "{bots}: " .. problem, "usage"
  end
  local self
  self, problem = prepare(args, rules, bots, seatings)
  if not self then return nil, problem, "usage" end
  local per_deal = #rules * self.games_per_deal
  local walks = self.walks
  self.player, problem, status = series.open(args, { rules = rules,
    seatings = seatings,
    measure = function(game) return metrics.measure(game, walks) end,
    on_fault = "substitute", -- a forfeit would end the game: other metrics
    job = function(i)
      return { game = (i - 1) % per_deal + 1,
        seed = ("%s.%d"):format(self.seed,
          self.first_deal + (i - 1) // per_deal) }
    end })
  if not self.player then return nil, problem, status end
  return self
end

-- ---- Playing -------------------------------------------------------------

--- The part of a result that comparisons, studies and sweeps share, with its
--- metrics.
function compare.head_of(self, deals, faults, items)
  local missing = self.metrics and deals > 0
    and metric_keys.missing(self.metrics, self.why, items, self.rules[2]
      and "has no value under one of the rules" or "has no value in any deal")
    or {}
  return { players = self.rules[1].players, seed = self.again,
    bots = self.bots, deals = deals, wanted = self.deals, metrics = items,
    games = #self.rules * self.games_per_deal * deals,
    same_cards = self.same_cards, faults = next(faults) and faults or nil,
    unmeasured = missing[1] and missing or nil,
    interrupted = aurum.sys.interrupted() or nil }
end

--- An iterator over the deals that are played: for each, what was measured in
--- its `games`, and the number of `faults` by name; nil after the last, nil and
--- the error of the variant that ended them early. After the first deal they
--- end with the first game at whose end `is_late` returns true, if it is given.
function compare.played(self, on_progress, is_late)
  local player, per_deal = self.player, #self.rules * self.games_per_deal
  local results, any = player:all(self.deals * per_deal), false
  return function()
    local deal = { games = {}, faults = {} }
    for _ = 1, per_deal do
      local i, result, problem = results()
      if problem or not i then return nil, problem end
      for _, fault in ipairs(result.faults) do
        local name = player.names[result.game][fault.seat]
        deal.faults[name] = (deal.faults[name] or 0) + 1
      end
      deal.games[result.game] = result.measured
      on_progress(i)
      if any and is_late and is_late() then return nil end
    end
    any = true
    return deal
  end
end

--- The same over the deals of a plan's shards (lua/lab/plan/shard_results.lua),
--- whose games have a shape.
function compare.merged(self, games_shape)
  local results = self.parts:values(shape.object { games = games_shape,
    faults = shape.map(shape.text(10000), shape.whole(1, 1 << 40), 100) })
  return function()
    local _, deal = results()
    return deal
  end
end

--- The shape of a deal's games in a plan's shard.
local function games_shape(self)
  local games = #self.rules * self.games_per_deal
  return shape.list(metrics.shape(self.rules[1].side_n, self.walks), games,
    games)
end

--- Play the deals of a plan's shard, `args.shard` of compare.open. True, or nil
--- and a message.
function compare.play_shard(self, shard)
  local item = shard.from - 1
  local deals = compare.played(self, function() end)
  local deal, problem = deals()
  while deal and not problem do
    item = item + 1
    local n, _ = 0, nil
    for _, count in pairs(deal.faults) do n = n + count end
    _, problem = shard:put(item, deal, n)
    if not problem then deal, problem = deals() end
  end
  self.player:close()
  return not problem, problem
end

--- Play the deals. Returns a list of tallies, in which number i compares the
--- rules i + 1 with the first, and the number of faults by name; or nil and the
--- error of the variant that ended them early.
local function play(self, on_progress)
  local n, tallies, faults = self.games_per_deal, {}, {}
  for i = 2, #self.rules do
    tallies[i - 1] = compare.tally(self.keys, nil, nil, self.fields)
  end
  local deals = self.parts and compare.merged(self, games_shape(self))
    or compare.played(self, on_progress)
  local deal, failure = deals()
  while deal do
    for name, count in pairs(deal.faults) do
      faults[name] = (faults[name] or 0) + count
    end
    for k, tally_ in ipairs(tallies) do
      tally_:add(table.move(deal.games, 1, n, 1, {}),
        table.move(deal.games, k * n + 1, (k + 1) * n, 1, {}))
    end
    deal, failure = deals()
  end
  self.player:close()
  if failure then return nil, failure end
  return tallies, faults
end

--- Play the deals of a comparison of two rule sets; `on_progress` is called
--- with the number of games played. Returns the result, for programs; or nil
--- and the error of the variant that ended them early.
function compare.play(self, on_progress)
  local tallies, faults = play(self, on_progress)
  if not tallies then return nil, faults end
  local deals = tallies[1].deals
  local rows, sheets = deals > 0 and tallies[1]:rows() or {}, {}
  for i, row in ipairs(rows) do
    local metric = by_key[row.key]
    rows[i] = { metric = row.key, name = metric.name, text = metric.text,
      a = row.a, b = row.b, difference = row.difference,
      low = row.low or nan, high = row.high or nan, t = row.t or nan,
      p = row.p or nan, holds = row.holds }
  end
  for i, rules in ipairs(self.rules) do
    sheets[i] = { name = rules.name, digest = rules.digest }
  end
  local result = compare.head_of(self, deals, faults, rows)
  result.a, result.b = sheets[1], sheets[2]
  return result
end

-- ---- Sweeps ----------------------------------------------------------------

--- A value of a knob by its text: a number, true, false, or a word.
local function value_of(text)
  if text == "true" or text == "false" then return text == "true" end
  return math.tointeger(tonumber(text)) or text
end

local most_values = 6 -- that fit in a table of 80 columns

--- The values of a knob that a text such as "1..4" or "bid,taken" means; nil
--- and a message.
local function values_of(knob, text)
  local list = {}
  local low, high = text:match "^(%-?%d+)%.%.(%-?%d+)$"
  low, high = math.tointeger(tonumber(low)), math.tointeger(tonumber(high))
  if low and high and low >= high then
    return nil, ("%s: expected a lower value before '..' than after it, such "
      .. "as 1..4, got '%s'"):format(knob, text)
  elseif low and high then
    for value = low, math.min(high, low + most_values) do
      list[#list + 1] = value
    end
  else
    for word in (text .. ","):gmatch "(.-)," do
      list[#list + 1] = value_of(word)
    end
  end
  if #list < 2 or #list > most_values then
    return nil, ("%s: expected 2 to %d values, such as 1..4 or 1,2,4, got "
      .. "'%s'"):format(knob, most_values, text)
  end
  return list
end

--- The variants of a sweep, given as "KNOB=VALUES", the knob and the values. Or
--- nil and a message.
function compare.settings(info, text)
  local knob, rest = text:match "^([^=]*)=(.*)$"
  if not knob then
    return nil, ("expected KNOB=LOW..HIGH or KNOB=A,B,..., got '%s'"):format(
      text)
  end
  local known = {}
  for _, other in ipairs(aurum.knobs()) do
    if other.name ~= "players" then known[#known + 1] = other.name end
    known[other.name] = other.name ~= "players"
  end
  if not known[knob] then
    return nil, ("no knob '%s'%s"):format(knob, hint.near(knob, known))
  end
  local list, problem = values_of(knob, rest)
  if not list then return nil, problem end
  local infos, seen = {}, {}
  for i, value in ipairs(list) do
    local fits, expected = aurum.knob_fits(knob, value)
    if not fits then
      return nil, ("%s: expected %s, got '%s'"):format(knob, expected, value)
    elseif seen[value] then
      return nil, ("%s: the value '%s' is given twice"):format(knob, value)
    end
    seen[value], infos[i] = true,
      with_knobs(info, { [knob] = value }, "sweep")
  end
  return infos, knob, list
end

--- A metric over the values: its mean under each with its interval, and the
--- differences from the first value. `t` is the largest of their |t|. nil if it
--- has no value with one of them.
local function swept(metric, tallies, rows)
  local item = { metric = metric.key, name = metric.name, text = metric.text,
    means = {}, lows = {}, highs = {}, differences = {}, t = 0 }
  for i, by_metric in ipairs(rows) do
    local row = by_metric[metric.key]
    if not row then return nil end
    item.means[1], item.means[i + 1] = row.a, row.b
    item.differences[i] = { difference = row.difference, low = row.low or nan,
      high = row.high or nan, t = row.t or nan, holds = row.holds }
    item.t = math.max(item.t, size_of(row))
  end
  for i = 0, #tallies do
    local sample = i == 0 and tallies[1].a[metric.key]
      or tallies[i].b[metric.key]
    local low, high = deal_values.interval(metric, sample)
    item.lows[i + 1], item.highs[i + 1] = low or nan, high or nan
  end
  return item
end

--- The metrics over the values of a sweep, in the order of the keys. Tally i
--- compares the rules i + 1 with the first.
function compare.over_values(tallies, keys)
  local rows, items = {}, {}
  for i, tally_ in ipairs(tallies) do
    rows[i] = {}
    for _, row in ipairs(tally_:rows()) do rows[i][row.key] = row end
  end
  for _, key in ipairs(keys) do
    items[#items + 1] = swept(by_key[key], tallies, rows)
  end
  return items
end

--- Play the deals of a sweep (compare.open with compare.settings). Returns the
--- result, for programs; or nil and an error.
function compare.sweep(self, knob, list, on_progress)
  local tallies, faults = play(self, on_progress)
  if not tallies then return nil, faults end
  local deals = tallies[1].deals
  local items = deals > 0 and compare.over_values(tallies, self.keys) or {}
  for i, item in ipairs(items) do item.index = i end
  table.sort(items, function(x, y)
    if x.t ~= y.t then return x.t > y.t end
    return x.index < y.index
  end)
  for _, item in ipairs(items) do item.index, item.t = nil, nil end
  local result = compare.head_of(self, deals, faults, items)
  result.variant, result.knob, result.values = self.rules[1].name, knob, list
  return result
end

--- The set of metrics that are shares.
compare.shares = {}
for key, metric in pairs(by_key) do compare.shares[key] = metric.share end

return compare
