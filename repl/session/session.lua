-- Session: the game on the table, without input or output. It holds the tree of
-- visited positions (repl/session/tree.lua) with the current place, the players
-- at the seats, and the breakpoints. A user's error is returned as nil and a
-- message.
--
--   at, root, branch   as in the tree; `state` is a copy of the current state
--   seed, rules        of the game on the table
--   bots               by seat the result of aurum.bot, or false for a seat
--                      played by hand. Each game has its own, in its root
--   humans             by seat true if a person plays; each game has its own
--   seconds            the processor time a bot may take for an answer
--   breaks             in the order they were set: repl/session/breakpoints.lua
--   auto_skip          true if a person is not asked to change bids; a root may
--                      have its own
--   ended              called with the session when a game ends
--   fault              the fault of a bot at which the session stopped; nil
--                      after a move
--   listener           called with the list of events of each move, of moves
--                      forward only
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local breakpoints = require "aurum.repl.session.breakpoints"
local debugging = require "aurum.repl.session.debugging"
local loader = require "aurum.repl.session.loader"
local methods = require "aurum.repl.session.methods"
local navigation = require "aurum.repl.session.navigation"
local players = require "aurum.repl.session.players"
local series = require "aurum.repl.session.series"
local tree = require "aurum.repl.session.tree"
local views = require "aurum.repl.session.views"
local walk = require "aurum.repl.session.walk"
local format = require "aurum.text.format"
local session = {}

for _, part in ipairs { loader, navigation, breakpoints, debugging, views,
  walk } do
  for name, method in pairs(part) do session[name] = method end
end

-- The bot of every seat by default, and the bots for hints: the first that is
-- installed.
session.default_bot = "counter"
session.strongest = { "alchemist", "monte", "counter" }

session.seconds = 10

local game_over = "the game is over; `new` begins another"

local of_root = { seed = true, rules = true, bots = true, humans = true }

function session:__index(key)
  local method = session[key] or tree[key]
  if method then return method end
  if key == "state" then return tree.__index(self, key) end
  if of_root[key] then
    local root = tree.root_here(self)
    return root and root[key]
  end
  return tree.led_to(self, key)
end

function session:__tostring()
  return ("session: game %d of %s, %d players, seed %s, at %s"):format(
    self.root.number, aurum.plain(self.root.rules.name),
    self.root.rules.players, aurum.plain(self.root.seed), tree.place(self.at))
end

-- ---- Games --------------------------------------------------------------

--- The bots by seat from a list of names, which repeat if there are fewer than
--- seats. "none", "-" and false mean a seat played by hand.
local function load_bots(specs, seats)
  local bots = {}
  for seat = 1, seats do
    local spec = specs[(seat - 1) % math.max(#specs, 1) + 1]
    if not spec or spec == "none" or spec == "-" then
      bots[seat] = false
    else
      local bot, problem = aurum.bot(spec)
      if not bot then return nil, problem end
      bot.spec, bot.typed = spec, true
      bots[seat] = bot
    end
  end
  return bots
end

local function close_table(self)
  if self.table then self.table:close() end
  self.table = nil
end

local function forget_players(self)
  close_table(self)
  self:forget_stop()
end

--- Opens a session with a game on the table, from `options` as for `new_game`;
--- or nil and a message.
function session.open(options)
  local self = tree.new()
  self.breaks, self.break_ids = {}, 0
  setmetatable(self, session)
  local good, problem = self:new_game(options or {})
  if not good then return nil, problem end
  return self
end

--- Stops the worker processes.
function session:close()
  forget_players(self)
end

session.__close = session.close

--- The present bots for a table of another size. Additional seats get the bot
--- of the last seat.
local function seats_as_before(self, seats)
  local bots, last = {}, false
  for seat = 1, seats do
    local bot = self.bots[seat]
    if bot == nil then bot = last end
    bots[seat], last = bot, bot
  end
  return bots
end

--- Puts a new game on the table. `options`: variant (a name or rules), players,
--- seed, bots (a list of names; nil: the present ones), human (a seat), state
--- (the state in which the game begins).
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
  self:forget_stop()
  if self.root and #self.root.kids == 0 and not self.root.token then
    self:uproot(self.root) -- nothing was played
  end
  self:plant { rules = rules, state = options.state, bots = bots,
    humans = humans,
    seed = options.seed and tostring(options.seed) or aurum.sys.entropy() }
  return true
end

--- Takes over the games and breakpoints of another session.
function session:adopt(new)
  self:must_be_free()
  forget_players(self)
  self.copy, self.fault, self.undone, self.dropped = nil, nil, nil, nil
  for _, key in ipairs { "roots", "branches", "ids", "games", "branch", "at",
    "root", "live", "breaks", "break_ids" } do
    self[key] = new[key]
  end
end

--- True if nothing would be lost with the games of the session.
function session:is_blank()
  for _, root in ipairs(self.roots) do
    if root.kids[1] or root.token or root.comment then return false end
  end
  return not self.breaks[1]
end

session.next_seed = series.next_seed

-- ---- Moves --------------------------------------------------------------

--- Passes the events of the last move to the listener and the breakpoints.
local function report(self)
  self.at.unseen = true -- by the bots: repl/session/players.lua
  if self.at.phase == "over" and not self.at.reported then
    self.at.reported = true
    if self.ended then self:ended() end
  end
  if not self.listener and not self.event_breaks then return end
  self.events = self.live:events(true, self:viewer())
  if not self.listener then return end
  self.listener(self.events)
end

--- Acts for the seat on turn, with or without a bot.
function session:act(action)
  if self.at.phase == "deal" then
    return nil, "no round is in progress; `step` deals one"
  elseif self.at.phase == "over" then
    return nil, game_over
  end
  local good, problem = self:apply(action)
  if good then report(self) end
  return good, problem
end

--- Deals the next round; with a seed or a deal, deals the current round again.
function session:deal_round(how)
  local from = self.at
  if how and from.phase ~= "deal" then
    while from.parent and not from.deal do from = from.parent end
    if not from.deal then
      return nil, "cannot deal again: the round began at a built position"
    end
    from = from.parent
  elseif from.phase ~= "deal" then
    return nil, from.phase == "over" and game_over
      or "the round is not over; `deal seed=SEED` deals it again"
  end
  local here = self.at
  self:go(from)
  local good, problem = self:deal(how)
  if good then
    report(self)
  else
    self:go(here)
  end
  return good, problem
end

--- The bots at the table. They stay for the next game if nobody changes seats.
local function table_of(self)
  local bots = {}
  for seat = 1, self.root.rules.players do
    bots[seat] = not self.humans[seat] and self.bots[seat] or false
  end
  local options = { rules = self.root.rules, seed = self.root.seed, bots = bots,
    seconds = self.seconds, hide = next(self.humans) ~= nil }
  local now = self.table
  if not now or now.busy or not now:fits(options) then
    close_table(self)
    self.table = players.open(options)
  end
  return self.table
end

--- Asks the bot on turn. Returns its action as text, the seconds it took and
--- its notes; or nil and its fault.
local function ask_table(self)
  local text, fault, notes = table_of(self):decide(self.at, self:was_shown())
  if not text and (fault.interrupted or fault.kind ~= "error") then
    close_table(self) -- its pipe may hold an answer to an old question
  end
  return text, fault, notes
end

--- Asks a bot what it would do at the seat on turn, whether it sits there or
--- not. Returns its action as text, the seconds it took and its notes; or nil
--- and its fault.
function session:decide(bot)
  local bots = bot_files.alone(bot, self.live.turn, self.root.rules.players)
  local table_ = players.open { rules = self.root.rules, bots = bots,
    seed = self.root.seed, seconds = self.seconds, aside = true }
  local own = bot == self.bots[self.live.turn]
  local text, fault, notes = table_:decide(self.at, own and self:was_shown())
  table_:close()
  return text, fault, notes
end

-- The commands for a decision, by phase.
local choices = { bid = "`bid CARD`", change = "`keep` or `change GOLD CARD`",
  play = "`play CARD` or `pass`", ask = "`answer CARD|N|WORD`" }

--- The message of a bot's fault for a person at the table. The bot's own may
--- show its hand.
local function hidden_message(fault)
  local place = fault.message:match "^([^\n:]*:%d+):"
  return (place and "an error at " .. place or "it is at fault")
    .. ", with a message that may show its hand"
end

--- Does one step: the next deal, or the action of the bot on turn. Returns it
--- as text; or nil, a message, and the reason: "over", "person", "hand",
--- "fault" of a bot, "error" of the variant, "interrupted", or "stop" at a line
--- of Lua.
function session:step()
  if self.at.phase == "over" then return nil, game_over, "over" end
  local stop, trouble, reason = self:stop_ahead()
  if stop or trouble then return nil, trouble, reason or "stop" end
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
    return nil, ("a person plays seat %d; use %s"):format(seat,
      choices[self.at.phase]), "person"
  elseif not self.bots[seat] then
    return nil, ("seat %d has no bot; use %s, or seat one with `bot %d NAME`")
      :format(seat, choices[self.at.phase], seat), "hand"
  end
  local text, fault, notes = ask_table(self)
  if not text then
    if fault.interrupted then return nil, "in a bot", "interrupted" end
    if fault.kind == "variant" then
      return nil, (fault.message:gsub("\nstack traceback:.*", "")), "error"
    end
    fault.seat, fault.bot = seat, self.bots[seat].spec
    if self:viewer() then fault.message = hidden_message(fault) end
    self.fault = fault
    return nil, ("seat %d, %s: %s"):format(seat, fault.bot, fault.message),
      "fault"
  end
  self.notes = notes or false -- of the move made now, for who listens
  local good, problem = self:act(text)
  self.notes = nil
  if not good then return nil, problem, "error" end
  self.at.notes = notes
  self.at.unseen = nil -- the bots saw the move when it was chosen
  return text
end

--- Steps until `done()` is true. Returns as `run`.
local function go_on(self, done)
  repeat
    local text, problem, why = self:step()
    if text or why == "fault" then
      local hit, what = self:hit(why == "fault")
      if aurum.sys.interrupted() then
        return nil, "interrupted", "interrupted"
      end
      if hit then return nil, what, "break", hit end
    end
    if not text then return nil, problem, why end
  until done()
  return true
end

--- Steps until `done()` is true. Returns true; or nil, a message, and the
--- reason why it stopped early: as for `step`, or "break" and the breakpoint.
function session:run(done)
  self:must_be_free()
  self:arm()
  return go_on(self, done)
end

--- Steps to the end of the game, or of a later one of the series `games`.
--- Returns as `run`.
local function play_out(self, games)
  self:must_be_free()
  self:arm()
  local bots = self:can_walk() and table_of(self)
  if bots and not bots.one_by_one then
    local good, problem, why, hit = self:walk(bots, games)
    if good or why then return good, problem, why, hit end
  end
  return go_on(self, function() return self.at.phase == "over" end)
end

--- True if a person has to decide.
function session:awaits_person()
  local seat = self.live.turn
  return seat ~= nil and self.humans[seat] ~= nil
    and not (self.at.phase == "change" and self:skips())
end

--- True if a person is not asked to change bids. The setting of this game comes
--- before the general one.
function session:skips()
  local own = self.root.auto_skip
  if own ~= nil then return own end
  return self.auto_skip or false
end

--- A `done` for `run` that is true after `n` steps.
function session.times(n)
  return function()
    n = n - 1
    return n <= 0
  end
end

--- A `done` for `run` that is true at the end of a "trick", a "round" or the
--- "game". The end of a round also ends its last trick.
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

-- ---- Game after game -----------------------------------------------------

--- How often the present breakpoints were met, also those that do not stop.
local function hits_of(self)
  local sum = 0
  for _, point in ipairs(self.breaks) do sum = sum + point.hits end
  return sum
end

--- As session:continue, which may leave a walk.
local function play_series(self, games, told)
  if not games or not self:has_breaks() then return play_out(self) end
  local before = hits_of(self)
  local own = series.new(self, games, told)
  repeat
    own.n = own.n + 1
    if told then told(own.n) end
    if self.live.phase == "over" then own:next_game() end
    local good, problem, why, hit = play_out(self, own)
    if not good then return nil, problem, why, hit end
  until own.n == games
  return nil, (hits_of(self) > before
      and "%s ended without a stop; the last has seed %s"
    or "no breakpoint was met in %s; the last has seed %s")
    :format(format.plural(games, "game"), self.root.seed), "over"
end

--- Steps to the next breakpoint, through at most `games` games, and drops those
--- that meet none. Without `games` or breakpoints it steps to the end of the
--- game. Calls `told(n)` before game n. Returns as `run`; the reason is "over"
--- if no breakpoint stopped it.
function session:continue(games, told)
  local mode = collectgarbage("generational", 10) -- most is short-lived
  local results = table.pack(play_series(self, games, told))
  self:arrive()
  collectgarbage(mode)
  return table.unpack(results, 1, results.n)
end

-- ---- Seats --------------------------------------------------------------

--- Seats a bot by its name or path; "none" removes the present bot.
function session:seat_bot(seat, spec)
  local bots, problem = load_bots({ spec }, 1)
  if not bots then return nil, problem end
  local bot = bots[1]
  if bot then
    local fault = self:trouble(bot, seat)
    if fault then
      local named = fault:find(bot.path, 1, true) -- with the error's line
      return nil, named and fault or ("%s: %s"):format(bot.path, fault)
    end
  end
  forget_players(self)
  self.bots[seat], self.humans[seat] = bot, nil
  self.fault = nil
  return true
end

--- The bot for hints.
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

--- The fault of a bot's file, found in a worker; nil if the bot runs.
function session:trouble(bot, seat)
  local bots = bot_files.alone(bot, seat, self.root.rules.players)
  local table_ = players.open { rules = self.root.rules, bots = bots,
    seed = self.root.seed, seconds = self.seconds }
  local problem = table_:loads()
  table_:close()
  return problem
end

--- Reloads the files of the bots. Returns a list of those that changed, { seat
--- =, spec =, problem = }. If there is a problem, the old bot stays.
function session:reload()
  local list = {}
  for seat = 1, self.root.rules.players do
    local old = self.bots[seat]
    local new, problem
    if old then new, problem = aurum.bot(old.spec) end
    if old and not new then
      list[#list + 1] = { seat = seat, spec = old.spec, problem = problem }
    elseif old and bot_files.digest(new) ~= bot_files.digest(old) then
      new.spec, new.typed = old.spec, old.typed
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

--- Seats a person, or removes the person if `on` is false.
function session:seat_human(seat, on)
  forget_players(self)
  self.humans[seat] = on or nil
end

--- A copy of the own table of the bot at seat n, here. Raises if there is none,
--- and while a person plays.
function session:own_of(n)
  if self:viewer() then
    error("self: what a bot keeps is hidden while a person plays", 0)
  elseif not self.bots[n] then
    error(("self: seat %d has no bot"):format(n), 0)
  end
  local own, problem = table_of(self):own(self.at, n)
  if own then return own end
  forget_players(self) -- its pipe may hold an answer to an old question
  error("self: " .. problem, 0)
end

methods.check(session, tree)

return session
