-- Checks of the rules that the five sources state, by name: each reads what a
-- game has shown as a source says it, and shares no code with the engine.
--
-- checks.played(rules, seed) plays a random game. A check is a function of it
-- that raises where the game breaks the rule. It calls `shows(name, place)` of
-- the game where the game shows it: a check that met nothing proves nothing.
local aurum = require "aurum"
local helper = require "helper"
local assert = require "luassert"

local checks = {}
local played = {} -- functions beside the checks

-- ---- A game ----------------------------------------------------------------

--- A random legal action: bids are mostly kept, and gold is played half the
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

--- Gold by rank in a pile, as a list of numbers from rank 0.
local function counted(pile)
  local counts = {}
  for _, card in ipairs(pile:list()) do
    counts[card.rank] = (counts[card.rank] or 0) + 1
  end
  return counts
end

--- The views of the seats after a deal or a bid, and the cards that there are.
local function views_of(state, players)
  local all = { extras = tostring(state.extras), bids = {}, hands = {} }
  for seat = 1, players do
    local view = state:view(seat)
    all[seat] = { extras = tostring(view.extras), bids = view.bids,
      unseen = tostring(view.unseen), hand = tostring(view.hand), gold = {} }
    all.bids[seat], all.hands[seat] = state.bids[seat], state.hands[seat]
    for other = 1, players do
      all[seat].gold[other] = tostring(view.gold[other])
        == tostring(state.gold[other])
    end
  end
  all.phase = state.phase
  return all
end

--- Notes an event in its round.
local function note(round, event, state)
  local kind = event.kind
  round.kinds[#round.kinds + 1] = kind
  round.events[#round.events + 1] = event
  if kind == "trick" then
    table.insert(round.tricks, { event = event, supply = state.supply })
  elseif kind == "bid" or kind == "change" then
    table.insert(round[kind .. "s"], event)
  end
  if kind == "round" then round.gold = state.gold end
  if kind ~= "bid" and kind ~= "change" then round[kind] = event end
end

--- A random game: its rounds, with bids, changes, and each full trick with the
--- supply after it.
function played.game(rules, seed)
  local game = aurum.game { variant = rules, seed = seed }
  local roll = helper.dice(seed)
  local seen = { rules = rules, players = rules.players, rounds = {},
    seed = seed, state = game.state }
  local round, before = nil, 0 -- events that were seen already
  while not game.over do
    local deals = game.state.phase == "deal"
    if deals then game:deal() else game:apply(choice(game.state, roll)) end
    local events = game.state:events()
    if deals then
      round = { events = {}, tricks = {}, kinds = {}, bids = {}, changes = {},
        views = {}, supply = counted(game.state.supply) }
      seen.rounds[#seen.rounds + 1] = round
    end
    for i = before + 1, #events do note(round, events[i], game.state) end
    before = #events
    if #round.kinds < 2 + rules.players then
      table.insert(round.views, views_of(game.state, rules.players))
    end
  end
  return seen
end

local function each_trick(seen, visit)
  for r, round in ipairs(seen.rounds) do
    for i, trick in ipairs(round.tricks) do
      visit(trick.event, ("%d.%d"):format(r, i), round, round.tricks[i - 1])
    end
  end
end

local function seat_of(seen, event, place)
  return (event.leader + place - 2) % seen.players + 1
end

-- ---- Cards and deals -------------------------------------------------------

function checks.deck(seen)
  local r, four = seen.rules, seen.players == 4
  assert.equal(four and "BCPSZ" or "BPSZ", r.suits)
  assert.same({ 1, four and 10 or 9 }, { r.ranks[1], r.ranks[2] })
  local gold = { table.unpack(r.gold) }
  assert.same({ 2, 2, 2, 1, 1, 1, 1, four and 1 or nil },
    { table.unpack(gold, 2) })
  seen.shows("deck", "1")
end

--- Each round deals all base cards anew, 12 to each hand.
function checks.deal(seen)
  local last
  for i, round in ipairs(seen.rounds) do
    local all, n = {}, 0
    for _, set in ipairs { round.deal.extras, table.unpack(round.deal.hands,
      1, seen.players) } do
      for _, card in ipairs(set:list()) do
        assert.is_false(card.gold)
        all[tostring(card)], n = true, n + 1
      end
    end
    for seat = 1, seen.players do
      assert.equal(12, #round.deal.hands[seat])
    end
    local different = 0
    for _ in pairs(all) do different = different + 1 end
    assert.same({ seen.players == 4 and 50 or 36, n }, { n, different })
    assert.equal(seen.players == 4 and 2 or 0, #round.deal.extras)
    local hands = tostring(round.deal.hands[1])
    assert.are_not.equal(last, hands)
    last = hands
    if i > 1 then seen.shows("deal", i) end
  end
end

--- The seat's own cards are all that it sees of hands, and no bid before all
--- are laid if three play.
function checks.private(seen)
  for i, round in ipairs(seen.rounds) do
    for seat = 1, seen.players do
      local view = round.views[1][seat]
      local others = {}
      for other = 1, seen.players do
        if other ~= seat then
          for _, card in ipairs(round.views[1].hands[other]:list()) do
            others[#others + 1] = tostring(card)
          end
        end
      end
      local unseen = {}
      for card in view.unseen:gmatch "%S+" do unseen[#unseen + 1] = card end
      table.sort(others)
      table.sort(unseen)
      assert.same(others, unseen)
      assert.equal(tostring(round.views[1].hands[seat]), view.hand)
      for k, laid in ipairs(round.views) do
        local other = seat % seen.players + 1
        if seen.players == 3 and k > 1 and laid.phase == "bid" then
          assert.is_nil(laid[seat].bids[other])
          if laid.bids[other] then seen.shows("private", i) end
        elseif seen.players == 4 then
          seen.shows("private", i)
        end
      end
    end
  end
end

--- All gold lies face up, the extras and bids of four players too.
function checks.public(seen)
  for i, round in ipairs(seen.rounds) do
    for _, laid in ipairs(round.views) do
      for seat = 1, seen.players do
        assert.equal(laid.extras, laid[seat].extras)
        for other = 1, seen.players do
          assert.is_true(laid[seat].gold[other])
          if seen.players == 4 then
            assert.equal(laid.bids[other], laid[seat].bids[other])
          end
        end
      end
    end
    seen.shows("public", i)
  end
end

function checks.zero(seen)
  for i, round in ipairs(seen.rounds) do
    for seat = 1, seen.players do
      assert.equal("G0", tostring(round.deal.gold[seat]))
    end
    if i > 1 then seen.shows("zero", i) end
  end
end

--- The fourth G0 of three players is in the supply.
function checks.spare(seen)
  for i, round in ipairs(seen.rounds) do
    assert.equal(1, round.supply[0])
    seen.shows("spare", i)
  end
end

-- ---- Seats -----------------------------------------------------------------

--- Every seat begins some game.
function checks.drawn(seen)
  local met, n = seen.firsts, 0
  met[seen.rounds[1].deal.first] = true
  for seat = 1, seen.players do n = n + (met[seat] and 1 or 0) end
  if n == seen.players then seen.shows("drawn", "1") end
end

function checks.first(seen)
  for i = 2, #seen.rounds do
    assert.equal(seen.rounds[i - 1].deal.first % seen.players + 1,
      seen.rounds[i].deal.first)
    seen.shows("first", i)
  end
end

function checks.sides(seen)
  assert.same(seen.players == 4 and { 1, 2, 1, 2 } or { 1, 2, 3 },
    { table.unpack(seen.rules.side_of) })
  seen.shows("sides", "1")
end

-- ---- Bids ------------------------------------------------------------------

function checks.bids(seen)
  for r, round in ipairs(seen.rounds) do
    assert.equal(seen.players, #round.bids)
    assert.equal(seen.players == 3, round.reveal ~= nil)
    for i, bid in ipairs(round.bids) do
      assert.is_true(round.deal.hands[bid.seat]:has(bid.card))
      if seen.players == 4 then
        assert.equal((round.deal.first + i - 2) % 4 + 1, bid.seat)
      end
    end
    seen.shows("bids", r)
  end
end

--- The bid of a side at the end: its card, or the higher of its two.
function checks.side_bid(seen)
  for r, round in ipairs(seen.rounds) do
    local rank, wanted = {}, {}
    for _, bid in ipairs(round.bids) do rank[bid.seat] = bid.card.rank end
    for _, change in ipairs(round.changes) do
      rank[change.of] = change.card.rank
      seen.shows("side_bid", r)
    end
    for side = 1, seen.players == 4 and 2 or 3 do
      wanted[side] = math.max(rank[side], rank[side + 2] or 0)
    end
    if seen.players == 3 then wanted = { rank[1], rank[2], rank[3] } end
    assert.same(wanted, { table.unpack(round.round.score.bid) })
  end
end

--- A change is before a trick, in play order; the seat lays a card of its hand
--- for its own bid or its partner's, and takes the old one.
function checks.change(seen)
  for r, round in ipairs(seen.rounds) do
    local laid, leader, last, plays = {}, round.deal.first, 0, 0
    for _, bid in ipairs(round.bids) do laid[bid.seat] = tostring(bid.card) end
    for _, event in ipairs(round.events) do
      if event.kind == "change" then
        local turn = (event.seat - leader) % seen.players + 1
        assert.is_true(plays == 0 and turn > last)
        assert.equal(laid[event.of], tostring(event.returned))
        assert.is_true(event.gold.gold and not event.card.gold)
        assert.equal(0, (event.of - event.seat)
          % (seen.players == 4 and 2 or seen.players))
        laid[event.of], last = tostring(event.card), turn
        if seen.players == 3 or event.of ~= event.seat then
          seen.shows("change", r)
        end
      elseif event.kind == "play" then
        plays = plays + 1
      elseif event.kind == "trick" then
        leader, last, plays = event.next, 0, 0
      end
    end
  end
end

-- ---- Gold ------------------------------------------------------------------

--- Follows the gold of a round from event to event, as the sources say where it
--- goes; `visit(event, held, supply)` sees it before each event. The engine's
--- collections and supply must be the same.
local function follow_gold(seen, round, visit)
  local held, supply, trick = {}, round.supply, {}
  for seat = 1, seen.players do
    held[seat] = counted(round.deal.gold[seat])
  end
  supply = { [0] = 0, table.unpack(supply, 1, 8) }
  supply[0] = round.supply[0] or 0
  local function move(pile, rank, n)
    pile[rank] = (pile[rank] or 0) + n
    assert.is_true(pile[rank] >= 0)
  end
  for _, event in ipairs(round.events) do
    visit(event, held, supply)
    if event.kind == "change" then
      move(held[event.seat], event.gold.rank, -1)
      move(supply, event.gold.rank, 1)
    elseif event.kind == "play" and event.card.gold then
      move(held[event.seat], event.card.rank, -1)
      trick[#trick + 1] = event.card.rank
    elseif event.kind == "trick" then
      if event.award then
        move(supply, event.award.rank, -1)
        move(held[event.taker], event.award.rank, 1)
      end
      for _, rank in ipairs(trick) do move(supply, rank, 1) end
      trick = {}
    end
  end
  for seat = 1, seen.players do
    for rank = 0, 8 do
      assert.equal(counted(round.gold[seat])[rank] or 0, held[seat][rank] or 0)
    end
  end
end

local function each_gold(seen, visit)
  for r, round in ipairs(seen.rounds) do
    follow_gold(seen, round, function(event, held, supply)
      visit(event, held, supply, r)
    end)
  end
end

--- Gold that is played comes from the seat's collection.
function checks.own_gold(seen)
  each_gold(seen, function(event, held, _, r)
    if event.kind == "play" and event.card.gold then
      assert.is_true(held[event.seat][event.card.rank] > 0)
      seen.shows("own_gold", r)
    end
  end)
end

--- A change is paid from the seat's collection, to the supply.
function checks.paid(seen)
  each_gold(seen, function(event, held, _, r)
    if event.kind == "change" then
      assert.is_true(held[event.seat][event.gold.rank] > 0)
      seen.shows("paid", r)
    end
  end)
end

function checks.gold_back(seen)
  each_trick(seen, function(event, place, round)
    local trick = round.tricks[tonumber(place:match "%d+$")]
    for _, card in ipairs(event.plays) do
      if card.gold then
        assert.is_true(trick.supply:has(card))
        seen.shows("gold_back", place)
      end
    end
  end)
  each_gold(seen, function() end)
end

-- ---- Tricks ----------------------------------------------------------------

function checks.lead(seen)
  each_trick(seen, function(event, place, round, last)
    assert.is_false(event.plays[1].gold)
    assert.equal(last and last.event.next or round.deal.first, event.leader)
    if last then seen.shows("lead", place) end
  end)
end

--- The seats play clockwise, one card each, and then the trick is settled.
function checks.order(seen)
  for r, round in ipairs(seen.rounds) do
    local turn, n = round.deal.first, 0
    for _, event in ipairs(round.events) do
      if event.kind == "play" then
        assert.equal(turn, event.seat)
        turn, n = turn % seen.players + 1, n + 1
      elseif event.kind == "trick" then
        assert.equal(seen.players, n)
        turn, n = event.next, 0
        seen.shows("order", r)
      end
    end
  end
end

function checks.follow(seen)
  each_trick(seen, function(event, place)
    local suits, gold = {}, 0
    for _, card in ipairs(event.plays) do
      if card.gold then
        gold = gold + 1
      else
        assert.is_nil(suits[card.suit])
        suits[card.suit] = true
      end
    end
    if gold > 1 then seen.shows("follow", place) end -- gold on gold
  end)
end

--- The place of the highest or the lowest card, of equal ones the last, and
--- true if there are equal ones.
local function extreme(plays, gold, highest)
  local at, tied
  for i, card in ipairs(plays) do
    local best = at and plays[at].rank
    if card.gold == gold and (not at or card.rank == best
      or (card.rank > best) == highest) then
      at, tied = i, card.rank == best
    end
  end
  return at, tied
end

--- Shown by a trick with gold; by one without, whose highest cards tie.
function checks.winner(seen)
  each_trick(seen, function(event, place)
    local at = extreme(event.plays, true, true)
    local base, tied = extreme(event.plays, false, true)
    assert.equal(seat_of(seen, event, at or base), event.winner)
    seen.met.by_gold = seen.met.by_gold or at ~= nil
    if not at and tied and seen.met.by_gold then
      seen.shows("winner", place)
    end
  end)
end

--- Shown by lowest cards that tie, after a trick whose gold had run out.
function checks.award(seen)
  each_gold(seen, function(event, _, supply, r)
    if event.kind ~= "trick" then return end
    local at, tied = extreme(event.plays, false, false)
    local seat, rank = seat_of(seen, event, at), event.plays[at].rank
    local due = (supply[rank] or 0) > 0
    assert.equal(seat, event.next)
    assert.equal(due and "G" .. rank or "nil", tostring(event.award))
    if due then assert.equal(seat, event.taker) end
    seen.met.none = seen.met.none or rank < 9 and not due
    if due and tied and seen.met.none then seen.shows("award", r) end
  end)
end

function checks.taken(seen)
  for r, round in ipairs(seen.rounds) do
    local taken = {}
    for side = 1, seen.rules.side_n do taken[side] = 0 end
    for _, trick in ipairs(round.tricks) do
      local side = seen.rules.side_of[trick.event.winner]
      taken[side] = taken[side] + 1
    end
    assert.same(taken, { table.unpack(round.round.score.taken) })
    seen.shows("taken", r)
  end
end

--- Nothing but the score follows a pass. The hand that is shown has no card
--- that fits; a leader's is empty. Shown by a seat that keeps gold.
checks["pass"] = function(seen)
  for r, round in ipairs(seen.rounds) do
    local suits, n, at = {}, 0, nil
    for i, event in ipairs(round.events) do
      if event.kind == "play" then
        n = n + 1
        if not event.card.gold then suits[event.card.suit] = true end
      elseif event.kind == "trick" then
        suits, n = {}, 0
      elseif event.kind == "pass" then
        at = i
      elseif at then
        assert.is_true(event.kind == "round" or event.kind == "game")
      end
    end
    for _, card in ipairs(round.pass.hand:list()) do
      assert.is_true(suits[card.suit])
    end
    assert.is_true(n > 0 or #round.pass.hand == 0)
    if n > 0 and #round.pass.gold > 0 then seen.shows("pass", r) end
  end
end

-- ---- Scores ----------------------------------------------------------------

--- Shown by sides above, at and below their bids.
function checks.bid_points(seen)
  local bga = seen.rules.name:find "^bga"
  for r, round in ipairs(seen.rounds) do
    local score = round.round.score
    for side, taken in ipairs(score.taken) do
      local bid = score.bid[side]
      local points = taken < bid and 0 or taken == bid and 2 * bid
        or bga and taken or bid
      assert.equal(points, score.bid_points[side])
      seen.met[taken < bid and "under" or taken == bid and "exact" or "over"] =
        true
    end
    if seen.met.under and seen.met.exact and seen.met.over then
      seen.shows("bid_points", r)
    end
  end
end

local gold_values = { [0] = 0, 1, 1, 1, 2, 2, 2, 3, 3 }

function checks.gold_points(seen)
  for rank = 0, seen.players == 4 and 8 or 7 do
    assert.equal(gold_values[rank], seen.rules.gold_points[rank + 1])
  end
  seen.shows("gold_points", "1")
end

--- The points are those of the bid and of the gold that is still held.
function checks.sum(seen)
  for r, round in ipairs(seen.rounds) do
    local score, gold = round.round.score, {}
    for seat = 1, seen.players do
      local side = seen.rules.side_of[seat]
      for _, card in ipairs(round.gold[seat]:list()) do
        gold[side] = (gold[side] or 0) + gold_values[card.rank]
        if card.rank > 0 then seen.shows("sum", r) end
      end
    end
    for side = 1, seen.rules.side_n do
      assert.equal(gold[side] or 0, score.gold_points[side])
      assert.equal(score.bid_points[side] + (gold[side] or 0),
        score.points[side])
    end
  end
end

--- The sides of a list with the greatest value.
local function best(sides, value)
  local list, most = {}, nil
  for _, side in ipairs(sides) do
    local mine = value(side)
    if not most or mine > most then list, most = {}, mine end
    if mine == most then list[#list + 1] = side end
  end
  return list
end

--- The rank of the best gold of a side at the end of a round; -1 for none.
local function best_gold(seen, round, side)
  local most = -1
  for seat = 1, seen.players do
    for _, card in ipairs(seen.rules.side_of[seat] == side
      and round.gold[seat]:list() or {}) do
      most = math.max(most, card.rank)
    end
  end
  return most
end

--- The winners of a round by the edition's source, and what decided.
local function winners_of(seen, round)
  local name, score, all = seen.rules.name, round.round.score, {}
  for side = 1, seen.rules.side_n do all[side] = side end
  local tied = best(all, function(side) return score.points[side] end)
  local by = #tied > 1 and {} or { single = true }
  local exact = best(tied, function(side)
    return score.taken[side] == score.bid[side] and 1 or 0
  end)
  if #exact < #tied and (#exact == 1 or name ~= "bga") then
    tied, by.tie_exact = exact, true
  end
  if not (name == "ru-2023" and seen.players == 3) then
    local left = best(tied, function(side)
      return best_gold(seen, round, side)
    end)
    by.tie_gold = #left < #tied
    tied = left
  end
  by.tie_shared = #tied > 1
  return tied, by
end

function checks.round(seen)
  for r, round in ipairs(seen.rounds) do
    local wanted, by = winners_of(seen, round)
    assert.same(wanted, { table.unpack(round.round.winners) })
    if by.single then seen.shows("round", r) end
    for _, tie in ipairs { "tie_exact", "tie_gold", "tie_shared" } do
      if by[tie] then seen.shows(tie, r) end
    end
  end
end

checks.tie_exact, checks.tie_gold, checks.tie_shared = checks.round,
  checks.round, checks.round

-- ---- The end ---------------------------------------------------------------

--- True for the editions in which three players play three rounds.
local function plays_three(seen)
  return seen.players == 3
    and (seen.rules.name == "en-2023" or seen.rules.name == "fr-2023")
end

--- Nuggets by side after each round.
local function nuggets_of(seen, visit)
  local nuggets = {}
  for side = 1, seen.rules.side_n do nuggets[side] = 0 end
  for i, round in ipairs(seen.rounds) do
    for _, side in ipairs(round.round.winners) do
      nuggets[side] = nuggets[side] + 1
    end
    visit(i, nuggets, round)
  end
  return nuggets
end

checks["end"] = function(seen)
  local three = plays_three(seen)
  nuggets_of(seen, function(i, nuggets)
    local over = 0
    for _, n in ipairs(nuggets) do over = over + (n >= 2 and 1 or 0) end
    local ends = over == 1 or not three and over > 0 or three and i == 3
    assert.equal(i == #seen.rounds, ends)
    if i == 2 then seen.met[ends and "two" or "three"] = true end
  end)
  if seen.met.two and seen.met.three then seen.shows("end", "game") end
end

function checks.game(seen)
  local last, all = seen.rounds[#seen.rounds], {}
  local nuggets = nuggets_of(seen, function() end)
  for side = 1, seen.rules.side_n do all[side] = side end
  local tied = best(all, function(side) return nuggets[side] end)
  if #tied > 1 and plays_three(seen) then
    tied = best(tied, function(side) return last.round.score.bid[side] end)
    seen.shows("last_bid", "game")
  end
  assert.same(tied, { table.unpack(last.game.winners) })
  seen.shows("game", "game")
end

checks.last_bid = checks.game

-- ---- Rules for experts -----------------------------------------------------

function checks.no_zero(seen)
  for i, round in ipairs(seen.with("no-zero-gold").rounds) do
    assert.is_nil(round.supply[0])
    for seat = 1, seen.players do
      assert.equal(0, #round.deal.gold[seat])
    end
    seen.shows("no_zero", i)
  end
end

--- Three rounds, and the most points over all of them win.
function checks.cumulative(seen)
  local game = seen.with "cumulative"
  local points, all = {}, {}
  assert.equal(3, #game.rounds)
  for _, round in ipairs(game.rounds) do
    for side, n in ipairs(round.round.score.points) do
      points[side], all[side] = (points[side] or 0) + n, side
    end
  end
  local most = best(all, function(side) return points[side] end)
  if #most == 1 then
    assert.same(most, { table.unpack(game.rounds[3].game.winners) })
    seen.shows("cumulative", "game")
  end
end

return { checks = checks, played = played.game }
