-- endings.lua: how do rounds end, and who profits?
--
--   aurum run endings FILE...
--
-- A round ends when a seat passes: none of its cards may follow to the trick
-- that was led, or it has no card left to follow with, or none to lead. The
-- table shows for each way its share of the rounds, the mean number of tricks,
-- how often the passing seat's side takes the round, that side's margin (its
-- points less the mean of the other sides'), and the margin of the side that
-- led the void trick.
local aurum = require "aurum"
local estimate = require "aurum.stats.estimate"
local format = require "aurum.text.format"
local game_files = require "aurum.record.game_files"
local margins_of = require "aurum.record.margins_of"
local script = require "aurum.text.script"
local term = require "aurum.text.term"

local ways = {
  { "no card may follow" }, { "no card to follow" }, { "no card to lead" },
  { "no card may lead" }, { "all" },
}
for _, way in ipairs(ways) do
  way.n, way.tricks, way.taken = 0, 0, 0
  way.passer, way.leader = estimate.ratio(), estimate.ratio()
end

--- The way in which a round ended, by its number in `ways`.
local function way_of(round)
  if round.void > 0 then return round.held > 0 and 1 or 2 end
  return round.held == 0 and 3 or 4
end

local tricks, by_tricks = {}, {}

local games = script.games(game_files.open, script.arguments(1, nil, "FILE..."))
for game in games do
  local margins, side_of = margins_of(game), game.rules.side_of
  for _, round in ipairs(game:rows "rounds") do
    local margin = margins[round.round]
    local side = tostring(side_of[round.passer])
    for _, way in ipairs { ways[way_of(round)], ways[#ways] } do
      way.n, way.tricks = way.n + 1, way.tricks + round.tricks
      way.passer:put(script.deal(game), margin[round.passer])
      way.leader:put(script.deal(game), margin[round.leader])
      if round.winners:find(side, 1, true) then way.taken = way.taken + 1 end
    end
    local n = round.tricks
    tricks[n] = (tricks[n] or 0) + 1
    by_tricks[n] = by_tricks[n] or estimate.ratio()
    by_tricks[n]:put(script.deal(game), margin[round.passer])
  end
end

term.write(tostring(games), "\n")
local rows = { { "the passing seat", "rounds", "share", "tricks", "takes it",
  "margin", "leader's" } }
local bars = {}
for _, way in ipairs(ways) do
  if way.n > 0 then
    rows[#rows + 1] = { way[1], way.n,
      format.percent(way.n, ways[#ways].n, 1),
      format.mean(way.tricks, way.n), format.percent(way.taken, way.n),
      (script.estimate(way.passer, "%+.2f")),
      (script.estimate(way.leader, "%+.2f")) }
    script.bar(bars, way[1], way.passer)
  end
end
term.write("\n", term.table(rows, "<"), "\n", aurum.chart.bars { rows = bars,
  format = "%+.2f", title = "margin of the passing seat's side" }, "\n",
  aurum.chart.histogram { counts = tricks,
    title = "rounds by tricks finished" })
bars = {}
for _, n in ipairs(script.keys(by_tricks)) do
  script.bar(bars, n, by_tricks[n])
end
term.write("\n", aurum.chart.bars { rows = bars, format = "%+.2f",
  title = "margin of the passing seat's side, by tricks finished" })
