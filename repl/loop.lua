-- The loop of the REPL. A line is a command (repl/lines.lua), Lua
-- (repl/typed_lua.lua), or the continuation of incomplete Lua. Values and
-- errors are printed, and neither ends the session. Input from a pipe or a file
-- has no prompts and ends at the first error, unless --keep-going is given.
--
-- Each file in repl/commands/ returns a group: a list of commands with the
-- fields
--   name, usage, summary, help
--   run(shell, list, rest, force)  `rest` is the text after the name, `list`
--                                its words; `force` is true after "NAME!"
--   complete(shell, list)        the candidates for the last word of `list`
--   repeats                      true if an empty line repeats the command
--   forced                       true if "NAME!" exists; it does not ask
--   verbatim                     true if `rest` may contain `;`, which
--                                otherwise ends the command
-- The group may also have
--   title               its heading in `help`
--   start(shell)        called once
--   answer(shell, line) called with each line before all else; returns a
--                       function that carries out the line, or nil, and
--                       changes nothing itself
--   first(shell)        more words that may begin a line now
--   complete(shell, text)  the candidates at the end of a line, and their
--                       beginning that is typed; nil as usual
--   prompt(shell)       the prompt, or nil for the usual one
--   drop(shell, ended)  called when Ctrl-C drops a line that is typed, and at
--                       the end of an input
--   greet(shell)        called when a person begins to type at a terminal
--   keep(shell)         called before a person is asked for a line; saves what
--                       must not be lost
--   idle(shell)         called now and then while nobody types, as long as it
--                       returns true; calls edit.lift() before it prints
--   leave(shell, signal)  called when the person leaves, or a signal asks to
-- Commands print by shell:out(text) and fail by shell:fail(message). Ctrl-C
-- stops typed Lua anywhere. It does not stop a command in the middle: a long
-- command checks aurum.sys.interrupted(), and calls the user's functions by
-- shell:try.
--
-- Fields that commands use: `session`, the game on the table; `env`, the
-- globals of typed Lua; `live`, functions that compute globals each time they
-- are read; `aliases`, texts by name; `interactive`, true if a person types.
local aurum = require "aurum"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"
local args = require "aurum.repl.args"
local lines = require "aurum.repl.lines"
local settings = require "aurum.repl.session.settings"
local screen = require "aurum.repl.input.screen"
local session = require "aurum.repl.session.session"
local typed_lua = require "aurum.repl.typed_lua"
local pretty = require "aurum.repl.show.pretty"
local edit, hook_bytes = aurum.edit, require "aurum.text.options".hook_bytes
local columns = require "aurum.repl.line.columns"

local loop = {}
loop.__index = loop

loop.has_variable, loop.hint = lines.has_variable, lines.hint
loop.command_named, loop.command_of = lines.command_named, lines.command_of
loop.last_part, loop.parts = lines.last_part, lines.parts
loop.unknown = lines.unknown
loop.problem_text, loop.placed = typed_lua.problem_text, typed_lua.placed
loop.try, loop.call = typed_lua.try, typed_lua.call
loop.compile, loop.run_lua = typed_lua.compile, typed_lua.run_lua
loop.environment = typed_lua.environment

local folder = aurum.home .. "/repl/commands/"

-- the order of the groups in `help`; other groups follow
local order = { "learn", "game", "move", "branch", "break", "build", "bots",
  "expect", "debug", "displays", "judge", "lessons", "person", "files", "games",
  "input", "lua" }

--- The variant "NAME!" of a command.
local function force(command)
  return setmetatable({ name = command.name .. "!",
    run = function(shell_, list, rest)
      return command.run(shell_, list, rest, true)
    end }, { __index = command })
end

--- The commands, by name and by group.
local function load_commands()
  local found, groups, commands = {}, {}, {}
  for _, file in ipairs(aurum.sys.files(folder) or {}) do
    local name = file:match "^(%l+)%.lua$"
    if name then found[name] = true end
  end
  local function add(name)
    if not found[name] then return end
    found[name] = nil
    local group = assert(aurum.sys.load_own(folder .. name .. ".lua"))()
    group.title = group.title or name:sub(1, 1):upper() .. name:sub(2)
    groups[#groups + 1] = group
    for _, command in ipairs(group) do
      assert(not commands[command.name], command.name)
      commands[command.name] = command
      for _, alias in ipairs(command.aliases or {}) do
        commands[alias] = command
      end
      if command.forced then commands[command.name .. "!"] = force(command) end
    end
  end
  for _, name in ipairs(order) do add(name) end
  local rest = {}
  for name in pairs(found) do rest[#rest + 1] = name end
  table.sort(rest)
  for _, name in ipairs(rest) do add(name) end
  for _, name in pairs(lines.short) do assert(commands[name], name) end
  return commands, groups
end

--- A shell. `options`: keep_going; hook_prints, the bytes that hooks of
--- variants may print while a line is carried out.
function loop.new(options)
  local self = setmetatable({ live = {}, aliases = {}, failed = false,
    depth = 0, scripts = {}, keep_going = options.keep_going,
    hook_prints = options.hook_prints or hook_bytes }, loop)
  typed_lua.guard_globals()
  self.session = assert(session.open {})
  self.env = self:environment()
  self.commands, self.groups = load_commands()
  term.width = self:narrow()
  for _, group in ipairs(self.groups) do
    if group.start then group.start(self) end
  end
  return self
end

-- ---- Output -------------------------------------------------------------

function loop:width() return columns() end

--- The width of the output if it is below 80 columns.
function loop:narrow()
  local width = self:width()
  return width < 80 and width or nil
end

--- Prints lines to standard output; to a person page by page if they are longer
--- than the screen.
function loop:out(text)
  local width = self:width()
  if width < 80 then text = wrap.fit(text, width) end
  if text:sub(-1) ~= "\n" then text = text .. "\n" end
  if self.interactive and self.pages and not self.output and not edit.pasting()
    and screen.can_page() then
    if screen.page(text) then
      self.again = nil -- Enter may belong to the "q" that left the pages
    end
    return
  end
  term.write(text)
end

--- Prints an error message, in a script with its place. An error ends a script.
function loop:fail(message)
  self.failed, self.stop = true, not self.interactive
  message = self.placed(message)
  if self.interactive and aurum.sys.interrupted() then
    self:out "" -- the terminal has written ^C
  end
  io.stdout:flush()
  local place = ""
  if self.source and self.source.name then
    place = ("%s:%d: "):format(self.source.name, self.source.first)
    local other = message:sub(1, #self.source.name + 1)
    if other == self.source.name .. ":" then place = "" end
  end
  local text = place .. message
  if self.interactive then text = wrap.fit(text, self:width()) end
  term.say(text)
end

--- Adds to options of pretty.text the width, and that objects of the module
--- show their fields.
function loop:pretty_options(options)
  options.width = self:width()
  function options.fields(name)
    return require "aurum.repl.show.help".fields(name)
  end
  return options
end

--- Prints values in readable form.
function loop:show(...)
  local texts, width, long = {}, self:width(), 0
  local options = self:pretty_options {}
  for i = 1, select("#", ...) do
    texts[i] = pretty.text((select(i, ...)), options)
    long = long + (texts[i]:find "\n" and width or #texts[i] + 2)
  end
  if #texts > 0 then
    self:out(table.concat(texts, long <= width + 2 and "  " or "\n"))
  end
end

-- ---- Lines --------------------------------------------------------------

--- A function that carries out a line as an answer to a question or as an
--- action of a person on turn; nil if it is not one.
function loop:answer_of(line)
  for _, group in ipairs(self.groups) do
    local act = group.answer and group.answer(self, line)
    if act then return act end
  end
  local bare = lines.without_comment(line)
  return bare ~= line and bare:find "%S" and self:answer_of(bare) or nil
end

--- Runs a command with the text after its name.
function loop:run_command(command, rest)
  if command.repeats then
    self.again = function() self:run_command(command, rest) end
  end
  self:call(false, command.run, self, (args.words(rest)), rest)
end

--- Calls a function. Returns true, or false if it called shell:fail.
local function succeeds(self, f)
  local before = self.failed
  self.failed = false
  f()
  local good = not self.failed
  self.failed = self.failed or before
  return good
end

--- Carries out the lines that one line stands for, up to the first that fails.
local function run_parts(self, parts, first)
  for _, part in ipairs(parts) do
    local good = succeeds(self, function()
      local act, problem = self:prepare_part(part, first, true)
      if act then act() else self:fail(problem) end
    end)
    if not good or self.quitting then return end
  end
end

--- A function that carries out a line without aliases and `;`, or Lua on more
--- lines; nil and a message if it is incomplete Lua.
function loop:prepare_part(text, first, one_line)
  if one_line then
    local act = self:answer_of(text)
    if act then return act end
    local command, rest = self:command_of(text)
    if command then
      return function() self:run_command(command, rest) end
    end
  end
  local name = self.source and self.source.name or "stdin"
  local chunk, problem, more = self:compile(text, name, first)
  local message = one_line and self:unknown(text, chunk or more)
  if message then return function() self:fail(message) end end
  if chunk then return function() self:run_lua(chunk, problem) end end
  if not more then return function() self:fail(problem) end end
  return nil, problem
end

--- A function that carries out the input, which began on line `first`; nil if
--- it is incomplete Lua.
function loop:prepare(text, first, continued)
  if text:find("\0", 1, true) then
    return function() self:fail "expected text, got a NUL byte" end
  end
  local one_line = not continued and not text:find "\n"
  if one_line then
    local parts, problem = self:parts(text)
    if not parts then return function() self:fail(problem) end end
    if #parts > 1 then
      return function() run_parts(self, parts, first) end
    end
    text = parts[1]
  end
  return self:prepare_part(text, first, one_line)
end

--- Carries out a line as if typed. Returns true, or false if it failed.
function loop:run_line(line)
  return succeeds(self, function()
    local act, problem = self:prepare(line, self.source and self.source.first
      or 1)
    if act then act() else self:fail(problem) end
  end)
end

--- True if the loop continues.
function loop:goes_on()
  if self.quitting then return false end
  return self.interactive or not aurum.sys.interrupted()
    and not (self.stop and not self.keep_going)
end

--- The last command that an empty line repeats; nil if there is none, if a
--- person has to decide and might have typed the line by mistake, or among the
--- commands of a breakpoint.
function loop:repeated()
  if self.collecting or self.session:awaits_person() then return nil end
  return self.again
end

--- Carries out the lines that `read(continued)` returns: a line, nil at the
--- end, or false for a line that was dropped. `continued` is true within
--- incomplete Lua. `source.name` is the name of the input in error messages.
function loop:feed(source, read)
  local before, text = self.source, nil
  self.source = source
  source.number, source.first = 0, 1
  while self:goes_on() do
    local line, problem = read(text ~= nil)
    if line == nil then
      if problem then self:fail(problem) end
      break
    end
    source.number = source.number + 1
    if not line then self:tell("drop", false) end
    if not text then source.first = source.number end
    local whole = line and (text and text .. "\n" .. line or line)
    local blank = whole and not whole:find "%S"
    local act = whole and not blank and self:prepare(whole,
      self.interactive and 1 or source.first, text ~= nil)
    if blank and not text and self.interactive and not edit.pasting() then
      act = self:repeated()
    end
    if act then
      if source.remember then source.remember(whole) end
      act()
    end
    text = not act and whole and whole:find "%S" and whole or nil
  end
  if text and self:goes_on() and not self.interactive then
    local _, problem = self:compile(text, source.name, source.first)
    self:fail(problem)
  end
  self:tell("drop", true)
  self.source = before
end

--- Calls a function of each group that has it.
function loop:tell(name, ...)
  for _, group in ipairs(self.groups) do
    if group[name] then group[name](self, ...) end
  end
end

--- Lines as a function for `feed`: `next_line()` returns a line; or nil at the
--- end, with a message if it could not read on.
local function lines_of(next_line)
  local first = true
  return function()
    local line, problem = next_line()
    if not line then return nil, problem end
    line = line:gsub("^\xef\xbb\xbf", ""):gsub("\r$", "")
    if first then line = line:gsub("^#!.*", "") end
    first = false
    return line
  end
end

--- Carries out text as if it were typed.
function loop:feed_text(text, name)
  if text:sub(-1) ~= "\n" then text = text .. "\n" end
  self:feed({ name = name }, lines_of(text:gmatch "(.-)\n"))
end

local deepest = 20 -- files that run each other

--- Runs the lines of a file as if typed.
local function run_lines(self, path)
  local file, problem = io.open(path, "r")
  if not file then return self:fail(problem) end
  local interactive = self.interactive
  self.interactive = false
  self:feed({ name = path }, lines_of(function() return file:read "l" end))
  self.interactive = interactive
  file:close()
  if interactive then self.stop = false end
end

--- Until the result is closed, files that this session reads are known as
--- inputs, which nothing replaces: its scripts, the files of its bots and of
--- its variant, the journal of a replayed game, the file that `games` lists.
function loop:guard_inputs()
  aurum.sys.watch_inputs()
  for path in pairs(self.scripts) do aurum.sys.reads(path) end
  for _, file in ipairs(self.session:lua_files()) do
    aurum.sys.reads(file.path)
  end
  if self.file and self.file.count > 1 then aurum.sys.reads(self.file.path) end
  return setmetatable({}, { __close = function()
    aurum.sys.watch_inputs(false)
  end })
end

--- Runs a file: as Lua if its name ends in .lua, else line by line as if typed.
function loop:run_file(path)
  local good, problem = aurum.sys.readable(path)
  if not good then
    return self:fail(("%s: %s"):format(term.plain(path), problem))
  end
  self.scripts[path] = true
  if path:sub(-4) ~= ".lua" then
    if self.depth == deepest then
      return self:fail(("%s: more than %d files run each other; does it run "
        .. "itself?"):format(term.plain(path), deepest))
    end
    self.depth = self.depth + 1
    run_lines(self, path)
    self.depth = self.depth - 1
    return
  end
  local chunk
  chunk, problem = loadfile(path, "t", self.env)
  if not chunk then
    return self:fail((problem:gsub("^cannot open ", "")))
  end
  self:call(true, chunk)
end

--- Carries out standard input that is not a terminal.
function loop:feed_pipe()
  self:feed({ name = "stdin" }, lines_of(function() return io.read "l" end))
end

-- ---- A person -----------------------------------------------------------

--- Does what the groups do while nobody types. Returns true if more is left.
function loop:idle()
  local more = false
  for _, group in ipairs(self.groups) do
    if group.idle and group.idle(self) then more = true end
  end
  return more
end

--- A prompt in bold, but for its last character: libedit does not write an
--- escape that ends the prompt, and what is typed would be bold too.
local function paint_prompt(text)
  local painted = term.paint("bold", text:sub(1, -2))
  if #painted < #text then return text end
  return painted:gsub("\27%[[%d;]*m", "\1%0\1") .. text:sub(-1)
end

--- The prompt.
function loop:prompt()
  for _, group in ipairs(self.groups) do
    local text = group.prompt and group.prompt(self)
    if text then return text end
  end
  return "aurum> "
end

--- Reads and carries out what a person types at a terminal, until they leave.
function loop:talk()
  local history = require "aurum.repl.input.history"
  local complained = false
  self.interactive, self.stop = true, false
  self.no_workers = not aurum.sys.platform().workers
  local edits = edit.open(function(line, cursor)
    return require "aurum.repl.input.complete".at(self, line, cursor)
  end)
  if edits then history.load() end
  if aurum.sys.is_terminal "stdout" then
    self:out("aurum " .. aurum.version .. ": `play` deals and seats you, `new` "
      .. "begins a game of bots.\n`tutorial` teaches the game, `rules` tells "
      .. "its rules, `help` lists the commands;\n"
      .. (self.no_workers and "Ctrl-Z and Enter leave. Nothing here confines "
        .. "bots of files: they run only with --trust." or "Ctrl-D leaves."))
    self:tell "greet"
  end
  local function paint(text)
    return edits and paint_prompt(text) or text
  end
  local source = {}
  function source.remember(entry)
    if not edits or not entry:find "%S" then return end
    local kept, problem = history.add(entry)
    if not kept and not complained then
      complained = true
      self:out("cannot save the history: " .. problem)
    end
  end
  self:feed(source, function(continued)
    io.stdout:flush()
    self:tell "keep"
    edit.idle(function() return self:idle() end)
    self.continued = continued
    local prompt = self:prompt()
    if continued then prompt = (" "):rep(#prompt - 3) .. ".. " end
    local line = edit.read(paint(prompt))
    term.width = self:narrow()
    if line == false then self:out "^C" end
    line = line and line:gsub("^\xef\xbb\xbf", "") -- of a pasted file
    if line == nil and not edit.leaving() then self:out "" end
    return line
  end)
  self:tell("leave", edit.leaving())
end

--- Run the start file, if there is one.
function loop:run_start_file()
  local path = settings.start_file()
  local good, problem = aurum.sys.readable(path)
  if good or problem ~= "No such file or directory"
    and problem ~= "Not a directory" then
    self:run_file(path)
  end
end

--- Read standard input, a terminal or a pipe. Returns the exit status.
function loop:converse(talks)
  if talks then
    self:talk()
    local signal = edit.leaving()
    if signal then return 128 + signal end
    return 0
  end
  if self:goes_on() then self:feed_pipe() end
  return self.failed and term.status() or 0
end

return loop
