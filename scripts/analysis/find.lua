-- find.lua: where does a condition hold?
--
--   aurum run find CONDITION FILE...
--   aurum run find 'action.kind == "change" and trick > 8' games.jsonl
--   aurum run find '#rounds > 3 and won "monte"' games.jsonl
--
-- The condition is a Lua expression, tested at every decision of every game.
-- It has the variables of `aurum record filter --where`, and these:
--   game              the game, as aurum.records gives it (aurum.recorded)
--   state             the state where the decision is due (aurum.state)
--   action            what was done: kind, seat, card, gold, of (aurum.action);
--                     keep and pass have no card: action.card is nil
--   place             the place: "2.5.c1" is round 2, trick 5, the first
--                     question of a change
--   round, trick      their numbers; trick is 0 while bids are laid
--   seat, side, name  the seat that decides, its side, its bot
-- For each game, the first place where the condition holds is printed, in a
-- form that the REPL reads:
--   aurum run find CONDITION FILE... | aurum
local aurum = require "aurum"
local conditions = require "aurum.record.conditions"
local game_files = require "aurum.record.game_files"
local script = require "aurum.text.script"
local term = require "aurum.text.term"

local condition -- the CONDITION

--- Tests the condition at a game's decisions. Returns the first place where it
--- holds, with the seat and the action; false if there is none; nil, a message
--- and whether the condition itself is wrong, if it raises.
local function first(game)
  for state, action, place in game:decisions() do
    local at = aurum.place(place)
    local seat = action.seat
    local holds, problem, always = condition:holds(game, { game = game,
      state = state, action = action, place = place, round = at.round,
      trick = at.trick, seat = seat, side = game.rules.side_of[seat],
      name = game.names[seat] })
    if holds then return place, seat, tostring(action) end
    if always then return nil, problem, true end
    if holds == nil then return nil, place .. ": " .. problem end
  end
  return false
end

--- Prints the place of a game as commands of the REPL.
local function print_place(game, place, seat, action)
  term.write(("-- %s:%d: %s, seat %d (%s): %s\nload %s %d\ngoto %s\n"):format(
    game.file, game.line, place, seat, term.plain(game.names[seat]), action,
    game.file, game.line, place))
end

local files = { script.arguments(2, nil, "CONDITION FILE...") }
local problem
condition, problem = conditions.compile(table.remove(files, 1), "condition",
  { "game", "state", "action", "place", "round", "trick", "seat", "side",
    "name" })
if not condition then term.fail(problem, 2) end
files[#files + 1] = { calls = { first = first } }
local games = script.games(game_files.open, table.unpack(files))
local failures, found = conditions.failures(term.warner "aurum run"), 0
for game in games do
  local place, seat, action = game:call "first"
  if place then
    found = found + 1
    print_place(game, place, seat, action)
  elseif place == nil and action then
    term.fail("condition: " .. seat, 2)
  elseif place == nil then
    failures:add(game, seat)
  end
end
term.say(("it holds in %d of %s"):format(found, tostring(games)))
return (failures:close() or found == 0) and 1 or 0
