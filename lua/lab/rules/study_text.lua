-- The result of a study (lua/lab/rules/study.lua) as text.
local compare_text = require "aurum.lab.rules.compare_text"
local deal_values = require "aurum.lab.rules.deal_values"
local format = require "aurum.text.format"
local metric_list = require "aurum.lab.rules.metric_list"
local term = require "aurum.text.term"
local study_text = {}

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

--- What a star means in a result.
function study_text.legend(result)
  if result.b then
    return "*: B differs from A, significant at 5 % over all rows"
  end
  return "*: differs from 0, significant at 5 % over all rows that compare "
    .. "bots or seats"
end

--- The lines above the tables.
function study_text.head(result, games)
  local lines = {}
  local function add(...) lines[#lines + 1] = (...):format(select(2, ...)) end
  local a = term.plain(result.a.name)
  if result.b then
    add("A  %s\nB  %s", a, term.plain(result.b.name))
    add("%d players, %s, seed %s", result.players,
      format.plural(result.deals, "deal"), term.plain(result.seed))
  else
    add("%s, %d players, %s, seed %s", a, result.players,
      format.plural(result.deals, "deal"), term.plain(result.seed))
  end
  add("bots, the best first: %s", term.plain(table.concat(result.bots, ", ")))
  for _, name in ipairs(result.left_out or {}) do
    add("%s has not learned these rules and is left out", name)
  end
  add("%s per deal under each rule set", format.plural(games, "game"))
  if result.b and not result.same_cards then
    add "the cards dealt differ: deals are paired by their seed alone"
  end
  return table.concat(lines, "\n") .. "\n"
end

--- The text of a result, with the number of games per deal and rules.
function study_text.of(result, games)
  local parts = { study_text.head(result, games) }
  local function add(text) parts[#parts + 1] = text end
  if result.deals == 0 then
    add "no deal was played to its end\n"
    return table.concat(parts)
  end
  for _, group in ipairs(metric_list.groups) do
    local rows = study_text.rows(result, group)
    if rows then add("\n" .. term.table(rows, "<")) end
  end
  add("\n" .. (result.deals == 1 and "no intervals from fewer than 2 deals"
    or study_text.legend(result)) .. "\n")
  if result.steps > 0 and result.deals > 1 then
    add(("%d of %d steps of the ladder are told apart%s\n"):format(
      result.steps_apart, result.steps, result.b and " under A" or ""))
  end
  return table.concat(parts)
end

return study_text
