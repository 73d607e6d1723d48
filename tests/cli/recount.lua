-- Compares the results of a match with a recount of its records:
--   lua5.4 recount.lua RECORDS JSON [TABLE]
-- RECORDS was written by --record, JSON by --json, TABLE is the output without
-- it. dkjson comes with busted.
local json = require "dkjson"

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read "a"
end

local function decode(text)
  local value, at, message = json.decode(text)
  assert(value and not text:find("%S", at), message or "more than one value")
  return value
end

local wrong = 0
local function same(what, expected, got)
  if expected == got then return end
  wrong = wrong + 1
  io.write(("%s: expected %s, got %s\n"):format(what, expected, got))
end

local kinds = { "games", "wins", "shared", "rounds", "points", "exact", "over",
  "under", "gold", "faults" }

local function tally_of(list, key)
  local tally = list[key]
  if not tally then
    tally = { name = key }
    for _, kind in ipairs(kinds) do tally[kind] = 0 end
    list[key] = tally
    list[#list + 1] = tally
  end
  return tally
end

--- Add a game to the tally of a side, or of a bot on that side.
local function count(tally, record, side)
  tally.games = tally.games + 1
  for _, winner in ipairs(record.winners) do
    if winner == side then
      tally.wins = tally.wins + 1
      if #record.winners > 1 then tally.shared = tally.shared + 1 end
    end
  end
  for _, round in ipairs(record.rounds) do
    local score = round.score
    if score then
      local taken, bid = score.taken[side], score.bid[side]
      local kind = taken == bid and "exact" or taken > bid and "over" or "under"
      tally[kind] = tally[kind] + 1
      tally.rounds = tally.rounds + 1
      tally.points = tally.points + score.points[side]
      tally.gold = tally.gold + score.gold_points[side]
    end
  end
end

local sides, bots, games = {}, {}, 0
for line in io.lines((assert(arg[1]))) do
  local record, seen = decode(line), {}
  games = games + 1
  local side_n = record.players == 4 and 2 or record.players
  for side = 1, side_n do
    count(tally_of(sides, "side " .. side), record, side)
  end
  for seat, name in ipairs(record.names) do
    local side = (seat - 1) % side_n + 1
    if not seen[name .. side] then
      seen[name .. side] = true
      count(tally_of(bots, name), record, side)
    end
  end
  for _, fault in ipairs(record.faults or {}) do
    local side = tally_of(sides, "side " .. (fault.seat - 1) % side_n + 1)
    local bot = tally_of(bots, record.names[fault.seat])
    side.faults, bot.faults = side.faults + 1, bot.faults + 1
  end
end

local told = decode(read((assert(arg[2]))))
same("games", games, told.games)
same("sides", #sides, #told.sides)
same("bots", #bots, #told.bots)
local function compare(what, list, other)
  for i, tally in ipairs(list) do
    for _, kind in ipairs(kinds) do
      same(("%s %d %s"):format(what, i, kind), tally[kind], other[i][kind])
    end
  end
end
compare("side", sides, told.sides)
compare("bot", bots, told.bots)
for i, bot in ipairs(bots) do same("name", bot.name, told.bots[i].name) end

--- The cells of a table row, after the name.
local function cells(tally)
  local rounds = math.max(tally.rounds, 1)
  local function percent(n) return ("%.0f%%"):format(100 * n / rounds) end
  return table.concat({ tally.games, tally.wins, tally.shared,
    ("%.1f"):format(100 * tally.wins / tally.games),
    ("%.2f"):format(tally.points / rounds), percent(tally.exact),
    percent(tally.over), percent(tally.under),
    ("%.2f"):format(tally.gold / rounds), tally.faults }, " ")
end

if arg[3] then
  local rows, text = {}, read(arg[3])
  same("seed", told.seed, text:match ", seed ([^\n]*)\n")
  for line in text:gmatch "[^\n]+" do
    local name, rest = line:match "^(.-)%s%s+(%d.*)$"
    if name then rows[#rows + 1] = name .. ": " .. rest:gsub("%s+", " ") end
  end
  local row = 0
  local function next_row(name, tally)
    row = row + 1
    same("row " .. row, name .. ": " .. cells(tally), rows[row])
  end
  for i, tally in ipairs(told.sides) do
    next_row(i .. " " .. tally.name, sides[i])
  end
  for _, tally in ipairs(bots) do next_row(tally.name, tally) end
  same("rows", row, #rows)
end
os.exit(wrong == 0)
