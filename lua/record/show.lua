-- A game as text, trick by trick, from the events of its state. The game comes
-- from a record or from the table of the REPL.
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local ties = require "aurum.record.ties"
local wrap = require "aurum.text.wrap"
local show = {}

--- "side 1", "sides 1 and 2" or "sides 1, 2 and 3".
function show.sides(sides)
  local n = #sides
  if n < 2 then return "side " .. tostring(sides[1]) end
  return ("sides %s and %d"):format(table.concat(sides, ", ", 1, n - 1),
    sides[n])
end

--- Writes a line of any length, folded at 80 columns with an indent.
local function folded(table_, text)
  local lines, room = {}, 80
  while #text > room do
    local at = text:sub(1, room + 1):match "^.*%S() "
    if not at then
      at = room + 1
      while text:byte(at) & 0xC0 == 0x80 do at = at - 1 end
    end
    lines[#lines + 1] = text:sub(1, at - 1)
    text, room = text:sub(at):gsub("^ ", ""), 70
  end
  lines[#lines + 1] = text
  table_.write(table.concat(lines, "\n          "), "\n")
end

--- A text that begins with an indent, folded at the width of the terminal.
local function indented(text)
  local indent = text:match "^ *" .. "  "
  return table.concat(wrap.lines(text, term.width or 80, indent), "\n")
end

--- Writes a label and a comma-separated list, folded at 79 columns.
local function labelled(table_, label, parts)
  local lines, line = {}, ("  %-9s"):format(label)
  for i, part in ipairs(parts) do
    local text = part .. (i < #parts and "," or "")
    if #line + 1 + #text > 79 then
      lines[#lines + 1] = line
      line = (" "):rep(11)
    end
    line = line .. " " .. text
  end
  lines[#lines + 1] = line
  table_.write(table.concat(lines, "\n"), "\n")
end

--- The reason for a pass, without its subject; `leads` is true if the seat had
--- to lead (RULES 6.4, 8.1).
function show.reason(event, leads)
  if leads then
    return #event.hand == 0 and "has no card left to lead"
      or "can lead no card"
  end
  local cannot = #event.hand == 0 and "has no card left"
    or "can play no base card"
  return #event.gold == 0 and cannot .. " and has no gold" or cannot
end

local print_event = {}

function print_event.deal(event, table_)
  table_.write("\n", term.paint("bold", "Round " .. event.round), "\n")
  local label = "hands"
  for seat = 1, table_.seats do
    local hand = event.hands[seat]
    if hand then
      labelled(table_, label, { seat .. "  " .. tostring(hand) })
      label = ""
    end
  end
  if #event.extras > 0 then
    labelled(table_, "extras", { tostring(event.extras) })
  end
  labelled(table_, "first", { "seat " .. event.first })
  table_.plays, table_.bids, table_.trick, table_.changes = {}, {}, 1, {}
  table_.begun = false
  table_.round = event.round
end

-- ---- Answers to questions --------------------------------------------------

local early = { deal = true, instead_of_bids = true, bids = true }

--- Writes the answers that were collected.
local function print_asked(table_)
  local asked = table_.asked
  table_.asked = nil
  if asked and #asked.parts > 0 then
    labelled(table_, asked.question, asked.parts)
  end
end

--- A place of cards after a word: " to seat 3"; "" for none.
local function place_text(word, place)
  if not place then return "" end
  local seat = math.type(place) and place
  local owner = not seat and place:match "^bid (%d+)$"
  return (" %s %s"):format(word, seat and "seat " .. seat
    or owner and "the bid of seat " .. owner or "the " .. place)
end

--- The place that all cards of an answer were moved to, as text. Removes them
--- from `to`, the places by card.
local function taken_to(to, answer)
  local place, names = nil, {}
  for name in tostring(answer):gmatch "%S+" do
    if not to[name] or place and place ~= to[name] then return "" end
    place, names[#names + 1] = to[name], name
  end
  for _, name in ipairs(names) do to[name] = nil end
  return place_text("to", place)
end

--- The answers of a step. Steps of one question that follow each other share a
--- list.
function print_event.answers(event, table_)
  if not table_.asked or table_.asked.question ~= event.question then
    print_asked(table_)
    table_.asked = { question = event.question, parts = {} }
  end
  local parts, to = table_.asked.parts, {}
  for _, move in ipairs(event.moved) do to[tostring(move.card)] = move.to end
  for seat = 1, table_.seats do
    local answer = event.answers[seat]
    if answer ~= nil then
      parts[#parts + 1] = ("seat %d %s%s"):format(seat, answer,
        taken_to(to, answer))
    end
  end
  for _, move in ipairs(event.moved) do
    local card = tostring(move.card)
    if to[card] then
      parts[#parts + 1] = card .. place_text("from", move.from)
        .. place_text("to", move.to)
    end
  end
  table_.step = nil
end

--- An answer whose step is not complete yet.
function print_event.answer(event, table_)
  local step = table_.step or { question = event.question }
  table_.step = step
  if event.answer ~= nil then
    step[event.seat] = (step[event.seat] and step[event.seat] .. " " or "")
      .. tostring(event.answer)
  end
end

--- Writes the answers of a step that was cut short.
local function print_step(table_)
  local step, parts = table_.step, {}
  if not step then return end
  for seat = 1, table_.seats do
    if step[seat] then
      parts[#parts + 1] = ("seat %d %s"):format(seat, step[seat])
    end
  end
  table_.asked = { question = step.question, parts = parts }
  print_asked(table_)
end

-- ---- Bids and tricks -------------------------------------------------------

function print_event.bid(event, table_)
  local card = tostring(event.card or "a card")
  if event.down or not event.card then card = card .. " face down" end
  table.insert(table_.bids, ("seat %d %s"):format(event.seat, card))
  if #table_.bids < table_.seats then return end
  labelled(table_, "bids", table_.bids)
end

--- A change of a bid in one line.
function show.change(event)
  return ("seat %d pays %s and replaces %s (%s) by %s"):format(event.seat,
    event.gold,
    event.of == event.seat and "its bid" or ("seat %d's bid"):format(event.of),
    event.returned or "face down", event.card)
end

function print_event.change(event, table_)
  table.insert(table_.changes, show.change(event))
end

local function print_changes(table_)
  for _, text in ipairs(table_.changes) do
    table_.write("     ", text, "\n")
  end
  table_.changes = {}
end

function print_event.play(event, table_)
  table.insert(table_.plays, { event.seat, event.card })
end

--- The seats and cards of the trick: "3 S7   4 B4   1 Z8".
local function plays_text(table_)
  local parts = {}
  for i, play in ipairs(table_.plays) do
    parts[i] = ("%d %-3s"):format(play[1], tostring(play[2]))
  end
  return table.concat(parts, "  ")
end

function print_event.trick(event, table_)
  print_changes(table_)
  local result = event.winner and "won by seat " .. event.winner
    or "won by nobody"
  if event.award then
    result = ("%s, %s to seat %d"):format(result, event.award,
      event.taker)
  end
  local line = ("  %2d  %s   %s"):format(table_.trick, plays_text(table_),
    result)
  local more = table_.column and table_.column(table_.round, table_.trick)
  table_.write(more and ("%-66s  %s"):format(line, more) or line, "\n")
  local tie = ties.trick(table_.rules, event)
  if tie then table_.write(indented("      " .. tie), "\n") end
  table_.note(table_.trick)
  table_.trick, table_.plays = table_.trick + 1, {}
end

function print_event.pass(event, table_)
  print_changes(table_)
  if #table_.plays > 0 then
    table_.write(("  %2d  %s   unfinished\n"):format(table_.trick,
      plays_text(table_)))
  end
  table_.write(("      the round ends: seat %d %s\n"):format(event.seat,
    show.reason(event, #table_.plays == 0)))
  if #table_.plays > 0 and #event.gold > 0 then
    table_.write(("      it keeps its gold: %s\n"):format(event.gold))
  end
  if #event.hand > 0 then
    table_.write(("      it shows its hand: %s\n"):format(event.hand))
  end
  table_.note(table_.trick)
end

function print_event.round(event, table_)
  table_.plays = {} -- of the unfinished trick
  local score = event.score
  local rows = { { "", "side", "taken", "bid", "for bid", "for gold",
    "points", "total" } }
  for side = 1, #score.points do
    table_.total[side] = table_.total[side] + score.points[side]
    rows[#rows + 1] = { "", side, score.taken[side], score.bid[side],
      score.bid_points[side], score.gold_points[side], score.points[side],
      table_.total[side] }
  end
  table_.write(term.table(rows, " ", 2))
  for _, side in ipairs(event.winners) do
    table_.nuggets[side] = table_.nuggets[side] + 1
  end
  local text = show.sides(event.winners)
    .. (#event.winners > 1 and " share the round" or " wins the round")
  if not table_.cumulative then
    text = text .. ("; nuggets %s"):format(table.concat(table_.nuggets, " : "))
  end
  local tie = ties.round(table_.rules, score, event.winners, function()
    return table_.gold_at(table_.round)
  end)
  if tie then table_.write(indented("  " .. tie), "\n") end
  table_.write(indented("  " .. text), "\n")
end

function print_event.game(event, table_)
  table_.winners = event.winners
end

--- Writes the bids and plays of a round that has not ended.
local function print_open(table_)
  local laid = #table_.bids
  if laid > 0 and laid < table_.seats then
    labelled(table_, "bids", table_.bids)
  end
  print_step(table_)
  print_changes(table_)
  if #table_.plays > 0 then
    table_.write(("  %2d  %s   open\n"):format(table_.trick,
      plays_text(table_)))
  end
  table_.note(table_.begun and table_.trick or 0)
end

--- Writes each fault: place, seat, question, message and consequence.
local function print_faults(record, table_)
  local names = record.names
  for _, fault in ipairs(record.faults) do
    folded(table_, ("fault     %s: seat %d (%s), asked to %s: %s%s")
      :format(format.place(fault), fault.seat,
        term.plain(names[fault.seat] or ""), term.plain(fault.ask),
        term.plain(fault.message), fault.substituted
          and " (replaced by the first legal action)" or ""))
  end
end

--- The result of the game in a sentence. If the record agrees with the rules
--- but its winners differ from those by the cards (nil for none), a fault
--- decided the game.
function show.result(record, by_cards, agrees)
  local winners = record.winners
  if not agrees and not by_cards then
    return "The record cannot be replayed further"
  end
  if not agrees
    or by_cards and table.concat(by_cards) == table.concat(winners) then
    return show.sides(by_cards)
      .. (#by_cards > 1 and " win the game together" or " wins the game")
  end
  return (by_cards and "The game was forfeited by a fault"
    or "The game was cut short by a fault")
    .. (#winners > 0 and ("; %s won"):format(show.sides(winners)) or "")
end

--- A table that collects what is written to it; `text()` returns it all.
--- `note(round, trick)` returns text to add after a trick, or nil; trick 0 is
--- the bidding. `column(round, trick)`, if given, returns text to add behind a
--- trick, or nil. `gold_at(round)` returns the gold by seat at the end of a
--- round: it may have broken a tie.
local function new_table(rules, gold_at, note, column)
  local parts, table_ = {}, nil
  table_ = {
    rules = rules, gold_at = gold_at,
    seats = rules.players, cumulative = rules.cumulative, total = {},
    nuggets = {}, plays = {}, bids = {}, changes = {}, trick = 1, when = {},
    column = column, write = function(...)
      for _, text in ipairs { ... } do parts[#parts + 1] = text end
    end,
    note = function(trick)
      if note then table_.write(note(table_.round, trick)) end
    end,
    text = function() return table.concat(parts) end,
  }
  for side = 1, rules.side_n do
    table_.total[side], table_.nuggets[side] = 0, 0
  end
  for _, question in ipairs(rules.questions) do
    table_.when[question.name] = question.when
  end
  return table_
end

local begins = { keep = true, change = true, play = true, pass = true }

--- True if an event is the first of those that belong to a trick.
local function begins_tricks(table_, event)
  if table_.begun then return false end
  if event.kind ~= "answers" then return begins[event.kind] end
  return not early[table_.when[event.question]]
end

local function print_events(table_, events)
  for _, event in ipairs(events) do
    local kind = event.kind
    if kind ~= "answer" and kind ~= "answers" then print_asked(table_) end
    if begins_tricks(table_, event) then
      print_asked(table_)
      table_.note(0)
      table_.begun = true
    end
    if print_event[kind] then print_event[kind](event, table_) end
  end
  print_asked(table_)
  if not table_.winners then print_open(table_) end
end

--- The text of `events` of a game under these rules. `gold_at` is that of
--- new_table. `before` is the state before the first of them, nil at the start
--- of a game. `note(round, trick)`, if given, returns text to add after a
--- trick, or nil, and `column(round, trick)` text to add behind it.
function show.events(rules, events, gold_at, before, note, column)
  local table_ = new_table(rules, gold_at, note, column)
  if before then
    table_.round = before.round
    table_.total, table_.nuggets = before.points, before.nuggets
    table_.trick = before.trick.number
    for seat, card in pairs(before.bids) do
      table.insert(table_.bids, ("seat %d %s"):format(seat, card))
    end
    local open = before.trick
    for i, card in ipairs(open.plays) do
      table_.plays[i] = { (open.leader + i - 2) % rules.players + 1, card }
    end
  end
  print_events(table_, events)
  return table_.text()
end

--- The text of a record's game that was replayed to a state. `events` are the
--- state's, as far as they are to be shown. `agrees` is true if the record
--- verifies; `note` as above. `record` may be a table with its names, winners,
--- faults and, if it is to be shown, its seed.
function show.game(record, state, events, agrees, note)
  local rules = state.rules
  local table_ = new_table(rules, ties.gold_at(state), note)
  folded(table_, ("%s%s, %d players"):format(record.seed
    and ("Seed %s: "):format(term.plain(record.seed)) or "",
    term.plain(rules.title), rules.players))
  local names = record.names
  for seat, side in ipairs(rules.side_of) do
    folded(table_, ("  seat %d  side %d  %s"):format(seat, side,
      term.plain(names[seat])))
  end
  print_events(table_, events)
  table_.write "\n"
  print_faults(record, table_)
  local tie = table_.winners and ties.game(state)
  if tie then table_.write(indented(tie), "\n") end
  table_.write(term.paint("bold",
    show.result(record, table_.winners, agrees)), "\n")
  return table_.text()
end

return show
