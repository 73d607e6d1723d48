-- Margins of a recorded game by round and seat: a side's points in the round
-- less the mean of the other sides'.
local estimate = require "aurum.stats.estimate"

local columns = { "round", "seat", "side", "points" }

--- The margins of a game of aurum.records: `list[round][seat]`.
return function(game)
  local margins, points = {}, {}
  for _, row in ipairs(game:rows("seats", columns)) do
    points[row.side] = row.points
    if row.seat == game.players then
      local by_side, by_seat = estimate.margins(points, 1), {}
      for seat, side in ipairs(game.rules.side_of) do
        by_seat[seat] = by_side[side]
      end
      margins[row.round] = by_seat
    end
  end
  return margins
end
