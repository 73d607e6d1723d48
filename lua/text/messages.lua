-- Messages of the commands that play series of games, as texts.
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
  local trick = fault.trick > 0 and (", trick %d"):format(fault.trick) or ""
  return ("aurum %s: game %s, round %d%s: seat %d (%s) was at fault when asked "
    .. "to %s: %s\n  (its further faults are counted, not shown)"):format(
      command, term.plain(id), fault.round, trick, fault.seat, term.plain(name),
      term.plain(fault.ask), (term.plain(trace, "\n\t"):gsub("\n", "\n  ")))
end

--- Advice below a message: its first line, then commands to try.
function messages.advice(text)
  return "  " .. text:gsub("\n", "\n    ")
end

return messages
