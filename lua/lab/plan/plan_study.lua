-- The study of a variant as a command of plans: an item is a deal, which all
-- fields of bots play under all rules.
local option_values = require "aurum.text.option_values"
local plan_compare = require "aurum.lab.plan.plan_compare"
local shard_results = require "aurum.lab.plan.shard_results"
local study = require "aurum.lab.rules.study"

local says = option_values.keys("v", "against", "sweep", "players", "bots",
  "deals", "seed", "metrics", "rounds", "cpu", "fuel", "jobs", "threads")
local shown = { json = "flag", html = "value", force = "flag" }
local refused = { seconds = "what it measures would depend on the machines; "
  .. "give --deals" }

--- The bots and variants that arguments name. The usual ladder is named, too:
--- its bots must be the same on all machines.
local function named(args)
  return args.bots or study.ladder, { args.v, args.against }
end

--- The number of deals of a study.
local function deals_of(args)
  local _, first, last = option_values.series(args.seed, args.deals, 200)
  return last - first + 1
end

--- The problem of the arguments of a plan; nil if there is none.
local function problem(plan, args)
  return plan:deals_problem(deals_of(args))
end

--- Adds to a plan what a study needs. True; or nil and a message.
local function prepare(plan, args)
  local good, message = plan:add_all(named(args))
  if not good then return nil, message, "usage" end
  plan.items = deals_of(args)
  return true
end

local function placed(plan, args)
  local own = {}
  for key, value in pairs(args) do own[key] = value end
  own.jobs = args.jobs or 1
  own.v = plan:variant(args.v)
  own.against = args.against and plan:variant(args.against)
  if args.bots then
    own.bots, own.named = {}, table.move(args.bots, 1, #args.bots, 1, {})
    for i, spec in ipairs(args.bots) do own.bots[i] = plan:bot(spec) end
  end
  return own
end

return shard_results.kind { unit = "deal", seeded = true,
  command = { "variant", "study" }, least = { "variant", "study", "standard" },
  says = says, shown = shown, refused = refused, named = named,
  problem = problem, prepare = prepare, placed = placed,
  faults_in = plan_compare.faults_in }
