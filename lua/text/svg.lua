-- The charts of lua/text/chart.lua as SVG: one element with its own style,
-- readable on a light and a dark ground, that names its numbers as text. Colour
-- alone tells nothing: series differ in their dashes, too.
local canvas = require "aurum.text.canvas"
local svg = {}

local line_height, size = 20, 13 -- of a text, in pixels
local per_column = 9 -- pixels of the option `width`
local dashes = { "", "8 4", "2 3", "10 3 2 3", "1 5", "14 4" }

local style = [[<style>
.aurum-chart { font: 13px system-ui, sans-serif; fill: #1d1b16; }
.aurum-chart .line { stroke: #b9b3a3; stroke-width: 1; }
.aurum-chart .bar { fill: #5b8ac4; }
.aurum-chart .below { fill: #c46a5b; }
.aurum-chart .mark { stroke: #1d1b16; stroke-width: 1.5; fill: none; }
.aurum-chart .s1 { stroke: #7a1fa2; } .aurum-chart .s2 { stroke: #9a3600; }
.aurum-chart .s3 { stroke: #1b6e20; } .aurum-chart .s4 { stroke: #3f4f57; }
.aurum-chart .s5 { stroke: #0b57b0; } .aurum-chart .s6 { stroke: #8a1253; }
.aurum-chart .series { fill: none; stroke-width: 2.5; }
.aurum-chart .band { stroke: none; fill-opacity: 0.15; }
.aurum-chart .b1 { fill: #7a1fa2; } .aurum-chart .b2 { fill: #9a3600; }
.aurum-chart .b3 { fill: #1b6e20; } .aurum-chart .b4 { fill: #3f4f57; }
.aurum-chart .b5 { fill: #0b57b0; } .aurum-chart .b6 { fill: #8a1253; }
@media screen and (prefers-color-scheme: dark) {
.aurum-chart { fill: #eceae4; }
.aurum-chart .line { stroke: #6a6f78; }
.aurum-chart .mark { stroke: #eceae4; }
.aurum-chart .s1 { stroke: #d7a6ff; } .aurum-chart .s2 { stroke: #ffb07a; }
.aurum-chart .s3 { stroke: #8fdc92; } .aurum-chart .s4 { stroke: #c3d0d8; }
.aurum-chart .s5 { stroke: #8fc2ff; } .aurum-chart .s6 { stroke: #ff9ccf; }
.aurum-chart .b1 { fill: #d7a6ff; } .aurum-chart .b2 { fill: #ffb07a; }
.aurum-chart .b3 { fill: #8fdc92; } .aurum-chart .b4 { fill: #c3d0d8; }
.aurum-chart .b5 { fill: #8fc2ff; } .aurum-chart .b6 { fill: #ff9ccf; }
}
</style>]]

-- Widths of characters in parts of the size of the text, not below those of the
-- widest usual fonts. A browser has the font, and a picture must fit in any.
local narrow = "[ijlIft.,:;'|!()%[%]/\\ `-]"
local broad = "[mwMW@%%=~+<>#]"

--- The width of a character in pixels.
local function width_of(char)
  local code = utf8.codepoint(char, 1, 1, true)
  local part = code >= 0x1100 and 1.2 or char:find(narrow) and 0.42
    or char:find(broad) and 1 or char:find "[%uQ]" and 0.76 or 0.65
  return part * size
end

--- The width of a text in pixels.
local function measure(text)
  local sum = 0
  for char in text:gmatch(utf8.charpattern) do sum = sum + width_of(char) end
  return sum
end

local escapes = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;",
  ['"'] = "&quot;", ["'"] = "&#39;" }

--- A text for an element or an attribute. Bytes that XML does not allow become
--- question marks.
function svg.escape(text)
  text = tostring(text):gsub("[\0-\8\11\12\14-\31]", "?")
  if not utf8.len(text) then text = text:gsub("[\128-\255]", "?") end
  return (text:gsub("[&<>\"']", escapes))
end
local escape = svg.escape

--- A text cut to `most` characters, with a mark at the cut.
function svg.cut(text, most)
  local length = utf8.len(text)
  if not length or length <= most then return text end
  return text:sub(1, utf8.offset(text, most) - 1) .. "…"
end

--- A text cut to a width in pixels, with a mark in the place of its middle:
--- long names differ at their ends.
local function fitted(text, width)
  if measure(text) <= width then return text end
  local chars, head, tail = {}, {}, {}
  for char in text:gmatch(utf8.charpattern) do chars[#chars + 1] = char end
  local room = width - size -- of which the mark takes a part
  for i = 1, #chars do
    local from_end = i % 2 == 0
    local at = from_end and #chars + 1 - i // 2 or (i + 1) // 2
    room = room - width_of(chars[at])
    if room < 0 then break end
    if from_end then table.insert(tail, 1, chars[at])
    else head[#head + 1] = chars[at] end
  end
  return table.concat(head) .. "…" .. table.concat(tail)
end

-- A picture: its elements, and the height that they take so far.
local picture = {}
picture.__index = picture

local function new(o)
  local self = setmetatable({ parts = {}, height = 6,
    width = per_column * o.width }, picture)
  if o.title then
    self.title = canvas.printable(o.title, o)
    self:text(0, fitted(self.title, self.width), 'font-weight="bold"')
    self.height = self.height + line_height
  end
  return self
end

function picture:add(format, ...)
  self.parts[#self.parts + 1] = format:format(...)
end

--- A text whose first line begins at `x` on the present height.
function picture:text(x, text, attributes)
  self:add('<text x="%.1f" y="%.1f" %s>%s</text>', x, self.height + 14,
    attributes or "", escape(text))
end

function picture:box(class, x, y, w, h)
  self:add('<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>',
    class, x, y, math.max(w, 0), h)
end

function picture:line(class, x1, y1, x2, y2)
  self:add('<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>', class,
    x1, y1, x2, y2)
end

--- The finished element. `spoken` is its description.
function picture:done(spoken)
  local title = self.title and self.title .. ". " or ""
  return ('<svg xmlns="http://www.w3.org/2000/svg" class="aurum-chart" '
    .. 'viewBox="0 0 %d %d" role="img" aria-label="%s">\n%s\n%s\n</svg>\n')
    :format(self.width, math.ceil(self.height + 6), escape(title .. spoken),
      style, table.concat(self.parts, "\n"))
end

--- The width of the widest of some texts, at most `most`.
local function widest(texts, most)
  local longest = 0
  for _, text in ipairs(texts) do
    longest = math.max(longest, measure(text))
  end
  return math.min(longest, most)
end

--- The picture without figures.
function svg.nothing(o)
  local self = new(o)
  self:text(0, "nothing to show")
  self.height = self.height + line_height
  return self:done("nothing to show")
end

local function finite(x) return type(x) == "number" and x - x == 0 end

-- ---- Bars ------------------------------------------------------------------

local label_most = 220 -- pixels for the labels of rows
local bar_least = 160 -- a column of texts that leaves less to bars is dropped

--- The range of the bars and intervals, with 0 in it.
local function range_of_bars(rows)
  local low, high = 0, 0
  for _, row in ipairs(rows) do
    for k = 2, 4 do
      if finite(row[k]) then
        low, high = math.min(low, row[k]), math.max(high, row[k])
      end
    end
  end
  return low, high > low and high or low + 1
end

--- The places of the columns of texts, by their right ends, and where bars
--- begin. A column for which there is no room has none.
local function columns_of(self, left, beside)
  local ends = {}
  for i, texts in ipairs(beside) do
    local its = widest(texts, 180)
    if its > 0 and (i == 1 or left + its + 12 <= self.width - bar_least) then
      left = left + its + 12
      ends[i] = left - 12
    end
  end
  return ends, left
end

--- Draws a bar and its interval on the present height; `x` is the place of a
--- number.
local function draw_bar(self, row, x)
  local y = self.height
  if finite(row[2]) then
    local from, to = x(math.min(row[2], 0)), x(math.max(row[2], 0))
    self:box(row[2] < 0 and "below" or "bar", from, y + 4, to - from, 12)
  end
  if finite(row[3]) and finite(row[4]) then
    self:line("mark", x(row[3]), y + 10, x(row[4]), y + 10)
    self:line("mark", x(row[3]), y + 5, x(row[3]), y + 15)
    self:line("mark", x(row[4]), y + 5, x(row[4]), y + 15)
  end
end

--- Bars as chart.bars draws them. `labels` and each list of `beside` are texts
--- by row. Labels stand before the bars, or above them if one is too long.
function svg.bars(rows, labels, beside, o)
  if #rows == 0 then return svg.nothing(o) end
  local self, longest = new(o), widest(labels, math.huge)
  local above = longest > label_most
  local ends, left = columns_of(self, above and 0 or longest + 12, beside)
  local low, high = range_of_bars(rows)
  local function x(value)
    return left + canvas.share(value, low, high) * (self.width - left - 10)
  end
  local spoken, top = {}, self.height
  for i, row in ipairs(rows) do
    local words = { labels[i] }
    self:text(0, fitted(labels[i], above and self.width or label_most))
    if above then self.height = self.height + line_height - 2 end
    for k, texts in ipairs(beside) do
      if ends[k] then self:text(ends[k], texts[i], 'text-anchor="end"') end
      words[#words + 1] = texts[i] ~= "" and texts[i] or nil
    end
    draw_bar(self, row, x)
    spoken[i] = table.concat(words, " ")
    self.height = self.height + line_height + (above and 4 or 0)
  end
  if above then
    for i = 1, #rows do -- not through the labels
      local y = top + (i - 1) * (2 * line_height + 2) + line_height - 2
      self:line("line", x(0), y, x(0), y + line_height)
    end
  else
    self:line("line", x(0), 6, x(0), self.height)
  end
  return self:done(table.concat(spoken, "; "))
end

-- ---- Heat maps -------------------------------------------------------------

--- The least width of a cell: each text fits.
local function cell_width(heads, texts)
  local most = widest(heads, 100)
  for _, row in ipairs(texts) do most = math.max(most, widest(row, 100)) end
  return most + 6
end

--- A heat map as chart.heat draws it: `texts` by row and column, `most` the
--- largest magnitude of each row.
function svg.heat(o, labels, heads, texts, most)
  if #labels == 0 or #heads == 0 then return svg.nothing(o) end
  local self, corner = new(o), canvas.printable(o.corner or "", o)
  local left = math.max(widest(labels, 1.5 * label_most),
    widest({ corner }, label_most)) + 12
  local cell = cell_width(heads, texts)
  self.width = math.max(self.width, math.ceil(left + cell * #heads))
  cell = (self.width - left) / #heads
  self:text(0, fitted(corner, label_most))
  for k, head in ipairs(heads) do
    self:text(left + (k - 0.5) * cell, fitted(head, cell),
      'text-anchor="middle"')
  end
  self.height = self.height + line_height
  local spoken = {}
  for i, label in ipairs(labels) do
    self:text(0, fitted(label, 1.5 * label_most))
    for k in ipairs(heads) do
      local value = (o.values[i] or {})[k]
      if finite(value) and most[i] > 0 then
        self:add('<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%d" '
          .. 'fill-opacity="%.2f"/>', value < 0 and "below" or "bar",
          left + (k - 1) * cell + 1, self.height + 1, cell - 2, line_height - 2,
          0.6 * (math.abs(value + 0.0) / most[i]))
      end
      self:text(left + (k - 0.5) * cell, texts[i][k], 'text-anchor="middle"')
    end
    spoken[i] = label .. ": " .. table.concat(texts[i], ", ")
    self.height = self.height + line_height
  end
  return self:done(table.concat(spoken, "; "))
end

-- ---- Lines -----------------------------------------------------------------

--- The band of a series as parts of a path, a part for each run of intervals.
local function band_of(lows, highs, x, y)
  local parts, from = {}, nil
  for i = 1, math.max(#lows, #highs) + 1 do
    local known = finite(lows[i]) and finite(highs[i])
    if known then
      from = from or i
    elseif from then
      local pen = "M"
      for k = from, i - 1 do
        parts[#parts + 1] = ("%s%.1f %.1f"):format(pen, x(k), y(highs[k]))
        pen = "L"
      end
      for k = i - 1, from, -1 do
        parts[#parts + 1] = ("L%.1f %.1f"):format(x(k), y(lows[k]))
      end
      parts[#parts + 1], from = "Z", nil
    end
  end
  return table.concat(parts, " ")
end

--- The points of a series as parts of a path; a gap begins a new part.
local function path_of(ys, x, y)
  local parts, pen = {}, "M"
  for i, value in ipairs(ys) do
    if finite(value) then
      parts[#parts + 1] = ("%s%.1f %.1f"):format(pen, x(i), y(value))
      pen = "L"
    else
      pen = "M"
    end
  end
  return table.concat(parts, " ")
end

--- Draws the points of a series that have no neighbour, each as a dot with its
--- interval: a line through one point is not seen.
local function draw_dots(self, nth, series, x, y)
  local ys, lows, highs = series[2], series[3] or {}, series[4] or {}
  for i, value in ipairs(ys) do
    if finite(value) and not finite(ys[i - 1]) and not finite(ys[i + 1]) then
      if finite(lows[i]) and finite(highs[i]) then
        self:line("series s" .. nth, x(i), y(lows[i]), x(i), y(highs[i]))
      end
      self:add('<circle class="b%d" cx="%.1f" cy="%.1f" r="4"/>', nth, x(i),
        y(value))
    end
  end
end

local steps_most = 6 -- with that before the first round value

--- The least step of 1, 2, 5, 10, 20, ... or, unless `whole`, of 0.5, 0.2, 0.1,
--- ... that makes at most five steps of a range, of which half is given: the
--- whole may be too large for a number.
local function round_step(half, whole)
  local n = 2.5
  local power = 10.0 ^ math.floor(math.log(half / n, 10))
  if whole and power < 1 then return 1 end
  for _, step in ipairs { 1, 2, 5 } do
    if half <= n * step * power then return step * power end
  end
  return 10 * power
end

--- The values on the vertical axis: round ones, whole if all values are.
local function ticks_of(scale)
  local step = round_step(scale.high / 2 - scale.low / 2,
    scale.usual == "%.0f")
  local first, list = math.ceil(scale.low / step), {}
  for k = 0, steps_most do -- a large `first` stays as it is if 1 is added
    local value = (first + k) * step
    if value > scale.high then break end
    if value ~= list[#list] then list[#list + 1] = value end
  end
  return list
end

--- Marks the horizontal axis of a plot whose points are at `at`.
local function add_axis(self, o, at, x, tall)
  local first, last = at[1] + 0.0, at[#at] + 0.0
  local step = round_step(math.max(last / 2 - first / 2, 0.5), true)
  local function mark(value, anchor)
    self:text(x(value), ("%.12g"):format(value), ('text-anchor="%s"')
      :format(anchor))
  end
  mark(first, "start")
  if last > first then mark(last, "end") end
  for k = 1, steps_most do
    local value = (first // step + k) * step
    if value - first > 0.6 * step and last - value > 0.6 * step then
      self:line("line", x(value), self.height - tall, x(value), self.height)
      mark(value, "middle")
    end
  end
  self.height = self.height + line_height - 4
  self:text((x(first) + x(last)) / 2,
    fitted(canvas.printable(o.x or "", o), x(last) - x(first)),
    'text-anchor="middle"')
end

--- Adds the names of the series and their numbers, each behind its line. Where
--- both do not fit, the numbers are on a line below.
local function add_legend(self, legend)
  local room = self.width - 36
  local fits = widest(legend, math.huge) <= room
  for i, words in ipairs(legend) do
    local name, numbers = words:match "^(.-) +(last .*)$"
    self.height = self.height + line_height
    self:add('<path class="series s%d" stroke-dasharray="%s" d="M0 %.1fh28"/>',
      (i - 1) % 6 + 1, dashes[(i - 1) % 6 + 1], self.height + 10)
    self:text(36, fitted(fits and words or name, room))
    if not fits then
      self.height = self.height + line_height - 2
      self:text(36, fitted(numbers, room))
    end
  end
end

--- Lines as chart.line draws them. `scale` has `low`, `high` and the places
--- `at` of the points, `text` is a function from a number to its text. `legend`
--- has a text for each series, `brief` a shorter one.
function svg.line(o, scale, text, legend, brief)
  local self = new(o)
  local top, tall = self.height + 4, 220
  local values, ticks, at = ticks_of(scale), {}, scale.at
  for i, value in ipairs(values) do ticks[i] = text(value) end
  local left, right = widest(ticks, 160) + 10, self.width - 10
  local function place(value)
    return left + (right - left)
      * (#at > 1 and canvas.share(value, at[1], at[#at]) or 0.5)
  end
  local function x(i) return place(at[i]) end
  local function y(value)
    return top + (1 - canvas.share(value, scale.low, scale.high)) * tall
  end
  for i, value in ipairs(values) do
    self:line("line", left, y(value), right, y(value))
    self.height = y(value) - 10
    self:text(left - 6, ticks[i], 'text-anchor="end"')
  end
  for i, series in ipairs(o.series) do
    local nth = (i - 1) % 6 + 1
    if series[3] and series[4] then
      self:add('<path class="band b%d" d="%s"/>', nth,
        band_of(series[3], series[4], x, y))
    end
    self:add('<path class="series s%d" stroke-dasharray="%s" d="%s"/>',
      nth, dashes[nth], path_of(series[2], x, y))
    draw_dots(self, nth, series, x, y)
  end
  self.height = top + tall + 4
  add_axis(self, o, at, place, tall)
  add_legend(self, widest(legend, math.huge) + 36 > self.width and brief
    or legend)
  self.height = self.height + line_height
  return self:done(table.concat(legend, "; "))
end

--- A row of small bars.
function svg.spark(values, most, o)
  local self, wide = new(o), 12
  for i, value in ipairs(values) do
    if finite(value) and value > 0 then
      local tall = 28 * (value / most)
      self:box("bar", (i - 1) * wide, self.height + 30 - tall, wide - 2, tall)
    end
  end
  self.height = self.height + 32
  local words = {}
  for i, value in ipairs(values) do words[i] = canvas.number(value, "%.6g") end
  return self:done(table.concat(words, ", "))
end

return svg
