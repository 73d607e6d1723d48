-- The page of an arena (aurum arena --html).
local aurum = require "aurum"
local format = require "aurum.text.format"
local standings_text = require "aurum.text.standings_text"
local term = require "aurum.text.term"
local web = require "aurum.repl.web"

--- A picture of the bots' differences in points a round, with their intervals.
local function differences(result, order, names)
  local rows = {}
  for place, i in ipairs(order.bots) do
    local d = result.bots[i].difference
    rows[place] = { names[place], d.mean, d.low, d.high }
  end
  return aurum.chart.bars { rows = rows, svg = true, format = "%+.2f" }
end

--- A picture of the distribution of each bot's points in a round.
local function distributions(result, order, names)
  local heads, values = {}, {}
  for from = 0, 27, 3 do
    heads[#heads + 1] = ("%d to %d"):format(from, from + 2)
  end
  for place, i in ipairs(order.bots) do
    local counts, sum = result.bots[i].distribution, 0
    for _, n in ipairs(counts) do sum = sum + n end
    values[place] = {}
    for k = 1, #heads do
      values[place][k] = 100 * (counts[k] or 0) / math.max(sum, 1)
    end
  end
  return aurum.chart.heat { rows = names, columns = heads, values = values,
    corner = "points", by = "row", svg = true, format = "%.0f" }
end

--- A picture of the differences of the pairs: rows against columns.
local function pair_picture(matrix, names)
  local values, heads = {}, {}
  for place = 1, #names do
    heads[place], values[place] = tostring(place), {}
    for k = 1, #names do
      values[place][k] = tonumber(matrix[place + 1][k + 1])
    end
  end
  local rows = {}
  for i, name in ipairs(names) do rows[i] = i .. " " .. name end
  return aurum.chart.heat { rows = rows, columns = heads, values = values,
    corner = "against", svg = true, format = "%+.2f" }
end

--- The page of the result of an arena, shown in an `order` (standings.order).
--- `command` has the words of the command that played it.
return function(result, order, command)
  local rows = standings_text.rows(result, order)
  local sections = {
    { heading = "Bots", rows = rows.bots,
      picture = differences(result, order, rows.names),
      note = ("%s, %d players, %s, %d games, seed %s. pts/rd: own points a "
        .. "round less the mean of the other sides'; intervals are 95 %%, over "
        .. "deals."):format(term.plain(result.variant), result.players,
          format.plural(result.deals, "deal"), result.games,
          term.plain(result.seed)) },
    { heading = "Rounds", rows = rows.rounds,
      picture = distributions(result, order, rows.names),
      note = "Ratings are Elo numbers from games won. The picture shows how "
        .. "many of a bot's rounds, in per cent, scored so many points." },
    { heading = "Pairs", rows = rows.pairs,
      picture = rows.matrix and pair_picture(rows.matrix, rows.names),
      note = "Points a round of the better bot less those of the other." },
  }
  if rows.test ~= "" then
    sections[#sections + 1] = { heading = "Sequential test",
      note = rows.test:gsub("%s+", " ") }
  end
  if rows.faults ~= "" then
    sections[#sections + 1] = { heading = "Faults", note = rows.faults }
  end
  return web.report { title = "Arena: " .. table.concat(rows.names, ", "),
    command = command, data = result, sections = sections }
end
