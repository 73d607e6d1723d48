-- What decisions cost: the game on the table judged, and told while one walks
-- through it. A person who plays is told of the own decisions alone: what is
-- better for others says what they hold.
local aurum = require "aurum"
local term = require "aurum.text.term"
local report = require "aurum.judge.report"
local picture = require "aurum.repl.picture"
local narrate = require "aurum.repl.narrate"
local tree = require "aurum.repl.tree"
local args = require "aurum.repl.args"

--- The nodes of the current branch in parts: each begins with the game, or with
--- a position built by hand.
local function parts_of(session)
  local parts = {}
  for _, node in ipairs(session:line()) do
    if node.token or not parts[1] then parts[#parts + 1] = {} end
    table.insert(parts[#parts], node)
  end
  return parts
end

--- Judge the decisions of a part, as the options say, and keep each verdict
--- with the node that the action led to. How many there were; or nil and why it
--- ended early.
local function judge_part(part, options, bar)
  local n, at = 0, 1
  local good, problem = pcall(function()
    local state = tree.state_at(part[#part])
    for verdict in aurum.judge(state, options) do
      while tree.place(part[at]) ~= verdict.place do at = at + 1 end
      part[at + 1].verdict = report.plain(verdict)
      n = n + 1
      bar(at)
      if aurum.sys.interrupted() then error "interrupted" end
    end
  end)
  if good then return n end
  return nil, aurum.sys.interrupted() and "interrupted" or tree.plain(problem)
end

local function judge_all(session, options)
  local n = 0
  for _, part in ipairs(parts_of(session)) do
    local bar = term.progress(#part)
    local more, problem = judge_part(part, options, bar)
    bar()
    if not more then return nil, problem end
    n = n + more
  end
  return n
end

--- The verdicts there are on the current branch, of what may be told; those of
--- a place alone, if one is named.
local function known(session, place)
  local list = {}
  for _, node in ipairs(session:line()) do
    local verdict = narrate.verdict(session, node)
    if verdict and (not place
      or (verdict.place .. "."):find(place .. ".", 1, true) == 1) then
      list[#list + 1] = { node = node, verdict = verdict }
    end
  end
  return list
end

--- The luck of the deals, which says what all hands were worth.
local function show_luck(shell)
  local session = shell.session
  if session:viewer() or session.root.token then return end
  local luck = aurum.luck(tree.state_at(session.branch.tip), { seed = "1" })
  if not luck[1] then return end
  shell:out "luck of the deals, in points more than the others':"
  shell:out(report.luck(luck))
end

local function show_sums(shell)
  local session = shell.session
  local players, viewer = session.root.rules.players, session:viewer()
  local own, rows = { verdicts = {} }, {}
  for _, one in ipairs(known(session)) do
    table.insert(own.verdicts, one.verdict)
  end
  for seat, sums in ipairs(report.by_seat(own, players, 0)) do
    if not viewer or viewer == seat then
      rows[#rows + 1] = { seat,
        report.short(picture.name(session, seat), 14), sums }
    end
  end
  shell:out("points lost by decisions:")
  shell:out(report.table({ "seat", "bot" }, rows))
  show_luck(shell)
  shell:out "worst goes to the costliest; step, forward and goto tell of them"
end

local judge = { name = "judge",
  usage = "judge [here|ROUND[.TRICK[.PLAY]]] [sims=N]",
  summary = "what the decisions of this branch cost, or those of a place",
  help = "Each is held against the best that its seat could find from what it "
    .. "knew, N simulations for each: how many points of the round it lost, "
    .. "with half the 95 % interval. ?! is an inaccuracy, ? a mistake, ?? a "
    .. "blunder, from as many points on as aurum.judged_by says, and (?) one "
    .. "that may be nothing. Where a person plays, that seat's alone. `aurum "
    .. "record judge --help` tells how it is done."
    .. [[


  judge
  judge 2
  judge here sims=20000]] }

--- What is to be judged: options for aurum.judge; or nil and a message.
local function read(session, list)
  local options, rest = args.options(list, { "sims" })
  if not options then return nil, rest end
  local good, problem = args.at_most(rest, 1, "expected " .. judge.usage)
  if not good then return nil, problem end
  local least = aurum.judged_by.least
  local sims = options.sims and math.tointeger(tonumber(options.sims))
  if options.sims and not (sims and sims >= least and sims <= 1000000) then
    return nil, ("sims=: expected a number from %d to 1000000, got '%s'")
      :format(least, options.sims)
  end
  local place = rest[1]
  if place == "here" then
    if not session.at.next or not session.at.next.action then
      return nil, "nothing was decided here on this branch"
    end
    place = tree.place(session.at)
  elseif place then
    local node
    node, problem = session:find(place)
    if not node then return nil, problem end
  end
  return { sims = sims, place = place, seat = session:viewer(), seed = "1" }
end

function judge.run(shell, list)
  local session = shell.session
  local options, problem = read(session, list)
  if not options then return shell:fail(problem) end
  local n
  n, problem = judge_all(session, options)
  if not n then return shell:fail(problem) end
  if n == 0 then
    return shell:fail(options.place and "there was no choice"
      or "nothing was decided on this branch yet")
  end
  if not options.place then return show_sums(shell) end
  for _, one in ipairs(known(session, options.place)) do
    narrate.judged(shell, one.verdict, true)
  end
end

function judge.complete(_, list)
  return args.starting({ "here", "sims=" }, list[#list] or "")
end

--- The verdicts that cost something for sure, the costliest first.
local function costliest(session)
  local list = {}
  for i, one in ipairs(known(session)) do
    if report.is_sure(one.verdict) then
      one.i = i
      list[#list + 1] = one
    end
  end
  table.sort(list, function(a, b)
    if a.verdict.loss ~= b.verdict.loss then
      return a.verdict.loss > b.verdict.loss
    end
    return a.i < b.i
  end)
  return list
end

local worst = { name = "worst", usage = "worst [N]",
  summary = "go to the costliest decision; or list the N costliest",
  help = "Of those that judge has judged on this branch. Then why, hint, ask "
    .. "and what-if go on from there." }

function worst.run(shell, list)
  local session = shell.session
  local n, problem = args.count(list[1])
  if problem then return shell:fail(problem) end
  if not known(session)[1] then
    return shell:fail "nothing is judged on this branch: judge does"
  end
  local found = costliest(session)
  if not found[1] then
    return shell:out "no decision is sure to have cost anything"
  end
  if n then
    for i = 1, math.min(n, #found) do
      shell:out("goto " .. found[i].verdict.place)
      narrate.judged(shell, found[i].verdict, true)
    end
    return
  end
  session:go(found[1].node.parent)
  narrate.where(shell)
  narrate.judged(shell, found[1].verdict, true)
end

return { title = "Judging", judge, worst }
