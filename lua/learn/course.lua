-- The course of a training (lua/learn/training.lua), to print and to draw.
local training = require "aurum.learn.training"
local course = {}

local most = 100 -- points of a line

--- How far values were from their targets in some chunks of a training: the
--- root of the mean square, in points, or in rounds won for that goal.
function course.error(run, from, to)
  local sum, n = 0, 0
  for i = from, to or from do
    local _, _, samples, error = table.unpack(run.log[i])
    sum, n = sum + error * samples, n + samples
  end
  local unit = run.goal == "round" and 1 or 10 -- as a net's in lua/bind/learn.c
  return n > 0 and unit * math.sqrt(sum / n) or 0
end

--- The last chunk of the point that begins at a chunk: `size` chunks at most,
--- all of one part.
local function last_of(log, from, size)
  local to = from
  while log[to + 1] and to - from + 1 < size and log[to + 1][1] == log[from][1]
  do
    to = to + 1
  end
  return to
end

--- The course of a training so far, as plain data:
---   errors  { rounds =, part =, error = } each: those of the part that learned
---   leads   { rounds =, mean =, low =, high = } each: points a round over the
---           policy "quick", with the 95 % interval
--- At most about a hundred errors are given, each over as many chunks as that
--- takes.
function course.of(run)
  local log, errors, leads = run.log, {}, {}
  local from, size = 1, math.ceil(#log / most)
  while log[from] do
    local to = last_of(log, from, size)
    errors[#errors + 1] = { rounds = to * training.chunk_rounds,
      part = log[from][1], error = course.error(run, from, to) }
    from = to + 1
  end
  for i, chunk in ipairs(log) do
    if chunk.quick then
      local mean, half = table.unpack(chunk.quick)
      leads[#leads + 1] = { rounds = i * training.chunk_rounds, mean = mean,
        low = mean - half, high = mean + half }
    end
  end
  return { errors = errors, leads = leads }
end

--- The options of aurum.chart.line for the leads; nil for fewer than two.
function course.leads(data)
  if #data.leads < 2 then return nil end
  local at, means, lows, highs = {}, {}, {}, {}
  for i, lead in ipairs(data.leads) do
    at[i], means[i], lows[i], highs[i] = lead.rounds, lead.mean, lead.low,
      lead.high
  end
  return { at = at, x = "rounds", series = { { "lead", means, lows, highs } } }
end

--- The same for the errors, with a line for each part.
function course.errors(data)
  if #data.errors < 2 then return nil end
  local at, of = {}, { closed = {}, open = {} }
  for i, point in ipairs(data.errors) do
    at[i] = point.rounds
    of.closed[i], of.open[i] = 0 / 0, 0 / 0
    of[point.part][i] = point.error
  end
  return { at = at, x = "rounds", series = { { "closed", of.closed },
    { "open", of.open } } }
end

return course
