-- The bot under test: it decides in a confined worker process, as in a match,
-- whatever runs the spec. The judge and random games run there too.
--
-- A question is a position's token. The worker is a copy of this process, so it
-- is replaced when a position has rules that it lacks.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local decisions = require "aurum.record.decisions"
local judged = require "aurum.judge.judge" -- here: a worker opens no file
local pool = require "aurum.play.pool"
local programs = require "aurum.load.programs"
local random_views = require "aurum.lab.spec.random_views"
local bot_worker = {}
bot_worker.__index = bot_worker

-- ---- In the worker ------------------------------------------------------

--- The bot's answer at a state: { answer = } or { fault = }, and what it
--- `printed`.
local function decide(game_of, state, seed)
  local game, seat = game_of(state.rules, state.turn), state.turn
  decisions.come_to_state(game, seed, state)
  local action = not game.faults[1] and game.state.turn == seat and game:step()
  local printed = game:printed()
  local reply = { printed = printed ~= "" and printed or nil }
  if game.faults[1] then
    reply.fault = game.trace
  else
    reply.answer = tostring(action)
  end
  return reply
end

--- The judge's verdict on an answer at a state, as plain data; {} if there was
--- no choice.
local function judge(state, answer, request)
  local place = state.place
  local after = state:clone():apply(answer)
  local verdict = judged.game(after, { sims = request.sims, place = place,
    seed = request.seed })()
  if not verdict then return {} end
  if verdict.problem then return { problem = verdict.problem } end
  return { loss = verdict.loss, low = verdict.low, high = verdict.high,
    better = verdict.better and tostring(verdict.better),
    solved = verdict.solved }
end

local work = {}

function work.decide(request, rules, game_of)
  local state = assert(aurum.load_position(request.token, rules))
  return decide(game_of, state, request.seed)
end

function work.judge(request, rules)
  local state = assert(aurum.load_position(request.token, rules))
  return judge(state, request.answer, request)
end

--- The answers at random views `from` to `to`.
function work.views(request, rules, game_of)
  local list = {}
  for i = request.from, request.to do
    local state = random_views.state(rules, request.views, i, request.kind)
    local reply = state and decide(game_of, state, request.seed) or {}
    reply.token = state and state:position()
    list[#list + 1] = reply
  end
  return list
end

--- The next decisions of the same kind after random play from a state.
function work.later(request, rules)
  local state = assert(aurum.load_position(request.token, rules))
  return random_views.later(state, request.seed, request.n)
end

local function server(self)
  local own = self.options
  local game_of = bot_files.games_alone(self.bot, { print = own.print,
    print_bytes = own.print_bytes, log = own.log, fuel = own.fuel,
    trust = own.trust, keep_prints = true })
  return function(request)
    local rules = self.rules[request.digest]:wake()
    return work[request.what](request, rules, game_of)
  end
end

-- ---- Here ---------------------------------------------------------------

--- A worker of a bot (aurum.bot). `options`: cpu, fuel, trust, print and log as
--- in a match; seed.
function bot_worker.new(bot, options)
  return setmetatable({ bot = bot, options = options, rules = {} }, bot_worker)
end

function bot_worker:close()
  if self.pool then self.pool:close() end
  self.pool = nil
end

bot_worker.__close, bot_worker.__gc = bot_worker.close, bot_worker.close

--- The reply to a request under some rules; or nil, a message and, if the
--- worker died, its death.
local function call(self, rules, request)
  if not self.rules[rules.digest] then
    self:close()
    self.rules[rules.digest] = rules
  end
  local options = self.options
  self.pool = self.pool or pool.new { work = server(self),
    in_process = options.trust, programs = programs.alone(self.bot),
    seconds = options.cpu or options.fuel and 60 or 1 }
  request.digest = rules.digest
  return self.pool:call(request)
end

--- True if a death is the fault of the bot.
local function is_fault(death)
  return death and (death.call or 0) > 0 and death.kind ~= "host"
end

--- The bot's answer at a state: { answer = } or { fault = }, and `printed`.
--- Raises if the bot does not load.
function bot_worker:decide(state)
  local reply, problem, death = call(self, state.rules, { what = "decide",
    token = state:position(), seed = self.options.seed })
  if reply then return reply end
  if is_fault(death) then return { fault = problem } end
  error(problem, 0)
end

--- The judge's verdict on an answer at a state.
function bot_worker:judge(state, answer, sims, seed)
  local reply, problem = call(self, state.rules, { what = "judge",
    token = state:position(), answer = answer, sims = sims, seed = seed })
  problem = problem or reply.problem
  return not problem and reply or error("the judge: " .. problem, 0)
end

--- The answers at random views `from` to `to`: a list of replies as of
--- `decide`, each with its `token`. A view at which the bot died has a fault.
function bot_worker:views(rules, from, to, seed, kind)
  local request = { what = "views", from = from, to = to, views = seed,
    seed = self.options.seed, kind = kind }
  local list, problem, death = call(self, rules, request)
  if list then return list end
  if not is_fault(death) then error(problem, 0) end
  if from == to then
    local state = random_views.state(rules, seed, from, kind)
    return { { fault = problem, token = state:position() } }
  end
  list = {}
  for i = from, to do
    list[#list + 1] = self:views(rules, i, i, seed, kind)[1]
  end
  return list
end

--- Tokens of up to `n` later decisions of the same kind, after random play.
function bot_worker:later(state, seed, n)
  local list, problem = call(self, state.rules, { what = "later",
    token = state:position(), seed = seed, n = n })
  return list or error(problem, 0)
end

return bot_worker
