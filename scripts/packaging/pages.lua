-- Writes the man pages, as scdoc's sources, and the reference of the API:
--   aurum run scripts/packaging/pages.lua [--reference] FOLDER
-- With --reference it writes only the reference, with links to other pages of
-- the site.
-- `make man` and `make reference` do the rest.
--
-- Pages of commands come from the options that --help shows
-- (repl/line/subcommands.lua); aurum(3lua) and the reference from
-- lua/aurum.d.lua and lua/scripts.d.lua; aurum-record(5) from core/RECORD.md.
-- scripts/packaging/man has the prose of the others. There, a line
-- `@NAME ARGUMENT` is replaced by what `parts.NAME` makes, and `examples` has
-- the examples of all commands, as a script.
local aurum = require "aurum"
local site_page = require "aurum.repl.pages.site_page"
local subcommands = require "aurum.repl.line.subcommands"
local api = require "aurum.text.annotations".public(aurum.home)

local here = aurum.home .. "/scripts/packaging/man/"
local on_site = arg[1] == "--reference"
local folder = assert(arg[on_site and 2 or 1], "expected a folder")

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read "a"
end

local function write(name, text)
  local file <close> = assert(io.open(folder .. "/" .. name, "w"))
  assert(file:write(text))
end

-- ---- Two formats --------------------------------------------------------

--- Text with `code` in it: each part through one of two functions.
local function inline(text, plain, code)
  local parts = {}
  for before, inside in (text .. "``"):gmatch "([^`]*)`([^`]*)`" do
    parts[#parts + 1] = before ~= "" and plain(before) or nil
    parts[#parts + 1] = inside ~= "" and code(inside) or nil
  end
  return table.concat(parts)
end

--- Calls `visit(text, is_code)` for each paragraph; lines of code begin with
--- four blanks.
local function each_paragraph(text, visit)
  for one in (text .. "\n\n"):gmatch "(.-)\n\n+" do
    if one:find "^    " then
      visit((" " .. one):gsub(" (    +)", function(indent)
        return "\n" .. indent:sub(5)
      end):gsub("^\n", ""), true)
    elseif one ~= "" then
      visit(one, false)
    end
  end
end

-- A format makes text of each element of a page.
local man, html = {}, {}

local function escaped(text)
  return (text:gsub("[\\*_`#|%[%]<>~.-]", "\\%0"))
end

function man.code(text)
  if #text > 60 then text = text:gsub("|", " | ") end -- where lines may break
  return "*" .. escaped(text) .. "*"
end

function man.words(text)
  return (inline(text, escaped, man.code):gsub("\n", " "))
end

function man.heading(level, text)
  return ("%s %s\n\n"):format(("#"):rep(level),
    level == 1 and text:upper() or text)
end

function man.paragraph(text)
  local list = {}
  each_paragraph(text, function(one, is_code)
    list[#list + 1] = is_code and man.block(one) or man.words(one) .. "\n\n"
  end)
  return table.concat(list)
end

--- Text with each line indented, as part of the entry above it.
local function indented(text)
  return (text:gsub("[^\n]+", "\t%0"))
end

--- A term, as text of the format, and its explanation.
function man.entry(term, text)
  if text == "" then text = "\\ " else text = man.paragraph(text) end
  return term .. "\n" .. indented(text)
    .. (text:find "\n$" and "" or "\n\n")
end

--- A parameter or result, in an entry.
function man.inner(term, text)
  return ("\t%s %s\n\n"):format(term, man.words(text))
end

function man.block(text)
  return ("```\n%s\n```\n\n"):format(text:gsub("\\", "\\\\"))
end

local entity = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;",
  ['"'] = "&quot;" }
local function plain_html(text) return (text:gsub("[&<>\"]", entity)) end

--- Code, with links to the types that it names.
function html.code(text)
  local linked = plain_html(text):gsub("aurum%.[%l_.]+", function(name)
    local id = (api.classes[name] or api.aliases[name]) and name
      or api.functions[name:match "^aurum%.(.*)$"] and name .. "()"
    return id and ('<a href="#%s">%s</a>'):format(id, name) or nil
  end)
  return "<code>" .. linked:gsub("|", "|<wbr>") .. "</code>"
end

function html.words(text) return inline(text, plain_html, html.code) end

function html.heading(level, text, id)
  return ("<h%d%s>%s</h%d>\n"):format(level + 1,
    id and (' id="%s"'):format(id) or "", plain_html(text), level + 1)
end

function html.paragraph(text)
  local list = {}
  each_paragraph(text, function(one, is_code)
    list[#list + 1] = is_code
      and ('<pre tabindex="0">%s</pre>\n'):format(plain_html(one))
      or ("<p>%s</p>\n"):format(html.words(one))
  end)
  return table.concat(list)
end

function html.entry(term, text, id)
  return ("<dl%s><dt>%s</dt><dd>%s</dd></dl>\n"):format(
    id and (' id="%s"'):format(id) or "", term, html.paragraph(text))
end

function html.inner(term, text)
  return ('<p class="inner">%s %s</p>\n'):format(term, html.words(text))
end

-- ---- The API ------------------------------------------------------------

--- "(state, n?)" and " -> aurum.card?".
local function call(about)
  local names, results = {}, {}
  for i, param in ipairs(about.params) do
    names[i] = param.name .. (param.optional and "?" or "")
  end
  for i, result in ipairs(about.returns) do results[i] = result.type end
  return ("(%s)%s"):format(table.concat(names, ", "), results[1]
    and " -> " .. table.concat(results, ", ") or "")
end

--- A function or method: its call, text, parameters and results.
local function of_function(format, name, about)
  local parts = { format.entry(format.code(name .. call(about)),
    about.text, name .. "()") }
  for _, param in ipairs(about.params) do
    parts[#parts + 1] = format.inner(format.code(param.name .. ": "
      .. param.type), param.text)
  end
  for _, result in ipairs(about.returns) do
    local called, text = result.text:match "^([%l_]+) ?(.*)$"
    if result.text ~= "" then
      parts[#parts + 1] = format.inner(format.code("-> " .. (called
        and called .. ": " or "") .. result.type), text or result.text)
    end
  end
  return table.concat(parts)
end

--- The fields and methods of a class itself.
local function members(format, class)
  local parts = {}
  local short = class.name:gsub("^aurum%.", "")
  for _, name in ipairs(class.order) do
    local field, method = class.fields[name], class.methods[name]
    if method then
      parts[#parts + 1] = of_function(format, short .. (method.plain and "."
        or ":") .. name, method)
    else
      parts[#parts + 1] = format.entry(format.code(name
        .. (field.optional and "?" or "") .. ": " .. field.type), field.text)
    end
  end
  return table.concat(parts)
end

local function functions(format)
  local parts = {}
  for _, entry in ipairs(api.order) do
    local name = entry:match "^aurum%.(.*)%(%)$"
    parts[#parts + 1] = name and of_function(format, "aurum." .. name,
      api.functions[name])
  end
  return table.concat(parts)
end

local function types(format)
  local parts, names = {}, {}
  for _, name in ipairs(api.order) do
    local class = api.classes[name]
    if class then
      parts[#parts + 1] = format.heading(2, name .. (class.parent
        and ": " .. class.parent or ""), name)
      parts[#parts + 1] = format.paragraph(class.text) .. members(format, class)
    end
  end
  for name in pairs(api.aliases) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    parts[#parts + 1] = format.heading(2, name, name)
    parts[#parts + 1] = format.entry(format.code(api.aliases[name].type),
      api.aliases[name].text)
  end
  return table.concat(parts)
end

-- ---- Parts of man pages -------------------------------------------------

local parts = {}

local examples = read(here .. "examples") .. "\n## "

--- The examples of a command: comments and lines of shell.
local function examples_of(name)
  local name_pattern = name:gsub("%p", "%%%0")
  local text = examples:match("\n## " .. name_pattern .. "\n(.-)\n+## ")
  assert(text, "no example of " .. name)
  local list = { man.heading(1, "Examples") }
  for comment, lines in (text .. "\n"):gmatch "# ([^\n]*)\n([^#]+)" do
    list[#list + 1] = man.paragraph(comment .. ":")
      .. man.block(lines:gsub("%s+$", ""))
  end
  return table.concat(list)
end

function parts.examples(name) return examples_of(name) end

--- The text of a class, its fields and methods.
function parts.class(name)
  local class = assert(api.classes[name], name)
  return man.paragraph(class.text) .. members(man, class)
end

function parts.members(name) return members(man, assert(api.classes[name])) end

--- Every event: its text and fields.
function parts.events()
  local list = {}
  for _, name in ipairs(api.order) do
    local kind = name:match "^aurum%.event%.(%l+)$"
    if kind then
      local class = api.classes[name]
      local fields = {}
      for _, field in ipairs(class.order) do
        fields[#fields + 1] = field ~= "kind" and "`" .. field .. "`" or nil
      end
      list[#list + 1] = man.entry(man.code(kind), class.text .. " Fields: "
        .. table.concat(fields, ", ") .. (class.parent
        and ", and those of `" .. class.parent .. "`." or "."))
    end
  end
  return table.concat(list)
end

function parts.commands()
  local list = {}
  for _, name in ipairs(subcommands.names()) do
    list[#list + 1] = ("*aurum-%s*(1)\n\t%s\n\n"):format(escaped(name),
      man.words(subcommands.load(name).summary))
  end
  return table.concat(list)
end

--- The index, a line a function.
function parts.index()
  local list = {}
  for _, group in ipairs(api.index) do
    local rows = {}
    for i, entry in ipairs(group) do
      rows[i] = ("%-34s  %s"):format(entry.call, entry.text)
    end
    list[#list + 1] = man.heading(2, group.title)
      .. man.block(table.concat(rows, "\n"))
  end
  return table.concat(list)
end

function parts.functions() return functions(man) end

function parts.types() return types(man) end

-- ---- Markdown -----------------------------------------------------------

--- Turns Markdown's inline marks into this file's: links lose their address.
local function unlinked(text)
  return (text:gsub("%[([^%]]*)%]%([^)]*%)", "%1"):gsub("%*%*(.-)%*%*", "%1"))
end

--- The texts of the cells in a row of a table.
local function cells_of(line)
  local cells = {}
  for cell in line:gsub("\\|", "\1"):gmatch "|%s*([^|]-)%s*%f[|]" do
    cells[#cells + 1] = unlinked(cell:gsub("\1", "|"))
  end
  return cells
end

--- The first row of a table as a heading, if it says more than "key" and
--- "value". For "key of a score" and "value, by side" it is "Keys of a score,
--- by side".
local function table_heading(line)
  local key, value = table.unpack(cells_of(line))
  local title = key .. value:gsub("^value", "")
  if title == "key" then return "" end
  return man.heading(2, (title:gsub("^key", "Keys")))
end

--- A row of a table as an entry; the first cell is the term.
local function row(line)
  local cells = cells_of(line)
  return man.entry(man.words(cells[1]), table.concat(cells, "; ", 2))
end

--- A page in Markdown from its first "## ", as scdoc.
local function of_markdown(text)
  local list, paragraph = {}, {}
  local function flush()
    if #paragraph > 0 then
      list[#list + 1] = man.paragraph(unlinked(table.concat(paragraph, " ")))
      paragraph = {}
    end
  end
  local code, in_table
  for line in text:gsub("^# [^\n]*\n", "\n"):gmatch "([^\n]*)\n" do
    if code then
      if line:find "^```" then
        list[#list + 1] = man.block(table.concat(code, "\n"))
        code = nil
      else
        code[#code + 1] = line
      end
    elseif line:find "^```" then
      flush()
      code = {}
    elseif line:find "^|" then
      flush()
      if not in_table then
        list[#list + 1] = table_heading(line)
      elseif not line:find "^|[-|]+$" then
        list[#list + 1] = row(line)
      end
      in_table = true
    else
      in_table = false
      local marks, title = line:match "^(##+) (.*)$"
      local item = line:match "^%- (.*)$"
      if marks then
        flush()
        list[#list + 1] = man.heading(#marks - 1, title)
      elseif line == "" then
        flush()
      else
        if item then flush() end
        paragraph[#paragraph + 1] = item and "• " .. item
          or line:match "^%s*(.*)$"
      end
    end
  end
  flush()
  return table.concat(list)
end

function parts.markdown(path)
  return man.heading(1, "Description") .. of_markdown(read(aurum.home .. "/"
    .. path))
end

-- ---- Pages --------------------------------------------------------------

local function preamble(name, section)
  return ("%s(%s) \"aurum %s\" \"Aurum\"\n\n"):format(name, section,
    aurum.version)
end

--- "[OPTION...] FILES..." of a command or an action.
local function synopsis(command, parser)
  local words = { man.code(command) }
  if parser.options[1] then words[2] = "[_OPTION_...]" end
  for _, argument in ipairs(parser.arguments) do
    local word = ("_%s_%s"):format(argument.choices
      and escaped(table.concat(argument.choices, "|"))
      or escaped(argument.name), argument.many and "..." or "")
    words[#words + 1] = argument.optional and "[" .. word .. "]" or word
  end
  return table.concat(words, " ") .. "\n\n"
end

--- The arguments and options of a command or an action.
local function options(parser)
  local list = {}
  for _, argument in ipairs(parser.arguments) do
    list[#list + 1] = man.entry("_" .. escaped(argument.name) .. "_",
      argument.text)
  end
  for _, option in ipairs(parser.options) do
    local names, values = {}, {}
    for i, name in ipairs(option.names) do names[i] = man.code(name) end
    for i, value in ipairs(option.values) do
      values[i] = " _" .. escaped(value) .. "_"
    end
    list[#list + 1] = man.entry(table.concat(names, ", ")
      .. table.concat(values) .. (option.many and "..." or ""), option.text)
  end
  return table.concat(list)
end

--- A block of two columns, terms and their texts, as a list of { term, text };
--- nil if it is another block. A line without a term continues the text above.
local function columns(block)
  local terms = block:match "^(  %S[^\n]-  +)%S"
  local list, width = {}, terms and #terms or 0
  for line in (terms and block or ""):gmatch "[^\n]+" do
    local term = line:sub(1, width)
    if not term:find "  $" then return nil end
    local indent, words = term:match "^( *)(.-) *$"
    if #indent == 2 then
      list[#list + 1] = { words, line:sub(width + 1) }
    else
      local last = list[#list]
      last[1] = words == "" and last[1] or last[1] .. " " .. words
      last[2] = last[2] .. "\n" .. line:sub(width + 1)
    end
  end
  return list[1] and list
end

--- The text below the options of a command or an action: its paragraphs are
--- wrapped, columns are a list, and code is indented.
local function more(parser)
  local list = {}
  for one in ((parser.more or "") .. "\n\n"):gmatch "(.-)\n\n+" do
    local rows = columns(one)
    for _, row_of in ipairs(rows or {}) do
      list[#list + 1] = man.entry(man.code(row_of[1]), row_of[2])
    end
    if not rows then
      list[#list + 1] = one:find "^  "
        and man.block(one:sub(3):gsub("\n  ", "\n"))
        or man.words(one) .. "\n\n"
    end
  end
  return table.concat(list)
end

--- The page of a command.
local function command_page(name)
  local command = subcommands.describe(name)
  local full, list = "aurum " .. name, { preamble("aurum-" .. name, 1) }
  local function add(text) list[#list + 1] = text end
  add(man.heading(1, "Name"))
  add(("aurum-%s - %s\n\n"):format(name,
    man.words(command.summary:gsub("%.$", ""))))
  add(man.heading(1, "Synopsis"))
  for _, action in ipairs(command.actions) do
    add(synopsis(full .. " " .. action.name, action))
  end
  if not command.actions[1] then add(synopsis(full, command)) end
  add(man.heading(1, "Options"))
  add(options(command))
  add(man.entry("*-h*, *--help*", "Show the options and end."))
  add(more(command))
  for _, action in ipairs(command.actions) do
    add(man.heading(2, full .. " " .. action.name))
    add(man.paragraph(action.summary) .. options(action) .. more(action))
  end
  add(man.heading(1, "Exit status"))
  add(man.paragraph("0: done. 1: the answer is no, or something failed. 2: "
    .. "wrong usage. 128 + n: signal n stopped the command."))
  add(examples_of(name))
  add(man.heading(1, "See also"))
  add("*aurum*(1), *aurum-bot*(5), *aurum-variant*(5), *aurum-record*(5)\n")
  write("aurum-" .. name .. ".1.scd", table.concat(list))
end

--- A page of scripts/packaging/man with its parts filled in.
local function prose_page(file)
  local name, section = file:match "^(.*)%.(%w+)%.scd$"
  local text = read(here .. file):gsub("%f[^\n\0]@(%l+) ?([^\n]*)\n",
    function(part, argument)
      return assert(parts[part], part)(argument)
    end)
  write(file, preamble(name, section) .. text)
end

--- The index, with a link to each function.
local function index()
  local list = {}
  for _, group in ipairs(api.index) do
    list[#list + 1] = html.heading(2, group.title)
      .. ('<div class="scroll" tabindex="0" role="region" aria-label="%s">'
        .. "<table>\n"):format(plain_html(group.title))
    for _, entry in ipairs(group) do
      list[#list + 1] = ('<tr><td><a href="#%s()"><code>%s</code></a></td>'
        .. "<td>%s</td></tr>\n"):format(entry.name, plain_html(entry.call),
        html.words(entry.text))
    end
    list[#list + 1] = "</table></div>\n"
  end
  return table.concat(list)
end

local search = [[
<search class="search"><label for="search">Search functions, types and
fields</label>
<input type="search" id="search" autocomplete="off" spellcheck="false">
<p id="found" class="soft" role="status"></p>
<ol id="results"></ol></search>
]]

local function reference()
  local links = {}
  for _, entry in ipairs(api.order) do
    links[#links + 1] = not entry:find "%)$"
      and ('<a href="#%s">%s</a>\n'):format(entry, entry) or nil
  end
  local class = api.classes.aurum
  local title = ("aurum %s: the Lua API"):format(aurum.version)
  write("reference.html", site_page.page { title = title,
    file = on_site and "reference.html" or nil,
    script = site_page.read(aurum.home .. "/scripts/packaging/web/search.js"),
    body = table.concat { "<h1>", title, "</h1>\n", search,
      html.paragraph(class and class.text or ""),
      html.heading(1, "Index"), index(),
      html.heading(1, "Functions"), functions(html),
      html.heading(1, "Types"), '<nav class="types" aria-label="Types">\n',
      table.concat(links), "</nav>\n", types(html) } })
end

for _, name in ipairs(on_site and {} or subcommands.names()) do
  command_page(name)
end
for _, file in ipairs(on_site and {} or assert(aurum.sys.files(here))) do
  if file:find "%.scd$" then prose_page(file) end
end
reference()
