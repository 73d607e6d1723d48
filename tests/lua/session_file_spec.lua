-- Session files of the REPL (repl/session/session_file.lua): sessions of random
-- walks are restored to the byte, and a file that is not one is refused.
local aurum = require "aurum"
local session = require "aurum.repl.session.session"
local session_file = require "aurum.repl.session.session_file"
local tree = require "aurum.repl.session.tree"
local helper = require "helper"

local function nothing() end

local function open(options)
  return assert(session.open(options or { seed = 1, bots = { "greedy" } }))
end

--- The session of a text; or nil and a message.
local function load_text(text, find)
  local data, problem = session_file.decode(text)
  if not data then return nil, problem end
  return session_file.replay(data, find or nothing)
end

--- Makes a random change of a session.
local function wander(s, roll, step)
  local dice = roll(16)
  if dice <= 2 then
    s:back(roll(40))
  elseif dice == 3 then
    s:forward(roll(40))
  elseif dice == 4 then
    s:switch(s.branches[roll(#s.branches)])
  elseif dice == 5 then
    s.at.comment = ('line %d, "quoted" \\ G\u{f6}ld \u{1f0a1} '
      .. "\u{e0041} \u{202e} \1"):format(step)
  elseif dice == 6 then
    s.branches[roll(#s.branches)].name = "name-" .. step
  elseif dice == 7 and #s.branches > 3 then
    local at, before = s.at, session_file.encode(s)
    s:drop(s.branches[roll(#s.branches)])
    if roll(2) == 1 then
      s:undrop()
      s:go(at)
      assert.same(session_file.without_place(before),
        session_file.without_place(session_file.encode(s)))
    end
  elseif dice == 8 and step % 3 == 0 then
    s:new_game { seed = step, bots = { "none", "lowball" },
      variant = helper.choose({ "bga", "de-2024+cumulative", "ru-2023" },
        roll), players = roll(2) + 2 }
  elseif dice == 9 and s.live.turn then
    local state = s.live:clone()
    state:set { points = { roll(9) } }
    s:build(state)
  elseif dice == 10 and s.at.phase ~= "over" then
    s:deal_round(s.at.round > 0 and tostring(roll(9)) or nil)
  elseif s.at.phase == "deal" then
    assert(s:deal_round())
  else
    for _ = 1, roll(30) do
      if not s.live.turn then break end
      assert(s:act(helper.choose(s.live:legal(), roll)))
    end
  end
end

--- A session as text: every node of every branch with its comment.
local function described(s)
  local list = {}
  for _, branch in ipairs(s.branches) do
    list[#list + 1] = ("branch %s of %s"):format(tree.label(branch),
      branch.parent and tree.label(branch.parent) or "none")
    for _, node in ipairs(tree.path(branch.tip)) do
      list[#list + 1] = ("%s %s %s"):format(tree.place(node), node.key,
        node.comment or "")
    end
    list[#list + 1] = tree.state_at(branch.tip):position()
  end
  list[#list + 1] = ("at %s of %s, game %d"):format(tree.place(s.at),
    tree.label(s.branch), s.root.number)
  return table.concat(list, "\n")
end

describe("a session file", function()
  it("restores random sessions to the byte", function()
    local roll = helper.dice(3)
    local branches, games, comments = 0, 0, 0
    for seed = 1, 6 do
      local s = open { seed = seed, bots = { "none", "greedy", "greedy" } }
      s:add_break { kind = "on", event = "award" }
      s:add_break { kind = "if", text = "seat(1).need == 0",
        value = nothing, commands = { "show", 'print "x"' } }
      for step = 1, 80 do
        wander(s, roll, step)
        if step % 8 == 0 then
          local text = assert(session_file.text(s))
          local again, remarks = load_text(text)
          assert.is_truthy(again, remarks)
          assert.same({}, remarks)
          assert.equal(text, session_file.encode(again))
          assert.equal(described(s), described(again))
          assert.is_true(s.state == again.state)
          branches, games = branches + #s.branches, games + #s.roots
          comments = comments + (text:find '"text":"line' and 1 or 0)
        end
      end
      s:close()
    end
    assert.is_true(branches > 300 and games > 100 and comments > 20)
  end)

  it("goes on as the session would have", function()
    local s = open { seed = 4, bots = { "greedy", "lowball" }, human = 2 }
    s.auto_skip = true
    s:run(function() return s.at.round == 1 and s:awaits_person() end)
    s:act(s.live:legal()[1])
    for _ = 1, 3 do
      s:run(function() return s:awaits_person() end)
      s:act(s.live:legal()[1])
    end
    local again = assert(load_text(session_file.encode(s)))
    again.auto_skip = true
    for _, one in ipairs { s, again } do
      one:undo()
      one:run(function() return one:awaits_person() end)
      one:act(one.live:legal()[1])
      one:run(function() return one:awaits_person() end)
    end
    assert.equal(described(s), described(again))
    assert.same({ [2] = true }, again.humans)
    s:close()
    again:close()
  end)

  it("leaves conditions and commands disabled, and their marks", function()
    local s = open()
    s:add_break { kind = "on", event = "award" }
    s:add_break { kind = "on", event = "play", commands = { "show" } }
    s:add_break { kind = "watch", text = "state.turn", value = nothing }
    s.breaks[1].ignore, s.breaks[1].hits = 3, 4
    s.breaks[3].enabled = false
    local again = assert(load_text(session_file.encode(s)))
    local active = {}
    for i, point in ipairs(again.breaks) do
      active[i] = again.is_active(point)
    end
    assert.same({ true, false, false }, active)
    assert.same({ 3, 4 }, { again.breaks[1].ignore, again.breaks[1].hits })
    assert.equal(session_file.encode(s), session_file.encode(again))
    s:close()
  end)

  it("opens no path that it names", function()
    local path = helper.write(helper.folder() .. "/seat.lua",
      [[error "it was run"]])
    local s = open()
    s:step()
    local text = session_file.encode(s)
    for _, name in ipairs { path, "./seat.lua", path .. ":key=value",
      "../bots/greedy", "/dev/zero" } do
      local other = text:gsub('"greedy"', function()
        return ('"%s"'):format(name)
      end, 1)
      local again, remarks = load_text(other)
      assert.equal(1, #remarks)
      assert.matches("game 1, seat 1 is played by hand", remarks[1])
      assert.is_false(again.bots[1])
      assert.equal(other, session_file.encode(again))
    end
    for _, name in ipairs { path, "./seat.lua", "../variants/bga.lua" } do
      local other = text:gsub('"en%-2023"', function()
        return ('"%s"'):format(name)
      end)
      local again, problem = load_text(other)
      assert.is_nil(again)
      assert.matches("game 1 is left out", problem)
    end
    helper.clean()
    s:close()
  end)

  it("keeps the games whose variant is here", function()
    local path = helper.write(helper.folder() .. "/mild.lua",
      [[return { name = "mild", exact = 3 }]])
    local s = open()
    s:step()
    local rules = assert(aurum.variant("bga+" .. path))
    assert(s:new_game { variant = rules, seed = 5 })
    s:step()
    s.at.comment = "here"
    local text = session_file.encode(s)
    local again, remarks = load_text(text)
    assert.equal(1, #again.roots)
    assert.equal("1", again.root.seed)
    assert.matches("^game 2 is left out, its variant bga%+mild is not here: "
      .. ".*; begin a game of it first: `new EDITION%+FILE`", remarks[1])
    again, remarks = load_text(text, function(game)
      return game.rules == rules.digest and rules or nil
    end)
    assert.same({}, remarks)
    assert.equal(text, session_file.encode(again))
    local changed = text:gsub(rules.digest, ("0"):rep(16))
    again, remarks = load_text(changed)
    assert.equal(1, #again.roots)
    assert.equal(1, #remarks)
    changed = text:gsub(s.roots[1].rules.digest, ("0"):rep(16))
    again, remarks = load_text(changed, function(game)
      return game.rules == rules.digest and rules or nil
    end)
    assert.equal("5", again.root.seed)
    assert.matches("game 1 .* digest " .. s.roots[1].rules.digest
      .. " here, 0000000000000000 in the file", remarks[1])
    helper.clean()
    s:close()
  end)

  it("is refused where it is cut, or of another version", function()
    local s = open()
    s:run(session.times(20))
    s:back(5)
    s:act(s.live:legal()[2])
    local text = session_file.encode(s)
    for n = 0, #text - 3 do -- without the last "}" and the newline
      local again, problem = load_text(text:sub(1, n))
      assert.is_nil(again)
      assert.is_string(problem)
    end
    local function refused(pattern, from, to)
      local other, n = text:gsub(from, to)
      assert.is_true(n > 0, from)
      local again, problem = load_text(other)
      assert.is_nil(again)
      assert.matches(pattern, problem)
    end
    refused("format is 'aurum%-session/2'; this aurum reads", "session/1",
      "session/2")
    refused("a file of records", "aurum%-session/1", "aurum/1")
    refused("not a session file", '"format"', '"formt"')
    refused("unknown key 'sed'; did you mean 'seed'", '"seed"', '"sed"')
    refused("games%[1%].players: expected a whole", '"players":4',
      '"players":"4"')
    refused("games%[1%].humans: expected seats up to 4", '"humans":%[%]',
      '"humans":[6]')
    refused("games%[1%].bots: expected 4", '"greedy",', "")
    refused("branches%[1%].moves%[2%]: expected a card or an action",
      "bid [A-Z]%d+,", "bid Z99,")
    refused("branches%[1%].moves%[2%]", "keep,", "keep it,")
    refused("branches%[2%].after", '"after":{"branch":1', '"after":{"branch":2')
    refused("branches%[2%].id: expected more than 1", '"id":2', '"id":1')
    refused("branches%[2%].game: no game 7", '"game":1,"id":2',
      '"game":7,"id":2')
    refused("branches%[2%].after: branch 1 has no move 900",
      '"move":%d+},"game', '"move":900},"game')
    refused("at.move: branch %d has no move 900", '"move":%d+}}',
      '"move":900}}')
    s:close()
  end)

  it("is refused or harmless where bytes are changed", function()
    local roll, s = helper.dice(8), open()
    s:run(session.times(70))
    s:add_break { kind = "if", text = "state.round == 9", value = nothing }
    s.at.comment = "a comment"
    s:back(9)
    s:act(s.live:legal()[2])
    local text, read = session_file.encode(s), 0
    for _ = 1, 3000 do
      local at = roll(#text)
      local other = text:sub(1, at - 1) .. helper.choose({ "", "0", "9", '"',
        "{", "]", ",", "null", "true", "\\u0000", "-", "G0" }, roll)
        .. text:sub(at + roll(3) - 1)
      local again = load_text(other)
      if again then
        read = read + 1
        session_file.encode(again)
        described(again)
      end
    end
    assert.is_true(read > 50)
    s:close()
  end)

  it("has bounds", function()
    local s = open()
    s:step()
    s.at.comment = ("x"):rep(5000)
    local text, problem = session_file.text(s)
    assert.is_nil(text)
    assert.matches("comments%[1%].text: expected at most 4000 bytes", problem)
    assert.is_nil(session_file.decode((" "):rep((16 << 20) + 1)))
    local deep = '{"format":"aurum-session/1","games":' .. ("["):rep(500)
    text, problem = session_file.decode(deep)
    assert.is_nil(text)
    assert.matches("damaged", problem)
    s:close()
  end)
end)
