-- The debugger: lua/play/debugger.lua, the lines that have code, and
-- game:debug (lua/script/debug.c).
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local code_lines = require "aurum.play.code_lines"
local debugger = require "aurum.play.debugger"
local helper = require "helper"
local session = require "aurum.repl.session.session"

-- ---- Lines with code --------------------------------------------------------

describe("lines with code", function()
  local function listed(text)
    local list = {}
    for line in pairs(code_lines.of(text)) do list[#list + 1] = line end
    table.sort(list)
    return table.concat(list, " ")
  end

  it("are those of all functions", function()
    assert.equal("1", listed "return 1")
    assert.equal("2 4", listed "\nlocal x = 1\n\nreturn x")
    assert.equal("3 4 6", listed("\nlocal function f(...)\nreturn ...\nend\n"
      .. "--\nreturn f"))
    assert.equal("1 2 3 4", listed([[return {
      f = function() return function() return "a" .. 1 end end,
      [1] = 0.5, [true] = nil, [false] = 1 << 40,
      "]] .. ("long"):rep(100) .. [[" }]]))
  end)

  it("may be far apart", function()
    assert.equal("1 1001 1002 2003", listed("local x = 1" .. ("\n"):rep(1000)
      .. "x = 2\nlocal y = {}" .. ("\n"):rep(1001) .. "return x, y"))
    local many = {}
    for i = 1, 400 do many[i] = "x = x" end
    assert.equal("1 2", listed("local x = 1\n" .. table.concat(many, " ")))
  end)

  it("are not known of a text that does not compile", function()
    assert.is_nil(code_lines.of "return return")
  end)

  it("contain each line at which Lua calls a hook", function()
    for _, name in ipairs(aurum.bots()) do
      local bot, hit = aurum.bot(name), {}
      local lines = assert(code_lines.of(bot.source))
      local env = setmetatable({ require = function() return {} end },
        { __index = _G })
      local chunk = assert(load(bot.source, "=bot", "t", env))
      debug.sethook(function(_, line)
        if debug.getinfo(2, "S").source == "=bot" then hit[line] = true end
      end, "l")
      pcall(chunk)
      debug.sethook()
      for line in pairs(hit) do assert.is_true(lines[line], name .. line) end
      for line in pairs(debug.getinfo(chunk, "L").activelines) do
        assert.is_true(lines[line], name .. line)
      end
    end
  end)
end)

-- ---- Stops ------------------------------------------------------------------

local source = [[
local function deep(n)
  if n == 0 then return 0 end
  return 1 + deep(n - 1)
end
local function tail(n) return deep(n) end
local function risky(view)
  local sum = 0
  for i = 1, 3 do
    sum = sum + i
  end
  return sum, view
end
return {
  bid = function(_, view) return view.hand:lowest() end,
  play = function(self, view)
    local caught = pcall(risky, view)
    while not pcall(risky, view) do end
    self.deep = deep(80)
    self.tail = tail(2)
    if self.fails then error "planted" end
    return view:legal()[1], caught
  end,
}
]]

local function bot_of(text)
  return { source = text, path = "folder/stops.lua", name = "stops",
    files = {}, options = {} }
end

local bot = bot_of(source)
local rules = aurum.variant("standard", 4)

local function new_game(options)
  local all = { variant = rules, bots = { bot, bot, bot, bot }, seed = "s",
    on_fault = "substitute", print = "off" }
  for key, value in pairs(options or {}) do all[key] = value end
  return bot_files.game(all)
end

--- Stops in the first play, from its beginning each time.
local function run(game, options)
  game:restart "s"
  game:deal()
  while game.state.deciding ~= "play" do game:step() end
  return game:debug(options)
end

local function at(line, condition)
  return { file = bot.path, line = line, condition = condition }
end

local function value_of(frame, name)
  local value
  for _, variable in ipairs(frame.variables) do
    if variable.name == name then value = variable.value end
  end
  return value
end

describe("a run that stops", function()
  local game = new_game()

  it("names all breakpoints of its line that are met", function()
    local points = { at(9), at(9, "i == 7"), at(9, "i == 1"),
      at(9, "false"), at(9) }
    local stop = run(game, { points = points })
    assert.same({ 1, 3, 5 }, stop.points)
    assert.equal(0, stop.failed)
    points[3].condition = "nothing + 1"
    stop = run(game, { points = points })
    assert.same({ 1, 3, 5 }, stop.points)
    assert.equal(3, stop.failed)
    assert.matches("global 'nothing'", stop.message)
  end)

  it("shows the functions and their variables", function()
    local stop = run(game, { points = { at(9) } })
    assert.equal("point", stop.kind)
    assert.same({ 1 }, stop.points)
    assert.equal(game.state.turn, stop.state)
    assert.equal(3, #stop.frames) -- risky, pcall, play
    assert.same({ "folder/stops.lua", 9 },
      { stop.frames[1].file, stop.frames[1].line })
    assert.equal("[C]", stop.frames[2].file)
    assert.equal("play", stop.frames[3].name)
    assert.equal("0", value_of(stop.frames[1], "sum"))
    assert.equal("1", value_of(stop.frames[1], "i"))
    assert.equal("<function>", value_of(stop.frames[3], "risky"))
  end)

  it("ends a bot that catches errors", function()
    assert.equal(17, run(game, { points = { at(17) } }).frames[1].line)
    local stop = run(game, { points = { at(9, "i == 3") } })
    assert.equal("3", value_of(stop.frames[1], "i"))
  end)

  it("tells a condition that raises, loops or is not Lua", function()
    for condition, message in pairs {
      ["x.y.z"] = "global 'x'", ["sum +"] = "unexpected symbol",
      ["error 'own'"] = "own", ["error {}"] = "table",
      ["(function() while true do end end)()"] = "more than 1000000 instr",
      ["pcall(function() while true do end end) and false or error 'cut'"]
        = "more than 1000000 instr" } do
      local stop = run(game, { points = { at(9, condition) } })
      assert.equal("point", stop.kind)
      assert.truthy(stop.message:find(message, 1, true), stop.message)
    end
    assert.is_nil((run(game, { points = { at(9, "false") } })))
  end)

  it("evaluates in the frame, in the bot's sandbox", function()
    local function value(text, level)
      local stop = run(game, { points = { at(9) }, text = text,
        level = level })
      return stop.good and stop.value or "error: " .. stop.value
    end
    assert.equal("1", value "sum + i")
    assert.equal("nil", value "self")
    assert.equal("nil", value("self.deep", 2))
    assert.equal(("%d"):format(game.state.turn), value("view.seat", 2))
    assert.truthy(value("view.hands", 2):find "error: .*no field 'hands'")
    for _, name in ipairs { "io", "os", "debug", "load", "package",
      "aurum.game", "aurum.sys" } do
      assert.equal("nil", value(name))
    end
    assert.equal('"text"', value "tostring 'text'")
    assert.truthy(value("(function() sum = 7 end)()"))
  end)

  it("goes to the next line, in and out of functions", function()
    local stop = run(game, { points = { at(18) } })
    local function next_of(depth, how)
      return run(game, { how = how or "next", after = stop.event,
        run = stop.run, state = stop.state, depth = depth })
    end
    assert.equal(19, next_of(stop.depth).frames[1].line)
    assert.equal(2, next_of(stop.depth, "lines").frames[1].line)
    stop = next_of(stop.depth, "lines")
    assert.equal(3, next_of(stop.depth).frames[1].line)
    assert.equal(19, next_of(stop.depth - 1).frames[1].line)
    assert.is_nil((next_of(0)))
  end)

  it("names tail calls, and the first 60 of many functions", function()
    local stop = run(game, { points = { at(2, "n == 0") } })
    assert.equal(82, stop.depth)
    assert.equal(60, #stop.frames)
    stop = run(game, { points = { at(2, "n == 2") }, after = stop.event })
    assert.is_true(stop.frames[1].tail)
    assert.equal(2, #stop.frames)
  end)

  it("goes back to each line that it passed", function()
    local stop = run(game, { points = { at(17) } })
    local n = stop.event
    for event = n, 2, -1 do
      local reply = run(game, { how = "lines", before = event })
      assert.equal(event, reply.event)
      assert.equal(event - 1, reply.last)
    end
    assert.equal(0, run(game, { how = "lines", before = 1 }).last)
    local back = run(game, { points = { at(9) }, before = n })
    assert.equal("3", value_of(run(game, { how = "lines",
      after = back.last - 1 }).frames[1], "i"))
  end)

  it("stops where an error is raised that nobody catches", function()
    local failing = new_game { bots = { bot_of((source:gsub("self.fails",
      "true"))), bot, bot, bot } }
    failing:restart "s"
    failing:deal()
    local stop
    while not stop do
      local again = #failing.faults
      stop = failing:debug { errors = true }
      assert.equal(again, #failing.faults)
    end
    assert.equal("error", stop.kind)
    assert.equal(1, stop.state)
    assert.truthy(stop.message:find "stops.lua:20: planted")
    assert.equal("[C]", stop.frames[1].file)
    assert.equal(20, stop.frames[2].line)
    assert.equal("true", value_of(stop.frames[2], "caught"))
  end)

  it("writes messages as `print` does", function()
    local said = new_game { print = "all", keep_prints = true }
    run(said, { points = { { file = bot.path, line = 9,
      message = { "it is ", "'one' .. i", ", ", "{ 'two' }" } } } })
    assert.truthy(said:printed():find('it is one1, {"two"}\n', 1, true))
  end)

  it("refuses bad options", function()
    assert.has_error(function() game:debug(1) end)
    assert.has_error(function() game:debug { how = "soon" } end)
    assert.has_error(function() game:debug { points = { {} } } end)
    assert.has_error(function() game:debug { points = { 1 } } end)
    assert.has_error(function() game:debug { after = "x" } end)
  end)
end)

-- ---- Errors of hooks --------------------------------------------------------

--- A question whose functions are `more` and usual ones.
local function question(more)
  return "api = 2, vars = { n = 'round' }, questions = { { name = 'give', "
    .. "when = 'deal', next = function(s) return s.vars.n == 0 and 1 or nil "
    .. "end, done = function(s) s.vars.n = 1 end, default = function(s) "
    .. "return s.hand:lowest() end, " .. more .. " } }"
end

--- Each hook that fails at line 2, in a house rule.
local failing_hooks = { "deal = fail", "lead = fail", "legal = fail",
  "winner = fail", "bid_points = fail", "gold_points = fail",
  "round_winners = fail", "game_end = fail", question "next = fail",
  question "choices = fail", question "default = fail", question "done = fail" }

--- A game under a house rule with the field `hook` whose hook raises `value`.
local function failing_game(hook, value)
  local path = helper.folder() .. "/failing.lua"
  local file <close> = assert(io.open(path, "w"))
  file:write("local function fail()\n  error(", value, ")\nend\n",
    "return { name = 'failing', ", hook, " }\n")
  file:close()
  return new_game { variant = assert(aurum.variant("standard+" .. path, 4)) }
end

--- Plays with a debugger. Returns its first stop, or nil and the error.
local function first_stop(game, options)
  game:restart "s"
  while not game.over do
    local good, stop = pcall(game.debug, game, options)
    if not good then return nil, stop end
    if stop then return stop end
  end
end

describe("an error of a variant's hook", function()
  teardown(helper.clean)

  it("stops where it is raised", function()
    for _, hook in ipairs(failing_hooks) do
      local game = failing_game(hook, "'planted'")
      local stop = assert(first_stop(game, { errors = true }))
      assert.same({ "error", 0 }, { stop.kind, stop.state }, hook)
      assert.truthy(stop.message:find "failing.lua:2: planted$", stop.message)
      assert.same({ "[C]", 2 }, { stop.frames[1].file, stop.frames[2].line })
      local _, problem = first_stop(game, { errors = true,
        after = stop.event })
      local _, plain = pcall(function() game:restart("s"):run() end)
      assert.equal(plain, problem)
      assert.truthy(plain:find "failing.lua:2: planted", plain)
    end
  end)

  it("may be any value, or be caught", function()
    local stop = first_stop(failing_game("legal = fail", "{}"),
      { errors = true })
    assert.equal("a table value", stop.message)
    local caught = failing_game("legal = function(_, cards, pass) pcall(fail) "
      .. "return cards, pass end", "'planted'")
    assert.is_nil(first_stop(caught, { errors = true }))
    assert.is_true(caught.over)
    local record = caught:record()
    assert.equal(record, caught:restart("s"):run():record())
  end)
end)

describe("a debugger", function()
  it("changes no game, whether it stops or not", function()
    local game = new_game()
    game:restart "s"
    local expected = game:run():record()
    game:restart "s"
    while not game.over do
      assert.is_nil((game:debug { errors = true,
        points = { at(9, "sum > 99"), at(2, "n < 0") } }))
    end
    assert.equal(expected, game:record())
    run(game, { points = { at(9) } })
    game:restart "s"
    assert.equal(expected, game:run():record())
  end)

  it("counts the same fuel with and without", function()
    local text = source:gsub("local caught", "for _ = 1, self.n or 1000 do end "
      .. "%0", 1)
    for fuel = 2000, 8000, 1000 do
      local bots = { bot_of(text), bot, bot, bot }
      local plain = new_game { bots = bots, fuel = fuel }
      local expected = plain:run():record()
      local watched = new_game { bots = bots, fuel = fuel }
      while not watched.over do
        watched:debug { points = { at(9, "(function() for _ = 1, 9000 do end "
          .. "end)()") } }
      end
      assert.equal(expected, watched:record())
    end
  end)

  it("finds files by a part of their path", function()
    local files = { { path = "a/duck.lua" }, { path = "b/duck.lua" },
      { path = "/x/rule.lua" } }
    assert.equal(files[1], debugger.file(files, "a/duck.lua"))
    assert.equal(files[3], debugger.file(files, "rule"))
    assert.equal(files[3], debugger.file(files, "./rule.lua"))
    local _, problem = debugger.file(files, "duck.lua")
    assert.truthy(problem:find "a/duck.lua or b/duck.lua")
    _, problem = debugger.file(files, "uck.lua")
    assert.truthy(problem:find "no file 'uck.lua'")
    _, problem = debugger.file({}, "x")
    assert.truthy(problem:find "none$")
  end)

  it("runs in a worker, whose death is a message", function()
    local bugs <close> = debugger.open { rules = rules, seed = "s",
      bots = { bot, bot, bot, bot } }
    local way = { steps = {} } -- the deal itself
    local reply = assert(bugs:run(way, {}))
    assert.is_nil(reply.stop)
    local s <close> = assert(session.open { seed = "s" })
    s.bots[1], s.bots[2], s.bots[3], s.bots[4] = bot, bot, bot, bot
    for _ = 1, 5 do assert(s:step()) end
    while s.at.phase ~= "play" do assert(s:step()) end
    way = require "aurum.repl.session.players".way_to(s.at)
    local points = { at(9) }
    reply = assert(bugs:run(way, { points = points }))
    assert.equal("1", bugs:evaluate(way, reply.stop, 1, "i"))
    local value, problem = bugs:evaluate(way, reply.stop, 1,
      "(function() local t = {} for i = 1, 1000 do "
      .. "t[i] = ('x'):rep(1000000) .. i end end)()")
    assert.is_nil(value)
    assert.truthy(problem:find "memory")
    assert.equal("0", bugs:evaluate(way, reply.stop, 1, "sum"))
    local back = assert(bugs:back(way, { how = "lines" }, reply.stop))
    assert.equal(reply.stop.event - 1, back.stop.event)
    assert.is_nil((bugs:back(way, { points = points }, reply.stop)))
  end)
end)

describe("a session", function()
  local function play(breaks)
    local s <close> = assert(session.open { seed = "s", bots = { "greedy" } })
    for _, line in ipairs(breaks) do
      local id = assert(s:add_line_break { kind = "line", file = "greedy",
        line = line })
      s:break_of(id).ignore = 1 << 30
    end
    for _ = 1, 12 do assert(s:step()) end
    local list = {}
    for i, node in ipairs(s:line()) do list[i] = tostring(node.action) end
    return table.concat(list, "\n")
  end

  it("plays the same with breakpoints", function()
    local lines = code_lines.of(aurum.bot "greedy".source)
    local some = {}
    for line in pairs(lines) do some[#some + 1] = line end
    table.sort(some)
    assert.equal(play {}, play { some[#some // 2], some[#some - 1] })
  end)
end)
