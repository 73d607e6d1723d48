-- aurum bot check: plays a bot through every edition, and through house rules
-- that ask questions, and reports what is wrong.
local aurum = require "aurum"
local bot_check = require "aurum.lab.bots.bot_check"
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local resolve = require "aurum.repl.resolve"
local term = require "aurum.text.term"

local action = { summary = "Play a bot through every edition and number of "
    .. "players, and under house rules that ask questions, and report what is "
    .. "wrong with it." }

function action.options(parser)
  options.bot(parser)
  options.variant(parser, "each of the editions, and standard with each of "
    .. "the bundled house rules that ask questions")
  options.players(parser, "each number that the variant allows")
  parser:option("--games", "Number of games for each edition, or --variant, "
    .. "and number of players. A house rule that asks is played once.", "4")
    :argname "N":convert(options.count)
  options.seed(parser, "Another seed plays other games.", "check")
  parser:mutex(options.cpu(parser, 1), parser:flag("--trust", "Run the bot in "
    .. "this process, with all of Lua's library and without limits. Only for a "
    .. "bot that you trust and that answers each call."))
  options.programs(parser)
  options.jobs(parser)
  options.json(parser)
end

local editions = { "en-2023", "de-2024", "ru-2023", "fr-2023", "bga" }
local asking = { "exchange", "trump", "stakes", "auction" }

--- Add to a list the rules of a variant for each number of players, with the
--- number of games to play.
local function add_tables(list, args, name, games)
  local one, problem = aurum.variant(name, args.players)
  if not one then term.fail(problem, 2) end
  local counts = args.players and { args.players }
    or aurum.read_variant(name).counts
  for _, players in ipairs(counts) do
    list[#list + 1] = { rules = assert(aurum.variant(name, players)),
      games = games }
    list.games = list.games + games
  end
end

--- The rules to check under, and the number of `games` in all.
local function tables(args)
  local list = { games = 0 }
  for _, name in ipairs(args.variant and { args.variant } or editions) do
    add_tables(list, args, name, args.games)
  end
  for _, name in ipairs(args.variant and {} or asking) do
    add_tables(list, args, "standard+" .. name, 1)
  end
  return list
end

local function print_findings(found)
  for _, finding in ipairs(found.findings) do
    term.write(finding.bad and term.paint("red", "wrong") or "note ", "  ",
      term.plain(finding.text, "\n\t"):gsub("\n", "\n       "), "\n")
  end
  if found.games == 0 then return end
  local asked = found.asked
  local all = asked.bid + asked.change + asked.play + asked.answer
  term.write(("%s, %d decisions: bid %d, change %d, play %d, answer %d\n")
    :format(format.plural(found.games, "game"), all, asked.bid, asked.change,
      asked.play, asked.answer))
  term.write(("slowest answer %.2f ms; %d KiB of memory\n"):format(
    found.slowest * 1000, found.memory // 1024))
end

function action.run(args)
  args.cpu, args.seed = args.cpu or 1, args.seed or "check"
  if args.jobs and args.trust then
    term.fail("--jobs needs worker processes, but --trust runs the bot in this "
      .. "process", 2)
  end
  args.jobs = args.jobs or aurum.sys.processors()
  resolve.programs(args)
  local bot = resolve.bot(args.bot)
  local list = tables(args)
  aurum.sys.catch_interrupts()
  local bar = term.progress(list.games, args.json)
  local found, problem = bot_check.run(bot, list, args, bar)
  bar()
  if not found then term.fail(problem) end
  local bad = 0
  for _, finding in ipairs(found.findings) do
    bad = bad + (finding.bad and 1 or 0)
  end
  if args.json then
    term.write(json.encode(found), "\n")
  else
    print_findings(found)
    if bad > 0 or found.complete then
      term.write(bad == 0 and "no problems found\n"
        or format.plural(bad, "problem") .. " found\n")
    end
  end
  if not found.complete then
    term.fail(("interrupted after %d of %d games"):format(found.games,
      list.games))
  end
  return bad == 0 and 0 or 1
end

return action
