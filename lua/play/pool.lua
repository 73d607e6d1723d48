-- Tasks in worker processes. Commands play, judge and replay games by it.
--
-- A task has a `request`, and its work returns a reply; both are plain data.
-- Each worker has a queue of tasks and does the first of them. A worker that
-- dies is replaced, and its replacement gets its queue:
--   * if the machine killed it (kind "host": nobody's fault), its task is
--     submitted again, at most three times;
--   * otherwise `on_death` may give other tasks in place of its task.
-- In all other cases that task ends with a problem.
--
-- With `in_process` tasks are done in this process, where no worker can die.
-- With `or_here` they are if no worker starts, as where the system allows no
-- more processes: for work that needs no limits. On Windows there are no
-- workers: only such work is done.
local aurum = require "aurum"
local programs = require "aurum.load.programs"
local pool = {}
pool.__index = pool

local ahead = 2 -- tasks in a worker's queue: it need not wait for the next
local patience = 3 -- how often a task is submitted again after a kill

-- ---- In this process ----------------------------------------------------

-- Answers requests like aurum.sys.workers, but they are not turned into
-- strings.
local here = {}
here.__index = here

function here:submit(worker, request)
  table.insert(self.requests, { worker, request })
end

function here:wait() -- a task takes as long as it takes
  if aurum.sys.interrupted() or not self.requests[1] then return nil end
  local worker, request = table.unpack(table.remove(self.requests, 1))
  return worker, pcall(self.work, request)
end

function here.clock() return 0 end -- this process has it

function here.close() end

-- ---- Queues -------------------------------------------------------------

local function as_it_is(value) return value end

--- A pool. `options`:
---   work        a function from a request to a reply; it is called in a
---               worker, where no file can be opened
---   jobs        how many workers (1)
---   threads     how many threads of each share a search (1); those of
---               this process stay as they are without it
---   seconds     the processor time of one call of a bot in them (1)
---   on_death    function(task, death): a list of tasks to do in place of one
---               at which a worker died (aurum.worker_death), or nil
---   in_process  no workers: `work` is called here
---   or_here     `work` is called here if no worker starts
---   limit       the seconds that a request may take (no limit)
---   open        true if the workers are not confined: they run scripts of the
---               user's
---   ahead       the tasks in a worker's queue (2)
---   programs    programs that each worker runs, a list of
---               aurum.load.programs (none)
--- Workers are copies of this process as it is at the first task.
function pool.new(options)
  local own = options.in_process
  return setmetatable({ work = options.work, on_death = options.on_death,
    jobs = own and 1 or options.jobs or 1, seconds = options.seconds or 1,
    threads = options.threads, in_process = own, or_here = options.or_here,
    limit = options.limit, open = options.open, programs = options.programs,
    ahead = own and 1 or options.ahead or ahead,
    encode = aurum.sys.pack, decode = aurum.sys.unpack }, pool)
end

local function start_here(self)
  self.processes = setmetatable({ requests = {}, work = self.work }, here)
  if self.threads then aurum.sys.threads(self.threads) end
  self.encode, self.decode = as_it_is, as_it_is
end

local function start_workers(self)
  self.processes = aurum.sys.workers {
    count = self.jobs, seconds = self.seconds, limit = self.limit,
    open = self.open, threads = self.threads, programs = self.programs,
    grace = programs.grace,
    work = function(request)
      if self.programs then programs.use(self.programs) end
      aurum.hook_prints(0) -- they would repeat what this process shows
      return aurum.sys.pack(self.work(aurum.sys.unpack(request)))
    end }
end

local function start(self)
  self.queues = {}
  for i = 1, self.jobs do self.queues[i] = {} end
  if self.in_process then return start_here(self) end
  if not self.or_here then return start_workers(self) end
  if not pcall(start_workers, self) then
    collectgarbage() -- ends the workers that started
    start_here(self)
  end
end

--- End the workers, and forget their tasks. The next task starts new ones.
function pool:close()
  if self.processes then self.processes:close() end
  self.processes = nil
end

pool.__close = pool.close

--- Seconds of processor time that the present workers took.
function pool:clock()
  return self.processes and self.processes:clock() or 0
end

--- True if no task is being done.
function pool:is_idle()
  for _, queue in ipairs(self.processes and self.queues or {}) do
    if queue[1] then return false end
  end
  return true
end

local function submit(self, worker, task)
  if not self.processes then start(self) end
  task.worker = worker
  table.insert(self.queues[worker], task)
  self.processes:submit(worker, self.encode(task.request))
end

--- Give the queue of a worker that died to its replacement. If the task at
--- which it died is not done again, returns that task, nil, the problem, and
--- the death.
local function refill(self, worker, death)
  local queue, again, problem = self.queues[worker], nil, death.message
  local task = table.remove(queue, 1)
  self.queues[worker] = {}
  if not task then return nil end
  if death.kind == "host" then
    task.kills = (task.kills or 0) + 1
    again = task.kills <= patience and { task }
    problem = ("%d times %s (is memory short?)"):format(task.kills, problem)
  elseif self.on_death then
    again = self.on_death(task, death)
  end
  for _, other in ipairs(again or {}) do submit(self, worker, other) end
  for _, other in ipairs(queue) do submit(self, worker, other) end
  if not again then return task, nil, problem, death end
end

--- Wait for a worker, at most for `seconds` (nil: as long as it takes). Returns
--- a task and its reply; or a task, nil, the problem and, if its worker died,
--- the death (aurum.worker_death). Returns nothing if a worker was only
--- replaced, the time is over, or a signal interrupted.
local function receive(self, seconds)
  local worker, good, reply = self.processes:wait(seconds)
  if not worker then return nil end
  if good == nil then return refill(self, worker, reply) end
  local task = table.remove(self.queues[worker], 1)
  if good then return task, self.decode(reply) end
  return task, nil, reply
end

-- ---- One task -----------------------------------------------------------

--- The first worker's reply to a request. Or nil and a problem: the error that
--- the work raised, "interrupted", or how the worker died, with its death.
function pool:call(request)
  local task = { request = request }
  submit(self, 1, task)
  while true do
    local done, reply, problem, death = receive(self)
    if done == task then return reply, problem, death end
    if aurum.sys.interrupted() then return nil, "interrupted" end
  end
end

--- Submit a request to a worker, or to the one with the fewest, and return its
--- task at once; `arrived` gives the reply.
function pool:submit(request, worker)
  local task, least, queues = { request = request }, 1, self.queues
  for i = 2, self.processes and self.jobs or 0 do
    if #queues[i] < #queues[least] then least = i end
  end
  submit(self, not self.in_process and worker or least, task)
  return task
end

--- A task that is done, its reply, or nil and a problem as from `call`. Returns
--- nothing if none is done within `seconds` (0).
function pool:arrived(seconds)
  if self:is_idle() then return nil end
  return receive(self, seconds or 0)
end

--- Ask a debugger in the first worker to stop at the next line (game:debug); or
--- no longer.
function pool:pause(on)
  local processes = self.processes
  if processes and processes.pause then processes:pause(1, on) end
end

-- ---- Many tasks ---------------------------------------------------------

--- Fill the queues, the shortest first.
local function feed(self, next_task, expected)
  for length = 0, self.ahead - 1 do
    for worker = 1, self.jobs do
      if not self.processes or #self.queues[worker] <= length then
        local task = next_task(worker, expected)
        if not task then return end
        submit(self, worker, task)
      end
    end
  end
end

--- Do tasks in all workers. Returns an iterator over them, in their order:
---   for task, reply, problem, death in self:ordered(1, next_task) do
--- A task has the numbers `from` to `to`, which no other has; the first task
--- begins at `first`. `next_task(worker, expected)` gives the next task for a
--- worker; or nil if there is none, or none until the one that begins at
--- `expected` is done. `on_reply(task, reply)`, if given, is called as soon as
--- a task is done. `waiting()`, if given, is called about twice a second while
--- none is. The iterator ends early if the user interrupts.
function pool:ordered(first, next_task, on_reply, waiting)
  local expected, done = first, {}
  return function()
    while not done[expected] do
      if aurum.sys.interrupted() then return nil end
      feed(self, next_task, expected)
      if self:is_idle() then return nil end
      local task, reply, problem, death = receive(self, waiting and 0.5)
      if task then done[task.from] = { task, reply, problem, death }
      elseif waiting then waiting() end
      if task and not problem and on_reply then on_reply(task, reply) end
    end
    local result = done[expected]
    done[expected] = nil
    expected = result[1].to + 1
    return table.unpack(result, 1, 4)
  end
end

--- Do a list of requests. Returns an iterator over their replies, in order:
---   for i, reply, problem, death in self:each(requests) do
--- It ends early if the user interrupts.
function pool:each(requests)
  local sent = 0
  local tasks = self:ordered(1, function()
    if sent == #requests then return nil end
    sent = sent + 1
    return { from = sent, to = sent, request = requests[sent] }
  end)
  return function()
    local task, reply, problem, death = tasks()
    if task then return task.from, reply, problem, death end
  end
end

local window = 16 -- tasks a worker, beyond the first that is not done

--- Ordered parallel map over worker processes:
---   for item, reply in pool.map(options) do
--- `options`:
---   items    an iterator. It is called with true if no task is being done;
---            else it may return false: the next item is not there yet
---   request  a function of an item that gives its request, and a number. When
---            that number changes, workers made before lack something that the
---            item needs: they are replaced
---   work, jobs, threads, or_here  as in pool.new
---   waiting  as in pool:ordered
---   failed   function(item, problem, death): the reply in place of one to a
---            task that raised, or at which its worker died. Without it:
--- It ends early if the user interrupts. It raises the errors of the work, and
--- an error if a worker died.
function pool.map(options)
  local self = pool.new { work = options.work, jobs = options.jobs,
    threads = options.threads,
    or_here = options.or_here or not aurum.sys.platform().workers }
  local item, ended, sent, epoch = nil, false, 0, nil
  local function next_task(_, expected)
    if not item and not ended then
      item = options.items(self:is_idle())
      ended = item == nil
    end
    if not item or sent >= expected + window * self.jobs then return nil end
    local request, needed = options.request(item)
    if needed ~= epoch then
      if not self:is_idle() then return nil end
      self:close()
      epoch = needed
    end
    sent = sent + 1
    local task = { from = sent, to = sent, item = item, request = request }
    item = nil
    return task
  end
  local tasks = self:ordered(1, next_task, nil, options.waiting)
  return function()
    local task, reply, problem, death = tasks()
    if problem and death then problem = "a worker died: " .. problem end
    if problem and not options.failed then error(problem, 0) end
    if problem then reply = options.failed(task.item, problem, death) end
    if task then return task.item, reply end
  end, nil, nil, self
end

return pool
