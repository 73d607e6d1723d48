-- The sums of a batch of a league, from the journal of its games.
local arena_tally = require "aurum.lab.arena.arena_tally"
local blocks = require "aurum.lab.blocks"
local estimate = require "aurum.stats.estimate"
local journal = require "aurum.record.journal"
local result_writer = require "aurum.lab.arena.result_writer"
local schedule = require "aurum.lab.arena.schedule"
local batch_sums = {}

--- The points a round by which the first bot of a game beat the second, its
--- open round included.
local function margin(game, seating, head)
  local at_fault
  for _, fault in ipairs(game.faults) do
    if not fault.substituted then
      at_fault = at_fault or head.sides[fault.seat]
    end
  end
  local sides = math.max(table.unpack(head.sides))
  local points, rounds = estimate.points(game.rounds, sides, at_fault)
  local own, k, other, l, seen = 0, 0, 0, 0, {}
  for seat, side in ipairs(head.sides) do
    if not seen[side] then
      seen[side] = true
      if seating[seat] == 1 then
        own, k = own + points[side], k + 1
      else
        other, l = other + points[side], l + 1
      end
    end
  end
  local above, below = estimate.margin_between(own, k, other, l)
  return above / (below * math.max(rounds, 1))
end

--- Count the faults of a game: of each bot and kind the first and their number.
local function note_faults(faults, game, seating, names)
  for _, fault in ipairs(game.faults) do
    local bot = names[seating[fault.seat]]
    local key = bot .. " " .. fault.kind
    if not faults[key] then
      faults[key] = { bot = bot, fault = fault.kind, of = fault.ask,
        game = game.id, message = fault.message:sub(1, 1000), count = 0 }
      table.insert(faults, faults[key])
    end
    faults[key].count = faults[key].count + 1
  end
end

--- The games of a journal with its schedule; or nil and a message: it cannot be
--- read, or it is damaged. An empty journal has no games.
local function read_games(path)
  local read, problem = journal.read(path)
  if not read or not read.head then return nil, problem end
  local plan, list = schedule.new(read.head), {}
  local games = result_writer.games(read, plan)
  repeat
    local game, wrong = games()
    if wrong then return nil, wrong end
    list[#list + 1] = game
  until not game
  return list, plan
end

--- True if a run can continue a journal, nil, and the head of the journal, if
--- it has one; or false and the damage.
function batch_sums.check(path)
  local games, plan = read_games(path)
  if games then return true, nil, plan.head end
  return plan == nil, plan
end

--- The line of a batch's result (lua/lab/league/league_log.lua), from its
--- journal: `names` are those of its two bots. Or nil and a message.
function batch_sums.of(path, names)
  local games, plan = read_games(path)
  if not games then return nil, plan or path .. ": it has no games" end
  local head = plan.head
  local tally, summer = arena_tally.tally(plan), blocks.new(head)
  for _, item in ipairs(arena_tally.reduce(plan, summer, games, 1)) do
    tally:take(item)
  end
  local faults, best, worst = {}, nil, nil
  for i, game in ipairs(games) do
    local _, seating = plan:game(i)
    local by_seat = head.seatings[seating]
    note_faults(faults, game, by_seat, names)
    local own = { game = game.id, points = margin(game, by_seat, head) }
    if not best or own.points > best.points then best = own end
    if not worst or own.points < worst.points then worst = own end
  end
  local pair, list = tally.pairs[1], {}
  for k, fault in ipairs(faults) do list[k] = fault end
  return { share = pair.win_rate.mean, share_squares = pair.win_rate.squares,
    points = pair.difference.mean, points_squares = pair.difference.squares,
    blocks = tally.blocks, games = tally.games, best = best, worst = worst,
    forfeits = { tally.bots[1].forfeits, tally.bots[2].forfeits },
    faults = list }
end

return batch_sums
