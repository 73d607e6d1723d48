-- Conditions over recorded games, as `aurum record filter --where` and
-- `aurum run find` take them: a Lua expression that holds or does not.
--
-- A condition sees the fields of a game as variables. Six more variables stand
-- for each of several things in turn, and the condition holds if it does for
-- any of them:
--   round                       a finished round of the game
--   seat, change, trick, play, answer
--                               a row of those tables (aurum.columns)
-- Used together they belong to the same round, and to the same trick and seat
-- where both have one. The caller may set more variables, which hide
-- others with the same names.
local aurum = require "aurum"
local hint = require "aurum.text.hint"
local conditions = {}

local wrong_anywhere = {} -- the metatable of an error in the condition itself

--- Raises an error that the condition has in every game.
local function wrong(...)
  error(setmetatable({ string.format(...) }, wrong_anywhere))
end

local fields = { number = true, file = true, line = true, text = true,
  variant = true, players = true, seed = true, digest = true, names = true,
  winners = true, faults = true, forfeited = true, rules = true,
  rounds = true, state = true }

-- ---- Values of the variables ------------------------------------------------

--- A row or a round that raises for a name that is not one of its columns.
local function strict(row, columns, name)
  return setmetatable(row, { __index = function(_, key)
    if columns[key] then return nil end
    wrong("%s %s has no column '%s'%s", name:find "^[aeiou]" and "an" or "a",
      name, tostring(key), hint.near(key, columns))
  end })
end

--- Makes a list of names a set, too.
local function set_of(names)
  for _, name in ipairs(names) do names[name] = true end
  return names
end

local round_fields = set_of { "number", "first", "hands", "gold", "extras",
  "bids", "last_bids", "tricks", "passer", "open", "score", "winners" }

--- A function as in `each` for the rows of a table.
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

-- By variable a function that returns its values in a game: a list of { value
-- =, round =, trick =, seat = }.
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
  play = rows_of "play", answer = rows_of "answer",
}

local function agree(one, other)
  for _, key in ipairs { "round", "trick", "seat" } do
    if one[key] and other[key] and one[key] ~= other[key] then return false end
  end
  return true
end

--- The items of `list` that agree with the first `n` choices.
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

-- ---- Lua's library in a worker ----------------------------------------------

-- A worker must not do for one game what shows in others, or outside: it has
-- copies of these functions only, which keep nothing.
local pure = { math = {}, string = {}, table = {}, utf8 = {} }
for name in ("assert error ipairs pairs pcall select tonumber tostring type "
  .. "xpcall"):gmatch "%a+" do
  pure[name] = _G[name]
end
for library, values in pairs(pure) do
  for name, value in pairs(type(values) == "table" and _G[library] or {}) do
    if not name:find "^random" then values[name] = value end
  end
end

--- A table in which a condition in a worker finds `values`. The condition is
--- impure if it looks for another name, or sets one.
local function guarded(self, values)
  local function note()
    self.impure = true
    error("this condition is for one process", 0)
  end
  return setmetatable({}, { __newindex = note, __pairs = note,
    __index = function(own, name)
      local value = values[name]
      if value == nil then note() end
      if type(value) == "table" then value = guarded(self, value) end
      rawset(own, name, value)
      return value
    end })
end

-- ---- A condition ------------------------------------------------------------

local no_value = {} -- raised where a variable has no value to choose

local condition = {}
condition.__index = condition

--- The value of a variable in this try. `chosen` has the choices in the order
--- in which the condition asked for them; `n` of them were used in this try.
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
  if not one then error(no_value, 0) end
  return one.value
end

--- Makes the next choice. Returns false after the last.
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

--- True if a bot, named with or without its options, is on a side that won.
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

--- The value of a variable of the condition; raises if there is none.
function condition:lookup(name)
  local game = self.game
  if self.own[name] then return self.values[name] end
  if each[name] then return self:choose(name) end
  if name == "game" then return game end
  if fields[name] then return game[name] end
  if name == "points" then return game.state.points end
  if name == "nuggets" then return game.state.nuggets end
  if name == "won" then return function(bot) return won(game, bot) end end
  if self.library then return self.library[name] end
  if _G[name] ~= nil then return _G[name] end
  local names = { "game", "points", "nuggets", "won" }
  for _, list in ipairs { self.own, fields, each, _G } do
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

--- True if the condition holds in a game. nil and a message if it raises; then
--- true if the condition itself is wrong, such as an unknown name in it.
--- `values` has the caller's own variables by name.
function condition:holds(game, values)
  if self.game ~= game then self.game, self.lists = game, {} end
  self.impure = false
  self.chosen, self.values = {}, values
  repeat
    self.current, self.n = {}, 0
    local good, value = pcall(self.chunk)
    if good and value then return true end
    if getmetatable(value) == wrong_anywhere then return nil, value[1], true end
    if not good and value ~= no_value then return nil, raised(value) end
  until not choose_next(self.chosen)
  return false
end

--- The same in a worker; nil, nil and true if the condition can only be asked
--- in the process that asks it of all games.
function condition:holds_away(game)
  self.library = self.library or guarded(self, pure)
  local holds, message, always = self:holds(game)
  if self.impure then return nil, nil, true end
  return holds, message, always
end

--- The condition of a text, which is an expression, or statements that return;
--- or nil and a message, in which the condition is called `name`. `own` lists
--- the names of the caller's variables.
function conditions.compile(text, name, own)
  if not text:find "%S" then return nil, name .. ": it is empty" end
  local self = setmetatable({ own = {} }, condition)
  for _, variable in ipairs(own or {}) do self.own[variable] = true end
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

local all = {}
all.__index = all

--- The condition that all of several texts hold, which are asked in order.
function conditions.all(texts, name)
  local list = {}
  for i, text in ipairs(texts) do
    local one, problem = conditions.compile(text, name)
    if not one then return nil, problem end
    list[i] = one
  end
  return setmetatable(list, all)
end

--- The first answer that is not true, of method `ask`; or true.
local function first_other(list, ask, game)
  for _, one in ipairs(list) do
    local answer, message, always = one[ask](one, game)
    if not answer then return answer, message, always end
  end
  return true
end

function all:holds(game) return first_other(self, "holds", game) end

function all:holds_away(game) return first_other(self, "holds_away", game) end

-- ---- Errors of a condition --------------------------------------------------

local failures = {}
failures.__index = failures

--- A report of the games in which a condition raised: `warn(text)` gets the
--- error of the first, and at the end their number.
function conditions.failures(warn)
  return setmetatable({ n = 0, warn = warn }, failures)
end

function failures:add(game, problem)
  self.n = self.n + 1
  if self.n > 1 then return end
  self.warn(("%s:%d: %s"):format(game.file, game.line, problem))
end

--- Ends the report. Returns true if the condition raised in some game.
function failures:close()
  if self.n > 1 then
    self.warn(("the condition raised an error in %d games; only the first is "
      .. "shown"):format(self.n))
  end
  return self.n > 0
end

return conditions
