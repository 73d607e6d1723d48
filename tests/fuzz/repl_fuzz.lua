-- Lines typed at the REPL: commands, Lua, or neither. Whatever is typed, the
-- session goes on, and a command never shows a traceback: that is for what the
-- user's own Lua raises. Files and processes are out of reach (lib.lua).
--
-- The lines are the input, or are made from it out of the commands there are.
local fuzz = ...
local aurum = require "aurum"
local lib = require "tests.fuzz.lib"

lib.silence()
lib.no_processes()

local loop = require "aurum.repl.loop"
require "aurum.repl.input.complete"
require "aurum.repl.show.help"

-- Searches of the size that people wait for are too long here.
require "aurum.judge.estimates".sims = 100
for _, name in ipairs { "judge", "luck" } do
  local f = aurum[name]
  aurum[name] = function(game, options)
    local own = { sims = 100 }
    for key, value in pairs(options or {}) do own[key] = own[key] or value end
    return f(game, own)
  end
end

-- Modules are loaded first: they may be read, what is typed may not.
lib.confine(fuzz.folder)

-- luacheck: push ignore 122
function aurum.edit.append() return nil, "blocked" end
function aurum.edit.run() return nil, "blocked" end
function aurum.edit.open() end
aurum.edit.read, aurum.edit.remember = function() end, function() end
aurum.edit.key = aurum.edit.read
package.cpath, package.loadlib = "", nil
-- luacheck: pop
lib.bound_typed()

local words = {
  "1", "2", "3", "4", "0", "-1", "99", "1.2", "1.2.3", "1.0.2", "2.end",
  "1.1.c3", "c1", "x", "off", "on", "all", "none", "random", "greedy",
  "lowball", "counter", "standard", "bga", "standard+misere", "players=3",
  "seed=1", "seed=", "bots=random", "bots=", "variant=bga", "Z7", "B1", "G0",
  "bid", "C5", "play Z7", "pass", "keep", "text", "main", "a", "b", "round",
  "trick", "bid Q1", "hand", "hands", "gold", "points", "nuggets", "taken",
  "of", "2.1", "state.round == 2", "seat(1).points", "turn", "change", "fault",
  "award", "deal", "game", "f", "\27[31m", "\0", "\xff", "%s", "'", "\"", "(",
  ")", "=", "9999999999999999999", "1e9", "nan",
  "au1:en-2023:e7330080742cf627:AAAA", ",", "hand B1 B2 B3", "leader 2",
  "round 3", "extras", "first 1", "help", "~/x",
  ";", "; s", "; x = 1;", "[[", "]]", "a b; a", "s", "g 1.1",
}

local lua = {
  "state", "view", "state.rules", "seat(1)", "trick()", "state:legal()",
  "state.hands", "state:apply(state:legal()[1])", "view:sample(2)", "{}", "nil",
  "error {}", "error()", "error(setmetatable({}, {__tostring = error}))", "_G",
  "_", "x = 1", "x = {} x.x = x return x", "for i = 1, 3 do", "end",
  "print(state)", "return 1, 2", "= state.turn", "coroutine.yield(1)",
  "setmetatable(_G, nil)", "state = 1", "_G.x = 1", "aurum.card 'Z7'",
  "coroutine.wrap(function() coroutine.yield() end)()", "pcall(error)", "((",
  "function f() return f() end", "f()", "state:playout()", "state.rounds",
  "rawset(_G, 'pairs', nil)", "aurum.records",
  "aurum.game {bots={'random'}}:run()", "setmetatable({}, {__index = error}).x",
  "setmetatable({}, {__pairs = error, __name = 7, __len = error})", "1/0",
  "'\27[31m'", "table.insert(_, 1)", "utf8.char(0x85)", "os.exit()",
  "aurum.game()",
}

local function made(read, commands)
  local lines = {}
  for _ = 1, 14 do
    if not read:more() then break end
    local b = read:byte()
    if b < 50 then
      lines[#lines + 1] = read:pick(lua)
    else
      local line = { read:pick(commands) }
      for _ = 1, b % 4 do line[#line + 1] = read:pick(words) end
      lines[#lines + 1] = table.concat(line, " ")
    end
  end
  return table.concat(lines, "\n")
end

return function(bytes)
  local read = lib.reader(bytes)
  local kind = read:byte()
  local it = loop.new { keep_going = true }
  -- Who breaks the program's own tables has a broken session: not tested.
  local env = it.env
  local own_string = {}
  for name, f in pairs(string) do own_string[name] = f end
  env.string, env.package, env.require, env.debug = own_string, nil, nil, nil
  env.aurum = setmetatable({}, { __index = aurum })
  it.live.game = nil
  local commands, command = {}, nil
  for name in pairs(it.commands) do commands[#commands + 1] = name end
  table.sort(commands)
  local run_command, fail = it.run_command, it.fail
  function it:run_command(found, rest)
    command = found.name
    local good, problem = pcall(run_command, self, found, rest)
    command = nil
    if not good then error(problem, 0) end
  end
  function it:fail(message)
    -- `source` and conditions run what the user wrote
    if command and command ~= "source" and not fuzz.spent()
      and message:find("stack traceback", 1, true) then
      fuzz.broken(("the command %s raises %s"):format(command, message))
    end
    return fail(self, message)
  end
  local text = kind % 2 == 0 and read:rest() or made(read, commands)
  if kind & 2 ~= 0 then text = "new seed=1 bots=random\nstep 9\n" .. text end
  it:feed_text(text, "stdin")
  lib.clean()
end
