-- Aggregate statistics of recorded games: wins, points, bids and tricks taken,
-- gold, changes of bid, and the ends of rounds.
--
-- Games of one variant and number of players make a section. A game that a
-- fault decided is counted separately, and no other number includes it. Games
-- are independent of each other, the rounds of a game are not: every confidence
-- interval treats a game as one unit.
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

--- Observations of a part of the games. Their sums are fractions, which depend
--- on the order, so they are added only where all games come together.
local log = {}
log.__index = log

function log:add(y, x)
  self[#self + 1] = string.pack("<nj", y, x or 1)
end

--- Adds the observations of a log to a sample or a ratio.
local function add_log(to, part)
  local at = 1
  while at <= #part do
    local y, x
    y, x, at = string.unpack("<nj", part, at)
    to:add(y, x)
  end
end

--- The statistics with one unit a game: share of the win, points per round,
--- gain of changes of bid. `part` as in `summary.new`.
local function new_units(part)
  return { wins = part and setmetatable({}, log) or estimate.sample(),
    points = estimate.ratio(), gain = estimate.ratio() }
end

local function new_section(game, part)
  local section = { variant = game.variant, players = game.players,
    side_of = game.rules.side_of, sides = game.rules.side_n, games = 0,
    rounds = 0, forfeited = 0, shared_games = 0,
    shared_rounds = 0, cells = {}, bots = {}, seats = {}, places = {},
    margin = part and setmetatable({}, log) or estimate.ratio(), part = part,
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

--- The points of the first player's side less the mean of the others', in the
--- round whose rows follow row `before`.
local function margin_of(rows, before, section)
  local points, first, sum = {}, nil, 0
  for seat = 1, section.players do
    local row, side = rows[before + seat], section.side_of[seat]
    if not points[side] then sum = sum + row.points end
    points[side] = row.points
    if row.place == 1 then first = side end
  end
  return points[first] - (sum - points[first]) / (section.sides - 1)
end

--- Counts the rounds of a game in their cells. Returns the points of each
--- seat's side, those of each place's side, and the number of changes.
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

--- Counts the result of a game for each bot, seat and place.
local function count_units(section, plan, game, by_seat, by_place, rounds)
  local shares = estimate.shares(game.winners, section.sides)
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

--- Counts changes of bid in their cells, and the sum of a game's gains for each
--- seat, place and bot. `rows` are the rows of the game's seats, by round.
local function count_changes(section, plan, rows, changes)
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
    names = game.names, forfeited = game.forfeited, winners = game.winners,
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
  local by_seat, by_place, changes = count_seats(section, plan, rows)
  count_units(section, plan, game, by_seat, by_place, rounds)
  if changes > 0 then
    count_changes(section, plan, rows, game:rows("changes", columns.changes))
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
    section.margin = table.concat(section.margin)
    for _, group in ipairs { section.bots, section.seats, section.places } do
      for _, units in pairs(group) do
        units.wins = table.concat(units.wins)
      end
    end
    list[i] = section
  end
  return { games = self.games, sections = list }
end

--- Adds numbers, and tables of numbers, to those of the same names.
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
  add_log(units.wins, part.wins)
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
  add_log(section.margin, part.margin)
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
