-- The bots of a game in a worker process, which answers for any position.
--
-- The worker holds a game with the bots. Before a question, the moves that lead
-- to the position are replayed in it without asking the bots. If the worker is
-- on the way there already, only the missing moves are. Bots observe all moves,
-- and their answers depend on nothing else.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local pool = require "aurum.play.pool"
local pretty = require "aurum.repl.show.pretty"
local players = {}
players.__index = players

local patience = 0.05 -- seconds that a worker may play ahead
local most_ahead = 1000 -- answers

--- In the worker: replays the missing moves.
local function advance(game, seed, request)
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

--- In the worker: asks the bot on turn, and those after it for at most
--- `request.most` answers.
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
  until #answers == request.most or aurum.sys.clock() - began > patience
  return { answers = answers }
end

--- A value without cards, sets and piles: their names as text.
local function plain(value)
  if type(value) == "userdata" then
    local text = tostring(value)
    return pretty.type(value) == "aurum.card" and text or "{" .. text .. "}"
  elseif type(value) ~= "table" then
    return value
  end
  local copy = {}
  for key, item in pairs(value) do copy[plain(key)] = plain(item) end
  return copy
end

local function server(options)
  local game
  return function(request)
    if not game and request.steps and not request.anew then
      return { fresh = true }
    end
    game = game or bot_files.game { variant = options.rules,
      bots = options.bots, seed = options.seed, on_fault = "substitute" }
    if request.load then
      game:deal()
      local fault = game.faults[1]
      return { fault = fault and (game.trace or fault.message) }
    end
    advance(game, options.seed, request)
    if request.own then
      return { fault = fault_of(game, request.own),
        own = plain(game:own(request.own)) }
    end
    return answer(game, request, options.bots)
  end
end

--- Starts a worker with `options.bots` (by seat the result of aurum.bot, or
--- false) for a game of `rules` and `seed`. Each call of a bot has `seconds` of
--- processor time.
function players.open(options)
  local worker = pool.new { work = server(options), seconds = options.seconds }
  return setmetatable({ worker = worker }, players)
end

function players:close()
  self.worker:close()
end

--- The request that brings the worker to a node: the moves since its current
--- node if that is on the way, else all moves since the last built position or
--- the start.
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

--- The answer that the worker gave ahead for a node, if the game went as it
--- assumed.
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

--- The fault of a request that got no reply.
local function failure(problem, death)
  local blamed = death and death.kind ~= "host"
  return { kind = blamed and death.kind or "variant", message = problem,
    interrupted = problem == "interrupted" }
end

--- Asks the worker. Returns its reply; or nil and the fault. If it died while
--- it played ahead, it is asked again for the answers before that. `self.death`
--- then has the number of answers `left` until the fault, so that the bot need
--- not die again.
local function call(self, node, ahead)
  local request, death = request_for(self, node), self.death
  if death and not death.new and (request.anew or request.steps[1]) then
    death = nil -- the game went another way
  end
  self.death = death
  if death and death.left == 0 then return nil, death.fault end
  request.most = death and death.left or ahead and most_ahead or 1
  self.node, self.said = nil, nil
  self.busy = true -- stays true if the call is interrupted
  local reply, problem, died = self.worker:call(request)
  self.busy = false
  if reply then
    -- a new process, in place of one that the machine killed
    if reply.fresh then return call(self, node, ahead) end
    if death then death.left, death.new = death.left - #reply.answers, nil end
    return reply
  end
  local fault = failure(problem, died)
  self.death = nil
  if request.most == 1 or problem == "interrupted" then return nil, fault end
  if died and died.kind ~= "host" then
    if died.asked <= 1 then return nil, fault end
    self.death = { left = died.asked - 1, fault = fault, new = true }
  end
  return call(self, node) -- a bot further on may have failed
end

--- Asks the bot on turn at a node. Returns its action as text and the seconds
--- it took; or nil and its fault { seat, ask, kind, message, trace }. The kind
--- is "variant" if a hook or the machine failed and not the bot. With `ahead`
--- the worker plays on, so that the next answers are ready at once.
function players:ask(node, ahead)
  local first = foreseen(self, node)
  if not first then
    local reply, fault = call(self, node, ahead)
    if not reply then return nil, fault end
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

--- A copy of the own table of a seat's bot at a node, as plain data; or nil and
--- a message.
function players:own(node, seat)
  self.node, self.said, self.queue = nil, nil, nil
  local request = request_for(self, node)
  request.own = seat
  self.busy = true
  local reply, problem = self.worker:call(request)
  self.busy = false
  if not reply then return nil, problem end
  if reply.fault then return nil, reply.fault.message end
  return reply.own
end

--- The problem with the files of the bots in one line; nil if they run.
function players:loads()
  local reply, problem = self.worker:call { load = true }
  problem = reply and reply.fault or problem
  return problem and problem:match "^[^\n]*"
end

return players
