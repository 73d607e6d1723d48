-- What was seen by all is never forgotten, in a deal of full size. (Small deals
-- are compared with all histories in tests/core/knowledge_test.c.)
local aurum = require "aurum"
local helper = require "helper"

--- Apply actions given as texts, and the first answer to each question between.
local function apply(state, actions)
  for _, action in ipairs(actions) do
    while state.phase == "ask" do state:apply(state:legal()[1]) end
    state:apply(action)
  end
  while state.phase == "ask" do state:apply(state:legal()[1]) end
end

--- The number of worlds in which a card lies in none of these hands.
local function count_outside(worlds, card, seats)
  local outside = 0
  for _, world in ipairs(worlds) do
    local found = false
    for seat in pairs(seats) do
      found = found or world.hands[seat]:has(card)
    end
    outside = outside + (found and 0 or 1)
  end
  return outside
end

--- Seat 4 takes up S6, an open bid. Then seat 2 replaces the bid of seat 4,
--- which lies face down.
local function open_then_taken(variant)
  local state = aurum.state(aurum.variant(variant, 4)):deal { first = 4,
    hands = {
      "B1 B2 B3 C1 C2 C3 P1 P2 P3 S1 S2 S3",
      "B4 B5 B6 C4 C5 C6 P4 P5 P6 S4 S5 S6",
      "B7 B9 B10 C7 C8 C9 P7 P8 P9 S7 S8 S9",
      "B8 C10 P10 S10 Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8" } }
  apply(state, { "bid -B8", "bid B1", "bid S6", "bid S9", "change G0 Z1 of 2",
    "keep", "change G0 B4 of 4" })
  return state
end

--- Before each trick but the first, each seat secretly gives a card away.
local late = [[
return {
  name = "late", api = 2,
  vars = { given = "round" },
  questions = { {
    name = "give", when = "before_trick", secret = true,
    next = function(s)
      if s.vars.given == s.finished or s.finished > 8 then return nil end
      local seats = {}
      for seat = 1, s.rules.players do seats[seat] = seat end
      return seats
    end,
    default = function(s) return s.hand:lowest() end,
    done = function(s, answers)
      s.vars.given = s.finished
      for seat, card in pairs(answers) do
        s:move(card, seat, s:left_of(seat))
      end
    end,
  } },
}
]]

--- Keep in 'places' the hands where each card may lie that all saw go to one.
local function follow(places, state)
  for _, event in ipairs(state:events()) do
    if event.kind == "answers" then
      for card, seats in pairs(places) do
        local on = {}
        for seat in pairs(seats) do
          on[seat], on[seat % state.rules.players + 1] = true, true
        end
        places[card] = on
      end
    elseif event.kind == "change" then
      places[event.card] = nil
      places[event.returned] = { [event.seat] = true }
    elseif event.kind == "play" then
      places[event.card] = nil
    end
  end
end

--- After the deal, seat 1 secretly gives its lowest card to seat 2. `done` also
--- shows a card of seat 1 to all.
local shows = [[
return {
  name = "shows", api = 2,
  vars = { given = "round" },
  questions = { {
    name = "give", when = "deal", secret = true,
    next = function(s) return s.vars.given == 0 and 1 or nil end,
    choices = function(s) return { s.hand:lowest(), s.hand:highest() } end,
    default = function(s) return s.hand:lowest() end,
    done = function(s, answers)
      s.vars.given = 1
      s:show(%s, 1, "all")
      s:move(answers[1], 1, 2)
    end,
  } },
}
]]

--- How seat 3 knows the cards of others after seat 1 has given B1 away.
local function seen_after(shown)
  local path = helper.write(helper.folder() .. "/shows.lua",
    shows:format(shown))
  local state = aurum.state(aurum.variant("standard+" .. path, 4)):deal {
    first = 1, hands = {
      "B1 B2 B3 C1 C2 C3 P1 P2 P3 S1 S2 S3",
      "B4 B5 B6 C4 C5 C6 P4 P5 P6 S4 S5 S6",
      "B7 B9 B10 C7 C8 C9 P7 P8 P9 S7 S8 S9",
      "B8 C10 P10 S10 Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8" } }
  state:apply "B1"
  helper.clean()
  return state:view(3)
end

--- Seats secretly give the one card that the sum of their hand names, so that
--- hardly any placement has a history.
local narrow = [[
local function only(s)
  local list, sum = {}, 0
  for card in s.hand:each() do
    list[#list + 1] = card
    sum = sum + card.rank * #list
  end
  return { list[sum % #list + 1] }
end
return {
  name = "narrow", api = 2,
  vars = { given = "round" },
  questions = { {
    name = "give", when = "before_trick", secret = true,
    next = function(s)
      if s.vars.given > s.finished or s.finished > 5 then return nil end
      local seats = {}
      for seat = 1, s.rules.players do seats[seat] = seat end
      return seats
    end,
    choices = only,
    default = function(s) return only(s)[1] end,
    done = function(s, answers)
      s.vars.given = s.finished + 1
      for seat, card in pairs(answers) do
        s:move(card, seat, s:left_of(seat))
      end
    end,
  } },
}
]]

describe("knowledge", function()
  it("gives up after a number of calls where hardly a placement is possible",
    function()
      local path = helper.write(helper.folder() .. "/narrow.lua", narrow)
      local state = aurum.state(aurum.variant("standard+" .. path, 4))
      local roll = helper.dice(1)
      state:deal "narrow"
      while #state.tricks < 4 or state.phase ~= "play" do
        state:apply(helper.choose(state:legal(), roll))
      end
      local view = state:view(state.turn)
      local worlds, why = view:sample(1, nil, "worlds")
      assert.is_nil(worlds)
      assert.matches("100,000 calls of hooks", why)
      local found, reason = view:search { sims = 1, seed = 1 }
      assert.is_nil(found)
      assert.equal(why, reason)
      helper.clean()
    end)

  it("follows a card that is shown, and then moved by the same step",
    function()
      local view = seen_after "answers[1]"
      assert.equal("B1", tostring(view.known[2]))
      assert.is_false(view.unseen:has "B1")
      assert.equal(0, count_outside(view:sample(100, nil, "w"), "B1",
        { [2] = true }))
    end)

  it("keeps a card that is shown where another is then moved away", function()
    local view = seen_after [["C2"]]
    assert.equal("C2", tostring(view.known[1]))
    local worlds = view:sample(100, nil, "w")
    assert.equal(0, count_outside(worlds, "C2", { true }))
    for _, world in ipairs(worlds) do
      local offered = false
      for card in world.hands[2]:each() do
        local had = world.hands[1] | aurum.set { card }
        offered = offered or had:lowest() == card or had:highest() == card
      end
      assert.is_true(offered)
    end
  end)

  for _, variant in ipairs { "standard+misere", "standard+stakes+misere",
    "standard+trump+misere" } do
    it("of an open card outlives a face-down bid: " .. variant, function()
      local view = open_then_taken(variant):view(1)
      assert.is_true(view.known[4]:has "S6")
      assert.is_false(view.unseen:has "S6")
      assert.are.equal(0, count_outside(view:sample(300, nil, "worlds"), "S6",
        { [4] = true }))
    end)
  end

  it("follows open cards through secret moves", function()
    local path = helper.write(helper.folder() .. "/late.lua", late)
    local rules = aurum.variant("standard+" .. path, 4)
    local worlds, outside = 0, 0
    for game = 1, 12 do
      local state, roll = aurum.state(rules):deal("late " .. game),
        helper.dice(game)
      while state.phase ~= "deal" do
        if state.phase == "play" and state.turn == state.leader then
          local places, view = {}, state:view(roll(4))
          follow(places, state)
          local drawn = view:sample(50, nil, "worlds")
          for card, seats in pairs(places) do
            outside = outside + count_outside(drawn, card, seats)
            worlds = worlds + #drawn
          end
        end
        state:apply(helper.choose(state:legal(), roll))
      end
    end
    helper.clean()
    assert.are.equal(0, outside)
    assert.is_true(worlds > 5000, worlds .. " worlds")
  end)

  -- As lua/aurum.d.lua says of view.unseen.
  it("leaves cards unseen that lie in the one hand that is left", function()
    local rules = aurum.variant("de-2024", 3)
    local found = 0
    for game = 1, 20 do
      local state, roll = aurum.state(rules):deal("last " .. game),
        helper.dice(game)
      while state.phase ~= "deal" do
        local seat, last = state.turn, nil
        for other = 1, 3 do
          if other ~= seat and #state.hands[other] > 0 then
            last = not last and other
          end
        end
        if state.phase == "play" and last and #state.extras == 0 then
          local view = state:view(seat)
          local hand = state.hands[last]
          assert.equal(hand - view.known[last], view.unseen)
          assert.equal(hand, view:sample(1, nil, "worlds")[1].hands[last])
          found = found + (#view.unseen > 0 and 1 or 0)
        end
        state:apply(helper.choose(state:legal(), roll))
      end
    end
    assert.is_true(found >= 10, found .. " hands")
  end)
end)
