-- intervals.lua: how often the 95 % intervals that aurum prints contain the
-- true value.
--
--   build/aurum run tests/intervals.lua [GAMES [TRIALS [PART...]]]
--
-- For each setting it plays a population of GAMES deals (1000). Its deals take
-- the part of the truth: TRIALS times (2000; of ratings and sequential tests a
-- fifth) it draws 5, 10, 20 and 100 of them with replacement, computes each
-- interval from the draw with the code of the commands, and counts how often it
-- contains the value of the population. Where all deals of a draw agree,
-- a mean has no interval: the share of such draws is in brackets, and they do
-- not count. PART is arena, compare or accuracy (all three). tests/README.md
-- has the table of a run. Two runs print the same.
local accuracy = require "aurum.judge.accuracy"
local aurum = require "aurum"
local compare = require "aurum.lab.rules.compare"
local estimate = require "aurum.stats.estimate"
local losses = require "aurum.judge.losses"
local ratings = require "aurum.stats.ratings"
local sprt = require "aurum.stats.sprt"
local summary = require "aurum.record.summary"
local term = require "aurum.text.term"
local verdicts = require "aurum.judge.verdicts"

local deals, trials = tonumber(arg[1] or 1000), tonumber(arg[2] or 2000)
local sizes = { 5, 10, 20, 100 }
local rows = { { "interval", "setting", "truth", "5", "10", "20", "100" } }

local folder = os.tmpname()
os.remove(folder)

local parts = {}
for i = 3, #arg do parts[arg[i]] = true end

local function has(part) return #arg < 3 or parts[part] end

-- ---- Drawing ----------------------------------------------------------------

--- A function that draws numbers from 1 to n.
local function drawer(n)
  local next_number = estimate.stream(n)
  return function() return (next_number() >> 11) % n + 1 end
end

--- The share of draws whose interval contains the truth, as a cell.
local function coverage(population, size, times, interval, truth)
  local draw, held, without = drawer(#population), 0, 0
  for _ = 1, times do
    local list = {}
    for i = 1, size do list[i] = population[draw()] end
    local low, high = interval(list)
    if not low or low ~= low then
      without = without + 1
    elseif low <= truth + 1e-9 and truth <= high + 1e-9 then
      held = held + 1
    end
  end
  if without == times then return "-" end
  local text = ("%.1f"):format(100 * held / (times - without))
  return without == 0 and text
    or ("%s (%.0f)"):format(text, 100 * without / times)
end

--- Add a row: `interval(list)` gives the ends for a list of the population.
local function measure(what, setting, population, truth, interval, times, least)
  local row = { what, setting, ("%.3f"):format(truth) }
  for _, size in ipairs(sizes) do
    row[#row + 1] = size < (least or 0) and "-"
      or coverage(population, size, times or trials, interval, truth)
  end
  rows[#rows + 1] = row
  io.stderr:write(table.concat(row, "  "), "\n")
end

--- Add rows for the mean of the population's numbers, and for a share.
local function measure_mean(what, setting, population, method)
  local sum = 0
  for _, x in ipairs(population) do sum = sum + x end
  measure(what, setting, population, sum / #population, function(list)
    local sample = estimate.sample()
    for _, x in ipairs(list) do sample:add(x) end
    return sample[method](sample)
  end)
end

-- ---- Arenas -----------------------------------------------------------------

--- The deals of recorded games, each a list of its games as plain data.
local function blocks_of(path)
  local list, seed = {}, nil
  for game in aurum.records(path) do
    if game.seed ~= seed then
      seed, list[#list + 1] = game.seed, {}
    end
    table.insert(list[#list], summary.data(game))
  end
  return list
end

--- The points a round of each side less the mean of the others', in a game.
local function margins_of(data)
  local points, rounds, seat_of = {}, #data.rows.seats // data.players, {}
  for seat, side in ipairs(data.side_of) do
    seat_of[side], points[side] = seat, 0
  end
  for i, row in ipairs(data.rows.seats) do -- with the points of the seat's side
    local seat = (i - 1) % data.players + 1
    local side = data.side_of[seat]
    if seat_of[side] == seat then points[side] = points[side] + row.points end
  end
  return estimate.margins(points, rounds)
end

--- Add a game to the sums of its bots by name; returns the ranking of the bots,
--- given the `index` of each name.
local function add_game(sums, data, index)
  local won, margins, places, seen = {}, margins_of(data), { {}, {} }, {}
  for _, side in ipairs(data.winners) do won[side] = 1 / #data.winners end
  for seat, name in ipairs(data.names) do
    local side = data.side_of[seat]
    if not seen[name] then
      seen[name] = {}
      table.insert(places[won[side] and 1 or 2], index[name])
    end
    if not seen[name][side] then
      local own = sums[name] or { won = 0, margin = 0, n = 0 }
      seen[name][side], sums[name], own.n = true, own, own.n + 1
      own.won, own.margin = own.won + (won[side] or 0),
        own.margin + margins[side]
    end
  end
  for k = 2, 1, -1 do
    if #places[k] == 0 then table.remove(places, k) end
  end
  return places
end

--- Add the figures of a deal: by name the share of games `won` and the
--- `margin`; and the `places` of its games, for the ratings.
local function add_figures(block, index)
  local sums = {}
  block.places = {}
  for i, data in ipairs(block) do
    block.places[i] = add_game(sums, data, index)
  end
  for name, own in pairs(sums) do
    block[name] = { won = own.won / own.n, margin = own.margin / own.n }
  end
end

--- A fit of the ratings to deals.
local function rated(blocks, bots, replicates)
  local fit = ratings.new(bots, { replicates = replicates })
  for i, block in ipairs(blocks) do
    fit:add_block { block = i, times = 1, games = block.places }
  end
  return (fit:ratings())
end

--- The rows of `aurum record stats` for deals, by name.
local function statistics(blocks)
  local tally = summary.new()
  for i, block in ipairs(blocks) do
    for _, data in ipairs(block) do
      data.seed = tostring(i)
      tally:add(summary.game { variant = "", players = data.players,
        names = data.names, seed = data.seed, forfeited = false,
        winners = data.winners, side_of = data.side_of, side_n = data.side_n,
        faults = {}, rows = data.rows })
    end
  end
  local by_name, result = {}, tally:results()[1]
  for _, row in ipairs(result.bots) do by_name[row.name] = row end
  return by_name, result
end

--- Play an arena; returns its deals, and the names of its bots.
local function played(bots, players)
  local path = folder .. "/arena.jsonl"
  assert(aurum.arena { bots = bots, deals = deals, seed = 1, record = path,
    force = true, players = players })
  local blocks, index, names = blocks_of(path), {}, {}
  for _, data in ipairs(blocks[1]) do
    for _, name in ipairs(data.names) do
      if not index[name] then
        names[#names + 1] = name
        index[name] = #names
      end
    end
  end
  for _, block in ipairs(blocks) do add_figures(block, index) end
  return blocks, names
end

--- Add a row for a ratio of `aurum record stats`: `of(rows, result)` gives it.
local function measure_ratio(what, setting, blocks, of)
  local truth = of(statistics(blocks)):value()
  if not truth then return end
  measure("stats: " .. what, setting, blocks, truth, function(list)
    return of(statistics(list)):interval()
  end, trials // 5)
end

local function test_of(margins, mean)
  local test = sprt.new { m0 = mean - 1, m1 = mean + 1 }
  for _, x in ipairs(margins) do test:add(x) end
  return select(2, test:estimate())
end

--- Add the rows of the bot with this index.
local function measure_bot(setting, blocks, names, i)
  local name, wins, margins, mean = names[i], {}, {}, 0
  for k, block in ipairs(blocks) do
    wins[k], margins[k] = block[name].won, block[name].margin
    mean = mean + margins[k] / #blocks
  end
  local label = ("%s: %s"):format(setting, name)
  measure_mean("points, t", label, margins, "interval")
  measure_mean("win rate", label, wins, "share_interval")
  measure("rating", label, blocks, rated(blocks, #names, 0)[i].rating,
    function(list)
      local own = rated(list, #names, 200)[i]
      return own.low, own.high
    end, trials // 5)
  measure_ratio("points a round", label, blocks, function(by_name)
    return by_name[name].points
  end)
  measure_ratio("gain of a change", label, blocks, function(by_name)
    return by_name[name].changes.gain
  end)
  measure("sequential test", label, margins, mean, function(list)
    return test_of(list, mean)
  end, trials // 5, sprt.least)
end

local function arena(setting, bots, players)
  local blocks, names = played(bots, players)
  for i = 1, #names == 2 and 1 or #names do -- of two, the other is the mirror
    measure_bot(setting, blocks, names, i)
  end
  measure_ratio("first player", setting, blocks, function(_, result)
    return result.margin
  end)
end

-- ---- Comparisons of rules ---------------------------------------------------

local function comparison(setting, a, b, bots)
  local lists, make = {}, compare.tally
  function compare.tally(keys, ...)
    local tally = make(keys, ...)
    for _, key in ipairs(keys) do
      local list = {}
      lists[key] = list
      tally.difference[key] = setmetatable({ add = function(self, x)
        list[#list + 1] = x
        getmetatable(self).__index.add(self, x)
      end }, { __index = estimate.sample() })
    end
    return tally
  end
  assert(aurum.compare { a = a, b = b, bots = bots, deals = deals, seed = 1 })
  compare.tally = make
  for _, key in ipairs { "points", "exact", "shared_rounds", "first_bot" } do
    measure_mean("compare: " .. key, setting, lists[key], "interval")
  end
end

-- ---- The judge --------------------------------------------------------------

local function judged(setting, bots, games)
  local path, list = folder .. "/match.jsonl", {}
  assert(aurum.match { bots = bots, games = games, seed = 1, record = path,
    force = true })
  for game in aurum.records(path) do
    local own = { verdicts = {} }
    for verdict in verdicts.of(game.state, { sims = 100, seed = "1" }, 1) do
      table.insert(own.verdicts, verdict)
    end
    list[#list + 1] = losses.by_name(losses.by_seat(own, game.players,
      #game.rounds), game.names)[bots[1]]
  end
  local function figure(drawn)
    local sums = losses.new()
    for _, one in ipairs(drawn) do sums:add_game(one) end
    local found = accuracy.of(sums)
    return found.low, found.high, found.figure
  end
  measure("accuracy", setting, list, (select(3, figure(list))), figure,
    trials // 5)
end

-- ---- The run ----------------------------------------------------------------

assert(os.execute(("mkdir '%s'"):format(folder)))
local another = folder .. "/another.lua"
local file = assert(io.open(another, "w"))
file:write [[
local function answer(_, view) view:random() return view:random() end
return { name = "another", api = 2, bid = answer, change = answer,
  play = answer, answer = answer }
]]
file:close()
if has "arena" then
  arena("equal", { "random", another })
  arena("unequal", { "counter", "greedy" })
  arena("far apart", { "lowball", "greedy", "random" })
  arena("three players", { "counter", "greedy", "hasty" }, 3)
end
if has "compare" then
  comparison("en-2023, bga", "en-2023", "bga", { "counter", "random" })
  comparison("stakes", "standard", "standard+stakes", { "counter", "random" })
end
if has "accuracy" then
  judged("random", { "random", "greedy" }, deals // 10)
end
assert(os.execute(("rm -r '%s'"):format(folder)))
term.write(term.table(rows, "<<"))
