-- The frame of the site's pages and of the reference: one style, a line of
-- links, and a policy by which a page loads nothing.
local aurum = require "aurum"
local site_page = {}

--- The pages of the site in the order of its links: file, text of the link and,
--- if it is made from Markdown, the source.
site_page.list = {
  { "index.html", "Play" },
  { "rules.html", "Rules", "core/RULES.md" },
  { "bots.html", "Write a bot", "scripts/bots/README.md" },
  { "variants.html", "Change a rule", "variants/README.md" },
  { "repl.html", "REPL", "repl/README.md" },
  { "commands.html", "Commands", "scripts/commands/README.md" },
  { "lua.html", "Lua scripts", "lua/README.md" },
  { "reference.html", "Reference" },
  { "records.html", "Records", "core/RECORD.md" },
  { "conformance.html", "Conformance", "core/CONFORMANCE.md" },
  { "engine.html", "Engine", "core/README.md" },
  { "safety.html", "Safety", "lua/script/README.md" },
  { "page.html", "The page", "repl/web/playground/README.md" },
  { "about.html", "About", "README.md" },
  { "game.html", "A game" },
  { "arena.html", "An arena" },
}

function site_page.read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

--- Text with the characters that mean something in HTML replaced.
function site_page.escape(text)
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;",
    [">"] = "&gt;", ['"'] = "&quot;" }))
end

--- The styles of all pages.
function site_page.style()
  return site_page.read(aurum.home .. "/repl/web/style.css")
    .. site_page.read(aurum.home .. "/scripts/packaging/web/site.css")
end

--- The links to all pages; `current` is the file of the page that has them.
function site_page.links(current, class)
  local list = {}
  for i, page in ipairs(site_page.list) do
    list[i] = ('<a href="%s"%s>%s</a>\n'):format(page[1],
      page[1] == current and ' aria-current="page"' or "", page[2])
  end
  return ('<nav class="site%s" aria-label="Site">\n%s</nav>\n'):format(
    class and " " .. class or "", table.concat(list))
end

local policy = "default-src 'none'; img-src 'self' file:; "
  .. "style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
  .. "base-uri 'none'; form-action 'none'"

local frame = [[
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="@policy@">
<title>@title@</title>
<style>
@style@</style>
</head>
<body>
@links@<main class="prose">
@body@</main>
@script@</body>
</html>
]]

--- A page. `parts`: `title`; `body`, HTML with its heading; `script`,
--- JavaScript or nil; `file`, its name on the site, or nil for a page without
--- links.
function site_page.page(parts)
  local values = { title = site_page.escape(parts.title),
    style = site_page.style(), body = parts.body, policy = policy,
    links = parts.file and site_page.links(parts.file, "above") or "",
    script = parts.script and ("<script>\n%s</script>\n"):format(parts.script)
      or "" }
  return (frame:gsub("@(%l+)@", values))
end

return site_page
