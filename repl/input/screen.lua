-- The screen of a person: a pager for text that is longer than it, and
-- clearing. The pager is $PAGER; without one, "--more--" waits for a key.
local aurum = require "aurum"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"
local edit = aurum.edit
local screen = {}

local dumb = os.getenv "TERM" == "dumb"

--- True if both ends of the session are a terminal that can page.
function screen.can_page()
  return not dumb and aurum.sys.is_terminal "stdin"
    and aurum.sys.is_terminal "stdout"
end

--- Clears the screen, if it is one.
function screen.clear()
  if dumb or not aurum.sys.is_terminal "stdout" then return end
  term.control "\27[H\27[2J\27[3J"
end

--- The lines of a text and the rows of the screen that each takes.
local function measured(text, width)
  local list, rows, sum = {}, {}, 0
  for line in text:gmatch "([^\n]*)\n" do
    list[#list + 1] = line
    rows[#list] = math.max(1, (wrap.width(line) + width - 1) // width)
    sum = sum + rows[#list]
  end
  return list, rows, sum
end

-- The rows that a key at "--more--" shows: a screen by default.
local steps = { ["\n"] = 1, ["\r"] = 1, ["\27[B"] = 1, ["\27OB"] = 1 }

--- The rows of a page, above "--more--".
local function page_rows()
  return math.max(edit.height() - 1, 1)
end

--- Waits for a key below a page. Returns the rows to show next, nil to stop.
local function more()
  term.write(term.paint("bold", "--more--"))
  local key = edit.key()
  term.control "\r\27[K"
  if not key or key == "q" or key == "Q" or key == "\4" then return nil end
  return steps[key] or page_rows()
end

--- Shows lines page by page. Returns true if the person left before the end.
local function show_pages(list, rows)
  local left, is_first = page_rows(), true
  for i, line in ipairs(list) do
    if left < rows[i] and not is_first then
      left = more()
      if not left then return true end
    end
    term.write(line, "\n")
    is_first = false
    left = left - rows[i]
  end
end

--- Writes a text that ends with a newline; page by page if it is longer than
--- the screen. Returns true if the person left "--more--" before the end.
function screen.page(text)
  local list, rows, sum = measured(text, math.max(edit.width(), 1))
  local pager = os.getenv "PAGER" or ""
  if sum < edit.height() or pager == "cat" then return term.write(text) end
  if pager == "" then return show_pages(list, rows) end
  -- As git does: less shows colours and leaves short texts on the screen.
  local status = edit.run("LESS=${LESS-FRX} " .. pager, term.safe(text))
  if status == 127 then term.write(text) end -- it could not be run
end

return screen
