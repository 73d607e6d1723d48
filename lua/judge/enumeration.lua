-- The mean value of each move over all worlds of a view, with all hands open,
-- as far as the verdict needs it.
--
-- Each world is solved once for its value, which bounds the value after every
-- move from above, and for the value after the move made. Then other moves are
-- solved one by one, in one world after another, while the sum of their bounds
-- exceeds the sum of the best move. So the best move and its mean are exact,
-- and most moves need not be solved in every world.
local ahead = require "aurum.judge.ahead"
local enumeration = {}

-- Positions that the first solutions of all worlds may take; that all solutions
-- together may take; and how many times the mean one solution may take.
local first, budget, above_mean = 40000000, 60000000, 8
local valuing = 3000000 -- positions that the values of all moves may take

local table_ = {}
table_.__index = table_

--- The solutions of states for their values, as far as the positions suffice.
--- `most`: the positions that they may visit, if less than what is left.
function table_:solve(states, most)
  local total = math.max(math.min(self.left, most or self.left), 1)
  return ahead.solve(states, { find = "value", side = self.side,
    nodes = self.most, total = total, unsolved = 1 })
end

--- Takes a solution into account. False if there is none or it is not exact.
function table_:take(found)
  if not found or not found.over and self.left < 1 then return false end
  if not found.over then self.left = self.left - math.max(found.nodes, 1) end
  return found.exact
end

--- The state of a world after a move.
function table_:after(i, move)
  return self.worlds[i]:clone():apply(move)
end

--- Makes the value of a move in a world exact, by the solution after it. False
--- if it cannot.
function table_:settle(move, i, found)
  if not self:take(found) then return false end
  local high = self.high[move]
  self.sum[move] = self.sum[move] + found.value - high[i]
  high[i], self.exact[move][i] = found.value, true
  return true
end

--- Takes the value of a world, which bounds that of each move. False if it is
--- not known.
function table_:open(i, found)
  if not self:take(found) then return false end
  self.values[i] = found.value
  for _, move in ipairs(found.moves) do
    local action, most = move.action, math.min(move.hi, found.value)
    self.high[action][i], self.exact[action][i] = most, move.lo == most
    self.sum[action] = self.sum[action] + most
  end
  return true
end

--- The numbers of the worlds in the order in which they are first solved.
--- Neighbours in the list are alike, so they are taken in strides.
local function strides(n)
  local order, stride = {}, math.max(math.floor(math.sqrt(n)), 1)
  for from = 1, stride do
    for i = from, n, stride do order[#order + 1] = i end
  end
  return order
end

--- Solves the worlds with these numbers, and each after the move made. Returns
--- the positions that each took; nil if it cannot, or if all take `most`.
function table_:begin_with(numbers, most)
  local took, states, late = {}, {}, {}
  local function count(i, before)
    took[i] = (took[i] or 0) + before - self.left
  end
  for k, i in ipairs(numbers) do states[k] = self.worlds[i] end
  local all = self.left
  for k, found in ipairs(self:solve(states, most)) do
    local before, i = self.left, numbers[k]
    if not self:open(i, found) then return nil end
    count(i, before)
    if not self.exact[self.done][i] then late[#late + 1] = i end
  end
  states = {}
  for k, i in ipairs(late) do states[k] = self:after(i, self.done) end
  local found = self:solve(states, most - (all - self.left))
  for k, i in ipairs(late) do
    local before = self.left
    if not self:settle(self.done, i, found[k]) then return nil end
    count(i, before)
  end
  return took
end

--- Solves each world once. False if it cannot, or if the worlds so far show
--- that the positions will not suffice. The mean of few worlds is uncertain, so
--- the first k of n worlds may take a share of sqrt(k / n).
function table_:begin()
  local n = #self.worlds
  local order, spent = strides(n), 0
  local function share(k) return first * math.sqrt(k / n) end
  for from, to in ahead.lots(n) do
    local numbers = table.move(order, from, to, 1, {})
    local took = self:begin_with(numbers, math.floor(share(to)) + 1 - spent)
    if not took then return false end
    for k, i in ipairs(numbers) do
      if not took[i] then return false end
      spent = spent + took[i]
      if spent > share(from + k - 1) then return false end
    end
  end
  return true
end

--- Makes the values of a move exact, world by world, until the sum of its
--- bounds is at most `least` (nil: in all worlds). False if it cannot.
function table_:lower(move, least)
  local open = {}
  for i = 1, #self.worlds do
    if not self.exact[move][i] then open[#open + 1] = i end
  end
  for from, to in ahead.lots(#open) do
    if least and self.sum[move] <= least then break end
    local states = {}
    for k = from, to do states[#states + 1] = self:after(open[k], move) end
    local found = self:solve(states)
    for k = from, to do
      if least and self.sum[move] <= least then break end
      if not self:settle(move, open[k], found[k - from + 1]) then
        return false
      end
    end
  end
  return true
end

--- The best move, which is the move made if no other is better; nil if the
--- positions do not suffice.
function table_:best()
  local best = self.done
  while true do
    local next_, most = nil, self.sum[best]
    for _, move in ipairs(self.moves) do
      if self.sum[move] > most then next_, most = move, self.sum[move] end
    end
    if not next_ then return best end
    if not self:lower(next_, self.sum[best]) then return nil end
    if self.sum[next_] > self.sum[best] then best = next_ end
  end
end

--- The distance between the means of the best and the worst move, or a lower
--- bound of it: above `enough`, unless the positions do not suffice. The move
--- made is known, and a move with a low bound needs the fewest solutions more.
function table_:spread(best, enough)
  local n, sum = #self.worlds, self.sum
  local least, order = sum[best] - enough * n - 1, table.move(self.moves, 1,
    #self.moves, 1, {})
  local lowest, place = sum[self.done], {}
  for i, move in ipairs(order) do
    lowest, place[move] = math.min(lowest, sum[move]), i
  end
  table.sort(order, function(a, b)
    if sum[a] ~= sum[b] then return sum[a] < sum[b] end
    return place[a] < place[b]
  end)
  for _, move in ipairs(order) do
    if lowest <= least or not self:lower(move, least) then break end
    lowest = math.min(lowest, sum[move])
  end
  return (sum[best] - lowest) / n
end

--- The gain of a move over the move made (nil: of the best move in each world):
--- see lua/judge/comparison.lua.
function table_:gain(move)
  local n, done, sum, squares = #self.worlds, self.high[self.done], 0, 0
  for i, value in ipairs(move and self.high[move] or self.values) do
    sum, squares = sum + value - done[i], squares + (value - done[i]) ^ 2
  end
  return { action = move or self.done, found = sum / n, error = 0.0, n = n,
    sd = math.sqrt(math.max(squares - sum * sum / n, 0.0) / n),
    proven = true, settled = self.settled }
end

--- The mean value of each move by its text, without moves for which the
--- positions do not suffice.
function table_:means()
  local by = {}
  self.left = math.min(self.left, valuing)
  for _, move in ipairs(self.moves) do
    if self:lower(move) then
      by[tostring(move)] = self.sum[move] / #self.worlds
    end
  end
  return by
end

--- True if no other seat has a card left.
local function alone(world, seat)
  for other, hand in ipairs(world.hands) do
    if other ~= seat and (#hand > 0 or #world.gold[other] > 0) then
      return false
    end
  end
  return true
end

--- A candidate, as methods of lua/judge/solving.lua name one: the `better`
--- move, the `spread`, the `gain` of the better move over the move made, and as
--- a rival the best move of each world; `values()` returns the value of each
--- move. `enough` is a spread that matters. nil if the positions do not
--- suffice.
function enumeration.candidate(view, worlds, done, enough)
  local self = setmetatable({ worlds = worlds, done = done,
    side = view.side, left = budget, most = first // #worlds * above_mean,
    settled = #worlds == 1 and alone(worlds[1], view.seat),
    moves = view:legal(), values = {}, high = {}, exact = {}, sum = {} },
    table_)
  for _, move in ipairs(self.moves) do
    self.high[move], self.exact[move], self.sum[move] = {}, {}, 0
  end
  local best = self:begin() and self:best()
  if not best then return nil end
  return { better = best, spread = self:spread(best, enough),
    gain = best ~= done and self:gain(best) or nil,
    rivals = { self:gain(nil) },
    values = function() return self:means() end }
end

return enumeration
