-- Player of many games: for matches, arenas and comparisons of rules.
--
-- Games are played in worker processes (lua/play/pool.lua), so that a bot that
-- hangs, fills the memory or crashes loses its game and affects nothing else.
-- Trusted bots play in this process. A job is a game to play: { game = the
-- index of a prepared game, seed = }. A result is plain data, since it comes
-- from another process:
--   game, seed   as in the job
--   measured     the value of the list's function `measure` for the finished
--                game and the index of the prepared one, if it has one
--   winners      the sides that won
--   rounds       a table for each finished round, as in game.rounds
--   faults       as in game.faults; trace is the first one's
--   timing       as in game.timing; all else is the same in every run
--   record       its line
--   printed      what its bots printed, if prints are kept; nil if nothing
--
-- Jobs are handed out in batches: consecutive jobs that together take a
-- hundredth of a second, because a request and its reply cost about as much as
-- a short game. The clock decides where batches end, but results do not depend
-- on that.
local aurum = require "aurum"
local pool = require "aurum.play.pool"
local player = {}
player.__index = player

local slice = 0.01 -- seconds of a batch
local longest = 64 -- jobs of a batch
local window = 8 -- batches a worker may do before the next in order is done

--- Play a job with one of the prepared games. Raises errors of the variant.
local function play_job(games, job, deaths)
  local game, measured = games[job.game], nil
  local good, problem = pcall(function()
    local run = games.run or game.run
    run(game:restart(job.seed, deaths, job.number))
    measured = games.measure and games.measure(game, job.game)
  end)
  if not good then error(("game %s: %s"):format(job.seed, problem), 0) end
  local printed = game:printed()
  return { game = job.game, seed = job.seed, measured = measured,
    printed = printed ~= "" and printed or nil, winners = game.winners,
    rounds = game.rounds, faults = game.faults, trace = game.trace,
    timing = game.timing, record = game:record() }
end

--- Play jobs `from` to `to`, up to the first with an error of the variant.
--- Returns how many were played, their value by `reduce`, what was printed (a
--- list of { job =, text = }), the error, and the seconds.
local function play_batch(self, from, to, deaths)
  local results, problem, start = {}, nil, aurum.sys.clock()
  local printed = {}
  for i = from, to do
    local good, result = pcall(play_job, self.games, self.job(i),
      deaths and deaths[i])
    if not good then
      problem = result
      break
    end
    results[#results + 1] = result
    if result.printed then
      printed[#printed + 1] = { job = i, text = result.printed }
      result.printed = nil -- it is returned once
    end
  end
  return { n = #results, value = self.reduce(results, from),
    printed = printed[1] and printed, problem = problem,
    seconds = aurum.sys.clock() - start }
end

local function names_of(games)
  local names = {}
  for i, game in ipairs(games) do names[i] = game.names end
  return names
end

--- The work of a pool: batches of games. The games are prepared in the worker,
--- since a file may hang or crash when it is loaded. They are prepared anew for
--- another setting.
local function server(self, make)
  local key
  return function(request)
    local setting = request.setting
    if not self.games or setting and setting.key ~= key then
      self.games, key = make(setting), setting and setting.key
    end
    if request.names then return names_of(self.games) end
    return play_batch(self, request.from, request.to, request.deaths)
  end
end

-- ---- Deaths -------------------------------------------------------------

local function batch(from, to, setting)
  return { from = from, to = to,
    request = { from = from, to = to, setting = setting } }
end

--- The parts of a batch in which a worker died at a job: the jobs before, whose
--- results are lost; that job, with a note of the death; the jobs after.
local function split(request, job, death)
  local setting = request.setting
  local at, deaths = batch(job, job, setting), request.deaths
  at.request.deaths = { [job] = deaths and deaths[job] or {} }
  table.insert(at.request.deaths[job], { call = death.call, kind = death.kind,
    message = death.message, printed = death.printed })
  local list = { at }
  if job > request.from then
    table.insert(list, 1, batch(request.from, job - 1, setting))
  end
  if job < request.to then
    list[#list + 1] = batch(job + 1, request.to, setting)
  end
  return list
end

--- The batches to play in place of one in which a worker died. If a bot was
--- being called, the death is that bot's fault, and the call is not made again.
--- If not, the batch gets one more try.
local function again(self, task, death)
  self.sizes[task.worker] = 1
  if not task.from then return nil end -- it asked for the names
  if death.call and death.call > 0 then
    return split(task.request, task.from + death.game - 1, death)
  end
  if task.tried then return nil end
  task.tried = true
  return { task }
end

-- ---- Batches ------------------------------------------------------------

--- The last job of a batch that begins with job `from`, for a worker whose
--- batches may have `size`. It is the last of a unit if possible.
local function batch_end(self, from, last, size)
  local share = (last - from + 1) // (2 * #self.sizes) -- all end together
  local to = from + math.max(math.min(size, share), 1) - 1
  local whole = to - to % self.unit
  return whole >= from and whole or to
end

--- The size of the next batch, after one that took this long.
local function next_size(size, done)
  local fits = done.n * slice / math.max(done.seconds, 1e-6)
  return math.max(math.min(math.floor(fits), 2 * size, longest), 1)
end

--- The problem of a batch that was not played.
local function failure_text(self, task, problem, death)
  local seed = self.job(task.from).seed
  if not death then return problem end
  if death.kind ~= "host" then
    return ("game %s: a worker died: %s"):format(seed, problem)
  end
  self.killed = true
  return ("games from %s on cannot be played: %s"):format(seed, problem)
end

--- An iterator over the batches that jobs `first` to `last` are played in, in
--- their order:
---   for from, to, value, problem, printed in self:batches(first, last) do
--- `value` is the value by `reduce` of jobs `from` to `to`, also if a problem
--- ended the batch after them; nil if there are none. `printed` is a list of
--- { job =, text = }, or nil. `setting`, if given, is plain data with a `key`:
--- the games are those that `make(setting)` returns.
function player:batches(first, last, setting)
  local next_job, failed, sizes = first, false, self.sizes
  local function next_task(worker, expected)
    local room = 0
    for _, size in ipairs(sizes) do room = room + window * size end
    if next_job > last or next_job >= expected + room then return nil end
    local from = next_job
    next_job = batch_end(self, from, last, sizes[worker]) + 1
    return batch(from, next_job - 1, setting)
  end
  local function on_reply(task, reply)
    sizes[task.worker] = next_size(sizes[task.worker], reply)
  end
  local tasks = self.pool:ordered(first, next_task, on_reply)
  return function()
    if failed then return nil end
    local task, reply, problem, death = tasks()
    if not task then return nil end
    if reply then
      problem = reply.problem
      if problem and aurum.sys.interrupted() then -- that stopped a bot's answer
        problem = nil
        if reply.n == 0 then return nil end
      end
      failed = problem ~= nil
      return task.from, task.from + reply.n - 1, reply.value, problem,
        reply.printed
    end
    failed = true
    return task.from, task.from - 1, nil,
      failure_text(self, task, problem, death)
  end
end

--- An iterator over the results of jobs 1 to n, in their order:
---   for i, result, problem in self:all(n) do
--- It ends early if the user interrupts. It also ends after a problem, which
--- comes in place of a result: an error of the variant, or a machine that kills
--- workers. Only for a player without `reduce`.
function player:all(n)
  local batches, results = self:batches(1, n), {}
  local i, from, trouble, failed = 0, 1, nil, false
  return function()
    while not failed do
      local result = results[i - from + 2]
      if result or trouble then
        i, failed = i + 1, not result
        return i, result, not result and trouble or nil
      end
      local first, _, value, problem, printed = batches()
      if not first then return nil end
      from, results, trouble = first, value or {}, problem
      for _, game in ipairs(printed or {}) do
        results[game.job - first + 1].printed = game.text
      end
    end
  end
end

-- ---- Opening ------------------------------------------------------------

--- The names of each game's bots, from the first worker; or nil, why the games
--- cannot be prepared, the seat whose bot is to blame, and its game.
local function ask_names(self)
  local names, problem, death = self.pool:call { names = true }
  if names or not death or death.kind == "host" then return names, problem end
  return nil, "when it was loaded: " .. problem, death.seat, death.game
end

--- Seconds of processor time that the present workers took.
function player:clock()
  return self.pool:clock()
end

function player:close()
  self.pool:close()
end

player.__close = player.close

--- Prepare to play. `options`:
---   make      a function that returns the list of games, made by aurum.game;
---             its field `run` may play a game in place of game:run();
---             it is called in each process that plays, where no file can be
---             opened: bots and rules have to be read before
---   job       a function that gives the i-th job: { game =, seed =, number =
---             the text that stands before what its bots print }
---   trust     play in this process
---   jobs      how many workers (1)
---   threads   how many threads of each share a bot's work (1)
---   seconds   the processor time a bot may take for one call (1)
---   programs  as in pool.new
---   reduce    function(results, from): the value that `batches` gives for a
---             list of results, of which the first is job `from`'s; it is
---             called in the process that plays, so that less has to travel
---   unit      how many jobs, from the first on, belong together: batches end
---             with the last of a unit if possible (1)
--- Returns a player with `names`, the bots of each game; or nil, a message
--- and, if it is known, the seat whose bot does not load, and in which game.
--- `killed` is true after a problem of the machine.
function player.open(options)
  local self = setmetatable({ job = options.job, unit = options.unit or 1,
    reduce = options.reduce or function(results) return results end,
    sizes = {} }, player)
  self.pool = pool.new { work = server(self, options.make),
    in_process = options.trust, jobs = options.jobs,
    threads = options.threads, seconds = options.seconds,
    programs = options.programs,
    on_death = function(task, death) return again(self, task, death) end }
  for worker = 1, self.pool.jobs do self.sizes[worker] = 1 end
  local names, message, seat, game = ask_names(self)
  if not names then
    self:close()
    return nil, message, seat, game
  end
  self.names = names
  return self
end

return player
