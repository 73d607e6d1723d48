-- What the commands that replay recorded games share: opening a file, finding
-- the rules of a record, telling a difference.
local aurum = require "aurum"
local strangers = require "aurum.play.strangers"
local rules_of = require "aurum.load.rules_of"
local term = require "aurum.text.term"
local verify = {}

--- The lines of a file, as of aurum.sys.lines; the command fails if it cannot
--- be opened.
function verify.open(path)
  local lines, problem = aurum.sys.lines(path)
  if not lines then term.fail(("%s: %s"):format(term.plain(path), problem)) end
  return lines
end

--- A function that does `work(record, rules, state)`, which gives plain data,
--- with a record's line where its rules may run: here, or in a worker.
---   run(line)   that; or nil and a message, and true if the rules are at fault
--- `variant` as in lua/load/rules_of.lua.
function verify.runner(variant, work)
  local find, missing = rules_of(variant)
  if not find then term.fail(missing, 2) end
  -- one for all games of the same rules
  local states = setmetatable({}, { __mode = "k" })
  local function run(record, rules)
    states[rules] = states[rules] or aurum.state(rules)
    return work(record, rules, states[rules])
  end
  local caller = strangers.caller(function(line, rules)
    local record <close> = assert(aurum.record(line))
    return run(record, rules)
  end)
  return function(line)
    local record <close>, message = aurum.record(line)
    if not record then return nil, message end
    local rules, problem = find(record)
    if not rules then return nil, problem, true end
    if not rules.asleep then return run(record, rules) end
    local reply
    reply, problem = caller(rules, line)
    return reply, problem, true
  end
end

--- A difference as a line.
function verify.told(path, number, d)
  if d.what == "variant" then -- no difference of the game: why it has no rules
    return ("%s:%d: %s\n"):format(path, number, term.plain(d.got))
  end
  return ("%s:%d: %s, expected %s, got %s\n"):format(term.plain(path), number,
    term.plain(d.what), term.plain(d.expected), term.plain(d.got))
end

return verify
