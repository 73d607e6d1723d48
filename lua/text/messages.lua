-- Messages of the commands that play series of games, as texts.
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local messages = {}

--- A warning of a seed from which a bot of this name could find out the deals.
function messages.short_seed(seed, name, length)
  return ("warning: bot %s could guess the short seed '%s' and so see every "
    .. "hand; use %d characters or more, or omit --seed"):format(
      term.plain(name), term.plain(seed), length)
end

--- A bot's first fault in a series, in the game with this id; `trace` is where
--- it was raised, or its message.
function messages.fault(command, id, fault, name, trace)
  return ("aurum %s: game %s, %s: seat %d (%s) was at fault when asked "
    .. "to %s: %s\n  (its further faults are counted, not shown)"):format(
      command, term.plain(id), format.place(fault), fault.seat,
      term.plain(name), term.plain(fault.ask),
      (term.plain(trace, "\n\t"):gsub("\n", "\n  ")))
end

--- Lines below a message: what may be done, and the commands that do it.
function messages.advice(purpose, commands)
  return "  " .. purpose .. ":\n    " .. table.concat(commands, "\n    ")
end

--- The options that run bots with the same limits, as words.
function messages.limits(args)
  local words = {}
  for _, program in ipairs(args.exec or {}) do
    table.insert(words, "--exec")
    table.insert(words, program.name .. "=" .. program.command)
  end
  for _, key in ipairs { "fuel", "cpu" } do
    if args[key] then
      table.insert(words, "--" .. key)
      table.insert(words, ("%.14g"):format(args[key]))
    end
  end
  if args.trust then table.insert(words, "--trust") end
  return words
end

--- True if a bot or a variant was given as a file: a name in a record or a
--- journal does not find it.
function messages.is_file(given)
  local name = given:match "^[^:]*"
  return name:find "/" ~= nil or name:find "%.lua" ~= nil
end

return messages
