-- The metrics of games, for designers of rules: aurum variant compare and
-- aurum variant study print them, and their help lists them.
--
-- Each has a `key`, a `name` for people, and a `text`, its definition. Others:
--   group   the quality that it is about
--   source  who proposed it, if it is not a plain count
--   share   true if it is from 0 to 1 and shown in per cent
--   null    true if 0 means "no effect"
--   wants   data that not every comparison has
--   asked   true if `compare` prints it only when it is named
--   walk    what has to be measured besides events: "tension", "choices" or
--           "deep"
--   of      the key of a game's measure, if it is another one
--   field   the bots that play it (lua/lab/rules/study_fields.lua): "self" if
--           it is left out
--   part    of the variance; or `spread`, `depth`: a statistic over deals
local restrictions = require "aurum.lab.rules.restrictions"
local metric_list = {}

--- The groups in the order of a study.
metric_list.groups = {
  { key = "fairness", name = "fairness" },
  { key = "skill", name = "skill and luck" },
  { key = "tension", name = "tension" },
  { key = "decisions", name = "decisions" },
  { key = "rules", name = "use of rules" },
  { key = "restricted", name = "restricted play" },
  { key = "length", name = "length" },
  { key = "results", name = "results" },
}

local list = {}

--- Adds metrics to a group.
local function group(name, metrics)
  for _, metric in ipairs(metrics) do
    metric.group = name
    list[#list + 1] = metric
  end
end

local browne = "Browne 2011"

group("rules", {
  { key = "first_changes", name = "changes before trick 1",
    text = "bid changes a round before the first trick" },
  { key = "changes", name = "changes a round",
    text = "bid changes a round" },
  { key = "partner_changes", name = "of the partner's bid", wants = "partners",
    text = "changes a round that replace a partner's bid" },
})
group("results", {
  { key = "points", name = "points",
    text = "points a side and round" },
  { key = "bid_points", name = "points for bids",
    text = "points for the bid, a side and round" },
  { key = "gold_points", name = "points for gold",
    text = "points for gold, a side and round" },
})
group("length", {
  { key = "tricks", name = "tricks a round",
    text = "finished tricks a round that somebody won" },
})
group("results", {
  { key = "bid", name = "bid",
    text = "tricks a side bid, as it stood at the round's end" },
  { key = "exact", name = "exact bids", share = true,
    text = "share of bids made exactly" },
  { key = "over", name = "bids exceeded", share = true,
    text = "share of bids with more tricks than bid" },
  { key = "under", name = "bids missed", share = true,
    text = "share of bids with fewer tricks than bid" },
})
group("length", {
  { key = "passed", name = "passed with cards left", share = true,
    text = "share of rounds ended by a pass of a seat that held base cards" },
})
group("rules", {
  { key = "gold_taken", name = "gold taken",
    text = "gold cards awarded a round" },
  { key = "gold_kept", name = "gold kept",
    text = "gold cards a round in collections at its end" },
  { key = "gold_played", name = "gold played",
    text = "gold cards a round played to tricks" },
})
group("length", {
  { key = "rounds", name = "rounds a game",
    text = "length of a game in rounds" },
  { key = "plays", name = "cards a round",
    text = "length of a round in cards played" },
})
group("results", {
  { key = "shared_rounds", name = "shared rounds", share = true,
    text = "share of rounds that no side took alone" },
  { key = "shared_games", name = "shared games", share = true,
    text = "share of games that no side won alone" },
})
group("fairness", {
  { key = "first_player", name = "first player's margin", null = true,
    text = "points a round of the first player's side less the others' mean" },
  { key = "partner_gap", name = "tricks between partners", wants = "partners",
    text = "tricks a round that one of a side won more than the other" },
})
group("skill", {
  { key = "first_bot", name = "first bot's margin", null = true,
    field = "pair", wants = "two bots on sides of their own",
    text = "points a round of the first bot's side less the last's" },
})

-- Balance by side: a side alone is a seat. With two sides, one is enough.
for side = 1, 6 do
  group("fairness", { { key = "side_" .. side, side = side, null = true,
    name = ("side %d's margin"):format(side),
    wants = side > 1 and ("%d sides or more"):format(math.max(3, side)) or nil,
    text = ("points a round of side %d less the others' mean"):format(side) } })
end

-- ---- What is printed when it is asked for, and by a study -------------------

group("fairness", {
  { key = "first_takes", name = "first player's rounds", asked = true,
    share = true, text = "share of rounds that the first player's side took; "
      .. "a shared round counts in part" },
  { key = "weak_first", name = "first player, weak bots", null = true,
    of = "first_player", field = "weak", wants = "a study", asked = true,
    text = "the first player's margin where the bot in the middle of the "
      .. "ladder has every seat" },
})

local searle = "Searle et al. 1992"
local parts = {
  strength = "what the line-ups' strength explains",
  seat = "what the side explains, apart from the deal",
  deal = "what the deal explains, first player included: the luck of the cards",
  rest = "what is left: what these players made of these cards",
}
for _, part in ipairs { "strength", "deal", "rest", "seat" } do
  group("skill", { { key = part .. "_share", part = part,
    name = ("share of %s"):format(part == "rest" and "play"
      or part == "deal" and "the deal" or part == "seat" and "the seat"
      or part), share = true, field = "pairs", asked = true,
    wants = "two bots on sides of their own", source = searle,
    text = "share of the variance of margins in mirrored deals: "
      .. parts[part] } })
end
group("skill", {
  { key = "depth", name = "levels of skill", depth = true, asked = true,
    field = "pairs", wants = "a study", source = "Robertie 1992",
    text = "length of the ladder of bots, in steps at which the better one "
      .. "wins 75 % of games: the sum of ln(odds) / ln(3), with two more "
      .. "deals, one won and one lost" },
})
for step = 1, 9 do
  group("skill", { { key = "step_" .. step, of = "first_bot",
    name = ("step %d of the ladder"):format(step), field = "step_" .. step,
    null = true, wants = "a study", asked = true, step = step,
    text = ("points a round of bot %d of the ladder less bot %d's, in "
      .. "mirrored deals"):format(step, step + 1) } })
end

group("length", {
  { key = "actions", name = "decisions a round", asked = true,
    walk = "choices", text = "actions of all seats a round" },
  { key = "length_spread", name = "spread of length", asked = true,
    spread = true, of = "game_plays", text = "standard deviation of a game's "
      .. "number of cards played, as a part of its mean: long tails" },
  { key = "cut", name = "games cut off", asked = true, share = true,
    text = "share of games that the limit of rounds ended" },
})
group("tension", {
  { key = "entropy", name = "uncertainty", walk = "tension", asked = true,
    source = browne .. ", entropy by Zhang 2012",
    text = "entropy, in bits, of who takes the round, as a mean over its "
      .. "tricks: 1 is two equal chances" },
  { key = "lead_changes", name = "lead changes", walk = "tension",
    asked = true, source = browne, text = "times a round that the favourite "
      .. "changes; the new one must be 25 % ahead" },
  { key = "drama", name = "drama", walk = "tension", asked = true,
    source = browne, text = "root of the chance by which the later winner is "
      .. "behind, as a mean over tricks; chances are noisy, so it is never 0" },
  { key = "decided", name = "decided after", walk = "tension", asked = true,
    share = true, source = browne, text = "share of a round's tricks until the "
      .. "winner's chance stays at 90 % or above" },
  { key = "comebacks", name = "comebacks", walk = "tension", asked = true,
    share = true, source = browne, text = "share of rounds whose winner once "
      .. "had less than half of an equal chance" },
})

local judged = "after Browne 2011"
group("decisions", {
  { key = "forced", name = "forced decisions", walk = "choices", asked = true,
    share = true, text = "share of decisions with one legal action" },
  { key = "matters", name = "decisions that matter", walk = "deep",
    asked = true, share = true, source = judged,
    text = "share of free decisions whose best action is at least 1 point "
      .. "better than the worst" },
  { key = "obvious", name = "obvious decisions", walk = "deep", asked = true,
    share = true, source = judged, text = "share of free decisions whose best "
      .. "action is at least 1.5 points better than any other" },
})
for _, kind in ipairs { "bid", "change", "play", "answer" } do
  group("decisions", { { key = "spread_" .. kind, walk = "deep", asked = true,
    name = ({ bid = "worth of a bid", change = "worth of a change",
      play = "worth of a play", answer = "worth of an answer" })[kind],
    source = judged, text = ("points between the best and the worst action, "
      .. "where a %s is free"):format(kind) } })
end
group("rules", {
  { key = "changed", name = "rounds with a change", asked = true, share = true,
    text = "share of rounds in which a bid changed" },
  { key = "gold_wins", name = "tricks won by gold", asked = true, share = true,
    text = "share of tricks whose winner played gold" },
  { key = "trump_wins", name = "tricks won by trump", asked = true,
    share = true, walk = "choices", text = "share of tricks won by a trump "
      .. "that was not the highest base card" },
  { key = "answers", name = "answers of their own", asked = true, share = true,
    walk = "choices", text = "share of answers to questions that are not the "
      .. "default" },
})

for _, restriction in ipairs(restrictions.list) do
  group("restricted", { { key = restriction.key, name = restriction.name,
    of = "first_bot", field = restriction.key, null = true, asked = true,
    wants = "a study", restriction = restriction,
    source = "Jaffe et al. 2012", text = "points a round that the first "
      .. "bot of the ladder gains over itself if that " .. restriction.text } })
end

metric_list.metrics = list

return metric_list
