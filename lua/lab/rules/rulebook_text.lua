-- The rulebook of a variant (lua/lab/rules/variant_rulebook.lua) as text for a
-- terminal, as Markdown, and as a page for a browser or a printer.
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"
local rulebook_text = {}

local least_margin = 6 -- columns for the number of a rule

--- The title, and a line that explains the mark *, or says that there is none;
--- nil for a whole book without a base.
local function head_of(book)
  local title = ("The rules of Aurum: %s, %d players"):format(
    term.plain(book.title), book.players)
  local note
  if book.base then
    note = (book.sections[1] and "Rules marked * differ from: %s."
      or "No rule differs from: %s."):format(term.plain(book.base))
  elseif book.partial then
    note = "These rules build on no others, so nothing differs."
  end
  return title, note
end

--- The columns for numbers, in which the longest of a list of sections has a
--- space behind it.
local function margin_of(sections)
  local most = least_margin
  for _, section in ipairs(sections) do
    for _, rule in ipairs(section.rules) do
      most = math.max(most, #rule.number + (rule.changed and 2 or 1))
    end
  end
  return most
end

--- The rules of a section with those of one number joined: { number, text,
--- changed }.
local function joined(section)
  local list, last = {}, nil
  for _, rule in ipairs(section.rules) do
    if last and last.number == rule.number then
      last.text = last.text .. " " .. rule.text
    else
      last = { number = rule.number, text = rule.text }
      list[#list + 1] = last
    end
    last.changed = last.changed or rule.changed
    last.mark = last.mark or rule.mark
  end
  for _, rule in ipairs(list) do
    if rule.mark then rule.text = rule.text .. " " .. rule.mark end
  end
  return list
end

--- Adds the rules of a section to lines of at most `width` columns, with their
--- numbers in the margin.
local function add_rules(lines, section, width, margin)
  for _, rule in ipairs(joined(section)) do
    local number = rule.number .. (rule.changed and "*" or "")
    local text = wrap.lines(term.plain(rule.text):gsub("`", ""),
      width - margin, "")
    for i, line in ipairs(text) do
      lines[#lines + 1] = (i == 1 and number .. (" "):rep(margin - #number)
        or (" "):rep(margin)) .. line
    end
  end
end

--- Text of at most `width` columns.
function rulebook_text.of(book, width)
  local title, note = head_of(book)
  local lines = { term.paint("bold", title) }
  if note then lines[2] = wrap.paragraphs(note, width) end
  for _, section in ipairs(book.sections) do
    lines[#lines + 1] = "\n" .. term.paint("bold", ("%d %s"):format(
      section.number, section.title))
    if section.note then
      lines[#lines + 1] = wrap.paragraphs(section.note, width)
    end
    add_rules(lines, section, width, margin_of(book.sections))
  end
  return table.concat(lines, "\n") .. "\n"
end

--- The rules of a book for which `wanted(rule)` is true, as text without heads
--- and marks; nil if there are none.
function rulebook_text.some(book, width, wanted)
  local lines, sections = {}, {}
  for i, section in ipairs(book.sections) do
    sections[i] = { rules = {} }
    for _, rule in ipairs(section.rules) do
      if wanted(rule) then
        table.insert(sections[i].rules, { number = rule.number,
          text = rule.text, mark = rule.mark })
      end
    end
  end
  for _, section in ipairs(sections) do
    add_rules(lines, section, width, margin_of(sections))
  end
  return lines[1] and table.concat(lines, "\n")
end

--- Text that Markdown shows as it is, but for the quotes of code.
local function marked_down(text)
  return (term.plain(text):gsub("[\\*_<>%[%]#|]", "\\%0"))
end

--- Adds the rules of a section to blocks of Markdown, with examples by number.
local function add_marked_down(blocks, section, examples)
  for _, rule in ipairs(joined(section)) do
    blocks[#blocks + 1] = ("**%s%s** %s"):format(rule.number,
      rule.changed and "\\*" or "", marked_down(rule.text))
    local example = examples and examples[rule.number]
    if example then
      blocks[#blocks + 1] = "> Example: " .. marked_down(example)
    end
  end
end

function rulebook_text.markdown(book)
  local title, note = head_of(book)
  local blocks = { "# " .. marked_down(title) }
  if note then blocks[2] = marked_down(note) end
  for _, section in ipairs(book.sections) do
    blocks[#blocks + 1] = ("## %d %s"):format(section.number, section.title)
    blocks[#blocks + 1] = section.note
    add_marked_down(blocks, section, book.examples)
  end
  if book.reference then
    blocks[#blocks + 1] = "## Reference"
    for _, part in ipairs(book.reference) do
      blocks[#blocks + 1] = "### " .. part.title
      blocks[#blocks + 1] = part.note
      add_marked_down(blocks, part)
    end
  end
  return table.concat(blocks, "\n\n") .. "\n"
end

local escapes = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;",
  ['"'] = "&quot;" }

local function escaped(text)
  return (term.plain(text):gsub('[&<>"]', escapes))
end

--- A text with its quotes of code.
local function coded(text)
  return (escaped(text):gsub("`([^`]*)`", "<code>%1</code>"))
end

local style = [[
body { font: 11pt/1.4 Georgia, serif; max-width: 42em; margin: 2em auto;
  padding: 0 1em; color: #1c1b18; background: #fff; }
h1 { font-size: 1.5em; line-height: 1.2; }
h2 { font-size: 1.1em; margin: 1.4em 0 0.3em; break-after: avoid; }
p { margin: 0.3em 0 0.3em 3.8em; break-inside: avoid; }
b { float: left; margin-left: -3.8em; }
.changed { border-left: 0.25em solid #b8860b; padding-left: 0.6em;
  margin-left: 2.95em; }
p.note { margin-left: 0; }
.example { font-style: italic; }
.reference { break-before: page; page: reference; columns: 2; column-gap: 2em;
  font-size: 8.5pt; line-height: 1.25; }
.reference h2 { column-span: all; margin-top: 0; }
.reference h3 { font-size: 1.1em; margin: 0.6em 0 0.2em; break-after: avoid; }
.reference p { margin: 0.2em 0 0.2em 3.8em; }
.reference .changed { margin-left: 2.95em; }
code { font-family: inherit; font-weight: bold; }
@media (prefers-color-scheme: dark) {
  @media screen { body { color: #e8e4da; background: #1b1a17; } } }
@media not screen { body { max-width: none; margin: 0; padding: 0; } }
@page { margin: 18mm; }
@page reference { margin: 10mm; }]]

--- Adds the rules of a section to lines of HTML, with examples by number. With
--- `anchors` a rule can be linked to.
local function add_html(lines, section, examples, anchors)
  for _, rule in ipairs(joined(section)) do
    lines[#lines + 1] = ('<p%s%s><b>%s%s</b> %s</p>'):format(
      anchors and (' id="%s"'):format(rule.number) or "",
      rule.changed and ' class="changed"' or "", rule.number,
      rule.changed and "*" or "", coded(rule.text))
    local example = examples and examples[rule.number]
    if example then
      lines[#lines + 1] = ('<p class="example">Example: %s</p>'):format(
        coded(example))
    end
  end
end

--- A page that loads nothing and fits a printer. The reference is on a sheet
--- of paper for itself.
function rulebook_text.html(book)
  local title, note = head_of(book)
  local lines = { '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ("<title>%s</title>\n<style>\n%s\n</style>"):format(escaped(title), style),
    ("<h1>%s</h1>"):format(escaped(title)) }
  if note then lines[#lines + 1] = ("<p>%s</p>"):format(escaped(note)) end
  for _, section in ipairs(book.sections) do
    lines[#lines + 1] = ("<h2>%d %s</h2>"):format(section.number, section.title)
    if section.note then
      lines[#lines + 1] = ('<p class="note">%s</p>'):format(section.note)
    end
    add_html(lines, section, book.examples, true)
  end
  if book.reference then
    lines[#lines + 1] = ('<section class="reference">\n<h2>Reference: %s, %d '
      .. 'players</h2>'):format(escaped(book.title), book.players)
    for _, part in ipairs(book.reference) do
      lines[#lines + 1] = ("<h3>%s</h3>"):format(part.title)
      if part.note then
        lines[#lines + 1] = ('<p class="note">%s</p>'):format(part.note)
      end
      add_html(lines, part)
    end
    lines[#lines + 1] = "</section>"
  end
  return table.concat(lines, "\n") .. "\n</html>\n"
end

return rulebook_text
