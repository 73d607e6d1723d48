-- The steps of a game, from which a page shows it: repeated as a page repeats
-- them, they give the engine's position for the open table and for each seat.
-- The steps for one seat hold nothing that it does not know.
local aurum = require "aurum"
local helper = require "helper"
local json = require "aurum.text.json"
local page = require "aurum.record.page"
local steps = require "aurum.record.steps"

local random = helper.random

local function sorted(text)
  local list = {}
  for word in text:gmatch "%S+" do list[#list + 1] = word end
  table.sort(list)
  return table.concat(list, " ")
end

--- The frames of a round as a page makes them for a viewer, 0 for all.
local function frames_of(rules, round, viewer, alone)
  local frame = {}
  for field, value in pairs(round.frames[1]) do frame[field] = value end
  if viewer > 0 and not alone then
    frame = steps.seen_by(frame, viewer, rules.players)
    for field, value in pairs((round.frames[2] or {})[tostring(viewer)] or {})
    do
      frame[field] = value
    end
  end
  for seat, side in ipairs(rules.side_of) do frame["side" .. seat] = side end
  local list = { frame }
  for _, step in ipairs(round.steps) do
    local text, all, own = step, nil, nil
    if type(step) == "table" then
      text, all, own = table.unpack(step, 1, 3)
    end
    local next_frame = {}
    for field, value in pairs(frame) do next_frame[field] = value end
    steps.apply(next_frame, text)
    own = own and own[tostring(viewer)]
    for _, fields in ipairs { all or {}, own or {} } do
      for field, value in pairs(fields) do next_frame[field] = value end
    end
    frame = next_frame
    frame.step = text
    list[#list + 1] = frame
  end
  return list
end

--- Compare a frame with a state, or with a view of it.
local function compare(frame, state, view, where)
  local seen, rules = view or state, state.rules
  local function equal(field, value)
    local got, wanted = tostring(frame[field]), tostring(value)
    if sorted(got) ~= sorted(wanted) then
      error(("%s: %s: expected '%s', got '%s'"):format(where, field, wanted,
        got), 0)
    end
  end
  for seat = 1, rules.players do
    local known = view and view.known[seat] or state.hands[seat]
    equal("hand" .. seat, known)
    equal("hidden" .. seat, view and view.hand_n[seat] - #known or 0)
    equal("gold" .. seat, state.gold[seat])
    local card = seen.bids[seat]
    equal("bid" .. seat, card and (seen.down[seat] and "-" or "") .. card
      or state.bids[seat] and "?" or "")
  end
  for side = 1, rules.side_n do
    equal("taken" .. side, state.taken[side])
    equal("need" .. side, seen.need[side] or "")
    equal("points" .. side, state.points[side])
    equal("nuggets" .. side, state.nuggets[side])
  end
  equal("supply", state.supply)
  equal("extras", seen.extras)
  equal("leader", state.leader)
  equal("trick", state.trick.number)
  equal("winning", state.trick.winning or 0)
  if #rules.questions > 0 then
    equal("trump", state.trump or "")
    equal("times", state.times)
  end
  local plays = {}
  for i, card in ipairs(state.trick.plays) do
    plays[#plays + 1] = (state.trick.leader + i - 2) % rules.players + 1
    plays[#plays + 1] = tostring(card)
  end
  assert.equal(table.concat(plays, " "), frame.plays, where)
end

local decision = { a = true, b = true, k = true, c = true, p = true, x = true }

--- Compare every frame at a decision with the engine. Returns their number.
local function check(game, viewer, alone)
  local rules, compared = game.rules, 0
  local rounds = steps.rounds(game, alone and viewer or nil)
  local state = aurum.state(rules)
  for i, part in ipairs(game:history()) do
    state:deal(part)
    local frames, at = frames_of(rules, rounds[i], viewer, alone), 1
    for _, action in ipairs(part.actions) do
      while not decision[(rounds[i].steps[at][1] or rounds[i].steps[at])
        :match "^."] do at = at + 1 end
      compare(frames[at], state, viewer > 0 and state:view(viewer) or nil,
        ("%s, round %d, step %d, viewer %d"):format(rules.name, i, at, viewer))
      state:apply(action)
      at, compared = at + 1, compared + 1
    end
  end
  return compared
end

local rule_sets = { "de-2024+no-zero-gold", "bga+misere", "standard+blind-bid",
  "fr-2023+cumulative", "bga+exchange", "de-2024+trump", "standard+stakes",
  "standard+auction" }
for _, edition in ipairs(helper.editions) do
  rule_sets[#rule_sets + 1] = edition
end

describe("the steps of a game", function()
  for _, name in ipairs(rule_sets) do
    it("give the engine's position in " .. name, function()
      local compared = 0
      for players = 3, 4 do
        local rules = aurum.variant(name, players)
        for seed = 1, rules and 1 or 0 do
          local game = aurum.game { variant = rules, seed = seed,
            bots = { random } }:run()
          for viewer = 0, players, 2 do
            compared = compared + check(game.state, viewer, false)
          end
          compared = compared + check(game.state, 3, true)
        end
      end
      assert.is_true(compared > 300)
    end)
  end

  it("name the rule of ties and of the ends of rounds", function()
    local met, whys = {}, 0
    for seed = 1, 12 do
      local rules = aurum.variant("fr-2023", seed % 2 + 3)
      local game = aurum.game { variant = rules, seed = seed,
        bots = { random } }:run()
      for _, round in ipairs(steps.rounds(game.state)) do
        for _, step in ipairs(round.steps) do
          local why = type(step) == "table" and step[2] and step[2].why
          local kind = type(step) == "table" and step[1]:match "^."
          if why then
            local wanted = kind == "t" and "^of .* and .* %(RULES 7%.3%)$"
              or kind == "x" and "^a pass ends the round %(RULES 8%.1%)$"
              or kind == "e" and "%(RULES 9%.[35]%)$"
            assert.is.truthy(why:find(wanted), why)
            met[why:match "RULES [%d.]+"], whys = true, whys + 1
            met.tie = met.tie or kind == "e" and why:find "^%d+ : %d+"
          else
            assert.is_true(kind ~= "x" and kind ~= "e")
          end
        end
      end
    end
    assert.is.truthy(met["RULES 7.3"] and met["RULES 8.1"]
      and met["RULES 9.3"] and met.tie)
    assert.is_true(whys > 100, whys)
  end)

  it("begin where a built position begins", function()
    local rules = aurum.variant("standard", 4)
    local state = aurum.state(rules):set {
      hands = { "B1", "B2", "P5", aurum.set "S7" }, leader = 3, first = 2,
      bids = { "B4", "C10", "P9", "S8" }, taken = { 1, 2, 3, 0 },
    }
    state:apply "play P5"
    local rounds = steps.rounds(state)
    assert.equal(1, #rounds)
    assert.equal("P5", rounds[1].frames[1].hand3)
    assert.equal("p 3 P5 !", rounds[1].steps[1])
  end)
end)

--- The first `n` actions of a round, dealt by hand, as a state.
local function played(rules, deal, actions, n)
  local state = aurum.state(rules):deal(deal)
  for i = 1, n do state:apply(tostring(actions[i])) end
  return state
end

--- The deal with two cards of two seats exchanged.
local function exchanged(deal, a, one, b, other)
  local hands = {}
  for seat, hand in ipairs(deal.hands) do hands[seat] = hand end
  hands[a] = (hands[a] - one) | other
  hands[b] = (hands[b] - other) | one
  return { first = deal.first, hands = hands, gold = deal.gold }
end

--- All that a page for a seat holds of a state's game, as text.
local function page_text(state, seat)
  local record <close> = assert(aurum.record(state:record { seed = "secret" }))
  local data = page.game(record, state.rules, state, true, seat)
  return json.encode(data)
end

describe("a page for one seat", function()
  for players = 3, 4 do
    it(("is the same whatever it cannot see, %d players"):format(players),
      function()
        local rules, compared = aurum.variant("standard", players), 0
        for seed = 1, 20 do
          local game = aurum.game { variant = rules, seed = seed,
            bots = { random } }:run()
          local deal = game.state:history()[1]
          local n = math.min(#deal.actions - 1, seed * 2)
          local state = played(rules, deal, deal.actions, n)
          local one, other = state.hands[1]:lowest(), state.hands[3]:highest()
          local good, twin = pcall(played, rules,
            exchanged(deal, 1, one, 3, other), deal.actions, n)
          -- only if both are still in their hands and nobody has seen them
          if good and one and other and not state:view(2).known[1]:has(one)
            and not state:view(2).known[3]:has(other) then
            compared = compared + 1
            assert.equal(page_text(state, 2), page_text(twin, 2))
            assert.not_equal(page_text(state), page_text(twin))
          end
        end
        assert.is_true(compared >= 10)
      end)
  end

  --- A game in which each seat has given a card. In the `twin`, seats 2 and 4
  --- have exchanged two cards at the deal, and each gives the one that it got.
  local function given(twin)
    local rules = aurum.variant("standard+exchange", 4)
    local deal = aurum.state(rules):deal "give":history()[1]
    local gives = { deal.hands[1]:lowest(), deal.hands[2]:lowest(),
      deal.hands[3]:lowest(), deal.hands[4]:highest() }
    if twin then
      deal = exchanged(deal, 2, gives[2], 4, gives[4])
      gives[2], gives[4] = gives[4], gives[2]
    end
    local state = aurum.state(rules):deal(deal)
    for _ = 1, 4 do state:apply("answer give " .. gives[state.turn]) end
    return state
  end

  it("is the same whatever other seats give each other", function()
    local one, twin = given(false), given(true)
    assert.same(one.hands[1], twin.hands[1])
    assert.not_same(one.hands[2], twin.hands[2])
    for seat = 1, 3, 2 do
      assert.same(json.encode(steps.rounds(one, seat)),
        json.encode(steps.rounds(twin, seat)))
    end
    assert.not_same(json.encode(steps.rounds(one, 2)),
      json.encode(steps.rounds(twin, 2)))
    assert.not_same(json.encode(steps.rounds(one)),
      json.encode(steps.rounds(twin)))
  end)

  it("has no seed and no message about another seat's cards", function()
    local faulty = helper.bot([[return {
      bid = function(_, view) return view:random() end,
      play = function(_, view) error("I hold " .. view.hand, 0) end,
    }]], nil, "faulty")
    local game = aurum.game { seed = "secret", bots = { faulty } }:run()
    local seat = game.faults[1].seat
    local record <close> = assert(aurum.record(game:record()))
    local function of(only)
      return json.encode(page.game(record, game.rules, game.state, true, only))
    end
    assert.truthy(of(seat):find("I hold", 1, true))
    assert.falsy(of(seat % 4 + 1):find("I hold", 1, true))
    assert.falsy(of(seat % 4 + 1):find("secret", 1, true))
    assert.truthy(of(nil):find("secret", 1, true))
  end)
end)
