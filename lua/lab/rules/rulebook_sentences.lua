-- The sentences of a rulebook: one for each knob of the rules and for each rule
-- that all variants share. They are numbered as core/RULES.md is.
--
-- An entry is { number, knobs, say }: the names of the knobs that it states,
-- and a function of the rules that returns the sentence, and its number if it
-- is another, or nil where these rules have none. If a question takes the place
-- of bids, `say` also gets the numbers of the house rules that say how. A knob
-- that no entry names fails a test (tests/lua/rulebook_spec.lua).
local format = require "aurum.text.format"
local list, plural = format.list, format.plural

local metals = { B = "Bismuth", C = "Copper", P = "Phosphorus", S = "Silver",
  Z = "Zinc" }
local numerals = { "one", "two", "three", "four", "five", "six", "seven",
  "eight", "nine", "ten" }

local function numeral(n) return numerals[n] or tostring(n) end

local function capital(text) return (text:gsub("^%l", string.upper)) end

--- A suit in words: "Zinc `Z`", or "the suit `A`" where it has no name.
local function suit(letter)
  return metals[letter] and ("%s `%s`"):format(metals[letter], letter)
    or ("the suit `%s`"):format(letter)
end

local function points(n)
  return n == 1 and "1 point" or ("%d points"):format(n)
end

--- A score in words: the sum of terms { n, text }. The sign is that of `n`, and
--- terms with 0 are left out: "scores the bid, but loses 2 points".
local function scores(...)
  local text, last
  for _, term in ipairs { ... } do
    local n, what = term[1], term[2]
    local verb = n < 0 and "loses" or "scores"
    if n ~= 0 then
      text = not text and verb .. " " .. what
        or verb ~= last and ("%s, but %s %s"):format(text, verb, what)
        or ("%s, and another %s"):format(text, (what:gsub("^1 ", "")))
      last = verb
    end
  end
  return text or "scores nothing"
end

--- A term of `scores`: points for each trick above or below the bid.
local function each_trick(n, direction)
  return { n, ("%s for each trick %s the bid"):format(points(math.abs(n)),
    direction) }
end

--- The copies of each rank of gold that are in the game, from rank 0, and their
--- sum.
local function gold_of(r)
  local copies, all = { table.unpack(r.gold) }, 0
  if r.zero_gold == "never" then copies[1] = 0 end
  for _, n in ipairs(copies) do all = all + n end
  return copies, all
end

--- Runs of ranks of gold with the same value in a list from rank 0, each as
--- say(value, "rank 3", "ranks 7 and 8" or "ranks 1 to 3"). Ranks without a
--- card are left out.
local function by_rank(r, values, say)
  local copies, texts, first = gold_of(r), {}, 1
  local function at(i) return copies[i] and copies[i] > 0 and values[i] end
  for i = 1, #copies do
    if at(i + 1) ~= at(i) then
      if at(i) then
        texts[#texts + 1] = say(values[i], first == i and "rank " .. i - 1
          or ("ranks %d %s %d"):format(first - 1, i == first + 1 and "and"
            or "to", i - 1), i > first)
      end
      first = i + 1
    end
  end
  return list(texts)
end

--- The sides with the seats of each, as lists.
local function sides_of(r)
  local sides = {}
  for seat = 1, r.players do
    local side = r.side_of[seat]
    sides[side] = sides[side] or {}
    table.insert(sides[side], seat)
  end
  return sides
end

--- True if every side has two seats.
local function is_of_pairs(r)
  for _, seats in ipairs(sides_of(r)) do
    if #seats ~= 2 then return false end
  end
  return true
end

--- True if some side has several seats.
local function has_partners(r)
  return #sides_of(r) < r.players
end

local function cards(r)
  return #r.suits * (r.ranks[2] - r.ranks[1] + 1)
end

local function left_over(r)
  return cards(r) - r.hand * r.players
end

--- True if a seat gets a G0 in some round.
local function deals_zeros(r)
  return r.zero_gold ~= "never" and r.gold[1] >= r.players
end

local sentences = {}
local function add(number, knobs, say)
  sentences[#sentences + 1] = { number = number, knobs = knobs, say = say }
end

-- ---- 1 Cards -------------------------------------------------------------

add("1.1", { "suits", "ranks" }, function(r)
  local names = {}
  for letter in r.suits:gmatch "." do names[#names + 1] = suit(letter) end
  return ("The base metals have %s, %s, each with the ranks %d to %d: %s.")
    :format(#names == 1 and "one suit" or numeral(#names) .. " suits",
    list(names), r.ranks[1], r.ranks[2], plural(cards(r), "base card"))
end)

add("1.2", { "gold", "zero_gold" }, function(r)
  local copies, all = gold_of(r)
  if all == 0 then return "There is no gold." end
  return ("There %s %s: %s. Gold is never in a hand. It lies face up, in the "
    .. "common supply or in the collection of a seat."):format(
    all == 1 and "is" or "are", plural(all, "gold card"),
    by_rank(r, copies, function(n, ranks, several)
      return ("%s%s of %s"):format(numeral(n), several and " each" or "", ranks)
    end))
end)

add("1.2", { "gold_points" }, function(r)
  local _, all = gold_of(r)
  if all == 0 then return nil end
  return ("A gold card that is held at the end of a round is worth %s."):format(
    by_rank(r, r.gold_points, function(n, ranks)
      return ("%s at %s"):format(n == 0 and "nothing" or points(n), ranks)
    end))
end)

add("1.3", { "gold", "zero_gold" }, function(r)
  local more = r.gold[1] - r.players
  if not deals_zeros(r) or more < 1 then return nil end
  return ("%s `G0` %s dealt to nobody and %s in the supply.%s"):format(
    capital(numeral(more)), more == 1 and "is" or "are",
    more == 1 and "stays" or "stay", r.ranks[1] > 0
    and (more == 1 and " It" or " They") .. " can never be taken." or "")
end)

-- ---- 2 Seats, sides and order --------------------------------------------

add("2.1", { "players", "sides" }, function(r)
  local texts = {}
  for side, seats in ipairs(sides_of(r)) do
    texts[side] = ("%s %s side %d"):format(
      #seats == 1 and "seat" or "seats", list(seats)
        .. (#seats == 1 and " is" or " are"), side)
  end
  return ("The game is for %s players. Seats are numbered clockwise from 1. "
    .. "%s."):format(numeral(r.players), has_partners(r)
    and capital(list(texts)) .. ". Seats of one side are partners"
      or "Everybody plays alone: each seat is a side")
end)

add("2.2", {}, function()
  return "The first player of the first round is drawn by lot. In each later "
    .. "round it is the next seat clockwise."
end)

-- ---- 3 The deal ----------------------------------------------------------

add("3.1", { "hand", "extras" }, function(r)
  local left = left_over(r)
  local rest = "No card is left over."
  if left > 0 then
    rest = ("The other %s no part in the round: %s %s."):format(
      left == 1 and "card takes" or numeral(left) .. " cards take",
      left == 1 and "it lies" or "they lie",
      r.extras == "shown" and "face up for all to see"
        or "face down, and nobody sees " .. (left == 1 and "it" or "them"))
  end
  return ("Before each round all gold goes back to the supply. The base cards "
    .. "are shuffled, and each seat gets %s of them as its hand. %s"):format(
    r.hand == 1 and "one" or r.hand, rest)
end)

add("3.2", { "zero_gold" }, function(r)
  if not deals_zeros(r) then return "No `G0` is dealt." end
  return ("Each seat takes one `G0` into its collection, %s"):format(
    r.zero_gold == "every_round" and "in every round."
    or "in the first round only. Later rounds begin with empty collections.")
end)

add("3.3", { "trump" }, function(r)
  if r.trump == "none" then return nil end
  return r.trump == "extra" and "The suit of the highest card left over is "
    .. "trump in this round; of equal cards, the suit that 1.1 names last."
    or capital(suit(r.trump)) .. " is trump in every round."
end)

-- ---- 4 Bids --------------------------------------------------------------

add("4.1", { "changes" }, function(r, bids)
  if bids then
    return ("No card is laid as a bid: %s how seats bid."):format(
      bids == "" and "a house rule says" or bids:find " " and "house rules "
        .. bids .. " say" or "house rule " .. bids .. " says")
  end
  return "A bid is one base card from the hand, laid in front of its seat. Its "
    .. "rank is the number of tricks bid. The card leaves the hand and is not "
    .. "played" .. (r.changes == 0 and "."
      or ", unless a change of the bid brings it back into a hand.")
end)

--- RULES has a number for open and one for hidden bids.
local function number_of_bidding(r)
  return r.bidding == "open" and "4.2" or "4.3"
end

add("4.2", { "bidding" }, function(r, bids)
  if bids then return nil end
  return r.bidding == "open" and "The seats bid in turn and face up, beginning "
    .. "with the first player."
    or "All seats choose at the same time, face down, and then reveal. No seat "
    .. "sees another bid before all are laid.", number_of_bidding(r)
end)

add("4.2", { "side_bid" }, function(r, bids)
  if bids then return nil end
  local number = number_of_bidding(r)
  if not has_partners(r) then
    return "Each side bids the rank of its card.", number
  end
  local two = is_of_pairs(r)
  return ("The bid of a side is the %s of its %scards."):format(
    ({ highest = two and "higher" or "highest",
      lowest = two and "lower" or "lowest", sum = "sum" })[r.side_bid],
    two and "two " or ""), number
end)

add("4.4", { "zero_bid" }, function(r, bids)
  if bids or not r.zero_bid then return nil end
  return (r.bidding == "open"
    and "A seat may bid 0 instead: it lays its card face down."
    or "A seat may bid 0 instead: its card stays face down when the others are "
    .. "turned up.") .. " Nobody else sees that card."
end)

-- ---- 5 Changing a bid ----------------------------------------------------

local function may_change(r, bids)
  return r.changes > 0 and not bids
end

add("5.1", { "changes", "change_price" }, function(r, bids)
  if not may_change(r, bids) then return "Bids cannot be changed." end
  return ("Before each trick, also the first, each seat may change a bid, in "
    .. "play order, beginning with the leader of that trick. To do so, it pays "
    .. "one gold card of %s from its collection to the supply, and replaces a "
    .. "bid card by a base card from its hand. Everybody sees this.")
    :format(r.change_price == 0 and "any rank"
      or ("rank %d or higher"):format(r.change_price))
end)

add("5.2", { "change_of" }, function(r, bids)
  if not may_change(r, bids) then return nil end
  return r.change_of == "side" and has_partners(r)
    and "A seat may replace its own bid card or its partner's."
    or "A seat may replace only its own bid card."
end)

add("5.3", {}, function(r, bids)
  if not may_change(r, bids) then return nil end
  return "The replaced card goes into the hand of the seat that paid."
end)

add("5.4", {}, function(r, bids)
  if not may_change(r, bids) then return nil end
  return ("A seat without %s, or with an empty hand, cannot change a bid.")
    :format(r.change_price == 0 and "gold"
      or ("gold of rank %d or higher"):format(r.change_price))
end)

add("5.5", { "changes" }, function(r, bids)
  if not may_change(r, bids) then return nil end
  return ("A seat may make at most %s before each trick."):format(
    r.changes == 1 and "one change" or numeral(r.changes) .. " changes")
end)

-- ---- 6 Playing a trick ---------------------------------------------------

add("6.1", { "next_leader", "gold_leads" }, function(r)
  return "The first player leads the first trick. Each later trick is led by "
    .. (r.next_leader == "winner" and "the winner of the trick before."
      or "the seat that played the lowest base card of the trick before."
        .. (r.gold_leads and " After a trick of gold alone, its winner leads."
          or ""))
end)

add("6.2", { "gold_leads" }, function(r)
  return r.gold_leads and "The leader plays a base card from its hand or a "
    .. "gold card from its collection."
    or "The leader must play a base card from its hand. Gold cannot lead."
end)

local follows = {
  barred = "a base card from its hand, of a suit that is not in the trick yet, "
    .. "or any gold card from its collection. So each suit is in a trick at "
    .. "most once. Gold is always allowed",
  must = "a base card from its hand, which must be of the suit that was led if "
    .. "the hand has any, or any gold card from its collection. Gold is always "
    .. "allowed",
  free = "any base card from its hand or any gold card from its collection",
}

add("6.3", { "follow" }, function(r)
  return ("Then each other seat plays one card, clockwise: %s."):format(
    follows[r.follow])
end)

add("6.4", { "gold_leads", "follow" }, function(r)
  return "A seat that can play a base card must play something. A seat that "
    .. "cannot may play gold or pass, and must pass if it has no gold either."
    .. (r.gold_leads and " This holds for the leader as well."
      or " A leader with an empty hand must pass, even if it holds gold.")
end)

-- ---- 7 Settling a full trick ---------------------------------------------

add("7.1", { "gold_to" }, function(r)
  return ("The seat that played the %s base card takes one gold card of the "
    .. "same rank from the supply, if there is one at this moment. Gold played "
    .. "to this trick is not back in the supply yet."):format(r.gold_to)
end)

add("7.2", { "trick_to", "trump" }, function(r)
  local trump = r.trump ~= "none"
  if r.trick_to == "lowest" then
    return ("The lowest base card wins the trick%s. If only gold was played, "
      .. "the lowest gold card wins."):format(trump
      and ", but the lowest trump wins if there is one" or "")
  end
  return ("The highest gold card wins the trick. Without gold, %sthe highest "
    .. "base card wins."):format(trump
    and "the highest trump wins, and without a trump " or "")
end)

add("7.3", { "trick_ties" }, function(r)
  return ("If several cards are equally low or equally high, the one that was "
    .. "played %s counts."):format(r.trick_ties == "later" and "last"
      or "first")
end)

add("7.4", {}, function()
  return "Gold that was played goes back to the supply."
end)

-- ---- 8 The end of a round ------------------------------------------------

add("8.1", {}, function()
  return "The round ends as soon as a seat passes. The unfinished trick has no "
    .. "winner, and nobody takes gold. Its cards are discarded, gold included. "
    .. "The seat that passed shows its hand."
end)

add("8.2", { "last_window" }, function(r, bids)
  if not may_change(r, bids) then return nil end
  return r.last_window and "Bids may also be changed before a trick that its "
    .. "leader cannot lead. This is the last chance of the round."
    or "No bid is changed before a trick that its leader cannot lead: the "
    .. "round is over."
end)

add("8.3", { "gold_leads" }, function(r)
  return r.gold_leads and "When no cards are left in the hands, the round ends "
    .. "as soon as a seat has no gold to play or does not want to play any."
    or "When every card of the hands has been played, the next leader has "
    .. "nothing to lead, so the round ends."
end)

-- ---- 9 Scoring -----------------------------------------------------------

--- A number of times the bid, without its sign.
local function times_bid(n)
  n = math.abs(n)
  return ({ "the bid", "twice the bid" })[n]
    or ("%s times the bid"):format(numeral(n))
end

add("9.1", { "exact", "exact_bonus" }, function(r)
  return ("For taking exactly its bid, a side %s."):format(scores(
    { r.exact, times_bid(r.exact) },
    { r.exact_bonus, points(math.abs(r.exact_bonus)) }))
end)

add("9.1", { "over", "over_each" }, function(r)
  return ("For taking more tricks than it bid, a side %s."):format(scores(
    { r.over == "nothing" and 0 or 1, r.over == "bid" and "the bid"
      or "the number of tricks taken" }, each_trick(r.over_each, "above")))
end)

add("9.1", { "under", "under_each" }, function(r)
  return ("For taking fewer tricks than it bid, a side %s."):format(scores(
    { r.under, points(math.abs(r.under)) },
    each_trick(r.under_each, "below")))
end)

add("9.2", {}, function()
  return "Each side adds the points of the gold in the collections of its "
    .. "seats (1.2) to those of its bid."
end)

local ties = {
  exact = "if some of them took exactly their bid, only these stay",
  sole_exact = "if only one of them took exactly its bid, it wins",
  highest_gold = "those with the highest gold card stay",
}

add("9.3", { "round_ties", "cumulative" }, function(r)
  local steps = {}
  for i, tie in ipairs(r.round_ties) do steps[i] = ties[tie] end
  local prize = r.cumulative and "" or " and takes a nugget"
  return ("The side with most points wins the round%s. %s %s."):format(prize,
    #steps == 0 and "Sides that are tied"
      or ("Tied sides are compared: %s. Sides that are still tied"):format(
        table.concat(steps, "; then ")),
    r.cumulative and "win it together" or "each take a nugget")
end)

add("9.4", { "nuggets", "sole_nuggets", "rounds", "cumulative" }, function(r)
  local ends = {}
  if r.nuggets > 0 and not r.cumulative then
    ends[1] = ("after a round in which %s has %s%s"):format(
      r.sole_nuggets and "exactly one side" or "a side",
      plural(r.nuggets, "nugget"), r.sole_nuggets and " or more" or "")
  end
  if r.rounds > 0 then
    ends[#ends + 1] = (#ends > 0 and "in any case " or "")
      .. ("after %s"):format(plural(r.rounds, "round"))
  end
  return ("The game ends %s."):format(table.concat(ends, ", and "))
end)

add("9.5", { "cumulative", "game_ties" }, function(r)
  return ("The side with most %s wins the game. %s win together."):format(
    r.cumulative and "points over all rounds" or "nuggets",
    #r.game_ties == 0 and "Sides that are tied"
      or "If sides are tied, the one with the highest bid at the end of the "
      .. "last round wins. Sides that are still tied")
end)

-- ---- 10 Who may know what ------------------------------------------------

add("10.1", { "extras" }, function(r)
  return ("Everybody sees all gold, %sthe bids once they are revealed, every "
    .. "card that is played, tricks taken and points, and the hand of a seat "
    .. "that passed."):format(r.extras == "shown" and left_over(r) > 0
    and "the cards left over, " or "")
end)

add("10.2", {}, function(r)
  return "Hands are secret" .. (has_partners(r)
    and ", also from the partner: partners may not confer." or ".")
end)

return sentences
