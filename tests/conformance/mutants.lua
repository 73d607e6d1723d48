-- mutants.lua: near misses. A mutant is the record of a game that breaks one
-- rule in one place. All before that place is as in the game.
--
-- The number of the rule is that of the check in core/CONFORMANCE.md that fails
-- first. mutants.of also makes sure that the engine refuses the mutant, and if
-- its report cites a rule, that it is the same one.
local aurum = require "aurum"
local json = require "aurum.text.json"
local mutants = {}

-- ---- Helpers ---------------------------------------------------------------

local function words(text)
  local list = {}
  for word in text:gmatch "%S+" do list[#list + 1] = word end
  return list
end

local function join(list) return table.concat(list, " ") end

--- A record as a table. null is the text "null", which is no value of a record.
local function decode(text)
  return json.decode((text:gsub("([:,%[])null", '%1"null"')))
end

local function encode(record)
  return (json.encode(record):gsub('"null"', "null"))
end

local function rank(card) return tonumber(card:sub(2)) end
local function is_gold(card) return card:sub(1, 1) == "G" end

--- A random item of a list, one that passes a test if there is one; nil if
--- there is none.
local function any(c, list, test)
  local good = {}
  for _, item in ipairs(list) do
    if not test or test(item) then good[#good + 1] = item end
  end
  return good[1] and good[c.roll(#good)]
end

--- A random seat but for one.
local function other_seat(c, seat)
  return (seat - 1 + c.roll(c.rules.players - 1)) % c.rules.players + 1
end

--- A random round of the record, and its number.
local function a_round(c)
  local number = c.roll(#c.record.rounds)
  return c.record.rounds[number], number
end

--- The record's trick of a decision: a finished one or the last.
local function trick_of(c, d)
  local round = c.record.rounds[d.round]
  return round.tricks[d.trick] or round["end"]
end

local function place(round, trick)
  return trick and ("%d.%d"):format(round, trick) or tostring(round)
end

--- A random decision that passes a test, with the state before it.
local function a_decision(c, test)
  local d = any(c, c.decisions, test)
  if d then return d, c.state:at(d.place) end
end

--- A base card of another hand.
local function foreign_card(c, state)
  local seat = any(c, { 1, 2, 3, 4, 5, 6 }, function(one)
    return one ~= state.turn and state.hands[one] and #state.hands[one] > 0
  end)
  return seat and tostring(any(c, state.hands[seat]:list()))
end

--- Gold of the game that a seat does not hold.
local function foreign_gold(c, state)
  local held = tostring(state.gold[state.turn])
  local gold = any(c, c.rules.gold_all:list(), function(card)
    return not held:find(tostring(card), 1, true)
  end)
  return gold and tostring(gold)
end

--- The number of the first sentence of each house rule of a game, less one.
local sentence_count = { exchange = 2, trump = 3, stakes = 2, auction = 3,
  ["gold-rush"] = 1, misere = 1, nullify = 3 }
local function house_of(name)
  local house, n = {}, 0
  for part in name:gmatch "[^+]+" do
    house[part] = n
    n = n + (sentence_count[part] or 0)
    if part == "nullify" and not name:find("+trump", 1, true) then n = n - 1 end
  end
  return house
end

local function sentence(c, part, k)
  return ("13.%d"):format(c.house[part] + k)
end

-- ---- The deal and the bids -------------------------------------------------

local function deal_twice(c)
  local round, r = a_round(c)
  local seat = c.roll(c.rules.players)
  local mine = words(round.hands[seat])
  local theirs = words(round.hands[other_seat(c, seat)])
  mine[c.roll(#mine)] = any(c, theirs)
  round.hands[seat] = join(mine)
  return "3.1", place(r)
end

local function deal_deck(c)
  if c.rules.players ~= 3 then return nil end
  local round, r = a_round(c)
  local seat = c.roll(3)
  local mine = words(round.hands[seat])
  mine[c.roll(#mine)] = any(c, { "C7", "B10", "C10", "Z10" })
  round.hands[seat] = join(mine)
  return "1.3", place(r)
end

local function first_player(c)
  local round, r = a_round(c)
  if r == 1 then return nil end
  round.first = other_seat(c, round.first)
  return "2.2", place(r)
end

local function bid_foreign(c)
  local d, state = a_decision(c, function(d) return d.phase == "bid" end)
  if not d then return nil end
  c.record.rounds[d.round].bids[d.seat] = foreign_card(c, state)
  return "4.1", place(d.round)
end

local function bid_down(c)
  if c.rules.zero_bid or c.house.auction then return nil end
  local round, r = a_round(c)
  local seat = c.roll(c.rules.players)
  round.bids[seat] = "-" .. round.bids[seat]
  return "4.4", place(r)
end

local function bid_card(c)
  if not c.house.auction then return nil end
  local round, r = a_round(c)
  local seat = c.roll(c.rules.players)
  round.bids[seat] = any(c, words(round.hands[seat]))
  return sentence(c, "auction", 1), place(r)
end

-- ---- Changes of bid --------------------------------------------------------

--- A random change: its entry in the record, its decision, the state before it,
--- and the list and index of the entry.
local function a_change(c, test)
  local d, state = a_decision(c, function(d)
    return d.action.kind == "change" and (not test or test(d))
  end)
  if not d then return nil end
  local list, index = trick_of(c, d).changes, 0
  for _, one in ipairs(c.decisions) do
    if one.action.kind == "change" and one.round == d.round
      and one.trick == d.trick and one.nth <= d.nth then
      index = index + 1
    end
  end
  return list[index], d, state, list, index
end

local function change_gold(c)
  local change, d, state = a_change(c)
  if not change then return nil end
  change.gold = foreign_gold(c, state)
  return "5.1", place(d.round, d.trick)
end

local function change_card(c)
  local change, d, state = a_change(c)
  if not change then return nil end
  change.card = foreign_card(c, state)
  return change.card and "5.1", place(d.round, d.trick)
end

local function change_of(c)
  local change, d = a_change(c)
  if not change then return nil end
  local side = c.rules.side_of
  change.of = any(c, { 1, 2, 3, 4, 5, 6 }, function(seat)
    return side[seat] and side[seat] ~= side[d.seat]
  end)
  return "5.2", place(d.round, d.trick)
end

local function change_order(c)
  local _, d, _, list, index = a_change(c)
  if not d or index < 2 then return nil end
  list[index], list[index - 1] = list[index - 1], list[index]
  return "5.1", place(d.round, d.trick)
end

local function change_twice(c)
  local change, d, state, list, index = a_change(c)
  if not change then return nil end
  state:apply(d.action)
  local gold, hand = state.gold[d.seat]:list(), state.hands[d.seat]:list()
  if #gold == 0 or #hand == 0 then return nil end
  table.insert(list, index + 1, { seat = d.seat, of = change.of,
    gold = tostring(any(c, gold)), card = tostring(any(c, hand)) })
  return "5.5", place(d.round, d.trick)
end

-- ---- Plays -----------------------------------------------------------------

--- Put another card in the place of a play.
local function replay(c, d, card, number)
  if not card then return nil end
  local trick = trick_of(c, d)
  local plays = words(trick.plays)
  plays[d.nth] = tostring(card)
  trick.plays = join(plays)
  return number, place(d.round, d.trick)
end

local function is_play(d) return d.action.kind == "play" end

local function play_gold_first(c)
  local d, state = a_decision(c, function(d)
    return is_play(d) and d.nth == 1
  end)
  return replay(c, d, any(c, state.gold[d.seat]:list()), "6.2")
end

local function play_foreign(c)
  local d, state = a_decision(c, is_play)
  return replay(c, d, foreign_card(c, state), "6.3")
end

local function play_barred(c)
  local d, state = a_decision(c, function(d)
    return is_play(d) and d.nth > 1
  end)
  local barred = state.hands[d.seat] - state:legal_cards():base()
  return replay(c, d, any(c, barred:list()), "6.3")
end

local function play_foreign_gold(c)
  local d, state = a_decision(c, function(d)
    return is_play(d) and d.nth > 1
  end)
  return replay(c, d, foreign_gold(c, state), "6.3")
end

--- A pass of a seat that can play a base card.
local function pass_early(c)
  local d, state = a_decision(c, function(d)
    return is_play(d) and d.nth > 1
  end)
  if #state:legal_cards():base() == 0 then return nil end
  local trick, round = trick_of(c, d), c.record.rounds[d.round]
  local plays = table.move(words(trick.plays), 1, d.nth - 1, 1, {})
  round["end"] = { seat = d.seat, leader = trick.leader,
    changes = trick.changes, plays = join(plays) }
  round.tricks = table.move(round.tricks, 1, d.trick - 1, 1, {})
  return "6.4", place(d.round, d.trick)
end

local function pass_seat(c)
  local round, r = a_round(c)
  local last = round["end"]
  if last.plays == "" then return nil end
  last.seat = other_seat(c, last.seat)
  return "6.3", place(r, #round.tricks + 1)
end

-- ---- Results of tricks -----------------------------------------------------

--- A random finished trick: itself, its round, and their numbers.
local function a_trick(c)
  local round, r = a_round(c)
  if not round.tricks[1] then return nil end
  local t = c.roll(#round.tricks)
  return round.tricks[t], round, r, t
end

--- The card that a seat played to a trick.
local function card_of(c, trick, seat)
  return words(trick.plays)[(seat - trick.leader) % c.rules.players + 1]
end

--- The seats that played a card as good as another, less that one's.
local function equals(c, trick, seat)
  local list, card = {}, card_of(c, trick, seat)
  for one = 1, c.rules.players do
    local other = card_of(c, trick, one)
    if one ~= seat and rank(other) == rank(card)
      and is_gold(other) == is_gold(card) then
      list[#list + 1] = one
    end
  end
  return list
end

local function has(list, seat)
  for _, one in ipairs(list) do
    if one == seat then return true end
  end
  return false
end

local function leader(c, tied)
  local trick, round, r, t = a_trick(c)
  if not trick then return nil end
  local last = round.tricks[t + 1] or round["end"]
  local list = equals(c, trick, last.leader)
  last.leader = tied and any(c, list) or not tied
    and other_seat(c, last.leader) or nil
  if not last.leader then return nil end
  return has(list, last.leader) and "7.3" or "6.1", place(r, t + 1)
end

local function leader_tied(c) return leader(c, true) end

local function leader_first(c)
  local round, r = a_round(c)
  local trick = round.tricks[1] or round["end"]
  trick.leader = other_seat(c, trick.leader)
  return "6.1", place(r, 1)
end

local function winner(c, tied)
  local trick, _, r, t = a_trick(c)
  if not trick then return nil end
  local right = trick.winner
  if right == "null" then
    trick.winner = c.roll(c.rules.players)
    return sentence(c, "nullify", 2), place(r, t)
  end
  local list = equals(c, trick, right)
  trick.winner = tied and any(c, list) or not tied and other_seat(c, right)
    or nil
  if not trick.winner then return nil end
  local number = has(list, trick.winner) and "7.3" or "7.2"
  if c.house.trump then number = sentence(c, "trump", 2) end
  if c.house.nullify then number = sentence(c, "nullify", 1) end
  return number, place(r, t)
end

local function winner_tied(c) return winner(c, true) end

local function award(c)
  local trick, _, r, t = a_trick(c)
  if not trick then return nil end
  local right = trick.award
  trick.award = right ~= "null" and c.roll(2) == 1 and "null"
    or tostring(any(c, c.rules.gold_all:list()))
  return trick.award ~= right and "7.1", place(r, t)
end

-- ---- Scores and winners ----------------------------------------------------

--- Change an entry of a score by one, or to `to`.
local function score(c, key, number, to)
  local round, r = a_round(c)
  local side = c.roll(c.rules.side_n)
  local list = round.score[key]
  local value = to and to(round.score, side)
  if not value or value == list[side] then
    value = list[side] + (list[side] > 0 and c.roll(2) == 1 and -1 or 1)
  end
  list[side] = value
  return type(number) == "function" and number(round.score, side) or number,
    place(r)
end

local function taken(c) return score(c, "taken", "7.2") end

local function side_bid(c)
  local number = c.rules.players == 4 and "4.2" or "4.3"
  if c.house.auction then number = sentence(c, "auction", 3) end
  return score(c, "bid", number)
end

local function bid_points(c)
  return score(c, "bid_points", function(s, side)
    local nil_bid = c.house.misere and s.bid[side] == 0 and s.taken[side] == 0
    return nil_bid and sentence(c, "misere", 1) or "9.1"
  end, function(s, side)
    return s.taken[side] > s.bid[side] and s.bid[side] * 2 or s.bid[side]
  end)
end

local function gold_points(c)
  return score(c, "gold_points",
    c.house["gold-rush"] and sentence(c, "gold-rush", 1) or "9.2")
end

local function points(c) return score(c, "points", "9.2") end

--- Add a side to a list of winners, or take one away.
local function toggled(c, list)
  local side, sides = c.roll(c.rules.side_n), {}
  for one = 1, c.rules.side_n do
    if has(list, one) ~= (one == side) then sides[#sides + 1] = one end
  end
  return sides
end

local function round_winners(c)
  local round, r = a_round(c)
  round.winners = toggled(c, round.winners)
  return "9.3", place(r)
end

local function game_winners(c)
  c.record.winners = toggled(c, c.record.winners)
  return c.house.cumulative and "9.7" or "9.5", "game"
end

local function game_short(c)
  if not c.record.rounds[2] then return nil end
  table.remove(c.record.rounds)
  return c.house.cumulative and "9.7" or "9.4", "game"
end

local function game_long(c)
  local rounds = c.record.rounds
  rounds[#rounds + 1] = rounds[#rounds]
  return c.house.cumulative and "9.7" or "9.4", place(#rounds)
end

-- ---- Answers to questions --------------------------------------------------

--- A random step of the answers of a round: itself, the round, its index, and
--- the number of the round.
local function a_step(c)
  local round, r = a_round(c)
  if not round.asked then return nil end
  local i = c.roll(#round.asked)
  return round.asked[i], round, i, r
end

--- True if a seat doubled the stakes before a step.
local function has_doubled(round, i)
  return i > 1 and round.asked[i - 1].answers[1].answer ~= "pass"
end

--- The number of the sentence that a wrong step breaks.
local function of_step(c, round, i, is_end)
  local name = (round.asked[i] or round.asked[i - 1]).question
  if name == "call" then return sentence(c, "auction", is_end and 2 or 1) end
  if name == "give" then return sentence(c, "exchange", 1) end
  if name == "trump" then return sentence(c, "trump", 1) end
  return sentence(c, "stakes", has_doubled(round, i) and 2 or 1)
end

--- An answer that the question does not allow.
local function answer_value(c)
  local step, round, i, r = a_step(c)
  if not step then return nil end
  local one = any(c, step.answers)
  if step.question == "give" then
    one.answer = any(c, words(round.hands[other_seat(c, one.seat)]))
  elseif step.question == "trump" then
    one.answer = c.rules.players == 3 and "C" or "G"
  elseif step.question == "stakes" then
    one.answer = any(c, has_doubled(round, i) and { "pass", "double" }
      or { "accept", "redouble" })
  else
    local high = 0
    for k = 1, i - 1 do
      high = math.max(high, round.asked[k].answers[1].answer)
    end
    one.answer = high > 0 and c.roll(high) or c.rules.hand + 1
  end
  return of_step(c, round, i), place(r)
end

local function answer_seat(c)
  local step, round, i, r = a_step(c)
  if not step then return nil end
  local one = any(c, step.answers)
  one.seat = other_seat(c, one.seat)
  return of_step(c, round, i), place(r)
end

local function answer_missing(c)
  local step, round, _, r = a_step(c)
  if not step then return nil end
  local number = of_step(c, round, #round.asked, true)
  table.remove(round.asked)
  if not round.asked[1] then round.asked = nil end
  return number, place(r)
end

local function answer_extra(c)
  local step, round, _, r = a_step(c)
  if not step then return nil end
  local n = #round.asked
  round.asked[n + 1] = round.asked[n]
  return of_step(c, round, n + 1, true), place(r)
end

-- ---- One mutant ------------------------------------------------------------

local makers = { deal_twice, deal_deck, first_player, bid_foreign, bid_down,
  bid_card, change_gold, change_card, change_of, change_order, change_twice,
  play_gold_first, play_foreign, play_barred, play_foreign_gold, pass_early,
  pass_seat, leader, leader_tied, leader_first, winner, winner_tied, award,
  taken, side_bid, bid_points, gold_points, points, round_winners,
  game_winners, game_short, game_long, answer_value, answer_seat,
  answer_missing, answer_extra }

--- The maker of a rule that few mutants break, as most makers of such a game
--- fit many rules.
local function rare_maker(c)
  return c.house.auction and side_bid or change_twice
end

local tries = 8 -- of a maker, at random places, before another is tried
local step = 7 -- from a maker to that one; no divisor of their number

--- Check that the engine refuses a mutant, and cites its rule if it cites any.
local function check(c, text, number)
  local differences = assert(aurum.record(text)):replay(c.rules)
  local first = differences[1]
  assert(first, "the engine agrees with a mutant of rule " .. number)
  local cited = first.got:match "%(RULES ([%d., ]+)%)" or number
  assert((", " .. cited .. ","):find((", %s,"):format(number), 1, true),
    ("rule %s: %s"):format(number, first.got))
end

--- A mutant of a game as text:
---   line       the record
---   state      the state after it, with its past
---   rules      its rules
---   decisions  its decisions: place, round, trick, nth, phase, seat, action
---   roll       random numbers
---   number     the number of the game
---   from       the number of the maker to begin with
---   rare       true to begin with one whose rule is rare
function mutants.of(game)
  local c = setmetatable({ house = house_of(game.rules.name) },
    { __index = game })
  for k = 0, tries * #makers do
    c.record = decode(game.line)
    local maker = game.rare and k < tries and rare_maker(c)
      or makers[(game.from + k // tries * step) % #makers + 1]
    local number, at = maker(c)
    if number then
      local text = encode(c.record)
      check(c, text, number)
      return encode { game = game.number, rule = number, at = at,
        record = c.record }
    end
  end
  error "no mutant is possible"
end

return mutants
