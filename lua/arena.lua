-- The arena: which bot is better, told from deals that every side has played.
--
-- The unit is the block: one deal over all the seatings, so that the luck of
-- the cards falls on each bot in turn and cancels. Blocks are independent of
-- each other, the games of a block are not: all that is estimated is estimated
-- from the blocks' means.
--
-- Game i of the schedule is (deal, seating) and has the seed SEED.DEAL: a bot's
-- random numbers come from the seed, its seat and the decision, so that nothing
-- depends on which games were played before, or where.
local mirror = require "lua.mirror"
local ratings = require "lua.ratings"
local stats = require "lua.stats"
local arena = {}

-- ---- The schedule -------------------------------------------------------

local most_seatings = 1000 -- each is a game that every worker keeps ready

--- The line-ups that meet: for each the bot, by its index, of each side. With
--- two sides every pair; with more, as many bots as there are sides, and where
--- there are fewer, the last on those left over. In a gauntlet the first
--- against each other one.
local function lineups(bots, sides, gauntlet)
  local list = {}
  local function filled(chosen)
    local lineup = {}
    for side = 1, sides do lineup[side] = chosen[math.min(side, #chosen)] end
    list[#list + 1] = lineup
  end
  if gauntlet then
    for other = 2, bots do filled { 1, other } end
    return list
  end
  local chosen, size = {}, math.min(bots, sides)
  local function choose(from)
    if #chosen == size then return filled(chosen) end
    for bot = from, bots do
      chosen[#chosen + 1] = bot
      choose(bot + 1)
      chosen[#chosen] = nil
      if #list * 2 > most_seatings then return end
    end
  end
  choose(1)
  return list
end

--- The seatings of `bots` bots that each deal is played with: lists of the bot,
--- by its index, of each seat. Or nil and why there are none.
function arena.seatings(bots, side_of, gauntlet)
  local sides = math.max(table.unpack(side_of))
  local list = {}
  for _, lineup in ipairs(lineups(bots, sides, gauntlet)) do
    local seated = {}
    for seat, side in ipairs(side_of) do
      seated[seat] = tostring(lineup[side])
    end
    local orders, problem = mirror.seatings(seated, side_of)
    if not orders then return nil, problem end
    for _, order in ipairs(orders) do
      local seating = {}
      for seat, from in ipairs(order) do
        seating[seat] = math.tointeger(tonumber(seated[from]))
      end
      list[#list + 1] = seating
    end
    if #list > most_seatings then
      return nil, ("more than %d games a deal: take fewer bots, or --gauntlet")
        :format(most_seatings)
    end
  end
  return list
end

local schedule = {}
schedule.__index = schedule

--- The games of a schedule, from the head of a journal: `games` of them, in
--- `blocks`. A shard has every `shards`th deal.
function arena.schedule(head)
  local blocks = head.deals < head.shard and 0
    or (head.deals - head.shard) // head.shards + 1
  return setmetatable({ head = head, size = #head.seatings, blocks = blocks,
    games = blocks * #head.seatings }, schedule)
end

--- Game i: its deal and the number of its seating.
function schedule:game(i)
  local head, block = self.head, (i - 1) // self.size
  return head.first + head.shard - 1 + block * head.shards,
    (i - 1) % self.size + 1
end

--- What names game i: deal/seating.
function schedule:id(i)
  return ("%d/%d"):format(self:game(i))
end

--- Game i as a job of lua/play.lua.
function schedule:job(i)
  local deal, seating = self:game(i)
  return { game = seating, seed = ("%s.%d"):format(self.head.seed, deal) }
end

-- ---- What comes of it ---------------------------------------------------

arena.fault_kinds = { "error", "illegal", "cpu", "memory", "fuel", "crash",
  "host" }

--- The side that forfeited a game, if one did.
local function forfeiter(game, side_of)
  for _, fault in ipairs(game.faults) do
    if not fault.substituted then return side_of[fault.seat] end
  end
end

--- Fractions summed by their denominators, so that what cancels does so
--- exactly: a bot against itself differs by nought.
local function new_sum() return { n = 0 } end

local function add_fraction(sum, above, below)
  sum.n = sum.n + 1
  sum[below] = (sum[below] or 0) + above
end

local function mean_of(sum)
  local belows, total = {}, 0.0
  for below in pairs(sum) do
    if below ~= "n" then belows[#belows + 1] = below end
  end
  table.sort(belows) -- the same in every run
  for _, below in ipairs(belows) do total = total + sum[below] / below end
  return total / sum.n
end

local function new_row(name)
  local row = { name = name, games = 0, wins = 0, shared = 0, rounds = 0,
    points = 0, exact = 0, over = 0, under = 0, gold = 0, faults = {},
    forfeits = 0, decisions = 0, seconds = 0.0, bars = {},
    difference = stats.sample(), win_rate = stats.sample() }
  for _, kind in ipairs(arena.fault_kinds) do row.faults[kind] = 0 end
  for k = 0, 9 do row.bars[k] = 0 end
  return row
end

local tally = {}
tally.__index = tally

--- The tally of a schedule's results. Its `bots` are rows, one a bot; `pairs`
--- one for each two that met, `first` less `second`. `difference` is a sample
--- (lua/stats.lua) of the blocks' means of own points a round less the mean of
--- the other sides'; `win_rate` of a side's games won, one that k share as 1/k.
--- `blocks` of a pair has its differences as stats.blocks does; a `test`
--- (lua/sprt.lua) is handed those of the first pair. `ratings` is the fit of
--- lua/ratings.lua, for `rate`.
function arena.tally(head, test)
  local self = setmetatable({ head = head, test = test, blocks = 0, games = 0,
    bots = {}, pairs = {}, sides = math.max(table.unpack(head.sides)),
    ratings = ratings.new(#head.bots), kinds = {} }, tally)
  for i, bot in ipairs(head.bots) do self.bots[i] = new_row(bot.label) end
  for _, seating in ipairs(head.seatings) do
    for _, i in ipairs(seating) do
      for _, j in ipairs(seating) do
        if i < j then self:pair(i, j) end
      end
    end
  end
  return self
end

function tally:pair(i, j)
  for _, pair in ipairs(self.pairs) do
    if pair.first == i and pair.second == j then return pair end
  end
  local blocks = stats.blocks()
  local pair = { first = i, second = j, games = 0, blocks = blocks,
    difference = blocks.sample, win_rate = stats.sample() }
  table.insert(self.pairs, pair)
  return pair
end

-- ORDER of a side's sums over the rounds of a game; then its bars
local counted = { "rounds", "points", "exact", "over", "under", "gold" }
local bars = 10 -- rounds with 0 to 2 points or fewer, 3 to 5, ... 27 or more
local width = #counted + bars

--- A result's finished rounds (lua/play.lua) summed by side, as a short text:
--- it travels from worker to tally.
function arena.sums(result, sides)
  local list = {}
  for side = 1, sides do
    local at = (side - 1) * width
    for k = 1, width do list[at + k] = 0 end
    list[at + 1] = #result.rounds
    for _, round in ipairs(result.rounds) do
      local taken, bid = round.taken[side], round.bid[side]
      local points = round.points[side]
      local kind = at + (taken == bid and 3 or taken > bid and 4 or 5)
      local bar = at + #counted + 1
        + math.max(0, math.min(points // 3, bars - 1))
      list[at + 2] = list[at + 2] + points
      list[kind] = list[kind] + 1
      list[at + 6] = list[at + 6] + round.gold_points[side]
      list[bar] = list[bar] + 1
    end
  end
  return ("i4"):rep(sides * width):pack(table.unpack(list))
end

local formats = {} -- by the length of sums

local function read_sums(text)
  local form = formats[#text] or ("i4"):rep(#text // 4)
  formats[#text] = form
  return { form:unpack(text) }
end

--- Add a side's sums to its bot's.
local function count_side(row, sums, side)
  local at = (side - 1) * width
  for k, key in ipairs(counted) do row[key] = row[key] + sums[at + k] end
  for k = 0, bars - 1 do
    row.bars[k] = row.bars[k] + sums[at + #counted + 1 + k]
  end
end

local function count_times(self, game)
  local at = 1
  for _, i in ipairs(game.seating) do
    local row, n, seconds = self.bots[i], string.unpack("jn", game.timing, at)
    row.decisions, row.seconds = row.decisions + n, row.seconds + seconds
    at = at + string.packsize "jn"
  end
end

--- What is counted, and needs no interval: for each bot on each side it has.
local function count(self, game, sums, bot_of, won)
  local met = {}
  for side, i in ipairs(bot_of) do
    local row = self.bots[i]
    if not met[i] then row.games = row.games + 1 end
    if won[side] and not met[i] then
      row.wins = row.wins + 1
      if won.n > 1 then row.shared = row.shared + 1 end
    end
    met[i] = true
    count_side(row, sums, side)
  end
  for _, fault in ipairs(game.faults) do
    local row = self.bots[game.seating[fault.seat]]
    row.faults[fault.kind] = row.faults[fault.kind] + 1
    if not fault.substituted then row.forfeits = row.forfeits + 1 end
  end
  count_times(self, game)
end

--- By bot in a game: its sides, the points and the games won on these.
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

--- Points by side of a whole game, and its rounds. The one of a forfeit
--- counts as stats.forfeit says: to raise an error never beats losing.
local function points_of(sums, sides, at_fault)
  local points, forfeit = {}, stats.forfeit
  for side = 1, sides do
    points[side] = sums[(side - 1) * width + 2] + (not at_fault and 0
      or side == at_fault and forfeit.fault or forfeit.others)
  end
  return points, sums[1] + (at_fault and 1 or 0)
end

--- Add a game to the sums of its block.
local function add_game(self, game, sums)
  local side_of, bot_of, won = self.head.sides, {}, { n = #game.winners }
  for seat, side in ipairs(side_of) do bot_of[side] = game.seating[seat] end
  for _, side in ipairs(game.winners) do won[side] = true end
  local list = read_sums(game.sums)
  count(self, game, list, bot_of, won)
  local points, rounds = points_of(list, self.sides,
    forfeiter(game, side_of))
  local of, order = by_bot(bot_of, points, won)
  local total = 0
  for side = 1, self.sides do total = total + points[side] end
  for _, i in ipairs(order) do
    local own, others = of[i], self.sides - of[i].sides
    local sum = sums.bots[i]
    if others > 0 then -- own / k - (total - own) / others, a round
      add_fraction(sum.difference, own.points * self.sides - total * own.sides,
        own.sides * others * rounds)
    end
    add_fraction(sum.win_rate, own.won, own.sides * math.max(won.n, 1))
  end
  for a, i in ipairs(order) do
    for b = a + 1, #order do
      local one, other, pair = of[i], of[order[b]], sums.pair[i][order[b]]
      local above = one.points * other.sides - other.points * one.sides
      local below = one.sides * other.sides * rounds
      pair.row.games = pair.row.games + 1
      pair.row.blocks.alone:add(above / below)
      add_fraction(pair.difference, above, below)
      add_fraction(pair.win_rate, one.won, one.sides * math.max(won.n, 1))
    end
  end
  return of, order
end

-- Ratings want the places of every game, drawn block by block. Blocks that came
-- out alike are drawn together: there are few kinds of them, if bots are few.
local most_kinds = 4096

local function flush_kinds(self)
  for _, kind in ipairs(self.kinds) do self.ratings:add_block(kind) end
  self.kinds = {}
end

--- Note a block by the places of its games.
local function note_places(self, block, keys, games)
  local key = table.concat(keys, ";")
  local kind = self.kinds[key]
  if kind then
    kind.times = kind.times + 1
    return
  end
  if #self.kinds == most_kinds then flush_kinds(self) end
  kind = { block = block.deal, times = 1, games = games }
  self.kinds[key] = kind
  table.insert(self.kinds, kind)
end

--- The ratings of all bots: lua/ratings.lua.
function tally:rate()
  flush_kinds(self)
  return self.ratings:ratings()
end

--- The bots of a game by rank: who won, then the others; those of one rank tie.
local function places_of(of, order)
  local places = { {}, {} }
  for _, i in ipairs(order) do
    table.insert(places[of[i].won > 0 and 1 or 2], i)
  end
  if #places[2] == 0 then places[2] = nil end
  if #places[1] == 0 then table.remove(places, 1) end
  return places
end

local function new_sums(self)
  local sums = { bots = {}, pairs = {}, pair = {} }
  for i, row in ipairs(self.bots) do
    sums.bots[i] = { row = row, difference = new_sum(), win_rate = new_sum() }
    sums.pair[i] = {}
  end
  for k, row in ipairs(self.pairs) do
    sums.pairs[k] = { row = row, difference = new_sum(), win_rate = new_sum() }
    sums.pair[row.first][row.second] = sums.pairs[k]
  end
  return sums
end

local function close_block(list)
  for _, sum in ipairs(list) do
    for _, key in ipairs { "difference", "win_rate" } do
      if sum[key].n > 0 then sum.row[key]:add(mean_of(sum[key])) end
    end
  end
end

--- Add a block: { deal =, games = { { seating = bots by seat, winners =,
--- faults =, sums =, timing = }, ... } }, as journal.reduce leaves them. In the
--- order of the schedule.
function tally:add(block)
  local sums = new_sums(self)
  local keys, places = {}, {}
  for k, game in ipairs(block.games) do
    places[k] = places_of(add_game(self, game, sums))
    keys[k] = table.concat(places[k][1], "=")
  end
  note_places(self, block, keys, places)
  close_block(sums.bots)
  close_block(sums.pairs)
  if self.test then self.test:add(mean_of(sums.pairs[1].difference)) end
  self.blocks = self.blocks + 1
  self.games = self.games + #block.games
end

-- ---- Blocks -------------------------------------------------------------

--- Gathers games into blocks: `take(game)` for each, in the order of the
--- schedule; `done(block)` is called with each that is whole.
function arena.gather(plan, done)
  local games, taken = {}, 0
  return function(game)
    taken = taken + 1
    local deal, seating = plan:game(taken)
    game.seating = plan.head.seatings[seating]
    games[#games + 1] = game
    if #games < plan.size then return end
    local block = { deal = deal, games = games }
    games = {}
    done(block)
  end
end

return arena
