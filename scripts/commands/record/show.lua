-- aurum record show: prints a recorded game for people.
local aurum = require "aurum"
local options = require "aurum.text.options"
local term = require "aurum.text.term"
local show = require "aurum.record.show"
local verify = require "aurum.record.verify"

local action = { summary = "Print a game, trick by trick." }

function action.options(parser)
  parser:argument("file", "File of records, plain or gzip; - is standard "
    .. "input.")
  options.replay_variant(parser)
  parser:option("--game", "Line number of the game.", "1"):argname "N"
    :convert(options.count)
end

--- The text of line `n` of a file. The command ends if there is no such line.
local function line_of(path, n)
  local lines, missing = aurum.sys.lines(path)
  if not lines then term.fail(("%s: %s"):format(term.plain(path), missing)) end
  for number, line, problem in lines do
    if number == n then
      if problem then
        term.fail(("%s:%d: %s"):format(path, n, problem))
      end
      return line
    end
  end
  term.fail(("%s: no game %d in this file"):format(path, n))
end

--- The game as text, and its differences from the rules.
local function shown(record, rules, state)
  local list = record:replay(rules, state)
  return { text = show.game(record, rules, state:events(), #list == 0),
    list = list }
end

function action.run(args)
  local path, number = args.file, args.game
  local run, missing = verify.runner(args.variant, shown)
  if not run then term.fail(missing, 2) end
  local game, message = run(line_of(path, number))
  if not game then
    term.fail(("%s:%d: %s"):format(path, number, message))
  end
  term.write(game.text)
  for _, d in ipairs(game.list) do
    term.say((verify.text(path, number, d):gsub("\n$", "")))
  end
  return #game.list == 0 and 0 or 1
end

return action
