-- The sentences of the five sources that state a rule, by their first words
-- (tests/fixtures/rulebooks/sources.tsv): each is in the rulebook of its
-- edition, by number, and random games of the edition obey it. The checks read
-- a rule as the source says it, and share no code with the engine.
local aurum = require "aurum"
local helper = require "helper"
local variant_rulebook = require "aurum.lab.rules.variant_rulebook"

local checks = {} -- by name: function(game) of what games have shown
local games_each = 12

-- ---- What games show -------------------------------------------------------

--- A random legal action: mostly bids are kept, and gold is played half the
--- time.
local function choice(state, roll)
  local legal, gold = state:legal(), {}
  for _, action in ipairs(legal) do
    local text = tostring(action)
    if text == "keep" and roll(4) > 1 then return action end
    if text:find "^play G" then gold[#gold + 1] = action end
  end
  if gold[1] and roll(2) == 1 then return gold[roll(#gold)] end
  return legal[roll(#legal)]
end

--- A random game: its rounds, with bids, changes, and each full trick with the
--- supply after it.
local function play(rules, seed)
  local game = aurum.game { variant = rules, seed = seed }
  local roll = helper.dice(seed)
  local seen = { rules = rules, rounds = {}, game = game, players =
    rules.players }
  local round, before = nil, 0 -- events that were seen already
  while not game.over do
    local deals = game.state.phase == "deal"
    if deals then game:deal() else game:apply(choice(game.state, roll)) end
    local events = game.state:events()
    if deals then
      round = { tricks = {}, plays = {}, kinds = {}, bids = {}, changes = {} }
      seen.rounds[#seen.rounds + 1] = round
    end
    for i = before + 1, #events do
      local event = events[i]
      local kind = event.kind
      round.kinds[#round.kinds + 1] = kind
      if kind == "trick" then
        table.insert(round.tricks, { event = event,
          supply = game.state.supply })
      elseif kind == "bid" or kind == "change" then
        table.insert(round[kind .. "s"], event)
      end
      if kind ~= "bid" and kind ~= "change" then round[kind] = event end
    end
    before = #events
  end
  return seen
end

local function each_trick(seen, visit)
  for _, round in ipairs(seen.rounds) do
    for i, trick in ipairs(round.tricks) do
      visit(trick.event, trick, round, round.tricks[i - 1])
    end
  end
end

local function seat_of(seen, event, place)
  return (event.leader + place - 2) % seen.players + 1
end

-- ---- Checks ----------------------------------------------------------------

function checks.deck(seen)
  local r, four = seen.rules, seen.players == 4
  assert.equal(four and "BCPSZ" or "BPSZ", r.suits)
  assert.same({ 1, four and 10 or 9 }, { r.ranks[1], r.ranks[2] })
  local gold = { table.unpack(r.gold) }
  assert.same({ 2, 2, 2, 1, 1, 1, 1, four and 1 or nil },
    { table.unpack(gold, 2) })
end

function checks.deal(seen)
  for _, round in ipairs(seen.rounds) do
    for seat = 1, seen.players do
      assert.equal(12, #round.deal.hands[seat])
      assert.equal(0, #(round.deal.hands[seat]
        - round.deal.hands[seat]:base()))
    end
    assert.equal(seen.players == 4 and 2 or 0, #round.deal.extras)
  end
end

function checks.zero(seen)
  for _, round in ipairs(seen.rounds) do
    for seat = 1, seen.players do
      assert.equal("G0", tostring(round.deal.gold[seat]))
    end
  end
end

function checks.first(seen)
  for i = 2, #seen.rounds do
    assert.equal(seen.rounds[i - 1].deal.first % seen.players + 1,
      seen.rounds[i].deal.first)
  end
end

function checks.sides(seen)
  assert.same(seen.players == 4 and { 1, 2, 1, 2 } or { 1, 2, 3 },
    { table.unpack(seen.rules.side_of) })
end

function checks.bids(seen)
  for _, round in ipairs(seen.rounds) do
    assert.equal(seen.players, #round.bids)
    assert.equal(seen.players == 3, round.reveal ~= nil)
    for i, bid in ipairs(round.bids) do
      assert.is_true(round.deal.hands[bid.seat]:has(bid.card))
      if seen.players == 4 then
        assert.equal((round.deal.first + i - 2) % 4 + 1, bid.seat)
      end
    end
  end
end

function checks.side_bid(seen)
  for _, round in ipairs(seen.rounds) do
    local rank = {}
    for _, bid in ipairs(round.bids) do rank[bid.seat] = bid.card.rank end
    for _, change in ipairs(round.changes) do
      rank[change.of] = change.card.rank
    end
    assert.same({ math.max(rank[1], rank[3]), math.max(rank[2], rank[4]) },
      { table.unpack(round.round.score.bid) })
  end
end

function checks.change(seen)
  for _, round in ipairs(seen.rounds) do
    local laid = {}
    for _, bid in ipairs(round.bids) do
      laid[bid.seat] = tostring(bid.card)
    end
    for _, change in ipairs(round.changes) do
      assert.equal(laid[change.of], tostring(change.returned))
      assert.is_true(change.gold.gold and not change.card.gold)
      assert.equal(0, (change.of - change.seat) % (seen.players == 4 and 2
        or seen.players))
      laid[change.of] = tostring(change.card)
      seen.met.change = true
    end
  end
end

function checks.lead(seen)
  each_trick(seen, function(event, _, round, last)
    assert.is_false(event.plays[1].gold)
    if not last then assert.equal(round.deal.first, event.leader) end
  end)
end

function checks.order(seen)
  each_trick(seen, function(event)
    assert.equal(seen.players, #event.plays)
  end)
end

function checks.follow(seen)
  each_trick(seen, function(event)
    local suits = {}
    for _, card in ipairs(event.plays) do
      if not card.gold then
        assert.is_nil(suits[card.suit])
        suits[card.suit] = true
      end
    end
  end)
end

--- The place of the highest or the lowest card, of equal ones the last.
local function extreme(plays, gold, highest)
  local at
  for i, card in ipairs(plays) do
    local best = at and plays[at].rank
    if card.gold == gold and (not at or card.rank == best
      or (card.rank > best) == highest) then
      at = i
    end
  end
  return at
end

function checks.winner(seen)
  each_trick(seen, function(event)
    local at = extreme(event.plays, true, true)
    seen.met.gold = seen.met.gold or at ~= nil
    at = at or extreme(event.plays, false, true)
    assert.equal(seat_of(seen, event, at), event.winner)
  end)
end

function checks.award(seen)
  each_trick(seen, function(event, _, _, last)
    local at = extreme(event.plays, false, false)
    local seat, rank = seat_of(seen, event, at), event.plays[at].rank
    assert.equal(seat, event.next)
    if event.award then
      assert.equal(seat, event.taker)
      assert.equal("G" .. rank, tostring(event.award))
    elseif last then
      seen.met.none = true
    end
    if last then assert.equal(last.event.next, event.leader) end
  end)
end

function checks.gold_back(seen)
  each_trick(seen, function(event, trick)
    for _, card in ipairs(event.plays) do
      if card.gold then assert.is_true(trick.supply:has(card)) end
    end
  end)
end

function checks.taken(seen)
  for _, round in ipairs(seen.rounds) do
    local taken = {}
    for side = 1, seen.rules.side_n do taken[side] = 0 end
    for _, trick in ipairs(round.tricks) do
      local side = seen.rules.side_of[trick.event.winner]
      taken[side] = taken[side] + 1
    end
    assert.same(taken, { table.unpack(round.round.score.taken) })
  end
end

checks["pass"] = function(seen)
  for _, round in ipairs(seen.rounds) do
    assert.is_truthy(round.pass.hand)
    local last = #round.kinds
    while round.kinds[last] ~= "pass" do
      assert.is_truthy(round.kinds[last] == "round"
        or round.kinds[last] == "game")
      last = last - 1
    end
  end
end

function checks.bid_points(seen)
  local bga = seen.rules.name == "bga"
  for _, round in ipairs(seen.rounds) do
    local score = round.round.score
    for side, taken in ipairs(score.taken) do
      local bid = score.bid[side]
      local points = taken < bid and 0 or taken == bid and 2 * bid
        or bga and taken or bid
      assert.equal(points, score.bid_points[side])
    end
  end
end

function checks.gold_points(seen)
  local wanted = { 0, 1, 1, 1, 2, 2, 2, 3, 3 }
  for rank = 1, seen.players == 4 and 9 or 8 do
    assert.equal(wanted[rank], seen.rules.gold_points[rank])
  end
end

local ties = {
  ["bga"] = "sole_exact highest_gold", ["ru-2023 3"] = "exact",
}

function checks.round(seen)
  local name = seen.rules.name
  assert.equal(ties[name .. " " .. seen.players] or ties[name]
    or "exact highest_gold", table.concat(seen.rules.round_ties, " "))
  for _, round in ipairs(seen.rounds) do
    local points = round.round.score.points
    local most = math.max(table.unpack(points))
    for _, side in ipairs(round.round.winners) do
      assert.equal(most, points[side])
    end
  end
end

checks["end"] = function(seen)
  local three = seen.players == 3
    and (seen.rules.name == "en-2023" or seen.rules.name == "fr-2023")
  local nuggets = {}
  for i, round in ipairs(seen.rounds) do
    local over = 0
    for _, side in ipairs(round.round.winners) do
      nuggets[side] = (nuggets[side] or 0) + 1
    end
    for side = 1, seen.rules.side_n do
      if (nuggets[side] or 0) >= 2 then over = over + 1 end
    end
    local ends = over == 1 or not three and over > 0 or three and i == 3
    assert.equal(i == #seen.rounds, ends)
  end
end

-- ---- The table -------------------------------------------------------------

--- The rows of the table: { edition, players, beginning, rules, checks }.
local function rows()
  local path = "tests/fixtures/rulebooks/sources.tsv"
  local list = {}
  for line in helper.shell("cat " .. path):gmatch "[^\n]+" do
    local row = {}
    for field in line:gmatch "[^\t]+" do row[#row + 1] = field end
    assert.equal(5, #row, line)
    list[#list + 1] = row
  end
  table.remove(list, 1)
  return list
end

--- Games of an edition, and the numbers of its rulebook.
local function shown(edition, players)
  local rules = assert(aurum.variant(edition, players))
  local book = variant_rulebook.of(aurum.read_variant(edition), players)
  local numbers, games, met = {}, {}, {}
  for _, section in ipairs(book.sections) do
    for _, rule in ipairs(section.rules) do numbers[rule.number] = true end
  end
  for i = 1, games_each do
    games[i] = play(rules, i)
    games[i].met = met
  end
  return numbers, games, met
end

describe("the sentences of the sources", function()
  local used = {}
  for _, edition in ipairs { "de-2024", "en-2023", "ru-2023", "fr-2023",
    "bga" } do
    for players = 3, 4 do
      it(("hold in %s with %d players"):format(edition, players), function()
        local numbers, games, met = shown(edition, players)
        for _, row in ipairs(rows()) do
          if row[1] == edition and row[2]:find(players, 1, true) then
            for number in row[4]:gmatch "%S+" do
              assert.is_true(numbers[number], row[3] .. ": no " .. number)
            end
            for check in row[5]:gmatch "%S+" do
              used[check] = true
              for _, seen in ipairs(games) do checks[check](seen) end
            end
          end
        end
        for _, what in ipairs { "gold", "change", "none" } do
          assert.is_true(met[what], "no game shows it: " .. what)
        end
      end)
    end
  end

  it("use every check", function()
    for name in pairs(checks) do assert.is_true(used[name], name) end
  end)
end)
