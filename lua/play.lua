-- Playing many games: what a match, a mirrored match and other series share.
--
-- A job is a game to play: { game = which of several prepared games, seed = }.
-- A result is plain data, so that it may come from another process:
--   game, seed   as in the job
--   winners      the sides that won
--   rounds       a table for each finished round, as in game.rounds
--   faults       as in game.faults; trace is that of the first
--   record       its line
local aurum = require "aurum"
local play = {}

--- Play a job with one of the prepared games; or nil and what the variant did
--- wrong.
local function play_job(games, job)
  local game = games[job.game]
  local good, problem = pcall(function() game:restart(job.seed):run() end)
  if not good then
    return nil, ("game %s: %s"):format(job.seed, problem)
  end
  return { game = job.game, seed = job.seed, winners = game.winners,
    rounds = game.rounds, faults = game.faults, trace = game.trace,
    record = game:record() }
end

--- An iterator over the results of jobs 1 to n, in their order:
---   for i, result, problem in play.all(games, n, job_of) do
--- `job_of(i)` is the i-th job. It ends early when the user interrupts, and
--- after a problem, which is the variant's and comes in place of a result.
function play.all(games, n, job_of)
  local i, failed = 0, false
  return function()
    if failed or i >= n or aurum.interrupted() then return nil end
    i = i + 1
    local result, problem = play_job(games, job_of(i))
    failed = result == nil
    return i, result, problem
  end
end

return play
