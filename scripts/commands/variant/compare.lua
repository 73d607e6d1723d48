-- aurum variant compare: plays the same deals under two variants.
local aurum = require "aurum"
local compare = require "aurum.lab.rules.compare"
local compare_text = require "aurum.lab.rules.compare_text"
local experiment_options = require "aurum.lab.experiment_options"
local sweep_text = require "aurum.lab.rules.sweep_text"
local json = require "aurum.text.json"
local messages = require "aurum.text.messages"
local series = require "aurum.play.series"
local term = require "aurum.text.term"
local option_values = require "aurum.text.option_values"
local compare_page = require "aurum.repl.pages.compare_page"
local sweep_page = require "aurum.repl.pages.sweep_page"
local metric_help = require "aurum.repl.metric_help"
local variant_reader = require "aurum.repl.variant_reader"
local web = require "aurum.repl.pages.web"

local action = { summary = "Play the same deals under two "
  .. "variants and compare the games." }

function action.options(parser)
  experiment_options.compare(parser)
  parser:epilog(metric_help.compare)
end

--- The variants to compare. With --sweep also its knob and values.
local function compared(args)
  local a = variant_reader.good(args.a)
  variant_reader.chosen(a, args.players)
  if not args.sweep then
    if not args.b then term.fail("missing argument 'B'", 2) end
    local b = variant_reader.good(args.b)
    variant_reader.chosen(b, args.players)
    return { a, b }
  elseif args.b then
    term.fail(("--sweep compares values of a knob in '%s' alone: leave out "
      .. "'%s'"):format(args.a, args.b), 2)
  end
  local infos, knob, settings = compare.settings(a, args.sweep)
  if not infos then term.fail("--sweep: " .. term.plain(knob), 2) end
  return infos, knob, settings
end

--- The comparison that the options ask for. With --sweep also its knob and
--- values.
local function comparison(args, bots)
  local infos, knob, settings = compared(args)
  args.bots = option_values.parts(bots)
  local match, problem, status = compare.open(infos, args)
  if not match then term.fail(problem, status) end
  local guesser = series.guesser(args, match.seed, match.seatings)
  if guesser then
    term.say(messages.short_seed(match.seed, guesser, series.safe_seed))
  end
  return match, knob, settings
end

--- Compare with one field of bots, and print the result. Returns it.
local function compare_field(args, bots)
  local match, knob, settings = comparison(args, bots)
  if args.shard then
    local good, problem = compare.play_shard(match, args.shard)
    if not good then term.fail(term.plain(problem, "\n\t")) end
    return nil
  end
  local page, games = web.open(args), match.games_per_deal
  local bar = term.progress(match.deals * #match.rules * games, args.json)
  local result, failure
  if knob then
    result, failure = compare.sweep(match, knob, settings, bar)
  else
    result, failure = compare.play(match, bar)
  end
  bar()
  if not result then term.fail(term.plain(failure, "\n\t")) end
  if page then
    local page_of = knob and sweep_page.of or compare_page
    page:write(page_of(result, games, args.typed))
  end
  if not args.json then
    local text = knob and sweep_text or compare_text
    term.write(text.of(result, games, compare.shares))
  end
  return result, match.deals
end

function action.run(args)
  local fields, results = args.bots, {}
  if not fields[1] then fields = { "counter,random" } end
  if args.html and fields[2] then
    term.fail("--html shows one field of bots: give --bots once", 2)
  end
  for i, bots in ipairs(fields) do
    if i > 1 and not args.json then term.write "\n" end
    local deals
    results[i], deals = compare_field(args, bots)
    if not results[i] then return 0 end -- it was a plan's shard
    if aurum.sys.interrupted() then
      if args.json then term.write(json.encode(results[i]), "\n") end
      term.fail(("interrupted after %d of %d deals"):format(results[i].deals,
        deals))
    end
  end
  if args.json then
    term.write(json.encode(fields[2] and results or results[1]), "\n")
  end
  return 0
end

return action
