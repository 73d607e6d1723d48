-- The engine of `aurum bot ask`: asks a bot, in a worker process, the question
-- of a recorded game again.
local aurum = require "aurum"
local pool = require "aurum.play.pool"
local decisions = require "aurum.record.decisions"
local bot_ask = {}

--- True if a decision is the wanted one: `at` has its number in the trick or,
--- for a fault, { round =, trick =, seat =, ask = }.
local function is_wanted(decision, at)
  if decision.round ~= at.round or decision.trick ~= at.trick then
    return false
  end
  if at.ask then return decision.ask == at.ask and decision.seat == at.seat end
  for _, ask in ipairs { "change", "answer" } do
    if at[ask] then return decision.ask == ask and decision.nth == at[ask] end
    if decision.ask == ask then return false end
  end
  return decision.nth == at.play
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
  local function only(what, n)
    return ("%s %d, the last is %d"):format(what, at[what], n)
  end
  if at.round > rounds then return only("round", rounds) end
  if at.trick > tricks then return only("trick", tricks) end
  if at.change then return only("change", asks.change) end
  if at.answer then return only("answer", asks.answer) end
  return only("play", at.trick == 0 and asks.bid or asks.play)
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
  local game = aurum.game { variant = rules, bots = bots, seed = seed,
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

--- Ask a bot again for a decision of a game, given as the line of its record.
--- `at` names the decision: { round =, trick =, play = or change = } or { fault
--- = number }. `limits` says how the bot runs, as in a match: `cpu`, `fuel`,
--- `trust`. Returns the question with the `answer` and its `seconds`, or with
--- the `fault`; the `recorded` answer; and the first `difference` between the
--- record and the game under these rules. Or nil and a message.
function bot_ask.again(bot, rules, line, at, limits)
  local prepared
  local function work(request)
    local record <close> = assert(aurum.record(line))
    if request.prepare then
      local problem
      prepared, problem = prepare(rules:wake(), record, at)
      if not prepared then return { problem = problem } end
      prepared.question.recorded = prepared.recorded
      prepared.question.difference = prepared.difference
      return { question = prepared.question }
    end
    return ask(bot, rules, record.seed, prepared.history, prepared.decision,
      limits)
  end
  local worker <close> = pool.new { work = work, in_process = limits.trust,
    seconds = limits.cpu or limits.fuel and 60 or 1 }
  local found, failure = worker:call { prepare = true }
  if not found then return nil, failure end
  if found.problem then return nil, found.problem end
  local result, reply, problem, death = found.question, worker:call {}
  if death and death.kind == "host" then return nil, problem end
  result.fault = not reply and problem or reply.fault
  if not result.fault then
    result.answer, result.seconds = reply.answer, reply.took
  end
  return result
end

return bot_ask
