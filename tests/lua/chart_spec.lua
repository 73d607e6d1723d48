-- Charts in the terminal (aurum.chart): exact for small figures, within bounds
-- for any figures, in ASCII and in UTF-8.
local aurum = require "aurum"
local helper = require "helper"
local chart = aurum.chart

local function lines_of(text)
  assert.equal("\n", text:sub(-1))
  local lines = {}
  for line in text:gmatch "(.-)\n" do lines[#lines + 1] = line end
  return lines
end

--- Expect that a chart consists of these lines.
local function shows(expected, text)
  assert.same(expected, lines_of(text))
end

describe("bars", function()
  it("are as long as their values", function()
    shows({
      "one    10  ####################",
      "two     5  ##########",
      "three   0",
    }, chart.bars { rows = { { "one", 10 }, { "two", 5 }, { "three", 0 } },
      width = 31, ascii = true })
  end)

  it("are exact to an eighth of a column in UTF-8", function()
    local text = chart.bars { rows = { { "a", 16 }, { "b", 4.5 }, { "c", 0.01 },
      }, width = 30, ascii = false, format = "%5.2f" }
    local room = 30 - 1 - 2 - 5 - 2
    local eighths = {}
    for i, line in ipairs(lines_of(text)) do
      local n = 0
      for _, code in utf8.codes(line) do
        if code >= 0x2588 and code <= 0x258F then n = n + 0x2590 - code end
      end
      eighths[i] = n
    end
    assert.same({ 8 * room, math.floor(8 * room * 4.5 / 16 + 0.5), 1 }, eighths)
  end)

  it("go left of a base line below 0", function()
    shows({
      "up     4               |######",
      "down  -8  #############|",
    }, chart.bars { rows = { { "up", 4 }, { "down", -8 } }, width = 30,
      ascii = true })
  end)

  it("show intervals, with their ends as numbers", function()
    shows({
      "won  50.0  20.0 to 80.0  ####[------+-----]",
      "all  80.0  80.0 to 80.0  #################+",
    }, chart.bars { rows = { { "won", 50, 20, 80 }, { "all", 80, 80, 80 } },
      width = 43, ascii = true, format = "%.1f" })
  end)

  it("leave out the numbers where there is no space", function()
    local rows = { { "a bot of a long name", 50, 20, 80 } }
    local text = chart.bars { rows = rows, width = 30, ascii = true }
    assert.truthy(text:find("50", 1, true))
    assert.is_nil(text:find("20 to 80", 1, true))
  end)

  it("name values that are infinite or not numbers", function()
    shows({ "a     -", "b   inf", "c  -inf", "d     -", "e     0" },
      chart.bars { ascii = true, rows = { { "a", 0 / 0 }, { "b", 1 / 0 },
        { "c", -1 / 0 }, { "d" }, { "e", 0 } } })
  end)

  it("can show nothing, one value, only zeros", function()
    shows({ "nothing to show" }, chart.bars { rows = {} })
    shows({ "a  3  " .. ("#"):rep(74) },
      chart.bars { rows = { { "a", 3 } }, ascii = true })
    shows({ "a  0", "b  0" },
      chart.bars { rows = { { "a", 0 }, { "b", 0 } }, ascii = true })
  end)
end)

describe("a histogram", function()
  it("counts every number between the least and the greatest", function()
    shows({
      "-1  2  50.0%  ################",
      " 0  0   0.0%",
      " 1  1  25.0%  ########",
      " 2  1  25.0%  ########",
    }, chart.histogram { counts = { [-1] = 2, [1] = 1, [2] = 1, [9] = 0 },
      width = 30, ascii = true })
  end)

  it("has the bins it is given", function()
    local text = chart.histogram { counts = { [0] = 1, [4] = 2, [5] = 3,
      [14] = 4 }, step = 5, ascii = true }
    local got = {}
    for _, line in ipairs(lines_of(text)) do
      local from, to, n = line:match "^ *(%-?%d+) to (%d+) +(%d+) "
      got[#got + 1] = table.concat({ from, to, n }, " ")
    end
    assert.same({ "0 4 3", "5 9 3", "10 14 4" }, got)
  end)

  it("has at most 24 bins by default, and loses no count", function()
    for _, range in ipairs { 24, 25, 49, 121, 5000, math.maxinteger } do
      local counts = { [-range // 2] = 3, [0] = 4, [range // 2] = 5 }
      local total, lines = 0, lines_of(chart.histogram { counts = counts,
        ascii = true, width = 120 })
      assert.is_true(#lines <= 24)
      for _, line in ipairs(lines) do
        total = total + tonumber(line:match "(%d+) +[%d.]+%%")
      end
      assert.equal(12, total)
    end
  end)

  it("of nothing", function()
    shows({ "nothing to show" }, chart.histogram { counts = {} })
    shows({ "nothing to show" }, chart.histogram { counts = { [3] = 0 } })
  end)
end)

describe("a heat map", function()
  local square = { rows = { "a", "b" }, columns = { 1, 2, 3 }, ascii = true }

  local function heat(values, more)
    local options = { values = values }
    for key, value in pairs(square) do options[key] = value end
    for key, value in pairs(more or {}) do options[key] = value end
    return chart.heat(options)
  end

  it("is darker where there is more", function()
    shows({
      "bid 1  2  3",
      "a   0  1. 8#",
      "b   4: 5*",
    }, heat({ { 0, 1, 8 }, { 4, 5 } }, { corner = "bid" }))
  end)

  it("compares within rows, if told to", function()
    shows({
      "   1   2   3",
      "a      1.  4#",
      "b 30* 50#  1.",
    }, heat({ { nil, 1, 4 }, { 30, 50, 1 } }, { by = "row" }))
  end)

  it("can show values below 0, infinite, or not numbers", function()
    local text = heat { { -4, 0 / 0, 1 / 0 }, { 4 } }
    assert.truthy(text:find("-4#", 1, true))
    assert.truthy(text:find(" %- +inf#\n"))
    assert.truthy(text:find("b +4#\n"))
  end)

  it("puts columns that do not fit below, each exactly once", function()
    local columns, row = {}, {}
    for i = 1, 40 do columns[i], row[i] = "c" .. i, 1000 + i end
    local text = chart.heat { rows = { "only" }, columns = columns,
      values = { row }, ascii = true }
    for i = 1, 40 do
      local _, heads = text:gsub("c" .. i .. "%f[%D]", "")
      local _, cells = text:gsub("%f[%d]" .. 1000 + i .. "%f[%D]", "")
      assert.same({ 1, 1 }, { heads, cells })
    end
    assert.truthy(select(2, text:gsub("only", "")) > 1)
  end)

  it("of nothing", function()
    for _, options in ipairs {
      { rows = {}, columns = {}, values = {} },
      { rows = { 1 }, columns = {}, values = { {} } },
      { rows = {}, columns = { 1 }, values = {} },
    } do
      shows({ "nothing to show" }, chart.heat(options))
    end
  end)
end)

describe("a line", function()
  it("goes through its points", function()
    shows({
      "3 |                ....*",
      "  |        ..*.....",
      "  |   .....",
      "0 |*..",
      "  +0                   2  round",
      "* side 1  last 3, lowest 0, highest 3",
    }, chart.line { series = { { "side 1", { 0, 2, 3 } } }, first = 0,
      x = "round", ascii = true, height = 4 })
  end)

  it("has its axis label if the points take the full width", function()
    local ys = {}
    for i = 1, 200 do ys[i] = i end
    local options = { series = { { "a", ys } }, ascii = true, x = "trick" }
    assert.truthy(chart.line(options):find "\n +%+1  trick +200\n")
    options.width, options.x = 30, ("very long"):rep(9)
    assert.truthy(chart.line(options):find "\n +%+1  very long.*~ 200\n")
  end)

  it("marks points of several series", function()
    local text = chart.line { series = { { "a", { 1, 1 } }, { "b", { 1, 5 } },
      }, ascii = true }
    local lines = lines_of(text)
    assert.truthy(lines[5]:find "^1 |&%.+%*$")
    assert.truthy(lines[1]:find "^5 | +%.o$")
    assert.equal("& several at once", lines[#lines])
  end)

  it("leaves gaps, and puts infinities at the edge", function()
    local text = chart.line { series = { { "a", { 1, 0 / 0, 3, 1 / 0, -1 / 0 },
      } }, ascii = true }
    local lines = lines_of(text)
    local _, marks = table.concat(lines, "\n", 1, 3):gsub("%*", "")
    assert.equal(4, marks)
    assert.truthy(lines[1]:find "%* +%*$")
    assert.truthy(lines[3]:find "^1 |%* +%*$")
    assert.truthy(lines[#lines]:find("last -inf, lowest -inf, highest inf", 1,
      true))
  end)

  it("draws every point if there are more points than columns", function()
    local ys = {}
    for i = 1, 1000 do ys[i] = i == 500 and 90 or 10 end
    local lines = lines_of(chart.line { series = { { "a", ys } },
      ascii = true })
    assert.truthy(lines[1]:find("*", 1, true))
  end)

  it("can show nothing, one point, equal points", function()
    shows({ "nothing to show" }, chart.line { series = {} })
    shows({ "nothing to show" }, chart.line { series = { { "a", { 0 / 0 } } } })
    shows({ "8 |", "  |*", "6 |", "  +1", "* a  last 7, lowest 7, highest 7" },
      chart.line { series = { { "a", { 7 } } }, ascii = true })
  end)
end)

describe("small bars", function()
  it("are one character per value", function()
    assert.equal("  .+@", chart.spark { values = { 0, 0 / 0, 1, 5, 8 },
      ascii = true })
    assert.equal("▁█ ", chart.spark { values = { 0.1, 8, -3 }, ascii = false })
    assert.equal("", chart.spark { values = {} })
    assert.equal("  ", chart.spark { values = { 0, 0 }, ascii = true })
  end)
end)

-- ---- Arbitrary figures ------------------------------------------------------

--- The width of a line in columns, for the characters that are drawn here.
local function columns(line)
  local sum = 0
  for _, code in utf8.codes(line) do
    sum = sum + (code >= 0x4E00 and code <= 0x9FFF and 2
      or code == 0x301 and 0 or 1)
  end
  return sum
end

local roll = helper.dice(8)

local function any_number()
  local odd = { 0, 0 / 0, 1 / 0, -1 / 0, 1e308, -1e308, 5e-324, 1e15, -0.0,
    math.maxinteger, math.mininteger }
  if roll(4) == 1 then return odd[roll(#odd)] end
  if roll(2) == 1 then return roll(2000) - 1000 end
  return (roll(2000) - 1000) / roll(1000)
end

local function any_label()
  local parts = { "a", "é", "漢", "e\u{301}", " ", "\27[31m", "\xff", "lange " }
  local text = {}
  for i = 1, roll(roll(3) == 1 and 60 or 6) - 1 do
    text[i] = parts[roll(#parts)]
  end
  return table.concat(text)
end

local function several(most, make)
  local list = {}
  for i = 1, roll(most + 1) - 1 do list[i] = make() end
  return list
end

local any = {}
function any.bars()
  return { rows = several(6, function()
    local x = any_number()
    if roll(2) == 1 then return { any_label(), x } end
    return { any_label(), x, x - roll(9), x + roll(9) }
  end) }
end
function any.heat()
  local rows, columns_ = several(5, any_label), several(30, any_label)
  local values = {}
  for i = 1, #rows do
    values[i] = {}
    for k = 1, #columns_ do
      if roll(5) > 1 then values[i][k] = any_number() end
    end
  end
  return { rows = rows, columns = columns_, values = values,
    corner = any_label(), by = roll(2) == 1 and "row" or nil }
end
function any.line()
  return { series = several(8, function()
    return { any_label(), several(roll(3) == 1 and 200 or 8, any_number) }
  end), x = any_label(), first = roll(1000) - 500 }
end
function any.histogram()
  local counts = {}
  for _ = 1, roll(8) - 1 do counts[roll(4000) // roll(400) - 9] = roll(999) end
  return { counts = counts }
end

describe("with any figures and labels,", function()
  for _, name in ipairs { "bars", "heat", "line", "histogram" } do
    it(name .. " stay within their width, and ASCII where wanted", function()
      for _ = 1, 300 do
        local options = any[name]()
        options.width = roll(2) == 1 and 29 + roll(60) or nil
        options.ascii = roll(2) == 1
        options.title = roll(3) == 1 and any_label() or nil
        local text = chart[name](options)
        assert.equal("\n", text:sub(-1))
        assert.is_nil(text:find "[\0-\9\11-\31\127]")
        if options.ascii then assert.is_nil(text:find "[\x80-\xff]") end
        for _, line in ipairs(lines_of(text)) do
          local width = columns(line)
          if width > (options.width or 80) then
            error(("%s: %d columns of %d:\n%s"):format(name, width,
              options.width or 80, text))
          end
        end
      end
    end)
  end
end)

describe("a wrong argument is reported at the call:", function()
  for _, case in ipairs {
    { "bars: expected a table, got a string", "bars", "rows" },
    { "bars: rows: expected a table, got nothing", "bars", {} },
    { "bars: no option 'row'; did you mean 'rows'?", "bars", { row = {} } },
    { "bars: rows: expected a table, got a number", "bars", { rows = 3 } },
    { "bars: rows: 1: expected { label, value }, got a number", "bars",
      { rows = { 3 } } },
    { "bars: rows: 1: 2: expected a number, got a string", "bars",
      { rows = { { "a", "3" } } } },
    { "bars: width: expected a whole number from 30, got 29", "bars",
      { rows = {}, width = 29 } },
    { "bars: width: expected a whole number from 30, got 40.5", "bars",
      { rows = {}, width = 40.5 } },
    { "bars: ascii: expected a boolean, got a string", "bars",
      { rows = {}, ascii = "yes" } },
    { "bars: format: expected a format of a number such as '%.2f', got "
      .. "'%s %s'", "bars",
      { rows = {}, format = "%s %s" } },
    { "histogram: counts: expected whole numbers as keys, got 0.5",
      "histogram", { counts = { [0.5] = 1 } } },
    { "histogram: counts: 3: expected a count, got -1", "histogram",
      { counts = { [3] = -1 } } },
    { "histogram: step: expected a whole number from 1, got 0", "histogram",
      { counts = {}, step = 0 } },
    { "histogram: step: 1 makes more than 1000 bins", "histogram",
      { counts = { 1, [5000] = 1 }, step = 1 } },
    { "heat: values: expected a table, got nothing", "heat",
      { rows = {}, columns = {} } },
    { "heat: values: 1: expected a list, got a number", "heat",
      { rows = { 1 }, columns = { 1 }, values = { 1 } } },
    { "heat: values: 1: 1: expected a number, got a boolean", "heat",
      { rows = { 1 }, columns = { 1 }, values = { { true } } } },
    { "heat: by: expected 'row' or 'all', got 'column'", "heat",
      { rows = {}, columns = {}, values = {}, by = "column" } },
    { "line: series: 1: expected { label, { numbers } }", "line",
      { series = { { "a" } } } },
    { "line: series: 1: 2: expected a number, got a string", "line",
      { series = { { "a", { 1, "2" } } } } },
    { "line: height: expected a whole number from 3 to 100, got 2", "line",
      { series = {}, height = 2 } },
    { "spark: values: 1: expected a number, got a string", "spark",
      { values = { "a" } } },
  } do
    local message, name, options = table.unpack(case)
    it(message, function()
      local said = helper.raises("aurum.chart." .. message, function()
        local text = chart[name](options)
        return text
      end)
      assert.truthy(said:find "^tests/lua/chart_spec.lua:")
    end)
  end
end)

describe("the locale", function()
  local code = [[
    io.write(require "aurum".chart.bars { rows = { { "é", 3 } } })]]

  local function drawn(settings)
    local script = helper.write(helper.folder() .. "/draw.lua", code)
    finally(helper.clean)
    local so = os.getenv "AURUM_SO":gsub("aurum%.so$", "?.so")
    return (helper.shell(("env -u LC_ALL -u LC_CTYPE -u LANG LUA_CPATH='%s' "
      .. "%s %s '%s'"):format(so, settings, os.getenv "LUA" or "lua5.4",
      script)))
  end

  it("decides the characters, also under a stock Lua", function()
    for settings, utf in pairs {
      [""] = false, ["LANG=C.UTF-8"] = true, ["LANG=de_DE.utf8"] = true,
      ["LANG=C.UTF-8 LC_ALL=C"] = false, ["LC_CTYPE=C.UTF-8"] = true,
      ["LC_ALL= LC_CTYPE=POSIX LANG=C.UTF-8"] = false,
    } do
      local mark = utf and "█" or "#"
      assert.equal((utf and "é" or "?") .. "  3  " .. mark:rep(74) .. "\n",
        drawn(settings))
    end
  end)
end)

it("the reference describes every chart and no other", function()
  local described = dofile "lua/text/annotations.lua".public "."
  local names, written = {}, {}
  for name in pairs(chart) do names[#names + 1] = name end
  for name in pairs(described.classes["aurum.chart"].methods) do
    written[#written + 1] = name
  end
  table.sort(names)
  table.sort(written)
  assert.same(names, written)
end)

describe("SVG", function()
  local nan = 0 / 0
  it("has the numbers of each kind as text", function()
    for _, case in ipairs {
      { "bars", { rows = { { "one", 3.25, 3, 3.5 }, { "two", nan } } },
        "3.00 to 3.50" },
      { "histogram", { counts = { [2] = 1, [4] = 3 } }, "75.0%" },
      { "heat", { rows = { "a" }, columns = { 1, 2 }, values = { { 5, nil } } },
        ">5<" },
      { "line", { series = { { "one", { 1, nan, 4 } } }, x = "trick" },
        "last 4, lowest 1, highest 4" },
      { "spark", { values = { 1, 2.5 } }, "1, 2.5" },
    } do
      local kind, options, text = table.unpack(case)
      options.svg, options.title = true, "a < b"
      local picture = chart[kind](options)
      assert.equal("<svg ", picture:sub(1, 5), kind)
      assert.truthy(picture:find("a &lt; b", 1, true), kind)
      assert.truthy(picture:find(text, 1, true), kind)
      assert.falsy(picture:find("nan", 1, true), kind)
      assert.falsy(picture:find("inf", 1, true), kind)
    end
  end)

  it("puts labels above the bars where one is too long", function()
    local long = "./a_quite_long_bot_name_here.lua:cut=3 - greedy"
    local picture = chart.bars { svg = true, width = 44,
      rows = { { long, -0.5 }, { "short", 2 } }, format = "%.1f" }
    local function place(text)
      for at, found in picture:gmatch '<text x="%S+" y="(%S+)"[^>]*>([^<]*)<' do
        if found == text then return tonumber(at) end
      end
    end
    assert.truthy(place(long), "the name is whole")
    assert.equal(place(long) + 18, place "-0.5")
    assert.equal(place(long) + 42, place "short")
    local beside = chart.bars { svg = true, width = 44,
      rows = { { "short", 2 } }, format = "%.0f" }
    assert.equal(beside:match 'y="(%S+)" >short<',
      beside:match 'y="(%S+)" text%-anchor="end">2<')
  end)

  it("cuts a label that is wider than the picture", function()
    local picture = chart.bars { svg = true, width = 44,
      rows = { { ("m"):rep(100), 1 } } }
    local head, tail = picture:match ">(m+)…(m+)<"
    local n = #head + #tail
    assert.is_true(n > 20 and n < 36, n) -- 396 pixels; an m has at most 13
  end)

  it("draws a point without neighbours as a dot with its interval", function()
    local one = chart.line { svg = true, series = { { "a", { 3 }, { 2 },
      { 4 } } } }
    local _, dots = one:gsub("<circle ", "")
    assert.equal(1, dots)
    assert.truthy(one:find('<line class="series s1"', 1, true))
    local gaps = chart.line { svg = true, series = { { "a",
      { 1, 0 / 0, 2, 3, 0 / 0, 4 } } } }
    _, dots = gaps:gsub("<circle ", "")
    assert.equal(2, dots)
    assert.falsy(gaps:find('<line class="series', 1, true))
  end)

  it("has the names and the numbers of a legend on two lines where both are "
    .. "too long", function()
    local name = ("n"):rep(40)
    local picture = chart.line { svg = true, width = 44, series = {
      { name, { 1, 2 } } } }
    assert.truthy(picture:find(">" .. name .. "<", 1, true))
    assert.truthy(picture:find(">last 2<", 1, true))
  end)

  it("says so where there is nothing to show", function()
    for kind, options in pairs { bars = { rows = {} },
      histogram = { counts = {} }, heat = { rows = {}, columns = {},
        values = {} } } do
      options.svg = true
      assert.truthy(chart[kind](options):find("nothing to show", 1, true), kind)
    end
  end)
end)

describe("a line with intervals and places", function()
  local options = { at = { 1, 50, 100 }, ascii = true, x = "deals", series = {
    { "llr", { 0, 2, 3 }, { -1, 1, 2 }, { 1, 3, 4 } }, { "bound", { 3, 3, 3 } },
  } }

  it("is as far along the axis as the places are", function()
    local text = chart.line(options)
    assert.truthy(text:find "%+1  deals +100\n")
    local bound = lines_of(text)[1]
    assert.equal("3 |o" .. ("."):rep(37) .. "o" .. ("."):rep(37) .. "&", bound)
    assert.truthy(text:find("last 3 (2 to 4), lowest 0, highest 3", 1, true))
  end)

  it("is a band in SVG", function()
    local own = { svg = true, width = 44 }
    for key, value in pairs(options) do own[key] = value end
    local svg = chart.line(own)
    local _, bands = svg:gsub('class="band b1" d="M', "")
    assert.equal(1, bands)
    assert.truthy(svg:find('viewBox="0 0 396 ', 1, true))
    assert.truthy(svg:find(">100</text>", 1, true))
  end)

  it("has a band for each run of intervals", function()
    local svg = chart.line { svg = true, series = { { "a", { 1, 2, 3, 4, 5 },
      { 0, 1, 0 / 0, 3, 4 }, { 2, 3, 4, 5, 6 } } } }
    local _, runs = svg:match('class="band b1" d="([^"]*)"'):gsub("M", "")
    assert.equal(2, runs)
  end)

  for problem, wrong in pairs {
    ["at: expected 2 numbers, one for each point, got 1"] = { at = { 1 },
      series = { { "a", { 1, 2 } } } },
    ["at: 2: expected numbers in ascending order"] = { at = { 1, 1 },
      series = { { "a", { 1, 2 } } } },
    ["at: 1: expected a number, got a string"] = { at = { "x", 1 },
      series = { { "a", { 1, 2 } } } },
    ["series: 1: expected { label, { numbers }, { low ends }"] = {
      series = { { "a", { 1, 2 }, { 1, 2 } } } },
    ["series: 1: 2: expected a number, got a boolean"] = {
      series = { { "a", { 1, 2 }, { 1, true }, { 1, 2 } } } },
  } do
    it("is refused: " .. problem, function()
      local good, message = pcall(chart.line, wrong)
      assert.is_false(good)
      assert.truthy(message:find(problem, 1, true), message)
    end)
  end
end)
