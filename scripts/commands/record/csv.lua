-- aurum record csv: prints games as a table for R, pandas, DuckDB, SQLite or a
-- spreadsheet.
local aurum = require "aurum"
local hint = require "aurum.text.hint"
local corpus = require "aurum.record.corpus"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"

local action = { summary = "Print a table of the games as CSV." }

local tables = { "games", "rounds", "seats", "changes", "tricks", "plays",
  "decisions" }

local function table_of(text)
  for _, name in ipairs(tables) do
    if name == text then return name end
  end
  return nil, ("no table '%s'%s"):format(text,
    hint.near(text, tables, "; there are " .. table.concat(tables, ", ")))
end

function action.options(parser)
  options.files(parser, "*")
  parser:option("--table", "Table to print: a row for each of the games, "
    .. "rounds, seats (of each round), changes, tricks, plays or decisions.",
    "games"):argname "TABLE":convert(table_of)
  parser:flag("--columns", "Print the columns of the table and their meaning.")
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
    for _, line in ipairs(wrap.lines(column.doc, 62, "")) do
      term.write(("%-16s%s\n"):format(name, line))
      name = ""
    end
  end
end

function action.run(args)
  local columns = aurum.columns(args.table)
  if args.columns then return print_columns(columns) end
  if #args.files == 0 then
    term.fail("missing argument 'files'\ntry: aurum record csv --help", 2)
  end
  local games, problem = corpus.games(args.files, { variant = args.variant,
    strict = args.strict }, term.warner "aurum record")
  if not games then term.fail(problem, 2) end
  local out = output.open(args)
  out:write(names_of(columns) .. "\n")
  for game in games do
    local rows = game:csv(args.table, args.raw)
    if rows ~= "" then out:write(rows) end
  end
  if games.problem then term.fail(games.problem) end
  out:close()
  return games.failed and 1 or 0
end

return action
