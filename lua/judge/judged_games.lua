-- Games and their judgements, made by worker processes.
local aurum = require "aurum"
local pool = require "aurum.play.pool"
local strangers = require "aurum.play.strangers"
local judged_games = {}

--- Does `work` with a game's record, which it replays by these rules.
local function replayed(work, text, rules)
  local record <close> = assert(aurum.record(text))
  local _, state = record:replay(rules)
  return work(record, rules, state)
end

--- In workers. A worker knows the rules that had been met when it started.
local function by_workers(games, jobs, work, waiting)
  local known, index = {}, {}
  return pool.map { jobs = math.min(jobs or aurum.sys.processors(), 64),
    items = games, waiting = waiting,
    request = function(game)
      local rules = game.rules
      if not index[rules] then
        known[#known + 1] = rules
        index[rules] = #known
      end
      return { text = game.text, rules = index[rules] }, #known
    end,
    work = function(request)
      return replayed(work, request.text, known[request.rules]:wake())
    end }
end

--- An iterator over games and the results of work(record, rules, state), which
--- are plain data: `for game, judged in judged_games.over(games, jobs, work)`.
--- Without `jobs` there is a worker for each processor. With one job, games
--- whose rules may run here are given to `here(game)`, which is `work` in this
--- process if it is nil. The result is nil, and a message follows, if the
--- worker of a stranger's rules failed. `waiting()` is called as by
--- pool:ordered, if there are workers.
function judged_games.over(games, jobs, work, here, waiting)
  if jobs ~= 1 then return by_workers(games, jobs, work, waiting) end
  local caller = strangers.caller(function(text, rules)
    return replayed(work, text, rules)
  end)
  return function()
    local game = not aurum.sys.interrupted() and games()
    if not game then return nil end
    if not game.rules.asleep then
      return game, here and here(game) or work(game, game.rules, game.state)
    end
    return game, caller(game.rules, game.text)
  end
end

return judged_games
