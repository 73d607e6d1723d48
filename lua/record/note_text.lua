-- The notes of one decision as lines of text, for people.
local format = require "aurum.text.format"
local notes = require "aurum.record.notes"
local note_text = {}

local shown = 12 -- values in a line

--- The values of a note as text, the greatest first. Moves that are not in
--- `legal`, a set by text, are marked.
local function values_text(note, legal)
  local list, parts = notes.values(note), {}
  for i = 1, math.min(#list, shown) do
    local one = list[i]
    parts[i] = ("%s %.4g%s"):format(one.action, one.value,
      legal and not legal[one.action] and " (not legal)" or "")
  end
  if #list > shown then
    parts[#parts + 1] = ("and %d more"):format(#list - shown)
  end
  return table.concat(parts, ", ")
end

--- Lines { label, text } of a note, an item of `game.notes`. `legal` is a list
--- of the legal actions as texts, or nil.
function note_text.rows(note, legal)
  local rows, set = {}, legal and {} or nil
  for _, action in ipairs(legal or {}) do set[action] = true end
  if note.values then
    rows[1] = { "values", values_text(note, set)
      .. (note.goal and (" (%s)"):format(note.goal) or "") }
  end
  for _, text in ipairs(note.texts or {}) do
    rows[#rows + 1] = { "note", (text:gsub("\n", "\n          ")) }
  end
  for _, hands in ipairs(note.worlds or {}) do
    rows[#rows + 1] = { "world", table.concat(hands, " / ") }
  end
  if note.left_out then
    rows[#rows + 1] = { "note", ("(%s left out: too many, too long, or no "
      .. "legal form)"):format(format.plural(note.left_out, "note")) }
  end
  return rows
end

return note_text
