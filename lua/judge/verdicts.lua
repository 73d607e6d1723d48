-- The verdicts on a game's decisions as plain data, made here or by workers.
local aurum = require "aurum"
local actions = require "aurum.text.actions"
local judge = require "aurum.judge.judge"
local pool = require "aurum.play.pool"
local verdicts = {}

--- Turns the actions of a verdict into data. Returns the verdict.
local function plain(verdict)
  verdict.done = actions.data(verdict.done)
  verdict.better = verdict.better and actions.data(verdict.better)
  return verdict
end

--- A copy of a verdict with its actions as text: what `record judge --json`
--- prints.
function verdicts.printed(verdict)
  local copy = {}
  for key, value in pairs(verdict) do copy[key] = value end
  copy.done = actions.text(verdict.done)
  copy.better = verdict.better and actions.text(verdict.better)
  return copy
end

--- The options of aurum.judge among `options`, with another `place` if given.
local function given(options, place)
  return { sims = options.sims, seed = options.seed, seat = options.seat,
    place = place or options.place }
end

local function each_of(game, options, place)
  local judged = options.values and judge.valued or judge.game
  return judged(game, given(options, place))
end

--- Each worker judges one decision at a time, with several threads if there are
--- fewer decisions than jobs. The seed of a decision is its place, so the
--- verdicts do not depend on their number. Where no worker starts, this process
--- judges.
local function by_workers(game, options, jobs)
  local places, i = judge.places(game, given(options)), 0
  local tasks = pool.map { jobs = math.min(jobs, #places),
    threads = math.max(jobs // math.max(#places, 1), 1), or_here = true,
    items = function()
      i = i + 1
      return places[i]
    end,
    request = function(place) return place end,
    work = function(place)
      return plain(each_of(game, options, place)())
    end }
  return function()
    local _, verdict = tasks()
    if aurum.sys.interrupted() then error("interrupted", 0) end
    return verdict
  end
end

--- An iterator over the verdicts of aurum.judge(game, options), or with
--- `values` in the options those of judge.valued. With several `jobs`, workers
--- share the decisions. It raises if the user interrupts.
function verdicts.of(game, options, jobs)
  if jobs ~= 1 then return by_workers(game, options, jobs) end
  local each = each_of(game, options)
  return function()
    local verdict = each()
    return verdict and plain(verdict)
  end
end

return verdicts
