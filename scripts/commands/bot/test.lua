-- aurum bot test: asks a bot for its answers at positions whose right answers
-- are known.
local aurum = require "aurum"
local bot_test = require "aurum.lab.bots.bot_test"
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local resolve = require "aurum.repl.resolve"
local rules_of = require "aurum.load.rules_of"
local suite = require "aurum.judge.suite"
local term = require "aurum.text.term"
local test_text = require "aurum.lab.bots.test_text"

local action = { summary = "Ask a bot for its answers at positions whose right "
  .. "answers are known, and sum up the points that it loses by tag." }

local about = [[
A suite has a line of JSON for each position:

  {"position":"au1:...","ask":"play","best":["play Z7"],
   "avoid":{"play B3":4},"error":0.2,"by":"solver","tag":"ending",
   "comment":"..."}

`position` is a token, as `position` in the REPL prints it. `ask` is bid, change
or play. `best` lists the right answers, `avoid` the wrong ones with the points
that each loses. A line has one of them or both; the other keys may be left out.
Without `best`, an answer that is not to be avoided is right. With it, an answer
that is neither is wrong, by an unknown cost. A fault costs as much as the worst
answer in `avoid`. `error` is the standard error of the costs; without it, they
are exact. +- is half of the 95 % interval that follows from these errors.

`aurum record judge --suite` writes a suite from the costly decisions of games.
]]

local default_suite = aurum.home .. "/scripts/bots/suite.jsonl"

function action.options(parser)
  parser:epilog((about:gsub("(%S)\n(%S)", function(a, b)
    return a .. (b == "{" and "\n" or " ") .. b
  end)))
  options.bot(parser)
  parser:argument("suite", "File of positions; - is standard input. (default: "
    .. "the suite that came with aurum)"):args "?"
  parser:option("--worst", "List the N costliest answers; 0 for none.", "5")
    :argname "N":convert(function(text)
      local n = text:find "^%d+$" and math.tointeger(tonumber(text))
      if n then return n end
      return nil, ("expected a whole number from 0, got '%s'"):format(text)
    end)
  parser:flag("--keep", "Keep the bot's files and the result, for `aurum bot "
    .. "history`. A later test of the same suite is compared with it.")
  options.seed(parser, "The random numbers of the bot follow from it.", "test")
  parser:option("--variant", "Rules of the positions, a name or a file. A "
    .. "house rule alone replaces the part of that name. (default: the rules "
    .. "that each position names)"):argname "V"
  options.limits(parser)
  options.programs(parser)
  options.jobs(parser)
  options.json(parser, "Print the results as JSON, with every answer.")
  options.quiet(parser)
end

function action.run(args)
  resolve.programs(args)
  local bot = resolve.bot(args.bot)
  local find, missing = rules_of(args.variant)
  if not find then term.fail(missing, 2) end
  local read, problem = suite.read(args.suite or default_suite, find)
  if not read then term.fail(problem) end
  aurum.sys.catch_interrupts()
  local total = #read.items
  local bar = term.progress(total, args.quiet or args.json)
  local result, message, status = bot_test.run(bot, read, {
    seed = args.seed or "test", cpu = args.cpu, fuel = args.fuel,
    trust = args.trust, warn = term.warner "aurum bot", on_progress = bar,
    jobs = math.min(args.jobs or aurum.sys.processors(), 64, total) })
  bar()
  if not result then term.fail(message, status) end
  if args.json then
    term.write(json.encode(result), "\n")
  elseif #result.answers > 0 then
    term.write(test_text.text(result, tonumber(args.worst)))
  end
  if not result.complete then
    term.fail(("interrupted after %d of %s"):format(#result.answers,
      format.plural(total, "position")))
  end
  if args.keep and not bot.bundled then
    local good, trouble = bot_test.keep(bot, result)
    if not good then term.fail(trouble) end
  end
  return 0
end

return action
