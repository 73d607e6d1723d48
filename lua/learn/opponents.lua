-- The opponents against which a share of a training's rounds is played. An
-- opponent is a table:
--   name    for people
--   net     its closed part plays
--   bot     or the bot that plays, as aurum.bot returns it; without both it is
--           the policy "quick"
--   digest  a text that differs where opponents differ
--
-- Nets and "quick" play in C (core/learn.h). A bot plays games in a worker,
-- with the limits of a match. In each game the net that learns acts for the
-- seats of another side. A fault costs the round in which it happens, and ends
-- the game.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local pool = require "aurum.play.pool"
local programs = require "aurum.load.programs"
local sys = aurum.sys
local opponents = {}

opponents.patience = 10 -- faults of a bot in a row that end a training

opponents.quick = { name = "quick", digest = "quick" }

--- True if one of the opponents is a bot: it may play in a worker alone.
function opponents.any_bot(list)
  for _, opponent in ipairs(list) do
    if opponent.bot then return true end
  end
  return false
end

--- How many of the `rounds` of piece number `piece` are played against each of
--- `n` opponents, if they divide this share evenly: a list. Over all pieces no
--- opponent has a whole round more than another.
function opponents.rounds(n, share, rounds, piece)
  local list, each = {}, share * rounds / n
  for i = 1, n do
    local shift = (i - 1) / n
    list[i] = math.floor(piece * each + shift)
      - math.floor((piece - 1) * each + shift)
  end
  return list
end

-- ---- Games with a bot ---------------------------------------------------

--- The seats of each side, in order.
local function seats_of(rules)
  local seats = {}
  for seat, side in ipairs(rules.side_of) do
    seats[side] = seats[side] or {}
    table.insert(seats[side], seat)
  end
  return seats
end

--- Games with a bot, a list by the side of the net: { game =, seats = those of
--- the net, own = true by each of these }. Raises if the bot does not load.
function opponents.games(opponent, rules, fuel)
  local games = {}
  for side, seats in ipairs(seats_of(rules)) do
    local bots, own = {}, {}
    for seat = 1, rules.players do bots[seat] = opponent.bot end
    for _, seat in ipairs(seats) do bots[seat], own[seat] = false, true end
    games[side] = { seats = seats, own = own, game = bot_files.game {
      variant = rules, bots = bots, seed = "", fuel = fuel, print = "off" } }
  end
  return games
end

--- Play a game that was begun until it has this many rounds. The net acts for
--- its seats as in self-play.
local function play_game(seated, lesson, rounds)
  local game, own, moves = seated.game, seated.own, 0
  local state = game.state
  while not game.over do
    local deals = state.phase == "deal"
    if deals and state.round == rounds then return end
    if not deals and own[state.turn] then
      moves = moves + 1
      game:apply(sys.explore { state = state, actor = lesson.actor,
        explore = lesson.explore, noise = lesson.noise,
        seed = ("%s/%d"):format(game.seed, moves) })
    else
      game:step()
    end
  end
end

--- Play this many rounds against a bot, those with a fault among them, but no
--- more after faults in a row that end the training. `first` is the number of
--- the first game; `deaths` are those of workers, by number of the game.
--- Returns the samples, and { outcomes = a text with a "." for each finished
--- round and an "x" for each fault, fault = the first one, games = the number
--- of games }.
local function play_bot(games, lesson, rounds, first, deaths)
  local samples, outcomes, fault, number = {}, "", nil, first
  local hopeless = ("x"):rep(opponents.patience)
  while #outcomes < rounds and outcomes:sub(-#hopeless) ~= hopeless do
    local seated = games[number % #games + 1]
    local game = seated.game
    game:restart(("%s/%d"):format(lesson.seed, number), deaths[number])
    play_game(seated, lesson, rounds - #outcomes)
    samples[#samples + 1] = sys.lesson_of { state = game.state,
      seats = seated.seats, part = lesson.part, student = lesson.student,
      critic = lesson.critic, lambda = lesson.lambda, seed = game.seed }
    local wrong = game.faults[1]
    outcomes = outcomes .. ("."):rep(#game.rounds) .. (wrong and "x" or "")
    fault = fault or wrong and ("%s: %s"):format(wrong.kind, wrong.message)
    number = number + 1
  end
  return table.concat(samples), { outcomes = outcomes, fault = fault,
    games = number - first }
end

-- ---- A piece --------------------------------------------------------------

--- Play a piece: `against[i]` rounds against each opponent of the list, and the
--- rest of `rounds` in self-play. `lesson` are options of aurum.sys.lesson;
--- `games_of(i)` gives the games of a bot. Returns the samples, and by opponent
--- what play_bot returned, false without a bot.
function opponents.play(list, lesson, rounds, against, games_of, deaths)
  local samples, bouts, games, seed = {}, {}, 0, lesson.seed
  for i, opponent in ipairs(list) do
    local n = against[i]
    lesson.seed, rounds, bouts[i] = ("%s/%d"):format(seed, i), rounds - n, false
    if n > 0 and opponent.bot then
      samples[#samples + 1], bouts[i] = play_bot(games_of(i), lesson, n,
        games + 1, deaths)
      games = games + bouts[i].games
    elseif n > 0 then
      lesson.against, lesson.rival, lesson.rounds = true, opponent.net, n
      samples[#samples + 1] = sys.lesson(lesson)
    end
  end
  lesson.against, lesson.rival, lesson.rounds = nil, nil, rounds
  lesson.seed = seed
  samples[#samples + 1] = rounds > 0 and sys.lesson(lesson) or nil
  return table.concat(samples), bouts
end

--- Note the death of a worker in the request of a piece, whose game is then
--- played without that call of the bot. False if no bot was called.
function opponents.note_death(request, death)
  if not death.call or death.call == 0 then return false end
  local deaths = request.deaths[death.game] or {}
  table.insert(deaths, { call = death.call, kind = death.kind,
    message = death.message })
  request.deaths[death.game] = deaths
  return true
end

-- ---- Results ----------------------------------------------------------------

--- How a training's rounds against each opponent went, before the first.
function opponents.tally(list)
  local tally = {}
  for i in ipairs(list) do tally[i] = { rounds = 0, faults = 0, row = 0 } end
  return tally
end

--- An opponent's row of a tally and a bout more; true if it was at fault too
--- often in a row.
local function add(own, bout)
  local hopeless = false
  own.fault = own.fault or bout.fault
  for outcome in bout.outcomes:gmatch "." do
    local key = outcome == "." and "rounds" or "faults"
    own[key] = own[key] + 1
    own.row = key == "faults" and own.row + 1 or 0
    hopeless = hopeless or own.row >= opponents.patience
  end
  return hopeless
end

--- A tally and the bouts of some pieces. Raises if a bot was at fault too often
--- in a row.
function opponents.add(list, tally, pieces)
  local sums = {}
  for i, opponent in ipairs(list) do
    local own = {}
    for key, value in pairs(tally[i]) do own[key] = value end
    sums[i] = own
    for _, bouts in ipairs(pieces) do
      if bouts[i] and add(own, bouts[i]) then
        error(("%s was at fault in %d rounds in a row; the first fault was %s")
          :format(opponent.name, opponents.patience, own.fault), 0)
      end
    end
  end
  return sums
end

--- The programs that workers need for the opponents (pool.new); or nil and a
--- message.
function opponents.programs(list, players)
  local seatings = {}
  for i, opponent in ipairs(list) do
    seatings[i] = {}
    for seat = 1, players do seatings[i][seat] = opponent.bot or false end
  end
  return programs.commands(seatings)
end

--- True if the bots load, in a worker, under each of the rules. Or nil and a
--- message, and "usage" if an option of a bot is wrong. `options` are
--- `seconds` and `fuel` as of a training.
function opponents.check(list, all_rules, options)
  local commands, many = opponents.programs(list, all_rules[1].players)
  if not commands then return nil, "--exec: " .. many, "usage" end
  local worker <close> = pool.new { seconds = options.seconds,
    programs = commands,
    work = function(i)
      for _, rules in ipairs(all_rules) do
        opponents.games(list[i], rules:wake(), options.fuel)
      end
      return true
    end }
  for i, opponent in ipairs(list) do
    local good, problem, death
    if opponent.bot then good, problem, death = worker:call(i) end
    if problem and death then
      problem = ("%s: when it was loaded: %s"):format(opponent.name, problem)
    end
    if problem and not good then
      return nil, problem, problem:find ": option '" and "usage" or nil
    end
  end
  return true
end

return opponents
