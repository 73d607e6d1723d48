-- The metrics that studies print, and comparisons when they are named
-- (lua/lab/rules/metric_list.lua). More about each:
--   source  who proposed it, if it is not a plain count
--   asked   true: `compare` prints it only when it is named
--   walk    what has to be measured besides events: "tension", "choices" or
--           "deep"
--   of      the key of a game's measure, if it is another one
--   part    of the variance; or `spread`, `depth`: a statistic over deals
--   step    of the ladder of bots; or `restriction`: what the best bot never
--           does
local format = require "aurum.text.format"
local restrictions = require "aurum.lab.rules.restrictions"
local study_metrics = {
  choices = require "aurum.lab.rules.choices",
  jackknife = require "aurum.stats.jackknife",
  tension = require "aurum.lab.rules.tension",
  variance_parts = require "aurum.lab.rules.variance_parts",
}

local browne = "Browne 2011"
local group -- where they are added

local function add_fairness()
  group("fairness", {
    { key = "first_takes", name = "first player's rounds",
      share = true, text = "share of rounds that the first player's side took; "
        .. "a shared round counts in part" },
    { key = "weak_first", name = "first player, weak bots", null = true,
      of = "first_player", field = "weak", needs = "a study",
      text = "the first player's margin where the bot in the middle of the "
        .. "ladder has every seat" },
  })
end

local searle = "Searle et al. 1992"
local parts = {
  strength = "what the line-ups' strength explains",
  seat = "what the side explains, apart from the deal",
  deal = "what the deal explains, first player included: the luck of the cards",
  rest = "what is left: what these players made of these cards",
}

local function add_skill()
  for _, part in ipairs { "strength", "deal", "rest", "seat" } do
    group("skill", { { key = part .. "_share", part = part,
      name = ("share of %s"):format(part == "rest" and "play"
        or part == "deal" and "the deal" or part == "seat" and "the seat"
        or part), share = true, field = "pairs",
      needs = "two bots on sides of their own", source = searle,
      text = "share of the variance of margins in mirrored deals, in a study "
        .. "of all steps of the ladder: " .. parts[part] } })
  end
  group("skill", {
    { key = "depth", name = "levels of skill", depth = true,
      field = "pairs", needs = "a study", source = "Robertie 1992",
      text = "length of the ladder of bots, in steps at which the better one "
        .. "wins 75 % of games: the sum of ln(odds) / ln(3), with two more "
        .. "deals, one won and one lost" },
  })
  for step = 1, 9 do
    group("skill", { { key = "step_" .. step, of = "first_bot",
      name = ("step %d of the ladder"):format(step), field = "step_" .. step,
      null = true, needs = "a study", step = step,
      text = ("points a round of bot %d of the ladder less bot %d's, in "
        .. "mirrored deals"):format(step, step + 1) } })
  end
end

local function add_length_and_tension()
  group("length", {
    { key = "actions", name = "decisions a round",
      walk = "choices", text = "actions of all seats a round" },
    { key = "length_spread", name = "spread of length",
      spread = true, of = "game_plays", text = "standard deviation of a game's "
        .. "number of cards played, as a part of its mean: long tails" },
    { key = "cut", name = "games cut off", share = true,
      text = "share of games that the limit of rounds ended" },
  })
  group("tension", {
    { key = "entropy", name = "uncertainty", walk = "tension",
      source = browne .. ", entropy by Zhang 2012",
      text = "entropy, in bits, of who takes the round, as a mean over its "
        .. "tricks: 1 is two equal chances" },
    { key = "lead_changes", name = "lead changes", walk = "tension",
      source = browne, text = "times a round that the favourite "
        .. "changes; the new one must be 25 % ahead" },
    { key = "drama", name = "drama", walk = "tension",
      source = browne, text = "root of the chance by which the later winner "
        .. "is behind, as a mean over tricks; chances are noisy, so it is not "
        .. "0" },
    { key = "decided", name = "decided after", walk = "tension",
      share = true, source = browne, text = "share of a round's tricks until "
        .. "the winner's chance stays at 90 % or above" },
    { key = "comebacks", name = "comebacks", walk = "tension",
      share = true, source = browne, text = "share of rounds whose winner once "
        .. "had less than half of an equal chance" },
  })
end

local judged = "after Browne 2011"

local function add_decisions_and_rules()
  group("decisions", {
    { key = "forced", name = "forced decisions", walk = "choices",
      share = true, text = "share of decisions with one legal action" },
    { key = "matters", name = "decisions that matter", walk = "deep",
      share = true, source = judged,
      text = "share of free decisions whose best action is at least 1 point "
        .. "better than the worst" },
    { key = "obvious", name = "obvious decisions", walk = "deep",
      share = true, source = judged, text = "share of free decisions whose "
        .. "best action is at least 1.5 points better than any other" },
  })
  for _, kind in ipairs { "bid", "change", "play", "answer" } do
    group("decisions", { { key = "spread_" .. kind, walk = "deep",
      name = ({ bid = "worth of a bid", change = "worth of a change",
        play = "worth of a play", answer = "worth of an answer" })[kind],
      source = judged, text = ("points between the best and the worst action, "
        .. "where %s is free"):format(format.a(kind)) } })
  end
  group("rules", {
    { key = "changed", name = "rounds with a change", share = true,
      text = "share of rounds in which a bid changed" },
    { key = "saved", name = "bids saved by changes", share = true,
      walk = "choices", text = "share of bids made exactly that would not have "
        .. "been as they stood before the first trick" },
    { key = "gold_wins", name = "tricks won by gold", share = true,
      text = "share of tricks whose winner played gold" },
    { key = "trump_wins", name = "tricks won by trump",
      share = true, walk = "choices", text = "share of tricks won by a trump "
        .. "that was not the highest base card" },
    { key = "answers", name = "answers of their own", share = true,
      walk = "choices", text = "share of answers to questions that are not the "
        .. "default" },
  })
end

local function add_restrictions()
  for _, own in ipairs(restrictions.list) do
    group("restricted", { { key = own.key, name = own.name, of = "first_bot",
      field = own.key, null = true, needs = "a study", restriction = own,
      source = "Jaffe et al. 2012", text = "points a round that the first bot "
        .. "of the ladder gains over itself if that " .. own.text } })
  end
end

--- Adds the metrics by a function of a group and a list of its metrics.
function study_metrics.add(group_)
  group = function(name, metrics)
    for _, metric in ipairs(metrics) do metric.asked = true end
    group_(name, metrics)
  end
  add_fairness()
  add_skill()
  add_length_and_tension()
  add_decisions_and_rules()
  add_restrictions()
end

return study_metrics
