-- What the commands that replay recorded games share: opening a file, finding
-- the rules of a record, telling a difference.
local aurum = require "aurum"
local term = require "lua.term"
local verify = {}

--- The lines of a file, as of aurum.lines; the command fails if it cannot be
--- opened.
function verify.open(path)
  local lines, problem = aurum.lines(path)
  if not lines then term.fail(("%s: %s"):format(path, problem)) end
  return lines
end

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

--- Whether a variant is a house rule alone. Complains if there is none.
local function is_house(variant)
  local info = aurum.read_variant(variant)
  if #info.problems == 0 and #info.counts == 0 then return true end
  local rules, problem = aurum.variant(variant)
  if not rules then term.fail(problem, 2) end
  return false
end

--- A function from a record to the rules it is to be held against and a state
--- of theirs, one per rules for all games; or to nil and a message. `variant`
--- stands for the rules that records name; a house rule alone, for its part.
function verify.rules(variant)
  local house, found = variant and is_house(variant), {}
  return function(record)
    local name, players = variant or record.variant, record.players
    local problem
    if house then
      name, problem = with_part(record.variant, variant)
      if not name then return nil, problem end
    end
    local key = name .. "\0" .. players
    if not found[key] then
      local rules
      rules, problem = aurum.variant(name, players)
      found[key] = rules and { rules, aurum.state(rules) } or { nil, problem }
    end
    return found[key][1], found[key][2]
  end
end

--- A difference as a line.
function verify.told(path, number, d)
  return ("%s:%d: %s, expected %s, got %s\n"):format(path, number, d.what,
    term.plain(d.expected), term.plain(d.got))
end

return verify
