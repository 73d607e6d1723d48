-- aurum record puzzles: finds decisions with one right answer in games.
local aurum = require "aurum"
local format = require "aurum.text.format"
local game_files = require "aurum.record.game_files"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local pool = require "aurum.play.pool"
local puzzle_file = require "aurum.judge.puzzle_file"
local puzzles = require "aurum.judge.puzzles"
local replays = require "aurum.record.replays"
local resolve = require "aurum.repl.resolve"
local rules_of = require "aurum.load.rules_of"
local term = require "aurum.text.term"

local action = { summary = "Find positions with one right answer." }

local by = aurum.judged_by

local about = ([[
A puzzle is a decision with at least three legal answers, one of which is right
beyond doubt. Late in a round with two sides, all deals that the seat may be in
are solved with open hands, if there are at most 120: the right answer is the
best in each of them, and each other one loses a point or more on average ("by":
"solver"). Elsewhere the judge compares it with each other answer (`aurum record
judge --help`): the 95 %% interval of each loss lies above %g points ("by":
"judge %d"). A position where two answers may be best is not a puzzle.

Levels say how much thinking finds the answer. 1: the policy "quick", a rule of
thumb, mostly plays it. 2: "quick" does not, but a search of 200 playouts finds
it. 3: neither finds it.

Each line is a puzzle in JSON. position is a token of the position, for `aurum
repl` and `aurum bot test`; seat the one to answer; view its cards and the
trick; best the right answer; line how the round goes on, or what can be
expected; others each other answer with the points that it loses, how far its
interval reaches to either side (error), and why. worlds is the number of deals
that were solved; from the game and the place. Everything but from follows from
position, sims and seed: --check makes each puzzle of a file again, and prints
the first difference of each that is wrong.
]]):format(by.inaccuracy, by.version)

function action.options(parser)
  parser:epilog((about:gsub("(%S)\n(%S)", "%1 %2")))
  options.files(parser, "+")
  options.lines(parser, "Search", "all")
  parser:option("-n", "Stop after this number of puzzles. (default: all)")
    :argname "N":convert(options.count)
  parser:option("--level", "Only puzzles of this level. (default: all)")
    :choices { "1", "2", "3" }
  parser:option("--ask", "Only decisions of this kind. (default: all)")
    :choices { "bid", "change", "play", "answer" }
  parser:option("--per-game", "At most this number of a game: puzzles of one "
    .. "trick are much alike. (default: all)"):argname "N"
    :convert(options.count):target "per_game"
  parser:option("--seat", "Only decisions of this seat. (default: all)")
    :argname "N":convert(options.count)
  options.sims(parser)
  options.seed(parser, "The puzzles follow from it and the games.", "1")
  options.replay_variant(parser)
  parser:flag("--check", "The files are of puzzles: prove each again.")
  options.output(parser)
  options.jobs(parser)
  options.quiet(parser)
end

-- ---- Finding --------------------------------------------------------------

--- The puzzles of a game as lines, and the number of its decisions. An
--- interrupt ends the search with those found so far.
local function lines_of(args, game, state)
  local found = { n = 0 }
  for _ in state:decisions() do found.n = found.n + 1 end
  pcall(function()
    for puzzle in puzzles.game(state, { sims = args.sims, seed = args.seed,
      seat = args.seat }) do
      puzzle.from.game = game.seed
      if puzzle.level == (tonumber(args.level) or puzzle.level)
        and puzzle.ask == (args.ask or puzzle.ask) then
        found[#found + 1] = puzzle_file.line(puzzle)
      end
      if #found == args.per_game then break end
    end
  end)
  return found
end

local function search(args)
  local games, problem, missing = game_files.open(args.files, {
    variant = args.variant, seat = args.seat,
    strict = args.lines and args.lines:is_one(),
    lines = args.lines and tostring(args.lines) })
  if not games then term.fail(problem, missing and 1 or 2) end
  local out, total = output.open(args), game_files.to_show(args)
  local bar = total and term.progress(total) or function() end
  aurum.sys.catch_interrupts()
  local n, decisions, done = 0, 0, 0
  for _, found, failure in replays.over(games, args.jobs,
    function(record, _, state) return lines_of(args, record, state) end) do
    if not found then
      bar()
      term.fail(failure)
    end
    done, decisions = done + 1, decisions + (found.n or 0)
    for _, line in ipairs(found) do
      if n == args.n then break end
      n = n + 1
      out:write(line)
    end
    out:flush()
    if n == args.n or aurum.sys.interrupted() then break end
    bar(done + games.skipped)
  end
  bar()
  out:close()
  if games.problem then term.fail(games.problem) end
  return n, done, decisions, games
end

local function find(args)
  local n, done, decisions, games = search(args)
  local among = ("%s in %s, %s"):format(format.plural(n, "puzzle"),
    format.plural(done, "game"), format.plural(decisions, "decision"))
  if aurum.sys.interrupted() then
    term.fail("interrupted after " .. among)
  elseif done == 0 then
    if games.failed then return 1 end -- it was reported
    term.fail(format.no_games(args.files, games.skipped))
  elseif n == 0 then
    term.fail("found no puzzle in " .. format.plural(done, "game") .. ", "
      .. format.plural(decisions, "decision"))
  end
  if not args.quiet then term.say(among) end
  return games.failed and 1 or 0
end

-- ---- Checking -------------------------------------------------------------

--- The lines of the files with their puzzles and rules, for workers, who cannot
--- read files.
local function read_all(args, rules)
  local list = {}
  for line in game_files.lines(args.files) do
    if not line.number then
      term.fail(("%s: %s"):format(term.plain(line.path), line.problem))
    end
    local problem = line.problem
    if not problem then line.puzzle, problem = puzzle_file.read(line.text) end
    if line.puzzle then
      line.rules, problem = rules:of_position(line.puzzle.position)
    end
    line.problem = problem
    list[#list + 1] = line
  end
  return list
end

--- Proves each puzzle of the files again.
local function check(args)
  local rules, problem = rules_of(args.variant)
  if not rules then term.fail(problem, 2) end
  aurum.sys.catch_interrupts()
  local list, wrong, i, done = read_all(args, rules), 0, 0, 0
  if #list == 0 then
    term.fail(("%s: no puzzles in this file"):format(args.files[1]))
  end
  for at, found in pool.map { or_here = true,
    jobs = math.min(args.jobs or aurum.sys.processors(), 64, #list),
    items = function()
      i = i + 1
      return list[i] and i
    end,
    request = function(n) return n end,
    work = function(n)
      local one = list[n]
      if one.problem then return { problem = one.problem } end
      return { problem = puzzle_file.problem(one.puzzle, one.rules:wake()) }
    end } do
    if not found or aurum.sys.interrupted() then break end
    done = done + 1
    if found.problem then
      wrong = wrong + 1
      term.write(("%s:%d: %s\n"):format(term.plain(list[at].path),
        list[at].number, found.problem))
    end
  end
  if aurum.sys.interrupted() then
    term.fail("interrupted after " .. format.plural(done, "puzzle"))
  end
  if not args.quiet then
    term.write(("%s, %s\n"):format(format.plural(#list, "puzzle"),
      wrong == 0 and "all proven" or wrong .. " wrong"))
  end
  return wrong == 0 and 0 or 1
end

function action.run(args)
  args.seed = args.seed or "1"
  args.sims = args.sims or by.sims
  if not args.check then
    resolve.lines(args)
    return find(args)
  end
  for _, name in ipairs { "lines", "n", "level", "ask", "per_game", "seat", "o",
    "force" } do
    local value = args[name]
    if value and (type(value) ~= "table" or value[1]) then
      local option = name == "lines" and "game" or name:gsub("_", "-")
      term.fail(("--check takes no %s%s"):format(#name == 1 and "-" or "--",
        option), 2)
    end
  end
  return check(args)
end

return action
