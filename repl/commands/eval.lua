-- Commands that estimate the points of the round while one steps. The estimates
-- come from workers (repl/session/evaluation.lua): a prompt never waits for
-- them.
local aurum = require "aurum"
local question_text = require "aurum.record.question_text"
local term = require "aurum.text.term"
local report = require "aurum.judge.report"
local outlook = require "aurum.judge.outlook"
local graph = require "aurum.repl.show.graph"
local narrate = require "aurum.repl.show.narrate"
local settings = require "aurum.repl.session.settings"
local option_values = require "aurum.text.option_values"
local tree = require "aurum.repl.session.tree"
local evaluation = require "aurum.repl.session.evaluation"
local args = require "aurum.repl.args"
local edit = aurum.edit

local eval = { name = "eval", usage = "eval [on|off]",
  summary = "estimate the points of the round at each step",
  help = ("An estimate is the mean of %d playouts of the round by the policy "
    .. "quick, and the range in which the middle %.0f %% of them end. The "
    .. "playouts start from hands drawn in agreement with what a seat knows: "
    .. "each seat in turn or, while a person plays, that seat alone. In rounds "
    .. "of the bot alchemist, 78 to 91 %% of the results lay in the range "
    .. "(judge %d). "
    .. "With three players the estimates are low, by 0.7 to 1.4 points early "
    .. "in the round. `judge` says which moves cost points. Estimates are made "
    .. "in the background and shown when they are ready; a script waits for "
    .. "them; worker processes share them (`help jobs`). Without an argument, "
    .. "`eval` waits for the estimate of this place. After `eval on`, "
    .. "`history` has a column for it."):format(
    outlook.sims, 100 * outlook.part, aurum.judged_by.version) }

function eval.complete(_, list)
  return args.starting({ "on", "off" }, list[1] or "")
end

--- Waits for the outlook of nodes, with a progress bar. Returns false after a
--- message if the user interrupted.
local function gather(shell, nodes)
  local own = shell.evaluation or evaluation.open(shell.session,
    math.min(shell.jobs, 2 * #nodes))
  local bar = term.progress(#nodes, shell:width() < 60) -- its width
  local good = own:gather(nodes, bar)
  bar()
  if not shell.evaluation then own:close() end
  if good then return own end
  shell:fail "interrupted"
end

function eval.run(shell, list)
  local good, problem = args.at_most(list, 1, eval.usage)
  if not good then return shell:fail(problem) end
  if not list[1] then
    local session = shell.session
    if not session.live.turn then
      return shell:fail "nothing to estimate: no round is open"
    end
    local own = gather(shell, { session.at })
    if own then narrate.put(shell, narrate.estimate(session, own)) end
    return
  end
  local value
  value, problem = args.one_of(list[1], { "on", "off" })
  if not value then return shell:fail(problem) end
  if shell.evaluation then shell.evaluation:close() end
  shell.evaluation = value == "on"
    and evaluation.open(shell.session, shell.jobs) or nil
  shell:out(value == "off" and "eval is off"
    or ("eval is on (judge %d)"):format(aurum.judged_by.version))
  narrate.outlook(shell)
end

-- ---- The graph ----------------------------------------------------------

--- The nodes of a round on the current branch at which a graph has a column:
--- all but those after a kept bid. The last is the end of the round, if the
--- branch reaches it.
local function nodes_of(session, round)
  local list, open_n = {}, 0
  for _, node in ipairs(session:line()) do
    local kept = node.action and node.action.kind == "keep"
    local open = node.phase ~= "deal" and node.phase ~= "over"
    if node.round == round and (open and not kept or not open and list[1]) then
      list[#list + 1] = node
      open_n = open_n + (open and 1 or 0)
    end
  end
  return list, open_n
end

--- The mark of the costliest sure verdict on the moves of a round from a node
--- to the next in the graph, `stop`; for the last node, to the end of the
--- branch or round.
local function mark_of(session, from, stop)
  local worst
  local node = from.next
  while node and node.round == from.round do
    local verdict = narrate.verdict(session, node)
    if verdict and report.is_sure(verdict)
      and (not worst or verdict.loss > worst.loss) then
      worst = verdict
    end
    if node == stop then break end
    node = node.next
  end
  return worst and report.mark(worst)
end

local graph_ = { name = "graph", usage = "graph [ROUND]",
  summary = "draw the estimated points of each side over a round",
  help = "The round is this one by default. Each column is a place of this "
    .. "branch, and each digit a side; * stands for several. Ticks begin the "
    .. "tricks, and `end` is the score of the round. After `judge`, ?!, ? and "
    .. "?? stand under the costly moves. "
    .. "`help eval` says how points are estimated.",
  complete = function(shell, list)
    return #list < 2 and args.rounds(shell.session) or {}
  end }

--- The points of each side at a node: estimated, or those of the round that
--- ended there.
local function points_at(own, node)
  if node.phase ~= "deal" and node.phase ~= "over" then
    return own:known(node)
  end
  local rounds, sides = tree.state_at(node).rounds, {}
  for side, points in ipairs(rounds[#rounds].points) do
    sides[side] = { mean = points }
  end
  return sides
end

local function legend(session, own, nodes)
  local rules = session.root.rules
  local first = points_at(own, nodes[1])
  local last = points_at(own, nodes[#nodes])
  local parts = {}
  for side = 1, rules.side_n do
    parts[side] = ("%s from %.1f to %.1f"):format(
      question_text.side(rules, side),
      first[side].mean, last[side].mean)
  end
  return table.concat(parts, "; ")
end

function graph_.run(shell, list)
  local session = shell.session
  local round, problem = args.only_count(list, graph_.usage)
  if problem then return shell:fail(problem) end
  round = round or session.at.round
  local nodes, open_n = nodes_of(session, round)
  if not nodes[1] then
    return shell:fail(round == 0 and "nothing is dealt yet; `step` deals"
      or ("no round %d on this branch"):format(round))
  end
  local own = gather(shell, table.move(nodes, 1, open_n, 1, {}))
  if not own then return end
  local points = {}
  for i, node in ipairs(nodes) do
    local known = points_at(own, node)
    if known.problem then
      return shell:fail("cannot estimate the round: "
        .. term.plain(known.problem))
    end
    points[i] = { trick = i > open_n and "end" or node.trick, sides = known,
      mark = mark_of(session, node, nodes[i + 1]) }
  end
  shell:out(("round %d: estimated points, by side"):format(round))
  shell:out(table.concat(graph.lines(points, shell:width()), "\n"))
  narrate.put(shell, legend(session, own, nodes))
end

-- ---- Processors ---------------------------------------------------------

local jobs = { name = "jobs", usage = "jobs [N|all]",
  summary = "share hint, eval, graph and judge among N processes",
  help = "Their results are the same, byte for byte, with any number. `jobs 1` "
    .. "leaves the other processors to other programs. `eval` and `graph` use "
    .. "at most 8 processes. A bot's search stays in one, where N threads "
    .. "share its `roots`. N threads also share the deals that bots, `hint`, "
    .. "`line` and `judge` solve. The setting is saved (default: all, one "
    .. "process for each processor, at most 64)." }

--- The number of processes of a setting, and the number of processors if that
--- decides. A setting that cannot be read counts as "all".
local function jobs_of(setting)
  local n = option_values.workers(setting or "all")
  if n then return n end
  return math.min(aurum.sys.processors(), 64), "all"
end

--- Obey a setting. A bot's search has as many threads.
local function set(shell, setting)
  shell.jobs, shell.all_jobs = jobs_of(setting)
  aurum.sys.threads(shell.jobs)
end

function jobs.complete(_, list)
  return #list < 2 and { "all" } or {}
end

function jobs.run(shell, list)
  local good, problem = args.at_most(list, 1, jobs.usage)
  if not good then return shell:fail(problem) end
  if list[1] then
    local n
    n, problem = option_values.workers(list[1])
    if list[1] ~= "all" and not n then
      return shell:fail((problem:gsub(", got", " or all, got")))
    end
    set(shell, list[1])
    if shell.evaluation then shell.evaluation:limit(shell.jobs) end
    good, problem = settings.save("jobs", n or "all")
    if not good then shell:out("cannot save the setting: " .. problem) end
  end
  shell:out(shell.all_jobs and ("jobs is all: %d here"):format(shell.jobs)
    or ("jobs is %d"):format(shell.jobs))
end

local function start(shell)
  set(shell, settings.load().jobs)
end

--- Before each prompt: shows the estimate of this place if it has arrived.
local function keep(shell)
  if shell.evaluation then narrate.arrival(shell) end
end

--- Else shows it as soon as it arrives.
local function idle(shell)
  local own = shell.evaluation
  if not own then return false end
  own:poll()
  if narrate.has_arrived(shell) then edit.lift() end
  narrate.arrival(shell)
  return own:is_busy()
end

--- Ctrl-C stops the estimates of this place.
local function drop(shell, ended)
  if shell.evaluation and not ended then shell.evaluation:stop() end
end

local function leave(shell)
  if shell.evaluation then shell.evaluation:close() end
end

return { title = "Estimates", start = start, keep = keep, idle = idle,
  drop = drop, leave = leave, eval, graph_, jobs }
