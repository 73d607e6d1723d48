-- Reads a printed rulebook back: the knobs that its sentences state. It shares
-- no code with the printer (lua/lab/rules/rulebook_sentences.lua), and refuses
-- every sentence that it does not know.
local rulebook_reader = {}

local words = { one = 1, two = 2, three = 3, four = 4, five = 5, six = 6,
  seven = 7, eight = 8, nine = 9, ten = 10 }

local function number(word)
  return words[word] or math.tointeger(tonumber(word))
    or error("no number: " .. tostring(word), 0)
end

--- The parts of "a, b and c".
local function parts_of(text)
  local list = {}
  text = text:gsub(", ", "\0"):gsub("^(.*) and (%w+ e?a?c?h? ?of ranks? )",
    "%1\0%2")
  for part in text:gmatch "%Z+" do list[#list + 1] = part end
  return list
end

--- The first and last rank of "rank 8", "ranks 7 and 8" or "ranks 1 to 3".
local function ranks_of(text)
  local from, joint, to = text:match "^ranks (%d+) (%l+) (%d+)$"
  if not from then
    from = assert(text:match "^rank (%d+)$", text)
    return number(from), number(from)
  end
  from, to = number(from), number(to)
  assert(joint == (to == from + 1 and "and" or "to") and to > from, text)
  return from, to
end

--- Puts the values of parts such as "two each of ranks 1 to 3" in a list from
--- rank 0 on, with 0 for ranks that the text leaves out.
local function by_rank(text, pattern)
  local list = {}
  for _, part in ipairs(parts_of(text)) do
    local value, ranks = part:match(pattern)
    assert(value, part)
    local from, to = ranks_of(ranks)
    assert(from >= #list, "a rank is said twice: " .. text)
    for _ = #list + 1, from do list[#list + 1] = 0 end
    for _ = from, to do
      list[#list + 1] = value == "nothing" and 0
        or number((value:gsub(" points?", "")))
    end
  end
  return list
end

-- ---- Scores ----------------------------------------------------------------

--- Adds a term of a score to a list of { what, n }.
local function add_term(list, verb, text)
  local sign = verb == "loses" and -1 or 1
  local function add(what, n) list[#list + 1] = { what, sign * n } end
  text = text:gsub("^point", "1 point")
  if text == "the bid" then return add("bid", 1) end
  if text == "twice the bid" then return add("bid", 2) end
  if text == "the number of tricks taken" then return add("taken", 1) end
  local times = text:match "^(%w+) times the bid$"
  if times then return add("bid", number(times)) end
  local n, each = text:match "^(%d+) points? for each trick (%l+) the bid$"
  if n then return add(each, number(n)) end
  n = text:match "^(%d+) points?$"
  return add("points", number(n))
end

--- The terms of "scores the bid, but loses 1 point for each trick above the
--- bid" as a table: what is counted -> its factor.
local function score_of(text)
  local list, sum = {}, {}
  if text ~= "scores nothing" then
    local verb, rest = text:match "^(%l+) (.*)$"
    rest = rest .. ", "
    for term in rest:gmatch "(.-), " do
      if term:find "^but " then verb, term = term:match "^but (%l+) (.*)$" end
      add_term(list, verb, (term:gsub("^and another ", "")))
    end
  end
  for _, term in ipairs(list) do
    assert(not sum[term[1]], "said twice: " .. text)
    sum[term[1]] = term[2]
  end
  return sum
end

-- ---- Sentences -------------------------------------------------------------

local known = {} -- by number, a list of { pattern, function of the knobs }

local function says(numbers, pattern, set)
  for at in numbers:gmatch "%S+" do
    known[at] = known[at] or {}
    table.insert(known[at], { "^" .. pattern, set or function() end })
  end
end

--- A sentence that states one value of a knob.
local function means(numbers, pattern, knob, value)
  says(numbers, pattern, function(k) k[knob] = value end)
end

says("1.1", "The base metals have (%w+) suits?, (.-), each with the ranks "
  .. "(%d+) to (%d+): (%d+) base cards%.",
  function(k, n, names, low, high, cards)
    local letters = {}
    for _, part in ipairs(parts_of((names:gsub(" and ", ", ")))) do
      letters[#letters + 1] = part:match "^%u%l+ (%u)$"
        or part:match "^the suit (%u)$"
    end
    k.suits, k.ranks = table.concat(letters), { number(low), number(high) }
    assert(#k.suits == number(n))
    assert(#k.suits * (k.ranks[2] - k.ranks[1] + 1) == number(cards))
  end)
says("1.2", "There is no gold%.", function(k) k.gold = {} end)
says("1.2", "There [ai][rs]e? (%d+) gold cards?: (.-)%.", function(k, n, text)
  k.gold = by_rank(text, "^(%l+) e?a?c?h? ?of (ranks? .*)$")
  local sum = 0
  for _, copies in ipairs(k.gold) do sum = sum + copies end
  assert(sum == number(n), text)
end)
says("1.2", "Gold is never in a hand%. It lies face up, in the common supply "
  .. "or in the collection of a seat%.")
says("1.2", "A gold card that is held at the end of a round is worth (.-)%.",
  function(k, text)
    k.gold_points = by_rank((text:gsub(" and (%d+ points? at)", ", %1")
      :gsub(" and (nothing at)", ", %1")), "^(%w+ ?%a*) at (ranks? .*)$")
  end)
says("1.3", "(%w+) G0 %l+ dealt to nobody and stays? in the supply%.",
  function(k, n) k.spare = number(n:lower()) end)
says("1.3", "%a+ can never be taken%.")

says("2.1", "The game is for (%l+) players%. Seats are numbered clockwise from "
  .. "1%.", function(k, n) k.players = number(n) end)
says("2.1", "Everybody plays alone: each seat is a side%.", function(k)
  k.sides = {}
  for seat = 1, k.players do k.sides[seat] = seat end
end)
says("2.1", "(Seats? %d[^.]*)%.", function(k, text)
  k.sides = {}
  for seats, side in text:gmatch "([%d, and]+) [ia][sr]e? side (%d)" do
    for seat in seats:gmatch "%d" do k.sides[number(seat)] = number(side) end
  end
end)
says("2.1", "Seats of one side are partners%.", function(k)
  k.said_partners = true
end)
says("2.2", "The first player of the first round is drawn by lot%. In each "
  .. "later round it is the next seat clockwise%.")

says("3.1", "Before each round all gold goes back to the supply%. The base "
  .. "cards are shuffled, and each seat gets (%w+) of them as its hand%.",
  function(k, n) k.hand = number(n) end)
says("3.1", "No card is left over%.", function(k) k.left = 0 end)
says("3.1", "The other (%w*) ?cards? takes? no part in the round: %l+ %l+ face "
  .. "(%l+)([^.]*)%.", function(k, n, face, rest)
    k.left = n == "" and 1 or number(n)
    k.extras = face == "up" and rest == " for all to see" and "shown"
      or face == "down" and rest:find "^, and nobody sees" and "hidden" or nil
  end)
means("3.2", "No G0 is dealt%.", "zero_gold", "never")
means("3.2", "Each seat takes one G0 into its collection, in every round%.",
  "zero_gold", "every_round")
means("3.2", "Each seat takes one G0 into its collection, in the first round "
  .. "only%. Later rounds begin with empty collections%.", "zero_gold",
  "first_round")
means("3.3", "The suit of the highest card left over is trump in this round; "
  .. "of equal cards, the suit that 1%.1 names last%.", "trump", "extra")
says("3.3", "%a+ ?%a* (%u) is trump in every round%.",
  function(k, letter) k.trump = letter end)

says("4.1", "No card is laid as a bid: house rules? 13%.[%d., to]* says? how "
  .. "seats bid%.",
  function(k) k.asks = true end)
says("4.1", "A bid is one base card from the hand, laid in front of its seat%. "
  .. "Its rank is the number of tricks bid%. The card leaves the hand and is "
  .. "not played(.-)%.", function(k, text)
    k.bid_stays = text == ""
    assert(k.bid_stays or text == ", unless a change of the bid brings it back "
      .. "into a hand")
  end)
means("4.2", "The seats bid in turn and face up, beginning with the first "
  .. "player%.", "bidding", "open")
means("4.3", "All seats choose at the same time, face down, and then reveal%. "
  .. "No seat sees another bid before all are laid%.", "bidding", "hidden")
says("4.2 4.3", "Each side bids the rank of its card%.")
for _, row in ipairs { { "highest", "higher", "two " },
  { "highest", "highest" }, { "lowest", "lower", "two " },
  { "lowest", "lowest" }, { "sum", "sum", "two " }, { "sum", "sum" } } do
  means("4.2 4.3", ("The bid of a side is the %s of its %scards%%."):format(
    row[2], row[3] or ""), "side_bid", row[1])
end
says("4.4", "Nobody else sees that card%.")
says("4.4", "A seat may bid 0 instead: it lays its card face down%.",
  function(k) k.zero_bid = k.bidding == "open" end)
says("4.4", "A seat may bid 0 instead: its card stays face down when the "
  .. "others are turned up%.",
  function(k) k.zero_bid = k.bidding == "hidden" end)

means("5.1", "Bids cannot be changed%.", "changes", 0)
says("5.1", "Before each trick, also the first, each seat may change a bid, in "
  .. "play order, beginning with the leader of that trick%. To do so, it pays "
  .. "one gold card of (.-) from its collection to the supply, and replaces a "
  .. "bid card by a base card from its hand%. Everybody sees this%.",
  function(k, price)
    k.change_price = price == "any rank" and 0
      or number(price:match "^rank (%d+) or higher$")
  end)
means("5.2", "A seat may replace its own bid card or its partner's%.",
  "change_of", "side")
means("5.2", "A seat may replace only its own bid card%.", "change_of", "own")
says("5.3", "The replaced card goes into the hand of the seat that paid%.")
says("5.4", "A seat without gold(.-), or with an empty hand, cannot change a "
  .. "bid%.", function(k, price)
    assert(k.change_price == (price == "" and 0
      or number(price:match "^ of rank (%d+) or higher$")))
  end)
says("5.5", "A seat may make at most (%w+) changes? before each trick%.",
  function(k, n) k.changes = number(n) end)

means("6.1", "The first player leads the first trick%. Each later trick is led "
  .. "by the winner of the trick before%.", "next_leader", "winner")
means("6.1", "The first player leads the first trick%. Each later trick is led "
  .. "by the seat that played the lowest base card of the trick before%.",
  "next_leader", "lowest")
means("6.1", "After a trick of gold alone, its winner leads%.", "gold_tricks",
  true)
means("6.2", "The leader must play a base card from its hand%. Gold cannot "
  .. "lead%.", "gold_leads", false)
means("6.2", "The leader plays a base card from its hand or a gold card from "
  .. "its collection%.", "gold_leads", true)
local follows = "Then each other seat plays one card, clockwise: "
means("6.3", follows .. "a base card from its hand, of a suit that is not in "
  .. "the trick yet, or any gold card from its collection%. So each suit is in "
  .. "a trick at most once%. Gold is always allowed%.", "follow", "barred")
means("6.3", follows .. "a base card from its hand, which must be of the suit "
  .. "that was led if the hand has any, or any gold card from its collection%. "
  .. "Gold is always allowed%.", "follow", "must")
means("6.3", follows .. "any base card from its hand or any gold card from its "
  .. "collection%.", "follow", "free")
says("6.4", "A seat that can play a base card must play something%. A seat "
  .. "that cannot may play gold or pass, and must pass if it has no gold "
  .. "either%.")
says("6.4", "This holds for the leader as well%.",
  function(k) assert(k.gold_leads) end)
says("6.4", "A leader with an empty hand must pass, even if it holds gold%.",
  function(k) assert(not k.gold_leads) end)

says("7.1", "The seat that played the (%l+) base card takes one gold card of "
  .. "the same rank from the supply, if there is one at this moment%. Gold "
  .. "played to this trick is not back in the supply yet%.",
  function(k, which) k.gold_to = which end)
says("7.2", "The lowest base card wins the trick(.-)%. If only gold was "
  .. "played, the lowest gold card wins%.", function(k, trump)
    k.trick_to = "lowest"
    k.beats = trump ~= ""
    assert(trump == "" or trump
      == ", but the lowest trump wins if there is one")
  end)
says("7.2", "The highest gold card wins the trick%. Without gold, (.-)the "
  .. "highest base card wins%.", function(k, trump)
    k.trick_to = "highest"
    k.beats = trump ~= ""
    assert(trump == "" or trump
      == "the highest trump wins, and without a trump ")
  end)
says("7.3", "If several cards are equally low or equally high, the one that "
  .. "was played (%l+) counts%.", function(k, which)
    k.trick_ties = ({ last = "later", first = "earlier" })[which]
  end)
says("7.4", "Gold that was played goes back to the supply%.")

says("8.1", "The round ends as soon as a seat passes%. The unfinished trick "
  .. "has no winner, and nobody takes gold%. Its cards are discarded, gold "
  .. "included%. The seat that passed shows its hand%.")
means("8.2", "Bids may also be changed before a trick that its leader cannot "
  .. "lead%. This is the last chance of the round%.", "last_window", true)
means("8.2", "No bid is changed before a trick that its leader cannot lead: "
  .. "the round is over%.", "last_window", false)
says("8.3", "When every card of the hands has been played, the next leader has "
  .. "nothing to lead, so the round ends%.",
  function(k) assert(not k.gold_leads) end)
says("8.3", "When no cards are left in the hands, the round ends as soon as a "
  .. "seat has no gold to play or does not want to play any%.",
  function(k) assert(k.gold_leads) end)

says("9.1", "For taking exactly its bid, a side (.-)%.", function(k, text)
  local sum = score_of(text)
  k.exact, k.exact_bonus = sum.bid or 0, sum.points or 0
end)
says("9.1", "For taking more tricks than it bid, a side (.-)%.",
  function(k, text)
    local sum = score_of(text)
    k.over = sum.bid and "bid" or sum.taken and "taken" or "nothing"
    k.over_each = sum.above or 0
    assert((sum.bid or sum.taken or 1) == 1 and not sum.points)
  end)
says("9.1", "For taking fewer tricks than it bid, a side (.-)%.",
  function(k, text)
    local sum = score_of(text)
    k.under, k.under_each = sum.points or 0, sum.below or 0
  end)
says("9.2", "Each side adds the points of the gold in the collections of its "
  .. "seats %(1%.2%) to those of its bid%.")
local ties = {
  ["if some of them took exactly their bid, only these stay"] = "exact",
  ["if only one of them took exactly its bid, it wins"] = "sole_exact",
  ["those with the highest gold card stay"] = "highest_gold",
}
says("9.3", "The side with most points wins the round( ?[^.]*)%.",
  function(k, prize)
    k.cumulative, k.round_ties = prize == "", {}
    assert(prize == "" or prize == " and takes a nugget")
  end)
says("9.3", "Tied sides are compared: (.-)%.", function(k, text)
  for step in (text .. "; "):gmatch "(.-); " do
    step = step:gsub("^then ", "")
    k.round_ties[#k.round_ties + 1] = assert(ties[step], step)
  end
end)
says("9.3", "Sides that are (s?t?i?l?l? ?)tied (.-)%.", function(k, still, text)
  assert((still == "still ") == (#k.round_ties > 0))
  assert(text == (k.cumulative and "win it together" or "each take a nugget"))
end)
says("9.4", "The game ends (.-)%.", function(k, text)
  local who, n, more = text:match("^after a round in which (.-) has (%d+) "
    .. "nuggets?(.*)$")
  k.nuggets, k.sole_nuggets = n and number(n), who == "exactly one side"
  assert(not n or (more:find "^ or more" ~= nil) == k.sole_nuggets)
  local rest = more or text
  k.rounds = number(rest:match "after (%d+) rounds?$" or 0)
end)
says("9.5", "The side with most (.-) wins the game%.", function(k, what)
  assert(what == (k.cumulative and "points over all rounds" or "nuggets"))
  k.game_ties = {}
end)
says("9.5", "If sides are tied, the one with the highest bid at the end of the "
  .. "last round wins%.", function(k) k.game_ties = { "last_bid" } end)
says("9.5", "Sides that are (s?t?i?l?l? ?)tied win together%.",
  function(k, still) assert((still == "still ") == (#k.game_ties > 0)) end)

says("10.1", "Everybody sees all gold, (.-)the bids once they are revealed, "
  .. "every card that is played, tricks taken and points, and the hand of a "
  .. "seat "
  .. "that passed%.", function(k, text)
    assert((text == "the cards left over, ") == (k.extras == "shown"))
  end)
says("10.2", "Hands are secret(.-)%.", function(k, text)
  k.partners = text ~= ""
  assert(text == "" or text
    == ", also from the partner: partners may not confer")
end)

-- ---- A rulebook ------------------------------------------------------------

--- The rules of a printed rulebook, in order: { number, text }.
local function rules_of(text)
  local list = {}
  for line in text:gmatch "[^\n]+" do
    local at, rest = line:match "^(%d+%.%d+)%*? +(.*)$"
    if at then
      list[#list + 1] = { number = at, text = rest }
    elseif line:find "^      " and list[1] then
      local last = list[#list]
      last.text = last.text .. " " .. line:match "^ +(.*)$"
    end
  end
  return list
end

--- Reads one sentence or more from the beginning of a text; returns the rest.
local function read(rule, rest, knobs)
  for _, one in ipairs(known[rule.number] or {}) do
    local found = table.pack(rest:find(one[1]))
    local last = found[2]
    if last and (last == #rest or rest:sub(last + 1, last + 1) == " ") then
      one[2](knobs, table.unpack(found, 3, found.n))
      return rest:sub(last + 2)
    end
  end
  error(("%s: of no knob: %s"):format(rule.number, rest), 0)
end

--- The knobs that a printed rulebook states, and a few more facts. Sentences
--- of house rules (13) are left out. Raises for a sentence that it does not
--- know.
function rulebook_reader.of(text)
  local knobs = { trump = "none", zero_bid = false }
  for _, rule in ipairs(rules_of(text)) do
    local rest = rule.text
    if not rule.number:find "^13%." then
      rest = rest:gsub(" House rules? 13%.[%d., toand]+ changes? this%.$", "")
      while rest ~= "" do rest = read(rule, rest, knobs) end
    end
  end
  return knobs
end

return rulebook_reader
