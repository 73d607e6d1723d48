-- The page of a net that was learned (aurum learn --html).
local course = require "aurum.learn.course"
local format = require "aurum.text.format"
local report_figures = require "aurum.repl.pages.report_figures"
local term = require "aurum.text.term"
local web = require "aurum.repl.pages.web"

--- A bar with its interval, from an estimate; nil without an interval.
local function bar_of(name, estimate)
  if not (estimate and estimate.low) then return nil end
  return { term.plain(name), estimate.mean, estimate.low, estimate.high }
end

--- A chart with a bar for the net's lead over each opponent.
local function leads_of(result)
  local bars = report_figures.list(bar_of("quick", result.quick),
    bar_of("the net it started from", result.start),
    result.against and bar_of(result.against.bot, result.against),
    result.proof and bar_of(result.proof.against, result.proof))
  for _, other in ipairs(result.also) do
    bars[#bars + 1] = bar_of("quick, under " .. other.variant, other)
  end
  return report_figures.intervals(bars, "%+.2f", "Points a round that the net "
    .. "leads each opponent by, on fresh deals. Interval: 95 %.")
end

--- The figures of the course; a short training has none.
local function course_of(result)
  local leads, errors = course.leads(result.course),
    course.errors(result.course)
  return report_figures.list(leads and web.figure("line", leads,
      "Points a round over the policy \"quick\", on the same 1,000 rounds each "
        .. "time. Band: the 95 % interval."),
    errors and web.figure("line", errors, ("How far values were from their "
      .. "targets: the root of the mean square, in %s. The parts learn by "
      .. "turns. Targets change from stage to stage."):format(
      result.goal == "round" and "rounds won" or "points")))
end

--- The page of a training's `result`, which is what `--json` prints. `command`
--- has the words of the command.
return function(result, command)
  return web.report { title = "Learning " .. term.plain(result.variant),
    command = command, seed = result.seed, data = result,
    lead = ("%s, %d players: a net from %s of self-play.\nThe bot %s plays it.")
      :format(term.plain(result.variant), result.players,
        format.plural(result.rounds, "round"), term.plain(result.bot)),
    sections = {
      { heading = "How it plays", figures = report_figures.list(
        leads_of(result)) },
      { heading = "How it learned", figures = course_of(result) },
    } }
end
