-- The outlook of the places of a game (lua/judge/outlook.lua), from worker
-- processes in the background, which share the roots of each question. Results
-- are kept in the nodes of the tree, one for each seat that may see it: what an
-- onlooker may see, a person may not.
local outlook = require "aurum.judge.outlook"
local pool = require "aurum.play.pool"
local aurum = require "aurum"
local tree = require "aurum.repl.session.tree"
local evaluation = {}
evaluation.__index = evaluation

local ahead = 4 -- places of the branch that are estimated beforehand
local patience = 1 -- seconds for a place that has been left
local shares = 4 -- parts of the worlds of a person's seat
local most = 8 -- workers: one takes 1 to 2 ms to start, and an outlook 4 ms

--- An outlook of a session's games. It has no workers before the first
--- question, and then at most `jobs`.
function evaluation.open(session, jobs)
  return setmetatable({ session = session, jobs = math.min(jobs, most),
    asked = {}, due = 0 }, evaluation)
end

--- Ends the workers, and forgets what they were asked.
function evaluation:close()
  if self.workers then self.workers:close() end
  self.workers, self.rules, self.asked, self.due = nil, nil, {}, 0
end

--- From now on there are at most `jobs` workers.
function evaluation:limit(jobs)
  self:close()
  self.jobs = math.min(jobs, most)
end

--- Gives up the estimates of the current place and of those that follow it.
function evaluation:stop()
  if self.asked[1] then self.stopped = self.session.at end
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

--- The workers for the rules of the game on the table.
local function workers_of(self)
  local rules = self.session.root.rules
  if self.rules ~= rules then
    self:close()
    self.rules = rules
    self.workers = pool.new { jobs = self.jobs, or_here = true,
      work = function(request)
        return outlook.root(assert(aurum.load_position(request.token, rules)),
          request.root, request.seed)
      end }
  end
  return self.workers
end

--- Submits the roots of a question, each as a request of plain data. The seed
--- is the place: a seed that depends on hidden cards would tell of them.
local function submit(self, question)
  local node, seat = question.node, question.key > 0 and question.key or nil
  local workers = workers_of(self)
  local token, seed = tree.state_at(node):position(), tree.place(node)
  for i, root in ipairs(outlook.roots(self.rules, seat, nil,
    seat and shares)) do
    local task = workers:submit { token = token, seed = seed, root = root }
    task.question, task.number = question, i
    question.left, self.due = question.left + 1, self.due + 1
  end
end

--- Keeps the answer to a question { node, key }.
local function keep(question, reply, problem)
  local known = question.node.outlook or {}
  question.node.outlook = known
  known[question.key] = reply or { problem = tree.plain(problem) }
end

--- Asks about a node. The answer arrives later.
local function ask(self, node)
  local question = { node = node, key = key_of(self.session), results = {},
    left = 0, since = aurum.sys.clock() }
  local good, problem = pcall(submit, self, question)
  if good then
    table.insert(self.asked, question)
  elseif not aurum.sys.interrupted() then
    keep(question, nil, problem)
  end
end

--- True if the answer about a node is awaited.
local function is_submitted(self, node)
  local key = key_of(self.session)
  for _, question in ipairs(self.asked) do
    if question.node == node and question.key == key then return true end
  end
  return false
end

--- Asks about the nodes of a list, from number `first` on, as long as a worker
--- would soon have nothing to do.
local function submit_ahead(self, nodes, first)
  for i = first, #nodes do
    if self.due >= 2 * self.jobs then return end
    local node = nodes[i]
    if is_open(node) and not self:known(node)
      and not is_submitted(self, node) then
      ask(self, node)
    end
  end
end

--- True if the first answer that is awaited is late and about a place that the
--- user has left.
local function is_stale(self)
  local question, node = self.asked[1], self.session.at
  if not question or aurum.sys.clock() - question.since < patience then
    return false
  end
  for _ = 0, ahead do
    if not node or node == question.node then break end
    node = node.next
  end
  return node ~= question.node
end

--- Takes the result of a root if one arrives within `seconds`. Returns true if
--- one did.
local function take(self, seconds)
  local task, reply, problem = self.workers:arrived(seconds)
  if not task then return false end
  local question = task.question
  question.results[task.number] = reply or { problem = problem }
  question.left, self.due = question.left - 1, self.due - 1
  if question.left == 0 then
    keep(question, outlook.merge(question.results))
    for i, other in ipairs(self.asked) do
      if other == question then table.remove(self.asked, i) end
    end
  end
  return true
end

--- The current node, if its estimates go on, and those that follow it.
local function wanted(self)
  local node, list = self.session.at, {}
  if self.stopped == node then return list end
  for i = 1, ahead + 1 do
    if not node then break end
    list[i], node = node, node.next
  end
  return list
end

--- Takes what has arrived, and asks on. Never waits.
function evaluation:poll()
  local oldest = self.asked[1]
  while self.asked[1] and self.asked[1] == oldest and take(self, 0) do end
  if is_stale(self) then self:close() end
  if not aurum.sys.interrupted() then submit_ahead(self, wanted(self), 1) end
end

--- True while an answer is awaited.
function evaluation:is_busy()
  return self.asked[1] ~= nil
end

--- Waits for the outlook of nodes. `each(n)` is called after n of them. Returns
--- true; or false if the user interrupted, which ends the workers.
function evaluation:gather(nodes, each)
  for i, node in ipairs(nodes) do
    while is_open(node) and not self:known(node) do
      if aurum.sys.interrupted() then
        self:close()
        return false
      end
      submit_ahead(self, nodes, i)
      if self.asked[1] then take(self, 0.2) end
    end
    if each then each(i) end
  end
  return true
end

return evaluation
