-- The checks of `aurum variant check`: random games in which every invariant is
-- checked. Each game is checked against a second copy of its rules, then
-- replayed from its record. If the rules sleep in this process
-- (lua/play/strangers.lua), a worker plays.
local aurum = require "aurum"
local bid_result = require "aurum.record.bid_result"
local pool = require "aurum.play.pool"
local variant_check = {}

local fresh = 100 -- games that each get new rules
local slice = 0.1 -- seconds between two answers of the worker
local left = 0 -- bytes that hooks may still print

-- ---- Totals -------------------------------------------------------------

--- The totals of no games. They show designers what game their rules make.
function variant_check.totals()
  return { games = 0, rounds = 0, tricks = 0, exact = 0, over = 0, under = 0,
    scored = 0, points = 0, shared = 0 }
end

local function add_game(totals, game)
  totals.games = totals.games + 1
  for _, round in ipairs(game.rounds) do
    totals.rounds = totals.rounds + 1
    if #round.winners > 1 then totals.shared = totals.shared + 1 end
    for side, taken in ipairs(round.taken) do
      local result = bid_result(taken, round.bid[side])
      totals[result] = totals[result] + 1
      totals.scored = totals.scored + 1
      totals.tricks = totals.tricks + taken
      totals.points = totals.points + round.points[side]
    end
  end
end

-- ---- Games --------------------------------------------------------------

--- Play one random game of a seed, checked against rules that share nothing
--- with the game's; then replay its record. Returns what went wrong, or nil.
local function play_one(game, seed, twin)
  game:restart(seed)
  aurum.hook_prints(left)
  local good, message = game:check(twin)
  left = aurum.hook_prints(0) -- the replay would repeat it
  if not good then return message end
  local record <close> = assert(aurum.record(game:record()))
  local d = record:replay(twin)[1]
  return d and ("its record, played again: %s, expected %s, got %s"):format(
    d.what, d.expected, d.got)
end

--- Play one game by rules made for it alone, then again by the same rules, each
--- time checked against other copies. If a hook remembers something, the second
--- game shows it.
local function play_alone(make, seed, game)
  game = game or aurum.game { variant = make(), seed = "" }
  local problem = play_one(game, seed, make())
  if problem then return problem end
  local shown
  shown, left = left, 0
  problem = play_one(game, seed, make())
  left = shown
  return problem
end

--- A failure for the report. Its game alone reproduces it, unless a hook
--- remembers the games before.
local function failure_of(make, message, game, series, number)
  local state = game.state
  local where = state.round == 0 and "its first deal"
    or ("round %d, trick %d"):format(state.round, state.trick.number)
  left = 0
  local alone = play_alone(make, game.seed) == message
  return { message = message, seed = game.seed, record = game:record(),
    place = where, again = alone and game.seed or series,
    again_games = not alone and number or nil }
end

--- A function that plays the next games of a series { series =, first =,
--- last = } for a tenth of a second: { totals =, failure =, done = }. `make`
--- makes the rules.
local function player(make, games)
  local number, alone = games.first - 1, games.first == games.last
  local game, twin
  return function()
    local totals, until_ = variant_check.totals(), aurum.sys.clock() + slice
    game = game or aurum.game { variant = make(), seed = "" }
    repeat
      number = number + 1
      local seed = ("%s.%d"):format(games.series, number)
      if number - games.first < fresh then twin = make() end
      local message = alone and play_alone(make, seed, game)
        or not alone and play_one(game, seed, twin)
      if message then
        return { totals = totals, done = true,
          failure = failure_of(make, message, game, games.series, number) }
      end
      add_game(totals, game)
    until number == games.last or aurum.sys.clock() > until_
    return { totals = totals, done = number == games.last }
  end
end

-- ---- All of it ----------------------------------------------------------

--- Check the rules of `info` (aurum.read_variant) for the number of players of
--- `rules`, which were made of it. Plays the games { series =, first =, last =,
--- hook_prints = } until one fails or the user interrupts; hooks may print so
--- many bytes (0) to standard error. Returns the failure, or nil, and the
--- totals. Its `by_host` is true if the machine failed.
--- `on_progress` is called with the number of games played.
function variant_check.run(info, rules, games, on_progress)
  left = games.hook_prints or 0
  local totals, players = variant_check.totals(), rules.players
  local next_games = player(function()
    local made, problem = info:rules(players)
    if not made then error(tostring(problem), 0) end
    return made:wake()
  end, games)
  local worker <close> = pool.new { work = next_games,
    in_process = not rules:is_asleep() }
  repeat
    if aurum.sys.interrupted() then break end
    local result, problem, death = worker:call {}
    if not result then
      if aurum.sys.interrupted() then break end
      return { message = problem,
        by_host = death ~= nil and death.kind == "host" }, totals
    end
    for key, n in pairs(result.totals) do totals[key] = totals[key] + n end
    on_progress(totals.games)
    if result.failure then return result.failure, totals end
  until result.done
  return nil, totals
end

return variant_check
