-- aurum record show: prints a recorded game for people.
local aurum = require "aurum"
local ranges = require "aurum.text.ranges"
local options = require "aurum.text.options"
local resolve = require "aurum.repl.resolve"
local term = require "aurum.text.term"
local show = require "aurum.record.show"
local verify = require "aurum.record.verify"

local action = { summary = "Print games, trick by trick." }

function action.options(parser)
  parser:argument("file", "File of records, plain or gzip; - is standard "
    .. "input.")
  options.replay_variant(parser)
  options.lines(parser, "Print", "1")
end

--- The game as text, and its differences from the rules.
local function shown(record, rules, state)
  local list = record:replay(rules, state)
  return { text = show.game(record, state, state:events(), #list == 0),
    list = list }
end

--- Prints a game, after an empty line if it is not the first. Returns true if
--- it is valid; nil and a message if it cannot be shown.
local function print_game(self, number, line)
  local game, message = self.run(line)
  if not game then return nil, message end
  term.write(self.printed and "\n" or "", game.text)
  self.printed = true
  for _, d in ipairs(game.list) do
    term.say((verify.text(self.path, number, d):gsub("\n$", "")))
  end
  return #game.list == 0
end

--- Prints the wanted games of lines. Returns true if all are valid.
local function print_games(self, lines, wanted)
  local met, valid = {}, true
  for number, line, problem in lines do
    if wanted:has(number, met) then
      local good, message = nil, problem
      if not problem then good, message = print_game(self, number, line) end
      if message then
        message = ("%s:%d: %s"):format(self.path, number, message)
        if wanted:is_one() then term.fail(message) end
        term.say("aurum record: " .. message)
      end
      valid = valid and good
    end
    if wanted:ends_by(number) then break end
  end
  local none = wanted:missing(met)
  if none then
    term.fail(("%s: no game %s in this file"):format(self.path, none))
  end
  return valid
end

function action.run(args)
  resolve.lines(args)
  local run, missing = verify.runner(args.variant, shown)
  if not run then term.fail(missing, 2) end
  local lines, problem = aurum.sys.lines(args.file)
  if not lines then
    term.fail(("%s: %s"):format(term.plain(args.file), problem))
  end
  return print_games({ run = run, path = args.file }, lines,
    args.lines or ranges.parse "1") and 0 or 1
end

return action
