-- Breakpoints of the REPL's session (repl/session/breakpoints.lua): the places
-- where a run stops forward and backward, compared with plain replays.
local aurum = require "aurum"
local session = require "aurum.repl.session.session"
local tree = require "aurum.repl.session.tree"
local helper = require "helper"

-- Conditions on a state, without a session.
local conditions = {
  function(state) return state.turn == 1 end,
  function(state) return state.trick.number == 3 end,
  function(state) return (state.taken[1] or 0) > 2 end,
  function(state) return state.round == 2 and state.phase == "change" end,
}

local watched = {
  function(state) return tostring(state.gold[1]) end,
  function(state) return tostring(state.leader) end,
}

local function has_event(state, name)
  for _, event in ipairs(state:events(true)) do
    if event.kind == name
      or name == "award" and event.kind == "trick" and event.award then
      return true
    end
  end
  return false
end

--- The nodes from the root to here at which a function of the state before a
--- move and the state after it is true, by a plain replay.
local function expected(s, holds)
  local state, found = aurum.state(s.root.rules), {}
  for _, node in ipairs(tree.path(s.at)) do
    local before = state:clone()
    if node.deal then state:deal(s.root.seed) end
    if node.action then state:apply(tostring(node.action)) end
    if node.parent and holds(state, before) then found[#found + 1] = node end
  end
  return found
end

--- A breakpoint of any kind, and the same as a function for `expected`.
local function any_point(s, roll)
  local kind = roll(3)
  if kind == 1 then
    local holds = conditions[roll(#conditions)]
    return { kind = "if", text = "condition",
      value = function() return holds(s.live) end }, holds
  elseif kind == 2 then
    local look = watched[roll(#watched)]
    return { kind = "watch", text = "watched",
      value = function() return look(s.live) end },
      function(state, before) return look(state) ~= look(before) end
  end
  local name = helper.choose({ "award", "trick", "play", "deal", "bid",
    "round" }, roll)
  local holds = roll(2) == 1 and conditions[roll(#conditions)] or nil
  return { kind = "on", event = name, text = holds and "condition",
    value = holds and function() return holds(s.live) end },
    function(state)
      return has_event(state, name) and (not holds or holds(state))
    end
end

--- Makes a random move, of which some start branches.
local function wander(s, roll)
  local dice = roll(6)
  if dice == 1 then
    s:back(roll(40))
  elseif dice == 2 then
    s:forward(roll(40))
  elseif dice == 3 then
    s:switch(s.branches[roll(#s.branches)])
  elseif s.at.phase == "deal" then
    assert(s:deal_round())
  else
    for _ = 1, roll(60) do
      if not s.live.turn then break end
      assert(s:act(helper.choose(s.live:legal(), roll)))
    end
  end
end

describe("reverse-continue", function()
  for _, players in ipairs { 3, 4 } do
    it("stops where plain replays say, on random walks, " .. players
      .. " players", function()
      local roll, stops, stays = helper.dice(players + 10), 0, 0
      for seed = 1, 3 do
        local s = assert(session.open { seed = seed, players = players,
          bots = { "none" } })
        for _ = 1, 120 do
          wander(s, roll)
          local point, holds = any_point(s, roll)
          s:add_break(point)
          local here, branch = s.at, s.branch
          local list = expected(s, holds)
          if list[#list] == here then table.remove(list) end
          local want = list[#list] or here
          local _, _, why = s:reverse()
          assert.equal(list[1] and "break" or "over", why)
          assert.equal(want, s.at)
          assert.equal(branch, s.branch)
          stops = stops + (list[1] and 1 or 0)
          stays = stays + (list[1] and 0 or 1)
          assert.equal(tree.state_at(want):position(), s.live:position())
          s:remove_break(point)
        end
      end
      assert.is_true(stops > 100 and stays > 20)
    end)
  end

  it("meets the places of the way forward, in reverse", function()
    local s = assert(session.open { seed = 5, bots = { "greedy" } })
    s:add_break { kind = "on", event = "award" }
    s:add_break { kind = "watch", text = "taken",
      value = function() return s.live.taken[2] end }
    local there = {}
    while true do
      local _, _, why = s:run(function() return s.at.phase == "over" end)
      if why ~= "break" then break end
      there[#there + 1] = s.at
    end
    assert.equal("over", s.at.phase)
    assert.is_true(#there > 20)
    if there[#there] == s.at then table.remove(there) end
    for i = #there, 1, -1 do
      s:reverse()
      assert.equal(there[i], s.at)
    end
    local _, _, why = s:reverse()
    assert.equal("over", why)
    assert.equal(there[1], s.at)
    s:close()
  end)
end)

describe("a breakpoint", function()
  local function open()
    return assert(session.open { seed = 5, bots = { "greedy" } })
  end

  it("is ignored, disabled and deleted as asked", function()
    local s = open()
    local point = { kind = "on", event = "play" }
    s:add_break(point)
    s:continue(1)
    assert.equal("1.1.2", tree.place(s.at))
    point.ignore = 2
    s:continue(1)
    assert.same({ 0, 4 }, { point.ignore, point.hits })
    assert.equal(0, #s.live.trick.plays) -- the fourth play ends it
    point.enabled = false
    assert.is_false(s:has_breaks())
    point.enabled, point.temporary = true, true
    local _, _, why, hit = s:continue(1)
    assert.same({ "break", point }, { why, hit })
    assert.same({}, s.breaks)
    s:close()
  end)

  it("runs commands and goes on, or stops as they say", function()
    local s, ran = open(), 0
    local point = { kind = "on", event = "award", commands = { "any" } }
    s:add_break(point)
    function s.on_trace(of, message)
      assert.equal(point, of)
      assert.matches("^1: on award: G%d awarded to seat %d", message)
      ran = ran + 1
      return ran == 3
    end
    local _, _, why = s:run(function() return s.at.phase == "over" end)
    assert.same({ "break", 3, 3 }, { why, ran, point.hits })
    s:close()
  end)

  it("moves nothing by its condition or its commands", function()
    for _, move in ipairs {
      function(s) s:back() end,
      function(s) s:act(s.live:legal()[1]) end,
      function(s) s:step() end,
      function(s) s:run(function() return true end) end,
      function(s) s:new_game {} end,
      function(s) s:switch(s.branch) end,
      function(s) s:drop(s.branch) end,
      function(s) s:build(s.state) end,
      function(s) s:deal_round "8" end,
      function(s) s:visit "start" end,
    } do
      local s = open()
      s:run(session.times(9))
      s:add_break { kind = "if", text = "moves",
        value = function() move(s) end }
      local _, text, why = s:run(session.times(5))
      assert.equal("break", why)
      assert.matches("moves: error: a breakpoint's condition or command cannot",
        text)
      assert.equal(11, #tree.path(s.at)) -- the root and ten steps
      assert.equal(1, #s.roots)
      s.breaks = {}
      assert.is_true(s:run(session.times(5)))
      s:close()
    end
  end)
end)
