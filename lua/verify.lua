-- What the commands that replay recorded games share: opening a file, finding
-- the rules of a record, telling a difference.
local aurum = require "aurum"
local rules_of = require "lua.rules_of"
local term = require "lua.term"
local verify = {}

--- The lines of a file, as of aurum.lines; the command fails if it cannot be
--- opened.
function verify.open(path)
  local lines, problem = aurum.lines(path)
  if not lines then term.fail(("%s: %s"):format(path, problem)) end
  return lines
end

--- A function from a record to its rules and a state of theirs, one for all
--- games; or to nil and a message. `variant` as in lua/rules_of.lua.
function verify.rules(variant)
  local find, missing = rules_of(aurum, variant)
  if not find then term.fail(missing, 2) end
  local states = {}
  return function(record)
    local rules, problem = find(record)
    if not rules then return nil, problem end
    states[rules] = states[rules] or aurum.state(rules)
    return rules, states[rules]
  end
end

--- A difference as a line.
function verify.told(path, number, d)
  return ("%s:%d: %s, expected %s, got %s\n"):format(path, number, d.what,
    term.plain(d.expected), term.plain(d.got))
end

return verify
