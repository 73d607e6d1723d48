-- aurum record filter: prints the games for which a condition holds.
local corpus = require "aurum.record.corpus"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local term = require "aurum.text.term"
local conditions = require "aurum.record.conditions"

local action = { summary = "Print the games for which a Lua condition holds." }

function action.options(parser)
  options.files(parser, "+")
  parser:option("--where", "Condition, in Lua, such as seat.bid == 10 and "
    .. "seat.won == 1. It sees the game's fields (names, variant, seed, "
    .. "players, winners, rounds, faults, forfeited, ..., or all as `game`), "
    .. "points[SIDE], nuggets[SIDE] and won(BOT). `round` is any finished "
    .. "round; `seat`, `change`, `trick` and `play` are any row of that table "
    .. "of `aurum record csv`."):argname "LUA":count(1)
  parser:flag("--invert", "Print the games for which it does not hold.")
  parser:flag("--count", "Print the number of games instead.")
  parser:option("-n", "Stop after this many games. (default: no limit)")
    :argname "N":convert(options.count)
  options.output(parser)
  options.replay_variant(parser)
  options.strict(parser)
end

function action.run(args)
  local condition, problem = conditions.compile(args.where, "--where")
  if not condition then term.fail(problem, 2) end
  local warn = term.warner "aurum record"
  local games, missing = corpus.games(args.files, { variant = args.variant,
    strict = args.strict, asks = { holds = function(game)
      return condition:holds(game)
    end } }, warn)
  if not games then term.fail(missing, 2) end
  local out, failures, count = output.open(args), conditions.failures(warn), 0
  for game in games do
    local holds, message, always = game:ask "holds"
    if always then
      term.fail("--where: " .. message, 2)
    elseif holds == nil then
      failures:add(game, message)
    elseif holds ~= (args.invert or false) then
      count = count + 1
      if not args.count then
        out:write(game.text)
        out:flush()
      end
      if count == args.n then break end
    end
  end
  if games.problem then term.fail(games.problem) end
  if args.count then out:write(count .. "\n") end
  out:close()
  return (failures:close() or games.failed) and 1 or 0
end

return action
