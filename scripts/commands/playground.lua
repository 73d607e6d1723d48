-- aurum playground: opens the playground, a page with the whole engine in it.
local aurum = require "aurum"
local term = require "aurum.text.term"

local command = { summary = "Open the playground, a page with the whole "
  .. "engine, in your browser." }

local about = [[
The page is one file, which needs no network and no server: send it to someone
who has nothing installed. Where no browser can be opened, its path is printed.

`make playground` makes the page. The next `make install` installs it.]]

function command.options(parser)
  parser:epilog(about)
  parser:flag("--path", "Print the path of the page; open nothing.")
end

--- The path of the page; nil if there is none. A checkout has it in build/.
local function page()
  for _, place in ipairs { "/playground.html", "/build/web/playground.html" } do
    local path = aurum.home .. place
    if aurum.sys.readable(path, "file") then return path end
  end
end

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- Opens a page in the user's browser. False if there is none, or no screen.
local function open(path)
  local opener = os.getenv "DISPLAY" or os.getenv "WAYLAND_DISPLAY"
  local line = ("%s %s >/dev/null 2>&1"):format(opener and "xdg-open" or "open",
    quoted(path))
  local known = opener and "xdg-open" or "sw_vers" -- macOS alone has it
  return os.execute(("command -v %s >/dev/null 2>&1"):format(known)) == true
    and os.execute(line) == true
end

function command.run(args)
  local path = page()
  if not path then
    term.fail("the playground is not installed; `make playground` makes it, "
      .. "then `make install` installs it")
  end
  if args.path or not open(path) then
    term.write(term.plain(path), "\n")
  else
    term.say("opened " .. term.plain(path))
  end
end

return command
