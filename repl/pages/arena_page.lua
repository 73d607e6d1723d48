-- The page of an arena (aurum arena --html).
local bid_matrix = require "aurum.record.bid_matrix"
local format = require "aurum.text.format"
local report_figures = require "aurum.repl.pages.report_figures"
local standings_text = require "aurum.lab.arena.standings_text"
local term = require "aurum.text.term"
local web = require "aurum.repl.pages.web"

local longest_name = 60 -- characters: a page has more room than a terminal
local colours = 6 -- series that a picture of lines tells apart

--- The bots' differences in points a round, with their intervals.
local function differences(result, order, names)
  local rows = {}
  for place, i in ipairs(order.bots) do
    local d = result.bots[i].difference
    rows[place] = { names[place], d.mean, d.low, d.high }
  end
  return report_figures.intervals(rows, "%+.2f", "Points a round more than the "
    .. "mean of the other sides. Intervals: 95 %, Student's t over deals.")
end

local function ratings(result, order, names)
  local rows = {}
  for place, i in ipairs(order.bots) do
    local r = result.bots[i].rating
    rows[place] = { names[place], r.rating, r.low, r.high }
  end
  return report_figures.intervals(rows, "%+.0f", "Elo ratings by the model of "
    .. "Plackett and Luce. Intervals: 95 %, Student's t, "
    .. "bootstrap over deals.")
end

--- The course of the ratings of the best bots, with bands as wide as the
--- interval at the end would be after so many blocks.
local function rating_course(result, order, names, course)
  local blocks, series = course.blocks, {}
  if #blocks < 2 then return nil end
  for place = 1, math.min(#names, colours) do
    local i = order.bots[place]
    local values, lows, highs = course.bots[i], {}, {}
    for k, n in ipairs(blocks) do
      local rating = result.bots[i].rating
      local half = (rating.high - rating.low) / 2
        * math.sqrt(result.deals / n)
      lows[k], highs[k] = values[k] - half, values[k] + half
    end
    series[place] = { names[place], values, lows, highs }
  end
  return web.figure("line", { series = series, at = blocks, x = "deals",
    format = "%+.0f" }, ("Ratings%s from the deals so far. Bands: the 95 %% "
      .. "interval at the end, scaled by the square root of all deals divided "
      .. "by the deals so far.")
      :format(#names > colours and (" of the best %d bots"):format(colours)
        or ""))
end

--- The distribution of each bot's points in a round.
local function distributions(result, order, names)
  local heads, values = {}, {}
  for from = 0, 27, 3 do heads[#heads + 1] = from .. "+" end
  for place, i in ipairs(order.bots) do
    local counts, sum = result.bots[i].distribution, 0
    for _, n in ipairs(counts) do sum = sum + n end
    values[place] = {}
    for k = 1, #heads do
      values[place][k] = 100 * (counts[k] or 0) / math.max(sum, 1)
    end
  end
  return web.figure("heat", { rows = names, columns = heads, values = values,
    corner = "points", by = "row", format = "%.0f" },
    "Points of the side in a round, in % of each bot's rounds. A column "
      .. "covers three points: 3+ is 3 to 5.")
end

--- The differences of the pairs: rows against columns; nil for two bots.
local function matrix(rows)
  if not rows.matrix then return nil end
  local values, heads, labels = {}, {}, {}
  for place, name in ipairs(rows.names) do
    heads[place], labels[place] = tostring(place), place .. " " .. name
    values[place] = {}
    for k = 1, #rows.names do
      values[place][k] = tonumber(rows.matrix[place + 1][k + 1])
    end
  end
  return web.figure("heat", { rows = labels, columns = heads, values = values,
    corner = "against", format = "%+.1f" },
    "Points a round by which the bot of the row beats that of the column.")
end

--- The order with the better bot of each pair by their own difference: the
--- better of all bots may have lost to the other.
local function better_first(result, order)
  local own = {}
  for k, item in ipairs(order.pairs) do
    local mean = result.pairs[item.pair].difference.mean
    if item.turned then mean = -mean end
    own[k] = mean < 0 and { better = item.worse, worse = item.better,
      pair = item.pair, turned = not item.turned } or item
  end
  return setmetatable({ pairs = own }, { __index = order })
end

--- The table of pairs with a head above each column, and as bars.
local function pairs_of(result, order, rows)
  local list, bars = { { "better", "other" } }, {}
  table.move(rows.pairs[1], 3, #rows.pairs[1], 3, list[1])
  for k, item in ipairs(order.pairs) do
    local row = table.move(rows.pairs[k + 1], 1, #rows.pairs[1], 1, {})
    row[2] = row[2]:gsub("^%- ", "")
    list[k + 1] = row
    local d = result.pairs[item.pair].difference
    local sign = item.turned and -1 or 1
    bars[k] = { row[1] .. " - " .. row[2], sign * d.mean,
      sign * (item.turned and d.high or d.low),
      sign * (item.turned and d.low or d.high) }
  end
  return list, bars
end

--- The result of the sequential test and its estimate, each a line.
local function test_text(text)
  return text:gsub("^%s*sequential test", "Result"):gsub("\n%s+", " ")
    :gsub(" corrected for the stop", "\nCorrected for the stop")
end

--- The result in a sentence, and the size of the arena.
local function lead_of(result, order, names)
  local best = result.bots[order.bots[1]].difference
  local text = best.low == best.low
    and ("%s leads: %+.2f points a round more than the others, 95 %% interval "
      .. "%+.2f to %+.2f.\n"):format(names[1], best.mean, best.low, best.high)
    or ("%s leads: %+.2f points a round more than the others, %s.\n"):format(
      names[1], best.mean, format.no_interval(best.blocks))
  return text .. report_figures.size(result, term.plain(result.variant))
    .. (result.complete and "" or " The schedule is not played to its end.")
end

--- The data of the page: the result and how it came about.
local function data_of(result, course)
  local data = {}
  for key, value in pairs(result) do data[key] = value end
  data.course = { ratings = course.ratings, sprt = course.sprt }
  data.bids_against_taken = {}
  for i, results in ipairs(course.results) do
    data.bids_against_taken[i] = { bot = result.bots[i].name,
      rounds = bid_matrix.list(results) }
  end
  return data
end

--- The page of the result of an arena, shown in an `order` (standings.order),
--- with its `course` (standings.course). `command` has the words of the command
--- that played it.
return function(result, order, course, command)
  order = better_first(result, order)
  local rows = standings_text.rows(result, order, longest_name)
  local names, matrices, list = rows.names, {}, report_figures.list
  local pair_rows, pair_bars = pairs_of(result, order, rows)
  for place, i in ipairs(order.bots) do
    matrices[place] = { names[place], course.results[i] }
  end
  return web.report { title = "Arena: " .. table.concat(names, ", "),
    lead = lead_of(result, order, names), command = command,
    seed = result.seed, data = data_of(result, course), sections = {
      { heading = "Points and wins", rows = rows.bots,
        figures = list(differences(result, order, names)),
        note = "won: the interval of Agresti and Caffo (2000) over deals. A "
          .. "side that forfeits gets 0 points, each other side 20." },
      { heading = "Ratings and rounds", rows = rows.rounds,
        figures = list(ratings(result, order, names),
          rating_course(result, order, names, course.ratings),
          distributions(result, order, names)) },
      { heading = "Pairs", rows = pair_rows, figures = list(
        report_figures.intervals(pair_bars, "%+.2f", "Points a round of the "
          .. "better bot less those of the other. Intervals: 95 %, Student's "
          .. "t over deals."), matrix(rows)),
        note = "gain: the number of games on separate deals that are as "
          .. "precise as one game here." },
      { heading = "Sequential test", note = test_text(rows.test),
        figures = list(result.sprt
          and report_figures.test(result.sprt, course.sprt)) },
      { heading = "Bids against tricks",
        figures = report_figures.bids(matrices) },
      { heading = "Ceiling", note = result.ceiling
        and standings_text.ceiling(result.ceiling) },
      { heading = "Faults", note = rows.faults },
    } }
end
