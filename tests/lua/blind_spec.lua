-- The blind enumerator (lua/lab/rules/worlds.lua), and what `aurum variant
-- check` finds by it: it finds samplers that forget, miss or prefer, and none
-- that core draws.
local aurum = require "aurum"
local blind = require "aurum.lab.rules.blind"
local check_text = require "aurum.lab.rules.check_text"
local helper = require "helper"
local sample_check = require "aurum.lab.rules.sample_check"
local with_knobs = require "aurum.load.with_knobs"
local worlds = require "aurum.lab.rules.worlds"

-- Each seat secretly gives a card to the left before each trick.
local late_give = [[return {
  name = "late-give", api = 2,
  vars = { late = "round" },
  questions = { {
    name = "pass", when = "before_trick", secret = true,
    next = function(s)
      if s.vars.late > s.finished then return nil end
      local seats = {}
      for seat = 1, s.rules.players do seats[seat] = seat end
      return seats
    end,
    choices = function(s) return #s.hand > 0 and s.hand or s:set { "G0" } end,
    default = function(s) return #s.hand > 0 and s.hand:lowest() or "G0" end,
    done = function(s, answers)
      s.vars.late = s.finished + 1
      for seat, card in pairs(answers) do
        if not card.gold then s:move(card, seat, s:left_of(seat)) end
      end
    end,
  } },
}]]

-- ---- Worlds that can be counted by hand -----------------------------------

--- The rules of a variant with short hands.
local function small(name, players, hand, ranks)
  return assert(with_knobs(aurum.read_variant(name), { hand = hand,
    ranks = { 1, ranks } }, "small"):rules(players))
end

--- The worlds for a seat after a deal and actions: by placement, and how many.
--- The core has to draw the same ones.
local function after(rules, seat, hands, actions)
  local before = aurum.state(rules)
  local state = before:clone():deal { first = 1, hands = hands }
  local list = assert(worlds.new { before = before, seat = seat,
    events = state:events(true, seat), sizes = state:view(seat).hand_n,
    most = 10000, most_work = 100000 })
  for _, action in ipairs(actions) do
    state:apply(action)
    assert.is_true(list:step(state:events(true, seat)))
  end
  local found, n = list:now(state:view(seat), 10000)
  assert.truthy(found[worlds.placement(state)], "the game itself is missing")
  assert.is_nil((sample_check.compare(state:view(seat), found, n,
    { seed = "after", level = 1e-9 })))
  return found, n, state
end

--- The worlds in which a seat's hand has a card.
local function with_card(found, seat, card)
  local n = 0
  for _, state in pairs(found) do
    if state.hands[seat]:has(card) then n = n + 1 end
  end
  return n
end

local four = { "B1 C1 P1", "B2 C2 P2", "B3 C3 P3", "S1 S2 S3" }
local bids = { "bid B1", "bid B2", "bid B3", "bid S1" }

describe("the worlds of a seat", function()
  it("are all deals at first", function()
    local _, n = after(small("standard", 4, 3, 3), 1, four, {})
    assert.equal(9 * 8 * 7 // 6 * (6 * 5 * 4 // 6), n) -- 84 * 20
  end)

  it("become fewer with each card that is seen", function()
    local found, n = after(small("standard", 4, 3, 3), 1, four, bids)
    assert.equal(90, n) -- 2 cards for each of 3 seats
    assert.equal(30, with_card(found, 2, "C2"))
  end)

  it("have a bid that was replaced in the hand of who paid", function()
    local _, own = after(small("standard", 4, 3, 3), 1, four,
      { bids[1], bids[2], bids[3], bids[4], "change G0 C1 of 3" })
    assert.equal(90, own) -- B3 is now the seat's own
    local found, n = after(small("standard", 4, 3, 3), 2, four,
      { bids[1], bids[2], bids[3], bids[4], "change G0 C1 of 3" })
    assert.equal(n, with_card(found, 1, "B3"))
    assert.equal(5 * 6, n) -- P1 or another in hand 1, then 4 in two hands
  end)

  it("have each card of a hand as its bid that lies face down", function()
    local rules = small("standard", 3, 3, 3)
    local hands = { "B1 B2 B3", "P1 P2 P3", "S1 S2 S3" }
    local _, n = after(rules, 1, hands, { "bid B1", "bid P2" })
    assert.equal(20 * 3, n)
    _, n = after(rules, 1, hands, { "bid B1", "bid P2", "bid S3" })
    assert.equal(6, n) -- turned up
    _, n = after(small("standard+misere", 4, 3, 3), 1, four,
      { bids[1], "bid -B2", bids[3], bids[4] })
    assert.equal(7 * 90, n) -- a bid of 7 cards, then 2 in each hand
  end)

  -- Under a rule that asks, too. Seat 2 takes S1, which all saw; then its
  -- face-down bid is taken by seat 3. Nothing takes S1 out of hand 2.
  it("never lose what all have seen #long", function()
    for _, name in ipairs { "misere", "misere+stakes", "misere+trump" } do
      local rules = small("standard+" .. name, 4, 3, 3)
      local state = aurum.state(rules):deal { first = 1, hands = four }
      local actions = {}
      local function act(action)
        actions[#actions + 1] = action
        state:apply(action)
      end
      for _, action in ipairs { "bid B1", "bid -B2", "bid B3", "bid S1" } do
        act(action)
      end
      while state.phase == "ask" do act(state:legal()[1]) end
      act "keep"
      act "change G0 C2 of 4"
      local found, n = after(rules, 1, four, actions)
      assert.equal(n, with_card(found, 2, "S1")) -- not as its bid
      act "keep"
      act "change G0 S2 of 2"
      found, n = after(rules, 1, four, actions)
      assert.is_true(n > 1)
      assert.equal(n, with_card(found, 2, "S1"))
    end
  end)

  it("have no suit that a seat did not follow", function()
    local rules = small("standard+must-follow", 4, 3, 3)
    local hands = { "B1 C1 P1", "B2 C2 P2", "S1 C3 P3", "S2 S3 B3" }
    local actions = { "bid P1", "bid P2", "bid P3", "bid S2", "keep", "keep",
      "keep", "keep", "play B1", "play B2", "play C3" }
    local _, n, state = after(rules, 1, hands, actions)
    assert.equal("C1", tostring(state.hands[1]))
    -- left: C2, S1, S3, B3; hand 3 has one of them, but no B
    assert.equal(3 * 3, n)
    local free = small("standard", 4, 3, 3)
    actions = { "bid P1", "bid P2", "bid P3", "bid S2", "keep", "keep", "keep",
      "keep", "play B1", "play C2", "play G0" }
    _, n = after(free, 1, hands, actions)
    assert.equal(5 * 6, n) -- 5 cards: 1 in hand 2, 2 in each other
  end)

  it("have cards passed in secret in one of two hands #long", function()
    local rules = small("standard+exchange", 4, 3, 3)
    local actions = { "answer give B1", "answer give B2", "answer give B3",
      "answer give S1" }
    local found, n = after(rules, 1, four, actions)
    assert.equal(n, with_card(found, 3, "B1")) -- which the seat gave
    assert.equal(8 * 7 // 2 * 20, n) -- 2 more in hand 3; B3 came from there
    found, n = after(rules, 2, four, actions)
    assert.equal(n, with_card(found, 4, "B2"))
    assert.equal(28 * 20, n)
    assert.equal(20 * 7, with_card(found, 4, "B3")) -- any card may be there
  end)

  it("are none if the seat is told what cannot be", function()
    local before = aurum.state(small("standard", 4, 3, 3))
    local state = before:clone():deal { first = 1, hands = four }
    local list = worlds.new { before = before, seat = 1, most = 10000,
      events = state:events(true, 1), sizes = { 3, 3, 3, 3 },
      most_work = 100000 }
    state:apply "bid B1"
    list:step(state:events(true, 1))
    local other = before:clone():deal { first = 1, hands = { four[2], four[1],
      four[3], four[4] } }
    other:apply "bid B2":apply "bid P1" -- the seat's own card
    assert.is_false((list:step(other:events(true, 1))))
  end)

  it("are not listed if they are too many", function()
    local before = aurum.state(small("standard", 4, 3, 3))
    local state = before:clone():deal "x"
    local list, n = worlds.new { before = before, seat = 1, most = 1679,
      events = state:events(true, 1), sizes = state:view(1).hand_n,
      most_work = 100000 }
    assert.is_nil(list)
    assert.equal(1680, n)
  end)
end)

-- ---- Faults that it finds ---------------------------------------------------

--- What is wrong with a variant, and the totals.
local function looked(name, players, steps, sampler)
  return blind.run(aurum.read_variant(name), players, { series = "blind",
    first = 1, last = 1000, steps = steps, sampler = sampler })
end

--- A sampler that forgets the round: it draws by the view of a position that
--- was built by hand.
local function forgetful(view, n, weight, seed)
  local world = view:sample(1, nil, seed)[1]
  local gold, taken = world.gold, {}
  for seat = 1, view.rules.players do taken[seat] = 0 end
  local built = aurum.state(view.rules):set { round = view.round,
    hands = world.hands, bids = world.bids, extras = world.extras, gold = gold,
    taken = taken, plays = world.trick.plays, leader = world.leader,
    first = world.first }
  return built:view(view.seat):sample(n, weight, seed)
end

--- The view of seat 1 after the bids of four hands, and its 90 worlds.
local function view_of_four()
  local found, n, state = after(small("standard", 4, 3, 3), 1, four, bids)
  return state:view(1), found, n
end

--- The message about a sampler that draws for this view.
local function found_in(sampler)
  local view, found, n = view_of_four()
  return (sample_check.compare(view, found, n, { sampler = sampler,
    seed = "s", level = 1e-9 }))
end

--- A sampler that leaves out the worlds of which `refuse` is true.
local function without(refuse)
  return function(view, n, weight, seed)
    local list = {}
    for i, world in ipairs(view:sample(2 * n, weight, seed)) do
      if #list < n and not refuse(world, i) then list[#list + 1] = world end
    end
    return list
  end
end

describe("the comparison of worlds", function()
  it("finds nothing in a fair sample", function()
    assert.is_nil(found_in(nil))
  end)

  it("finds a sampler that forgets which card went where", function()
    local failure = looked("standard", 4, 60000, forgetful)
    assert.matches("^what seat %d may know is wrong: %d+ of %d+ sampled worlds "
      .. "are impossible %(%d+ are possible%), such as one with %u%d+ in the "
      .. "[%a ]+ of seat %d, when it can only be in the ", failure.message)
    assert.matches("^%d cards a hand, ranks 1 to %d+$", failure.small)
    assert.matches("^first %d; .* | .* | .* | ", failure.deal)
    assert.matches("^bid ", failure.actions)
    -- the game alone shows it again
    assert.equal(failure.seed, failure.again)
    local number = math.tointeger(tonumber(failure.seed:match "%d+$"))
    local again = blind.run(aurum.read_variant "standard", 4, {
      series = "blind", first = number, last = number,
      steps = blind.steps_alone, sampler = forgetful })
    assert.equal(failure.message, again.message)
    assert.equal(failure.actions, again.actions)
  end)

  it("finds a sampler that forgets who lacks a suit", function()
    local failure = looked("standard+must-follow", 3, 300000,
      function(view, n, weight, seed)
        if view.phase ~= "play" then return view:sample(n, weight, seed) end
        return forgetful(view, n, weight, seed)
      end)
    assert.truthy(failure)
  end)

  it("finds one missing world of 90", function()
    local _, found = view_of_four()
    local lost = {}
    for placement in pairs(found) do lost[#lost + 1] = placement end
    table.sort(lost)
    assert.matches("^1 of 90 possible worlds are missing in 2700 samples",
      found_in(without(function(world)
        return worlds.placement(world) == lost[1]
      end)))
    assert.matches("^30 of 90 possible worlds are missing in 2700 samples, "
      .. "such as those with C2 in the hand of seat 2$",
      found_in(without(function(world) return world.hands[2]:has "C2" end)))
  end)

  it("finds worlds that come three times as often as others", function()
    assert.matches("^90 possible worlds do not come equally often in 2700 "
      .. "samples: from %d+ to %d+ times, 30 expected %(chi%-square",
      found_in(without(function(world, i)
        return world.hands[2]:has "C2" and i % 3 > 0
      end)))
  end)

  it("reports a sampler that raises, and counts one that gives up", function()
    assert.equal("view:sample raised: no state agrees",
      found_in(function() error("no state agrees", 0) end))
    local failure, seen = looked("standard", 4, 20000,
      function() return nil, "too few" end)
    assert.is_nil(failure)
    assert.is_true(seen.unsampled > 10)
    assert.equal(0, seen.places)
  end)

  it("finds a view that knows too much", function()
    local view, found, n = view_of_four()
    local fields = { seat = 1, bids = view.bids, unseen = view.unseen,
      known = view.known }
    local function said()
      return (sample_check.compare(fields, found, n, { seed = "s",
        level = 1e-9, sampler = function(_, ...) return view:sample(...) end }))
    end
    assert.is_nil(said())
    fields.unseen = view.unseen - "C2"
    assert.equal("view.unseen lacks C2, which may be in the hand of seat 2, "
      .. "the hand of seat 3 or the hand of seat 4", said())
    fields.known[2] = fields.known[2] | "C2"
    assert.equal("view.known[2] has C2, which may be in the hand of seat 3",
      said())
  end)

  it("finds a small bias that no place shows alone #long", function()
    local failure = looked("standard", 4, 300000,
      without(function(world, i)
        return world.hands[1].bits % 3 == 0 and i % 6 == 0
      end))
    assert.matches("possible worlds do not come equally often",
      failure.message)
  end)

  it("is reported with the game, and how to see it again", function()
    local failure = looked("standard", 4, 20000, forgetful)
    local report = check_text.failure(failure, { variant = "a b.lua",
      players = 4 })
    for line in report:gmatch "[^\n]+" do assert.is_true(#line <= 80, line) end
    assert.matches("^what seat %d may know is wrong: %d+ of %d+ sampled worlds "
      .. "are%s+impossible", report)
    assert.matches("\n  in the small game blind%.%d+ %(%d cards a hand, ranks",
      report)
    assert.matches("\n  deal: first %d; ", report)
    assert.matches("\n  actions: bid ", report)
    assert.matches("\n  again: aurum variant check 'a b%.lua' %-%-players 4 "
      .. "%-%-seed blind%.%d+\n$", report)
    failure.again, failure.again_games = "it is", 40
    assert.matches("%-%-seed 'it is' %-%-games 40\n$",
      check_text.failure(failure, { variant = "x", players = 4 }))
    local item = check_text.item({ failure = failure, totals = {} }, 4, "f")
    assert.same({ failure.message, failure.seat, failure.deal, 40 },
      { item.message, item.seat, item.deal, item.again_games })
    assert.is_nil(item.record)
  end)

  --- Look at rules, a house rule by its text.
  local function look_at(base, text)
    local path = helper.write(helper.folder() .. "/low-give.lua", text)
    local failure, seen = looked(base .. "+" .. path, 4, 5000)
    assert.is_nil(failure and failure.message)
    assert.is_true(seen.places >= 5)
    assert.equal(0, seen.unsampled)
  end

  it("knows what choices say of cards that were given", function()
    local low = late_give:gsub("late", "low"):gsub("before_trick", "deal")
      :gsub("choices = .-\n", "choices = function(s) return #s.hand > 0 "
        .. "and s:set { s.hand:lowest() } or s:set { 'G0' } end,\n")
    look_at("standard", low)
    look_at("standard", (low:gsub("secret = true", "secret = false")))
    look_at("standard", (low:gsub("secret = true", "secret = false")
      :gsub("deal", "before_trick")))
  end)

  describe("knows what open answers say of hands:", function()
    --- Rules in which all seats answer a question openly, and nothing moves.
    local function asking(when, rest)
      return ([[return { name = "low-give", api = 2,
        vars = { asked = "round" },
        questions = { { name = "tell", when = "%s",
          next = function(s)
            if s.vars.asked > s.finished then return nil end
            local seats = {}
            for seat = 1, s.rules.players do seats[seat] = seat end
            return seats
          end,
          done = function(s) s.vars.asked = s.finished + 1 end,
          %s
        } } }]]):format(when, rest)
    end
    local questions = {
      ["a word"] = [[words = { "yes", "no" }, default = "no",
        choices = function(s)
          return s.hand:has "B2" and "yes" or { "no" }
        end]],
      ["a word by other places than the hand"] = [[words = "suits",
        default = function(s)
          return s.bids[s.seat] and s.bids[s.seat].suit or "B"
        end,
        choices = function(s)
          return s.bids[s.seat] and s.bids[s.seat].suit or nil
        end]],
      ["a number"] = [[numbers = { 0, 9 }, default = 0,
        choices = function(s)
          return { from = 0, to = #s.hand:suit "Z" }
        end]],
      ["a number of many"] = [[numbers = { 0, 900 },
        default = function(s) return 100 * #s.hand:suit "Z" end,
        choices = function(s)
          local n = 100 * #s.hand:suit "Z"
          return { from = n, to = n }
        end]],
      ["a card of the hand that is named"] = [[
        choices = function(s) return #s.hand > 0 and s.hand or "G0" end,
        default = function(s) return #s.hand > 0 and s.hand:lowest() or "G0"
        end]],
      ["a card that is not in the hand"] = [[
        choices = function(s) return s:set "B1 B2 C1 G0" - s.hand end,
        default = "G0"]],
    }
    for name, rest in pairs(questions) do
      it(name, function()
        look_at("standard", asking("deal", rest))
        look_at("bga+must-follow", asking("before_trick", rest))
        look_at("standard+misere", asking("before_trick", rest))
      end)
    end

    it("two cards, and none", function()
      look_at("standard", asking("deal", [[cards = 2,
        choices = function(s)
          return #s.hand > 2 and s.hand - s.hand:highest()
            or s:set { "G0", "G1" }
        end,
        default = function(s)
          return #s.hand > 2 and { table.unpack(s.hand:list(), 1, 2) }
            or { "G0", "G1" }
        end]]))
      look_at("standard", asking("deal", "default = function(s) "
        .. "return s.hand:lowest() end"))
    end)
  end)

  it("says that a seat always knows where all cards are", function()
    local path = helper.write(helper.folder() .. "/two.lua", [[return {
      name = "two", players = { [2] = { hand = 12, ranks = { 1, 6 },
        suits = "ZSPB", extras = "shown" } } }]])
    local failure, seen = looked(path, 2, 2000)
    assert.is_nil(failure)
    assert.is_true(seen.places > 10)
    assert.matches("not compared: a seat always knows where all cards are",
      check_text.worlds(seen), 1, true)
  end)

  it("says why it could not look at a variant", function()
    local folder = helper.folder()
    helper.write(folder .. "/needs.lua", [[return { name = "needs",
      deal = function(_, deal)
        if #deal.hands[1] < 12 then error "needs twelve cards" end
        return deal
      end }]])
    local failure, seen = looked("standard+" .. folder .. "/needs.lua", 4, 5000)
    assert.is_nil(failure)
    assert.equal(0, seen.games)
    assert.matches("needs twelve cards", seen.problem)
  end)
end)

-- ---- The rules --------------------------------------------------------------

-- Steps of worlds and samples for each variant and number of players.
local steps = 500 * math.max(tonumber(os.getenv "GAMES") or 24, 24)

--- Every bundled edition and each house rule; and each pair of house rules.
--- House rules are composed with the editions in turn.
local function all_rules()
  local houses, singles, pairs_of = {}, {}, {}
  for _, name in ipairs((aurum.variants())) do
    table.insert(aurum.variant(name) and singles or houses, name)
  end
  local editions = helper.editions
  for i, first in ipairs(houses) do
    singles[#singles + 1] = editions[i % #editions + 1] .. "+" .. first
    for j = i + 1, #houses do
      pairs_of[#pairs_of + 1] = ("%s+%s+%s"):format(
        editions[(i + j) % #editions + 1], first, houses[j])
    end
  end
  return singles, pairs_of
end

--- Expect that samples under rules are right, for each number of players.
local function is_right(name, most)
  local info = aurum.read_variant(name)
  assert.same({}, info.problems, name)
  for _, players in ipairs(info.counts) do
    local failure, seen = looked(name, players, most)
    assert.is_nil(failure and name .. ": " .. failure.message)
    assert.is_nil(seen.problem)
    assert.equal(0, seen.unsampled)
    assert.is_true(seen.places >= 5 and seen.dof >= 20,
      ("%s, %d players: %d places"):format(name, players, seen.places))
  end
end

describe("sampled worlds", function()
  it("are right under every variant and house rule #long", function()
    local singles = all_rules()
    assert.equal(6 + 12, #singles)
    for _, name in ipairs(singles) do is_right(name, steps) end
  end)

  it("are right under every pair of house rules #long", function()
    local _, list = all_rules()
    assert.equal(12 * 11 // 2, #list)
    for _, name in ipairs(list) do is_right(name, steps // 2) end
  end)

  it("are right where bids lie face down and rules ask #long", function()
    for _, name in ipairs { "stakes", "trump", "exchange" } do
      is_right("standard+misere+" .. name, 60000)
    end
  end)

  it("are right where cards move in secret before each trick #long", function()
    local folder = helper.folder()
    helper.write(folder .. "/late-give.lua", late_give)
    for _, name in ipairs { "standard", "standard+misere",
      "standard+exchange+misere", "bga+must-follow", "standard+stakes+misere",
      "standard+trump+misere" } do
      is_right(name .. "+" .. folder .. "/late-give.lua", 30000)
    end
  end)
end)
