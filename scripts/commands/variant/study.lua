-- aurum variant study: measures the quality of a variant.
local aurum = require "aurum"
local compare = require "aurum.lab.rules.compare"
local experiment_options = require "aurum.lab.experiment_options"
local json = require "aurum.text.json"
local messages = require "aurum.text.messages"
local series = require "aurum.play.series"
local study = require "aurum.lab.rules.study"
local study_page = require "aurum.repl.pages.study_page"
local study_text = require "aurum.lab.rules.study_text"
local term = require "aurum.text.term"
local metric_help = require "aurum.repl.metric_help"
local variant_reader = require "aurum.repl.variant_reader"
local web = require "aurum.repl.pages.web"

local about = "A deal is one observation; all its games meet the same "
  .. "cards. The best bot plays it in every seat, which gives most metrics. "
  .. "Each bot of the ladder plays the next one, and the best bot itself under "
  .. "restrictions, in every order over the sides. Each metric is printed with "
  .. "its mean and 95 % interval over deals: Student's t; for shares with two "
  .. "more deals, a 0 and a 1 (Agresti and Caffo 2000); for shares of "
  .. "variance, which may be found below 0, for levels of skill and the spread "
  .. "of length by a jackknife over deals (Tukey 1958). What is the same in "
  .. "all deals has no interval. With AGAINST, deals are paired, and a * marks "
  .. "differences that are significant at 5 % over all metrics (Holm 1979). "
  .. "Positions are valued by playouts of the policy quick. All results are "
  .. "those of bots, which play for points: an option that costs points and "
  .. "decides who wins the round may look worthless.\n\n"
  .. metric_help.metrics

local action = { summary = "Measure the quality of a variant: fairness, skill, "
  .. "tension, decisions, length." }

function action.options(parser)
  experiment_options.study(parser)
  parser:epilog(about)
end

--- The variants to study: one, or two. With --sweep also its knob and values.
local function studied(args)
  local infos = { variant_reader.good(args.v) }
  variant_reader.chosen(infos[1], args.players)
  if args.sweep and args.against then
    term.fail(("--sweep studies values of a knob in '%s' alone: leave out "
      .. "'%s'"):format(args.v, args.against), 2)
  elseif args.sweep then
    local swept, knob, settings = compare.settings(infos[1], args.sweep)
    if not swept then term.fail("--sweep: " .. term.plain(knob), 2) end
    return swept, knob, settings
  elseif args.against then
    infos[2] = variant_reader.good(args.against)
    variant_reader.chosen(infos[2], args.players)
  end
  return infos
end

--- Fails with what ended a study early, unless its time did. A plan's merge
--- says itself what is missing.
local function end_early(result, args)
  if args.parts then return nil end
  if result.failure then term.fail(term.plain(result.failure, "\n\t")) end
  if aurum.sys.interrupted() then
    term.fail(("interrupted after %d of %d deals"):format(result.deals,
      result.wanted))
  end
end

function action.run(args)
  local infos, knob, settings = studied(args)
  local own, problem, status = study.open(infos, args)
  if not own then term.fail(problem, status) end
  local guesser = series.guesser(args, own.seed, own.seatings)
  if guesser then
    term.say(messages.short_seed(own.seed, guesser, series.safe_seed))
  end
  if args.shard then
    local good, trouble = compare.play_shard(own, args.shard)
    if not good then term.fail(term.plain(trouble, "\n\t")) end
    return 0
  end
  local page, games = web.open(args), own.games_per_deal
  local bar = term.progress(own.deals * #own.rules * games, args.json)
  local result = knob and study.sweep(own, knob, settings, bar)
    or study.play(own, bar)
  bar()
  if page then page:write(study_page.of(result, games, args.typed)) end
  if args.json then
    term.write(json.encode(result), "\n")
  else
    term.write((knob and study_text.sweep or study_text.of)(result, games))
  end
  end_early(result, args)
  return 0
end

return action
