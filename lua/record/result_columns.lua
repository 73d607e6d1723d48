-- The columns of the tables `arena` and `stats`, which `aurum arena --csv` and
-- `aurum record stats --csv` print: their types, units and meaning. The columns
-- of the tables of games are in lua/record/table_columns.lua.
local result_columns = {}

local function column(name, type, doc, unit)
  return { name = name, type = type, doc = doc, unit = unit }
end

--- An estimate and the bounds of its interval: three columns.
local function estimate(list, name, doc, unit)
  list[#list + 1] = column(name, "real", doc, unit)
  list[#list + 1] = column(name .. "_low", "real", "Lower bound of its 95 % "
    .. "interval; empty if it has none", unit)
  list[#list + 1] = column(name .. "_high", "real", "Upper bound of its 95 % "
    .. "interval", unit)
end

local function counts(list, docs)
  for _, own in ipairs(docs) do
    list[#list + 1] = column(own[1], "integer", own[2], own[3])
  end
end

--- The columns of standings.
function result_columns.arena()
  local list = {
    column("bot", "text", "The bot, with its options"),
    column("against", "text", "The bot of the other side, in a row for a pair; "
      .. "else empty"),
    column("deals", "integer", "Deals that the estimates are from"),
    column("games", "integer", "Games"),
  }
  estimate(list, "points", "Points a round more than the other side",
    "points")
  estimate(list, "won", "Share of games won; a shared game counts as a part "
    .. "of one")
  counts(list, {
    { "rounds", "Rounds of its sides; empty, as the columns that follow, in a "
      .. "row for a pair" },
    { "exact", "Those with as many tricks as bid" },
    { "over", "Those with more" },
    { "under", "Those with fewer" },
    { "gold", "Points for gold", "points" },
    { "faults", "Faults of the bot" },
  })
  estimate(list, "rating", "Rating, on the scale of Elo; 0 is the mean")
  return list
end

local judged = { choices = { "integer", "Decisions with a choice" },
  lost = { "real", "Points lost by one of them", "points" },
  error = { "real", "Standard error of lost", "points" },
  within = { "real", "Share of them within their error of the best" },
  figure = { "real", "Accuracy, from 0 to 100" } }

--- The columns of statistics, with the judge's if `is_judged`.
function result_columns.stats(is_judged)
  local list = {
    column("variant", "text", "The variant"),
    column("players", "integer", "Seats at the table"),
    column("by", "text", "The row is for a bot, a seat or a place"),
    column("name", "text", "The bot with its options, or the number of the "
      .. "seat or place"),
    column("games", "integer", "Games"),
  }
  estimate(list, "won", "Share of games won; empty for a place")
  estimate(list, "points", "Points of its side in a round", "points")
  counts(list, {
    { "rounds", "Rounds of its sides" }, { "rounds_won", "Those that it won" },
    { "bid", "Bids at the end of rounds, summed", "tricks" },
    { "taken", "Tricks of its sides, summed", "tricks" },
    { "exact", "Rounds with as many tricks as bid" },
    { "over", "Rounds with more" }, { "under", "Rounds with fewer" },
    { "bid_points", "Points for bids, summed", "points" },
    { "gold_points", "Points for gold, summed", "points" },
    { "seat_rounds", "Rounds of its seats" },
    { "own_taken", "Tricks that its seats took", "tricks" },
    { "changes", "Changes of bid" },
    { "changes_better", "Those that gained points" },
    { "changes_worse", "Those that lost points" },
  })
  estimate(list, "gain", "Mean points that a change gained", "points")
  counts(list, { { "gold_won", "Gold it was awarded" },
    { "gold_paid", "Gold it paid for changes" },
    { "gold_played", "Gold it played" },
    { "gold_kept", "Gold in its collections at the end" } })
  if not is_judged then return list end
  list[#list + 1] = column("judge", "integer", "The version of the judge; "
    .. "empty, as the columns that follow, but for bots")
  for _, ask in ipairs { "bid", "change", "play", "all" } do
    for _, key in ipairs { "choices", "lost", "error", "within", "figure" } do
      local own = judged[key]
      list[#list + 1] = column(ask .. "_" .. key, own[1],
        ask == "all" and own[2] .. ", of all kinds"
        or ("%s, of the kind %s"):format(own[2], ask), own[3])
    end
  end
  return list
end

--- The names of columns.
function result_columns.names(columns)
  local names = {}
  for i, own in ipairs(columns) do names[i] = own.name end
  return names
end

return result_columns
