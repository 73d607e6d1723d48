-- The bots at a table, in a worker process: what they would do at a position.
--
-- The worker holds a game with the bots. To ask at a position, the moves that
-- lead there are made again in it, without asking anybody; where it stands on
-- the way already, only those that are missing. Bots observe them, and an
-- answer depends on nothing else.
local aurum = require "aurum"
local pool = require "aurum.play.pool"
local players = {}
players.__index = players

local patience = 0.05 -- seconds a worker may play ahead

--- In the worker: make the missing moves.
local function come_to(game, seed, request)
  if request.anew then
    game:restart(seed)
    if request.start then
      game:begin(assert(aurum.load_position(request.start, game.rules)))
    end
  end
  for _, step in ipairs(request.steps) do
    if type(step) == "table" then game:deal(step) else game:apply(step) end
  end
end

local function fault_of(game, seat)
  for _, fault in ipairs(game.faults) do
    if fault.seat == seat then return fault end
  end
end

--- In the worker: ask the bot on turn, and while `ahead` also those after it.
local function answer(game, request, bots)
  local answers, began = {}, aurum.sys.clock()
  repeat
    local seat = game.state.turn
    if not seat or not bots[seat] then break end
    local start = aurum.sys.clock()
    local text = tostring(game:step())
    local fault = fault_of(game, seat)
    if fault then
      return { answers = answers, fault = #answers == 0 and {
        seat = seat, ask = fault.ask, kind = fault.kind,
        message = fault.message, -- the trace is that of the first fault
        trace = #game.faults == 1 and game.trace or nil } or nil, lost = true }
    end
    answers[#answers + 1] = { text = text, took = aurum.sys.clock() - start }
  until not request.ahead or aurum.sys.clock() - began > patience
  return { answers = answers }
end

local function server(options)
  local game
  return function(request)
    game = game or aurum.game { variant = options.rules, bots = options.bots,
      seed = options.seed, on_fault = "substitute" }
    if request.load then
      game:deal()
      local fault = game.faults[1]
      return { fault = fault and (game.trace or fault.message) }
    end
    come_to(game, options.seed, request)
    return answer(game, request, options.bots)
  end
end

--- The bots `options.bots` (what aurum.bot returns, or false, by seat) at a
--- game of `rules` and `seed`; `seconds` of processor time has each call.
function players.open(options)
  local worker = pool.new { work = server(options), seconds = options.seconds }
  return setmetatable({ worker = worker }, players)
end

function players:close()
  self.worker:close()
end

--- What is to be done in the worker to come to a node: the moves since it, if
--- it stands on the way there, else all since the last place where a game can
--- begin.
local function request_for(self, node)
  local back, at = {}, node
  while at do
    if self.said and at.parent == self.node and at.key == self.said then
      break
    end
    if at.token or not at.parent then
      return { anew = true, start = at.token, steps = back }
    end
    table.insert(back, 1, at.action and at.key or at.deal)
    at = at.parent
  end
  return { steps = back }
end

--- The answer that was given ahead for a node, if its game went as foreseen.
local function foreseen(self, node)
  local queue = self.queue
  self.queue = nil
  if not queue then return nil end
  if node.parent ~= self.node or node.key ~= self.said then
    self.node, self.said = nil, nil -- the worker is past here
    return nil
  end
  local first = table.remove(queue, 1)
  if queue[1] then self.queue = queue end
  return first
end

--- What the bot on turn at a node does: its action as text and the seconds it
--- took; or nil and its fault { seat, ask, kind, message, trace }. The kind is
--- "variant" where a hook or the machine failed and no bot is to blame. With
--- `ahead` the worker plays on, so that the next answers are there at once.
function players:ask(node, ahead)
  local first = foreseen(self, node)
  if not first then
    local request = request_for(self, node)
    request.ahead = ahead
    self.node, self.said = nil, nil
    self.busy = true -- and stays so if the call is interrupted
    local reply, problem, death = self.worker:call(request)
    self.busy = false
    if not reply and ahead and problem ~= "interrupted" then
      return self:ask(node) -- it may have been another, further on
    end
    if not reply then
      local blamed = death and death.kind ~= "host"
      return nil, { kind = blamed and death.kind or "variant",
        message = problem, interrupted = problem == "interrupted" }
    end
    if reply.fault then return nil, reply.fault end
    first = table.remove(reply.answers, 1)
    if not first then
      return nil, { kind = "host", message = "the bot gave no answer" }
    end
    self.queue = reply.answers[1] and reply.answers or nil
    self.lost = reply.lost
  end
  self.node, self.said = node, first.text
  if self.lost and not self.queue then self.node, self.said = nil, nil end
  return first.text, first.took
end

--- What is wrong with the bots' files, in one line; nil if they can be run.
function players:loads()
  local reply, problem = self.worker:call { load = true }
  problem = reply and reply.fault or problem
  return problem and problem:match "^[^\n]*"
end

return players
