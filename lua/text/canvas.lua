-- Canvas of the charts of lua/text/chart.lua: glyphs, text of a measured width,
-- numbers of a bounded width, checked options.
local hint = require "aurum.text.hint"
local term = require "aurum.text.term"
local canvas = {}

local glyphs = {
  [false] = { bar = "█", parts = { "▏", "▎", "▍", "▌", "▋", "▊", "▉" },
    base = "│", low = "├", between = "─", high = "┤", mean = "┼",
    shades = { "░", "▒", "▓", "█" }, cut = "…", dot = "·", corner = "└",
    marks = { "●", "○", "■", "□", "▲", "△" }, several = "◆",
    spark = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" } },
  [true] = { bar = "#", parts = {}, base = "|", low = "[", between = "-",
    high = "]", mean = "+", shades = { ".", ":", "*", "#" }, cut = "~",
    dot = ".", corner = "+", marks = { "*", "o", "x", "+", "#", "=" },
    several = "&", spark = { ".", ":", "-", "=", "+", "*", "#", "@" } },
}

--- True if the locale does not use UTF-8.
local function ascii_locale()
  for _, name in ipairs { "LC_ALL", "LC_CTYPE", "LANG" } do
    local value = os.getenv(name)
    if value and value ~= "" then
      return not value:lower():find "utf%-?8"
    end
  end
  return true
end

-- ---- Text ---------------------------------------------------------------

local wide = { { 0x1100, 0x115F }, { 0x2E80, 0xA4CF }, { 0xAC00, 0xD7A3 },
  { 0xF900, 0xFAFF }, { 0xFE30, 0xFE6F }, { 0xFF00, 0xFF60 },
  { 0xFFE0, 0xFFE6 }, { 0x1F300, 0x1FAFF }, { 0x20000, 0x3FFFD } }
local combining = { { 0x300, 0x36F }, { 0x200B, 0x200F }, { 0xFE00, 0xFE0F } }

local function within(code, ranges)
  for _, range in ipairs(ranges) do
    if code >= range[1] and code <= range[2] then return true end
  end
  return false
end

--- The columns of a character on a terminal: 2 for wide East Asian characters,
--- 0 for marks that combine with the character before.
local function columns_of(code)
  return within(code, wide) and 2 or within(code, combining) and 0 or 1
end

function canvas.columns(text)
  if not text:find "[\x80-\xff]" then return #text end
  local sum = 0
  for _, code in utf8.codes(text) do sum = sum + columns_of(code) end
  return sum
end

--- Text from elsewhere, made safe to print.
function canvas.printable(text, o)
  text = term.plain(tostring(text))
  if o.ascii then text = text:gsub("[^\x00-\x7f][\x80-\xbf]*", "?") end
  return text
end

--- Text cut to `most` columns, with a mark at the cut.
function canvas.cut(text, room, o)
  if canvas.columns(text) <= room then return text end
  local sum, stop = 0, 1
  for at, code in utf8.codes(text) do
    sum = sum + columns_of(code)
    stop = at
    if sum > room - 1 then break end
  end
  return text:sub(1, stop - 1) .. o.glyphs.cut
end

function canvas.left(text, room)
  return text .. (" "):rep(room - canvas.columns(text))
end

function canvas.right(text, room)
  return (" "):rep(room - canvas.columns(text)) .. text
end

--- The width of the widest text.
function canvas.widest(texts)
  local most = 0
  for _, text in ipairs(texts) do
    most = math.max(most, canvas.columns(text))
  end
  return most
end

--- The title of a chart as a line.
function canvas.title(o)
  return term.paint("bold",
    canvas.cut(canvas.printable(o.title, o), o.width, o))
end

--- Lines as text, without blanks at their ends.
function canvas.text_of(lines, o)
  for i, line in ipairs(lines) do lines[i] = line:gsub(" +$", "") end
  if o.title then
    table.insert(lines, 1, canvas.title(o))
  end
  return table.concat(lines, "\n") .. "\n"
end

-- ---- Numbers ------------------------------------------------------------

function canvas.finite(x)
  return type(x) == "number" and x - x == 0
end

--- How far a number lies from `low` to `high`, as 0 to 1; 0 if these cannot be
--- told apart. Halves are subtracted, so that no distance overflows.
function canvas.share(x, low, high)
  local share = (x / 2 - low / 2) / (high / 2 - low / 2)
  return share == share and math.min(math.max(share, 0.0), 1.0) or 0.0
end

--- The format of a list of numbers if the options name none.
function canvas.usual_format(numbers)
  local most, whole = 0, true
  for _, x in ipairs(numbers) do
    most = math.max(most, math.abs(x + 0.0))
    whole = whole and x == math.floor(x)
  end
  return whole and most < 1e12 and "%.0f"
    or most >= 0.095 and most < 1e7 and "%.2f" or "%.3g"
end

--- A number as text of at most 12 columns; "-" if it does not exist.
function canvas.number(x, format)
  if x == nil or x ~= x then return "-" end
  if not canvas.finite(x) then return x > 0 and "inf" or "-inf" end
  local good, text = pcall(string.format, format, x) -- "%d" takes no 0.5
  return good and #text <= 12 and text or ("%.3g"):format(x)
end

-- ---- Options ------------------------------------------------------------

local common = { title = "string", width = "number", ascii = "boolean",
  format = "string", svg = "boolean" }

local here = debug.getinfo(1, "S").source:match "^(.*)canvas%.lua$"
local ours = { [here .. "chart.lua"] = true, [here .. "canvas.lua"] = true,
  [here .. "plot.lua"] = true }

--- Raise an error for a wrong argument, at the line that called the chart.
function canvas.wrong(name, format, ...)
  local level = 2
  while ours[debug.getinfo(level, "S").source] do level = level + 1 end
  error(("aurum.chart.%s: %s"):format(name, format:format(...)), level)
end
local wrong = canvas.wrong

--- The checked options of a chart. `known` has its own options with their
--- types; `...` names those that are required.
function canvas.read(name, given, known, ...)
  if type(given) ~= "table" then
    wrong(name, "expected a table, got a %s", type(given))
  end
  local o = {}
  for key, value in pairs(given) do
    local kind = known[key] or common[key]
    if not kind then
      local names = {}
      for own in pairs(known) do names[#names + 1] = own end
      for own in pairs(common) do names[#names + 1] = own end
      wrong(name, "no option '%s'%s", tostring(key), hint.near(key, names))
    end
    if type(value) ~= kind then
      wrong(name, "%s: expected a %s, got a %s", key, kind, type(value))
    end
    o[key] = value
  end
  for _, key in ipairs { ... } do
    if o[key] == nil then
      wrong(name, "%s: expected a %s, got nothing", key, known[key])
    end
  end
  o.width = o.width or 80
  if not math.tointeger(o.width) or o.width < 30 then
    wrong(name, "width: expected a whole number from 30, got %s", o.width)
  end
  if o.ascii == nil then o.ascii = not o.svg and ascii_locale() end
  local good, text = pcall(string.format, o.format or "", 0)
  if not good or text:find "[%c\x80-\xff]" then
    wrong(name, "format: expected a format of a number such as '%%.2f', got "
      .. "'%s'", o.format)
  end
  o.glyphs = glyphs[o.ascii]
  return o
end

--- An optional number, checked.
function canvas.held(name, where, x)
  if x ~= nil and type(x) ~= "number" then
    wrong(name, "%s: expected a number, got a %s", where, type(x))
  end
  return x
end

return canvas
