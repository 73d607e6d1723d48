-- Verification of records: their rules are found and their games replayed, in
-- this process or in a worker, and a difference is put into words.
local aurum = require "aurum"
local strangers = require "aurum.play.strangers"
local rules_of = require "aurum.load.rules_of"
local term = require "aurum.text.term"
local verify = {}

--- A function `run(line)` that calls `work(record, rules, state)` with a
--- record's line, in this process or, where its rules may not run here, in a
--- worker. `work` returns plain data, and so does `run`; or nil and a message,
--- and true if the message is about the rules. `variant` as in
--- lua/load/rules_of.lua; nil and a message if there is no such variant.
---
--- Then, for lua/record/parallel_lines.lua, the same for workers of the caller,
--- which returns nothing for rules that are new to them; and a function that
--- returns the number of rules that were new so far.
function verify.runner(variant, work)
  local find, missing = rules_of(variant)
  if not find then return nil, missing end
  -- by rules the state that all their games use
  local states = setmetatable({}, { __mode = "k" })
  local function run(record, rules)
    states[rules] = states[rules] or aurum.state(rules)
    return work(record, rules, states[rules])
  end
  local caller = strangers.caller(function(line, rules)
    local record <close> = assert(aurum.record(line))
    return run(record, rules)
  end)
  local function run_here(line)
    local record <close>, message = aurum.record(line)
    if not record then return nil, message end
    local rules, problem = find(record)
    if not rules then return nil, problem, true end
    if not rules:is_asleep() then return run(record, rules) end
    local reply
    reply, problem = caller(rules, line)
    return reply, problem, true
  end
  local function run_away(line)
    local record <close>, message = aurum.record(line)
    if not record then return nil, message end
    local rules, problem = find:known(record)
    if not rules then return nil, problem, true end
    return run(record, rules:wake())
  end
  return run_here, run_away, function() return find.loaded end
end

--- A difference as a line of text.
function verify.text(path, number, d)
  if d.what == "variant" then -- the reason why there are no rules to compare
    return ("%s:%d: %s\n"):format(path, number, term.plain(d.got))
  end
  if d.what == "line" then
    return ("%s:%d: not a record: %s\n"):format(term.plain(path), number,
      term.plain(d.got))
  end
  return ("%s:%d: %s, expected %s, got %s\n"):format(term.plain(path), number,
    term.plain(d.what), term.plain(d.expected), term.plain(d.got))
end

return verify
