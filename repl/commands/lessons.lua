-- Commands that learn from judged decisions: `retry` asks for a better move at
-- each costly one, `lesson` sums them up. While `retry` runs, `shell.retry` has
--   items   the decisions { node =, verdict = }, the costliest first
--   i       the number of the present one
--   tries   how many moves were tried there
--   found   how many were found by the first move that was tried
--   home    the place where it began
local format = require "aurum.text.format"
local losses = require "aurum.judge.losses"
local report = require "aurum.judge.report"
local verdicts = require "aurum.judge.verdicts"
local term = require "aurum.text.term"
local tree = require "aurum.repl.session.tree"
local best_play = require "aurum.repl.show.best_play"
local costly = require "aurum.repl.session.costly"
local narrate = require "aurum.repl.show.narrate"
local args = require "aurum.repl.args"

-- ---- Retrying -------------------------------------------------------------

local function item_of(now)
  return now and now.items[now.i]
end

--- True if the place of the present decision is on the table.
local function stands(shell)
  local item = item_of(shell.retry)
  return item and shell.session.at == item.node.parent
end

local retry = { name = "retry", usage = "retry [SEAT | skip | off]",
  summary = "try again at each of your costly decisions",
  help = "Run `judge` first. It goes to the costliest decision, yours or that "
    .. "of SEAT, and asks for another move: a card, the number beside it, or "
    .. "an action such as `keep`. The move is judged, and nothing is played. "
    .. "`hint` and `show` help; `retry skip` shows a better move and goes on, "
    .. "`retry off` ends. Without a certain loss it takes the unsure ones."
    .. [[


  retry
  retry off]],
  complete = function(shell, list)
    if #list > 1 then return {} end
    local found = args.seats(shell.session)
    found[#found + 1], found[#found + 2] = "skip", "off"
    return found
  end }

--- Goes to the present decision and asks for a move; ends after the last.
local function enter(shell)
  local now, session = shell.retry, shell.session
  local item = item_of(now)
  if not item then
    shell.retry = nil
    shell:out(("the end: you found %d of %s at once; `lesson` sums up")
      :format(now.found, format.plural(#now.items, "better move")))
    session:go(now.home)
    return narrate.where(shell)
  end
  now.tries = 0
  session:go(item.node.parent)
  local turn = session.live.turn
  narrate.where(shell)
  if not session.humans[turn] then
    shell:run_command(shell.commands.legal, "")
  end
  narrate.put(shell, ("Decision %d of %d: here seat %d chose %s, which %s %s. "
    .. "What is better?"):format(now.i, #now.items, turn,
    tostring(item.node.action), report.is_sure(item.verdict) and "lost"
      or "may have lost", format.number(item.verdict.loss, "%.1f")))
end

local function next_one(shell)
  shell.retry.i = shell.retry.i + 1
  enter(shell)
end

--- The verdict on another action at a node: as `judge` would give it.
local function judged(shell, node, action)
  local state = tree.state_at(node)
  state:apply(action)
  local each = verdicts.of(state, { place = node.place, seed = "1" },
    shell.jobs)
  return each()
end

--- Judges a move that was tried.
local function try(shell, action)
  local now, item = shell.retry, item_of(shell.retry)
  if tostring(action) == tostring(item.node.action) then
    return shell:fail(("%s was the move; try another, or `retry skip`"):format(
      action))
  end
  local verdict = judged(shell, item.node.parent, action)
  now.tries = now.tries + 1
  narrate.show_verdict(shell, verdict, true)
  local good = verdict.class and not report.is_sure(verdict)
    and verdict.loss < item.verdict.loss / 2
  if not good then
    return shell:out "not yet; try another, or `retry skip` shows one"
  end
  if now.tries == 1 then now.found = now.found + 1 end
  shell:out "right: that is better"
  best_play.put_verdict(shell, item.node, item.verdict)
  next_one(shell)
end

function retry.run(shell, list)
  local session, word = shell.session, list[1]
  local good, problem = args.at_most(list, 1, retry.usage)
  if not good then return shell:fail(problem) end
  local now = shell.retry
  if word == "skip" or word == "off" then
    if not now then return shell:fail "`retry` begins; nothing to leave" end
    if word == "off" then
      shell.retry = nil
      session:go(now.home)
      return narrate.where(shell)
    end
    narrate.show_verdict(shell, item_of(now).verdict, true)
    best_play.put_verdict(shell, item_of(now).node, item_of(now).verdict)
    return next_one(shell)
  end
  local seat = session:viewer()
  if word then
    seat, problem = args.seat(session, word)
    if not seat then return shell:fail(problem) end
  end
  local viewer = session:viewer()
  if viewer and seat ~= viewer then
    return shell:fail(("seat %d is not judged while you play seat %d"):format(
      seat, viewer))
  end
  local items = costly.of(session, seat, true)
  if not items[1] then items = costly.of(session, seat) end
  if not costly.is_judged(session) then
    return shell:fail "nothing is judged on this branch; run `judge` first"
  elseif not items[1] then
    return shell:out "no decision cost points"
  end
  shell.retry = { items = items, i = 1, tries = 0, found = 0,
    home = session.at }
  enter(shell)
end

--- The action that a line names: a number, a card, or an action in full; nil if
--- it names none.
local function named(session, text)
  local number = math.tointeger(tonumber(text))
  if number then return narrate.numbered(session.live)[number] end
  local word = text:match "^%a+"
  if not text:find "^%-?%a%d+$" and not ({ play = 1, bid = 1, keep = 1,
    pass = 1, change = 1, answer = 1 })[word] then
    return nil
  end
  local full = text:gsub("%f[%w]%l%d+%f[%W]", string.upper)
  return session.meant(session.live, full)
end

--- While a decision is retried, takes a line that names an action.
local function answer(shell, text)
  if not stands(shell) then return nil end
  local action = named(shell.session, text:match "^%s*(.-)%s*$")
  return action and function() try(shell, action) end
end

local function prompt(shell)
  if not stands(shell) then return nil end
  return ("retry %d of %d> "):format(shell.retry.i, #shell.retry.items)
end

-- ---- Lessons --------------------------------------------------------------

--- Adds the verdicts of a game to the sums by name. Returns true if any.
local function add_game(sums, root, seat)
  local own, any, open = losses.new(), false, { root }
  while open[1] do
    local node = table.remove(open)
    table.move(node.kids, 1, #node.kids, #open + 1, open)
    local verdict = node.verdict
    local wanted = verdict and (seat == verdict.seat or not seat
      and (not next(root.humans) or root.humans[verdict.seat]))
    if wanted then
      own:add(verdict)
      any = true
    end
  end
  if any then sums:join(own) end
  return any
end

local names = { bid = "bids", change = "changes of bid", play = "plays",
  answer = "answers" }

--- Rows of each kind of decision, the costliest first.
local function rows_of(sums)
  local rows = {}
  for _, ask in ipairs(losses.kinds) do
    local n = sums:choices(ask)
    if n > 0 then
      local total, error_ = sums:total(ask)
      rows[#rows + 1] = { name = names[ask], n = n, total = total,
        half = 1.96 * error_ }
    end
  end
  table.sort(rows, function(a, b) return a.total > b.total end)
  return rows
end

local lesson = { name = "lesson", usage = "lesson [SEAT]",
  summary = "sum up the judged decisions of the session: what costs most",
  help = "It counts your decisions in all games of the session that are "
    .. "judged, or those of SEAT. Losses are in points of a round, with half "
    .. "the 95 % interval of the judge. Run `judge` first in each game.",
  complete = function(shell, list)
    return #list < 2 and args.seats(shell.session) or {}
  end }

function lesson.run(shell, list)
  local session, seat = shell.session, nil
  local good, problem = args.at_most(list, 1, lesson.usage)
  if good and list[1] then
    seat, problem = args.seat(session, list[1])
  end
  if problem then return shell:fail(problem) end
  local viewer = session:viewer()
  if viewer and seat and seat ~= viewer then
    return shell:fail(narrate.hidden_hand(seat, viewer))
  end
  local sums, games = losses.new(), 0
  for _, root in ipairs(session.roots) do
    if add_game(sums, root, seat) then games = games + 1 end
  end
  local rows = rows_of(sums)
  if not rows[1] then
    return shell:fail "nothing is judged in this session; run `judge` first"
  end
  local table_ = { { "decisions", "choices", "points lost", "each" } }
  for _, row in ipairs(rows) do
    table_[#table_ + 1] = { row.name, row.n,
      ("%.1f +- %.1f"):format(row.total, row.half),
      ("%.2f +- %.2f"):format(row.total / row.n, row.half / row.n) }
  end
  shell:out((term.table(table_, "<"):gsub("\n$", "")))
  local first, second = rows[1], rows[2]
  local gap = second and math.sqrt(first.half ^ 2 + second.half ^ 2) or 0
  local sure = not second or first.total - second.total > gap
  local name = first.name:gsub("^%l", string.upper)
  narrate.put(shell, ("%s lost %smost: %.1f +- %.1f points in %s of %s"):format(
    name, sure and "" or "perhaps ", first.total, first.half,
    format.plural(first.n, "choice"), format.plural(games, "game")))
  local classes = sums.classes
  shell:out(("?? %d, ? %d, ?! %d, unsure %d"):format(classes.blunder or 0,
    classes.mistake or 0, classes.inaccuracy or 0, classes.unsure or 0))
end

return { title = "Lessons", answer = answer, prompt = prompt, retry, lesson }
