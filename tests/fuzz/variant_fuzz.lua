-- Variants: any file is read, or refused with problems that say where; rules
-- that come of it can be played by all that plays, whatever its hooks answer.
--
-- The file is the input; or a table of knobs and hooks made from it by a
-- grammar; or one whose hooks run machine.lua, with the input inside.
local fuzz = ...
local aurum = require "aurum"
local lib = require "tests.fuzz.lib"
local playing = require "tests.fuzz.playing"

local machine_text
do
  local path = aurum.home .. "/tests/fuzz/machine.lua"
  local file <close> = assert(io.open(path))
  machine_text = file:read "a"
end

lib.confine(fuzz.folder)
lib.silence()

-- ---- A file from bytes ------------------------------------------------------

local knobs = {}
for _, knob in ipairs(aurum.knobs()) do
  if knob.name ~= "players" then knobs[#knobs + 1] = knob end
end

local odd = { "0", "1", "2", "3", "-1", "4", "7", "12", "64", "99", "100",
  "10001", "-10001", "1 << 31", "1 << 32", "1 << 63", "0.5", "2.0", "1/0",
  "0/0", "nil", "true", "false", "''", "'Z7'", "'x\\0y'", "{}", "{1}", "{2,1}",
  "{1,2,3}", "{1,1}", "{7}", "{0}", "{'exact'}", "{1,2,nil,4}", "{{}}",
  "function() end", "print", "aurum", "setmetatable({}, { __index = print })",
  "setmetatable({1}, { __len = function() return 1 << 40 end })",
  "string.rep('x', 300)", "{ [1 << 31] = 1 }", "-0.0" }

-- The parameters of a hook, the last ones the answer of the knobs.
local hooks = {
  deal = { "s", "deal" }, lead = { "s", "cards", "pass", "hand", "led" },
  legal = { "s", "cards", "pass", "hand", "led" },
  winner = { "s", "seat", "a", "b" }, award = { "s", "seat", "gold" },
  leader = { "s", "seat", "a" }, side_bid = { "s", "side", "bid" },
  bid_points = { "s", "side", "bid", "taken", "points" },
  gold_points = { "s", "side", "points" },
  round_winners = { "s", "score", "sides" },
  game_end = { "s", "over", "sides" },
}
local fields = { "phase", "turn", "first", "leader", "round", "bids", "bid",
  "taken", "need", "gold", "supply", "extras", "trick", "points", "nuggets",
  "passer", "winners", "rules", "seat", "hand", "hands", "led", "finished",
  "down", "vars", "side_of", "seat_at", "set", "nothing" }
local operators = { "+", "-", "*", "//", "%", "&", "|", "~", "<<", ">>", "..",
  "==", "<", "and", "or" }

local function expression(read, names, depth)
  local b = read:byte()
  if b < 100 or depth > 3 then return read:pick(names) end
  if b < 150 then return "(" .. read:pick(odd) .. ")" end
  local a = expression(read, names, depth + 1)
  if b < 190 then
    return ("(%s %s %s)"):format(a, read:pick(operators),
      expression(read, names, depth + 1))
  elseif b < 215 then return "s." .. read:pick(fields)
  elseif b < 222 then return ("s:set(%s)"):format(a)
  elseif b < 229 then return ("s:side_of(%s)"):format(a)
  elseif b < 236 then return ("s:seat_at(%s)"):format(a)
  elseif b < 242 then return ("(%s)[%s]"):format(a, read:pick(names))
  elseif b < 248 then return "#" .. a
  end
  return ("tostring(%s)"):format(a)
end

local function hook(read, name)
  local names = hooks[name]
  local parts = { "function(", table.concat(names, ", "), ") " }
  for _ = 1, read:byte() % 3 do
    local b = read:byte()
    if b < 90 then
      parts[#parts + 1] = ("if %s then return %s end "):format(
        expression(read, names, 0), expression(read, names, 0))
    elseif b < 150 then
      parts[#parts + 1] = ("s.vars.n = %s "):format(expression(read, names, 1))
    elseif b < 180 then
      parts[#parts + 1] = ("for i = 1, 300 do local x = %s end "):format(
        expression(read, names, 1))
    elseif b < 210 then
      parts[#parts + 1] = ("%s.%s = %s "):format(read:pick(names),
        read:pick { "first", "hands", "gold", "x" }, expression(read, names, 1))
    elseif b < 230 then
      parts[#parts + 1] = ("pcall(error, %s) "):format(
        expression(read, names, 1))
    elseif b < 234 then
      parts[#parts + 1] = ("error(%s) "):format(expression(read, names, 1))
    else
      parts[#parts + 1] = ("local %s = %s "):format(read:pick(names),
        expression(read, names, 0))
    end
  end
  parts[#parts + 1] = ("return %s, %s end"):format(expression(read, names, 0),
    expression(read, names, 1))
  return table.concat(parts)
end

--- A value that may fit a knob.
local function knob_value(read, knob)
  local b = read:byte()
  if b < 60 then return read:pick(odd) end
  local default = knob.default
  if type(default) == "boolean" then return b % 2 == 0 and "true" or "false" end
  if math.type(default) == "integer" then
    return tostring(read:byte() % 24 - 4)
  end
  if type(default) == "string" then
    local words = { default }
    for word in knob.expected:gmatch "['\"]([%w_]+)['\"]" do
      words[#words + 1] = word
    end
    return ("%q"):format(read:pick(words))
  end
  local list = {}
  for i = 1, read:byte() % 9 do list[i] = tostring(read:byte() % 12) end
  return "{" .. table.concat(list, ",") .. "}"
end

local hook_names = {}
for name in pairs(hooks) do hook_names[#hook_names + 1] = name end
table.sort(hook_names)

local function entries(read, n, parts)
  for _ = 1, n do
    local b = read:byte()
    if b < 110 then
      local name = read:pick(hook_names)
      parts[#parts + 1] = ("  %s = %s,"):format(name, hook(read, name))
    elseif b < 250 then
      local knob = read:pick(knobs)
      parts[#parts + 1] = ("  %s = %s,"):format(knob.name,
        knob_value(read, knob))
    else
      parts[#parts + 1] = ("  %s = %s,"):format(
        read:pick { "name", "title", "base", "vars", "players", "x", "[1]" },
        read:pick(odd))
    end
  end
end

local function made(read)
  local base = read:pick { "", "standard", "bga", "de-2024", "five-alchemists" }
  local parts = { "return {" }
  if base ~= "" then
    parts[#parts + 1] = ("  base = %q,"):format(base)
  end
  parts[#parts + 1] = "  vars = { n = 'round', m = 'game' },"
  entries(read, 1 + read:byte() % 4, parts)
  if base == "" then
    local players = 2 + read:byte() % 5
    parts[#parts + 1] = ("  players = { [%d] = {"):format(players)
    if players > 4 then parts[#parts + 1] = "  hand = 8," end
    entries(read, read:byte() % 3, parts)
    parts[#parts + 1] = "  } },"
  end
  parts[#parts + 1] = "}"
  return table.concat(parts, "\n")
end

local machine_file = [[
local make = (function() %s
end)()
local names = {
  functions = { "card", "set", "rules", "state", "knobs", "knob_fits",
    "load_position", "read_position" },
  methods = { "set", "side_of", "seat_at", "has", "each", "list", "highest",
    "lowest", "base", "gold", "suit", "count", "kinds", "text", "legal",
    "apply", "view", "clone", "deal", "undo", "sample", "playout", "random",
    "legal_cards", "why", "score", "position", "record", "events", "history",
    "at", "decisions", "rows", "csv", "solve", "search", "quick", "copy" },
  fields = { %s },
}
local machine = make(aurum, names, %q)
local function hook(...)
  for i = 1, select("#", ...) do machine.keep((select(i, ...))) end
  machine.run(6)
  if machine.byte() < 160 then return (select("#", ...) > 1
    and select(select("#", ...), ...) or nil) end
  return machine.value(), machine.value()
end
return { base = "standard", vars = { n = "round" }, %s }
]]

local function with_machine(read)
  local list, quoted = {}, {}
  for i, field in ipairs(fields) do quoted[i] = ("%q"):format(field) end
  for _ = 1, 1 + read:byte() % 3 do
    list[#list + 1] = read:pick(hook_names) .. " = hook"
  end
  return machine_file:format(machine_text, table.concat(quoted, ","),
    read:rest():sub(1, 1500), table.concat(list, ", "))
end

return function(bytes)
  local read = lib.reader(bytes)
  local kind = read:byte() % 4
  local text
  if kind == 0 then text = read:rest()
  elseif kind == 1 then text = with_machine(read)
  else text = made(read) end
  local path = lib.write("v.lua", text)
  playing.try(fuzz, path, kind > 1)
  if kind ~= 1 and not fuzz.spent() then
    playing.try(fuzz, "standard+" .. path, kind > 1)
  end
  pcall(aurum.variant, path)
  lib.clean()
end
