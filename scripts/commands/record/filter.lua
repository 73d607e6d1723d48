-- aurum record filter: prints the games for which a condition holds.
local aurum = require "aurum"
local game_files = require "aurum.record.game_files"
local journal = require "aurum.record.journal"
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
    .. "round; `seat`, `change`, `trick`, `play` and `answer` are any row of "
    .. "that table of `aurum record csv`. May be repeated: all must hold.")
    :argname "LUA":count "+"
  parser:flag("--invert", "Print the games for which it does not hold.")
  parser:flag("--count", "Print the number of games instead.")
  parser:option("-n", "Stop after this many games. (default: no limit)")
    :argname "N":convert(options.count)
  options.output(parser)
  options.replay_variant(parser)
  options.jobs(parser)
  options.strict(parser)
end

--- A function that asks a condition in a worker (records.spread). Its data are
--- a list of { line's number in the batch, what the condition said }, without
--- the games that are not printed.
local function matcher(condition, wanted)
  return function(each)
    local found = {}
    for game, i in each do
      local holds, message, always = condition:holds_away(game)
      if always and not message then return found, true end
      if holds == nil or holds == wanted then
        found[#found + 1] = { i, holds, message, always }
      end
    end
    return found
  end
end

--- Takes what the condition said of the game in a line. Returns false if no
--- more games are wanted. `record` returns the game's record.
local function take(self, at, record, holds, message, always)
  if aurum.sys.interrupted() then return false end
  if always then
    term.fail("--where: " .. message, 2)
  elseif holds == nil then
    self.failures:add(at, message)
  elseif holds == self.wanted then
    self.count = self.count + 1
    if not self.args.count then
      self.out:write(record(at))
      self.out:flush()
    end
  end
  return self.count ~= self.args.n
end

local function record_of_game(game) return game.text end
local function record_of_line(at) return journal.record_in(at.text) .. "\n" end

--- Takes all games, or the first so many.
local function take_all(self, games, condition)
  for game, found in games:spread { jobs = self.args.jobs, numbered = true,
    work = matcher(condition, self.wanted) } do
    for _, one in ipairs(found or {}) do
      if not take(self, game[one[1]], record_of_line, table.unpack(one, 2, 4))
      then
        return
      end
    end
    if not found
      and not take(self, game, record_of_game, game:call "holds") then
      return
    end
  end
end

function action.run(args)
  local condition, problem = conditions.all(args.where, "--where")
  if not condition then term.fail(problem, 2) end
  local warn = term.warner "aurum record"
  local games, missing = game_files.open(args.files, { variant = args.variant,
    strict = args.strict, warn = warn, calls = { holds = function(game)
      return condition:holds(game)
    end } })
  if not games then term.fail(missing, 2) end
  local self = { args = args, count = 0, wanted = not args.invert,
    out = output.open(args), failures = conditions.failures(warn) }
  -- the second ends a condition that does not return in this process; a hook
  -- would slow all others down
  aurum.sys.catch_interrupts()
  take_all(self, games, condition)
  if games.problem then term.fail(games.problem) end
  if args.count and not aurum.sys.interrupted() then
    self.out:write(self.count .. "\n")
  end
  self.out:close()
  local failed = self.failures:close()
  if aurum.sys.interrupted() then term.fail "interrupted" end
  return (failed or games.failed) and 1 or 0
end

return action
