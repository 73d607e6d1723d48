-- Spreads work on lines of records over worker processes, in batches.
--
-- A worker takes longer to start than a few games, so this process does the
-- first lines. Then it reads batches of lines, workers do them, and their
-- replies are taken in the order of the lines. This process also does the lines
-- that a worker gives back: it does not know their rules, or died of them. So
-- the results, and the messages about lines, are those of one process.
local aurum = require "aurum"
local pool = require "aurum.play.pool"
local parallel_lines = {}
parallel_lines.__index = parallel_lines

-- Lines that this process does before workers start: so many, or fewer that
-- take so many seconds of processor time.
local first_lines, first_seconds = 256, 0.02

local batch_lines, batch_bytes = 256, 1 << 19 -- the most of a batch,
local batch_seconds = 0.02 -- which is meant to take so long
local held_bytes = 3 << 19 -- for each worker: batches read and not yet done

--- The next line; nil at the end, or where reading raised.
local function read(self)
  local good, line = pcall(self.lines)
  if good and line then return line end
  self.ended = true
  if not good then self.broken = { line } end
end

--- The next batch, for the pool; see pool.map.
local function next_batch(self, idle)
  if self.ended then return nil end
  if self.held > held_bytes * self.jobs and not idle then return false end
  local batch, bytes = {}, 0
  while #batch < self.size and bytes < batch_bytes
    and (idle and not batch[1] or self.ready()) do
    local line = read(self)
    if not line then break end
    batch[#batch + 1], bytes = line, bytes + #line.text
    if line.problem then break end -- workers do lines that could be read
  end
  if not batch[1] then
    if self.ended then return nil end
    return false
  end
  self.held, batch.bytes = self.held + bytes, bytes
  self.sent, batch.before = self.sent + #batch, self.sent
  return batch
end

--- True while this process should do the next line.
local function is_early(self)
  local now = aurum.sys.thread_clock()
  self.begun = self.begun or now
  return self.n < first_lines and now - self.begun < first_seconds
end

--- The texts of a batch's lines, as one: to send each alone takes longer.
local function joined(batch)
  local texts = {}
  for i, line in ipairs(batch) do
    if not line.problem then texts[i] = line.text end
  end
  return table.concat(texts, "\n")
end

local function split(text)
  local texts, from = {}, 1
  while from <= #text do
    local to = text:find("\n", from, true) or #text + 1
    texts[#texts + 1], from = text:sub(from, to - 1), to + 1
  end
  return texts
end

--- Does the work on a batch in a worker, and measures it.
local function timed(work, request)
  local begun = aurum.sys.thread_clock()
  local reply = work(split(request.text), request.about)
  reply.seconds = aurum.sys.thread_clock() - begun
  return reply
end

--- Makes the next batches as long as they should be, by the time of one.
local function fit(self, reply)
  if reply.done == 0 or reply.seconds <= 0 then return end
  local n = batch_seconds * reply.done / reply.seconds
  self.size = math.max(1, math.min(batch_lines, n)) // 1 | 0
end

local function start(self)
  local _
  self.tasks, _, _, self.pool = pool.map { jobs = self.jobs,
    items = function(idle) return next_batch(self, idle) end,
    request = function(batch)
      local about, known = self.about(batch, batch.before - self.taken)
      return { text = joined(batch), about = about }, known
    end,
    work = function(request) return timed(self.work, request) end,
    failed = function(_, problem, death)
      return { done = 0, problem = death and death.kind == "host" and problem }
    end }
end

--- Notes if a batch was given back. If that happens again and again, workers
--- are a waste: they get no more.
local function note(self, given_back)
  self.batches = self.batches + 1
  self.back = self.back + (given_back and 1 or 0)
  if self.back > 16 + self.batches // 4 then
    self.alone, self.ended = true, true
  end
end

--- After the last batch: raises the error of reading, or goes on alone.
local function finish(self)
  self.pool:close()
  self.tasks = nil
  if self.broken then error(self.broken[1], 0) end
  if not self.alone then self.done = true end
end

--- The next batch that a worker did, at least in part, and its reply.
local function receive(self)
  local batch, reply = self.tasks()
  if not batch then
    finish(self)
    return nil
  end
  self.held, self.taken = self.held - batch.bytes, self.taken + #batch
  if reply.problem then
    self.problem, self.done = reply.problem, true
    self.pool:close()
    return nil
  end
  fit(self, reply)
  if reply.done > 0 and not self.accept(batch, reply) then reply.done = 0 end
  note(self, reply.done < #batch)
  self.rest, self.at = batch, reply.done + 1
  if reply.done > 0 then return batch, reply end
end

function parallel_lines:__call()
  while not self.done and not aurum.sys.interrupted() do
    local line = self.rest[self.at]
    if line then
      self.at = self.at + 1
      return line
    end
    if not self.tasks and (self.alone or is_early(self)) then
      self.n = self.n + 1
      return self.lines()
    end
    if not self.tasks then start(self) end
    local batch, reply = receive(self)
    if batch then return batch, reply end
  end
end

--- Ends the workers.
function parallel_lines:close()
  if self.pool then self.pool:close() end
end

parallel_lines.__close = parallel_lines.close

--- An iterator over lines that this process is to do, and over batches of lines
--- that a worker did, each with its reply:
---   for line, reply in parallel_lines.over(options) do
--- It ends early if the user interrupts, and if the machine kills workers again
--- and again: then the fourth value, which closes it, has a `problem`.
--- `options`:
---   jobs     how many workers; nil: one for each processor
---   lines    an iterator over lines, each a table with a `text` or, if it
---            could not be read, a `problem`; it may raise
---   ready    a function: true if `lines` would not wait
---   about    a function of a batch and the number of lines in batches before
---            it that are not done: what a worker must know, and a number as
---            pool.map takes it from `request`
---   work     a function of a list of texts and what `about` returned, called
---            in a worker, where no file can be opened. `done` of its reply is
---            the number of lines that it did; this process does the rest
---   accept   a function of a batch and its reply: true if the reply is good;
---            otherwise this process does the batch
function parallel_lines.over(options)
  local jobs = aurum.sys.platform().processes
    and math.min(options.jobs or aurum.sys.processors(), 64) or 1
  local self = setmetatable({ jobs = jobs, lines = options.lines,
    ready = options.ready, about = options.about, work = options.work,
    accept = options.accept, alone = jobs == 1, n = 0, size = 8, rest = {},
    at = 1, held = 0, sent = 0, taken = 0, batches = 0, back = 0 },
    parallel_lines)
  return self, nil, nil, self
end

return parallel_lines
