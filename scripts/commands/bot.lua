-- aurum bot: begin a bot, check one, ask one again.
local aurum = require "aurum"
local term = require "lua.term"
local options = require "lua.options"
local checks = require "lua.botcheck"

local command = { summary = "begin a bot, check it, ask it again" }

function command.options(parser)
  parser:require_command(true):command_target "action"
  local new = parser:command("new", "Write a commented bot that plays at once.")
  new:argument("name", "A name for NAME.lua in this folder, or a path.")
  local check = parser:command("check", "Play a bot through every edition and "
    .. "number of players, and say what is wrong with it.")
  check:argument("bot", "NAME or PATH[:key=value]...")
  check:option("--variant", "Only under these rules."):argname "V"
  check:option("--players", "Only for so many players."):argname "N"
    :convert(options.count)
  check:option("--games", "Games for each of them (4).", "4"):argname "N"
    :convert(options.count)
  check:option("--seed", "Any text: other games.", "check"):argname "S"
  check:option("--cpu", "Seconds of processor time for one answer (1).", "1")
    :argname "S":convert(options.seconds)
  check:flag("--json", "Print what was found as JSON.")
  local ask = parser:command("ask", "Ask a bot what it was asked in a recorded "
    .. "game.")
  ask:argument("bot", "NAME or PATH[:key=value]...")
  ask:option("--record", "The file of the game; - for standard input.")
    :argname "FILE":count(1)
  ask:option("--at", "GAME.ROUND.TRICK.PLAY: the game's line, the round, the "
    .. "trick (0: bidding) and the play in it, cN for its N-th question of a "
    .. "change. GAME alone: where its first fault was."):argname "AT":count(1)
  ask:option("--cpu", "Seconds of processor time for the answer (1).", "1")
    :argname "S":convert(options.seconds)
end

-- ---- new ----------------------------------------------------------------

local function read_file(path)
  local file, problem = io.open(path, "rb")
  if not file then term.fail(problem) end
  local text = file:read "a"
  file:close()
  return text
end

local function new(args)
  local name = args.name:match "([^/]*)$":gsub("%.lua$", "")
  local path = args.name:gsub("%.lua$", "") .. ".lua"
  if not name:match "^[%w_%-]+$" then
    term.fail(("'%s': a bot's name is letters, digits, '_' and '-'"):format(
      name), 2)
  end
  local there = io.open(path, "rb")
  if there then
    there:close()
    term.fail(("%s: it is there already"):format(path))
  end
  local text = read_file(aurum.home .. "/scripts/template/bot.lua")
    :gsub("NAME", (name:gsub("%%", "%%%%")))
  local file, problem = io.open(path, "wb")
  local good = file and file:write(text)
  if file then
    local closed, message = file:close()
    good, problem = good and closed, problem or message
  end
  if not good then term.fail(("%s: %s"):format(path, problem or "not written"))
  end
  local shown = path:find "/" and path or "./" .. path
  term.write(("%s is written. Try:\n  aurum match --bots %s,greedy\n"
    .. "  aurum bot check %s\n"):format(path, shown, shown))
  return 0
end

-- ---- check --------------------------------------------------------------

local function find_bot(spec)
  local bot, problem = aurum.bot(spec)
  if not bot then term.fail(problem, 2) end
  return bot
end

--- The rules to check under: { variant, players } pairs.
local function tables(args)
  local list = {}
  local names = args.variant and { args.variant }
    or { "en-2023", "de-2024", "ru-2023", "fr-2023", "bga" }
  for _, name in ipairs(names) do
    local info = aurum.read_variant(name)
    if info.problems[1] then term.fail(tostring(info.problems[1]), 2) end
    for _, players in ipairs(info.counts) do
      if not args.players or players == args.players then
        list[#list + 1] = { variant = name, players = players }
      end
    end
  end
  if #list == 0 then term.fail("no such rules for so many players", 2) end
  return list
end

local function print_findings(found)
  for _, finding in ipairs(found.findings) do
    term.write(finding.bad and term.paint("red", "wrong") or "note ", "  ",
      term.plain(finding.text, "\n\t"):gsub("\n", "\n       "), "\n")
  end
  term.write(("%d games, %d answers: bid %d, change %d, play %d\n"):format(
    found.games, found.asked.bid + found.asked.change + found.asked.play,
    found.asked.bid, found.asked.change, found.asked.play))
  term.write(("slowest answer %.2f ms; %d KiB of memory\n"):format(
    found.slowest * 1000, found.memory // 1024))
end

local function check(args)
  local bot = find_bot(args.bot)
  local bar = term.progress(#tables(args), args.json)
  local found = checks.run(bot, tables(args), args, bar)
  local bad = 0
  for _, finding in ipairs(found.findings) do
    bad = bad + (finding.bad and 1 or 0)
  end
  if args.json then
    term.write(term.json(found), "\n")
  else
    print_findings(found)
    term.write(bad == 0 and "nothing wrong was found\n"
      or ("%d thing%s wrong\n"):format(bad, bad == 1 and "" or "s"))
  end
  return bad == 0 and 0 or 1
end

-- ---- ask ----------------------------------------------------------------

--- The parts of --at; `trick` is nil where only the game is named.
local function read_at(text)
  local game, rest = text:match "^(%d+)(.*)$"
  local round, trick, change, play = rest and rest:match
    "^%.(%d+)%.(%d+)%.(c?)(%d+)$"
  if not game or (rest ~= "" and not round) then
    term.fail(("--at: expected GAME.ROUND.TRICK.PLAY, such as 12.1.4.2 or "
      .. "12.1.4.c1, got '%s'"):format(text), 2)
  end
  return { game = tonumber(game), round = tonumber(round),
    trick = tonumber(trick), play = tonumber(play), change = change == "c" }
end

local function find_line(path, number)
  local lines, problem = aurum.lines(path)
  if not lines then term.fail(("%s: %s"):format(path, problem)) end
  for n, line, message in lines do
    if n == number then
      if message then term.fail(("%s:%d: %s"):format(path, n, message)) end
      return line
    end
  end
  term.fail(("%s: it has no game %d"):format(path, number))
end

local function ask(args)
  local bot, at = find_bot(args.bot), read_at(args.at)
  local line = find_line(args.record, at.game)
  local record, problem = aurum.record(line)
  if not record then
    term.fail(("%s:%d: %s"):format(args.record, at.game, problem))
  end
  local rules, message = aurum.variant(record.variant, record.players)
  if not rules then term.fail(message) end
  local answer, why = checks.ask(bot, rules, line, record, at, args)
  if not answer then term.fail(term.plain(why, "\n\t")) end
  term.write(term.plain(answer.text, "\n\t"), "\n")
  return answer.fault and 1 or 0
end

local actions = { new = new, check = check, ask = ask }

function command.run(args)
  return actions[args.action](args)
end

return command
