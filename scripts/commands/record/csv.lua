-- aurum record csv: prints games as a table for R, pandas, DuckDB, SQLite or a
-- spreadsheet.
local aurum = require "aurum"
local csv = require "aurum.text.csv"
local game_files = require "aurum.record.game_files"
local hint = require "aurum.text.hint"
local decision_rows = require "aurum.record.decision_rows"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local replays = require "aurum.record.replays"
local result_columns = require "aurum.record.result_columns"
local shape = require "aurum.text.shape"
local table_columns = require "aurum.record.table_columns"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"

local action = { summary = "Print a table of the games as CSV." }

local tables = { "games", "rounds", "seats", "changes", "tricks", "plays",
  "answers", "decisions", "notes" }
-- Those of results are printed by other commands.
local results = { arena = "aurum arena --csv",
  stats = "aurum record stats --csv" }

local function table_of(text)
  for _, name in ipairs(tables) do
    if name == text then return name end
  end
  if results[text] then return text end
  return nil, ("no table '%s'%s"):format(text,
    hint.near(text, tables, "; there are " .. table.concat(tables, ", ")))
end

function action.options(parser)
  options.files(parser, "*")
  parser:option("--table", "Table to print: a row for each of the games, "
    .. "rounds, seats (of each round), changes, tricks, plays, answers (to "
    .. "questions), decisions or notes (of bots: see match --notes). With "
    .. "--columns or --schema also arena or stats, the tables of `aurum arena "
    .. "--csv` and `aurum record stats --csv`.",
    "games"):argname "TABLE":convert(table_of)
  parser:flag("--columns", "Print the columns of the table with their types, "
    .. "units and meaning.")
  parser:option("--schema", "Print how a program reads the table from "
    .. "TABLE.csv with the right types: pandas, R, duckdb or sqlite. "
    .. "(default: the table itself is printed)")
    :argname "PROGRAM":choices(table_columns.programs)
  options.judge(parser, "Judge each decision as `aurum record judge` does, "
    .. "for more columns of the table decisions.")
  options.output(parser)
  options.raw(parser)
  options.replay_variant(parser)
  options.strict(parser)
end

local function names_of(columns)
  local names = {}
  for i, column in ipairs(columns) do names[i] = column.name end
  return table.concat(names, ",")
end

local function print_columns(columns)
  for _, column in ipairs(columns) do
    local name = column.name
    local kind = column.unit or column.type
    for _, line in ipairs(wrap.lines(column.doc, 52, "")) do
      term.write(("%-16s%-9s %s\n"):format(name, kind, line))
      name, kind = "", ""
    end
  end
end

--- An iterator over games and their rows as CSV, with the judge's columns; nil
--- and a message in place of rows if a worker failed.
local function judged_rows(args, games)
  local own, version = options.judging(args), aurum.judged_by.version
  local over = replays.over(games, args.jobs,
    function(record, _, state)
      local verdicts = {}
      for verdict in aurum.judge(state, own) do
        verdicts[verdict.place] = verdict
      end
      local game = { number = 0, names = record.names, players = record.players,
        decisions = function() return state:decisions() end }
      return decision_rows.of(game, verdicts, version)
    end)
  return function()
    local game, rows, problem = over()
    if not game then return nil end
    if not rows then return game, nil, problem end
    for _, row in ipairs(rows) do
      row.game, row.id = game.number, game.id
      row.seconds = game.seconds and game.seconds[row.seat]
    end
    return game, table_columns.csv(rows, decision_rows.columns(true), args.raw)
  end
end

--- Rows in which the first column, the game's number, is higher by `by`.
local function renumbered(rows, by)
  if by == 0 then return rows end
  local lines, begins = {}, true -- not the rest of a cell with a newline
  for line in rows:gmatch "[^\n]*\n" do
    local own = begins and line:gsub("^%d+", function(number)
      return number + by
    end, 1) or line
    if select(2, line:gsub("\"", "")) % 2 == 1 then begins = not begins end
    lines[#lines + 1] = own
  end
  return table.concat(lines)
end

--- The columns of the table that is asked for.
local function columns_of(args)
  if results[args.table] then return result_columns[args.table](args.judge) end
  if not args.judge then return aurum.columns(args.table) end
  return table_columns.typed(args.table, decision_rows.columns(true))
end

--- The shape of what a shard of a plan has for a game.
local function shape_of(args)
  local columns = #columns_of(args)
  return shape.object { number = shape.whole(1, 1 << 40), rows = function(text)
    if type(text) ~= "string" then return "expected a text" end
    return csv.problem(text, columns)
  end }
end

--- An iterator over the rows of each game from the shards of a plan. A shard
--- does not know how many lines before its own are not games.
local function merged_rows(args)
  local values, number = args.parts:values(shape_of(args)), 0
  return function()
    local item, data = values()
    if not item then return nil end
    number = number + 1
    return item, renumbered(data.rows, number - data.number)
  end
end

--- Takes the rows of a shard of a plan.
local function take_shard(shard, each)
  for game, rows, failure in each do
    local good, problem = rows, failure
    if rows then
      good, problem = shard:put(game.nth, { number = game.number, rows = rows })
    end
    if not good then term.fail(problem) end
    if aurum.sys.interrupted() then break end
  end
  return 0
end

--- An iterator over games, or batches of them that workers did, and their rows.
local function spread_rows(args, games)
  local each, _, _, workers = games:spread { jobs = args.jobs,
    work = function(own)
      local rows = {}
      for game in own do
        rows[#rows + 1] = game:csv(args.table, args.raw)
      end
      return table.concat(rows)
    end }
  return function()
    local game, rows, shift = each()
    if not game then return nil end
    if rows then return game, renumbered(rows, shift) end
    return game, game:csv(args.table, args.raw)
  end, nil, nil, workers
end

--- An iterator over games and their rows as CSV.
local function rows_of(args, games)
  if args.parts then return merged_rows(args) end
  if args.judge then return judged_rows(args, games) end
  if not args.shard then return spread_rows(args, games) end
  return function()
    local game = games()
    if not game then return nil end
    return game, game:csv(args.table, args.raw)
  end
end

function action.run(args)
  local good, problem = options.judging(args)
  if good and args.judge and args.table ~= "decisions"
    and args.table ~= "stats" then
    problem = "--judge adds columns to --table decisions only"
  end
  if problem then term.fail(problem, 2) end
  local columns = columns_of(args)
  if args.schema then
    if args.columns or (args.o or "-") ~= "-" then
      term.fail("--schema takes no -o and no --columns: it prints to standard "
        .. "output", 2)
    end
    term.write(table_columns.schema(args.schema, args.table, columns))
    return
  end
  if args.columns and (args.o or "-") ~= "-" then
    term.fail("--columns takes no -o: it prints to standard output", 2)
  elseif args.columns then
    return print_columns(columns)
  end
  if results[args.table] then
    term.fail(("the table %s is printed by `%s`; here are its --columns and "
      .. "its --schema"):format(args.table, results[args.table]), 2)
  elseif #args.files == 0 then
    term.fail("missing argument 'FILES'\ntry: aurum record csv --help", 2)
  end
  local games
  games, problem = game_files.open(args.files, { variant = args.variant,
    strict = args.strict, part = args.shard,
    warn = term.warner "aurum record" })
  if not games then term.fail(problem, 2) end
  if args.shard then return take_shard(args.shard, rows_of(args, games)) end
  local out = output.open(args)
  out:write(names_of(columns) .. "\n")
  aurum.sys.catch_interrupts()
  for _, rows, failure in rows_of(args, games) do
    if not rows then term.fail(failure) end
    if rows ~= "" then out:write(rows) end
  end
  if games.problem then term.fail(games.problem) end
  out:close()
  if aurum.sys.interrupted() then term.fail "interrupted" end
  return games.failed and 1 or 0
end

return action
