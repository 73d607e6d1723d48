-- A training: from rules to a net, by self-play and rounds against opponents.
--
-- Rounds are played in chunks. Workers play the next chunk while this process
-- learns the last one, so the players of a chunk have the net of two chunks
-- before. That holds with one worker too, and each piece of a chunk has a seed
-- of its own. So the net follows from the rules, the seed and the number of
-- rounds alone, however many workers there are.
local aurum = require "aurum"
local opponents = require "aurum.learn.opponents"
local pool = require "aurum.play.pool"
local recorded_games = require "aurum.learn.recorded_games"
local stages = require "aurum.learn.stages"
local sys = aurum.sys
local training = {}
training.__index = training

local pieces, piece_rounds = 4, 250 -- of a chunk
local batch = 256 -- samples between two changes of the weights
local noise = 0.3 -- points added to values when self-play chooses
local version = 2 -- of a saved training

training.chunk_rounds = pieces * piece_rounds
training.piece_rounds = piece_rounds

--- A net from trainers or nets; nil for a part that is not there yet.
local function net_of(self, parts)
  return sys.net_bytes { rules = self.rules, also = self.also,
    start = self.start, goal = self.goal, how = self.how,
    closed = parts.closed, open = parts.open }
end

local function start_trainer(self, part)
  local trainer = sys.trainer { rules = self.rules, also = self.also,
    start = self.start, seed = self.seed .. "/" .. part }
  if self.start and self.start[part] then trainer:begin(self.start, part) end
  return trainer
end

--- A text that differs where the rules differ.
local function digest_of(self)
  local digests = { self.rules.digest }
  for i, rules in ipairs(self.also) do digests[i + 1] = rules.digest end
  return table.concat(digests, " ")
end

--- Begin a training. `options`:
---   rules, goal  what is learned, and for which goal: "lead", ...
---   also         other rules of the same table, for which half of the rounds
---                are played in turn: a list; or nil
---   rounds       rounds of self-play in all
---   seed         a text
---   jobs         workers that play
---   start        a net to begin from; or nil
---   opponents    a list (lua/learn/opponents.lua); { opponents.quick } if nil
---   response     true if a best response to them is learned, in all rounds
---   seconds      processor time that a bot may take for an answer (1)
---   fuel         instructions that it may use for one; or nil
---   trial        true to measure how long rounds take
---   piece_rounds the rounds of a piece, a quarter of a chunk
---   how          a line for people, kept in the net
---   recorded     pieces of recorded games (recorded_games.read), from which
---                the first stage of each part learns before it plays; or nil
---   from         a text that differs where `start`, `opponents` or `recorded`
---                differ
--- Returns nil and what is wrong if rules of `also` have another table.
function training.new(options)
  local self = setmetatable({}, training)
  for key, value in pairs(options) do self[key] = value end
  local chunks = math.max(1, math.ceil(options.rounds / training.chunk_rounds))
  self.opponents = self.opponents or { opponents.quick }
  self.piece_rounds = self.piece_rounds or piece_rounds
  self.stages = stages.of(self.trial and "trial" or not self.start and "nothing"
    or self.response and "response" or "net", chunks, self.response)
  self.chunks = 0
  for _, stage in ipairs(self.stages) do
    stage.first = self.chunks + 1
    self.chunks = self.chunks + stage.chunks
  end
  self.also = self.also or {}
  self.trainers = { closed = start_trainer(self, "closed"),
    open = start_trainer(self, "open") }
  self.digest = digest_of(self)
  self.done = 0
  local net = net_of(self, self.trainers)
  for _, other in ipairs(self.also) do
    if not aurum.net(net, { any = true }):fits(other) then
      return nil, ("%s has other sides than %s, or more gold"):format(
        other.name, self.rules.name)
    end
  end
  self.nets = { net, net } -- before the last chunk, and after it
  self.log = {} -- by chunk: { part, rounds, samples, error }
  self.met = opponents.tally(self.opponents)
  return self
end

local function stage_of(self, chunk)
  local stage
  for _, other in ipairs(self.stages) do
    if chunk >= other.first then stage = other end
  end
  return stage, (chunk - stage.first) / math.max(stage.chunks - 1, 1)
end

--- The stage of the next chunk and its number of the stages.
function training:stage()
  local chunk, number = math.min(self.done + 1, self.chunks), 1
  for i, stage in ipairs(self.stages) do
    if chunk >= stage.first then number = i end
  end
  return self.stages[number], number
end

-- ---- Playing -------------------------------------------------------------

--- The place of a piece's rules in `also`; nil for the rules themselves. Every
--- other piece is of another rule.
local function also_of(self, chunk, piece)
  if #self.also == 0 or piece % 2 == 1 then return nil end
  local other = ((chunk - 1) * pieces + piece) // 2 -- counted from 1
  return (other - 1) % #self.also + 1
end

--- The recorded games of a piece; nil if it is played. They are every other
--- piece of the first stage of each part, which learns each game once: recorded
--- players explore nothing, and alone they teach less than self-play.
local function recorded_of(self, stage, chunk, piece)
  if not (self.recorded and stage.is_first) or piece % 2 == 0 then
    return nil
  end
  return self.recorded[((chunk - stage.first) * pieces + piece + 1) // 2]
end

--- The request for a piece of the next chunk or the one after it.
local function request_of(self, chunk, piece)
  local stage, done = stage_of(self, chunk)
  return { also = also_of(self, chunk, piece),
    games = recorded_of(self, stage, chunk, piece),
    net = self.nets[chunk - self.done], part = stage.part,
    critic = stage.critic, lambda = stage.lambda,
    explore = stages.explore(stage, done),
    against = opponents.rounds(#self.opponents, stage.opponents,
      self.piece_rounds, (chunk - 1) * pieces + piece), deaths = {},
    seed = ("%s/%d/%d"):format(self.seed, chunk, piece) }
end

--- A function of an opponent's number that gives the games with a bot under
--- these rules: a worker makes them when they are first needed, and keeps them.
local function games_of(self, rules)
  self.games = self.games or {}
  return function(i)
    local key = rules.digest .. i
    self.games[key] = self.games[key] or opponents.games(self.opponents[i],
      rules, self.fuel)
    return self.games[key]
  end
end

--- Play a piece, in a worker.
local function play(self, request)
  local net = self.known and self.known[1] == request.net and self.known[2]
    or assert(aurum.net(request.net, { any = true }))
  self.known = { request.net, net }
  local rules = (request.also and self.also[request.also] or self.rules):wake()
  local lesson = { rules = rules, part = request.part, actor = net,
    student = net, critic = request.critic and net or nil,
    lambda = request.lambda, explore = request.explore, noise = noise,
    seed = request.seed }
  if request.games then
    return { samples = recorded_games.samples(request.games, rules, lesson) }
  end
  local samples, bouts = opponents.play(self.opponents, lesson,
    self.piece_rounds, request.against, games_of(self, rules), request.deaths)
  return { samples = samples, bouts = bouts }
end

--- Learn the samples of a chunk.
local function learn(self, chunk, samples)
  local stage, done = stage_of(self, chunk)
  local trainer = self.trainers[stage.part]
  local error, n = trainer:learn { samples = table.concat(samples),
    batch = batch, rate = stages.rate(stage, done),
    seed = ("%s/%d"):format(self.seed, chunk) }
  self.done = chunk
  self.nets = { self.nets[2], net_of(self, self.trainers) }
  self.log[#self.log + 1] = { stage.part, training.chunk_rounds, n, error }
end

--- Workers that play pieces. This process may be the one where neither bots
--- play nor hooks of strangers are asked.
local function workers_of(self)
  local confined = opponents.any_bot(self.opponents) or self.rules:is_asleep()
  for _, rules in ipairs(self.also) do
    confined = confined or rules:is_asleep()
  end
  return pool.new { jobs = self.jobs, or_here = not confined,
    in_process = self.jobs == 1 and not confined, seconds = self.seconds,
    programs = assert(opponents.programs(self.opponents, self.rules.players)),
    work = function(request) return play(self, request) end,
    on_death = function(task, death)
      return opponents.note_death(task.request, death) and { task } or nil
    end }
end

--- Go on until the training is finished, or until `after(self)`, called after
--- each chunk, returns true. Returns true if it is finished. Raises the errors
--- of the rules' hooks, and if a worker dies by no fault of a bot or a bot has
--- only faults.
function training:run(after)
  local sent, samples, bouts = self.done * pieces, {}, {}
  local tasks <close> = workers_of(self)
  local function next_task()
    local chunk, piece = sent // pieces + 1, sent % pieces + 1
    if chunk > math.min(self.chunks, self.done + 2) then return nil end
    sent = sent + 1
    return { from = sent, to = sent, request = request_of(self, chunk, piece) }
  end
  for task, reply, problem in tasks:ordered(sent + 1, next_task) do
    if problem and aurum.sys.interrupted() then return false end
    if problem then error(problem, 0) end
    samples[#samples + 1], bouts[#bouts + 1] = reply.samples, reply.bouts
    if task.from % pieces == 0 then
      self.met = opponents.add(self.opponents, self.met, bouts)
      learn(self, task.from // pieces, samples)
      samples, bouts = {}, {}
      if after and after(self) then return false end
    end
  end
  return self.done == self.chunks
end

-- ---- Results -------------------------------------------------------------

--- The rounds of one of its chunks.
function training:chunk_size() return pieces * self.piece_rounds end

--- The net so far, as bytes.
function training:bytes() return self.nets[2] end

--- How many points a round the closed part leads `rival` by (a net, or nil for
--- the policy "quick"), over fresh deals: mean and half of its 95 % interval.
function training.lead(rules, net, rival, rounds, seed)
  local worker <close> = pool.new { in_process = not rules:is_asleep(),
    work = function()
      local _, sum, squares = sys.lesson { rules = rules:wake(), lambda = 1,
        part = "closed", actor = net, student = net, rival = rival,
        against = true, seed = seed, rounds = rounds }
      return { sum = sum, squares = squares }
    end }
  local sums, problem = worker:call(true)
  if not sums then error(problem, 0) end
  local mean = sums.sum / rounds
  local variance = (sums.squares / rounds - mean * mean)
    / math.max(rounds - 1, 1)
  return mean, 1.96 * math.sqrt(math.max(variance, 0))
end

-- ---- To go on later ------------------------------------------------------

--- Everything that a training needs to go on, as bytes.
function training:save()
  local saved = sys.pack { version = version, digest = self.digest,
    goal = self.goal, seed = self.seed, chunks = self.chunks, done = self.done,
    rounds = self.rounds, from = self.from or "",
    nets = self.nets, log = self.log, met = self.met,
    closed = self.trainers.closed:save(),
    open = self.trainers.open:save() }
  return saved .. "\n"
end

--- Reads the bytes that `save` wrote into a table; nil if they are others.
function training.read(bytes)
  local good, saved = pcall(sys.unpack, bytes:sub(1, -2))
  return good and type(saved) == "table" and saved.version == version and saved
    or nil
end

--- Go on from what `save` returned, for a training with the same options. True;
--- or nil and why not.
function training:resume(bytes)
  local saved = training.read(bytes)
  if not saved then
    return nil, "it is not a training that was stopped, or of another version"
  end
  for _, key in ipairs { "goal", "seed", "chunks" } do
    if saved[key] ~= self[key] then
      return nil, ("its %s is %s, not %s"):format(
        key == "chunks" and "number of rounds" or key, tostring(saved[key]),
        tostring(self[key]))
    end
  end
  if saved.from ~= (self.from or "") then
    return nil, "it began from other nets or games, or had other opponents"
  end
  if saved.digest ~= self.digest then
    return nil, "it learned other rules"
  end
  if not (self.trainers.closed:load(saved.closed)
    and self.trainers.open:load(saved.open)) then
    return nil, "it was made by another build"
  end
  self.done, self.nets, self.log = saved.done, saved.nets, saved.log
  self.met = saved.met
  return true
end

return training
