-- A program to debug: games with a bot in one of the seats.
--
-- Two workers play each game. The table's worker asks all bots and plays their
-- answers. The debugger's worker has only the bot that is debugged. It makes
-- that bot's steps before the table does, and other steps after. So a record is
-- the same with and without a debugger, and no other bot is in reach.
local bot_files = require "aurum.load.bot_files"
local decision = require "aurum.lab.debug.decision"
local debugger = require "aurum.play.debugger"
local pool = require "aurum.play.pool"
local seat_orders = require "aurum.lab.seat_orders"
local games = {}
games.__index = games

-- ---- The table ----------------------------------------------------------

--- In the worker: where the game stands, for the next step.
local function stands(game, faults)
  local fault = game.faults[faults + 1]
  return { over = game.over, turn = game.state.turn, fault = fault and
    { seat = fault.seat, message = fault.message }, record = game.over
    and game:record() or nil, points = game.over and game.state.points or nil }
end

local function table_server(options)
  local by_seat, game = {}, nil
  return function(request)
    if request.seed then
      local own = request.own
      by_seat[own] = by_seat[own] or bot_files.game {
        variant = options.rules:wake(), bots = options.bots(own), seed = "",
        on_fault = "substitute", print = "off", fuel = options.fuel }
      game = by_seat[own]
      game:restart(request.seed)
      return stands(game, 0)
    end
    local faults = #game.faults
    local action = game:step()
    local reply = stands(game, faults)
    reply.text = action and tostring(action)
    return reply
  end
end

-- ---- Games --------------------------------------------------------------

--- Games with `bot` under `rules`. `options`:
---   games    their number
---   seed     game G has the seed SEED.G
---   seat     the bot's; nil: another one in each game
---   against  the names of its opponents; nil: the bot itself
---   fuel, call  as of debugger.open
--- Or nil and a message.
function games.new(bot, rules, options)
  local others, problem
  if options.against then
    others, problem = seat_orders.bots(options.against, rules.players - 1)
    if not others then return nil, problem end
  end
  local function seated(own)
    local bots = {}
    for seat = 1, rules.players do
      local i = (seat - own) % rules.players
      bots[seat] = i == 0 and bot or others and others[(i - 1) % #others + 1]
        or bot
    end
    return bots
  end
  return setmetatable({ bot = bot, rules = rules, options = options, game = 0,
    call = options.call or pool.call, records = {},
    table = pool.new { seconds = decision.seconds, work = table_server {
      rules = rules, bots = seated, fuel = options.fuel } } }, games)
end

--- Begins the next game. False if there is none; or nil and a problem.
local function begin(self)
  if self.game == self.options.games then return false end
  self.game = self.game + 1
  local seat = self.options.seat or (self.game - 1) % self.rules.players + 1
  self.seed = ("%s.%d"):format(self.options.seed, self.game)
  if seat ~= self.seat then
    if self.debugger then self.debugger:close() end
    self.seat, self.bots = seat, bot_files.alone(self.bot, seat,
      self.rules.players)
    self.debugger = debugger.open { rules = self.rules, bots = self.bots,
      seed = "", seconds = decision.seconds, fuel = self.options.fuel,
      notes = true, call = self.options.call }
  end
  local problem
  self.steps = {}
  self.at, problem = self.call(self.table, { seed = self.seed, own = seat })
  if not self.at then return nil, problem end
  return true
end

--- Makes a step at the table.
local function step(self)
  local reply, problem = self.call(self.table, {})
  if not reply then return nil, problem end
  self.at = reply
  return reply
end

function games:next()
  while not self.at or self.at.over do
    local good, problem = begin(self)
    if not good then return nil, problem end
  end
  local way = { id = self.game, seed = self.seed, steps = self.steps }
  self.own = not self.at.turn or self.at.turn == self.seat
  if not self.own then
    local reply, problem = step(self)
    if not reply then return nil, problem end
    way.action = reply.text
  end
  self.step = self.own or way.action
  return way
end

--- Adds what a step at the table led to.
local function add_result(self, lines)
  local at = self.at
  if at.fault and not self.own then
    lines[#lines + 1] = decision.fault_text(at.fault.seat,
      at.fault.message)
  end
  if not at.over then return end
  self.records[self.game] = at.record
  local sides = {}
  for side, points in ipairs(at.points) do
    sides[side] = ("side %d has %g"):format(side, points)
  end
  lines[#lines + 1] = ("game %d of %d is over (seed %s, the bot in seat %d): "
    .. "%s"):format(self.game, self.options.games, self.seed, self.seat,
      table.concat(sides, ", "))
end

function games:finish(reply, stopped)
  local lines = decision.add_notes({}, reply.notes)
  if self.own then
    if reply.fault then
      lines[#lines + 1] = decision.fault_text(self.seat, reply.fault)
    end
    local made, problem = step(self)
    if not made then return nil, problem end
    if reply.text ~= made.text then
      lines[#lines + 1] = ("with the values that you set the answer is %s; "
        .. "the game goes on with %s, as without them"):format(reply.text,
          made.text)
    elseif stopped and made.text then
      lines[#lines + 1] = ("game %d, %s: the answer is %s"):format(self.game,
        reply.place, made.text)
    end
  end
  self.steps[#self.steps + 1] = self.step
  add_result(self, lines)
  return lines
end

function games:close()
  self.table:close()
  if self.debugger then self.debugger:close() end
end

return games
