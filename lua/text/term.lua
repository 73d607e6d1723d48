-- Output of commands: checked writing, tables, colour, progress.
local aurum = require "aurum"
local format = require "aurum.text.format"
local shell = require "aurum.text.shell"
local term = {}

-- The metatable of errors raised by term.fail. No error of a script has it.
term.failure = {
  __tostring = function(self) return self.message or "the output is closed" end,
}

--- The exit status of a command that did not do what it was asked: 1, or 128 +
--- the number of the signal that stopped it. So a scheduler can tell a command
--- that is to run again from one that failed.
function term.status()
  local signal = aurum.sys.stopped_by()
  return signal and 128 + signal or 1
end

--- End the command with a message for the user (nil: none) and an exit status
--- (default: term.status). That of wrong usage is 2; the library calls it
--- "usage".
function term.fail(message, status)
  if status == "usage" then status = 2 end
  error(setmetatable({ message = message, status = status or term.status() },
    term.failure), 0)
end

--- End the command because standard output cannot be written. It is not a
--- failure if the reader closed the pipe, as `head` does.
function term.fail_output(problem)
  if problem == "Broken pipe" then term.fail(nil, 0) end
  term.fail("standard output: " .. problem, 1)
end

--- Write bytes to standard output; a full disk or a closed pipe ends the
--- command.
local sink

local function put(text)
  if sink then return sink(text) end
  local good, problem = io.stdout:write(text)
  if not good then term.fail_output(problem) end
end

--- From now on, what is written to standard output goes to a function; nil
--- ends that.
function term.divert(f)
  sink = f
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
  term.fail(("%s: %s"):format(aurum.plain(path), problem), 1)
end

local terminal = os.getenv "TERM" or ""
local dumb = terminal == "dumb" or terminal == "" -- as other programs take it
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

--- Text without the colours of term.paint, for a file.
function term.unpainted(text) return (text:gsub("\27%[[%d;]*m", "")) end

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

--- Write one or more lines to standard error, cut at `most` columns (default:
--- 500).
function term.say(text, most)
  io.stderr:write(term.plain(text, "\n\t", most), "\n")
end

--- Text that bots or hooks printed, escaped and whole: what prints it has its
--- limit.
function term.whole(text)
  return aurum.plain(text, math.maxinteger, "\n\t")
end

--- Write lines that bots or hooks printed to standard error.
function term.say_whole(text)
  io.stderr:write(term.whole(text), "\n")
end

--- A function that reports a problem on standard error, after the name of a
--- command.
function term.warner(command)
  return function(problem) term.say(command .. ": " .. term.plain(problem)) end
end

term.command = shell.command

--- An iterator over STEM.ENDING, STEM-2.ENDING, ...
function term.names(stem, ending)
  local n = 0
  return function()
    n = n + 1
    return (n == 1 and stem or stem .. "-" .. n) .. "." .. ending
  end
end

--- The text of a cell and its width. Text that is not UTF-8 is counted in
--- bytes.
local function measured(value)
  local text = term.plain(tostring(value), nil, 100)
  return text, utf8.len(text) or #text
end

-- The width in columns to which tables and verdicts are folded; nil if the
-- output is wide enough for all. The REPL sets it.
term.width = nil

--- The widths of the columns of a table.
local function widths_of(rows)
  local widest = {}
  for _, row in ipairs(rows) do
    for i, value in ipairs(row) do
      local _, width = measured(value)
      widest[i] = math.max(widest[i] or 0, width)
    end
  end
  return widest
end

--- The columns of a table in groups that fit into `most` columns of text. Each
--- group begins with the first `lead` columns of the table, or with fewer if
--- they leave no room for the others.
local function groups_of(widest, lead, most)
  local groups, group, used, head, widest_one = {}, nil, 0, 0, 0
  for i, width in ipairs(widest) do
    if i <= lead then head = head + width + 2
    else widest_one = math.max(widest_one, width) end
  end
  while lead > 1 and head + widest_one > most do
    head, widest_one = head - widest[lead] - 2,
      math.max(widest_one, widest[lead])
    lead = lead - 1
  end
  for i = lead + 1, #widest do
    if not group or used + widest[i] > most and #group > lead then
      group, used = {}, head
      for k = 1, lead do group[k] = k end
      groups[#groups + 1] = group
    end
    group[#group + 1] = i
    used = used + widest[i] + 2
  end
  return groups
end

--- The given columns of a table as text.
local function columns_text(rows, widest, align, columns)
  local lines = {}
  for n, row in ipairs(rows) do
    local cells = {}
    for _, i in ipairs(columns) do
      if row[i] ~= nil then
        local text, width = measured(row[i])
        local gap = (" "):rep(widest[i] - width)
        cells[#cells + 1] = align:sub(i, i) == "<" and text .. gap
          or gap .. text
      end
    end
    local line = table.concat(cells, "  "):gsub("%s+$", "")
    lines[#lines + 1] = n == 1 and term.paint("bold", line) or line
  end
  return table.concat(lines, "\n") .. "\n"
end

--- A table as text: rows of cells, of which the first is the head. Column i is
--- aligned to the left if character i of `align` is "<", else to the right. A
--- table that is wider than `most` (default: term.width) is folded into pieces,
--- which all begin with its first `lead` columns (default: 1).
function term.table(rows, align, lead, most)
  most = most or term.width
  local widest, all, sum = widths_of(rows), {}, -2
  for i, width in ipairs(widest) do
    all[i], sum = i, sum + width + 2
  end
  if not most or sum <= most then
    return columns_text(rows, widest, align, all)
  end
  local pieces = {}
  for i, group in ipairs(groups_of(widest, lead or 1, most)) do
    pieces[i] = columns_text(rows, widest, align, group)
  end
  return table.concat(pieces, "\n")
end

--- The part of a line that fits into the terminal, or 80 columns.
local function cut(line)
  local last = utf8.len(line) and utf8.offset(line, term.width or 80)
  return last and line:sub(1, last - 1) or line
end

--- A function that sends a page, which draws its own bar, what is done of the
--- total.
local function page_progress(total)
  local sent = aurum.sys.clock()
  return function(done)
    local now = aurum.sys.clock()
    if not done or now - sent < 0.2 then return end
    sent = now
    aurum.news(('{"done":%d,"total":%d}'):format(done, total))
  end
end

--- A rate as text: a slow one has two digits that count.
local function rate_text(rate)
  return (rate < 10 and "%.2g" or "%.0f"):format(rate)
end

--- A progress bar on standard error, if that is a terminal, after one second.
--- `bar(done[, note])` shows it, with the text that `note()` returns; `bar()`
--- removes it.
function term.progress(total, quiet)
  if aurum.news and not quiet then return page_progress(total) end
  if quiet or dumb or not aurum.sys.is_terminal "stderr" then
    return function() end
  end
  local start, shown = aurum.sys.clock(), aurum.sys.clock() + 0.8
  local drawn = 0 -- columns of the bar on the screen
  local function draw(line)
    local columns = utf8.len(line) or #line
    io.stderr:write("\r", line, (" "):rep(drawn - columns))
    drawn = columns
  end
  return function(done, note)
    local now = aurum.sys.clock()
    if not done then
      if drawn > 0 then
        draw ""
        io.stderr:write "\r"
      end
      return
    end
    if now - shown < 0.2 then return end
    shown = now
    local rate = done / (now - start)
    local width = (note or term.width) and 10 or 30
    local filled = done * width // total
    local speed = done == 0 and "" or ("%s/s  %s left"):format(
      rate_text(rate), format.duration((total - done) / rate))
    draw(cut(("[%s%s] %d/%d  %s  %s"):format(("#"):rep(filled),
      (" "):rep(width - filled), done, total, speed,
      note and term.plain(note()) or "")))
  end
end

return term
