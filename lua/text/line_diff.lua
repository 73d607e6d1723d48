-- The difference of two texts by lines, in the unified format that `diff -u`
-- writes and `patch` reads.
local around = 3 -- equal lines shown before and after a change
local most = 4000000 -- cells of a table; larger changes are shown as a whole

--- The lines of a text, each with its newline; the last may lack it.
local function lines_of(text)
  local list = {}
  for line in text:gmatch "[^\n]*\n?" do
    if line ~= "" then list[#list + 1] = line end
  end
  return list
end

--- For the lines old[a..b] and new[c..d], which begin and end differently, add
--- to `out` what is removed, kept and added: { sign, line }.
local function compare(out, old, a, b, new, c, d)
  local rows, columns = b - a + 1, d - c + 1
  if rows * columns > most then
    for i = a, b do out[#out + 1] = { "-", old[i] } end
    for k = c, d do out[#out + 1] = { "+", new[k] } end
    return
  end
  -- common[i][k]: the most lines that old[i..b] and new[k..d] share
  local common = { [b + 1] = {} }
  for i = b, a, -1 do
    local row, below = {}, common[i + 1]
    for k = d, c, -1 do
      row[k] = old[i] == new[k] and (below[k + 1] or 0) + 1
        or math.max(below[k] or 0, row[k + 1] or 0)
    end
    common[i] = row
  end
  local i, k = a, c
  while i <= b or k <= d do
    if i <= b and k <= d and old[i] == new[k] then
      out[#out + 1] = { " ", old[i] }
      i, k = i + 1, k + 1
    elseif k > d or i <= b
      and (common[i + 1][k] or 0) >= (common[i][k + 1] or 0) then
      out[#out + 1] = { "-", old[i] }
      i = i + 1
    else
      out[#out + 1] = { "+", new[k] }
      k = k + 1
    end
  end
end

--- All lines of both texts, each { sign, line }.
local function script_of(old, new)
  local out, first, last = {}, 1, 0
  while first <= #old and old[first] == new[first] do
    out[first] = { " ", old[first] }
    first = first + 1
  end
  while last < math.min(#old, #new) - first + 1
    and old[#old - last] == new[#new - last] do
    last = last + 1
  end
  compare(out, old, first, #old - last, new, first, #new - last)
  for i = #old - last + 1, #old do out[#out + 1] = { " ", old[i] } end
  return out
end

--- "FIRST,NUMBER" of a hunk that begins after `before` lines.
local function range(before, n)
  return ("%d,%d"):format(n > 0 and before + 1 or before, n)
end

--- The hunk of the lines first..last of the script, with `a` old and `b` new
--- lines before it.
local function hunk(script, first, last, a, b)
  local removed, added, parts = 0, 0, {}
  for i = first, last do
    local sign, line = script[i][1], script[i][2]
    if sign ~= "+" then removed = removed + 1 end
    if sign ~= "-" then added = added + 1 end
    parts[#parts + 1] = sign .. line
      .. (line:sub(-1) == "\n" and "" or "\n\\ No newline at end of file\n")
  end
  return ("@@ -%s +%s @@\n"):format(range(a, removed), range(b, added))
    .. table.concat(parts)
end

--- The difference from `old` to `new`, two texts, as hunks; "" if they are
--- equal.
return function(old, new)
  local script, parts = script_of(lines_of(old), lines_of(new)), {}
  local a, b, done, i = 0, 0, 0, 1 -- lines before script[done + 1]
  local function pass(to)
    for k = done + 1, to do
      if script[k][1] ~= "+" then a = a + 1 end
      if script[k][1] ~= "-" then b = b + 1 end
    end
    done = to
  end
  while i <= #script do
    if script[i][1] ~= " " then
      local last = i -- the last change of the hunk
      local k = i + 1
      while k <= #script and k <= last + 2 * around + 1 do
        if script[k][1] ~= " " then last = k end
        k = k + 1
      end
      pass(math.max(done, i - around - 1))
      local stop = math.min(#script, last + around)
      parts[#parts + 1] = hunk(script, done + 1, stop, a, b)
      pass(stop)
      i = stop
    end
    i = i + 1
  end
  return table.concat(parts)
end
