-- Work spread over processes: what is done with each of many things, handed
-- back in their order.
--   for item, result in spread.over(options) do
-- `options`:
--   items    an iterator over the things
--   request  a function of a thing: what there is to do, in plain data, and a
--            number that changes where workers that were made before lack
--            something it needs: they are then replaced
--   work     a function of a request that gives a result, plain data too; it is
--            called in a worker, where no file can be opened
--   jobs     how many workers
-- It ends early where the user interrupts. What the work raises is raised, and
-- so is that a worker died.
local aurum = require "aurum"
local pack = require "aurum.text.pack"
local spread = {}
spread.__index = spread

local ahead = 2 -- requests that wait in a worker's pipe

local function renew(self, epoch)
  if self.pool then self.pool:close() end
  self.epoch, self.queues = epoch, {}
  for i = 1, self.jobs do self.queues[i] = {} end
  self.pool = aurum.workers { count = self.jobs, seconds = 1,
    work = function(request)
      return pack.encode(self.work(pack.decode(request)))
    end }
end

--- The worker with the shortest queue; nil where all are full.
local function idle(self)
  local best
  for i, queue in ipairs(self.queues) do
    if #queue < ahead and (not best or #queue < #self.queues[best]) then
      best = i
    end
  end
  return best
end

--- Hand out what there is to do, as far as there is room for it.
local function feed(self)
  while self.item ~= nil or not self.ended do
    self.item = self.item or self.items()
    if self.item == nil then
      self.ended = true
      return
    end
    local request, epoch = self.request(self.item)
    if epoch ~= self.epoch then
      if self.sent > self.got then return end
      renew(self, epoch)
    end
    local worker = idle(self)
    if not worker or self.sent - self.given >= 16 * self.jobs then return end
    self.sent = self.sent + 1
    self.waiting[self.sent], self.item = self.item, nil
    table.insert(self.queues[worker], self.sent)
    self.pool:submit(worker, pack.encode(request))
  end
end

--- Wait for a result. False if the user interrupted.
local function receive(self)
  local worker, good, reply = self.pool:wait()
  if not worker then return not aurum.interrupted() end
  if good == nil then error("a worker died: " .. reply.message, 0) end
  if not good then error(reply, 0) end
  local number = table.remove(self.queues[worker], 1)
  self.results[number], self.got = pack.decode(reply), self.got + 1
  return true
end

local function next_result(self)
  local number = self.given + 1
  while not self.results[number] do
    if aurum.interrupted() then return nil end
    feed(self)
    if self.ended and self.sent == self.given then return nil end
    if not self.results[number] and not receive(self) then return nil end
  end
  local item, result = self.waiting[number], self.results[number]
  self.given = number
  self.waiting[number], self.results[number] = nil, nil
  return item, result
end

function spread:__close()
  if self.pool then self.pool:close() end
end

function spread.over(options)
  local self = setmetatable({ items = options.items, request = options.request,
    work = options.work, jobs = options.jobs, sent = 0, got = 0, given = 0,
    waiting = {}, results = {} }, spread)
  return next_result, self, nil, self
end

return spread
