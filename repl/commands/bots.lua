-- Commands for bots: seat them, ask them, and play under another variant.
local aurum = require "aurum"
local term = require "aurum.text.term"
local estimates = require "aurum.judge.estimates"
local picture = require "aurum.repl.show.picture"
local narrate = require "aurum.repl.show.narrate"
local args = require "aurum.repl.args"
local best_play = require "aurum.repl.show.best_play"
local complete = require "aurum.repl.input.complete"

local bot = { name = "bot", usage = "bot [SEAT NAME|FILE]",
  summary = "list the bots, or seat a bot",
  help = "Options follow the name. `none` removes the bot, so that you play "
    .. "the seat by hand. `all` means every seat." .. [[


  bot
  bot 2 greedy
  bot 3 ./mine.lua:caution=3
  bot all counter]] }

local function list_seats(shell)
  local session = shell.session
  for seat = 1, session.root.rules.players do
    shell:out(("seat %d  %s"):format(seat, picture.name(session, seat)))
  end
end

function bot.run(shell, list)
  local session = shell.session
  if #list == 0 then return list_seats(shell) end
  if #list ~= 2 then
    return shell:fail "expected `bot SEAT NAME`, such as `bot 2 greedy`"
  end
  local from, to = 1, session.root.rules.players
  if list[1] ~= "all" then
    local seat, problem = args.seat(session, list[1])
    if not seat then return shell:fail(problem) end
    from, to = seat, seat
  end
  for seat = from, to do
    local good, problem = session:seat_bot(seat, list[2])
    if not good then return shell:fail(problem) end
  end
  list_seats(shell)
end

function bot.complete(shell, list)
  if #list == 2 then
    local names = complete.bots(list[2])
    names[#names + 1] = "none"
    return args.starting(names, list[2])
  elseif #list < 2 then
    local seats = args.seats(shell.session)
    seats[#seats + 1] = "all"
    return seats
  end
  return {}
end

local reload = { name = "reload", usage = "reload",
  summary = "reload the bots whose files changed",
  help = "If a changed bot does not load, the old one stays. If the variant "
    .. "changed, this game keeps the old rules; `variant NAME` replays the "
    .. "game under the new ones." }

function reload.run(shell)
  local session = shell.session
  local list = session:reload()
  local problem
  for _, entry in ipairs(list) do
    if entry.problem then
      problem = ("seat %d keeps the old %s: %s"):format(entry.seat,
        entry.spec, entry.problem)
      if entry ~= list[#list] then shell:out(problem) end
    else
      shell:out(("seat %d: %s is reloaded"):format(entry.seat, entry.spec))
    end
  end
  for _, message in ipairs(session:move_line_breaks()) do shell:out(message) end
  local rules = session.root.rules
  local new, message = aurum.variant(aurum.variant_given(rules) or rules.name,
    rules.players)
  if not new then
    problem = ("the game keeps the old %s: %s"):format(rules.name, message)
  elseif new.digest ~= rules.digest then
    shell:out(("%s has changed; `variant %s` replays the game under it")
      :format(rules.name, aurum.variant_given(new)))
  elseif #list == 0 then
    shell:out "nothing has changed"
  end
  if problem then shell:fail(problem) end
end

-- ---- Asking -------------------------------------------------------------

--- Says that the file of a bot at the table has changed since it was loaded.
local function tell_change(shell, one)
  local now = aurum.bot(one.spec)
  if not now then
    shell:out(("%s does not load any more; this answers as before"):format(
      term.plain(one.spec)))
  elseif now.source ~= one.source then
    shell:out(("%s has changed since it was loaded; `reload` reloads it")
      :format(term.plain(one.spec)))
  end
end

--- The time of an answer as text, "" below 0.1 s.
local function took(seconds)
  return seconds >= 0.1 and ("%.1f s"):format(seconds) or ""
end

--- True if a seat is on turn and its hand is not hidden; else fails.
local function decision(shell)
  local session = shell.session
  local hidden = narrate.hidden(session)
  if session.live.turn and not hidden then return true end
  shell:fail(hidden or picture.due(session))
end

--- All bots: those at the table, then the others that are installed.
local function everyone(session)
  local list, seen = {}, {}
  for seat = 1, session.root.rules.players do
    local one = session.bots[seat]
    if one and not seen[one.spec] then
      seen[one.spec] = true
      list[#list + 1] = one
    end
  end
  for _, name in ipairs(aurum.bots()) do
    local one = not seen[name] and aurum.bot(name)
    if one then
      one.spec = name
      list[#list + 1] = one
    end
  end
  return list
end

local function ask_all(shell)
  local session = shell.session
  local rows = { { "bot", "choice", "time" } }
  for _, one in ipairs(everyone(session)) do
    tell_change(shell, one)
    local text, rest = session:decide(one)
    rows[#rows + 1] = text and { one.spec, text, took(rest) }
      or { one.spec, "fault: " .. rest.message, "" }
  end
  shell:out(picture.paint((term.table(rows, "<<"):gsub("\n$", ""))))
end

local ask = { name = "ask", usage = "ask [SEAT|BOT|all]",
  summary = "show what a bot would do here, without doing it",
  help = "Without an argument it asks the bot on turn. The bot of another "
    .. "seat, a bot by name, or all bots answer for the seat on turn. Below "
    .. "the answer stands what the bot noted by `view:note`." .. [[


  ask
  ask 3
  ask greedy
  ask all]] }

--- The legal actions as a list of texts.
local function legal_of(session)
  local list = {}
  for i, action in ipairs(session.live:legal()) do
    list[i] = tostring(action)
  end
  return list
end

function ask.run(shell, list)
  local session = shell.session
  if not decision(shell) then return end
  local good, problem = args.at_most(list, 1, ask.usage)
  if not good then return shell:fail(problem) end
  if list[1] == "all" then return ask_all(shell) end
  local one
  local turn = session.live.turn
  local seat = turn -- of the bot
  if list[1] and not list[1]:find "^%d+$" then
    one, problem = aurum.bot(list[1])
    if not one then return shell:fail(problem) end
    one.spec, one.typed = list[1], true
  else
    if list[1] then
      seat, problem = args.seat(session, list[1])
      if not seat then return shell:fail(problem) end
    end
    one = session.bots[seat]
    if not one then
      return shell:fail(("seat %d has no bot; ask another with `ask NAME`, or "
        .. "seat one with `bot %d NAME`"):format(seat, seat))
    end
  end
  tell_change(shell, one)
  if one == session.bots[turn] then
    local stop, trouble = session:stop_ahead(true)
    if stop then return narrate.line(shell) end
    if trouble then return shell:fail(narrate.interrupted(session, true)) end
  end
  local text, rest, note = session:decide(one)
  if not text then
    if rest.kind == "variant" then return shell:fail(rest.message) end
    shell:fail(("%s: %s"):format(one.spec, rest.message))
    return narrate.frames(shell, rest)
  end
  local time = took(rest)
  local of = seat ~= turn and (" (the bot of seat %d)"):format(seat) or ""
  shell:out(picture.paint(("seat %d, %s%s: %s%s"):format(turn,
    term.plain(one.spec), of, text, time ~= "" and ", after " .. time or "")))
  if note then narrate.notes(shell, note, legal_of(session)) end
end

function ask.complete(shell, list)
  if #list > 1 then return {} end
  local names = complete.bots(list[1] or "")
  names[#names + 1] = "all"
  for _, seat in ipairs(args.seats(shell.session)) do
    names[#names + 1] = seat
  end
  return args.starting(names, list[1] or "")
end

local hint = { name = "hint", usage = "hint [N]",
  summary = "show the strongest bot's choice and each move's value",
  help = "The value of a move comes from N simulations (default: 10000). Each "
    .. "deals the unseen cards at random, consistent with what the seat on "
    .. "turn knows, and plays the round to its end. The value is the side's "
    .. "points minus those of the best other side, as a mean with half its 95 "
    .. "% confidence interval. Use it to compare moves, not to predict the "
    .. "score. In the last three cards of a round the possible deals are "
    .. "solved instead, as for `judge` and `line`, whatever N is. At most 12 "
    .. "moves are listed, the best first, and the bot's choice. The bot "
    .. "decides by a search of its own; a last line says so if its choice has "
    .. "not the highest value. Processes share the simulations (`help jobs`), "
    .. "but not the bot's search." }

--- The values of the moves here, by solving or by `n` simulations; or nil and a
--- message.
local function values_of(shell, n)
  local state = shell.session.state
  local solved = estimates.solved(state:view(state.turn))
  if solved then return solved end
  return estimates.of(state, n, shell.jobs)
end

--- The move with an action as its text.
local function move_of(moves, action)
  for _, one in ipairs(moves) do
    if one.action == action then return one end
  end
end

--- Prints the line after the best move, and after the one chosen if it has
--- another value.
local function put_lines(shell, best, own)
  local session = shell.session
  local list = { session.meant(session.live, best.action) }
  if own and estimates.value(own) ~= estimates.value(best) then
    list[2] = session.meant(session.live, own.action)
  end
  best_play.put(shell, session.state, list)
end

function hint.run(shell, list)
  local session = shell.session
  local n, problem = args.only_count(list, hint.usage)
  if problem then return shell:fail(problem) end
  if n and n > estimates.most then
    return shell:fail(("expected at most %d simulations, got %d")
      :format(estimates.most, n))
  end
  if not decision(shell) then return end
  local strongest = session:strongest_bot()
  local text, rest = session:decide(strongest)
  if not text then return shell:fail(rest.message) end
  shell:out(picture.paint(("%s would %s"):format(strongest.spec, text)))
  local moves
  moves, problem = values_of(shell, n)
  if not moves then return shell:fail(problem) end
  shell:out(picture.paint(estimates.table(moves, text)))
  if moves.worlds then shell:out(estimates.basis(moves)) end
  local best, own = moves[1], move_of(moves, text)
  if not own or estimates.value(own) ~= estimates.value(best) then
    narrate.put(shell, ("%s has the highest value; %s's own search chose %s")
      :format(best.action, strongest.spec, text))
  end
  if moves.worlds then put_lines(shell, best, own) end
end

local notes = { name = "notes", usage = "notes [on|off]",
  summary = "show what the bot noted at the last move",
  help = "Bots note values of moves, texts and worlds by `view:note`. With "
    .. "`notes on` they are shown below each move of a bot while you step. "
    .. "A game that was loaded has the notes of its record (`match --notes`). "
    .. "Notes of a seat whose hand is hidden are not shown. `ask` shows those "
    .. "of its answer. At a stop inside a decision, `notes` shows those that "
    .. "were made so far.",
  complete = function(_, list)
    return args.starting({ "on", "off" }, list[1] or "")
  end }

function notes.run(shell, list)
  local node = shell.session.at
  if list[1] then
    local value, problem = args.one_of(list[1], { "on", "off" })
    if not value then return shell:fail(problem) end
    shell.notes = value == "on"
    return shell:out("notes is " .. value)
  end
  local stopped = shell.session:stop_here()
  if stopped and not stopped.notes then
    return shell:out "the bot has noted nothing yet in this decision"
  elseif stopped then
    return narrate.notes(shell, stopped.notes, legal_of(shell.session))
  elseif not node.notes then
    local ahead = node.next and node.next.notes
    return shell:out(ahead and "no note was made at the last move; the move "
      .. "made here has some: `forward`"
      or node.action and "no note was made at the last move"
      or "no move led here; `help notes`")
  end
  narrate.last(shell)
  narrate.notes(shell, node.notes)
end

local variant = { name = "variant", usage = "variant [NAME]",
  summary = "show the rules, or replay this game under others",
  help = "The replay is a new game with the same deals and, as far as they are "
    .. "legal, the same actions. It stays at the same place, or stops at the "
    .. "first illegal action and says why. `compare` shows the difference.",
  complete = function(_, list)
    return complete.variants(list[1] or "")
  end }

function variant.run(shell, list)
  local session = shell.session
  local rules = session.root.rules
  if #list == 0 then
    return shell:out(("%s: %s, %d players"):format(rules.name, rules.title,
      rules.players))
  end
  local before = session.branch
  local good, problem, place, early = session:under(list[1])
  if not good then return shell:fail(problem) end
  shell:out(("game %d replays game %d under %s; `compare %s %s` shows the "
    .. "difference"):format(session.root.number, before.tip.root.number,
    session.root.rules.name, session.label(before),
    session.label(session.branch)))
  if problem then
    shell:out(("the replay %s %s: %s"):format(early and "cannot go on at"
      or "ends at", place, problem))
  end
  narrate.where(shell)
end

return { title = "Bots", bot, args.bare(reload),
  ask, hint, notes, variant }
