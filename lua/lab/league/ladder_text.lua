-- The ladder of a league (lua/lab/league/ladder.lua) as a table and as CSV.
local csv = require "aurum.text.csv"
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local ladder_text = {}

local function known(x) return x == x and x or nil end

--- A rating as a whole number: -0.4 is +0.
local function whole(x) return ("%+d"):format(math.floor(x + 0.5)) end

--- An interval of ratings; "-" without one.
function ladder_text.interval(low, high)
  if not known(low) then return "-" end
  if low == high then return "fixed" end
  return ("%s to %s"):format(whole(low), whole(high))
end

--- By how much a bot stands above the next, in words; without the interval if
--- they are to be `brief`.
local function above(own, brief)
  local ahead = own.ahead
  if not ahead then return "" end
  if not ahead.told_apart then return "not told apart" end
  if brief then return whole(ahead.rating) end
  return ("%s (%s)"):format(whole(ahead.rating),
    ladder_text.interval(ahead.low, ahead.high))
end

--- The column behind the interval: by how much a bot stands above the next,
--- or why it does not.
local function state(own, brief)
  if own.state == "plays" then
    return own.blocks > 0 and above(own, brief) or "has not played"
  end
  return own.state == "rests" and own.replaced and "replaced" or own.state
end

--- A name that fits a column.
local function cut(name, most)
  local n = utf8.len(name) or #name
  if n <= most then return name end
  local tail = name:match "@%d+$" or ""
  return name:sub(1, most - #tail - 1) .. "~" .. tail
end

--- The rows of the ladder as texts, the heads first. `most`: the most
--- characters of a name. Without it, the rows are as narrow as a terminal.
function ladder_text.rows(ladder, most)
  local rows, place = { { "", "bot", "rating", "95 % interval",
    "above the next", "deals", "won", "pts/rd" } }, 0
  for _, own in ipairs(ladder.bots) do
    local plays = own.state == "plays" and own.blocks > 0
    place = place + (plays and 1 or 0)
    rows[#rows + 1] = { plays and place or "", cut(own.bot, most or 18),
      own.blocks > 0 and whole(own.rating) or "-",
      own.blocks > 0 and ladder_text.interval(own.low, own.high) or "-",
      state(own, not most),
      own.blocks,
      known(own.share) and format.percent(own.share, 1, 1) or "-",
      most and (known(own.points) and format.number(own.points, "%+.2f")
        or "-") or nil }
  end
  if not most then table.remove(rows[1]) end
  return rows
end

--- How many bots that play are not told apart from the next, in words; "" if
--- there are fewer than two.
function ladder_text.honesty(ladder)
  local pairs_, open = 0, 0
  for _, own in ipairs(ladder.bots) do
    if own.state == "plays" and own.ahead then
      pairs_ = pairs_ + 1
      open = open + (own.ahead.told_apart and 0 or 1)
    end
  end
  if pairs_ == 0 then return "" end
  if open == 0 then return "Each bot is told apart from the next." end
  return ("%d of %s of neighbours %s not told apart: the order may be wrong.")
    :format(open, format.plural(pairs_, "pair"), open == 1 and "is" or "are")
end

--- The size of the ladder: "en-2023, 4 players, 40 deals, 80 games", and the
--- day.
function ladder_text.size(ladder)
  return ("%s, %d players, %s, %s%s"):format(term.plain(table.concat(
    ladder.rules, ", ")), ladder.players, format.plural(ladder.deals, "deal"),
    format.plural(ladder.games, "game"),
    ladder.deals > 0 and ", " .. ladder.day or "")
end

--- Why bots are benched or rest, each a line; without versions that another one
--- has replaced.
function ladder_text.idle(ladder)
  local lines = {}
  for _, own in ipairs(ladder.bots) do
    local verb = own.state == "benched" and "is benched"
      or own.state == "rests" and not own.replaced and "rests"
    if verb then
      lines[#lines + 1] = ("%s %s: %s\n"):format(own.bot, verb,
        term.plain(own.why))
    end
  end
  return table.concat(lines)
end

--- The ladder for a terminal.
function ladder_text.table(ladder)
  local idle, honest = ladder_text.idle(ladder), ladder_text.honesty(ladder)
  return table.concat { ladder_text.size(ladder), "\n\n",
    term.table(ladder_text.rows(ladder), "><>><"),
    honest ~= "" and "\n" .. honest .. "\n" or "",
    idle ~= "" and "\n" .. idle or "" }
end

local columns = { "bot", "against", "state", "rating", "low", "high", "error",
  "deals", "games", "share", "points", "points_low", "points_high", "forfeits" }

--- The ladder as CSV: a line for each bot, then one for each pair. `raw` as in
--- csv.line.
function ladder_text.csv(ladder, raw)
  local lines = { csv.line(columns) }
  for _, own in ipairs(ladder.bots) do
    local list = { own.bot, "", own.state, own.rating, own.low, own.high,
      own.error, own.blocks, own.games, own.share, own.points, "", "",
      own.forfeits }
    lines[#lines + 1] = csv.line(list, #columns, raw)
  end
  for _, pair in ipairs(ladder.pairs) do
    local list = { pair.first, pair.second, "", "", "", "", "", pair.deals,
      pair.games, pair.share, pair.points, pair.low, pair.high, "" }
    lines[#lines + 1] = csv.line(list, #columns, raw)
  end
  return table.concat(lines)
end

return ladder_text
