-- aurum record verify: replays games and compares every number.
local aurum = require "aurum"
local format = require "aurum.text.format"
local game_files = require "aurum.record.game_files"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local parallel_lines = require "aurum.record.parallel_lines"
local term = require "aurum.text.term"
local verify = require "aurum.record.verify"

local action = {
  summary = "Replay games from their deals and compare every number.",
}

function action.options(parser)
  options.files(parser, "+")
  options.replay_variant(parser)
  options.jobs(parser)
  options.json(parser, "Print the differences as JSON, one per line.")
  options.quiet(parser, "Print nothing; the exit status is the answer.")
end

--- A list of the differences of a line from the rules, and true if the line is
--- not a record. Nothing if `replay` does not know.
local function differences(text, problem, replay)
  local list, message, of_rules
  if not problem then list, message, of_rules = replay(text) end
  if list then return list end
  if not of_rules then
    return { { what = "line", expected = "a record",
      got = problem or message } }, true
  elseif message then
    return { { what = "variant", expected = "rules", got = message } }
  end
end

-- ---- Reporting --------------------------------------------------------------

local told_most = 5 -- lines of a file that are not records

local function print_difference(line, d, args)
  if args.quiet then return end
  if args.json then
    d.file, d.line = line.path, line.number
    term.write(json.encode(d), "\n")
  else
    term.write(verify.text(line.path, line.number, d))
  end
end

--- Ends the report about a file.
local function end_file(count, args)
  if count.foreign > told_most and not args.json and not args.quiet then
    term.write(("%s: %d more lines are not records\n"):format(
      term.plain(count.path), count.foreign - told_most))
  end
  count.foreign = 0
end

--- Prints the differences of a line, and adds it to `count`: its games, those
--- that are wrong, those under other rules, and the lines of this file that are
--- not records.
local function report(count, args, line, list, is_foreign)
  if count.at ~= line.at then end_file(count, args) end
  if not line.number then
    term.fail(("%s: %s"):format(term.plain(line.path), line.problem))
  end
  count.at, count.path, count.games = line.at, line.path, count.games + 1
  if #list > 0 then count.wrong = count.wrong + 1 end
  if is_foreign then count.foreign = count.foreign + 1 end
  for _, d in ipairs(list) do
    if d.what == "rules" and d.expected:find "^%x+$" then
      count.others = count.others + 1
    end
    if args.json or not is_foreign or count.foreign <= told_most then
      print_difference(line, d, args)
    end
  end
end

local function print_count(count)
  local games, wrong, others = count.games, count.wrong, count.others
  term.write(("%s, %s\n"):format(format.plural(games, "game"),
    wrong == 0 and "all agree" or wrong .. " differ"))
  if others > 0 then
    io.stdout:flush()
    term.say(("the rules differ in %s: give the file of their variant with "
      .. "--variant"):format(format.plural(others, "game")))
  end
end

-- ---- Together ---------------------------------------------------------------

--- Verifies a batch in a worker (lua/record/parallel_lines.lua). Returns the
--- number of lines `done` and, by line, the differences of those that have any.
local function verify_batch(texts, replay)
  local reply = { done = 0, lists = {}, foreign = {} }
  for i, text in ipairs(texts) do
    local list, is_foreign = differences(text, nil, replay)
    if not list then break end
    reply.done, reply.foreign[i] = i, is_foreign
    if #list > 0 then reply.lists[i] = list end
  end
  return reply
end

--- An iterator over lines to verify here, and over batches that were verified.
local function spread_lines(args, away, known)
  local own = game_files.lines(args.files)
  return parallel_lines.over { jobs = args.jobs, lines = own,
    ready = function() return own:ready() end,
    about = function() return nil, known() end,
    work = function(texts) return verify_batch(texts, away) end,
    accept = function() return true end }
end

function action.run(args)
  local here, away, known = verify.runner(args.variant,
    function(record, rules, state) return (record:replay(rules, state)) end)
  if not here then term.fail(away, 2) end
  local count = { games = 0, wrong = 0, others = 0, foreign = 0 }
  aurum.sys.catch_interrupts()
  local each, _, _, workers = spread_lines(args, away, known)
  for line, reply in each, nil, nil, workers do
    for i = 1, reply and reply.done or 0 do
      report(count, args, line[i], reply.lists[i] or {}, reply.foreign[i])
    end
    if not reply then
      report(count, args, line, differences(line.text, line.problem, here))
    end
  end
  end_file(count, args)
  if workers.problem then term.fail(workers.problem) end
  if aurum.sys.interrupted() then
    term.fail("interrupted after " .. format.plural(count.games, "game"))
  end
  if not args.quiet and not args.json then print_count(count) end
  return count.wrong == 0 and 0 or 1
end

return action
