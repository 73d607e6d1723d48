-- Commands that read records, as commands of plans: an item is a line of their
-- files, which are not copied but known by their digests.
local aurum = require "aurum"
local journal = require "aurum.record.journal"
local plan_sheet = require "aurum.lab.plan_sheet"

local function set(...)
  local keys = {}
  for _, key in ipairs { ... } do keys[key] = true end
  return keys
end

-- Options that a shard cannot have, and why.
local refused = {
  { "game", "a plan takes all games" },
  { "lines", "a plan takes all games" },
  { "strict", "a shard does not know of lines in others" },
  { "columns", "it reads no games" },
}

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

--- Adds to a plan what a command that reads files needs.
local function prepare(plan, args)
  for _, pair in ipairs(refused) do
    local value = args[pair[1]]
    if value and (type(value) ~= "table" or value[1]) then
      return nil, ("--%s: not in a plan: %s"):format(pair[1] == "lines"
        and "game" or pair[1], pair[2]), 2
    end
  end
  if args.variant then
    local good, problem = plan:add_variant(args.variant)
    if not good then return nil, problem, 2 end
  end
  for _, path in ipairs(args.files) do
    local good, problem, status = plan:add_input(path)
    if not good then return nil, problem, status end
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

local function kind(shown)
  return plan_sheet.kind { unit = "line", shown = shown, prepare = prepare,
    placed = placed }
end

return {
  judge = kind(set("json", "totals", "worst", "suite", "force", "quiet")),
  stats = kind(set("by", "json", "csv", "raw", "ascii", "html", "force",
    "quiet")),
  csv = kind(set("o", "force")),
}
