-- Commands and answers of a person who plays at a seat.
local picture = require "aurum.repl.show.picture"
local questions = require "aurum.repl.show.questions"
local settings = require "aurum.repl.session.settings"
local switch = require "aurum.repl.switch"
local narrate = require "aurum.repl.show.narrate"
local args = require "aurum.repl.args"

local human = { name = "human", usage = "human SEAT | human off",
  complete = function(shell, list)
    if #list > 1 then return {} end
    local found = args.seats(shell.session)
    found[#found + 1] = "off"
    return found
  end,
  summary = "play at a seat yourself; the other hands are hidden",
  help = "The bots act until you are on turn. Then type a card, the number "
    .. "beside it, or a command such as `change G0 S6`, `hint`, `undo`, "
    .. "`show`. After `human off` the bot of your seat plays again, and all "
    .. "hands are open." }

function human.run(shell, list)
  local session = shell.session
  if #list ~= 1 then
    return shell:fail "expected `human SEAT` or `human off`"
  end
  shell.pending = nil
  if list[1] == "off" then
    for seat in pairs(session.humans) do session:seat_human(seat, false) end
    return narrate.where(shell)
  end
  local seat, problem = args.seat(session, list[1])
  if not seat then return shell:fail(problem) end
  session:seat_human(seat, true)
  local viewer = session:viewer() -- perhaps another person, who reads this
  if session.at.round > 0 and (viewer == seat or viewer == nil) then
    shell:out(picture.paint(("your hand: %s"):format(
      session.live:view(seat).hand)))
  end
  narrate.advance(shell)
end

local auto_skip = switch("auto-skip", "auto-skip [on|off] [game]",
  "do not ask you to change bids when you play",
  "The setting is saved; with `game` it applies to this game only.",
  function(shell)
    return shell.session:skips(), shell.session.root.auto_skip ~= nil
  end,
  function(shell, on, here)
    local session = shell.session
    if here then session.root.auto_skip = on
    else session.auto_skip, session.root.auto_skip = on, nil end
  end)

local confirm = switch("confirm", "confirm [on|off]",
  "ask you to confirm each bid and card when you play",
  "The setting is saved (default: off). Bids that stay hidden until all seats "
    .. "have bid need no confirmation.",
  function(shell) return shell.confirm end,
  function(shell, on) shell.confirm = on end)

local brief = switch("brief", "brief [on|off]",
  "print less at each step and at your turn",
  "With `brief on`, steps print the moves alone: not what the sides need, and "
    .. "not where the game stands. At your turn they print no table. The "
    .. "setting is saved (default: off).",
  function(shell) return shell.brief end,
  function(shell, on) shell.brief = on end)

local undo = { name = "undo", usage = "undo",
  summary = "take back your last action, if all others are bots" }

function undo.run(shell)
  shell.pending = nil
  local session = shell.session
  local here = session.at
  local good, problem = session:undo()
  if not good then return shell:fail(problem) end
  session:remember_undo(here)
  local undone = session.at.next
  narrate.put(shell, "took back: " .. (undone.action and undone.key
    or undone.deal and "the deal" or "the position built by hand"))
  narrate.where(shell)
end

local redo = { name = "redo", usage = "redo", summary = "take back an `undo`",
  help = "It works at the place to which `undo` went." }

function redo.run(shell)
  shell.pending = nil
  local good, problem = shell.session:redo()
  if not good then return shell:fail(problem) end
  narrate.where(shell)
end

-- ---- Answers ------------------------------------------------------------

local yes = { yes = true, y = true, no = false, n = false }

--- The question that is open; nil if there is none. Other commands leave it
--- open, unless the game moves on.
local function question(shell)
  local pending = shell.pending
  return pending and pending.at == shell.session.at and pending or nil
end

local function confirmed(shell, text)
  local answer, pending = yes[text:lower()], question(shell)
  if not pending or answer == nil then return nil end
  return function()
    shell.pending = nil
    if answer then return pending.act() end
    narrate.where(shell)
  end
end

--- The action that a person's number or card stands for; nil if the text is
--- neither, nil and a message if it is wrong.
local function chosen(shell, text)
  local session = shell.session
  local number = math.tointeger(tonumber(text))
  if number then
    local list = narrate.numbered(session.live)
    local action = list[number]
    if action then return tostring(action) end
    return nil, ("expected %s, a card or a command, got %s"):format(
      #list == 1 and "1" or "a number from 1 to " .. #list, text)
  end
  if not text:find "^%-?%a%d+$" then return nil end
  local card, problem = args.card(session, (text:gsub("^%-", "")))
  if not card then return nil, problem end
  local word = session.at.phase == "bid" and "bid " or "play "
  return word .. (text:find "^%-" and "-" or "") .. card
end

-- Commands whose names may be answers, since they do the same or nothing here.
local acting = { pass = true, keep = true, bid = true, play = true,
  change = true }

--- A function that answers the question of a variant by a typed line; nil if
--- the line is something else.
local function answered(shell, text)
  local words = {}
  for word in text:gmatch "[^%s,]+" do words[#words + 1] = word end
  local function is_other(word)
    return shell.aliases[word] or shell:has_variable(word)
      or shell.commands[word] and not acting[word]
  end
  if not questions.is_answer(shell.session.live.question, words, is_other) then
    return nil
  end
  return function() narrate.answer(shell, words) end
end

local function answer(shell, text)
  local session = shell.session
  text = text:match "^%s*(.-)%s*$"
  local act = confirmed(shell, text)
  if act then return act end
  if not session:awaits_person() then return nil end
  if session.at.phase == "ask" then return answered(shell, text) end
  local action, problem = chosen(shell, text)
  if problem then return function() shell:fail(problem) end end
  if not action then return nil end
  return function() narrate.choose(shell, action) end
end

local function prompt(shell)
  local session = shell.session
  local pending = question(shell)
  if pending then return pending.text .. "? " end
  if not session:awaits_person() then return nil end
  return ("seat %d, %s> "):format(session.live.turn, session.at.phase == "ask"
    and session.live.question.name or session.at.phase)
end

local function start(shell)
  local kept = settings.load()
  shell.confirm, shell.brief = kept.confirm == "on", kept.brief == "on"
  shell.session.auto_skip = kept.auto_skip == "on"
end

return { title = "Playing at a seat", start = start, answer = answer,
  prompt = prompt, human, auto_skip, confirm, brief, args.bare(undo),
  args.bare(redo) }
