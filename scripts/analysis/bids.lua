-- bids.lua: is this bot's bidding calibrated?
--
--   aurum run bids FILE...
--
-- A table for each bot, with a row for each bid of its side at the round's end:
-- the tricks its side took less the bid ("off"), the share of rounds with as
-- many tricks as bid (exact), more (over) and fewer (under), and the points the
-- bid made. Where "off" is above 0, the bid was too low. A calibrated bid is
-- off by 0 within its 95 % interval, over deals.
local aurum = require "aurum"
local bid_result = require "aurum.record.bid_result"
local estimate = require "aurum.stats.estimate"
local format = require "aurum.text.format"
local game_files = require "aurum.record.game_files"
local script = require "aurum.text.script"
local short_names = require "aurum.text.short_names"
local term = require "aurum.text.term"

local function new_bid()
  return { n = 0, taken = {}, share = estimate.ratio(), exact = 0, over = 0,
    under = 0, off = estimate.ratio(), points = 0 }
end

local bots = {} -- by name: `all` its bids, and its bids of each rank

local function count(bid, game, row)
  local result = bid_result(row.side_taken, row.side_bid)
  bid.n, bid.points = bid.n + 1, bid.points + row.bid_points
  bid.taken[row.side_taken] = (bid.taken[row.side_taken] or 0) + 1
  bid[result] = bid[result] + 1
  bid.share:put(script.deal(game), result == "exact" and 1 or 0)
  bid.off:put(script.deal(game), row.side_taken - row.side_bid)
end

--- Counts a game's rounds. A bot at two seats of a side has one bid there.
local function count_game(game)
  local last -- sides and bots of the round that were counted
  for _, row in ipairs(game:rows "seats") do
    if row.seat == 1 then last = {} end
    local key = row.side .. row.name
    if not last[key] then
      last[key] = true
      local bot = bots[row.name] or { all = new_bid(), by_bid = {} }
      bots[row.name] = bot
      bot.by_bid[row.side_bid] = bot.by_bid[row.side_bid] or new_bid()
      count(bot.all, game, row)
      count(bot.by_bid[row.side_bid], game, row)
    end
  end
end

local function line(label, bid)
  local off, between = script.estimate(bid.off, "%+.2f")
  return { label, bid.n, off, between, format.percent(bid.exact, bid.n),
    format.percent(bid.over, bid.n), format.percent(bid.under, bid.n),
    format.mean(bid.points, bid.n) }
end

--- The conclusion from the interval of all bids together.
local function verdict(bid)
  local low, high = bid.off:interval()
  if not low then return format.no_interval(bid.off.n) end
  if low > 0 then return "it bids too low" end
  if high < 0 then return "it bids too high" end
  return "on average neither too high nor too low"
end

local function show(name, bot)
  local rows = { { "bid", "rounds", "off", "95 % interval", "exact", "over",
    "under", "points" } }
  local bars, heat = {}, { rows = {}, columns = {}, values = {}, by = "row",
    corner = "bid", title = "tricks taken, rounds by bid" }
  local most = script.keys(bot.all.taken)
  for taken = 0, most[#most] do heat.columns[taken + 1] = taken end
  for i, rank in ipairs(script.keys(bot.by_bid)) do
    local bid = bot.by_bid[rank]
    rows[#rows + 1] = line(rank, bid)
    bars[i] = script.share(rank, bid.share)
    heat.rows[i], heat.values[i] = rank, {}
    for taken, n in pairs(bid.taken) do heat.values[i][taken + 1] = n end
  end
  rows[#rows + 1] = line("all", bot.all)
  term.write("\n", term.paint("bold", term.plain(name)), ": ",
    verdict(bot.all), "\n", term.table(rows, "<"), "\n",
    aurum.chart.bars { rows = bars, format = "%.0f",
      title = "of 100 rounds with a bid, made exactly" }, "\n",
    aurum.chart.heat(heat))
end

local games = script.games(game_files.open, script.arguments(1, nil, "FILE..."))
for game in games do count_game(game) end
local names = script.keys(bots)
local short = short_names(names)
term.write(tostring(games), "\n")
for _, name in ipairs(names) do show(short[name], bots[name]) end
