-- The ceiling: how far a bot is below a player who sees all hands.
--
-- The open-hand player plays one side, the bot all the others, each side in
-- turn on the same deals. It is not a bot: it gets the true state, which no bot
-- may see, and searches it as a tree (`state:search`) in which each side plays
-- for its own lead. With few cards in hand, two sides are solved, and the tree
-- compares only the actions that are proven best.
--
-- The tree assumes that all players see all hands, and it may err. So the
-- difference is a lower bound: perfect play with open hands gains more.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local estimate = require "aurum.stats.estimate"
local pool = require "aurum.play.pool"
local programs = require "aurum.load.programs"
local series = require "aurum.play.series"
local ceiling = {
  deals = 40, -- deals of an arena, at most
  playouts = 20000, -- for a decision
}

local plain = 0.35 -- chance of a seat to play plainly in a playout
local left = 3 -- cards in hand at which a playout stops and is evaluated
local change = 4 -- cards in hand, at most, to change a bid
local solve = 3 -- cards in hand, at most, to solve two sides
local nodes = 200000 -- positions to visit for a solution

ceiling.method = ("tree search, %d playouts a decision"):format(
  ceiling.playouts)

-- ---- The open-hand player -----------------------------------------------

--- The actions that the solver proves best for two sides; nil with many cards.
local function solved(state)
  if state.rules.side_n ~= 2 or state.phase == "bid"
    or #state.hands[state.turn] > solve then
    return nil
  end
  return state:solve { nodes = nodes }.best
end

--- The action of the open-hand player for the seat to act. It follows from the
--- state and `seed` alone.
function ceiling.choose(state, seed)
  local cards = #state.hands[state.turn]
  if state.phase == "change" and cards > change then
    return state:legal()[1] -- keep: gold is worth more while many cards remain
  end
  local best = solved(state)
  if best and #best == 1 then return best[1] end
  return state:search {
    sims = ceiling.playouts,
    seed = seed,
    moves = best,
    objective = "lead",
    plain = plain,
    left = cards > left + 1 and left or 0,
  }.best
end

-- ---- Its games ----------------------------------------------------------

--- Play a game to its end; the open-hand player acts for `side`. Returns that
--- side's margin in points a round, the number of rounds, and true if a fault
--- of the bot decided the game.
local function play_game(game, side)
  local side_of, move = game.rules.side_of, 0
  while not game.over do
    if aurum.sys.interrupted() then error("interrupted", 0) end
    local state = game.state
    if state.turn and side_of[state.turn] == side then
      move = move + 1
      game:apply(ceiling.choose(state, ("%s/%d"):format(game.seed, move)))
    else
      game:step()
    end
  end
  local fault = game.faults[1]
  local at_fault = fault and not fault.substituted and side_of[fault.seat]
  local points, rounds = estimate.points(game.rounds, game.rules.side_n,
    at_fault or nil)
  return estimate.margins(points, rounds)[side], rounds,
    at_fault and true or false
end

--- The games of a bot, by the side of the open-hand player.
local function games_of(bot, args, rules)
  local games = {}
  for side = 1, rules.side_n do
    local seated = {}
    for seat, theirs in ipairs(rules.side_of) do
      seated[seat] = theirs ~= side and bot
    end
    games[side] = bot_files.game { variant = rules, bots = seated, seed = "",
      on_fault = args.on_fault, trust = args.trust, fuel = args.fuel,
      print = "off" }
  end
  return games
end

--- The work of a pool: the mean margin over the games of a deal. A request has
--- its seed, and the calls at which the bot died before, by game.
local function server(bot, args, rules)
  local games
  return function(request)
    games = games or games_of(bot, args, rules)
    local sum, rounds, forfeited = 0, 0, 0
    for side, game in ipairs(games) do
      game:restart(request.seed, request.deaths[side])
      local margin, count, at_fault = play_game(game, side)
      sum, rounds = sum + margin, rounds + count
      forfeited = forfeited + (at_fault and 1 or 0)
    end
    return { margin = sum / rules.side_n, rounds = rounds,
      forfeited = forfeited }
  end
end

--- A deal is played again if the bot died in one of its games. That call is
--- then the bot's fault.
local function again(task, death)
  if not death.call or death.call < 1 then return nil end
  local deaths, game = task.request.deaths, death.game
  deaths[game] = deaths[game] or {}
  table.insert(deaths[game], { call = death.call, kind = death.kind,
    message = death.message })
  return { task }
end

--- Play `bot` against the open-hand player on the deals with these seeds, each
--- side in turn. `args` has the options `jobs`, `cpu`, `fuel`, `trust` and
--- `on_fault` of an arena. `on_progress(deals)` is called after each deal.
--- Returns { bot =, deals =, games =, forfeited =, rounds =, mean =, low =,
--- high =, playouts =, method = }: the player's mean margin in points a round;
--- low and high are nan for a single deal; `forfeited` games were decided by a
--- fault of the bot. Or nil and a message.
function ceiling.of(bot, rules, seeds, args, on_progress)
  local sample, sent, rounds, forfeited = estimate.sample(), 0, 0, 0
  local workers <close> = pool.new { work = server(bot, args, rules),
    programs = programs.everywhere(bot, rules.players),
    jobs = math.min(args.jobs or aurum.sys.processors(), #seeds, 64),
    seconds = bot.cpu or series.seconds(args), in_process = args.trust,
    on_death = again }
  local function next_task()
    sent = sent + 1
    return seeds[sent] and { from = sent, to = sent,
      request = { seed = seeds[sent], deaths = {} } }
  end
  for task, reply, problem in workers:ordered(1, next_task) do
    if problem then
      if aurum.sys.interrupted() then break end
      return nil, ("game %s: %s"):format(seeds[task.from], problem)
    end
    sample:add(reply.margin)
    rounds, forfeited = rounds + reply.rounds, forfeited + reply.forfeited
    on_progress(sample.n)
  end
  if sample.n < #seeds then return nil, "interrupted" end
  local low, high = sample:interval()
  return { bot = bot.name, deals = sample.n, games = sample.n * rules.side_n,
    forfeited = forfeited, rounds = rounds, mean = sample.mean,
    low = low or 0 / 0, high = high or 0 / 0, playouts = ceiling.playouts,
    method = ceiling.method }
end

return ceiling
