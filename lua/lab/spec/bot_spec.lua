-- The engine of `aurum bot spec`: runs the tests of spec files in worker
-- processes, and gives their results in the order of the files.
--
-- A spec is the user's own script, as those of `aurum run` are: its worker may
-- do all that the user may, but for no longer than a limit. The bot under test
-- runs in a confined worker of that worker (bot_worker.lua).
local aurum = require "aurum"
local bot_worker = require "aurum.lab.spec.bot_worker"
local beside = require "aurum.load.beside"
local find = require "aurum.load.find"
local pool = require "aurum.play.pool"
local spec_file = require "aurum.lab.spec.spec_file"
local bot_spec = {}

-- ---- In the worker ------------------------------------------------------

--- The bot that a text means in a spec: paths begin at the spec's folder.
local function bot_of(spec, folder)
  local path = spec:match "^[^:]*"
  if find.is_path(path) and path:sub(1, 1) ~= "/" then
    spec = folder:gsub("^%./", "") .. spec
    if not spec:match "^[^:]*":find "/" then spec = "./" .. spec end
  end
  local bot, problem = aurum.bot(spec)
  return bot or error(problem, 0)
end

--- A function that chooses the bot of a file, and one that gives its worker.
local function chooser(file, options, workers)
  local chosen

  local function choose(spec, folder)
    local key = folder .. "\0" .. spec
    if not workers[key] then
      workers[key] = bot_worker.new(bot_of(spec, folder), options)
    end
    chosen = workers[key]
    return chosen.bot.path
  end

  --- The bot that is named, or that which the file is named after.
  local function current()
    if chosen then return chosen end
    local name = file.path:match "([^/]*)_spec%.lua$"
    if not name then
      error("no bot is named: expected bot \"PATH\", since this file is not "
        .. "called NAME_spec.lua", 0)
    end
    local folder = beside.folder(file.path)
    local path = folder:gsub("^%./", "") .. name .. ".lua"
    if not aurum.sys.readable(path) then
      error(("no bot is named, and %s is not there: expected bot \"PATH\"")
        :format(path), 0)
    end
    choose(name .. ".lua", folder)
    return chosen
  end
  return choose, current
end

--- The context of a spec's file (expectations.lua) for one run of it. `workers`
--- are kept for later runs.
local function context_of(file, options, workers)
  local context = { seed = options.seed, limit = options.seconds,
    print_bytes = options.print_bytes or 20000 }
  local choose, current = chooser(file, options, workers)

  function context.use(spec, folder)
    if type(spec) ~= "string" then
      error(("bot: expected a name or a path, got %s"):format(tostring(spec)),
        0)
    end
    if not options.bot then return choose(spec, folder) end
  end

  function context.hear(_, reply)
    if reply.printed then context.say(reply.printed) end
  end

  function context.tell(_, text) context.told = text end

  function context.decide(_, state)
    local reply = current():decide(state)
    context:hear(reply)
    return reply
  end

  for _, name in ipairs { "judge", "views", "later" } do
    context[name] = function(_, ...)
      local one = current()
      return one[name](one, ...)
    end
  end
  if options.bot then choose(options.bot, "./") end
  return context
end

--- The tests of a file as plain data.
local function list_of(tests)
  local list = {}
  for i, test in ipairs(tests) do
    list[i] = { names = test.names, full = test.full, line = test.line,
      pending = test.pending }
  end
  return list
end

local function text_or_nil(text) return text ~= "" and text or nil end

--- The work of a worker: to list the tests of a file, or to run one of them.
local function server(files, options)
  local workers = {}
  return function(request)
    local file = files[request.file]
    local context = context_of(file, options, workers)
    local tests, problem, printed = spec_file.load(file, context)
    if not request.test then
      return { tests = tests and list_of(tests), problem = problem,
        printed = problem and text_or_nil(printed()) }
    elseif not tests then
      return { status = "error", message = problem.message, line = problem.line,
        lines = problem.lines }
    end
    local began = aurum.sys.clock()
    local result = spec_file.run(tests, tests[request.test], context)
    result.seconds = aurum.sys.clock() - began
    result.printed, result.told = text_or_nil(printed()), context.told
    return result
  end
end

-- ---- Here -----------------------------------------------------------------

--- The problem of a task whose worker died.
local function death_text(what, problem, death, options)
  if not death then return problem end
  if death.kind == "time" then
    return ("%s took more than %.14g s (--seconds)"):format(what,
      options.seconds)
  end
  local why = problem == "it ended its process" and "" or ": " .. problem
  return ("%s ended its process%s"):format(what, why)
end

--- List the tests of all files; false if the user interrupted.
local function list(workers, files, options)
  local requests, n = {}, 0
  for i in ipairs(files) do requests[i] = { file = i } end
  for i, reply, problem, death in workers:each(requests) do
    local file = files[i]
    n = i
    if not reply and aurum.sys.interrupted() then return false end
    reply = reply or { problem = { lines = {},
      message = death_text("the file", problem, death, options) } }
    file.problem, file.printed = reply.problem, reply.printed
    file.tests = reply.tests or {}
  end
  return n == #files
end

--- The requests for the tests that are wanted: of file and test.
local function wanted(files, options)
  local requests = {}
  for i, file in ipairs(files) do
    local kept = {}
    for k, test in ipairs(file.tests) do
      local found = not options.filter
        or test.full:find(options.filter, 1, true)
      if found then
        kept[#kept + 1] = test
        requests[#requests + 1] = { file = i, test = k, at = #kept }
      end
    end
    file.tests = kept
  end
  return requests
end

local function new_counts()
  return { pass = 0, fail = 0, error = 0, pending = 0 }
end

--- Run the tests of spec files, each { path =, text = }. `options`:
---   bot                     in place of the bots that the specs name
---   seed                    of the bots' random numbers and of properties
---   seconds                 that a test may take
---   filter                  a text: only tests with it in their names
---   jobs                    how many workers (1)
---   cpu, fuel, trust, print, log  of the bots, as of a match
---   on_list(n)              is called with the number of tests
---   on_file(file)           is called before the first test of a file,
---   on_test(test, file)     and after each test
--- Returns { files =, counts = { pass =, fail =, error =, pending = }, n = the
--- number of tests that were wanted, complete = false after an interrupt }. A
--- file has its `tests`, each with `names`, `full`, `line`, `status`,
--- `message`, `lines`, `seconds` and `printed`, or a `problem`, which counts as
--- an error.
function bot_spec.run(files, options)
  local workers <close> = pool.new { work = server(files, options),
    jobs = options.jobs, limit = options.seconds, open = true, ahead = 1,
    seconds = options.cpu or options.fuel and 60 or 1 }
  local result = { files = files, counts = new_counts(), n = 0 }
  local counts = result.counts
  if not list(workers, files, options) then
    for _, file in ipairs(files) do file.tests = {} end
    return result
  end
  local requests, shown = wanted(files, options), 0
  result.n = #requests
  options.on_list(#requests)
  local function show_files(last)
    for i = shown + 1, last do
      if files[i].problem then counts.error = counts.error + 1 end
      if files[i].problem or files[i].tests[1] then
        options.on_file(files[i], i)
      end
    end
    shown = math.max(shown, last)
  end
  local done = 0
  for i, reply, problem, death in workers:each(requests) do
    if not reply and not death and aurum.sys.interrupted() then break end
    local request = requests[i]
    show_files(request.file)
    local file = files[request.file]
    local test = file.tests[request.at]
    reply = reply or { status = "error", lines = {},
      message = death_text("the test", problem, death, options) }
    for key, value in pairs(reply) do
      if key ~= "line" then test[key] = value end
    end
    test.failed_line = reply.line
    counts[test.status], done = counts[test.status] + 1, i
    options.on_test(test, file)
  end
  result.complete = done == #requests
  if result.complete then show_files(#files) end
  return result
end

return bot_spec
