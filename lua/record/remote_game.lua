-- A proxy for games whose rules may only run in a worker
-- (lua/play/strangers.lua), which replays them and keeps the last one's state.
-- Here a game has only the fields of its line. Calls of the methods in
-- `travels` go to the worker, which returns plain data.
local strangers = require "aurum.play.strangers"
local notes = require "aurum.record.notes"
local remote_game = {}
remote_game.__index = remote_game

local travels = { rows = true, csv = true, call = true }
local owner = setmetatable({}, { __mode = "k" }) -- game -> its sleeper

--- The worker's reply to a request about a game, which is sent along if the
--- worker had another game last. nil and a message if the worker raised or
--- died.
local function call(self, game, request)
  local rules = game.rules
  if self.last[rules] ~= game then
    request.game = {}
    for key, value in next, game do
      if key ~= "rules" then request.game[key] = value end
    end
    self.last[rules] = game
  end
  local reply, problem = self.caller(rules, request)
  if not reply then self.last[rules] = nil end
  return reply, problem
end

local game_type = {}

function game_type:__index(key)
  if travels[key] then
    return function(game, ...)
      local reply, problem = call(owner[game], game, { name = key,
        arguments = table.pack(...) })
      if not reply then error(problem, 0) end
      return table.unpack(reply, 1, reply.n)
    end
  end
  if key == "notes" then return notes.of(self.text) or {} end
  error(("game: '%s' is not at hand: the code of its rules, which did not come "
    .. "with aurum, runs only in worker processes"):format(tostring(key)), 2)
end

function game_type:__tostring()
  return ("game %d, %s:%d"):format(self.number, self.file, self.line)
end

--- A sleeper. `replayed(game, rules)`, called in the worker, returns the game
--- with its state; or nil, the reason why it is not valid, and the differences.
function remote_game.new(replayed)
  local held
  return setmetatable({ last = {}, caller = strangers.caller(
    function(request, rules)
      if request.game then
        local problem, list
        held, problem, list = replayed(request.game, rules)
        if not held then return { problem = problem, list = list } end
      end
      if not request.name then return {} end
      local given = request.arguments
      return table.pack(held[request.name](held,
        table.unpack(given, 1, given.n)))
    end) }, remote_game)
end

--- The game, replayed; or nil, the reason why it is not valid, and the
--- differences.
function remote_game:game(game, rules)
  game.rules = rules
  owner[game] = self
  local reply, problem = call(self, game, {})
  if not reply then return nil, problem end
  if reply.problem then
    self.last[rules] = nil
    return nil, reply.problem, reply.list
  end
  return setmetatable(game, game_type)
end

return remote_game
