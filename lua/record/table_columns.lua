-- The columns of the tables of games: their types and units, how other programs
-- read them, and the keys that none of these can misread.
--
-- A program that reads CSV guesses types: 42.10 becomes 42.1, and 7/2 and 2.5.3
-- become dates. So keys are whole numbers or begin with a letter: `game`,
-- `deal`, `seating`, the id d7s2, the sides s1+s2, a seed such as seed:42.10,
-- and the place of a decision at:2.5.3.
local csv = require "aurum.text.csv"
local hint = require "aurum.text.hint"
local table_columns = {}

local text = "text"
local real = "real"

-- Columns that are not whole numbers, in each table or in one.
local types = { id = text, file = text, variant = text, seed = text,
  name = text, winners = text, bid_card = text, last_bid_card = text,
  card = text, returned = text, plays = text, award = text, suit = text,
  question = text, when = text, answer = text, ask = text, at = text,
  highest = text, lowest = text, done = text, note = text, action = text,
  goal = text, text = text, value = real, better = text, class = text,
  gold_won = text, gold_paid = text, gold_played = text, gold_kept = text,
  seconds = real, loss = real, error = real, doubt = real }
local types_in = { seats = { hand = text }, changes = { gold = text },
  decisions = { gold = text } }
for i = 1, 6 do types["name_" .. i] = text end

local units = { seconds = "s", points = "points", bid_points = "points",
  gold_points = "points", gain = "points", loss = "points", error = "points",
  doubt = "points", tricks = "tricks", taken = "tricks", need = "tricks",
  side_taken = "tricks", taken_end = "tricks", side_bid = "tricks",
  bid_before = "tricks", bid_after = "tricks", bid_end = "tricks",
  bid = "tricks", void = "cards", held = "cards", legal = "choices",
  choices = "choices" }
for i = 1, 6 do units["points_" .. i] = "points" end
local units_in = { plays = { void = false, legal = "cards" } }

--- Adds `type`, which is integer, real or text, and `unit`, nil if it has none,
--- to the columns of a table.
function table_columns.typed(name, columns)
  local own, own_units = types_in[name] or {}, units_in[name] or {}
  for _, column in ipairs(columns) do
    column.type = own[column.name] or types[column.name] or "integer"
    local unit = own_units[column.name]
    if unit == nil then unit = units[column.name] end
    column.unit = column.type ~= text and unit or nil
  end
  return columns
end

-- ---- Keys -----------------------------------------------------------------

--- A seed as a cell. Any text may be a seed, so one of them is a number, a date
--- or a missing value to some reader: each gets `seed:` in front.
function table_columns.seed(seed) return "seed:" .. seed end

--- The id of an arena's game as a cell: d7s2 of 7/2.
function table_columns.id(id)
  return id and (id:gsub("^(%d+)/(%d+)$", "d%1s%2"))
end

--- The same id as records and journals have it.
function table_columns.plain_id(id)
  return (id:gsub("^d(%d+)s(%d+)$", "%1/%2"))
end

--- The numbers of a game's deal and seating; nil where they are not known. A
--- match gives the deal by the end of its seed. A number that some reader would
--- round, or that is written otherwise than a match does, is none.
function table_columns.deal(id, seed)
  local deal, seating = (id or ""):match "^(%d+)/(%d+)$"
  deal = deal or (seed or ""):match "%.([1-9]%d*)$"
  if deal and #deal > 15 then deal = nil end
  return math.tointeger(tonumber(deal)), math.tointeger(tonumber(seating))
end

-- ---- Rows -----------------------------------------------------------------

--- Rows with the columns `wanted` only, of a table with these `columns`; raises
--- for a name that is not one.
function table_columns.cut(rows, columns, wanted)
  local names, known, list = {}, {}, {}
  for i, column in ipairs(columns) do
    names[i], known[column.name] = column.name, true
  end
  for _, name in ipairs(wanted) do
    if not known[name] then
      error(("column: there is no '%s'%s"):format(name,
        hint.near(name, names)), 3)
    end
  end
  for i, row in ipairs(rows) do
    list[i] = {}
    for _, name in ipairs(wanted) do list[i][name] = row[name] end
  end
  return list
end

-- Columns whose cells differ from the value: a function from value to cell.
local written = {
  id = table_columns.id,
  at = function(place) return place and "at:" .. place end,
}

--- Rows as lines of CSV.
function table_columns.csv(rows, columns, raw)
  local lines = {}
  for i, row in ipairs(rows) do
    local cells = {}
    for k, column in ipairs(columns) do
      local value = row[column.name]
      local write = written[column.name]
      if write then value = write(value) end
      cells[k] = value
    end
    lines[i] = csv.line(cells, #columns, raw)
  end
  return table.concat(lines)
end

-- ---- How others read a table ------------------------------------------------

local kinds = {
  pandas = { integer = '"Int64"', real = '"float64"', text = '"string"' },
  R = { integer = '"numeric"', real = '"numeric"', text = '"character"' },
  duckdb = { integer = "'BIGINT'", real = "'DOUBLE'", text = "'VARCHAR'" },
  sqlite = { integer = "INTEGER", real = "REAL", text = "TEXT" },
}
local entry = { pandas = '  "%s": %s', R = "  `%s` = %s", duckdb = "  '%s': %s",
  sqlite = '  "%s" %s' }
local frame = {
  pandas = [[
import pandas
@name = pandas.read_csv("@name.csv", keep_default_na=False, na_values=[""],
                        dtype={
@columns
})
]],
  R = [[
@name <- read.csv("@name.csv", na.strings = "", colClasses = c(
@columns
))
]],
  duckdb = [[
CREATE TABLE @name AS SELECT * FROM read_csv('@name.csv', header = true,
  columns = {
@columns
});
]],
  sqlite = [[
.bail on
CREATE TABLE @name (
@columns
);
.import --csv --skip 1 @name.csv @name
UPDATE @name SET
@nulls;
]],
}

-- The programs that `schema` knows.
table_columns.programs = { "pandas", "R", "duckdb", "sqlite" }

--- How a program reads NAME.csv with the types of its columns: lines of its own
--- language.
function table_columns.schema(program, name, columns)
  local lines, nulls = {}, {}
  for i, column in ipairs(columns) do
    local form = entry[program]
    lines[i] = form:format(column.name, kinds[program][column.type])
    nulls[i] = ('  "%s" = NULLIF("%s", \'\')'):format(column.name, column.name)
  end
  local parts = { name = name, columns = table.concat(lines, ",\n"),
    nulls = table.concat(nulls, ",\n") }
  return (frame[program]:gsub("@(%l+)", function(key) return parts[key] end))
end

return table_columns
