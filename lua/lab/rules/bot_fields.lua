-- Fields of bots: bots that are exchanged over the sides, so that each deal is
-- played once in each order. lua/lab/rules/deal_values.lua says what a field
-- has.
local seat_orders = require "aurum.lab.seat_orders"
local bot_fields = {}

--- For each seating, the sides on which only this bot sits; nil if a seating
--- has none.
local function alone(spec, seatings, rules)
  local result = {}
  for i, seating in ipairs(seatings) do
    local sides, mixed = {}, {}
    for seat, side in ipairs(rules.side_of) do
      mixed[side] = mixed[side] or seating[seat].spec ~= spec
    end
    for side = 1, rules.side_n do
      if not mixed[side] then sides[#sides + 1] = side end
    end
    if #sides == 0 then return nil end
    result[i] = sides
  end
  return result
end

--- The field of a list of bots and their seatings, whose games begin with game
--- `from` (1) of a deal.
function bot_fields.of(bots, seatings, rules, from)
  local first, last = bots[1].spec, bots[#bots].spec
  local field = { from = from or 1, n = #seatings, sides = rules.side_n,
    seatings = seatings, bots = bots, first = alone(first, seatings, rules),
    last = first ~= last and alone(last, seatings, rules) or nil,
    lineups = {}, cells = {} }
  local names = {}
  for i, seating in ipairs(seatings) do
    names[i] = {}
    for seat, bot in ipairs(seating) do names[i][seat] = bot.spec end
  end
  local _, by_seat = seat_orders.lineups(names, rules.side_of)
  for i, list in ipairs(by_seat) do
    field.lineups[i] = {}
    for seat, side in ipairs(rules.side_of) do
      if not field.lineups[i][side] then
        local lineup = list[seat]
        field.lineups[i][side] = lineup
        field.cells[lineup] = (field.cells[lineup] or 0) + 1
      end
    end
  end
  return field
end

return bot_fields
