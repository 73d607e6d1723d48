-- A move as one line: the action, and its effects on trick, gold and bids. An
-- onlooker is told all; a person who plays, what that seat may know.
local question_text = require "aurum.record.question_text"
local show = require "aurum.record.show"
local term = require "aurum.text.term"
local ties = require "aurum.record.ties"
local moves = {}

local function seat_name(seat) return "seat " .. seat end

--- Tells the tricks that the side of a seat still needs.
local function tell_need(to, seat)
  local side = to.rules.side_of[seat]
  local need = to.seen.need[side]
  if not to.more or not need then return end
  local subject = question_text.side(to.rules, side)
  if need > 0 then to:add(subject, "needs %d", need)
  elseif need == 0 then to:add(subject, "is at its bid")
  else to:add(subject, "is %d over its bid", -need) end
end

local tell = {}

function tell.deal(to, event)
  to:add(nil, "round %d is dealt", event.round)
  to:add(seat_name(event.first), "goes first")
  if not to.viewer then return end
  to:add(nil, "your hand: %s", event.hands[to.viewer])
  if #event.extras > 0 then to:add(nil, "extras: %s", event.extras) end
end

function tell.bid(to, event)
  if not event.card then return to:add(seat_name(event.seat), "has bid") end
  to:add(seat_name(event.seat), "bids %s%s", event.card,
    event.down and " face down, for 0" or "")
  if to.rules.bidding ~= "hidden" then tell_need(to, event.seat) end
end

function tell.reveal(to, event)
  local parts = {}
  for seat = 1, 6 do
    local card = event.bids[seat]
    if card then parts[#parts + 1] = ("seat %d %s"):format(seat, card) end
  end
  to:add(nil, "the bids are revealed: %s", table.concat(parts, ", "))
end

function tell.change(to, event)
  to:add(nil, "%s", show.change(event))
  tell_need(to, event.of)
end

function tell.keep(to, event)
  to:add(seat_name(event.seat), "keeps the bids")
end

function tell.play(to, event)
  to:add(seat_name(event.seat), "plays %s", event.card)
end

function tell.pass(to, event)
  to:add(nil, "seat %d passes and ends the round: it %s", event.seat,
    show.reason(event, to.leads))
  if #event.hand > 0 then
    to:add(nil, "it shows its hand: %s", event.hand)
  end
end

local function tell_answer(to, event)
  question_text.tell(to, event, to.state, to.viewer)
end

tell.answer, tell.answers = tell_answer, tell_answer

function tell.trick(to, event)
  if event.winner then
    to:add(seat_name(event.winner), "wins trick %d", to.trick)
  else
    to:add(nil, "nobody wins trick %d", to.trick)
  end
  if event.award then
    to:add(seat_name(event.taker), "takes %s", event.award)
  end
  to:add(seat_name(event.next), "leads")
  local tie = to.ties and ties.trick(to.rules, event)
  if tie then to:add(nil, "%s", tie) end
  if event.winner then tell_need(to, event.winner) end
end

--- The text of the events of one move, and the kind of the first. `state` is
--- that after the move. `viewer` is the seat for which it is told; nil: all
--- hands are open. With `brief` it leaves out what the sides need. The text is
--- nil if there is nothing to tell.
function moves.text(events, state, viewer, brief)
  if not events[1] then return nil end
  local to = question_text.clauses()
  to.viewer, to.state, to.rules = viewer, state, state.rules
  to.trick, to.leads = state.trick.number - 1, #state.trick.plays == 0
  to.seen = viewer and state:view(viewer) or state
  to.ties = not brief
  to.more = not brief and state.phase ~= "deal" and state.phase ~= "over"
  for _, event in ipairs(events) do
    if tell[event.kind] then tell[event.kind](to, event) end
  end
  return to[1] and question_text.joined(to) or nil
end

--- A deal by its seed or, if that is not known, by what all see of it.
local function deal_label(node)
  if node.seed then return "deal seed=" .. term.plain(node.seed, nil, 30) end
  local extras = node.state.extras
  return ("deal, seat %d first%s"):format(node.deal.first,
    #extras > 0 and ("; extras %s"):format(extras) or "")
end

--- The move that led to a node in a few letters, as `viewer` may know it: bids
--- may be face down.
function moves.label(node, viewer)
  local action = node.action
  if node.deal then return deal_label(node) end
  if not action then return "built position" end
  if not viewer or viewer == action.seat then return tostring(action) end
  if action.kind == "bid" then return "another bid" end
  return node.covered and "another answer" or tostring(action)
end

--- "2 Z7, 3 P3*": the cards of the open trick as a list. A star marks the card
--- that would win.
function moves.plays(open, players)
  local parts = {}
  for i, card in ipairs(open.plays) do
    local seat = (open.leader + i - 2) % players + 1
    parts[i] = ("%d %s%s"):format(seat, card,
      seat == open.winning and "*" or "")
  end
  return parts
end

--- The seats that kept the bids, in a few words.
function moves.kept(seats)
  if #seats == 1 then return ("seat %d kept the bids"):format(seats[1]) end
  return ("seats %s and %d kept the bids"):format(table.concat(seats, ", ", 1,
    #seats - 1), seats[#seats])
end

return moves
