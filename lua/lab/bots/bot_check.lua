-- The checks of `aurum bot check`, in worker processes.
--
-- A bot's answers may depend only on its calls of `start` and `observe` and on
-- the view. So the same game is played again: in the same process; in another
-- process; from the middle, by a bot that was never asked before; and with
-- other cards where its seat cannot see them. Each time the answers must be the
-- same.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local format = require "aurum.text.format"
local hint = require "aurum.text.hint"
local json = require "aurum.text.json"
local pool = require "aurum.play.pool"
local programs = require "aurum.load.programs"
local decisions = require "aurum.record.decisions"
local bot_check = {}

--- Faults that take long to reach: each costs the time or the memory that a
--- limit allows. The check stops after `enough` of one kind.
local costly = { cpu = true, fuel = true, memory = true, crash = true }
local enough = 3

--- Add the costly faults of a game to `counts`, by kind. Returns a kind of
--- which there are enough, or nil.
local function count_costly(counts, faults)
  for _, fault in ipairs(faults) do
    local kind = fault.kind
    if costly[kind] then
      counts[kind] = (counts[kind] or 0) + 1
      if counts[kind] >= enough then return kind end
    end
  end
end

-- ---- In the worker ------------------------------------------------------

--- Play a game, to its end or until it has enough costly faults; only to its
--- first fault if the bot has died at a call before. Returns the game's results
--- as plain data.
local function play_game(game, seed, death)
  local asked, slowest = { bid = 0, change = 0, play = 0, answer = 0 }, 0
  local changes = 0
  game:restart(seed, death and { death })
  while not game.over and not (death and game.faults[1])
    and not count_costly({}, game.faults) do
    local ask, before = game.state.deciding, aurum.sys.clock()
    local action = game:step()
    if action and action.kind == "change" then changes = changes + 1 end
    if asked[ask] then
      asked[ask] = asked[ask] + 1
      slowest = math.max(slowest, aurum.sys.clock() - before)
    end
  end
  local functions, lines = game:functions(1)
  table.sort(functions)
  return { record = game:record(), faults = game.faults, trace = game.trace,
    asked = asked, slowest = slowest, changes = changes,
    memory = math.max(table.unpack(game.memory)),
    functions = functions, lines = lines }
end

--- About 40 decisions of a list, at even distances, and all answers to
--- questions, which are few.
local function some(list)
  local chosen, distance = {}, math.max(1, #list // 40)
  for i, decision in ipairs(list) do
    if i % distance == 1 % distance or decision.ask == "answer" then
      chosen[#chosen + 1] = decision
    end
  end
  return chosen
end

--- Compare the answer at the decision where the game stands with the one in the
--- history: { where =, was =, is = } if they differ, else nil.
local function decide_again(game, history, decision)
  local before = history[decision.round].actions[decision.index]
  local where, answer = decisions.place(game.state), game:step()
  if answer ~= before then
    return { where = where, was = tostring(before), is = tostring(answer) }
  end
end

--- The data in the table of a seat's bot, as text by key.
local function kept(game, seat)
  local texts = {}
  for key, value in pairs(game:own(seat)) do
    texts[tostring(key)] = json.encode { value }
  end
  return texts
end

--- The names of what a bot keeps at a decision only if it was asked before.
--- `cold_own` is what it keeps if it was not.
local function lost(game, seed, history, decision, cold_own)
  game:restart(seed)
  for round = 1, decision.round do
    game:step() -- the deal
    local here = round == decision.round
    for _ = 1, here and decision.index - 1 or #history[round].actions do
      game:step()
    end
  end
  local names = {}
  for key, text in pairs(kept(game, game.state.turn)) do
    if cold_own[key] ~= text then names[#names + 1] = "self." .. key end
  end
  table.sort(names)
  return table.concat(names, ", ")
end

--- Ask, at some decisions, a bot that was not asked before. Returns the first
--- answer that differs from the game's, with what the bot has `lost`, or false.
local function cold(game, seed)
  play_game(game, seed)
  local history = game.state:history()
  for _, decision in ipairs(some(decisions.list(game.rules, history))) do
    decisions.come_to(game, seed, history, decision)
    local own = kept(game, game.state.turn)
    local difference = decide_again(game, history, decision)
    if difference then
      difference.lost = lost(game, seed, history, decision, own)
      return difference
    end
  end
  return false
end

--- A deal with the cards exchanged that a seat cannot see at this point of the
--- game: each goes to the owner of another one. false if there are none.
local function exchanged(state, deal, seat)
  local view, owners, cards = state:view(seat), {}, {}
  for other, hand in ipairs(state.hands) do
    for card in (hand & view.unseen):each() do
      owners[#owners + 1], cards[#cards + 1] = other, card
    end
  end
  for card in (state.extras & view.unseen):each() do
    owners[#owners + 1], cards[#cards + 1] = 0, card -- in no hand
  end
  local hands = { table.unpack(deal.hands) }
  for i, card in ipairs(cards) do
    local from, to = owners[i], owners[(i + #owners // 2 - 1) % #owners + 1]
    if from > 0 then hands[from] = hands[from] - card end
    if to > 0 then hands[to] = hands[to] | card end
  end
  return #cards > 1 and { first = deal.first, hands = hands, gold = deal.gold }
end

--- Ask, at some decisions, in a world whose hidden cards differ. Returns the
--- first answer that differs from the game's, or false.
local function spying(game, seed)
  play_game(game, seed)
  local history = game.state:history()
  for _, decision in ipairs(some(decisions.list(game.rules, history))) do
    decisions.come_to(game, seed, history, decision)
    local seat = game.state.turn
    local view = game.state:view(seat)
    local deal = exchanged(game.state, history[decision.round], seat)
    -- the move that was made may not be legal in the other world
    local there = deal
      and pcall(decisions.come_to, game, seed, history, decision, deal)
      and game.state:view(seat) == view
    local difference = there and decide_again(game, history, decision)
    if difference then return difference end
  end
  return false
end

local works = { play = play_game, cold = cold, spying = spying }

--- The keys of the bot's table, as its file returns it, that are not functions,
--- and its `api`.
local function read_table(game)
  local keys, own = {}, game:own(1)
  for key in pairs(own) do
    if type(key) == "string" then keys[#keys + 1] = key end
  end
  return { keys = keys, api = own.api }
end

--- The work of a worker: games with the bot in every seat. A request with a new
--- `unit` gets a new game, under the rules of its `table`, so that its results
--- do not follow from what the worker did before. Where all work is done in one
--- process, the requests with `other` have a game of their own.
local function server(bot, tables, trust)
  local games = {}
  return function(request)
    local slot = request.other and "other" or "own"
    if not games[slot] or games[slot].unit ~= request.unit then
      games[slot] = nil
      collectgarbage() -- its bots may hold much memory
      games[slot] = { unit = request.unit, game = bot_files.game {
        variant = tables[request.table].rules, bots = { bot }, seed = "",
        on_fault = "substitute", print = "off", trust = trust } }
    end
    local game = games[slot].game
    if request.what == "file" then return read_table(game) end
    return works[request.what](game, request.seed, request.death)
  end
end

-- ---- Findings -----------------------------------------------------------

local finder = {}
finder.__index = finder

--- Add a finding, unless there is one with its key already.
function finder:add(bad, text, key)
  if self.seen[key or text] then return end
  self.seen[key or text] = true
  table.insert(self.findings, { bad = bad, text = text })
end

--- Count a game's results, and add the first fault at each callback. Faults
--- with the same message are the same mistake, whatever the choices were.
function finder:count(result, where)
  self.games = self.games + 1
  self.slowest = math.max(self.slowest, result.slowest)
  self.memory = math.max(self.memory, result.memory)
  for ask, n in pairs(result.asked) do
    self.asked[ask] = self.asked[ask] + n
  end
  self.changes = self.changes + result.changes
  self.functions = self.functions or result.functions
  self.lines = self.lines or result.lines
  self.stopped = self.stopped or count_costly(self.costly, result.faults)
  local first, more = {}, {}
  for i, fault in ipairs(result.faults) do
    local ask = fault.ask
    self.faulty[ask] = true
    first[ask], more[ask] = first[ask] or i, (more[ask] or -1) + 1
  end
  for i, fault in ipairs(result.faults) do
    if first[fault.ask] == i then
      local text = i == 1 and result.trace or fault.message
      local n, mistake = more[fault.ask], fault.message
      mistake = mistake:match "^.- is not an answer to '.-'" or mistake
      self:add(true, ("%s, %s, seat %d, asked to %s: %s%s"):format(
        where, format.place(fault), fault.seat, fault.ask, text,
        n == 0 and "" or ("\n(%d more in this game)"):format(n)), mistake)
    end
  end
end

local callbacks = { "bid", "change", "play", "answer", "start", "observe" }
local is_callback = {}
for _, name in ipairs(callbacks) do is_callback[name] = true end

--- Add findings on functions of the bot's table that nothing calls, and on
--- callbacks that were never asked.
function finder:judge_functions()
  for _, name in ipairs(self.functions or {}) do
    local meant = hint.near(name, callbacks,
      hint.near(name:gsub("^on_?", ""), callbacks))
    if is_callback[name] then
      if self.asked[name] == 0 and not self.unheard[name] then
        self:add(false, name .. ": never asked")
      end
    elseif meant ~= "" then
      self:add(true, ("%s: nothing calls it%s"):format(name, meant))
    else
      self:add(false, name .. ": nothing calls it but the bot itself")
    end
  end
end

--- Add a note on a `change` that never changed a bid, unless all it does is to
--- return nil, as in the template.
function finder:judge_change(source)
  local has_change = false
  for _, name in ipairs(self.functions or {}) do
    has_change = has_change or name == "change"
  end
  if has_change and self.asked.change > 0 and self.changes == 0
    and not self.faulty.change
    and not source:find "change%s*=%s*function%s*%([^()]*%)%s*return nil%s*end"
  then
    self:add(false, ("change: it never changed a bid in %d calls"):format(
      self.asked.change))
  end
end

--- Add findings on `answer`: where the file's `api` is one without questions,
--- nothing calls it; without it, questions get their default answers.
function finder:judge_answer(bot, api)
  local line = self.lines and self.lines.answer
  if line and api == 1 then
    self.unheard.answer = true
    self:add(true, ("%s:%d: answer: nothing calls it: the file says 'api = 1', "
      .. "and questions came with api = 2"):format(bot.path, line))
  elseif not line and self.asked.answer > 0 then
    self:add(false, ("answer: it has none: %s of variants got the default "
      .. "answer"):format(format.plural(self.asked.answer, "question")))
  end
end

local fields = { "name", "api", "options" }
local is_field = {}
for _, name in ipairs(fields) do is_field[name] = true end

--- Add findings on keys of the bot's table that are nearly a field's name.
function finder:judge_keys(keys)
  for _, key in ipairs(keys or {}) do
    local meant = hint.near(key, fields)
    if not is_field[key] and meant ~= "" then
      self:add(true, ("%s: nothing reads it%s"):format(key, meant))
    end
  end
end

local unlike = {
  again = "%s: the same game came out otherwise when it was played again: "
    .. "something is kept from game to game",
  other = "%s: the same game came out otherwise in another process",
  cold = "%s, %s: it answered '%s', and '%s' when it was not asked before: "
    .. "answers may depend on start, observe and the view alone",
  spying = "%s, %s: it answered '%s', and '%s' when cards that it cannot see "
    .. "were exchanged",
}

--- The findings of one game. The finder gets them in the order of the games.
local recorder = {}
recorder.__index = recorder

function recorder:add(...) table.insert(self, table.pack("add", ...)) end

function recorder:count(...) table.insert(self, table.pack("count", ...)) end

--- Tell the finder what was found.
function recorder:tell(found)
  for _, item in ipairs(self) do
    found[item[1]](found, table.unpack(item, 2, item.n))
  end
  found.failure, found.stuck = self.failure, self.stuck
end

--- Make all checks of one game. `ask(request)` gives the reply of a worker, or
--- nil and the problem as from pool:call. Sets `found.ended` if the bot's
--- process died, since more games of these rules would only take time.
local function check_game(found, ask, request, rules)
  local where = ("%s, %d players, game %s"):format(rules.name, rules.players,
    request.seed)
  local function work(what, other)
    request.what, request.other = what, other
    local reply, problem, death = ask(request)
    if death and death.kind == "host" then
      found.failure, found.stuck = problem, true
    elseif death and (death.call or 0) > 0 and not request.death then
      -- again, up to there, to see which call it was
      request.death = death
      return work(what, other)
    elseif reply == nil then
      -- the bot's file failed: there is no game yet
      found:add(true, (death and "when its file was run: " or "") .. problem)
      found.stuck = death ~= nil -- it would fail under all rules
    end
    return reply
  end
  found.ended = true
  local first = work "play"
  if not first then return end
  found:count(first, where)
  found.ended = request.death ~= nil
  if #first.faults > 0 then return end
  for _, what in ipairs { "again", "other" } do
    local result = work("play", what == "other")
    if result and result.record ~= first.record then
      local form = unlike[what]
      found:add(true, form:format(where), what)
    end
  end
  for _, what in ipairs { "cold", "spying" } do
    local difference = work(what)
    if difference then
      local names, form = difference.lost, unlike[what]
      found:add(true, form:format(where, difference.where,
        difference.was, difference.is) .. (not names and "" or names == ""
          and "; does it keep a local or global variable?"
          or ("; %s was lost: set it in start or observe"):format(names)), what)
      break -- one finding: both checks show the same mistake
    end
  end
  found.ended = request.death ~= nil
end

-- ---- All games ----------------------------------------------------------

--- All games to check, in order: { table =, game = }.
local function units_of(tables)
  local units = {}
  for i, table_ in ipairs(tables) do
    for game = 1, table_.games do
      units[#units + 1] = { table = i, game = game }
    end
  end
  return units
end

--- Check games at the same time, as many as there are `lanes`. A lane has two
--- workers, of which one works at a time. `finish(unit, found)` gets what was
--- found, in the order of the games, and returns false to end.
local function check_all(workers, lanes, tables, units, seed, finish)
  local waiting, results = {}, {} -- lanes by their task; recorders by unit
  local started, finished = 0, 0
  local function lane(number)
    while started < #units do
      started = started + 1
      local at, unit = started, units[started]
      local found = setmetatable({}, recorder)
      check_game(found, function(request)
        return coroutine.yield(request, 2 * number - (request.other and 0 or 1))
      end, { table = unit.table, unit = at, seed = ("%s.%d"):format(seed,
        unit.game) }, tables[unit.table].rules)
      results[at] = found
    end
  end
  local function go_on(thread, ...)
    local good, request, worker = coroutine.resume(thread, ...)
    if not good then error(request, 0) end
    if request then waiting[workers:submit(request, worker)] = thread end
  end
  for i = 1, lanes do
    go_on(coroutine.create(function() lane(i) end))
  end
  while finished < #units and not aurum.sys.interrupted() do
    local task, reply, problem, death = workers:arrived(0.5)
    -- after an interrupt, an error may be the signal's
    if task and not aurum.sys.interrupted() then
      local thread = waiting[task]
      waiting[task] = nil
      go_on(thread, reply, problem, death)
      while results[finished + 1] do
        finished = finished + 1
        if not finish(finished, results[finished]) then return end
        results[finished] = nil
      end
    end
  end
end

--- Check a bot (aurum.bot) at each of the `tables`: a list of tables { rules =,
--- games = }. `options` has the `seed` of the games, `cpu`, the seconds for an
--- answer, `jobs`, the number of games to check at a time, and `trust` to run
--- the bot in this process. `on_progress` is called with the number of games
--- played. Returns the findings, the same for any number of jobs; or nil and
--- how the machine failed:
---   findings   a list of { bad =, text = }, each mistake once
---   complete   false if a signal interrupted
---   games, asked, slowest (s), memory (bytes)
function bot_check.run(bot, tables, options, on_progress)
  local found = setmetatable({ findings = {}, seen = {}, games = 0,
    asked = { bid = 0, change = 0, play = 0, answer = 0 }, slowest = 0,
    memory = 0, changes = 0, faulty = {}, unheard = {}, costly = {} }, finder)
  local units, ended = units_of(tables), {}
  local lanes = options.trust and 1 or math.min(options.jobs or 1, #units)
  local players = 0
  for _, table_ in ipairs(tables) do
    players = math.max(players, table_.rules.players)
  end
  local workers <close> = pool.new { work = server(bot, tables, options.trust),
    jobs = 2 * lanes, programs = programs.everywhere(bot, players),
    seconds = options.cpu, in_process = options.trust }
  check_all(workers, lanes, tables, units, options.seed, function(at, of_game)
    local unit = units[at]
    if not ended[unit.table] then of_game:tell(found) end
    ended[unit.table] = ended[unit.table] or of_game.ended
    on_progress(at)
    return not found.stuck and not found.stopped
  end)
  local file = not found.stuck and found.games > 0 and workers:call {
    what = "file", table = 1, unit = 0, seed = "" } or {}
  if found.failure then return nil, found.failure end
  found.complete = not aurum.sys.interrupted()
  if found.complete and found.stopped then
    found:add(false, ("the check stopped after %d faults of the kind '%s': "
      .. "mend the bot and check it again"):format(enough, found.stopped))
  elseif found.complete then
    found:judge_answer(bot, file.api)
    found:judge_functions()
    found:judge_change(bot.source)
  end
  if found.complete then found:judge_keys(file.keys) end
  found.seen, found.functions, found.lines = nil, nil, nil
  found.stuck, found.unheard = nil, nil
  found.changes, found.faulty = nil, nil
  found.costly, found.stopped = nil, nil
  return setmetatable(found, nil)
end

return bot_check
