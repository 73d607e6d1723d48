-- Pages: one self-contained HTML file made of the parts in repl/web/, the data
-- of what it shows, and the same as text for a browser without JavaScript.
local aurum = require "aurum"
local json = require "aurum.text.json"
local output = require "aurum.text.output"
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

--- The foot of a page: what made it, from which `seed` (nil: none), by which
--- version of the `judge` (nil: none).
local function foot_of(parts)
  local made = "Made by aurum " .. aurum.version
  if parts.judge then made = ("%s, judge %d"):format(made, parts.judge) end
  if parts.seed then
    made = ("%s, seed <bdi>%s</bdi>"):format(made,
      web.escape(aurum.plain(parts.seed)))
  end
  return ("%s: <code>%s</code>"):format(made, web.escape(
    type(parts.command) == "table" and command_line(parts.command)
      or parts.command))
end

--- Links to other pages, each { text =, page = a file }, as HTML; "" for none.
local function links_of(links)
  local parts = {}
  for i, link in ipairs(links or {}) do
    parts[i] = ('<a href="%s">%s</a>'):format(web.escape(link.page),
      web.escape(link.text))
  end
  return table.concat(parts, "\n")
end

--- The element by which a browser finds the feed in a file; "" for none.
local function feed_of(file)
  return file and ('\n<link rel="alternate" type="application/atom+xml" '
    .. 'title="What changed" href="%s">'):format(web.escape(file)) or ""
end

--- A page. `parts`: `title`, a plain text; `command`, the words of the command
--- that makes it or a text that names it; `seed` and `judge` as above; `links`
--- to other pages, { text =, page = a file } each, and `feed`, a file, or nil;
--- `body`, HTML; `data`, made by web.json; `scripts`, names in repl/web/.
local function assemble(parts)
  local scripts = { '"use strict";\n' }
  for _, name in ipairs(parts.scripts) do
    scripts[#scripts + 1] = part(name .. ".js")
  end
  local values = { title = web.escape(parts.title), version = aurum.version,
    foot = foot_of(parts), links = parts.links
      and ('<nav aria-label="Pages">%s</nav>\n'):format(links_of(parts.links))
      or "", head = feed_of(parts.feed), style = part "style.css",
    script = table.concat(scripts, "\n"), data = parts.data,
    body = parts.body }
  return (part "page.html":gsub("@(%l+)@", values))
end

--- A page of games. `parts`: `title`, `command`, `seed`, `judge`, `links` as
--- above; `data`, a list of texts made by web.json; `text`, one of HTML
--- for a browser without JavaScript.
function web.games(parts)
  return assemble { title = parts.title, command = parts.command,
    seed = parts.seed, judge = parts.judge, links = parts.links,
    data = table.concat(parts.data),
    body = ([[
<noscript>
<p>The table and the controls of this page need JavaScript, which is off. These
are the games as text.</p>
%s</noscript>]]):format(table.concat(parts.text)),
    scripts = { "frame", "cards", "table", "lists", "decision",
      "graph", "arrow", "player", "sort", "summary", "games" } }
end

-- ---- Reports ---------------------------------------------------------------

--- A text as the HTML of a cell.
local function cell_text(text)
  return web.escape(tostring(text):match "^%s*(.-)%s*$")
end

--- The cells of a row of a table. Cells are texts, and may have blanks around
--- them, as in the tables of the terminal; or links, { text =, page = a file }.
--- `classes` has those of columns.
local function row_of(cells, name, classes)
  local parts = {}
  for i, cell in ipairs(cells) do
    local html = type(cell) == "table" and ('<a href="%s">%s</a>'):format(
      web.escape(cell.page), cell_text(cell.text)) or cell_text(cell)
    parts[i] = ("<%s%s>%s</%s>"):format(name == "td" and name
      or 'th scope="col"', classes and classes[i]
      and (' class="%s"'):format(classes[i]) or "", html, name)
  end
  return "<tr>" .. table.concat(parts) .. "</tr>\n"
end

--- A table of rows, the first of which has the heads.
local function table_of(rows, label, classes)
  local body = {}
  for i = 2, #rows do body[i - 1] = row_of(rows[i], "td", classes) end
  return ('<div class="scroll" tabindex="0" role="region" aria-label="%s">'
    .. "<table>\n<thead>%s</thead>\n<tbody>\n%s</tbody>\n</table></div>\n")
    :format(web.escape(label), row_of(rows[1], "th", classes),
      table.concat(body))
end

--- Lines of text as paragraphs.
local function paragraphs(text, class)
  local parts = {}
  for line in text:gmatch "[^\n]+" do
    parts[#parts + 1] = ('<p class="%s">%s</p>\n'):format(class,
      web.escape(line))
  end
  return table.concat(parts)
end

local narrow = 44 * 9 -- pixels of a picture that shrinks to a phone's width

--- A picture and its caption, which names its method. Wider pictures scroll.
local function figure_of(figure)
  local wide = tonumber(figure.picture:match 'viewBox="0 0 (%d+)')
  local scrolls = wide > narrow
    and (' tabindex="0" role="region" aria-label="%s" style="--wide:%dpx"')
      :format(web.escape(figure.caption), wide) or ""
  return ('<figure class="%s"><div class="picture"%s>%s</div>\n<figcaption>'
    .. "%s</figcaption></figure>\n"):format(wide > narrow and "wide" or "",
      scrolls, figure.picture, web.escape(figure.caption))
end

--- Texts of files, each to be opened.
local function files_of(files)
  local parts = {}
  for i, file in ipairs(files) do
    parts[i] = ('<details><summary>%s</summary>\n<pre class="scroll" '
      .. 'tabindex="0">%s</pre></details>\n'):format(web.escape(file.name),
      web.escape(aurum.plain(file.text, math.maxinteger, "\n\t")))
  end
  return table.concat(parts)
end

--- A section of a report as HTML; "" if it has neither rows nor figures, and no
--- note to stand alone.
local function section_of(section)
  local parts, figures = {}, {}
  if section.rows and #section.rows > 1 then
    parts[1] = table_of(section.rows, section.heading, section.classes)
  end
  local note = paragraphs(section.note or "", "soft")
    .. links_of(section.links)
  if note ~= "" then
    parts[#parts + 1] = ('<div class="note">\n%s</div>\n'):format(note)
  end
  for i, figure in ipairs(section.figures or {}) do
    figures[i] = figure_of(figure)
  end
  if figures[1] then
    parts[#parts + 1] = ('<div class="figures%s">\n%s</div>\n'):format(
      #figures == 1 and " one" or "", table.concat(figures))
  end
  if section.files and section.files[1] then
    parts[#parts + 1] = ('<div class="note">\n%s</div>\n'):format(
      files_of(section.files))
  end
  local content = table.concat(parts)
  return content == "" and "" or ("<section>\n<h2>%s</h2>\n%s</section>\n")
    :format(web.escape(section.heading), content)
end

--- A picture of aurum.chart for a report, as narrow as a phone: one of `kind`,
--- with its `options` and a caption, which says what it shows and by which
--- method.
function web.figure(kind, options, caption)
  options.svg, options.width = true, narrow // 9
  return { picture = aurum.chart[kind](options), caption = caption }
end

--- A report. `report`: `title`, `command`, `seed`, `judge`, `links` and `feed`
--- as above; `lead`, lines that say the result; `data`, plain data for other
--- programs; and `sections`, each { heading =, rows =, note =, figures = }:
--- rows of texts with the heads first, a text about them, and a list from
--- web.figure. A section may also have `files`, { name =, text = } each;
--- `links` as above; and `classes` of columns, by number: "text" for words,
--- "long" for sentences, which wrap.
function web.report(report)
  local parts = { '<div class="report">\n', paragraphs(report.lead, "lead") }
  for _, section in ipairs(report.sections) do
    parts[#parts + 1] = section_of(section)
  end
  parts[#parts + 1] = [[
</div>
<p><button type="button" id="copy" hidden>Copy the data</button></p>
<textarea id="text-of-data" aria-label="The data as JSON" rows="6" readonly
hidden></textarea>]]
  return assemble { title = report.title, command = report.command,
    seed = report.seed, judge = report.judge, links = report.links,
    feed = report.feed, data = web.json(report.data),
    body = table.concat(parts), scripts = { "sort", "report" } }
end

-- ---- The file of --html ----------------------------------------------------

local file = {}
file.__index = file

local longest = 64 << 20 -- bytes of a page that is looked at

--- True if a file is empty or a page that the same command made.
local function is_own(path, words)
  local size, text = aurum.sys.look(path, longest)
  return size == 0 or size ~= nil and text:find("<code>"
    .. web.escape(command_line(words)) .. "</code></p>\n</footer>", 1, true)
    ~= nil
end

--- Opens the file of --html (options.html); nil without that option. The
--- command ends if the file cannot be written: before it plays, not after. A
--- command that resumes a run replaces the page that it wrote before.
function web.open(args, resumes)
  if not args.html then return nil end
  return setmetatable({ path = args.html, writer = output.writer(args.html,
    args.force or resumes and is_own(args.html, args.typed)) }, file)
end

--- Writes the page and closes the file.
function file:write(page)
  term.checked(self.path, self.writer:write(page))
  term.checked(self.path, self.writer:close())
end

return web
