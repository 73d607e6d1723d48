-- The engine of `aurum bot test`: asks a bot, in worker processes, for its
-- answers at the positions of a suite (lua/judge/suite.lua), and compares them
-- with the answers of a kept version.
--
-- Each position is a separate game. The bot is shown the round from its deal
-- on, as in a match, and only its seat has a bot.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local decisions = require "aurum.record.decisions"
local estimate = require "aurum.stats.estimate"
local pool = require "aurum.play.pool"
local programs = require "aurum.load.programs"
local suite = require "aurum.judge.suite"
local versions = require "aurum.lab.bots.versions"
local bot_test = {}

-- ---- In the worker ------------------------------------------------------

--- The bot's answer at a state: { answer = } or { fault = }.
local function ask(game, state, seed)
  local seat = state.turn
  decisions.come_to_state(game, seed, state)
  local action = not game.faults[1] and game.state.turn == seat and game:step()
  if game.faults[1] then return { fault = game.trace } end
  return { answer = tostring(action) }
end

--- The work of a worker: to load the bot, to check an item, or to ask for it.
local function server(bot, items, options)
  local game_of = bot_files.games_alone(bot, { print = "off",
    fuel = options.fuel, trust = options.trust })
  return function(request)
    local item = items[request.item]
    local rules = item.rules:wake()
    if request.what == "load" then
      return { names = game_of(rules, 1).names }
    end
    local state, problem = aurum.load_position(item.position, rules)
    if request.what == "check" then
      return { problem = problem and "position: " .. problem
        or suite.problem(item, state) }
    end
    return ask(game_of(rules, state.turn), state,
      ("%s/%d"):format(options.seed, item.line))
  end
end

-- ---- Answers ------------------------------------------------------------

--- The greatest cost in an item; nil if it has none.
local function greatest(item)
  local most
  for _, cost in pairs(item.avoid or {}) do
    most = math.max(most or cost, cost)
  end
  return most
end

--- The grade of a reply: `right`, and its `cost`, nil if it is unknown. A
--- fault costs as much as the worst answer of a known cost.
local function grade(item, reply)
  local row = { line = item.line, tag = item.tag, ask = item.ask,
    position = item.position, best = item.best, answer = reply.answer,
    fault = reply.fault, right = false, error = 0.0 }
  if reply.fault then
    row.cost = greatest(item)
    return row
  end
  row.cost = item.avoid and item.avoid[reply.answer]
  row.right = row.cost == nil and not item.best
  for _, answer in ipairs(item.best or {}) do
    row.right = row.right or answer == reply.answer
  end
  if row.right then row.cost = 0 end
  if row.cost and row.cost > 0 then row.error = item.error or 0.0 end
  return row
end

-- ---- Sums ---------------------------------------------------------------

local function new_sum(tag)
  return { tag = tag, positions = 0, right = 0, faults = 0, unknown = 0,
    lost = 0.0, squares = 0.0 }
end

local function add(sum, row)
  sum.positions = sum.positions + 1
  sum.right = sum.right + (row.right and 1 or 0)
  sum.faults = sum.faults + (row.fault and 1 or 0)
  sum.unknown = sum.unknown + (row.cost and 0 or 1)
  sum.lost = sum.lost + (row.cost or 0)
  sum.squares = sum.squares + row.error ^ 2
end

--- The sums by tag, in the order of the tags' names, and over all.
local function sums_of(rows)
  local by_tag, list, all = {}, {}, new_sum "all"
  for _, row in ipairs(rows) do
    local own = by_tag[row.tag]
    if not own then
      own = new_sum(row.tag)
      by_tag[row.tag], list[#list + 1] = own, own
    end
    add(own, row)
    add(all, row)
  end
  table.sort(list, function(a, b) return a.tag < b.tag end)
  for _, sum in ipairs { all, table.unpack(list) } do
    sum.error, sum.squares = math.sqrt(sum.squares), nil
  end
  return list, all
end

-- ---- Versions -----------------------------------------------------------

local unknown = -1 -- a cost, in a kept result

--- The costs of the answers, as they are kept.
local function costs_of(rows)
  local costs = {}
  for i, row in ipairs(rows) do costs[i] = row.cost or unknown end
  return costs
end

--- The comparison with a kept test of the same suite: { version =, bot =,
--- better =, worse =, n =, the numbers of positions that are better, worse, and
--- compared, and `mean`, `low`, `high`, the points saved at a position }. If
--- there is no interval, its ends are nan.
local function compare(rows, number, test)
  local result = { version = number, bot = test.bot, better = 0, worse = 0 }
  local sample = estimate.sample()
  for i, row in ipairs(rows) do
    local was = test.costs[i]
    if was ~= unknown and row.cost then
      sample:add(was - row.cost)
      result.better = result.better + (row.cost < was and 1 or 0)
      result.worse = result.worse + (row.cost > was and 1 or 0)
    end
  end
  local low, high = sample:interval()
  result.n, result.mean = sample.n, sample.n > 0 and sample.mean or 0 / 0
  result.low, result.high = low or 0 / 0, high or 0 / 0
  return result
end

--- The comparison of a result with the last test that was kept of another
--- version, or of the same version with other options; nil if there is none, as
--- for a program, of which nothing is kept.
local function since(result, bot, warn)
  if bot.command then return nil end
  local list = versions.read(bot.spec, warn) or {}
  local own, found, number = bot_files.digest(bot), nil, nil
  for _, version in ipairs(list) do
    for _, test in ipairs(version.tests) do
      if test.suite == result.suite.digest
        and #test.costs == #result.answers
        and (version.digest ~= own or test.bot ~= result.bot) then
        if not found or test.order > found.order then
          found, number = test, version.number
        end
      end
    end
  end
  return found and compare(result.answers, number, found)
end

--- Keep the bot's files and a whole result, for later comparisons. Returns
--- true; or nil and a message.
function bot_test.keep(bot, result)
  return versions.keep(bot, { { kind = "test", bot = result.bot,
    suite = result.suite.digest, file = result.suite.file,
    right = result.all.right, lost = result.all.lost,
    costs = costs_of(result.answers) } })
end

-- ---- A test -------------------------------------------------------------

--- The replies of the workers to one request for each item, in order:
---   for i, reply, problem, death in replies(workers, items, what) do
local function replies(workers, items, what)
  local requests = {}
  for i in ipairs(items) do requests[i] = { what = what, item = i } end
  return workers:each(requests)
end

--- The bot's name with its options, if the bot loads and every item fits its
--- rules; or nil, a message and perhaps "usage".
local function prepare(workers, bot, read)
  local loaded, problem, death = workers:call { what = "load", item = 1 }
  if not loaded then
    local shown = death and death.kind ~= "host"
      and ("%s: when it was loaded: %s"):format(bot.path, problem) or problem
    return nil, shown, problem:find ": option '" and "usage" or nil
  end
  for i, reply, failure in replies(workers, read.items, "check") do
    local wrong = failure or reply.problem
    if wrong then
      return nil, ("%s:%d: %s"):format(read.path, read.items[i].line, wrong)
    end
  end
  return loaded.names[1]
end

--- Ask a bot (aurum.bot) for its answers at the positions of a suite that was
--- read. `options`:
---   jobs, cpu, fuel, trust  as of a match
---   seed                    of the bot's random numbers
---   warn(text)              gets the damaged lines of the bot's history
---   on_progress(n)          is called after the n-th answer
--- Returns nil, a message and perhaps "usage", or a result:
---   bot       its name with all options
---   suite     { file =, digest =, by = who judged it, a list }
---   complete  false if the user interrupted
---   answers   a list of { line =, tag =, ask =, position =, best =, answer =
---             or fault =, right =, cost = nil if unknown, error = of the
---             cost }
---   tags      sums by tag, `all` over all of them: { tag =, positions =,
---             right =, faults =, unknown =, lost =, error = }; `lost` is
---             the sum of the known costs, `error` its standard error
---   since     the comparison with the last version; nil if there is none
function bot_test.run(bot, read, options)
  local workers <close> = pool.new { work = server(bot, read.items, options),
    in_process = options.trust, jobs = options.jobs,
    programs = programs.alone(bot),
    seconds = options.cpu or options.fuel and 60 or 1 }
  local name, message, status = prepare(workers, bot, read)
  if not name then return nil, message, status end
  local rows = {}
  for i, reply, problem, death in replies(workers, read.items, "ask") do
    local item = read.items[i]
    if not reply and aurum.sys.interrupted() then break end
    if not reply and not (death and (death.call or 0) > 0
      and death.kind ~= "host") then
      return nil, ("%s:%d: %s"):format(read.path, item.line, problem)
    end
    rows[#rows + 1] = grade(item, reply or { fault = problem })
    options.on_progress(#rows)
  end
  local by, seen = {}, {}
  for _, item in ipairs(read.items) do
    local who = item.by or "a judge without a name"
    if not seen[who] then by[#by + 1], seen[who] = who, true end
  end
  local result = { bot = name, answers = rows,
    complete = #rows == #read.items, suite = { digest = read.digest,
      file = read.path:match "[^/]*$", by = by } }
  result.tags, result.all = sums_of(rows)
  result.since = result.complete and since(result, bot, options.warn) or nil
  return result
end

return bot_test
