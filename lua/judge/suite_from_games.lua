-- Harvests costly decisions of judged games into a suite (lua/judge/suite.lua).
local aurum = require "aurum"
local actions = require "aurum.text.actions"
local report = require "aurum.judge.report"
local suite = require "aurum.judge.suite"
local suite_from_games = {}

--- The judge's name in a suite, with its version.
function suite_from_games.judge()
  return ("judge %d"):format(aurum.judged_by.version)
end

--- The lines of a suite for the verdicts of a sure loss on a game; `game` has
--- its `names` and `seed`, `state` its last state. The better move is the right
--- answer, and the move made is to be avoided.
function suite_from_games.lines(verdicts, game, state)
  local lines = {}
  for _, verdict in ipairs(verdicts) do
    if report.is_sure(verdict) then
      lines[#lines + 1] = suite.line {
        position = state:at(verdict.place):position(), ask = verdict.ask,
        best = { actions.text(verdict.better) },
        avoid = { [actions.text(verdict.done)] = verdict.loss },
        error = verdict.error, by = suite_from_games.judge(), tag = verdict.ask,
        comment = ("game %s, %s, by %s"):format(game.seed, verdict.place,
          game.names[verdict.seat]) }
    end
  end
  return table.concat(lines)
end

return suite_from_games
