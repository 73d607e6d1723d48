-- The page of a sweep over a knob's values (aurum variant compare --sweep
-- --html).
local compare = require "aurum.lab.rules.compare"
local compare_text = require "aurum.lab.rules.compare_text"
local format = require "aurum.text.format"
local sweep_text = require "aurum.lab.rules.sweep_text"
local term = require "aurum.text.term"
local web = require "aurum.repl.pages.web"

--- The values as places on an axis; nil unless they are rising numbers.
local function places(values)
  for i, value in ipairs(values) do
    if math.type(value) ~= "integer" or i > 1 and value <= values[i - 1] then
      return nil
    end
  end
  return values
end

local sweep_page = {}

--- The picture of a metric over the values.
function sweep_page.figure(result, item)
  return web.figure("line", { at = places(result.values), x = result.knob,
    series = { { item.name, item.means, item.lows, item.highs } } },
    ("%s: %s, with 95 %% intervals over deals."):format(item.name, item.text))
end

--- The page of a sweep's result. `games` is the number of games per deal with
--- each value; `command` has the words of the command.
function sweep_page.of(result, games, command)
  local figures = {}
  for i, item in ipairs(result.metrics) do
    figures[i] = sweep_page.figure(result, item)
  end
  return web.report { command = command, seed = result.seed, data = result,
    title = ("%s over %s"):format(term.plain(result.variant), result.knob),
    lead = ("%d players, %s, %s per deal with each value by %s.%s"):format(
      result.players, format.plural(result.deals, "deal"),
      format.plural(games, "game"),
      term.plain(table.concat(result.bots, ", ")),
      compare_text.short_lines(result)),
    sections = { { heading = "The metrics over the values",
      rows = sweep_text.rows(result, compare.shares), figures = figures,
      note = sweep_text.legend(result) .. "." } } }
end

return sweep_page
