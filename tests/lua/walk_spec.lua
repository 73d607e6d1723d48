-- Walks of the REPL's session (repl/session/walk.lua): a series that is walked
-- through stops where a series stops that is played move by move, with the same
-- nodes, notes, output and answers.
local aurum = require "aurum"
local session = require "aurum.repl.session.session"
local tree = require "aurum.repl.session.tree"
local session_file = require "aurum.repl.session.session_file"
local term = require "aurum.text.term"
local pretty = require "aurum.repl.show.pretty"
local helper = require "helper"

-- Bots as files, by name.
local sources = {
  notes = [[
    return { name = "notes", api = 1,
      bid = function(_, view) view:note("bids") return view:random() end,
      play = function(_, view)
        if view.trick.number == 2 then view:note("second") end
        return view:random()
      end }]],
  prints = [[
    return { name = "prints", api = 1,
      start = function(_, view) print("starts", view.round) end,
      bid = function(_, view) return view:random() end,
      play = function(_, view)
        if view.trick.number == 4 then print(view.trick.leader) end
        return view:random()
      end }]],
  raises = [[
    return { name = "raises", api = 1,
      bid = function(_, view) return view:random() end,
      play = function(_, view)
        if view.round == 2 then error("in round 2") end
        return view:random()
      end }]],
  counts = [[
    return { name = "counts", api = 1,
      start = function(self) self.n = 0 end,
      bid = function(_, view) return view:random() end,
      play = function(self, view)
        self.n = self.n + 1
        return view:random()
      end }]],
}

local folder

--- The path of a bot of `sources`; another name as it is.
local function bot(name)
  if not sources[name] then return name end
  local path = ("%s/%s.lua"):format(folder, name)
  helper.write(path, sources[name])
  return path
end

--- The contents of a session as plain data.
local function held(s)
  local nodes = {}
  for i, node in ipairs(s:line()) do
    nodes[i] = { node.key, node.place or "", node.phase, node.round,
      node.trick, node.reported or false, node.unseen or false,
      node.notes and node.notes.texts or {} }
  end
  local points = {}
  for i, point in ipairs(s.breaks) do
    points[i] = { point.id, point.hits, point.enabled }
  end
  return { nodes = nodes, points = points, place = tree.place(s.at),
    number = s.root.number, games = s.games, seed = s.root.seed,
    fault = s.fault and s.fault.message or "",
    position = s.live:position(), file = session_file.text(s) }
end

--- Continues a session of `case` again and again, walking or not. Returns what
--- was seen on the way.
local function play(case, walking, unmarked)
  local said, ended, looked, walked = {}, {}, {}, 0
  local say_whole = term.say_whole
  term.say_whole = function(text) said[#said + 1] = text end -- luacheck: ignore
  local s = assert(session.open { seed = case.seed or "walk",
    variant = case.still and "standard+" .. helper.write(folder
      .. "/still.lua", "return { changes = 0 }") or case.variant,
    players = case.players,
    bots = { bot(case.bots[1]), bot(case.bots[2] or case.bots[1]) } })
  if not walking then s.can_walk = function() return false end end
  local function report(self)
    ended[#ended + 1] = case.records and tree.place(self.at) or "ended"
  end
  s.ended = not case.reads and report or nil
  function s.on_trace(_, message)
    looked[#looked + 1] = ("%s at %s"):format(message, tree.place(s.at))
    return #looked % 7 == 0
  end
  local seen = {}
  for _, point in ipairs(case.points(s, looked)) do
    local value = point.value
    point.value = value and function()
      if rawget(s, "walked") then walked = walked + 1 end
      return value()
    end
    if unmarked then point.reads_game = nil end
    s:add_break(point)
  end
  for i = 1, case.times or 4 do
    local result = table.pack(s:continue(case.games or 5))
    seen[i] = { result[1] or false, result[2] or "", result[3] or "",
      result[4] and result[4].id or 0, held(s) }
    seen[i].after = not case.stays and s:run(session.times(3)) or false
    seen[i].last = tree.place(s.at)
  end
  s:close()
  term.say_whole = say_whole -- luacheck: ignore
  return { seen = seen, said = said, ended = ended, looked = looked }, walked
end

local function plain(text, holds)
  return function(s)
    return { { kind = "if", text = text,
      value = function() return holds(s) end } }
  end
end

local function on(event, commands)
  return function()
    return { { kind = "on", event = event, commands = commands } }
  end
end

--- Breakpoints whose text reads nothing but the game, from lists of a kind, a
--- text, an event and commands.
local function reads(...)
  local list = { ... }
  return function(s)
    local env = setmetatable({ aurum = aurum }, { __index = function(_, name)
      return session.globals[name](s)
    end })
    local points = {}
    for i, one in ipairs(list) do
      local kind, text, event, commands = table.unpack(one, 1, 4)
      local value = text and load("return " .. text, "=condition", "t", env)
      points[i] = { kind = kind, text = text, event = event,
        commands = commands, reads_game = function() return true end,
        value = kind == "watch" and function() return pretty.text(value()) end
          or value or nil }
    end
    return points
  end
end

local cases = {
  ["a condition on the state"] = { bots = { "random" }, walks = true,
    points = plain("trick", function(s)
      return s.state.turn == 1 and s.state.trick.number == 9
    end) },
  ["no game that stops"] = { bots = { "random" }, walks = true, games = 7,
    times = 2, points = plain("never", function(s)
      return s.state.round == 99
    end) },
  ["greedy bots and three players"] = { bots = { "greedy", "random" },
    players = 3, walks = true, points = plain("gold", function(s)
      return #s.state.gold[2] > 3
    end) },
  ["a look at the place now and then"] = { bots = { "random" }, walks = true,
    points = plain("place", function(s)
      return s.state.round == 2 and s.at.place == "2.5.2"
    end) },
  ["a look at the line"] = { bots = { "random" }, walks = true,
    points = plain("line", function(s)
      return s.state.round == 2 and #s:line() == 80 and s.branch.tip == s.at
    end) },
  ["commands"] = { bots = { "random" }, points = on("award", { "any" }) },
  ["an event"] = { bots = { "random" }, games = 2, points = on "round" },
  ["a watched expression"] = { bots = { "random" }, walks = true,
    points = function(s)
      return { { kind = "watch", text = "leader",
        value = function() return tostring(s.state.nuggets[1]) end } }
    end },
  ["a condition that becomes true"] = { bots = { "random" }, walks = true,
    points = function(s)
      return { { kind = "when", text = "taken",
        value = function() return (s.state.taken[1] or 0) > 4 end } }
    end },
  ["a condition that raises"] = { bots = { "random" }, walks = true,
    points = plain("raises", function(s)
      return s.state.round == 2 and error "in the condition"
    end) },
  ["two breakpoints"] = { bots = { "random" }, walks = true,
    points = function(s, looked)
      return { { kind = "if", text = "pass",
        commands = { "any" },
        value = function() return s.state.turn == 2 end },
        { kind = "if", text = "looks",
          value = function() return #looked > 20 end } }
    end },
  ["bots that note"] = { bots = { "notes", "random" }, walks = true,
    points = plain("late", function(s)
      return s.state.round == 2 and s.state.trick.number == 3
    end) },
  ["bots that print"] = { bots = { "prints", "random" }, walks = true,
    points = plain("late", function(s)
      return s.state.round == 2 and s.state.trick.number == 6
    end) },
  ["bots that raise"] = { bots = { "raises", "random" }, walks = true,
    points = plain("never", function(s) return s.state.round == 9 end) },
  ["a seat without a bot"] = { bots = { "random", "none" }, walks = true,
    points = plain("never", function(s) return s.state.round == 9 end) },
  ["a bot's own table"] = { bots = { "counts" }, walks = true,
    points = plain("own", function(s)
      return s.state.round == 2 and s.state.trick.number > 1
        and s:seat(1).self.n == 3
    end) },
  ["a record of each game"] = { bots = { "random" }, records = true,
    walks = true, points = plain("never", function(s)
      return s.state.round == 99
    end) },
  ["questions"] = { bots = { "random" }, variant = "standard+exchange",
    points = plain("late", function(s) return s.state.round == 2 end) },
}

-- Values that are watched, each in a case.
for text in ([[state.turn state.leader state.round state.trick.number
  state.hands[1] state.gold[2] state.phase state.points[1] state.place
  seat(2).hand seat(1).gold seat(3).card seat(2).bid seat(1).taken
  seat(1).need seat(4).points seat(2).nuggets seat(3).on_turn seat(1).human
  seat(1).bot seat(1).side seat(1).seat trick.number trick.leader #trick.plays
  view.hand view.seat #view.unseen seat(1) view:legal_cards() seat(9).need
  state.nothing]]):gmatch "%S+" do
  cases["the value of " .. text] = { bots = { "random" }, reads = true,
    games = 1, times = 2, points = reads { "watch", text, nil, { "any" } } }
end

-- Events with conditions, each in a case.
for event, text in pairs { deal = "event.round == 3", bid = "event.seat == 2",
  reveal = "true", change = "event.seat == 1", keep = "event.seat == 3",
  play = "event.card == aurum.card 'Z4'", pass = "event.seat == 1",
  trick = "event.winner == 2", award = "event.taker == 1",
  round = "#event.winners > 0", game = "event.winners[1] == 2",
  fault = "true" } do
  cases["the event " .. event] = { bots = { "random" }, reads = true,
    variant = "de-2024", points = reads { "on", text, event } }
end

-- A trick ends without a window for changes after it.
for _, event in ipairs { "trick", "award" } do
  cases["without changes, the event " .. event] = { bots = { "random" },
    reads = true, still = true, points = reads { "on", nil, event } }
end

cases["a condition on the game that is true now and then"] = { reads = true,
  bots = { "random" }, stays = true, times = 8,
  points = reads { "when", "state.turn == 1 and state.phase == 'play'" } }

for name, points in pairs {
  ["if it is rare #long"] = reads { "if",
    "seat(1).taken > 9 and state.turn == 2" },
  ["if it is never met #long"] = reads { "if", "state.round == 99" },
  ["if it becomes true"] = reads { "when", "seat(1).need == 0" },
  ["if it raises"] = reads { "if", "state.round == 2 and state.turn.x" },
  ["if another stops"] = reads({ "when", "trick.number == 4" },
    { "if", "#state.gold[1] > 4" }, { "watch", "state.nuggets[1]" }),
  ["if another runs commands"] = reads({ "on", nil, "award", { "any" } },
    { "when", "#seat(2).hand < 3" }),
} do
  cases["a condition on the game, " .. name] = { bots = { "random" },
    games = 30, reads = true, points = points }
end

cases["conditions on the game of bots that print"] = { reads = true,
  bots = { "prints", "random" }, points = reads { "if", "trick.number == 20" } }
cases["conditions on the game of bots that raise"] = { reads = true,
  bots = { "raises", "random" }, points = reads { "if", "trick.number == 20" } }

describe("a walk", function()
  setup(function() folder = helper.folder() end)
  teardown(helper.clean)

  for name, case in pairs(cases) do
    it("is as steps are: " .. name, function()
      local want, walked = play(case, false)
      assert.equal(0, walked)
      local have
      have, walked = play(case, true)
      assert.same(want, have)
      if case.walks then assert.is_true(walked > 0) end
      if not case.reads then return end
      local all
      have, all = play(case, true, true)
      assert.same(want, have)
      assert.is_true(walked <= all)
    end)
  end

  it("makes no nodes of games that it drops", function()
    local s, nodes = assert(session.open { seed = 1, bots = { "random" } }), 0
    local games = {}
    s:add_break { kind = "if", text = "never", value = function()
      games[tree.root_here(s)] = true
      return false
    end }
    s:continue(6)
    for root in pairs(games) do
      if root.kids[1] then nodes = nodes + 1 end
    end
    assert.equal(2, nodes) -- of the first game and the last
    assert.same({ "1", "1.5" }, { s.roots[1].seed, s.roots[2].seed })
    s:close()
  end)

  it("leaves conditions that read only the game to the worker", function()
    local s, looks, games = assert(session.open { seed = 1,
      bots = { "random" } }), 0, {}
    local point = { kind = "if", text = "state.round == 99",
      reads_game = function() return true end,
      value = function()
        looks = looks + 1
        return false
      end }
    s:add_break(point)
    local new_game = s.new_game
    function s.new_game(...)
      games[#games + 1] = 1
      return new_game(...)
    end
    local clock = aurum.sys.clock
    aurum.sys.clock = function() return 0 end -- luacheck: ignore
    s:continue(60) -- in the worker a moment does not end
    aurum.sys.clock = clock -- luacheck: ignore
    assert.equal("1.59", s.root.seed)
    assert.equal(2, #s.roots)
    assert.equal(0, looks)
    assert.equal(2, #games) -- the second and the last: others are skipped
    s.ended = function() games.ended = (games.ended or 0) + 1 end
    s:continue(5)
    assert.equal(5, games.ended)
    s:close()
  end)

  it("arrives whole where an interrupt waits", function()
    aurum.sys.catch_interrupts()
    local s = assert(session.open { seed = 1, bots = { "random" } })
    s:add_break { kind = "if", text = "interrupts", value = function()
      if s.live.round < 2 or aurum.sys.interrupted() then return false end
      io.popen("kill -INT $PPID"):close()
      return false
    end }
    local _, _, why = s:continue(1)
    assert.equal("interrupted", why)
    assert.is_true(aurum.sys.interrupted(true)) -- it waited
    assert.is_false(aurum.sys.interrupted())
    assert.same({ 2, "bid" }, { s.at.round, s.at.phase })
    assert.equal(tree.state_at(s.at):position(), s.live:position())
    s:remove_break(s.breaks[1])
    assert.is_true(s:run(session.times(5)))
    s:close()
  end)

  it("uses one worker for a series", function()
    local made, workers = 0, aurum.sys.workers
    aurum.sys.workers = function(...) -- luacheck: ignore
      made = made + 1
      return workers(...)
    end
    local s = assert(session.open { seed = 1, bots = { "random" } })
    s:add_break { kind = "on", event = "fault" }
    s:continue(20)
    aurum.sys.workers = workers -- luacheck: ignore
    assert.equal(1, made)
    s:close()
  end)

  it("leaves persons, lines of Lua and hooks to steps", function()
    local s = assert(session.open { seed = 1, bots = { "random" } })
    assert.is_true(s:can_walk())
    s.humans[2] = true
    assert.is_false(s:can_walk())
    s.humans[2] = nil
    s:add_break { kind = "error" }
    assert.is_false(s:can_walk())
    s:remove_break(s.breaks[1])
    assert.is_true(s:can_walk())
    local rules = assert(aurum.variant "standard+exchange")
    s:new_game { variant = rules }
    assert.is_false(s:can_walk())
    s:close()
  end)
end)
