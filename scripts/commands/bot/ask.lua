-- aurum bot ask: asks a bot again for a decision of a recorded game, or at a
-- position.
local aurum = require "aurum"
local bot_ask = require "aurum.lab.bots.bot_ask"
local estimates = require "aurum.judge.estimates"
local json = require "aurum.text.json"
local named_decision = require "aurum.repl.named_decision"
local note_text = require "aurum.record.note_text"
local options = require "aurum.text.options"
local resolve = require "aurum.repl.resolve"
local term = require "aurum.text.term"
local option_values = require "aurum.text.option_values"

local action = { summary = "Ask a bot again for a decision of a recorded "
    .. "game, or at a position." }

function action.options(parser)
  options.bot(parser)
  named_decision.options(parser)
  parser:option("--times", "Ask N times, each with other random numbers, and "
    .. "count the answers. (default: 1)"):argname "N"
    :convert(option_values.times)
  parser:option("--values", "Also estimate the value of each move by N "
    .. "simulations, as `hint` does in the REPL. (default: not estimated)")
    :argname "N":convert(option_values.estimate)
  parser:flag("--notes", "Also print what the bot noted (view:note).")
  parser:flag("--locals", "Also print the local variables of the function that "
    .. "answered, as it returned; or of the one that failed.")
  options.prints(parser)
  options.replay_variant(parser)
  options.limits(parser)
  options.programs(parser)
  options.jobs(parser)
  options.json(parser)
end

local legal_most = 12

--- The legal actions in a line, the first of them if there are many.
local function legal_text(legal)
  local text = table.concat(legal, ", ", 1, math.min(#legal, legal_most))
  if #legal <= legal_most then return text end
  return ("%s, and %d more"):format(text, #legal - legal_most)
end

--- Several answers as a line, the most frequent first.
local function answers_text(asked)
  local list = {}
  for i, one in ipairs(asked.answers) do
    list[i] = ("%s: %d"):format(one.answer, one.n)
  end
  list[1] = ("%s of %d"):format(list[1], asked.times)
  return ("%s (%.2f ms each)"):format(table.concat(list, "; "),
    asked.seconds * 1000)
end

--- The question and the answer (lua/lab/bots/bot_ask.lua) as text.
local function answer_text(asked, args)
  local lines = { asked.place }
  local function add(...) lines[#lines + 1] = string.format(...) end
  if asked.hand then
    for _, row in ipairs(asked.table) do
      if row[2] ~= "" then add("%-9s %s", row[1] .. ":", row[2]) end
    end
    add("hand:     %s", asked.hand)
    add("legal:    %s", legal_text(asked.legal))
  end
  if asked.fault then
    add("it was at fault%s: %s", asked.times and (" %d of %d times"):format(
      asked.faults, asked.times) or "", asked.fault)
  end
  if asked.answers and asked.answer then
    add("answers:  %s", answers_text(asked))
  elseif asked.answer then
    add("answer:   %s (%.2f ms)", asked.answer, asked.seconds * 1000)
  end
  if asked.recorded then add("recorded: %s", asked.recorded) end
  if args.notes then
    local rows = asked.notes and note_text.rows(asked.notes, asked.legal)
      or { { "note", "(the bot noted nothing)" } }
    for _, row in ipairs(rows) do add("%-9s %s", row[1] .. ":", row[2]) end
  end
  if asked.locals then
    add("locals of %s", asked.locals.where)
    for _, one in ipairs(asked.locals.list) do
      add("  %s = %s", one.name, one.value)
    end
    if asked.locals.more > 0 then add("  (%d more)", asked.locals.more) end
  end
  if asked.difference then
    add("note: by these rules the game differs from its record: %s",
      asked.difference)
  end
  local text = term.plain(table.concat(lines, "\n"), "\n\t")
  return asked.values and text .. "\n" .. estimates.table(asked.values) or text
end

--- The number of workers that the question can use.
local function workers(args)
  local most = math.max(args.times or 1,
    args.values and #estimates.roots(args.values) or 1)
  return math.min(args.jobs or aurum.sys.processors(), most, 64)
end

function action.run(args)
  named_decision.check(args, "ask")
  resolve.programs(args)
  local bot = resolve.bot(args.bot)
  local from, rules, where = named_decision.find(args)
  aurum.sys.catch_interrupts()
  local bar = term.progress(args.times or 1, args.json or not args.times)
  local jobs = workers(args)
  local asked, why = bot_ask.again(bot, rules, from, { cpu = args.cpu,
    fuel = args.fuel, trust = args.trust, times = args.times,
    values = args.values, jobs = jobs,
    threads = math.max(aurum.sys.processors() // jobs, 1), on_progress = bar,
    locals = args.locals, print = args.print,
    print_bytes = args.print_bytes, log = args.log })
  bar()
  if not asked then
    term.fail(aurum.sys.interrupted() and "interrupted"
      or ("%s: %s"):format(where, why))
  end
  if not args.notes then asked.notes = nil end
  term.write(args.json and json.encode(asked) or answer_text(asked, args),
    "\n")
  if asked.problem then
    term.fail(("%s: cannot estimate the values: %s"):format(where,
      asked.problem))
  elseif asked.cut then
    term.fail(asked.times and asked.times < args.times
      and ("interrupted after %d of %d answers"):format(asked.times,
        args.times) or "interrupted")
  end
  return asked.fault and 1 or 0
end

return action
