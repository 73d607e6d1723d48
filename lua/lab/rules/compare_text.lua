-- The result of a comparison of rules (lua/lab/rules/compare.lua) as text.
local format = require "aurum.text.format"
local metric_keys = require "aurum.lab.rules.metric_keys"
local term = require "aurum.text.term"
local compare_text = {}

--- A number of a row: a share in per cent, others with as many digits as fit.
function compare_text.number(is_share, x, sign)
  if not x or x ~= x then return "-" end
  local form = (sign and "%+" or "%") .. (is_share and ".1f%%"
    or math.abs(x) < 99.995 and ".2f" or ".1f")
  local text = form:format(is_share and 100 * x or x)
  return (text:gsub("^[-+](0[.0]*%%?)$", "%1"))
end

local function t_value(t)
  if t ~= t then return "-" end
  return (("%+.1f"):format(t):gsub("^[-+](0.0)$", "%1"))
end

--- The metrics of a result of `deals` deals as rows of texts, the heads first.
function compare_text.rows(rows, shares, deals)
  local lines = { { "", "A", "B", "B - A", "95 % interval", "t" } }
  for _, row in ipairs(rows) do
    local function cell(x, sign)
      return compare_text.number(shares[row.metric], x, sign)
    end
    lines[#lines + 1] = { row.name, cell(row.a), cell(row.b),
      cell(row.difference, true),
      row.low == row.low and cell(row.low, true) .. " to "
        .. cell(row.high, true) or deals > 1 and format.no_interval(deals)
        or "-",
      t_value(row.t) .. (row.holds and " *" or "  ") }
  end
  return lines
end

--- Gaps in a result, as lines: deals, metrics that were asked for, and
--- answers of bots, which were at fault.
function compare_text.short(result)
  local lines = metric_keys.lines(result.unmeasured)
  if result.deals < result.wanted then
    table.insert(lines, 1, ("cut short: %d of %s were played%s"):format(
      result.deals, format.plural(result.wanted, "deal"),
      result.failure and ", then the variant failed: "
          .. term.plain(result.failure)
        or result.interrupted and ", then it was interrupted"
        or result.late and ", then the time was over" or ""))
  end
  local names = {}
  for name in pairs(result.faults or {}) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    lines[#lines + 1] = ("%s was at fault, %d in all: the first legal action "
      .. "was played for it"):format(term.plain(name), result.faults[name])
  end
  return lines
end

--- The same as one text, each line after a line's end.
function compare_text.short_lines(result)
  local lines = compare_text.short(result)
  return lines[1] and "\n" .. table.concat(lines, "\n") or ""
end

--- The text of a result (compare.play), with the number of games per deal and
--- the set of metrics that are shares.
function compare_text.of(result, games_per_deal, shares)
  local parts = { ("A  %s\nB  %s\n%d players, %s, seed %s\n%s: %s per deal "
    .. "under each rule set\n"):format(term.plain(result.a.name),
      term.plain(result.b.name), result.players,
      format.plural(result.deals, "deal"), term.plain(result.seed),
      term.plain(table.concat(result.bots, ", ")),
      format.plural(games_per_deal, "game")) }
  local function add(text) parts[#parts + 1] = text end
  if result.a.digest == result.b.digest then
    add "the rules are the same\n"
  elseif not result.same_cards then
    add "the cards dealt differ: deals are paired by their seed alone\n"
  end
  for _, line in ipairs(compare_text.short(result)) do add(line .. "\n") end
  if result.deals == 0 then
    add "no deal was played to its end\n"
    return table.concat(parts)
  end
  if not result.metrics[1] then return table.concat(parts) end
  add("\n" .. term.table(compare_text.rows(result.metrics, shares,
    result.deals), "<"))
  add(result.deals == 1 and "\nno intervals from fewer than 2 deals\n"
    or "\nt: B - A in standard errors over deals; *: significant at 5 % over "
      .. "all rows\n")
  return table.concat(parts)
end

return compare_text
