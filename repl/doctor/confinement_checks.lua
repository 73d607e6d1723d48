-- The limits on bots that are not trusted, tried on this machine: a worker
-- process breaks each of them on purpose.
local aurum = require "aurum"
local confinement_checks = {}

local patience = 60 -- seconds of wall time of a trial, on a busy machine

local bot = [[
return {
  api = 1,
  bid = function() %s end,
  play = function(_, view) return view:legal()[1] end,
}]]
local hang = bot:format "while true do end"
local hoard = bot:format [[local list = {}
    for i = 1, 1000 do list[i] = ("x"):rep(1000000) .. i end]]

local rules -- read before a worker starts, which may open no file

--- Plays a game of a bot that is given as its text.
local function play(source)
  local file = { source = source, files = {}, path = "doctor.lua", options = {},
    spec = "doctor", bundled = false, name = "doctor" }
  local game = assert(aurum.game { variant = rules, bots = { file },
    seed = "doctor" })
  return game:run().faults[1].kind
end

local work = {
  start = function() return "started" end,
  open = function()
    local file = io.open "/dev/null"
    if file then file:close() end
    return "opened"
  end,
  cpu = function() return play(hang) end,
  memory = function() return play(hoard) end,
}

--- The end of a trial in a worker: "reply" and its text, "error" and the
--- message, or the kind and the message of the worker's death.
local function try(name, seconds)
  rules = rules or assert(aurum.variant("standard", 4))
  local good, pool = pcall(aurum.sys.workers, { count = 1, seconds = seconds,
    limit = patience, work = function(request) return work[request]() end })
  if not good then return "none", pool end
  pool:submit(1, name)
  local worker, answered, result = pool:wait(patience)
  pool:close()
  if answered then return "reply", result end
  if not worker then return "time", "no answer came" end
  if answered == false then return "error", result end
  return result.kind, result.message
end

local function workers(add)
  local kind, problem = try("start", 1)
  if kind == "reply" then
    add("workers", "ok", "Bots that are not trusted run in processes of their "
      .. "own.")
    return true
  end
  problem = problem:gsub("^.*no worker: ", "")
  add("workers", "missing", ("No worker can run, so that no bot can play "
    .. "without --trust: %s."):format(problem),
    problem:find "filter"
    and "Let the container or sandbox allow seccomp, or trust the bots."
    or "Raise the limits that `ulimit -a` shows, such as that of processes.")
end

--- Adds the check of one limit, which a trial breaks: it works if the worker
--- ends as `wanted`.
local function limit(add, name, trial, wanted, seconds, works, fails)
  local kind, problem = try(trial, seconds)
  if kind == wanted or kind == "reply" and problem == wanted then
    add(name, "ok", works)
  else
    add(name, "weaker", ("%s (%s: %s)."):format(fails, kind, problem),
      "Run only bots that you trust here.")
  end
end

--- Adds the checks of workers and their limits.
function confinement_checks.add(add)
  local platform = aurum.sys.platform()
  for _, lack in ipairs(platform.lacks) do
    add("confinement", "weaker", "This build has " .. lack .. ".",
      "Run bots of strangers with a build for 64-bit Linux.")
  end
  if not platform.processes or not workers(add) then return end
  if not table.concat(platform.lacks, "\n"):find "system calls" then
    limit(add, "system calls", "open", "crash", 1,
      "A filter ends a worker that opens a file.",
      "A worker that opens a file is not ended")
  end
  limit(add, "time limit", "cpu", "cpu", 0.1, "A bot that hangs is stopped.",
    "A bot that hangs is not stopped by --cpu")
  limit(add, "memory limit", "memory", "memory", 20,
    "A bot that takes more than 128 MiB is stopped.",
    "A bot's memory limit could not be tried")
end

return confinement_checks
