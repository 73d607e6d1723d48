-- Conditions of `aurum record filter --where`: a text is compiled, or refused
-- with a message. A condition that is compiled holds in a game, does not, or is
-- refused with a message. Nothing is raised past lua/record/conditions.lua.
--
-- The text is the input, or a condition that a grammar makes from it, so that
-- most inputs get past the parser.
local fuzz = ...
local aurum = require "aurum"
local lib = require "tests.fuzz.lib"
local conditions = require "aurum.record.conditions"

local golden = aurum.home .. "/tests/fixtures/golden/"
local files = { "en-2023.3.jsonl", "bga.4.jsonl", "ru-2023.3.jsonl" }

lib.silence()
lib.confine(fuzz.folder)

lib.bound_typed()

local atoms = { "round", "seat", "change", "trick", "play", "game", "points",
  "nuggets", "won", "number", "variant", "players", "seed", "digest", "names",
  "winners", "faults", "forfeited", "rules", "rounds", "state", "file", "line",
  "text", "nil", "true", "false", "0", "1", "2", "-1", "1e308", "0/0", "''",
  "'Z7'", "'random'", "{}", "...", "_G", "string", "math", "table", "pairs",
  "ipairs", "tostring", "type", "select", "setmetatable", "getmetatable",
  "rawget", "error", "pcall", "next", "aurum", "math.maxinteger" }
local members = { "score", "points", "bid", "taken", "card", "seat", "round",
  "trick", "number", "hands", "gold", "winners", "side", "place", "rank",
  "suit", "leader", "award", "first", "extras", "bids", "last_bids", "passer",
  "open", "tricks", "name", "won", "of", "kind", "text", "rows", "at",
  "decisions", "csv", "x", "1" }
local operators = { "==", "~=", "<", ">", "<=", ">=", "+", "-", "*", "/", "//",
  "%", "..", "and", "or", "&", "|", "~", "<<", ">>", "^" }

local function expression(read, depth)
  local b = read:byte()
  if depth > 5 or b < 90 then return read:pick(atoms) end
  local a = expression(read, depth + 1)
  if b < 130 then return a .. "." .. read:pick(members) end
  if b < 185 then
    return ("(%s %s %s)"):format(a, read:pick(operators),
      expression(read, depth + 1))
  elseif b < 200 then return ("(%s)[%s]"):format(a, expression(read, depth + 1))
  elseif b < 215 then return ("(%s)(%s)"):format(a, expression(read, depth + 1))
  elseif b < 225 then
    return ("(%s):%s(%s)"):format(a, read:pick(members),
      expression(read, depth + 1))
  elseif b < 232 then return "#" .. a
  elseif b < 240 then return "not " .. a
  elseif b < 245 then return ("(function(...) return %s end)"):format(a)
  elseif b < 250 then return ("pcall(error, %s)"):format(a)
  end
  return ("return %s"):format(a)
end

return function(bytes)
  local read = lib.reader(bytes)
  local kind = read:byte()
  local text = kind % 2 == 0 and read:rest() or expression(read, 0)
  local condition, problem = conditions.compile(text, "--where")
  if not condition then
    if type(problem) == "string" then return end
    fuzz.broken "refused without a message"
  end
  local path = golden .. files[kind // 2 % #files + 1]
  local count = 0
  for game in aurum.records(path) do
    local holds, why, wrong = condition:holds(game)
    if holds == nil and type(why) ~= "string" and not fuzz.spent() then
      fuzz.broken("no message where it raises: " .. type(why))
    end
    count = count + 1
    if wrong or count == 2 then break end
  end
end
