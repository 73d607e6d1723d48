-- The page of the statistics of recorded games (aurum record stats --html).
local aurum = require "aurum"
local format = require "aurum.text.format"
local report_figures = require "aurum.repl.pages.report_figures"
local summary_text = require "aurum.record.summary_text"
local term = require "aurum.text.term"
local web = require "aurum.repl.pages.web"

local by_deals = "Intervals: 95 %, over deals."

--- Bars of an estimate of each row: `of(row)` returns it and the ends of its
--- interval. Rows without an estimate are left out.
local function bars_of(rows, of)
  local bars = {}
  for _, row in ipairs(rows) do
    local value, low, high = of(row)
    if value then bars[#bars + 1] = { row.label, value, low, high } end
  end
  return bars
end

local function points_of(rows)
  return report_figures.intervals(bars_of(rows, function(row)
    return row.points:value(), row.points:interval()
  end), "%.2f", "Points of the side in a round. " .. by_deals)
end

local function wins_of(rows)
  return report_figures.intervals(bars_of(rows, function(row)
    local value, low, high = row.wins:value(), row.wins:share_interval()
    return value and 100 * value, low and 100 * low, high and 100 * high
  end), "%.1f", "Games won, in %. Intervals: 95 % over deals, Agresti and "
    .. "Caffo (2000).")
end

local function gains_of(rows)
  return report_figures.intervals(bars_of(rows, function(row)
    return row.changes.gain:value(), row.changes.gain:interval()
  end), "%+.2f", "Points gained by a change of bid. " .. by_deals)
end

--- Bids against tricks of each row; `word` says what a row is: "bot".
local function matrices_of(word, rows)
  local list = {}
  for i, row in ipairs(rows) do
    list[i] = { word == "bot" and row.label or word .. " " .. row.label,
      row.matrix }
  end
  return report_figures.bids(list)
end

--- Rows of a table with the label in each, so that they may be sorted.
local function labelled(list)
  for i = 2, #(list or {}) do
    if list[i][1] == "" then list[i][1] = list[i - 1][1] end
  end
  return list
end

--- The section of the judge's verdicts; nil without them.
local function accuracy_of(result, prefix)
  if not result.accuracy_rows then return nil end
  local bars = bars_of(result.bots, function(row)
    local all = row.accuracy.all
    if all then return all.figure, all.low, all.high end
    return nil
  end)
  return { heading = "Accuracy" .. prefix .. ", by bot",
    rows = labelled(result.accuracy_rows),
    figures = report_figures.list(report_figures.intervals(bars, "%.0f",
      "Accuracy of all decisions. Intervals: 95 %.")),
    note = "100 is no loss; each point of the mean loss halves it. within: "
      .. "decisions whose 95 % interval of the loss contains 0." }
end

--- Adds the sections of the bots, seats or places of a result.
local function add_group(sections, word, rows, prefix)
  local list, group = report_figures.list, prefix .. ", by " .. word
  local results = word == "place" and summary_text.places(rows)
    or summary_text.results(word, rows)
  local function add(section) sections[#sections + 1] = section end
  add { heading = "Points and wins" .. group, rows = results,
    figures = list(points_of(rows), word ~= "place" and wins_of(rows)) }
  add { heading = "Bids and tricks" .. group,
    rows = summary_text.bids(word, rows), figures = matrices_of(word, rows) }
  add { heading = "Changes of bid" .. group,
    rows = summary_text.changes(word, rows), figures = list(gains_of(rows)),
    note = "gain: points for the new bid with the tricks finally taken, minus "
      .. "those for the old bid and those of the gold paid." }
  add { heading = "Gold" .. group,
    rows = labelled(summary_text.gold(word, rows)),
    note = "Gold cards per 100 rounds of a seat." }
end

--- Adds the sections of seats and places that stand beside those of the bots.
local function add_table(sections, result, prefix)
  local list = report_figures.list
  local function add(section) sections[#sections + 1] = section end
  add { heading = "Points and wins" .. prefix .. ", by seat",
    rows = summary_text.results("seat", result.seats),
    figures = list(points_of(result.seats)) }
  add { heading = "Points" .. prefix .. ", by place from the first player",
    rows = summary_text.places(result.places),
    figures = list(points_of(result.places)),
    note = ("%s, %s."):format(summary_text.first(result))
      :gsub("^%l", string.upper) }
  add { heading = "Ends of rounds" .. prefix, figures = list(
    web.figure("bars", { rows = summary_text.endings(result),
      format = "%.1f" }, "Why rounds ended, in % of the rounds."),
    web.figure("histogram", { counts = result.tricks },
      "Rounds by the number of tricks finished.")) }
end

--- Adds the sections of a result; `prefix` names its variant if there are
--- others.
local function add_result(sections, result, by, prefix)
  local _, text = summary_text.head(result)
  sections[#sections + 1] = { heading = "Games" .. prefix,
    note = text .. summary_text.faults(result) }
  if result.games == 0 then return end
  summary_text.label(result, 60)
  local word = by or "bot"
  add_group(sections, word, result[word .. "s"], prefix)
  sections[#sections + 1] = accuracy_of(result, prefix)
  if not by then add_table(sections, result, prefix) end
end

--- The bot with the most points a round and its estimate, as a line; "" of one
--- bot.
local function best_of(result)
  local best, most
  for _, row in ipairs(result.bots or {}) do
    local value = row.points:value()
    if value and (not most or value > most) then best, most = row, value end
  end
  if not best or #result.bots < 2 then return "" end
  local low, high = best.points:interval()
  return (" %s scores the most: %.2f points a round%s."):format(best.label,
    most, low and (", 95 %% interval %.2f to %.2f"):format(low, high) or "")
end

--- The page of the results of a summary. `data` is what summary_data.of
--- returns, `args` are the command's options.
return function(results, data, args)
  local sections, lead, names = {}, {}, {}
  for i, result in ipairs(results) do
    local name = (" in %s, %d players"):format(term.plain(result.variant),
      result.players)
    add_result(sections, result, args.by, #results > 1 and name or "")
    lead[i] = (summary_text.head(result)):gsub("%.?$", ".") .. best_of(result)
  end
  if data.skipped > 0 then
    lead[#lead + 1] = format.plural(data.skipped, "line") .. " skipped"
  end
  for i, path in ipairs(args.files) do
    names[i] = term.plain(path:match "[^/]*$")
  end
  return web.report { title = "Statistics: " .. table.concat(names, ", "),
    lead = table.concat(lead, "\n"), command = args.typed, data = data,
    judge = args.judge and aurum.judged_by.version,
    seed = args.judge and (args.seed or "1"), sections = sections }
end
