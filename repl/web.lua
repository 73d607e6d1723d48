-- Pages: one self-contained HTML file made of the parts in repl/web/, the data
-- of what it shows, and the same as text for a browser without JavaScript.
local aurum = require "aurum"
local json = require "aurum.text.json"
local term = require "aurum.text.term"
local web = {}

local folder = aurum.home .. "/repl/web/"

--- Text with the characters that mean something in HTML replaced.
function web.escape(text)
  return (text:gsub("[&<>\"']", { ["&"] = "&amp;", ["<"] = "&lt;",
    [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;" }))
end

--- Plain data as JSON that may stand in a script element: no "<" can end it.
function web.json(data)
  return (json.encode(data):gsub("<", "\\u003c")
    :gsub("\226\128[\168\169]", { ["\226\128\168"] = "\\u2028",
      ["\226\128\169"] = "\\u2029" }))
end

local function part(name)
  local file <close> = assert(io.open(folder .. name, "rb"))
  return file:read "a"
end

--- The words of a command line as a person types them: those that a shell would
--- take apart are quoted.
local function command_line(words)
  local parts = { "aurum" }
  for _, word in ipairs(words) do
    word = aurum.plain(word)
    parts[#parts + 1] = word:find "^[%w%-_./:=,+@%%]+$" and word
      or "'" .. word:gsub("'", "'\\''") .. "'"
  end
  return table.concat(parts, " ")
end

--- A page. `parts`: `title`, a plain text; `command`, the words of the command
--- that makes it, or `made`, a text that says so; `body`, HTML; `data`, made by
--- web.json; `scripts`, names in repl/web/.
local function assemble(parts)
  local scripts = { '"use strict";\n' }
  for _, name in ipairs(parts.scripts) do
    scripts[#scripts + 1] = part(name .. ".js")
  end
  local values = { title = web.escape(parts.title), version = aurum.version,
    foot = parts.made and web.escape(parts.made)
      or ("Made by aurum %s: <code>%s</code>"):format(aurum.version,
          web.escape(command_line(parts.command))),
    style = part "style.css",
    script = table.concat(scripts, "\n"), data = parts.data,
    body = parts.body }
  return (part "page.html":gsub("@(%l+)@", values))
end

--- A page of games. `parts`: `title`, `command` or `made` as above; `data`, a
--- list of texts made by web.json; `text`, one of HTML for a browser without
--- JavaScript.
function web.games(parts)
  return assemble { title = parts.title, command = parts.command,
    made = parts.made, data = table.concat(parts.data), body = ([[
<noscript>
<p>The table and the controls of this page need JavaScript, which is off. These
are the games as text.</p>
%s</noscript>]]):format(table.concat(parts.text)),
    scripts = { "frame", "cards", "table", "lists", "graph", "player" } }
end

-- ---- Reports ---------------------------------------------------------------

--- The cells of a row of a table. Cells are texts, and may have blanks around
--- them, as in the tables of the terminal.
local function row_of(cells, name)
  local parts = {}
  for i, cell in ipairs(cells) do
    parts[i] = ("<%s>%s</%s>"):format(name == "td" and name
      or 'th scope="col"', web.escape(tostring(cell):match "^%s*(.-)%s*$"),
      name)
  end
  return "<tr>" .. table.concat(parts) .. "</tr>\n"
end

--- A table of rows, the first of which has the heads.
local function table_of(rows, label)
  local body = {}
  for i = 2, #rows do body[i - 1] = row_of(rows[i], "td") end
  return ('<div class="scroll" tabindex="0" role="region" aria-label="%s">'
    .. "<table>\n<thead>%s</thead>\n<tbody>\n%s</tbody>\n</table></div>\n")
    :format(web.escape(label), row_of(rows[1], "th"), table.concat(body))
end

--- A report. `report`: `title`; `command` as above; `data`, plain data for
--- other programs; and `sections`, each { heading =, rows =, picture =,
--- note = }: rows of texts with the heads first, an SVG element of aurum.chart,
--- and a text that names the method.
function web.report(report)
  local parts = {}
  for i, section in ipairs(report.sections) do
    local lines = { ("<section>\n<h2>%s</h2>\n"):format(
      web.escape(section.heading)) }
    if section.rows then
      lines[#lines + 1] = table_of(section.rows, section.heading)
    end
    lines[#lines + 1] = section.picture
    if section.note then
      lines[#lines + 1] = ('<p class="soft">%s</p>\n'):format(
        web.escape(section.note))
    end
    parts[i] = table.concat(lines) .. "</section>\n"
  end
  parts[#parts + 1] = [[
<p><button type="button" id="copy" hidden>Copy the data</button></p>
<textarea id="text-of-data" aria-label="The data as JSON" rows="6" readonly
hidden></textarea>]]
  return assemble { title = report.title, command = report.command,
    data = web.json(report.data), body = table.concat(parts),
    scripts = { "report" } }
end

-- ---- The file of --html ----------------------------------------------------

local file = {}
file.__index = file

--- Opens the file of --html (options.html); nil without that option. The
--- command ends if the file cannot be written: before it plays, not after.
function web.open(args)
  if not args.html then return nil end
  return setmetatable({ path = args.html,
    writer = term.writer(args.html, args.force) }, file)
end

--- Writes the page and closes the file.
function file:write(page)
  term.checked(self.path, self.writer:write(page))
  term.checked(self.path, self.writer:close())
end

return web
