-- aurum record sample: prints games drawn at random, all with the same
-- probability.
local aurum = require "aurum"
local game_files = require "aurum.record.game_files"
local digest = aurum.sys.digest
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local term = require "aurum.text.term"

local action = { summary = "Print lines drawn at random, in their order." }

local function chance(text)
  local p = tonumber(text)
  if p and p >= 0 and p <= 1 then return p end
  return nil, ("expected a probability from 0 to 1, got '%s'"):format(text)
end

function action.options(parser)
  options.files(parser, "+")
  parser:mutex(
    parser:option("-n", "Number of lines, over all files. (default: 100)")
      :argname "N":convert(options.count),
    parser:option("--rate", "Print each line with this probability, from 0 to "
      .. "1, instead of -n lines."):argname "P":convert(chance))
  options.seed(parser, "It decides which lines are drawn.",
    "random, shown on standard error")
  options.output(parser)
end

--- Draw `n` lines, every `n` with the same probability, and keep only those in
--- memory. Line k replaces a drawn line with probability n/k (Algorithm R).
local function draw(lines, n)
  local drawn, count = {}, 0
  for line in lines do
    count = count + 1
    local at = count <= n and count or math.floor(math.random() * count) + 1
    if at <= n then drawn[at] = { number = count, line = line } end
  end
  table.sort(drawn, function(a, b) return a.number < b.number end)
  return drawn, count
end

function action.run(args)
  local seed = args.seed or aurum.sys.entropy()
  math.randomseed(tonumber(digest(seed), 16))
  local out = output.open(args)
  local lines = game_files.complete_lines(args.files,
    term.warner "aurum record", function() out:flush() end)
  if args.rate then
    for line in lines do
      if math.random() < args.rate then out:write(line .. "\n") end
    end
  else
    for _, one in ipairs((draw(lines, args.n or 100))) do
      out:write(one.line .. "\n")
    end
  end
  out:close()
  if not args.seed then
    term.say("drawn with --seed " .. seed)
  end
  return lines.failed and 1 or 0
end

return action
