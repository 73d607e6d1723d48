-- against.lua: plays the alchemist of this build against that of another build
-- of aurum, each on its own engine.
--
--   build/aurum run tests/against.lua OTHER VARIANT/PLAYERS DEALS SEED [BOT]
--
-- OTHER is the program of the other build, such as ../former/build/aurum. It
-- runs this file too: it keeps the same game and asks its own bots. BOT plays
-- for this build in place of alchemist, such as alchemist:sims=2350. Each deal
-- is one round. With two sides each program plays each side once; with more,
-- this one plays each seat once, against the other in all the rest. Its gain is
-- the points of its side less the mean of the other sides'.
--
-- The other build has to deal alike and to have `aurum.game` with `restart`,
-- `deal`, `step` and `apply`. Two runs print the same gains; only the time
-- differs.
local aurum = require "aurum"

local function rules_of(setting)
  local name, players = setting:match "^(.*)/(%d)$"
  return assert(aurum.variant(name or setting, tonumber(players)))
end

--- Games with the bot in the seats that have an "x" in the key, as in "x--".
--- The other seats are moved by hand. Each game is made when first asked for.
local function games_of(rules, bot)
  return setmetatable({}, { __index = function(games, seats)
    local bots = {}
    for seat = 1, rules.players do
      bots[seat] = seats:sub(seat, seat) == "x" and bot
    end
    games[seats] = aurum.game { variant = rules, bots = bots, seed = "",
      trust = true }
    return games[seats]
  end })
end

local function begin(game, seed)
  game:restart(seed)
  return game:deal()
end

--- All that the two programs have to agree on.
local function hands(game)
  local list = {}
  for seat, hand in ipairs(game.state.hands) do list[seat] = tostring(hand) end
  return table.concat(list, "/")
end

--- Seconds that the bots took and the number of their answers.
local function time(game)
  local seconds, answers = 0, 0
  for _, seat in ipairs(game.timing) do
    seconds, answers = seconds + seat.seconds, answers + seat.decisions
  end
  return seconds, answers
end

-- --- The other program -------------------------------------------------------

--- Obey each line of the standard input, and answer with a line.
local function serve(setting)
  local games, game = games_of(rules_of(setting), "alchemist"), nil
  local obey = {
    begin = function(rest)
      local seats, seed = rest:match "^(%S+) (.*)$"
      game = begin(games[seats], seed)
      return hands(game)
    end,
    step = function() return game:step() end,
    apply = function(action) return hands(game:apply(action)) end,
    time = function() return ("%.6f %d"):format(time(game)) end,
  }
  for line in io.stdin:lines() do
    local word, rest = line:match "^(%S+) ?(.*)$"
    print(obey[word](rest))
    io.stdout:flush()
  end
end

--- A function that sends a line to another build and returns its answer.
local function other_build(program, setting)
  local pipe = os.tmpname()
  os.remove(pipe)
  assert(os.execute(("mkfifo '%s'"):format(pipe)))
  local to = assert(io.popen(("'%s' run '%s' serve '%s' >'%s'"):format(program,
    debug.getinfo(1, "S").source:sub(2), setting, pipe), "w"))
  local from = assert(io.open(pipe))
  os.remove(pipe)
  to:setvbuf "line"
  return function(...)
    to:write(table.concat({ ... }, " "), "\n")
    return assert(from:read(), "the other program ended")
  end
end

-- --- This program ------------------------------------------------------------

--- The seats of this program in each game of a deal.
local function seatings(rules)
  local list = {}
  for side = 1, rules.side_n do
    local seats = {}
    for seat = 1, rules.players do
      seats[seat] = rules.side_of[seat] == side and "x" or "-"
    end
    list[side] = table.concat(seats)
  end
  return list
end

--- Play a round; returns its points by side.
local function play(game, ask, seats, seed)
  local theirs = seats:gsub(".", { x = "-", ["-"] = "x" })
  assert(hands(begin(game, seed)) == ask("begin", theirs, seed),
    "the programs deal different hands")
  while #game.rounds == 0 do
    local seat = game.state.turn
    if seats:sub(seat, seat) == "x" then
      local action = tostring(game:step())
      assert(ask("apply", action) == hands(game),
        "the hands differ after " .. action)
    else
      game:apply(ask "step")
    end
  end
  return game.rounds[1].points
end

local function compare(program, setting, deals, seed, bot)
  local estimate = require "aurum.stats.estimate"
  local rules = rules_of(setting)
  local ask, games = other_build(program, setting), games_of(rules, bot)
  local gains = estimate.sample()
  local own, other = { 0, 0 }, { 0, 0 } -- seconds and answers
  for deal = 1, deals do
    local gain = 0
    for side, seats in ipairs(seatings(rules)) do
      local points = play(games[seats], ask, seats, seed .. "." .. deal)
      for i, p in ipairs(points) do
        gain = gain + (i == side and p or -p / (rules.side_n - 1))
      end
      local seconds, answers = time(games[seats])
      own[1], own[2] = own[1] + seconds, own[2] + answers
      seconds, answers = ask "time":match "(%S+) (%S+)"
      other[1], other[2] = other[1] + seconds, other[2] + answers
    end
    gains:add(gain / rules.side_n)
  end
  local low, high = gains:interval()
  print(("%s, %d deals: %+.2f points (%.2f, %.2f), in %.2f of the other's time")
    :format(setting, deals, gains.mean, low or -math.huge, high or math.huge,
      own[1] / own[2] / (other[1] / other[2])))
end

if arg[1] == "serve" then
  serve(arg[2])
elseif (#arg == 4 or #arg == 5) and tonumber(arg[3]) then
  compare(arg[1], arg[2], tonumber(arg[3]), arg[4], arg[5] or "alchemist")
else
  io.stderr:write("against: expected OTHER VARIANT/PLAYERS DEALS SEED [BOT]\n")
  os.exit(2)
end
