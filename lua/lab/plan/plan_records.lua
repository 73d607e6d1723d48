-- Commands that read records, as commands of plans: an item is a line of their
-- files, which are not copied but known by their digests.
local aurum = require "aurum"
local journal = require "aurum.record.journal"
local shard_results = require "aurum.lab.plan.shard_results"
local option_values = require "aurum.text.option_values"

--- The number of lines of files, and of those that are heads of journals; or
--- nil and a message.
local function count_lines(files)
  local n, heads = 0, 0
  for _, path in ipairs(files) do
    local lines, problem = aurum.sys.lines(path)
    if not lines then return nil, ("%s: %s"):format(path, problem) end
    for _, line in lines do
      n, heads = n + 1, heads + (journal.is_head(line) and 1 or 0)
    end
  end
  return n, heads
end

--- The bots and variants that arguments name.
local function named(args) return {}, { args.variant } end

--- The problem of the arguments of a plan; nil if there is none.
local function problem_of(plan, args)
  if plan.unit ~= "line" then
    return ("unit: expected line, got %s"):format(plan.unit)
  elseif not plan.heads or plan.heads > plan.items then
    return ("heads: expected a whole number from 0 to %d, got %s"):format(
      plan.items, plan.heads or "nothing")
  elseif #args.files ~= #plan.inputs then
    return ("inputs: expected %d, as its words say, got %d"):format(
      #args.files, #plan.inputs)
  end
  for i, path in ipairs(args.files) do
    if plan.inputs[i].path ~= path then
      return ("inputs[%d].path: expected %s, as its words say, got %s"):format(
        i, path, plan.inputs[i].path)
    end
  end
end

--- Adds to a plan what a command that reads files needs.
local function prepare(plan, args)
  local good, wrong = plan:add_all(named(args))
  if not good then return nil, wrong, "usage" end
  for _, path in ipairs(args.files) do
    local taken, problem, status = plan:add_input(path)
    if not taken then return nil, problem, status end
  end
  plan.items, plan.heads = count_lines(args.files)
  return plan.items and true, plan.heads
end

local function placed(plan, args)
  local own = {}
  for key, value in pairs(args) do own[key] = value end
  own.variant = args.variant and plan:variant(args.variant)
  if args.judge or args.action == "judge" then own.jobs = args.jobs or 1 end
  return own
end

--- Options that no plan can have, and a command's own, with the reasons.
local function refused(more)
  local all = { game = "a plan takes all games",
    lines = "a plan takes all games",
    strict = "a shard does not know of lines in others" }
  for key, why in pairs(more or {}) do all[key] = why end
  return all
end

local function kind(action, fields)
  fields.unit, fields.command = "line", { "record", action }
  fields.least = { "record", action, "-" }
  fields.named, fields.problem = named, problem_of
  fields.prepare, fields.placed = prepare, placed
  fields.refused = refused(fields.refused)
  return shard_results.kind(fields)
end

return {
  judge = kind("judge", {
    says = option_values.keys("files", "variant", "seat", "place", "sims",
      "seed",
      "jobs", "quiet"),
    shown = { json = "flag", totals = "flag", worst = "value",
      suite = "value", force = "flag", quiet = "flag" },
    rereads = true }),
  stats = kind("stats", {
    says = option_values.keys("files", "variant", "judge", "sims", "seed",
      "jobs",
      "quiet"),
    shown = { by = "value", json = "flag", csv = "flag", raw = "flag",
      ascii = "flag", html = "value", force = "flag", quiet = "flag" } }),
  csv = kind("csv", {
    says = option_values.keys("files", "variant", "table", "judge", "sims",
      "seed",
      "jobs", "quiet"),
    shown = { o = "value", force = "flag" },
    refused = { columns = "it reads no games",
      raw = "a spreadsheet may run what a text of a game says" } }),
}
