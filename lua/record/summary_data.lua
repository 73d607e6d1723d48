-- Statistics of recorded games (lua/record/summary.lua) as JSON and as CSV.
local bid_matrix = require "aurum.record.bid_matrix"
local csv = require "aurum.text.csv"
local json = require "aurum.text.json"
local result_columns = require "aurum.record.result_columns"
local summary_data = {}

local nan = 0 / 0 -- null in JSON, nothing in CSV

--- An estimate and its 95 % interval.
local function estimate(value, low, high)
  return { value = value or nan, low = low or nan, high = high or nan }
end

local function share(it)
  return estimate(it:value(), it:share_interval())
end

local function ratio(it)
  return estimate(it:value(), it:interval())
end

--- A table of counts by integer as a list of { KEY =, n = }, sorted.
local function counted(counts, key)
  local list = {}
  for x, n in pairs(counts) do list[#list + 1] = { [key] = x, n = n } end
  table.sort(list, function(a, b) return a[key] < b[key] end)
  return list
end

local plain = { "name", "games", "rounds", "rounds_won", "bid", "taken",
  "exact", "over", "under", "bid_points", "gold_points", "seat_rounds" }
local gold = { "won", "paid", "played", "kept" }

-- ---- JSON ---------------------------------------------------------------

local function changes_of(changes)
  local by_gold = {}
  for rank, it in pairs(changes.by_gold) do
    by_gold[#by_gold + 1] = { rank = rank, n = it.n, gain = it.gain }
  end
  table.sort(by_gold, function(a, b) return a.rank < b.rank end)
  return { n = changes.n, better = changes.better, worse = changes.worse,
    others = changes.others, gain = ratio(changes.gain), by_gold = by_gold }
end

local function row_of(row, word)
  local result = { points_a_round = ratio(row.points), own_taken = row.own,
    points = counted(row.points_of_rounds, "points"),
    bid_against_taken = bid_matrix.list(row.matrix),
    changes = changes_of(row.changes), gold = {} }
  for _, key in ipairs(plain) do result[key] = row[key] end
  if word ~= "place" then result.win_rate = share(row.wins) end
  result.accuracy = row.accuracy -- of the judge, if it was asked
  for _, use in ipairs(gold) do
    result.gold[use] = counted(row["gold_" .. use], "rank")
  end
  return result
end

local groups = { { "bot", "bots" }, { "seat", "seats" }, { "place", "places" } }

local function section_of(result, args)
  local section = { endings = {}, tricks = counted(result.tricks, "tricks"),
    first_player = ratio(result.margin), faults = {} }
  for _, key in ipairs { "variant", "players", "games", "rounds", "forfeited",
    "shared_games", "shared_rounds" } do
    section[key] = result[key]
  end
  for _, key in ipairs { "lead_empty", "lead_cards", "follow_empty",
    "follow_cards" } do
    section.endings[key] = result.endings[key] or 0
  end
  for i, row in ipairs(result.faults) do
    local kinds = {}
    for kind, n in pairs(row.kinds) do
      kinds[#kinds + 1] = { kind = kind, n = n }
    end
    table.sort(kinds, function(a, b) return a.kind < b.kind end)
    section.faults[i] = { name = row.name, forfeits = row.forfeits,
      kinds = kinds }
  end
  for _, group in ipairs(groups) do
    if not args.by or args.by == group[1] then
      local rows = {}
      for i, row in ipairs(result[group[2]]) do
        rows[i] = row_of(row, group[1])
      end
      section[group[2]] = rows
    end
  end
  return section
end

--- The results of all sections as plain data.
function summary_data.of(results, games, skipped, args)
  local sections = {}
  for i, result in ipairs(results) do sections[i] = section_of(result, args) end
  return { files = args.files, games = games, skipped = skipped,
    sections = sections }
end

--- The same as a line of JSON, with the scores of `notes` if they were asked
--- for.
function summary_data.json(results, games, skipped, args, notes)
  local data = summary_data.of(results, games, skipped, args)
  data.notes = notes or nil
  return json.encode(data) .. "\n"
end

-- ---- CSV ----------------------------------------------------------------

local columns = result_columns.names(result_columns.stats())
local all_columns = result_columns.names(result_columns.stats(true))
local judged_columns = table.move(all_columns, #columns + 1, #all_columns, 1,
  {})

--- The cells of a row's accuracy, in the order of `judged_columns`.
local function judged_cells(list, of)
  for _, column in ipairs(judged_columns) do
    local ask, key = column:match "^(.*)_(.*)$"
    local own = of and of[ask or column]
    list[#list + 1] = own == nil and nan or ask and own[key] or own
  end
end

local function csv_row(result, word, row, args)
  local cells = { variant = result.variant, players = result.players,
    by = word, own_taken = row.own, changes = row.changes.n,
    changes_better = row.changes.better, changes_worse = row.changes.worse }
  for _, key in ipairs(plain) do cells[key] = row[key] end
  for key, it in pairs { points = ratio(row.points),
    gain = ratio(row.changes.gain),
    won = word == "place" and estimate() or share(row.wins) } do
    cells[key], cells[key .. "_low"], cells[key .. "_high"] = it.value, it.low,
      it.high
  end
  for _, use in ipairs(gold) do
    cells["gold_" .. use] = row["gold_" .. use .. "_n"]
  end
  local list = {}
  for i, column in ipairs(columns) do
    list[i] = cells[column] == nil and nan or cells[column]
  end
  if args.judge then judged_cells(list, row.accuracy) end
  return csv.line(list, #list, args.raw)
end

--- The results as CSV: a header, and a row for each bot, seat and place. With
--- `args.judge` the columns of the judge follow, filled for bots.
function summary_data.csv(results, args)
  local lines = { csv.line(args.judge and all_columns or columns) }
  for _, result in ipairs(results) do
    for _, group in ipairs(groups) do
      if not args.by or args.by == group[1] then
        for _, row in ipairs(result[group[2]]) do
          lines[#lines + 1] = csv_row(result, group[1], row, args)
        end
      end
    end
  end
  return table.concat(lines)
end

return summary_data
