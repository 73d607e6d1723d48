-- The figures of lua/record/summary.lua as tables and pictures for people.
local aurum = require "aurum"
local format = require "aurum.text.format"
local short_names = require "aurum.text.short_names"
local term = require "aurum.text.term"
local summary_text = {}

-- ---- Cells --------------------------------------------------------------

local mean, plural = format.mean, format.plural

local function percent(part, whole)
  return format.percent(part, whole, 1)
end

local function ratio(it, form)
  return format.estimate(form, 1, it:value(), it:interval())
end

local function share(sample)
  if sample.n == 0 then return "-", "-" end
  local low, high = sample:share_interval()
  return percent(sample.mean, 1), format.interval(low, high, "%.1f", 100)
end

--- Give rows of bots a `label`: a name that tells them apart, if there is room.
local function label(rows)
  local names = {}
  for i, row in ipairs(rows) do names[i] = tostring(row.name) end
  local short = short_names(names)
  for i, row in ipairs(rows) do
    local name = term.plain(short[names[i]])
    row.label = (utf8.len(name) or 0) <= 16 and name
      or name:sub(1, utf8.offset(name, 14) - 1) .. "..."
  end
end

-- ---- Bots, seats and places ----------------------------------------------

local function print_results(word, rows)
  local list = { { word, "games", "won", "95 % interval", "points/round",
    "95 % interval" } }
  for _, row in ipairs(rows) do
    local won, won_between = share(row.wins)
    list[#list + 1] = { row.label, row.games, won, won_between,
      ratio(row.points, "%.2f") }
  end
  term.write("\n", term.table(list, "<"))
end

--- The same of places, which change from round to round.
local function print_places(rows)
  local list = { { "place", "rounds", "won", "points/round", "95 % interval",
    "own tricks" } }
  for _, row in ipairs(rows) do
    local points, interval = ratio(row.points, "%.2f")
    list[#list + 1] = { row.label, row.rounds,
      percent(row.rounds_won, row.rounds), points, interval,
      mean(row.own, row.seat_rounds) }
  end
  term.write("\n", term.table(list, "<"))
end

local function print_bids(word, rows)
  local list = { { word, "rounds", "bid", "taken", "exact", "over", "under",
    "for bid", "for gold" } }
  for _, row in ipairs(rows) do
    local n = row.rounds
    list[#list + 1] = { row.label, n, mean(row.bid, n),
      mean(row.taken, n), percent(row.exact, n), percent(row.over, n),
      percent(row.under, n), mean(row.bid_points, n),
      mean(row.gold_points, n) }
  end
  term.write("\n", term.table(list, "<"))
end

local function print_changes(word, rows)
  local list = { { word, "changes", "a round", "paid off", "lost", "gain",
    "95 % interval" } }
  for _, row in ipairs(rows) do
    local own = row.changes
    local gain, interval = ratio(own.gain, "%+.2f")
    list[#list + 1] = { row.label, own.n, mean(own.n, row.seat_rounds),
      percent(own.better, own.n), percent(own.worse, own.n), gain, interval }
  end
  term.write("\n", term.table(list, "<"))
end

local uses = { { "won", "gold_won" }, { "paid", "gold_paid" },
  { "played", "gold_played" }, { "kept", "gold_kept" } }

--- Gold by rank, in cards in 100 rounds of a seat.
local function print_gold(word, rows)
  local highest = -1
  for _, row in ipairs(rows) do
    for _, use in ipairs(uses) do
      for rank in pairs(row[use[2]]) do highest = math.max(highest, rank) end
    end
  end
  if highest < 0 then return end
  local list = { { word, "gold", "all" } }
  for rank = 0, highest do list[1][rank + 4] = "G" .. rank end
  for _, row in ipairs(rows) do
    for _, use in ipairs(uses) do
      local cells = { use[1] == "won" and row.label or "", use[1],
        mean(100 * row[use[2] .. "_n"], row.seat_rounds, "%.0f") }
      for rank = 0, highest do
        local n = row[use[2]][rank] or 0
        cells[rank + 4] = n == 0 and "-"
          or mean(100 * n, row.seat_rounds, n < row.seat_rounds / 10 and "%.1f"
            or "%.0f")
      end
      list[#list + 1] = cells
    end
  end
  term.write("\ngold cards in 100 rounds of a seat\n", term.table(list, "<<"))
end

--- A heat map of what was taken for each bid, in per cent of the rounds with
--- that bid.
local function print_matrix(word, row, ascii)
  local bids, most = {}, 0
  for bid, taken in pairs(row.matrix) do
    bids[#bids + 1] = bid
    for n in pairs(taken) do most = math.max(most, n) end
  end
  if #bids == 0 then return end
  table.sort(bids)
  local options = { title = ("%s %s: tricks its side took, in %% of the rounds "
    .. "with a bid"):format(word, row.label), corner = "bid", columns = {},
    rows = {}, values = {}, by = "row", format = "%.0f", ascii = ascii }
  for taken = 0, most do options.columns[taken + 1] = taken end
  for i, bid in ipairs(bids) do
    local n = 0
    for _, times in pairs(row.matrix[bid]) do n = n + times end
    options.rows[i], options.values[i] = ("%3d  %6d"):format(bid, n), {}
    for taken, times in pairs(row.matrix[bid]) do
      options.values[i][taken + 1] = 100 * times / n
    end
  end
  term.write("\n", aurum.chart.heat(options))
end

local function print_group(word, rows, ascii)
  if word == "place" then
    print_places(rows)
  else
    print_results(word, rows)
  end
  print_bids(word, rows)
  print_changes(word, rows)
  print_gold(word, rows)
  for _, row in ipairs(rows) do print_matrix(word, row, ascii) end
end

-- ---- Games, rounds, faults ------------------------------------------------

local function print_head(result)
  term.write(term.paint("bold", ("%s, %d players: %s, %s"):format(
    term.plain(result.variant), result.players, plural(result.games, "game"),
    plural(result.rounds, "round"))), "\n")
  local n = result.games
  if n > 0 then
    term.write(("%s rounds a game; shared: %s of the games, %s of the rounds\n")
      :format(mean(result.rounds, n), percent(result.shared_games, n),
        percent(result.shared_rounds, result.rounds)))
  end
  if result.forfeited > 0 then
    term.write(("besides, in none of these figures: %s that a fault decided\n")
      :format(plural(result.forfeited, "game")))
  end
end

local function print_first(result)
  local points, interval = ratio(result.margin, "%+.3f")
  term.write(("\nthe first player's side less the others, points a round: %s\n"
    .. "  95 %% interval %s\n"):format(points, interval))
end

-- What the seat that passed could not do: led or follow, with or without cards.
local endings = {
  { "no card may follow", "follow_cards" },
  { "no card to follow", "follow_empty" },
  { "no card to lead", "lead_empty" },
  { "no card may lead", "lead_cards" },
}

--- How rounds ended: who passed with what, and after how many tricks.
local function print_endings(result, ascii)
  local rows = {}
  for i, ending in ipairs(endings) do
    rows[i] = { ending[1],
      100 * (result.endings[ending[2]] or 0) / result.rounds }
  end
  term.write("\n", aurum.chart.bars { title = "of 100 rounds, why they ended",
    rows = rows, ascii = ascii, format = "%.1f" })
  term.write("\n", aurum.chart.histogram { title = "tricks finished in a round",
    counts = result.tricks, ascii = ascii })
end

local function print_faults(result)
  for _, row in ipairs(result.faults) do
    local kinds = {}
    for kind, n in pairs(row.kinds) do
      kinds[#kinds + 1] = ("%d %s"):format(n, kind)
    end
    table.sort(kinds)
    term.write(("faults of %s: %s; %s forfeited\n"):format(
      term.plain(row.name), term.plain(table.concat(kinds, ", ")),
      plural(row.forfeits, "game")))
  end
end

local function print_section(result, args)
  print_head(result)
  print_faults(result)
  if result.games == 0 then return end
  for _, rows in ipairs { result.bots, result.seats, result.places } do
    label(rows)
  end
  local by = args.by
  local ascii = args.ascii or nil
  if by then
    print_group(by, result[by .. "s"], ascii)
    return
  end
  print_group("bot", result.bots, ascii)
  print_results("seat", result.seats)
  print_bids("seat", result.seats)
  print_places(result.places)
  print_first(result)
  print_endings(result, ascii)
end

--- Print the results of each variant and number of players.
function summary_text.print(results, skipped, args)
  for i, result in ipairs(results) do
    if i > 1 then term.write "\n" end
    print_section(result, args)
  end
  if skipped > 0 then
    term.write(("\n%s skipped\n"):format(plural(skipped, "line")))
  end
end

return summary_text
