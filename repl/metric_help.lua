-- The help on metrics that `aurum variant compare` and `study` share.
local metric_list = require "aurum.lab.rules.metric_list"
local metric_help = {}

--- The metrics of a group: their keys, definitions and sources. Metrics that
--- have a number at the end of their keys are one entry.
local function entries_of(group)
  local parts, numbered = {}, {}
  for _, metric in ipairs(metric_list.metrics) do
    local stem = metric.key:match "^(.*_)%d$"
    if metric.group == group.key and not (stem and numbered[stem]) then
      local key, text = metric.key, metric.text
      if stem then
        numbered[stem], key = true, stem .. "N"
        text = text:gsub("side 1", "side N"):gsub("bot 1", "bot N")
          :gsub("bot 2", "bot N + 1")
      end
      parts[#parts + 1] = ("%s: %s%s."):format(key, text,
        metric.source and (" (%s)"):format(metric.source) or "")
    end
  end
  return table.concat(parts, " ")
end

local parts = { "--metrics takes keys of metrics and groups of them:" }
for _, group in ipairs(metric_list.groups) do
  local name = group.name ~= group.key and (" (%s)"):format(group.name) or ""
  local entries = entries_of(group)
  parts[#parts + 1] = entries ~= ""
    and ("%s%s. %s"):format(group.key, name, entries) or nil
end

--- The definitions of all metrics, a paragraph for each group.
metric_help.metrics = table.concat(parts, "\n\n")

metric_help.compare = "Each metric is printed with its mean under both "
  .. "variants, their difference, its 95 % t interval over deals, and t, the "
  .. "difference in standard errors. The largest |t| comes first. A "
  .. "difference that is the same in all deals has no interval and no t: it "
  .. "comes first, or last if it is 0. A * marks differences that are "
  .. "significant at 5 % over all metrics (Holm 1979), by Student's t test, "
  .. "without a spread by the sign test. Without --metrics, it prints those "
  .. "that take no time to measure; aurum variant study prints all.\n\n"
  .. metric_help.metrics

return metric_help
