-- aurum bench: measures the speed of this build on this machine. It reports and
-- never fails.
local aurum = require "aurum"
local bench = require "aurum.lab.bench.bench"
local bench_growth = require "aurum.lab.bench.bench_growth"
local bench_rows = require "aurum.lab.bench.bench_rows"
local hint = require "aurum.text.hint"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local term = require "aurum.text.term"

local about = [[
Each row is measured in chunks, on the processor time of all processes that
take part. A chunk of a reference stands before and after each, so that the
ratio holds on a busy machine too. The reference is a bare round: a random
round of the standard game of four, in C without a list of actions, a check or
a log. It uses the processor's instructions as the engine does; otherwise it
shares nothing with the engine. `make bench` also compiles it for this very
processor, and the row `yardstick` compares the two.

  value   the median of the chunks, in the row's unit; - if this cannot be
          measured here
  half    the middle half of the chunks lies between these
  target  the least value wanted; of times, overheads and memory the greatest
  ratio   units of work in the time of a bare round, or of the row's own
          reference: the median of the chunks, and their middle half
  gain    with --baseline: how many times as fast as there, and the least and
          greatest gain that the two halves allow. Two runs of one build differ
          by some percent as well: repeat a small gain

Only ratios compare two machines, or one machine at two times: on a machine
that does other work, values in seconds and a second differ from run to run by
half.

With --scale, commands run on inputs of three sizes, each ten times the one
before. That takes some minutes, most of them for `judge`. The row `million`
takes minutes too and is measured only if it is named.

  1, 10, 100   seconds of processor time at these multiples of the first size,
               less the command's start; the fastest of up to three runs
  growth       exponents: time grows with the size to this power from 1 to 10
               and from 10 to 100. 1 is linear; the last is to be at most 1.05;
               - where the shorter time is below 0.005
  MiB          the most memory that one process of the command held, at the
               three sizes]]

local command = { summary = "Measure speed on this machine." }

function command.options(parser)
  parser:argument("names", "Rows to measure. (default: all)"):args "*"
  parser:option("--seconds", "Measuring time of each row.", "2")
    :argname "SECONDS":convert(function(text)
      local s = tonumber(text)
      if s and s > 0 and s <= 600 then return s end
      return nil, ("expected seconds above 0, at most 600, got '%s'"):format(
        text)
    end)
  local baseline = parser:option("--baseline", "Compare with FILE, from an "
    .. "earlier 'aurum bench --json'. (default: no comparison)"):argname "FILE"
  parser:mutex(baseline, parser:flag("--scale", "Measure how time and memory "
    .. "grow with the input of commands."))
  options.json(parser)
  parser:epilog(about)
end

local function machine()
  local model
  for line in (io.lines "/proc/cpuinfo") do
    model = model or line:match "^model name%s*:%s*(.+)$"
  end
  return model
end

--- The rows with these names, or all rows but long ones.
local function chosen(rows, names)
  if #names == 0 then
    local short = {}
    for _, row in ipairs(rows) do
      if not row.long then short[#short + 1] = row end
    end
    return short
  end
  local list, known, row_of = {}, {}, {}
  for i, row in ipairs(rows) do
    known[i], row_of[row.name] = row.name, row
  end
  for i, name in ipairs(names) do
    list[i] = row_of[name]
      or term.fail(("no row '%s'%s"):format(name, hint.near(name, known)), 2)
  end
  return list
end

--- True for a figure of a file: its numbers, if there, are above 0.
local function is_figure(figure)
  if type(figure) ~= "table" or type(figure.name) ~= "string" then
    return false
  end
  for _, key in ipairs { "ratio", "low", "high" } do
    local value = figure[key]
    local sound = math.type(value) and value > 0 and value < math.huge
    if value ~= nil and not sound then return false end
  end
  return not figure.ratio or (figure.low and figure.high) ~= nil
end

--- The figures of an earlier run, by name.
local function baseline(path)
  local file, problem = io.open(path)
  local text
  if file then text, problem = file:read "a" end
  if file then file:close() end
  if not text then term.fail(problem) end
  local list, by_name = json.decode(text), {}
  local sound = type(list) == "table" and #list > 0
  for _, figure in ipairs(sound and list or {}) do
    if not is_figure(figure) then sound = false break end
    by_name[figure.name] = figure
  end
  if not sound then
    term.fail(("%s: expected what 'aurum bench --json' prints"):format(path))
  end
  return by_name
end

local function number(value)
  if not value then return "-" end
  return value >= 1000 and ("%.0f"):format(value) or ("%.3g"):format(value)
end

local function span(low, high)
  return low and ("%s to %s"):format(number(low), number(high)) or "-"
end

local function print_table(list, figures, compared)
  local cells = { { "row", "value", "half", "target", "unit", "ratio", "half",
    "what" } }
  for i, row in ipairs(list) do
    local f = figures[i]
    cells[i + 1] = { f.name, number(f.value), span(f.value_low, f.value_high),
      number(f.target), f.unit, number(f.ratio), span(f.low, f.high), row.what }
    if compared then
      local gain = f.gain or {}
      table.insert(cells[i + 1], 6, number(gain.value))
      table.insert(cells[i + 1], 7, span(gain.low, gain.high))
    end
  end
  if compared then
    table.insert(cells[1], 6, "gain")
    table.insert(cells[1], 7, "at least, most")
  end
  term.write(term.table(cells, compared and "< < < < <<" or "< < < <<"))
end

--- Seconds or MiB with three digits, but none beyond the third decimal.
local function seconds(x)
  return x >= 100 and ("%.0f"):format(x) or x < 1 and ("%.3f"):format(x)
    or ("%.3g"):format(x)
end

local function exponent(x)
  return x ~= x and "-" or ("%.2f"):format(x)
end

--- Measures how the time of commands grows, and prints it.
local function measure_growth(args)
  local list, figures = chosen(bench_growth, args.names), {}
  local bar = term.progress(#list, args.json)
  local pipe <close> = assert(io.popen "mktemp -d")
  local folder = pipe:read()
  if not folder then term.fail "no temporary folder could be made" end
  local ok, problem = pcall(function()
    for i, row in ipairs(list) do
      figures[i] = bench_growth.measure(row, folder)
      bar(i)
    end
  end)
  bar()
  os.execute(("rm -rf '%s'"):format(folder))
  if not ok then term.fail(problem) end
  if args.json then
    term.write(json.encode(figures), "\n")
    return
  end
  local cells = { { "row", "from", "1", "10", "100", "growth", "", "MiB", "",
    "", "what" } }
  for i, f in ipairs(figures) do
    cells[i + 1] = { f.name, ("%d %s"):format(f.sizes[1], f.unit),
      seconds(f.seconds[1]), seconds(f.seconds[2]), seconds(f.seconds[3]),
      exponent(f.growth[1]), exponent(f.growth[2]),
      seconds(f.memory[1]), seconds(f.memory[2]), seconds(f.memory[3]), f.what }
  end
  term.write(term.table(cells, "<<        <"))
end

function command.run(args)
  if args.scale then return measure_growth(args) end
  local list, figures = chosen(bench_rows, args.names), {}
  local before = args.baseline and baseline(args.baseline)
  local bar = term.progress(#list, args.json)
  for i, row in ipairs(list) do
    local figure = bench.row(row, args.seconds, function()
      bar(i - 1, function() return row.name end)
    end)
    local old = before and before[row.name]
    local value, low, high
    if old then value, low, high = bench.gain(figure, old) end
    if value then figure.gain = { value = value, low = low, high = high } end
    figures[i] = figure
    bar(i)
  end
  bar()
  for _, figure in ipairs(figures) do figure.less = nil end
  if args.json then
    term.write(json.encode(figures), "\n")
    return
  end
  local known, model = pcall(machine)
  term.write(("%s\n%s\n\n"):format(known and model or "unknown processor",
    aurum.sys.build()))
  print_table(list, figures, before)
end

return command
