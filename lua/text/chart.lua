-- Charts for a terminal, as text: bars, histograms, heat maps, lines. Every
-- chart shows its numbers, too. None is wider than 80 columns (or `width`), and
-- none depends on colours. In a locale without UTF-8, or on request, a chart is
-- plain ASCII, labels included. With the option `svg` it is SVG instead.
local aurum = require "aurum"
local format = require "aurum.text.format"
local canvas = require "aurum.text.canvas"
local plot = require "aurum.text.plot"
local svg = require "aurum.text.svg"
local term = require "aurum.text.term"
local read, wrong, held = canvas.read, canvas.wrong, canvas.held
local number, finite = canvas.number, canvas.finite
local printable, cut = canvas.printable, canvas.cut
local left, right, widest = canvas.left, canvas.right, canvas.widest
local chart = { line = plot }

-- ---- Bars ---------------------------------------------------------------

--- The scale of bars in `room` columns: where they begin and end.
local function bar_scale(rows, room)
  local low, high = 0, 0
  for _, row in ipairs(rows) do
    for i = 2, 4 do
      if finite(row[i]) then
        low, high = math.min(low, row[i] + 0.0), math.max(high, row[i] + 0.0)
      end
    end
  end
  local scale = { low = low, high = high, room = room }
  if low < 0 then -- a column is the base line
    scale.room, scale.base = room - 1,
      math.floor(canvas.share(0, low, high) * (room - 1) + 0.5)
  end
  scale.first = scale.base and scale.base + 1 or 0 -- column of positive bars
  scale.last = room - 1
  return scale
end

--- A length in columns.
local function length(scale, x)
  local zero = canvas.share(0, scale.low, scale.high)
  return math.abs(canvas.share(x + 0.0, scale.low, scale.high) - zero)
    * scale.room
end

--- The column that a number falls into.
local function column(scale, x)
  local whole = math.floor(length(scale, x))
  local at = x >= 0 and scale.first + whole or scale.base - 1 - whole
  return math.min(math.max(at, 0), scale.last)
end

--- Draw an interval and its mean over the cells of a bar.
local function draw_interval(cells, scale, row, g)
  local from, to = column(scale, row[3]), column(scale, row[4])
  for i = from, to do cells[i] = g.between end
  cells[from], cells[to] = g.low, g.high
  cells[math.min(math.max(column(scale, row[2]), from), to)] = g.mean
end

--- A bar as text.
local function bar(row, scale, o)
  local cells, g, x = {}, o.glyphs, row[2]
  if scale.base then cells[scale.base] = g.base end
  if finite(x) then
    local long = length(scale, x)
    local interval = finite(row[3]) and finite(row[4]) and row[3] <= row[4]
    local steps = x > 0 and not interval and #g.parts + 1 or 1
    local parts = math.floor(long * steps + 0.5)
    if parts == 0 and steps > 1 then parts = 1 end -- more than nothing shows
    for i = 0, parts // steps - 1 do
      cells[x > 0 and scale.first + i or scale.base - 1 - i] = g.bar
    end
    if parts % steps > 0 then
      cells[scale.first + parts // steps] = g.parts[parts % steps]
    end
    if interval then draw_interval(cells, scale, row, g) end
  end
  local last = -1
  for i in pairs(cells) do last = math.max(last, math.min(i, scale.last)) end
  for i = 0, last do cells[i] = cells[i] or " " end
  if last < 0 then return "" end
  return term.paint(finite(x) and x < 0 and "red" or "green",
    table.concat(cells, "", 0, last))
end

--- Bars with texts beside them. Each list of `beside` is a column, aligned to
--- the right. Columns for which there is no room are left out; the first stays.
local function draw_bars(rows, beside, o)
  local labels = {}
  for i, row in ipairs(rows) do labels[i] = printable(row[1], o) end
  if o.svg then return svg.bars(rows, labels, beside, o) end
  local longest, figures = widest(labels), {}
  local room = o.width - math.min(longest, 12) - 2 - 10 -- 10 for the bar
  for i, texts in ipairs(beside) do
    local its = widest(texts)
    if its > 0 and (i == 1 or its + 2 <= room) then
      figures[#figures + 1] = { texts = texts, width = its }
      room = room - its - 2
    end
  end
  room = room + math.min(longest, 12) + 10
  local label_room = math.min(longest, math.max(room * 2 // 5, 4), room - 6)
  local scale, lines = bar_scale(rows, room - label_room), {}
  for i, row in ipairs(rows) do
    local parts = { left(cut(labels[i], label_room, o), label_room) }
    for _, figure in ipairs(figures) do
      parts[#parts + 1] = right(figure.texts[i], figure.width)
    end
    parts[#parts + 1] = bar(row, scale, o)
    lines[i] = table.concat(parts, "  ")
  end
  if #lines == 0 then lines[1] = "nothing to show" end
  return canvas.text_of(lines, o)
end

function chart.bars(options)
  local _ <close> = aurum.sys.plain_locale()
  local o = read("bars", options, { rows = "table" }, "rows")
  local numbers, beside = {}, { {}, {} }
  for i, row in ipairs(o.rows) do
    if type(row) ~= "table" then
      wrong("bars", "rows: %d: expected { label, value }, got a %s", i,
        type(row))
    end
    for k = 2, 4 do
      local x = held("bars", ("rows: %d: %d"):format(i, k), row[k])
      if finite(x) then numbers[#numbers + 1] = x end
    end
  end
  local form = o.format or canvas.usual_format(numbers)
  for i, row in ipairs(o.rows) do
    beside[1][i] = number(row[2], form)
    beside[2][i] = row[3] and row[4] and row[3] == row[3] and ("%s to %s")
      :format(number(row[3], form), number(row[4], form)) or ""
  end
  return draw_bars(o.rows, beside, o)
end

-- ---- Histograms ---------------------------------------------------------

--- The smallest width of bins, of 1, 2, 5, 10, 20, ..., that makes no more
--- bins.
local function usual_step(low, high, most)
  local step, factor = 1, 0
  low, high = low + 0.0, high + 0.0 -- their distance may be no integer
  while high // step - low // step + 1.0 > most do
    factor = factor % 3 + 1
    step = factor == 2 and step // 2 * 5 or step * 2
  end
  return step
end

function chart.histogram(options)
  local _ <close> = aurum.sys.plain_locale()
  local o = read("histogram", options,
    { counts = "table", step = "number" }, "counts")
  local low, high, total = math.maxinteger, math.mininteger, 0
  for x, n in pairs(o.counts) do
    if not math.tointeger(x) then
      wrong("histogram", "counts: expected whole numbers as keys, got %s",
        tostring(x))
    end
    if not finite(held("histogram", "counts: " .. x, n)) or n < 0 then
      wrong("histogram", "counts: %s: expected a count, got %s", x, n)
    end
    if n > 0 then low, high = math.min(low, x), math.max(high, x) end
    total = total + n
  end
  if o.step and (not math.tointeger(o.step) or o.step < 1) then
    wrong("histogram", "step: expected a whole number from 1, got %s", o.step)
  end
  local rows, beside = {}, { {}, {} }
  if total == 0 then return draw_bars(rows, beside, o) end
  local step = math.tointeger(o.step or usual_step(low, high, 24))
  if (high + 0.0) // step - (low + 0.0) // step >= 1000 then
    wrong("histogram", "step: %d makes more than 1000 bins", step)
  end
  local bins = {}
  for x, n in pairs(o.counts) do
    if n > 0 then bins[x // step] = (bins[x // step] or 0) + n end
  end
  for bin = low // step, high // step do
    local from, n = bin * step, bins[bin] or 0
    rows[#rows + 1] = { step == 1 and bin
      or ("%d to %d"):format(from, from + step - 1), n }
    beside[1][#rows] = number(n, o.format or "%.0f")
    beside[2][#rows] = format.percent(n, total, 1)
  end
  local labels = {}
  for i, row in ipairs(rows) do labels[i] = tostring(row[1]) end
  for i, row in ipairs(rows) do row[1] = right(labels[i], widest(labels)) end
  return draw_bars(rows, beside, o)
end

--- A row of small bars, one for each number, below the title.
function chart.spark(options)
  local _ <close> = aurum.sys.plain_locale()
  local o = read("spark", options, { values = "table" }, "values")
  local most, parts = 0, {}
  for i, x in ipairs(o.values) do
    held("spark", "values: " .. i, x)
    if finite(x) then most = math.max(most, x) end
  end
  if o.svg then return svg.spark(o.values, most, o) end
  local steps = o.glyphs.spark
  for i, x in ipairs(o.values) do
    parts[i] = (x ~= x or x <= 0) and " "
      or steps[1 + math.floor(math.min(x / most, 1) * (#steps - 1))]
  end
  local bars = table.concat(parts)
  return o.title and canvas.title(o) .. "\n" .. bars or bars
end

-- ---- Heat maps ----------------------------------------------------------

--- The shade of a cell: its share of the largest magnitude, in steps.
local function shade(x, most, o)
  if type(x) ~= "number" or x ~= x or x == 0 then return " " end
  local steps = o.glyphs.shades
  local share = math.abs(x + 0.0) / most
  local step = share >= 0 and share < 1 and math.ceil(share * #steps) or #steps
  return term.paint(x < 0 and "red" or "green", steps[math.max(step, 1)])
end

--- The cells of a matrix as texts, and the largest magnitude of each row.
local function heat_cells(o)
  local numbers, texts, most, all = {}, {}, {}, 0
  for i in ipairs(o.rows) do
    local row = o.values[i] or {}
    if type(row) ~= "table" then
      wrong("heat", "values: %d: expected a list, got a %s", i, type(row))
    end
    most[i] = 0
    for k in ipairs(o.columns) do
      local x = held("heat", ("values: %d: %d"):format(i, k), row[k])
      if finite(x) then
        numbers[#numbers + 1] = x
        most[i] = math.max(most[i], math.abs(x + 0.0))
      end
    end
    all = math.max(all, most[i])
  end
  local form = o.format or canvas.usual_format(numbers)
  for i in ipairs(o.rows) do
    local row = o.values[i] or {}
    texts[i] = {}
    if o.by ~= "row" then most[i] = all end
    for k in ipairs(o.columns) do
      texts[i][k] = row[k] == nil and "" or number(row[k], form)
    end
  end
  return texts, most
end

--- Add the lines of the columns `from` to `to`.
local function add_panel(lines, o, panel, from, to)
  local line = { left(panel.corner, panel.label) }
  for k = from, to do
    line[#line + 1] = right(panel.heads[k], panel.cell - 1) .. " "
  end
  lines[#lines + 1] = term.paint("bold", table.concat(line, " "))
  for i in ipairs(o.rows) do
    line = { left(panel.labels[i], panel.label) }
    for k = from, to do
      line[#line + 1] = right(panel.texts[i][k], panel.cell - 1)
        .. shade((o.values[i] or {})[k], panel.most[i], o)
    end
    lines[#lines + 1] = table.concat(line, " ")
  end
end

function chart.heat(options)
  local _ <close> = aurum.sys.plain_locale()
  local o = read("heat", options, { rows = "table", columns = "table",
    values = "table", corner = "string", by = "string" }, "rows", "columns",
    "values")
  if o.by and o.by ~= "row" and o.by ~= "all" then
    wrong("heat", "by: expected 'row' or 'all', got '%s'", o.by)
  end
  local panel = { labels = {}, heads = {} }
  panel.texts, panel.most = heat_cells(o)
  if o.svg then
    for i, label in ipairs(o.rows) do panel.labels[i] = printable(label, o) end
    for k, label in ipairs(o.columns) do
      panel.heads[k] = printable(label, o)
    end
    return svg.heat(o, panel.labels, panel.heads, panel.texts, panel.most)
  end
  for i, label in ipairs(o.rows) do
    panel.labels[i] = cut(printable(label, o), o.width // 3, o)
  end
  panel.corner = cut(printable(o.corner or "", o), o.width // 3, o)
  panel.label = math.max(widest(panel.labels), canvas.columns(panel.corner))
  panel.cell = 2
  for k, label in ipairs(o.columns) do
    panel.heads[k] = cut(printable(label, o), 12, o)
    panel.cell = math.max(panel.cell, canvas.columns(panel.heads[k]) + 1)
  end
  for _, texts in ipairs(panel.texts) do
    panel.cell = math.max(panel.cell, widest(texts) + 1)
  end
  local lines, fit = {}, (o.width - panel.label) // (panel.cell + 1)
  for from = 1, #o.rows > 0 and #o.columns or 0, fit do
    if from > 1 then lines[#lines + 1] = "" end
    add_panel(lines, o, panel, from, math.min(from + fit - 1, #o.columns))
  end
  if #lines == 0 then lines[1] = "nothing to show" end
  return canvas.text_of(lines, o)
end

return chart
