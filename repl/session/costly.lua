-- The costly decisions of the current branch, from the verdicts of its nodes.
local report = require "aurum.judge.report"
local costly = {}

--- The verdict on the move that led to a node, as the person at the table may
--- see it: verdicts on other seats would hint at their hands.
local function visible(session, node)
  local verdict, viewer = node.verdict, session:viewer()
  if verdict and (not viewer or viewer == verdict.seat) then return verdict end
end

--- True if some decision of the branch is judged.
function costly.is_judged(session)
  for _, node in ipairs(session:line()) do
    if visible(session, node) then return true end
  end
  return false
end

--- True if a decision lost points, perhaps without certainty.
function costly.has_lost(verdict)
  return report.mark(verdict) ~= nil and verdict.loss > 0
end

--- Sorts a list of { verdict =, i = } by loss, the largest first; of equal
--- losses, that of the lower `i`.
function costly.sort(list)
  table.sort(list, function(a, b)
    if a.verdict.loss ~= b.verdict.loss then
      return a.verdict.loss > b.verdict.loss
    end
    return a.i < b.i
  end)
end

--- The decisions that lost points, the largest loss first, as { node =, verdict
--- = }: those of one seat or, without `seat`, of all; with `sure`, only those
--- with a certain loss.
function costly.of(session, seat, sure)
  local list = {}
  for i, node in ipairs(session:line()) do
    local verdict = visible(session, node)
    if verdict and costly.has_lost(verdict)
      and (not seat or verdict.seat == seat)
      and (not sure or report.is_sure(verdict)) then
      list[#list + 1] = { node = node, verdict = verdict, i = i }
    end
  end
  costly.sort(list)
  return list
end

return costly
