-- The engine of `aurum bot profile`: plays games in a worker process and adds
-- up the time, memory and searches of a bot's calls.
--
-- Each game is played twice, since timing the lines of a bot slows it down. The
-- first playing times calls, the second times lines.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local caller = require "aurum.text.caller"
local seat_orders = require "aurum.lab.seat_orders"
local player = require "aurum.play.player"
local bot_profile = {}

local slowest_most = 5 -- slow answers that are kept
local slack = 10 -- times the usual limit, while lines are timed

-- ---- In the worker ------------------------------------------------------

--- Insert an answer into a list of the slowest, the slowest first.
local function insert_slow(list, answer)
  local at = #list + 1
  while at > 1 and list[at - 1].seconds < answer.seconds do at = at - 1 end
  if at > slowest_most then return end
  table.insert(list, at, answer)
  list[slowest_most + 1] = nil
end

--- The seconds that a seat's answers to a question took so far.
local function seconds_of(game, seat, ask)
  local calls = game:profile(seat).calls[ask]
  return calls and calls.seconds or 0.0
end

--- Play a game and return the slowest answers of the seats in `own`.
local function play(game, own)
  local slowest, state = {}, game.state
  while not game.over do
    local seat, ask = state.turn, state.deciding
    if not own[seat] then
      game:step()
    else
      local position, before = state:position(), seconds_of(game, seat, ask)
      local at = aurum.place(state.place)
      game:step()
      insert_slow(slowest, { ask = ask, round = at.round, trick = at.trick,
        seat = seat, position = position, game = game.seed,
        seconds = seconds_of(game, seat, ask) - before })
    end
  end
  return slowest
end

--- The games to prepare: for each of the `seatings` one in which calls are
--- measured and one in which lines are.
local function make(rules, seatings, cpu)
  local games, own_of, level_of, slowest = {}, {}, {}, nil
  for _, seating in ipairs(seatings) do
    for _, level in ipairs { "calls", "lines" } do
      local bots, own = {}, {}
      for seat, item in ipairs(seating) do
        local bot = setmetatable({ cpu = level == "calls" and cpu or nil },
          { __index = item.bot })
        if item.own then bot.profile, own[seat] = level, true end
        bots[seat] = bot
      end
      local game = bot_files.game { variant = rules, bots = bots, seed = "",
        on_fault = "substitute", print = "off" }
      games[#games + 1], own_of[game] = game, own
      level_of[game] = level
    end
  end
  function games.run(game)
    slowest = {}
    if level_of[game] == "calls" then
      slowest = play(game, own_of[game])
    else
      game:run()
    end
  end
  function games.measure(game)
    local seats = {}
    for seat in pairs(own_of[game]) do
      seats[#seats + 1] = game:profile(seat)
    end
    return { seats = seats, slowest = slowest }
  end
  return games
end

-- ---- Sums ---------------------------------------------------------------

local keys = { "calls", "seconds", "allocated", "searches", "sims" }
local parts = { "file", "start", "observe", "bid", "change", "play", "answer" }

--- Add the calls of a seat.
local function add_calls(sums, calls)
  for name, row in pairs(calls) do
    local sum = sums[name] or { name = name, calls = 0, seconds = 0.0,
      allocated = 0, searches = 0, sims = 0 }
    sums[name] = sum
    for _, key in ipairs(keys) do sum[key] = sum[key] + row[key] end
  end
end

--- Add the lines of a seat.
local function add_lines(sums, lines)
  for _, row in ipairs(lines) do
    local place = row.file .. ":" .. row.line
    local sum = sums[place] or { file = row.file, line = row.line, count = 0,
      seconds = 0.0 }
    sums[place] = sum
    sum.count, sum.seconds = sum.count + row.count, sum.seconds + row.seconds
  end
end

--- The texts of a bot's lines, by file and number.
local function texts_of(bot)
  local function split(text)
    local list = {}
    for line in (text .. "\n"):gmatch "(.-)\r?\n" do list[#list + 1] = line end
    return list
  end
  local texts = { [bot.path] = split(bot.source) }
  for _, file in ipairs(bot.files or {}) do
    if file.text then texts[file.name] = split(file.text) end
  end
  return texts
end

--- The lines as a list, the slowest first, each with its text and its share of
--- their time.
local function ranked(sums, bot)
  local list, total, texts = {}, 0.0, texts_of(bot)
  for _, row in pairs(sums) do
    list[#list + 1], total = row, total + row.seconds
  end
  for _, row in ipairs(list) do
    local text = texts[row.file] and texts[row.file][row.line]
    row.text = text and text:match "^%s*(.-)%s*$" or ""
    row.share = total > 0 and row.seconds / total or 0.0
    if row.file == bot.path then row.file = row.file:match "[^/]*$" end
  end
  table.sort(list, function(a, b)
    if a.seconds ~= b.seconds then return a.seconds > b.seconds end
    if a.file ~= b.file then return a.file < b.file end
    return a.line < b.line
  end)
  return list
end

-- ---- A profile ----------------------------------------------------------

--- The seatings: the bot in every seat; or, against others, in a seat that
--- changes from game to game, with the others in turn.
local function seatings_of(bot, against, players)
  local list = {}
  for own = 1, against and players or 1 do
    local seating = {}
    for seat = 1, players do
      local is_own = not against or seat == own
      seating[seat] = { own = is_own, bot = is_own and bot
        or against[((seat - own) % players - 1) % #against + 1] }
    end
    list[own] = seating
  end
  return list
end

--- Add the results of a job.
local function add(sums, result)
  local found = sums.found
  for _, seat in ipairs(result.measured.seats) do
    if seat.lines then
      add_lines(sums.lines, seat.lines)
    else
      add_calls(sums.calls, seat.calls)
    end
  end
  if sums.timed then return end
  for _, answer in ipairs(result.measured.slowest) do
    insert_slow(found.slowest, answer)
  end
  found.faults = found.faults + #result.faults
  found.fault = found.fault or result.trace
end

--- Profile a bot (aurum.bot) under `rules`. `options` has the number of
--- `games`, their `seed`, `cpu`, the seconds for an answer, and `against`, a
--- list of opponents, or nil for the bot itself. `on_progress` is called with
--- the number of playings, two for each game. A call that was stopped counts as
--- a fault only. Returns a profile, or nil, a message and perhaps "usage":
---   games, faults  their numbers; `fault` is the first one's text
---   calls          a list of aurum.profile_calls, each with its `name`
---   lines          a list of aurum.profile_line, the slowest first, each with
---                  its `text` and its `share` of the time
---   slowest        the slowest answers: { position =, seconds =, game =,
---                  round =, trick =, seat =, ask = }
function bot_profile.run(bot, rules, options, on_progress)
  local against, problem
  if options.against then
    against, problem = seat_orders.bots(options.against, rules.players - 1)
    if not against then
      return nil, caller.text "{against}: " .. problem, "usage"
    end
  end
  local seatings = seatings_of(bot, against, rules.players)
  local opened <close>, message, seat, game = player.open {
    seconds = options.cpu * slack,
    make = function() return make(rules, seatings, options.cpu) end,
    job = function(i)
      local number, lines = (i - 1) // 2, (i - 1) % 2
      return { game = number % #seatings * 2 + 1 + lines,
        seed = ("%s.%d"):format(options.seed, number + 1) }
    end,
  }
  if not opened then
    local at = seat and seatings[(game - 1) // 2 + 1][seat].bot.path
    return nil, at and ("%s: %s"):format(at, message) or tostring(message)
  end
  local found = { games = 0, faults = 0, slowest = {}, calls = {} }
  local sums = { found = found, calls = {}, lines = {} }
  for i, result, failure in opened:all(2 * options.games) do
    if failure then return nil, failure end
    sums.timed = i % 2 == 0
    add(sums, result)
    found.games = i // 2
    on_progress(i)
  end
  for _, name in ipairs(parts) do
    if sums.calls[name] then table.insert(found.calls, sums.calls[name]) end
  end
  found.lines = ranked(sums.lines, bot)
  return found
end

return bot_profile
