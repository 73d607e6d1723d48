-- Accuracy: the points that a player loses by its decisions, as a figure from 0
-- to 100.
local settings = require "aurum.judge.settings"
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local accuracy = {}

--- The figure for a loss in points per decision: 100 for no loss, halved by
--- each further `half` points.
local function figure(loss)
  return 100 * 0.5 ^ (math.max(loss, 0) / settings.half)
end

--- The accuracy of sums of lua/judge/report.lua for a kind of decision ("bid",
--- "change", "play", "answer"; nil: all): the number of `choices`, the points
--- `lost` per choice with `error` and `half` of the 95 % interval, the share
--- `within` error of the best, and the `figure` with its interval from `low` to
--- `high`. nil without a choice.
function accuracy.of(sums, ask)
  local choices, near = sums:choices(ask)
  if choices == 0 then return nil end
  local lost, error_, half = sums:mean(ask, "choices")
  return { choices = choices, lost = lost, error = error_, half = half,
    within = near / choices, figure = figure(lost),
    low = figure(lost + half), high = figure(lost - half) }
end

local kinds = { { "bid", "bids" }, { "change", "changes" },
  { "play", "plays" }, { "answer", "answers" }, { nil, "all" } }

local function cells_of(own)
  if not own then return 0, "-", "-", "-", "-" end
  return own.choices, ("%s+-%.2f"):format(format.number(own.lost, "%.2f"),
    own.half), format.percent(own.within, 1, 1),
    ("%.0f"):format(own.figure), ("%.0f to %.0f"):format(own.low, own.high)
end

--- The kinds of decisions in a table: no answers if none was judged.
local function kinds_in(rows, heads)
  local list = {}
  for _, kind in ipairs(kinds) do
    local used = kind[1] ~= "answer"
    for _, row in ipairs(rows) do
      used = used or row[#heads + 1]:choices "answer" > 0
    end
    if used then list[#list + 1] = kind end
  end
  return list
end

--- The rows of a table of accuracy, heads first: one for each kind of decision
--- and each of `rows`, { label..., sums } with the heads `heads`.
function accuracy.rows(heads, rows)
  local head = table.move(heads, 1, #heads, 1, {})
  for _, name in ipairs { "of", "choices", "lost each", "within", "accuracy",
    "95 %" } do
    head[#head + 1] = name
  end
  local list, shown = { head }, kinds_in(rows, heads)
  for _, row in ipairs(rows) do
    for i = 1, #shown do
      local line = {}
      for k = 1, #heads do line[k] = i == 1 and row[k] or "" end
      line[#heads + 1] = shown[i][2]
      table.move({ cells_of(accuracy.of(row[#heads + 1], shown[i][1])) }, 1, 5,
        #line + 1, line)
      list[#list + 1] = line
    end
  end
  return list
end

--- A table of accuracy as text.
function accuracy.table(heads, rows)
  return term.table(accuracy.rows(heads, rows),
    (" "):rep(#heads - 1) .. "<<")
end

--- The accuracy of sums by kind of decision as plain data, for JSON.
function accuracy.data(sums)
  local data = {}
  for i = 1, #kinds do
    data[kinds[i][1] or "all"] = accuracy.of(sums, kinds[i][1])
  end
  return data
end

return accuracy
