-- aurum bot serve: lets a bot play in another build of aurum, or in any program
-- that speaks the protocol.
local aurum = require "aurum"
local bot_serve = require "aurum.lab.bots.bot_serve"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local resolve = require "aurum.repl.resolve"
local term = require "aurum.text.term"

local about = "Each line of the standard input asks for an action, and a line "
  .. "of the standard output answers it; scripts/programs/README.md describes "
  .. "both. Example, for a bot of an older build in a match: --exec "
  .. "old='../older/build/aurum bot serve alchemist'. The bot knows "
  .. "the position of each line, its round up to there, and the finished "
  .. "rounds. So it answers as in a match of its own build, unless it keeps "
  .. "what it saw in earlier calls."

local action = { summary = "Answer lines of JSON with the actions of a bot, "
    .. "as a program for --exec does." }

function action.options(parser)
  options.bot(parser)
  options.variant(parser, "the rules that each line names")
  options.limits(parser)
  options.prints(parser)
  parser:epilog(about)
end

function action.run(args)
  local answer = bot_serve.answerer(resolve.bot(args.bot), {
    cpu = args.cpu, fuel = args.fuel, trust = args.trust, print = args.print,
    print_bytes = args.print_bytes, log = args.log,
    rules = args.variant and function(players)
      return aurum.variant(args.variant, players)
    end })
  for line in io.lines() do
    term.data(json.encode(answer(line)) .. "\n")
    io.stdout:flush()
  end
  return 0
end

return action
