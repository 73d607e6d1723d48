-- The table of notes: a row for each value, text and world that a bot noted at
-- a decision of a recorded game.
local aurum = require "aurum"
local notes = require "aurum.record.notes"
local note_rows = {}

local columns = {
  { "game", "The game's number: 1 for the first game read" },
  { "id", "Its id if an arena played it: d7s2 for deal 7, seating 2; "
    .. "else empty" },
  { "round", "The round's number in its game, from 1" },
  { "trick", "The trick's number in its round, from 1; 0 for bids and for "
    .. "questions before the first trick" },
  { "ask", "The kind of decision: bid, change, play or answer" },
  { "nth", "Its number among those of its kind in the trick, from 1" },
  { "at", "Its place, as in the table decisions: at:2.5.3, at:2.5.c1" },
  { "seat", "The seat that decided" },
  { "name", "Its bot, with its options" },
  { "note", "The kind of note: value, text, world, or left_out for the number "
    .. "of those that were too many, too long or of no legal form" },
  { "action", "The action that has the value: bid C5, play Z7" },
  { "value", "Its value to the bot" },
  { "goal", "What the value estimates: margin, points, lead, round or game; "
    .. "empty if the bot did not say" },
  { "legal", "1 if the action was legal, else 0" },
  { "chosen", "1 if the bot then did it, else 0" },
  { "text", "The text; of a world its hands, with / between seats" },
}

function note_rows.columns()
  local list = {}
  for i, column in ipairs(columns) do
    list[i] = { name = column[1], doc = column[2] }
  end
  return list
end

--- Adds the rows of a decision's notes. `base` has the cells that they share.
local function add_rows(rows, base, note, state, done)
  local function add(cells)
    for key, value in pairs(base) do cells[key] = value end
    rows[#rows + 1] = cells
  end
  for _, one in ipairs(notes.values(note)) do
    local good, legal = pcall(state.is_legal, state, one.action)
    add { note = "value", action = one.action, value = one.value + 0.0,
      goal = note.goal, legal = good and legal and 1 or 0,
      chosen = one.action == done and 1 or 0 }
  end
  for _, words in ipairs(note.texts or {}) do
    add { note = "text", text = words }
  end
  for _, hands in ipairs(note.worlds or {}) do
    add { note = "world", text = table.concat(hands, " / ") }
  end
  if note.left_out then add { note = "left_out", value = note.left_out } end
end

--- The rows of a game of aurum.records.
function note_rows.of(game)
  local rows, by = {}, notes.by_place(game.notes)
  if not next(by) then return rows end
  for state, done, place in game:decisions() do
    local note = by[place]
    if note and note.seat == state.turn then
      local at = aurum.place(place)
      add_rows(rows, { game = game.number, id = game.id, round = state.round,
        trick = at.trick, ask = at.kind, nth = at.nth, at = place,
        seat = note.seat, name = game.names[note.seat] }, note, state,
        tostring(done))
    end
  end
  return rows
end

return note_rows
