-- The result of a sweep over a knob's values (lua/lab/rules/compare.lua) as
-- text.
local chart = require "aurum.text.chart"
local compare_text = require "aurum.lab.rules.compare_text"
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local sweep_text = {}

--- A row of bars over the values; the least mean has the smallest.
local function picture(means)
  local low, high, bars = math.huge, -math.huge, {}
  for _, mean in ipairs(means) do
    low, high = math.min(low, mean), math.max(high, mean)
  end
  for i, mean in ipairs(means) do
    bars[i] = mean - low + (high > low and (high - low) / 7 or 1)
  end
  return chart.spark { values = bars }
end

--- The metrics as rows of texts, the heads first.
function sweep_text.rows(result, shares)
  local rows = { { result.knob } }
  for i, value in ipairs(result.values) do
    rows[1][i + 1] = tostring(value) .. " "
  end
  table.insert(rows[1], "")
  for k, item in ipairs(result.metrics) do
    local row = { item.name }
    for i, mean in ipairs(item.means) do
      local difference = item.differences[i - 1]
      row[i + 1] = compare_text.number(shares[item.metric], mean)
        .. (difference and difference.holds and "*" or " ")
    end
    row[#row + 1] = picture(item.means)
    rows[k + 1] = row
  end
  return rows
end

function sweep_text.legend(result)
  return ("*: differs from the mean at %s = %s, significant at 5 %% over all "
    .. "rows"):format(result.knob, tostring(result.values[1]))
end

--- The text of a sweep, with the number of games per deal and the set of
--- metrics that are shares.
function sweep_text.of(result, games_per_deal, shares)
  local parts = { ("%s, %d players, %s, seed %s\n%s: %s per deal with each "
    .. "value\n"):format(term.plain(result.variant), result.players,
      format.plural(result.deals, "deal"), term.plain(result.seed),
      term.plain(table.concat(result.bots, ", ")),
      format.plural(games_per_deal, "game")) }
  local function add(text) parts[#parts + 1] = text end
  if not result.same_cards then
    add "the cards dealt differ: deals are paired by their seed alone\n"
  end
  for _, line in ipairs(compare_text.short(result)) do add(line .. "\n") end
  if result.deals == 0 then
    add "no deal was played to its end\n"
    return table.concat(parts)
  end
  local columns = ("<%s<"):format((">"):rep(#result.values))
  add("\n" .. term.table(sweep_text.rows(result, shares), columns))
  if result.deals > 1 then add("\n" .. sweep_text.legend(result) .. "\n") end
  return table.concat(parts)
end

return sweep_text
