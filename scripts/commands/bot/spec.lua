-- aurum bot spec: runs the unit tests of bots.
local aurum = require "aurum"
local bot_spec = require "aurum.lab.spec.bot_spec"
local json = require "aurum.text.json"
local option_values = require "aurum.text.option_values"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local resolve = require "aurum.repl.resolve"
local spec_text = require "aurum.lab.spec.spec_text"
local term = require "aurum.text.term"

local action = { summary = "Run the unit tests of bots.", in_process = true }

local about = [[
A spec is a Lua file with tests, named as in busted: describe, it, pending,
before_each, after_each, assert. Its bot is NAME.lua beside NAME_spec.lua, or
the one that `bot "PATH"` names. `at` names a position, `expect` the answer:

  it("ducks once its bid is made", function()
    at { hands = { [2] = "S10 B3" }, bids = "C5 C1 C7 C2",
      taken = { 0, 1, 0, 2 }, trick = { leader = 1, "Z7" } }
    expect.play "B3"
    expect.within(0.5) -- points, by the judge
  end)

The bot runs in a worker process, as in a match; the spec itself is a script of
yours and may do all that you may. scripts/bots/README.md says more.
]]

function action.options(parser)
  parser:epilog(about)
  parser:argument("files", "Files of tests."):args "+"
  parser:option("--bot", "Bot to test: NAME or PATH, followed by its options "
    .. "as :key=value. (default: the bot that each file names)"):argname "BOT"
  parser:option("--filter", "Run only the tests with WORD in their names or "
    .. "those of their groups. (default: all)"):argname "WORD"
  options.seed(parser, "The random numbers of bots, random views and verdicts "
    .. "follow from it.", "spec")
  parser:option("--seconds", "Seconds that a test may take, from 0.05 to 3600.",
    "60"):argname "SECONDS":convert(option_values.seconds)
  options.limits(parser)
  options.programs(parser)
  options.prints(parser, "a test and its bot print")
  options.jobs(parser)
  parser:mutex(
    parser:flag("--tap", "Print the results as TAP."),
    options.json(parser))
  parser:option("--junit", "Also write the results to this file, as XML that "
    .. "JUnit's readers take. (default: no file)"):argname "FILE"
  options.force(parser, "--junit")
end

--- The files' texts. The command ends if one cannot be read.
local function read(paths)
  local files, seen = {}, {}
  for i, path in ipairs(paths) do
    if seen[path] then term.fail(term.plain(path) .. ": given twice", 2) end
    seen[path] = true
    local file, problem = io.open(path, "rb")
    local text = file and file:read "a"
    if file then file:close() end
    if not text then
      term.fail(term.plain(problem or path .. ": it cannot be read"), 2)
    end
    files[i] = { path = path, text = text }
    aurum.sys.reads(path)
  end
  return files
end

--- Functions that print a list for people as the results come.
local function lister()
  local before
  return { on_list = function() end,
    on_file = function(file)
      before = nil
      term.write(spec_text.file(file))
    end,
    on_test = function(test, file)
      term.write(spec_text.test(test, file, before))
      io.stdout:flush()
      before = test
    end }
end

--- The same for TAP.
local function tapper(files)
  local number = 0
  local function next_number()
    number = number + 1
    return number
  end
  return { on_list = function(n)
      for _, file in ipairs(files) do n = n + (file.problem and 1 or 0) end
      term.write(spec_text.tap_head(n))
    end,
    on_file = function(file)
      if file.problem then
        term.write(spec_text.tap_file(next_number(), file))
      end
    end,
    on_test = function(test, file)
      term.write(spec_text.tap_test(next_number(), test, file))
      io.stdout:flush()
    end }
end

local function silent()
  return { on_list = function() end, on_file = function() end,
    on_test = function() end }
end

--- End the command if there is nothing to run.
local function check(result, args)
  if result.n > 0 or not args.filter then return end
  for _, file in ipairs(result.files) do
    if file.problem then return end
  end
  term.fail(("--filter: no test has '%s' in its name"):format(
    term.plain(args.filter)), 2)
end

function action.run(args)
  resolve.programs(args)
  local files = read(args.files)
  if args.bot then resolve.bot(args.bot) end
  local writer = args.junit and output.writer(args.junit, args.force)
  aurum.sys.catch_interrupts()
  local seed = args.seed or "spec"
  local own = args.json and silent() or args.tap and tapper(files) or lister()
  own.bot, own.seed, own.seconds = args.bot, seed, args.seconds
    and tonumber(args.seconds)
  own.filter, own.cpu, own.fuel, own.trust = args.filter, args.cpu, args.fuel,
    args.trust
  own.print, own.log = args.print or "all", args.log
  own.print_bytes = args.print_bytes
  own.jobs = math.min(args.jobs or aurum.sys.processors(), 64)
  local result = bot_spec.run(files, own)
  local interrupted = not result.complete
  if not interrupted then check(result, args) end
  if args.json then
    term.write(json.encode(spec_text.data(result, seed)), "\n")
  elseif args.tap then
    term.write(interrupted and "Bail out! interrupted\n" or "")
  else
    term.write(spec_text.summary(result))
  end
  if writer then
    term.checked(args.junit, writer:write(spec_text.junit(result)))
    term.checked(args.junit, writer:close())
  end
  if interrupted then term.fail "interrupted" end
  local counts = result.counts
  return counts.fail + counts.error > 0 and 1 or 0
end

return action
