-- Line chart of lua/text/chart.lua, such as the score through a game.
local aurum = require "aurum"
local canvas = require "aurum.text.canvas"
local svg = require "aurum.text.svg"
local term = require "aurum.text.term"
local wrong, held = canvas.wrong, canvas.held
local number, finite = canvas.number, canvas.finite

local colours = { "cyan", "magenta", "yellow", "green", "blue", "red" }

--- The ends of the interval at each point of a series, checked; nil if it has
--- none.
local function ends_of(series, i)
  local lows, highs = series[3], series[4]
  if lows == nil and highs == nil then return nil end
  if type(lows) ~= "table" or type(highs) ~= "table" then
    wrong("line", "series: %d: expected { label, { numbers }, { low ends }, "
      .. "{ high ends } }", i)
  end
  for _, list in ipairs { lows, highs } do
    for k, y in ipairs(list) do
      held("line", ("series: %d: %d"):format(i, k), y)
    end
  end
  return lows, highs
end

--- The places of `n` points: whole numbers from `first` on, or those of the
--- option `at`, checked.
local function places_of(o, n)
  local list = {}
  for i = 1, n do list[i] = (o.first or 1) + i - 1 end
  if not o.at then return list end
  if #o.at ~= n then
    wrong("line", "at: expected %d numbers, one for each point, got %d", n,
      #o.at)
  end
  for i, place in ipairs(o.at) do
    if not finite(held("line", "at: " .. i, place))
      or i > 1 and place <= o.at[i - 1] then
      wrong("line", "at: %d: expected numbers in ascending order", i)
    end
  end
  return o.at
end

--- The scale that all series share. Checks the series.
local function line_scale(o)
  local numbers, scale = {}, { low = math.huge, high = -math.huge, n = 0 }
  for i, series in ipairs(o.series) do
    if type(series) ~= "table" or type(series[2]) ~= "table" then
      wrong("line", "series: %d: expected { label, { numbers } }", i)
    end
    scale.n = math.max(scale.n, #series[2])
    for k, y in ipairs(series[2]) do
      if finite(held("line", ("series: %d: %d"):format(i, k), y)) then
        numbers[#numbers + 1] = y
        scale.low = math.min(scale.low, y + 0.0)
        scale.high = math.max(scale.high, y + 0.0)
      end
    end
    for _, ends in ipairs { ends_of(series, i) } do
      for _, y in ipairs(o.svg and ends or {}) do
        if finite(y) then
          scale.low = math.min(scale.low, y + 0.0)
          scale.high = math.max(scale.high, y + 0.0)
        end
      end
    end
  end
  scale.at = places_of(o, scale.n)
  scale.empty = #numbers == 0
  if scale.empty then scale.low, scale.high = 0, 0 end
  scale.usual = canvas.usual_format(numbers)
  scale.format = o.format or scale.usual
  if scale.low == scale.high then
    local off = math.max(1, math.abs(scale.low) / 10)
    local most = 1.7e308
    scale.low = math.max(scale.low - off, math.min(scale.low, -most))
    scale.high = math.min(scale.high + off, math.max(scale.high, most))
  end
  return scale
end

--- The row of a number; row 0 is the highest.
local function row_of(scale, y)
  local share = canvas.share(-y, -scale.high, -scale.low)
  return math.floor(share * (scale.rows - 1) + 0.5)
end

local function column_of(scale, i)
  if scale.n == 1 then return 0 end
  if scale.uneven then
    local at = scale.at
    return math.floor(canvas.share(at[i], at[1], at[scale.n])
      * (scale.room - 1) + 0.5)
  end
  local apart = (scale.room - 1) / (scale.n - 1)
  if apart >= 1 then apart = math.min(math.floor(apart), 10) end
  return math.floor((i - 1) * apart)
end

--- Draw dots from each point of a series to the next.
local function draw_dots(grid, scale, ys, dot)
  for i = 1, #ys - 1 do
    if finite(ys[i]) and finite(ys[i + 1]) then
      local from, to = column_of(scale, i), column_of(scale, i + 1)
      for x = from + 1, to - 1 do
        local t = (x - from) / (to - from)
        grid[row_of(scale, ys[i] * (1 - t) + ys[i + 1] * t)][x] = { dot }
      end
    end
  end
end

--- Draw the marks of a series. A cell that has the mark of another series gets
--- the mark for several.
local function draw_marks(grid, scale, ys, number_of_it, o)
  local g = o.glyphs
  local mark = g.marks[(number_of_it - 1) % #g.marks + 1]
  for i, y in ipairs(ys) do
    if y == y then
      local row, x = grid[row_of(scale, y)], column_of(scale, i)
      local there = row[x] and row[x].of
      if there and there ~= number_of_it then
        row[x] = { g.several, of = there }
        scale.several = true
      else
        row[x] = { mark, of = number_of_it }
      end
    end
  end
end

--- The number of rows: one for each whole number if they are few.
local function rows_of(scale, most)
  local range = scale.high - scale.low
  if scale.usual ~= "%.0f" or range + 1 > most or range % 1 ~= 0 then
    return most
  end
  return math.max(math.tointeger(range) + 1, 3)
end

--- The labels of the vertical axis, on every third row.
local function axis_labels(scale)
  local labels, last = {}, scale.rows - 1
  for r = 0, last do
    local t = r / last
    labels[r + 1] = (r == last or r % 3 == 0 and last - r > 1)
      and number(scale.high * (1 - t) + scale.low * t, scale.format) or ""
  end
  return labels
end

--- The line under the plot: the numbers of its first and last point, and the
--- name of the axis beside them, or between them if there is no room.
local function under_plot(scale, axis, o)
  local text = (" "):rep(axis + 1) .. o.glyphs.corner
    .. ("%.12g"):format(scale.at[1])
  local x = o.x and "  " .. canvas.printable(o.x, o) or ""
  if scale.n > 1 then
    local last = ("%.12g"):format(scale.at[scale.n])
    local at = axis + 3 + column_of(scale, scale.n) - #last
    if at + #last + canvas.columns(x) > o.width then
      text, x = canvas.cut(text .. x, math.max(at - 1, 1), o), ""
    end
    text = canvas.left(text, math.max(at, canvas.columns(text) + 1)) .. last
  end
  return canvas.cut(text .. x, o.width, o)
end

local function add_plot(lines, grid, scale, o)
  local axis = canvas.widest(scale.labels)
  for r = 0, scale.rows - 1 do
    local cells = {}
    for x = 0, scale.room - 1 do
      local cell = grid[r][x]
      cells[x + 1] = not cell and " " or not cell.of and cell[1]
        or term.paint(colours[(cell.of - 1) % #colours + 1], cell[1])
    end
    lines[#lines + 1] = canvas.right(scale.labels[r + 1], axis) .. " "
      .. o.glyphs.base .. table.concat(cells)
  end
  lines[#lines + 1] = under_plot(scale, axis, o)
end

--- The lowest and highest number of a series; nil if it has none.
local function range_of(ys)
  local low, high
  for _, y in ipairs(ys) do
    if y == y then low, high = math.min(low or y, y), math.max(high or y, y) end
  end
  return low, high
end

--- The last number of a series and, if there is one, its interval.
local function last_of(series, scale)
  local n = #series[2]
  local text = number(series[2][n], scale.format)
  local low, high = (series[3] or {})[n], (series[4] or {})[n]
  if not (low and high) then return text end
  return ("%s (%s to %s)"):format(text, number(low, scale.format),
    number(high, scale.format))
end

--- The name and the range of each series, and briefly the name and the last
--- number.
local function legend(scale, o)
  local labels, lines, brief = {}, {}, {}
  for i, series in ipairs(o.series) do
    labels[i] = canvas.cut(canvas.printable(series[1], o),
      o.svg and o.width or o.width // 3, o)
  end
  for i, series in ipairs(o.series) do
    local ys = series[2]
    local low, high = range_of(ys)
    lines[i] = ("%s  last %s, lowest %s, highest %s"):format(
      canvas.left(labels[i], canvas.widest(labels)),
      last_of(series, scale), number(low, scale.format),
      number(high, scale.format))
    brief[i] = ("%s  last %s"):format(labels[i], last_of(series, scale))
  end
  return lines, brief
end

--- Add the legend, each line with its series' mark.
local function add_legend(lines, scale, o)
  local marks = o.glyphs.marks
  for i, line in ipairs(legend(scale, o)) do
    lines[#lines + 1] = canvas.cut(marks[(i - 1) % #marks + 1] .. " " .. line,
      o.width, o)
  end
  if scale.several then
    lines[#lines + 1] = o.glyphs.several .. " several at once"
  end
end

--- The checked options and the scale.
local function read(options)
  local o = canvas.read("line", options, { series = "table",
    height = "number", first = "number", x = "string", at = "table" },
    "series")
  local most = o.height or 12
  if not math.tointeger(most) or most < 3 or most > 100 then
    wrong("line", "height: expected a whole number from 3 to 100, got %s", most)
  end
  if o.first and not math.tointeger(o.first) then
    wrong("line", "first: expected a whole number, got %s", o.first)
  end
  local scale = line_scale(o)
  scale.uneven = o.at ~= nil
  scale.rows = rows_of(scale, math.tointeger(most))
  scale.labels = axis_labels(scale)
  scale.room = o.width - canvas.widest(scale.labels) - 2
  return o, scale
end

return function(options)
  local _ <close> = aurum.sys.plain_locale()
  local o, scale = read(options)
  if scale.empty then
    return o.svg and svg.nothing(o) or canvas.text_of({ "nothing to show" }, o)
  end
  if o.svg then
    return svg.line(o, scale, function(y) return number(y, scale.format) end,
      legend(scale, o))
  end
  local grid, lines = {}, {}
  for r = 0, scale.rows - 1 do grid[r] = {} end
  for _, series in ipairs(o.series) do
    draw_dots(grid, scale, series[2], o.glyphs.dot)
  end
  for i, series in ipairs(o.series) do
    draw_marks(grid, scale, series[2], i, o)
  end
  add_plot(lines, grid, scale, o)
  add_legend(lines, scale, o)
  return canvas.text_of(lines, o)
end
