-- The rows of `aurum bench`: what is measured, in which unit, and how fast it
-- ought to be. A row has
--   name, what   in the table and its legend
--   unit         "bare": units of work in the time of a bare round
--                (lua/lab/bench/bench.lua); "ratio": to a reference of the
--                row's own; "ns", "us", "ms": the time of a unit; else units a
--                second
--   target       for the value in that unit, if there is one
--   less         true if a smaller ratio is better
--   clock        for work outside this thread; by default its processor time
--   make()       gets ready; the work, and the reference of the row's own. The
--                work returns how many units it did.
--   value()      in place of the rate's, or of the whole measurement if there
--                is no `make`
--   done()       cleans up, whether or not the measurement ended well
local aurum = require "aurum"
local player = require "aurum.play.player"

local bench_rows = {}

local function row(name, unit, target, what, more)
  if type(more) == "function" then more = { make = more } end
  more.name, more.unit, more.target, more.what = name, unit, target, what
  bench_rows[#bench_rows + 1] = more
end

local function standard() return assert(aurum.variant("standard", 4)) end

--- The standard rules with one hook, given as Lua; without if there is none.
local function hooked(hook)
  local text = hook and "return { " .. hook .. " }"
  return assert(aurum.rules { name = "bench", players = 4, knobs = {},
    hooks = hook and { { path = "bench.lua", text = text } }, text = text })
end

local score_hook = [[bid_points = function(_, _, bid, taken, points)
  return bid == taken and points + 1 or points
end]]

-- --- rounds -----------------------------------------------------------------

--- Random rounds under `rules`, others in each call: a processor learns the
--- branches of the same ones.
local function rounds(rules, listed)
  local seed = 0
  return function()
    seed = seed + 1
    aurum.sys.bench_rounds(rules, 250, seed, listed)
    return 250
  end
end

row("rounds-c", "bare", 0.8, "random rounds in C, legal list and checked apply",
  function() return rounds(standard()) end)
row("rounds-listed", "bare", 0.85, "the same, listed actions applied without "
  .. "a check", function() return rounds(standard(), true) end)
row("data-variant", "ratio", 0.95, "random rounds of bga+low-wins, data alone, "
  .. "to those of standard", function()
  return rounds(assert(aurum.variant("bga+low-wins", 4))), rounds(standard())
end)
row("lua-score-hook", "ratio", 0.9, "random rounds with a Lua hook for the "
  .. "points of bids, to those without", function()
  return rounds(hooked(score_hook)), rounds(hooked())
end)
row("lua-legal-hook", "rounds/s", 150000, "random rounds with a Lua hook at "
  .. "every card that follows", function()
  return rounds(hooked [[legal = function(_, cards, _, hand, led)
    local follow = hand & led
    if follow ~= 0 then return follow | cards & ~hand end
    return hand | cards
  end]])
end)
row("lua-winner-hook", "rounds/s", 150000, "random rounds of standard+"
  .. "gold-rush, a hook at every trick", function()
  return rounds(assert(aurum.variant("standard+gold-rush", 4)))
end)

--- Games with `bot` in every seat, in this process. The work counts rounds or,
--- if `whole`, games.
local function games(bot, whole)
  return function()
    local game = assert(aurum.game { bots = { bot }, seed = 1 })
    local number = 0
    return function()
      number = number + 1
      local state = game:restart(number):run().state
      return whole and 1 or state.round
    end
  end
end

row("rounds-lua", "bare", 0.1, "random rounds, every seat a Lua bot",
  games("random"))
row("greedy-game", "games/s", nil, "games of four greedy, in process",
  games("greedy", true))
row("counter-game", "games/s", nil, "games of four counter, in process",
  games("counter", true))

-- --- search -----------------------------------------------------------------

row("playouts-lua", "playouts/s", nil, "a world drawn from a view and "
  .. "its round played out, from Lua", function()
  local view = aurum.state(standard()):deal "bench":view(1)
  return function()
    for _ = 1, 100 do view:sample()[1]:playout() end
    return 100
  end
end)
row("playouts", "ratio", 0.6, "uniform playouts in C, from worlds drawn for "
  .. "a search, to rounds-c", function()
  local rules = standard()
  local state = aurum.state(rules):deal "bench"
  local view = state:view(state.turn)
  local search = { method = "flat", policy = "uniform", sims = 500 }
  return function() return view:search(search).sims end, rounds(rules)
end)
row("sample", "ns", 300, "a world drawn from a view", function()
  local view = aurum.state(standard()):deal "bench":view(1)
  return function()
    aurum.sys.bench_samples(view, 1000)
    return 1000
  end
end)

--- A row for simulations at the start of `phase` of a full deal, under the
--- rules that `rules` returns.
local function search_row(name, unit, target, phase, search, rules, what)
  row(name, unit, target, what, function()
    local state = aurum.state(rules()):deal "bench"
    while state.phase ~= phase do state:apply(state:legal()[1]) end
    local view = state:view(state.turn)
    search.sims = 2000
    return function() return view:search(search).sims end
  end)
end

search_row("ismcts-bid", "bare", nil, "bid", { policy = "uniform" }, standard,
  "tree search at the bid of a full deal, uniform playouts")
search_row("ismcts", "bare", 0.55, "play", { policy = "uniform" }, standard,
  "the same at the first lead")
search_row("ismcts-hook", "sims/s", 100000, "play", { policy = "uniform" },
  function() return hooked(score_hook) end,
  "the same with a Lua hook for the points of bids")
search_row("ismcts-quick", "bare", nil, "play", { policy = "quick" }, standard,
  "tree search at the first lead, the policy quick")
search_row("flat-quick", "bare", nil, "play",
  { method = "flat", policy = "quick" }, standard,
  "flat Monte Carlo at the first lead, the policy quick")

-- --- endings ----------------------------------------------------------------

--- A state at the start of a trick with at most `cards` cards a hand. Random
--- play without changes of bids leads there; nil if the round ends before.
local function ending(rules, cards, number)
  local state = aurum.state(rules):deal("bench" .. number)
  while state.turn do
    local most = 0
    for _, hand in ipairs(state.hands) do most = math.max(most, #hand) end
    if most <= cards and #state.trick.plays == 0 then return state end
    local legal = state:legal()
    local keep = state.phase == "change"
    state:apply(keep and legal[1] or legal[math.random(#legal)])
  end
end

local function endings(cards, n)
  local rules, list, number = standard(), {}, 0
  repeat
    number = number + 1
    list[#list + 1] = ending(rules, cards, number)
  until #list == n
  return list
end

--- A row for the median time of solving such positions. A solution stops at two
--- million nodes. Hard positions then count too little, but the median is not
--- affected.
local function solve_row(cards, changes, target)
  local name = ("solve-%s%d"):format(changes and "changes-" or "", cards)
  local clock, times = aurum.sys.thread_clock, {}
  row(name, "ms", target, ("solving %d card%s a hand, %s changes (median)")
    :format(cards, cards > 1 and "s" or "", changes and "with" or "no"), {
      make = function()
        local states = endings(cards, 75)
        return function()
          for i, state in ipairs(states) do
            local before = clock()
            state:solve { changes = changes and "all" or "none", nodes = 2e6 }
            times[i] = math.min(times[i] or math.huge, clock() - before)
          end
          return #states
        end
      end,
      value = function()
        table.sort(times)
        return times[#times // 2 + 1] * 1000
      end })
end

solve_row(2, false)
solve_row(3, false, 4)
solve_row(4, false, 30)
solve_row(5, false)
solve_row(1, true)
solve_row(2, true, 200)
solve_row(3, true, 2)
solve_row(4, true, 100)

-- --- bots in a match --------------------------------------------------------

--- The number of answers that bots gave in a game.
local function answers(record_line, state)
  local record <close> = assert(aurum.record(record_line))
  local count = 0
  assert(#record:replay(state.rules, state) == 0)
  for _, part in ipairs(state:history()) do count = count + #part.actions end
  return count
end

local opened = {} -- players of games

--- Fifty games of a match with greedy in every seat, with all that a match does
--- but writing the records. The work counts answers.
local function answering(limits)
  local rules, bot = standard(), aurum.bot "greedy"
  local games_of = assert(player.open { trust = limits.trust,
    make = function()
      return { assert(aurum.game { variant = rules, bots = { bot }, seed = "",
        trust = limits.trust, fuel = limits.fuel }) }
    end,
    job = function(i) return { game = 1, seed = tostring(i) } end })
  opened[#opened + 1] = games_of
  local state, count = aurum.state(rules), 0
  for _, result in games_of:all(50) do
    count = count + answers(result.record, state)
  end
  return function()
    for _ in games_of:all(50) do end
    return count
  end
end

local function close_players()
  while #opened > 0 do table.remove(opened):close() end
end

local function answer_row(name, what, limits)
  row(name, "us", nil, what, { clock = aurum.sys.clock, done = close_players,
    make = function() return answering(limits) end })
end

answer_row("answer-trust", "an answer of a bot in a match with --trust",
  { trust = true })
answer_row("answer", "the same in a worker process, as matches do", {})
answer_row("answer-fuel", "the same with --fuel, its instructions counted",
  { fuel = 1000000 })
row("worker-overhead", "ratio", 1.1, "the time of answer to that of "
  .. "answer-trust", { less = true, clock = aurum.sys.clock,
  done = close_players,
  make = function() return answering { trust = true }, answering {} end })

-- --- states and records -----------------------------------------------------

row("clone", "copies/s", 50e6, "copying a state", function()
  local state = aurum.state(standard()):deal "bench"
  return function()
    aurum.sys.bench_clone(state, 100000)
    return 100000
  end
end)

--- Records of games of four `bot`.
local function recorded(bot, n)
  local game, lines = assert(aurum.game { bots = { bot }, seed = 1 }), {}
  for i = 1, n do lines[i] = game:restart(i):run():record() end
  return lines, game.rules
end

row("verify", "bare", 0.06, "recorded games, read and verified", function()
  local lines, rules = recorded("random", 500)
  local state, i = aurum.state(rules), 0
  return function()
    i = i % #lines + 1
    local record <close> = assert(aurum.record(lines[i]))
    assert(#record:replay(rules, state) == 0)
    return 1
  end
end)

--- A row for a command, from the program and a file of `n` recorded games by
--- `form`, its start included.
local function file_row(name, unit, what, bot, n, form)
  local path
  row(name, unit, nil, what, { clock = aurum.sys.clock, make = function()
    path = os.tmpname()
    local file = assert(io.open(path, "w"))
    for _, line in ipairs((recorded(bot, n))) do
      assert(file:write(line, "\n"))
    end
    assert(file:close())
    return function()
      assert(os.execute(form:format(aurum.program, path)))
      return n
    end
  end, done = function() os.remove(path) end })
end

file_row("stats", "games/s", "games counted by aurum record stats", "random",
  5000, "'%s' record stats '%s' >/dev/null")
file_row("judge-game", "ms", "a game judged by aurum record judge --sims 100",
  "greedy", 1, "'%s' record judge --sims 100 --seed 1 '%s' >/dev/null")

-- --- the program ------------------------------------------------------------

row("startup", "ms", 20, "start of the program to the prompt and out again", {
  clock = aurum.sys.clock,
  make = function()
    return function()
      os.execute(("XDG_CONFIG_HOME=/ '%s' </dev/null"):format(aurum.program))
      return 1
    end
  end })

--- Runs of the REPL over `n` lines of commands and Lua.
local function piped(n)
  local lines = { "new seed=bench bots=greedy\nstep\n" }
  for i = 1, n, 5 do
    lines[#lines + 1] = ("x = %d\nwhy B1\nlegal; x + 1\nfor i = 1, 2 do y = i\n"
      .. "end\n"):format(i)
  end
  local text = table.concat(lines)
  return function()
    local repl = assert(io.popen(("'%s' repl --no-init >/dev/null"):format(
      aurum.program), "w"))
    assert(repl:write(text))
    assert(repl:close())
    return 1
  end
end

row("repl-lines", "ratio", 4, "time of 20,000 piped commands of the REPL to "
  .. "that of 5,000; 4 is linear", { less = true, clock = aurum.sys.clock,
  make = function() return piped(5000), piped(20000) end })

row("match-memory", "KiB", 0, "memory gained between game 3,000 and game "
  .. "30,000 of a match, records written", { value = function()
  local game = assert(aurum.game { bots = { "random" }, seed = 1 })
  local writer = assert(aurum.sys.writer "/dev/null")
  local early
  collectgarbage() -- what other rows left
  for number = 1, 30000 do
    assert(writer:write(game:restart(number):run():record()))
    if number == 3000 then early = aurum.sys.peak_memory() end
  end
  writer:close()
  return aurum.sys.peak_memory() - early
end })

return bench_rows
