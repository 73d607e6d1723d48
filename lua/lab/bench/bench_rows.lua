-- The rows of `aurum bench`: what is measured, in which unit, and how fast it
-- ought to be. A row has
--   name, what   in the table and its legend
--   unit         "bare": units of work in the time of a bare round
--                (lua/lab/bench/bench.lua); "ratio": to a reference of the
--                row's own; "ns", "us", "ms": the time of a unit; else units a
--                second
--   target       for the value in that unit, if there is one
--   less         true if a smaller ratio is better
--   clock        for work outside this thread: `all_processes`, or wall time;
--                by default the thread's processor time
--   make()       gets ready; the work, and the reference of the row's own. The
--                work returns how many units it did. nil if this cannot be
--                measured here
--   value()      in place of the rate's, or of the whole measurement if there
--                is no `make`; with its quartiles, if it has any
--   done()       cleans up, whether or not the measurement ended well
local aurum = require "aurum"
local bench = require "aurum.lab.bench.bench"
local player = require "aurum.play.player"

local bench_rows = {}

local function row(name, unit, target, what, more)
  if type(more) == "function" then more = { make = more } end
  more.name, more.unit, more.target, more.what = name, unit, target, what
  bench_rows[#bench_rows + 1] = more
end

local function standard() return assert(aurum.variant("standard", 4)) end

local opened = {} -- players of games

local function close_players()
  while #opened > 0 do table.remove(opened):close() end
end

--- Processor time of this thread, of its workers, and of all other processes
--- that it started and that have ended.
local function all_processes()
  local sum = aurum.sys.thread_clock() + aurum.sys.children_clock()
  for _, games_of in ipairs(opened) do sum = sum + games_of:clock() end
  return sum
end

-- --- the yardstick ----------------------------------------------------------

--- The bare rounds of yardstick.so, which lies beside the program once `make
--- bench` has compiled it. nil without it, or if it plays other rounds: it is
--- then older than the program.
local function native_rounds()
  local folder = (aurum.program or ""):match "^(.*/)" or ""
  local native = package.loadlib(folder .. "yardstick.so", "au_bench_bare")
  if not native then return nil end
  local decisions, points = aurum.sys.bench_bare(1000, 1)
  local its_decisions, its_points = native(1000, 1)
  if decisions ~= its_decisions or points ~= its_points then return nil end
  local seed = 0
  return function()
    seed = seed + 1
    native(500, seed << 32)
    return 500
  end
end

row("yardstick", "ratio", 0.98, "bare rounds to those of the same source, "
  .. "compiled for this very processor by `make bench`", function()
  local native = native_rounds()
  if native then return bench.bare, native end
end)
row("bare-direct", "bare", nil, "bare rounds in which a card of a set is found "
  .. "without a loop, by pdep where it is fast", function()
  local seed = 0
  return function()
    seed = seed + 1
    aurum.sys.bench_bare(500, seed << 32, true)
    return 500
  end
end)

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

row("threads", "ratio", 1.8, "simulations a second of wall time by two "
  .. "threads to those by one, in two roots; on an idle machine", {
  clock = aurum.sys.clock, make = function()
    if aurum.sys.processors() < 2 then return nil end
    local state = aurum.state(standard()):deal "bench"
    while state.phase ~= "play" do state:apply(state:legal()[1]) end
    local view = state:view(state.turn)
    local function searching(threads)
      return function()
        return view:search({ sims = 10000, roots = 2, threads = threads }).sims
      end
    end
    return searching(2), searching(1)
  end })

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
  local clock, medians = aurum.sys.thread_clock, {}
  row(name, "ms", target, ("solving %d card%s a hand, %s changes (median)")
    :format(cards, cards > 1 and "s" or "", changes and "with" or "no"), {
      make = function()
        local states = endings(cards, 75)
        return function()
          local times = {}
          for i, state in ipairs(states) do
            local before = clock()
            state:solve { changes = changes and "all" or "none", nodes = 2e6 }
            times[i] = (clock() - before) * 1000
          end
          medians[#medians + 1] = (bench.quartiles(times))
          return #states
        end
      end,
      value = function() return bench.quartiles(medians) end })
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

--- `n` games of a match with `name` in every seat, with all that a match does
--- but writing the records. The work counts answers.
local function answering(name, n, limits)
  local rules, bot = standard(), aurum.bot(name)
  local games_of = assert(player.open { trust = limits.trust,
    make = function()
      return { assert(aurum.game { variant = rules, bots = { bot }, seed = "",
        trust = limits.trust, fuel = limits.fuel }) }
    end,
    job = function(i) return { game = 1, seed = tostring(i) } end })
  opened[#opened + 1] = games_of
  local state, count = aurum.state(rules), 0
  for _, result in games_of:all(n) do
    count = count + answers(result.record, state)
  end
  return function()
    for _ in games_of:all(n) do end
    return count
  end
end

local function answer_row(name, what, limits)
  row(name, "us", nil, what, { clock = all_processes, done = close_players,
    make = function() return answering("greedy", 50, limits) end })
end

answer_row("answer-trust", "an answer of a bot in a match with --trust",
  { trust = true })
answer_row("answer", "the same in a worker process, as matches do", {})
answer_row("answer-fuel", "the same with --fuel, its instructions counted",
  { fuel = 1000000 })

--- A row for the time of a match in a worker to that with --trust. The rate of
--- the second to that of the first is the same.
local function worker_row(bot, n, target)
  row("workers-" .. bot, "ratio", target, ("time of a match of %s in a worker "
    .. "to that with --trust"):format(bot), { less = true,
    clock = all_processes, done = close_players, make = function()
      return answering(bot, n, { trust = true }), answering(bot, n, {})
    end })
end

worker_row("greedy", 200, 1.1)
worker_row("random", 400)

row("alchemist", "ms", nil, "a decision of alchemist at the first lead of a "
  .. "full deal, in process", function()
  local state = aurum.state(standard()):deal "bench"
  while state.phase ~= "play" do state:apply(state:legal()[1]) end
  local game = assert(aurum.game { bots = { "alchemist" }, seed = 1 })
  return function()
    game:begin(state):step()
    return 1
  end
end)

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
  row(name, unit, nil, what, { clock = all_processes, make = function()
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

--- A row for runs of the program by the shell, whose own start is included.
local function start_row(name, target, what, form)
  row(name, "ms", target, what, { clock = all_processes, make = function()
    return function()
      assert(os.execute(form:format(aurum.program)))
      return 1
    end
  end })
end

start_row("version", nil, "aurum --version", "exec '%s' --version >/dev/null")
start_row("startup", 20, "start of the program to the prompt and out again",
  "XDG_CONFIG_HOME=/ exec '%s' </dev/null >/dev/null")

--- Runs of the REPL over a text.
local function piped(text)
  return function()
    local repl = assert(io.popen(("'%s' repl --no-init >/dev/null"):format(
      aurum.program), "w"))
    assert(repl:write(text))
    assert(repl:close())
    return 1
  end
end

--- `n` lines of commands and Lua.
local function commands(n)
  local lines = { "new seed=bench bots=greedy\nstep\n" }
  for i = 1, n, 5 do
    lines[#lines + 1] = ("x = %d\nwhy B1\nlegal; x + 1\nfor i = 1, 2 do y = i\n"
      .. "end\n"):format(i)
  end
  return table.concat(lines)
end

row("repl-lines", "ratio", 4, "time of 20,000 piped commands of the REPL to "
  .. "that of 5,000; 4 is linear", { less = true, clock = all_processes,
  make = function() return piped(commands(5000)), piped(commands(20000)) end })
row("repl-continue", "ratio", 2, "time of 200 games of random by continue of "
  .. "the REPL, up to a breakpoint, to that by aurum match", { less = true,
  clock = all_processes, make = function()
    return function()
      assert(os.execute(("'%s' match --bots random --games 200 --seed 1 "
        .. "--quiet >/dev/null"):format(aurum.program)))
      return 1
    end, piped "new bots=random seed=1\nbreak state.round == 99\ncontinue 200\n"
  end })

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
