-- Rows of bots, seats and places: sums of the cells in which
-- lua/record/summary.lua counts.
local bid_result = require "aurum.record.bid_result"
local summary_rows = {}

local gold_columns = { "gold_won", "gold_paid", "gold_played", "gold_kept" }

-- The rank of a gold card by its name.
local rank_of = setmetatable({}, { __index = function(ranks, name)
  ranks[name] = tonumber(name:match "%d+")
  return ranks[name]
end })

-- A change of bid as one integer: its gain, the rank of its gold, and a bit
-- that is set if the bid was another seat's.
--   gain + 32768 | rank: 8 bits | another's: 1 bit
function summary_rows.packed(change)
  return change.gain + 32768 << 9 | rank_of[change.gold] << 1
    | (change.of == change.seat and 0 or 1)
end

local function unpacked(key)
  return (key >> 9) - 32768, key >> 1 & 255, key & 1
end

local function add_to(counts, more)
  for key, n in pairs(more) do counts[key] = (counts[key] or 0) + n end
end

--- The number of gold cards by rank, and of all ranks, from the number of times
--- that each text such as "G0 G3" was counted.
local function by_rank(texts)
  local ranks, n = {}, 0
  for text, times in pairs(texts) do
    for rank in text:gmatch "%d+" do
      rank = tonumber(rank)
      ranks[rank] = (ranks[rank] or 0) + times
      n = n + times
    end
  end
  return ranks, n
end

--- Adds the results of sides in a cell to a row.
local function add_side(row, cell)
  row.rounds = row.rounds + cell.rounds
  row.rounds_won = row.rounds_won + cell.won
  row.bid_points = row.bid_points + cell.bid_points
  row.gold_points = row.gold_points + cell.gold_points
  add_to(row.points_of_rounds, cell.points)
  for key, n in pairs(cell.matrix) do
    local bid, taken = key >> 8, key & 255
    row.matrix[bid] = row.matrix[bid] or {}
    row.matrix[bid][taken] = (row.matrix[bid][taken] or 0) + n
    row.bid, row.taken = row.bid + n * bid, row.taken + n * taken
    local result = bid_result(taken, bid)
    row[result] = row[result] + n
  end
end

--- Adds the changes of bid in a cell.
local function add_changes(sums, counts)
  for key, n in pairs(counts) do
    local gain, rank, others = unpacked(key)
    local of_rank = sums.by_gold[rank] or { n = 0, gain = 0 }
    sums.by_gold[rank] = of_rank
    of_rank.n, of_rank.gain = of_rank.n + n, of_rank.gain + n * gain
    sums.n, sums.others = sums.n + n, sums.others + n * others
    if gain > 0 then sums.better = sums.better + n end
    if gain < 0 then sums.worse = sums.worse + n end
  end
end

--- Adds the results of seats in a cell to a row.
local function add_seat(row, cell)
  row.seat_rounds = row.seat_rounds + cell.rounds
  row.own = row.own + cell.own
  add_changes(row.changes, cell.changes)
  for _, column in ipairs(gold_columns) do add_to(row[column], cell[column]) end
end

--- A row: the sum of the cells for which `sides(cell)` is true, for results of
--- sides, and of those for which `seats(cell)` is, for results of seats.
local function row_of(section, name, units, sides, seats)
  local row = { name = name, games = units.games, wins = units.wins,
    points = units.points, rounds = 0,
    rounds_won = 0, bid_points = 0, gold_points = 0, points_of_rounds = {},
    matrix = {}, bid = 0, taken = 0, exact = 0, over = 0, under = 0,
    seat_rounds = 0, own = 0, changes = { n = 0, better = 0, worse = 0,
      others = 0, by_gold = {}, gain = units.gain } }
  for _, column in ipairs(gold_columns) do row[column] = {} end
  for _, cells in pairs(section.cells) do
    for _, cell in ipairs(cells) do
      if sides(cell) then add_side(row, cell) end
      if seats(cell) then add_seat(row, cell) end
    end
  end
  for _, column in ipairs(gold_columns) do
    row[column], row[column .. "_n"] = by_rank(row[column])
  end
  return row
end

--- Adds a section's rows to a result: its bots, sorted by name, its seats and
--- its places. `rounds` counts the rounds of a row's sides, and `seat_rounds`
--- those of its seats, to which `own` tricks and gold belong.
local function add_rows(section, result)
  for name, units in pairs(section.bots) do
    table.insert(result.bots, row_of(section, name, units,
      function(cell) return cell.bot == name and cell.leads end,
      function(cell) return cell.bot == name end))
  end
  table.sort(result.bots, function(a, b) return a.name < b.name end)
  for i = 1, section.players do
    local function in_seat(cell) return cell.seat == i end
    local function in_place(cell) return cell.place == i end
    result.seats[i] = row_of(section, i, section.seats[i], in_seat, in_seat)
    result.places[i] = row_of(section, i, section.places[i], in_place, in_place)
  end
end

--- The results of a section.
function summary_rows.section(section)
  local result = { bots = {}, seats = {}, places = {}, faults = {} }
  for _, key in ipairs { "variant", "players", "games", "rounds", "forfeited",
    "shared_games", "shared_rounds", "endings", "tricks",
    "margin" } do
    result[key] = section[key]
  end
  add_rows(section, result)
  for _, row in pairs(section.faults) do table.insert(result.faults, row) end
  table.sort(result.faults, function(a, b) return a.name < b.name end)
  return result
end

return summary_rows
