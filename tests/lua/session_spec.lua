-- The session of the REPL (repl/session/session.lua): its tree of positions
-- compared with plain replays, its output, and where it stops.
local aurum = require "aurum"
local session = require "aurum.repl.session.session"
local exports = require "aurum.repl.session.exports"
local tree = require "aurum.repl.session.tree"
local helper = require "helper"

local function open(options)
  return assert(session.open(options or { seed = 1, bots = { "greedy" } }))
end

--- A session in which all seats are moved by hand.
local function by_hand(options)
  options.bots = { "none" }
  return open(options)
end

--- The state that the tree's moves from the root to here lead to in a replay,
--- and the text of the moves.
local function replayed(s)
  local state, keys = aurum.state(s.root.rules), {}
  for _, node in ipairs(tree.path(s.at)) do
    keys[#keys + 1] = node.key
    if node.deal then state:deal(s.root.seed) end
    if node.action then state:apply(tostring(node.action)) end
  end
  return state, table.concat(keys, "\n")
end

local function random_action(s, roll)
  return helper.choose(s.state:legal(), roll)
end

--- Make one random move in the session: on, back, forward, or to another place.
local function wander(s, roll)
  local dice = roll(12)
  if dice <= 2 then
    s:back(roll(30))
  elseif dice <= 4 then
    s:forward(roll(30))
  elseif dice == 5 then
    s:switch(s.branches[roll(#s.branches)])
  elseif dice == 6 then
    local line = s:line()
    s:go(line[roll(#line)])
  elseif s.at.phase == "deal" then
    assert(s:deal_round())
  elseif s.at.phase ~= "over" then
    for _ = 1, roll(8) do
      if not s.live.turn then break end
      assert(s:act(random_action(s, roll)))
    end
  end
end

describe("the tree of positions", function()
  for _, players in ipairs { 3, 4 } do
    it("agrees with plain replays on random walks, " .. players .. " players",
      function()
        local roll = helper.dice(players)
        for seed = 1, 4 do
          local s = by_hand { seed = seed, players = players }
          local reached = {}
          for _ = 1, 300 do
            wander(s, roll)
            local state, key = replayed(s)
            assert.is_true(state == s.state)
            assert.equal(state:position(), s.state:position())
            assert.equal(key, select(2, replayed(s)))
            reached[key] = s.state:position()
            -- 'next' leads from the root through this node to the
            -- tip of its branch
            local line, found = s:line(), false
            for _, node in ipairs(line) do found = found or node == s.at end
            assert.is_true(found)
            assert.equal(s.branch.tip, line[#line])
          end
          -- every position reached so far still exists, unchanged
          local kept = {}
          for _, branch in ipairs(s.branches) do
            for _, node in ipairs(tree.path(branch.tip)) do
              kept[node] = true
            end
          end
          for node in pairs(kept) do
            if node.parent then s:go(node.parent) end
            s:go(node) -- its branch may be another one
            local line = s:line()
            assert.equal(s.branch.tip, line[#line])
            assert.equal(node, line[#tree.path(node)])
            local _, key = replayed(s)
            if reached[key] then
              assert.equal(reached[key], s.state:position())
              reached[key] = nil
            end
          end
          assert.is_nil(next(reached))
        end
      end)
  end

  it("follows existing moves, and branches at new ones", function()
    local s = by_hand { seed = 1 }
    s:deal_round()
    local legal = s.state:legal()
    s:act(legal[1])
    local first = s.at
    s:back()
    s:act(tostring(legal[1].card)) -- the same, by the card's name
    assert.equal(first, s.at)
    assert.equal(1, #s.branches)
    s:back()
    s:act(legal[2])
    assert.equal(2, #s.branches)
    assert.equal(s.branches[1], s.branch.parent)
    s:back()
    s:act(legal[3]) -- from the second branch, but where the first one started
    assert.equal(s.branches[1], s.branch.parent)
    s:back()
    s:act(legal[1])
    assert.equal(first, s.at)
    assert.equal(s.branches[1], s.branch)
  end)

  it("stays at its place if an action is refused", function()
    local s = by_hand { seed = 1 }
    s:deal_round()
    local before = s.state
    local done, message = s:act "play Z99"
    assert.is_nil(done)
    assert.is_string(message)
    done, message = s:act "bid B2"
    assert.is_nil(done)
    assert.matches("RULES 4", message)
    assert.is_true(before == s.state)
    assert.equal(1, #s.at.root.kids)
  end)

  it("hands out copies of its state", function()
    local s = by_hand { seed = 1 }
    s:deal_round()
    local state = s.state
    state:apply(state:legal()[1])
    assert.equal("1.0.1", tree.place(s.at))
    s:act(s.live:legal()[2])
    s:back()
    assert.is_true(s.state == aurum.state(s.root.rules):deal "1")
  end)

  it("goes back and forward fast", function()
    local s = open()
    s:run(s:until_end "game")
    local before, n = os.clock(), 0
    while n < 10000 do
      while s:back() do n = n + 1 end
      while s:forward() do n = n + 1 end
    end
    -- about 20 ms; a second is the limit for the slowest machine
    assert.is_true(os.clock() - before < 1)
  end)

  it("names places like `bot ask`, and finds them", function()
    local s = open()
    s:run(s:until_end "game")
    for _, node in ipairs(s:line()) do
      if node.phase ~= "deal" and node.phase ~= "over" then
        assert.equal(node, s:find(tree.place(node)))
      end
    end
    assert.equal("1.0.1", tree.place(s:find "1"))
    assert.equal("1.3.c1", tree.place(s:find "1.3"))
    for text, message in pairs {
      ["99"] = "no round 99 on this branch", ["1.99"] = "no trick 99",
      ["1.2.9"] = "no place 1.2.9", ["x"] = "expected a place ROUND",
      ["1..2"] = "expected",
    } do
      local node, problem = s:find(text)
      assert.is_nil(node)
      assert.matches(message, problem, 1, true)
    end
  end)

  it("drops a branch, but keeps the part that others share", function()
    local s = by_hand { seed = 1 }
    s:deal_round()
    local legal = s.state:legal()
    s:act(legal[1])
    s:act(s.state:legal()[1])
    s:back(2)
    s:act(legal[2])
    local two = s.branch
    s:back()
    s:act(legal[3])
    s:switch(two)
    assert.is_true(s:drop(two))
    assert.equal("1.0.1", tree.place(s.at)) -- where the branch started
    assert.equal(2, #s.at.kids)
    assert.is_true(s:drop(s.branches[1]))
    assert.equal(1, #s.at.kids)
    local done, message = s:drop(s.branches[1])
    assert.is_nil(done)
    assert.matches("only branch", message)
    assert.is_true(select(1, replayed(s)) == s.state)
  end)
end)

describe("bots at the table", function()
  it("play as in a match", function()
    for _, bots in ipairs { { "greedy" }, { "counter", "random" } } do
      local s = open { seed = "7.3", bots = bots }
      assert.is_true(s:run(s:until_end "game"))
      local game = aurum.game { seed = "7.3", bots = bots }:run()
      assert.equal(game.state:position(), s.state:position())
      s:close()
    end
  end)

  it("answer the same however the position was reached", function()
    local s = open { seed = 5, bots = { "random" } }
    s:run(s:until_end "game")
    local roll, line = helper.dice(3), s:line()
    for _ = 1, 40 do
      local node = line[roll(#line - 1)]
      s:go(node)
      if node.phase ~= "deal" then
        assert.equal(node.next.key, (s:decide(s.bots[1])))
        assert.is_truthy(s:step())
        assert.equal(node.next, s.at)
      end
    end
    assert.equal(1, #s.branches)
    s:close()
  end)

  it("observe moves made by hand, and built positions", function()
    local s = open { seed = 2, bots = { "greedy" } }
    s:run(session.times(20))
    local state = s.state
    local one, two = state.hands[1], state.hands[2]
    s:build(state:set { hands = { two, one } })
    local token = s.state:position()
    assert.is_true(s:run(s:until_end "round"))
    assert.matches("pass", s.at.key)
    local other = open { bots = { "greedy" } }
    assert.is_true(other:load_position(token))
    assert.equal(token, other.state:position())
    s:close()
    other:close()
  end)

  it("stop at a fault, and act once they are repaired", function()
    local path = os.tmpname()
    local function write(text)
      local file = assert(io.open(path, "w"))
      file:write(text)
      file:close()
    end
    local good = [[return { bid = function(_, v) return v.hand:lowest() end,
      play = function(_, v) return v:legal()[1] end }]]
    write((good:gsub("v:legal%(%)%[1%]", "v.nothing[1]")))
    local s = open { seed = 1, bots = { path } }
    local done, message, why = s:run(s:until_end "trick")
    assert.is_nil(done)
    assert.equal("fault", why)
    assert.matches("seat 1", message)
    assert.equal("play", s.at.phase)
    assert.matches("traceback", s.fault.trace)
    local place = tree.place(s.at)
    write "return {"
    local list = s:reload()
    assert.is_string(list[1].problem)
    write(good)
    list = s:reload()
    assert.equal(4, #list)
    assert.is_nil(list[1].problem)
    assert.equal(place, tree.place(s.at))
    assert.is_true(s:run(s:until_end "trick"))
    s:close()
    os.remove(path)
  end)

  --- The outputs of four bots, each with its place, in two rounds with a walk
  --- back, from runs or from single steps.
  local function outputs(single)
    local term = require "aurum.text.term"
    local say, list = term.say_whole, {}
    local bot = helper.write(helper.folder() .. "/says.lua", [[return {
      bid = function(_, v) print("bids", v.seat) return v.hand:lowest() end,
      play = function(_, v) print("plays", v.seat) return v:legal()[1] end,
      observe = function(_, e) print("sees", e.kind) end }]])
    local s = open { seed = 1, bots = { bot } }
    term.say_whole = function(text)
      list[#list + 1] = tree.place(s.at) .. " " .. text
    end
    local function on(done)
      if not single then return s:run(done) end
      repeat assert(s:step()) until done()
    end
    on(s:until_end "trick")
    on(s:until_end "trick")
    s:back(3)
    on(s:until_end "round")
    assert(s:deal_round())
    on(s:until_end "trick")
    term.say_whole = say
    s:close()
    helper.clean()
    return list
  end

  it("print in runs what they print in single steps, and where", function()
    local list = outputs(true)
    assert.is_true(#list > 60)
    assert.same(list, outputs(false))
  end)

  it("are at fault where they did not end, not where the run began", function()
    local bot = helper.write(helper.folder() .. "/hangs.lua", [[return {
      bid = function(_, v) return v.hand:lowest() end,
      play = function(_, v)
        while v.trick.number == 3 and v.seat == 2 do end
        return v:legal()[1]
      end }]])
    local s = open { seed = 1, bots = { bot } }
    s.seconds = 0.2
    local done, message, why = s:run(s:until_end "round")
    assert.is_nil(done)
    assert.equal("fault", why)
    assert.matches("^seat 2, .*0.2 s", message)
    assert.matches("^1%.3%.", tree.place(s.at))
    assert.equal(2, s.state.turn)
    s:close()
    helper.clean()
  end)

  it("play a series as other games with its seeds do", function()
    local s, ends = open { seed = "tea", bots = { "greedy", "random" } }, {}
    s:add_break { kind = "if", text = "false",
      value = function() return false end }
    function s:ended() ends[#ends + 1] = self.state:position() end
    assert.equal("over", select(3, s:continue(3)))
    for i, seed in ipairs { "tea", "tea.1", "tea.2" } do
      local game = aurum.game { bots = { "greedy", "random" }, seed = seed }
      game:run()
      assert.equal(game.state:position(), ends[i])
    end
    assert.equal(3, #ends)
    s:close()
  end)

  it("wait for a person's move", function()
    local s = open { seed = 1, bots = { "greedy" }, human = 2 }
    local done, message, why = s:run(s:until_end "game")
    assert.is_nil(done)
    assert.equal("person", why)
    assert.matches("seat 2", message)
    assert.equal(2, s.state.turn)
    s:act(s.state:legal()[1])
    s:run(s:until_end "game")
    assert.equal("change", s.at.phase)
    s.auto_skip = true
    s:run(s:until_end "game")
    assert.equal("play", s.at.phase)
    local at = s.at
    s:act(s.state:legal()[1])
    s:run(s:until_end "game")
    assert.is_true(s:undo())
    assert.equal(at, s.at)
    s:seat_bot(3, "none")
    done, message = s:undo()
    assert.is_nil(done)
    assert.equal("cannot undo: seat 3 has no bot", message)
    s:close()
  end)

  it("names a bot that cannot be seated", function()
    local s = open()
    local path = helper.folder() .. "/hoard.lua"
    for source, problem in pairs {
      ["local t = {} while true do t[#t + 1] = ('x'):rep(1e6) .. #t end"] =
        path .. ": it took more memory than a bot may (128 MiB)",
      ["error 'at once'"] = path .. ":1: at once",
    } do
      local good, message = s:seat_bot(2, helper.write(path, source))
      assert.is_nil(good)
      assert.equal(problem, message)
    end
    s:close()
    helper.clean()
  end)
end)

describe("a session", function()
  it("stops at conditions, events and watched values", function()
    local s = open { seed = 1, bots = { "greedy" } }
    local point = { kind = "if", text = "trick 3",
      value = function() return s:trick().number == 3 end }
    local id = s:add_break(point)
    local _, text, why, hit = s:continue(1)
    assert.equal("break", why)
    assert.equal(point, hit)
    assert.matches("^1: ", text)
    assert.equal(3, s.at.trick)
    assert.is_true(s:remove_break(s:break_of(id)) ~= nil)
    s:add_break { kind = "on", event = "award" }
    _, _, why = s:continue(1)
    assert.equal("break", why)
    assert.is_truthy(s.state.tricks[#s.state.tricks].award)
    s.breaks = {}
    s:add_break { kind = "watch", text = "leader",
      value = function() return s.live.leader end }
    local before = s.live.leader
    s:continue(1)
    assert.not_equal(before, s.live.leader)
    s.breaks = {}
    s:add_break { kind = "if", text = "raises", value = function()
      error "no such thing"
    end }
    _, text, why = s:continue(1)
    assert.equal("break", why)
    assert.matches("error: no such thing", text)
    s:close()
  end)

  it("continues across games, and forgets those without a hit", function()
    local s = open { seed = "9", bots = { "greedy" } }
    s:add_break { kind = "if", text = "third round",
      value = function() return s.live.round == 3 and s.root.seed ~= "9" end }
    local _, _, why = s:continue(50)
    assert.equal("break", why)
    assert.matches("^9%.%d+$", s.root.seed)
    assert.equal(2, #s.roots)
    assert.equal(2, #s.branches)
    -- the same game from its seed
    local other = open { seed = s.root.seed, bots = { "greedy" } }
    other:run(function() return other.live.round == 3 end)
    assert.equal(other.state:position(), s.state:position())
    s:close()
    other:close()
  end)

  it("counts the seeds of a series", function()
    assert.equal("a.1", session.next_seed "a")
    assert.equal("a.10", session.next_seed "a.9")
    assert.equal("1.x.1", session.next_seed "1.x")
  end)

  it("prints the events of a state", function()
    local s = open { seed = 3, bots = { "greedy" } }
    local told = {}
    s.listener = function(events)
      table.move(events, 1, #events, #told + 1, told)
    end
    s:run(s:until_end "game")
    local all = s.state:events()
    assert.equal(#all, #told)
    for i, event in ipairs(all) do assert.same(event, told[i]) end
    s:close()
  end)

  it("exports the whole game as text", function()
    local s = open { seed = 3, bots = { "greedy" } }
    s:run(s:until_end "game")
    local text, rounds = exports.text(s), s.state.round
    assert.is_true(rounds > 1)
    for round = 1, rounds do
      assert.matches(("Round %d"):format(round), text, 1, true)
    end
    assert.matches("won\n$", text)
    s:close()
  end)

  it("undoes no answer that others have seen", function()
    local path = helper.write(helper.folder() .. "/votes.lua", [[return {
      name = "votes", api = 2, vars = { asked = "round" },
      questions = { { name = "vote", when = "deal", words = { "yes", "no" },
        next = function(s)
          if s.vars.asked == 0 then return { 1, 2, 3, 4 } end
        end,
        default = "yes", done = function(s) s.vars.asked = 1 end } } }]])
    local function undone_after(seat)
      local s = open { seed = 1, bots = { "greedy" }, human = seat,
        variant = "standard+" .. path }
      assert(s:deal_round())
      while s.live.turn ~= seat do assert(s:step()) end
      assert(s:act "yes")
      local done, message = s:undo()
      s:close()
      return done, message
    end
    assert.is_true((undone_after(1)))
    local done, message = undone_after(4)
    assert.is_nil(done)
    assert.equal("cannot undo: the answers are revealed", message)
    helper.clean()
  end)

  it("replays a deal under other rules", function()
    local s = open { seed = 4, bots = { "greedy" } }
    s:run(s:until_end "round")
    local hands = s.live:history()[1].hands
    assert.is_true(s:under "bga")
    assert.equal("bga", s.root.rules.name)
    assert.same(tostring(hands[2]), tostring(s.live:history()[1].hands[2]))
    assert.equal(1, s.at.round)
    local done, message = s:under "five-alchemists"
    assert.is_nil(done)
    assert.is_string(message)
    done, message = s:under "bgo"
    assert.is_nil(done)
    assert.matches("did you mean 'bga'", message)
    s:close()
  end)

  it("saves and loads a game", function()
    local s = open { seed = 6, bots = { "greedy" } }
    s:run(s:until_end "game")
    local record = assert(aurum.record(s.state:record {
      seed = s.root.seed, names = { "greedy", "greedy", "nobody", "" } }))
    assert.same({}, (record:replay(s.root.rules)))
    local other = open()
    local good, remarks = other:load_record(record)
    assert.is_true(good)
    assert.equal(1, #remarks) -- nobody
    assert.equal(other.root, other.at)
    other:visit "end"
    assert.equal(s.state:position(), other.state:position())
    assert.equal("6", other.root.seed)
    s:close()
    other:close()
  end)

  it("loads a wrong record up to its first bad action", function()
    local s = open { seed = 6, bots = { "greedy" } }
    s:run(s:until_end "game")
    local line = s.state:record { seed = "6" }
    local plays = line:match '"plays":"([^"]+)"'
    local bad = line:gsub(plays, (plays:gsub("^%S+ %S+", function(two)
      return two:match "^%S+" .. " " .. two:match "^%S+"
    end)), 1)
    local other = open()
    local good, remarks = other:load_record(assert(aurum.record(bad)))
    assert.is_true(good)
    assert.matches("does not verify", remarks[1])
    assert.matches("loaded up to 1.1.2", remarks[#remarks])
    s:close()
    other:close()
  end)

  it("deals a round anew from another seed", function()
    local s = open { seed = 1, bots = { "greedy" } }
    s:run(session.times(12))
    local here = s.at
    assert.is_true(s:deal_round "2")
    assert.is_true(s.state == aurum.state(s.root.rules):deal "2")
    assert.equal(2, #s.branches)
    assert.is_true(s:deal_round "1") -- the first deal again
    assert.equal(here.branch, s.branch)
    s:close()
  end)
end)

describe("the display of the table", function()
  local picture = require "aurum.repl.show.picture"

  it("fits 80 columns, and 40 for all but the longest seeds #long", function()
    for _, variant in ipairs { "standard", "bga", "five-alchemists" } do
      for players = 3, 5 do
        local rules = aurum.variant(variant, players)
        local s = rules and open { variant = rules, seed = "7",
          bots = { "random" } }
        local steps = 0
        while s and s:step(true) and steps < 120 do
          steps = steps + 1
          for _, width in ipairs { 80, 40 } do
            for seat = 0, steps % 20 == 0 and players or 0 do
              local text = picture.draw(s, seat > 0 and seat or nil, width)
              for line in text:gmatch "[^\n]+" do
                assert.is_true(#line <= width, line)
                assert.is_nil(line:find "[\128-\255%c]")
              end
            end
          end
        end
        if s then s:close() end
      end
    end
  end)

  it("shows a seat only what it may know", function()
    local s = open { seed = 3, players = 3, bots = { "random" } }
    local roll = helper.dice(5)
    for _ = 1, 60 do
      if not s:step() then break end
      local view = s.state:view(2)
      if s.live.turn and #view.unseen > 0 then
        local text = picture.draw(s, 2, 80)
        -- exchange cards that the seat cannot see: the picture stays the same
        local world = view:sample(1)[1]
        local copy = open { variant = s.root.rules, seed = "3",
          state = world, bots = { "random" } }
        copy.root.number, copy.at.place = s.root.number, s.at.place
        assert.equal(text, picture.draw(copy, 2, 80))
        copy:close()
      end
      roll(2)
    end
    s:close()
  end)
end)

describe("a game that begins at a state", function()
  local source = [[
    local told = {}
    return {
      start = function(_, view) told[#told + 1] = "start " .. view.round end,
      observe = function(_, event) told[#told + 1] = event.kind end,
      bid = function(_, view) return view.hand:lowest() end,
      play = function(_, view)
        if #view.tricks == 3 then error(table.concat(told, " "), 0) end
        return view:legal()[1]
      end,
    }]]

  it("continues from there, and its bots observe the round", function()
    local played = aurum.game { seed = 1, bots = { helper.first() } }
    while #played.state.tricks < 2 do played:step() end
    local game = aurum.game { seed = 1, bots = { helper.bot(source) } }
    assert.equal(game, game:begin(played.state))
    assert.is_true(game.state == played.state)
    while not game.over do game:step() end
    local told = game.faults[1].message
    assert.matches("start 1", told)
    assert.equal(4, game.faults[1].trick)
    assert.equal(1, select(2, told:gsub("trick", ""))) -- the third
    -- the original state has not been played on
    assert.equal(2, #played.state.tricks)
  end)

  it("plays like the original game from there", function()
    local bots = { helper.first() }
    local whole = aurum.game { seed = 1, bots = bots }:run()
    local half = aurum.game { seed = 1, bots = bots }
    for _ = 1, 30 do half:step() end
    local game = aurum.game { seed = 1, bots = bots }:begin(half.state):run()
    assert.equal(whole.state:position(), game.state:position())
    assert.equal(whole:record(), game:record())
  end)

  it("needs the same rules", function()
    local game = aurum.game { seed = 1 }
    helper.raises("a state under other rules", game.begin, game,
      aurum.state(aurum.variant("bga", 4)))
    helper.raises("aurum.state expected", game.begin, game, "au1")
  end)
end)

describe("state:record and state:events", function()
  it("write the same as a game", function()
    local game = aurum.game { seed = 8, bots = { "greedy", "random" } }:run()
    assert.equal(game:record(), game.state:record {
      seed = "8", names = game.names })
    local bare = assert(aurum.record(game.state:record()))
    assert.equal("", bare.seed)
    assert.same({ "", "", "", "" }, bare.names)
    helper.raises("table expected", game.state.record, game.state, 1)
  end)

  it("list only the last one", function()
    local state = aurum.state(aurum.variant("standard", 3))
    assert.same({}, state:events(true))
    local game = aurum.game { variant = "standard", players = 3, seed = 8,
      bots = { "random" } }
    local n = 0
    while not game.over do
      game:step()
      local all, last = game.state:events(), game.state:events(true)
      assert.equal(#all - n, #last)
      for i, event in ipairs(last) do assert.same(all[n + i], event) end
      n = #all
    end
  end)
end)
