-- The shape of the data of a game that lua/record/summary.lua counts, for
-- results that come from a file: the sheets of a plan.
local aurum = require "aurum"
local shape = require "aurum.text.shape"

local most = 1000000000 -- of a number that is counted
local small = shape.whole(0, 255)
local seat = shape.whole(1, 6)
local count = shape.whole(0, most)
local points = shape.whole(-most, most)
local card = "^G%d%d?$" -- a gold card: ranks have at most two digits
local gold = shape.also(shape.text(4096), function(text)
  for word in text:gmatch "[^ ]+" do
    if not word:find(card) then
      return ("expected gold cards, got '%s'"):format(aurum.plain(word, 60))
    end
  end
end)
local name = shape.text(10000)

local seats_row = shape.object { round = count, seat = seat, place = seat,
  side_bid = small, side_taken = small, taken = small, bid_points = points,
  gold_points = points, points = points, won = shape.whole(0, 1),
  changes = count, gold_won = gold, gold_paid = gold, gold_played = gold,
  gold_kept = gold }

local changes_row = shape.object { round = count, seat = seat, of = seat,
  gold = shape.text(3, card, "a gold card, such as G2"),
  gain = shape.whole(-32768, 32767) }

local rounds_row = shape.object { tricks = small, void = count, held = count,
  winners = shape.text(20, "^[%d+ ]*$", "sides, such as 1+2") }

local rows = shape.object {
  seats = shape.optional(shape.list(seats_row, 1, 1000000)),
  changes = shape.optional(shape.list(changes_row, 0, 1000000)),
  rounds = shape.optional(shape.list(rounds_row, 1, 1000000)) }

--- The problem of the rows of a round's seats, from row `from` on.
local function problem_of_round(list, from, players)
  local first = false
  for i = 1, players do
    local row = list[from + i - 1]
    if row.seat ~= i or row.place > players
      or row.round ~= list[1].round + (from - 1) // players then
      return "expected the seats of each round in order",
        (".rows.seats[%d]"):format(from + i - 1)
    end
    first = first or row.place == 1
  end
  if first then return nil end
  return "expected a first player", (".rows.seats[%d]"):format(from)
end

--- How the rows of a game that was played to its end fit together.
local function problem_of_rows(game)
  local list, players = game.rows.seats, game.players
  if not (list and game.rows.changes and game.rows.rounds) then
    return "expected rows of seats, changes and rounds", ".rows"
  elseif #list % players ~= 0 then
    return ("expected %d rows for each round"):format(players), ".rows.seats"
  end
  for from = 1, #list, players do
    local problem, at = problem_of_round(list, from, players)
    if problem then return problem, at end
  end
  for i, change in ipairs(game.rows.changes) do
    if change.seat > players or change.of > players
      or change.round < list[1].round or change.round > list[#list].round then
      return "expected a seat and a round of the game",
        (".rows.changes[%d]"):format(i)
    end
  end
end

--- How the parts of a game fit together.
local function problem_of_game(game)
  local sides = 0
  if #game.names ~= game.players or #game.side_of ~= game.players then
    return ("expected a name and a side for each of %d seats"):format(
      game.players)
  end
  for _, side in ipairs(game.side_of) do sides = math.max(sides, side) end
  if sides ~= game.side_n then
    return ("expected %d, got %d"):format(sides, game.side_n), ".side_n"
  end
  for i, side in ipairs(game.winners) do
    if side > sides then
      return ("expected at most %d, got %d"):format(sides, side),
        (".winners[%d]"):format(i)
    end
  end
  if not game.forfeited then return problem_of_rows(game) end
end

return shape.also(shape.object { variant = shape.text(10000),
  seed = shape.text(100000),
  players = shape.whole(2, 6), names = shape.list(name, 2, 6),
  forfeited = shape.optional(shape.flag),
  winners = shape.list(seat, 1, 6), side_of = shape.list(seat, 2, 6),
  side_n = shape.whole(2, 6),
  faults = shape.list(shape.object { seat = seat,
    kind = shape.text(20, "^%l+$", "a word of lowercase letters") }, 0,
    100000),
  rows = rows }, problem_of_game)
