-- aurum record verify: replays games and compares every number.
local aurum = require "aurum"
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local term = require "aurum.text.term"
local verify = require "aurum.record.verify"

local action = {
  summary = "Replay games from their deals and compare every number.",
}

function action.options(parser)
  options.files(parser, "+")
  options.replay_variant(parser)
  options.json(parser, "Print the differences as JSON, one per line.")
  options.quiet(parser, "Print nothing; the exit status is the answer.")
end

--- A list of the differences of a line from the rules, and true if the line is
--- not a record.
local function differences(line, problem, replay)
  if problem then
    return { { what = "line", expected = "a record", got = problem } }, true
  end
  local list, message, of_rules = replay(line)
  if list then return list end
  if not of_rules then
    return { { what = "line", expected = "a record", got = message } }, true
  end
  return { { what = "variant", expected = "rules", got = message } }
end

local function print_difference(path, number, d, args)
  if args.quiet then return end
  if args.json then
    d.file, d.line = path, number
    term.write(json.encode(d), "\n")
  else
    term.write(verify.text(path, number, d))
  end
end

local told_most = 5 -- lines of a file that are not records

--- Verify the games of a file and add to `count`: games, wrong, others.
local function verify_file(path, args, replay, count)
  local foreign, lines, missing = 0, aurum.sys.lines(path)
  if not lines then term.fail(("%s: %s"):format(term.plain(path), missing)) end
  for number, line, problem in lines do
    local list, is_foreign = differences(line, problem, replay)
    count.games = count.games + 1
    if #list > 0 then count.wrong = count.wrong + 1 end
    if is_foreign then foreign = foreign + 1 end
    for _, d in ipairs(list) do
      if d.what == "rules" and d.expected:find "^%x+$" then
        count.others = count.others + 1
      end
      if args.json or not is_foreign or foreign <= told_most then
        print_difference(path, number, d, args)
      end
    end
  end
  if foreign > told_most and not args.json and not args.quiet then
    term.write(("%s: %d more lines are not records\n"):format(
      term.plain(path), foreign - told_most))
  end
end

function action.run(args)
  local replay, missing = verify.runner(args.variant,
    function(record, rules, state) return (record:replay(rules, state)) end)
  if not replay then term.fail(missing, 2) end
  local count = { games = 0, wrong = 0, others = 0 }
  for _, path in ipairs(args.files) do
    verify_file(path, args, replay, count)
  end
  local games, wrong, others = count.games, count.wrong, count.others
  if not args.quiet and not args.json then
    term.write(("%s, %s\n"):format(format.plural(games, "game"),
      wrong == 0 and "all agree" or wrong .. " differ"))
    if others > 0 then
      io.stdout:flush()
      term.say(("the rules differ in %s: give the file of their variant with "
        .. "--variant"):format(format.plural(others, "game")))
    end
  end
  return wrong == 0 and 0 or 1
end

return action
