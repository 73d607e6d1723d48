-- The page of a comparison of rules (aurum variant compare --html).
local compare = require "aurum.lab.rules.compare"
local compare_text = require "aurum.lab.rules.compare_text"
local format = require "aurum.text.format"
local report_figures = require "aurum.repl.pages.report_figures"
local term = require "aurum.text.term"
local web = require "aurum.repl.pages.web"

--- The differences in standard errors, with the intervals of the table. A
--- difference without a spread has none: the caption names it.
local function differences(result)
  local bars, constant = {}, {}
  for _, row in ipairs(result.metrics) do
    if row.t == row.t and row.t ~= 0 then
      local error_ = row.difference / row.t
      bars[#bars + 1] = { row.name, row.t, row.low / error_,
        row.high / error_ }
    elseif row.t ~= row.t and row.difference ~= 0 and result.deals > 1 then
      constant[#constant + 1] = row.name
    end
  end
  return report_figures.intervals(bars, "%+.1f", "B less A in standard errors, "
    .. "over deals. Lines: 95 % t intervals. A line that does not reach 0 is "
    .. "significant on its own." .. (constant[1]
      and (" Not drawn, with %s: %s."):format(
        format.no_interval(result.deals), table.concat(constant, ", ")) or ""))
end

--- The page of a comparison's result. `games` is the number of games per deal
--- under each rule set; `command` has the words of the command.
return function(result, games, command)
  local a, b = term.plain(result.a.name), term.plain(result.b.name)
  local rows = compare_text.rows(result.metrics, compare.shares, result.deals)
  rows[1][1] = "measure"
  return web.report { title = ("%s and %s"):format(a, b), command = command,
    lead = ("A is %s, B is %s.\n%d players, %s, %s per deal under each rule "
      .. "set by %s.%s"):format(a, b, result.players,
        format.plural(result.deals, "deal"), format.plural(games, "game"),
        term.plain(table.concat(result.bots, ", ")),
        compare_text.short_lines(result)),
    seed = result.seed, data = result, sections = {
      { heading = "The games under both rules",
        rows = rows,
        figures = report_figures.list(differences(result)),
        note = "Both rule sets are played on the same seeds, and each deal is "
          .. "one observation. t: B - A in standard errors; * marks what is "
          .. "significant at 5 % over all rows." },
    } }
end
