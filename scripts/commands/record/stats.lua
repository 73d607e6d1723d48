-- aurum record stats: what recorded games come to. lua/summary.lua counts them.
local aurum = require "aurum"
local summary = require "lua.summary"
local term = require "lua.term"
local tables = require "lua.summary_text"
local data = require "lua.summary_data"

local action = {
  summary = "Count games: wins, points, bids, gold, changes, ends of rounds.",
}

function action.options(parser)
  parser:argument("files", "Records; - for standard input."):args "+"
  parser:option("--by", "Figures of these only; of all by default.")
    :choices { "bot", "seat", "place" }
  parser:option("--variant", "The rules to hold games against, instead of "
    .. "those they name; a house rule alone stands for the part of that name.")
    :argname "V"
  parser:mutex(
    parser:flag("--json", "Print the figures as JSON."),
    parser:flag("--csv", "Print them as CSV, a row for each bot, seat and "
      .. "place."))
  parser:flag("--ascii", "Draw with plain ASCII.")
  parser:flag("--strict", "End with the first line that is no good game, "
    .. "instead of leaving it out.")
  parser:flag("--quiet", "No progress bar.")
end

--- The size of the files together, in kB; nil where it cannot be told.
local function size_of(files)
  local sum = 0
  for _, path in ipairs(files) do
    local file = path ~= "-" and not path:find "%.gz$" and io.open(path, "rb")
    local size = file and file:seek "end"
    if file then file:close() end
    if not size then return nil end
    sum = sum + size
  end
  return sum // 1000
end

--- The games of the files. What they cannot be read for ends the command.
local function open(args)
  local files = table.move(args.files, 1, #args.files, 1, {})
  files[#files + 1] = { strict = args.strict, variant = args.variant }
  local good, games = pcall(aurum.records, table.unpack(files))
  if good then return games end
  local problem = games:gsub("^.-aurum%.records: ", "")
  for _, path in ipairs(args.files) do
    if problem:sub(1, #path + 1) == path .. ":" then term.fail(problem) end
  end
  term.fail(problem, 2) -- it is the variant then
end

local function count(games, args)
  local tally, done, kb = summary.new(), 0, size_of(args.files)
  local bar = term.progress(kb or 1, args.quiet or not kb or kb == 0)
  local function note() return ("kB, %d games"):format(tally.games) end
  while true do
    local good, game = pcall(games)
    if not good then
      bar()
      term.fail(game)
    end
    if not game then break end
    tally:add(game)
    done = done + #game.text
    if tally.games % 100 == 0 then
      bar(math.min(done // 1000, kb or 1), note)
    end
  end
  bar()
  return tally
end

function action.run(args)
  local games = open(args)
  local tally = count(games, args)
  if tally.games == 0 then
    term.fail(("no games in %s%s"):format(table.concat(args.files, ", "),
      games.skipped > 0 and (": %d line%s skipped"):format(games.skipped,
        games.skipped == 1 and "" or "s") or ""))
  end
  local results = tally:results()
  if args.json then
    data.print_json(results, tally.games, games.skipped, args)
  elseif args.csv then
    data.print_csv(results, args)
  else
    tables.print(results, games.skipped, args)
  end
  return 0
end

return action
