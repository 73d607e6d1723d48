-- The engine of `aurum bot ask`: asks a bot, in worker processes, the question
-- of a recorded game again, once or with several seeds. It also estimates the
-- values of the moves. Workers share the seeds and the roots of the estimate; a
-- search that the bot makes stays in one of them.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local estimates = require "aurum.judge.estimates"
local pool = require "aurum.play.pool"
local root_parallel = require "aurum.judge.root_parallel"
local decisions = require "aurum.record.decisions"
local bot_ask = {}

--- True if a decision is the wanted one: `at` is its place (`aurum.place`) or,
--- for a fault, { round =, trick =, seat =, ask = }.
local function is_wanted(decision, at)
  if at.text then return decision.place == at.text end
  return decision.round == at.round and decision.trick == at.trick
    and decision.ask == at.ask and decision.seat == at.seat
end

--- The reason why a decision does not exist: which number is too high, and the
--- last one.
local function why_none(list, at)
  local rounds, tricks, asks = 0, 0, { bid = 0, change = 0, play = 0,
    answer = 0 }
  for _, decision in ipairs(list) do
    rounds = math.max(rounds, decision.round)
    if decision.round == at.round then
      tricks = math.max(tricks, decision.trick)
      if decision.trick == at.trick then
        asks[decision.ask] = decision.nth
      end
    end
  end
  local function only(what, n, last)
    return ("%s %d, the last is %d"):format(what, n, last)
  end
  if at.round > rounds then return only("round", at.round, rounds) end
  if at.trick > tricks then return only("trick", at.trick, tricks) end
  return only(at.kind, at.nth, asks[at.kind])
end

--- The wanted decision. If there are several, the last one: a fault ends the
--- game or the bot's own play.
local function find(list, at)
  local found
  for _, decision in ipairs(list) do
    if is_wanted(decision, at) then found = decision end
  end
  return found
end

--- In the worker: replay the game up to the decision, and ask the bot in that
--- seat. No other seat has a bot.
local function ask(bot, rules, seed, history, decision, limits)
  local bots = {}
  for seat = 1, rules.players do bots[seat] = seat == decision.seat and bot end
  local game = bot_files.game { variant = rules, bots = bots, seed = seed,
    on_fault = "substitute", fuel = limits.fuel, trust = limits.trust }
  decisions.come_to(game, seed, history, decision)
  if decision.round == 0 then game:deal() end
  local began, answer = aurum.sys.clock(), "nothing"
  if not game.faults[1] and game.state.turn == decision.seat then
    answer = tostring(game:step())
  end
  local took = aurum.sys.clock() - began
  return { answer = answer, took = took, fault = game.trace }
end

--- The question to the seat: its `place` in words, the `hand` and the `legal`
--- actions as texts. It has the place only if the seat is not on turn.
local function question(rules, history, decision)
  local game, seat = aurum.game { variant = rules, seed = "" }, decision.seat
  decisions.come_to(game, "", history, decision)
  if game.state.turn ~= seat then
    return { place = ("round %d, seat %d, not on turn"):format(decision.round,
      seat) }
  end
  local view, legal = game.state:view(seat), {}
  for i, action in ipairs(view:legal()) do legal[i] = tostring(action) end
  return { place = decisions.place(game.state), hand = tostring(view.hand),
    legal = legal }
end

--- The decision of a record's fault with this number; or nil and why there is
--- none. A fault in start or observe shows on the way to a later decision.
local function fault_of(record, number, history, list)
  local fault = record.faults[number]
  if not fault then
    return nil, #record.faults == 0 and "the game has no fault: name a decision"
      or ("no such fault: the game has %d"):format(#record.faults)
  end
  local at = { round = fault.round, trick = fault.trick, seat = fault.seat,
    ask = fault.ask }
  local decision = find(list, at)
  if decision then return decision end
  for _, later in ipairs(list) do
    local after = later.round > fault.round
      or later.round == fault.round and later.trick > fault.trick
    if after and later.seat == fault.seat then return later end
  end
  local rounds = #history
  return { round = rounds, seat = fault.seat,
    index = rounds > 0 and #history[rounds].actions + 1 }
end

--- A record leaves out each `keep` of a trick that nobody played to. If a fault
--- ended the game there, make these moves up to its question.
local function go_on(state, record)
  local fault = record.faults[#record.faults]
  while fault and not fault.substituted and state.phase == "change"
    and not (fault.ask == "change" and fault.seat == state.turn) do
    state:apply "keep"
  end
end

--- The `question` to ask again, with the decision, the history and the recorded
--- answer; or nil and the reason why it does not exist.
local function prepare(rules, record, at)
  local differences, state = record:replay(rules)
  go_on(state, record)
  local history = state:history()
  if history[1] and not history[1].hands then
    return nil, "the game begins at a position built by hand"
  end
  local list = decisions.list(rules, history)
  local decision, problem
  if at.fault then
    decision, problem = fault_of(record, at.fault, history, list)
  else
    decision = find(list, at)
    problem = not decision and "no such decision: " .. why_none(list, at)
  end
  if not decision then return nil, problem end
  local round = history[decision.round]
  local recorded = round and round.actions[decision.index]
  return { question = question(rules, history, decision), decision = decision,
    history = history, recorded = recorded and tostring(recorded),
    difference = differences[1] and differences[1].what }
end

-- ---- Answers to several seeds -------------------------------------------

--- The seed of the n-th question: the game's seed for the first, and for all if
--- no round is recorded, since the deal then follows from it.
local function seed_of(seed, n, decision)
  if n == 1 or decision.round == 0 then return seed end
  return ("%s/%d"):format(seed, n)
end

--- The answers of a list of { answer =, took = } or { fault = }, the most
--- frequent first, each with its number; the mean seconds of an answer; the
--- number of faults and the first of them.
local function counted(replies)
  local list, seconds, faults, fault = {}, 0, 0, nil
  for _, reply in ipairs(replies) do
    if reply.fault then
      faults, fault = faults + 1, fault or reply.fault
    else
      local own = list[reply.answer] or { answer = reply.answer, n = 0 }
      if own.n == 0 then list[reply.answer], list[#list + 1] = own, own end
      own.n, seconds = own.n + 1, seconds + reply.took
    end
  end
  local answers = table.move(list, 1, #list, 1, {})
  table.sort(answers, function(a, b)
    if a.n ~= b.n then return a.n > b.n end
    return a.answer < b.answer
  end)
  return answers, seconds / math.max(#replies - faults, 1), faults, fault
end

--- Ask the bot `options.times` with different seeds, and put its answers into
--- `result`. Returns nil and a message if the machine failed.
local function ask_times(workers, result, options)
  local requests, replies = {}, {}
  for n = 1, options.times or 1 do requests[n] = { seed = n } end
  for n, reply, problem, death in workers:each(requests) do
    if death and death.kind == "host" then return nil, problem end
    replies[n] = reply or { fault = problem }
    options.on_progress(n)
  end
  if not replies[1] then return nil, "interrupted" end
  local answers, seconds, faults, fault = counted(replies)
  result.fault, result.cut = fault, #replies < #requests or nil
  if answers[1] then
    result.answer, result.seconds = answers[1].answer, seconds
  end
  if #requests > 1 then
    result.answers, result.times, result.faults = answers, #replies, faults
  end
  return true
end

--- Put the values of the moves into `result`, or the problem with them.
local function value(workers, result, sims)
  local requests = {}
  for i, root in ipairs(estimates.roots(sims)) do
    requests[i] = { root = root }
  end
  local found, problem = root_parallel.collect(workers:each(requests))
  result.cut = aurum.sys.interrupted() or nil
  result.values = found and estimates.merge(found)
  result.problem = not result.cut and problem or nil
end

-- ---- The module's part --------------------------------------------------

--- The work of a worker: to describe the question, to ask the bot with a seed,
--- or to do a root of the estimate. Each worker replays the game once.
local function server(bot, rules, line, at, limits)
  local prepared, seed
  return function(request)
    if not prepared then
      local record <close> = assert(aurum.record(line))
      local problem
      prepared, problem = prepare(rules:wake(), record, at)
      if not prepared then return { problem = problem } end
      seed = record.seed
    end
    if request.seed then
      local decision = prepared.decision
      return ask(bot, rules, seed_of(seed, request.seed, decision),
        prepared.history, decision, limits)
    elseif request.root then
      local game = aurum.game { variant = rules, seed = "" }
      decisions.come_to(game, "", prepared.history, prepared.decision)
      local state = game.state
      return estimates.root(state:view(state.turn), request.root)
    end
    prepared.question.recorded = prepared.recorded
    prepared.question.difference = prepared.difference
    return { question = prepared.question }
  end
end

--- Ask a bot again for a decision of a game, given as the line of its record.
--- `at` names the decision: its place (`aurum.place`) or { fault = number }.
--- `options`:
---   cpu, fuel, trust  how the bot runs, as in a match
---   times             how often to ask (1), each time with other random
---                     numbers
---   values            the number of simulations that estimate the moves; nil
---                     for none
---   jobs              how many workers share the work (1)
---   on_progress(n)    is called after the n-th answer
--- Returns the question with the `answer` and its `seconds`, or with the
--- `fault`; the `recorded` answer; and the first `difference` between the
--- record and the game under these rules. `cut` is true if the user
--- interrupted. With several `times` there are also `answers`, a list of
--- { answer =, n = }, the most frequent first, and the numbers of `faults` and
--- `times`; `answer` is the most frequent, `seconds` the mean, and `fault` the
--- first. `values` are those of lua/judge/estimates.lua, or there is the
--- `problem` with them. Or nil and a message.
function bot_ask.again(bot, rules, line, at, options)
  local workers <close> = pool.new { jobs = options.jobs,
    work = server(bot, rules, line, at, options), in_process = options.trust,
    seconds = options.cpu or options.fuel and 60 or 1 }
  local found, failure = workers:call {}
  if not found then return nil, failure end
  if found.problem then return nil, found.problem end
  local result = found.question
  local good, problem = ask_times(workers, result, options)
  if not good then return nil, problem end
  if options.values and not result.cut then
    if result.hand then value(workers, result, options.values)
    else result.problem = "the seat is not on turn" end
  end
  return result
end

return bot_ask
