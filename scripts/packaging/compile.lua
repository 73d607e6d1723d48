-- Compiles the Lua files of a checkout or an installation into one file, which
-- lets the program start faster (lua/sys/compiled.c has the format). The
-- Makefile and scripts/install call it:
--
--   aurum run scripts/packaging/compile.lua HOME FILE
--
-- FILE is written last: it must not be older than the sources. It replaces a
-- former one, which a program that runs may have mapped. The names in messages
-- are the paths below HOME, wherever that is moved.
local aurum = require "aurum"
local home = assert(arg[1], "expected the folder that holds lua/ and repl/")
local target = assert(arg[2], "expected the file to write")

--- Adds the paths below `home` of the Lua files in a folder and those below it,
--- in the same order on every machine. A file is no folder, and adds nothing.
local function add_files(list, folder)
  for _, name in ipairs(aurum.sys.files(home .. "/" .. folder) or {}) do
    local path = folder .. "/" .. name
    if name:find "^[^.]+%.lua$" then -- aurum.d.lua is never run
      list[#list + 1] = path
    elseif not name:find("%.", 1) then
      add_files(list, path)
    end
  end
end

local paths = {}
for _, folder in ipairs { "lua", "repl", "scripts/commands" } do
  add_files(paths, folder)
end

local heads, pieces, at = {}, {}, 0
for i, path in ipairs(paths) do
  local file <close> = assert(io.open(home .. "/" .. path, "rb"))
  local text = assert(file:read "a")
  local run, problem = load(text, "@" .. path, "t")
  if not run then error(problem, 0) end
  local code = string.dump(run)
  heads[i] = { path = path, size = #text, from = at, n = #code }
  pieces[i], at = code, at + #code
end

--- The head of the archive whose code begins at a byte.
local function head_at(start)
  local lines = {}
  for i, file in ipairs(heads) do
    lines[i] = ("%s\t%d\t%d\t%d\n"):format(file.path, file.size,
      start + file.from, file.n)
  end
  return aurum.sys.compiled_head() .. table.concat(lines) .. "\n"
end

-- The head has the places of the code, which begins after the head.
local start = #head_at(0)
while #head_at(start) ~= start do start = #head_at(start) end
local part = target .. ".part"
local out = assert(io.open(part, "wb"))
assert(out:write(head_at(start), table.concat(pieces)))
assert(out:close())
assert(os.rename(part, target))
