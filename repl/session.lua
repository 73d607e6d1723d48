-- The game on the table, without any input or output: where it stands among the
-- positions it has been to (repl/tree.lua), who sits at the seats, and where to
-- stop. What goes wrong for a user comes back as nil and a message.
--
--   at, root, branch   as in the tree; `state` is a copy of where it stands
--   seed, rules        those of the game on the table
--   bots               by seat what aurum.bot returned; false: moved by hand.
--                      Each game has its own, as its root's
--   humans             by seat true where a person plays; each game's too
--   seconds            the processor time a bot may take for an answer
--   breaks             { id, kind, text, test } in the order they were set
--   auto_skip          whether persons are not asked to change bids; a root
--                      may have one of its own
--   ended              called with the session when a game comes to its end
--   fault              the bot's fault it stopped at, nil after any move
--   listener           called with each event, of moves forward only
local aurum = require "aurum"
local tree = require "aurum.repl.tree"
local players = require "aurum.repl.players"
local session = {}

--- Whether the user wants it to stop: only the program can tell.
local function interrupted()
  return aurum.interrupted ~= nil and aurum.interrupted()
end

--- Who sits at a table where nobody is named; and who gives hints, the first of
--- these that there is.
session.default_bot = "counter"
session.strongest = { "alchemist", "monte", "counter" }

session.seconds = 10

local of_root = { seed = true, rules = true, bots = true, humans = true }

function session:__index(key)
  if key == "state" then return tree.__index(self, key) end
  if of_root[key] then return self.root and self.root[key] end
  return session[key] or tree[key]
end

function session:__tostring()
  return ("session: game %d of %s, %d players, seed %s, at %s"):format(
    self.root.number, aurum.plain(self.root.rules.name),
    self.root.rules.players, aurum.plain(self.root.seed), tree.place(self.at))
end

-- ---- Games --------------------------------------------------------------

--- Files of bots by seat from names; a name fewer than seats repeats. "none",
--- "-" and false leave a seat to be moved by hand.
local function load_bots(specs, seats)
  local bots = {}
  for seat = 1, seats do
    local spec = specs[(seat - 1) % math.max(#specs, 1) + 1]
    if not spec or spec == "none" or spec == "-" then
      bots[seat] = false
    else
      local bot, problem = aurum.bot(spec)
      if not bot then return nil, problem end
      bot.spec = spec
      bots[seat] = bot
    end
  end
  return bots
end

local function forget_players(self)
  if self.table then self.table:close() end
  self.table = nil
end

--- A session with a game on the table. `options` as for `new_game`; nil and a
--- message if that cannot be.
function session.open(options)
  local self = tree.new()
  self.breaks, self.break_ids = {}, 0
  setmetatable(self, session)
  local good, problem = self:new_game(options or {})
  if not good then return nil, problem end
  return self
end

--- Stop the worker processes.
function session:close()
  forget_players(self)
end

session.__close = session.close

--- What sits at the seats of a table of another size: as before, and the last
--- where there were fewer.
local function seats_as_before(self, seats)
  local bots, last = {}, false
  for seat = 1, seats do
    local bot = self.bots[seat]
    if bot == nil then bot = last end
    bots[seat], last = bot, bot
  end
  return bots
end

--- Put another game on the table. `options`: variant (a name or rules),
--- players, seed, bots (a list of names), human (a seat), state (where it
--- begins). Without bots those stay that sit there.
function session:new_game(options)
  local rules, problem = options.variant or "standard", nil
  if type(rules) == "string" then
    rules, problem = aurum.variant(rules, options.players)
    if not rules then return nil, problem end
  end
  local human = options.human
  if human and (human < 1 or human > rules.players) then
    return nil, ("expected a seat from 1 to %d, got %d"):format(rules.players,
      human)
  end
  local bots
  if options.bots then
    bots, problem = load_bots(options.bots, rules.players)
  elseif self.bots then
    bots = seats_as_before(self, rules.players)
  else
    bots, problem = load_bots({ session.default_bot }, rules.players)
  end
  if not bots then return nil, problem end
  local humans = human and { [human] = true } or {}
  if not human then
    for seat in pairs(self.humans or {}) do
      humans[seat] = seat <= rules.players or nil
    end
  end
  forget_players(self)
  if self.root and #self.root.kids == 0 and not self.root.token then
    self:uproot(self.root) -- nothing was played
  end
  self:plant { rules = rules, state = options.state, bots = bots,
    humans = humans,
    seed = options.seed and tostring(options.seed) or aurum.entropy() }
  return true
end

--- The seed of the game after one: the next of its series.
function session.next_seed(seed)
  local series, n = seed:match "^(.*)%.(%d+)$"
  n = math.tointeger(tonumber(n))
  if not n then return seed .. ".1" end
  return ("%s.%d"):format(series, n + 1)
end

--- Play a history (`state:history()`) from where it stands, as far as it can
--- be; then nil, and what could not be done.
function session:follow(history)
  for _, part in ipairs(history) do
    if part.hands then
      local good, problem = self:deal(part)
      if not good then return nil, problem end
    end
    for _, action in ipairs(part.actions) do
      local good, problem = self:apply(action)
      if not good then return nil, problem end
    end
  end
  return true
end

--- The rules of this digest that some game here is played by: a variant whose
--- file a token or a record cannot open may be at hand. nil if there are none.
local function rules_at_hand(self, digest, seats)
  for _, root in ipairs(self.roots) do
    if root.rules.digest == digest and root.rules.players == seats then
      return root.rules
    end
  end
end

--- Put a position on the table: another game, whose open round can be walked
--- through.
function session:load_position(token)
  local _, seats, digest = aurum.read_position(token)
  local state, problem = aurum.position(token,
    digest and rules_at_hand(self, digest, seats))
  problem = problem and problem:gsub("give its file with %-%-variant$",
    "begin a game of its file first: new FILE")
  if not state then return nil, problem end
  local history = state:history()
  local start = state:clone()
  while start:undo() do end
  local good
  good, problem = self:new_game { variant = state.rules, state = start,
    seed = token:sub(-16) }
  if not good then return nil, problem end
  return self:follow(history)
end

--- The rules to load a record by: those given, those of the variant given, or
--- those it names.
local function rules_for(self, record, given)
  if given.rules then return given.rules end
  if given.variant then return aurum.variant(given.variant, record.players) end
  local rules = rules_at_hand(self, record.digest, record.players)
  if rules then return rules end
  return aurum.named_variant(record.variant, record.players)
end

--- The bot that a record names: one that sat at a table here, or is installed;
--- nil and a message.
local function bot_for(self, name)
  local plain, options = name:match "^([^:]*)(.*)$"
  for _, root in ipairs(self.roots) do
    for _, bot in pairs(root.bots) do
      if bot and bot.name == plain then
        local again = aurum.bot(bot.spec:match "^[^:]*" .. options)
        if again then return again end
      end
    end
  end
  return aurum.named_bot(name)
end

--- Put a record's game on the table, at its start, its bots at the seats where
--- they are found; or as `given` says: by its `rules` or `variant`, with its
--- `bots` by seat. True and a list of remarks; or nil and a message.
function session:load_record(record, given)
  given = given or {}
  local rules, problem = rules_for(self, record, given)
  if not rules then return nil, problem end
  local differences, state = record:replay(rules)
  local remarks, bots = {}, {}
  for seat, name in ipairs(record.names) do
    local bot, missing
    if given.bots then
      bot = given.bots[seat]
    elseif name ~= "" then
      bot, missing = bot_for(self, name)
    end
    if missing then
      remarks[#remarks + 1] = ("seat %d is moved by hand: %s"):format(seat,
        (missing:gsub("give its file with %-%-bots",
          ("`bot %d FILE` seats it"):format(seat))))
    end
    bots[seat] = bot or false
  end
  local start = state:clone()
  while start:undo() do end
  local built = state:history()[1] and not state:history()[1].hands
  self:new_game { variant = rules, seed = record.seed,
    state = (built or start.round > 0) and start or nil, bots = {} }
  self.root.bots, self.root.humans = bots, {}
  local good
  good, problem = self:follow(state:history())
  if not good then remarks[#remarks + 1] = problem end
  local first = differences[1]
  if first and first.what == "rounds" and not record.winners[1] then
    remarks[#remarks + 1] = "the game was not finished"
  elseif first then
    remarks[#remarks + 1] = ("it does not verify: %s, expected %s, got %s")
      :format(first.what, first.expected, first.got)
    if self.at.phase ~= "over" then
      remarks[#remarks + 1] = "it is loaded up to " .. tree.place(self.at)
    end
  end
  self:go(self.root)
  return true, remarks
end

--- Play the game on the table again under other rules: the same deals and, as
--- far as they are legal, the same actions, as a game of its own. True and nil,
--- or why it does not go on like the first.
function session:under(name)
  local rules, problem = aurum.variant(name, self.root.rules.players)
  if not rules then return nil, problem end
  if self.root.token then
    return nil, "the game begins at a position built by hand"
  end
  local line = self:line()
  local first = line[2] and line[2].deal
  if first then
    local good
    good, problem = pcall(function()
      return aurum.state(rules):deal { first = first.first,
        hands = first.hands }
    end)
    if not good then
      return nil, ("this deal does not fit %s: %s"):format(name,
        tree.plain(problem):gsub("^deal: ", ""))
    end
  end
  local good
  good, problem = self:new_game { variant = rules, seed = self.root.seed }
  if not good then return nil, problem end
  for i = 2, #line do
    local node = line[i]
    if node.deal then
      good, problem = self:deal { first = node.deal.first,
        hands = node.deal.hands }
    elseif node.action then
      good, problem = self:apply(node.action)
    else
      good, problem = nil, "a position built by hand is not replayed"
    end
    if not good then return true, problem end
  end
  return true
end

-- ---- Moves --------------------------------------------------------------

--- The events of the last move.
local function tell(self)
  if self.at.phase == "over" and self.ended and not self.at.told then
    self.at.told = true
    self:ended()
  end
  if not self.listener and not self.event_breaks then return end
  self.events = self.live:events(true)
  if not self.listener then return end
  for _, event in ipairs(self.events) do self.listener(event) end
end

--- Act for the seat on turn, whatever sits there.
function session:act(action)
  if self.at.phase == "deal" then
    return nil, "a deal is due first: step, or deal"
  elseif self.at.phase == "over" then
    return nil, "the game is over"
  end
  local good, problem = self:apply(action)
  if good then tell(self) end
  return good, problem
end

--- Deal the round that is due; with a seed or a deal, that of the round that is
--- open otherwise.
function session:deal_round(how)
  local from = self.at
  if how and from.phase ~= "deal" then
    while from.parent and not from.deal do from = from.parent end
    if not from.deal then
      return nil, "the round began at a position built by hand"
    end
    from = from.parent
  elseif from.phase ~= "deal" then
    return nil, from.phase == "over" and "the game is over"
      or "no deal is due"
  end
  local here = self.at
  self:go(from)
  local good, problem = self:deal(how)
  if good then
    tell(self)
  else
    self:go(here)
  end
  return good, problem
end

--- The bots at the table.
local function table_of(self)
  local now = self.table
  if not now or now.busy or self.table_root ~= self.root then
    forget_players(self)
    local bots = {}
    for seat = 1, self.root.rules.players do
      bots[seat] = not self.humans[seat] and self.bots[seat] or false
    end
    now = players.open { rules = self.root.rules, seed = self.root.seed,
      bots = bots, seconds = self.seconds }
    self.table, self.table_root = now, self.root
  end
  return now
end

--- What the bot on turn would do: text and seconds; or nil and its fault.
local function ask_table(self, ahead)
  local text, fault = table_of(self):ask(self.at, ahead)
  if not text and (fault.interrupted or fault.kind ~= "error") then
    forget_players(self) -- its pipe may hold an answer nobody waits for
  end
  return text, fault
end

--- What a bot would do at the seat on turn, whoever sits there: text and
--- seconds; or nil and its fault.
function session:ask(bot)
  local bots = {}
  for seat = 1, self.root.rules.players do
    bots[seat] = seat == self.live.turn and bot
  end
  local table_ = players.open { rules = self.root.rules, bots = bots,
    seed = self.root.seed, seconds = self.seconds }
  local text, fault = table_:ask(self.at)
  table_:close()
  return text, fault
end

--- One step: the deal that is due, or what the bot on turn does. What was done,
--- as text; or nil, a message, and why: "over", "person", "hand", "fault" of a
--- bot, "error" of the variant, or "interrupted".
function session:step(ahead)
  if self.at.phase == "over" then return nil, "the game is over", "over" end
  if self.at.phase == "deal" then
    local good, problem = self:deal_round()
    if good then return "deal" end
    return nil, problem, "error"
  end
  local seat = self.live.turn
  if self.humans[seat] and self.at.phase == "change"
    and self:skips() then
    local good, problem = self:act "keep"
    self.at.skipped = good
    if good then return "keep" end
    return nil, problem, "error"
  elseif self.humans[seat] then
    return nil, ("seat %d is a person's: bid, change, keep, play or pass")
      :format(seat), "person"
  elseif not self.bots[seat] then
    return nil, ("seat %d is moved by hand: bid, change, keep, play or pass; "
      .. "or bot %d NAME"):format(seat, seat), "hand"
  end
  local text, fault = ask_table(self, ahead)
  if not text then
    if fault.interrupted then return nil, "interrupted", "interrupted" end
    if fault.kind == "variant" then
      return nil, tree.plain(fault.message), "error"
    end
    fault.seat, fault.bot = seat, self.bots[seat].spec
    self.fault = fault
    return nil, ("seat %d, %s: %s"):format(seat, fault.bot, fault.message),
      "fault"
  end
  local good, problem = self:act(text)
  if not good then return nil, problem, "error" end
  return text
end

--- Step until `done()`; true. Or nil, a message, and why it stopped before: as
--- `step`, or "break" at a breakpoint, which is the fourth.
function session:run(done)
  self.event_breaks = false
  for _, point in ipairs(self.breaks) do
    if point.kind == "on" then self.event_breaks = true end
    if point.kind == "watch" then
      point.text_before = select(2, pcall(point.value))
    end
  end
  repeat
    local text, problem, why = self:step(true)
    if text or why == "fault" then
      local hit, what = self:hit(why == "fault")
      if interrupted() then return nil, "interrupted", "interrupted" end
      if hit then return nil, what, "break", hit end
    end
    if not text then return nil, problem, why end
  until done()
  return true
end

--- Whether a person is to answer.
function session:awaits_person()
  local seat = self.live.turn
  return seat ~= nil and self.humans[seat] ~= nil
    and not (self.at.phase == "change" and self:skips())
end

--- Whether persons are not asked to change bids: as this game says, or all.
function session:skips()
  local own = self.root.auto_skip
  if own ~= nil then return own end
  return self.auto_skip or false
end

--- A count of steps, for `run`.
function session.times(n)
  return function()
    n = n - 1
    return n <= 0
  end
end

--- Until a trick is over, or its round; until a round is; until the game is.
function session:until_end(of)
  local round, trick = self.at.round, math.max(self.at.trick, 1)
  if self.at.phase == "deal" then round, trick = round + 1, 1 end
  return function()
    local at = self.at
    if at.phase == "over" then return true end
    if of == "game" then return false end
    return at.round > round or at.phase == "deal"
      or of == "trick" and at.trick > trick
  end
end

--- One node back; nil and a message at the start. `n` of them, as far as there
--- are.
function session:back(n)
  if not self.at.parent then
    return nil, "this is the start: nothing before it"
  end
  for _ = 1, n or 1 do
    if not self.at.parent then break end
    self:go(self.at.parent)
  end
  return true
end

--- The same forward, along the branch.
function session:forward(n)
  if not self.at.next then
    return nil, "this is the end of the branch: step plays on"
  end
  for _ = 1, n or 1 do
    if not self.at.next then break end
    self:go(self.at.next)
  end
  return true
end

--- Go to a place R[.T[.P]] on the current branch, "start" or "end".
function session:visit(text)
  local node = self.root
  if text == "end" then
    node = self.branch.tip
  elseif text ~= "start" then
    local problem
    node, problem = self:find(text)
    if not node then return nil, problem end
  end
  self:go(node)
  return true
end

--- Take back the last action of a person, where all others are bots.
function session:undo()
  local people = 0
  for _ in pairs(self.humans) do people = people + 1 end
  if people == 0 then return self:back() end
  if people > 1 then return nil, "others than bots play: no undo" end
  for seat = 1, self.root.rules.players do
    if not self.humans[seat] and not self.bots[seat] then
      return nil, "others than bots play: no undo"
    end
  end
  local seat = next(self.humans)
  local node = self.at
  while node.parent do
    local from, action = node, node.action
    node = node.parent
    if action and action.seat == seat and not from.skipped then
      self:go(node)
      return true
    end
  end
  return nil, "you have not acted yet"
end

-- ---- Breakpoints --------------------------------------------------------

--- Stop somewhere: of kind "if" where `value()` is true, "on" at an event whose
--- name is `text`, "watch" where `value()` changes. Its number.
function session:add_break(point)
  self.break_ids = self.break_ids + 1
  point.id = self.break_ids
  self.breaks[#self.breaks + 1] = point
  return point.id
end

function session:remove_break(id)
  for i, point in ipairs(self.breaks) do
    if point.id == id then
      table.remove(self.breaks, i)
      return true
    end
  end
  return nil, #self.breaks == 0 and "there is no breakpoint"
    or ("no breakpoint %s: see breaks"):format(id)
end

local function event_hits(name, event)
  if name == "award" then
    return event.kind == "trick" and event.award ~= nil
  end
  return event.kind == name
end

local hits = {}

hits["if"] = function(_, point)
  local good, value = pcall(point.value)
  if not good then return true, "raised: " .. tree.plain(value) end
  return value and true
end

function hits.on(self, point, fault)
  if point.text == "fault" then return fault end
  for _, event in ipairs(not fault and self.events or {}) do
    if event_hits(point.text, event) then return true end
  end
end

function hits.watch(_, point)
  local good, value = pcall(point.value)
  local before = point.text_before
  if not good then return true, "raised: " .. tree.plain(value) end
  point.text_before = value
  return value ~= before, ("%s, was %s"):format(value, before)
end

--- The breakpoint that is met where it stands after a step, and what to say.
function session:hit(fault)
  local found, text
  for _, point in ipairs(self.breaks) do
    local met, more = hits[point.kind](self, point, fault)
    if met and not found then
      found = point
      text = ("%d: %s%s"):format(point.id, point.kind == "if" and ""
        or point.kind .. " ", point.text) .. (more and ": " .. more or "")
    end
  end
  return found, text
end

--- Put the next game of the series on the table; one that this did before is
--- forgotten.
local function next_game(self, first)
  local done = self.root
  if done ~= first then self:uproot(done) end
  self:new_game { variant = done.rules, seed = session.next_seed(done.seed) }
end

--- Step on to a breakpoint, across games, `games` of them at the most; a game
--- that met none is forgotten. Without breakpoints to the end of the game. As
--- `run`; "over" if none was met.
function session:continue(games)
  local function never() return self.at.phase == "over" end
  local first = self.root
  if #self.breaks == 0 then return self:run(never) end
  for _ = 1, games do
    if self.at.phase == "over" then next_game(self, first) end
    local good, problem, why, hit = self:run(never)
    if not good then return nil, problem, why, hit end
  end
  return nil, ("no breakpoint was met in %d game%s, the last of seed %s")
    :format(games, games == 1 and "" or "s", self.root.seed), "over"
end

-- ---- Seats --------------------------------------------------------------

--- Put a bot at a seat: a name or path, or "none".
function session:seat_bot(seat, spec)
  local bots, problem = load_bots({ spec }, 1)
  if not bots then return nil, problem end
  local bot = bots[1]
  if bot then
    local fault = self:trouble(bot, seat)
    if fault then return nil, fault end
  end
  forget_players(self)
  self.bots[seat], self.humans[seat] = bot, nil
  self.fault = nil
  return true
end

--- The bot that gives hints.
function session:strongest_bot()
  local bot, problem
  for _, spec in ipairs(self.strongest) do
    bot, problem = aurum.bot(spec)
    if bot then
      bot.spec = spec
      return bot
    end
  end
  error(problem, 0)
end

--- What is wrong with a bot's file, found in a worker: nil if it can be run.
function session:trouble(bot, seat)
  local bots = {}
  for i = 1, self.root.rules.players do bots[i] = i == seat and bot end
  local table_ = players.open { rules = self.root.rules, bots = bots,
    seed = self.root.seed, seconds = self.seconds }
  local problem = table_:loads()
  table_:close()
  return problem
end

--- Read the bots' files again. A list of { seat =, spec =, problem = }: those
--- that changed, and whether the new one can be run; if not the old one stays.
function session:reload()
  local list = {}
  for seat = 1, self.root.rules.players do
    local old = self.bots[seat]
    local new, problem
    if old then new, problem = aurum.bot(old.spec) end
    if old and not new then
      list[#list + 1] = { seat = seat, spec = old.spec, problem = problem }
    elseif old and new.source ~= old.source then
      new.spec = old.spec
      problem = self:trouble(new, seat)
      if not problem then self.bots[seat] = new end
      list[#list + 1] = { seat = seat, spec = old.spec, problem = problem }
    end
  end
  if list[1] then
    forget_players(self)
    self.fault = nil
  end
  return list
end

--- A person plays at a seat, or no longer.
function session:seat_human(seat, on)
  forget_players(self)
  self.humans[seat] = on or nil
end

-- ---- Looking ------------------------------------------------------------

--- Whose eyes the game is seen with: the person's on turn, or the first one's;
--- nil where nobody plays and all is open.
function session:viewer()
  local turn = self.live.turn
  if turn and self.humans[turn] then return turn end
  for seat = 1, self.root.rules.players do
    if self.humans[seat] then return seat end
  end
end

--- What Lua may look at: everything; while a person plays, what that seat sees.
function session:seen()
  local seat = self:viewer()
  return seat and self.live:view(seat) or self.state
end

--- What seat n has, for conditions: seat(2).gold:has "G7".
function session:seat(n)
  local state, viewer = self:seen(), self:viewer()
  local rules = state.rules
  if math.type(n) ~= "integer" or n < 1 or n > rules.players then
    error(("seat: expected a seat from 1 to %d, got %s"):format(rules.players,
      tostring(n)), 2)
  end
  local side = rules.side_of[n]
  local hand
  if not viewer then
    hand = state.hands[n]
  else
    hand = n == viewer and state.hand or state.known[n]
  end
  return { seat = n, side = side, hand = hand, gold = state.gold[n],
    card = state.bids[n], bid = state.bid[side], taken = state.taken[side],
    need = state.need[side], points = state.points[side],
    nuggets = state.nuggets[side], on_turn = state.turn == n,
    human = self.humans[n] or false,
    bot = self.bots[n] and self.bots[n].spec or nil }
end

--- The open trick, for conditions: trick.number == 5.
function session:trick()
  local open = self.live.trick
  return { number = self.at.trick, leader = open.leader, plays = open.plays }
end

--- What Lua of the session sees as globals, each made when it is looked at.
session.globals = {
  game = function(self) return self end,
  state = session.seen,
  view = function(self)
    local seat = self:viewer() or self.live.turn
    return self.live:view(seat or 1)
  end,
  seat = function(self) return function(n) return self:seat(n) end end,
  trick = function(self) return self:trick() end,
}

return session
