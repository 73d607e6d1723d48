-- Commands that play the game and walk through it.
local narrate = require "aurum.repl.show.narrate"
local picture = require "aurum.repl.show.picture"
local questions = require "aurum.repl.show.questions"
local args = require "aurum.repl.args"
local best_play = require "aurum.repl.show.best_play"
local report = require "aurum.judge.report"

-- The commands for a person on turn, by phase.
local turn_of = { bid = "type a card to bid, or its number",
  change = "type `keep`, or `change` with gold and a card",
  play = "type a card, or its number", ask = "answer the question" }

--- Plays on until `done()` and prints the events as narrate.during does with
--- `how`. While a person plays, each event is a line.
local function play_on(shell, how, done)
  local session = shell.session
  if session:awaits_person() then
    narrate.put(shell, ("it is your turn at seat %d; %s"):format(
      session.live.turn, turn_of[session.at.phase]))
  end
  if next(session.humans) and how == "tricks" then how = "lines" end
  local good, problem, why = narrate.during(shell, how, function()
    return session:run(done)
  end)
  narrate.stop(shell, good, problem, why)
  if good or why == "break" or why == "person" then narrate.arrived(shell) end
end

--- True where a step ends: not after bids that were kept, unless the next seat
--- is played by hand.
local function rests(session)
  local at, turn = session.at, session.live.turn
  return not at.action or at.action.kind ~= "keep" or not turn
    or session:awaits_person()
    or not session.bots[turn] and not session.humans[turn]
end

local step = { name = "step", usage = "step [N]", repeats = true,
  summary = "let the bot on turn act, N times (default: 1)",
  help = "A deal is a step too. A step includes the seats that keep their "
    .. "bids before the move; `goto` goes to each. If the bot repeats the move "
    .. "that the "
    .. "branch has here, the game stays on that branch; else it starts a new "
    .. "one. At a terminal, Enter alone repeats the last step." }

function step.run(shell, list)
  local n, problem = args.only_count(list, step.usage, 1)
  if not n then return shell:fail(problem) end
  local session = shell.session
  play_on(shell, "lines", function()
    if rests(session) then n = n - 1 end
    return session.at.phase == "over" or n == 0
  end)
end

local until_ = { name = "until", usage = "until PLACE",
  summary = "play on to a place of this round or a later one",
  help = "A place is that of `goto`. It stops earlier at a breakpoint and at a "
    .. "person's turn." .. [[


  until 2.4
  until 2.4.3
  until 3.end]] }

function until_.run(shell, list)
  local session = shell.session
  if #list ~= 1 then
    return shell:fail "expected `until PLACE`, such as `until 2.4.3`"
  end
  local done, problem = session:until_place(list[1])
  if not done then return shell:fail(problem) end
  play_on(shell, "tricks", done)
  local at = session.at
  if done() and session:find(list[1]) ~= at then
    shell:out(("%s was not met; the game stands at %s"):format(list[1],
      session.place(at)))
  end
end

local function until_end(name, how, summary)
  return args.bare { name = name, usage = name, summary = summary,
    repeats = true, run = function(shell)
      play_on(shell, how, shell.session:until_end(name))
    end }
end

local trick = until_end("trick", "lines", "play to the end of the trick")
local round = until_end("round", "tricks", "play to the end of the round")
local game = until_end("game", "tricks", "play to the end of the game")

-- ---- Acting -------------------------------------------------------------

--- Seats a person at seat 1, or leaves the one who sits, and deals; after the
--- end of a game it begins the next.
local function sit_down(shell)
  local session = shell.session
  if session.at.phase == "over" then
    local good, problem = session:new_game { variant = session.root.rules }
    if not good then return shell:fail(problem) end
  end
  local seat = next(session.humans)
  if not seat then
    seat = 1
    session:seat_human(seat, true)
    narrate.put(shell, ("you play at seat %d against bots; `hint` advises, "
      .. "`tutorial` teaches the game, `human off` opens all hands"):format(
      seat))
  end
  narrate.advance(shell)
end

local function card_command(name, summary, help)
  local command = { name = name, usage = name .. " CARD|N", summary = summary,
    help = help }
  function command.run(shell, list)
    local session = shell.session
    if #list == 0 and name == "play" and not session.live.turn then
      return sit_down(shell)
    elseif #list ~= 1 then
      return shell:fail(("expected `%s CARD`, such as `%s Z7`"):format(name,
        name))
    end
    local number = math.tointeger(tonumber(list[1]))
    if number then
      local action, wrong = narrate.numbered_card(session, name, number)
      if not action then return shell:fail(wrong) end
      return narrate.choose(shell, tostring(action))
    end
    local card, problem = args.card(session, (list[1]:gsub("^%-", "")))
    if not card then return shell:fail(problem) end
    if list[1]:sub(1, 1) == "-" then card = "-" .. card end
    narrate.choose(shell, name .. " " .. card)
  end
  function command.complete(shell, list)
    local state, names = shell.session.live, {}
    if not state.turn or narrate.hidden(shell.session) then return {} end
    for card in state:legal_cards():each() do
      names[#names + 1] = tostring(card)
    end
    return args.starting(names, (list[1] or ""):upper())
  end
  return command
end

local play = card_command("play", "play a card for the seat on turn",
  "N is the number beside the card in `legal`, or where you are asked. This "
  .. "works for any seat, also one with a bot. Where no round is open, `play` "
  .. "alone deals and seats you at seat 1. If the branch goes on from "
  .. "here with another move, the card starts a new branch.")
local bid = card_command("bid", "bid a card for the seat on turn",
  "N is the number beside the card in `legal`, or where you are asked. "
  .. "Under rules with face-down bids of 0, `bid -Z7` lays Z7 face down.")

local change = { name = "change", usage = "change GOLD CARD [of SEAT]",
  summary = "pay gold and replace a bid by a card",
  help = [[
SEAT is the seat whose bid is replaced. It may be left out where only one bid
can be.

  change G0 S6 of 4
  change G0 S6]] }

--- The seats whose bids a change of the seat on turn may replace.
local function owners_of(session, gold, card)
  local list = {}
  if session.live.phase ~= "change" or narrate.hidden(session) then
    return list
  end
  for _, action in ipairs(session.live:legal()) do
    if action.kind == "change" and tostring(action.gold) == gold
      and tostring(action.card) == card then
      list[#list + 1] = action.of
    end
  end
  return list
end

function change.run(shell, list)
  local session = shell.session
  if list[3] == "of" then table.remove(list, 3) end
  if #list < 2 or #list > 3 then
    return shell:fail(("expected `%s`, such as `change G0 S6 of 4`"):format(
      change.usage))
  end
  local gold, problem = args.card(session, list[1])
  if not gold then return shell:fail(problem) end
  local card
  card, problem = args.card(session, list[2])
  if not card then return shell:fail(problem) end
  local owners = owners_of(session, gold, card)
  local of = owners[1] or session.live.turn or 1
  if list[3] then
    of, problem = args.seat(session, list[3])
    if not of then return shell:fail(problem) end
  elseif owners[2] then
    local form = ("`change %s %s of %%d`"):format(gold, card)
    return shell:fail(("change needs the seat whose bid is replaced: %s or %s")
      :format(form:format(of), form:format(owners[2])))
  end
  narrate.choose(shell, ("change %s %s of %d"):format(gold, card, of))
end

function change.complete(shell, list)
  local state, names, seen = shell.session.live, {}, {}
  local field = ({ "gold", "card", "of" })[#list]
  if state.phase ~= "change" or not field
    or narrate.hidden(shell.session) then
    return {}
  end
  for _, action in ipairs(state:legal()) do
    local item = action[field] and tostring(action[field])
    if item and not seen[item] then
      seen[item] = true
      names[#names + 1] = item
    end
  end
  return args.starting(names, list[#list]:upper())
end

local answer = { name = "answer", usage = "answer CARD|N|WORD...",
  summary = "answer a question of the variant",
  help = "N is the number beside a card or a word in `legal`. Where a number "
    .. "is asked for, N is the answer. Several cards may be named in one line, "
    .. "or one after the other." .. [[


  answer Z7
  answer 2
  answer double]] }

function answer.run(shell, list)
  local state = shell.session.live
  if state.phase ~= "ask" then
    return shell:fail("no question of the variant is asked here; "
      .. picture.due(shell.session))
  elseif #list == 0 then
    return shell:fail(("expected `%s`; `legal` lists the answers"):format(
      answer.usage))
  end
  local words = {}
  for _, text in ipairs(list) do
    for word in text:gmatch "[^,]+" do words[#words + 1] = word end
  end
  narrate.answer(shell, words)
end

function answer.complete(shell, list)
  local session = shell.session
  if session.live.phase ~= "ask" or narrate.hidden(session) then return {} end
  return args.starting(questions.names(session.live.question), list[#list])
end

local function word_command(name, summary)
  return args.bare { name = name, usage = name, summary = summary,
    run = function(shell)
      narrate.choose(shell, name)
    end }
end

local keep = word_command("keep", "keep the bids before this trick")
local pass = word_command("pass", "pass and end the round")

-- ---- Back and forth -----------------------------------------------------

local back = { name = "back", usage = "back [N]", repeats = true,
  aliases = { "reverse-step" },
  summary = "go back N steps on this branch (default: 1)",
  help = "The lines show what is taken back. Bids that were kept before a move "
    .. "are taken back with it." }

function back.run(shell, list)
  local n, problem = args.only_count(list, back.usage, 1)
  if not n then return shell:fail(problem) end
  local session = shell.session
  if not session.at.parent then return shell:fail(select(2, session:back())) end
  repeat
    narrate.back(shell)
    n = n - 1
  until n == 0 or not session.at.parent
  narrate.arrived(shell)
end

local forward = { name = "forward", usage = "forward [N]", repeats = true,
  summary = "go forward N steps on this branch (default: 1)" }

function forward.run(shell, list)
  local n, problem = args.only_count(list, forward.usage, 1)
  if not n then return shell:fail(problem) end
  local session = shell.session
  if not session.at.next then
    return shell:fail(select(2, session:forward()))
  end
  local told = narrate.teller(shell)
  repeat
    session:forward()
    told(session.live:events(true, session:viewer()))
    local action = session.at.action
    if not action or action.kind ~= "keep" then n = n - 1 end
  until n == 0 or not session.at.next
  told.close()
  narrate.arrived(shell)
end

local go = { name = "goto", usage = "goto ROUND[.TRICK[.PLAY]]",
  summary = "go to a place on this branch",
  help = "Trick 0 is the bidding. c1 is the first decision about changing a "
    .. "bid before a trick." .. [[


  goto 2 -- the first bid of round 2
  goto 2.4 -- the first decision of trick 4
  goto 2.4.3 -- the third play of trick 4
  goto 2.4.c1 -- the first decision about a change before trick 4
  goto 2.0.a1 -- the first answer to a question of the variant
  goto 2.end -- the end of round 2]] }

--- The places of the branch, for the first word.
local function complete_place(shell, list)
  if #list > 1 then return {} end
  return args.places(shell.session, list[1] or "")
end
go.complete = complete_place
until_.complete = complete_place

local function visit(shell, place)
  local good, problem = shell.session:visit(place)
  if not good then return shell:fail(problem) end
  narrate.last(shell)
  narrate.where(shell)
  local next_node = shell.session.at.next
  local verdict = narrate.verdict(shell.session, next_node)
  narrate.show_verdict(shell, verdict)
  if verdict and report.is_notable(verdict) then
    best_play.put_verdict(shell, next_node, verdict)
  end
end

function go.run(shell, list)
  if #list ~= 1 then
    return shell:fail(("expected `%s`, such as `goto 2.4.3`"):format(go.usage))
  end
  visit(shell, list[1])
end

local start = args.bare { name = "start", usage = "start",
  summary = "go to the start of the game",
  run = function(shell) visit(shell, "start") end }
local end_ = args.bare { name = "end", usage = "end",
  summary = "go to the end of this branch",
  run = function(shell) visit(shell, "end") end }

return { title = "Playing and navigating", step, trick, round, game,
  until_, play, bid,
  change, keep, pass, answer, back, forward, go, start, end_ }
