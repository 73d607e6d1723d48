-- Narration of the game: prints each move as a line (repl/show/moves.lua),
-- where the game stands, and what a person may do. A person reads only what the
-- seat may know.
local question_text = require "aurum.record.question_text"
local show = require "aurum.record.show"
local moves = require "aurum.repl.show.moves"
local note_text = require "aurum.record.note_text"
local picture = require "aurum.repl.show.picture"
local questions = require "aurum.repl.show.questions"
local ties = require "aurum.record.ties"
local tree = require "aurum.repl.session.tree"
local term = require "aurum.text.term"
local report = require "aurum.judge.report"
local wrap = require "aurum.text.wrap"
local narrate = {}

local glue = "\31" -- stands for a blank at which no line is broken

--- Prints words, folded to the width of the terminal. A number stays on the
--- line of its word or card.
function narrate.put(shell, text)
  text = text:gsub("(%l) (%d)", "%1" .. glue .. "%2")
    :gsub("%f[%w](%d) (%u%d)", "%1" .. glue .. "%2")
    :gsub(" %+%- ", glue .. "+-" .. glue)
  local lines = table.concat(wrap.lines(text, shell:width(), "  "), "\n")
  shell:out(picture.paint((lines:gsub(glue, " "))))
end

--- Events that a viewer may see (`state:events(last, seat)`), for show.events:
--- bids that lie face down stand where they are turned up.
function narrate.visible(events)
  local list, hidden = {}, {}
  for _, event in ipairs(events) do
    if event.kind == "deal" then hidden = {} end
    if event.kind == "reveal" then
      for _, bid in ipairs(hidden) do
        list[#list + 1] = { kind = "bid", seat = bid.seat,
          card = event.bids[bid.seat] }
      end
    end
    if event.kind == "bid" and not event.card and not event.down then
      hidden[#hidden + 1] = event
    else
      list[#list + 1] = event
    end
  end
  return list
end

--- A function from the number of a round to the gold by seat at its end on the
--- current branch; nil where the branch does not have it.
function narrate.gold_at(session)
  return function(round)
    local node = session:find(("%d.end"):format(round))
    return node and tree.state_at(node).gold
  end
end

--- The verdict on the action that led to a node, or nil. While a person plays,
--- verdicts on other seats stay hidden: they hint at the hands.
function narrate.verdict(session, node)
  local verdict, viewer = node and node.verdict, session:viewer()
  if verdict and (not viewer or viewer == verdict.seat) then return verdict end
end

--- Prints a verdict. Without `all`, only a notable one.
function narrate.show_verdict(shell, verdict, all)
  if verdict and (all or report.is_notable(verdict)) then
    shell:out(picture.paint(report.text(verdict)))
  end
end

--- Prints a move with its verdict; `kept` are the seats that kept the bids
--- before it.
local function put_move(shell, text, node, kept)
  local verdict = narrate.verdict(shell.session, node)
  if #kept > 0 then
    local all = #kept == node.root.rules.players
    text = ("%s; %s"):format(text, all and "all kept the bids"
      or moves.kept(kept))
  end
  if verdict and report.is_notable(verdict) then
    text = ("%s [%s]"):format(text, report.note(verdict))
  end
  narrate.put(shell, text)
end

--- The text of the move that led to a node, whose state is given; nil at the
--- start of a game. `events` are the move's if they are known.
local function text_of(shell, node, state, events)
  if node.token then return "the position built by hand" end
  local viewer = shell.session:viewer()
  events = events or state:events(true, viewer)
  return moves.text(events, state, viewer, shell.brief)
end

--- Tells a person at the end of a round how to learn from it.
local function put_advice(shell, node)
  if not shell.session:viewer() or shell.tutorial or shell.brief
    or node.phase == "over" then
    return
  end
  narrate.put(shell, "  `judge` finds your moves that cost points, `worst` "
    .. "goes to the costliest")
end

--- A teller of moves. Call it with the events of each move while the game is
--- at that move, and `close()` after the last. Kept bids are a remark on the
--- move that follows.
function narrate.teller(shell)
  local session, told, kept = shell.session, {}, {}
  function told.close()
    if kept[1] then narrate.put(shell, moves.kept(kept)) end
    kept = {}
  end
  return setmetatable(told, { __call = function(_, events)
    local node, first = session.at, events[1]
    if first and first.kind == "keep" and #events == 1
      and not report.is_notable(narrate.verdict(session, node)) then
      kept[#kept + 1] = first.seat
      return
    end
    local text = text_of(shell, node, session.live, events)
    if text then put_move(shell, text, node, kept) end
    kept = {}
    local noted = session.notes
    if noted == nil then noted = node.notes end
    if shell.notes and noted then narrate.notes(shell, noted) end
    for _, event in ipairs(events) do
      if event.kind == "round" then
        local before = tree.state_at(node.parent)
        shell:out((show.events(session.root.rules, { event },
          narrate.gold_at(session), before):gsub("\n$", "")))
        put_advice(shell, node)
      end
    end
  end })
end

--- Goes a step back and prints what that takes back: a move, and the bids kept
--- before it.
function narrate.back(shell)
  local session, kept = shell.session, {}
  local node = session.at
  local text = text_of(shell, node, session.live)
  session:back()
  while session.at.action and session.at.action.kind == "keep" do
    kept[#kept + 1] = session.at.action.seat
    session:back()
  end
  if text then put_move(shell, "took back: " .. text, node, kept) end
end

--- Prints the move that led to the current place, with its verdict.
function narrate.last(shell)
  local session, kept = shell.session, {}
  local node = session.at
  while node.action and node.action.kind == "keep" do
    table.insert(kept, 1, node.action.seat)
    node = node.parent
  end
  local state = node == session.at and session.live or tree.state_at(node)
  local text = text_of(shell, node, state)
  if text then put_move(shell, text, node, kept) end
end

--- Prints what the bot of a seat noted, an item of `game.notes`; nothing while
--- a person plays at another seat, since it tells of the bot's hand.
function narrate.notes(shell, note, legal)
  local viewer = shell.session:viewer()
  if viewer and viewer ~= note.seat then return end
  for _, row in ipairs(note_text.rows(note, legal)) do
    narrate.put(shell, ("  %s: %s"):format(row[1],
      term.plain(row[2])))
  end
end

--- A function(round, trick) that returns the notable verdicts on a trick of the
--- current branch as text, each verdict once; nil if there are none.
local function notes_of(session)
  local given = {}
  return function(round, trick)
    local parts = {}
    for _, node in ipairs(tree.path(session.at)) do
      local verdict = narrate.verdict(session, node)
      if verdict and verdict.round == round and verdict.trick == trick
        and report.is_notable(verdict) and not given[verdict] then
        given[verdict] = true
        parts[#parts + 1] = report.text(verdict) .. "\n"
      end
    end
    return parts[1] and table.concat(parts)
  end
end

--- Calls `move()`, which moves the game, and prints the events: with `how`
--- "lines" each as it happens, with "tricks" a table of tricks afterwards, with
--- nil nothing. Returns what `move()` returns.
function narrate.during(shell, how, move)
  local session = shell.session
  local before, root, list = session.state, session.root, {}
  local told = how == "lines" and narrate.teller(shell)
  session.listener = told or how and function(events)
    table.move(events, 1, #events, #list + 1, list)
  end or nil
  local result = table.pack(pcall(move))
  session.listener = nil
  if told then told.close() end
  if #list > 0 then
    local text = show.events(root.rules,
      narrate.visible(list), narrate.gold_at(session), before,
      notes_of(session))
    text = text:gsub("^\n", ""):gsub("\n$", "")
    if text ~= "" then shell:out(picture.paint(text)) end
  end
  if not result[1] then error(result[2], 0) end
  return table.unpack(result, 2, result.n)
end

--- The message that a seat's hand is hidden, since a person plays at another.
function narrate.hidden_hand(seat, viewer)
  return ("seat %d's hand is hidden while a person plays at seat %d; "
    .. "`human off` shows all hands"):format(seat, viewer)
end

--- A message if the hand of the seat on turn is hidden, since a person plays at
--- another seat; nil if it is not.
function narrate.hidden(session)
  local viewer, turn = session:viewer(), session.live.turn
  if not viewer or not turn or viewer == turn then return nil end
  return narrate.hidden_hand(turn, viewer)
end

-- ---- Estimates ----------------------------------------------------------

--- The estimate of the current place as text for narrate.put.
function narrate.estimate(session, own)
  local known, parts = own:known(session.at), {}
  if known.problem then return "no estimate: " .. term.plain(known.problem) end
  for side, one in ipairs(known) do
    parts[side] = ("%s %.1f (%d to %d)"):format(
      question_text.side(session.root.rules, side), one.mean, one.low, one.high)
      :gsub(" ", glue)
  end
  return "estimate: " .. table.concat(parts, ", ")
end

--- True if the estimate of this place is known and not yet printed.
function narrate.has_arrived(shell)
  local own, at = shell.evaluation, shell.session.at
  return own.shown ~= at and shell.session.live.turn ~= nil
    and own:known(at) ~= nil
end

--- Prints the estimate of this place, once, if it has arrived.
function narrate.arrival(shell)
  local own = shell.evaluation
  own:poll()
  if narrate.has_arrived(shell) then
    own.shown = shell.session.at
    narrate.put(shell, narrate.estimate(shell.session, own))
  end
end

--- With `eval on`, prints the estimate of this place, or later when it arrives.
--- A script waits for it.
function narrate.outlook(shell)
  local own = shell.evaluation
  if not own then return end
  own.shown = nil
  if not shell.interactive then own:gather { shell.session.at } end
  narrate.arrival(shell)
end

-- ---- Places -------------------------------------------------------------

--- Names what is worth doing after a game.
local function put_next(shell)
  local session, judged = shell.session, false
  for _, node in ipairs(session:line()) do
    judged = judged or narrate.verdict(session, node) ~= nil
  end
  local found = session:viewer() and "your decisions" or "the decisions"
  narrate.put(shell, judged and "`worst` goes to the costliest decision"
    or ("`judge` finds %s that cost points; `worst` goes to the costliest")
      :format(found))
end

--- Prints where the game stands; for a person on turn, the choices.
function narrate.where(shell)
  local session = shell.session
  local turn = session.live.turn
  if turn and session.humans[turn] then
    narrate.choices(shell)
  else
    narrate.put(shell, picture.where(session, true))
    local tie = session.at.phase == "over" and ties.game(session.state)
    if tie then narrate.put(shell, tie) end
    if session.at.phase == "over" then put_next(shell) end
  end
  if session.at.comment then
    narrate.put(shell, "comment: " .. term.plain(session.at.comment, nil, 5000))
  end
  shell:put_displays()
  narrate.outlook(shell)
end

--- Prints where the game stands after a step; with `brief on` only if something
--- else than the move of a bot is due.
function narrate.arrived(shell)
  local session = shell.session
  local turn = session.live.turn
  if shell.brief and turn and not session.humans[turn]
    and not session.at.comment then
    shell:put_displays()
    return narrate.outlook(shell)
  end
  narrate.where(shell)
end

--- The message of an interrupt: the game, the place and, if one was `asked`,
--- the bot on turn.
function narrate.interrupted(session, asked)
  local seat = asked and session.live.turn
  local bot = seat and session.bots[seat] and not session.humans[seat]
    and (", bot %s"):format(picture.name(session, seat)) or ""
  return ("interrupted in game %d at %s%s"):format(session.root.number,
    picture.where(session), bot)
end

--- Prints the traceback and the variables of a bot's fault without its message,
--- which is the first line.
function narrate.frames(shell, fault)
  local frames = fault.trace and fault.trace:match "\n(.*)"
  if frames then shell:out(term.plain(frames, "\n\t")) end
end

--- Prints the line of Lua where a run stopped, and its text.
function narrate.line(shell)
  local session = shell.session
  local stopped = session.stopped
  local frame = stopped.stop.frames[stopped.frame]
  local point, stop = stopped.point, stopped.stop
  local head = stop.kind == "error" and "error: " .. term.plain(stop.message)
    or point and "breakpoint " .. point.id or ""
  if point and stop.message and stop.kind == "point" then
    head = ("%s: error in its condition: %s"):format(head,
      term.plain((stop.message:gsub("^expression:%d+: ", ""))))
  end
  if not session.told_of_stops then
    session.told_of_stops = true
    head = head .. (head == "" and "" or "; ") .. "limits of time are off here"
  end
  if head ~= "" then shell:out(head) end
  shell:out(("%s in %s"):format(session:line_text(frame), frame.name))
  local source = session:source_line(frame.file, frame.line)
  if source then shell:out(("%4d  %s"):format(frame.line, source)) end
end

--- Prints why a run stopped early, from the results of session:run. While a
--- person plays, the trace and view of a faulty bot stay hidden.
function narrate.stop(shell, good, problem, why)
  if good then return end
  local fault = shell.session.fault
  local more = "`view` shows what the bot saw"
  local hidden = shell.session:viewer() ~= nil
  if hidden then
    more = ("`bot %d NAME` seats another, `human off` and `step` show it")
      :format(fault and fault.seat or 0)
  end
  if why == "stop" then
    return narrate.line(shell)
  elseif why == "break" then
    shell:out("breakpoint " .. problem)
    if fault then
      shell:out(("seat %d, %s: %s; %s"):format(fault.seat,
        term.plain(fault.bot), term.plain(fault.message), more))
    end
  elseif why == "fault" then
    shell:fail(problem .. "; " .. more)
  elseif why == "interrupted" then
    shell:fail(narrate.interrupted(shell.session, problem == "in a bot"))
  elseif why ~= "person" then
    shell:fail(problem) -- why: "hand", "over" or "error" (of the variant)
  end
  if fault and not hidden then narrate.frames(shell, fault) end
end

--- Where a person plays, lets the bots act until that seat is on turn. Prints
--- where the game stands.
function narrate.advance(shell)
  local session = shell.session
  if not next(session.humans) then return narrate.where(shell) end
  local good, problem, why = narrate.during(shell, "lines", function()
    if session.at.phase == "over" or session:awaits_person() then
      return true
    end
    return session:run(function()
      return session.at.phase == "over" or session:awaits_person()
    end)
  end)
  narrate.stop(shell, good, problem, why)
  if good or why == "person" or why == "break" then narrate.where(shell) end
end

--- Acts for the seat on turn; where a person plays, the bots then act. The hand
--- of a bot that is hidden is not tried out. `texts` is an action, or a list of
--- actions of that seat.
function narrate.act(shell, texts)
  local session = shell.session
  local hidden = session.bots[session.live.turn] and narrate.hidden(session)
  if hidden then return shell:fail(hidden) end
  local good, problem = narrate.during(shell, "lines", function()
    if type(texts) ~= "table" then return session:act(texts) end
    for _, text in ipairs(texts) do
      local acted, why_not = session:act(text)
      if not acted then return nil, why_not end
    end
    return true
  end)
  if not good then return shell:fail(problem) end
  narrate.advance(shell)
end

--- Like narrate.act, but first asks a person to confirm if `confirm` is on.
function narrate.choose(shell, text)
  local session = shell.session
  local seat = session.live.turn
  local hidden = session.at.phase == "bid"
    and session.root.rules.bidding == "hidden"
  if not shell.confirm or not session.humans[seat] or hidden then
    return narrate.act(shell, text)
  end
  local action, problem = session.meant(session.live, text)
  if not action then return shell:fail(problem) end
  narrate.confirm(shell, tostring(action), function()
    narrate.act(shell, tostring(action))
  end)
end

--- Answers the question of the variant that is asked now by the typed words;
--- first asks a person to confirm if `confirm` is on.
function narrate.answer(shell, words)
  local session = shell.session
  local hidden = narrate.hidden(session)
  if hidden then return shell:fail(hidden) end
  local list, problem = questions.read(session, words)
  if not list then return shell:fail(problem) end
  if not shell.confirm or not session.humans[session.live.turn] then
    return narrate.act(shell, list)
  end
  narrate.confirm(shell, table.concat(list, ", "), function()
    narrate.act(shell, list)
  end)
end

--- Asks a question, which the command of a person answers: `act()` is called
--- after a yes.
function narrate.confirm(shell, text, act)
  shell.pending = { text = text, at = shell.session.at, act = act }
  shell:out(picture.paint(text .. "? yes or no"))
end

--- The legal actions in the order of their numbers for a person. Changes
--- of bids may be many, so only `keep` has a number.
function narrate.numbered(state)
  local legal = state:legal()
  if state.phase ~= "change" then return legal end
  return { legal[1] }
end

--- Prints the table for a person on turn: bids, tricks, gold, trick and hand.
local function put_table(shell, view)
  local width = shell:width()
  local lines = picture.table(shell.session, view, width, true)
  if width >= 80 then
    shell:out(picture.paint(table.concat(lines, "\n")))
    lines = {}
  end
  lines[#lines + 1] = picture.terms(shell.session.live, view.seat)
  for _, line in ipairs(lines) do narrate.put(shell, line) end
end

--- The legal actions with their numbers: "1 B7, 2 C2, 3 pass".
function narrate.numbers(state)
  local parts = {}
  for i, action in ipairs(narrate.numbered(state)) do
    local text = action.card and tostring(action.card) or action.kind
    if action.down then text = text .. " face down" end
    parts[i] = ("%d %s"):format(i, text)
  end
  return table.concat(parts, ", ")
end

--- The play or bid of the card beside a number, as narrate.choices and `legal`
--- print it; or nil and a message.
function narrate.numbered_card(session, kind, number)
  local hidden = narrate.hidden(session)
  if hidden or session.at.phase ~= kind then
    return nil, hidden or ("`%s N` needs a seat that has to %s; %s"):format(
      kind, kind, picture.due(session))
  end
  local list = session.live:legal()
  local action = list[number]
  if action and action.card then return action end
  if action then
    return nil, ("%d is %s, not a card"):format(number, action.kind)
  end
  return nil, ("expected a card, or its number from 1 to %d, got %d"):format(
    #list, number)
end

--- Prints where the game stands and the numbered choices of a person on turn.
function narrate.choices(shell)
  local session = shell.session
  local state = session.live
  local view = state:view(state.turn)
  local function put(text) narrate.put(shell, text) end
  if not shell.brief then put_table(shell, view) end
  put(picture.where(session, true))
  if state.phase == "ask" then
    for _, line in ipairs(questions.lines(state.question)) do
      put("  " .. line)
    end
    return
  end
  if state.phase == "change" then
    local text, several = narrate.changes(state)
    put(("  1 keep, or `change GOLD CARD%s`: %s"):format(
      several and " of SEAT" or "", text))
    if shell.brief then put("  your hand: " .. tostring(view.hand)) end
    return
  end
  put("  " .. narrate.numbers(state))
end

--- Words as alternatives: "G0, G1 or G2".
local function any_of(words)
  local first = table.concat(words, ", ", 1, #words - 1)
  return (first == "" and "" or first .. " or ") .. words[#words]
end

--- The legal changes of bids in one line, and true if they may replace the bids
--- of several seats.
function narrate.changes(state)
  local gold, cards, of = {}, {}, {}
  local seen = {}
  for _, action in ipairs(state:legal()) do
    for _, pair in ipairs { { gold, action.gold }, { cards, action.card },
      { of, action.of } } do
      local list, item = pair[1], pair[2]
      local key = item and tostring(item) .. tostring(list)
      if item and not seen[key] then
        seen[key] = true
        list[#list + 1] = tostring(item)
      end
    end
  end
  if #gold == 0 then return "no change is possible" end
  return ("pay %s and replace the bid of seat %s by %s%s"):format(any_of(gold),
    any_of(of), #cards > 1 and "one of " or "", table.concat(cards, " ")),
    #of > 1
end

--- Prints the game that was loaded and the remarks on it. A last remark that
--- begins with "the record " is an error.
function narrate.loaded(shell, remarks)
  local session = shell.session
  local root = session.root
  shell:out(("Game %d: %s, %d players, seed %s, %d moves"):format(root.number,
    term.plain(root.rules.name), root.rules.players, term.plain(root.seed),
    #session:line() - 1))
  shell:out "`forward`, `goto` and `end` walk through it"
  for i, remark in ipairs(remarks) do
    remark = term.plain(remark)
    if i < #remarks or not remark:find "^the record " then shell:out(remark)
    else shell:fail(remark) end
  end
end

--- The words of legal actions that may follow the words before the last one of
--- a list.
function narrate.action_words(session, list)
  local seen, found = {}, {}
  local before = table.concat(list, " ", 1, math.max(#list - 1, 0))
  for _, action in ipairs(session.live.turn and not narrate.hidden(session)
    and session.live:legal() or {}) do
    local text = tostring(action)
    if before == "" or text:sub(1, #before + 1) == before .. " " then
      local word = text:match("^%s*(%S+)", before == "" and 1 or #before + 1)
      if word and not seen[word] then found[#found + 1] = word end
      seen[word or ""] = true
    end
  end
  return found
end

return narrate
