-- Figures that several reports show (repl/pages/web.lua).
local bid_matrix = require "aurum.record.bid_matrix"
local format = require "aurum.text.format"
local sprt = require "aurum.stats.sprt"
local web = require "aurum.repl.pages.web"
local report_figures = {}

--- The figures among some values, of which others are nil or false.
function report_figures.list(...)
  local figures = {}
  for i = 1, select("#", ...) do
    figures[#figures + 1] = select(i, ...) or nil
  end
  return figures
end

--- The course of a sequential test, given its result, over its blocks.
--- `course` has the numbers of `blocks` and the log likelihood ratio there. nil
--- without two blocks.
function report_figures.test(result, course)
  if #course.blocks < 2 then return nil end
  local function bound(mean, height)
    local heights = {}
    for i in ipairs(course.blocks) do heights[i] = height end
    return { ("bound of %g"):format(mean), heights }
  end
  return web.figure("line", { at = course.blocks, x = "deals",
    series = { { "log likelihood ratio", course.llr },
      bound(result.m1, result.upper), bound(result.m0, result.lower) } },
    ("How the sequential test ran: the log likelihood ratio of %g against %g "
      .. "points a round. The test stops at a bound, from deal %d on. Error "
      .. "rates %g and %g; generalised SPRT (Wald 1945; Li, Liu and Ying "
      .. "2014)."):format(result.m1, result.m0, sprt.least, result.alpha,
      result.beta))
end

--- A list of heat maps of bids against tricks, one for each of `rows`, { name,
--- matrix }. A matrix without rounds is left out.
function report_figures.bids(rows)
  local figures = {}
  for _, row in ipairs(rows) do
    local options = bid_matrix.heat(row[2], "%d (%d)", {
      corner = "bid (n)" })
    if options then
      figures[#figures + 1] = web.figure("heat", options, ("%s: tricks that "
        .. "its side took, in %% of the n rounds with that bid.")
        :format(row[1]))
    end
  end
  return figures
end

--- Bars with their 95 % intervals. `rows` as of aurum.chart.bars; nil without
--- any row.
function report_figures.intervals(rows, form, caption)
  if #rows == 0 then return nil end
  return web.figure("bars", { rows = rows, format = form }, caption)
end

--- "en-2023, 4 players, 40 deals, 480 games."
function report_figures.size(result, variant)
  return ("%s, %d players, %s, %s."):format(variant, result.players,
    format.plural(result.deals, "deal"), format.plural(result.games, "game"))
end

return report_figures
