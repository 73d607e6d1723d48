-- aurum record filter: the games in which a condition holds.
local corpus = require "aurum.record.corpus"
local options = require "aurum.text.options"
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

--- A function that tells of a game the condition raised in: of the first why,
--- and at the end of how many.
local function teller()
  local failed = 0
  return function(game, problem)
    if game then
      failed = failed + 1
      if failed == 1 then
        term.say(("aurum record: %s:%d: %s"):format(term.plain(game.file),
          game.line, term.plain(problem)))
      end
    elseif failed > 1 then
      term.say(("aurum record: in %d games the condition raised an error, "
        .. "such as this"):format(failed))
    end
    return failed > 0 and 1 or 0
  end
end

function action.run(args)
  local condition, problem = conditions.compile(args.where, "--where")
  if not condition then term.fail(problem, 2) end
  local games, status = corpus.games(args, { holds = function(game)
    return condition:holds(game)
  end })
  local out, tell, count = corpus.output(args), teller(), 0
  for game in games do
    local holds, message, always = game:ask "holds"
    if always then
      term.fail("--where: " .. message, 2)
    elseif holds == nil then
      tell(game, message)
    elseif holds ~= (args.invert or false) then
      count = count + 1
      if not args.count then
        out:write(game.text)
        out:flush()
      end
      if count == args.n then break end
    end
  end
  if args.count then out:write(count .. "\n") end
  out:close()
  return math.max(status(), tell())
end

return action
