-- The comparison of a move with the best other, by the first method that can:
-- the last cards are solved (solving.lua), others are played on
-- (playing_on.lua).
local settings = require "aurum.judge.settings"
local playing_on = require "aurum.judge.playing_on"
local solving = require "aurum.judge.solving"
local comparison = {}

--- The kind of a comparison, for lua/judge/calibration.lua. A change of bid is
--- compared with keeping the bids ("keep") or was not made ("change").
local function kind_of(method, ask, better)
  if method.solved then return "solved" end
  return better.kind == "keep" and "keep" or ask
end

--- By a method; nil if it cannot.
local function by_method(method, view, ask, done, sims, seed)
  local better, spread, among = method.candidate(view, done, seed)
  if not better then return nil end
  local own = { better = better, spread = spread,
    solved = method.solved or false,
    matters = spread > settings.equal or not among }
  if not own.matters then own.better = done end
  if own.better == done then return own end
  own.kind = kind_of(method, ask, better)
  own.found, own.error, own.n = method.compare(view, better, done, sims, seed)
  return own.found and own
end

--- Compares the move `done` with the best other move: the `better` move, which
--- is `done` if none seems better or all are about equal; the `spread` between
--- the best and the worst; whether the decision `matters`; and whether it was
--- `solved`. If another move is better, also the `kind` of the comparison, what
--- was `found`, its `error`, and the number `n` of worlds.
function comparison.of(view, ask, done, sims, seed)
  for _, method in ipairs(solving.methods(view)) do
    local own = by_method(method, view, ask, done, sims, seed)
    if own then return own end
  end
  return by_method(playing_on, view, ask, done, sims, seed)
end

return comparison
