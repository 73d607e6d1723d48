-- A graph of the outlook of a round: a column for each place, a digit for each
-- side at its points, ticks at the tricks, and marks at costly moves.
local term = require "aurum.text.term"
local graph = {}

local rows_most = 12
local colours = { "azure", "orange", "olive", "violet", "teal", "gold" }

--- The lowest and highest whole numbers around all means.
local function range_of(points)
  local low, high = math.huge, -math.huge
  for _, point in ipairs(points) do
    for _, side in ipairs(point.sides or {}) do
      low, high = math.min(low, side.mean), math.max(high, side.mean)
    end
  end
  low, high = math.floor(low), math.ceil(high)
  return low, math.max(high, low + 2)
end

--- A function from the number of a point to its column.
local function columns_of(points, room)
  local apart = #points > 1 and (room - 1) / (#points - 1) or 0
  if apart >= 1 then apart = math.min(apart // 1, 3) end
  return function(i) return math.floor((i - 1) * apart) + 1 end
end

local function new_row(room)
  local row = {}
  for x = 1, room do row[x] = " " end
  return row
end

local function text_of(row)
  return (table.concat(row):gsub(" +$", ""))
end

--- The rows of digits, from the top. "*" stands for several sides.
local function plot(points, column, room, low, high)
  local n = math.min(high - low + 1, rows_most)
  local grid = {}
  for r = 1, n do grid[r] = new_row(room) end
  for i, point in ipairs(points) do
    local x = column(i)
    for side, one in ipairs(point.sides or {}) do
      local share = (high - one.mean) / (high - low)
      local row = grid[math.floor(share * (n - 1) + 0.5) + 1]
      row[x] = row[x] ~= " " and row[x] ~= tostring(side) and "*"
        or tostring(side)
    end
  end
  return grid
end

local function paint(row)
  for x, cell in ipairs(row) do
    local side = math.tointeger(tonumber(cell))
    if side then row[x] = term.paint(colours[side], cell) end
  end
  return text_of(row)
end

--- The line of ticks, and the line of trick numbers under it.
local function ticks(points, column, room)
  local axis, numbers, trick, free = {}, new_row(room), nil, 1
  for x = 1, room do axis[x] = "-" end
  for i, point in ipairs(points) do
    if point.trick ~= trick then
      trick = point.trick
      local x, text = column(i), trick == 0 and "bids" or tostring(trick)
      axis[x] = "+"
      if x >= free and x + #text - 1 <= room then
        for k = 1, #text do numbers[x + k - 1] = text:sub(k, k) end
        free = x + #text + 1
      end
    end
  end
  return text_of(axis), text_of(numbers)
end

--- The lines of marks of costly moves. Marks that would touch are in different
--- lines.
local function marks(points, column, room)
  local rows = {}
  for i, point in ipairs(points) do
    local x, k = column(i), 1
    while point.mark and rows[k] and x < rows[k].free do k = k + 1 end
    if point.mark then
      local row = rows[k] or new_row(room)
      for at = 1, math.min(#point.mark, room - x + 1) do
        row[x + at - 1] = point.mark:sub(at, at)
      end
      row.free = x + #point.mark + 1
      rows[k] = row
    end
  end
  return rows
end

--- The graph as lines of at most `width`. Each of `points` has `trick`, 0 for
--- the bids and "end" for the end of the round; `sides`, the outlook there, or
--- nil; and `mark`, the mark of the move made there, or nil.
function graph.lines(points, width)
  local low, high = range_of(points)
  if low > high then return { "nothing to show" } end
  local label = math.max(#tostring(low), #tostring(high))
  local room = width - label - 2
  local column = columns_of(points, room)
  local grid = plot(points, column, room, low, high)
  local lines, form = {}, "%" .. label .. "s |"
  for r, row in ipairs(grid) do
    local value = high - (r - 1) * (high - low) / (#grid - 1)
    local shown = r % 3 == 1 or r == #grid
    lines[r] = form:format(shown and ("%.0f"):format(value) or "") .. paint(row)
  end
  local axis, numbers = ticks(points, column, room)
  local margin = (" "):rep(label + 2)
  lines[#lines + 1] = (" "):rep(label + 1) .. "+" .. axis
  lines[#lines + 1] = margin .. numbers
  for _, row in ipairs(marks(points, column, room)) do
    lines[#lines + 1] = margin .. text_of(row)
  end
  return lines
end

return graph
