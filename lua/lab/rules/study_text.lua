-- The result of a study (lua/lab/rules/study.lua) as text.
local compare = require "aurum.lab.rules.compare"
local compare_text = require "aurum.lab.rules.compare_text"
local deal_values = require "aurum.lab.rules.deal_values"
local format = require "aurum.text.format"
local metric_list = require "aurum.lab.rules.metric_list"
local sweep_text = require "aurum.lab.rules.sweep_text"
local term = require "aurum.text.term"
local study_text = {}

local no_deal = "no deal was played to its end\n"

--- An interval as text; why there is none, if it has no ends.
local function interval_text(cell, low, high, deals, sign)
  if low == low then return cell(low, sign) .. " to " .. cell(high, sign) end
  return deals > 1 and format.no_interval(deals) or "-"
end

--- A metric as a row of texts.
local function row_of(item, two)
  local metric = deal_values.by_key[item.metric]
  local function cell(x, sign)
    return compare_text.number(metric.share, x, sign)
  end
  local sign = metric.null and true or nil
  local own = interval_text(cell, item.a_low, item.a_high, item.deals, sign)
  if not two then
    return { item.name, cell(item.a, sign), own .. (item.holds and " *"
      or "  ") }
  elseif not item.b then
    return { item.name, cell(item.a, sign), "-", "-", "-" }
  end
  return { item.name, cell(item.a, sign), cell(item.b, sign),
    cell(item.difference, true), interval_text(cell, item.low, item.high,
      item.deals, true) .. (item.differs and " *" or "  ") }
end

--- The metrics of a group as rows of texts, the heads first; nil without any.
function study_text.rows(result, group)
  local two = result.b ~= nil
  local rows = { two and { group.name, "A", "B", "B - A", "95 % interval" }
    or { group.name, "mean", "95 % interval" } }
  for _, item in ipairs(result.metrics) do
    if item.group == group.key then rows[#rows + 1] = row_of(item, two) end
  end
  return rows[2] and rows or nil
end

--- The meaning of a star in a result.
function study_text.legend(result)
  if result.b then
    return "*: B differs from A, significant at 5 % over all rows"
  end
  return "*: differs from 0, significant at 5 % over all rows that compare "
    .. "bots or seats"
end

--- True if a metric of a result values positions.
local function has_values(result)
  for _, item in ipairs(result.metrics) do
    local walk = deal_values.by_key[item.metric].walk
    if walk == "deep" or walk == "tension" then return true end
  end
  return false
end

--- The lines above the tables.
function study_text.head(result, games)
  local lines = {}
  local function add(...) lines[#lines + 1] = (...):format(select(2, ...)) end
  local a = term.plain(result.variant or result.a.name)
  if result.b then
    add("A  %s\nB  %s", a, term.plain(result.b.name))
    add("%d players, %s, seed %s", result.players,
      format.plural(result.deals, "deal"), term.plain(result.seed))
  else
    add("%s, %d players, %s, seed %s", a, result.players,
      format.plural(result.deals, "deal"), term.plain(result.seed))
  end
  add("bots, the best first: %s", term.plain(table.concat(result.bots, ", ")))
  local these = (result.b or result.values) and "all of these rules"
    or "these rules"
  for _, name in ipairs(result.left_out or {}) do
    add("%s has not learned %s and is left out", term.plain(name), these)
  end
  for _, name in ipairs(result.unlearned or {}) do
    add("%s has not learned %s: it plays by what it knows of others",
      term.plain(name), these)
  end
  add("%s per deal%s", format.plural(games, "game"), result.b
    and " under each rule set" or result.values and " with each value" or "")
  for _, line in ipairs(compare_text.short(result)) do add("%s", line) end
  if result.unexchanged then
    add "bots cannot be exchanged over these sides: skill is left out"
  end
  if has_values(result) then
    add "positions are valued by playouts of the policy quick"
  end
  if not result.same_cards then
    add "the cards dealt differ: deals are paired by their seed alone"
  end
  return table.concat(lines, "\n") .. "\n"
end

--- The part of a sweep's result that is about a group; nil without any.
function study_text.part(result, group)
  local part = { knob = result.knob, values = result.values, metrics = {} }
  for _, item in ipairs(result.metrics) do
    if item.group == group.key then table.insert(part.metrics, item) end
  end
  return part.metrics[1] and part
end

--- The text of a sweep's result, with the number of games per deal and value.
function study_text.sweep(result, games)
  local parts = { study_text.head(result, games) }
  if result.deals == 0 then return parts[1] .. no_deal end
  local columns = ("<%s<"):format((">"):rep(#result.values))
  for _, group in ipairs(metric_list.groups) do
    local part = study_text.part(result, group)
    if part then
      local rows = sweep_text.rows(part, compare.shares)
      rows[1][1] = group.name .. ", " .. rows[1][1]
      parts[#parts + 1] = "\n" .. term.table(rows, columns)
    end
  end
  if result.deals > 1 then
    parts[#parts + 1] = "\n" .. sweep_text.legend(result) .. "\n"
  end
  return table.concat(parts)
end

--- The text of a result, with the number of games per deal and rules.
function study_text.of(result, games)
  local parts = { study_text.head(result, games) }
  local function add(text) parts[#parts + 1] = text end
  if result.deals == 0 then
    add(no_deal)
    return table.concat(parts)
  end
  for _, group in ipairs(metric_list.groups) do
    local rows = study_text.rows(result, group)
    if rows then add("\n" .. term.table(rows, "<")) end
  end
  if not result.metrics[1] then return table.concat(parts) end
  add("\n" .. (result.deals == 1 and "no intervals from fewer than 2 deals"
    or study_text.legend(result)) .. "\n")
  if result.steps > 0 and result.deals > 1 then
    add(("%d of %d steps of the ladder are told apart%s\n"):format(
      result.steps_apart, result.steps, result.b and " under A" or ""))
  end
  return table.concat(parts)
end

return study_text
