-- Statistics of recorded games (lua/record/summary.lua) as tables and charts
-- for people.
local aurum = require "aurum"
local bid_matrix = require "aurum.record.bid_matrix"
local format = require "aurum.text.format"
local short_names = require "aurum.text.short_names"
local term = require "aurum.text.term"
local summary_text = {}

-- ---- Cells --------------------------------------------------------------

local mean, plural = format.mean, format.plural

local function percent(part, whole)
  return format.percent(part, whole, 1)
end

local function ratio(it, form)
  local low, high = it:interval()
  return format.estimate(form, 1, it:value(), low, high, it.n)
end

local function share(it)
  local value = it:value()
  if not value then return "-", "-" end
  local low, high = it:share_interval()
  return percent(value, 1), format.interval(low, high, "%.1f", 100)
end

--- Give rows of bots a `label`: a name that tells them apart, cut to `most`
--- characters.
local function label(rows, most)
  local names = {}
  for i, row in ipairs(rows) do names[i] = tostring(row.name) end
  local short = short_names(names)
  for i, row in ipairs(rows) do
    local name = term.plain(short[names[i]])
    row.label = (utf8.len(name) or 0) <= most and name
      or name:sub(1, utf8.offset(name, most - 2) - 1) .. "..."
  end
end

--- Labels the rows of all groups of a result. `most`: the characters for which
--- there is room (default: those of a terminal).
function summary_text.label(result, most)
  for _, rows in ipairs { result.bots, result.seats, result.places } do
    label(rows, most or 16)
  end
end

-- ---- Bots, seats and places ----------------------------------------------

--- Wins and points of rows as rows of texts, the heads first; so are the tables
--- that follow.
function summary_text.results(word, rows)
  local list = { { word, "games", "won", "95 % interval", "points/round",
    "95 % interval" } }
  for _, row in ipairs(rows) do
    local won, won_between = share(row.wins)
    list[#list + 1] = { row.label, row.games, won, won_between,
      ratio(row.points, "%.2f") }
  end
  return list
end

--- The results of places, which change from round to round.
function summary_text.places(rows)
  local list = { { "place", "rounds", "won", "points/round", "95 % interval",
    "own tricks" } }
  for _, row in ipairs(rows) do
    local points, interval = ratio(row.points, "%.2f")
    list[#list + 1] = { row.label, row.rounds,
      percent(row.rounds_won, row.rounds), points, interval,
      mean(row.own, row.seat_rounds) }
  end
  return list
end

function summary_text.bids(word, rows)
  local list = { { word, "rounds", "bid", "taken", "exact", "over", "under",
    "for bid", "for gold" } }
  for _, row in ipairs(rows) do
    local n = row.rounds
    list[#list + 1] = { row.label, n, mean(row.bid, n),
      mean(row.taken, n), percent(row.exact, n), percent(row.over, n),
      percent(row.under, n), mean(row.bid_points, n),
      mean(row.gold_points, n) }
  end
  return list
end

function summary_text.changes(word, rows)
  local list = { { word, "changes", "a round", "paid off", "lost", "gain",
    "95 % interval" } }
  for _, row in ipairs(rows) do
    local own = row.changes
    local gain, interval = ratio(own.gain, "%+.2f")
    list[#list + 1] = { row.label, own.n, mean(own.n, row.seat_rounds),
      percent(own.better, own.n), percent(own.worse, own.n), gain, interval }
  end
  return list
end

local uses = { { "won", "gold_won" }, { "paid", "gold_paid" },
  { "played", "gold_played" }, { "kept", "gold_kept" } }

--- Gold by rank, in cards per 100 rounds of a seat; nil without any.
function summary_text.gold(word, rows)
  local highest = -1
  for _, row in ipairs(rows) do
    for _, use in ipairs(uses) do
      for rank in pairs(row[use[2]]) do highest = math.max(highest, rank) end
    end
  end
  if highest < 0 then return nil end
  local list = { { word, "gold", "all" } }
  for rank = 0, highest do list[1][rank + 4] = "G" .. rank end
  for _, row in ipairs(rows) do
    for _, use in ipairs(uses) do
      local cells = { use[1] == "won" and row.label or "", use[1],
        mean(100 * row[use[2] .. "_n"], row.seat_rounds, "%.0f") }
      for rank = 0, highest do
        local n = row[use[2]][rank] or 0
        cells[rank + 4] = n == 0 and "-"
          or mean(100 * n, row.seat_rounds, n < row.seat_rounds / 10 and "%.1f"
            or "%.0f")
      end
      list[#list + 1] = cells
    end
  end
  return list
end

--- A heat map of the tricks taken for each bid, in per cent of the rounds with
--- that bid.
local function matrix_text(word, row, ascii)
  local options = bid_matrix.heat(row.matrix, "%3d  %6d", { corner = "bid",
    title = ("%s %s: tricks its side took, in %% of the rounds with a bid")
      :format(word, row.label), ascii = ascii })
  return options and "\n" .. aurum.chart.heat(options) or ""
end

--- A table of rows below an empty line.
local function table_text(rows) return "\n" .. term.table(rows, "<") end

local function gold_text(word, rows)
  local list = summary_text.gold(word, rows)
  return list and "\ngold cards in 100 rounds of a seat\n"
    .. term.table(list, "<<") or ""
end

local function group_text(word, rows, ascii)
  local parts = { table_text(word == "place" and summary_text.places(rows)
    or summary_text.results(word, rows)),
    table_text(summary_text.bids(word, rows)),
    table_text(summary_text.changes(word, rows)), gold_text(word, rows) }
  for _, row in ipairs(rows) do
    parts[#parts + 1] = matrix_text(word, row, ascii)
  end
  return table.concat(parts)
end

-- ---- Games, rounds, faults ------------------------------------------------

--- The variant, the players and the size of a result in a line; and lines about
--- its games.
function summary_text.head(result)
  local n, text = result.games, ""
  local head = ("%s, %d players: %s, %s"):format(term.plain(result.variant),
    result.players, plural(n, "game"), plural(result.rounds, "round"))
  if n > 0 then
    text = text .. ("%s rounds a game; shared: %s of the games, %s of the "
      .. "rounds\n"):format(mean(result.rounds, n),
        percent(result.shared_games, n),
        percent(result.shared_rounds, result.rounds))
  end
  if result.forfeited == 0 then return head, text end
  return head, text .. ("besides, in none of these figures: %s that a fault "
    .. "decided\n"):format(plural(result.forfeited, "game"))
end

--- The first player's advantage in a line, and its interval.
function summary_text.first(result)
  local points, interval = ratio(result.margin, "%+.3f")
  return "the first player's side less the others, points a round: " .. points,
    result.margin:interval() and "95 % interval " .. interval
      or format.no_interval(result.margin.n)
end

-- The reason why the seat that passed could not lead or follow, by whether it
-- had cards.
local endings = {
  { "no card may follow", "follow_cards" },
  { "no card to follow", "follow_empty" },
  { "no card to lead", "lead_empty" },
  { "no card may lead", "lead_cards" },
}

--- The ends of rounds as rows of bars: why, of 100 rounds.
function summary_text.endings(result)
  local rows = {}
  for i, ending in ipairs(endings) do
    rows[i] = { ending[1],
      100 * (result.endings[ending[2]] or 0) / result.rounds }
  end
  return rows
end

--- The ends of rounds: by whose pass, and after how many tricks.
local function endings_text(result, ascii)
  return "\n" .. aurum.chart.bars { title = "of 100 rounds, why they ended",
    rows = summary_text.endings(result), ascii = ascii, format = "%.1f" }
    .. "\n"
    .. aurum.chart.histogram { title = "tricks finished in a round",
      counts = result.tricks, ascii = ascii }
end

function summary_text.faults(result)
  local lines = {}
  for i, row in ipairs(result.faults) do
    local kinds = {}
    for kind, n in pairs(row.kinds) do
      kinds[#kinds + 1] = ("%d %s"):format(n, kind)
    end
    table.sort(kinds)
    lines[i] = ("faults of %s: %s; %s forfeited\n"):format(
      term.plain(row.name), term.plain(table.concat(kinds, ", ")),
      plural(row.forfeits, "game"))
  end
  return table.concat(lines)
end

local function section_text(result, args)
  local head, text = summary_text.head(result)
  local parts = { term.paint("bold", head) .. "\n" .. text,
    summary_text.faults(result) }
  if result.games == 0 then return table.concat(parts) end
  summary_text.label(result)
  local ascii = args.ascii or nil
  if args.by then
    parts[3] = group_text(args.by, result[args.by .. "s"], ascii)
  else
    parts[3] = group_text("bot", result.bots, ascii)
    parts[4] = table_text(summary_text.results("seat", result.seats))
    parts[5] = table_text(summary_text.bids("seat", result.seats))
    parts[6] = table_text(summary_text.places(result.places))
    parts[7] = ("\n%s\n  %s\n"):format(summary_text.first(result))
    parts[8] = endings_text(result, ascii)
  end
  return table.concat(parts)
end

--- The results of each variant and number of players as text. `args.by` names
--- the one group to show. The `accuracy` of a result follows it.
function summary_text.of(results, skipped, args)
  local sections = {}
  for i, result in ipairs(results) do
    sections[i] = section_text(result, args) .. (result.accuracy or "")
  end
  return table.concat(sections, "\n") .. (skipped > 0
    and ("\n%s skipped\n"):format(plural(skipped, "line")) or "")
end

return summary_text
