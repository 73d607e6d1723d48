-- aurum bench: measures the speed of this build on this machine. It reports and
-- never fails. Each value is the best of several runs, because other work on
-- the machine can only slow a run down.
local aurum = require "aurum"
local hint = require "aurum.text.hint"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local term = require "aurum.text.term"
local player = require "aurum.play.player"

local command = { summary = "Measure speed on this machine." }

function command.options(parser)
  parser:argument("names", "Rows to measure. (default: all)"):args "*"
  parser:option("--seconds", "Measuring time of each row.", "2")
    :argname "SECONDS":convert(function(text)
      local s = tonumber(text)
      if s and s > 0 and s <= 600 then return s end
      return nil, ("expected seconds above 0, at most 600, got '%s'"):format(
        text)
    end)
  options.json(parser)
end

--- The best rate of `work`, a function that does something and returns how
--- often it did it. Ten runs of a tenth of the time each repeat it.
local function rate(seconds, work)
  local best = 0
  for _ = 1, 10 do
    local start, done = aurum.sys.clock(), 0
    local now
    repeat
      done = done + work()
      now = aurum.sys.clock()
    until now - start >= seconds / 10
    best = math.max(best, done / (now - start))
  end
  return best
end

local function standard()
  return assert(aurum.variant("standard", 4))
end

local rows = {}

local function row(name, unit, target, what, measure)
  rows[#rows + 1] = {
    name = name, unit = unit, target = target, what = what, measure = measure,
  }
end

row("rounds-c", "rounds/s", 600000, "random rounds in C, legal list and "
  .. "checked apply", function(seconds)
  local rules = standard()
  return rate(seconds, function()
    aurum.sys.bench_rounds(rules, 2000)
    return 2000
  end)
end)

--- The standard rules with one hook, given as Lua.
local function hooked(hook)
  local text = "return { " .. hook .. " }"
  return assert(aurum.rules { name = "bench", players = 4, knobs = {},
    hooks = { { path = "bench.lua", text = text } }, text = text })
end

local score_hook = [[bid_points = function(_, _, bid, taken, points)
  return bid == taken and points + 1 or points
end]]

local function rounds(rules)
  return function()
    aurum.sys.bench_rounds(rules, 500)
    return 500
  end
end

--- The best rate of rounds under `rules`, divided by that under `plain`. They
--- take turns, so that both meet the same conditions.
local function ratio(seconds, rules, plain)
  local best, best_plain = 0, 0
  for _ = 1, 10 do
    best_plain = math.max(best_plain, rate(seconds / 20, rounds(plain)))
    best = math.max(best, rate(seconds / 20, rounds(rules)))
  end
  return best / best_plain
end

row("data-variant", "ratio", 0.95, "random rounds of bga+low-wins, data alone, "
  .. "to those of standard", function(seconds)
  return ratio(seconds, assert(aurum.variant("bga+low-wins", 4)), standard())
end)

row("lua-score-hook", "ratio", 0.9, "random rounds with a Lua hook for the "
  .. "points of bids, to those without", function(seconds)
  local plain = assert(aurum.rules { name = "bench", players = 4, knobs = {} })
  return ratio(seconds, hooked [[bid_points = function(_, _, bid, taken, points)
    return bid == taken and points + 1 or points
  end]], plain)
end)

row("lua-legal-hook", "rounds/s", 150000, "random rounds with a Lua hook at "
  .. "every card that follows", function(seconds)
  return rate(seconds, rounds(hooked [[legal = function(_, cards, _, hand, led)
    local follow = hand & led
    if follow ~= 0 then return follow | cards & ~hand end
    return hand | cards
  end]]))
end)

row("lua-winner-hook", "rounds/s", 150000, "random rounds of standard+"
  .. "gold-rush, a hook at every trick", function(seconds)
  return rate(seconds, rounds(assert(aurum.variant("standard+gold-rush", 4))))
end)

row("rounds-lua", "rounds/s", 100000, "random rounds, every seat a Lua bot",
  function(seconds)
    local game = aurum.game { bots = { "random" }, seed = 1 }
    local number = 0
    return rate(seconds, function()
      local played = 0
      for _ = 1, 50 do
        number = number + 1
        played = played + game:restart(number):run().state.round
      end
      return played
    end)
  end)

row("playouts-lua", "playouts/s", nil, "a world drawn from a view and "
  .. "its round played out, from Lua", function(seconds)
  local view = aurum.state(standard()):deal "bench":view(1)
  return rate(seconds, function()
    for _ = 1, 1000 do view:sample()[1]:playout() end
    return 1000
  end)
end)

row("playouts", "ratio", 0.6, "uniform playouts in C, from worlds drawn for "
  .. "a search, to rounds-c", function(seconds)
  local rules = standard()
  local state = aurum.state(rules):deal "bench"
  local view = state:view(state.turn)
  local search = { method = "flat", policy = "uniform", sims = 5000 }
  local function playouts() return view:search(search).sims end
  local best_rounds, best_playouts = 0, 0
  for _ = 1, 10 do
    best_rounds = math.max(best_rounds, rate(seconds / 20, rounds(rules)))
    best_playouts = math.max(best_playouts, rate(seconds / 20, playouts))
  end
  return best_playouts / best_rounds
end)

row("sample", "ns", 300, "a world drawn from a view", function(seconds)
  local view = aurum.state(standard()):deal "bench":view(1)
  return 1e9 / rate(seconds, function()
    aurum.sys.bench_samples(view, 10000)
    return 10000
  end)
end)

--- A row for simulations a second at the start of `phase` of a full deal, under
--- the rules that `make` returns.
local function search_row(name, target, phase, search, make, what)
  row(name, "sims/s", target, what, function(seconds)
    local state = aurum.state(make()):deal "bench"
    while state.phase ~= phase do state:apply(state:legal()[1]) end
    local view = state:view(state.turn)
    search.sims = 20000
    return rate(seconds, function() return view:search(search).sims end)
  end)
end

search_row("ismcts-bid", 200000, "bid", { policy = "uniform" }, standard,
  "tree search at the bid of a full deal, uniform playouts")
search_row("ismcts", 200000, "play", { policy = "uniform" }, standard,
  "the same at the first lead")
search_row("ismcts-hook", 100000, "play", { policy = "uniform" },
  function() return hooked(score_hook) end,
  "the same with a Lua hook for the points of bids")
search_row("ismcts-quick", nil, "play", { policy = "quick" }, standard,
  "tree search at the first lead, the policy quick")
search_row("flat-quick", nil, "play", { method = "flat", policy = "quick" },
  standard, "flat Monte Carlo at the first lead, the policy quick")

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

--- A row for the median time of solving such positions, in milliseconds, over
--- as many as there is time for. A solution stops at a million nodes. Hard
--- positions then count too little, but the median is not affected.
local function solve_row(name, cards, changes, target, what)
  row(name, "ms", target, ("solving %d card%s a hand, %s (median)"):format(
    cards, cards > 1 and "s" or "", what), function(seconds)
      local rules, times, number = standard(), {}, 0
      math.randomseed(1)
      local start = aurum.sys.clock()
      while #times < 25 or
        (aurum.sys.clock() - start < seconds and #times < 1000) do
        number = number + 1
        local state = ending(rules, cards, number)
        if state then
          local before = aurum.sys.clock()
          state:solve { changes = changes }
          times[#times + 1] = aurum.sys.clock() - before
        end
      end
      table.sort(times)
      return times[(#times + 1) // 2] * 1000
    end)
end

solve_row("solve-2", 2, "none", nil, "no changes")
solve_row("solve-3", 3, "none", 4, "no changes")
solve_row("solve-4", 4, "none", 30, "no changes")
solve_row("solve-5", 5, "none", nil, "no changes")
solve_row("solve-changes-1", 1, "all", nil, "with changes")
solve_row("solve-changes-2", 2, "all", 200, "with changes")
solve_row("solve-changes-3", 3, "all", nil, "with changes")

--- The number of answers that bots gave in a game.
local function answers(record_line, state)
  local record <close> = assert(aurum.record(record_line))
  local count = 0
  assert(#record:replay(state.rules, state) == 0)
  for _, part in ipairs(state:history()) do count = count + #part.actions end
  return count
end

--- The cost of a bot's answer in a match, in microseconds, with greedy in every
--- seat. It includes everything that a match does, except writing the record.
local function answer_cost(limits)
  return function(seconds)
    local rules, bot = standard(), aurum.bot "greedy"
    local opened <close> = assert(player.open { trust = limits.trust,
      make = function()
        return { aurum.game { variant = rules, bots = { bot }, seed = "",
          trust = limits.trust, fuel = limits.fuel } }
      end,
      job = function(i) return { game = 1, seed = tostring(i) } end })
    local state, count = aurum.state(rules), 0
    for _, result in opened:all(50) do
      count = count + answers(result.record, state)
    end
    return 1e6 / rate(seconds, function()
      for _ in opened:all(50) do end
      return count
    end)
  end
end

row("answer-trust", "us", nil, "an answer of a bot in a match with --trust",
  answer_cost { trust = true })
row("answer", "us", nil, "the same in a worker process, as matches do",
  answer_cost {})
row("answer-fuel", "us", nil, "the same with --fuel, its instructions counted",
  answer_cost { fuel = 1000000 })

row("clone", "copies/s", 50e6, "copying a state", function(seconds)
  local state = aurum.state(standard()):deal "bench"
  return rate(seconds, function()
    aurum.sys.bench_clone(state, 1000000)
    return 1000000
  end)
end)

row("verify", "games/s", 30000, "records read and verified", function(seconds)
  local game = aurum.game { bots = { "random" }, seed = 1 }
  local lines = {}
  for i = 1, 500 do lines[i] = game:restart(i):run():record() end
  local state = aurum.state(game.rules)
  return rate(seconds, function()
    for _, line in ipairs(lines) do
      local record <close> = assert(aurum.record(line))
      assert(#record:replay(game.rules, state) == 0)
    end
    return #lines
  end)
end)

row("startup", "ms", 20, "start of the program to the prompt and out again",
  function(seconds)
    local best = math.huge
    local start = aurum.sys.clock()
    repeat
      local before = aurum.sys.clock()
      os.execute(("XDG_CONFIG_HOME=/ '%s' </dev/null"):format(aurum.program))
      best = math.min(best, aurum.sys.clock() - before)
    until aurum.sys.clock() - start >= seconds
    return best * 1000
  end)

--- The time that the REPL takes for `n` lines of commands and Lua.
local function time_of_lines(path, n)
  local file = assert(io.open(path, "w"))
  assert(file:write "new seed=bench bots=greedy\nstep\n")
  for i = 1, n, 5 do
    assert(file:write(("x = %d\nwhy B1\nlegal; x + 1\nfor i = 1, 2 do y = i\n"
      .. "end\n"):format(i)))
  end
  assert(file:close())
  local start = aurum.sys.clock()
  assert(os.execute(("'%s' repl --no-init <'%s' >/dev/null"):format(
    aurum.program, path)))
  return aurum.sys.clock() - start
end

row("repl-lines", "ratio", 4, "time of 20,000 piped commands of the REPL to "
  .. "that of 5,000; 4 is linear, and less is better", function(seconds)
  local path, few, many = os.tmpname(), math.huge, math.huge
  local start = aurum.sys.clock()
  repeat
    few = math.min(few, time_of_lines(path, 5000))
    many = math.min(many, time_of_lines(path, 20000))
  until aurum.sys.clock() - start >= seconds
  os.remove(path)
  return many / few
end)

row("match-memory", "KiB", 0, "memory gained between game 3,000 and game "
  .. "30,000 of a match, records written", function()
  local game = aurum.game { bots = { "random" }, seed = 1 }
  local writer = assert(aurum.sys.writer "/dev/null")
  local early
  collectgarbage() -- what other rows left
  for number = 1, 30000 do
    assert(writer:write(game:restart(number):run():record()))
    if number == 3000 then early = aurum.sys.peak_memory() end
  end
  writer:close()
  return aurum.sys.peak_memory() - early
end)

local function machine()
  local model
  for line in (io.lines "/proc/cpuinfo") do
    model = model or line:match "^model name%s*:%s*(.+)$"
  end
  return model
end

local function chosen(names)
  if #names == 0 then return rows end
  local list, known = {}, {}
  for i, r in ipairs(rows) do known[i] = r.name end
  for _, name in ipairs(names) do
    local found
    for _, r in ipairs(rows) do found = found or r.name == name and r end
    if not found then
      term.fail(("no row '%s'%s"):format(name, hint.near(name, known)), 2)
    end
    list[#list + 1] = found
  end
  return list
end

local function number(value)
  return value >= 1000 and ("%.0f"):format(value) or ("%.3g"):format(value)
end

function command.run(args)
  local figures = {}
  local bar = term.progress(#chosen(args.names), args.json)
  for i, r in ipairs(chosen(args.names)) do
    figures[i] = {
      name = r.name, value = r.measure(args.seconds), unit = r.unit,
      target = r.target,
    }
    bar(i)
  end
  bar()
  if args.json then
    term.write(json.encode(figures), "\n")
    return
  end
  local known, model = pcall(machine)
  term.write(("%s\n%s\n\n"):format(known and model or "unknown processor",
    aurum.sys.build()))
  local cells = { { "row", "value", "target", "unit", "what" } }
  for i, r in ipairs(chosen(args.names)) do
    cells[i + 1] = { r.name, number(figures[i].value),
      r.target and number(r.target) or "-", r.unit, r.what }
  end
  term.write(term.table(cells, "<  <<"))
end

return command
