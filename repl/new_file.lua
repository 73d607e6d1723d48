-- Shared by `aurum bot new` and `aurum variant new`: they write a Lua file to
-- begin with, and beside it the settings by which tools know its globals.
local aurum = require "aurum"
local annotations = require "aurum.text.annotations"
local json = require "aurum.text.json"
local term = require "aurum.text.term"
local new_file = {}

--- The argument and options of a command that writes a new bot or variant.
function new_file.options(parser, kind, example)
  parser:argument("name", ("Name of the %s, written to NAME.lua in this "
    .. "folder; or a path."):format(kind))
  parser:option("--from", ("%s to copy and improve, such as %s. (default: "
    .. "a short template)"):format(kind:gsub("^%l", string.upper), example))
    :argname(kind:upper())
  parser:flag("--force", ("Replace NAME.lua, .luarc.json%s .luacheckrc%s if "
    .. "they exist."):format(kind == "bot" and "," or " and",
      kind == "bot" and " and the files in .vscode" or ""))
end

--- The name and the path of the new file. The command ends if the name is none
--- for a file of this kind.
function new_file.named(args, kind)
  local path = args.name:gsub("%.lua$", "") .. ".lua"
  local name = path:match "([^/]*)%.lua$"
  if not name:match "^[%w_%-]+$" then
    term.fail(("'%s': a %s's name consists of letters, digits, '_' and '-'")
      :format(name, kind), 2)
  end
  return name, path
end

--- The file that describes what bots and hooks receive, for people and editors.
local function reference() return annotations.files(aurum.home)[1] end

--- The file that describes what specs have.
local function spec_reference() return aurum.home .. "/lua/spec.d.lua" end

local longest_question = 23 -- bytes of its name

--- The text of a new file with this name, from the template of its kind. Names
--- of questions and vars are made of the file's, since no two rules of a game
--- may have the same.
function new_file.from_template(kind, name)
  local path = ("%s/scripts/template/%s.lua"):format(aurum.home, kind)
  local file = term.checked(path, io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return (text:gsub("%u+", { NAME = name, QUESTION = name:sub(1,
    longest_question), WORD = name:gsub("[^%w_]", "_"),
    ANNOTATIONS = kind == "spec" and spec_reference() or reference() }))
end

--- The text of a file that was called `old`, with a new name in its first line
--- and in its table.
function new_file.renamed(text, old, name)
  local pattern = old:gsub("%p", "%%%0")
  return (text:gsub("^(%-%- )" .. pattern .. ":",
    function(dashes) return dashes .. name .. ":" end)
    :gsub('(\n%s*name%s*=%s*)"' .. pattern .. '"',
      function(key) return key .. '"' .. name .. '"' end, 1))
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

-- The settings of a folder serve bots, their specs and variants, whichever
-- was written first.

--- Settings by which the Lua language server finds the annotations.
local function editor_settings()
  local files = annotations.files(aurum.home)
  files[#files + 1] = spec_reference()
  for i, file in ipairs(files) do files[i] = json.encode(file) end
  return ([[{
  "runtime.version": "Lua 5.4",
  "workspace.library": [%s],
  "workspace.checkThirdParty": false,
  "diagnostics.globals": ["aurum"]
}
]]):format(table.concat(files, ", "))
end

local checker_settings = [[
-- For luacheck: bots and variants have the global `aurum`, and functions that
-- are called with `self`, used or not. Specs of bots have more globals.
std = "lua54"
read_globals = { "aurum" }
ignore = { "212/self" }
files["**/*_spec.lua"] = {
  read_globals = { "describe", "context", "it", "pending", "before_each",
    "after_each", "bot", "at", "answer", "view", "for_views",
    expect = { other_fields = true }, assert = { other_fields = true } },
}
]]

-- The configuration that F5 starts in VS Code. Debuggers come from extensions;
-- one of a folder is a package without code, which VS Code offers to install.
local launch_settings = [[{
  "version": "0.2.0",
  "configurations": [
    {
      "type": "aurum",
      "request": "launch",
      "name": "Debug this bot in a game",
      "program": "${file}",
      "games": 1
    }
  ]
}
]]
local extension = [[{
  "name": "aurum",
  "displayName": "Debugger of aurum's bots",
  "publisher": "aurum",
  "version": "1.0.0",
  "engines": { "vscode": "^1.89.0" },
  "contributes": {
    "breakpoints": [{ "language": "lua" }],
    "debuggers": [
      {
        "type": "aurum",
        "label": "Bots of aurum",
        "languages": ["lua"],
        "runtime": "aurum",
        "runtimeArgs": ["bot", "debug"]
      }
    ]
  }
}
]]

--- How nvim-dap debugs by the same configuration.
local nvim_text = [[
nvim-dap reads .vscode/launch.json, too, with these lines in init.lua:
  require("dap").adapters.aurum = { type = "executable",
    command = "aurum", args = { "bot", "debug" } }
]]

--- The path as a command takes it: with a slash, so that it is no plain name.
function new_file.shown(path)
  return path:find "/" and path or "./" .. path
end

--- Write the new file and say which commands try it: a list of lists of words.
--- The command ends if the file exists.
function new_file.write(path, text, args, commands)
  if not write_new(path, text, args.force) then
    term.fail(path .. ": it already exists; choose another name, or --force")
  end
  term.write(("%s is written; try:\n"):format(path))
  for _, words in ipairs(commands) do
    term.write(("  %s\n"):format(term.command("aurum", table.unpack(words))))
  end
end

--- Write the unit tests of the new bot at `path`, unless there are some. The
--- first is pending in those of a `copy`, which need not play as the template.
function new_file.write_spec(path, name, copy)
  local spec, text = path:gsub("%.lua$", "_spec.lua"),
    new_file.from_template("spec", name)
  if copy then text = text:gsub("\n  it%(", "\n  pending(", 1) end
  term.write(write_new(spec, text)
    and ("%s is written: its unit tests; try:\n  %s\n"):format(spec,
      term.command("aurum", "bot", "spec", new_file.shown(spec)))
    or spec .. " is kept as it was\n")
end

--- Make the folder of a file.
local function make_folder_of(path)
  local folder = path:match "^(.*)/"
  if folder then
    term.checked(folder, aurum.sys.make_folder(folder, true))
  end
end

--- Write the settings of editors and of luacheck into the folder of `path`.
--- Existing ones are kept without --force.
function new_file.write_settings(path, args, kind)
  local folder = path:match "^.*/" or ""
  for _, item in ipairs {
    { ".luarc.json", editor_settings(), kind == "bot"
      and "it tells editors what a bot receives"
      or "it tells editors what a variant may set" },
    { ".luacheckrc", checker_settings, "it tells luacheck of 'aurum'" },
    kind == "bot" and { ".vscode/launch.json", launch_settings,
      "VS Code debugs bots by it" },
    kind == "bot" and { ".vscode/extensions/aurum/package.json", extension,
      "the extension that it needs" },
  } do
    if not item then break end
    local name, settings, purpose = folder .. item[1], item[2], item[3]
    if item[1]:find "/" then make_folder_of(name) end
    term.write(write_new(name, settings, args.force)
      and ("%s is written: %s\n"):format(name, purpose)
      or name .. " is kept as it was (--force replaces it)\n")
  end
  if kind == "bot" then term.write(nvim_text) end
end

return new_file
