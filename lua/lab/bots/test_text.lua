-- The result of a test of a bot (lua/lab/bots/bot_test.lua) as text.
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"
local test_text = {}

local function known(x) return x == x and x or nil end

--- The mean points lost, with half of its 95 % interval if costs have errors.
local function mean_lost(sum)
  local n = sum.positions - sum.unknown
  local mean = format.mean(sum.lost, n)
  if sum.error == 0 then return mean end
  return ("%s+-%.2f"):format(mean, 1.96 * sum.error / n)
end

--- The sums by tag as a table; faults and unknown costs have a column where
--- there are any.
local function tags_table(result)
  local all, head = result.all, { "tag", "positions", "right", "points lost" }
  if all.faults > 0 then head[#head + 1] = "faults" end
  if all.unknown > 0 then head[#head + 1] = "unknown" end
  local rows = { head }
  local function add(sum)
    local row = { sum.tag, sum.positions, format.percent(sum.right,
      sum.positions), mean_lost(sum) }
    if all.faults > 0 then row[#row + 1] = sum.faults end
    if all.unknown > 0 then row[#row + 1] = sum.unknown end
    rows[#rows + 1] = row
  end
  for _, sum in ipairs(result.tags) do add(sum) end
  if #result.tags > 1 then add(all) end
  return term.table(rows, "<")
end

--- The costliest answers; answers of unknown cost come last.
local function worst_of(result, most)
  local list = {}
  for _, row in ipairs(result.answers) do
    if not row.right then list[#list + 1] = row end
  end
  table.sort(list, function(a, b)
    local x, y = a.cost or -1, b.cost or -1
    if x ~= y then return x > y end
    return a.line < b.line
  end)
  return table.move(list, 1, math.min(most, #list), 1, {})
end

--- A text in lines of at most 80 columns where it has blanks.
local function folded(text)
  return table.concat(wrap.lines(term.plain(text), 80, "    "), "\n") .. "\n"
end

--- An answer, and the token of its position on a separate line.
local function answer_text(row)
  local head = ("  line %d, %s: "):format(row.line, row.tag)
  local text
  if row.fault then
    text = "at fault: " .. row.fault:match "^[^\n]*"
  else
    text = ("%s%s"):format(row.answer, row.cost
      and (" loses %.1f"):format(row.cost) or ", by an unknown cost")
  end
  if row.best then
    text = ("%s; right: %s"):format(text, table.concat(row.best, ", "))
  end
  return folded(head .. text) .. ("    %s\n"):format(row.position)
end

local function since_text(since)
  if not since then return "" end
  local low, high = known(since.low), known(since.high)
  return ("\nagainst version %d (%s): %s better, %d worse;\n  points lost at a "
    .. "position: %+.2f%s\n"):format(since.version, term.plain(since.bot),
      format.plural(since.better, "answer"), since.worse,
      known(since.mean) and 0 - since.mean or 0, low
        and (", 95 %% interval %+.2f to %+.2f"):format(0 - high, 0 - low)
        or ", " .. format.no_interval(since.n, "position"))
end

--- A result as text, with the `most` costliest answers.
function test_text.text(result, most)
  local head = ("%s: %s of %s, by %s"):format(result.bot,
    format.plural(#result.answers, "position"), result.suite.file,
    table.concat(result.suite.by, ", "))
  local parts = { folded(head), "\n", tags_table(result) }
  local worst = worst_of(result, most)
  if worst[1] then parts[#parts + 1] = "\nthe costliest answers:\n" end
  for _, row in ipairs(worst) do parts[#parts + 1] = answer_text(row) end
  parts[#parts + 1] = since_text(result.since)
  return table.concat(parts)
end

return test_text
