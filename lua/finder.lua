-- Which rules a record is to be held against. Loaded with the module's table.
local aurum = ...

--- A part of a composition by its name alone: "bold" of "rules/bold.lua".
local function bare(part)
  return (part:match "[^/]*$":gsub("%.lua$", ""))
end

--- A record's composition with `part`, a house rule, where it has one of that
--- name; nil and a message if it has none.
local function with_part(name, part)
  local found = false
  local changed = name:gsub("[^+]+", function(own)
    if bare(own) ~= bare(part) then return nil end
    found = true
    return part
  end)
  if found then return changed end
  return nil, ("'%s' is a house rule, and '%s' has no part '%s'"):format(part,
    name, bare(part))
end

--- Whether a variant is a house rule alone; nil and a message if there is none.
local function is_house(variant)
  local info = aurum.read_variant(variant)
  if #info.problems == 0 and #info.counts == 0 then return true end
  local rules, problem = aurum.variant(variant)
  if not rules then return nil, problem end
  return false
end

--- A function that finds the rules a record is to be held against, those it
--- names or those of `variant`, where a house rule alone stands for the part of
--- its name: the rules; or nil and a message. nil and a message if there is no
--- such variant.
return function(variant)
  local house, problem = false, nil
  if variant then house, problem = is_house(variant) end
  if house == nil then return nil, problem end
  local found = {}
  return function(record)
    local name, players = variant or record.variant, record.players
    if house then
      local message
      name, message = with_part(record.variant, variant)
      if not name then return nil, message end
    end
    local key = name .. "\0" .. players
    if not found[key] then
      local rules, message = aurum.variant(name, players)
      found[key] = rules and { rules } or { nil, message:match "^[^\n]*" }
    end
    return found[key][1], found[key][2]
  end
end
