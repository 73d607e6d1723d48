-- Short names of bots that still tell them apart. A record names a bot with all
-- its options; usually "alchemist" or "alchemist:sims=100" is enough.

--- The options of a name by key, and a list of the keys.
local function options_of(name)
  local values, keys = {}, {}
  for key, value in name:gmatch ":([%w_]+)=([^:]*)" do
    if not values[key] then keys[#keys + 1] = key end
    values[key] = value
  end
  return values, keys
end

--- A name with only those options in which the names differ.
local function telling(name, names)
  local own, keys = options_of(name)
  local parts = { name:match "^[^:]*" }
  for _, key in ipairs(keys) do
    for _, other in ipairs(names) do
      if options_of(other)[key] ~= own[key] then
        parts[#parts + 1] = key .. "=" .. own[key]
        break
      end
    end
  end
  return table.concat(parts, ":")
end

--- A table of short names by name, for a list of names. Names whose short forms
--- would be equal stay as they are.
return function(names)
  local same, short, times = {}, {}, {}
  for _, name in ipairs(names) do
    local bare = name:match "^[^:]*"
    same[bare] = same[bare] or {}
    table.insert(same[bare], name)
  end
  for _, name in ipairs(names) do
    local own = telling(name, same[name:match "^[^:]*"])
    short[name], times[own] = own, (times[own] or 0)
      + (short[name] and 0 or 1)
  end
  for name, own in pairs(short) do
    if times[own] > 1 then short[name] = name end
  end
  return short
end
