-- The effects of a variant's parts on each other
-- (lua/lab/rules/composition.lua), as text.
local format = require "aurum.text.format"
local wrap = require "aurum.text.wrap"
local composition_text = {}

local function percent(share)
  return ("%.3g%%"):format(100 * share)
end

--- A line for each finding: { word, text }. `place` turns an entry into
--- "FILE:LINE".
function composition_text.lines(found, place)
  local lines = {}
  local function add(word, ...)
    lines[#lines + 1] = { word, string.format(...) }
  end
  if found.difference then
    local d = found.difference
    add("difference", "from %s: %s of decisions, %s of rounds, %s of games",
      found.base, percent(d.decisions), percent(d.rounds), percent(d.games))
  end
  for _, entry in ipairs(found.overruled) do
    add("overruled", "%s (%s) by %s (%s): it changes nothing in %s; without "
      .. "%s it changes %d of them", entry.key, place(entry), entry.by.key,
      place(entry.by), format.plural(entry.games, "random game"),
      entry.by.key, entry.changes)
  end
  local first, others = (found.inversions or {})[1], {}
  for i = 2, first and #found.inversions or 0 do
    others[i - 1] = found.inversions[i].bid
  end
  if first then
    add("inversion", "a bid of %d scores %d if it is made, but %d with %s%s",
      first.bid, first.kept, first.points, format.plural(first.taken, "trick"),
      others[1] and "; likewise bids of " .. table.concat(others, ", ") or "")
  end
  return lines
end

--- The findings as text of 80 columns, each word in its own column.
function composition_text.of(found, place)
  local parts = {}
  for _, line in ipairs(composition_text.lines(found, place)) do
    local text = ("  %-13s %s"):format(line[1], line[2])
    for _, row in ipairs(wrap.lines(text, 80, (" "):rep(16), true)) do
      parts[#parts + 1] = row .. "\n"
    end
  end
  return table.concat(parts)
end

return composition_text
