-- The metrics of games, for designers of rules: aurum variant compare and
-- aurum variant study print them, and their help lists them.
--
-- Each has a `key`, a `name` for people, and a `text`, its definition. Others:
--   group   the quality that it is about
--   share   true if it is from 0 to 1 and shown in per cent
--   null    true if 0 means "no effect"
--   needs   data that not every comparison has
--   field   the bots that play it (lua/lab/rules/study.lua): "self" if it is
--           left out
-- Those that `compare` prints only if they are named: study_metrics.lua.
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

group("rules", {
  { key = "first_changes", name = "changes before trick 1",
    text = "bid changes a round before the first trick" },
  { key = "changes", name = "changes a round",
    text = "bid changes a round" },
  { key = "partner_changes", name = "of the partner's bid",
    needs = "sides of two seats",
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
  { key = "partner_gap", name = "tricks between partners",
    needs = "sides of two seats",
    text = "tricks a round that one of a side won more than the other" },
})
group("skill", {
  { key = "first_bot", name = "first bot's margin", null = true,
    field = "pair", needs = "two bots on sides of their own",
    text = "points a round of the first bot's side less the last's" },
})

-- Balance by side: a side alone is a seat. With two sides, one is enough.
for side = 1, 6 do
  group("fairness", { { key = "side_" .. side, side = side, null = true,
    name = ("side %d's margin"):format(side),
    needs = side > 1 and ("%d sides or more"):format(math.max(3, side)) or nil,
    text = ("points a round of side %d less the others' mean"):format(side) } })
end

metric_list.metrics = list

-- The page of the playground has no room for studies.
local good, deep = pcall(function()
  return require "aurum.lab.rules.study_metrics"
end)
if good then
  metric_list.deep = deep
  deep.add(group)
elseif not deep:find "module 'aurum.lab.rules.study_metrics' not found" then
  error(deep, 0)
end

return metric_list
