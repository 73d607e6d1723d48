-- Options of experiments. Each option is declared once, with its name, the
-- reader of its value, its default and its help, by the calls of argparse's
-- parser. So the command line, --help, man pages and the completion of shells
-- have it; the same calls tell scripts of it (lua/lab/experiments.lua).
local arena_play = require "aurum.lab.arena.arena_play"
local handicaps = require "aurum.lab.handicaps"
local options = require "aurum.text.options"
local space = require "aurum.stats.space"
local sprt = require "aurum.stats.sprt"
local option_values = require "aurum.text.option_values"
local versions = require "aurum.lab.bots.versions"
local experiment_options = {}

-- ---- The experiments ----------------------------------------------------

function experiment_options.match(parser)
  options.variant(parser)
  options.players(parser)
  parser:option("--bots", "Bots: names or files, separated by commas. Fewer "
    .. "bots than seats repeat in seat order. (default: greedy,lowball)")
    :argname "A,B,..."
  parser:option("--games", "Number of games; with --mirror the number of "
    .. "deals. (default: 100)"):argname "N":convert(options.count)
  options.seed(parser, "Game G has the seed SEED.G; --seed S.G without --games "
    .. "plays that one game.")
  options.record(parser)
  options.on_fault(parser)
  options.limits(parser)
  options.programs(parser)
  options.prints(parser)
  options.notes(parser, "the record")
  options.jobs(parser)
  options.threads(parser)
  parser:flag("--mirror", "Play each deal with the bots in every order over "
    .. "the sides: 2 games for two sides, 6 for three different bots. Report "
    .. "the pts/rd by which each bot beats the others, as aurum arena does, "
    .. "with the 95 % t interval. One deal, the seed SEED.G, is one "
    .. "observation: the mean over its games of a bot's points a round minus "
    .. "the others' mean. All games of a deal meet the same cards, round by "
    .. "round.")
  parser:option("--replay", "Replay the game ID, such as 7/2, of an arena's "
    .. "journal and show it. --bots and --variant give files that the journal "
    .. "names. The limits --cpu and --fuel are those of the journal or lower.")
    :argname { "JOURNAL", "ID" }:args(2)
  options.keep(parser)
  options.json(parser)
  options.quiet(parser, "Print no tables and show no progress.")
end

--- Stores the bots of all texts in one list.
local function gather(args, name, lists)
  args[name] = {}
  for _, list in ipairs(lists) do
    table.move(list, 1, #list, #args[name] + 1, args[name])
  end
end

function experiment_options.arena(parser)
  parser:argument("bots", "Bots: NAME or PATH, each followed by its options as "
    .. ":key=value. A range, :key=LOW..HIGH or :key=LOW..HIGH/STEP (1), stands "
    .. "for a bot with each of its values; several ranges give all "
    .. "combinations."):args "*":convert(option_values.grid):action(gather)
  parser:option("--gauntlet", "Play this bot against each of the others, which "
    .. "do not meet. (default: every bot meets every other)"):argname "BOT"
  options.variant(parser)
  options.players(parser)
  parser:option("--deals", "Number of deals; each is played once per seating. "
    .. "(default: 1000)"):argname "N":convert(options.count)
  options.seed(parser, "Deal D has the seed SEED.D.",
    "the journal's, or random")
  parser:option("--journal", "Write every game to this file. If it exists, the "
    .. "run resumes after its last game."):argname "FILE"
  parser:option("--sprt", "Stop as soon as a sequential test decides whether "
    .. "the first of two bots is M0 or M1 points a round better than the "
    .. "second, at --deals at the latest. A and B are its error rates. "
    .. "(default: 0.05 each)"):argname "M0,M1[,A,B]":convert(sprt.parse)
  options.record(parser, "--html")
  parser:mutex(options.json(parser), options.csv(parser))
  options.raw(parser)
  options.on_fault(parser)
  options.keep(parser)
  parser:option("--since", "Play the only bot against a version of it that was "
    .. "kept: last, the last one with other files, or a number of `aurum bot "
    .. "history`. --sprt is then 0,0.3 unless given. (default: none)")
    :argname "last|N":convert(versions.parse)
  options.limits(parser)
  options.programs(parser)
  parser:option("--odds", "Give one bot its own limit, such as "
    .. "mine:cpu=0.1; BOT is its name, or its text above. May be repeated. "
    .. "(default: every bot has that of --cpu)")
    :argname "BOT:cpu=SECONDS":count "*":convert(handicaps.parse)
  parser:option("--anchor", "Give a bot a fixed rating, such as greedy=0, so "
    .. "that tables of several arenas compare. (default: the mean of all "
    .. "ratings is 0)"):argname "BOT=RATING":convert(arena_play.parse_anchor)
  parser:flag("--ceiling", "Measure how far the best bot is below a player who "
    .. "sees all hands, on the first 40 deals. It takes some five seconds of "
    .. "processor time a deal. (default: not measured)")
  options.prints(parser)
  options.notes(parser, "the journal and the record")
  options.jobs(parser)
  options.threads(parser)
  options.html(parser, true)
  options.quiet(parser)
end

function experiment_options.tune(parser)
  parser:argument("bot", "Bot: NAME or PATH, followed by its options as "
    .. ":key=value. The parameters start at its values.")
  parser:option("--param", "An option of the bot and its range; :int for whole "
    .. "numbers. :c=C sets the distance of the two versions, :r=R the step, "
    .. "both as of the end. May be repeated.")
    :argname "NAME=LOW..HIGH[:int]":count "+":convert(space.parse)
  parser:option("--against", "Opponents, separated by commas. (default: the "
    .. "bot itself)"):argname "A,B,...":convert(option_values.parts)
  options.variant(parser)
  options.players(parser)
  parser:option("--deals", "Number of deals that the versions play together, "
    .. "rounded down to a multiple of 32. (default: 2016)"):argname "N"
    :convert(options.count)
  parser:option("--confirm", "Play at most this many deals to confirm the "
    .. "result. (default: as many as --deals)"):argname "N"
    :convert(options.count)
  parser:option("--sprt", "The sequential test of the confirmation: are the "
    .. "new values M0 or M1 points a round better than the old ones?", "0,0.3")
    :argname "M0,M1[,A,B]":convert(sprt.parse)
  options.seed(parser, "Deal D has the seed SEED.D.")
  parser:option("--journal", "Write every batch to this file. If it exists, "
    .. "the run resumes after its last batch."):argname "FILE"
  options.keep(parser)
  options.json(parser)
  options.on_fault(parser)
  options.limits(parser)
  options.programs(parser)
  options.jobs(parser)
  options.threads(parser)
  options.html(parser)
  options.quiet(parser)
end

--- `--sweep`, whose help begins with `instead`.
local function sweep(parser, instead)
  parser:option("--sweep", instead .. ", give a knob several values: "
    .. "KNOB=LOW..HIGH or KNOB=A,B,... Each deal is played with each value; "
    .. "differences are from the first one. (default: no sweep)")
    :argname "KNOB=VALUES"
end

function experiment_options.compare(parser)
  parser:argument("a", options.rules_text)
  parser:argument("b", "Rules to compare them with; none with --sweep.")
    :args "?"
  sweep(parser, "Instead of other rules")
  options.players(parser, "the highest number that both allow")
  parser:option("--bots", "Bots: names or files, separated by commas, a strong "
    .. "one first and a weak one last. Each deal is played with them in every "
    .. "order over the sides. Given several times, each field of bots is "
    .. "compared in turn. (default: counter,random)"):argname "A,B,..."
    :count "*"
  parser:option("--deals", "Number of deals. (default: 500)"):argname "N"
    :convert(options.count)
  options.seed(parser, "All games of deal D have the seed SEED.D.")
  parser:option("--metrics", "Print only these metrics: keys and groups as "
    .. "below, separated by commas. (default: those that take no time to "
    .. "measure)"):argname "M,..."
  options.limits(parser)
  options.programs(parser)
  options.jobs(parser)
  options.threads(parser)
  options.json(parser)
  options.html(parser)
end

function experiment_options.study(parser)
  parser:argument("v", options.rules_text)
  parser:argument("against", "Rules to compare it with, on the same deals.")
    :args "?"
  sweep(parser, "Instead")
  options.players(parser, "the highest number that is allowed")
  parser:option("--bots", "A ladder of bots, the best first: names or files, "
    .. "separated by commas, at most 10. (default: adept, if it has learned "
    .. "the rules, then quick,counter,greedy,lowball,random)")
    :argname "A,B,...":convert(option_values.parts)
  parser:option("--deals", "Number of deals. (default: 200)"):argname "N"
    :convert(options.count)
  options.seed(parser, "All games of deal D have the seed SEED.D.")
  parser:option("--metrics", "Print only these metrics: keys and groups as "
    .. "below, separated by commas. (default: all)"):argname "M,..."
  parser:option("--rounds", "Cut a game off after this many rounds: a rule may "
    .. "never end it. (default: 50)"):argname "N":convert(options.count)
  parser:option("--seconds", "Stop after this time, but not in the first deal, "
    .. "and report the deals played. Results then depend on the machine. "
    .. "(default: no limit)")
    :argname "SECONDS":convert(option_values.seconds)
  options.limits(parser)
  options.jobs(parser)
  options.threads(parser)
  options.json(parser)
  options.html(parser)
end

function experiment_options.check(parser)
  parser:argument("variant", options.rules_text)
  options.players(parser, "each number that the variant allows")
  parser:option("--games", "Number of games for each number of players. "
    .. "(default: 10000)"):argname "N":convert(options.count)
  options.seed(parser, "Game G has the seed SEED.G; --seed S.G without --games "
    .. "plays that one game.", "check")
  parser:option("--record", "Write the games that fail to this file; - is "
    .. "standard output. (default: failed.jsonl, failed-2.jsonl, ..., the "
    .. "first that does not exist)"):argname "FILE"
  options.force(parser, "--record")
  options.hook_prints(parser)
  options.json(parser)
end

-- ---- Options as data ----------------------------------------------------

-- An option keeps what the calls say of it.
local element = { __index = function(_, call)
  return function(self, value)
    self.said[call] = value == nil or value
    return self
  end
end }

--- A parser that keeps what is declared in a list.
local function recorder(list)
  return setmetatable({}, { __index = function(_, call)
    return function(_, name, _, default)
      if call == "mutex" or call == "epilog" then return end
      local own = setmetatable({ said = { default = default },
        is_flag = call == "flag", key = name:gsub("^%-+", ""):gsub("-", "_") },
        element)
      list[#list + 1] = own
      return own
    end
  end })
end

--- The options and arguments of an experiment, a list in the order of --help:
--- `key`, its name with `_` for `-`; `is_flag`; and what was `said`: the
--- `default`, the reader of a text, `convert`, `choices`, `count` and others.
function experiment_options.of(name)
  local list = {}
  experiment_options[name](recorder(list))
  return list
end

return experiment_options
