-- aurum bot history: lists the versions of a bot that were kept.
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local term = require "aurum.text.term"
local versions = require "aurum.lab.bots.versions"

local action = { summary = "List the versions of a bot that were kept "
    .. "(--keep of match, arena, tune and bot test), with their results." }

function action.options(parser)
  parser:argument("bot", "Bot: NAME or PATH. Versions are kept by plain name.")
  parser:option("--show", "Print the bot's file of version N, and nothing "
    .. "else. (default: none)"):argname "N":convert(options.count)
  options.json(parser)
end

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
    local low = item.low ~= item.high and item.low or nil -- or no spread
    local mean, between = format.estimate("%+.3f", 1, item.mean, low,
      item.high, item.deals)
    rows[#rows + 1] = { "  " .. item.by, item.bot, item.against,
      ("%s/%d"):format(item.variant, item.players), item.deals, mean, between }
  end
  local tests = {}
  for i, test in ipairs(version.tests) do
    local known = 0
    for _, cost in ipairs(test.costs) do
      known = known + (cost >= 0 and 1 or 0)
    end
    tests[i] = ("  test  %s  %s: %d of %d right, points lost %s\n"):format(
      term.plain(test.bot), term.plain(test.file), test.right, #test.costs,
      format.mean(test.lost, known))
  end
  return term.plain(head, "\n")
    .. (#rows > 1 and term.table(rows, "<<<<") or "")
    .. (#rows == 1 and #tests == 0 and "  no results\n" or "")
    .. table.concat(tests)
end

function action.run(args)
  if not args.bot:find "^[^:]" then
    term.fail(("'%s' is not a bot: expected NAME or PATH"):format(args.bot), 2)
  end
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
        files = names, results = version.results,
        tests = version.tests }
    end
    term.write(json.encode { bot = args.bot, versions = items }, "\n")
  elseif #list == 0 then
    term.write(("no version of %s was kept%s\n"):format(term.plain(args.bot),
      term.plain(versions.advice(args.bot))))
  else
    for _, version in ipairs(list) do term.write(version_text(version)) end
  end
  return 0
end

return action
