-- The comparison of variants as a command of plans: an item is a deal, which is
-- played under all rules.
local shard_results = require "aurum.lab.plan.shard_results"
local option_values = require "aurum.text.option_values"

local says = option_values.keys("a", "b", "sweep", "players", "bots", "deals",
  "seed",
  "metrics", "cpu", "fuel", "jobs", "threads")
local shown = { json = "flag", html = "value", force = "flag" }

--- The list of bots' texts as a plan has them, joined by commas.
local function placed_bots(plan, text)
  local list = option_values.parts(text)
  for i, spec in ipairs(list) do
    list[i] = spec ~= "" and plan:bot(spec) or spec
  end
  return table.concat(list, ",")
end

--- The bots and variants that arguments name.
local function named(args)
  local bots = {}
  for _, spec in ipairs(option_values.parts(args.bots[1] or "")) do
    if spec ~= "" then bots[#bots + 1] = spec end
  end
  return bots, { args.a, args.b }
end

--- The problem of the arguments of a plan; nil if there is none.
local function problem(plan, args)
  local _, first, last = option_values.series(args.seed, args.deals, 500)
  if args.bots[2] then return "words: expected one field of bots" end
  return plan:deals_problem(last - first + 1)
end

--- Adds to a plan what a comparison needs. True; or nil and a message.
local function prepare(plan, args)
  if args.bots[2] then
    return nil, "a plan compares with one field of bots: give --bots once",
      "usage"
  end
  local good, message = plan:add_all(named(args))
  if not good then return nil, message, "usage" end
  local _, first, last = option_values.series(args.seed, args.deals, 500)
  plan.items = last - first + 1
  return true
end

local function placed(plan, args)
  local own = {}
  for key, value in pairs(args) do own[key] = value end
  own.jobs = args.jobs or 1
  own.a, own.b = plan:variant(args.a), args.b and plan:variant(args.b)
  if args.bots[1] then
    own.bots = { placed_bots(plan, args.bots[1]) }
    own.named = option_values.parts(args.bots[1])
  end
  return own
end

--- The number of faults in a deal's data, which nobody has checked.
local function faults_in(deal)
  local n = 0
  for _, count in pairs(type(deal) == "table" and deal.faults or {}) do
    n = n + (math.tointeger(count) or 0)
  end
  return n
end

return shard_results.kind { unit = "deal", seeded = true,
  command = { "variant", "compare" },
  least = { "variant", "compare", "standard" }, says = says, shown = shown,
  refused = {}, named = named, problem = problem, prepare = prepare,
  placed = placed, faults_in = faults_in }
