-- Study of a variant: plays deals with bots of several strengths, measures the
-- quality of the game (lua/lab/rules/metric_list.lua), and compares it with
-- other rules on the same deals.
--
-- A deal is one observation, as in a comparison (lua/lab/rules/compare.lua). It
-- is played by several fields of bots: the best bot in every seat (`self`), the
-- one in the middle of the ladder in every seat (`weak`), each step of the
-- ladder, mirrored (`pairs`), and the best bot against itself under each
-- restriction, mirrored.
local aurum = require "aurum"
local bot_fields = require "aurum.lab.rules.bot_fields"
local caller = require "aurum.text.caller"
local compare = require "aurum.lab.rules.compare"
local deal_values = require "aurum.lab.rules.deal_values"
local estimate = require "aurum.stats.estimate"
local metric_keys = require "aurum.lab.rules.metric_keys"
local metrics = require "aurum.lab.rules.metrics"
local option_values = require "aurum.text.option_values"
local shape = require "aurum.text.shape"
local restrictions = require "aurum.lab.rules.restrictions"
local seat_orders = require "aurum.lab.seat_orders"
local series = require "aurum.play.series"
local study = {}

local nan = 0 / 0 -- null in JSON
local by_key = deal_values.by_key

study.ladder = { "adept", "quick", "counter", "greedy", "lowball", "random" }
study.most_bots = 10
study.most_rounds = 50

-- ---- Bots ------------------------------------------------------------------

--- True if a bot that plays by nets has learned all of these rules, each by one
--- of them. A bot without nets has nothing to learn.
local function has_learned(bot, all_rules)
  local nets = {}
  for _, file in ipairs(bot.files) do
    nets[#nets + 1] = file.name:find "%.net$" and file.text
      and aurum.net(file.text) or nil
  end
  local learned = 0
  for _, rules in ipairs(nets[1] and all_rules or {}) do
    local fits = false
    for _, net in ipairs(nets) do fits = fits or net:fits(rules) end
    learned = learned + (fits and 1 or 0)
  end
  return not nets[1] or learned == #all_rules
end

--- The bots of the ladder, the best first, and the texts of those that have not
--- learned the rules: given ones play, of the usual ladder they are left out.
--- Or nil and a message.
local function ladder_of(specs, rules)
  local bots, unlearned = {}, {}
  if specs and #specs > study.most_bots then
    return nil, caller.text("{bots}: %d bots, at most %d are studied", #specs,
      study.most_bots)
  end
  for _, spec in ipairs(specs or study.ladder) do
    local bot, problem = aurum.bot(spec)
    if not bot then return nil, problem end
    local learned = has_learned(bot, rules)
    if not learned then unlearned[#unlearned + 1] = bot.spec end
    if specs or learned then bots[#bots + 1] = bot end
  end
  return bots, unlearned
end

-- ---- Fields ----------------------------------------------------------------

--- Adds the field of some bots to a study, under a name. False if they cannot
--- be exchanged, which the study notes.
local function add_field(self, name, bots)
  local seatings = seat_orders.seat(bots, self.rules[1], #bots > 1)
  if not seatings then
    self.unexchanged = true
    return false
  end
  local field = bot_fields.of(bots, seatings, self.rules[1],
    #self.seatings + 1)
  if #bots > 1 and not (field.first and field.last) then
    self.unexchanged = true
    return false
  end
  self.fields[name] = field
  for _, seating in ipairs(seatings) do
    table.insert(self.seatings, seating)
    table.insert(self.field_of, name)
  end
  return true
end

--- True if one of the rules has the option that a restriction forbids.
local function any_fits(restriction, rules)
  for _, own in ipairs(rules) do
    if restrictions.fits(restriction, own) then return true end
  end
  return false
end

--- Why no field plays a metric.
local function no_field_text(self, metric)
  local steps = #self.ladder - 1
  if metric.field == "pair" then
    return "is measured only by " .. (caller.is_command
      and "`aurum variant compare`" or "aurum.compare")
  elseif metric.restriction
    and not any_fits(metric.restriction, self.rules) then
    return "needs an option that these rules do not have"
  elseif steps < (metric.step or 1) and not metric.restriction then
    return ("needs a ladder of %d bots or more, and this one has %d"):format(
      (metric.step or 1) + 1, steps + 1)
  end
  return "needs bots that can be exchanged over these sides"
end

--- Adds the fields that the metrics with these keys need, and returns the keys
--- that can be measured.
local function add_fields(self, keys)
  local needed, kept, ladder = {}, {}, self.ladder
  for _, key in ipairs(keys) do needed[by_key[key].field or "self"] = true end
  add_field(self, "self", { ladder[1] })
  if needed.weak then
    add_field(self, "weak", { ladder[#ladder // 2 + 1] })
  end
  self.fields.pairs = {}
  for step = 1, #ladder - 1 do
    local name = "step_" .. step
    if (needed.pairs or needed[name])
      and add_field(self, name, { ladder[step], ladder[step + 1] }) then
      table.insert(self.fields.pairs, self.fields[name])
    end
  end
  for _, key in ipairs(keys) do
    local metric = by_key[key]
    local name, own = metric.field or "self", metric.restriction
    if own and any_fits(own, self.rules) then
      add_field(self, name, { ladder[1], restrictions.bot(ladder[1], own) })
    end
    local has = self.fields[name]
    if has and (name ~= "pairs" or has[1]) then
      kept[#kept + 1] = key
    else
      self.why[key] = no_field_text(self, metric)
    end
  end
  return kept
end

--- The names of metrics that depend on the bots.
local function names_of(self)
  local names = {}
  for step = 1, #self.ladder - 1 do
    names["step_" .. step] = ("%s over %s"):format(self.ladder[step].name,
      self.ladder[step + 1].name)
  end
  return names
end

-- ---- Opening ---------------------------------------------------------------

--- Plays a game up to a number of rounds: it may never end.
local function run_to(most)
  return function(game)
    while not game.over and #game.rounds < most do game:step() end
  end
end

--- The measure of a study's games: a function of a game's index among
--- those of a deal.
local function walks_of(self)
  local walks, counts = metrics.walks(self.keys) or {}, { counts = true }
  walks.pictures = true
  local n, field_of = #self.seatings, self.field_of
  return function(index)
    return field_of[(index - 1) % n + 1] == "self" and walks or counts
  end
end

--- A study of these `rules`, not yet open; or nil and a message.
local function prepare(args, rules)
  local seed, first, last, again = option_values.series(args.seed, args.deals,
    200)
  if args.shard then
    first, last = first + args.shard.from - 1, first + args.shard.to - 1
  end
  local ladder, unlearned = ladder_of(args.bots, rules)
  if not ladder then return nil, unlearned end
  local self = { rules = rules, seed = seed, first_deal = first,
    deals = last - first + 1, again = again, ladder = ladder,
    left_out = not args.bots and unlearned or nil,
    unlearned = args.bots and unlearned or nil, bots = args.named or {},
    fields = {}, seatings = {}, field_of = {}, seconds = args.seconds,
    parts = args.parts, metrics = args.metrics }
  for i, bot in ipairs(args.named and {} or ladder) do
    self.bots[i] = bot.spec
  end
  local has = { any = true, ["a study"] = true,
    ["sides of two seats"] = rules[1].side_n < rules[1].players,
    ["two bots on sides of their own"] = true }
  for sides = 3, rules[1].side_n do
    has[("%d sides or more"):format(sides)] = true
  end
  local keys, why = metric_keys.choose(args.metrics, has, true)
  if not keys then return nil, why end
  self.why = why
  self.keys = add_fields(self, keys)
  if not self.keys[1] then return nil, metric_keys.none(args.metrics, why) end
  self.games_per_deal = #self.seatings
  self.same_cards = compare.same_cards(rules, seed)
  self.walks = walks_of(self)
  return self
end

--- A study of variants (aurum.read_variant) that is ready to play: of the first
--- one, and of the others against it. `args` has the command's options. Or nil,
--- a message and perhaps "usage".
function study.open(infos, args)
  local rules, message, status = compare.all_rules(infos, args.players)
  if not rules then return nil, message, status end
  local self, problem = prepare(args, rules)
  if not self then return nil, problem, "usage" end
  local per_deal = #rules * self.games_per_deal
  self.player, problem, status = series.open(args, { rules = rules,
    seatings = self.seatings,
    measure = function(game, index)
      return metrics.measure(game, self.walks(index))
    end,
    run = run_to(args.rounds or study.most_rounds), on_fault = "substitute",
    job = function(i)
      return { game = (i - 1) % per_deal + 1,
        seed = ("%s.%d"):format(self.seed,
          self.first_deal + (i - 1) // per_deal) }
    end })
  if not self.player then return nil, problem, status end
  return self
end

-- ---- Pictures --------------------------------------------------------------

--- Adds the means of a game's list of { sum, n } by place to samples over
--- deals.
local function add_list(to, list)
  for i, own in ipairs(list or {}) do
    to[i] = to[i] or estimate.sample()
    if own[2] > 0 then to[i]:add(own[1] / own[2]) end
  end
end

--- Adds a deal's parts of the pictures of rules: uncertainty and worth of
--- decisions by trick, and rounds by bid and tricks taken.
local function add_pictures(to, games, field)
  for i = field.from, field.from + field.n - 1 do
    local own = games[i].pictures
    add_list(to.curve, own.curve)
    add_list(to.by_trick, own.by_trick)
    for key, n in pairs(own.bids) do to.bids[key] = (to.bids[key] or 0) + n end
  end
end

--- The means of samples and their 95 % intervals, by place, as far as a fifth
--- of the `deals` reach: later ones are too few to draw.
local function means_of(list, deals)
  local found = { means = {}, lows = {}, highs = {} }
  for i, sample in ipairs(list) do
    if sample.n == 0 or sample.n < deals / 5 then break end
    local low, high = sample:interval()
    found.means[i] = sample.mean
    found.lows[i], found.highs[i] = low or nan, high or nan
  end
  return found
end

--- The pictures of rules as plain data.
local function pictures_of(to, deals)
  local bids = {}
  for key, n in pairs(to.bids) do
    bids[#bids + 1] = { bid = key >> 8, taken = key & 255, n = n }
  end
  table.sort(bids, function(a, b)
    if a.bid ~= b.bid then return a.bid < b.bid end
    return a.taken < b.taken
  end)
  return { uncertainty = means_of(to.curve, deals),
    worth = means_of(to.by_trick, deals), bids = bids }
end

-- ---- Playing ---------------------------------------------------------------

--- The shape of a deal's games in a plan's shard.
local function games_shape(self)
  local n, own, any = #self.rules * self.games_per_deal, {}, function() end
  for i = 1, n do
    own[i] = metrics.shape(self.rules[1].side_n, self.walks(i))
  end
  return shape.also(shape.list(any, n, n), function(games)
    for i, game in ipairs(games) do
      local problem, at = own[i](game)
      if problem then return problem, ("[%d]%s"):format(i, at or "") end
    end
  end)
end

--- Play the deals. Returns by rules a tally, of the first rules alone and then
--- of each other against the first, the pictures by rules, the number of faults
--- by name, the error of the variant that ended them early, if any, and true if
--- the time ended them.
local function play(self, on_progress)
  local n, tallies, faults, pictures = self.games_per_deal, {}, {}, {}
  for i = 1, #self.rules do
    tallies[i] = compare.tally(self.keys, nil, nil, self.fields)
    pictures[i] = { curve = {}, by_trick = {}, bids = {} }
  end
  local start = aurum.sys.clock()
  local function is_late()
    return self.seconds and aurum.sys.clock() - start >= self.seconds
  end
  local deals = self.parts and compare.merged(self, games_shape(self))
    or compare.played(self, on_progress, is_late)
  local deal, failure
  repeat
    deal, failure = deals()
    local first = deal and table.move(deal.games, 1, n, 1, {})
    for i in ipairs(deal and self.rules or {}) do
      local own = table.move(deal.games, (i - 1) * n + 1, i * n, 1, {})
      tallies[i]:add(first, i > 1 and own or nil)
      add_pictures(pictures[i], own, self.fields.self)
    end
    for name, count in pairs(deal and deal.faults or {}) do
      faults[name] = (faults[name] or 0) + count
    end
  until not deal or is_late()
  self.player:close()
  local late = not failure and not aurum.sys.interrupted() and is_late()
    and tallies[1].deals < self.deals or nil
  return tallies, pictures, faults, failure, late
end

--- The number of steps of the ladder that are told apart: the better bot wins,
--- significant at 5 % over all of them. And the number of steps.
local function steps_of(rows)
  local apart, steps = 0, 0
  for _, row in ipairs(rows) do
    if by_key[row.key].step then
      steps = steps + 1
      if row.holds and row.a > 0 then apart = apart + 1 end
    end
  end
  return apart, steps
end

--- A row of the first rules as plain data.
local function item_of(row, names)
  local metric = by_key[row.key]
  return { metric = row.key, group = metric.group, text = metric.text,
    source = metric.source, name = names[row.key] or metric.name,
    deals = row.deals, a = row.a, a_low = row.low or nan,
    a_high = row.high or nan, holds = row.holds }
end

--- Adds to the items the figures of other rules and the differences.
local function add_others(items, tally)
  local rows = {}
  for _, row in ipairs(tally:rows()) do rows[row.key] = row end
  for _, item in ipairs(items) do
    local row, metric = rows[item.metric], by_key[item.metric]
    if row then
      local low, high = deal_values.interval(metric, tally.b[item.metric])
      item.b, item.b_low, item.b_high = row.b, low or nan, high or nan
      item.difference, item.low, item.high = row.difference, row.low or nan,
        row.high or nan
      item.t, item.differs = row.t or nan, row.holds
    end
  end
end

--- The part of a result that studies and sweeps share.
local function head_of(self, deals, faults, items)
  local result = compare.head_of(self, deals, faults, items)
  for _, key in ipairs { "left_out", "unlearned" } do
    local list = self[key]
    result[key] = list and list[1] and list or nil
  end
  result.unexchanged = self.unexchanged
  return result
end

--- Play the deals of a sweep over a knob's values (compare.settings). Returns
--- the result, for programs.
function study.sweep(self, knob, list, on_progress)
  local tallies, _, faults, failure, late = play(self, on_progress)
  local names = names_of(self)
  local items = compare.over_values(table.move(tallies, 2, #tallies, 1, {}),
    self.keys)
  local result = head_of(self, tallies[1].deals, faults, items)
  result.variant, result.knob, result.values = self.rules[1].name, knob, list
  result.failure, result.late = failure, late
  for _, item in ipairs(items) do
    item.group, item.t = by_key[item.metric].group, nil
    item.name = names[item.metric] or item.name
  end
  return result
end

--- Play the deals of a study of one or two variants; `on_progress` is called
--- with the number of games played. Returns the result, for programs.
function study.play(self, on_progress)
  local tallies, pictures, faults, failure, late = play(self, on_progress)
  local names, rows, items = names_of(self), tallies[1]:values(), {}
  for i, row in ipairs(rows) do items[i] = item_of(row, names) end
  if tallies[2] then add_others(items, tallies[2]) end
  local result = head_of(self, tallies[1].deals, faults, items)
  result.failure, result.late = failure, late
  result.steps_apart, result.steps = steps_of(rows)
  for i, key in ipairs { "a", "b" } do
    local rules = self.rules[i]
    result[key] = rules and { name = rules.name, digest = rules.digest,
      pictures = pictures_of(pictures[i], result.deals) }
  end
  return result
end

return study
