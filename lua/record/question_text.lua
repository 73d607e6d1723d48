-- Answers to the questions of a variant as people read them: what a seat sees
-- of them, and what follows from them, in words.
local question_text = {}

--- The question of the rules with a name.
local function question_of(rules, name)
  for _, question in ipairs(rules.questions) do
    if question.name == name then return question end
  end
end

--- "double", "4 times": the factor of a round's points.
function question_text.times(n)
  return n == 2 and "double" or n .. " times"
end

-- ---- Clauses ---------------------------------------------------------------

local clauses = {}
clauses.__index = clauses

--- An empty list of clauses { subject =, text = }, sentences without a subject.
function question_text.clauses() return setmetatable({}, clauses) end

function clauses:add(subject, form, ...)
  self[#self + 1] = { subject = subject, text = form:format(...) }
end

--- Clauses as text: a clause with the subject of the one before omits it.
function question_text.joined(list)
  local sentences, i = {}, 1
  while list[i] do
    local subject, said = list[i].subject, {}
    repeat
      said[#said + 1] = list[i].text
      i = i + 1
    until not subject or not list[i] or list[i].subject ~= subject
    local last = table.remove(said)
    local text = #said > 0 and table.concat(said, ", ") .. " and " .. last
      or last
    sentences[#sentences + 1] = subject and subject .. " " .. text or text
  end
  return table.concat(sentences, "; ")
end

local function seat_name(seat) return "seat " .. seat end

--- The name of a side; its seat's name where each seat is a side.
function question_text.side(rules, side)
  if rules.side_n < rules.players then return "side " .. side end
  for seat, own in ipairs(rules.side_of) do
    if own == side then return seat_name(seat) end
  end
end

local function place_name(place)
  if math.type(place) then return ("seat %d's hand"):format(place) end
  local seat = place:match "^bid (%d)$"
  return seat and ("seat %s's bid"):format(seat) or "the " .. place
end

--- Tells that cards went from one place to another; nil: no place of cards.
local function tell_move(to, cards, from, there)
  local giver, taker = math.type(from), math.type(there)
  if giver and taker then
    to:add(seat_name(from), "gives %s to seat %d", cards, there)
  elseif giver and there == "extras" then
    to:add(seat_name(from), "lays %s among the extras", cards)
  elseif taker and from == "extras" then
    to:add(seat_name(there), "takes %s from the extras", cards)
  elseif not there then
    to:add(nil, "%s leaves %s", cards, place_name(from))
  else
    to:add(nil, "%s goes %sto %s", cards, from
      and ("from %s "):format(place_name(from)) or "", place_name(there))
  end
end

--- Tells the cards that moved, those with the same way together.
local function tell_moved(to, moved)
  local ways, by_way = {}, {}
  for _, one in ipairs(moved) do
    local key = tostring(one.from) .. ">" .. tostring(one.to)
    local way = by_way[key]
    if not way then
      way = { from = one.from, to = one.to, cards = {} }
      by_way[key], ways[#ways + 1] = way, way
    end
    table.insert(way.cards, tostring(one.card))
  end
  for _, way in ipairs(ways) do
    tell_move(to, table.concat(way.cards, " "), way.from, way.to)
  end
end

--- Tells the cards that were shown where they lie, those of a place together.
local function tell_shown(to, shown)
  local places, by_place = {}, {}
  for _, one in ipairs(shown) do
    if not by_place[one.at] then
      by_place[one.at], places[#places + 1] = {}, one.at
    end
    table.insert(by_place[one.at], tostring(one.card))
  end
  for _, at in ipairs(places) do
    local cards = table.concat(by_place[at], " ")
    if math.type(at) then
      to:add(seat_name(at), "shows %s", cards)
    else
      to:add(nil, "%s shows %s", place_name(at), cards)
    end
  end
end

--- The cards of the first list that the second has less often.
local function lost(before, after)
  local left, list = {}, {}
  for card in tostring(after):gmatch "%S+" do
    left[card] = (left[card] or 0) + 1
  end
  for card in tostring(before):gmatch "%S+" do
    left[card] = (left[card] or 0) - 1
    if left[card] < 0 then list[#list + 1] = card end
  end
  return table.concat(list, " ")
end

--- Tells the changes that all see: gold, bids, trump and the factor.
local function tell_changes(to, before, after)
  local rules = after.rules
  for seat = 1, rules.players do
    local paid = lost(before.gold[seat], after.gold[seat])
    local got = lost(after.gold[seat], before.gold[seat])
    if paid ~= "" then to:add(seat_name(seat), "pays %s", paid) end
    if got ~= "" then to:add(seat_name(seat), "gets %s", got) end
  end
  for side = 1, rules.side_n do
    local bid = after.bid[side]
    if bid and bid ~= before.bid[side] then
      to:add(question_text.side(rules, side), "bids %d", bid)
    end
  end
  if before.trump ~= after.trump then
    to:add(nil, after.trump and "trump is " .. after.trump
      or "there is no trump")
  end
  if before.times ~= after.times then
    to:add(nil, after.times == 1 and "the round counts once"
      or "the round counts " .. question_text.times(after.times))
  end
end

local tell = {}

--- Tells one action. Several cards are answered one by one.
function tell.answer(to, event, rules)
  local question = question_of(rules, event.question)
  if event.answer ~= nil then
    return to:add(seat_name(event.seat), 'answers "%s": %s', event.question,
      event.answer)
  end
  to:add(seat_name(event.seat), (question.cards or 1) > 1
    and 'has chosen a card for "%s"' or 'has answered "%s"', event.question)
end

--- Tells the answers that were hidden from other seats until now, and what
--- followed. `before` is nil if it is not known.
function tell.answers(to, event, rules, before, after)
  local given, n = {}, 0
  for seat = 1, rules.players do
    local answer = event.answers[seat]
    if answer ~= nil then
      n = n + 1
      given[n] = ("seat %d %s"):format(seat, answer)
    end
  end
  if n > 1 and not question_of(rules, event.question).secret then
    to:add(nil, "the answers are revealed: %s", table.concat(given, ", "))
  end
  tell_moved(to, event.moved)
  tell_shown(to, event.shown)
  if before then tell_changes(to, before, after) end
end

--- The state or view before the last action; nil at a built position.
local function before_of(state, viewer)
  local before = state:clone()
  if not before:undo() then return nil end
  return viewer and before:view(viewer) or before
end

--- Adds the clauses that tell an event of the kind answer or answers, from the
--- last action of `state`, as `viewer` sees it (nil: all).
function question_text.tell(to, event, state, viewer)
  tell[event.kind](to, event, state.rules, event.kind == "answers"
    and before_of(state, viewer), viewer and state:view(viewer) or state)
end

--- The cards that questions of this round moved from or to the hand of a seat,
--- as a list of clauses in text.
function question_text.moved(state, seat)
  if not state.rules.questions[1] then return {} end
  local list = {}
  for _, event in ipairs(state:events(false, seat)) do
    if event.kind == "deal" then list = {} end
    for _, one in ipairs(event.kind == "answers" and event.moved or {}) do
      if one.from == seat or one.to == seat then list[#list + 1] = one end
    end
  end
  local to, texts = question_text.clauses(), {}
  tell_moved(to, list)
  for i, clause in ipairs(to) do
    texts[i] = (clause.subject and clause.subject .. " " or "")
      .. clause.text:gsub("^gives ", "gave "):gsub("^takes ", "took ")
  end
  return texts
end

-- ---- Choices ---------------------------------------------------------------

--- Whole numbers in ascending order as text: "0, 3 to 12".
local function ranges(list)
  local parts, i = {}, 1
  while list[i] do
    local last = i
    while list[last + 1] == list[last] + 1 do last = last + 1 end
    if last - i < 2 then last = i end
    parts[#parts + 1] = last > i and ("%d to %d"):format(list[i], list[last])
      or tostring(list[i])
    i = last + 1
  end
  local final = table.remove(parts)
  return parts[1] and table.concat(parts, ", ") .. " or " .. final or final
end

--- The numbers that may answer a question as text; nil if it does not ask for
--- numbers.
function question_text.numbers(question)
  local choices = question.choices
  if not question.numbers or not choices then return nil end
  return choices.from and ("%d to %d"):format(choices.from, choices.to)
    or ranges(choices)
end

--- The sentence about a question for people.
function question_text.sentence(question)
  return question.text or ('Answer "%s".'):format(question.name)
end

return question_text
