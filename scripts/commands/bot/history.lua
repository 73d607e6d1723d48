-- aurum bot history: lists the versions of a bot that were kept, and prints,
-- compares and restores their files.
local bot_files = require "aurum.load.bot_files"
local format = require "aurum.text.format"
local hint = require "aurum.text.hint"
local json = require "aurum.text.json"
local line_diff = require "aurum.text.line_diff"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local resolve = require "aurum.repl.resolve"
local term = require "aurum.text.term"
local versions = require "aurum.lab.bots.versions"

local action = { summary = "List the versions of a bot that were kept "
    .. "(--keep of match, arena, tune and bot test), with their results; "
    .. "print, compare or restore their files." }

function action.options(parser)
  parser:argument("bot", "Bot: NAME or PATH. Versions are kept by plain name.")
  parser:mutex(
    parser:option("--show", "Print the bot's file of version N, and nothing "
      .. "else. (default: none)"):argname "N":convert(options.count),
    parser:option("--restore", "Write all files of version N to the folder of "
      .. "the bot; a plain name means this folder. (default: none)")
      :argname "N":convert(options.count))
  parser:option("--diff", "Print the lines that changed since version M, in "
    .. "all files: up to version N of --show N, else up to the bot as it is "
    .. "now. (default: none)"):argname "M":convert(options.count)
  parser:option("--file", "With --show or --diff: print only this file of the "
    .. "version. (default: the bot's own file, or with --diff all)")
    :argname "NAME"
  options.force(parser, "--restore")
  options.json(parser)
end

-- ---- Files of versions --------------------------------------------------

--- The version with this number. The command ends if there is none.
local function version_at(list, args, option)
  local number = args[option]
  local version = list[number]
  if not version then
    term.fail(("--%s: %s has %s, got %d"):format(option, args.bot,
      #list == 0 and "no versions" or #list == 1 and "version 1 only"
        or "versions 1 to " .. #list, number), 2)
  elseif not version.bot then
    term.fail(("version %d of %s is damaged"):format(number, args.bot))
  end
  return version
end

--- The texts of files by name, and their names in order.
local function by_name(files)
  local texts, names = {}, {}
  for i, file in ipairs(files) do
    texts[file.name], names[i] = file.text, file.name
  end
  return texts, names
end

--- End the command unless a file has the name of --file.
local function must_have(name, names, where)
  for _, other in ipairs(names) do
    if other == name then return end
  end
  term.fail(("--file: %s has no file '%s'%s (there are: %s)"):format(where,
    name, hint.near(name, names), table.concat(names, ", ")), 2)
end

local function show_version(list, args)
  local version = version_at(list, args, "show")
  local texts, names = by_name(version.files)
  local name = args.file or names[1]
  must_have(name, names, "version " .. version.number)
  term.data(texts[name])
end

--- The difference of one file; a missing text is that of no file.
local function file_difference(name, old, new, from, to)
  if old == new then return "" end
  local head = ("--- %s\n+++ %s\n"):format(
    old and ("%s\t%s"):format(name, from) or "/dev/null",
    new and ("%s\t%s"):format(name, to) or "/dev/null")
  if not utf8.len(old or "") or not utf8.len(new or "") then
    return head .. ("binary files differ: %d and %d bytes\n"):format(
      #(old or ""), #(new or ""))
  end
  return head .. line_diff(old or "", new or "")
end

--- Print what changed.
local function show_difference(list, args)
  local from = version_at(list, args, "diff")
  local to = args.show and version_at(list, args, "show")
  local files = to and to.files or bot_files.list(resolve.bot(args.bot))
  local old, names = by_name(from.files)
  local new, new_names = by_name(files)
  -- the bot's own file may have another name now
  if names[1] ~= new_names[1] then
    old[new_names[1]], old[names[1]] = old[names[1]], nil
    names[1] = new_names[1]
  end
  for _, name in ipairs(new_names) do
    if not old[name] then names[#names + 1] = name end
  end
  if args.file then
    must_have(args.file, names, args.bot)
    names = { args.file }
  end
  local parts = {}
  for i, name in ipairs(names) do
    parts[i] = file_difference(term.plain(name), old[name], new[name],
      "version " .. from.number, to and "version " .. to.number or "now")
  end
  term.data(table.concat(parts))
end

--- A file's text, or nil if there is no such file.
local function present(path)
  local file = io.open(path, "rb")
  local text = file and file:read "a"
  if file then file:close() end
  return text
end

--- Write the files of a version. None is written if one of them exists with
--- another text, unless --force is given.
local function restore(list, args)
  local version = version_at(list, args, "restore")
  local folder, todo, other = args.bot:match "^(.*/)" or "", {}, {}
  for _, file in ipairs(version.files) do
    if file.name:find "[/%z]" or file.name:find "^%." then
      term.fail(("version %d: '%s' is not the name of a file beside a bot")
        :format(version.number, file.name))
    end
    local path = folder .. file.name
    local now = present(path)
    if now ~= file.text then todo[#todo + 1] = { path, file.text } end
    if now and now ~= file.text then other[#other + 1] = path end
  end
  if other[1] and not args.force then
    term.fail(("%s: %s not as in version %d; --force replaces %s, --diff %d "
      .. "shows the changes"):format(table.concat(other, ", "),
      #other == 1 and "it is" or "they are", version.number,
      #other == 1 and "it" or "them", version.number))
  end
  for _, item in ipairs(todo) do
    local path, text = table.unpack(item)
    local writer = output.writer(path, args.force)
    term.checked(path, writer:write(text))
    term.checked(path, writer:close())
    term.write(("%s is written\n"):format(term.plain(path)))
  end
  if not todo[1] then
    term.write(("all files are those of version %d\n"):format(version.number))
  end
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
  if args.file and not (args.show or args.diff) then
    term.fail("--file needs --show or --diff", 2)
  elseif args.restore and args.diff then
    term.fail("--restore and --diff cannot be combined", 2)
  elseif args.force and not args.restore then
    term.fail("--force needs --restore", 2)
  elseif args.diff then
    show_difference(list, args)
  elseif args.show then
    show_version(list, args)
  elseif args.restore then
    restore(list, args)
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
