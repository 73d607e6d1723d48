-- What commands print with: checked output, tables, colour, progress.
local aurum = require "aurum"
local cell = require "lua.cell"
local term = {}

-- Marks what term.fail raises, so that no error of a script's is taken for it.
term.failure = {}

--- End the command with a message for the user, nil for none, and an exit
--- status (1).
function term.fail(message, status)
  error(setmetatable({ message = message, status = status or 1 },
    term.failure), 0)
end

--- Write to standard output; a full disk or a closed pipe ends the command.
function term.write(...)
  local good, problem = io.stdout:write(...)
  if good then return end
  term.fail("standard output: " .. problem)
end

--- What a writer's call gave; the command ends if that is nothing.
function term.checked(path, good, problem)
  if good then return good end
  term.fail(("%s: %s"):format(path == "-" and "standard output" or path,
    problem))
end

--- A writer of a new file, of a device or of a pipe; with `force` of a file
--- that is replaced. The command ends if there is none.
function term.writer(path, force)
  local writer, problem = aurum.writer(path, force and "replace" or "new")
  if problem == "File exists" then
    problem = "it exists; --force replaces it"
  end
  return term.checked(path, writer, problem)
end

local dumb = os.getenv "TERM" == "dumb"
local colours = (os.getenv "NO_COLOR" or "") == "" and not dumb
  and aurum.is_terminal "stdout"
local codes = { bold = 1, dim = 2, red = 31, green = 32, yellow = 33,
  blue = 34, magenta = 35, cyan = 36 }

--- Text in a colour where standard output is a terminal that shows it.
function term.paint(colour, text)
  if not colours then return text end
  return ("\27[%dm%s\27[0m"):format(codes[colour], text)
end

local function escaped(bytes)
  return (bytes:gsub(".", function(c) return ("\\%d"):format(c:byte()) end))
end

--- Text from elsewhere (a record, a bot's message), its control characters
--- written as "\27", since a terminal would obey them; but those in `kept`.
--- U+0080 to U+009F are some too, and so may be what is no UTF-8.
function term.plain(text, kept)
  text = utf8.len(text) and text:gsub("\xc2[\x80-\x9f]", escaped)
    or text:gsub("[\x80-\xff]", escaped)
  return (text:gsub("%c", function(c)
    return kept and kept:find(c, 1, true) and c or escaped(c)
  end))
end

--- Words as a list of lines of at most `width`, those after the first under
--- `indent`.
function term.fold(text, width, indent)
  local lines, line = {}, nil
  for word in text:gmatch "%S+" do
    if line and #line + 1 + #word > width then
      lines[#lines + 1] = line
      line = indent .. word
    else
      line = line and line .. " " .. word or text:match "^%s*" .. word
    end
  end
  lines[#lines + 1] = line
  return lines
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

--- A cell's text and its width; what is no UTF-8 counts by its bytes.
local function measured(value)
  local text = term.plain(tostring(value))
  return text, utf8.len(text) or #text
end

--- A table as text: rows of cells, the first row its head. Numbers stand to
--- the right, in a column that begins with "<" in `align` to the left.
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

--- Seconds in the unit that suits them.
local function span(seconds)
  if seconds < 120 then return ("%.0f s"):format(seconds) end
  if seconds < 7200 then return ("%.0f min"):format(seconds / 60) end
  if seconds < 172800 then return ("%.0f h"):format(seconds / 3600) end
  return ("%.0f days"):format(seconds / 86400)
end

--- What of a line fits 80 columns without going on in the next.
local function cut(line)
  local last = utf8.len(line) and utf8.offset(line, 80)
  return last and line:sub(1, last - 1) or line
end

--- A progress bar on stderr, on a terminal only and after a second:
--- `bar(done[, note])` shows it, with what `note()` says, `bar()` takes it
--- away.
function term.progress(total, quiet)
  if quiet or dumb or not aurum.is_terminal "stderr" then
    return function() end
  end
  local start, shown = aurum.clock(), aurum.clock() + 0.8
  local drawn = false
  return function(done, note)
    local now = aurum.clock()
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
      span((total - done) / rate), note and note() or "")), "\27[K")
  end
end

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\" }

--- A value as JSON: a table with `[1]`, or an empty one, is a list, any other
--- an object with its keys sorted.
function term.json(value)
  if type(value) == "string" then
    if not utf8.len(value) then -- JSON is UTF-8
      value = value:gsub("[\x80-\xff]", "\u{fffd}")
    end
    return '"' .. value:gsub('[%c"\\]', function(c)
      return escapes[c] or ("\\u%04x"):format(c:byte())
    end) .. '"'
  end
  if math.type(value) == "float" then
    -- not a number of JSON: infinities and not-a-number
    if value ~= value or value - value ~= 0 then return "null" end
    return ("%.10g"):format(value)
  end
  if type(value) ~= "table" then return tostring(value) end
  local parts = {}
  if value[1] ~= nil or next(value) == nil then
    for i, item in ipairs(value) do parts[i] = term.json(item) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  local keys = {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys)
  for i, key in ipairs(keys) do
    parts[i] = term.json(key) .. ":" .. term.json(value[key])
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

--- A list of n (#cells) cells as a line of CSV.
function term.csv(cells, n)
  local list = {}
  for i = 1, n or #cells do list[i] = cell(cells[i]) end
  return table.concat(list, ",") .. "\n"
end

return term
