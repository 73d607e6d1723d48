-- aurum bot new: writes a bot to begin with.
local aurum = require "aurum"
local json = require "aurum.text.json"
local term = require "aurum.text.term"

local action = { summary = "Write a commented bot that can play, and "
    .. ".luarc.json for the Lua language server of editors." }

function action.options(parser)
  parser:argument("name", "Name of the bot, written to NAME.lua in this "
    .. "folder; or a path.")
  parser:option("--from", "Bot to copy and improve, such as greedy. (default: "
    .. "a short template)"):argname "BOT"
  parser:flag("--force", "Replace NAME.lua and .luarc.json if they exist.")
end

local function read_file(path)
  local file, problem = io.open(path, "rb")
  if not file then term.fail(problem) end
  local text = file:read "a"
  file:close()
  return text
end

--- The file that describes what bots receive, for people and editors.
local function annotations() return aurum.home .. "/lua/aurum.d.lua" end

--- The text of a new bot: the template's, or the bot `from`'s.
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
  local old_pattern = bot.name:gsub("%p", "%%%0")
  local text = bot.source:gsub("^(%-%- )" .. old_pattern .. ":",
    function(dashes) return dashes .. name .. ":" end)
    :gsub('(\n%s*name%s*=%s*)"' .. old_pattern .. '"',
      function(key) return key .. '"' .. name .. '"' end, 1)
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

function action.run(args)
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
  term.write(("%s is written; try:\n  %s\n  %s\n"):format(path,
    term.command("aurum", "match", "--bots", shown .. ",greedy"),
    term.command("aurum", "bot", "check", shown)))
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

return action
