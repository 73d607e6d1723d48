-- Moving through the game: let bots act, act, go back and forth.
local narrate = require "aurum.repl.narrate"
local args = require "aurum.repl.args"

--- A command that plays on: `done` is a function of the session, told in the
--- way `how`.
local function play_on(shell, how, done)
  local session = shell.session
  if next(session.humans) and how == "tricks" then how = "lines" end
  local good, problem, why = narrate.during(shell, how, function()
    return session:run(done)
  end)
  narrate.stop(shell, good, problem, why)
  if good or why == "break" or why == "person" then narrate.where(shell) end
end

local step = { name = "step", usage = "step [N]",
  summary = "the bot on turn acts; N times",
  help = "A deal that is due is a step too. Where the game was played on from "
    .. "here already and the bot does the same, the branch is followed." }

function step.run(shell, list)
  local n, problem = args.count(list[1], 1)
  if not n then return shell:fail(problem) end
  local session = shell.session
  local enough = session.times(n)
  play_on(shell, "lines", function()
    return session.at.phase == "over" or enough()
  end)
end

local function until_end(name, how, summary)
  return args.bare { name = name, usage = name, summary = summary,
    run = function(shell)
      play_on(shell, how, shell.session:until_end(name))
    end }
end

local trick = until_end("trick", "lines", "play on to the end of the trick")
local round = until_end("round", "tricks", "play on to the end of the round")
local game = until_end("game", "tricks", "play on to the end of the game")

-- ---- Acting -------------------------------------------------------------

local function card_command(name, summary, help)
  local command = { name = name, usage = name .. " CARD", summary = summary,
    help = help }
  function command.run(shell, list)
    local session = shell.session
    if #list ~= 1 then
      return shell:fail(("expected %s CARD, such as %s Z7"):format(name, name))
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

local play = card_command("play", "the seat on turn plays a card",
  "Whatever sits there. From a position that was played on already another "
  .. "card starts a branch; the same follows what is there.")
local bid = card_command("bid", "the seat on turn bids a card",
  "Where the rules let a card bid 0, bid -Z7 lays it face down.")

local change = { name = "change", usage = "change GOLD CARD [SEAT]",
  summary = "pay gold to lay a card in place of a bid",
  help = [[
SEAT is whose bid is replaced: its own if left out.

  change G0 S6
  change G0 S6 4]] }

function change.run(shell, list)
  local session = shell.session
  if list[3] == "of" then table.remove(list, 3) end
  if #list < 2 or #list > 3 then
    return shell:fail "expected change GOLD CARD [SEAT], such as change G0 S6"
  end
  local gold, problem = args.card(session, list[1])
  if not gold then return shell:fail(problem) end
  local card
  card, problem = args.card(session, list[2])
  if not card then return shell:fail(problem) end
  local of = session.live.turn or 1
  if list[3] then
    of, problem = args.seat(session, list[3])
    if not of then return shell:fail(problem) end
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

local function word_command(name, summary)
  return args.bare { name = name, usage = name, summary = summary,
    run = function(shell)
      narrate.choose(shell, name)
    end }
end

local keep = word_command("keep", "change no bid")
local pass = word_command("pass", "pass, which ends the round")

-- ---- Back and forth -----------------------------------------------------

local function walk(name, summary)
  return { name = name, usage = name .. " [N]", summary = summary,
    run = function(shell, list)
      local n, problem = args.count(list[1], 1)
      if not n then return shell:fail(problem) end
      local good
      local session = shell.session
      good, problem = session[name](session, n)
      if not good then return shell:fail(problem) end
      local node = name == "back" and session.at.next or session.at
      narrate.judged(shell, narrate.verdict(session, node))
      narrate.where(shell)
    end }
end

local back = walk("back", "a step back, or N; nothing is lost")
local forward = walk("forward", "a step forward again, or N")

local go = { name = "goto", usage = "goto ROUND[.TRICK[.PLAY]]",
  summary = "go to a place on this branch",
  help = "Trick 0 is the bidding, and c1 the first change of a bid before a "
    .. "trick." .. [[


  goto 2
  goto 2.4
  goto 2.4.3
  goto 2.4.c1

The first bid of round 2; its trick 4; the third play; the first change.]] }

local function visit(shell, place)
  local good, problem = shell.session:visit(place)
  if not good then return shell:fail(problem) end
  narrate.where(shell)
  narrate.judged(shell, narrate.verdict(shell.session, shell.session.at.next))
end

function go.run(shell, list)
  if #list ~= 1 then
    return shell:fail "expected goto ROUND[.TRICK[.PLAY]], such as goto 2.4.3"
  end
  visit(shell, list[1])
end

local start = args.bare { name = "start", usage = "start",
  summary = "go to the start of the game",
  run = function(shell) visit(shell, "start") end }
local end_ = args.bare { name = "end", usage = "end",
  summary = "go to the end of this branch",
  run = function(shell) visit(shell, "end") end }

return { title = "Moving through it", step, trick, round, game, play, bid,
  change, keep, pass, back, forward, go, start, end_ }
