-- Aggregate statistics of recorded games: wins, points, bids and tricks taken,
-- gold, changes of bid, and the ends of rounds.
--
-- Games of one variant and number of players make a section. A game that a
-- fault decided is counted separately, and no other number includes it. The
-- rounds of a game are not independent, nor are the games of a deal: every
-- confidence interval treats consecutive games with one seed as one unit, as an
-- arena does.
--
-- Rounds are counted in cells: one for each bot, seat, and place from the first
-- player on. The rows of bots, seats and places are sums of cells. A bot at
-- both seats of a side has one result there, not two: only one of its cells
-- `leads`, and the results of the side are counted in that cell.
local summary_rows = require "aurum.record.summary_rows"
local estimate = require "aurum.stats.estimate"
local summary = {}

-- The columns read from each table of rows.
local columns = {
  seats = { "round", "seat", "place", "side_bid", "side_taken", "taken",
    "bid_points", "gold_points", "points", "won", "changes", "gold_won",
    "gold_paid", "gold_played", "gold_kept" },
  changes = { "round", "seat", "of", "gold", "gain" },
  rounds = { "tricks", "void", "held", "winners" },
}

-- ---- Counting -----------------------------------------------------------

local function new_cell(bot, seat, place, leads)
  return { bot = bot, seat = seat, place = place, leads = leads, rounds = 0,
    won = 0, own = 0, bid_points = 0, gold_points = 0, matrix = {},
    points = {}, gold_won = {}, gold_paid = {}, gold_played = {},
    gold_kept = {}, changes = {} }
end

-- A game won alone, as a whole number: a share of it, for up to six winners and
-- six sides of a bot, is one too. So sums do not depend on their order.
local whole = 3600

--- The statistics with one unit a deal: share of the win, points per round,
--- gain of changes of bid; and the number of games. `part` as in `summary.new`.
local function new_units(part)
  return { games = 0, wins = estimate.ratio(part),
    points = estimate.ratio(part), gain = estimate.ratio(part) }
end

local function new_section(game, part)
  local section = { variant = game.variant, players = game.players,
    side_of = game.rules.side_of, sides = game.rules.side_n, games = 0,
    rounds = 0, forfeited = 0, shared_games = 0,
    shared_rounds = 0, cells = {}, bots = {}, seats = {}, places = {},
    margin = estimate.ratio(part), part = part,
    plans = {}, endings = {}, tricks = {},
    faults = {} }
  for i = 1, game.players do
    section.seats[i], section.places[i] = new_units(part), new_units(part)
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

--- The plan of all games with these names: each seat's cells, and for each bot
--- the seats that lead its sides.
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
      section.bots[name] = section.bots[name] or new_units(section.part)
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

--- The points of the first player's side less the mean of the others', times
--- the number of these, in the round whose rows follow row `before`.
local function margin_of(rows, before, section)
  local points, first, sum = {}, nil, 0
  for seat = 1, section.players do
    local row, side = rows[before + seat], section.side_of[seat]
    if not points[side] then sum = sum + row.points end
    points[side] = row.points
    if row.place == 1 then first = side end
  end
  return points[first] * section.sides - sum
end

--- Counts the rounds of a game in their cells. Returns the points of each
--- seat's side, the points of each place's side, and the number of changes.
local function count_seats(section, plan, rows, deal)
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
  section.margin:put(deal, margin, #rows // players * (section.sides - 1))
  return by_seat, by_place, changes
end

--- Adds a game's points of `sides` sides in `rounds` rounds to units.
local function add_points(units, deal, points, sides, rounds)
  units.games = units.games + 1
  units.points:put(deal, points, sides * rounds)
end

--- Adds a game to units, of which `wins` of `sides` sides are among the game's
--- `winners`.
local function add_wins(units, deal, wins, sides, winners)
  units.wins:put(deal, whole * wins // (sides * winners), whole)
end

--- Counts the result of a game for each bot, seat and place.
local function count_units(section, plan, game, by_seat, by_place, rounds)
  local deal, winners, won = game.seed, math.max(#game.winners, 1), {}
  for side = 1, section.sides do won[side] = 0 end
  for _, side in ipairs(game.winners) do won[side] = 1 end
  for _, bot in ipairs(plan.bots) do
    local wins, points, leads = 0, 0, bot.leads
    for _, seat in ipairs(leads) do
      wins = wins + won[section.side_of[seat]]
      points = points + by_seat[seat]
    end
    add_wins(bot.units, deal, wins, #leads, winners)
    add_points(bot.units, deal, points, #leads, rounds)
  end
  for i = 1, section.players do
    add_wins(section.seats[i], deal, won[section.side_of[i]], 1, winners)
    add_points(section.seats[i], deal, by_seat[i], 1, rounds)
    add_points(section.places[i], deal, by_place[i], 1, rounds)
  end
end

--- Counts changes of bid in their cells, and the sum of a game's gains for each
--- seat, place and bot. `rows` are the rows of the game's seats, by round.
local function count_changes(section, plan, rows, changes, deal)
  local players, first = section.players, rows[1].round
  local by_seat, of_seat = zeros(players), zeros(players)
  local by_place, of_place = zeros(players), zeros(players)
  for i = 1, #changes do
    local change = changes[i]
    local seat, gain = change.seat, change.gain
    local place = rows[(change.round - first) * players + seat].place
    local counts = plan.cells[seat][place].changes
    local key = summary_rows.packed(change)
    counts[key] = (counts[key] or 0) + 1
    by_seat[seat], of_seat[seat] = by_seat[seat] + gain, of_seat[seat] + 1
    by_place[place] = by_place[place] + gain
    of_place[place] = of_place[place] + 1
  end
  for i = 1, players do
    if of_seat[i] > 0 then
      section.seats[i].gain:put(deal, by_seat[i], of_seat[i])
    end
    if of_place[i] > 0 then
      section.places[i].gain:put(deal, by_place[i], of_place[i])
    end
  end
  for _, bot in ipairs(plan.bots) do
    local gain, n = 0, 0
    for _, seat in ipairs(bot.seats) do
      gain, n = gain + by_seat[seat], n + of_seat[seat]
    end
    if n > 0 then bot.units.gain:put(deal, gain, n) end
  end
end

--- The end of a round as a key: "lead" or "follow", where the seat that passed
--- had to lead or follow, and "_empty" or "_cards" for its base cards.
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

--- An empty tally of games, its `sections` in the order in which they appear;
--- with `part`, of a part of the games, which another tally takes (`merge`).
function summary.new(part)
  return setmetatable({ sections = {}, games = 0, part = part }, tally)
end

local function section_of(self, game)
  local key = game.variant .. "/" .. game.players
  local section = self.sections[key]
  if not section then
    section = new_section(game, self.part)
    self.sections[key] = section
    self.sections[#self.sections + 1] = section
  end
  return section
end

--- The data of a game of aurum.records that counting it needs, for another
--- process.
function summary.data(game)
  local data = { variant = game.variant, players = game.players,
    names = game.names, seed = game.seed, forfeited = game.forfeited,
    winners = game.winners,
    side_of = game.rules.side_of, side_n = game.rules.side_n, faults = {},
    rows = {} }
  for i, fault in ipairs(game.faults) do
    data.faults[i] = { seat = fault.seat, kind = fault.kind }
  end
  for name, own in pairs(game.forfeited and {} or columns) do
    data.rows[name] = game:rows(name, own)
  end
  return data
end

--- A game of such data, which can be counted.
function summary.game(data)
  data.rules = { side_of = data.side_of, side_n = data.side_n }
  local rows = data.rows
  function data.rows(_, name) return rows[name] end
  return data
end

--- Counts a game of aurum.records.
function tally:add(game)
  local section = section_of(self, game)
  self.games = self.games + 1
  if #game.faults > 0 then count_faults(section, game) end
  if game.forfeited then
    section.forfeited = section.forfeited + 1
    return
  end
  local rows = game:rows("seats", columns.seats)
  local rounds = #rows // section.players
  local plan = plan_of(section, game.names)
  local by_seat, by_place, changes = count_seats(section, plan, rows,
    game.seed)
  count_units(section, plan, game, by_seat, by_place, rounds)
  if changes > 0 then
    count_changes(section, plan, rows, game:rows("changes", columns.changes),
      game.seed)
  end
  count_rounds(section, game:rows("rounds", columns.rounds))
  section.games = section.games + 1
  section.rounds = section.rounds + rounds
  if #game.winners > 1 then section.shared_games = section.shared_games + 1 end
end

-- ---- Parts ------------------------------------------------------------------

--- The tally of a part as plain data, for another process.
function tally:data()
  local list = {}
  for i, section in ipairs(self.sections) do
    section.plans = nil -- they refer to the cells
    section.rules = { side_of = section.side_of, side_n = section.sides }
    list[i] = section
  end
  return { games = self.games, sections = list }
end

--- Adds numbers, and tables of numbers, to the ones with the same names.
local function add_numbers(to, part, names)
  for _, name in ipairs(names) do
    if type(part[name]) == "table" then
      for key, n in pairs(part[name]) do
        to[name][key] = (to[name][key] or 0) + n
      end
    else
      to[name] = to[name] + part[name]
    end
  end
end

local function merge_units(units, part)
  units.games = units.games + part.games
  units.wins:merge(part.wins)
  units.points:merge(part.points)
  units.gain:merge(part.gain)
end

local cell_numbers = { "rounds", "won", "own", "bid_points", "gold_points",
  "matrix", "points", "gold_won", "gold_paid", "gold_played", "gold_kept",
  "changes" }

local function merge_cells(section, part)
  for _, cells in pairs(part.cells) do
    local one = cells[1]
    local own = cells_of(section, one.bot, one.seat, one.leads)
    for place, cell in ipairs(cells) do
      add_numbers(own[place], cell, cell_numbers)
    end
  end
end

local function merge_faults(section, part)
  for name, row in pairs(part.faults) do
    local own = section.faults[name] or { name = name, forfeits = 0,
      kinds = {} }
    section.faults[name] = own
    add_numbers(own, row, { "forfeits", "kinds" })
  end
end

local function merge_section(section, part)
  add_numbers(section, part, { "games", "rounds", "forfeited", "shared_games",
    "shared_rounds", "endings", "tricks" })
  merge_cells(section, part)
  merge_faults(section, part)
  for name, units in pairs(part.bots) do
    section.bots[name] = section.bots[name] or new_units()
    merge_units(section.bots[name], units)
  end
  for i = 1, section.players do
    merge_units(section.seats[i], part.seats[i])
    merge_units(section.places[i], part.places[i])
  end
  section.margin:merge(part.margin)
end

--- Adds the data of a part, whose games follow those counted so far.
function tally:merge(data)
  self.games = self.games + data.games
  for _, part in ipairs(data.sections) do
    merge_section(section_of(self, part), part)
  end
end

--- The results of each section, in the order in which they appeared.
function tally:results()
  local results = {}
  for i, section in ipairs(self.sections) do
    results[i] = summary_rows.section(section)
  end
  return results
end

return summary
