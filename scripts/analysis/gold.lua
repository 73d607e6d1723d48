-- gold.lua: when is spending gold on a change of bid worth it?
--
--   aurum run gold FILE...
--
-- The gain of a change is the points of the new bid with the tricks finally
-- taken, less those of the old bid, less the points of the gold paid (the
-- column `gain` of the table `changes`). A change pays off if its gain is above
-- 0. One table groups the changes by the gold paid, one by the trick before
-- which it was paid, and one by the tricks missing: the old bid less the tricks
-- taken by then. Each change of a side in a round counts by itself. Without a
-- change, the play that follows might have been different.
local aurum = require "aurum"
local estimate = require "aurum.stats.estimate"
local format = require "aurum.text.format"
local game_files = require "aurum.record.game_files"
local script = require "aurum.text.script"
local term = require "aurum.text.term"

local questions = {
  { "gold paid", function(change) return change.gold end },
  { "before trick", function(change) return change.trick end },
  { "tricks missing", function(change)
    return change.bid_before - change.taken
  end },
  { "whose bid", function(change)
    return change.of == change.seat and "its own" or "its partner's"
  end },
}

local function new_group()
  return { n = 0, gain = estimate.ratio(), paid_off = estimate.ratio() }
end

local function count(group, game, change)
  group.n = group.n + 1
  group.gain:put(script.deal(game), change.gain)
  group.paid_off:put(script.deal(game), change.gain > 0 and 1 or 0)
end

local all, groups = new_group(), {}
for i in ipairs(questions) do groups[i] = {} end

local games = script.games(game_files.open, script.arguments(1, nil, "FILE..."))
for game in games do
  for _, change in ipairs(game:rows "changes") do
    count(all, game, change)
    for i, question in ipairs(questions) do
      local key = question[2](change)
      groups[i][key] = groups[i][key] or new_group()
      count(groups[i][key], game, change)
    end
  end
end

local function line(label, group)
  local gain, between = script.estimate(group.gain, "%+.2f")
  return { label, group.n,
    format.percent(group.paid_off:value() or 0, 1), gain, between }
end

term.write(tostring(games), "\n")
if all.n == 0 then
  term.write "no bid was changed\n"
  return
end
local rows = { { "change", "n", "paid off", "gain", "95 % interval" } }
rows[2] = line("all", all)
term.write("\n", term.table(rows, "<"))
for i, question in ipairs(questions) do
  local bars = {}
  rows = { { question[1], "n", "paid off", "gain", "95 % interval" } }
  for _, key in ipairs(script.keys(groups[i])) do
    rows[#rows + 1] = line(key, groups[i][key])
    script.bar(bars, key, groups[i][key].gain)
  end
  term.write("\n", term.table(rows, "<"), "\n", aurum.chart.bars {
    rows = bars, format = "%+.1f",
    title = "points that a change gained, by " .. question[1] })
end
