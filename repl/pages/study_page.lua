-- The page of a study (aurum variant study --html).
local compare = require "aurum.lab.rules.compare"
local metric_list = require "aurum.lab.rules.metric_list"
local report_figures = require "aurum.repl.pages.report_figures"
local study_text = require "aurum.lab.rules.study_text"
local sweep_page = require "aurum.repl.pages.sweep_page"
local sweep_text = require "aurum.lab.rules.sweep_text"
local term = require "aurum.text.term"
local web = require "aurum.repl.pages.web"
local study_page = {}

local nan = 0 / 0 -- a gap in a line

--- The rule sets of a result with their names.
local function sheets_of(result)
  local list = { { term.plain(result.a.name), result.a.pictures } }
  if result.b then
    list[2] = { term.plain(result.b.name), result.b.pictures }
  end
  return list
end

--- A picture of a list by trick, `first` the number of its first trick; nil
--- where no rule set has two points.
local function by_trick(result, key, first, caption)
  local series, longest = {}, 0
  for _, sheet in ipairs(sheets_of(result)) do
    local own = sheet[2][key]
    longest = math.max(longest, #own.means)
    series[#series + 1] = { sheet[1], own.means, own.lows, own.highs }
  end
  if longest < 2 then return nil end
  local at = {}
  for i = 1, longest do at[i] = first + i - 1 end
  for _, own in ipairs(series) do
    for i = #own[2] + 1, longest do
      own[2][i], own[3][i], own[4][i] = nan, nan, nan
    end
  end
  return web.figure("line", { at = at, x = "trick", series = series }, caption)
end

-- The pictures of groups that have some.
local pictures = {}

function pictures.tension(result)
  return { by_trick(result, "uncertainty", 1, "Uncertainty before each trick: "
    .. "the entropy in bits of who takes the round, over playouts of the "
    .. "policy quick in worlds that agree with what the seats know, with 95 % "
    .. "intervals over deals. The line ends where fewer than a fifth of the "
    .. "deals have such a trick.") }
end

function pictures.decisions(result)
  return { by_trick(result, "worth", 0, "Worth of decisions by trick: points "
    .. "between the best and the worst action, over free decisions drawn from "
    .. "each game, with 95 % intervals over deals. Trick 0 has the bids.") }
end

function pictures.results(result)
  local rows = {}
  for i, sheet in ipairs(sheets_of(result)) do
    local matrix = {}
    for _, own in ipairs(sheet[2].bids) do
      matrix[own.bid] = matrix[own.bid] or {}
      matrix[own.bid][own.taken] = own.n
    end
    rows[i] = { sheet[1], matrix }
  end
  return report_figures.bids(rows)
end

function pictures.skill(result)
  local bars = {}
  for _, item in ipairs(result.metrics) do
    if item.metric:find "^step_" and item.a_low == item.a_low then
      bars[#bars + 1] = { item.name, item.a, item.a_low, item.a_high }
    end
  end
  return report_figures.list(report_figures.intervals(bars, "%+.1f",
    "Steps of the ladder: points a round in mirrored deals, with 95 % "
      .. "intervals over deals."))
end

--- A section for each group of metrics.
local function sections_of(result)
  local sections = {}
  for _, group in ipairs(metric_list.groups) do
    local rows = study_text.rows(result, group)
    if rows then
      sections[#sections + 1] = { heading = group.name, rows = rows,
        figures = pictures[group.key] and pictures[group.key](result) }
    end
  end
  if sections[1] then
    sections[#sections].note = study_text.legend(result) .. "."
  end
  return sections
end

--- The same for a sweep, with a picture of each metric.
local function swept_sections(result)
  local sections = {}
  for _, group in ipairs(metric_list.groups) do
    local part, figures = study_text.part(result, group), {}
    for i, item in ipairs(part and part.metrics or {}) do
      figures[i] = sweep_page.figure(result, item)
    end
    sections[#sections + 1] = part and { heading = group.name,
      rows = sweep_text.rows(part, compare.shares), figures = figures }
  end
  if sections[1] then
    sections[#sections].note = sweep_text.legend(result) .. "."
  end
  return sections
end

--- The page of a result. `games` is the number of games per deal and rules;
--- `command` has the words of the command.
function study_page.of(result, games, command)
  local title = result.knob
    and ("%s over %s"):format(term.plain(result.variant), result.knob)
    or term.plain(result.a.name) .. (result.b and " and "
      .. term.plain(result.b.name) or "")
  return web.report { title = "Study of " .. title, command = command,
    seed = result.seed, data = result,
    lead = study_text.head(result, games),
    sections = result.deals == 0 and {} or result.knob
      and swept_sections(result) or sections_of(result) }
end

return study_page
