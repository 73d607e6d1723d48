-- aurum record stats: what recorded games come to. lua/summary.lua counts them.
local aurum = require "aurum"
local corpus = require "lua.corpus"
local summary = require "lua.summary"
local term = require "lua.term"
local tables = require "lua.summary_text"
local data = require "lua.summary_data"

local action = {
  summary = "Count games: wins, points, bids, gold, changes, ends of rounds.",
}

function action.options(parser)
  parser:argument("files", "Records, plain or gzip; - for standard input.")
    :args "+"
  parser:option("--by", "Figures of these only; of all by default.")
    :choices { "bot", "seat", "place" }
  parser:mutex(
    parser:flag("--json", "Print the figures as JSON."),
    parser:flag("--csv", "Print them as CSV, a row for each bot, seat and "
      .. "place."))
  parser:flag("--ascii", "Draw with plain ASCII.")
  parser:flag("--quiet", "No progress bar.")
  corpus.options(parser)
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

--- Count the games, those read so far if the user interrupts.
local function count(games, args)
  aurum.catch_interrupts()
  local tally, done, kb = summary.new(), 0, size_of(args.files)
  local bar = term.progress(kb or 1, args.quiet or not kb or kb == 0)
  local function note() return ("kB, %d games"):format(tally.games) end
  for game in games do
    tally:add(game)
    done = done + #game.text
    if tally.games % 100 == 0 then
      bar(math.min(done // 1000, kb or 1), note)
      if aurum.interrupted() then break end
    end
  end
  bar()
  return tally
end

function action.run(args)
  local games, status = corpus.games(args)
  local tally = count(games, args)
  local skipped = type(games) == "table" and games.skipped or 0
  if tally.games == 0 then
    term.fail(("no games in %s%s"):format(table.concat(args.files, ", "),
      skipped == 0 and "" or (": %d line%s skipped"):format(skipped,
        skipped == 1 and "" or "s")))
  end
  local results = tally:results()
  if args.json then
    data.print_json(results, tally.games, skipped, args)
  elseif args.csv then
    data.print_csv(results, args)
  else
    tables.print(results, skipped, args)
  end
  if aurum.interrupted() then
    io.stdout:flush()
    term.fail(("interrupted after %d games"):format(tally.games))
  end
  return status
end

return action
