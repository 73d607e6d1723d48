-- Ties (lua/record/ties.lua) in random games, recounted in a slow way: a tie
-- decided a trick if the earlier of equal cards would have led to another
-- result, and a round if several sides have most points. GAMES=5000 plays more.
local aurum = require "aurum"
local helper = require "helper"
local ties = require "aurum.record.ties"

local games = tonumber(os.getenv "GAMES") or 1000

--- The seat whose card is the best by `better(a, b)`; of equal ones the last,
--- or the first.
local function pick(cards, seats, better, last)
  local best
  for i = 1, #cards do
    if not best or better(cards[i], cards[best])
      or last and not better(cards[best], cards[i]) then
      best = i
    end
  end
  return best and seats[best]
end

--- The winner of a trick and the seat of its lowest base card (RULES 7).
local function settled(event, players, last)
  local gold, base = { {}, {} }, { {}, {} }
  for i, card in ipairs(event.plays) do
    local seat = (event.leader + i - 2) % players + 1
    local kind = card.gold and gold or base
    table.insert(kind[1], card)
    table.insert(kind[2], seat)
  end
  local function higher(a, b) return a.rank > b.rank end
  local function lower(a, b) return a.rank < b.rank end
  local kind = gold[1][1] and gold or base
  return pick(kind[1], kind[2], higher, last),
    pick(base[1], base[2], lower, last)
end

local function check_trick(rules, event)
  local winner, lowest = settled(event, rules.players, true)
  assert.equal(winner, event.winner)
  assert.equal(lowest, event.next)
  local other, lower = settled(event, rules.players, false)
  local text = ties.trick(rules, event)
  local expected = (winner ~= other or lowest ~= lower) and true or nil
  assert.equal(expected, text and true)
  if not text then return false end
  assert.equal(winner ~= other, text:find "wins" ~= nil)
  local what = event.award and "takes " .. tostring(event.award) or "leads"
  assert.equal(lowest ~= lower, text:find(what, 1, true) ~= nil)
  assert.matches("RULES 7.3", text, 1, true)
  return true
end

--- The winners of a round and the rule of 9.3 that decided, in a slow way.
local function decided(rules, score, gold)
  local most, tied = math.max(table.unpack(score.points)), {}
  for side, points in ipairs(score.points) do
    if points == most then tied[#tied + 1] = side end
  end
  local by = #tied > 1 and "level" or nil
  local function keep(fits, name)
    local kept = {}
    for _, side in ipairs(tied) do
      if fits(side) then kept[#kept + 1] = side end
    end
    if kept[1] and #kept < #tied then tied, by = kept, name end
  end
  local function exact(side) return score.taken[side] == score.bid[side] end
  local function best(side)
    local rank = -1
    for seat, pile in ipairs(gold) do
      if rules.side_of[seat] == side then
        for card in pile:each() do rank = math.max(rank, card.rank) end
      end
    end
    return rank
  end
  for _, step in ipairs(rules.round_ties) do
    if step == "exact" then keep(exact, "exact")
    elseif step == "sole_exact" then
      local n = 0
      for _, side in ipairs(tied) do n = n + (exact(side) and 1 or 0) end
      if n == 1 then keep(exact, "exact") end
    else
      local top = -1
      for _, side in ipairs(tied) do top = math.max(top, best(side)) end
      keep(function(side) return best(side) == top end, "gold")
    end
  end
  return tied, #tied > 1 and by and "level" or by
end

local words = { exact = "took exactly", gold = "higher gold",
  level = "stay level" }

--- Plays a game. Returns the numbers of tricks and rounds, and of those that a
--- tie decided.
local function play(rules, seed, count)
  local state, roll, held = aurum.state(rules), helper.dice(seed), {}
  while state.phase ~= "over" do
    if state.phase == "deal" then state:deal("ties" .. seed) end
    state:apply(helper.choose(state:legal(), roll))
    for _, event in ipairs(state:events(true)) do
      if event.kind == "trick" then
        count.tricks = count.tricks + 1
        if check_trick(rules, event) then count.tied = count.tied + 1 end
      elseif event.kind == "round" then
        local winners, by = decided(rules, event.score, state.gold)
        assert.same(winners, event.winners)
        local gold = state.gold
        held[state.round] = tostring(gold[1]) .. tostring(gold[2])
        local text = ties.round(rules, event.score, winners, function()
          return gold
        end)
        assert.equal(by and true, text and true)
        if by then
          count[by] = (count[by] or 0) + 1
          assert.matches(words[by], text, 1, true)
        end
      end
    end
  end
  local gold_at = ties.gold_at(state)
  for round, gold in ipairs(held) do
    local found = gold_at(round)
    assert.equal(gold, tostring(found[1]) .. tostring(found[2]))
  end
  local _, n = tostring(table.concat(state.winners, " ")):gsub("%d+", "")
  local text = ties.game(state)
  if n > 1 then assert.matches("win together", text, 1, true) end
end

describe("ties", function()
  it("are named where they decide, with the rule", function()
    local count = { tricks = 0, tied = 0 }
    for i = 1, games do
      local name = ({ "en-2023", "bga", "de-2024", "ru-2023", "fr-2023" })
        [i % 5 + 1]
      play(aurum.variant(name, i % 2 + 3), i, count)
    end
    assert.is_true(count.tied > count.tricks // 10)
    assert.is_true((count.exact or 0) + (count.gold or 0) > 0)
  end)

  it("say nothing where a hook or a trump decides", function()
    local rules = aurum.variant("standard", 4)
    local B9, S9, G3 = aurum.card "B9", aurum.card "S9", aurum.card "G3"
    assert.is_nil(ties.trick(rules, { leader = 1, winner = 1, next = 3,
      plays = { B9, S9, aurum.card "Z1", aurum.card "C2" } }))
    assert.equal("of B9 and S9 the later wins (RULES 7.3)", ties.trick(rules,
      { leader = 1, winner = 2, next = 3,
        plays = { B9, S9, aurum.card "Z1", aurum.card "C2" } }))
    assert.equal("of B9 and S9 the later leads (RULES 7.3)", ties.trick(rules,
      { leader = 4, winner = 2, next = 1,
        plays = { B9, S9, G3, aurum.card "C10" } }))
    assert.is_nil(ties.trick(aurum.variant("standard+trump", 4), { leader = 1,
      winner = 2, next = 3,
      plays = { B9, S9, aurum.card "Z1", aurum.card "C2" } }))
  end)
end)
