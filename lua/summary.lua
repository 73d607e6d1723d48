-- What recorded games come to: how often who won, with how many points, what
-- was bid and taken, what became of the gold, how rounds ended.
--
-- Games of one variant and number of players make a section. A game that a
-- fault decided is counted apart: none of the figures has it. Games are
-- independent of each other, rounds of a game are not: intervals go by games.
--
-- Rounds are counted in cells, one for each bot, seat, and place from the first
-- player on; figures of bots, seats and places are sums of cells. A bot that
-- has both seats of a side has one result there, not two: only one of its cells
-- `leads`, and what a side did is counted in that.
local stats = require "lua.stats"
local summary = {}

local gold_columns = { "gold_won", "gold_paid", "gold_played", "gold_kept" }

-- ---- Counting -----------------------------------------------------------

local function new_cell(bot, seat, place, leads)
  return { bot = bot, seat = seat, place = place, leads = leads, rounds = 0,
    won = 0, own = 0, bid_points = 0, gold_points = 0, matrix = {},
    points = {}, gold_won = {}, gold_paid = {}, gold_played = {},
    gold_kept = {}, changes = {} }
end

--- What goes by games: who won, points a round, what changes of bid gained.
local function new_units()
  return { wins = stats.sample(), points = stats.ratio(),
    gain = stats.ratio() }
end

local function new_section(game)
  local section = { variant = game.variant, players = game.players,
    side_of = game.rules.side_of, sides = game.rules.side_n, games = 0,
    rounds = 0, forfeited = 0, shared_games = 0,
    shared_rounds = 0, cells = {}, bots = {}, seats = {}, places = {},
    margin = stats.ratio(), plans = {}, endings = {}, tricks = {},
    faults = {} }
  for i = 1, game.players do
    section.seats[i], section.places[i] = new_units(), new_units()
  end
  return section
end

--- The cells of a bot in a seat, by place.
local function cells_of(section, bot, seat, leads)
  local key = ("%s\0%d%s"):format(bot, seat, leads)
  if not section.cells[key] then
    local cells = {}
    for place = 1, section.players do
      cells[place] = new_cell(bot, seat, place, leads)
    end
    section.cells[key] = cells
  end
  return section.cells[key]
end

--- What is the same in all games of these names: each seat's cells, and for
--- each bot the seats that lead its sides.
local function plan_of(section, names)
  local key = table.concat(names, "\0")
  local plan = section.plans[key]
  if plan then return plan end
  plan = { cells = {}, bots = {} }
  local bot_of, seen = {}, {}
  for seat, name in ipairs(names) do
    local side = section.side_of[seat]
    local bot = bot_of[name]
    if not bot then
      section.bots[name] = section.bots[name] or new_units()
      bot = { units = section.bots[name], seats = {}, leads = {} }
      bot_of[name] = bot
      plan.bots[#plan.bots + 1] = bot
    end
    local leads = not seen[side .. name]
    seen[side .. name] = true
    table.insert(bot.seats, seat)
    if leads then table.insert(bot.leads, seat) end
    plan.cells[seat] = cells_of(section, name, seat, leads)
  end
  section.plans[key] = plan
  return plan
end

local function zeros(n)
  local list = {}
  for i = 1, n do list[i] = 0 end
  return list
end

--- The points of the first player's side less the mean of the others', in the
--- round whose rows follow row `before`.
local function margin_of(rows, before, section)
  local points, first = {}, nil
  for seat = 1, section.players do
    local row = rows[before + seat]
    points[row.side] = row.points
    if row.first == 1 then first = row.side end
  end
  local others = 0
  for side = 1, section.sides do
    if side ~= first then others = others + points[side] end
  end
  return points[first] - others / (section.sides - 1)
end

--- Count the rounds of a game in their cells: the points of each seat's side,
--- of each place's, the first player's margin, and the number of changes.
local function count_seats(section, plan, rows)
  local players, changes, margin = section.players, 0, 0
  local by_seat, by_place = zeros(players), zeros(players)
  for i = 1, #rows do
    local row = rows[i]
    local seat, place, points = row.seat, row.place, row.points
    local cell = plan.cells[seat][place]
    by_seat[seat] = by_seat[seat] + points
    by_place[place] = by_place[place] + points
    changes = changes + row.changes
    cell.rounds = cell.rounds + 1
    cell.won = cell.won + row.won
    cell.own = cell.own + row.taken
    cell.bid_points = cell.bid_points + row.bid_points
    cell.gold_points = cell.gold_points + row.gold_points
    local counts, key = cell.matrix, row.side_bid << 8 | row.side_taken
    counts[key] = (counts[key] or 0) + 1
    counts = cell.points
    counts[points] = (counts[points] or 0) + 1
    counts, key = cell.gold_won, row.gold_won
    counts[key] = (counts[key] or 0) + 1
    counts, key = cell.gold_paid, row.gold_paid
    counts[key] = (counts[key] or 0) + 1
    counts, key = cell.gold_played, row.gold_played
    counts[key] = (counts[key] or 0) + 1
    counts, key = cell.gold_kept, row.gold_kept
    counts[key] = (counts[key] or 0) + 1
    if seat == players then
      margin = margin + margin_of(rows, i - players, section)
    end
  end
  section.margin:add(margin, #rows // players)
  return by_seat, by_place, changes
end

--- Count the units: a game's result for each bot, seat and place.
local function count_units(section, plan, game, by_seat, by_place, rounds)
  local shares = stats.shares(game.winners, section.sides)
  for _, bot in ipairs(plan.bots) do
    local share, points, leads = 0, 0, bot.leads
    for _, seat in ipairs(leads) do
      share = share + shares[section.side_of[seat]]
      points = points + by_seat[seat]
    end
    bot.units.wins:add(share / #leads)
    bot.units.points:add(points, #leads * rounds)
  end
  for i = 1, section.players do
    section.seats[i].wins:add(shares[section.side_of[i]])
    section.seats[i].points:add(by_seat[i], rounds)
    section.places[i].points:add(by_place[i], rounds)
  end
end

-- What a change was, packed: its gain, the rank of its gold, and whether it was
-- another seat's bid.
--   gain + 32768 | rank: 8 bits | another's: 1 bit
local function packed(change)
  return change.gain + 32768 << 9 | tonumber(change.gold:match "%d+") << 1
    | (change.of == change.seat and 0 or 1)
end

local function unpacked(key)
  return (key >> 9) - 32768, key >> 1 & 255, key & 1
end

--- Count changes of bid in their cells, and what a game's gained together for
--- each seat, place and bot. `rows` are the game's seats, by round.
local function count_changes(section, plan, rows, changes)
  local players, first = section.players, rows[1].round
  local by_seat, of_seat = zeros(players), zeros(players)
  local by_place, of_place = zeros(players), zeros(players)
  for i = 1, #changes do
    local change = changes[i]
    local seat, gain = change.seat, change.gain
    local place = rows[(change.round - first) * players + seat].place
    local counts, key = plan.cells[seat][place].changes, packed(change)
    counts[key] = (counts[key] or 0) + 1
    by_seat[seat], of_seat[seat] = by_seat[seat] + gain, of_seat[seat] + 1
    by_place[place] = by_place[place] + gain
    of_place[place] = of_place[place] + 1
  end
  for i = 1, players do
    if of_seat[i] > 0 then
      section.seats[i].gain:add(by_seat[i], of_seat[i])
    end
    if of_place[i] > 0 then
      section.places[i].gain:add(by_place[i], of_place[i])
    end
  end
  for _, bot in ipairs(plan.bots) do
    local gain, n = 0, 0
    for _, seat in ipairs(bot.seats) do
      gain, n = gain + by_seat[seat], n + of_seat[seat]
    end
    if n > 0 then bot.units.gain:add(gain, n) end
  end
end

--- How a round ended: whether its last trick was led, and whether the seat that
--- passed held base cards.
local function ending_of(row)
  return (row.void == 0 and "lead" or "follow")
    .. (row.held == 0 and "_empty" or "_cards")
end

local function count_rounds(section, rows)
  for _, row in ipairs(rows) do
    local ending = ending_of(row)
    section.endings[ending] = (section.endings[ending] or 0) + 1
    section.tricks[row.tricks] = (section.tricks[row.tricks] or 0) + 1
    if #row.winners ~= 1 then
      section.shared_rounds = section.shared_rounds + 1
    end
  end
end

local function count_faults(section, game)
  for i, fault in ipairs(game.faults) do
    local name = game.names[fault.seat] or ""
    local row = section.faults[name] or { name = name, forfeits = 0,
      kinds = {} }
    section.faults[name] = row
    row.kinds[fault.kind] = (row.kinds[fault.kind] or 0) + 1
    if game.forfeited and i == #game.faults then
      row.forfeits = row.forfeits + 1
    end
  end
end

local tally = {}
tally.__index = tally

--- A tally of games: `sections` in the order they came up.
function summary.new()
  return setmetatable({ sections = {}, games = 0 }, tally)
end

local function section_of(self, game)
  local key = game.variant .. "/" .. game.players
  local section = self.sections[key]
  if not section then
    section = new_section(game)
    self.sections[key] = section
    self.sections[#self.sections + 1] = section
  end
  return section
end

--- Count a game of aurum.records.
function tally:add(game)
  local section = section_of(self, game)
  self.games = self.games + 1
  if #game.faults > 0 then count_faults(section, game) end
  if game.forfeited then
    section.forfeited = section.forfeited + 1
    return
  end
  local rows = game:rows "seats"
  local rounds = #rows // section.players
  local plan = plan_of(section, game.names)
  local by_seat, by_place, changes = count_seats(section, plan, rows)
  count_units(section, plan, game, by_seat, by_place, rounds)
  if changes > 0 then
    count_changes(section, plan, rows, game:rows "changes")
  end
  count_rounds(section, game:rows "rounds")
  section.games = section.games + 1
  section.rounds = section.rounds + rounds
  if #game.winners > 1 then section.shared_games = section.shared_games + 1 end
end

-- ---- Figures ------------------------------------------------------------

local function add_to(counts, more)
  for key, n in pairs(more) do counts[key] = (counts[key] or 0) + n end
end

--- Gold cards by rank from texts such as "G0 G3" and how often each came up;
--- and how many in all.
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

--- Add what sides did to a row of figures.
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
    local what = taken == bid and "exact" or taken > bid and "over" or "under"
    row[what] = row[what] + n
  end
end

--- Add changes of bid.
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

--- Add what seats did.
local function add_seat(row, cell)
  row.seat_rounds = row.seat_rounds + cell.rounds
  row.own = row.own + cell.own
  add_changes(row.changes, cell.changes)
  for _, column in ipairs(gold_columns) do add_to(row[column], cell[column]) end
end

--- The figures of the cells that `sides` and `seats` choose.
local function row_of(section, name, units, sides, seats)
  local row = { name = name, games = units.points.n, wins = units.wins,
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

--- A section's rows: of its bots, sorted by name, its seats and its places.
--- Each has its side's figures `a round` (of those in `rounds`) and its seats'
--- (of those in `seat_rounds`): `own` tricks and gold.
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

--- The figures of a section.
local function result_of(section)
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

--- The figures of each section, in the order they came up.
function tally:results()
  local results = {}
  for i, section in ipairs(self.sections) do results[i] = result_of(section) end
  return results
end

return summary
