-- The stages in which a net is learned.
--
-- A closed part (which sees what a seat sees) first learns alone, from nothing.
-- An open part (which sees all hands) then learns from the closed part's games,
-- and the closed part goes on with the open part's values of the true hands as
-- its targets. This critic is what makes the closed part strong: with the same
-- number of rounds, targets from its own values cost a point or more a round.
-- Both take turns.
--
-- A stage:
--   part      the part that learns
--   share     of the rounds
--   critic    true if the open part gives the values in a closed part's targets
--   lambda    the weight of later results in a target (TD(lambda))
--   explore   share of random actions, at the beginning and at the end
--   rate      of learning, likewise
--   opponents share of rounds against opponents (lua/learn/opponents.lua)
local stages = {}

local from_nothing = {
  { part = "closed", share = 0.20, lambda = 0.8, explore = { 0.15, 0.03 },
    rate = { 1e-3, 3e-4 }, opponents = 0 },
  { part = "open", share = 0.16, lambda = 0.8, explore = { 0.05, 0.05 },
    rate = { 1e-3, 2e-4 }, opponents = 0.1 },
  { part = "closed", share = 0.20, critic = true, lambda = 0.6,
    explore = { 0.05, 0.03 }, rate = { 6e-4, 2e-4 }, opponents = 0.1 },
  { part = "open", share = 0.14, lambda = 0.7, explore = { 0.08, 0.08 },
    rate = { 5e-4, 1e-4 }, opponents = 0.1 },
  { part = "closed", share = 0.30, critic = true, lambda = 0.6,
    explore = { 0.03, 0.025 }, rate = { 5e-4, 5e-5 }, opponents = 0.1 },
}

-- From a net of the same table: the open part first learns to judge under
-- these rules. A closed part that goes on without it loses what it knew.
local from_net = {
  { part = "open", share = 0.25, lambda = 0.8, explore = { 0.08, 0.05 },
    rate = { 3e-4, 1e-4 }, opponents = 0.1 },
  { part = "closed", share = 0.25, critic = true, lambda = 0.6,
    explore = { 0.05, 0.03 }, rate = { 2e-4, 1e-4 }, opponents = 0.1 },
  { part = "open", share = 0.15, lambda = 0.7, explore = { 0.08, 0.08 },
    rate = { 2e-4, 5e-5 }, opponents = 0.1 },
  { part = "closed", share = 0.35, critic = true, lambda = 0.6,
    explore = { 0.03, 0.025 }, rate = { 2e-4, 2.5e-5 }, opponents = 0.1 },
}

-- A best response, from a net, to an opponent that does not learn.
local response = {
  { part = "open", share = 0.3, lambda = 0.8, explore = { 0.08, 0.05 },
    rate = { 6e-4, 2e-4 } },
  { part = "closed", share = 0.7, critic = true, lambda = 0.6,
    explore = { 0.05, 0.025 }, rate = { 5e-4, 5e-5 } },
}

-- To measure how long rounds take: most are like these.
local trial = {
  { part = "closed", share = 1, critic = true, lambda = 0.6,
    explore = { 0.05, 0.03 }, rate = { 5e-4, 5e-4 }, opponents = 0.1 },
}

local forms = { nothing = from_nothing, net = from_net, response = response,
  trial = trial }

--- The stages of a training of a form ("nothing", "net", "response" or
--- "trial"), each with its `chunks`: its share of `chunks` chunks, at least
--- one. The first of a part has `is_first`. With `all` every round is against
--- opponents.
function stages.of(form, chunks, all)
  local list, met = {}, {}
  for i, stage in ipairs(forms[form]) do
    local copy = {}
    for key, value in pairs(stage) do copy[key] = value end
    copy.is_first, met[stage.part] = not met[stage.part], true
    copy.chunks = math.max(1, math.floor(stage.share * chunks + 0.5))
    if all then copy.opponents = 1 end
    list[i] = copy
  end
  return list
end

--- A number that falls from the first to the last of a pair, at `done` of 1:
--- exploration falls fast, the rate of learning by equal factors.
function stages.explore(stage, done)
  local from, to = stage.explore[1], stage.explore[2]
  return to + (from - to) * (1 - done) ^ 4
end

function stages.rate(stage, done)
  local from, to = stage.rate[1], stage.rate[2]
  return from * (to / from) ^ done
end

return stages
