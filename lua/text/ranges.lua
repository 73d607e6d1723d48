-- Ranges of whole numbers as people write them: "3", "5-9", "12-", and several
-- with commas between them.
local ranges = {}
ranges.__index = ranges

--- A part of a text as { first, last }; nil if it is not one.
local function part_of(text)
  local first, dash, last = text:match "^(%d+)(%-?)(%d*)$"
  first, last = math.tointeger(tonumber(first)), math.tointeger(tonumber(last))
  if dash == "" then last = first end
  last = last or dash == "-" and not text:find "%d$" and math.maxinteger
  return first and last and 1 <= first and first <= last and { first, last }
end

--- Reads a text; or nil and what was expected.
function ranges.parse(text)
  local list = {}
  for one in (text .. ","):gmatch "(.-)," do
    local part = part_of(one)
    if not part then
      return nil, ("expected numbers from 1 such as 3, 5-9 or 12-, got '%s'")
        :format(text)
    end
    list[#list + 1] = part
  end
  return setmetatable(list, ranges)
end

--- The ranges of a list of ranges together; nil for an empty list.
function ranges.join(list)
  local all = {}
  for _, one in ipairs(list) do table.move(one, 1, #one, #all + 1, all) end
  return all[1] and setmetatable(all, ranges) or nil
end

--- True if a number is in one of the ranges. `met` gets each range that has it.
function ranges:has(n, met)
  local found = false
  for i, part in ipairs(self) do
    if part[1] <= n and n <= part[2] then met[i], found = true, true end
  end
  return found
end

--- True if no range has a number above `n`.
function ranges:ends_by(n)
  for _, part in ipairs(self) do
    if part[2] > n then return false end
  end
  return true
end

--- True if the ranges are one number.
function ranges:is_one()
  return #self == 1 and self[1][1] == self[1][2]
end

--- The first range that was not met, as text; nil if all were.
function ranges:missing(met)
  for i, part in ipairs(self) do
    if not met[i] then
      return part[1] == part[2] and tostring(part[1])
        or part[2] == math.maxinteger and part[1] .. "-"
        or part[1] .. "-" .. part[2]
    end
  end
  return nil
end

--- The ranges as a text that parse reads.
function ranges:__tostring()
  local parts = {}
  for i, part in ipairs(self) do
    parts[i] = ("%d-%d"):format(part[1], part[2])
  end
  return table.concat(parts, ",")
end

return ranges
