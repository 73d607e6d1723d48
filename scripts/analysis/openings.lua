-- openings.lua: which leads do best, by rank and trick number?
--
--   aurum run openings FILE...
--
-- The best lead is the one after which the leader's side ends the round with
-- the greatest margin: its points less the mean of the other sides'. The table
-- also shows how often the lead won its trick, and how often the leader was
-- awarded gold for it. The lead need not be the cause of a margin, since seats
-- with low cards bid less, too; and the best of many looks better than it is.
local aurum = require "aurum"
local estimate = require "aurum.stats.estimate"
local format = require "aurum.text.format"
local game_files = require "aurum.record.game_files"
local margins_of = require "aurum.record.margins_of"
local script = require "aurum.text.script"
local term = require "aurum.text.term"

local by_rank = {} -- { n, won, awarded, margin }
local by_trick = {} -- { all = margin, and one by rank }

local function count(game, trick, margin)
  local rank = math.tointeger(tonumber(trick.plays:match "%d+"))
  local own = by_rank[rank]
    or { n = 0, won = 0, awarded = 0, margin = estimate.ratio() }
  by_rank[rank] = own
  own.n = own.n + 1
  if trick.winner == trick.leader then own.won = own.won + 1 end
  if trick.taker == trick.leader then own.awarded = own.awarded + 1 end
  own.margin:put(script.deal(game), margin)
  local here = by_trick[trick.trick] or { all = estimate.ratio(), ranks = {} }
  by_trick[trick.trick] = here
  here.ranks[rank] = here.ranks[rank] or estimate.ratio()
  here.ranks[rank]:put(script.deal(game), margin)
  here.all:put(script.deal(game), margin)
end

local games = script.games(game_files.open, script.arguments(1, nil, "FILE..."))
for game in games do
  local margins = margins_of(game)
  for _, trick in ipairs(game:rows "tricks") do
    count(game, trick, margins[trick.round][trick.leader])
  end
end

--- Prints a row for each rank that was led.
local function print_ranks(ranks)
  local rows = { { "led", "times", "won it", "got gold", "margin",
    "95 % interval" } }
  local bars = {}
  for _, rank in ipairs(ranks) do
    local own = by_rank[rank]
    rows[#rows + 1] = { rank, own.n, format.percent(own.won, own.n),
      format.percent(own.awarded, own.n),
      script.estimate(own.margin, "%+.2f") }
    script.bar(bars, rank, own.margin)
  end
  term.write("\n", term.table(rows, "<"), "\n", aurum.chart.bars { rows = bars,
    format = "%+.1f", title = "margin of the leader's side, by rank led" })
end

--- The rank with the greatest margin, of those led in enough games.
local function best_of(here)
  local best
  for _, rank in ipairs(script.keys(here.ranks)) do
    local margin = here.ranks[rank]
    if margin:value() and margin.n >= script.least
      and (not best or margin:value() > here.ranks[best]:value()) then
      best = rank
    end
  end
  return best
end

--- Prints a row for each trick: the margin of its leaders, and its best lead.
local function print_tricks(ranks)
  local rows = { { "trick", "leads", "margin", "best", "its margin",
    "95 % interval" } }
  local heat = { title = "margin by trick and rank led", corner = "trick",
    rows = {}, columns = ranks, values = {}, format = "%+.1f" }
  for i, trick in ipairs(script.keys(by_trick)) do
    local here = by_trick[trick]
    local best = best_of(here)
    local margin, between = "-", "-"
    if best then
      margin, between = script.estimate(here.ranks[best], "%+.2f")
    end
    rows[#rows + 1] = { trick, here.all.x,
      (script.estimate(here.all, "%+.2f")), best or "-", margin, between }
    heat.rows[i], heat.values[i] = trick, {}
    for k, rank in ipairs(ranks) do
      local cell = here.ranks[rank]
      local value = cell and cell:value()
      heat.values[i][k] = value and cell.n >= script.least and value or nil
    end
  end
  term.write(("\nthe best lead of each trick, of those seen in %d games\n")
    :format(script.least), term.table(rows, "<"), "\n",
    aurum.chart.heat(heat))
end

term.write(tostring(games), "\n")
local ranks = script.keys(by_rank)
print_ranks(ranks)
print_tricks(ranks)
