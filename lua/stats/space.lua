-- The parameters that a tuner may move, each with its range: { name =, low =,
-- high =, int = true for whole numbers, start =, c =, r = }. The last two, the
-- distance and the step of lua/stats/spsa.lua, may be missing.
local space = {}
space.__index = space

function space.new(params)
  return setmetatable({ params = params }, space)
end

--- A value of parameter i within its range. A whole number is rounded down
--- after `u` is added, a random number from 0 to below 1: on average it is x.
function space:fit(i, x, u)
  local param = self.params[i]
  x = math.min(math.max(x, param.low), param.high)
  if not param.int then return x end
  return math.min(math.floor(x + u), param.high)
end

--- A value of parameter i as the text of a bot's option: four digits of its
--- range.
function space:text(i, x)
  local param = self.params[i]
  if param.int then return ("%d"):format(x) end
  local width = math.log(param.high - param.low, 10)
  local digits = math.min(math.max(math.ceil(4 - width), 0), 15)
  local text = ("%." .. digits .. "f"):format(x)
  return text:find("%.") and (text:gsub("%.?0+$", "")) or text
end

--- Read "NAME=LOW..HIGH[:int][:c=C][:r=R]", a parameter without its start; or
--- nil and what was expected.
function space.parse(text)
  local name, low, high, rest = text:match
    "^([%a_][%w_]*)=([-+%w.]-)%.%.([-+%w.]*)(.*)$"
  local param = { name = name, low = name and tonumber(low),
    high = name and tonumber(high) }
  if not (param.low and param.high)
    or param.low - param.low ~= 0 or param.high - param.high ~= 0 then
    return nil, ("expected NAME=LOW..HIGH[:int][:c=C][:r=R], got '%s'")
      :format(text)
  elseif param.low >= param.high then
    return nil, ("expected a range from low to high, got %s..%s"):format(low,
      high)
  end
  for part in rest:gmatch ":([^:]*)" do
    local key, value = part:match "^([cr])=(.*)$"
    local x = value and tonumber(value)
    key = key or part == "int" and part
    if not key or value and not (x and x > 0 and x < math.huge) then
      return nil, ("expected int, c=C or r=R with a number above 0, got '%s'")
        :format(part)
    elseif param[key] then
      return nil, ("expected %s once, got '%s'"):format(key, text)
    end
    param[key] = x or true
  end
  if param.int and param.c and param.c < 0.5 then
    return nil, ("expected c of at least 0.5 for whole numbers, got %g: both "
      .. "versions would mostly be rounded to the same one"):format(param.c)
  elseif param.c and param.c > param.high - param.low then
    return nil, ("expected c of at most %g, the width of %s..%s, got %g")
      :format(param.high - param.low, low, high, param.c)
  end
  if rest ~= "" and rest:sub(1, 1) ~= ":" then
    return nil, ("expected : after %s..%s, got '%s'"):format(low, high, rest)
  end
  if param.int then
    param.low, param.high = math.tointeger(param.low),
      math.tointeger(param.high)
    if not (param.low and param.high) then
      return nil, ("expected whole numbers with int, got %s..%s"):format(low,
        high)
    end
  end
  return param
end

return space
