-- score.lua: how did the score of a game go?
--
--   aurum run score FILE [LINE]
--
-- A chart with a line for each side's points. Before every trick, they are the
-- points of the finished rounds and those that the open round would give if it
-- ended there, so that you see a bid made, exceeded and missed. LINE is the
-- game's line in FILE (default: 1).
local aurum = require "aurum"
local format = require "aurum.text.format"
local game_files = require "aurum.record.game_files"
local script = require "aurum.text.script"
local short_names = require "aurum.text.short_names"
local term = require "aurum.text.term"

local path, wanted = script.arguments(1, 2, "FILE [LINE]")
local number = math.tointeger(tonumber(wanted or 1))
if not number or number < 1 then
  script.usage(("expected a line's number, got '%s'"):format(wanted))
end

--- The game on a line of a file.
local function find()
  local function skip(_, line, problem)
    if line == number then
      term.fail(("%s:%d: %s"):format(path, line, problem))
    end
  end
  local games = script.games(game_files.open, path, { skip = skip })
  for game in games do
    if game.line == number then return game end
    if game.line > number then break end
  end
  term.fail(("%s: line %d is not a finished game"):format(path,
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
