-- find.lua: where does a condition hold?
--
--   aurum run find CONDITION FILE...
--   aurum run find 'action.kind == "change" and trick > 8' games.jsonl
--   aurum run find '#game.rounds > 3 or game.names[1] == "monte"' games.jsonl
--
-- The condition is asked at every decision of every game, and is Lua. It sees
--   game              the game, as aurum.records gives it (aurum.recorded)
--   state             where the decision is due (aurum.state)
--   action            what was done: kind, seat, card, gold, of (aurum.action);
--                     to keep or pass has no card: action.card is nil
--   place             where: "2.5.c1" is round 2, trick 5, the first question
--                     of a change
--   round, trick      the numbers of both, trick 0 while bids are laid
--   seat, side, name  who decides: its seat, its side, its bot
-- Of each game the first place is printed where it holds, as the REPL takes it:
--   aurum run find CONDITION FILE... | aurum
local hint = require "aurum.text.hint"
local analysis = require "aurum.record.analysis"
local term = require "aurum.text.term"

--- What a condition sees besides Lua's own.
local names = { "game", "state", "action", "place", "round", "trick", "seat",
  "side", "name" }
local seen = {}
local environment = setmetatable({}, {
  __index = function(_, key)
    if seen[key] ~= nil then return seen[key] end
    if _G[key] ~= nil then return _G[key] end
    error(("no variable '%s'%s"):format(key, hint.near(key, names)), 2)
  end,
  __newindex = function(_, key)
    error(("'%s' may not be set: use == to compare"):format(key), 2)
  end,
})

--- The condition as a function.
local function compile(text)
  if not text:find "%S" then analysis.usage "the condition is empty" end
  local condition, problem = load("return " .. text, "=condition", "t",
    environment)
  if not condition then term.fail(problem, 2) end
  return condition
end

--- The place of a game's first decision where the condition holds, and what is
--- done there.
local function first(game, condition)
  seen.game = game
  for state, action, place in game:decisions() do
    seen.state, seen.action, seen.place = state, action, place
    local round, trick = place:match "^(%d+)%.(%d+)"
    seen.round, seen.trick = tonumber(round), tonumber(trick)
    seen.seat, seen.name = action.seat, game.names[action.seat]
    seen.side = game.rules.side_of[action.seat]
    local good, holds = pcall(condition)
    if not good then
      term.fail(("%s:%d: %s: %s"):format(game.file, game.line, place, holds))
    end
    if holds then return place, action end
  end
end

local condition = compile((analysis.arguments(2, nil, "CONDITION FILE...")))
local games, found = analysis.games(table.unpack(arg, 2)), 0
for game in games do
  local place, action = first(game, condition)
  if place then
    found = found + 1
    term.write(("-- %s:%d: %s, seat %d (%s): %s\nload %s %d\ngoto %s\n"):format(
      game.file, game.line, place, action.seat,
      term.plain(game.names[action.seat]), action, term.command(game.file),
      game.line, place))
  end
end
term.say(("it holds in %d of %s"):format(found, tostring(games)))
return found > 0 and 0 or 1
