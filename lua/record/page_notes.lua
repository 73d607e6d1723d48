-- The notes of bots as data of a page: bounded, and of one seat alone if the
-- page is made for it.
local notes = require "aurum.record.notes"
local term = require "aurum.text.term"
local page_notes = {}

-- The most that a page has of a decision, and of the texts of a game.
local most = { values = 12, texts = 8, worlds = 3, text = 520, bytes = 1 << 18 }

--- The first items of a list as plain text, and the number of the others or
--- nil.
local function some(list, n)
  local kept = {}
  for i = 1, math.min(n, #list) do
    kept[i] = (term.plain(list[i], nil, most.text))
  end
  return kept[1] and kept, #list > n and #list - n or nil
end

--- The greatest values of a note and that of the action `done`, by action; a
--- list of the actions that are not legal; and the number of values left out.
local function values_of(note, state, done)
  local by, illegal, left, kept = {}, {}, 0, 0
  for _, one in ipairs(notes.values(note)) do
    local finite = one.value - one.value == 0
    if not finite or kept >= most.values and one.action ~= done then
      left = left + 1
    else
      local action, good, legal = term.plain(one.action), pcall(state.is_legal,
        state, one.action)
      kept, by[action] = kept + 1, one.value
      if not (good and legal) then illegal[#illegal + 1] = action end
    end
  end
  return next(by) and by, illegal[1] and illegal, left > 0 and left or nil
end

--- The data of a note: `seat`, `done`, the action made, `goal`, `values` by
--- action, `illegal`, `texts`, `worlds`; `more_values`, `more_texts` and
--- `more_worlds`, how many the page leaves out; and `left_out` as in the note.
local function data_of(note, state, done)
  local data, worlds = { seat = note.seat, done = done, goal = note.goal,
    left_out = note.left_out }, {}
  for i, hands in ipairs(note.worlds or {}) do
    worlds[i] = table.concat(hands, " / ")
  end
  data.values, data.illegal, data.more_values = values_of(note, state, done)
  data.texts, data.more_texts = some(note.texts or {}, most.texts)
  data.worlds, data.more_worlds = some(worlds, most.worlds)
  return data
end

--- The bytes of the texts of a note's data, about.
local function bytes_of(data)
  local n = 200
  for _, list in ipairs { data.texts or {}, data.worlds or {} } do
    for _, text in ipairs(list) do n = n + #text end
  end
  return n
end

--- The data of a list of notes by place, nil if there is none; and the number
--- of decisions whose notes do not fit on the page, or nil. `state` is the end
--- of the game; `only` is the seat that the page is made for, or nil.
function page_notes.of(list, state, only)
  local by, fitting = {}, notes.fitting(list, state)
  local bytes, left = 0, 0
  if not next(fitting) then return nil end
  for before, done, place in state:decisions() do
    local note = fitting[place]
    if note and (not only or note.seat == only) then
      local data = data_of(note, before, tostring(done))
      bytes = bytes + bytes_of(data)
      if bytes <= most.bytes then by[place] = data else left = left + 1 end
    end
  end
  return next(by) and by, left > 0 and left or nil
end

return page_notes
