-- Plays a league: rounds of batches, each an arena of two bots.
--
-- A round is planned and written to the log as a whole
-- (lua/lab/league/league_log.lua); then its batches are played in their order.
-- Each has a journal, league/games/N.jsonl, from which an interrupted one goes
-- on; its result is computed from the whole journal. So a program that dies
-- loses no game, plays none twice, and changes no later round. Other processes
-- may play parts of a round, as they write journals and not the log.
local arena_play = require "aurum.lab.arena.arena_play"
local aurum = require "aurum"
local batch_sums = require "aurum.lab.league.batch_sums"
local entrants = require "aurum.lab.league.entrants"
local judged_games = require "aurum.lab.league.judged_games"
local ladder = require "aurum.lab.league.ladder"
local league_log = require "aurum.lab.league.league_log"
local pairing = require "aurum.lab.league.pairing"
local roster = require "aurum.lab.league.roster"
local schedule = require "aurum.lab.arena.schedule"
local series = require "aurum.play.series"
local settings = require "aurum.lab.league.settings"
local league_play = {}

local league = {}
league.__index = league

-- ---- Opening --------------------------------------------------------------

--- The league in a folder as it stands: its settings, log, and bots, of
--- which `problems` are those that cannot play. Nothing is written. Or nil and
--- a message.
function league_play.look(given)
  local folder, problem = roster.folder(given)
  if not folder then return nil, problem end
  local self = setmetatable({ folder = folder }, league)
  self.settings, problem = settings.read(folder)
  if not self.settings then return nil, problem end
  self.log, problem = league_log.read(folder)
  if not self.log then return nil, problem end
  self.bots, self.problems = entrants.find(folder, self.settings.anchors)
  if not self.bots then
    return nil, ("%s/league.lua: %s"):format(folder, self.problems)
  end
  return self
end

--- True if a batch is in the part of a round that this process plays.
local function is_own(self, number)
  local part = self.args.part
  return not part or number % part.of == part.number % part.of
end

--- Begin to play: take the lock of the log, and note new bots. Returns true; or
--- nil and a message.
local function begin(self)
  local args = self.args
  local good, problem = self.log:continue(self.folder,
    args.seed or aurum.sys.entropy())
  if not good then return nil, problem end
  local late
  self.day, late = roster.day(self.log)
  if late then self.told(late, true) end
  local loose = settings.too_loose(self.settings, args)
  if loose then self.told(("%s/%s"):format(self.folder, loose), true) end
  for _, one in ipairs(self.problems) do
    self.told(("%s cannot play: %s"):format(one.name, one.why), true)
  end
  return roster.register(self.folder, self.log, self.settings, self.bots,
    self.day, self.told)
end

--- The league in a folder, ready to play; no other process may play it.
--- `args`: `part`, { number =, of = }, if this process plays a part of a
--- planned round; `seed` of a league that has not begun; `cpu` and `fuel`,
--- limits; `jobs`; and `told(text, is_problem)`, which gets a line for each
--- event. Or nil and a message.
function league_play.open(given, args)
  local self, problem = league_play.look(given)
  if not self then return nil, problem end
  if args.seed and self.log.seed and self.log.seed ~= args.seed then
    return nil, ("%s: the league has the seed '%s'"):format(self.folder,
      aurum.plain(self.log.seed))
  end
  self.args, self.told = args, args.told
  self.limits = settings.limits(self.settings, args)
  if args.part then return self end
  local good
  good, problem = begin(self)
  if not good then return nil, problem end
  return self
end

--- The ladder (lua/lab/league/ladder.lua) over all rules, or those of a name;
--- nil and a message if there are none.
function league:ladder(variant)
  local rules = self.settings.rules
  if variant then
    local wanted, problem = aurum.variant(variant, self.settings.players)
    if not wanted then return nil, tostring(problem) end
    for _, one in ipairs(rules) do
      if one.digest == wanted.digest then rules = { one } end
    end
    if #rules > 1 or rules[1].digest ~= wanted.digest then
      return nil, ("%s/league.lua has no rules '%s'"):format(self.folder,
        variant)
    end
  end
  local list, rows = roster.of(self.log, self.settings, self.bots,
    self.problems)
  return ladder.of(self.log, list, rows, rules)
end

-- ---- Planning -------------------------------------------------------------

--- The rules with the fewest deals so far.
local function next_rules(self)
  local deals, best = {}, nil
  for _, batch in ipairs(self.log.batches) do
    deals[batch.rules] = (deals[batch.rules] or 0) + batch.deals
  end
  for _, rules in ipairs(self.settings.rules) do
    local n = deals[rules.digest] or 0
    if not best or n < (deals[best.digest] or 0) then best = rules end
  end
  return best
end

--- A batch of a round, without bots: games of a deal, and sides of two bots.
local function form_of(self, rules)
  local seatings, problem = schedule.seatings(2, rules.side_of)
  if not seatings then return nil, problem end
  local sides, seen = { 0, 0 }, {}
  for seat, side in ipairs(rules.side_of) do
    if not seen[side] then
      seen[side] = true
      local bot = seatings[1][seat]
      sides[bot] = sides[bot] + 1
    end
  end
  return { deals = self.settings.batch, games = #seatings, sides = sides }
end

--- The bots that may play, as pairing.round takes them.
local function players_of(list)
  local players = {}
  for _, row in ipairs(list) do
    row.is_old = row.state == "former"
    if row.state == "plays" or row.is_old then players[#players + 1] = row end
  end
  return players
end

--- Note in the log who leads, if that is news: of all batches, none of which is
--- open. Returns true; or nil and a message.
local function note_lead(self, list, fit)
  local best, next_one = ladder.first_two(list, fit)
  local last = self.log.leads[#self.log.leads]
  if not best or last and last.bot == best.bot then return true end
  local sure = false
  if next_one then
    local _, low = fit:difference(best.index, next_one.index)
    sure = low ~= nil and low > 0
  end
  return self.log:add { kind = "lead", bot = best.bot, sure = sure,
    day = self.day }
end

--- The fit of all batches, and the versions that it rates.
local function standing(self)
  local list, rows = roster.of(self.log, self.settings, self.bots)
  local digests = {}
  for _, one in ipairs(self.settings.rules) do digests[one.digest] = true end
  return ladder.fit(self.log, list, rows, digests), list
end

--- Note who leads at the end of a run. Returns true; or nil and a message.
local function note_end(self)
  if self.args.part or next(self.log.open) then return true end
  local fit, list = standing(self)
  return note_lead(self, list, fit)
end

--- Plan a round of at most `left` deals. Returns its number of batches, 0 if
--- fewer than two bots can play; or nil and a message.
local function plan_round(self, left)
  local log, rules = self.log, next_rules(self)
  local form, problem = form_of(self, rules)
  if not form then return nil, problem end
  local fit, list = standing(self)
  local players = players_of(list)
  if #players < 2 then return 0 end
  local noted, failure = note_lead(self, list, fit)
  if not noted then return nil, failure end
  local batches, deal = {}, log.deals + 1
  for _, pair in ipairs(pairing.round(fit, players, form,
    ("%s.%d"):format(log.seed, log.rounds + 1))) do
    local deals = math.min(form.deals, left)
    if deals < 1 then break end
    local number = #log.batches + #batches + 1
    local a, b = players[pair[1]], players[pair[2]]
    if number % 2 == 0 then a, b = b, a end -- each may be the bot with one side
    batches[#batches + 1] = { batch = number, bots = { a.bot, b.bot },
      variant = rules.name, rules = rules.digest, players = rules.players,
      sides = form.sides, deal = deal, deals = deals }
    deal, left = deal + deals, left - deals
  end
  local good, wrong = log:add { kind = "round", day = self.day,
    batches = batches }
  return good and #batches, wrong
end

-- ---- A batch --------------------------------------------------------------

--- The path of a batch's journal.
local function journal_of(self, batch)
  return ("%s/league/games/%d.jsonl"):format(self.folder, batch.batch)
end

--- The rules of a batch; or nil and why they cannot be had.
local function rules_of(self, batch)
  for _, rules in ipairs(self.settings.rules) do
    if rules.digest == batch.rules then return rules end
  end
  local rules, problem = aurum.variant(batch.variant, batch.players)
  if rules and rules.digest == batch.rules then return rules end
  return nil, problem and tostring(problem) or "the rules have changed"
end

--- The arguments by which an arena plays a batch; or nil and why it cannot.
--- `begun`, if given, is the head of the batch's journal. The limits may have
--- changed since: the journal's games stay, and the others are played within
--- both limits, so that neither the journal nor the command line loosens one.
local function arena_args(self, batch, begun)
  local bots = {}
  for k, name in ipairs(batch.bots) do
    local version = self.log.by_bot[name]
    local spec, why = entrants.spec(self.folder, version,
      roster.is_anchor(self.settings, version.name))
    if not spec then return nil, ("%s: %s"):format(name, why) end
    bots[k] = spec
  end
  local limits = begun and settings.tightest(self.limits, begun.limits)
    or self.limits
  return { bots = bots, seed = self.log.seed, deals = batch.deals,
    range = { first = batch.deal, deals = batch.deals }, quiet = true,
    on_fault = begun and begun.on_fault or self.settings.on_fault,
    cpu = limits.cpu, fuel = limits.fuel, jobs = self.args.jobs,
    other_limits = true, journal = journal_of(self, batch) }
end

--- Why a bot cannot be loaded; nil if it can.
local function load_problem(args, rules, spec)
  local bot, problem = aurum.bot(spec)
  if not bot then return problem end
  local seating = {}
  for seat = 1, rules.players do seating[seat] = bot end
  local player, why = series.open(args, { rules = { rules },
    seatings = { seating }, on_fault = args.on_fault,
    job = function() return { game = 1, seed = "1" } end })
  if not player then return why end
  player:close()
end

--- Note that a batch cannot be played: its games do not count. A process that
--- plays a part leaves that to the one that writes the log. Returns true; or
--- nil and a message.
local function give_up(self, batch, why)
  if self.args.part then return true end
  self.told(("batch %d, %s - %s, is void: %s"):format(batch.batch,
    batch.bots[1], batch.bots[2], why))
  return self.log:add { kind = "void", batch = batch.batch, why = why }
end

--- Find out why a batch could not be opened. A bot that does not load is
--- benched, unless the machine lacks memory. Returns true if the batch is void;
--- or nil and a message.
local function explain(self, batch, args, rules, problem)
  if aurum.sys.interrupted() then return nil, "interrupted" end
  local why = problem:find("belongs to another arena", 1, true) and problem
  for k, name in ipairs(batch.bots) do
    local unfit = load_problem(args, rules, args.bots[k])
    if unfit and unfit:find("(is memory short?)", 1, true) then
      return nil, unfit -- the machine's fault, not the bot's
    elseif unfit then
      unfit = unfit:gsub("^[^:]*/league/bots/[^/]*/", ""):gsub("%s*\n%s*", " ")
      why = name .. " does not load"
      if self.args.part then return true end
      self.told(("%s is benched: %s"):format(name, unfit))
      local good, failure = self.log:add { kind = "unfit", bot = name,
        why = unfit, day = self.day }
      if not good then return nil, failure end
    end
  end
  if not why then return nil, problem end
  return give_up(self, batch, why)
end

--- Tell which bots of a batch were benched by it.
local function tell_benched(self, batch)
  for k, name in ipairs(batch.bots) do
    local result = batch.result
    if result.forfeits[k] > self.settings.bench * result.games then
      local _, rows = roster.of(self.log, self.settings, self.bots)
      self.told(("%s is benched: it %s"):format(name, rows[name].why))
    end
  end
end

--- Add the result of a batch, whose journal is complete, to the log. Returns
--- true; or nil and a message.
local function add_result(self, batch, path)
  if self.args.part then
    batch.result = true
    return true
  end
  local result, problem = batch_sums.of(path, batch.bots)
  if not result then return nil, problem end
  result.kind, result.batch = "result", batch.batch
  local good
  good, problem = self.log:add(result)
  if good then tell_benched(self, batch) end
  return good, problem
end

--- The arena of a batch, ready to play, and the path of its journal; or false
--- if the batch cannot be played, which the log then says; or nil and a
--- message.
local function open_batch(self, batch)
  local path, good, begun = journal_of(self, batch), true, nil
  local rules, problem = rules_of(self, batch)
  if rules and aurum.sys.readable(path) then
    good, problem, begun = batch_sums.check(path)
  end
  local args, why = arena_args(self, batch, begun)
  if not (args and rules and good) then
    good, problem = give_up(self, batch, why or problem)
  else
    args.report = function() end
    local arena, wrong = arena_play.open(args, rules)
    if arena then return arena, args.journal end
    good, problem = explain(self, batch, args, rules, wrong)
  end
  if good then return false end
  return nil, problem
end

--- Play what is left of a batch. `on_progress(deals)` is called meanwhile.
--- Returns true if it has a result, or is void; or nil and a message.
local function play_batch(self, batch, on_progress)
  local arena, journal = open_batch(self, batch)
  if arena == false then return true end
  if not arena then return nil, journal end
  local function progress()
    on_progress(arena.games.tally.taken // arena.plan.size)
  end
  local good, problem, path = arena:resume(progress)
  if good then good, problem, path = arena:play(progress) end
  if not good then return nil, path and path .. ": " .. problem or problem end
  if arena.failure then return nil, arena.failure end
  if not arena.games.tally:is_done() then return nil, "interrupted" end
  return add_result(self, batch, journal)
end

-- ---- Playing --------------------------------------------------------------

--- The deals that may still be planned: those of `args.deals` in this run, or
--- without it those of the day. With `args.seconds` alone there is no limit.
function league:deals_left()
  if self.args.deals then return self.args.deals - (self.planned or 0) end
  if self.args.seconds then return 1000000000 end
  return self.settings.deals - (self.log.of_day[self.day] or 0)
end

--- The deals of the batches that are open, and the number of these.
function league:deals_open()
  local deals, batches = 0, 0
  for number, batch in pairs(self.log.open) do
    if is_own(self, number) then
      deals, batches = deals + batch.deals, batches + 1
    end
  end
  return deals, batches
end

--- The numbers of the batches that are open, in order.
local function open_batches(self)
  local list = {}
  for number in pairs(self.log.open) do
    if is_own(self, number) then list[#list + 1] = number end
  end
  table.sort(list)
  return list
end

--- Play until the budget is spent. `on_progress(deals, batch)` gets the deals
--- that were played. Returns the number of deals and of batches; or nil and a
--- message. `idle` is then true if fewer than two bots could play.
function league:play(on_progress)
  local ends = self.args.seconds and aurum.sys.clock() + self.args.seconds
  local deals, batches = 0, 0
  local function is_over()
    return ends and aurum.sys.clock() >= ends
  end
  while not is_over() do
    for _, number in ipairs(open_batches(self)) do
      local batch = self.log.open[number]
      local good, problem = play_batch(self, batch, function(n)
        on_progress(deals + n, batch)
      end)
      if not good then return nil, problem end
      if batch.result then
        deals, batches = deals + batch.deals, batches + 1
      end
      if is_over() then break end
    end
    local left = self:deals_left()
    if left < 1 or is_over() or self.args.part then break end
    local n, problem = plan_round(self, left)
    if not n then return nil, problem end
    self.idle = n == 0
    if self.idle then break end
    self.planned = (self.planned or 0) + self:deals_open()
  end
  local good, problem = note_end(self)
  return good and deals, good and batches or problem
end

--- Judge up to `most` games (lua/lab/league/judged_games.lua). Returns their
--- number; or nil and a message.
function league:judge(most, on_progress)
  local list = roster.of(self.log, self.settings, self.bots)
  return judged_games.add(self, list, most, on_progress)
end

--- Take the result of a batch that a part has played, or note that the batch
--- cannot be played. Returns true; false if it is still to be played; or nil
--- and a message.
local function take_batch(self, batch)
  local path = journal_of(self, batch)
  if aurum.sys.locked(path) then return false end
  local found = aurum.sys.readable(path) and batch_sums.of(path, batch.bots)
  if found and found.blocks == batch.deals then
    return play_batch(self, batch, function() end)
  end
  local arena, problem = open_batch(self, batch)
  if arena == false then return true end
  if not arena then return nil, problem end
  arena.player:close()
  return false
end

--- Take the results of the batches that parts have played, in order up to the
--- first that is still to be played. If none is then open, plan a round.
--- Returns the numbers of open batches and of their deals; or nil and a
--- message.
function league:round()
  for _, number in ipairs(open_batches(self)) do
    local taken, problem = take_batch(self, self.log.open[number])
    if taken == nil then return nil, problem end
    if not taken then break end
  end
  local left = self:deals_left()
  if not next(self.log.open) and left > 0 then
    local n, problem = plan_round(self, left)
    if not n then return nil, problem end
  end
  local noted, failure = note_end(self)
  if not noted then return nil, failure end
  local deals, batches = self:deals_open()
  return batches, deals
end

--- End the league's use. Returns true; or nil and a message.
function league:close() return self.log:close() end

return league_play
