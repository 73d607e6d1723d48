-- Pages: one self-contained HTML file made of the parts in repl/web/, the data
-- of what it shows, and the same as text for a browser without JavaScript.
local aurum = require "aurum"
local json = require "aurum.text.json"
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
--- that makes it; `data` and `text`, lists of texts made by web.json and
--- web.escape; `scripts`, names in repl/web/.
function web.page(parts)
  local scripts = { '"use strict";\n' }
  for _, name in ipairs(parts.scripts) do
    scripts[#scripts + 1] = part(name .. ".js")
  end
  local values = { title = web.escape(parts.title), version = aurum.version,
    foot = ("Made by aurum %s: <code>%s</code>"):format(aurum.version,
      web.escape(command_line(parts.command))), style = part "style.css",
    script = table.concat(scripts, "\n"), data = table.concat(parts.data),
    text = table.concat(parts.text) }
  return (part "page.html":gsub("@(%l+)@", values))
end

return web
