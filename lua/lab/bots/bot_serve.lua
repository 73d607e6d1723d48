-- The engine of `aurum bot serve`: answers lines of the protocol of
-- scripts/programs/README.md with the actions of a bot, which runs in a worker.
--
-- Each line is a question of its own. The bot meets the line's world, in which
-- hidden cards lie at random, and is shown the round up to there. Its random
-- numbers are those of the line's stream. Its view knows the line's memory: the
-- finished rounds, and what the world's position does not tell of the round.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local decisions = require "aurum.record.decisions"
local json = require "aurum.text.json"
local pool = require "aurum.play.pool"
local bot_serve = {}

--- In the worker: ask the bot at the position of a token, with the random
--- numbers of a stream and the memory of a view if they are given.
local function ask(games, rules, line)
  local token = line.token
  local state, problem = aurum.load_position(token, rules)
  if not state or not state.turn then
    return { fault = problem or "world: no seat is on turn there" }
  end
  local game = games(rules, state.turn)
  if not game:stream(line.stream) then
    return { fault = "expected the key stream as 64 hexadecimal digits" }
  end
  if not decisions.come_to_state(game, token, state, line.memory) then
    return { fault = "expected the key memory as aurum wrote it" }
  end
  local action = not game.faults[1] and game:step()
  return { fault = game.trace, action = action and tostring(action) }
end

--- A function from a line { token =, stream =, memory = } and its rules to
--- { action = } or { fault = }. The bot has a worker for each rules, as these
--- are awake there alone.
local function decider(bot, options)
  local workers = {}
  local function new_worker(rules)
    local games
    return pool.new { seconds = options.cpu or options.fuel and 60 or 1,
      in_process = options.trust, work = function(line)
        games = games or bot_files.games_alone(bot, { fuel = options.fuel,
          trust = options.trust, print = options.print,
          print_bytes = options.print_bytes, log = options.log })
        return ask(games, rules:wake(), line)
      end }
  end
  return function(line, rules)
    workers[rules.digest] = workers[rules.digest] or new_worker(rules)
    local reply, problem = workers[rules.digest]:call(line)
    return reply or { fault = problem }
  end
end

--- A function that gives the rules of a token: those given, or those that it
--- names; or nil and a message.
local function rules_finder(given)
  local known = {}
  return function(token)
    local name, players, digest = aurum.read_position(token)
    if not name then return nil, "world: " .. players end
    if known[digest] then return known[digest] end
    local rules, problem
    if given then
      rules, problem = given(players)
    else
      rules, problem = aurum.named_variant(name, players, digest)
    end
    if not rules then return nil, tostring(problem) end
    if rules.digest ~= digest then
      return nil, ("the rules of %s are others here: %s, not %s"):format(name,
        rules.digest, digest)
    end
    known[digest] = rules
    return rules
  end
end

--- A function that gives the reply to a line, a table, for a bot by aurum.bot.
--- `options` are cpu, fuel, trust, print, print_bytes and log, as in a match,
--- and `rules`, a function from a number of players to rules, instead of those
--- that lines name.
function bot_serve.answerer(bot, options)
  local find, asked = rules_finder(options.rules), decider(bot, options)
  return function(line)
    local question, problem = json.decode(line)
    if type(question) ~= "table" then
      return { fault = problem or "expected an object" }
    end
    local token = question.world
    if type(token) ~= "string" then
      return { id = question.id, fault = "expected the key world, a position" }
    end
    for _, key in ipairs { "stream", "memory" } do
      if question[key] ~= nil and type(question[key]) ~= "string" then
        return { id = question.id,
          fault = ("expected the key %s, a text"):format(key) }
      end
    end
    local rules, why = find(token)
    local reply = rules and asked({ token = token, stream = question.stream,
      memory = question.memory }, rules) or { fault = why }
    return { id = question.id, action = reply.action, fault = reply.fault }
  end
end

return bot_serve
