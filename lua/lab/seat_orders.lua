-- Seatings: which bot sits where, and how bots are exchanged between the sides.
--
-- A line-up is the bots of one side, by seat. An order says which line-up sits
-- on which side. All orders of one seed meet the same deals, since round k's
-- deal depends only on the seed and k. So the luck of the cards falls on each
-- line-up in turn and cancels.
local aurum = require "aurum"
local seat_orders = {}

--- The seats of each side, in order.
local function seats_of(side_of)
  local seats = {}
  for seat, side in ipairs(side_of) do
    seats[side] = seats[side] or {}
    table.insert(seats[side], seat)
  end
  return seats
end

--- The name of a line-up: its bots' names, each once.
local function label(seats, names)
  local parts, seen = {}, {}
  for _, seat in ipairs(seats) do
    if not seen[names[seat]] then parts[#parts + 1] = names[seat] end
    seen[names[seat]] = true
  end
  return table.concat(parts, "+")
end

--- The line-ups by side, as texts: equal ones are the same line-up.
local function lineups_of(seats, names)
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
  local function fill(side)
    if side > #list then
      found[#found + 1] = table.move(order, 1, #order, 1, {})
      return
    end
    local tried = {} -- to exchange equal line-ups changes nothing
    for from, lineup in ipairs(list) do
      if not used[from] and not tried[lineup] then
        tried[lineup], used[from], order[side] = true, true, from
        fill(side + 1)
        used[from] = nil
      end
    end
  end
  fill(1)
  return found
end

--- The name of each side, given the names by seat of each seating.
function seat_orders.side_names(seated, side_of)
  local result = {}
  for side, own in ipairs(seats_of(side_of)) do
    result[side] = #seated > 1 and "in turn" or label(own, seated[1])
  end
  return result
end

local most_orders = 120 -- of five bots; each is a game that is kept ready

--- The ways to exchange bots with these names, by seat, between the sides: a
--- list of seatings, of which the given one is the first. A seating is a list,
--- by seat, of the seat from which its bot comes. Or nil and the reason why
--- there are none.
function seat_orders.seatings(names, side_of)
  local seats, list = seats_of(side_of), {}
  for _, own in ipairs(seats) do
    if #own ~= #seats[1] then
      return nil, "the sides differ in size and cannot be exchanged"
    end
  end
  local found = orders(lineups_of(seats, names))
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

--- The bots of a list such as { "greedy", "mine.lua" }, for seats in turn; or
--- nil and a message.
function seat_orders.bots(specs, players)
  local bots = {}
  for i, spec in ipairs(specs) do
    local bot, message = aurum.bot(spec, bots)
    if not bot then return nil, message end
    bots[i] = bot
  end
  if #bots > players then
    return nil, ("%d bots for %d seats"):format(#bots, players)
  end
  return bots
end

--- The seatings of a match, each a list of the bot of each seat: one, or all if
--- the bots are `exchanged`. Or nil and the reason why they cannot be
--- exchanged.
function seat_orders.seat(bots, rules, exchanged)
  local given, specs = {}, {}
  for seat = 1, rules.players do
    given[seat] = bots[(seat - 1) % #bots + 1]
    specs[seat] = given[seat].spec
  end
  if not exchanged then return { given } end
  local list, problem = seat_orders.seatings(specs, rules.side_of)
  for _, seating in ipairs(list or {}) do
    for seat, from in ipairs(seating) do seating[seat] = given[from] end
  end
  return list, problem
end

--- The line-ups of seatings, given the names by seat of each: their names, in
--- order of appearance, and for each seating the index of each seat's line-up.
function seat_orders.lineups(seated, side_of)
  local seats, names, index_of, list = seats_of(side_of), {}, {}, {}
  for i, by_seat in ipairs(seated) do
    local index = {}
    for side, lineup in ipairs(lineups_of(seats, by_seat)) do
      if not index_of[lineup] then
        names[#names + 1] = label(seats[side], by_seat)
        index_of[lineup] = #names
      end
      index[side] = index_of[lineup]
    end
    list[i] = {}
    for seat, side in ipairs(side_of) do list[i][seat] = index[side] end
  end
  return names, list
end

return seat_orders
