-- bids.lua: is this bot's bidding calibrated?
--
--   aurum run bids FILE...
--
-- For each bot, and each bid of its side as it stood at the round's end: how
-- many tricks the side took, how far off that was, how often it was exact, too
-- many (over) or too few (under), and what points the bid made. "Off" is tricks
-- taken less bid: above 0 the bid was too low. A bid that is calibrated is off
-- by 0 within its 95 % interval; games are what varies by chance.
local aurum = require "aurum"
local analysis = require "aurum.record.analysis"
local format = require "aurum.text.format"
local short_names = require "aurum.text.short_names"
local estimate = require "aurum.stats.estimate"
local term = require "aurum.text.term"

local function new_bid()
  return { n = 0, taken = {}, exact = estimate.ratio(), over = 0, under = 0,
    off = estimate.ratio(), points = 0 }
end

local bots = {} -- by name: `all` its bids, and those of each rank

local function count(bid, game, row)
  local off = row.side_taken - row.side_bid
  bid.n, bid.points = bid.n + 1, bid.points + row.bid_points
  bid.taken[row.side_taken] = (bid.taken[row.side_taken] or 0) + 1
  bid.off:put(game.number, off)
  bid.exact:put(game.number, off == 0 and 1 or 0)
  if off > 0 then bid.over = bid.over + 1 end
  if off < 0 then bid.under = bid.under + 1 end
end

--- Count a game's rounds. A bot that sits on a side twice has one bid there.
local function count_game(game)
  local last -- side and bot of rows of a round that were counted
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
  local off, between = analysis.estimate(bid.off, "%+.2f")
  return { label, bid.n, off, between, format.percent(bid.exact:value(), 1),
    format.percent(bid.over, bid.n), format.percent(bid.under, bid.n),
    format.mean(bid.points, bid.n) }
end

--- What the interval says of all bids together.
local function verdict(bid)
  local low, high = bid.off:interval()
  if not low then return "one game says nothing of chance" end
  if low > 0 then return "it bids too low" end
  if high < 0 then return "it bids too high" end
  return "on average neither too high nor too low, as far as can be told"
end

local function show(name, bot)
  local rows = { { "bid", "rounds", "off", "95 % interval", "exact", "over",
    "under", "points" } }
  local bars, heat = {}, { rows = {}, columns = {}, values = {}, by = "row",
    corner = "bid", title = "tricks taken, rounds by bid" }
  local most = analysis.keys(bot.all.taken)
  for taken = 0, most[#most] do heat.columns[taken + 1] = taken end
  for i, rank in ipairs(analysis.keys(bot.by_bid)) do
    local bid = bot.by_bid[rank]
    rows[#rows + 1] = line(rank, bid)
    bars[i] = analysis.share(rank, bid.exact)
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

local games = analysis.games(analysis.arguments(1, nil, "FILE..."))
for game in games do count_game(game) end
local names = analysis.keys(bots)
local short = short_names(names)
term.write(tostring(games), "\n")
for _, name in ipairs(names) do show(short[name], bots[name]) end
