-- How the time of commands grows with their input (aurum bench --scale). Each
-- command runs on three sizes, each ten times the one before. Its time is
-- processor time minus its start's, which is measured with --help. Time
-- that grows with the size to the power of x is x: 1 is linear.
local aurum = require "aurum"

local bench_growth = {}

local function row(name, n, unit, line, what, prepare)
  table.insert(bench_growth, { name = name, n = n, unit = unit, line = line,
    what = what, prepare = prepare })
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

--- Run the program with the arguments of a row; `%d` stands for its size and
--- `@` for the folder. Returns the seconds of processor time it took.
local function run(line, folder, n)
  local before = aurum.sys.children_clock()
  line = line:gsub("%%d", function() return n end)
    :gsub("@", function() return folder end)
  if not os.execute(("'%s' %s >%s/out"):format(aurum.program, line, folder))
  then
    error(("'aurum %s' failed"):format(line), 0)
  end
  return aurum.sys.children_clock() - before
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
row("repl", 300, "lines", "repl --no-init <@/lines", "lines piped to the REPL",
  function(folder, n)
    local file = assert(io.open(folder .. "/lines", "w"))
    assert(file:write "new seed=bench\nstep\n")
    for i = 3, n do
      assert(file:write(i % 2 == 0 and "legal\n" or "x = " .. i .. "\n"))
    end
    assert(file:close())
  end)

local runs = 3 -- fewer if they take seconds; the fastest counts

--- The least processor time of some runs of a row with size n; nil for its
--- start alone.
local function least(one, folder, n)
  local best, sum = math.huge, 0
  for _ = 1, runs do
    if sum > 1 then break end
    if n and one.prepare then one.prepare(folder, n) end
    local seconds = run(n and one.line
      or one.line:match "^%l+ ?%l*" .. " --help", folder, n or 0)
    best, sum = math.min(best, seconds), sum + seconds
  end
  return best
end

--- Measure a row in `folder`, an empty folder. Returns its `name`, `unit` and
--- `what`, `sizes`, `seconds` for each of them, and `growth`: the exponents
--- from one to the next.
function bench_growth.measure(one, folder)
  local start = least(one, folder)
  local figure = { name = one.name, unit = one.unit, what = one.what,
    sizes = {}, seconds = {}, growth = {} }
  for i = 1, 3 do
    figure.sizes[i] = one.n * 10 ^ (i - 1) // 1 | 0
    figure.seconds[i] = math.max(least(one, folder, figure.sizes[i]) - start,
      1e-6)
  end
  for i = 1, 2 do
    figure.growth[i] = math.log(figure.seconds[i + 1] / figure.seconds[i], 10)
  end
  return figure
end

return bench_growth
