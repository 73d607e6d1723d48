-- A recorded game as the data of a page (repl/web/): its steps and its text.
-- Plain data, so that workers can make it.
local show = require "aurum.record.show"
local steps = require "aurum.record.steps"
local term = require "aurum.text.term"
local page = {}

--- Text as people read it, without colours and without control characters.
local function plain(text)
  return (term.plain(text))
end

--- The faults of a record: each has its `seat`, a sentence for the other seats
--- as `brief`, and a `full` one with the message, which may name cards of the
--- seat's hand. `only` is the seat for which the page is made.
local function faults_of(record, only)
  local list = {}
  for i, fault in ipairs(record.faults) do
    local function sentence(cause)
      return ("Fault in round %d, trick %d: seat %d, asked to %s: %s%s"):format(
        fault.round, fault.trick, fault.seat, plain(fault.ask), plain(cause),
        fault.substituted and " (replaced by the first legal action)" or "")
    end
    list[i] = { seat = fault.seat, brief = sentence(fault.kind),
      full = (not only or fault.seat == only) and sentence(fault.message)
        or nil }
  end
  return list
end

--- A copy of a record's faults without messages about other seats.
local function quiet_faults(faults, only)
  local list = {}
  for i, fault in ipairs(faults) do
    list[i] = setmetatable({ message = fault.seat == only and fault.message
      or fault.kind }, { __index = fault })
  end
  return list
end

--- The winners by the cards: nil if the game was not played to its end.
local function winners_of(events)
  local last = events[#events]
  return last and last.kind == "game" and last.winners or nil
end

--- Names as people read them.
local function names_of(record)
  local list = {}
  for i, name in ipairs(record.names) do list[i] = plain(name) end
  return list
end

--- A game that was replayed to `state`, as plain data:
---   title, players, suits, side_of, cumulative   of the rules
---   names, seed, winners, result, faults         of the record
---   rounds   as steps.rounds makes them
---   text     the game as `aurum record show` prints it, without colours
--- `agrees` is true if it verifies. With `only`, a seat, the data hold nothing
--- that the seat could not know: no seed, since the deals follow from it. A
--- record whose `seed` is false is shown without it.
function page.game(record, rules, state, agrees, only)
  local rounds, events = steps.rounds(state, only)
  local shown = only and { names = record.names, winners = record.winners,
    faults = quiet_faults(record.faults, only) } or record
  return {
    title = plain(rules.title), players = rules.players, suits = rules.suits,
    side_of = rules.side_of, cumulative = rules.cumulative, seat = only,
    names = names_of(record),
    seed = not only and record.seed and plain(record.seed) or nil,
    winners = record.winners, faults = faults_of(record, only),
    result = show.result(record, winners_of(events), agrees) .. ".",
    rounds = rounds,
    text = show.game(shown, state, events, agrees):gsub("\27%[[%d;]*m", ""),
  }
end

return page
