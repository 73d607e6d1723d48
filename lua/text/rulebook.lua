-- The rules of the game, core/RULES.md, as text for a terminal: the whole page,
-- one section or one rule.
--
-- The page is simple Markdown. Blank lines separate its blocks, which are
-- headings ("## 6 Playing a trick" opens section 6), paragraphs, lists and
-- tables. A paragraph that begins with "**6.3**" opens rule 6.3, which ends at
-- the next rule or heading.
local aurum = require "aurum"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"
local rulebook = {}

--- Width of the margin of a rule, which holds its number.
local margin = 6

--- A text without the marks of Markdown.
local function unmarked(text)
  return (text:gsub("[*`]", ""))
end

--- The kind of a block and its number, nil if it has none.
local function kind_of(text)
  if text:find "^#" then return "heading", text:match "^## (%d+) " end
  if text:find "^|" then return "table" end
  if text:find "^%- " then return "list" end
  return "paragraph", text:match "^%*%*(%d+%.%d+)%*%* "
end

local blocks -- the page, read when it is first needed

--- The blocks of the page: `kind text`, and the `section` and `rule` they are
--- in; `opens`, the number of the section or rule that begins with the block.
--- Or nil and a message.
local function page()
  if blocks then return blocks end
  local file, problem = io.open(aurum.home .. "/core/RULES.md")
  if not file then return nil, problem end
  local text = file:read "a"
  file:close()
  local found, section, rule = {}, nil, nil
  for block in (text .. "\n\n"):gmatch "(%S.-)\n\n" do
    local kind, opens = kind_of(block)
    if kind == "heading" then section, rule = opens, nil end
    if kind == "paragraph" then rule = opens or rule end
    found[#found + 1] = { kind = kind, text = block, opens = opens,
      section = section, rule = rule }
  end
  blocks = found
  return blocks
end

--- The numbers of all sections and rules, in the order of the page; an empty
--- list if the page cannot be read.
function rulebook.numbers()
  local numbers = {}
  for _, block in ipairs(page() or {}) do
    numbers[#numbers + 1] = block.opens
  end
  return numbers
end

local function list_lines(text, width)
  local lines = {}
  for item in text:gsub("\n%- ", "\0- "):gmatch "%Z+" do
    for _, line in ipairs(wrap.lines(item, width, "  ")) do
      lines[#lines + 1] = line
    end
  end
  return lines
end

local function table_lines(text)
  local rows, lines = {}, {}
  for line in text:gmatch "[^\n]+" do
    local row = {}
    for value in line:gmatch "| *([^|]-) *%f[|]" do row[#row + 1] = value end
    if not line:find "^|%-" then rows[#rows + 1] = row end
  end
  for line in term.table(rows, ""):gmatch "[^\n]+" do
    lines[#lines + 1] = line
  end
  return lines
end

local function paragraph_lines(text, width)
  return wrap.lines(text, width, "")
end

--- Functions that make the lines of a block, by its kind.
local folders = { paragraph = paragraph_lines, list = list_lines,
  table = table_lines }

--- A block as text. A rule is indented; its number is in the margin.
local function block_text(block, width)
  local text = unmarked(block.text)
  if block.kind == "heading" then
    return term.paint("bold", (text:gsub("^#+ ", "")))
  end
  if block.opens then text = text:sub(#block.opens + 2) end
  local indent = (" "):rep(block.rule and margin or 0)
  local lines = folders[block.kind](text, width - #indent)
  text = indent .. table.concat(lines, "\n" .. indent)
  if not block.opens then return text end
  return term.paint("bold", block.opens) .. text:sub(#block.opens + 1)
end

--- The message for an unknown rule or section, with those that exist.
local function unknown(number)
  if not number:find "^%d+$" and not number:find "^%d+%.%d+$" then
    return ("expected the number of a rule or a section, such as 6.3 or 6, "
      .. "got '%s'"):format(number)
  end
  local section, sections, rules = number:match "^%d+", {}, {}
  for _, block in ipairs(blocks) do
    if block.opens and block.opens == block.section then
      sections[#sections + 1] = block.opens
    elseif block.opens and block.section == section then
      rules[#rules + 1] = block.opens
    end
  end
  if #rules == 0 and section == sections[#sections] then
    return ("there is no rule %s on this page; `aurum variant rules V` prints "
      .. "those of a variant"):format(number)
  elseif #rules == 0 then
    return ("there is no section %s; the sections are %s to %s"):format(section,
      sections[1], sections[#sections])
  end
  return ("there is no rule %s; section %s has the rules %s to %s"):format(
    number, section, rules[1], rules[#rules])
end

--- The page as text of a width, or only the section or rule of a number such as
--- "6" or "6.3". Or nil, a message, and true if the number is wrong.
function rulebook.text(number, width)
  local found, problem = page()
  if not found then return nil, problem end
  local parts = {}
  for _, block in ipairs(found) do
    if not number or block.section == number or block.rule == number then
      parts[#parts + 1] = block_text(block, width)
    end
  end
  if #parts == 0 then return nil, unknown(number), true end
  return table.concat(parts, "\n\n") .. "\n"
end

return rulebook
