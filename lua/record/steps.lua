-- A game as steps, for a page that shows it: the position at the start of each
-- round, then each step with what it changes in what is shown.
--
-- A position is shown in frames: frame 0 is the open table, frame S what seat S
-- may know (RULES 10). A frame is a table of texts and numbers:
--   round trick leader winning    numbers; 0 for none
--   plays                         the open trick, "3 Z7 4 B8"
--   supply extras                 cards
--   hand1 hidden1 bid1 gold1      by seat: the cards seen in the hand, the
--                                 number of cards not seen; the bid card ("?"
--                                 for one not seen, "-" in front: for 0)
--   bids1 taken1 need1 points1 nuggets1    by side; bids and need "" if unknown
--   trump times                   under rules with questions or a trump: its
--                                 suit or "", the factor of the round's points
--   said answer                   of an answer: a sentence, the value or "?"
--   why                           of the step before it alone: the tie that
--                                 decided, or the rule, with its number
--
-- A step is a short text, for one thing that happened:
--   b 3 C5          seat 3 bids C5          k 3          it keeps the bids
--   c 3 G0 S6 4     it pays G0 and lays S6 in place of seat 4's bid
--   p 3 Z7          it plays Z7             x 3          it passes
--   p 3 Z7 !        and wins the trick so far
--   a 3 0           it answers a question before trick 1 (or in trick N)
--   r               the bids are turned up  e            the round ends
--   t 3 4           seat 3 (0: nobody) wins the trick, seat 4 leads the next
--   t 3 4 G2 4      and seat 4 is awarded G2
-- Each has a usual effect on a frame (steps.apply), which a page repeats: it
-- knows no rule. Where the engine's position differs, the step is followed by
-- the fields to set: { "p 3 Z7", { leader = 3 }, { ["2"] = { hand3 = "" } } },
-- first for all frames, then by frame. So the page always shows the engine's
-- position. Of a round's first frames, frame 0 is given, and by seat the fields
-- in which its frame differs from what a seat usually sees (steps.seen_by).
local aurum = require "aurum"
local question_text = require "aurum.record.question_text"
local ties = require "aurum.record.ties"
local steps = {}

-- ---- Frames ----------------------------------------------------------------

--- The open trick as text.
local function plays_text(trick, players)
  local parts = {}
  for i, card in ipairs(trick.plays) do
    parts[i] = ("%d %s"):format((trick.leader + i - 2) % players + 1, card)
  end
  return table.concat(parts, " ")
end

--- Sets the fields of a frame whose values may be hidden from some seats.
local function set_hidden(frame, state, view)
  local seen = view or state
  local rules, hands = state.rules, view and view.known or state.hands
  local hand_n, bids = view and view.hand_n, seen.bids
  local bid, need = seen.bid, seen.need
  local all = state.bids
  local down = seen.down
  for seat = 1, rules.players do
    local hand, card = hands[seat], bids[seat]
    frame["hand" .. seat] = tostring(hand)
    frame["hidden" .. seat] = view and hand_n[seat] - #hand or 0
    frame["bid" .. seat] = card and (down[seat] and "-" or "") .. card
      or all[seat] and "?" or ""
  end
  for side = 1, rules.side_n do
    frame["bids" .. side] = bid[side] or ""
    frame["need" .. side] = need[side] or ""
  end
  frame.extras = tostring(seen.extras)
end

--- The frame of the open table.
local function open_frame(state)
  local rules, trick = state.rules, state.trick
  local frame = { round = state.round, trick = trick.number,
    leader = state.leader, winning = trick.winning or 0,
    plays = plays_text(trick, rules.players), supply = tostring(state.supply) }
  local gold, taken = state.gold, state.taken
  local points, nuggets = state.points, state.nuggets
  for seat = 1, rules.players do
    frame["gold" .. seat] = tostring(gold[seat])
  end
  for side = 1, rules.side_n do
    frame["taken" .. side] = taken[side]
    frame["points" .. side] = points[side]
    frame["nuggets" .. side] = nuggets[side]
  end
  if rules.questions[1] or rules.trump ~= "none" then
    frame.trump, frame.times = state.trump or "", state.times
  end
  set_hidden(frame, state)
  return frame
end

local function copy(frame)
  local own = {}
  for field, value in pairs(frame) do own[field] = value end
  return own
end

-- ---- Usual effects ---------------------------------------------------------

--- A list of cards as text without one card.
local function without(cards, card)
  local left, found = {}, false
  for name in cards:gmatch "%S+" do
    if name == card and not found then found = true
    else left[#left + 1] = name end
  end
  return table.concat(left, " "), found
end

--- A list of cards as text with one more card.
local function with(cards, card)
  return cards == "" and card or cards .. " " .. card
end

--- Takes a card out of a hand, or one that is not seen.
local function take(frame, seat, card)
  local left, found = without(frame["hand" .. seat], card)
  frame["hand" .. seat] = left
  if not found and frame["hidden" .. seat] > 0 then
    frame["hidden" .. seat] = frame["hidden" .. seat] - 1
  end
end

local effect = {}

function effect.b(frame, seat, card)
  take(frame, seat, (card:gsub("^%-", "")))
  frame["bid" .. seat] = card
end

function effect.c(frame, seat, gold, card, of)
  take(frame, seat, card)
  local returned = frame["bid" .. of]:gsub("^%-", "")
  frame["hand" .. seat] = with(frame["hand" .. seat], returned)
  frame["bid" .. of] = card
  frame["gold" .. seat] = without(frame["gold" .. seat], gold)
  frame.supply = with(frame.supply, gold)
end

function effect.p(frame, seat, card, wins)
  if card:find "^G" then
    frame["gold" .. seat] = without(frame["gold" .. seat], card)
  else
    take(frame, seat, card)
  end
  frame.plays = with(frame.plays, seat .. " " .. card)
  if wins then frame.winning = tonumber(seat) end
end

function effect.t(frame, winner, next_leader, award, taker)
  for card in frame.plays:gmatch "G%d+" do
    frame.supply = with(frame.supply, card)
  end
  if award then
    frame.supply = without(frame.supply, award)
    frame["gold" .. taker] = with(frame["gold" .. taker], award)
  end
  if winner ~= "0" then
    local side = frame["side" .. winner]
    frame["taken" .. side] = frame["taken" .. side] + 1
    frame["need" .. side] = tonumber(frame["need" .. side])
      and frame["need" .. side] - 1 or ""
  end
  frame.plays, frame.winning, frame.trick = "", 0, frame.trick + 1
  frame.leader = tonumber(next_leader)
end

--- Repeats the usual effect of a step on a frame, which also has the side of
--- each seat as side1 and so on.
function steps.apply(frame, step)
  local words = {}
  for word in step:gmatch "%S+" do words[#words + 1] = word end
  local run = effect[words[1]]
  if run then run(frame, table.unpack(words, 2)) end
end

-- ---- Differences -----------------------------------------------------------

--- The cards of a list in a fixed order, so that equal lists are equal texts.
local function sorted(cards)
  local list = {}
  for name in cards:gmatch "%S+" do list[#list + 1] = name end
  table.sort(list)
  return table.concat(list, " ")
end

local unordered = { hand = true, gold = true, supply = true }

--- True if two different values of a field show the same.
local function same(field, a, b)
  return unordered[field:match "^%l+"] ~= nil and sorted(a) == sorted(b)
end

--- Brings a frame to the engine's one. Returns the fields that differed, nil if
--- none did.
local function correct(frame, true_one)
  local fields
  for field, value in pairs(true_one) do
    local own = frame[field]
    if own ~= value then
      frame[field] = value
      if not same(field, own, value) then
        fields = fields or {}
        fields[field] = value
      end
    end
  end
  return fields
end

--- Moves the fields that all frames share to a separate table. `own` has the
--- fields by frame. Returns that table and the rest by frame; nil where empty.
local function common(own, frames)
  if next(own) == nil then return nil end
  local all, rest
  local first = own[next(frames)]
  for field, value in pairs(first or {}) do
    local alike = true
    for key in pairs(frames) do
      alike = alike and own[key] ~= nil and own[key][field] == value
    end
    if alike then
      all = all or {}
      all[field] = value
    end
  end
  for key, fields in pairs(own) do
    for field, value in pairs(fields) do
      if not (all and all[field] ~= nil) then
        rest = rest or {}
        rest[tostring(key)] = rest[tostring(key)] or {}
        rest[tostring(key)][field] = value
      end
    end
  end
  return all, rest
end

-- ---- Steps -----------------------------------------------------------------

--- The frames that a page holds: the open table and each seat's, or one seat's.
local function frames_of(state, only)
  local frames, open = {}, open_frame(state)
  if not only then frames[0] = open end
  for seat = only or 1, only or state.rules.players do
    frames[seat] = copy(open)
    set_hidden(frames[seat], state, state:view(seat))
  end
  return frames
end

--- A bid card for a step, "?" where the page's seat `only` does not see it.
local function seen_card(state, only, seat, card)
  if not only or seat == only or state:view(only).bids[seat] then
    return card
  end
  return "?"
end

local step_of = {}

function step_of.bid(event, state, only)
  local card = (event.down and "-" or "") .. event.card
  return ("b %d %s"):format(event.seat,
    seen_card(state, only, event.seat, card))
end

function step_of.reveal() return "r" end
function step_of.keep(event) return "k " .. event.seat end

function step_of.change(event)
  return ("c %d %s %s %d"):format(event.seat, event.gold, event.card, event.of)
end

--- `trick` is the one that the answer belongs to.
function step_of.answer(event, _, _, _, trick)
  return ("a %d %d"):format(event.seat, trick)
end

function step_of.play(event, state, _, after)
  local winner = after and after.winner or state.trick.winning
  return ("p %d %s%s"):format(event.seat, event.card,
    winner == event.seat and " !" or "")
end

function step_of.pass(event) return "x " .. event.seat end

function step_of.trick(event)
  local text = ("t %d %d"):format(event.winner or 0, event.next)
  if not event.award then return text end
  return ("%s %s %d"):format(text, event.award, event.taker)
end

function step_of.round() return "e" end

--- Functions from an event and the state after it to the reason for it, with
--- the number of the rule; nil where there is none to give.
local why_of = {}

function why_of.trick(event, state) return ties.trick(state.rules, event) end
function why_of.pass() return "a pass ends the round (RULES 8.1)" end
function why_of.game(_, state) return ties.game(state) end

function why_of.round(event, state)
  local points, winners = event.score.points, event.winners
  local tie = ties.round(state.rules, event.score, winners, function()
    return state.gold
  end)
  if tie then return tie end
  local most, n = math.max(table.unpack(points)), 0
  for _, one in ipairs(points) do n = n + (one == most and 1 or 0) end
  return n == 1 and #winners == 1 and points[winners[1]] == most
    and "most points win the round (RULES 9.3)" or nil
end

--- Adds the reason for an event to its step; that of the game's end to the last
--- round's.
local function explain(step, event, state)
  local why = why_of[event.kind] and why_of[event.kind](event, state)
  if not why then return end
  step[2] = step[2] or {}
  step[2].why = step[2].why and step[2].why .. "; " .. why or why
end

--- The events of a game as the seat `only` may know them at its end: a bid that
--- was turned up has its card.
local function events_of(game, only)
  local events, laid = game:events(false, only), {}
  for _, event in ipairs(events) do
    if event.kind == "deal" then
      laid = {}
    elseif event.kind == "bid" then
      laid[#laid + 1] = event
    elseif event.kind == "reveal" then
      for _, bid in ipairs(laid) do bid.card = event.bids[bid.seat] end
    end
  end
  return events
end

-- ---- A round ---------------------------------------------------------------

--- Sets the corrections of a step: the fields of each frame in `own`.
local function set(step, own, frames)
  step[2], step[3] = common(own, frames)
  if not step[2] and step[3] then step[2] = {} end
end

--- The fields of each frame that tell the last action, an answer.
local function telling(state, frames)
  local own = {}
  for key in pairs(frames) do
    local viewer, list = key > 0 and key or nil, question_text.clauses()
    local value
    for _, event in ipairs(state:events(true, viewer)) do
      if event.kind == "answer" or event.kind == "answers" then
        question_text.tell(list, event, state, viewer)
      end
      if event.kind == "answer" and event.answer ~= nil then
        value = tostring(event.answer)
      end
    end
    own[key] = { said = question_text.joined(list), answer = value or "?" }
  end
  return own
end

--- Adds the steps of the last action to a round, and corrects the frames. An
--- answer belongs to `trick`.
local function add(round, frames, state, only, trick)
  local events = state:events(true)
  local told = trick and telling(state, frames)
  local first = #round.steps + 1
  local last
  local step_at = {} -- by event; a game's end has no step
  for i, event in ipairs(events) do
    local make = step_of[event.kind]
    if make then
      last = { make(event, state, only, events[i + 1], trick) }
      round.steps[#round.steps + 1] = last
      for _, frame in pairs(frames) do steps.apply(frame, last[1]) end
    end
    step_at[i] = last
  end
  local own = {}
  for key, true_one in pairs(frames_of(state, only)) do
    own[key] = correct(frames[key], true_one)
  end
  set(last, own, frames)
  for i, event in ipairs(events) do
    if step_at[i] then explain(step_at[i], event, state) end
  end
  if not told then return end
  if round.steps[first] == last then
    for key, fields in pairs(own) do
      for field, value in pairs(fields) do told[key][field] = value end
    end
  end
  set(round.steps[first], told, frames)
end

--- A copy of an open frame without the other hands, as a seat usually sees it.
function steps.seen_by(frame, seat, players)
  local own = copy(frame)
  for other = 1, players do
    if other ~= seat then
      own["hand" .. other] = ""
      own["hidden" .. other] = select(2, frame["hand" .. other]:gsub("%S+", ""))
    end
  end
  return own
end

--- The first frames of a round for a page: the open one (with `only`, that
--- seat's) and by seat the fields in which its frame differs from seen_by.
local function first_frames(frames, players, only)
  if only then return { copy(frames[only]) } end
  local differs
  for seat = 1, players do
    local fields = correct(steps.seen_by(frames[0], seat, players),
      frames[seat])
    if fields then
      differs = differs or {}
      differs[tostring(seat)] = fields
    end
  end
  return { copy(frames[0]), differs }
end

--- A round that begins at a state: its number, its first frames, no steps yet.
local function begin(state, frames, only)
  local rules = state.rules
  local round = { number = state.round, first = state.first, steps = {},
    frames = first_frames(frames, rules.players, only) }
  for _, frame in pairs(frames) do
    for seat, side in ipairs(rules.side_of) do frame["side" .. seat] = side end
  end
  return round
end

--- Replaces the one-item lists of steps without corrections by their texts.
local function shorten(round)
  for i, step in ipairs(round.steps) do
    if not step[2] then round.steps[i] = step[1] end
  end
end

--- A copy of a state, taken back to where its history begins.
local function beginning(state)
  local start = state:clone()
  while start:undo() do end
  return start
end

--- The rounds of a state's game: a list of { number =, first =, frames =, steps
--- =, score =, winners = }, the last two for finished rounds; and its events.
--- With `only`, a seat, neither has anything that the seat could not know.
function steps.rounds(game, only)
  local state, list = beginning(game), {}
  for _, part in ipairs(game:history()) do
    if part.hands then state:deal(part) end
    local frames, finished = frames_of(state, only), #state.rounds
    local round = begin(state, frames, only)
    for _, action in ipairs(part.actions) do
      local trick = state.deciding == "answer"
        and aurum.place(state.place).trick or nil
      state:apply(action)
      add(round, frames, state, only, trick)
    end
    if #state.rounds > finished then
      round.score = state.rounds[#state.rounds]
      round.winners = round.score.winners
    end
    shorten(round)
    list[#list + 1] = round
  end
  return list, events_of(game, only)
end

return steps
