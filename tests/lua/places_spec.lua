-- Places of decisions, and kinds of decisions: the same on every surface.
local aurum = require "aurum"
local decisions = require "aurum.record.decisions"
local helper = require "tests.lua.helper"

-- Variants with questions, and the places of their first decisions.
local asking = {
  { "standard+exchange", "1.0.a1", "answer" }, -- after the deal
  { "standard+auction", "1.0.a1", "answer" }, -- in place of the bids
  { "standard+stakes", "1.0.1", "bid" }, -- after the bids
}

local kinds = { [""] = "play", c = "change", a = "answer" }

describe("aurum.place", function()
  it("reads a place", function()
    for text, parts in pairs {
      ["2"] = { round = 2 }, ["2.5"] = { round = 2, trick = 5 },
      ["2.5.3"] = { round = 2, trick = 5, kind = "play", nth = 3 },
      ["2.5.c1"] = { round = 2, trick = 5, kind = "change", nth = 1 },
      ["2.0.a7"] = { round = 2, trick = 0, kind = "answer", nth = 7 },
      ["2.0.3"] = { round = 2, trick = 0, kind = "bid", nth = 3 },
      ["2.end"] = { round = 2, kind = "end" },
    } do
      parts.text = text
      assert.same(parts, aurum.place(text))
    end
    assert.equal("2.5.c1", aurum.place("02.05.c01").text)
  end)

  it("says what it expects", function()
    for _, text in ipairs { "", "x", "2.", "2.5.x1", "2.5.c", "2.5.0", "0.end",
      "2.5.3.1", "2.5c1", "2\0", "-1" } do
      local place, problem = aurum.place(text)
      assert.is_nil(place)
      assert.truthy(problem:find(
        "expected a place ROUND[.TRICK[.PLAY]] such as 2.4.3, got '", 1, true))
    end
    helper.raises("bad argument #1 to 'aurum.place'", aurum.place)
    helper.raises("(string expected, got number)", aurum.place, 2.1)
  end)
end)

describe("the place of a state", function()
  --- The place that counting from the beginning of its trick gives.
  local function counted(state, counts)
    local at = aurum.place(state.place)
    local key = ("%d.%d"):format(state.round, at.trick)
    if counts.key ~= key then counts.key, counts.n = key, {} end
    local letter = state.phase == "change" and "c"
      or state.phase == "ask" and "a" or ""
    counts.n[letter] = (counts.n[letter] or 0) + 1
    return ("%s.%s%d"):format(key, letter, counts.n[letter]), letter
  end

  it("is that of its decision, also in views, copies and words", function()
    for i, case in ipairs { { "bga" }, table.unpack(asking) } do
      local state, counts = aurum.state(aurum.variant(case[1], 4)), {}
      assert.same({ nil, "deal" }, { state.place, state.deciding })
      helper.play_out(state, "places" .. i, function(_)
        local place, letter = counted(state, counts)
        local kind = aurum.place(place).trick == 0 and letter == "" and "bid"
          or kinds[letter]
        assert.same({ place, kind }, { state.place, state.deciding })
        local view = state:view(state.turn % 4 + 1)
        assert.same({ place, kind }, { view.place, view.deciding })
        assert.equal(place, state:clone().place)
        local words = (", trick %d"):format(aurum.place(place).trick)
        assert.truthy(tostring(state):find(words .. ", ", 1, true))
        assert.truthy(tostring(view):find(words .. ", ", 1, true))
        assert.equal(words ~= ", trick 0", decisions.place(state):find(
          words .. ", seat", 1, true) ~= nil)
      end)
      assert.same({ nil, state.round .. ".end" },
        { state.deciding, state.place })
      for before, _, place in state:decisions() do
        assert.equal(place, before.place)
      end
      assert.equal("1.end", state:at("1.end").place)
      assert.equal("deal", state:at("1.end").deciding or "deal")
      assert.equal(case[2] or "1.0.1", state:at("1").place)
    end
  end)

  it("follows undo", function()
    local state = aurum.state(aurum.variant("standard+exchange", 4))
    local places = {}
    helper.play_out(state, "undo", function(_)
      if state.round == 1 then places[#places + 1] = state.place end
    end)
    while state.round > 1 or not state.turn do assert(state:undo()) end
    for i = #places, 1, -1 do
      assert.equal(places[i], state.place)
      state:undo()
    end
  end)
end)

describe("a bot's prints and faults name the trick of its decision:", function()
  for _, case in ipairs(asking) do
    it(case[1], function()
      local printing = helper.first [[
        bid = function(_, view)
          print("at " .. view.place)
          return view:legal()[1]
        end,
        answer = function(_, view)
          print("at " .. view.place)
          return view:legal()[1]
        end]]
      local game = aurum.game { variant = case[1], players = 4, seed = "1",
        bots = { printing, "random", "random", "random" }, keep_prints = true }
      while game.state.turn and game.state.turn ~= 1 or not game.state.turn do
        game:step()
      end
      for _ = 1, 60 do
        if game.over then break end
        game:step()
      end
      local n = 0
      for prefix, place in game:printed():gmatch "%[[^%]]- (%S+)%] at (%S+)" do
        local at = aurum.place(place)
        assert.equal(("%d.%d"):format(at.round, at.trick), prefix)
        n = n + 1
      end
      assert.is_true(n > 0)
    end)

    it("a fault in " .. case[1], function()
      local failing = helper.first [[
        answer = function(_, view) error(view.place) end]]
      local game = aurum.game { variant = case[1], players = 4, seed = "1",
        bots = { failing, failing, failing, failing } }
      game:run()
      local fault = game.faults[1]
      local at = aurum.place(fault.message:match "%d+%.%d+%.a%d+")
      assert.same({ 0, at.round, at.trick, at.kind },
        { fault.trick, fault.round, fault.trick, fault.ask })
    end)
  end
end)
