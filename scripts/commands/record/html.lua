-- aurum record html: a page that shows recorded games, in one file.
local aurum = require "aurum"
local options = require "aurum.text.options"
local resolve = require "aurum.repl.resolve"
local output = require "aurum.text.output"
local term = require "aurum.text.term"
local conditions = require "aurum.record.conditions"
local game_files = require "aurum.record.game_files"
local notes = require "aurum.record.notes"
local page = require "aurum.record.page"
local page_notes = require "aurum.record.page_notes"
local replays = require "aurum.record.replays"
local rules_of = require "aurum.load.rules_of"
local accuracy = require "aurum.judge.accuracy"
local outlook = require "aurum.judge.outlook"
local losses = require "aurum.judge.losses"
local report = require "aurum.judge.report"
local web = require "aurum.repl.pages.web"

local action = { summary = "Write a page that shows games, to open or send." }

local most = 3000 -- games of a page, which has some 8 kB for each
local most_notes = 32 << 20 -- bytes of a page's notes

local about = [[
The page is one file. It opens in any browser, from disk or the web, and loads
nothing from anywhere. It shows the table step by step; the arrow keys go
through a game. The page's address names the place: #GAME.ROUND.TRICK.PLAY, as
`goto` in the REPL and --at of `aurum bot ask` name it. There the table is as
it was before that decision, with what its bot noted (`match --notes`) and the
verdict beside it. #GAME.start and #GAME.end are the first and the last step.

With --seat the page holds only what that seat could know: send it to an
opponent. It does not hold the seed, because the deals follow from it.

With --judge the page shows the verdicts of `aurum record judge`, what each
action is worth to the judge, as bars beside the bot's own values, the accuracy
of each seat, the luck of the deals, and a graph of the points that each side
may expect from a round: the mean of playouts, and the range of the middle 80 %
of their results. With --seat these are the verdicts and the expectations of
that seat alone, because other seats' verdicts would reveal hidden cards.]]

function action.options(parser)
  parser:epilog(about)
  options.files(parser, "+")
  options.lines(parser, "Show", "all")
  parser:option("--where", "Only games for which this condition of `aurum "
    .. "record filter` holds. May be repeated: all must hold.")
    :argname "LUA":count "*"
  parser:option("--seat", "Show what this seat could know and nothing else. "
    .. "(default: all hands open)"):argname "N":convert(options.count)
  parser:flag("--judge", "Judge every decision. A game takes some seconds.")
  options.seed(parser, "With --judge, the verdicts follow from it.", "1")
  parser:option("--title", "Title of the page. (default: the files' names)")
    :argname "TEXT"
  options.output(parser)
  options.replay_variant(parser)
  options.jobs(parser)
  options.quiet(parser)
end

-- ---- Reading ---------------------------------------------------------------

--- Ends the command: the page cannot hold all games.
local function too_many(n)
  term.fail(("a page holds at most %d games%s\ntry: --game 1-%d, --where, or "
    .. "`aurum record sample -n %d` first"):format(most,
      n and (", these files have %d"):format(n) or "", most, most))
end

--- True if --where holds for a game, or there is none.
local function holds(args, game, failures)
  if not args.where then return true end
  local answer, message, always = game:call "holds"
  if always then term.fail("--where: " .. message, 2) end
  if answer == nil then failures:add(game, message) end
  return answer
end

--- An iterator over what the page shows, in order, and the number of its items:
--- { file =, line =, text = } with `rules` if it can be replayed and, if it is
--- not a valid game, a `problem`.
local function items_of(args, failures, condition)
  local items, find = {}, rules_of(args.variant)
  local games, problem, missing = game_files.open(args.files, {
    variant = args.variant, seat = args.seat,
    lines = args.lines and tostring(args.lines),
    skip = function(file, line, reason, differences, text)
      if args.where then return end
      local record <close> = #differences > 0 and aurum.record(text) or nil
      items[#items + 1] = { file = file, line = line, text = text,
        problem = reason, rules = record and find(record) }
    end,
    calls = { holds = function(game) return condition:holds(game) end } })
  if not games then term.fail(problem, missing and 1 or 2) end
  local game
  repeat
    game, problem = games()
    if problem then term.fail(problem) end
    if game and holds(args, game, failures) then
      items[#items + 1] = { file = game.file, line = game.line,
        text = game.text, rules = game.rules }
    end
    if #items > most then too_many() end
  until not game
  local next_one = 0
  return function()
    next_one = next_one + 1
    return items[next_one]
  end, #items
end

-- ---- In a worker -----------------------------------------------------------

--- The verdicts of a game by place; nil if there are none.
local function verdicts_of(judged)
  local by_place = {}
  for _, verdict in ipairs(judged.verdicts) do
    by_place[verdict.place] = report.shown(verdict)
  end
  return next(by_place) and by_place
end

--- The outlook of each round at the start of each trick, by place: for each
--- side the mean and the low and high end of the range. With --seat, that
--- seat's.
local function outlooks_of(args, state)
  local by_place, round, trick = {}, nil, nil
  for before, _, place in state:decisions() do
    local at = aurum.place(place)
    if before.round ~= round or at.trick ~= trick then
      round, trick = before.round, at.trick
      local sides = outlook.of(before, args.seat, nil, args.seed .. place)
      local list = {}
      for side, one in ipairs(sides or {}) do
        list[side] = { math.floor(one.mean * 10 + 0.5) / 10, one.low, one.high }
      end
      by_place[place] = sides and list
    end
  end
  return by_place
end

--- The luck of the deals by round and side, in points: its estimate and half of
--- its 95 % interval.
local function luck_of(judged)
  local list = {}
  for _, round in ipairs(judged.luck) do
    local sides = {}
    for side, worth in ipairs(round.worth) do
      sides[side] = { worth, 1.96 * round.error[side] }
    end
    list[#list + 1] = { round = round.round, sides = sides }
  end
  return list
end

--- The accuracy of each seat by kind of decision; with --seat, of that seat.
local function accuracy_of(args, judged, players)
  local list = {}
  for seat, sums in ipairs(losses.by_seat(judged, players, 0)) do
    if not args.seat or args.seat == seat then
      list[#list + 1] = { seat = seat, of = accuracy.data(sums) }
    end
  end
  return list
end

--- Adds the notes of a record's line to the data of its game.
local function put_notes(game, line, state, only)
  local list, problem = notes.of(line)
  game.notes, game.notes_left = page_notes.of(list, state, only)
  game.notes_problem = problem and (only and "they are damaged"
    or term.plain(problem))
end

--- The data and the text of a game for the page.
local function make(args, record, rules, state, differences, line)
  if args.seat and args.seat > rules.players then return {} end
  local agrees = #differences == 0
  local game = page.game(record, rules, state, agrees, args.seat)
  put_notes(game, line, state, args.seat)
  if args.judge and agrees then
    local judged = report.judge(state, { seed = args.seed, seat = args.seat,
      values = true })
    game.verdicts = verdicts_of(judged)
    game.accuracy = accuracy_of(args, judged, rules.players)
    game.outlook = outlooks_of(args, state)
    game.luck = not args.seat and luck_of(judged) or nil
  end
  return game
end

-- ---- The page --------------------------------------------------------------

--- Leaves a game's notes out if `used` bytes and they do not fit. Returns the
--- bytes of those that are kept.
local function fit_notes(game, used)
  if not game.notes then return 0 end
  local n = #web.json(game.notes)
  if used + n <= most_notes then return n end
  local left = game.notes_left or 0
  for _ in pairs(game.notes) do left = left + 1 end
  game.notes, game.notes_left = nil, left
  return 0
end

--- The page's parts, without what only its makers see.
local function collect(args, items, total)
  local data, text, count, bad, noted = {}, {}, 0, 0, 0
  local bar = term.progress(total, args.quiet)
  local function show_progress()
    bar(count, function() return "games" end)
  end
  local each = replays.over(items, args.jobs, function(...)
    return make(args, ...)
  end, nil, show_progress)
  for item, game, failure in each do
    if not game then term.fail(failure) end
    count = count + 1
    bad = bad + (item.problem and 1 or 0)
    game.file, game.line = term.plain(item.file), item.line
    noted = noted + fit_notes(game, noted)
    -- the reason may name a card that the seat cannot see
    game.problem = item.problem and (args.seat
      and "the record and the rules disagree" or term.plain(item.problem))
    local shown = game.text or ""
    game.text = nil
    data[count] = (count > 1 and "," or "") .. web.json(game) .. "\n"
    text[count] = ("<h2>Game %d</h2>\n%s<pre>%s</pre>\n"):format(count,
      game.problem and ("<p>Not a valid game: %s</p>\n"):format(
        web.escape(game.problem)) or "", web.escape(shown))
    show_progress()
  end
  bar()
  return data, text, bad
end

local function title_of(args)
  if args.title then return args.title end
  local names = {}
  for i, path in ipairs(args.files) do names[i] = path:match "[^/]*$" end
  return "Aurum: " .. table.concat(names, ", ")
end

function action.run(args)
  args.seed = args.seed or "1"
  resolve.lines(args)
  if not args.where[1] then args.where = nil end
  local failures = conditions.failures(term.warner "aurum record")
  local condition, problem
  if args.where then
    condition, problem = conditions.all(args.where, "--where")
    if not condition then term.fail(problem, 2) end
  end
  if not args.where and not args.lines then
    local n = game_files.count(args.files)
    if n > most then too_many(n) end
  end
  local items, total = items_of(args, failures, condition)
  if total == 0 then term.fail "no game to show" end
  local out = output.open(args)
  local data, text, bad = collect(args, items, total)
  if aurum.sys.interrupted() then term.fail "interrupted" end
  local version = args.judge and aurum.judged_by.version
  table.insert(data, 1, ('{"judge":%s,"games":['):format(version or "false"))
  data[#data + 1] = "]}"
  out:write(web.games { title = term.plain(title_of(args)), data = data,
    text = text, command = args.typed, judge = version,
    seed = version and args.seed })
  out:close()
  return (failures:close() or bad > 0) and 1 or 0
end

return action
