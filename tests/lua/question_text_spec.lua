-- Answers to the questions of variants: their places, what a seat learns from
-- their events, and the words in which they are told.
local aurum = require "aurum"
local question_text = require "aurum.record.question_text"
local session = require "aurum.repl.session.session"
local tree = require "aurum.repl.session.tree"
local moves = require "aurum.repl.show.moves"
local narrate = require "aurum.repl.show.narrate"
local show = require "aurum.record.show"

local bundled = { "exchange", "trump", "stakes", "auction" }

--- A session with a finished game.
local function played(variant, players, seed)
  local s = assert(session.open { variant = variant, players = players,
    seed = seed, bots = { "greedy" } })
  while s.at.phase ~= "over" do assert(s:step()) end
  return s
end

describe("places of answers", function()
  it("agree between the engine and the tree of the REPL", function()
    for _, name in ipairs(bundled) do
      for players = 3, 4 do
        local s <close> = played("standard+" .. name, players, "places")
        local nodes, n = {}, 0
        for _, node in ipairs(s:line()) do
          if node.next and node.next.action then nodes[#nodes + 1] = node end
        end
        for before, action, place in s.live:decisions() do
          n = n + 1
          assert.equal(tree.place(nodes[n]), place)
          assert.equal(nodes[n].next.key, tostring(action))
          assert.equal(nodes[n], s:find(place))
          if action.kind == "answer" then
            assert.truthy(place:find "%.a%d+$")
            assert.equal(before, s.live:at(place))
          end
        end
        assert.equal(#nodes, n)
      end
    end
  end)

  it("count the answers of a trick, and those before the first", function()
    local state = aurum.state(aurum.variant("standard+stakes", 4)):deal "x"
    for _ = 1, 4 do state:apply(state:legal()[1]) end
    for _ = 1, 4 do state:apply "answer stakes pass" end
    local places = {}
    for _, action, place in state:decisions() do
      if action.kind == "answer" then places[#places + 1] = place end
    end
    assert.same({ "1.0.a1", "1.0.a2", "1.0.a3", "1.0.a4" }, places)
    assert.error_matches(function() state:at "1.0.a5" end,
      "no 1.0.a5: the trick's last place is 1.0.a4")
    assert.error_matches(function() state:at "1.0.b5" end,
      "expected a place ROUND")
  end)
end)

describe("events for a seat", function()
  --- A state in which all have given a card.
  local function given()
    local state = aurum.state(aurum.variant("standard+exchange", 4)):deal "x"
    for _ = 1, 4 do state:apply(state:legal()[1]) end
    return state
  end

  it("show an own answer and the cards that it gives or gets", function()
    local state = given()
    local seen, all = state:events(false, 2), state:events()
    assert.equal(#all, #seen)
    for i, event in ipairs(seen) do
      assert.equal(all[i].kind, event.kind)
      if event.kind == "answer" then
        assert.equal(event.seat == 2 and all[i].answer or nil, event.answer)
      end
    end
    local last = seen[#seen]
    assert.equal("answers", last.kind)
    assert.same({ [2] = all[#all].answers[2] }, last.answers)
    assert.equal(4, #all[#all].moved)
    for _, one in ipairs(last.moved) do
      assert.truthy(one.from == 2 or one.to == 2)
    end
    assert.equal(2, #last.moved)
  end)

  it("are those of the last action alone if that is asked for", function()
    local state = given()
    local list = state:events(true, 3)
    assert.equal(2, #list)
    assert.equal("answer", list[1].kind)
    assert.equal(list[1].seat == 3, list[1].answer ~= nil)
    assert.error_matches(function() state:events(true, 5) end,
      "expected a seat from 1 to 4")
  end)

  it("hide other hands and no more than a bot observes", function()
    local state = aurum.state(aurum.variant("standard", 3)):deal "x"
    local deal = state:events(true, 1)[1]
    assert.equal("deal", deal.kind)
    assert.same({ state.hands[1] }, deal.hands)
  end)
end)

describe("a card that is shown where it lies", function()
  --- A state of the rule `signal` in which all have shown a card.
  local function shown()
    local state = aurum.state(aurum.variant("standard+gallery/signal", 4))
    state:deal { first = 1, hands = { "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 C1 C2",
      "P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 C3 C4",
      "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 C5 C6",
      "Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8 Z9 Z10 C7 C8" } }
    for _ = 1, 4 do state:apply(state:legal()[1]) end -- bids
    for _, card in ipairs { "B9", "P8", "S7", "Z6" } do
      state:apply("answer show " .. card)
    end
    return state
  end

  --- The cards that an event shows, as texts.
  local function texts(event)
    local list = {}
    for i, one in ipairs(event.shown) do
      list[i] = ("%s at %s"):format(one.card, one.at)
    end
    return list
  end

  it("is in the event of a seat that is shown it, and of no other", function()
    local state = shown()
    local wanted = { "S7 at 3", "Z6 at 4", "B9 at 1", "P8 at 2" }
    for seat = 1, 4 do
      local list = state:events(false, seat)
      assert.same({ wanted[seat] }, texts(list[#list]))
      assert.same({}, list[#list].moved)
      assert.is_true(state:view(seat).known[(seat + 1) % 4 + 1]
        :has(wanted[seat]:match "%w+"))
    end
    local all = state:events()
    table.sort(wanted)
    local told = texts(all[#all])
    table.sort(told)
    assert.same(wanted, told)
  end)

  it("is told to people who may see it", function()
    local state = shown()
    local function told(viewer)
      local list = state:events(true, viewer)
      local to = question_text.clauses()
      question_text.tell(to, list[#list], state, viewer)
      return question_text.joined(to)
    end
    assert.equal("seat 3 shows S7", told(1))
    assert.equal("seat 1 shows B9; seat 2 shows P8; seat 3 shows S7; "
      .. "seat 4 shows Z6", told(nil))
  end)
end)

describe("a bid that stays face down", function()
  for players = 3, 4 do -- bids are hidden at first; they are laid in turn
    it(("is not named to others, %d players"):format(players), function()
      local state = aurum.state(aurum.variant("standard+misere", players))
      state:deal "x"
      local seat, texts = state.turn, {}
      local viewer = seat % players + 1
      local down = assert(tostring(state:legal()[13]):match "^bid %-(%w+)$")
      for i = 1, players do
        state:apply(state:legal()[i == 1 and 13 or 1])
        texts[i] = moves.text(state:events(true, viewer), state, viewer)
      end
      texts[#texts + 1] = show.events(state.rules,
        narrate.visible(state:events(false, viewer)))
      local text = table.concat(texts, "\n")
      assert.is_nil(text:find(down .. "%f[%W]"), text)
      assert.truthy(text:find(("seat %d a card face down"):format(seat), 1,
        true))
      local own = show.events(state.rules,
        narrate.visible(state:events(false, seat)))
      assert.truthy(own:find(("seat %d %s face down"):format(seat, down), 1,
        true))
    end)
  end
end)

describe("answers in words", function()
  local function told(state, viewer)
    return moves.text(state:events(true, viewer), state, viewer, true)
  end

  it("name a trump, stakes and calls", function()
    local state = aurum.state(aurum.variant("standard+trump", 4)):deal "x"
    for _ = 1, 4 do state:apply(state:legal()[1]) end
    state:apply "answer trump Z"
    assert.equal(('seat %d answers "trump": Z; trump is Z'):format(state.first),
      told(state))
    state = aurum.state(aurum.variant("standard+stakes", 4)):deal "x"
    for _ = 1, 4 do state:apply(state:legal()[1]) end
    state:apply "answer stakes double"
    assert.equal(('seat %d answers "stakes": double; the round counts double')
      :format(state.first), told(state, 1))
    state:apply "answer stakes redouble"
    assert.truthy(told(state):find "redouble; the round counts 4 times$")
    state = aurum.state(aurum.variant("standard+auction", 3)):deal "x"
    state:apply "answer call 5"
    assert.equal(('seat %d answers "call": 5 and bids 5'):format(state.first),
      told(state, 2))
  end)

  it("tell who gives which card to those who see it", function()
    local state = aurum.state(aurum.variant("standard+exchange", 4)):deal "x"
    local cards = {}
    for _ = 1, 4 do
      cards[state.turn] = tostring(state:legal()[1].value)
      state:apply(state:legal()[1])
    end
    local function gives(seat, other)
      return ("seat %d gives %s to seat %d"):format(seat, cards[seat], other)
    end
    local all, one = told(state), told(state, 1)
    for seat, other in ipairs { 3, 4, 1, 2 } do
      local text = gives(seat, other):match "gives.*"
      assert.truthy(all:find(text, 1, true))
      assert.equal(seat % 2 == 1, one:find(text, 1, true) ~= nil)
    end
    local list = question_text.moved(state, 1)
    table.sort(list)
    assert.same({ (gives(1, 3):gsub("gives", "gave")),
      (gives(3, 1):gsub("gives", "gave")) }, list)
  end)
end)
