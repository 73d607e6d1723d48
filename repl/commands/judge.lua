-- Commands that judge decisions. `step`, `forward` and `goto` then print the
-- verdicts. A person who plays sees verdicts on that seat only, since a
-- better move for another seat would show what it holds.
local aurum = require "aurum"
local term = require "aurum.text.term"
local estimates = require "aurum.judge.estimates"
local losses = require "aurum.judge.losses"
local report = require "aurum.judge.report"
local picture = require "aurum.repl.show.picture"
local narrate = require "aurum.repl.show.narrate"
local tree = require "aurum.repl.session.tree"
local verdicts = require "aurum.judge.verdicts"
local args = require "aurum.repl.args"
local costly = require "aurum.repl.session.costly"
local best_play = require "aurum.repl.show.best_play"

--- The nodes of the current branch in parts. Each begins at the start of the
--- game or at a built position.
local function parts_of(session)
  local parts = {}
  for _, node in ipairs(session:line()) do
    if node.token or not parts[1] then parts[#parts + 1] = {} end
    table.insert(parts[#parts], node)
  end
  return parts
end

--- Judges the decisions of a part and stores each verdict in the node that the
--- action leads to. Returns their number and the place of the last; and a
--- message if it ended early.
local function judge_part(shell, part, options, bar)
  local n, at, last = 0, 1, nil
  local good, problem = pcall(function()
    local state = tree.state_at(part[#part])
    for verdict in verdicts.of(state, options, shell.jobs) do
      while tree.place(part[at]) ~= verdict.place do at = at + 1 end
      part[at + 1].verdict = verdict
      n, last = n + 1, verdict.place
      bar(at)
    end
  end)
  if good then return n, last end
  return n, last, tree.plain(problem)
end

--- The message of an interrupt after `n` verdicts, the last of them at a place.
local function interrupted(session, n, last)
  if n == 0 then
    return ("interrupted in game %d before the first verdict"):format(
      session.root.number)
  end
  return ("interrupted in game %d after %s: %s kept"):format(
    session.root.number, last, n == 1 and "its verdict is"
    or ("%d verdicts are"):format(n))
end

--- Judges the current branch. Returns the number of verdicts; or nil and a
--- message.
local function judge_all(shell, options)
  local n, last = 0, nil
  for _, part in ipairs(parts_of(shell.session)) do
    local bar = term.progress(#part, shell:width() < 60) -- its width
    local more, place, problem = judge_part(shell, part, options, bar)
    bar()
    n, last = n + more, place or last
    if problem and aurum.sys.interrupted() then
      return nil, interrupted(shell.session, n, last)
    elseif problem then
      return nil, problem
    end
  end
  return n
end

--- The visible verdicts on the current branch, of one place or of all, as
--- { node =, verdict = }.
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

local version = ("judge %d"):format(aurum.judged_by.version)

--- Says so if the judge's errors were not measured under the session's rules.
local function warn_unless_measured(shell)
  local rules = shell.session.root.rules
  if not report.is_measured(rules.name, rules.players) then
    shell:out(report.not_measured)
  end
end

--- Prints the luck of the deals. It depends on all hands, so not while a person
--- plays.
local function show_luck(shell)
  local session = shell.session
  if session:viewer() or session.root.token then return end
  local luck = aurum.luck(tree.state_at(session.branch.tip), { seed = "1" })
  if not luck[1] then return end
  shell:out(("luck of the deals, in points above the mean of the other sides "
    .. "(%s):"):format(version))
  shell:out(report.luck(luck))
end

--- Prints the judge's version, then the verdicts. If `placed`, a `goto` command
--- precedes each.
local function show_verdicts(shell, list, placed)
  if not list[1] then return end
  shell:out(version .. ":")
  for _, one in ipairs(list) do
    if placed then shell:out("goto " .. one.verdict.place) end
    narrate.show_verdict(shell, one.verdict, true)
    if #list == 1 then best_play.put_verdict(shell, one.node, one.verdict) end
  end
end

local function show_sums(shell)
  local session = shell.session
  local players, viewer = session.root.rules.players, session:viewer()
  local own, rows = { verdicts = {} }, {}
  for _, one in ipairs(known(session)) do
    table.insert(own.verdicts, one.verdict)
  end
  for seat, sums in ipairs(losses.by_seat(own, players, 0)) do
    if not viewer or viewer == seat then
      rows[#rows + 1] = { seat,
        report.short(picture.name(session, seat), 14), sums }
    end
  end
  shell:out(("points lost by decisions (%s):"):format(version))
  shell:out(report.table({ "seat", "bot" }, rows))
  warn_unless_measured(shell)
  show_luck(shell)
  shell:out("`worst` goes to the costliest decision; `step` and `goto` show "
    .. "verdicts")
end

local judge_ = { name = "judge",
  usage = "judge [here|file|ROUND[.TRICK[.PLAY]]] [sims=N]",
  summary = "judge the decisions of this branch or place",
  help = "A decision is compared with the best one found from what its seat "
    .. "knew, by N simulations. Its loss is in points of the round, with half "
    .. "the 95 % confidence interval. ?! marks an inaccuracy, ? a mistake, ?? "
    .. "a blunder, and (?) a loss that is unsure; aurum.judged_by has the "
    .. "limits in points and the version of the judge. While a person plays, "
    .. "only the decisions of that seat are judged. In the last three cards of "
    .. "a round the possible deals are solved with open hands; the interval is "
    .. "then how far that differs from what the seats can know. `judge file` "
    .. "judges all games of the file that was loaded. `aurum record judge "
    .. "--help` describes the method."
    .. [[


  judge
  judge 2
  judge here sims=20000]] }

--- The arguments of `judge` as options for aurum.judge; or nil and a message.
local function read(session, list)
  local options, rest = args.options(list, { "sims" })
  if not options then return nil, rest end
  local good, problem = args.at_most(rest, 1, judge_.usage)
  if not good then return nil, problem end
  local least = aurum.judged_by.least
  local sims = options.sims and math.tointeger(tonumber(options.sims))
  if options.sims and not (sims and sims >= least and sims <= 1000000) then
    return nil, ("sims=: expected a whole number from %d to 1000000, got '%s'")
      :format(least, options.sims)
  end
  local place = rest[1]
  if place == "here" then
    if not session.at.next or not session.at.next.action then
      return nil, "no move was made here on this branch; `goto` goes to one, "
        .. "and `judge` judges all"
    end
    place = tree.place(session.at)
  elseif place then
    local node
    node, problem = session:find(place)
    if not node then return nil, problem end
  end
  return { sims = sims, place = place, seat = session:viewer(), seed = "1",
    values = true } -- for pages
end

function judge_.run(shell, list)
  local session = shell.session
  local of_file = list[1] == "file" and table.remove(list, 1)
  local options, problem = read(session, list)
  if not options then return shell:fail(problem) end
  if of_file then
    if options.place then return shell:fail "expected `judge file [sims=N]`" end
    return shell:judge_file({ sims = options.sims, seed = options.seed })
  end
  local n
  n, problem = judge_all(shell, options)
  if not n then return shell:fail(problem) end
  if n == 0 then
    return shell:fail(options.place
      and ("nothing to judge at %s: %s had a choice"):format(options.place,
        options.seat and ("seat %d, which you play, never"):format(options.seat)
          or "no seat")
      or "nothing to judge: this branch has no decisions yet; `step` plays on")
  end
  if not options.place then return show_sums(shell) end
  show_verdicts(shell, known(session, options.place))
end

function judge_.complete(shell, list)
  local last = list[#list] or ""
  if #list > 1 then return { "sims=" } end
  local found = args.places(shell.session, last)
  table.insert(found, "here")
  table.insert(found, "file")
  table.insert(found, "sims=")
  return found
end

--- The verdicts that `judge file` found, for a message; "" if there are none.
local function of_file(shell)
  return shell.file and shell.file.judged
    and "; `worst file` lists the verdicts of `judge file`" or ""
end

local worst = { name = "worst", usage = "worst [N] | worst file [N]",
  complete = function(_, list) return #list < 2 and { "file" } or {} end,
  summary = "go to the costliest decision, or list N",
  help = "Run `judge` first. N decisions are listed with the largest loss "
    .. "first, also those with (?), whose loss is unsure. `worst` alone goes "
    .. "to the largest certain one, or else to the largest unsure one. There "
    .. "`hint`, `line` and `ask` show the alternatives, and another move "
    .. "starts a branch. `retry` asks you for better moves. `worst "
    .. "file` lists the costliest decisions of the games that `judge file` "
    .. "judged." }

function worst.run(shell, list)
  local session = shell.session
  if list[1] == "file" then
    local most, wrong = args.only_count({ table.unpack(list, 2) }, worst.usage)
    if wrong then return shell:fail(wrong) end
    return shell:worst_of_file(most)
  end
  local n, problem = args.only_count(list, worst.usage)
  if problem then return shell:fail(problem) end
  if not known(session)[1] then
    return shell:fail("nothing is judged on this branch; run `judge` first"
      .. of_file(shell))
  end
  local found = costly.of(session, nil, not n)
  if n and found[1] then
    return show_verdicts(shell, table.move(found, 1, n, 1, {}), true)
  end
  if not found[1] and not n then
    shell:out "no decision is certain to have lost points"
    found = costly.of(session)
    if found[1] then shell:out "the largest unsure loss:" end
  end
  if not found[1] then return shell:out "no decision lost points" end
  session:go(found[1].node.parent)
  narrate.where(shell)
  show_verdicts(shell, { found[1] })
end

-- ---- Lines ----------------------------------------------------------------

local searched = 4000 -- simulations

local line = { name = "line", usage = "line [MOVE]",
  summary = "show how the round goes on with best play",
  help = ("In the last three cards of a round it shows the line after the best "
    .. "move, and after MOVE or else the move that this branch makes here. All "
    .. "then play on as if the hands were open, and the line says in how many "
    .. "of the possible deals its score is the same. Earlier, it is the line "
    .. "that %d simulations expect most. MOVE is a card, or an action such as "
    .. "`play Z7`."):format(searched) .. [[


  line
  line keep]] }

--- Prints the line that a search expects.
local function put_expected(shell, view)
  local found, problem = view:search { sims = searched, seed = "1" }
  if not found then return shell:fail(problem) end
  local words = {}
  for i, action in ipairs(found.line) do
    words[i] = ("seat %d: %s"):format(action.seat, tostring(action))
  end
  narrate.put(shell, ("most likely continuation: %s; %d of %d simulations "
    .. "begin with its first move"):format(table.concat(words, ", "),
    found.moves[1].visits, found.sims))
end

function line.run(shell, list, rest)
  local session = shell.session
  local state, hidden = session.state, narrate.hidden(session)
  if not state.turn or hidden then
    return shell:fail(hidden or picture.due(session))
  end
  local move, problem
  if #list > 0 then
    move, problem = session.meant(state, rest)
    if not move then return shell:fail(problem) end
  elseif session.at.next then
    move = session.at.next.action
  end
  local view = state:view(state.turn)
  local moves = estimates.solved(view)
  if not moves and #list > 0 then
    return shell:fail("the line after a given move is found in the last "
      .. "cards; `line` alone shows what a search expects")
  elseif not moves then
    return put_expected(shell, view)
  end
  local best = session.meant(state, moves[1].action)
  local same = not move or tostring(move) == tostring(best)
  if not best_play.put(shell, state, same and { best } or { best, move }) then
    put_expected(shell, view)
  end
end

function line.complete(shell, list)
  local state, names = shell.session.live, {}
  if not state.turn or narrate.hidden(shell.session) or #list > 1 then
    return {}
  end
  for _, action in ipairs(state:legal()) do
    names[#names + 1] = action.kind == "play" and tostring(action.card)
      or tostring(action):match "^%a+"
  end
  return args.starting(names, list[1] or "")
end

return { title = "Judging", judge_, worst, line }
