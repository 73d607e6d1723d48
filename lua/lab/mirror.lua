-- Mirrored matches: the same deals, the bots exchanged between the sides.
--
-- A line-up is what one side is manned with: a bot, or one for each seat of a
-- team. An order says which line-up sits on which side. All orders of one seed
-- meet the same deals, since round k's deal depends on the seed and k alone:
-- the luck of the cards falls on each line-up in turn and cancels.
--
-- The games of a seed are one observation together, a deal: they share their
-- cards, so they are not independent, and neither are the rounds of a game,
-- whose number depends on how they went. Each game counts the same in it.
local aurum = require "aurum"
local estimate = require "aurum.stats.estimate"
local mirror = {}

--- The seats of each side, in order.
local function seats_of(side_of)
  local seats = {}
  for seat, side in ipairs(side_of) do
    seats[side] = seats[side] or {}
    table.insert(seats[side], seat)
  end
  return seats
end

--- What the seats of a side are called: their bots' names, each once.
local function label(seats, names)
  local parts, seen = {}, {}
  for _, seat in ipairs(seats) do
    if not seen[names[seat]] then parts[#parts + 1] = names[seat] end
    seen[names[seat]] = true
  end
  return table.concat(parts, "+")
end

--- The line-ups by side, as text that tells them apart.
local function lineups(seats, names)
  local list = {}
  for side, own in ipairs(seats) do
    local parts = {}
    for i, seat in ipairs(own) do parts[i] = names[seat] end
    list[side] = table.concat(parts, "+")
  end
  return list
end

--- Every order of the line-ups that differs from the others, the given one
--- first: each a list, by side, of the side whose line-up sits there.
local function orders(list)
  local found, order, used = {}, {}, {}
  local function place(side)
    if side > #list then
      found[#found + 1] = table.move(order, 1, #order, 1, {})
      return
    end
    local tried = {} -- equal line-ups change places without a difference
    for from, lineup in ipairs(list) do
      if not used[from] and not tried[lineup] then
        tried[lineup], used[from], order[side] = true, true, from
        place(side + 1)
        used[from] = nil
      end
    end
  end
  place(1)
  return found
end

--- What each side is called, given the names by seat of each seating.
function mirror.side_names(seated, side_of)
  local result = {}
  for side, own in ipairs(seats_of(side_of)) do
    result[side] = #seated > 1 and "in turn" or label(own, seated[1])
  end
  return result
end

local most_orders = 120 -- of five bots; each is a game that is kept ready

--- How bots with these names, by seat, are exchanged: a list of seatings, the
--- given one first, each a list of the seat from which the bot of a seat comes.
--- Or nil and why it cannot be done.
function mirror.seatings(names, side_of)
  local seats, list = seats_of(side_of), {}
  for _, own in ipairs(seats) do
    if #own ~= #seats[1] then
      return nil, "the sides differ in size and cannot be exchanged"
    end
  end
  local found = orders(lineups(seats, names))
  if #found > most_orders then
    return nil, ("%d orders of these bots, at most %d are played")
      :format(#found, most_orders)
  end
  for i, order in ipairs(found) do
    list[i] = {}
    for side, own in ipairs(seats) do
      for k, seat in ipairs(own) do
        list[i][seat] = seats[order[side]][k]
      end
    end
  end
  return list
end

--- The bots of a list such as "greedy,mine.lua", for seats in turn; or nil and
--- a message.
function mirror.bots(text, players)
  local bots = {}
  for spec in (text .. ","):gmatch "(.-)," do
    local bot, message = aurum.bot(spec)
    if not bot then return nil, message end
    bots[#bots + 1] = bot
  end
  if #bots > players then
    return nil, ("%d bots for %d seats"):format(#bots, players)
  end
  return bots
end

--- How they sit: a bot for each seat, and if they are exchanged every other way
--- too. Or nil and why that cannot be done.
function mirror.seat(bots, rules, exchanged)
  local given, specs = {}, {}
  for seat = 1, rules.players do
    given[seat] = bots[(seat - 1) % #bots + 1]
    specs[seat] = given[seat].spec
  end
  if not exchanged then return { given } end
  local seatings, problem = mirror.seatings(specs, rules.side_of)
  for _, seating in ipairs(seatings or {}) do
    for seat, from in ipairs(seating) do seating[seat] = given[from] end
  end
  return seatings, problem
end

local tally = {}
tally.__index = tally

--- The tally of a mirrored match. `seated` has for each seating the names by
--- seat. Its `rows` are the line-ups, each with its `name` and the `sample` of
--- its differences; `left_out` counts the deals that could not be judged.
function mirror.tally(seated, side_of)
  local self = setmetatable({ rows = {}, sides = {}, left_out = 0,
    games = #seated, met = 0 }, tally)
  local seats, row_of = seats_of(side_of), {}
  for i, names in ipairs(seated) do
    self.sides[i] = {}
    for side, lineup in ipairs(lineups(seats, names)) do
      if not row_of[lineup] then
        row_of[lineup] = { name = label(seats[side], names), sum = 0,
          sample = estimate.sample() }
        table.insert(self.rows, row_of[lineup])
      end
      self.sides[i][side] = row_of[lineup]
    end
  end
  return self
end

--- Points a round of each line-up in a game, the mean of the sides it has, less
--- the mean of the others. In whole numbers up to the last division, so that
--- differences which cancel do so exactly.
local function add_game(self, result)
  local row_of, total, own, count = self.sides[result.game], 0, {}, {}
  for side, row in ipairs(row_of) do
    own[row], count[row] = own[row] or 0, (count[row] or 0) + 1
    for _, round in ipairs(result.rounds) do
      own[row] = own[row] + round.points[side]
      total = total + round.points[side]
    end
  end
  for _, row in ipairs(self.rows) do
    local k, others = count[row], #row_of - count[row]
    if others > 0 then -- own / k - (total - own) / others, a round
      row.sum = row.sum + (own[row] * #row_of - total * k)
        / (k * others * #result.rounds)
    end
  end
end

--- Add a game's result. Those of one deal follow each other.
function tally:add(result)
  self.met = self.met + 1
  if #result.rounds == 0 then
    self.void = true -- a bot's fault before a round was finished
  else
    add_game(self, result)
  end
  if self.met < self.games then return end
  if self.void then self.left_out = self.left_out + 1 end
  for _, row in ipairs(self.rows) do
    if not self.void then row.sample:add(row.sum / self.games) end
    row.sum = 0
  end
  self.met, self.void = 0, false
end

return mirror
