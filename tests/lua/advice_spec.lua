-- Advice on names of Lua that a script here does not have
-- (lua/script/advice.c): a line after Lua's own error, in what people read and
-- not in records.
local aurum = require "aurum"
local helper = require "helper"

local of_bots = {
  ["io.open 'x'"] = "a script here opens no file: a bot reads those beside it "
    .. 'by aurum.data "FILE" and require "NAME"',
  ["dofile 'x'"] = "a script here opens no file",
  ["loadfile 'x'"] = "a script here opens no file",
  ["os.time()"] = "a script here has no clock and no processes: the program "
    .. "measures a bot's time (aurum bot profile)",
  ["load 'x'"] = "a script here runs the code of its files only: write it "
    .. 'there, or in a module beside the bot (require "NAME")',
  ["loadstring 'x'"] = "a script here runs the code of its files only",
  ["package.path = 'x'"] = "a script here has no search path: a bot has "
    .. 'require "NAME" for the modules beside it',
  ["coroutine.wrap(print)"] = "a script here has no coroutines: keep the state "
    .. "in a table",
  ["debug.traceback()"] = "a script here cannot inspect Lua: use print or "
    .. "aurum.log",
  ["collectgarbage()"] = "the program runs the collector itself",
  ["rawset({}, 1, 2)"] = "assign by t[k] = v",
  ["xpcall(print, print)"] = "use pcall",
  ["warn 'x'"] = 'use aurum.log("warn", ...)',
  ["math.exp(1)"] = "a script here has no such function of math, since its "
    .. "last digits differ from system to system; math.sqrt is there",
  ["string.dump(print)"] = "a script here has no bytecode",
}
local of_hooks = {
  ["io.open 'x'"] = "a variant opens no file: write its data as a table into "
    .. "its own file",
  ["dofile 'x'"] = "a variant opens no file",
  ["os.time()"] = "a variant has no clock and no processes: a hook's answer "
    .. "follows from its arguments alone",
  ["load 'x'"] = "a variant runs the code of its own file only: write it there",
  ["package.path = 'x'"] = "a variant is one file",
  ["coroutine.wrap(function() end)"] = "a variant has no coroutines: keep the "
    .. "state in its 'vars'",
  ["debug.traceback()"] = "a variant cannot inspect Lua: use print to see "
    .. "a value while you test",
  ["warn 'x'"] = "use print(...)",
  ["aurum.log('warn', 1)"] = "a variant has no math.log, since its last digits "
    .. "differ from system to system, and no aurum.log: use print",
  ["math.exp(1)"] = "a script here has no such function of math",
  ["require 'x'"] = "a variant is one file: share rules by 'base' and by '+' "
    .. "in its name",
  ["aurum.data 'x'"] = "only a bot has aurum.data",
}

--- The text for people and the record's message, if a bot runs this code.
local function of_bot(code)
  local bot = helper.bot("return { play = function() end,\n"
    .. "  bid = function() " .. code .. " end }")
  local game = aurum.game { bots = { bot }, seed = 1 }:run()
  return game.trace, game.faults[1].message
end

--- The error of a variant whose hook runs this code.
local function of_hook(code)
  local rules = assert(aurum.rules { name = "advised", players = 4, knobs = {},
    hooks = { { path = "advised.lua", text = "return { bid_points = "
      .. "function(_, _, _, _, points) " .. code .. " return points end }" } },
    text = "" })
  local good, problem = pcall(function()
    aurum.game { variant = rules, bots = { "random" }, seed = 1 }:run()
  end)
  return not good and tostring(problem) or "no error"
end

describe("advice on a name that is not there", function()
  for code, advice in pairs(of_bots) do
    it("in a bot: " .. code, function()
      local shown, recorded = of_bot(code)
      assert.truthy(shown:find("\n(" .. advice, 1, true), shown)
      assert.truthy(recorded:find("a nil value", 1, true), recorded)
      assert.is_nil(recorded:find(advice, 1, true))
    end)
  end

  for code, advice in pairs(of_hooks) do
    it("in a hook: " .. code, function()
      local shown = of_hook(code)
      assert.truthy(shown:find(advice, 1, true), shown)
    end)
  end

  it("in a variant's file, outside of its hooks", function()
    local _, problem = aurum.variant_file("v.lua", "io.open 'x'")
    assert.truthy(problem:find("\n(a variant opens no file", 1, true), problem)
  end)

  it("to bots does not speak of variants, nor the other way round", function()
    for code in pairs(of_bots) do
      assert.is_nil(of_bot(code):find("variant", 1, true))
    end
    for code in pairs(of_hooks) do
      assert.is_nil(of_hook(code):find("beside", 1, true))
    end
    assert.is_nil(of_bot "view.data()":find("aurum.data", 1, true))
  end)

  it("is not given where another value is nil", function()
    for _, code in ipairs { "local os; os.time()", "nothing.time()",
      "error 'os'", "return ('x').io.open" } do
      assert.is_nil(of_bot(code):find("script here", 1, true))
    end
  end)
end)
