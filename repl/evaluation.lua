-- The outlook of the places of a game (lua/judge/outlook.lua), from a worker
-- process in the background. Results are kept in the nodes of the tree, one for
-- each seat that may see it: what an onlooker may see, a person may not.
local outlook = require "aurum.judge.outlook"
local pool = require "aurum.play.pool"
local aurum = require "aurum"
local tree = require "aurum.repl.tree"
local evaluation = {}
evaluation.__index = evaluation

local ahead = 4 -- places of the branch that are estimated beforehand
local patience = 1 -- seconds for a place that has been left

--- An outlook of a session's games. It has no worker before the first question.
function evaluation.open(session)
  return setmetatable({ session = session }, evaluation)
end

--- Ends the worker, and forgets what it was asked.
function evaluation:close()
  if self.worker then self.worker:close() end
  self.worker, self.rules, self.asked = nil, nil, nil
end

--- Gives up the estimates of the current place and of those that follow it.
function evaluation:stop()
  if self.asked then self.stopped = self.session.at end
  self:close()
end

--- True if a place has an outlook: a round is open there.
local function is_open(node)
  return node.phase ~= "deal" and node.phase ~= "over"
end

--- For whom places are estimated: the seat of a person, or 0 for an onlooker.
local function key_of(session)
  return session:viewer() or 0
end

--- The outlook of a node: the results by side, or { problem = }; nil if it is
--- not known yet.
function evaluation:known(node)
  return node.outlook and node.outlook[key_of(self.session)]
end

--- The worker for the rules of the game on the table.
local function worker_of(self)
  local rules = self.session.root.rules
  if self.rules ~= rules then
    self:close()
    self.rules = rules
    self.worker = pool.new { work = function(request)
      local state = assert(aurum.load_position(request.token, rules))
      local list, problem = outlook.of(state, request.seat, nil,
        request.seed)
      return list or { problem = problem }
    end }
  end
  return self.worker
end

--- The question about a node, as plain data. Its seed is the place: a seed that
--- depends on hidden cards would tell of them.
local function request_for(node, key)
  return { token = tree.state_at(node):position(), seed = tree.place(node),
    seat = key > 0 and key or nil }
end

--- Keeps the answer to a question { node, key }.
local function keep(asked, reply, problem)
  local known = asked.node.outlook or {}
  asked.node.outlook = known
  known[asked.key] = reply or { problem = tree.plain(problem) }
end

--- Asks about a node. The answer arrives later.
local function ask(self, node)
  local asked = { node = node, key = key_of(self.session) }
  local good, problem = pcall(function()
    worker_of(self):ask(request_for(node, asked.key))
  end)
  asked.since = aurum.sys.clock()
  if good then
    self.asked = asked
  elseif not aurum.sys.interrupted() then
    keep(asked, nil, problem)
  end
end

--- True if the answer that is awaited is late and about a place that the user
--- has left.
local function is_stale(self)
  local asked, node = self.asked, self.session.at
  if not asked or aurum.sys.clock() - asked.since < patience then
    return false
  end
  for _ = 0, ahead do
    if not node or node == asked.node then break end
    node = node.next
  end
  return node ~= asked.node
end

--- Takes the answer if it arrives within `seconds`.
local function take(self, seconds)
  local task, reply, problem = self.worker:arrived(seconds)
  if task then
    keep(self.asked, reply, problem)
    self.asked = nil
  end
end

--- The next node to ask about: the current one, then those that follow it.
local function wanted(self)
  local node = self.session.at
  for _ = 0, ahead do
    if not node or self.stopped == self.session.at then return nil end
    if is_open(node) and not self:known(node) then return node end
    node = node.next
  end
end

--- Takes the answer if it has arrived, and asks on. Never waits.
function evaluation:poll()
  if self.asked then take(self, 0) end
  if is_stale(self) then self:close() end
  local node = not self.asked and not aurum.sys.interrupted() and wanted(self)
  if node then ask(self, node) end
end

--- True while an answer is awaited.
function evaluation:is_busy()
  return self.asked ~= nil
end

--- Waits for the outlook of nodes. `each(n)` is called after n of them. Returns
--- true; or false if the user interrupted, which ends the worker.
function evaluation:gather(nodes, each)
  for i, node in ipairs(nodes) do
    while is_open(node) and not self:known(node) do
      if aurum.sys.interrupted() then
        self:close()
        return false
      end
      if not self.asked then ask(self, node) end
      if self.asked then take(self, 0.2) end
    end
    if each then each(i) end
  end
  return true
end

return evaluation
