-- Examples for a rulebook, from a random game of the variant: the first bid,
-- change, trick, tie and end of round that it has, each with the number of the
-- rule that it shows. The same seed gives the same examples.
local aurum = require "aurum"
local pool = require "aurum.play.pool"
local ties = require "aurum.record.ties"
local rulebook_examples = {}

local most_rounds = 8 -- of the game that is looked at

--- "a, b and c".
local function list(words)
  local n = #words
  return n < 2 and words[1] or ("%s and %s"):format(
    table.concat(words, ", ", 1, n - 1), words[n])
end

local function played(rules, event)
  local parts = {}
  for i, card in ipairs(event.plays) do
    local seat = (event.leader + i - 2) % rules.players + 1
    parts[i] = ("seat %d plays `%s`"):format(seat, card)
  end
  return (list(parts):gsub("^s", "S"))
end

--- Functions from an event, the rules and `add(number, text)`, by its kind.
local examples = {}

function examples.bid(event, _, add)
  if event.card and not event.down then
    add("4.1", ("Seat %d lays `%s`: it bids %d."):format(event.seat,
      event.card, event.card.rank))
  end
end

function examples.change(event, _, add)
  local whose = event.of == event.seat and "its own bid card"
    or ("the bid card of seat %d"):format(event.of)
  if not event.returned then return end
  add("5.1", ("Seat %d pays `%s` and replaces %s, `%s`, by `%s`."):format(
    event.seat, event.gold, whose, event.returned, event.card))
end

function examples.trick(event, rules, add)
  local text = played(rules, event)
  local wins = event.winner and ("seat %d wins the trick"):format(event.winner)
    or "nobody wins the trick"
  add("7.1", ("%s. %s Seat %d leads the next trick."):format(text, event.award
    and ("Seat %d takes `%s`."):format(event.taker, event.award)
    or "Nobody takes gold.", event.next))
  local golden = false
  for _, card in ipairs(event.plays) do golden = golden or card.gold end
  if golden then add("7.2", ("%s: %s."):format(text, wins)) end
  local tie = ties.trick(rules, event)
  if tie then
    add("7.3", ("%s: %s."):format(text, (tie:gsub(" %(RULES [%d.]+%)$", ""))))
  end
end

function examples.pass(event, _, add)
  add("8.1", ("Seat %d passes, and the round ends. It shows %s."):format(
    event.seat, #event.hand == 0 and "an empty hand"
    or "its hand: " .. tostring(event.hand)))
end

function examples.round(event, rules, add)
  local score = event.score
  local after = rules.questions[1] and ", after all that was answered" or ""
  for side = 1, #score.points do
    add("9.2", ("Side %d bid %d and took %d. It scores %d for its bid and %d "
      .. "for its gold, in all %d%s."):format(side, score.bid[side],
      score.taken[side], score.bid_points[side], score.gold_points[side],
      score.points[side], after))
  end
end

--- The examples of a game of `rules` with a seed and a bot, which was read
--- before: a confined worker may open no file. The text by number.
local function of_game(rules, seed, bot)
  local game = aurum.game { variant = rules, seed = seed, bots = { bot } }
  while not game.over and #game.rounds < most_rounds do game:step() end
  local found = {}
  local function add(number, text) found[number] = found[number] or text end
  for _, event in ipairs(game.state:events()) do
    local example = examples[event.kind]
    if example then example(event, rules, add) end
  end
  return found
end

--- Examples from the game of a seed under `rules`: the text by the number of a
--- rule; or nil and a message if the variant fails. Rules that sleep in this
--- process (lua/play/strangers.lua) are played in a worker.
function rulebook_examples.of(info, rules, seed)
  local bot = assert(aurum.bot "random")
  local worker <close> = pool.new { in_process = not rules:is_asleep(),
    work = function()
      local made, problem = info:rules(rules.players)
      if not made then error(tostring(problem), 0) end
      return of_game(made:wake(), seed, bot)
    end }
  return worker:call {}
end

return rulebook_examples
