-- Scores of bots' own estimates: the value a bot noted for the move it made
-- (lua/record/notes.lua), against the result at the end of the round or, for
-- the goal "game", of the game.
--
-- For each bot and goal: the mean value and outcome, the bias with a 95 %
-- interval over games, and the mean squared error, which for a share of the
-- round or game is the Brier score; over all decisions and by trick. And a
-- calibration curve: the mean outcome of values that lie in one range.
local estimate = require "aurum.stats.estimate"
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local note_scores = {}
note_scores.__index = note_scores

--- Scores of no game yet.
function note_scores.new()
  return setmetatable({ games = 0, noted = 0, own = {} }, note_scores)
end

-- ---- Results ----------------------------------------------------------------

--- The share of sides that win together.
local function share(side, winners)
  for _, winner in ipairs(winners) do
    if winner == side then return 1 / #winners end
  end
  return 0
end

--- The result of a round for a side, by goal. `points` are those of each side.
local came = {}

function came.points(points, side) return points[side] end

function came.margin(points, side)
  local best = -math.huge
  for other, own in ipairs(points) do
    if other ~= side then best = math.max(best, own) end
  end
  return points[side] - best
end

function came.lead(points, side)
  local sum = 0
  for other, own in ipairs(points) do
    if other ~= side then sum = sum + own end
  end
  return points[side] - sum / (#points - 1)
end

--- The rounds of a game that were finished: { points =, winners = } by number;
--- and the side of each seat.
local function rounds_of(game)
  local rounds, side_of = {}, {}
  for _, row in ipairs(game:rows("seats",
    { "round", "seat", "side", "points", "won" })) do
    local round = rounds[row.round] or { points = {}, winners = {} }
    rounds[row.round], side_of[row.seat] = round, row.side
    if not round.points[row.side] and row.won == 1 then
      table.insert(round.winners, row.side)
    end
    round.points[row.side] = row.points
  end
  return rounds, side_of
end

--- The result that a noted value estimated; nil if its round has none.
local function outcome(game, row, rounds, side_of)
  local side, round = side_of[row.seat], rounds[row.round]
  if not side or not round or #round.winners == 0 then return nil end
  if row.goal == "game" then return share(side, game.winners) end
  if row.goal == "round" then return share(side, round.winners) end
  return came[row.goal](round.points, side)
end

-- ---- Sums -------------------------------------------------------------------

local function new_sum()
  return { n = 0, value = 0, came = 0, squares = 0, bias = estimate.ratio() }
end

local function add(sum, unit, value, result)
  sum.n, sum.value, sum.came = sum.n + 1, sum.value + value, sum.came + result
  sum.squares = sum.squares + (value - result) ^ 2
  sum.bias:put(unit, value - result)
end

--- True for a goal that is a share, from 0 to 1.
local function is_share(goal) return goal == "round" or goal == "game" end

local range_most = 15 -- the range of points from 60 on

--- The range of the curve that a value falls into, as a whole number. Points
--- lie in ranges of 4, but for the first and the last, which have one end.
local function range_of(goal, value)
  if is_share(goal) then
    return math.floor(10 * math.min(math.max(value, 0), 0.999))
  end
  return math.floor(math.min(math.max(value // 4, -range_most - 1), range_most))
end

--- Adds the values of a game of aurum.records.
function note_scores:add(game)
  self.games = self.games + 1
  if game.forfeited then return end
  local rows = game:rows "notes"
  if #rows == 0 then return end
  self.noted = self.noted + 1
  local rounds, side_of = rounds_of(game)
  for _, row in ipairs(rows) do
    local result = row.chosen == 1 and row.goal
      and outcome(game, row, rounds, side_of)
    if result then
      local key = row.name .. "\0" .. row.goal
      local own = self.own[key] or { name = row.name, goal = row.goal,
        all = new_sum(), tricks = {}, ranges = {} }
      self.own[key] = own
      local range = range_of(row.goal, row.value)
      own.tricks[row.trick] = own.tricks[row.trick] or new_sum()
      own.ranges[range] = own.ranges[range] or new_sum()
      for _, sum in ipairs { own.all, own.tricks[row.trick],
        own.ranges[range] } do
        add(sum, self.games, row.value, result)
      end
    end
  end
end

-- ---- Results ----------------------------------------------------------------

--- A sum as plain data.
local function data_of(sum, more)
  local low, high = sum.bias:interval()
  local data = { n = sum.n, value = sum.value / sum.n, came = sum.came / sum.n,
    bias = (sum.value - sum.came) / sum.n, low = low, high = high,
    squared_error = sum.squares / sum.n }
  for key, value in pairs(more or {}) do data[key] = value end
  return data
end

local function sorted_keys(of)
  local keys = {}
  for key in pairs(of) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

--- The scores as plain data: a list of { name =, goal =, all =, tricks =,
--- curve = }, by name and goal.
function note_scores:data()
  local list = {}
  for _, key in ipairs(sorted_keys(self.own)) do
    local own = self.own[key]
    local item = { name = own.name, goal = own.goal, all = data_of(own.all),
      tricks = {}, curve = {} }
    for _, trick in ipairs(sorted_keys(own.tricks)) do
      table.insert(item.tricks, data_of(own.tricks[trick], { trick = trick }))
    end
    for _, range in ipairs(sorted_keys(own.ranges)) do
      local width = is_share(own.goal) and 0.1 or 4
      local outer = not is_share(own.goal) and range_most
      table.insert(item.curve, data_of(own.ranges[range], {
        from = range ~= (outer and -outer - 1) and range * width or nil,
        to = range ~= outer and (range + 1) * width or nil }))
    end
    list[#list + 1] = item
  end
  return list
end

local function row_of(label, one, form)
  return { label, one.n, form:format(one.value), form:format(one.came),
    format.number(one.bias, "%+" .. form:sub(2)),
    format.interval(one.low, one.high, "%+" .. form:sub(2), 1),
    form:format(one.squared_error) }
end

--- The ends of a range of the curve as text.
local function ends_text(goal, one)
  if is_share(goal) then return ("%.1f to %.1f"):format(one.from, one.to) end
  if not one.to then return ("%d or more"):format(one.from) end
  return one.from and ("%d to %d"):format(one.from, one.to)
    or ("below %d"):format(one.to)
end

--- The scores as text; nil if no value could be scored.
function note_scores:text()
  local parts = {}
  for _, item in ipairs(self:data()) do
    local form = is_share(item.goal) and "%.3f" or "%.2f"
    local head = { "n", "value", "came", "bias", "95 %",
      is_share(item.goal) and "Brier" or "sq. error" }
    local function add_table(label, rows)
      table.insert(rows, 1, { label, table.unpack(head) })
      parts[#parts + 1] = term.table(rows, "<")
    end
    parts[#parts + 1] = ("\nnotes of %s, goal %s: the value of the move made, "
      .. "and the result\n"):format(term.plain(item.name), item.goal)
    local rows = { row_of("all", item.all, form) }
    for _, one in ipairs(item.tricks) do
      rows[#rows + 1] = row_of(one.trick == 0 and "bids"
        or "trick " .. one.trick, one, form)
    end
    add_table("by trick", rows)
    rows = {}
    for _, one in ipairs(item.curve) do
      rows[#rows + 1] = row_of(ends_text(item.goal, one), one, form)
    end
    add_table("values from", rows)
  end
  return parts[1] and table.concat(parts)
end

return note_scores
