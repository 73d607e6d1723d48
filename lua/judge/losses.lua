-- Sums of losses: of a seat in a game, or of a bot over games.
local estimate = require "aurum.stats.estimate"
local losses = {}

losses.kinds = { "bid", "change", "play", "answer" } -- in columns

local sum = {}
sum.__index = sum

--- A sum of losses: of a seat in a game, or of a bot over games. `by` has the
--- sums of each kind of decision. `over` has, for each kind and "all", per-game
--- sums for the error of a ratio per unit, "choices" or "rounds": the sums over
--- games of loss x loss, of loss x units and of units x units, and the
--- number of games with such units.
function losses.new()
  local self = { n = 0, rounds = 0, unjudged = 0, classes = {}, by = {},
    over = {} }
  for _, ask in ipairs(losses.kinds) do
    self.by[ask] = { loss = 0, squares = 0, doubt = 0, choices = 0, near = 0 }
  end
  return setmetatable(self, sum)
end

--- Adds a verdict.
function sum:add(verdict)
  self.n = self.n + 1
  if not verdict.class then
    self.unjudged = self.unjudged + 1
    return
  end
  local own, classes = self.by[verdict.ask], self.classes
  own.loss = own.loss + verdict.loss
  own.squares = own.squares + verdict.error ^ 2 - verdict.doubt ^ 2
  own.doubt = own.doubt + verdict.doubt
  if verdict.matters then
    own.choices = own.choices + 1
    own.near = own.near + (verdict.low <= 0 and 1 or 0)
  end
  classes[verdict.class] = (classes[verdict.class] or 0) + 1
end

--- Adds another sum of the same game.
function sum:join(other)
  self.n, self.rounds = self.n + other.n, self.rounds + other.rounds
  self.unjudged = self.unjudged + other.unjudged
  for _, ask in ipairs(losses.kinds) do
    local own = self.by[ask]
    for key, x in pairs(other.by[ask]) do own[key] = own[key] + x end
  end
  for class, n in pairs(other.classes) do
    self.classes[class] = (self.classes[class] or 0) + n
  end
end

--- Adds the products of the loss and the units of a game.
local function add_products(over, key, loss, choices, rounds)
  over[key] = over[key] or { loss = 0, choices = { 0, 0, 0 },
    rounds = { 0, 0, 0 } }
  local own = over[key]
  own.loss = own.loss + loss ^ 2
  for unit, n in pairs { choices = choices, rounds = rounds } do
    local products = own[unit]
    products[1] = products[1] + loss * n
    products[2] = products[2] + n ^ 2
    products[3] = products[3] + (n > 0 and 1 or 0)
  end
end

--- Adds the sum of a game.
function sum:add_game(other)
  self:join(other)
  for _, ask in ipairs(losses.kinds) do
    local own = other.by[ask]
    add_products(self.over, ask, own.loss, own.choices, other.rounds)
  end
  add_products(self.over, "all", other:total(), other:choices(), other.rounds)
end

--- The loss by a kind of decision (one of losses.kinds; nil: by all), and the
--- two parts of its standard error as the judge knows it. The errors of
--- decisions are independent, so that their squares add up, but for the doubt
--- about the scale, which they share: it adds up itself.
local function parts_of(self, ask)
  local loss, squares, doubt = 0, 0, 0
  for _, one in ipairs(ask and { ask } or losses.kinds) do
    local own = self.by[one]
    loss, doubt = loss + own.loss, doubt + own.doubt
    squares = squares + own.squares
  end
  return loss, math.sqrt(math.max(squares, 0)), doubt
end

--- The loss by a kind of decision (nil: by all) and the judge's standard error
--- of it.
function sum:total(ask)
  local loss, own, doubt = parts_of(self, ask)
  return loss, math.sqrt(own ^ 2 + doubt ^ 2)
end

--- The mean loss by a kind of decision (nil: by all) per unit ("choices" or
--- "rounds"), its standard error, and half of its 95 % interval; nil without a
--- unit. Over several games it is the error of a ratio of means, with games
--- as the sample (Cochran 1977, 6.3): it contains how games differ and how the
--- judge errs, but for the doubt about the scale, which is added. It is never
--- less than that of the judge, which is all there is for one game.
function sum:mean(ask, unit)
  local n = unit == "rounds" and self.rounds or self:choices(ask)
  if n == 0 then return nil end
  local loss, own, doubt = parts_of(self, ask)
  local mean, half, over = loss / n, 1.96 * own, self.over[ask or "all"]
  local xu, uu, games = table.unpack(over and over[unit] or {})
  if over and games > 1 then
    local among = math.sqrt(math.max(over.loss - 2 * mean * xu
      + mean ^ 2 * uu, 0) * games / (games - 1))
    half = math.max(half, estimate.t95(games - 1) * among)
    own = math.max(own, among)
  end
  return mean, math.sqrt(own ^ 2 + doubt ^ 2) / n,
    math.sqrt(half ^ 2 + (1.96 * doubt) ^ 2) / n
end

--- The number of decisions of a kind (nil: of all) whose moves differ, and the
--- number of those whose interval contains 0.
function sum:choices(ask)
  local choices, near = 0, 0
  for _, one in ipairs(ask and { ask } or losses.kinds) do
    choices = choices + self.by[one].choices
    near = near + self.by[one].near
  end
  return choices, near
end

--- Sums of the seats of a game, joined by the names of their bots. Only those
--- of `seat`, if it is given.
function losses.by_name(list, names, seat)
  local by_name = {}
  for i, name in ipairs(names) do
    by_name[name] = by_name[name] or losses.new()
    if not seat or seat == i then by_name[name]:join(list[i]) end
  end
  return by_name
end

--- The sums of each seat of a judged game of `rounds` rounds.
function losses.by_seat(judged, seats, rounds)
  local list = {}
  for seat = 1, seats do
    list[seat] = losses.new()
    list[seat].rounds = rounds
  end
  for _, verdict in ipairs(judged.verdicts) do
    list[verdict.seat]:add(verdict)
  end
  return list
end

--- The kinds of decisions among sums: no answers if none was judged.
function losses.kinds_in(list)
  local answers = 0
  for _, own in ipairs(list) do answers = answers + own:choices "answer" end
  return table.move(losses.kinds, 1, answers > 0 and 4 or 3, 1, {})
end

return losses
