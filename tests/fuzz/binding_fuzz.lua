-- The binding: every function and method of the module with odd arguments
-- (machine.lua), in the host's state, and in a bot with fuel. States that come
-- of it must be sound.
local fuzz = ...
local aurum = require "aurum"
local lib = require "tests.fuzz.lib"
local home = aurum.home

local machine_text
do
  local file <close> = assert(io.open(home .. "/tests/fuzz/machine.lua"))
  machine_text = file:read "a"
end

-- Functions that make processes, or take as long as they are told to.
local not_called = { workers = true, catch_interrupts = true,
  bench_rounds = true, bench_clone = true, bench_samples = true }

lib.confine(fuzz.folder)
lib.silence()

local function sorted(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return list
end

-- Rules that a game may be of besides the usual ones; making rules is most of
-- an input's time, so there is one of them at a time.
local makers = {
  function() return assert(aurum.variant("standard", 3)) end,
  function()
    return assert(aurum.rules { players = 2, name = "o",
      knobs = { suits = "XY", hand = 6, zero_bid = true } })
  end,
  function()
    return assert(aurum.rules { players = 4, knobs = {}, name = "h",
      vars = { { name = "streak", scope = "round" } },
      hooks = { { path = "h.lua", text = [[return {
        bid_points = function(s, side, b, taken, points) return points + 1 end,
        winner = function(s, seat) s.vars.streak = s.vars.streak + 1 return seat
        end }]] } } })
  end,
}

local function state_of(rules, actions)
  local state = aurum.state(rules)
  if actions > 0 then state:deal "1" end
  for _ = 2, actions do
    local legal = state:legal()
    if not legal[1] then break end
    state:apply(legal[1 + #legal // 2])
  end
  return state
end

--- The values that the machine begins with, of every type.
local function objects(which)
  local rules = assert(aurum.rules { players = 4, knobs = {}, name = "r" })
  local other = makers[which % #makers + 1]()
  local game = aurum.new_game { rules = rules, seed = "1", bots = {} }
  game:deal()
  local playing = state_of(rules, 9)
  local record = assert(aurum.record(state_of(other, 20):record()))
  local closed = assert(aurum.record(playing:record()))
  closed:close()
  return { rules, other, playing, game, record, closed, state_of(rules, 0),
    state_of(rules, 3), state_of(other, 5), state_of(other, 17),
    playing:view(1), playing:view(playing.turn), state_of(other, 6):view(1),
    playing:legal()[1], aurum.set "B1 C5 G3", playing.supply, aurum.card "Z7",
    aurum.card "G0", playing:decisions(), playing:position(),
    playing:history()[1], playing:events()[1] }
end

local finalized = false -- a finalizer was called by hand

--- The names of functions, methods and fields; the functions themselves that
--- are called as metamethods.
local function names_of(list)
  local functions, methods, fields, raw = {}, {}, {}, {}
  for _, from in ipairs { aurum, aurum.sys } do
    for name, f in pairs(from) do
      if type(f) == "function" and not not_called[name] then
        functions[name] = true
      end
    end
  end
  for _, object in ipairs(list) do
    local meta = type(object) == "userdata" and debug.getmetatable(object) or {}
    for _, key in ipairs(sorted(meta)) do
      local f = meta[key]
      if key == "__gc" then -- leaves an empty object, which must be safe
        raw[#raw + 1] = function(...)
          finalized = true
          return f(...)
        end
      elseif type(f) == "function" then
        raw[#raw + 1] = f
      end
    end
    local index = meta.__index
    local _, members = debug.getupvalue(type(index) == "function" and index
      or next, 1)
    for name, member in pairs(type(members) == "table" and members or {}) do
      (type(member) == "function" and methods or fields)[name] = true
    end
  end
  return { functions = sorted(functions), methods = sorted(methods),
    fields = sorted(fields), raw = raw }
end

--- A list of names as Lua text.
local function literal(names)
  local list = {}
  for i, name in ipairs(names) do list[i] = ("%q"):format(name) end
  return "{" .. table.concat(list, ",") .. "}"
end

--- A state that a call has left is sound if its token loads.
local function check(state)
  if finalized or state.rules.name == "" then return end -- cannot be written
  local good, token = pcall(state.position, state)
  if not good then return end -- no memory
  local copy, problem = aurum.load_position(token, state.rules)
  if not copy then fuzz.broken("a state's token: " .. problem) end
  if copy.phase ~= state.phase or copy.turn ~= state.turn then
    fuzz.broken("a state's token is of another state: " .. tostring(state)
      .. " turn " .. tostring(state.turn) .. "; " .. tostring(copy) .. " turn "
      .. tostring(copy.turn) .. "; " .. token)
  end
end

local function in_host(bytes, list, names)
  local make = load(machine_text, "@machine.lua", "t")()
  local machine = make(aurum, names, bytes)
  for _, object in ipairs(list) do machine.keep(object) end
  while machine.more() do machine.run(1) end
  local meta = debug.getmetatable(list[3])
  for _, value in ipairs(machine.pool) do
    if type(value) == "userdata" and debug.getmetatable(value) == meta then
      check(value)
    end
  end
end

local bot = [[
local make = (function() %s
end)()
local names = { functions = %s, methods = %s, fields = %s }
local machine = make(aurum, names, %q)
local function act(self, view)
  machine.keep(view)
  machine.keep(view:copy())
  machine.keep(view.rules)
  machine.run(12)
  return machine.byte() < 200 and view:random() or machine.value()
end
return { api = 1, name = "machine", bid = act, play = act,
  change = function(self, view) machine.run(2) return machine.value() end,
  observe = function(self, event) machine.keep(event) end }
]]

local function in_bot(bytes, list, names)
  local source = bot:format(machine_text, literal(names.functions),
    literal(names.methods), literal(names.fields), bytes)
  local file = { name = "machine", path = "machine.lua", source = source,
    options = {}, spec = "machine" }
  local game = aurum.new_game { rules = list[#bytes % 2 + 1],
    seed = "1", on_fault = "substitute", fuel = 60000,
    bots = { file, file, file, file } }
  if not game then return end -- the literal may be too long for its memory
  for _ = 1, 24 do
    if game.over or not pcall(game.step, game) then break end
  end
  check(game.state)
  pcall(game.record, game)
end

return function(bytes)
  local where = bytes:byte(1) or 0
  local list = objects(where // 2)
  local names = names_of(list)
  bytes = bytes:sub(2, 2000)
  if where % 2 == 0 then
    in_host(bytes, list, names)
  else
    in_bot(bytes, list, names)
  end
  lib.clean()
end
