-- The page of a tuned bot (aurum tune --html).
local format = require "aurum.text.format"
local report_figures = require "aurum.repl.pages.report_figures"
local term = require "aurum.text.term"
local web = require "aurum.repl.pages.web"

--- The course of a parameter over the deals, with its spread after each batch;
--- nil without two batches.
local function course_of(param, spreads, deals)
  if #param.course < 2 then return nil end
  local at, lows, highs, start = {}, {}, {}, {}
  for k, value in ipairs(param.course) do
    at[k] = deals * k // #param.course
    lows[k] = value - spreads[k]
    highs[k] = value + spreads[k]
    start[k] = param.start
  end
  return web.figure("line", { at = at, x = "deals", series = {
    { param.name, param.course, lows, highs }, { "start", start } } },
    ("%s: the estimate after each batch. Band: the standard deviation of the "
      .. "last half of the estimates so far. Method: simultaneous perturbation "
      .. "(Spall 1992)."):format(param.name))
end

local function confirmation_of(result, verdict, course)
  local test, bars = result.confirmation, {}
  if test and test.low == test.low then
    bars[1] = { "new - old", test.mean, test.low, test.high }
  end
  return { heading = "Confirmation on fresh deals", note = verdict,
    figures = report_figures.list(report_figures.intervals(bars, "%+.3f",
      "Points a round of the new values minus the old values', corrected "
        .. "for the stop (Siegmund 1978). Interval: 95 %."),
      course and report_figures.test(test, course)) }
end

--- The page of a tuner's `result`. `more` has the table of the parameters as
--- `rows`, the `verdict` in words, the `spreads` of each parameter after each
--- batch, and the course of the confirmation's test as `sprt` (nil: none).
--- `command` has the words of the command.
return function(result, more, command)
  local figures, data = {}, { course = { spreads = more.spreads,
    sprt = more.sprt } }
  for i, param in ipairs(result.params) do
    figures[#figures + 1] = course_of(param, more.spreads[i], result.deals)
  end
  for key, value in pairs(result) do data[key] = value end
  return web.report { title = "Tuning " .. term.plain(result.bot),
    command = command, seed = result.seed, data = data,
    lead = ("%s\n%s Against %s.%s"):format(term.plain(result.tuned),
      report_figures.size(result, term.plain(result.variant)),
      term.plain(table.concat(result.against, ", ")), result.complete and ""
        or " Interrupted: not all deals are played."),
    sections = {
      { heading = "Parameters", rows = more.rows, figures = figures,
        note = result.faults > 0 and ("The bot was at fault in %s.")
          :format(format.plural(result.faults, "game")) or nil },
      confirmation_of(result, more.verdict, more.sprt),
    } }
end
