-- The engine of `aurum bot ask`: asks a bot, in worker processes, the question
-- of a recorded game again, once or with several seeds. It also estimates the
-- values of the moves. Workers share the seeds and the roots of the estimate; a
-- search that the bot makes stays in one of them.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local estimates = require "aurum.judge.estimates"
local pool = require "aurum.play.pool"
local programs = require "aurum.load.programs"
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

--- In the worker: bring a game to the question, and ask the bot in that seat.
--- No other seat has a bot.
local function ask(bot, rules, prepared, seed, options)
  local bots, own = {}, prepared.decision.seat
  for seat = 1, rules.players do bots[seat] = seat == own and bot end
  local game = bot_files.game { variant = rules, bots = bots, seed = seed,
    on_fault = "substitute", fuel = options.fuel, trust = options.trust,
    notes = true, locals = options.locals, log = options.log,
    print = options.print, print_bytes = options.print_bytes }
  prepared.come(game, seed)
  if prepared.decision.round == 0 then game:deal() end
  local began, answer = aurum.sys.clock(), "nothing"
  local place = game.state.place
  if not game.faults[1] and game.state.turn == own then
    answer = tostring(game:step())
  end
  local took, noted = aurum.sys.clock() - began, game.notes
  local last = noted[#noted]
  return { answer = answer, took = took, fault = game.trace,
    notes = last and last.at == place and last or nil,
    locals = game:locals(own) }
end

--- The cards of a trick by seat, in the order of play: "4 P9, 1 C9".
local function trick_text(trick, players)
  local cards = {}
  for i, card in ipairs(trick.plays) do
    local seat = (trick.leader + i - 2) % players + 1
    cards[i] = ("%d %s%s"):format(seat, card,
      seat == trick.winning and "*" or "")
  end
  return table.concat(cards, ", ")
end

--- Values by seat as text: "1 B3, 2 P5"; those that are nil are left out.
local function by_seat(values, players)
  local list = {}
  for seat = 1, players do
    local text = values[seat] ~= nil and tostring(values[seat]) or ""
    if text ~= "" then list[#list + 1] = ("%d %s"):format(seat, text) end
  end
  return table.concat(list, ", ")
end

--- The bids, tricks, gold and cards of a view: a list of { label, text }.
local function table_of(view)
  local players, sides = view.rules.players, {}
  for side = 1, view.rules.side_n do
    local bid, need = view.bid[side], view.need[side]
    sides[side] = ("%d %s"):format(side, not bid and "no bid yet"
      or ("bid %d, took %d, needs %d"):format(bid, view.taken[side], need))
  end
  local list = { { "trick", trick_text(view.trick, players) },
    { "bids", by_seat(view.bids, players) },
    { "sides", table.concat(sides, "; ") },
    { "gold", by_seat(view.gold, players) } }
  if view.trump then table.insert(list, { "trump", tostring(view.trump) }) end
  return list
end

--- The question to the seat: its `place` in words, the `table`, the `hand` and
--- the `legal` actions as texts. It has the place only if the seat is not on
--- turn.
local function question(rules, prepared)
  local seat = prepared.decision.seat
  local game = aurum.game { variant = rules, seed = "" }
  prepared.come(game, "")
  if game.state.turn ~= seat then
    return { place = ("round %d, seat %d, not on turn"):format(
      prepared.decision.round, seat) }
  end
  local view, legal = game.state:view(seat), {}
  for i, action in ipairs(view:legal()) do legal[i] = tostring(action) end
  return { place = decisions.place(game.state), hand = tostring(view.hand),
    table = table_of(view), legal = legal }
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

--- The question at a state, as of `prepare`.
local function prepare_state(rules, state)
  if not state.turn then return nil, "no seat is on turn there" end
  local prepared = { decision = { round = state.round, seat = state.turn },
    seed = "ask", come = function(game, seed)
      decisions.come_to_state(game, seed, state)
    end }
  prepared.question = question(rules, prepared)
  return prepared
end

--- The `question` to ask again, with the decision, the game's seed, a function
--- that brings a game there (`come`) and the recorded answer; or nil and the
--- reason why it does not exist.
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
  local prepared = { decision = decision, seed = record.seed,
    come = function(game, seed)
      decisions.come_to(game, seed, history, decision)
    end }
  prepared.question = question(rules, prepared)
  prepared.question.recorded = recorded and tostring(recorded)
  prepared.question.difference = differences[1] and differences[1].what
  return prepared
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
local function decide_times(workers, result, options)
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
  result.notes, result.locals = replies[1].notes, replies[1].locals
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

--- The position to ask about, from a record's line or a position's token.
local function prepare_from(rules, from)
  if from.position then
    local state, problem = aurum.load_position(from.position, rules)
    if not state then return nil, problem end
    return prepare_state(rules, state)
  end
  local record <close> = assert(aurum.record(from.line))
  return prepare(rules, record, from.at)
end

--- The work of a worker: to describe the question, to ask the bot with a seed,
--- or to do a root of the estimate. Each worker replays the game once.
local function server(bot, rules, from, options)
  local prepared
  return function(request)
    if not prepared then
      local problem
      prepared, problem = prepare_from(rules:wake(), from)
      if not prepared then return { problem = problem } end
    end
    if request.seed then
      return ask(bot, rules, prepared, seed_of(prepared.seed, request.seed,
        prepared.decision), options)
    elseif request.root then
      local game = aurum.game { variant = rules, seed = "" }
      prepared.come(game, "")
      local state = game.state
      return estimates.root(state:view(state.turn), request.root)
    end
    return { question = prepared.question, seat = prepared.decision.seat }
  end
end

--- The question of a decision, without an answer, and its seat; or nil and a
--- message. `from` is that of `again`.
function bot_ask.question(rules, from)
  local worker <close> = pool.new { work = server(nil, rules, from, {}) }
  local found, failure = worker:call {}
  if not found then return nil, failure end
  if found.problem then return nil, found.problem end
  return found.question, found.seat
end

--- A function that brings a game to the decision. For workers, with rules that
--- are awake.
function bot_ask.way_to(rules, from)
  local prepared, problem = prepare_from(rules, from)
  if not prepared then error(problem, 0) end
  return function(game) prepared.come(game, prepared.seed) end
end

--- Ask a bot again for a decision. `from` has the `position`, a token; or the
--- `line` of a game's record, and `at`, which names the decision: its place
--- (`aurum.place`) or { fault = number }. `options`:
---   cpu, fuel, trust  how the bot runs, as in a match
---   print, log        what is shown of its prints
---   locals            also keep the locals of the function that answered
---   times             how often to ask (1), each time with other random
---                     numbers
---   values            the number of simulations that estimate the moves; nil
---                     for none
---   jobs              how many workers share the work (1)
---   threads           how many threads of each share a bot's work (1)
---   on_progress(n)    is called after the n-th answer
--- Returns the question with the `answer` and its `seconds`, or with the
--- `fault`; the `recorded` answer; and the first `difference` between the
--- record and the game under these rules. `cut` is true if the user
--- interrupted. With several `times` there are also `answers`, a list of
--- { answer =, n = }, the most frequent first, and the numbers of `faults` and
--- `times`; `answer` is the most frequent, `seconds` the mean, and `fault` the
--- first. `notes` are what the bot noted (an item of `game.notes`) at the first
--- answer, `locals` are of game:locals. `values` are those of
--- lua/judge/estimates.lua, or there is the
--- `problem` with them. Or nil and a message.
function bot_ask.again(bot, rules, from, options)
  local workers <close> = pool.new { jobs = options.jobs,
    threads = options.threads, work = server(bot, rules, from, options),
    programs = programs.alone(bot, rules.players),
    in_process = options.trust,
    seconds = options.cpu or options.fuel and 60 or 1 }
  local found, failure = workers:call {}
  if not found then return nil, failure end
  if found.problem then return nil, found.problem end
  local result = found.question
  local good, problem = decide_times(workers, result, options)
  if not good then return nil, problem end
  if options.values and not result.cut then
    if result.hand then value(workers, result, options.values)
    else result.problem = "the seat is not on turn" end
  end
  return result
end

return bot_ask
