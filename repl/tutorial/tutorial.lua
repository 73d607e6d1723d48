-- The tutorial: one round, in the steps of steps.lua, in a separate session.
-- While it runs, it is `shell.tutorial`, with the fields
--   outer  the session that was on the table before, untouched
--   deal   the node of the deal
--   n      the number of the step
--   mark   the node where the step began
--
-- The learner's actions are given, and so are those of the bots: a step is
-- thus a place in the round, which can be reached again at any time. Another
-- move is taken back.
local aurum = require "aurum"
local session = require "aurum.repl.session.session"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"
local narrate = require "aurum.repl.show.narrate"
local progress = require "aurum.repl.tutorial.progress"
local round = require "aurum.repl.tutorial.round"
local steps = require "aurum.repl.tutorial.steps"
local tutorial = {}

tutorial.steps = #steps

local goodbye = "This is the end of the tutorial. You win a round by more "
  .. "points than the other side, and the game by two nuggets. `play` begins a "
  .. "game of your own. After a round, `judge` looks for moves that cost "
  .. "points, `worst` goes to the costliest and says why, and `retry` lets you "
  .. "try again. `help` lists all commands."

-- The lines that the tutorial takes for itself, and the commands that would put
-- another game on its table.
local own = { quit = true, exit = true, again = true, back = true }
local barred = { new = true, load = true, restore = true,
  position = true, variant = true, web = true, source = true }

local function put(shell, text)
  shell:out(wrap.paragraphs(text, shell:width()))
end

local function put_step(shell)
  local at = shell.tutorial
  local step = steps[at.n]
  shell:out ""
  shell:out(term.paint("bold", ("Step %d of %d: %s"):format(at.n, #steps,
    step.title)))
  put(shell, step.text)
  put(shell, ("Type %s.%s"):format(step.asks, at.n == 1 and " `again` repeats "
    .. "a step, `back` goes to the one before, `quit` leaves the tutorial."
    or ""))
end

-- ---- Places -----------------------------------------------------------------

--- True if a place is the mark or comes after it.
local function since(at, mark)
  while at and at ~= mark do at = at.parent end
  return at == mark
end

--- The learner's first action after the mark; nil if there is none.
local function acted(at, mark)
  local action
  while at and at ~= mark do
    if at.action and at.action.seat == 1 and not at.skipped then
      action = at.action
    end
    at = at.parent
  end
  return action
end

--- The number of the step, this or the next at its place, that the learner's
--- action ends; nil if there is none.
local function to_act(n)
  if steps[n].action then return n end
  local after = steps[n + 1]
  return after and after.action and after.place == steps[n].place and n + 1
    or nil
end

--- Makes a step the present one, at the place where the game stands. The
--- learner is asked to change bids if the step, or that after the action, wants
--- it.
local function stand(shell, n)
  local game, at = shell.session, shell.tutorial
  local after = steps[(to_act(n) or n) + 1]
  game.root.auto_skip = not (steps[n].asked or after and after.asked)
  at.n, at.mark = n, game.at
end

--- The place of a step on the table: the game goes there, with the learner at
--- seat 1.
local function go_to(shell, n)
  local game, at, step = shell.session, shell.tutorial, steps[n]
  shell.pending = nil
  game:go(at.deal)
  while game.at.place ~= step.place do
    local kind, seat = game.at.phase, game.live.turn
    assert(game:apply(round.action(kind, game.at.trick, seat)))
    game.at.skipped = kind == "change" and game.at.action.kind == "keep"
      or nil
  end
  for seat = 1, round.players do
    if (game.humans[seat] or false) ~= (seat == 1) then
      game:seat_human(seat, seat == 1)
    end
  end
  stand(shell, n)
end

--- Begins a step where the game stands, or goes to its place.
local function enter(shell, n)
  local game, at, step = shell.session, shell.tutorial, steps[n]
  if game.at.place == step.place and since(game.at, at.mark) then
    stand(shell, n)
  else
    go_to(shell, n)
    narrate.where(shell)
  end
  progress.save(n, #steps, shell.interactive)
  put_step(shell)
end

-- ---- Beginning and leaving --------------------------------------------------

--- The session of the tutorial, dealt; or nil and a message.
local function open()
  local game, problem = session.open { variant = round.variant, human = 1,
    players = round.players, seed = "tutorial",
    bots = { aurum.home .. "/repl/tutorial/bot.lua" } }
  if not game then return nil, problem end
  for _, bot in ipairs(game.bots) do bot.spec = "bot" end
  game:deal(round.deal)
  function game.step(self) -- the next round is not dealt
    if self.at.phase ~= "deal" then return session.step(self) end
    return nil, "the tutorial plays one round", "person"
  end
  game.root.auto_skip = true
  return game
end

--- Begins the tutorial, or goes on with one that was left unless `anew`; the
--- session on the table waits. Returns true; or nil and a message.
function tutorial.begin(shell, anew)
  local n, lost
  if not anew then n, lost = progress.load(#steps, shell.interactive) end
  local game, problem = open()
  if not game then return nil, problem end
  shell.tutorial = { outer = shell.session, deal = game.at, n = 1,
    mark = game.at }
  shell.session, shell.pending = game, nil
  if lost then put(shell, lost) end
  put(shell, (n and "The tutorial goes on where you left it; `tutorial anew` "
    .. "begins it again." or "The tutorial plays one round with you. It takes "
    .. "about eight minutes; you can leave at any step and go on later.")
    .. (shell.tutorial.outer:is_blank() and "" or " The game on the table "
    .. "waits and comes back afterwards."))
  enter(shell, n or 1)
  return true
end

--- Puts the session from before on the table again.
local function finish(shell)
  shell.session:close()
  shell.session, shell.tutorial, shell.pending = shell.tutorial.outer, nil, nil
  shell.again = nil
  if shell.session:is_blank() then return end
  shell:out "\nThe game from before is on the table again:"
  narrate.where(shell)
end

-- The effects of the tutorial's own commands.
local words = {}

function words.quit(shell)
  local n = shell.tutorial.n
  local good, problem = progress.save(n, #steps, shell.interactive)
  put(shell, ("You leave the tutorial at step %d. `tutorial` goes on from "
    .. "there, `tutorial anew` begins it."):format(n))
  if not good then
    put(shell, ("The step is not kept when aurum ends: %s"):format(
      term.plain(problem)))
  end
  finish(shell)
end

words.exit = words.quit

function words.again(shell)
  go_to(shell, shell.tutorial.n)
  narrate.where(shell)
  put_step(shell)
end

function words.back(shell)
  local at = shell.tutorial
  if at.n == 1 then
    return shell:fail "this is the first step; `again` repeats it"
  end
  at.n = at.n - 1
  words.again(shell)
end

-- ---- Lines ------------------------------------------------------------------

--- Goes back to where the step began, and says why.
local function take_back(shell, why)
  local at = shell.tutorial
  local early = since(shell.session.at, at.mark)
  go_to(shell, at.n)
  put(shell, why or early and "That comes later; it is taken back."
    or "That move belongs to an earlier step; it is made again.")
  if why or not early then narrate.where(shell) end
end

local function advance(shell)
  local at = shell.tutorial
  if at.n < #steps then return enter(shell, at.n + 1) end
  progress.save(nil, #steps, shell.interactive)
  shell:out ""
  put(shell, goodbye)
  finish(shell)
end

--- After a line was carried out: the next step if it was what the step asks
--- for. Else a move that the step does not want is taken back.
local function check(shell, name, failed, text)
  local at, game = shell.tutorial, shell.session
  local step = steps[at.n]
  local seated = game.humans[1] and since(game.at, at.mark)
  local action = seated and acted(game.at, at.mark)
  local wanted = not step.free and to_act(at.n)
  if wanted and action and tostring(action) == steps[wanted].action then
    at.n = wanted -- perhaps without what this step asks for
    return advance(shell)
  elseif step.done and not failed and game.at == at.mark and seated
    and step.done(game, name, text) then
    return advance(shell)
  end
  if action and step.free then
    put(shell, ("Step %d: now type `undo`."):format(at.n))
    return
  elseif game.at ~= at.mark or not game.humans[1] then
    take_back(shell, action and step.why)
  end
  put(shell, ("Step %d: type %s."):format(at.n, step.asks))
end

--- A function that carries out a line of the tutorial; nil if it is incomplete.
--- `act` does so without the tutorial.
function tutorial.act(shell, text, act)
  local word = text:match "^%s*(%a+)%s*$"
  local named = word and shell:command_of(text)
  word = named and named.name or word
  if own[word] then return function() words[word](shell) end end
  local command = shell:command_of(text)
  local name = command and command.name:gsub("!$", "")
  if name == "tutorial" then
    return function()
      shell:fail "this is the tutorial; `again` repeats its step, `quit` leaves"
    end
  elseif barred[name] then
    return function()
      shell:fail(("`%s` is not for the tutorial, which has a game of its own; "
        .. "`quit` leaves it"):format(name))
    end
  end
  return act and function()
    local failed = shell.failed
    shell.failed = false
    act()
    local now = shell.failed
    shell.failed = failed or now
    if shell.tutorial and shell:goes_on() then check(shell, name, now, text) end
  end
end

function tutorial.prompt(shell)
  return ("tutorial %d of %d> "):format(shell.tutorial.n, #steps)
end

return tutorial
