-- Sums of blocks; a block is a deal over all its seatings. They are computed in
-- the process that played the games and travel as a short text;
-- lua/lab/arena/arena_tally.lua adds them up.
--
-- A block's values are the means over its games. Fractions are summed by
-- denominator, so that equal differences cancel exactly: the difference of a
-- bot from itself is 0.
local bid_result = require "aurum.record.bid_result"
local pairs_of = require "aurum.lab.arena.schedule".pairs
local estimate = require "aurum.stats.estimate"
local answer_times = require "aurum.stats.answer_times"
local blocks = {}

blocks.fault_kinds = { "error", "illegal", "cpu", "memory", "fuel", "crash",
  "host" }

-- The counts of a side in a game, in order: these, then its bars, the numbers
-- of rounds with at most 2 points, 3 to 5, ... 27 or more
local of_side = { "rounds", "points", "exact", "over", "under", "gold" }
local column_of = { exact = 3, over = 4, under = 5 }
local bars = 10
local width = #of_side + bars

-- The counts of a bot, in order: the counts of a side, then these, then its
-- faults by kind
local of_bot = { "games", "wins", "shared", "forfeits", "decisions" }
local GAMES, WINS, SHARED, FORFEITS, DECISIONS = 1, 2, 3, 4, 5
local columns = width + #of_bot + #blocks.fault_kinds

-- ---- A game -------------------------------------------------------------

--- A bid and the tricks taken as one integer. Bids have at most 8 bits.
local function pair_of(bid, taken) return bid << 8 | taken end

--- The finished rounds of a game summed by side, as a flat list; and by side
--- the bid and the tricks taken of each round, from pair_of.
local function sums_of(rounds, sides)
  local list, results = {}, {}
  for side = 1, sides do
    local at = (side - 1) * width
    results[side] = {}
    for k = 1, width do list[at + k] = 0 end
    list[at + 1] = #rounds
    for _, round in ipairs(rounds) do
      local points = round.points[side]
      local result = bid_result(round.taken[side], round.bid[side])
      local kind = at + column_of[result]
      local bar = at + #of_side + 1
        + math.max(0, math.min(points // 3, bars - 1))
      list[at + 2] = list[at + 2] + points
      list[kind] = list[kind] + 1
      list[at + 6] = list[at + 6] + round.gold_points[side]
      list[bar] = list[bar] + 1
      results[side][#results[side] + 1] = pair_of(round.bid[side],
        round.taken[side])
    end
  end
  return list, results
end

--- The part of a result (lua/play/player.lua) that its block needs, as plain
--- data.
function blocks.game(result, side_of)
  local game = { winners = result.winners, timing = result.timing,
    faults = {} }
  game.sums, game.results = sums_of(result.rounds,
    math.max(table.unpack(side_of)))
  for i, fault in ipairs(result.faults) do
    game.faults[i] = { seat = fault.seat, kind = fault.kind,
      forfeit = not fault.substituted }
    if not fault.substituted then
      game.at_fault = game.at_fault or side_of[fault.seat]
    end
  end
  return game
end

--- Points by side of a whole game, and its number of rounds. The open round of
--- a forfeited game counts too, so that raising an error never beats losing.
local function points_of(game, sides)
  local points = {}
  for side = 1, sides do points[side] = game.sums[(side - 1) * width + 2] end
  return points, estimate.add_forfeit(points, game.sums[1], game.at_fault)
end

--- For each bot of a game: its sides, their points, and the games they won.
local function by_bot(bot_of, points, won)
  local of, order = {}, {}
  for side, i in ipairs(bot_of) do
    if not of[i] then
      of[i] = { sides = 0, points = 0, won = 0 }
      order[#order + 1] = i
    end
    local own = of[i]
    own.sides = own.sides + 1
    own.points = own.points + points[side]
    own.won = own.won + (won[side] and 1 or 0)
  end
  table.sort(order)
  return of, order
end

-- ---- Sums ---------------------------------------------------------------

--- A mean of fractions, which are summed by denominator.
local function new_mean() return { n = 0, above = {}, belows = {} } end

local function add_fraction(mean, above, below)
  mean.n = mean.n + 1
  if not mean.above[below] then table.insert(mean.belows, below) end
  mean.above[below] = (mean.above[below] or 0) + above
end

local nan = 0 / 0 -- the mean of nothing

local function value_of(mean)
  local total = 0.0
  table.sort(mean.belows) -- the same in every run
  for _, below in ipairs(mean.belows) do
    total = total + mean.above[below] / below
  end
  return mean.n > 0 and total / mean.n or nan
end

local function zeros(n)
  local list = {}
  for k = 1, n do list[k] = 0 end
  return list
end

--- Add a game's counts to its bots' counts; `of` is the result of by_bot.
local function count(counts, game, seating, bot_of, of)
  for i, own in pairs(of) do
    local at = counts[i]
    at[width + GAMES] = at[width + GAMES] + 1
    if own.won > 0 then
      at[width + WINS] = at[width + WINS] + 1
      local shared = #game.winners > 1 and 1 or 0
      at[width + SHARED] = at[width + SHARED] + shared
    end
  end
  for side, i in ipairs(bot_of) do
    local own, at = counts[i], (side - 1) * width
    for k = 1, width do own[k] = own[k] + game.sums[at + k] end
  end
  for _, fault in ipairs(game.faults) do
    local own, kind = counts[seating[fault.seat]], width + #of_bot
    for k, name in ipairs(blocks.fault_kinds) do
      if name == fault.kind then kind = kind + k end
    end
    own[kind] = own[kind] + 1
    if fault.forfeit then own[width + FORFEITS] = own[width + FORFEITS] + 1 end
  end
end

--- Add the results of a game's rounds to its bots' results: the number of
--- rounds by bid and tricks taken.
local function count_results(results, game, bot_of)
  for side, i in ipairs(bot_of) do
    local own = results[i]
    for _, pair in ipairs(game.results[side]) do
      own[pair] = (own[pair] or 0) + 1
    end
  end
end

local function count_times(sums, game, seating)
  for seat, i in ipairs(seating) do
    local own, timing = sums.counts[i], game.timing[seat]
    own[width + DECISIONS] = own[width + DECISIONS] + timing.decisions
    sums.seconds[i] = sums.seconds[i] + timing.seconds
    sums.times[i]:add(timing.times)
  end
end

--- The ranking of a game's sides as text, by their bots: the winners, then the
--- others, with ties as in "2>1=3". A bot that has two sides is in it twice.
local function ranking_of(of, order)
  local ranks = { {}, {} }
  for _, i in ipairs(order) do
    for side = 1, of[i].sides do
      table.insert(ranks[side <= of[i].won and 1 or 2], i)
    end
  end
  for k = 2, 1, -1 do
    ranks[k] = table.concat(ranks[k], "=")
    if ranks[k] == "" then table.remove(ranks, k) end
  end
  return table.concat(ranks, ">")
end

-- ---- Blocks -------------------------------------------------------------

local summer = {}
summer.__index = summer

--- A summer of the blocks of a schedule, given its journal's head.
function blocks.new(head)
  local self = setmetatable({ head = head, bots = #head.bots,
    sides = math.max(table.unpack(head.sides)),
    pairs = pairs_of(head.seatings), pair = {} }, summer)
  for i = 1, self.bots do self.pair[i] = {} end
  for k, pair in ipairs(self.pairs) do self.pair[pair[1]][pair[2]] = k end
  -- the number of blocks; counts, seconds, histograms of times and results by
  -- bot
  self.form = "j" .. ("j"):rep(self.bots * columns) .. ("n"):rep(self.bots)
    .. ("s4"):rep(2 * self.bots)
  -- of a block: two means for each bot and pair; for each pair the sample of
  -- its games as if no two shared their cards; rankings
  self.block_form = ("n"):rep(self.bots * 2 + #self.pairs * 2)
    .. ("jnn"):rep(#self.pairs) .. "s4"
  return self
end

--- Two means for each of n bots or pairs.
local function new_means(n)
  local list = {}
  for k = 1, n do
    list[k] = { difference = new_mean(), win_rate = new_mean() }
  end
  return list
end

--- Add a game to the sums of its block.
local function add_game(self, sums, game, seating)
  local head, bot_of, won = self.head, {}, {}
  for seat, side in ipairs(head.sides) do bot_of[side] = seating[seat] end
  for _, side in ipairs(game.winners) do won[side] = true end
  local sides, winners = self.sides, math.max(#game.winners, 1)
  local points, rounds = points_of(game, sides)
  local of, order = by_bot(bot_of, points, won)
  count(sums.counts, game, seating, bot_of, of)
  count_times(sums, game, seating)
  count_results(sums.results, game, bot_of)
  table.insert(sums.rankings, ranking_of(of, order))
  local total = 0
  for side = 1, sides do total = total + points[side] end
  for a, i in ipairs(order) do
    local own, bot = of[i], sums.bots[i]
    local above, below = estimate.margin(own.points, own.sides, total, sides)
    if below == 0 then above, below = 0, 1 end -- it has every side
    add_fraction(bot.difference, above, below * rounds)
    add_fraction(bot.win_rate, own.won, own.sides * winners)
    for b = a + 1, #order do
      local other, k = of[order[b]], self.pair[i][order[b]]
      above, below = estimate.margin_between(own.points, own.sides,
        other.points, other.sides)
      add_fraction(sums.pairs[k].difference, above, below * rounds)
      add_fraction(sums.pairs[k].win_rate, own.won, own.sides * winners)
      sums.alone[k]:add(above / (below * rounds))
    end
  end
end

--- A block's means, samples and rankings as text; its counts are added to
--- `sums`.
local function block_text(self, sums, games, from)
  sums.bots, sums.pairs = new_means(self.bots), new_means(#self.pairs)
  sums.rankings, sums.alone = {}, {}
  for k = 1, #self.pairs do sums.alone[k] = estimate.sample() end
  for k, seating in ipairs(self.head.seatings) do
    add_game(self, sums, games[from + k - 1], seating)
  end
  local list = {}
  for _, means in ipairs { sums.bots, sums.pairs } do
    for _, mean in ipairs(means) do
      list[#list + 1] = value_of(mean.difference)
      list[#list + 1] = value_of(mean.win_rate)
    end
  end
  for _, alone in ipairs(sums.alone) do
    list[#list + 1] = alone.n
    list[#list + 1] = alone.mean
    list[#list + 1] = alone.squares
  end
  list[#list + 1] = table.concat(sums.rankings, ";")
  return self.block_form:pack(table.unpack(list))
end

--- Results of a bot as text: each pair and its number of rounds.
local function results_text(results)
  local list = {}
  for pair, n in pairs(results) do list[#list + 1] = ("jj"):pack(pair, n) end
  return table.concat(list)
end

--- The sums of consecutive blocks, as text. `games` is the list of all their
--- games in order, each from blocks.game.
function summer:sum(games)
  local size = #self.head.seatings
  local sums, texts = { counts = {}, seconds = zeros(self.bots), times = {},
    results = {} }, {}
  for i = 1, self.bots do
    sums.counts[i], sums.times[i] = zeros(columns), answer_times.new()
    sums.results[i] = {}
  end
  for from = 1, #games, size do
    texts[#texts + 1] = block_text(self, sums, games, from)
  end
  local list = { #texts }
  for _, counts in ipairs(sums.counts) do
    table.move(counts, 1, columns, #list + 1, list)
  end
  table.move(sums.seconds, 1, self.bots, #list + 1, list)
  for _, own in ipairs(sums.times) do list[#list + 1] = own:text() end
  for _, results in ipairs(sums.results) do
    list[#list + 1] = results_text(results)
  end
  return self.form:pack(table.unpack(list)) .. table.concat(texts)
end

local function new_counts(row)
  for _, keys in ipairs { of_side, of_bot } do
    for _, key in ipairs(keys) do row[key] = 0 end
  end
  row.bars, row.faults, row.seconds = zeros(bars), {}, 0.0
  row.times, row.results = answer_times.new(), {}
  for _, kind in ipairs(blocks.fault_kinds) do row.faults[kind] = 0 end
end

--- Empty rows to add blocks to, one for each bot and one for each pair. A bot's
--- `results` has its number of rounds by bid and tricks taken (blocks.results).
--- `difference` and `win_rate` are samples (lua/stats/estimate.lua). A pair's
--- `blocks` has the same difference, and the one that its games would have if
--- no two shared their cards.
function summer:rows()
  local bots, pairs_ = {}, {}
  for i, bot in ipairs(self.head.bots) do
    bots[i] = { name = bot.label, difference = estimate.sample(),
      win_rate = estimate.sample() }
    new_counts(bots[i])
  end
  for k, pair in ipairs(self.pairs) do
    local gathered = estimate.blocks()
    pairs_[k] = { first = pair[1], second = pair[2], blocks = gathered,
      difference = gathered.sample, win_rate = estimate.sample() }
  end
  return bots, pairs_
end

--- Add values, from values[at + 1] on, to the keys of a row. Returns the index
--- of the last.
local function add_each(row, keys, values, at)
  for k, key in ipairs(keys) do row[key] = row[key] + values[at + k] end
  return at + #keys
end

local bar_keys = {}
for k = 1, bars do bar_keys[k] = k end

local function add_means(rows, values, at)
  for _, row in ipairs(rows) do
    local difference, win_rate = values[at + 1], values[at + 2]
    if difference == difference then row.difference:add(difference) end
    if win_rate == win_rate then row.win_rate:add(win_rate) end
    at = at + 2
  end
  return at
end

--- Add results, from results_text, to the results of a row.
local function add_results(results, text)
  local at = 1
  while at <= #text do
    local pair, n
    pair, n, at = ("jj"):unpack(text, at)
    results[pair] = (results[pair] or 0) + n
  end
end

--- The results of a row as a table by bid of tables by tricks taken.
function blocks.results(row)
  local matrix = {}
  for pair, n in pairs(row.results) do
    local bid = pair >> 8
    matrix[bid] = matrix[bid] or {}
    matrix[bid][pair & 255] = n
  end
  return matrix
end

--- Add counts to the rows of bots.
local function add_counts(bots, values)
  local at = 1
  for _, row in ipairs(bots) do
    at = add_each(row, of_side, values, at)
    at = add_each(row.bars, bar_keys, values, at)
    at = add_each(row, of_bot, values, at)
    at = add_each(row.faults, blocks.fault_kinds, values, at)
  end
  for i, row in ipairs(bots) do
    row.seconds = row.seconds + values[at + i]
    row.times:add(values[at + #bots + i])
    add_results(row.results, values[at + 2 * #bots + i])
  end
end

--- Add blocks to rows, in the order of the schedule. For each block
--- `each(rankings, difference)` is called with the rankings of its games, as
--- text, and the first pair's difference.
function summer:add(text, bots, pairs_, each)
  local counts = { self.form:unpack(text) }
  add_counts(bots, counts)
  local next_byte = counts[#counts]
  for _ = 1, counts[1] do
    local values, at = { self.block_form:unpack(text, next_byte) }, 0
    next_byte = values[#values]
    local first = values[2 * #bots + 1]
    at = add_means(pairs_, values, add_means(bots, values, at))
    for _, pair in ipairs(pairs_) do
      pair.blocks.alone:merge(values[at + 1], values[at + 2], values[at + 3])
      at = at + 3
    end
    each(values[at + 1], first)
  end
end

-- ---- Sums from a file ---------------------------------------------------

local most = 1 << 50

local function is_count(n) return n >= 0 and n <= most end

local function is_value(x) return x ~= x or x >= -1e9 and x <= 1e9 end

--- True if values[from] to values[to] all pass a check.
local function all(values, from, to, check)
  for k = from, to do
    if not check(values[k]) then return false end
  end
  return true
end

local function are_results(text)
  if #text % 16 ~= 0 then return false end
  for at = 1, #text, 16 do
    local pair, n = ("jj"):unpack(text, at)
    if pair < 0 or pair > 0xffff or not is_count(n) then return false end
  end
  return true
end

--- True if a text has the rankings of the games of a block: each ranks at most
--- as many bots as there are sides.
local function are_rankings(self, text)
  local games = 0
  for game in (text .. ";"):gmatch "(.-);" do
    local ranked = 0
    for bot in (game .. ">"):gsub("=", ">"):gmatch "(.-)>" do
      local i = bot:find "^[1-9]%d?%d?%d?$" and tonumber(bot)
      if not i or i > self.bots then return false end
      ranked = ranked + 1
    end
    if ranked > self.sides then return false end
    games = games + 1
  end
  return games == #self.head.seatings
end

--- True if the counts of `sum` are good: points and those for gold may be
--- negative.
local function are_counts(self, values)
  local last = 1 + self.bots * columns
  for k = 2, last do
    local column = (k - 2) % columns + 1
    local signed = of_side[column] == "points" or of_side[column] == "gold"
    local n = signed and math.abs(values[k]) or values[k]
    if not is_count(n) then return false end
  end
  local function is_histogram(text) return answer_times.count(text) ~= nil end
  local to = last + self.bots
  return all(values, last + 1, to, function(x) return x >= 0 and x <= 1e15 end)
    and all(values, to + 1, to + self.bots, is_histogram)
    and all(values, to + self.bots + 1, to + 2 * self.bots, are_results)
end

--- True if the values of a block are good.
local function is_block(self, values)
  local means = 2 * (self.bots + #self.pairs)
  for k = 1, #self.pairs do
    local at = means + 3 * (k - 1)
    local mean, squares = values[at + 2], values[at + 3]
    if not (is_count(values[at + 1]) and mean >= -1e9 and mean <= 1e9
      and squares >= 0 and squares <= 1e18) then
      return false
    end
  end
  return all(values, 1, means, is_value)
    and are_rankings(self, values[#values - 1])
end

--- True if a text is one that `sum` made of at most `limit` blocks.
local function is_sum(self, text, limit)
  local values = { self.form:unpack(text) }
  local at = values[#values]
  if values[1] < 1 or values[1] > limit or not are_counts(self, values) then
    return false
  end
  for _ = 1, values[1] do
    local block = { self.block_form:unpack(text, at) }
    at = block[#block]
    if not is_block(self, block) then return false end
  end
  return at == #text + 1
end

--- The problem of a text from a file, in words; nil if it is one that `sum`
--- made of at most `limit` blocks.
function summer:problem(text, limit)
  local good, whole = pcall(is_sum, self, text, limit)
  if not good or not whole then return "expected the sums of whole deals" end
end

return blocks
