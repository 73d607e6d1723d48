-- Output of commands: checked writing, tables, colour, progress.
local aurum = require "aurum"
local format = require "aurum.text.format"
local term = {}

-- The metatable of errors raised by term.fail. No error of a script has it.
term.failure = {
  __tostring = function(self) return self.message or "the output is closed" end,
}

--- End the command with a message for the user (nil: none) and an exit status
--- (default: 1).
function term.fail(message, status)
  error(setmetatable({ message = message, status = status or 1 },
    term.failure), 0)
end

--- End the command because standard output cannot be written. It is not a
--- failure if the reader closed the pipe, as `head` does.
function term.fail_output(problem)
  if problem == "Broken pipe" then term.fail(nil, 0) end
  term.fail("standard output: " .. problem)
end

--- Write bytes to standard output; a full disk or a closed pipe ends the
--- command.
local function put(text)
  local good, problem = io.stdout:write(text)
  if not good then term.fail_output(problem) end
end

--- Write data to standard output; to a terminal with control characters
--- escaped.
function term.data(text)
  put(aurum.sys.is_terminal "stdout"
    and aurum.plain(text, math.maxinteger, "\n\t") or text)
end

--- The result of a call of a writer. The command ends if the call failed.
function term.checked(path, good, problem)
  if good then return good end
  if path == "-" then term.fail_output(problem) end
  term.fail(("%s: %s"):format(aurum.plain(path), problem))
end

--- A writer of a new file, a device or a pipe; with `force` also of a file that
--- it replaces. Or nil and why the file cannot be opened.
function term.open(path, force)
  local writer, problem = aurum.sys.writer(path, force and "replace" or "new")
  if problem == "File exists" then
    problem = "it already exists; use --force to replace it"
  end
  return writer, problem
end

--- The same; the command ends if the file cannot be opened.
function term.writer(path, force)
  return term.checked(path, term.open(path, force))
end

local dumb = os.getenv "TERM" == "dumb"
local colours = (os.getenv "NO_COLOR" or "") == "" and not dumb
  and aurum.sys.is_terminal "stdout"
local codes = { bold = 1, dim = 2, red = 31, green = 32, yellow = 33,
  blue = 34, magenta = 35, cyan = 36 }

-- Colours with a contrast of 3.3 or more both to white and to #1e1e1e, and what
-- stands for them on a terminal with fewer colours.
local both = { violet = { 99, 35 }, orange = { 166, 31 }, olive = { 64, 32 },
  teal = { 30, 36 }, azure = { 32, 34 }, gold = { 136, 33 } }
local many = (os.getenv "TERM" or ""):find "256color$"
  or (os.getenv "COLORTERM" or "") ~= ""
for name, pair in pairs(both) do
  codes[name] = many and "38;5;" .. pair[1] or pair[2]
end

--- Text in a colour, if standard output is a terminal with colours.
function term.paint(colour, text)
  if not colours then return text end
  return ("\27[%sm%s\27[0m"):format(codes[colour], text)
end

local lines_most = 200

--- Text from elsewhere (a record, a bot's message), escaped by aurum.plain
--- except for the control characters in `kept`. Lines are cut at `most` columns
--- (default: 500), the text at 200 lines.
function term.plain(text, kept, most)
  text = aurum.plain(text, most or 500, kept)
  local at = 0
  for _ = 1, lines_most do
    at = text:find("\n", at + 1, true)
    if not at then return text end
  end
  return text:sub(1, at) .. "..."
end

--- Text with the colours of term.paint. All other control characters are
--- escaped, in case some text from elsewhere was not.
function term.safe(text)
  if not colours then return aurum.plain(text, math.maxinteger, "\n\t") end
  local parts = {}
  for plain, colour in (text .. "\27[m"):gmatch "(.-)(\27%[[%d;]*m)" do
    parts[#parts + 1] = aurum.plain(plain, math.maxinteger, "\n\t")
    parts[#parts + 1] = colour
  end
  parts[#parts] = nil -- the mark of the end
  return table.concat(parts)
end

--- Write text to standard output as term.safe returns it.
function term.write(...)
  put(term.safe(table.concat { ... }))
end

--- Write a control sequence to the terminal.
function term.control(sequence)
  put(sequence)
  io.stdout:flush()
end

--- Write one or more lines to standard error.
function term.say(text)
  io.stderr:write(term.plain(text, "\n\t"), "\n")
end

--- A function that reports a problem on standard error, after the name of a
--- command.
function term.warner(command)
  return function(problem) term.say(command .. ": " .. term.plain(problem)) end
end

--- Words as a command for a shell.
function term.command(...)
  local words = {}
  for i, word in ipairs { ... } do
    local plain = word:find "^[%w_%-+=:.,/]+$"
    words[i] = plain and word or "'" .. word:gsub("'", "'\\''") .. "'"
  end
  return table.concat(words, " ")
end

--- The text of a cell and its width. Text that is not UTF-8 is counted in
--- bytes.
local function measured(value)
  local text = term.plain(tostring(value), nil, 100)
  return text, utf8.len(text) or #text
end

--- A table as text: rows of cells, of which the first is the head. Column i is
--- aligned to the left if character i of `align` is "<", else to the right.
function term.table(rows, align)
  local widest = {}
  for _, row in ipairs(rows) do
    for i, value in ipairs(row) do
      local _, width = measured(value)
      widest[i] = math.max(widest[i] or 0, width)
    end
  end
  local lines = {}
  for n, row in ipairs(rows) do
    local cells = {}
    for i, value in ipairs(row) do
      local text, width = measured(value)
      local gap = (" "):rep(widest[i] - width)
      cells[i] = align:sub(i, i) == "<" and text .. gap or gap .. text
    end
    local line = table.concat(cells, "  "):gsub("%s+$", "")
    lines[#lines + 1] = n == 1 and term.paint("bold", line) or line
  end
  return table.concat(lines, "\n") .. "\n"
end

--- The part of a line that fits into 80 columns.
local function cut(line)
  local last = utf8.len(line) and utf8.offset(line, 80)
  return last and line:sub(1, last - 1) or line
end

--- A progress bar on standard error, if that is a terminal, after one second.
--- `bar(done[, note])` shows it, with the text that `note()` returns; `bar()`
--- removes it.
function term.progress(total, quiet)
  if quiet or dumb or not aurum.sys.is_terminal "stderr" then
    return function() end
  end
  local start, shown = aurum.sys.clock(), aurum.sys.clock() + 0.8
  local drawn = false
  return function(done, note)
    local now = aurum.sys.clock()
    if not done then
      if drawn then io.stderr:write("\r\27[K") end
      return
    end
    if now - shown < 0.2 then return end
    shown, drawn = now, true
    local rate = done / (now - start)
    local width = note and 10 or 30
    local filled = done * width // total
    io.stderr:write("\r", cut(("[%s%s] %d/%d  %.0f/s  %s left  %s"):format(
      ("#"):rep(filled), (" "):rep(width - filled), done, total, rate,
      format.duration((total - done) / rate), note and term.plain(note())
        or "")), "\27[K")
  end
end

return term
