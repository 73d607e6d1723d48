-- What an arena's tally says: as tables, JSON or CSV. The same games give the
-- same bytes, whoever played them; times stand apart.
local aurum = require "aurum"
local blocks = require "aurum.lab.blocks"
local csv = require "aurum.text.csv"
local json = require "aurum.text.json"
local term = require "aurum.text.term"
local standings = {}

local function percent(part, whole)
  return ("%.0f%%"):format(100 * part / math.max(whole, 1))
end

--- A mean and its interval, as cells.
local function estimate(sample, form, factor, interval)
  if sample.n == 0 then return "-", "-" end
  local low, high = (interval or sample.interval)(sample)
  return form:format(factor * sample.mean), low and (form .. " to " .. form)
    :format(factor * low, factor * high) or "-"
end

local function faults_of(row)
  local sum = 0
  for _, kind in ipairs(blocks.fault_kinds) do sum = sum + row.faults[kind] end
  return sum
end

local widest = 17 -- two names and their figures fit 80 columns

--- A name with `tag` in place of its middle, if it is too long.
local function cut(name, tag)
  local n = utf8.len(name)
  if not n or n <= widest then return name end
  local tail = (widest - #tag) // 2
  return name:sub(1, utf8.offset(name, widest - #tag - tail + 1) - 1) .. tag
    .. name:sub(utf8.offset(name, -tail))
end

--- Give each row its name for tables, `short`; of those that would read alike
--- each has the number of its bot in the command.
local function shorten(rows)
  local count = {}
  for _, row in ipairs(rows) do
    row.short = cut(row.name, "~")
    count[row.short] = (count[row.short] or 0) + 1
  end
  for i, row in ipairs(rows) do
    if count[row.short] > 1 then row.short = cut(row.name, "~#" .. i .. "~") end
  end
end

--- The bots, the best first: by points, or, where not all have met, by
--- `rating`, which allows for whom each had against it.
local function ranked(tally, rating)
  local rows = table.move(tally.bots, 1, #tally.bots, 1, {})
  shorten(tally.bots)
  local place, n = {}, #rows
  for i, row in ipairs(rows) do place[row] = i end
  local all_met = #tally.pairs == n * (n - 1) // 2
  table.sort(rows, function(a, b)
    local x, y = rating[a].rating, rating[b].rating
    if all_met or x == y then
      x, y = a.difference.mean, b.difference.mean
    end
    if x ~= y then return x > y end
    return place[a] < place[b]
  end)
  return rows
end

-- ---- Tables -------------------------------------------------------------

local function print_ranking(rows)
  local list = { { "bot", "games", "won", "95 % interval", "pts/rd",
    "95 % interval" } }
  for _, row in ipairs(rows) do
    local won, won_between = estimate(row.win_rate, "%.1f", 100,
      row.win_rate.share_interval)
    local mean, between = estimate(row.difference, "%+.3f", 1)
    list[#list + 1] = { row.short, row.games, won .. "%", won_between,
      mean, between }
  end
  term.write(term.table(list, "<"))
end

--- The distribution of each bot's points, where a terminal shows it.
local function print_bars(rows)
  if not aurum.sys.is_terminal "stdout" then return end
  local list = { { "bot", "points a round, 0 to 29 in threes" } }
  for _, row in ipairs(rows) do
    list[#list + 1] = { row.short, aurum.chart.spark { values = row.bars } }
  end
  term.write("\n", term.table(list, "<<"))
end

--- A rating as a whole number: -0.4 is +0.
local function whole(x) return ("%+d"):format(math.floor(x + 0.5)) end

local function print_counts(rows, rating)
  local list = { { "bot", "rating", "95 % interval", "points", "exact", "over",
    "under", "gold" } }
  for _, row in ipairs(rows) do
    local rounds, r = math.max(row.rounds, 1), rating[row]
    list[#list + 1] = { row.short, whole(r.rating),
      ("%s to %s"):format(whole(r.low), whole(r.high)),
      ("%.2f"):format(row.points / rounds), percent(row.exact, rounds),
      percent(row.over, rounds), percent(row.under, rounds),
      ("%.2f"):format(row.gold / rounds) }
  end
  term.write(term.table(list, "<"))
end

--- The pairs as the better bot less the other, in order of rank.
local function oriented(tally, rows)
  local rank, list = {}, {}
  for i, row in ipairs(rows) do rank[row] = i end
  for _, pair in ipairs(tally.pairs) do
    local a, b = tally.bots[pair.first], tally.bots[pair.second]
    local turned = rank[a] > rank[b]
    if turned then a, b = b, a end
    list[#list + 1] = { a = a, b = b, sign = turned and -1 or 1, pair = pair }
  end
  table.sort(list, function(x, y)
    if x.a ~= y.a then return rank[x.a] < rank[y.a] end
    return rank[x.b] < rank[y.b]
  end)
  return list
end

local function print_pairs(list)
  local rows = { { "pair", "", "games", "pts/rd", "95 % interval", "gain" } }
  for _, item in ipairs(list) do
    local sample, met = item.pair.difference, item.pair.blocks
    local gain = met:gain()
    local low, high = sample:interval()
    if low and item.sign < 0 then low, high = 0 - high, 0 - low end
    rows[#rows + 1] = { item.a.short, "- " .. item.b.short, met.alone.n,
      sample.n > 0 and ("%+.3f"):format(item.sign * sample.mean + 0.0) or "-",
      low and ("%+.3f to %+.3f"):format(low, high) or "-",
      gain and gain < math.huge and ("%.1f"):format(gain) or "-" }
  end
  term.write(term.table(rows, "<<"))
end

--- Points a round of the bot of a row against that of a column.
local function print_matrix(rows, list)
  local table_, column = { { "" } }, {}
  for i, row in ipairs(rows) do
    table_[1][i + 1], column[row] = tostring(i), i + 1
    table_[i + 1] = { ("%d %s"):format(i, row.short) }
    for k = 1, #rows do table_[i + 1][k + 1] = i == k and "" or "-" end
  end
  for _, item in ipairs(list) do
    local sample = item.pair.difference
    if sample.n > 0 then
      local mean = item.sign * sample.mean + 0.0
      local a, b = column[item.a], column[item.b]
      table_[a][b] = ("%+.2f"):format(mean)
      table_[b][a] = ("%+.2f"):format(0 - mean)
    end
  end
  term.write("\n", term.table(table_, "<"))
end

local function print_faults(rows)
  for _, row in ipairs(rows) do
    local kinds = {}
    for _, kind in ipairs(blocks.fault_kinds) do
      if row.faults[kind] > 0 then
        kinds[#kinds + 1] = ("%d %s"):format(row.faults[kind], kind)
      end
    end
    if #kinds > 0 then
      term.write(("faults of %s: %s; %d game%s forfeited\n"):format(
        term.plain(row.name), table.concat(kinds, ", "), row.forfeits,
        row.forfeits == 1 and "" or "s"))
    end
  end
end

local function print_timing(rows)
  term.write "\n"
  for _, row in ipairs(rows) do
    term.write(("timing: %s %.3f ms a decision\n"):format(term.plain(row.name),
      1000 * row.seconds / math.max(row.decisions, 1)))
  end
end

--- Whether the sequential test stopped, why, and what the difference is then.
local function print_test(tally)
  local test = tally.test
  if not test then return end
  local mean, low, high = test:estimate()
  local pair = tally.pairs[1]
  term.write(("\nsequential test: %s\n"):format(test:reason()))
  term.write(("  corrected for the stop, %s against %s:\n  %+.3f%s\n"):format(
    term.plain(tally.bots[pair.first].name),
    term.plain(tally.bots[pair.second].name), mean,
    low and (", 95 %% interval %+.3f to %+.3f"):format(low, high) or ""))
end

local function print_tables(tally)
  local head, rating = tally.head, {}
  for i, r in ipairs((tally:rate())) do rating[tally.bots[i]] = r end
  local rows = ranked(tally, rating)
  term.write(("%s, %d players, %d deal%s, %d games, seed %s\n\n"):format(
    head.variant, head.players, tally.blocks, tally.blocks == 1 and "" or "s",
    tally.games, term.plain(head.seed)
      .. (head.first > 1 and (".%d"):format(head.first) or "")))
  print_ranking(rows)
  term.write("\n")
  local list = oriented(tally, rows)
  print_counts(rows, rating)
  print_bars(rows)
  term.write("\n")
  print_pairs(list)
  if #rows > 2 then print_matrix(rows, list) end
  print_faults(rows)
  print_test(tally)
  print_timing(rows)
end

-- ---- For programs -------------------------------------------------------

local nan = 0 / 0 -- null in JSON

local function figures(sample, interval)
  local low, high = (interval or sample.interval)(sample)
  return { blocks = sample.n, mean = sample.n > 0 and sample.mean or nan,
    low = low or nan, high = high or nan }
end

local function bot_figures(row)
  local result = { name = row.name, difference = figures(row.difference),
    faults = row.faults,
    win_rate = figures(row.win_rate, row.win_rate.share_interval),
    points_per_round = row.points / math.max(row.rounds, 1),
    gold_per_round = row.gold / math.max(row.rounds, 1) }
  for _, key in ipairs { "games", "wins", "shared", "rounds", "points", "exact",
    "over", "under", "gold", "forfeits" } do
    result[key] = row[key]
  end
  result.distribution = {}
  for i = 0, 9 do result.distribution[i + 1] = row.bars[i + 1] end
  return result
end

local function print_json(tally, complete)
  local head = tally.head
  local result = { engine = head.engine, variant = head.variant,
    rules = head.rules, players = head.players, seed = head.seed,
    first = head.first,
    shard = ("%d/%d"):format(head.shard, head.shards), deals = tally.blocks,
    games = tally.games, complete = complete, limits = head.limits,
    on_fault = head.on_fault, seatings = head.seatings, bots = {}, pairs = {},
    timing = {} }
  local ratings = tally:rate()
  for i, row in ipairs(tally.bots) do
    result.bots[i] = bot_figures(row)
    result.bots[i].rating = ratings[i]
    result.bots[i].digest = head.bots[i].digest
    result.bots[i].options = head.bots[i].name -- with all of them
    result.timing[i] = { name = row.name, decisions = row.decisions,
      seconds = row.seconds }
  end
  for i, pair in ipairs(tally.pairs) do
    result.pairs[i] = { first = tally.bots[pair.first].name,
      second = tally.bots[pair.second].name, games = pair.blocks.alone.n,
      difference = figures(pair.difference),
      win_rate = figures(pair.win_rate, pair.win_rate.share_interval),
      gain = pair.blocks:gain() or nan }
  end
  if tally.test then
    local test = tally.test
    local mean, low, high = test:estimate()
    result.sprt = { m0 = test.m0, m1 = test.m1, alpha = test.alpha,
      beta = test.beta, llr = test.llr, lower = test.lower,
      upper = test.upper, stopped = test.stopped or nan,
      reason = test:reason(), mean = mean, low = low or nan,
      high = high or nan, deals = test.sample.n }
  end
  term.write(json.encode(result), "\n")
end

local function print_csv(tally, raw)
  local function values(row)
    local d = figures(row.difference)
    local w = figures(row.win_rate, row.win_rate.share_interval)
    local games = row.games or row.blocks.alone.n
    return d.blocks, games, d.mean, d.low, d.high, w.mean, w.low, w.high
  end
  term.data(csv.line { "bot", "against", "deals", "games", "points",
    "points_low", "points_high", "won", "won_low", "won_high", "rounds",
    "exact", "over", "under", "gold", "faults", "rating", "rating_low",
    "rating_high" })
  local ratings = tally:rate()
  for i, row in ipairs(tally.bots) do
    local list = { row.name, "", values(row) }
    for _, key in ipairs { "rounds", "exact", "over", "under", "gold" } do
      list[#list + 1] = row[key]
    end
    list[#list + 1] = faults_of(row)
    for _, key in ipairs { "rating", "low", "high" } do
      list[#list + 1] = ratings[i][key]
    end
    term.data(csv.line(list, #list, raw))
  end
  for _, pair in ipairs(tally.pairs) do
    local list = { tally.bots[pair.first].name, tally.bots[pair.second].name,
      values(pair) }
    for i = #list + 1, 19 do list[i] = "" end
    term.data(csv.line(list, #list, raw))
  end
end

--- Print a tally; `complete` is whether the schedule was played to its end,
--- `raw` as in csv.line.
function standings.print(tally, format, complete, raw)
  if format == "json" then
    print_json(tally, complete)
  elseif format == "csv" then
    print_csv(tally, raw)
  else
    print_tables(tally)
  end
end

return standings
