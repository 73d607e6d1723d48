-- The line editor of a session in a browser, aurum.edit: the page itself edits
-- lines, keeps the history, and ends code that runs too long.
local edit = { columns = 80, rows = 24 }
local create = coroutine.create -- repl/typed_lua.lua replaces it

--- Calls f in a new thread. Returns true and its results; or false, the
--- error, the traceback, and false: nothing interrupts.
function edit.call(_, f, ...)
  local thread = create(f)
  local results = table.pack(coroutine.resume(thread, ...))
  if results[1] and coroutine.status(thread) == "suspended" then
    results = { false, "attempt to yield from outside a coroutine" }
  end
  if results[1] then return table.unpack(results, 1, results.n) end
  local trace = debug.traceback(thread)
  coroutine.close(thread)
  return false, results[2], trace, false
end

function edit.width() return edit.columns end

function edit.height() return edit.rows end

function edit.append(path, text)
  local file, problem = io.open(path, "a")
  if not file then return nil, problem end
  local good
  good, problem = file:write(text)
  file:close()
  return good and true, problem
end

function edit.run() return nil, "a page cannot run programs" end

local function nothing() end

edit.remember, edit.guard, edit.leaving, edit.keep, edit.catch, edit.lift,
  edit.key = nothing, nothing, nothing, nothing, nothing, nothing, nothing

function edit.pasting() return false end

edit.pending = edit.pasting

return edit
