-- Tracebacks of a user's Lua, without the functions of aurum around it.
local aurum = require "aurum"
local frames = {}

--- True if text names a file of aurum's. Lua cuts the front of long paths off:
--- "...lls/aurum/repl/loop.lua:12: in ...". Of compiled files it knows the path
--- below aurum.home alone.
local function names_own(text)
  local home, tail = aurum.home, text:match "^%.%.%.([^:]*)"
  if not tail and aurum.sys.has_compiled() then
    local path = text:match "^([%w_/]+%.lua):"
    if path and aurum.sys.readable(home .. "/" .. path) then return true end
  end
  if not tail then return text:find(home, 1, true) ~= nil end
  for at in tail:gmatch "()/" do
    if home:sub(-(at - 1)) == tail:sub(1, at - 1)
      and aurum.sys.readable(home .. tail:sub(at)) then
      return true
    end
  end
  return false
end

--- A traceback, with a newline in front, without the functions of aurum that
--- refused an argument: their error names the user's line. "" if a line that
--- the user knows is all that is left.
function frames.users(text, trace)
  local lines, own = {}, false
  for line in trace:gmatch "\n\t([^\n]*)" do lines[#lines + 1] = line end
  while lines[1] and not names_own(text) do
    local is_own = names_own(lines[1])
    local skipped = lines[1]:find "^%[C%]" or lines[1]:find "^%(%.%.%.tail"
    if not is_own and not skipped then break end
    own = own or is_own
    table.remove(lines, 1)
  end
  if not own then return "\n" .. trace end
  local place = lines[1] and lines[1]:match "^(.*): in main chunk$"
  local known = place -- what is typed is on the screen
    and (place:find "^stdin:" or text:find(place, 1, true))
  if not lines[1] or known then return "" end
  return "\nstack traceback:\n\t" .. table.concat(lines, "\n\t")
end

--- The number of levels of the stack, for the function that calls. A level is
--- found by walking to it, so they are not counted one by one.
local function depth()
  local has, lacks = 1, 2
  while debug.getinfo(lacks, "f") do has, lacks = lacks, 2 * lacks end
  while lacks - has > 1 do
    local middle = (has + lacks) // 2
    if debug.getinfo(middle, "f") then has = middle else lacks = middle end
  end
  return has - 1
end

--- For the handler of an error: the traceback from where the error was raised
--- down to the chunk of a script; the whole one if that does not run.
function frames.down_to(chunk)
  local raised <const> = 3 -- levels: this function, the handler, what raised it
  local around <const> = 16 -- more than aurum has around a script
  local trace, bottom, below = debug.traceback(nil, raised), depth(), 0
  for level = bottom, math.max(raised, bottom - around), -1 do
    local info = debug.getinfo(level, "ft")
    if info.func == chunk then
      if info.istailcall then below = below + 1 end
      local lines = {}
      for line in trace:gmatch "[^\n]+" do lines[#lines + 1] = line end
      local last = #lines - below
      lines[last] = lines[last]:gsub(": in .*", ": in main chunk")
      return table.concat(lines, "\n", 1, last)
    end
    below = below + (info.istailcall and 2 or 1)
  end
  return trace
end

return frames
