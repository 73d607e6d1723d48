-- aurum bot check: plays a bot through every edition and reports what is wrong.
local aurum = require "aurum"
local bot_check = require "aurum.lab.bot_check"
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local term = require "aurum.text.term"

local action = { summary = "Play a bot through every edition and number of "
    .. "players, and report what is wrong with it." }

function action.options(parser)
  options.bot(parser)
  options.variant(parser, "each of the editions")
  options.players(parser, "each number that the variant allows")
  parser:option("--games", "Number of games for each variant and number of "
    .. "players.", "4"):argname "N":convert(options.count)
  options.seed(parser, "Another seed plays other games.", "check")
  parser:mutex(options.cpu(parser, 1), parser:flag("--trust", "Run the bot in "
    .. "this process, with all of Lua's library and without limits. Only for a "
    .. "bot that you trust and that answers each call."))
  options.json(parser)
end

local editions = { "en-2023", "de-2024", "ru-2023", "fr-2023", "bga" }

--- The rules to check under, for each variant and number of players.
local function tables(args)
  local list = {}
  for _, name in ipairs(args.variant and { args.variant } or editions) do
    local one, problem = aurum.variant(name, args.players)
    if not one then term.fail(problem, 2) end
    local counts = args.players and { args.players }
      or aurum.read_variant(name).counts
    for _, players in ipairs(counts) do
      list[#list + 1] = assert(aurum.variant(name, players))
    end
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
  term.write(("%s, %d answers: bid %d, change %d, play %d\n"):format(
    format.plural(found.games, "game"), asked.bid + asked.change + asked.play,
    asked.bid, asked.change, asked.play))
  term.write(("slowest answer %.2f ms; %d KiB of memory\n"):format(
    found.slowest * 1000, found.memory // 1024))
end

function action.run(args)
  args.cpu, args.seed = args.cpu or 1, args.seed or "check"
  local bot = options.find_bot(args.bot)
  local list = tables(args)
  aurum.sys.catch_interrupts()
  local bar = term.progress(#list * args.games, args.json)
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
      #list * args.games))
  end
  return bad == 0 and 0 or 1
end

return action
