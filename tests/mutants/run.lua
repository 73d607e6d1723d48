-- Small random mutations of the project's C and Lua, each against the tests
-- nearest to its file. What these miss is tried on all tests of one kind more.
--
--   lua5.4 tests/mutants/run.lua [--n N] [--seed SEED] [--jobs J] [--only TEXT]
--
-- N mutants (60) are drawn from SEED (today's date), in files whose path has
-- TEXT in it. `make mutants N=60 SEED=1` runs this from the top of the project.
-- The tests run on copies of the tree in build/mutants, one for each of J jobs
-- (2), in a build with assertions that ends at an index out of bounds. Each
-- mutant is a line of build/mutants/SEED.log; a run that was stopped goes on
-- from there.
--
-- Exits with 1 if a mutant survives that equivalents.lua does not name: add a
-- test that kills it, or name it there with a reason.
package.path = "tests/mutants/?.lua;tests/?.lua;" .. package.path
local sites = require "sites"
local nearest = require "nearest"
local equivalents = require "equivalents"

local tries = 200 -- mutations drawn for a mutant that compiles
-- GCC checks the array at the end of a structure only if it is told to.
local strict = os.execute("echo | cc -fsanitize=bounds-strict -x c -c "
  .. "-o /dev/null - 2>/dev/null") and "-strict" or ""
local make = "make -s MODE=mutant CFLAGS='-O1 -finline-small-functions "
  .. "-fsanitize=bounds" .. strict .. " -fsanitize-undefined-trap-on-error' "

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  assert(file:close())
end

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- Runs a command in a folder, at most so many seconds. Returns true if it
--- ended with 0.
local function run(folder, command, seconds)
  local line = "cd %s && timeout -k 5 %d sh -c %s >last.out 2>&1 </dev/null"
  return (os.execute(line:format(quoted(folder), seconds or 900,
    quoted(command)))) == true
end

-- Given by name on the command line; a job is told its number as `job`.
local options = { n = "60", seed = os.date "%Y%m%d", jobs = "2", only = "" }
for i = 1, #arg, 2 do
  local name = arg[i]:match "^%-%-(.*)"
  if not (name and (options[name] or name == "job") and arg[i + 1]) then
    io.stderr:write("usage: run.lua [--n N] [--seed SEED] [--jobs J] ",
      "[--only TEXT]\n")
    os.exit(2)
  end
  options[name] = arg[i + 1]
end
local count, jobs = tonumber(options.n, 10), tonumber(options.jobs, 10)
local seed = tonumber(options.seed, 10)
if not (count and jobs and seed) then
  io.stderr:write "run.lua: --n, --jobs and --seed take whole numbers\n"
  os.exit(2)
end
local log_path = ("build/mutants/%s.log"):format(options.seed)

-- ---- Drawing --------------------------------------------------------------

local function sources()
  local list = {}
  for _, path in ipairs(nearest.files()) do
    -- what is for a browser is not built here
    if nearest.is_source(path) and not path:find "browser"
      and path:find(options.only, 1, true) then
      list[#list + 1] = { path = path, text = read(path),
        language = path:find "%.lua$" and "lua" or "c" }
    end
  end
  return list
end

--- Returns a function that draws a site from all of them, equally likely.
local function lottery()
  local list, total = sources(), 0
  for _, file in ipairs(list) do
    file.sites = sites.of(file.text, file.language)
    total = total + #file.sites
  end
  if total == 0 then error "no file to mutate" end
  return function()
    local i = math.random(total)
    for _, file in ipairs(list) do
      if i <= #file.sites then return file, file.sites[i] end
      i = i - #file.sites
    end
  end
end

-- ---- Testing --------------------------------------------------------------

local function command_of(test)
  local kind, name = test:match "^(%w+) (.+)$"
  if kind == "unit" then
    local program = "build/mutant/tests/" .. name .. "_test"
    return make .. program .. " && " .. program
  elseif kind == "spec" then
    return ("GAMES=8 tests/lua/run build/mutant tests/lua/%s_spec.lua")
      :format(name)
  end
  return "tests/cli/run build/mutant/aurum " .. name
end

--- The seconds that a test takes on the tree as it is; false if it fails there.
--- A failing test counts for nothing. Kept in a file of the job's folder.
local function seconds_of(folder, test)
  local path = folder .. "/seconds." .. test:gsub(" ", ".")
  local file = io.open(path)
  if file then
    local text = file:read "a"
    file:close()
    return tonumber(text) or false
  end
  local begun = os.time()
  local passed = run(folder, command_of(test))
  write(path, passed and tostring(os.time() - begun) or "fails")
  if not passed then
    io.stderr:write("mutants: ", test, " fails without a mutation\n")
  end
  return passed and os.time() - begun
end

--- True if a test fails on a mutant. It takes ten times as long as usual, and a
--- minute, before it counts as hanging.
local function fails(folder, test)
  local seconds = seconds_of(folder, test)
  return seconds and not run(folder, command_of(test), 60 + 10 * seconds)
end

local function build(folder, file)
  if file.language == "lua" then
    return run(folder, "luac5.4 -p " .. quoted(file.path))
  end
  return run(folder, make .. "-j1 all")
end

local function is_equivalent(path, old, new)
  for _, one in ipairs(equivalents) do
    if one[1] == path and one[2] == old and one[3] == new then return one[4] end
  end
end

--- Runs tests on a mutated file until one fails: returns its name, or nil.
--- Returns false if the mutation does not compile. The file is as before then.
local function killer_of(folder, file, mutated, tests)
  for _, test in ipairs(tests) do seconds_of(folder, test) end
  local path, killer = folder .. "/" .. file.path, false
  write(path, mutated)
  if build(folder, file) then
    killer = nil
    for _, test in ipairs(tests) do
      killer = killer or fails(folder, test) and test or nil
    end
  end
  write(path, file.text)
  assert(build(folder, file), "the project does not build")
  return killer
end

--- Tests a mutation. Returns its verdict, or nil if it does not compile.
local function verdict_of(folder, file, mutated)
  local tests, all = nearest.tests(file.path)
  local killer = killer_of(folder, file, mutated, tests)
  if killer == false then return nil end
  if killer then return "killed " .. killer end
  killer = killer_of(folder, file, mutated, all)
  return killer and "wider " .. killer or "SURVIVED"
end

local function already_done()
  local done, file = {}, io.open(log_path)
  if file then
    for line in file:lines() do
      local number = line:match "^(%d+)\t"
      if number then done[tonumber(number)] = true end
    end
    file:close()
  end
  return done
end

local function add_line(line)
  local file = assert(io.open(log_path, "a"))
  assert(file:write(line, "\n"))
  file:close()
  print(line)
end

local function test_one(folder, number, draw)
  math.randomseed(seed, number)
  for _ = 1, tries do
    local file, site = draw()
    local at, old, new = sites.lines(file.text, site)
    if not is_equivalent(file.path, old, new) and old ~= new then
      local verdict = verdict_of(folder, file, sites.mutate(file.text, site))
      if verdict then
        return add_line(("%d\t%s\t%s:%d\t%s  =>  %s"):format(number, verdict,
          file.path, at, old, new))
      end
    end
  end
  error "no mutation compiles"
end

-- ---- The two parts --------------------------------------------------------

--- One job: tests every `jobs`-th mutant in a copy of the tree.
local function work(job)
  local folder, done, draw = "build/mutants/" .. job, already_done(), lottery()
  local copy = "rm -rf %s && mkdir -p %s && "
    .. "git ls-files -z | xargs -0 cp -P --parents -t %s"
  assert(os.execute(copy:format(folder, folder, folder)))
  assert(run(folder, make .. "all build/mutant/yardstick.so"),
    "the project does not build")
  for number = 1, count do
    if number % jobs == job % jobs and not done[number] then
      test_one(folder, number, draw)
    end
  end
end

--- Counts the log's verdicts; true if nothing survived.
local function report()
  local n, total = { killed = 0, wider = 0, SURVIVED = 0 }, 0
  for line in io.lines(log_path) do
    local verdict = line:match "^%d+\t(%a+)"
    n[verdict], total = n[verdict] + 1, total + 1
  end
  print(("%d mutants: the nearest tests killed %d, wider ones %d; %d survived")
    :format(total, n.killed, n.wider, n.SURVIVED))
  return n.SURVIVED == 0
end

if options.job then
  work(tonumber(options.job))
else
  assert(os.execute "mkdir -p build/mutants")
  local line = "exec %s tests/mutants/run.lua --job %d --n %d --seed %s "
    .. "--jobs %d --only %s"
  local pipes = {}
  for job = 1, jobs do
    pipes[job] = assert(io.popen(line:format(arg[-1], job, count,
      quoted(options.seed), jobs, quoted(options.only)), "w"))
  end
  for _, pipe in ipairs(pipes) do assert(pipe:close(), "a job failed") end
  os.exit(report())
end
