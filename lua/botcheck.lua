-- What `aurum bot check` and `aurum bot ask` do with a bot, in worker processes.
--
-- A bot must answer from what `start` and `observe` told it and from the view
-- alone. So the same game is played again in the same process, in another one,
-- from the middle by a bot that was never asked before, and with the cards that
-- its seat cannot see exchanged: each time it must answer the same.
local aurum = require "aurum"
local play = require "lua.play"
local checks = {}

-- ---- In the worker ------------------------------------------------------

--- The game of the bot in every seat under some rules, kept for the next
--- request.
local function game_maker(bot)
  local games = {}
  return function(variant, players)
    local key = variant .. "\0" .. players
    games[key] = games[key] or aurum.game { variant = variant,
      players = players, bots = { bot }, seed = "", on_fault = "substitute" }
    return games[key]
  end
end

--- Play a game; what came of it.
local function play_game(game, seed)
  local asked, slowest = { bid = 0, change = 0, play = 0 }, 0
  game:restart(seed)
  while not game.over do
    local phase, before = game.state.phase, aurum.clock()
    game:step()
    if asked[phase] then
      asked[phase] = asked[phase] + 1
      slowest = math.max(slowest, aurum.clock() - before)
    end
  end
  local memory = 0
  for _, bytes in ipairs(game.memory) do memory = math.max(memory, bytes) end
  return { record = game:record(), faults = game.faults, trace = game.trace,
    asked = asked, slowest = slowest, memory = memory,
    functions = game:functions(1) }
end

--- Come to a decision of a game without asking any bot. `first_deal` is dealt in
--- place of that of the round.
local function come_to(game, seed, history, round, index, first_deal)
  game:restart(seed)
  for r = 1, round do
    game:deal(r == round and first_deal or history[r])
    local last = r == round and index - 1 or #history[r].actions
    for i = 1, last do game:apply(history[r].actions[i]) end
  end
end

--- Where a decision is, for people.
local function place(game)
  local state = game.state
  return ("round %d, trick %d, seat %d, asked to %s"):format(state.round,
    #state.tricks + 1, state.turn, state.phase)
end

--- About `most` decisions, spread evenly over a game: { round, index } pairs.
local function some_decisions(history, most)
  local all = {}
  for round, part in ipairs(history) do
    for index = 1, #part.actions do all[#all + 1] = { round, index } end
  end
  local list = {}
  local step = math.max(1, #all // most)
  for i = 1, #all, step do list[#list + 1] = all[i] end
  return list
end

--- Ask at some decisions a bot that was not asked before. The first answer that
--- differs from the game's, or nil.
local function cold(game, seed)
  play_game(game, seed)
  local history = game.state:history()
  for _, at in ipairs(some_decisions(history, 40)) do
    local round, index = at[1], at[2]
    come_to(game, seed, history, round, index)
    local where, before = place(game), history[round].actions[index]
    local answer = game:step()
    if answer ~= before then
      return { where = where, warm = tostring(before),
        cold = tostring(answer) }
    end
  end
  return false
end

--- The deal of the round with the cards exchanged that a seat cannot see: each
--- goes to the next place where such a card lies.
local function exchanged(game, deal, seat)
  local state, view = game.state, game.state:view(seat)
  local holders, cards = {}, {}
  for other, hand in ipairs(state.hands) do
    for card in (hand - view.known[other]):each() do
      if other ~= seat then
        holders[#holders + 1] = other
        cards[#cards + 1] = card
      end
    end
  end
  if #cards < 2 then return nil end
  local hands = { table.unpack(deal.hands) }
  for i, card in ipairs(cards) do
    hands[holders[i]] = hands[holders[i]] - card
  end
  for i, card in ipairs(cards) do
    local to = holders[i % #holders + 1]
    hands[to] = hands[to] | card
  end
  return { first = deal.first, hands = hands, gold = deal.gold }
end

--- Ask at some decisions of the first round in a world whose hidden cards
--- differ. The first answer that differs, or nil.
local function spying(game, seed)
  play_game(game, seed)
  local history = game.state:history()
  for _, at in ipairs(some_decisions({ history[1] }, 30)) do
    local index = at[2]
    come_to(game, seed, history, 1, index)
    local seat, view = game.state.turn, nil
    local deal = exchanged(game, history[1], seat)
    view = game.state:view(seat)
    -- what was played may not be legal in the other world
    local there = deal and pcall(come_to, game, seed, history, 1, index, deal)
    if there and game.state:view(seat) == view then
      local where, before = place(game), history[1].actions[index]
      local answer = game:step()
      if answer ~= before then
        return { where = where, warm = tostring(before),
          cold = tostring(answer) }
      end
    end
  end
  return false
end

local works = { play = play_game, cold = cold, spying = spying }

local function server(bot)
  local game_of = game_maker(bot)
  return function(request)
    local game = game_of(request.variant, request.players)
    return works[request.what](game, request.seed)
  end
end

-- ---- What is found ------------------------------------------------------

local callbacks = { "bid", "change", "play", "start", "observe" }

local function is_callback(name)
  for _, known in ipairs(callbacks) do
    if name == known then return true end
  end
  return false
end

--- Notes about functions of the bot's table that nothing calls, and callbacks
--- that were never asked.
local function note_functions(found, functions)
  for _, name in ipairs(functions) do
    local near = aurum.nearest(name, callbacks)
      or aurum.nearest(name:gsub("^on_?", ""), callbacks)
    if not is_callback(name) then
      found:note(near ~= nil, ("%s: no callback is called so%s"):format(name,
        near and "; did you mean '" .. near .. "'?" or ""))
    elseif found.asked[name] == 0 then
      found:note(false, name .. ": it was never asked")
    end
  end
end

local finder = {}
finder.__index = finder

--- Add a finding, once.
function finder:note(bad, text)
  if self.seen[text] then return end
  self.seen[text] = true
  self.findings[#self.findings + 1] = { bad = bad, text = text }
end

--- Count what came of a game, and note its faults.
function finder:add(result, where)
  self.games = self.games + 1
  self.slowest = math.max(self.slowest, result.slowest)
  self.memory = math.max(self.memory, result.memory)
  for ask, n in pairs(result.asked) do
    self.asked[ask] = self.asked[ask] + n
  end
  local fault = result.faults[1]
  if fault then
    self:note(true, ("%s, round %d, trick %d, seat %d, asked to %s: %s%s")
      :format(where, fault.round, fault.trick, fault.seat, fault.ask,
        result.trace or fault.message, #result.faults == 1 and ""
        or ("\n(%d more faults in this game)"):format(#result.faults - 1)))
  end
  self.functions = self.functions or result.functions
  return fault == nil
end

--- Ask a worker; nil, after a finding, if the bot's process died or the game
--- could not be played.
local function ask(found, worker, request, where)
  local reply, problem = worker:call(request)
  if reply ~= nil then return reply end
  found:note(true, ("%s%s: %s"):format(where, request.what == "play" and ""
    or ", played again", problem))
end

--- All checks of one game.
local function check_game(found, workers, request)
  local where = ("%s, %d players, game %s"):format(request.variant,
    request.players, request.seed)
  local function work(what, worker)
    request.what = what
    return ask(found, worker, request, where)
  end
  local first = work("play", workers[1])
  if not first or not found:add(first, where) then return end
  local again = work("play", workers[1])
  if again and again.record ~= first.record then
    found:note(true, where .. ": the same game came out otherwise when it was "
      .. "played again: something is kept from game to game")
  end
  local other = work("play", workers[2])
  if other and other.record ~= first.record then
    found:note(true, where .. ": the same game came out otherwise in another "
      .. "process")
  end
  local difference = work("cold", workers[1])
  if difference then
    found:note(true, ("%s, %s: it answered '%s', and '%s' when it had not been "
      .. "asked before: answers may depend on start, observe and the view alone")
      :format(where, difference.where, difference.warm, difference.cold))
  end
  difference = work("spying", workers[1])
  if difference then
    found:note(true, ("%s, %s: it answered '%s', and '%s' when cards it cannot "
      .. "see were exchanged"):format(where, difference.where, difference.warm,
      difference.cold))
  end
end

--- Check a bot (as aurum.bot returns it) under each of `tables`, { variant =,
--- players = }. Returns what was found:
---   findings   a list of { bad =, text = }
---   games, asked, slowest (s), memory (bytes)
function checks.run(bot, tables, options, progress)
  local found = setmetatable({ findings = {}, seen = {}, games = 0,
    asked = { bid = 0, change = 0, play = 0 }, slowest = 0, memory = 0 },
    finder)
  local workers = { play.worker(server(bot), options.cpu),
    play.worker(server(bot), options.cpu) }
  for i, rules in ipairs(tables) do
    for game = 1, tonumber(options.games) do
      check_game(found, workers, { variant = rules.variant,
        players = rules.players, seed = ("%s.%d"):format(options.seed, game) })
    end
    progress(i)
  end
  progress()
  if found.functions then note_functions(found, found.functions) end
  for _, worker in ipairs(workers) do worker:close() end
  found.seen, found.functions = nil, nil
  return setmetatable(found, nil)
end

-- ---- Asking again -------------------------------------------------------

--- Whether the decision that `state` stands before is the one that is wanted;
--- `count` says how many of its kind there were before in this trick.
local function wanted(state, at, seat, count)
  local phase = state.phase
  local trick = phase == "bid" and 0 or #state.tricks + 1
  if state.round ~= at.round or trick ~= at.trick then return false end
  if at.ask then return phase == at.ask and state.turn == seat end
  return at.change == (phase == "change") and at.play == count + 1
end

--- Where in a history the wanted decision is: its round and index; nil if it is
--- not there.
local function locate(rules, history, at, seat)
  local state = aurum.state(rules)
  for round, part in ipairs(history) do
    state:deal(part)
    local trick, count = nil, {}
    for index = 1, #part.actions + 1 do
      local phase = state.phase
      local now = phase == "bid" and 0 or #state.tricks + 1
      if now ~= trick then trick, count = now, {} end
      if phase ~= "deal" and phase ~= "over"
        and wanted(state, at, seat, count[phase] or 0) then
        return round, index
      end
      count[phase] = (count[phase] or 0) + 1
      if part.actions[index] then state:apply(part.actions[index]) end
    end
  end
end

local function cards_of(view)
  local legal = {}
  for i, action in ipairs(view:legal()) do legal[i] = tostring(action) end
  if #legal > 12 then
    legal[13] = ("and %d more"):format(#legal - 12)
    legal = { table.unpack(legal, 1, 13) }
  end
  return table.concat(legal, ", ")
end

--- In the worker: come to the decision and ask.
local function ask_server(bot, rules)
  return function(request)
    local record <close> = assert(aurum.record(request.line))
    local _, state = record:replay(rules)
    local history = state:history()
    local at = request.at
    local round, index = locate(rules, history, at, at.seat)
    if not round then return { missing = true } end
    local game = aurum.game { variant = rules, bots = { bot },
      seed = record.seed, on_fault = "substitute" }
    come_to(game, record.seed, history, round, index)
    local where, view = place(game), game.state:view(game.state.turn)
    local before = aurum.clock()
    local answer = game:step()
    local took = aurum.clock() - before
    local recorded = history[round].actions[index]
    return { where = where, hand = tostring(view.hand),
      legal = cards_of(view), answer = tostring(answer), took = took,
      recorded = recorded and tostring(recorded), trace = game.trace }
  end
end

--- Ask a bot what it was asked in a recorded game; `at` names the decision as
--- { round =, trick =, play =, change = }, or nothing but the game. Returns
--- { text =, fault = }; or nil and why not.
function checks.ask(bot, rules, line, record, at, options)
  if not at.round then
    local fault = record.faults[1]
    if not fault then return nil, "the game has no fault: name a decision" end
    at = { round = fault.round, trick = fault.trick, seat = fault.seat,
      ask = fault.ask }
  end
  local worker <close> = play.worker(ask_server(bot, rules), options.cpu)
  local reply, problem = worker:call { line = line, at = at }
  if not reply then
    return { fault = true, text = "it was at fault: " .. problem }
  end
  if reply.missing then return nil, "the game has no such decision" end
  local lines = { reply.where, "hand:     " .. reply.hand,
    "legal:    " .. reply.legal }
  if reply.trace then
    lines[#lines + 1] = "it was at fault: " .. reply.trace
  else
    lines[#lines + 1] = ("answered: %s (%.2f ms)"):format(reply.answer,
      reply.took * 1000)
  end
  if reply.recorded then
    lines[#lines + 1] = "recorded: " .. reply.recorded
  end
  return { fault = reply.trace ~= nil, text = table.concat(lines, "\n") }
end

return checks
