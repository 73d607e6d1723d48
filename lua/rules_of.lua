-- The rules a record is held against: those it names, or others.

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
local function is_house(aurum, variant)
  local info = aurum.read_variant(variant)
  if #info.problems == 0 and #info.counts == 0 then return true end
  local rules, problem = aurum.variant(variant)
  if not rules then return nil, problem end
  return false
end

--- A function from a record to its rules, or nil and a message in one line.
--- `variant` stands for what records name; a house rule alone, for the part of
--- that name. nil and a message if there is no such variant.
return function(aurum, variant)
  local house, missing = false, nil
  if variant then house, missing = is_house(aurum, variant) end
  if house == nil then return nil, missing end
  local found, problems = {}, {}
  return function(record)
    local name, players = variant or record.variant, record.players
    local problem
    if house then
      name, problem = with_part(record.variant, variant)
      if not name then return nil, problem end
    end
    local key = name .. "\0" .. players
    if not found[key] and not problems[key] then
      found[key], problem = aurum.variant(name, players)
      if not found[key] then problems[key] = problem:match "^[^\n]*" end
    end
    return found[key], problems[key]
  end
end
