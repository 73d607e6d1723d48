-- Work on replayed games, made by worker processes, in the games' order.
local aurum = require "aurum"
local pool = require "aurum.play.pool"
local strangers = require "aurum.play.strangers"
local replays = {}

--- Does `work` with a game's record, which it replays by these rules, and with
--- its line.
local function replayed(work, text, rules)
  local record <close> = assert(aurum.record(text))
  local differences, state = record:replay(rules)
  return work(record, rules, state, differences, text)
end

--- In workers. A worker knows the rules that had been met when it started.
local function by_workers(games, jobs, work, waiting)
  local known, index = {}, {}
  return pool.map { jobs = math.min(jobs or aurum.sys.processors(), 64),
    items = games, waiting = waiting,
    request = function(game)
      local rules = game.rules
      if rules and not index[rules] then
        known[#known + 1] = rules
        index[rules] = #known
      end
      return { text = game.text, rules = rules and index[rules] }, #known
    end,
    work = function(request)
      if not request.rules then return {} end
      return replayed(work, request.text, known[request.rules]:wake())
    end }
end

--- An iterator over games and the results of work(record, rules, state,
--- differences, line), which are plain data. A game has a `text` and its
--- `rules`; without rules its result is {}:
---   for game, result in replays.over(games, jobs, work) do
--- Without `jobs` there is a worker for each processor. With one job, games
--- whose rules may run here are given to `here(game)`, which is `work` in this
--- process if it is nil. The result is nil, and a message follows, if the
--- worker of a stranger's rules failed. `waiting()` is called as by
--- pool:ordered, if there are workers.
function replays.over(games, jobs, work, here, waiting)
  if jobs ~= 1 then return by_workers(games, jobs, work, waiting) end
  local caller = strangers.caller(function(text, rules)
    return replayed(work, text, rules)
  end)
  return function()
    local game = not aurum.sys.interrupted() and games()
    if not game then return nil end
    local rules = game.rules
    if not rules then return game, {} end
    if rules:is_asleep() then return game, caller(rules, game.text) end
    return game, here and here(game) or replayed(work, game.text, rules)
  end
end

return replays
