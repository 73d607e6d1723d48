-- Commands for files: games as records and as text.
local aurum = require "aurum"
local show = require "aurum.record.show"
local complete = require "aurum.repl.complete"
local picture = require "aurum.repl.picture"
local term = require "aurum.text.term"
local narrate = require "aurum.repl.narrate"
local tree = require "aurum.repl.tree"
local history = require "aurum.repl.history"
local args = require "aurum.repl.args"

local function path_of(text)
  local path = text:match '^"(.*)"$' or text
  return (path:gsub("^~/", (os.getenv "HOME" or "~") .. "/"))
end

local function files(_, list)
  return complete.files(list[#list] or "")
end

--- The game of a branch, up to its tip, as a line of a record file.
local function line_of(branch)
  local root, names = branch.tip.root, {}
  for seat = 1, root.rules.players do
    local bot = not root.humans[seat] and root.bots[seat]
    names[seat] = bot and bot.name .. (bot.spec:match ":.*$" or "") or ""
  end
  local state = tree.state_at(branch.tip)
  return state:record { seed = root.seed, names = names }
end

--- Hands all branches to the program, which saves them if it has to end at
--- once.
local function keep(shell)
  local path, lines = history.place "rescued.jsonl", {}
  for _, branch in ipairs(shell.session.branches) do
    local good, line = pcall(line_of, branch)
    if branch.tip.parent and good then lines[#lines + 1] = line end
  end
  if path and #lines > 0 then
    aurum.edit.keep(path, table.concat(lines))
  else
    aurum.edit.keep()
  end
end

local save = { name = "save", usage = "save FILE", forced = true,
  summary = "append this branch's game to a file of records",
  help = "A record is a line of JSON, which `load` and `aurum record` read. An "
    .. "unfinished game is saved with its open trick. A file of anything but "
    .. "records stays as it is; `save! FILE` replaces any file by this game.",
  complete = files }

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

function save.run(shell, list, rest, force)
  if #list == 0 then return shell:fail "expected `save FILE`" end
  local path = path_of(rest)
  local good, problem = write(path, force and "replace" or "append",
    line_of(shell.session.branch))
  if not good then
    return shell:fail(problem .. (problem:find "records$"
      and "; `save!` replaces the file" or ""))
  end
  local unfinished = shell.session.branch.tip.phase ~= "over"
  shell:out(("saved the %sgame to %s"):format(
    unfinished and "unfinished " or "", path))
end

local load_ = { name = "load", usage = "load FILE [N] [variant=VARIANT]",
  summary = "load game N of a file of records (default: 1)",
  help = "The game opens at its start; `forward` and `goto` walk through it. "
    .. "Installed bots take their seats; seat others with `bot SEAT FILE`. If "
    .. "the rules come from a file, name it with variant=, unless a game here "
    .. "uses it already. A record that does not verify is loaded up to its "
    .. "first illegal action.",
  complete = files }

--- Line `n` of a file; or nil and a message.
local function read_line(path, n)
  local lines, problem = aurum.sys.lines(path)
  if not lines then return nil, ("%s: %s"):format(path, problem) end
  local last = 0
  for number, text, trouble in lines do
    last = number
    if number == n then
      if trouble then return nil, ("%s:%d: %s"):format(path, n, trouble) end
      return text
    end
  end
  return nil, ("%s: no game %d; the file has %d"):format(path, n, last)
end

function load_.run(shell, list, rest)
  local before, variant = rest:match "^(.-)%s+variant=(%S+)%s*$"
  rest = before or rest
  if #list == 0 then
    return shell:fail(("expected `%s`"):format(load_.usage))
  end
  local text, n = rest:match "^(.-)%s+(%d+)$"
  local path = path_of(text or rest)
  n = tonumber(n) or 1
  local line, problem = read_line(path, n)
  if not line then return shell:fail(problem) end
  local record
  record, problem = aurum.record(line)
  if not record then
    return shell:fail(("%s:%d: %s"):format(path, n, problem))
  end
  local good, remarks = shell.session:load_record(record,
    { variant = variant })
  if not good then
    remarks = remarks:gsub("with %-%-variant$", "with variant=FILE")
    return shell:fail(("%s:%d: %s"):format(path, n, term.plain(remarks)))
  end
  narrate.loaded(shell, remarks)
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
    local path = path_of(rest:match "^on%s+(.*)$")
    local good, problem = write(path, "append", "")
    if not good then return shell:fail(problem) end
    shell.recording = path
  elseif #list > 0 then
    return shell:fail "expected `record on FILE` or `record off`"
  end
  shell:out(shell.recording
    and "finished games are recorded in " .. shell.recording
    or "finished games are not recorded")
end

local export = { name = "export", usage = "export text FILE", forced = true,
  summary = "write the game to a file as text, trick by trick",
  help = "While a person plays, the text leaves out the hands of the others. "
    .. "An existing file stays as it is; `export! text FILE` replaces it. - is "
    .. "standard output.",
  complete = function(_, list)
    if #list > 1 then return complete.files(list[#list]) end
    return args.starting({ "text" }, list[1] or "")
  end }

function export.run(shell, list, rest, force)
  local session = shell.session
  if list[1] ~= "text" or not list[2] then
    return shell:fail "expected `export text FILE`"
  end
  local path = path_of(rest:match "^text%s+(.*)$")
  local rules = session.root.rules
  local text = ("%s, %d players, seed %s\n"):format(term.plain(rules.title),
    rules.players, term.plain(session.root.seed))
  for seat = 1, rules.players do
    text = text .. ("  seat %d  %s\n"):format(seat,
      picture.name(session, seat))
  end
  local tip = tree.state_at(session.branch.tip)
  local start = session.root.token and session.root.state or nil
  text = text .. show.events(rules, narrate.visible(tip:events(),
    session:viewer(), rules), start)
  if tip.phase == "over" then
    text = text .. ("%s won\n"):format(show.sides(tip.winners))
  end
  text = text:gsub("\27%[[%d;]*m", "")
  if path == "-" then return shell:out(text) end
  local good, problem = write(path, force and "replace" or "new", text)
  if not good then
    return shell:fail((problem:gsub("File exists$",
      "the file already exists; `export!` replaces it")))
  end
  shell:out("wrote the game to " .. path)
end

--- Records each game when it ends, if `record` is on.
local function start(shell)
  function shell.session.ended(session)
    if not shell.recording then return end
    local good, problem = write(shell.recording, "append",
      line_of(session.branch))
    if not good then shell:fail("cannot record the game: " .. problem) end
  end
end

return { title = "Files", start = start, keep = keep, save, load_, record,
  export }
