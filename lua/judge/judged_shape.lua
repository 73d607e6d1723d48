-- The shapes of what the judge says, for results that come from a file: the
-- sheets of a plan.
local aurum = require "aurum"
local actions = require "aurum.text.actions"
local losses = require "aurum.judge.losses"
local shape = require "aurum.text.shape"
local judged_shape = {}

local points = shape.number(-1000000, 1000000)
local count = shape.whole(0, 1000000000)
local seat = shape.whole(1, 6)
local place = shape.also(shape.text(40), function(text)
  local at, problem = aurum.place(text)
  return not at and problem
    or not at.nth and ("expected a decision such as 2.4.3, got " .. at.text)
    or nil
end)

local results = shape.object { exact = points, gold = points, others = points,
  points = points, round = points }

local class = shape.word { "fine", "unsure", "inaccuracy", "mistake",
  "blunder" }

--- How the parts of a verdict fit together: with a class it has all figures,
--- without one it says why not.
local function problem_of_verdict(verdict)
  if not verdict.class then
    if not verdict.problem then return "expected class or problem" end
    return nil
  end
  for _, key in ipairs { "loss", "error", "doubt", "low", "high", "better" } do
    if verdict[key] == nil then return "expected a value", "." .. key end
  end
  if (verdict.expected == nil) ~= (verdict.instead == nil) then
    return "expected both of expected and instead"
  end
end

local optional = shape.optional

local verdict = shape.also(shape.object {
  ask = shape.word(losses.kinds), done = actions.shape, seat = seat,
  side = seat,
  place = place, round = count, trick = count, moves = optional(count),
  better = optional(actions.shape), class = optional(class),
  problem = optional(shape.text(10000)),
  loss = optional(points), error = optional(points), doubt = optional(points),
  model = optional(points), low = optional(points), high = optional(points),
  spread = optional(points), matters = optional(shape.flag),
  solved = optional(shape.flag), worlds = optional(count),
  expected = optional(results),
  instead = optional(results) }, problem_of_verdict)

local by_side = shape.list(points, 2, 6)

local luck = shape.also(shape.object { round = count, worth = by_side,
  error = by_side, came = optional(by_side), model = optional(points) },
  function(one)
    if #one.error == #one.worth and #(one.came or one.worth) == #one.worth then
      return nil
    end
    return "expected the same number of sides in worth, error and came"
  end)

-- A judged game: `text` and `suite` follow from the game and its verdicts.
judged_shape.game = shape.object {
  verdicts = shape.list(verdict, 0, 1000000), rounds = count,
  luck = shape.list(luck, 0, 1000000), cut = optional(shape.flag) }

local function by_kind(check)
  local fields = {}
  for _, ask in ipairs(losses.kinds) do fields[ask] = check end
  return shape.object(fields)
end

local sum = shape.object { n = count, rounds = count, unjudged = count,
  classes = shape.map(class, count, 5),
  by = by_kind(shape.object { loss = points, squares = points, doubt = points,
    choices = count, near = count }),
  over = shape.list(points, 0, 0) }

-- The sums of losses by seat (losses.by_seat).
judged_shape.sums = shape.list(sum, 2, 6)

--- The first mismatch between a judged game and the decisions of the game
--- itself, { place =, seat =, ask =, done = } by place; nil if all fits.
function judged_shape.misfit(judged, decisions)
  for i, one in ipairs(judged.verdicts) do
    local own = decisions[one.place]
    if not own or own.seat ~= one.seat or own.ask ~= one.ask
      or own.done ~= actions.text(one.done) then
      return ("verdicts[%d]: the game has no such decision"):format(i)
    end
  end
end

return judged_shape
