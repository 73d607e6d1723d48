-- The engine of `aurum bot profile`: plays games in a worker process and adds
-- up the time, memory and searches of a bot's calls, and samples of its stack.
--
-- A timer takes the samples, so the bot runs at nearly its usual speed, and an
-- answer that is stopped keeps those taken before.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local caller = require "aurum.text.caller"
local seat_orders = require "aurum.lab.seat_orders"
local player = require "aurum.play.player"
local bot_profile = {}

local slowest_most = 5 -- slow answers that are kept
local stopped_most = 5 -- answers of a game that may be stopped before it ends
local slack = 3 -- times the limit, after which the worker is ended

-- ---- In the worker ------------------------------------------------------

--- Insert an answer into a list of the slowest, the slowest first.
local function insert_slow(list, answer)
  local at = #list + 1
  while at > 1 and list[at - 1].seconds < answer.seconds do at = at - 1 end
  if at > slowest_most then return end
  table.insert(list, at, answer)
  list[slowest_most + 1] = nil
end

--- The seconds that a seat's answers to a question took so far, and their
--- number.
local function spent(game, seat, ask)
  local calls = game:profile(seat).calls[ask]
  return calls and calls.seconds or 0.0, calls and calls.calls or 0
end

--- Play a game, at most up to the `stopped_most`th answer that was stopped.
--- Returns the slowest answers of the seats in `own`, and those that were
--- stopped, each with the `stacks` of its samples. There are none where the
--- worker was ended, `longest` seconds after the call began.
local function play(game, own, longest)
  local slowest, stopped, state = {}, {}, game.state
  while not game.over and #stopped < stopped_most do
    local seat, ask = state.turn, state.deciding
    if not own[seat] then
      game:step()
    else
      local position = state:position()
      local seconds, calls = spent(game, seat, ask)
      local at, faults = aurum.place(state.place), #game.faults
      game:step()
      local after, calls_after = spent(game, seat, ask)
      local answer = { ask = ask, round = at.round, trick = at.trick,
        seat = seat, position = position, game = game.seed,
        seconds = after - seconds }
      local fault = game.faults[faults + 1]
      if fault and fault.kind == "cpu" and fault.seat == seat then
        answer.message = fault.message
        answer.stacks = game:profile(seat).recent
        if calls_after == calls then -- in an earlier worker
          answer.seconds, answer.stacks = longest, {}
        end
        stopped[#stopped + 1] = answer
      else
        insert_slow(slowest, answer)
      end
    end
  end
  return slowest, stopped
end

--- The games to prepare, one for each of the `seatings`.
local function make(rules, seatings, cpu, trust)
  local games, own_of, slowest, stopped = {}, {}, nil, nil
  for _, seating in ipairs(seatings) do
    local bots, own = {}, {}
    for seat, item in ipairs(seating) do
      local bot = setmetatable({ cpu = item.own and cpu * slack or cpu },
        { __index = item.bot })
      if item.own then bot.profile, own[seat] = cpu, true end
      bots[seat] = bot
    end
    local game = bot_files.game { variant = rules, bots = bots, seed = "",
      on_fault = "substitute", print = "off", trust = trust }
    games[#games + 1], own_of[game] = game, own
  end
  function games.run(game)
    slowest, stopped = play(game, own_of[game], cpu * slack)
  end
  function games.measure(game)
    local seats = {}
    for seat in pairs(own_of[game]) do
      local profile = game:profile(seat)
      seats[#seats + 1] = { calls = profile.calls, stacks = profile.stacks }
    end
    return { seats = seats, slowest = slowest, stopped = stopped }
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

--- Add the samples of a seat.
local function add_stacks(sums, stacks)
  for _, row in ipairs(stacks) do
    local sum = sums[row.stack] or { stack = row.stack, count = 0,
      seconds = 0.0 }
    sums[row.stack] = sum
    sum.count, sum.seconds = sum.count + row.count, sum.seconds + row.seconds
  end
end

--- The innermost functions of stacks: rows of lines, { file =, line =, count =,
--- seconds = }, and of functions in C, which have `c`, their name, in addition
--- to the line that calls them.
local function leaves_of(stacks)
  local sums = {}
  for _, row in pairs(stacks) do
    local c, place
    for part in row.stack:gmatch "[^;]+" do -- the last line; what it called
      local lua = part:match "%((.*:%d+)%)$"
      if lua then
        place, c = lua, nil
      else
        c = c or part:match "^(.*) %[C%]$"
      end
    end
    place = place or "?:0"
    local key = place .. (c or "")
    local file, line = place:match "^(.*):(%d+)$"
    local sum = sums[key] or { file = file, line = math.tointeger(line),
      c = c, count = 0, seconds = 0.0 }
    sums[key] = sum
    sum.count, sum.seconds = sum.count + row.count, sum.seconds + row.seconds
  end
  return sums
end

--- The texts of a bot's lines, by file and number.
local function texts_of(bot)
  local function split(text)
    local list = {}
    for line in (text .. "\n"):gmatch "(.-)\r?\n" do list[#list + 1] = line end
    return list
  end
  local texts = { [bot.path] = split(bot.source) }
  local folder = bot.path:match "^.*/" or ""
  for _, file in ipairs(bot.files or {}) do
    if file.text then texts[folder .. file.name] = split(file.text) end
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
    row.text = row.c and ("(in C) %s"):format(row.c)
      or text and text:match "^%s*(.-)%s*$" or ""
    row.share = total > 0 and row.seconds / total or 0.0
    if texts[row.file] then row.file = row.file:match "[^/]*$" end
  end
  table.sort(list, function(a, b)
    if a.seconds ~= b.seconds then return a.seconds > b.seconds end
    if a.file ~= b.file then return a.file < b.file end
    if a.line ~= b.line then return a.line < b.line end
    return (a.c or "") < (b.c or "")
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
local function add(sums, result, bot)
  local found = sums.found
  for _, seat in ipairs(result.measured.seats) do
    add_stacks(sums.stacks, seat.stacks)
    add_calls(sums.calls, seat.calls)
  end
  for _, answer in ipairs(result.measured.slowest) do
    insert_slow(found.slowest, answer)
  end
  for _, answer in ipairs(result.measured.stopped) do
    answer.lines = ranked(leaves_of(answer.stacks), bot)
    answer.stacks = nil
    found.stopped_n = found.stopped_n + 1
    if #found.stopped < slowest_most then
      table.insert(found.stopped, answer)
    end
  end
  found.faults = found.faults + #result.faults
  found.fault = found.fault or result.trace
end

--- Profile a bot (aurum.bot) under `rules`. `options` has the number of
--- `games`, their `seed`, `cpu`, the seconds for an answer, `trust` to run the
--- bots in this process, and `against`, a list of opponents, or nil for the bot
--- itself. `on_progress` is called with the number of games. Returns a profile,
--- or nil, a message and perhaps "usage":
---   games, faults  their numbers; `fault` is the first one's text
---   calls          a list of aurum.profile_calls, each with its `name`
---   lines          a list of aurum.profile_line, the slowest first, each with
---                  its `text` and its `share` of the time
---   stacks         a list of { stack =, seconds =, count = }
---   stopped        the first answers that took longer than `cpu`, as of
---                  `slowest`, with `message` and their own `lines`; there
---                  were `stopped_n`
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
  aurum.sys.sample(true)
  local _ <close> = setmetatable({}, {
    __close = function() aurum.sys.sample(false) end })
  local opened <close>, message, seat, game = player.open {
    seconds = options.cpu * slack, trust = options.trust,
    make = function()
      return make(rules, seatings, options.cpu, options.trust)
    end,
    job = function(i)
      return { game = (i - 1) % #seatings + 1,
        seed = ("%s.%d"):format(options.seed, i) }
    end,
  }
  if not opened then
    local at = seat and seatings[game][seat].bot.path
    return nil, at and ("%s: %s"):format(at, message) or tostring(message)
  end
  local found = { games = 0, faults = 0, slowest = {}, stopped = {},
    stopped_n = 0,
    calls = {}, stacks = {} }
  local sums = { found = found, calls = {}, stacks = {} }
  for i, result, failure in opened:all(options.games) do
    if failure then return nil, failure end
    add(sums, result, bot)
    found.games = i
    on_progress(i)
  end
  for _, name in ipairs(parts) do
    if sums.calls[name] then table.insert(found.calls, sums.calls[name]) end
  end
  for _, row in pairs(sums.stacks) do table.insert(found.stacks, row) end
  table.sort(found.stacks, function(a, b) return a.stack < b.stack end)
  found.lines = ranked(leaves_of(sums.stacks), bot)
  return found
end

return bot_profile
