-- Tally of the values of moves over solved worlds: how much each gains over the
-- move made. Values are whole points, so the sums are exact.
local tally = {}

local sums = {}
sums.__index = sums

--- A tally without worlds of some actions, one of which is `done`; nil: gains
--- are over 0 points.
function tally.new(legal, done)
  local self = { done = done, n = 0, left_out = 0, base = 0, actions = legal,
    sum = {},
    squares = {}, low = {}, high = {} }
  for _, action in ipairs(legal) do
    self.sum[action], self.squares[action] = 0, 0
    self.low[action], self.high[action] = math.huge, -math.huge
  end
  return setmetatable(self, sums)
end

--- Adds a world, given the `moves` of its solution, whose values are all known.
function sums:add(moves)
  local base = not self.done and 0
  for _, move in ipairs(moves) do
    if move.action == self.done then base = move.lo end
  end
  self.base = self.base + base
  for _, move in ipairs(moves) do
    local action, gain = move.action, move.lo - base
    self.sum[action] = self.sum[action] + gain
    self.squares[action] = self.squares[action] + gain * gain
    self.low[action] = math.min(self.low[action], gain)
    self.high[action] = math.max(self.high[action], gain)
  end
  self.n = self.n + 1
end

--- Counts a world that could not be solved.
function sums:leave_out()
  self.left_out = self.left_out + 1
end

--- The mean value of each action and its standard error, as { action =, mean =,
--- error = }, the best first. Only of a tally without a `done` move.
function sums:means()
  local list = {}
  for i, action in ipairs(self.actions) do
    local gain = self:gain(action)
    list[i] = { action = action, mean = gain.found, error = gain.error }
  end
  table.sort(list, function(a, b)
    if a.mean ~= b.mean then return a.mean > b.mean end
    return tostring(a.action) < tostring(b.action)
  end)
  return list
end

--- The mean value of each action, by its text.
function sums:values()
  local by = {}
  for _, action in ipairs(self.actions) do
    by[tostring(action)] = (self.base + self.sum[action]) / self.n
  end
  return by
end

--- The gain of a move over the move made: see lua/judge/comparison.lua.
function sums:gain(action)
  local n, sum = self.n, self.sum[action]
  local around = math.max(self.squares[action] - sum * sum / n, 0.0)
  local sd = n > 1 and math.sqrt(around / (n - 1)) or 0.0
  return { action = action, found = sum / n, error = sd / math.sqrt(n), n = n,
    sd = sd, range = self.high[action] - self.low[action],
    left_out = self.left_out / (n + self.left_out) }
end

--- A candidate, as methods of lua/judge/solving.lua name one: the `better`
--- move, which is the move made if none gains more than its standard error; the
--- gains of the other moves, its `rivals`; the `spread`; and `values`, a
--- function that returns the value of each move.
function sums:best()
  local best, most, lowest = self.done, 0, 0
  local rivals = {}
  for _, action in ipairs(self.actions) do
    local sum = self.sum[action]
    if sum > most then best, most = action, sum end
    lowest = math.min(lowest, sum)
    if action ~= self.done then rivals[#rivals + 1] = self:gain(action) end
  end
  local gain = self:gain(best)
  if gain.found < gain.error then best = self.done end
  return { better = best, spread = (most - lowest) / self.n, rivals = rivals,
    values = function() return self:values() end }
end

return tally
