-- The comparison of a move with the best other, by the first method that can:
-- the last cards are solved (solving.lua), others are valued by a net that has
-- learned the rules (valuing.lua), or else played on (playing_on.lua).
local settings = require "aurum.judge.settings"
local playing_on = require "aurum.judge.playing_on"
local solving = require "aurum.judge.solving"
local valuing = require "aurum.judge.valuing"
local comparison = {}

--- True if a decision that is played on has constants for endings.
local function is_late(view, ask)
  local most = { play = settings.ending, change = settings.change_ending }
  return view.rules.side_n == 2 and #view.hand <= (most[ask] or -1)
end

--- The kind of a gain, for lua/judge/calibration.lua: of the best move where
--- all worlds were solved ("exact_"), of a move in drawn worlds ("solved"), of
--- a move valued by nets (valuing.kind), or of a move played on. There a change
--- of bid is compared with keeping the bids ("keep") or was not made
--- ("change"), and endings differ ("late_"). Where no move is better, a rival
--- may have a kind that only sets the upper end ("best_").
local function kind_of(method, view, ask, gain, rival)
  if method.solved == "enumerated" then
    return (rival and "best_" or "exact_") .. ask
  elseif method.solved then
    return method.solved
  elseif method.kind then
    return method.kind(view.rules)
  elseif not is_late(view, ask) then
    return gain.action.kind == "keep" and "keep" or ask
  end
  if rival then return "best_late_" .. ask end
  return "late_" .. (gain.action.kind == "keep" and "keep" or ask)
end

comparison.kind = kind_of

--- The method for a decision that is not solved.
function comparison.unsolved(view, ask)
  return not is_late(view, ask) and valuing.suits(view.rules) and valuing
    or playing_on
end

--- By a method; nil if it cannot.
local function by_method(method, view, ask, done, sims, seed)
  local own = method.candidate(view, done, seed)
  if not own then return nil end
  own.solved = method.solved ~= nil
  own.worlds = own.solved and own.rivals[1].n or nil
  own.matters = own.spread > settings.equal or own.apart or false
  if not own.matters and not own.gain then own.better = done end
  for _, rival in ipairs(own.rivals) do
    rival.kind = kind_of(method, view, ask, rival, true)
  end
  if own.better == done then return own end
  own.gain = own.gain or method.compare(view, own.better, done, sims, seed)
  if not own.gain then return nil end
  own.gain.action = own.better
  own.gain.kind = kind_of(method, view, ask, own.gain)
  return own
end

--- Compares the move `done` with the others: the `better` move, which is `done`
--- if none seems better or all are about equal; the `spread` between the best
--- and the worst; whether the decision `matters`; whether it was `solved`, in
--- how many `worlds`; the `rivals`, gains of other moves over `done`; and
--- `values`, a function that returns the side's mean margin after each move
--- that was tried, by its text. If another move is better, also its `gain`.
---
--- A gain has the `action`; the mean `found`, its standard error `error`, the
--- standard deviation `sd` over worlds, and their number `n`; its `kind` for
--- lua/judge/calibration.lua; in solved worlds that were drawn, the `range`
--- of the gain and the share of worlds `left_out` since they took too long;
--- `proven`, true if no other world is possible; and `settled`, true if besides
--- no other seat has a card left, so that open hands tell no more than the seat
--- knows.
function comparison.of(view, ask, done, sims, seed)
  for _, method in ipairs(solving.methods(view)) do
    local own = by_method(method, view, ask, done, sims, seed)
    if own then return own end
  end
  return by_method(comparison.unsolved(view, ask), view, ask, done, sims, seed)
end

return comparison
