-- The tally of a match: results by side and by bot. If the bots are exchanged
-- between the sides, it also has the points by which each line-up beats the
-- others. That part is an arena of line-ups: its tally, and so its formula, is
-- that of lua/lab/arena/arena_tally.lua.
local arena_tally = require "aurum.lab.arena.arena_tally"
local bid_result = require "aurum.record.bid_result"
local blocks = require "aurum.lab.blocks"
local schedule = require "aurum.lab.arena.schedule"
local seat_orders = require "aurum.lab.seat_orders"
local answer_times = require "aurum.stats.answer_times"
local match_tally = {}

local tally = {}
tally.__index = tally

--- The counts of one side or one bot.
local function new_row(name, side)
  return {
    name = name, side = side, games = 0, wins = 0, shared = 0, rounds = 0,
    points = 0, exact = 0, over = 0, under = 0, gold = 0, faults = 0,
    decisions = 0, seconds = 0.0, times = answer_times.new(),
  }
end

--- The arena of the line-ups of seatings, as a tally of its deals.
local function lineup_tally(seated, side_of, deals)
  local names, list = seat_orders.lineups(seated, side_of)
  local head = { sides = side_of, seatings = list, bots = {}, seed = "",
    first = 1, deals = deals }
  for i, name in ipairs(names) do head.bots[i] = { label = name } end
  return arena_tally.tally(schedule.new(head))
end

--- A tally. `seated` has the names by seat, for each way in which the bots are
--- seated. `deals` is the number of deals if each is played in all these ways,
--- one after the other; else nil. The tally has
---   sides, bots   rows, the latter in order of first appearance
---   lineups       with `deals`, the tally of an arena
---   (lua/lab/arena/arena_tally.lua)
---                 whose bots are the line-ups
function match_tally.tally(seated, side_of, deals)
  local self = setmetatable({ sides = {}, bots = {}, bot_of = {},
    seated = seated, side_of = side_of }, tally)
  for side, name in ipairs(seat_orders.side_names(seated, side_of)) do
    self.sides[side] = new_row(name, side)
  end
  for _, name in ipairs(seated[1]) do
    if not self.bot_of[name] then
      self.bot_of[name] = new_row(name)
      table.insert(self.bots, self.bot_of[name])
    end
  end
  self.lineups = deals and lineup_tally(seated, side_of, deals)
  return self
end

--- Add a game's results for a side to a row; `won` is nil, "alone" or "shared".
local function add_side(row, side, rounds, won)
  row.games = row.games + 1
  if won then row.wins = row.wins + 1 end
  if won == "shared" then row.shared = row.shared + 1 end
  for _, round in ipairs(rounds) do
    local result = bid_result(round.taken[side], round.bid[side])
    row.rounds = row.rounds + 1
    row[result] = row[result] + 1
    row.points = row.points + round.points[side]
    row.gold = row.gold + round.gold_points[side]
  end
end

--- Add the time of a seat's answers to its bot's row.
local function add_times(row, took)
  row.decisions = row.decisions + took.decisions
  row.seconds = row.seconds + took.seconds
  row.times:add(took.times)
end

--- Add a result (lua/play/player.lua), in the order of the games.
function tally:add(result)
  local side_of, names = self.side_of, self.seated[result.game]
  local winners, won = result.winners, {}
  if self.lineups then self.lineups:take(blocks.game(result, side_of)) end
  for _, side in ipairs(winners) do
    won[side] = #winners == 1 and "alone" or "shared"
  end
  local counted = {} -- a bot that sits twice on a side counts once for it
  for seat, side in ipairs(side_of) do
    local name = names[seat]
    add_times(self.bot_of[name], result.timing[seat])
    if not counted[side] then
      counted[side] = {}
      add_side(self.sides[side], side, result.rounds, won[side])
    end
    if not counted[side][name] then
      counted[side][name] = true
      add_side(self.bot_of[name], side, result.rounds, won[side])
    end
  end
  for _, fault in ipairs(result.faults) do
    local side = self.sides[side_of[fault.seat]]
    local bot = self.bot_of[names[fault.seat]]
    side.faults = side.faults + 1
    bot.faults = bot.faults + 1
  end
end

-- ---- The result ---------------------------------------------------------

local nan = 0 / 0 -- null in JSON

local function row_of(row)
  local result = { name = row.name, side = row.side }
  for _, key in ipairs { "games", "wins", "shared", "rounds", "points",
    "exact", "over", "under", "gold", "faults" } do
    result[key] = row[key]
  end
  result.points_per_round = row.points / math.max(row.rounds, 1)
  result.gold_per_round = row.gold / math.max(row.rounds, 1)
  return result
end

--- The differences of the line-ups; a number that does not exist is null.
local function mirror_of(lineups)
  local result = { deals = lineups.blocks, games_per_deal = lineups.plan.size,
    bots = {} }
  for i, row in ipairs(lineups.bots) do
    local sample = row.difference
    local low, high = sample:interval()
    result.bots[i] = { name = row.name, mean = sample.n > 0 and sample.mean
      or nan, low = low or nan, high = high or nan }
  end
  return result
end

--- The time of answers by bot (lua/stats/answer_times.lua).
function tally:timing()
  local list = {}
  for i, row in ipairs(self.bots) do list[i] = answer_times.of(row) end
  return list
end

--- The result of a match, for programs. `played` has its `rules`, `seed` and
--- the number of its `games`.
function tally:result(played)
  local result = { variant = played.rules.name, players = played.rules.players,
    seed = played.seed, games = played.games, sides = {}, bots = {} }
  for i, row in ipairs(self.sides) do result.sides[i] = row_of(row) end
  for i, row in ipairs(self.bots) do result.bots[i] = row_of(row) end
  result.timing = self:timing()
  result.mirror = self.lineups and mirror_of(self.lineups) or nil
  return result
end

return match_tally
