-- aurum bot new: writes a bot to begin with.
local aurum = require "aurum"
local new_file = require "aurum.repl.new_file"
local term = require "aurum.text.term"

local action = { summary = "Write a commented bot that can play, its unit "
    .. "tests (NAME_spec.lua), .luarc.json for the Lua language server of "
    .. "editors, .luacheckrc for luacheck, and .vscode/launch.json for the "
    .. "debugger (aurum bot debug)." }

function action.options(parser)
  new_file.options(parser, "bot", "greedy")
end

--- The text of a new bot: the template's, or the bot `from`'s.
local function new_text(name, from)
  if not from then return new_file.from_template("bot", name) end
  local bot, problem = aurum.bot(from)
  if not bot then term.fail("--from: " .. problem, 2) end
  if next(bot.options) then
    term.fail(("--from: expected a bot without options, got '%s'"):format(from),
      2)
  end
  return new_file.renamed(bot.source, bot.name, name), bot
end

function action.run(args)
  local name, path = new_file.named(args, "bot")
  local text, from = new_text(name, args.from)
  local shown = new_file.shown(path)
  new_file.write(path, text, args, {
    { "match", "--bots", shown .. ",greedy" },
    { "bot", "check", shown },
  })
  for _, file in ipairs(from and from.files or {}) do
    if file.text and from.path:match "^.*/" ~= shown:match "^.*/" then
      term.write(("copy %s too: the bot reads it\n"):format(
        term.plain(from.path:match "^.*/" .. file.name)))
    end
  end
  new_file.write_spec(path, name, from ~= nil)
  new_file.write_settings(path, args, "bot")
  return 0
end

return action
