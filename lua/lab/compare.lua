-- What a rule does to the game: the same deals played under two sets of rules,
-- and for each figure of the games (lua/lab/metrics.lua) the difference.
--
-- A deal is one observation: its figure under the second rules less that under
-- the first, each the mean over the deal's games, in which the bots sit in
-- every order (lua/lab/exchange.lua). Both meet the same cards round by round:
-- what these do to both cancels.
local aurum = require "aurum"
local hint = require "aurum.text.hint"
local estimate = require "aurum.stats.estimate"
local metrics = require "aurum.lab.metrics"
local exchange = require "aurum.lab.exchange"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local series = require "aurum.play.series"
local pool = require "aurum.play.pool"
local term = require "aurum.text.term"
local compare = {}

local tally = {}
tally.__index = tally

--- A tally of the figures with these keys. For the spread, `first` and `last`
--- say for each seating on which sides the first and the last bot sit alone.
function compare.tally(keys, first, last)
  local self = setmetatable({ keys = keys, first = first, last = last,
    deals = 0, a = {}, b = {}, difference = {} }, tally)
  for _, key in ipairs(keys) do
    self.a[key], self.b[key] = estimate.sample(), estimate.sample()
    self.difference[key] = estimate.sample()
  end
  return self
end

local function sum_of(own, sides)
  local sum = 0
  for _, side in ipairs(sides) do sum = sum + own[side] end
  return sum, #sides
end

--- By how much the first bot beats the last in a game, in points a round.
local function spread_of(own, first, last)
  local points, k = sum_of(own, first)
  local above, below = estimate.margin_between(points, k, sum_of(own, last))
  return above / below
end

--- A deal's metric under one set of rules: the mean over its games.
local function metric_of(self, key, games)
  local sum = 0
  for i, game in ipairs(games) do
    sum = sum + (key ~= "spread" and game[key]
      or spread_of(game.own, self.first[i], self.last[i]))
  end
  return sum / #games
end

--- Add a deal: the figures of its games under both rules, by seating.
function tally:add(a, b)
  self.deals = self.deals + 1
  for _, key in ipairs(self.keys) do
    local x, y = metric_of(self, key, a), metric_of(self, key, b)
    self.a[key]:add(x)
    self.b[key]:add(y)
    self.difference[key]:add(y - x)
  end
end

--- What came out, the surest difference first: by |t|, the difference in its
--- standard errors. `holds` says whether it is beyond chance though so many
--- were looked at.
function tally:rows()
  local rows, p = {}, {}
  for place, key in ipairs(self.keys) do
    local sample = self.difference[key]
    local low, high = sample:interval()
    rows[place] = { key = key, place = place, a = self.a[key].mean,
      b = self.b[key].mean, difference = sample.mean, low = low, high = high,
      t = sample:t() }
    p[key] = sample:p()
    rows[place].p = p[key]
  end
  local holds = estimate.holm(p)
  for _, row in ipairs(rows) do row.holds = holds[row.key] or false end
  table.sort(rows, function(x, y)
    local s, t = math.abs(x.t or 0), math.abs(y.t or 0)
    if s ~= t then return s > t end
    return x.place < y.place
  end)
  return rows
end

-- ---- The command --------------------------------------------------------

--- For each seating the sides on which a bot sits alone; nil if in one there
--- are none.
local function alone(spec, seatings, rules)
  local result = {}
  for i, seating in ipairs(seatings) do
    local sides, mixed = {}, {}
    for seat, side in ipairs(rules.side_of) do
      mixed[side] = mixed[side] or seating[seat].spec ~= spec
    end
    for side = 1, rules.side_n do
      if not mixed[side] then sides[#sides + 1] = side end
    end
    if #sides == 0 then return nil end
    result[i] = sides
  end
  return result
end

--- The figures to tell of: those asked for, of those there are.
local function chosen_keys(text, has)
  local wanted, keys, known, by_key = nil, {}, {}, {}
  for i, metric in ipairs(metrics.metrics) do
    known[i], by_key[metric.key] = metric.key, metric
  end
  for key in text and (text .. ","):gmatch "(.-)," or function() end do
    if not by_key[key] then
      term.fail(("no metric '%s'%s (there are: %s)"):format(key,
        hint.near(key, known), table.concat(known, ", ")), 2)
    elseif not has[by_key[key].wants or "any"] then
      term.fail(("metric '%s' wants %s"):format(key, by_key[key].wants), 2)
    end
    wanted = wanted or {}
    wanted[key] = true
  end
  for _, metric in ipairs(metrics.metrics) do
    if has[metric.wants or "any"] and (not wanted or wanted[metric.key]) then
      keys[#keys + 1] = metric.key
    end
  end
  return keys
end

--- What plays the games of each deal under the first rules, then the others.
local function open_player(args, match)
  local per_deal = 2 * #match.seatings
  return series.open(args, { rules = match.rules, seatings = match.seatings,
    seed = match.series,
    measure = metrics.measure,
    on_fault = "substitute", -- or a fault would end a game: other figures
    job = function(i)
      return { game = (i - 1) % per_deal + 1,
        seed = ("%s.%d"):format(match.series,
          match.first + (i - 1) // per_deal) }
    end })
end

--- Play the deals and add what they come to; returns the bots' faults, by name,
--- and what the variant did wrong, if it did.
local function play_deals(args, match, results)
  local per_deal, faults = 2 * #match.seatings, {}
  local total = match.deals * per_deal
  local bar, games = term.progress(total, args.json), {}
  local failure
  for i, result, problem in match.player:all(total) do
    failure = problem
    if problem then break end
    for _, fault in ipairs(result.faults) do
      local name = match.player.names[result.game][fault.seat]
      faults[name] = (faults[name] or 0) + 1
    end
    games[result.game] = result.measured
    if #games == per_deal and i % per_deal == 0 then
      results:add(table.move(games, 1, #match.seatings, 1, {}),
        table.move(games, #match.seatings + 1, per_deal, 1, {}))
      games = {}
    end
    bar(i)
  end
  bar()
  return faults, failure
end

local names, shares, texts = {}, {}, {}
for _, metric in ipairs(metrics.metrics) do
  names[metric.key], shares[metric.key] = metric.name, metric.share
  texts[metric.key] = metric.text
end

--- A number of a row: a share in per cent, others with as many digits as fit.
local function shown(key, x, sign)
  if not x then return "-" end
  local format = shares[key] and ".1f%%" or math.abs(x) < 99.995 and ".2f"
    or ".1f"
  local text = ("%" .. (sign and "+" or "") .. format):format(
    shares[key] and 100 * x or x)
  return (text:gsub("^[-+](0[.0]*%%?)$", "%1"))
end

local function shown_t(t)
  if not t then return "-" end
  if t - t ~= 0 then return t > 0 and "+inf" or "-inf" end
  return (("%+.1f"):format(t):gsub("^[-+](0.0)$", "%1"))
end

local function print_rows(rows)
  local lines = { { "", "A", "B", "B - A", "95 % interval", "t" } }
  for _, row in ipairs(rows) do
    lines[#lines + 1] = { names[row.key], shown(row.key, row.a),
      shown(row.key, row.b), shown(row.key, row.difference, true),
      row.low and shown(row.key, row.low, true) .. " to "
        .. shown(row.key, row.high, true) or "-",
      shown_t(row.t) .. (row.holds and " *" or "  ") }
  end
  term.write(term.table(lines, "<"))
end

local function print_text(match, results)
  local a, b = table.unpack(match.rules)
  local function several(n, what)
    return ("%d %s%s"):format(n, what, n == 1 and "" or "s")
  end
  term.write(("A  %s\nB  %s\n%d players, %s, seed %s\n%s: %s a deal by each "
    .. "rules\n"):format(term.plain(a.name), term.plain(b.name), a.players,
    several(results.deals, "deal"), term.plain(match.seed),
    term.plain(table.concat(match.specs, ", ")),
    several(#match.seatings, "game")))
  if a.digest == b.digest then
    term.write "the rules are the same\n"
  elseif match.recut then
    term.write "the cards dealt differ: deals are paired by their seed alone\n"
  end
  if results.deals == 0 then
    term.write "no deal was played to its end\n"
    return
  end
  term.write "\n"
  local rows = results:rows()
  print_rows(rows)
  if results.deals == 1 then
    term.write "\nno intervals from fewer than 2 deals\n"
  else
    term.write("\nt: B - A in standard errors over deals; *: beyond chance, at "
      .. "5 % in all rows\n")
  end
end

local function print_json(match, results, faults)
  local rows = results.deals > 0 and results:rows() or {}
  for i, row in ipairs(rows) do
    rows[i] = { metric = row.key, name = names[row.key], text = texts[row.key],
      a = row.a, b = row.b, difference = row.difference, low = row.low,
      high = row.high, t = row.t, p = row.p, holds = row.holds }
  end
  local sheets = {}
  for i, rules in ipairs(match.rules) do
    sheets[i] = { name = rules.name, digest = rules.digest }
  end
  term.write(json.encode { a = sheets[1], b = sheets[2],
    players = match.rules[1].players, seed = match.seed, bots = match.specs,
    deals = results.deals, games = 2 * #match.seatings * results.deals,
    same_cards = not match.recut, metrics = rows,
    faults = next(faults) and faults or nil,
    interrupted = aurum.sys.interrupted() or nil }, "\n")
end

--- Whether a seed deals other hands under one of the rules than the other. A
--- hook that cannot deal is reported by the game.
local function deals_differ(a, b, seed)
  local function differ()
    local x, y = aurum.state(a:wake()):deal(seed).hands,
      aurum.state(b:wake()):deal(seed).hands
    for seat = 1, a.players do
      if x[seat] ~= y[seat] then return true end
    end
    return false
  end
  if a.asleep or b.asleep then
    local worker <close> = pool.new { work = differ }
    return worker:call {} or false
  end
  local good, result = pcall(differ)
  return good and result
end

--- Compare two rules for the same seats and sides; returns the exit status.
function compare.run(args, a, b)
  local bots, unknown = exchange.bots(args.bots, a.players)
  if not bots then term.fail(unknown, 2) end
  local seatings, problem = exchange.seat(bots, a, #bots > 1)
  if not seatings then term.fail("--bots: " .. problem, 2) end
  local match = { rules = { a, b }, seatings = seatings, specs = {} }
  for i, bot in ipairs(bots) do match.specs[i] = bot.spec end
  local first = alone(bots[1].spec, match.seatings, a)
  local last = bots[1].spec ~= bots[#bots].spec
    and alone(bots[#bots].spec, match.seatings, a)
  local keys = chosen_keys(args.metrics, { any = true,
    partners = a.side_n < a.players,
    ["two bots on sides of their own"] = first and last })
  local final
  match.series, match.first, final, match.seed = options.series(args.seed,
    args.deals, 500)
  match.deals = final - match.first + 1
  match.recut = deals_differ(a, b, match.series .. ".1")
  match.player = open_player(args, match)
  local results = compare.tally(keys, first, last)
  local faults, failure = play_deals(args, match, results)
  match.player:close()
  if failure then term.fail(term.plain(failure, "\n\t")) end
  for name, n in pairs(faults) do
    term.say(("note: %s was at fault, %d in all; the first legal action was "
      .. "played for it"):format(term.plain(name), n))
  end
  if args.json then
    print_json(match, results, faults)
  else
    print_text(match, results)
  end
  if aurum.sys.interrupted() then
    term.fail(("interrupted after %d of %d deals"):format(results.deals,
      match.deals))
  end
  return 0
end

return compare
