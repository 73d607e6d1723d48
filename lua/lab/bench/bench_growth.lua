-- How the time and the memory of commands grow with their input (aurum bench
-- --scale). Each command runs on three sizes, each ten times the one before.
-- Its time is processor time minus its start's, which is measured with --help.
-- Time that grows with the size to the power of x is x: 1 is linear. Its memory
-- is the most that one of its processes held.
local aurum = require "aurum"

local bench_growth = {}

--- A row. `line` is the command, in which `%d` stands for the size and `@` for
--- a folder, which `prepare(folder, n)` fills. A row is `long` that is measured
--- only if it is named.
local function row(name, n, unit, line, what, prepare, long)
  table.insert(bench_growth, { name = name, n = n, unit = unit, line = line,
    what = what, prepare = prepare, long = long })
end

local function write(path, text)
  local file = assert(io.open(path, "w"))
  assert(file:write(text))
  assert(file:close())
end

--- A function that writes `n` games of four `bot` to a file in a folder.
local function games_of(bot)
  return function(folder, n)
    local game = assert(aurum.game { bots = { bot }, seed = 1 })
    local file = assert(io.open(folder .. "/games.jsonl", "w"))
    for number = 1, n do
      assert(file:write(game:restart(number):run():record(), "\n"))
    end
    assert(file:close())
  end
end

-- Runs the command in the file arg[1] and writes its processor time and memory
-- to arg[2]. The process has no other children.
local measuring = [[
local sys = require "aurum".sys
local good = os.execute(("sh '%s'"):format(arg[1]))
local file = assert(io.open(arg[2], "w"))
file:write(sys.children_clock(), " ", sys.children_memory())
file:close()
if not good then error("the measured command failed", 0) end
]]

--- Run the program with the arguments of a row. Returns the seconds of
--- processor time that it took, and its memory in MiB.
local function run(line, folder, n)
  line = line:gsub("%%d", function() return n end)
    :gsub("@", function() return folder end)
  write(folder .. "/measure.lua", measuring)
  write(folder .. "/command", ("'%s' %s >'%s/out'\n"):format(aurum.program,
    line, folder))
  if not os.execute(("'%s' run '%s/measure.lua' '%s/command' '%s/measured'")
    :format(aurum.program, folder, folder, folder)) then
    error(("'aurum %s' failed"):format(line), 0)
  end
  local file <close> = assert(io.open(folder .. "/measured"))
  local seconds, kilobytes = file:read("n", "n")
  return seconds, kilobytes / 1024
end

local arena = "arena random lowball --deals %d --trust --jobs 1 --quiet "
  .. "--seed 1 --journal @/journal"

row("match", 100, "games", "match --bots random,lowball --games %d --trust "
  .. "--jobs 1 --quiet --seed 1 --record @/new.jsonl --force",
  "games of a match, with their records")
row("verify", 200, "games", "record verify --jobs 1 --quiet @/games.jsonl",
  "games verified", games_of "random")
row("stats", 200, "games", "record stats --jobs 1 --quiet @/games.jsonl",
  "games counted", games_of "random")
row("judge", 1, "games", "record judge --sims 100 --seed 1 --jobs 1 --quiet "
  .. "@/games.jsonl", "games judged", games_of "greedy")
row("arena", 20, "deals", arena, "deals of an arena, with its journal",
  function(folder) os.remove(folder .. "/journal") end)
row("resume", 20, "deals", arena, "the same, from a journal that has them all",
  function(folder, n)
    os.remove(folder .. "/journal")
    run(arena, folder, n)
  end)
row("plan-make", 5, "shards", "plan make --shards %d @/plan -- arena random "
  .. "lowball --deals %d --seed 1", "a plan that is made, of a deal a shard",
  function(folder) os.execute(("rm -rf '%s/plan'"):format(folder)) end)
row("plan-merge", 100, "deals", "plan merge @/plan", "deals merged from the "
  .. "four shards of a plan", function(folder, n)
    os.execute(("rm -rf '%s/plan'"):format(folder))
    run("plan make --shards 4 @/plan -- arena random lowball --deals %d "
      .. "--seed 1", folder, n)
    for shard = 1, 4 do run("plan task @/plan " .. shard, folder, n) end
  end)
row("html", 20, "games", "record html --jobs 1 --quiet --force -o @/page.html "
  .. "@/games.jsonl", "games on a page", games_of "random")
row("repl", 300, "lines", "repl --no-init <@/lines", "lines piped to the REPL",
  function(folder, n)
    local lines = { "new seed=bench\n", "step\n" }
    for i = 3, n do
      lines[i] = i % 2 == 0 and "legal\n" or "x = " .. i .. "\n"
    end
    write(folder .. "/lines", table.concat(lines))
  end)
row("continue", 100, "games", "repl --no-init <@/lines", "games of a series in "
  .. "the REPL, up to a breakpoint", function(folder, n)
    write(folder .. "/lines", ("new seed=1 bots=random\nbreak state.round == 99"
      .. "\ncontinue %d\n"):format(n))
  end)

--- A row for a Lua script, whose size is arg[1], under standard+`rule`.
local function script_row(name, n, unit, rule, what, script)
  row(name, n, unit, "run @/task.lua %d", what, function(folder)
    write(folder .. "/task.lua", ([[
local aurum = require "aurum"
local rules = assert(aurum.variant("standard+%s", 4))
local n = math.tointeger(arg[1])
]]):format(rule) .. script)
  end)
end

script_row("sample-hooks", 200, "worlds", "exchange", "worlds drawn from a "
  .. "view after cards were given in secret", [[
local state = aurum.state(rules):deal "bench"
while state.phase == "ask" do state:apply(state:legal()[1]) end
local view = state:view(state.turn)
for i = 1, n do view:sample(1, nil, i) end
]])
script_row("solve-hooks", 20, "endings", "gold-rush", "endings of two cards a "
  .. "hand solved, with a hook at every trick", [[
local function ending(seed)
  local state = aurum.state(rules):deal(seed)
  while state.turn and #state.hands[state.turn] > 2 do
    state:apply(state:legal()[1])
  end
  return state.turn and state
end
for i = 1, n do
  local state = ending(i)
  if state then state:solve { changes = "none" } end
end
]])
row("million", 10000, "games", "match --bots random --games %d --trust "
  .. "--jobs 1 --quiet --seed 1 --record /dev/null", "games of a match up to a "
  .. "million, with their records", nil, true)

local runs = 3 -- fewer if they take seconds; the fastest counts
-- Seconds by which the start of a command varies from run to run: less cannot
-- be told from nothing.
local resolution = 0.005

--- The least processor time and memory of some runs of a row with size n; nil
--- for its start alone.
local function least(one, folder, n)
  local best, sum, memory = math.huge, 0, math.huge
  for _ = 1, runs do
    if sum > 1 then break end
    if n and one.prepare then one.prepare(folder, n) end
    local seconds, held = run(n and one.line
      or one.line:match "^%l+ ?%l*" .. " --help", folder, n or 0)
    best, sum = math.min(best, seconds), sum + seconds
    memory = math.min(memory, held)
  end
  return best, memory
end

--- Measure a row in `folder`, an empty folder. Returns its `name`, `unit` and
--- `what`, `sizes`, `seconds` and `memory` in MiB for each of them, and
--- `growth`: the exponents from one to the next, NaN where the shorter time
--- cannot be told from nothing.
function bench_growth.measure(one, folder)
  local start = least(one, folder)
  local figure = { name = one.name, unit = one.unit, what = one.what,
    sizes = {}, seconds = {}, memory = {}, growth = {} }
  for i = 1, 3 do
    local size = one.n * 10 ^ (i - 1) // 1 | 0
    local seconds, memory = least(one, folder, size)
    figure.sizes[i], figure.memory[i] = size, memory
    figure.seconds[i] = math.max(seconds - start, 0)
  end
  for i = 1, 2 do
    local from, to = figure.seconds[i], figure.seconds[i + 1]
    figure.growth[i] = from >= resolution and to > 0 and math.log(to / from, 10)
      or 0 / 0
  end
  return figure
end

return bench_growth
