-- Commands for files: games as records and as text, and whole sessions.
local aurum = require "aurum"
local complete = require "aurum.repl.input.complete"
local home = require "aurum.repl.input.home"
local exports = require "aurum.repl.session.exports"
local term = require "aurum.text.term"
local narrate = require "aurum.repl.show.narrate"
local autosave = require "aurum.repl.session.autosave"
local session_file = require "aurum.repl.session.session_file"
local args = require "aurum.repl.args"

local function files(_, list)
  return complete.files(list[#list] or "")
end

local save = { name = "save", usage = "save FILE | save session FILE",
  forced = true,
  summary = "append this branch's game to a file of records, or save all",
  help = "A record is a line of JSON, which `load` and `aurum record` read. An "
    .. "unfinished game is saved with its open trick. A file of anything but "
    .. "records stays as it is; `save! FILE` replaces any file by this game. "
    .. "`save session FILE` writes all games with their branches, names, "
    .. "comments, seats and breakpoints to a new file; `save! session FILE` "
    .. "replaces a file.",
  complete = function(shell, list)
    return #list < 2 and args.starting({ "session" }, list[1] or "")[1]
      and { "session" } or files(shell, list)
  end }

--- Writes whole lines to a file in a mode of aurum.sys.writer; as gzip data if
--- the name ends in .gz.
local function write(path, mode, text)
  local file, problem = aurum.sys.writer(path, mode)
  local good = file
  if good and text ~= "" then good, problem = file:write(text) end
  if good then good, problem = file:close() end
  if good then return true end
  return nil, ("%s: %s"):format(path, problem)
end

--- Writes a text to a new file or, if forced, in place of one. A file that is
--- there stays as it is until all is written.
local function write_file(path, text, force)
  local was_there = aurum.sys.readable(path)
  local good, problem = write(path, force and "replace" or "new", text)
  if not good and not was_there and not problem:find "File exists$"
    and aurum.sys.readable(path, "file") then
    os.remove(path) -- the part that fitted
  end
  return good, problem
end

--- Writes a text as write_file does and prints what was written, or why not.
--- With `!`, the command replaces a file.
local function put_file(shell, path, text, force, command, what)
  local _ <close> = shell:guard_inputs()
  local good, problem = write_file(path, text, force)
  if not good then
    local before = problem:match "^(.*)File exists$"
    shell:fail(before and ("%sthe file already exists; `%s %s` replaces it")
      :format(before, command, term.plain(path)) or problem)
    return false
  end
  shell:out(("%s to %s"):format(what, term.plain(path)))
  return true
end

--- Says so if a file has hands that the person at the table cannot see.
local function warn_of_hands(shell)
  local viewer = shell.session:viewer()
  if not viewer then return end
  narrate.put(shell, ("the file holds all hands, also those that seat %d "
    .. "cannot see"):format(viewer))
end

local function save_session(shell, word, force)
  if word == "" then return shell:fail "expected `save session FILE`" end
  local path, problem = args.path(word, "save session FILE")
  if not path then return shell:fail(problem) end
  local text
  text, problem = session_file.text(shell.session)
  if not text then return shell:fail(problem) end
  if put_file(shell, path, text, force, "save! session",
    "saved the session") then
    shell.session.saved = session_file.without_place(text)
    warn_of_hands(shell)
  end
end

function save.run(shell, list, rest, force)
  if #list == 0 then
    return shell:fail(("expected `%s`"):format(save.usage))
  elseif list[1] == "session" then
    return save_session(shell, rest:match "^session%s*(.*)$", force)
  end
  local path, problem = args.path(rest, "save FILE")
  if not path then return shell:fail(problem) end
  local good
  do
    local _ <close> = force and shell:guard_inputs() or nil
    good, problem = write(path, force and "replace" or "append",
      exports.record(shell.session))
  end
  if not good then
    return shell:fail(problem .. (problem:find "records$"
      and "; `save!` replaces the file" or ""))
  end
  local unfinished = shell.session.branch.tip.phase ~= "over"
  shell:out(("saved the %sgame to %s"):format(
    unfinished and "unfinished " or "", path))
  warn_of_hands(shell)
end

--- The words after a file: the number of a game, and the variant.
local function load_words(list)
  local last = list[#list]
  local variant = last:match "^variant=(.*)$"
  if variant then
    local found = complete.variants(variant)
    for i, name in ipairs(found) do found[i] = "variant=" .. name end
    return found
  end
  local found = { "variant=" }
  if #list > 2 or list[1] == "session" then return found end
  local next_line = aurum.sys.lines(home.path(list[1]))
  local n = 0
  for _ in next_line or function() end do
    n = n + 1
    found[#found + 1] = tostring(n)
    if n == 200 then break end
  end
  return found
end

local load_ = { name = "load", forced = true,
  usage = "load FILE [N] [variant=VARIANT] | load session FILE "
    .. "[variant=VARIANT]",
  summary = "load game N of a file of records (default: 1), or a session",
  help = "The game opens at its start; `forward` and `goto` walk through it. "
    .. "Installed bots take their seats; seat others with `bot SEAT FILE`. If "
    .. "the rules come from a file, name it with variant=, unless a game here "
    .. "uses it already. A record that does not verify is loaded up to its "
    .. "first illegal action. `load session FILE` puts a saved session in "
    .. "place of this one, which must be saved; `load! session FILE` drops "
    .. "it. Conditions and commands of its breakpoints wait for `enable`, and "
    .. "bots from files for `bot`.",
  complete = function(shell, list)
    if #list < 2 then return save.complete(shell, list) end
    if list[1] == "session" and #list == 2 then return files(shell, list) end
    return load_words(list)
  end }

local listed = 50 -- games of a file that `load` lists
local counted = 1000 -- games of a file, beyond the one that is loaded

--- Line `n` of a file, the number of its lines, and true if there are more than
--- were counted; or nil and a message.
local function read_line(path, n)
  local lines, problem = aurum.sys.lines(path)
  if not lines then return nil, ("%s: %s"):format(path, problem) end
  local last, found = 0, nil
  for number, text, trouble in lines do
    if found and number > n + counted then return found, last, true end
    last = number
    if number == n then
      if trouble then return nil, ("%s:%d: %s"):format(path, n, trouble) end
      found = text
    end
  end
  if found then return found, last, false end
  return nil, ("%s: no game %d; the file has %d"):format(path, n, last)
end

--- A function from a game of a session file to its rules: those of the variant
--- that the user names, or of a game on the table.
local function rules_given(session, variant)
  return function(game)
    for _, root in ipairs(session.roots) do
      local rules = root.rules
      if rules.digest == game.rules and rules.players == game.players then
        return rules
      end
    end
    local rules = variant and aurum.variant(variant, game.players)
    return rules and rules.digest == game.rules and rules or nil
  end
end

--- Puts the session of a text in place of the present one. Returns true; or
--- nil, after a message that begins with `path`.
local function open_session(shell, path, text, variant, force, command)
  local session = shell.session
  if not force and not session:is_blank() and session.saved
    ~= session_file.without_place(session_file.encode(session)) then
    return shell:fail(("this session is not saved; `save session FILE` saves "
      .. "it, `%s` drops it"):format(command))
  end
  local data, problem = session_file.decode(text)
  local new, remarks
  if data then
    new, remarks = session_file.replay(data, rules_given(session, variant))
    problem = not new and remarks
  end
  if not new then
    return shell:fail(("%s: %s"):format(term.plain(path), term.plain(problem)))
  end
  session:adopt(new)
  session.saved = session_file.without_place(text)
  shell.pending = nil
  shell:out(("loaded %s"):format(session_file.summary(text)))
  for _, remark in ipairs(remarks) do shell:out(term.plain(remark)) end
  if session.breaks[1] then shell:run_command(shell.commands.breaks, "") end
  narrate.where(shell)
  return true
end

local function load_session(shell, word, variant, force)
  if word == "" then return shell:fail "expected `load session FILE`" end
  local path, problem = args.path(word, "load session FILE")
  if not path then return shell:fail(problem) end
  local text
  text, problem = session_file.read(path)
  if not text then
    return shell:fail(("%s: %s"):format(term.plain(path), problem))
  end
  open_session(shell, path, text, variant, force, "load! session FILE")
end

function load_.run(shell, list, rest, force)
  local before = rest:match "^(.-)%s+variant=%S.*$"
  local variant = before and list[#list]:match "^variant=(.*)$"
  rest = variant and before or rest
  if #list == 0 then
    return shell:fail(("expected `%s`"):format(load_.usage))
  elseif list[1] == "session" then
    return load_session(shell, rest:match "^session%s*(.*)$", variant, force)
  end
  local text, n = rest:match "^(.-)%s+(%d+)$"
  if #list == 2 and not n then
    return shell:fail(("expected the number of a game after %s, got '%s'; a "
      .. "path with blanks needs double quotes"):format(list[1], list[2]))
  end
  local path, wrong = args.path(text or rest, "load FILE [N]")
  if not path then return shell:fail(wrong) end
  n = tonumber(n) or 1
  local line, count, more = read_line(path, n)
  if not line then return shell:fail(count) end
  local record, problem = aurum.record(line)
  if not record then
    if line:find '^{"format":"aurum%-session/' then
      problem = "a session; `load session FILE` loads it"
    end
    return shell:fail(("%s:%d: %s"):format(path, n, problem))
  end
  local good, remarks = shell.session:load_record(record,
    { variant = variant, line = line })
  if not good then
    remarks = remarks:gsub("with %-%-variant$", "with variant=FILE")
    return shell:fail(("%s:%d: %s"):format(path, n, term.plain(remarks)))
  end
  narrate.loaded(shell, remarks)
  local old = shell.file
  local again = old and old.path == path and old.count == count
  shell.file = again and old or { path = path }
  shell.file.n, shell.file.count, shell.file.more = n, count, more
  shell.file.variant = variant
  if count == 1 then return end
  shell:out(("game %d of %d in %s"):format(n, count, term.plain(path)))
  if not text and count <= listed then
    shell:put_games()
  elseif not text then
    shell:out "`games` lists them, `next` opens the next"
  end
end

--- Records each game when it ends, in the file shell.recording; in none if that
--- is nil.
local function set_recording(shell)
  shell.session.ended = shell.recording and function(session)
    local good, problem = write(shell.recording, "append",
      exports.record(session))
    if not good then shell:fail("cannot record the game: " .. problem) end
  end
end

local record = { name = "record", usage = "record on FILE | record off",
  summary = "append each finished game to a file of records",
  complete = function(_, list)
    if #list > 1 then return complete.files(list[#list]) end
    return args.starting({ "on", "off" }, list[1] or "")
  end }

function record.run(shell, list, rest)
  if list[1] == "off" and #list == 1 then
    shell.recording = nil
  elseif list[1] == "on" and list[2] then
    local path, problem = args.path(rest:match "^on%s+(.*)$", "record on FILE")
    if not path then return shell:fail(problem) end
    local good
    good, problem = write(path, "append", "")
    if not good then return shell:fail(problem) end
    shell.recording = path
  elseif #list > 0 then
    return shell:fail "expected `record on FILE` or `record off`"
  end
  set_recording(shell)
  shell:out(shell.recording
    and "finished games are recorded in " .. shell.recording
    or "finished games are not recorded")
end

local forms = { text = true, markdown = true, html = true }

local export = { name = "export", usage = "export text|markdown|html FILE",
  forced = true, summary = "write the game to a file for people to read",
  help = "`text` is this branch, trick by trick. `markdown` adds its other "
    .. "branches, and pictures of the table where there is a comment or, after "
    .. "`judge`, a costly decision. While a person plays, the hands of the "
    .. "others are left out. An existing file stays as it is; `export! text "
    .. "FILE` replaces it. - is standard output. `html` is a page for a "
    .. "browser, with every branch, its comments and the known verdicts.",
  complete = function(_, list)
    if #list > 1 then return complete.files(list[#list]) end
    return args.starting({ "html", "markdown", "text" }, list[1] or "")
  end }

function export.run(shell, list, rest, force)
  if not forms[list[1]] or not list[2] then
    return shell:fail(("expected `%s`"):format(export.usage))
  end
  local path, problem = args.path(rest:match "^%l+%s+(.*)$",
    ("export %s FILE"):format(list[1]))
  if not path then return shell:fail(problem) end
  local width = term.width
  if path ~= "-" then term.width = nil end -- a file is as wide as it likes
  local good, text = pcall(exports[list[1]], shell.session)
  term.width = width
  if not good then error(text, 0) end
  if path == "-" then return shell:out(text) end
  put_file(shell, path, text, force, "export! " .. list[1], "wrote the game")
end

-- ---- Sessions that were cut off -------------------------------------------

local restore = { name = "restore", forced = true,
  complete = function(_, list)
    local found = list[1] == "drop" and #list > 1 and { "all" } or { "drop" }
    if #list > 2 or #list == 2 and list[1] ~= "drop" then return {} end
    for i = 1, #autosave.found() do found[#found + 1] = tostring(i) end
    return found
  end,
  usage = "restore [N | drop N | drop all]",
  summary = "open a session that was cut off, or list them",
  help = "While you type, the session is saved after each command, under "
    .. "$XDG_STATE_HOME/aurum/sessions or ~/.local/state/aurum/sessions. An "
    .. "orderly end deletes that file. After another, `restore` opens the "
    .. "session, or lists them if there are several; `restore drop N` deletes "
    .. "one. `restore!` drops the session on the table." }

--- Prints the sessions that were cut off.
local function list_found(shell, found)
  for i, entry in ipairs(found) do
    local text, problem = session_file.read(entry.path)
    local summary
    if text then summary, problem = session_file.summary(text) end
    shell:out(("%d  %s  %s"):format(i, entry.date, summary or problem))
  end
end

--- Opens a session that was cut off and deletes its file once this session has
--- its own.
local function open_found(shell, entry, force)
  local finish = autosave.claim(entry)
  if not finish then
    return shell:fail(("the session of %s is open elsewhere"):format(
      entry.date))
  end
  local text, problem = session_file.read(entry.path)
  if not text then
    shell:fail(("%s: %s"):format(term.plain(entry.path), problem))
  end
  local opened = text and open_session(shell, entry.path, text, nil, force,
    "restore!")
  finish(opened and shell.interactive
    and autosave.save(shell.session, true) or false)
end

function restore.run(shell, list, _, force)
  local found = autosave.found()
  if #found == 0 then return shell:out "no session was cut off" end
  local drops = list[1] == "drop"
  local word = list[drops and 2 or 1]
  if #list > (drops and 2 or 1) or drops and not word then
    return shell:fail(("expected `%s`"):format(restore.usage))
  end
  local n, problem = args.count(word ~= "all" and word or nil,
    #found == 1 and not drops and 1 or nil)
  if problem then return shell:fail(problem) end
  if not word and not n then return list_found(shell, found) end
  if n and not found[n] then
    return shell:fail(("no session %d; `restore` lists %d"):format(n, #found))
  elseif not drops and not n then
    return shell:fail(("expected `%s`"):format(restore.usage))
  elseif not drops then
    return open_found(shell, found[n], force)
  end
  for i, entry in ipairs(found) do
    local finish = (not n or i == n) and autosave.claim(entry)
    if finish then
      finish(true)
      shell:out(("deleted the session of %s"):format(entry.date))
    end
  end
end

--- Offers the sessions that were cut off.
local function greet(shell)
  local found = autosave.found()
  if #found == 1 then
    shell:out(("A session of %s was cut off: `restore` opens it, `restore "
      .. "drop 1` deletes it."):format(found[1].date))
  elseif #found > 1 then
    shell:out(("%d sessions were cut off; `restore` lists them."):format(
      #found))
  end
end

--- The session that lasts: not that of the tutorial.
local function lasting(shell)
  return shell.tutorial and shell.tutorial.outer or shell.session
end

--- Saves the session, and says once if that fails.
local function keep(shell)
  local good, problem = autosave.save(lasting(shell))
  if not good and not shell.unsaved then
    aurum.edit.lift()
    shell:out("cannot autosave the session: " .. term.plain(problem))
  end
  shell.unsaved = not good
  aurum.edit.keep(autosave.path())
end

--- Saves what `keep` put off, once its time has come.
local function idle(shell)
  if autosave.is_late() then keep(shell) end
  return autosave.is_late()
end

local function leave(shell, signal)
  if signal then autosave.save(lasting(shell), true) else autosave.close() end
end

return { title = "Files", greet = greet, keep = keep,
  idle = idle, leave = leave, save, load_, record, export, restore }
