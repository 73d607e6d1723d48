-- Playing many games: what a match, a mirrored match and other series share.
--
-- Games are played in worker processes, so that a bot that hangs, hoards or
-- crashes loses its game and nothing else; a trusted one in this process. A job
-- is a game to play: { game = which of several prepared games, seed = }. A
-- result is plain data, since it comes from another process:
--   game, seed   as in the job
--   measured     what the list's function `measure` tells of the finished game,
--                if it has one
--   winners      the sides that won
--   rounds       a table for each finished round, as in game.rounds
--   faults       as in game.faults; trace is that of the first
--   timing       as in game.timing; all else is the same in every run
--   record       its line
local aurum = require "aurum"
local pack = require "lua.pack"
local play = {}

local ahead = 4 -- jobs that wait in a worker's pipe
local patience = 3 -- how often a job is begun again that somebody killed

--- Play a job with one of the prepared games. Raises what the variant does
--- wrong.
local function play_job(games, job)
  local game, measured = games[job.game], nil
  local good, problem = pcall(function()
    game:restart(job.seed, job.deaths):run()
    measured = games.measure and games.measure(game)
  end)
  if not good then error(("game %s: %s"):format(job.seed, problem), 0) end
  return { game = job.game, seed = job.seed, measured = measured,
    winners = game.winners,
    rounds = game.rounds, faults = game.faults, trace = game.trace,
    timing = game.timing, record = game:record() }
end

local function names_of(games)
  local names = {}
  for i, game in ipairs(games) do names[i] = game.names end
  return names
end

-- ---- In this process ----------------------------------------------------

local trusted = {}
trusted.__index = trusted

--- An iterator over the results of jobs 1 to n, in their order:
---   for i, result, problem in player:all(n, job_of) do
--- `job_of(i)` is the i-th job. It ends early when the user interrupts, and
--- after a problem, which is the variant's and comes in place of a result.
function trusted:all(n, job_of)
  local i, failed = 0, false
  return function()
    if failed or i >= n or aurum.interrupted() then return nil end
    i = i + 1
    local good, result = pcall(play_job, self.games, job_of(i))
    failed = not good
    if good then result = self.reduce(result) end
    return i, good and result or nil, not good and result or nil
  end
end

function trusted.close() end

trusted.__close = trusted.close

-- ---- In workers ---------------------------------------------------------

local isolated = {}
isolated.__index = isolated

--- What workers do with requests. Games are prepared in the worker: a file that
--- hangs or crashes when it is loaded does so there.
local function server(make, reduce)
  local games
  return function(request)
    local job = pack.decode(request)
    games = games or make()
    return pack.encode(job.names and names_of(games)
      or reduce(play_job(games, job)))
  end
end

--- Send a job to a worker, and note that it waits there.
local function submit(self, worker, i, job)
  local queue = self.queues[worker]
  queue[#queue + 1] = { i = i, job = job }
  self.pool:submit(worker, pack.encode(job))
end

--- A worker died at its first job: note at which call, and play that job again
--- in the one that replaces it, where it will not be called; and those behind
--- it. What is no bot's fault is tried once more, and what was killed from
--- outside (kind "host") a few times.
local function revive(self, worker, death)
  local queue = self.queues[worker]
  self.queues[worker] = {}
  local first = queue[1]
  if not first then return end
  local job, kills = first.job, first.kills or 0
  if death.kind == "host" and kills < patience then
    kills = kills + 1
  elseif death.call and death.call > 0 then
    job.deaths = job.deaths or {}
    table.insert(job.deaths, { call = death.call, kind = death.kind,
      message = death.message })
  elseif first.again then
    return ("game %s: a worker died: %s"):format(job.seed, death.message)
  end
  submit(self, worker, first.i, job)
  local again = self.queues[worker][1]
  again.kills = kills
  again.again = first.again or not death.call and kills == 0
  for k = 2, #queue do submit(self, worker, queue[k].i, queue[k].job) end
end

--- Wait until something comes: the number of a job and its result, or nil and a
--- problem; nothing if only a worker died, or the user interrupts.
local function receive(self)
  local worker, good, reply = self.pool:wait()
  if not worker then return nil end
  if good == nil then return nil, nil, revive(self, worker, reply) end
  local done = table.remove(self.queues[worker], 1)
  if not good then return done.i, nil, reply end
  return done.i, pack.decode(reply)
end

--- Keep every worker's queue filled with jobs up to `last`.
local function feed(self, sent, last, job_of)
  for worker = 1, #self.queues do
    while #self.queues[worker] < ahead and sent < last do
      sent = sent + 1
      submit(self, worker, sent, job_of(sent))
    end
  end
  return sent
end

function isolated:all(n, job_of)
  local i, sent, failed = 0, 0, false
  local results, problems = {}, {}
  return function()
    if failed or i >= n then return nil end
    while not results[i + 1] and not problems[i + 1] do
      if aurum.interrupted() then return nil end
      -- not too far ahead of a game that takes long
      sent = feed(self, sent, math.min(n, i + 16 * #self.queues), job_of)
      local k, result, problem = receive(self)
      if k then results[k], problems[k] = result, problem end
      if problem and not k then problems[i + 1] = problem end
    end
    i = i + 1
    local result = results[i]
    results[i] = nil
    failed = problems[i] ~= nil
    return i, result, problems[i]
  end
end

function isolated:close()
  self.pool:close()
end

isolated.__close = isolated.close

--- The names of each game's bots, from the first worker; or nil, why the games
--- can't be, and the seat whose bot is to blame.
local function ask_names(self)
  submit(self, 1, 0, { names = true })
  while true do
    local worker, good, reply = self.pool:wait()
    if worker then
      self.queues[worker] = {}
      if good then return pack.decode(reply) end
      if good == false then return nil, reply end
      return nil, "when it was loaded: " .. reply.message, reply.seat
    elseif aurum.interrupted() then
      return nil, "interrupted"
    end
  end
end

-- ---- One worker, one question at a time ---------------------------------

local worker_type = {}
worker_type.__index = worker_type

--- The reply to a request, plain data both; or nil and what went wrong: what
--- the work raised, or how the process died, and then its death too.
function worker_type:call(request)
  self.pool:submit(1, pack.encode(request))
  while true do
    local worker, good, reply = self.pool:wait()
    if good then return pack.decode(reply) end
    if good == nil and worker then return nil, reply.message, reply end
    if worker then return nil, reply end
    if aurum.interrupted() then return nil, "interrupted" end
  end
end

function worker_type:close()
  self.pool:close()
end

worker_type.__close = worker_type.close

--- A process that answers requests with `work`, a function from plain data to
--- plain data; a bot in it may take `seconds` for one call.
function play.worker(work, seconds)
  return setmetatable({ pool = aurum.workers { count = 1,
    seconds = seconds or 1, work = function(request)
      return pack.encode(work(pack.decode(request)))
    end } }, worker_type)
end

-- ---- Either -------------------------------------------------------------

--- Prepare to play. `options`:
---   make      a function that returns the list of games, made by aurum.game;
---             it is called in each process that plays, where no file can be
---             opened: bots and rules have to be read before
---   trust     play in this process
---   jobs      how many workers (1)
---   seconds   the processor time a bot may take for one call (1)
---   reduce    a function that makes of a result what `all` gives in its place;
---             it is called in the process that plays, and what it gives has
---             less to travel
--- Returns a player with `names`, those of each game's bots; or nil, a message
--- and, where it is known, the seat whose bot does not load.
function play.open(options)
  local reduce = options.reduce or function(result) return result end
  if options.trust then
    local good, games = pcall(options.make)
    if not good then return nil, games end
    return setmetatable({ games = games, names = names_of(games),
      reduce = reduce }, trusted)
  end
  local self = setmetatable({ queues = {} }, isolated)
  for i = 1, options.jobs or 1 do self.queues[i] = {} end
  self.pool = aurum.workers { count = #self.queues,
    seconds = options.seconds or 1, work = server(options.make, reduce) }
  local names, message, seat = ask_names(self)
  if not names then
    self:close()
    return nil, message, seat
  end
  self.names = names
  return self
end

return play
