-- Rules of a record: those it names, which is never a path, or others that a
-- person gives.
local aurum = require "aurum"
local caller = require "aurum.text.caller"

local most = 64 -- rules that are kept: a file may name any number

--- The plain name of a part of a composition: "bold" of "rules/bold.lua".
local function plain(part)
  return (part:match "[^/]*$":gsub("%.lua$", ""))
end

--- A record's composition with the house rule `given` in place of its part of
--- that name; nil and a message if it has none, or if another part is a path.
local function with_part(name, given)
  local found, path = false, nil
  local changed = name:gsub("[^+]+", function(part)
    if plain(part) == plain(given) then
      found = true
      return given
    end
    if plain(part) ~= part then path = part end
  end)
  if path then
    return nil, caller.text("its part '%s' is a file: give all of '%s' with "
      .. "{variant}", path, name)
  end
  if found then return changed end
  return nil, ("'%s' is a house rule, and '%s' has no part '%s'"):format(given,
    name, plain(given))
end

--- True if a variant is a single house rule; nil and a message if there is no
--- such variant.
local function is_house(variant)
  local info = aurum.read_variant(variant)
  if #info.problems == 0 and #info.counts == 0 then return true end
  local rules, problem = aurum.variant(variant)
  if not rules then return nil, problem end
  return false
end

--- The rules of a record; or nil and a message in one line.
local function load_rules(record, variant, house)
  local name, missing = variant, nil
  if house then name, missing = with_part(record.variant, variant) end
  if missing then return nil, missing end
  local load = name and aurum.variant or aurum.named_variant
  local rules, problem = load(name or record.variant, record.players,
    record.digest)
  if rules then return rules end
  return nil, problem:match "^[^\n]*"
end

local rules_of = {}
rules_of.__index = rules_of

local function key_of(record)
  return ("%s\0%d\0%s"):format(record.variant, record.players,
    record.digest or "")
end

function rules_of:__call(record)
  local key = key_of(record)
  local entry = self.entries[key]
  if not entry then
    if self.count == most then self.entries, self.count = {}, 0 end
    entry = table.pack(load_rules(record, self.variant, self.house))
    self.entries[key], self.count = entry, self.count + 1
    self.loaded = self.loaded + 1
  end
  return entry[1], entry[2]
end

--- The same for rules that were found before; nothing for others. Workers, who
--- cannot read files, know those that were found before they started.
function rules_of:known(record)
  local entry = self.entries[key_of(record)]
  if entry then return entry[1], entry[2] end
end

--- The rules that a position token names; or nil and a message.
function rules_of:of_position(token)
  local variant, players, digest = aurum.read_position(token)
  if not variant then return nil, "position: " .. players end
  local rules, problem = self { variant = variant, players = players }
  if rules and rules.digest ~= digest then
    return nil, ("position: it is of %s with rules %s; here they are %s")
      :format(variant, digest, rules.digest)
  end
  return rules, problem and "position: " .. problem
end

--- A function that returns the rules of a record, or nil and a message in one
--- line; `loaded` counts the rules that it had to find. `variant` replaces the
--- variant that records name; a house rule alone replaces the part of that
--- name. nil and a message if there is no such variant.
return function(variant)
  local house, missing = false, nil
  if variant then house, missing = is_house(variant) end
  if house == nil then return nil, missing end
  return setmetatable({ variant = variant, house = house, entries = {},
    count = 0, loaded = 0 }, rules_of)
end
