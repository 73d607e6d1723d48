-- Writes the site's pages but the reference, or puts links into a page:
--   aurum run scripts/packaging/site.lua text FOLDER
--   aurum run scripts/packaging/site.lua links FILE [ADDRESS]
-- `make site` does the rest (scripts/packaging/site). Pages of text are made
-- from the Markdown of the sources by cmark-gfm. ADDRESS is that of the site,
-- for the preview picture of FILE, its first page.
local aurum = require "aurum"
local site_page = require "aurum.repl.pages.site_page"
local what, target, address = arg[1], assert(arg[2], "expected a path"), arg[3]

local function write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(text))
end

-- ---- Markdown ------------------------------------------------------------

local file_of = {} -- the page's file by the path of its source
for _, page in ipairs(site_page.list) do
  if page[3] then file_of[page[3]] = page[1] end
end

--- A path in the sources, given by a link in `source`.
local function resolved(source, link)
  local parts = {}
  for part in ((source:match "^(.*/)" or "") .. link):gmatch "[^/]+" do
    if part == ".." then parts[#parts] = nil
    elseif part ~= "." then parts[#parts + 1] = part end
  end
  return table.concat(parts, "/")
end

--- The identifier that a heading has in links: its words in lower case.
local function identifier(title, used)
  local id = title:gsub("<[^>]*>", ""):gsub("&%l+;", ""):lower()
    :gsub("[^%w%s_\128-\255-]", ""):gsub("%s", "-")
  local n = used[id] or 0
  used[id] = n + 1
  return n == 0 and id or ("%s-%d"):format(id, n)
end

--- HTML whose links lead to the site's pages. Those that lead to other files of
--- the sources become plain text.
local function relinked(html, source)
  return (html:gsub('<a href="([^"]*)">(.-)</a>', function(link, text)
    if link:find "^%l+:" or link:find "^#" then return nil end
    local path, place = link:match "^([^#]*)(.*)$"
    local file = file_of[resolved(source, path)]
    return file and ('<a href="%s%s">%s</a>'):format(file, place, text) or text
  end))
end

--- HTML whose pictures are copied beside it.
local function with_pictures(html, source)
  return (html:gsub('<img src="([^"]*)"', function(link)
    local path = resolved(source, link)
    local name = path:gsub("/", "-")
    write(target .. "/" .. name, site_page.read(aurum.home .. "/" .. path))
    return ('<img src="%s"'):format(name)
  end))
end

--- The body of a page, from the HTML of a converter.
local function body_of(html, source)
  local used = {}
  html = html:gsub("<h(%d)>(.-)</h%d>", function(level, title)
    return ('<h%s id="%s">%s</h%s>'):format(level, identifier(title, used),
      title, level)
  end)
  html = html:gsub("<th[^>]*></th>", "<td></td>"):gsub("<pre>",
    '<pre tabindex="0">')
  local n = 0
  html = html:gsub("<table>", function()
    n = n + 1
    return ('<div class="scroll" tabindex="0" role="region" '
      .. 'aria-label="Table %d"><table>'):format(n)
  end):gsub("</table>", "</table></div>")
  return with_pictures(relinked(html, source), source)
end

local function text_pages()
  for _, page in ipairs(site_page.list) do
    local file, _, source = table.unpack(page)
    if source then
      local pipe <close> = assert(io.popen(("cmark-gfm -e table '%s'"):format(
        (aurum.home .. "/" .. source):gsub("'", "'\\''")), "r"))
      local html = pipe:read "a"
      assert(#html > 0, "cmark-gfm failed")
      local title = source == "README.md" and "aurum"
        or "aurum: " .. html:match("<h1>(.-)</h1>"):gsub("<[^>]*>", "")
      write(target .. "/" .. file, site_page.page { title = title,
        file = file, body = body_of(html, source) })
    end
  end
end

-- ---- Pages of others -----------------------------------------------------

local description = "Aurum, a trick-taking card game for three to five: play "
  .. "it against bots, write a bot, or change a rule. All in this page."

--- The head's lines for those who show a link to the first page.
local function preview()
  local function meta(kind, name, text)
    return ('<meta %s="%s" content="%s">\n'):format(kind, name,
      site_page.escape(text))
  end
  local base = address and address ~= "" and address:gsub("/*$", "/") or ""
  return meta("name", "description", description)
    .. meta("property", "og:type", "website")
    .. meta("property", "og:title", "Aurum")
    .. meta("property", "og:description", description)
    .. meta("property", "og:image", base .. "preview.png")
    .. meta("property", "og:image:alt", "A game of Aurum on its page")
    .. (base ~= "" and meta("property", "og:url", base) or "")
end

--- Puts the links below a page that another command wrote.
local function put_links()
  local file = target:match "[^/]*$"
  local html = site_page.read(target)
  local head = ("<style>\n%s</style>\n"):format(site_page.read(aurum.home
    .. "/scripts/packaging/web/site.css"))
  if file == "index.html" then head = preview() .. head end
  html = html:gsub("</head>", function() return head .. "</head>" end, 1)
  local last = html:match ".*()</body>"
  assert(last, target .. " has no </body>")
  write(target, html:sub(1, last - 1) .. site_page.links(file)
    .. html:sub(last))
end

if what == "text" then
  text_pages()
elseif what == "links" then
  put_links()
else
  error "expected text or links"
end
