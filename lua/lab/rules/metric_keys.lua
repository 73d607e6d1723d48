-- The metrics that a comparison or a study measures: the named ones or all, as
-- far as its rules and bots allow; and what was named and has no value.
--
-- Metrics are named by a text "a,b" of keys and groups.
local caller = require "aurum.text.caller"
local hint = require "aurum.text.hint"
local metric_list = require "aurum.lab.rules.metric_list"
local metric_keys = {}

local by_name, known = {}, {} -- a list of metrics by key and by group
for _, metric in ipairs(metric_list.metrics) do
  by_name[metric.key], known[#known + 1] = { metric }, metric.key
end
for _, metric in ipairs(metric_list.metrics) do
  local group = metric.group
  if not by_name[group] then by_name[group], known[#known + 1] = {}, group end
  table.insert(by_name[group], metric)
end

--- Why a metric is not measured without the data that it needs.
local function need_text(needs)
  if needs == "a study" then
    return "is measured only by " .. (caller.is_command
      and "`aurum variant study`" or "aurum.study")
  end
  return "needs " .. needs
end

--- An iterator over the names in a text, each with its metrics.
local function names_in(text)
  local next_name = (text .. ","):gmatch "(.-),"
  return function()
    local name = next_name()
    return name, name and by_name[name]
  end
end

--- The set of the metrics that a text names, or nil and a message. One that is
--- named by its key must be measurable.
local function read(text, has)
  local wanted = {}
  for name, own in names_in(text) do
    if not own then
      return nil, caller.text("{metrics}: no metric '%s'%s (there are: %s)",
        name, hint.near(name, known), table.concat(known, ", "))
    elseif own[1].key == name and not has[own[1].needs or "any"] then
      return nil, caller.text("{metrics}: metric '%s' %s", name,
        need_text(own[1].needs))
    end
    for _, metric in ipairs(own) do wanted[metric.key] = true end
  end
  return wanted
end

--- The keys of the named metrics, and by key why others of them cannot be
--- measured; or nil and a message. Without a text, those of all metrics that
--- need not be asked for. `has` is the set of the data that a metric may need;
--- with `study` it has the metrics of studies, and all metrics are wanted.
function metric_keys.choose(text, has, study)
  local wanted, message, keys, why = nil, nil, {}, {}
  if text then wanted, message = read(text, has) end
  if message then return nil, message end
  for _, metric in ipairs(metric_list.metrics) do
    local key, is_wanted = metric.key, study or not metric.asked
    if wanted then is_wanted = wanted[key] end
    if is_wanted and has[metric.needs or "any"] then
      keys[#keys + 1] = key
    elseif is_wanted then
      why[key] = need_text(metric.needs)
    end
  end
  if not keys[1] then return nil, metric_keys.none(text, why) end
  return keys, why
end

--- Why none of some metrics is measured: the reason of the first, but rather
--- one that does not send the user to another command.
local function reason_of(own, why, empty)
  local elsewhere
  for _, metric in ipairs(own) do
    local reason = why[metric.key]
    if reason and not reason:find "^is measured only" then return reason end
    elsewhere = elsewhere or reason
  end
  return elsewhere or empty
end

--- The names in a text of which no metric has an item of a result, in a list of
--- { metric, reason }. `why` has reasons by key, `empty` is that of others.
function metric_keys.missing(text, why, items, empty)
  local has, list = {}, {}
  for _, item in ipairs(items) do has[item.metric] = true end
  for name, own in names_in(text) do
    local any = false
    for _, metric in ipairs(own) do any = any or has[metric.key] end
    if not any then
      has[own[1].key] = true -- a name that is given twice is listed once
      list[#list + 1] = { metric = name, reason = reason_of(own, why, empty) }
    end
  end
  return list
end

--- The metrics that a result has not measured, as lines.
function metric_keys.lines(unmeasured)
  local lines = {}
  for i, own in ipairs(unmeasured or {}) do
    lines[i] = ("'%s' is not measured: it %s"):format(own.metric, own.reason)
  end
  return lines
end

--- The message that no metric of a text can be measured.
function metric_keys.none(text, why)
  return caller.text("{metrics}: %s", table.concat(metric_keys.lines(
    metric_keys.missing(text, why, {})), "; "))
end

return metric_keys
