-- aurum chart: draws the pictures of aurum.chart from figures in a file.
local aurum = require "aurum"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local term = require "aurum.text.term"

local command = { summary = "Draw a chart from figures, in the terminal or as "
  .. "SVG." }

local kinds = { "bars", "histogram", "heat", "line", "spark" }

local about = [=[
The figures are the options of aurum.chart.KIND as JSON (`help aurum.chart` in
the REPL). For example, with an interval for each bar:

  echo '{"rows":[["greedy",7.1,6.8,7.4],["lowball",3.2,2.9,3.5]]}' |
    aurum chart bars -o bots.svg

  bars       {"rows":[[LABEL,VALUE],[LABEL,VALUE,LOW,HIGH],...]}
  histogram  {"counts":{"1":3,"2":7}}
  heat       {"rows":[LABEL,...],"columns":[LABEL,...],"values":[[1,2],...]}
  line       {"series":[[LABEL,[1,2,3]],...],"at":[10,20,50]}, or
             [LABEL,[1,2,3],[0,1,2],[2,3,4]] with the ends of intervals
  spark      {"values":[1,2,3]}

A file whose name ends in .svg gets SVG, any other the picture as text.]=]

function command.options(parser)
  parser:epilog(about)
  parser:argument("kind", "Kind of chart: bars, histogram, heat, line, spark.")
    :choices(kinds)
  parser:argument("file", "File of figures, in JSON; - is standard input.", "-")
  parser:option("--title", "Title above it. (default: none)"):argname "TEXT"
  parser:option("-o", "Write to this file; - is standard output. (default: -)")
    :argname "FILE"
  options.force(parser, "-o")
  parser:flag("--svg", "Draw SVG, also to standard output.")
  parser:flag("--ascii", "Draw with plain ASCII.")
end

--- The text of a file. The command ends if it cannot be read.
local function text_of(path)
  local lines, problem = aurum.sys.lines(path)
  if not lines then term.fail(("%s: %s"):format(term.plain(path), problem)) end
  local parts = {}
  for number, line, trouble, ended in lines do
    if trouble and ended ~= false then
      term.fail(("%s:%d: %s"):format(term.plain(path), number, trouble))
    end
    parts[#parts + 1] = line
  end
  return table.concat(parts, "\n")
end

--- The place of the first number that JSON reads as infinite since it is too
--- large; nil if there is none.
local function infinite(value, place)
  if type(value) == "number" and value - value ~= 0 then return place end
  if type(value) ~= "table" then return nil end
  local keys = {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b)
    if type(a) == type(b) then return a < b end
    return tostring(a) < tostring(b)
  end)
  for _, key in ipairs(keys) do
    local found = infinite(value[key], place
      .. (place == "" and "" or ": ") .. tostring(key))
    if found then return found end
  end
end

--- The counts of a histogram, whose keys are texts in JSON.
local function whole_keys(counts)
  local list = {}
  for key, value in pairs(counts) do
    list[math.tointeger(tonumber(key)) or key] = value
  end
  return list
end

function command.run(args)
  local figures, problem = json.decode(text_of(args.file))
  if type(figures) ~= "table" then
    term.fail(("%s: %s"):format(term.plain(args.file),
      problem or "expected an object with the chart's options"))
  end
  local place = infinite(figures, "")
  if place then
    term.fail(("%s: %s: %s: expected a number up to 1.8e308"):format(
      term.plain(args.file), args.kind, term.plain(place)))
  end
  if args.kind == "histogram" and type(figures.counts) == "table" then
    figures.counts = whole_keys(figures.counts)
  end
  figures.title = args.title or figures.title
  figures.svg = args.svg or (args.o or ""):find "%.svg$" ~= nil or nil
  figures.ascii = args.ascii or nil
  local good, picture = pcall(aurum.chart[args.kind], figures)
  if not good then
    term.fail(("%s: %s"):format(term.plain(args.file),
      (picture:gsub("^.-aurum%.chart%.", ""))))
  end
  if args.kind == "spark" and not figures.svg then picture = picture .. "\n" end
  local path = args.o or "-"
  if path == "-" and not figures.svg then return term.write(picture) end
  local out = output.writer(path, args.force)
  term.checked(path, out:write(term.unpainted(picture)))
  term.checked(path, out:close())
end

return command
