-- score.lua: how did the score of a game go?
--
--   aurum run score FILE [LINE]
--
-- A line through the points of each side: before every trick those of the
-- finished rounds and what the open one would come to if it ended there, so
-- that a bid is seen to be made, passed and missed; at each round's end what it
-- came to. LINE is the game's line in FILE, 1 if left out.
local aurum = require "aurum"
local analysis = require "aurum.record.analysis"
local format = require "aurum.text.format"
local short_names = require "aurum.text.short_names"
local term = require "aurum.text.term"

local path, wanted = analysis.arguments(1, 2, "FILE [LINE]")
local number = math.tointeger(tonumber(wanted or 1))
if not number or number < 1 then
  analysis.usage(("expected a line's number, got '%s'"):format(wanted))
end

--- The game on a line of a file.
local function find()
  local games = analysis.games(path, { skip = function(_, line, problem)
    if line == number then
      term.fail(("%s:%d: %s"):format(path, line, problem))
    end
  end })
  for game in games do
    if game.line == number then return game end
    if game.line > number then break end
  end
  term.fail(("%s: line %d is no game that was played to its end"):format(path,
    number))
end

--- The points of all sides as they would be if the round ended now.
local function standing(state)
  local points, open = state.points, state:score().points
  for side in ipairs(points) do points[side] = points[side] + open[side] end
  return points
end

local game = find()
local names, series = short_names(game.names), {}
for seat, side in ipairs(game.rules.side_of) do
  local name = names[game.names[seat]]
  if not series[side] then
    series[side] = { ("side %d, %s"):format(side, name), {} }
  elseif not series[side][1]:find(name, 1, true) then
    series[side][1] = series[side][1] .. " and " .. name
  end
end

local function add(points)
  for side, sum in ipairs(points) do table.insert(series[side][2], sum) end
end

local round, trick = 1, 0
for state, action in game:decisions() do
  if state.round > round then
    add(state.points)
    round, trick = state.round, 0
  end
  if action.kind ~= "bid" and state.trick.number > trick then
    trick = state.trick.number
    add(standing(state))
  end
end
add(game.state.points)
term.write(("%s:%d: %s\n\n"):format(path, number, format.plural(round,
  "round")), aurum.chart.line { series = series, x = "trick" })
