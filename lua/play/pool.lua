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
--
-- Jobs are handed out in batches, consecutive ones that take a hundredth of a
-- second together: a request and its reply cost about as much as a short game.
-- How they are cut depends on the clock, what comes of them does not.
local aurum = require "aurum"
local pack = require "aurum.text.pack"
local term = require "aurum.text.term"
local pool = {}

local slice = 0.01 -- seconds of a batch
local longest = 64 -- jobs of a batch
local ahead = 2 -- batches that wait in a worker's pipe
local window = 8 -- batches a worker may do before the next in order is done
local patience = 3 -- how often a batch is begun again that somebody killed

--- Play a job with one of the prepared games. Raises what the variant does
--- wrong.
local function play_job(games, job, deaths)
  local game, measured = games[job.game], nil
  local good, problem = pcall(function()
    game:restart(job.seed, deaths):run()
    measured = games.measure and games.measure(game)
  end)
  if not good then error(("game %s: %s"):format(job.seed, problem), 0) end
  return { game = job.game, seed = job.seed, measured = measured,
    winners = game.winners,
    rounds = game.rounds, faults = game.faults, trace = game.trace,
    timing = game.timing, record = game:record() }
end

--- Play jobs `from` to `to`, up to the first that a variant spoils: how many
--- were played, what they are reduced to, the problem, and the seconds.
local function play_batch(self, from, to, deaths)
  local results, problem, start = {}, nil, aurum.clock()
  for i = from, to do
    local good, result = pcall(play_job, self.games, self.job(i),
      deaths and deaths[i])
    if not good then
      problem = result
      break
    end
    results[#results + 1] = result
  end
  return { n = #results, value = self.reduce(results, from),
    problem = problem, seconds = aurum.clock() - start }
end

local function names_of(games)
  local names = {}
  for i, game in ipairs(games) do names[i] = game.names end
  return names
end

-- ---- Batches ------------------------------------------------------------

--- The last job of a batch that begins with job `from`, for a worker whose
--- batches may have `size`. It ends where a unit does, if it can.
local function batch_end(self, from, last, size)
  local share = (last - from + 1) // (2 * #self.queues) -- all end together
  local to = from + math.max(math.min(size, share), 1) - 1
  local whole = to - to % self.unit
  return whole >= from and whole or to
end

--- How long the next batch may be after one that took so long.
local function next_size(size, done)
  local fits = done.n * slice / math.max(done.seconds, 1e-6)
  return math.max(math.min(math.floor(fits), 2 * size, longest), 1)
end

--- An iterator over the results of jobs 1 to n, in their order:
---   for i, result, problem in player:all(n) do
--- It ends early when the user interrupts, and after a problem, which is the
--- variant's, or that of a machine which kills workers, and comes in place of a
--- result. Only for a player without `reduce`.
local function all(self, n)
  local batches, results = self:batches(1, n), {}
  local i, from, trouble, failed = 0, 1, nil, false
  return function()
    while not failed do
      local result = results[i - from + 2]
      if result or trouble then
        i, failed = i + 1, not result
        return i, result, not result and trouble or nil
      end
      local first, _, value, problem = batches()
      if not first then return nil end
      from, results, trouble = first, value or {}, problem
    end
  end
end

-- ---- In this process ----------------------------------------------------

local trusted = { all = all }
trusted.__index = trusted

--- An iterator over the batches that jobs `first` to `last` are played in, in
--- their order:
---   for from, to, value, problem in player:batches(first, last) do
--- `value` is what jobs `from` to `to` were reduced to, also where a problem
--- ended the batch after them; nil if there are none.
function trusted:batches(first, last)
  local from, size, failed = first, 1, false
  return function()
    if failed or from > last or aurum.interrupted() then return nil end
    local done = play_batch(self, from, batch_end(self, from, last, size))
    if aurum.interrupted() then -- which stops a bot in the midst of a game
      done.problem = nil
      if done.n == 0 then return nil end
    end
    local began = from
    from, failed = from + done.n, done.problem ~= nil
    size = next_size(size, done)
    return began, from - 1, done.value, done.problem
  end
end

function trusted.close() end

trusted.__close = trusted.close

-- ---- In workers ---------------------------------------------------------

local isolated = { all = all }
isolated.__index = isolated

--- What workers do with requests. Games are prepared in the worker: a file that
--- hangs or crashes when it is loaded does so there.
local function server(self, make)
  return function(request)
    local batch = pack.decode(request)
    self.games = self.games or make()
    return pack.encode(batch.names and names_of(self.games)
      or play_batch(self, batch.from, batch.to, batch.deaths))
  end
end

--- Send a batch to a worker, and note that it waits there: { from =, to =,
--- deaths = by job, kills =, again = }.
local function submit(self, worker, batch)
  table.insert(self.queues[worker], batch)
  self.pool:submit(worker, pack.encode(batch))
end

--- The parts of a batch, at one of whose jobs a worker died: the jobs before,
--- which are played again since their results died with it, that one, those
--- after.
local function split(batch, job, death)
  local list = { { from = job, to = job,
    deaths = { [job] = batch.deaths and batch.deaths[job] or {} } } }
  table.insert(list[1].deaths[job], { call = death.call, kind = death.kind,
    message = death.message })
  if job > batch.from then
    table.insert(list, 1, { from = batch.from, to = job - 1 })
  end
  if job < batch.to then
    list[#list + 1] = { from = job + 1, to = batch.to }
  end
  return list
end

--- How the machine killed a worker again and again.
local function hopeless(kills, death)
  return ("%d times %s (is memory short?)"):format(kills, death.message)
end

--- What is to be done again of the batch that a worker died at; or nil and a
--- problem. If a bot was called it is not called there again. What was killed
--- from outside (kind "host") is no bot's fault, nor any result: it is begun
--- again, a few times. So is what died on its own outside of bots, once.
local function again(self, batch, death)
  if death.kind == "host" then
    batch.kills = (batch.kills or 0) + 1
    if batch.kills <= patience then return { batch } end
    self.killed = true
    return nil, ("games from %s on cannot be played: %s"):format(
      self.job(batch.from).seed, hopeless(batch.kills, death))
  elseif death.call and death.call > 0 then
    return split(batch, batch.from + death.game - 1, death)
  elseif not batch.again then
    batch.again = true
    return { batch }
  end
  return nil, ("game %s: a worker died: %s"):format(self.job(batch.from).seed,
    death.message)
end

--- A worker died at its first batch: hand that, and those behind it, to the one
--- that replaces it. Returns a problem if that is in vain.
local function revive(self, worker, death)
  local queue = self.queues[worker]
  self.queues[worker] = { size = 1 }
  if not queue[1] then return nil end
  local list, problem = again(self, queue[1], death)
  if not list then return problem end
  for _, batch in ipairs(list) do submit(self, worker, batch) end
  for k = 2, #queue do submit(self, worker, queue[k]) end
end

--- Wait until something comes: a batch that was played and what came of it; nil
--- if only a worker died, or the user interrupts; nil and a problem.
local function receive(self)
  local worker, good, reply = self.pool:wait()
  if not worker then return nil end
  if good == nil then return nil, revive(self, worker, reply) end
  local queue = self.queues[worker]
  local batch = table.remove(queue, 1)
  if not good then return nil, reply end
  local done = pack.decode(reply)
  queue.size = next_size(queue.size, done)
  return batch, done
end

--- Keep every worker's queue filled with batches of jobs from `from` to
--- `last`, not too far ahead of job `next_one`, which may take long. Returns
--- where to go on.
local function feed(self, from, last, next_one)
  local room = 0
  for _, queue in ipairs(self.queues) do room = room + window * queue.size end
  for worker, queue in ipairs(self.queues) do
    while #queue < ahead and from <= last and from < next_one + room do
      local to = batch_end(self, from, last, queue.size)
      submit(self, worker, { from = from, to = to })
      from = to + 1
    end
  end
  return from
end

function isolated:batches(first, last)
  local next_one, sent, failed = first, first, false
  local done = {}
  return function()
    if failed or next_one > last then return nil end
    while not done[next_one] do
      if aurum.interrupted() then return nil end
      sent = feed(self, sent, last, next_one)
      local batch, result = receive(self)
      if batch then
        done[batch.from] = result
      elseif result then
        failed = true
        return next_one, next_one - 1, nil, result
      end
    end
    local from, result = next_one, done[next_one]
    done[from] = nil
    next_one, failed = from + result.n, result.problem ~= nil
    return from, next_one - 1, result.value, result.problem
  end
end

function isolated:close()
  self.pool:close()
end

isolated.__close = isolated.close

--- The names of each game's bots, from the first worker; or nil, why the games
--- can't be, the seat whose bot is to blame, and in which game.
local function ask_names(self)
  local kills = 0
  self.pool:submit(1, pack.encode { names = true })
  while true do
    -- the others are asked nothing: one that dies meanwhile is only replaced
    local worker, good, reply = self.pool:wait()
    if worker == 1 and good == nil and reply.kind == "host"
      and kills < patience then
      kills = kills + 1
      self.pool:submit(1, pack.encode { names = true })
    elseif worker == 1 then
      if good then return pack.decode(reply) end
      if good == false then return nil, reply end
      if reply.kind == "host" then return nil, hopeless(kills + 1, reply) end
      return nil, "when it was loaded: " .. reply.message, reply.seat,
        reply.game
    elseif aurum.interrupted() then
      return nil, "interrupted"
    end
  end
end

-- ---- One worker, one question at a time ---------------------------------

local worker_type = {}
worker_type.__index = worker_type

--- The reply to a request, plain data both; or nil and what went wrong: what
--- the work raised, or how the process died, and then its death too. Where the
--- machine fails, which is no fault of the work, the command ends.
function worker_type:call(request)
  local kills = 0
  self.pool:submit(1, pack.encode(request))
  while true do
    local worker, good, reply = self.pool:wait()
    if good then return pack.decode(reply) end
    if worker and good == nil then
      if reply.kind ~= "host" then return nil, reply.message, reply end
      kills = kills + 1
      if kills > patience then term.fail(hopeless(kills, reply)) end
      self.pool:submit(1, pack.encode(request))
    elseif worker then
      return nil, reply
    end
    if aurum.interrupted() then return nil, "interrupted" end
  end
end

function worker_type:close()
  self.pool:close()
end

worker_type.__close = worker_type.close

--- A process that answers requests with `work`, a function from plain data to
--- plain data; a bot in it may take `seconds` for one call.
function pool.worker(work, seconds)
  return setmetatable({ pool = aurum.workers { count = 1,
    seconds = seconds or 1, work = function(request)
      return pack.encode(work(pack.decode(request)))
    end } }, worker_type)
end

local here_type = { close = function() end }
here_type.__index = here_type
here_type.__close = here_type.close

--- The same, in this process: its `call` raises what the work raises.
function pool.here(work)
  return setmetatable({ call = function(_, request) return work(request) end },
    here_type)
end

-- ---- Either -------------------------------------------------------------

--- Prepare to play. `options`:
---   make      a function that returns the list of games, made by aurum.game;
---             it is called in each process that plays, where no file can be
---             opened: bots and rules have to be read before
---   job       a function that gives the i-th job
---   trust     play in this process
---   jobs      how many workers (1)
---   seconds   the processor time a bot may take for one call (1)
---   reduce    function(results, from): what `batches` gives in place of a list
---             of results, of which the first is job `from`'s; it is called in
---             the process that plays, and what it gives has less to travel
---   unit      how many jobs, from the first on, belong together: batches end
---             with the last of a unit where they can (1)
--- Returns a player with `names`, those of each game's bots; or nil, a message
--- and, where it is known, the seat whose bot does not load, and in which game.
--- `killed` is true once the problem was one of the machine's.
function pool.open(options)
  local self = { job = options.job, unit = options.unit or 1, queues = {},
    reduce = options.reduce or function(results) return results end }
  for i = 1, options.trust and 1 or options.jobs or 1 do
    self.queues[i] = { size = 1 }
  end
  if options.trust then
    local good, games = pcall(options.make)
    if not good then return nil, games end
    self.games, self.names = games, names_of(games)
    return setmetatable(self, trusted)
  end
  setmetatable(self, isolated)
  self.pool = aurum.workers { count = #self.queues,
    seconds = options.seconds or 1, work = server(self, options.make) }
  local names, message, seat, game = ask_names(self)
  if not names then
    self:close()
    return nil, message, seat, game
  end
  self.names = names
  return self
end

return pool
