-- aurum bot: lists, creates, checks, profiles and questions bots.
local aurum = require "aurum"
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local term = require "aurum.text.term"
local options = require "aurum.text.options"
local rules_of = require "aurum.load.rules_of"
local bot_check = require "aurum.lab.bot_check"
local bot_ask = require "aurum.lab.bot_ask"
local bot_profile = require "aurum.lab.bot_profile"
local profile_text = require "aurum.text.profile_text"
local values = require "aurum.text.values"
local versions = require "aurum.lab.versions"
local wrap = require "aurum.text.wrap"

local command = { summary = "List, create, check, profile and question bots." }

local bot_text = "Bot: NAME or PATH, followed by its options as :key=value."

function command.options(parser)
  parser:require_command(true):command_target "action"
  local list = parser:command("list", "List the bots that go by a name.")
  options.json(list, "Print the list as JSON.")
  local new = parser:command("new", "Write a commented bot that can play, and "
    .. ".luarc.json for the Lua language server of editors.")
  new:argument("name", "Name of the bot, written to NAME.lua in this folder; "
    .. "or a path.")
  new:option("--from", "Bot to copy and improve, such as greedy. (default: a "
    .. "short template)"):argname "BOT"
  new:flag("--force", "Replace NAME.lua and .luarc.json if they exist.")
  local check = parser:command("check", "Play a bot through every edition and "
    .. "number of players, and report what is wrong with it.")
  check:argument("bot", bot_text)
  options.variant(check, "each of the editions")
  options.players(check, "each number that the variant allows")
  check:option("--games", "Number of games for each variant and number of "
    .. "players.", "4"):argname "N":convert(options.count)
  options.seed(check, "Another seed plays other games.", "check")
  check:mutex(options.cpu(check, 1), check:flag("--trust", "Run the bot in "
    .. "this process, with all of Lua's library. Only for a bot that you "
    .. "trust."))
  options.json(check)
  local profile = parser:command("profile", "Play games and print where a "
    .. "bot's processor time goes: by callback and by line of Lua, with the "
    .. "memory it allocates, its searches, and its slowest answers as "
    .. "positions. Each game is played twice. The second time the lines are "
    .. "timed, which makes lines of Lua look slower beside calls of the "
    .. "engine.")
  profile:argument("bot", bot_text)
  options.variant(profile)
  options.players(profile)
  profile:option("--games", "Number of games.", "20"):argname "N"
    :convert(options.count)
  options.seed(profile, "Game G has the seed SEED.G.", "profile")
  profile:option("--against", "Opponents: names or files, separated by commas; "
    .. "the bot's seat changes from game to game. (default: the bot itself in "
    .. "every seat)"):argname "A,B,..."
  options.cpu(profile, 1)
  options.json(profile, "Print the profile as JSON, with every line.")
  local history = parser:command("history", "List the versions of a bot that "
    .. "were kept (--keep of match, arena and tune), with their results.")
  history:argument("bot", "Bot: NAME or PATH. Versions are kept by plain name.")
  history:option("--show", "Print the bot's file of version N, and nothing "
    .. "else. (default: none)"):argname "N":convert(options.count)
  options.json(history)
  local ask = parser:command("ask", "Ask a bot again for a decision of a "
    .. "recorded game.")
  ask:argument("bot", bot_text)
  ask:option("--record", "File of the game; - is standard input.")
    :argname "FILE":count(1)
  ask:option("--at", "The decision: GAME.ROUND.TRICK.PLAY, where GAME is a "
    .. "line of the file and TRICK 0 is the bidding; cN instead of PLAY for "
    .. "the N-th question of a change. GAME.fN is the game's N-th fault, GAME "
    .. "alone its first."):argname "AT":count(1)
  options.replay_variant(ask)
  options.limits(ask)
  options.json(ask)
end

local function read_file(path)
  local file, problem = io.open(path, "rb")
  if not file then term.fail(problem) end
  local text = file:read "a"
  file:close()
  return text
end

-- ---- list ---------------------------------------------------------------

--- A bot in one sentence: the first comment of its file, up to the first dot.
local function about(path)
  local words = {}
  for line in read_file(path):gmatch "[^\n]*" do
    local text = line:match "^%-%- ?(.*)$"
    if not text then break end
    words[#words + 1] = text
  end
  local first = table.concat(words, " "):gsub("^[%w_.%-]+: ", "")
  return first:match "^(.-)%.%f[%s\0]" or first
end

local function list_bots(args)
  local names, files, shadowed = aurum.bots()
  local rows, items = { { "bot", "what it does" } }, {}
  for i, name in ipairs(names) do
    local text = about(files[name])
    items[i] = { name = name, file = files[name], about = text }
    for k, line in ipairs(wrap.lines(text, 62, "")) do
      rows[#rows + 1] = { k == 1 and name or "", line }
    end
  end
  if args.json then
    term.write(json.encode { bots = items, shadowed = shadowed }, "\n")
  else
    term.write(term.table(rows, "<<"), options.shadowed(shadowed))
  end
  return 0
end

-- ---- new ----------------------------------------------------------------

--- The file that describes what bots receive, for people and editors.
local function annotations() return aurum.home .. "/lua/aurum.d.lua" end

--- The text of a new bot: the template's, or that of the bot `from`.
local function new_text(name, from)
  if not from then
    return (read_file(aurum.home .. "/scripts/template/bot.lua")
      :gsub("NAME", (name:gsub("%%", "%%%%")))
      :gsub("ANNOTATIONS", (annotations():gsub("%%", "%%%%"))))
  end
  local bot, problem = aurum.bot(from)
  if not bot then term.fail("--from: " .. problem, 2) end
  if next(bot.options) then
    term.fail(("--from: expected a bot without options, got '%s'"):format(from),
      2)
  end
  local old = bot.name:gsub("%p", "%%%0")
  local text = bot.source:gsub("^(%-%- )" .. old .. ":", "%1" .. name .. ":")
    :gsub('(\n%s*name%s*=%s*)"' .. old .. '"', "%1\"" .. name .. '"', 1)
  return text, bot
end

--- Write a text to a new file, or to an existing one if `force` is set. Returns
--- false if the file exists.
local function write_new(path, text, force)
  local file, problem = aurum.sys.writer(path, force and "replace" or "new")
  if problem == "File exists" then return false end
  term.checked(path, file, problem)
  term.checked(path, file:write(text))
  term.checked(path, file:close())
  return true
end

--- Settings by which the Lua language server finds the annotations.
local function editor_settings()
  return ([[{
  "runtime.version": "Lua 5.4",
  "workspace.library": [%s],
  "workspace.checkThirdParty": false,
  "diagnostics.globals": ["aurum"]
}
]]):format(json.encode(annotations()))
end

local function new(args)
  local name = args.name:match "([^/]*)$":gsub("%.lua$", "")
  local path = args.name:gsub("%.lua$", "") .. ".lua"
  if not name:match "^[%w_%-]+$" then
    term.fail(("'%s': a bot's name consists of letters, digits, '_' and '-'")
      :format(name), 2)
  end
  local text, from = new_text(name, args.from)
  if not write_new(path, text, args.force) then
    term.fail(path .. ": it already exists; choose another name, or --force")
  end
  local shown = path:find "/" and path or "./" .. path
  term.write(("%s is written; try:\n  aurum match --bots %s,greedy\n"
    .. "  aurum bot check %s\n"):format(path, shown, shown))
  for _, file in ipairs(from and from.files or {}) do
    if file.text and from.path:match "^.*/" ~= shown:match "^.*/" then
      term.write(("copy %s too: the bot reads it\n"):format(
        term.plain(from.path:match "^.*/" .. file.name)))
    end
  end
  local settings = (path:match "^.*/" or "") .. ".luarc.json"
  term.write(write_new(settings, editor_settings(), args.force)
    and settings .. " is written: it tells editors what a bot receives\n"
    or settings .. " is kept as it was (--force replaces it)\n")
  return 0
end

-- ---- check --------------------------------------------------------------

local function find_bot(spec)
  local bot, problem = aurum.bot(spec)
  if not bot then term.fail(problem, 2) end
  return bot
end

local editions = { "en-2023", "de-2024", "ru-2023", "fr-2023", "bga" }

--- The rules to check under, for each variant and number of players.
local function tables(args)
  local list = {}
  for _, name in ipairs(args.variant and { args.variant } or editions) do
    local one, problem = aurum.variant(name, args.players)
    if not one then term.fail(problem, 2) end
    local counts = args.players and { args.players }
      or aurum.read_variant(name).counts
    for _, players in ipairs(counts) do
      list[#list + 1] = assert(aurum.variant(name, players))
    end
  end
  return list
end

local function print_findings(found)
  for _, finding in ipairs(found.findings) do
    term.write(finding.bad and term.paint("red", "wrong") or "note ", "  ",
      term.plain(finding.text, "\n\t"):gsub("\n", "\n       "), "\n")
  end
  if found.games == 0 then return end
  local asked = found.asked
  term.write(("%s, %d answers: bid %d, change %d, play %d\n"):format(
    format.plural(found.games, "game"), asked.bid + asked.change + asked.play,
    asked.bid, asked.change, asked.play))
  term.write(("slowest answer %.2f ms; %d KiB of memory\n"):format(
    found.slowest * 1000, found.memory // 1024))
end

local function check(args)
  args.cpu, args.seed = args.cpu or 1, args.seed or "check"
  local bot = find_bot(args.bot)
  local list = tables(args)
  aurum.sys.catch_interrupts()
  local bar = term.progress(#list * args.games, args.json)
  local found, problem = bot_check.run(bot, list, args, bar)
  bar()
  if not found then term.fail(problem) end
  local bad = 0
  for _, finding in ipairs(found.findings) do
    bad = bad + (finding.bad and 1 or 0)
  end
  if args.json then
    term.write(json.encode(found), "\n")
  else
    print_findings(found)
    term.write(bad == 0 and "no problems found\n"
      or format.plural(bad, "problem") .. " found\n")
  end
  return bad == 0 and 0 or 1
end

-- ---- profile ------------------------------------------------------------

local function profile(args)
  args.cpu, args.seed = args.cpu or 1, args.seed or "profile"
  args.variant = args.variant or "standard"
  local bot = find_bot(args.bot)
  local rules = options.rules(args)
  aurum.sys.catch_interrupts()
  local bar = term.progress(2 * args.games, args.json)
  local found, problem, status = bot_profile.run(bot, rules,
    { games = args.games, seed = args.seed, cpu = args.cpu,
      against = args.against and values.parts(args.against) }, bar)
  bar()
  if not found then term.fail(problem, status) end
  if found.games < args.games then
    term.say(("interrupted after %s"):format(format.plural(found.games,
      "game")))
  end
  if args.json then
    term.write(json.encode(found), "\n")
  elseif found.games > 0 then
    term.write(profile_text.text(found, ("%s: %s, %d players, %s, seed %s, "
      .. "against %s"):format(term.plain(bot.spec), rules.name, rules.players,
        format.plural(found.games, "game"), term.plain(args.seed),
        term.plain(args.against or "itself"))))
  end
  return found.games < args.games and 1 or 0
end

-- ---- history ------------------------------------------------------------

--- The file of a version.
local function show_version(list, args)
  local version = list[args.show]
  if not version then
    term.fail(("--show: %s has %s, got %d"):format(args.bot,
      #list == 0 and "no versions" or "versions 1 to " .. #list, args.show), 2)
  elseif not version.bot then
    term.fail(("version %d of %s is damaged"):format(args.show, args.bot))
  end
  term.data(version.bot.source)
end

--- A version and its results as text.
local function version_text(version)
  local names = {}
  for i, file in ipairs(version.files or {}) do names[i] = file.name end
  local head = ("version %d, %s%s\n"):format(version.number,
    version.date and "kept " .. version.date .. ", " or "",
    #names > 0 and version.digest .. ": " .. table.concat(names, ", ")
      or "damaged")
  local rows = { { "  by", "bot", "against", "rules", "deals", "pts/rd",
    "95 % interval" } }
  for _, item in ipairs(version.results) do
    local mean, between = format.estimate("%+.3f", 1, item.mean, item.low,
      item.high)
    rows[#rows + 1] = { "  " .. item.by, item.bot, item.against,
      ("%s/%d"):format(item.variant, item.players), item.deals, mean, between }
  end
  return term.plain(head, "\n")
    .. (#rows > 1 and term.table(rows, "<<<<") or "  no results\n")
end

local function history(args)
  local list, problem = versions.read(args.bot, term.warner "aurum bot")
  if not list then term.fail(problem) end
  if args.show then
    show_version(list, args)
  elseif args.json then
    local items = {}
    for i, version in ipairs(list) do
      local names = {}
      for k, file in ipairs(version.files or {}) do names[k] = file.name end
      items[i] = { version = i, digest = version.digest, date = version.date,
        files = names, results = version.results }
    end
    term.write(json.encode { bot = args.bot, versions = items }, "\n")
  elseif #list == 0 then
    term.write(("no versions of %s were kept; --keep of match, arena and tune "
      .. "keeps one\n"):format(term.plain(args.bot)))
  else
    for _, version in ipairs(list) do term.write(version_text(version)) end
  end
  return 0
end

-- ---- ask ----------------------------------------------------------------

--- The number of the game and the decision that --at names.
local function read_at(text)
  local game, rest = text:match "^(%d+)(.*)$"
  local fault = rest and (rest == "" and "1" or rest:match "^%.f(%d+)$")
  if fault then return tonumber(game), { fault = tonumber(fault) } end
  local round, trick, kind, nth = (rest or "")
    :match "^%.(%d+)%.(%d+)%.(c?)(%d+)$"
  if not round then
    term.fail(("--at: expected GAME.ROUND.TRICK.PLAY, such as 12.1.4.2 or "
      .. "12.1.4.c1, or a game's fault such as 12.f1; got '%s'"):format(text),
      2)
  end
  local change = kind == "c"
  return tonumber(game), { round = tonumber(round), trick = tonumber(trick),
    [change and "change" or "play"] = tonumber(nth) }
end

local function find_line(path, number)
  local lines, problem = aurum.sys.lines(path)
  if not lines then term.fail(("%s: %s"):format(path, problem)) end
  for n, line, message in lines do
    if n == number then
      if message then term.fail(("%s:%d: %s"):format(path, n, message)) end
      return line
    end
  end
  term.fail(("%s: no game %d in this file"):format(path, number))
end

local legal_most = 12

--- The legal actions in a line, the first of them if there are many.
local function legal_text(legal)
  local text = table.concat(legal, ", ", 1, math.min(#legal, legal_most))
  if #legal <= legal_most then return text end
  return ("%s, and %d more"):format(text, #legal - legal_most)
end

--- The question and the answer (lua/lab/bot_ask.lua) as text.
local function answer_text(asked)
  local lines = { asked.place }
  local function add(...) lines[#lines + 1] = string.format(...) end
  if asked.hand then
    add("hand:     %s", asked.hand)
    add("legal:    %s", legal_text(asked.legal))
  end
  if asked.fault then
    add("it was at fault: %s", asked.fault)
  else
    add("answer:   %s (%.2f ms)", asked.answer, asked.seconds * 1000)
  end
  if asked.recorded then add("recorded: %s", asked.recorded) end
  if asked.difference then
    add("note: by these rules the game differs from its record: %s",
      asked.difference)
  end
  return table.concat(lines, "\n")
end

local function ask(args)
  local bot = find_bot(args.bot)
  local game, at = read_at(args.at)
  local line = find_line(args.record, game)
  local find, missing = rules_of(args.variant)
  if not find then term.fail(missing, 2) end
  local record <close>, problem = aurum.record(line)
  if not record then
    term.fail(("%s:%d: %s"):format(args.record, game, problem))
  end
  local rules, message = find(record)
  if not rules then
    term.fail(("%s:%d: %s"):format(args.record, game, message))
  end
  local asked, why = bot_ask.again(bot, rules, line, at, args)
  if not asked then
    term.fail(("%s:%d: %s"):format(args.record, game, why))
  end
  term.write(args.json and json.encode(asked)
    or term.plain(answer_text(asked), "\n\t"), "\n")
  return asked.fault and 1 or 0
end

local actions = { list = list_bots, new = new, check = check, ask = ask,
  profile = profile,
  history = history }

function command.run(args)
  return actions[args.action](args)
end

return command
