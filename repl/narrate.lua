-- What happens at the table, told in lines as it happens: to whoever looks on,
-- or to the person who plays, who is not told what its seat may not know.
local show = require "aurum.record.show"
local picture = require "aurum.repl.picture"
local tree = require "aurum.repl.tree"
local term = require "aurum.text.term"
local report = require "aurum.judge.report"
local wrap = require "aurum.text.wrap"
local narrate = {}

local line = {}

function line.deal(event, viewer)
  local text = ("round %d is dealt, seat %d is first"):format(event.round,
    event.first)
  if not viewer then return text end
  text = ("%s; your hand: %s"):format(text, event.hands[viewer])
  if #event.extras > 0 then
    text = ("%s; left over: %s"):format(text, event.extras)
  end
  return text
end

function line.bid(event, viewer, rules)
  local down = event.down and " face down, for 0" or ""
  if viewer and viewer ~= event.seat
    and (rules.bidding == "hidden" or event.down) then
    return ("seat %d has bid"):format(event.seat)
  end
  return ("seat %d bids %s%s"):format(event.seat, event.card, down)
end

function line.reveal(event)
  local parts = {}
  for seat = 1, 6 do
    local card = event.bids[seat]
    if card then parts[#parts + 1] = ("seat %d %s"):format(seat, card) end
  end
  return "the bids: " .. table.concat(parts, ", ")
end

function line.change(event)
  return ("seat %d pays %s and lays %s in place of %s, %s"):format(event.seat,
    event.gold, event.card, event.returned or "the card face down",
    event.of == event.seat and "its bid" or "the bid of seat " .. event.of)
end

function line.keep(event, viewer)
  return not viewer and ("seat %d keeps the bids"):format(event.seat) or nil
end

function line.play(event)
  return ("seat %d plays %s"):format(event.seat, event.card)
end

function line.pass(event)
  local text = ("seat %d passes, which ends the round"):format(event.seat)
  if #event.hand > 0 then
    text = ("%s; it shows %s"):format(text, event.hand)
  end
  return text
end

function line.trick(event)
  local text = event.winner and ("the trick is seat %d's"):format(event.winner)
    or "the trick is nobody's"
  if event.award then
    text = ("%s; %s to seat %d"):format(text, event.award, event.taker)
  end
  return ("%s; seat %d leads"):format(text, event.next)
end

--- The events of a game for a viewer, other hands left out; those of the open
--- bidding too where bids are hidden.
function narrate.visible(events, viewer, rules)
  if not viewer then return events end
  local list, hidden = {}, {}
  for _, event in ipairs(events) do
    local copy = event
    if event.kind == "deal" then
      copy = {}
      for key, value in pairs(event) do copy[key] = value end
      copy.hands = { [viewer] = event.hands[viewer] }
      hidden = {}
    elseif event.kind == "bid" and rules.bidding == "hidden"
      and event.seat ~= viewer then
      hidden[#hidden + 1] = event
      copy = nil
    elseif event.kind == "reveal" then
      for _, bid in ipairs(hidden) do list[#list + 1] = bid end
    end
    list[#list + 1] = copy
  end
  return list
end

--- The verdict on the action that led to a node, if it was judged and may be
--- told: while a person plays, what others should have done is not.
function narrate.verdict(session, node)
  local verdict, viewer = node and node.verdict, session:viewer()
  if verdict and (not viewer or viewer == verdict.seat) then return verdict end
end

--- Tell a verdict; unless `all`, only one that says something was lost.
function narrate.judged(shell, verdict, all)
  if verdict and (all or report.told(verdict)) then
    shell:out(picture.paint(report.text(verdict)))
  end
end

local acts = { bid = true, change = true, keep = true, play = true,
  pass = true }

--- Tell of an event in one line; of a round's end in a table.
function narrate.event(shell, event)
  local session = shell.session
  local viewer, rules = session:viewer(), session.root.rules
  if event.kind == "round" then
    local before = tree.state_at(session.at.parent)
    return shell:out((show.events(rules, { event }, before):gsub("\n$", "")))
  elseif event.kind == "game" then
    return -- where it stands says so
  end
  local text = line[event.kind](event, viewer, rules)
  if text then
    shell:out(picture.paint(table.concat(wrap.lines(text, shell:width(),
      "  "), "\n")))
  end
  if acts[event.kind] then
    narrate.judged(shell, narrate.verdict(session, session.at))
  end
end

--- A function that gives the verdicts on a trick of the current branch as text,
--- each once; nil without any.
local function notes_of(session)
  local given = {}
  return function(round, trick)
    local parts = {}
    for _, node in ipairs(tree.path(session.at)) do
      local verdict = narrate.verdict(session, node)
      if verdict and verdict.round == round and verdict.trick == trick
        and report.told(verdict) and not given[verdict] then
        given[verdict] = true
        parts[#parts + 1] = report.text(verdict) .. "\n"
      end
    end
    return parts[1] and table.concat(parts)
  end
end

--- Do something that moves the game, and tell what happens: "lines" one by one,
--- "tricks" trick by trick, afterwards; nil nothing. What `move()` returns.
function narrate.during(shell, how, move)
  local session = shell.session
  local before, root, list = session.state, session.root, {}
  session.listener = how and function(event)
    if how == "lines" then return narrate.event(shell, event) end
    list[#list + 1] = event
  end or nil
  local result = table.pack(pcall(move))
  session.listener = nil
  if #list > 0 then
    local text = show.events(root.rules,
      narrate.visible(list, session:viewer(), root.rules), before,
      notes_of(session))
    text = text:gsub("^\n", ""):gsub("\n$", "")
    if text ~= "" then shell:out(picture.paint(text)) end
  end
  if not result[1] then error(result[2], 0) end
  return table.unpack(result, 2, result.n)
end

--- Why what the seat on turn may do is not told: a person plays, and not there;
--- nil where it may be.
function narrate.hidden(session)
  local viewer, turn = session:viewer(), session.live.turn
  if not viewer or not turn or viewer == turn then return nil end
  return ("seat %d's hand is hidden while seat %d is a person's: human off "
    .. "shows all"):format(turn, viewer)
end

--- Say where the game stands; to a person on turn what it may do.
function narrate.where(shell)
  local session = shell.session
  local turn = session.live.turn
  if turn and session.humans[turn] then return narrate.choices(shell) end
  shell:out(picture.paint(picture.where(session)))
end

--- What was wrong when a run stopped; nothing where it came to its end. What a
--- bot at fault saw, its trace too, is not for a person who plays.
function narrate.stop(shell, good, problem, why)
  if good then return end
  local fault = shell.session.fault
  local more = "`view` is what it saw"
  if shell.session:viewer() then
    more = "human off, then step, tells more"
  elseif fault and fault.trace then
    shell:out(fault.trace)
  end
  if why == "break" then
    shell:out("break " .. problem)
    if fault then
      shell:out(("seat %d, %s: %s; %s"):format(fault.seat,
        term.plain(fault.bot), term.plain(fault.message), more))
    end
  elseif why == "fault" then
    shell:fail(problem .. "; " .. more)
  elseif why == "interrupted" then
    shell:fail "interrupted"
  elseif why ~= "person" then
    shell:fail(problem) -- "hand", "over", or an "error" of the variant
  end
end

--- Where a person plays, let the bots act until it is on turn, and say so.
function narrate.advance(shell)
  local session = shell.session
  if not next(session.humans) then return narrate.where(shell) end
  local good, problem, why = narrate.during(shell, "lines", function()
    if session:awaits_person() then return true end
    return session:run(function()
      return session.at.phase == "over" or session:awaits_person()
    end)
  end)
  narrate.stop(shell, good, problem, why)
  if good or why == "person" or why == "break" then narrate.where(shell) end
end

--- Act for the seat on turn; where a person plays, the bots answer.
function narrate.act(shell, text)
  local session = shell.session
  local good, problem = narrate.during(shell, "lines", function()
    return session:act(text)
  end)
  if not good then return shell:fail(problem) end
  narrate.advance(shell)
end

--- The same for what was chosen; a person may be asked to confirm it.
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
  shell.pending = tostring(action)
  shell:out(picture.paint(shell.pending .. "? yes or no"))
end

--- The legal actions as they are numbered for a person: all, but changes one by
--- one only where they are few.
function narrate.numbered(state)
  local legal = state:legal()
  if state.phase ~= "change" then return legal end
  return { legal[1] }
end

--- What may be done, numbered, with what leads to the choice.
function narrate.choices(shell)
  local session = shell.session
  local state = session.live
  local seat, players = state.turn, session.root.rules.players
  local view = state:view(seat)
  local width = shell:width()
  local function put(text)
    shell:out(picture.paint(table.concat(wrap.lines(text, width, "  "),
      "\n")))
  end
  local plays = picture.plays(state.trick, players)
  local where = picture.where(session)
  put(plays ~= "" and state.phase == "play" and ("%s; so far %s"):format(
    where, plays) or where)
  if state.phase == "change" then
    put("  1 keep, or change GOLD CARD [SEAT]: " .. narrate.changes(state))
    put("  hand " .. tostring(view.hand))
    return
  end
  local parts = {}
  for i, action in ipairs(narrate.numbered(state)) do
    local text = action.card and tostring(action.card) or action.kind
    if action.down then text = text .. " face down" end
    parts[i] = ("%d %s"):format(i, text)
  end
  put("  " .. table.concat(parts, ", "))
end

--- What changes may be made, in words.
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
  return ("pay %s, lay %s, in place of the bid of seat %s"):format(
    table.concat(gold, " or "), table.concat(cards, " "),
    table.concat(of, " or "))
end

--- Say what was put on the table, a game as it was recorded, and what there is
--- to remark: the last that begins with "it " is an error.
function narrate.loaded(shell, remarks)
  local session = shell.session
  shell:out(("Game %d: %s, %d players, seed %s, %d moves: forward, goto, end")
    :format(session.root.number, term.plain(session.root.rules.name),
      session.root.rules.players, term.plain(session.root.seed),
      #session:line() - 1))
  for i, remark in ipairs(remarks) do
    remark = term.plain(remark)
    if i < #remarks or not remark:find "^it " then shell:out(remark)
    else shell:fail(remark) end
  end
end

return narrate
