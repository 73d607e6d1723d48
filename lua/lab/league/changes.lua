-- Changes in a league, day by day, the last first.
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local changes = {}

local most_new = 10 -- bots of a day, each of which has a line

local order_of = { lead = 1, deals = 2, benched = 3, new = 4 }

--- Add the last lead of each day, if another bot led before.
local function add_leads(add, leads)
  local before
  for i, one in ipairs(leads) do
    local later = leads[i + 1]
    if not later or later.day > one.day then
      if before ~= one.bot then
        add("lead", one.day, ("%s leads%s%s"):format(one.bot,
          before and " in place of " .. before or "",
          one.sure and "" or "; it is not told apart from the next"), one.bot)
      end
      before = one.bot
    end
  end
end

local function add_deals(add, batches)
  local deals = {}
  for _, batch in ipairs(batches) do
    if batch.result then
      deals[batch.day] = (deals[batch.day] or 0) + batch.deals
    end
  end
  for day, n in pairs(deals) do
    add("deals", day, ("%s played"):format(format.plural(n, "deal")))
  end
end

--- Add the versions that are new, or the number of those of a day.
local function add_new(add, list)
  local of_day = {}
  for _, row in ipairs(list) do
    of_day[row.day] = (of_day[row.day] or 0) + 1
  end
  for _, row in ipairs(list) do
    if of_day[row.day] <= most_new then
      add("new", row.day, row.version == 1 and ("%s is new"):format(row.bot)
        or ("%s is a new version of %s"):format(row.bot, row.name), row.bot)
    end
  end
  for day, n in pairs(of_day) do
    if n > most_new then add("new", day, ("%d bots are new"):format(n)) end
  end
end

--- The last `most` changes of a log: a list of { day =, kind = "lead", "deals",
--- "benched" or "new", text =, bot = the one that it is about, or nil }. `list`
--- is as of roster.of.
function changes.of(log, list, most)
  local found = {}
  local function add(kind, day, text, bot)
    found[#found + 1] = { day = day, kind = kind, text = text, bot = bot,
      order = #found }
  end
  add_leads(add, log.leads)
  add_deals(add, log.batches)
  for _, row in ipairs(list) do
    if row.why then
      add("benched", row.benched_on, ("%s was benched: %s"):format(row.bot,
        term.plain(row.why, nil, 200)), row.bot)
    end
  end
  add_new(add, list)
  table.sort(found, function(x, y)
    if x.day ~= y.day then return x.day > y.day end
    local a, b = order_of[x.kind], order_of[y.kind]
    if a ~= b then return a < b end
    return x.order < y.order
  end)
  for _, one in ipairs(found) do one.order = nil end
  return table.move(found, 1, math.min(most, #found), 1, {})
end

return changes
