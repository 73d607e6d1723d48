-- Conditions over recorded games, as `aurum record filter --where` takes them:
-- a Lua expression that holds or does not.
--
-- It sees the game's fields as variables. Five more stand for each of several
-- things in turn, and the condition holds if it does for any of them:
--   round                       one of the game's rounds that were finished
--   seat, change, trick, play   a row of those tables (aurum.columns)
-- Used together they are of the same round, and of the same trick and seat
-- where both have one.
local aurum = require "aurum"
local hint = require "aurum.text.hint"
local conditions = {}

local wrong_anywhere = {} -- the metatable of what is wrong in any game

--- Raise what is wrong with the condition itself.
local function wrong(...)
  error(setmetatable({ string.format(...) }, wrong_anywhere))
end

local fields = { number = true, file = true, line = true, text = true,
  variant = true, players = true, seed = true, digest = true, names = true,
  winners = true, faults = true, forfeited = true, rules = true,
  rounds = true, state = true }

-- ---- What a variable may stand for ------------------------------------------

--- A row, or a round, that raises for a column it cannot have.
local function strict(row, columns, name)
  return setmetatable(row, { __index = function(_, key)
    if columns[key] then return nil end
    wrong("a %s has no column '%s'%s", name, tostring(key),
      hint.near(key, columns))
  end })
end

--- Names as a list and as a set at once.
local function set_of(names)
  for _, name in ipairs(names) do names[name] = true end
  return names
end

local round_fields = set_of { "number", "first", "hands", "gold", "extras",
  "bids", "last_bids", "tricks", "passer", "open", "score", "winners" }

--- The rows of a table, as each.
local function rows_of(name)
  local columns = {}
  for i, column in ipairs(aurum.columns(name .. "s")) do
    columns[i] = column.name
  end
  set_of(columns)
  return function(game)
    local list = {}
    for i, row in ipairs(game:rows(name .. "s")) do
      local round, trick, seat = row.round, row.trick, row.seat
      list[i] = { value = strict(row, columns, name), round = round,
        trick = trick, seat = seat }
    end
    return list
  end
end

--- Everything a variable may stand for in a game: a list of { value = },
--- with the round, trick and seat it is of.
local each = {
  round = function(game)
    local list = {}
    for _, round in ipairs(game.rounds) do
      if round.score then
        list[#list + 1] = { value = strict(round, round_fields, "round"),
          round = round.number }
      end
    end
    return list
  end,
  seat = rows_of "seat", change = rows_of "change", trick = rows_of "trick",
  play = rows_of "play",
}

local function agree(one, other)
  for _, key in ipairs { "round", "trick", "seat" } do
    if one[key] and other[key] and one[key] ~= other[key] then return false end
  end
  return true
end

--- Those of `list` that agree with all that was chosen.
local function agreeing(list, chosen, n)
  local rest = {}
  for _, one in ipairs(list) do
    local fits = true
    for i = 1, n do
      local choice = chosen[i]
      fits = fits and agree(one, choice.list[choice.at])
    end
    if fits then rest[#rest + 1] = one end
  end
  return rest
end

-- ---- A condition ------------------------------------------------------------

local nothing_there = {} -- raised where a variable stands for nothing

local condition = {}
condition.__index = condition

--- What a variable stands for now. `chosen` are the choices made, in the order
--- in which the condition asked for them; `n` of them in this try.
function condition:choose(name)
  local choice = self.current[name]
  if not choice then
    self.n = self.n + 1
    choice = self.chosen[self.n]
    if not choice then
      self.lists[name] = self.lists[name] or each[name](self.game)
      choice = { at = 1,
        list = agreeing(self.lists[name], self.chosen, self.n - 1) }
      self.chosen[self.n] = choice
    end
    self.current[name] = choice
  end
  local one = choice.list[choice.at]
  if not one then error(nothing_there, 0) end
  return one.value
end

--- Whether there is another way to choose; then it is made.
local function choose_next(chosen)
  while #chosen > 0 do
    local last = chosen[#chosen]
    if last.at < #last.list then
      last.at = last.at + 1
      return true
    end
    chosen[#chosen] = nil
  end
  return false
end

--- Whether a bot plays for a side that won: "greedy", or with its options.
local function won(game, bot)
  local side_of, has_won = game.rules.side_of, {}
  for _, side in ipairs(game.winners) do has_won[side] = true end
  for seat, name in ipairs(game.names) do
    if has_won[side_of[seat]] and (name == bot or name:match "^[^:]*" == bot)
    then
      return true
    end
  end
  return false
end

function condition:lookup(name)
  local game = self.game
  if each[name] then return self:choose(name) end
  if name == "game" then return game end
  if fields[name] then return game[name] end
  if name == "points" then return game.state.points end
  if name == "nuggets" then return game.state.nuggets end
  if name == "won" then return function(bot) return won(game, bot) end end
  if _G[name] ~= nil then return _G[name] end
  local names = { "game", "points", "nuggets", "won" }
  for _, list in ipairs { fields, each, _G } do
    for known in pairs(list) do names[#names + 1] = known end
  end
  table.sort(names)
  wrong("no variable '%s'%s", name, hint.near(name, names))
end

--- The error that a condition raised, as text.
local function raised(value)
  local good, text = pcall(tostring, value)
  return good and text or "an error whose __tostring fails"
end

--- Whether it holds in a game; nil and a message if it raises, and true if the
--- condition itself is wrong, such as a name in it that is none.
function condition:holds(game)
  self.game, self.lists, self.chosen = game, {}, {}
  repeat
    self.current, self.n = {}, 0
    local good, value = pcall(self.chunk)
    if good and value then return true end
    if getmetatable(value) == wrong_anywhere then return nil, value[1], true end
    if not good and value ~= nothing_there then return nil, raised(value) end
  until not choose_next(self.chosen)
  return false
end

--- The condition of a text: an expression, or statements that return; or nil
--- and a message.
function conditions.compile(text, name)
  if not text:find "%S" then return nil, name .. ": it is empty" end
  local self = setmetatable({}, condition)
  local env = setmetatable({}, {
    __index = function(_, key) return self:lookup(key) end,
    __newindex = function(_, key)
      wrong("'%s' cannot be set; equality is ==", key)
    end })
  local chunk, problem = load("return " .. text, "=" .. name, "t", env)
  if not chunk and text:find "%f[%w_]return%f[^%w_]" then
    chunk, problem = load(text, "=" .. name, "t", env)
  end
  if not chunk then return nil, problem end
  self.chunk = chunk
  return self
end

return conditions
