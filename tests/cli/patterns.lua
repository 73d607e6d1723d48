-- Random patterns, matched by Lua's own functions and by those of a host that
-- an interrupt can stop (lua/script/pattern.c): they agree, errors included.
-- Prints the differences and the number of calls.
local random = math.random
math.randomseed(20)

--- Lua's own function, which its replacement keeps.
local function own(f)
  return (select(2, debug.getupvalue(f, 1)))
end

local function pick(list)
  return list[random(#list)]
end

local items = { "a", "b", ".", "%a", "%d", "[ab]", "[^a]", "[a-c]", "%s", "%w",
  "[%a1]", "%W", "c", "1", " ", "%.", "[]]", "[^]a]", "%u", "%x", "[a%-]",
  "[b-]", "%l", "%p", "%c", "%g", "%z" }
local frontiers = { "[a]", "[%w]", "[^a]", "[%z]" }
local broken = { "[", "%", "[^", "%f", "%b", "%ba", ")" }
local bytes = { "a", "b", "c", "1", " ", ".", "(", ")", "-", "A", "\0", "]" }

local function item(open)
  local kind = random(20)
  if kind <= 2 then return "(", open + 1 end
  if kind == 3 then return "()", open end
  if kind == 4 then return "%b" .. pick { "()", "ab", "a1" }, open end
  if kind == 5 then return "%f" .. pick(frontiers), open end
  if kind == 6 then return "%" .. random(0, 3), open end
  if kind == 7 and random(10) == 1 then return pick(broken), open end
  return pick(items) .. pick { "", "", "", "*", "+", "-", "?" }, open
end

--- A pattern that is too costly for Lua's own matcher, by items that do not
--- change the match.
local function pattern()
  local parts, open = { pick { "", "", "", "^" } }, 0
  for _ = 1, random(6) do
    parts[#parts + 1], open = item(open)
    if open > 0 and random(3) == 1 then
      parts[#parts + 1], open = ")", open - 1
    end
  end
  if random(10) > 1 then parts[#parts + 1] = (")"):rep(open) end
  return table.concat(parts) .. ("~?"):rep(40) .. pick { "", "", "$" }
end

local function subject()
  local parts = {}
  for i = 1, random(0, 12) do parts[i] = pick(bytes) end
  return table.concat(parts)
end

--- All results of gmatch as text.
local function all(gmatch)
  return function(...)
    local found = {}
    for a, b, c in gmatch(...) do
      found[#found + 1] = ("%s,%s,%s"):format(a, b, c)
    end
    return table.concat(found, ";")
  end
end

local function outcome(f, ...)
  local results = table.pack(pcall(f, ...))
  for i = 1, results.n do results[i] = tostring(results[i]) end
  return (table.concat(results, "|"):gsub("string%.", ""))
end

local calls = 0
local function compare(name, f, reference, ...)
  calls = calls + 1
  local got, expected = outcome(f, ...), outcome(reference, ...)
  if got ~= expected then
    print(name, ("%q %q"):format(...), "got " .. got, "expected " .. expected)
  end
end

local values = { "x", "%0%0", "<%1>", "%2", "%%", "%x", 7,
  { a = "1", b = false, ab = 2 }, function() return {} end,
  function(a) return a and #tostring(a) > 1 and "z" end }
for _ = 1, 5000 do
  local text, p, from = subject(), pattern(), pick { 1, 1, random(-14, 14) }
  compare("find", string.find, own(string.find), text, p, from)
  compare("match", string.match, own(string.match), text, p, from)
  compare("gmatch", all(string.gmatch), all(own(string.gmatch)), text, p, from)
  compare("gsub", string.gsub, own(string.gsub), text, p, pick(values),
    pick { 100, 100, random(-1, 3) })
end
print(calls)
