-- Tracebacks of a user's Lua, without the functions of aurum around it.
local aurum = require "aurum"
local frames = {}

--- True if text names a file of aurum's. Lua cuts the front of long paths off:
--- "...lls/aurum/repl/loop.lua:12: in ...".
local function names_own(text)
  local home, tail = aurum.home, text:match "^%.%.%.([^:]*)"
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
--- refused an argument: their error names the user's line. "" if that line is
--- all that is left.
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
  if not lines[1] or place and text:find(place, 1, true) then return "" end
  return "\nstack traceback:\n\t" .. table.concat(lines, "\n\t")
end

--- For the handler of an error: the traceback from where the error was raised
--- down to the chunk of a script; the whole one if that does not run.
function frames.down_to(chunk)
  local raised <const> = 3 -- levels: this function, the handler, what raised it
  local level, at, below = raised, nil, 0
  local info = debug.getinfo(level, "ft")
  while info do
    if at then below = below + (info.istailcall and 2 or 1) end
    if info.func == chunk then at, below = level, info.istailcall and 1 or 0 end
    level = level + 1
    info = debug.getinfo(level, "ft")
  end
  local trace = debug.traceback(nil, raised)
  if not at then return trace end
  local lines = {}
  for line in trace:gmatch "[^\n]+" do lines[#lines + 1] = line end
  local last = #lines - below
  lines[last] = lines[last]:gsub(": in .*", ": in main chunk")
  return table.concat(lines, "\n", 1, last)
end

return frames
