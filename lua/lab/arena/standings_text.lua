-- The standings of an arena (lua/lab/arena/standings.lua) as tables and as CSV.
local aurum = require "aurum"
local csv = require "aurum.text.csv"
local result_columns = require "aurum.record.result_columns"
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local short_names = require "aurum.text.short_names"
local standings_text = {}

local widest_in_terminal = 17 -- two names and their numbers fit 80 columns

--- A name with `tag` in place of its middle, if it is too long. `widest`: the
--- most characters (default: those of a terminal).
local function cut(name, tag, widest)
  local n = utf8.len(name)
  widest = widest or widest_in_terminal
  if not n or n <= widest then return name end
  local tail = (widest - #tag) // 2
  return name:sub(1, utf8.offset(name, widest - #tag - tail + 1) - 1) .. tag
    .. name:sub(utf8.offset(name, -tail))
end

--- A name whose options have the shortest beginnings that tell them apart.
local function brief(name)
  for n = 1, #name do
    local met, alike = {}, false
    local short = name:gsub(":([%a_][%w_]*)=", function(key)
      local own = key:sub(1, n)
      alike = alike or met[own]
      met[own] = true
      return (":%s="):format(own)
    end)
    if not alike then return short end
  end
  return name
end

--- The names of bots for tables. A long one has only the options that tell bots
--- apart, then the beginnings of these options. Names that would read alike get
--- the number of their bot in the command. `widest` as above.
local function table_names(bots, widest)
  local names, all, count = {}, {}, {}
  for i, bot in ipairs(bots) do all[i] = bot.name end
  local telling = short_names(all)
  for i, name in ipairs(all) do
    if cut(name, "~", widest) ~= name then name = telling[name] end
    if cut(name, "~", widest) ~= name then name = brief(name) end
    names[i] = cut(name, "~", widest)
    count[names[i]] = (count[names[i]] or 0) + 1
  end
  for i, bot in ipairs(bots) do
    if count[names[i]] > 1 then
      names[i] = cut(bot.name, "~#" .. i .. "~", widest)
    end
  end
  return names
end

local function known(x) return x == x and x or nil end

--- An estimate of standings and its interval as cells.
local function cells(estimate, form, factor)
  return format.estimate(form, factor, known(estimate.mean),
    known(estimate.low), estimate.high, estimate.blocks)
end

local function ranking(shown)
  local list = { { "bot", "games", "won", "95 % interval", "pts/rd",
    "95 % interval" } }
  for _, i in ipairs(shown.order.bots) do
    local bot = shown.bots[i]
    local won, won_between = cells(bot.win_rate, "%.1f", 100)
    local mean, between = cells(bot.difference, "%+.3f", 1)
    list[#list + 1] = { shown.names[i], bot.games, won .. "%", won_between,
      mean, between }
  end
  return list
end

--- The distribution of each bot's points, for a terminal.
local function bars(shown)
  local list = { { "bot", "points a round, 0 to 29 in threes" } }
  for _, i in ipairs(shown.order.bots) do
    list[#list + 1] = { shown.names[i],
      aurum.chart.spark { values = shown.bots[i].distribution } }
  end
  return "\n" .. term.table(list, "<<")
end

--- A rating as a whole number: -0.4 is +0.
local function whole(x) return ("%+d"):format(math.floor(x + 0.5)) end

local function counts(shown)
  local list = { { "bot", "rating", "95 % interval", "points", "exact", "over",
    "under", "gold" } }
  for _, i in ipairs(shown.order.bots) do
    local bot = shown.bots[i]
    local rounds, r = math.max(bot.rounds, 1), bot.rating
    list[#list + 1] = { shown.names[i], whole(r.rating),
      known(r.low) and ("%s to %s"):format(whole(r.low), whole(r.high)) or "-",
      ("%.2f"):format(bot.points_per_round), format.percent(bot.exact, rounds),
      format.percent(bot.over, rounds), format.percent(bot.under, rounds),
      ("%.2f"):format(bot.gold_per_round) }
  end
  return list
end

--- The difference of a pair and its interval, of the better less the worse bot.
local function oriented(shown, item)
  local d = shown.pairs[item.pair].difference
  if not item.turned then return d end
  return { blocks = d.blocks, mean = 0 - d.mean, low = 0 - d.high,
    high = 0 - d.low }
end

local function pairs_table(shown)
  local rows = { { "pair", "", "games", "pts/rd", "95 % interval", "gain" } }
  for _, item in ipairs(shown.order.pairs) do
    local pair = shown.pairs[item.pair]
    local gain = known(pair.gain)
    local mean, between = cells(oriented(shown, item), "%+.3f", 1)
    rows[#rows + 1] = { shown.names[item.better], "- "
      .. shown.names[item.worse], pair.games, mean, between,
      gain and gain < math.huge and ("%.1f"):format(gain) or "-" }
  end
  return rows
end

--- Points a round of the row's bot against the column's bot.
local function matrix(shown)
  local rows, column = { { "" } }, {}
  for place, i in ipairs(shown.order.bots) do
    rows[1][place + 1], column[i] = tostring(place), place + 1
    rows[place + 1] = { ("%d %s"):format(place, shown.names[i]) }
    for k = 1, #shown.bots do
      rows[place + 1][k + 1] = k == place and "" or "-"
    end
  end
  for _, item in ipairs(shown.order.pairs) do
    local mean = oriented(shown, item).mean
    if known(mean) then
      local a, b = column[item.better], column[item.worse]
      rows[a][b] = ("%+.2f"):format(mean)
      rows[b][a] = ("%+.2f"):format(0 - mean)
    end
  end
  return rows
end

local function faults(shown)
  local lines = {}
  for _, i in ipairs(shown.order.bots) do
    local bot, kinds = shown.bots[i], {}
    for _, kind in ipairs(shown.order.fault_kinds) do
      if bot.faults[kind] > 0 then
        kinds[#kinds + 1] = ("%d %s"):format(bot.faults[kind], kind)
      end
    end
    if #kinds > 0 then
      lines[#lines + 1] = ("faults of %s: %s; %s forfeited\n"):format(
        term.plain(bot.name), table.concat(kinds, ", "),
        format.plural(bot.forfeits, "game"))
    end
  end
  return table.concat(lines)
end

--- The limits of bots that have their own.
local function odds(shown)
  local parts = {}
  for _, i in ipairs(shown.order.bots) do
    local bot = shown.bots[i]
    if bot.cpu then
      parts[#parts + 1] = ("%s %g s"):format(term.plain(bot.name), bot.cpu)
    end
  end
  if #parts == 0 then return "" end
  return ("odds, for an answer: %s\n"):format(table.concat(parts, ", "))
end

--- The result of the sequential test, and its estimate.
local function test(shown)
  local sprt, pair = shown.sprt, shown.pairs[1]
  if not sprt then return "" end
  return ("\nsequential test: %s\n  corrected for the stop, %s against %s:\n"
    .. "  %+.3f%s\n"):format(sprt.reason, term.plain(pair.first),
      term.plain(pair.second), sprt.mean, known(sprt.low)
        and (", 95 %% interval %+.3f to %+.3f"):format(sprt.low, sprt.high)
        or ", " .. format.no_interval(sprt.deals))
end

--- How far a bot is below the player who sees all hands, as lines. `found` is
--- what ceiling.of (lua/lab/bots/ceiling.lua) returns.
function standings_text.ceiling(found)
  local at_fault = found.forfeited == 0 and ""
    or ("  a fault of the bot decided %d of %s\n"):format(found.forfeited,
      format.plural(found.games, "game"))
  local interval = known(found.low)
    and ("95 %% interval %+.2f to %+.2f"):format(found.low, found.high)
    or format.no_interval(found.deals)
  return ("ceiling: open hands against %s: %+.2f points a round\n"
    .. "  %s,%s%s, %s\n%s"):format(term.plain(cut(found.bot,
      "~")), found.mean, interval, known(found.low) and " " or "\n  ",
      format.plural(found.deals, "deal"),
      found.method, at_fault)
end

--- The times of answers by bot, as a table whose lines begin with "timing:",
--- since they are not the same in two runs. `list` is of
--- lua/stats/answer_times.lua.
function standings_text.timing(list)
  local rows = { { "timing: ms an answer", "mean", "median", "99 %" } }
  for i, row in ipairs(list) do
    local function ms(seconds)
      return known(seconds) and ("%.4f"):format(1000 * seconds) or "-"
    end
    rows[i + 1] = { "timing: " .. row.name,
      ms(row.seconds / math.max(row.decisions, 1)), ms(row.median),
      ms(row.p99) }
  end
  return "\n" .. term.table(rows, "<")
end

local function timing(shown)
  local list = {}
  for place, i in ipairs(shown.order.bots) do list[place] = shown.timing[i] end
  return standings_text.timing(list)
end

--- The parts of standings, in an `order` (standings.order). `widest`: the most
--- characters of a name.
local function shown_of(standings, order, widest)
  return { order = order, bots = standings.bots, sprt = standings.sprt,
    pairs = standings.pairs, timing = standings.timing,
    names = table_names(standings.bots, widest) }
end

--- Standings as lists of rows of texts, the heads first: `bots`, `rounds`,
--- `pairs` and, for more than two bots, `matrix`; and as texts: `names` in the
--- order, `faults` and `test`, "" where there is none. `widest`: the most
--- characters of a name (default: those of a terminal).
function standings_text.rows(standings, order, widest)
  local shown, names = shown_of(standings, order, widest), {}
  for place, i in ipairs(order.bots) do names[place] = shown.names[i] end
  return { names = names, bots = ranking(shown), rounds = counts(shown),
    pairs = pairs_table(shown),
    matrix = #standings.bots > 2 and matrix(shown) or nil,
    faults = faults(shown), test = test(shown) }
end

--- Standings as tables, in an `order` (standings.order); `terminal` is true if
--- they go to one that shows bars.
function standings_text.tables(standings, order, terminal)
  local shown = shown_of(standings, order)
  local head = ("%s, %d players, %s, %d games, seed %s\n\n"):format(
    standings.variant, standings.players,
    format.plural(standings.deals, "deal"), standings.games,
    term.plain(standings.seed)
      .. (standings.first > 1 and (".%d"):format(standings.first) or ""))
  return table.concat { head, term.table(ranking(shown), "<"), "\n",
    term.table(counts(shown), "<"), terminal and bars(shown) or "", "\n",
    term.table(pairs_table(shown), "<<"), #standings.bots > 2
      and "\n" .. term.table(matrix(shown), "<") or "",
    faults(shown), odds(shown), test(shown), standings.ceiling
      and "\n" .. standings_text.ceiling(standings.ceiling) or "",
    timing(shown) }
end

-- ---- CSV ----------------------------------------------------------------

local columns = result_columns.names(result_columns.arena())

--- The cells that bots and pairs share.
local function estimates(row)
  local d, w = row.difference, row.win_rate
  return d.blocks, row.games, d.mean, d.low, d.high, w.mean, w.low, w.high
end

--- Standings as CSV: a line for each bot, then one for each pair. `raw` as in
--- csv.line.
function standings_text.csv(standings, raw)
  local lines = { csv.line(columns) }
  for _, bot in ipairs(standings.bots) do
    local list, count = { bot.name, "", estimates(bot) }, 0
    for _, key in ipairs { "rounds", "exact", "over", "under", "gold" } do
      list[#list + 1] = bot[key]
    end
    for _, n in pairs(bot.faults) do count = count + n end
    list[#list + 1] = count
    for _, key in ipairs { "rating", "low", "high" } do
      list[#list + 1] = bot.rating[key]
    end
    lines[#lines + 1] = csv.line(list, #list, raw)
  end
  for _, pair in ipairs(standings.pairs) do
    local list = { pair.first, pair.second, estimates(pair) }
    for i = #list + 1, #columns do list[i] = "" end
    lines[#lines + 1] = csv.line(list, #list, raw)
  end
  return table.concat(lines)
end

return standings_text
