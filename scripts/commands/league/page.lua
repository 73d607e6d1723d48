-- aurum league page: writes the pages of a league.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local changes = require "aurum.lab.league.changes"
local entrants = require "aurum.lab.league.entrants"
local judged_games = require "aurum.lab.league.judged_games"
local league_feed = require "aurum.repl.pages.league_feed"
local league_page = require "aurum.repl.pages.league_page"
local league_play = require "aurum.lab.league.league_play"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local page = require "aurum.record.page"
local replays = require "aurum.record.replays"
local report = require "aurum.judge.report"
local roster = require "aurum.lab.league.roster"
local shown_games = require "aurum.lab.league.shown_games"
local term = require "aurum.text.term"

local action = { summary = "Write the ladder as pages for a web server." }

local about = [[
OUT/index.html has the ladder with its intervals, the matrix of pairs, who is
benched and why, and what changed. Each bot has a page: its versions over
time, its opponents, what it loses by kind of decision (`league run
--judged`), its best and worst games, its faults. Each pair has a page with
games. OUT/feed.xml, in the format Atom, tells feed readers what changed. The
pages load nothing from anywhere. Names and messages of bots are escaped;
sources are written with --sources only. No page has the seed, from which
coming deals follow. They can be written while `aurum league run` plays.]]

function action.options(parser)
  parser:epilog(about)
  parser:argument("folder", "Folder of the league."):argname "DIR"
  parser:option("-o", "Folder of the pages: missing, empty, or with pages of "
    .. "this command, which are replaced. (default: DIR/pages)"):argname "OUT"
  options.force(parser, "-o")
  parser:option("--games", "How many games a pair's page shows, 0 for no such "
    .. "pages: those that a bot won by the most points.", "2"):argname "N"
    :convert(function(text)
      local n = math.tointeger(tonumber(text))
      if n and n >= 0 and n <= 100 then return n end
      return nil, ("expected a whole number from 0 to 100, got '%s'"):format(
        text)
    end)
  parser:option("--title", "Title of the pages. (default: the folder's name)")
    :argname "TEXT"
  parser:flag("--sources", "Also show the texts of the bots' files.")
  options.jobs(parser)
  options.quiet(parser)
end

local longest = 64 << 20 -- bytes of a page that is looked at

--- End the command if the folder of the pages holds other files.
local function check_folder(args)
  local names = aurum.sys.files(args.o)
  if not names or not names[1] or args.force then return end
  local _, text = aurum.sys.look(args.o .. "/index.html", longest)
  if text and text:find("<code>aurum league page ", 1, true) then return end
  term.fail(("%s: the folder has other files; --force writes the pages among "
    .. "them"):format(term.plain(args.o)))
end

--- Write a page.
local function write(args, name, text)
  local path = ("%s/%s"):format(args.o, name)
  local writer = output.writer(path, true)
  term.checked(path, writer:write(text))
  term.checked(path, writer:close())
end

--- The texts of the files of a bot's versions, the last version first; nil for
--- an anchor.
local function sources_of(league, name)
  if roster.is_anchor(league.settings, name) then return nil end
  local files, versions = {}, league.log.names[name]
  for i = #versions, 1, -1 do
    local spec = entrants.spec(league.folder, versions[i], false)
    local bot = spec and aurum.bot(spec)
    for _, file in ipairs(bot and bot_files.list(bot) or {}) do
      if utf8.len(file.text) then
        files[#files + 1] = { name = ("%s: %s"):format(versions[i].bot,
          file.name), text = file.text }
      end
    end
  end
  return files
end

--- An iterator over the games of all pairs, and the number of them.
local function items_of(league, shown)
  local items, rules = {}, {}
  for _, one in ipairs(league.settings.rules) do rules[one.digest] = one end
  for _, pair in ipairs(shown) do
    for _, one in ipairs(pair.games) do
      items[#items + 1] = { text = one.text, rules = rules[one.batch.rules],
        pair = pair }
    end
  end
  local i = 0
  return function()
    i = i + 1
    return items[i]
  end, #items
end

--- Write the pages of games.
local function write_games(args, league, parts, shown, files)
  local items, total = items_of(league, shown)
  local bar, done, games = term.progress(total, args.quiet), 0, {}
  for item, game, failure in replays.over(items, args.jobs,
    function(record, rules, state, differences)
      -- without the seed, from which the league's coming deals follow
      local shown_record = setmetatable({ seed = false }, { __index = record })
      return page.game(shown_record, rules, state, #differences == 0)
    end) do
    if not game then term.fail(failure) end
    local pair = item.pair
    games[#games + 1], done = game, done + 1
    if #games == #pair.games then
      write(args, files.of_pair[pair.first .. " " .. pair.second],
        league_page.games(parts, pair, games, files))
      games = {}
    end
    bar(done, function() return "games" end)
  end
  bar()
  if aurum.sys.interrupted() then term.fail "interrupted" end
end

--- The data that the pages show.
local function parts_of(args, league)
  local list = roster.of(league.log, league.settings, league.bots)
  local parts = { ladder = league:ladder(), by_rules = {},
    problems = league.problems, command = args.typed,
    changes = changes.of(league.log, list, 50),
    first = league.log.versions[1], feed = league_feed.file,
    title = term.plain(args.title or league.folder:match "[^/]*$") }
  local judged, problem = judged_games.read(league.folder, league.log)
  if not judged then term.fail(problem) end
  local rules = league.settings.rules
  parts.judged, parts.is_measured = judged.of, true
  for _, one in ipairs(rules) do
    parts.is_measured = parts.is_measured
      and report.is_measured(one.name, one.players)
  end
  for i = 1, #rules > 1 and #rules or 0 do
    parts.by_rules[i] = league:ladder(rules[i].name)
  end
  return parts
end

function action.run(args)
  local league, problem = league_play.look(args.folder)
  if not league then term.fail(problem) end
  args.o = (args.o or league.folder .. "/pages"):gsub("(.)/+$", "%1")
  check_folder(args)
  local good, refused = aurum.sys.make_folder(args.o, true)
  if not good then
    term.fail(("%s: %s"):format(term.plain(args.o), refused))
  end
  local parts = parts_of(args, league)
  local shown = shown_games.of(league.folder, league.log, parts.ladder,
    args.games)
  local files = league_page.files(parts.ladder, shown)
  aurum.sys.catch_interrupts()
  write_games(args, league, parts, shown, files)
  local names = {}
  for name in pairs(files.of_bot) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    write(args, files.of_bot[name], league_page.bot(parts, name, files, shown,
      args.sources and sources_of(league, name) or nil))
  end
  write(args, league_feed.file, league_feed.text(parts, files))
  write(args, "index.html", league_page.index(parts, files))
  if not args.quiet then
    term.write(("%s/index.html: %d bots, %d pages of games\n"):format(
      term.plain(args.o), #names, #shown))
  end
end

return action
