-- The comparison of variants as a command of plans: an item is a deal, which is
-- played under all rules.
local plan_sheet = require "aurum.lab.plan_sheet"
local values = require "aurum.text.values"

local shown = { json = true, html = true, force = true }

--- The list of bots' texts as a plan has them, joined by commas.
local function placed_bots(plan, text)
  local list = values.parts(text)
  for i, spec in ipairs(list) do list[i] = plan:bot(spec) end
  return table.concat(list, ",")
end

--- Adds to a plan what a comparison needs. True; or nil and a message.
local function prepare(plan, args)
  if args.bots[2] then
    return nil, "a plan compares with one field of bots: give --bots once", 2
  end
  for _, spec in ipairs(values.parts(args.bots[1] or "")) do
    local good, problem = true, nil
    if spec ~= "" then good, problem = plan:add_bot(spec) end
    if not good then return nil, problem, 2 end
  end
  for _, name in ipairs { args.a, args.b } do
    local good, problem = plan:add_variant(name)
    if not good then return nil, problem, 2 end
  end
  local _, first, last = values.series(args.seed, args.deals, 500)
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
    own.named = values.parts(args.bots[1])
  end
  return own
end

return plan_sheet.kind { unit = "deal", seeded = true, shown = shown,
  prepare = prepare, placed = placed }
