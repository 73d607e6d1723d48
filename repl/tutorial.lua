-- The tutorial: a round in ten steps, in a separate session. While it runs,
-- it is `shell.tutorial`, with the fields
--   outer  the session that was on the table before, untouched
--   n      the number of the step
--   marks  for each step that began, the node where it did
--
-- A step has a text, or a function that returns one; `asks`, what to type; and
-- `done(session, name, mark, text)`, true if that was typed. `name` is the
-- command's, nil for another line, and `text` the line. A step with `moves`
-- lets the game go on; in
-- the others a move is taken back.
local session = require "aurum.repl.session.session"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"
local narrate = require "aurum.repl.show.narrate"
local tutorial = {}

--- True if seat 1 has done an action of one of the kinds since a node.
local function acted(at, mark, kinds)
  while at and at ~= mark do
    local action = at.action
    if action and action.seat == 1 and kinds[action.kind] then return true end
    at = at.parent
  end
  return false
end

--- True if a place is the mark or comes after it.
local function since(at, mark)
  while at and at ~= mark do at = at.parent end
  return at == mark
end

local function is(name)
  return function(_, typed) return typed == name end
end

--- A card of the hand that may not be played, or else one that may.
local function doubtful(game)
  local view = game.live:view(1)
  local barred = view.hand - view:legal_cards()
  return tostring((#barred > 0 and barred or view.hand):lowest())
end

local steps = {
  { title = "The table", asks = "`show`", done = is "show",
    text = "You play at seat 1 with seat 3, against seats 2 and 4; bots play "
      .. "those. A game has rounds: the side with most points takes a nugget, "
      .. "and two nuggets win. All have been dealt 12 cards of the suits "
      .. "Bismuth B, Copper C, Phosphorus P, Silver S and Zinc Z, and one gold "
      .. "card G0 each, which lies open. The 2 cards left over, the extras, "
      .. "lie open too and are not played. `show` draws the table at any "
      .. "time." },
  { title = "A bid", asks = "a card of your hand, or the number beside it",
    moves = true,
    done = function(game, _, mark)
      return acted(game.at, mark, { bid = true })
    end,
    text = function(game)
      return ("You bid by laying a card of your hand in front of you. Its rank "
        .. "is the number of tricks that your side should win; of your bid and "
        .. "your partner's the higher counts. Exactly that many tricks score "
        .. "twice the bid, more score the bid, fewer nothing. The bid card is "
        .. "not played. Bid now: type a "
        .. "card such as %s, or the number beside it."):format(
        game.live:view(1).hand:lowest())
    end },
  { title = "A change of mind", moves = true,
    asks = "`keep`, or `change` with gold and a card, such as `change G0 CARD`",
    done = function(game, _, mark)
      return acted(game.at, mark, { keep = true, change = true })
    end,
    text = "Before each trick, a seat with gold may pay a gold card and "
      .. "replace a bid of its side by a card of its hand. That helps when a "
      .. "bid has become wrong. Now it is too early to tell: `keep` keeps the "
      .. "bids." },
  { title = "What may be played", asks = "`why CARD` for a card of your hand",
    done = function(game, name, _, text)
      local card = text:upper():match "%u%d+%s*$"
      local hand = game.live:view(1).hand
      return name == "why" and card ~= nil
        and (" " .. tostring(hand) .. " "):find(" " .. card:match "%u%d+"
          .. " ", 1, true) ~= nil
    end,
    text = function(game)
      return ("Each suit may be in a trick only once: you may not play a suit "
        .. "that is there already. Gold may always follow, but not lead. The "
        .. "legal cards are numbered. `why` gives the reason for any card, as "
        .. "in `why %s`; `rules 6.3` shows the rule that it cites."):format(
        doubtful(game))
    end },
  { title = "A trick", asks = "a card, or its number", moves = true,
    done = function(game, _, mark)
      return acted(game.at, mark, { play = true })
    end,
    text = "The highest card wins the trick, and any gold beats all others. "
      .. "The lowest base card decides who leads next. Play a card." },
  { title = "Gold", asks = "`rules 7`", done = is "rules",
    text = "The seat of the lowest base card also takes a gold card of its "
      .. "rank from the supply, if one is there. Gold that you still have when "
      .. "the round ends scores: 1 point for G1 to G3, 2 for G4 to G6, 3 for "
      .. "G7 and G8. `rules 7` says what happens after a trick, in order." },
  { title = "The score", asks = "`scores`", done = is "scores",
    text = "`scores` shows the tricks taken, the bids, and the points that "
      .. "they would be worth if the round ended now." },
  { title = "Advice", asks = "`hint`", done = is "hint",
    text = "`hint` asks the strongest bot what it would do in your place, and "
      .. "estimates the value of each move. It sees only what you see." },
  { title = "Taking back", asks = "a move, then `undo`", moves = true,
    done = is "undo",
    text = "Nothing is final. Make a move, perhaps the one that the hint "
      .. "advises, and take it back with `undo`. Outside of this tutorial, "
      .. "`back`, `forward` and `goto` go anywhere, and another move there "
      .. "starts a branch." },
  { title = "The end of the round", asks = "`human off`, then `round`",
    moves = true,
    done = function(game)
      return game.at.phase == "deal" or game.at.phase == "over"
    end,
    text = "`human off` lets a bot play your seat and opens all hands. Then "
      .. "`round` plays to the end of the round, which comes when a seat "
      .. "cannot play a base card and passes. The side with most points then "
      .. "takes a nugget; of equal ones, a side with exactly its bid, then the "
      .. "one with the highest gold." },
}

local goodbye = "This is the end of the tutorial. Two nuggets win a game. "
  .. "`new human=1` begins one of your own; after it, `judge` and `worst` find "
  .. "the decisions that cost most. `help` lists all commands."

-- The lines that the tutorial takes for itself, and the commands that would put
-- another game on its table.
local own = { quit = true, exit = true, again = true, back = true }
local barred = { new = true, load = true, restore = true, tutorial = true,
  position = true, variant = true, web = true, source = true }

local function put(shell, text)
  shell:out(wrap.paragraphs(text, shell:width()))
end

local function put_step(shell)
  local at = shell.tutorial
  local step, game = steps[at.n], shell.session
  local text = step.text
  if type(text) == "function" then text = text(game) end
  shell:out ""
  shell:out(term.paint("bold", ("Step %d of %d: %s"):format(at.n, #steps,
    step.title)))
  put(shell, text)
  put(shell, ("Type %s.%s"):format(step.asks, at.n == 1 and " `again` repeats "
    .. "a step, `back` goes to the one before, `quit` leaves the tutorial."
    or ""))
end

--- Goes to where a step began, with the person at seat 1.
local function return_to(shell, node)
  local game = shell.session
  shell.pending = nil
  game:go(node)
  for seat = 1, game.root.rules.players do
    game:seat_human(seat, seat == 1)
  end
end

local function enter(shell, n)
  local at = shell.tutorial
  at.n = n
  at.marks[n] = shell.session.at
  put_step(shell)
end

--- Goes on with the tutorial that the person left.
local function resume(shell)
  local left = shell.left_tutorial
  shell.left_tutorial = nil
  shell.tutorial = { outer = shell.session, marks = left.marks, n = left.n }
  shell.session, shell.pending = left.game, nil
  put(shell, "The tutorial goes on where you left it; `tutorial anew` begins "
    .. "it again.")
  narrate.where(shell)
  put_step(shell)
  return true
end

--- Begins the tutorial, or goes on with one that was left unless `anew`; the
--- session on the table waits. Returns true; or nil and a message.
function tutorial.begin(shell, anew)
  if shell.left_tutorial and not anew then return resume(shell) end
  if shell.left_tutorial then shell.left_tutorial.game:close() end
  shell.left_tutorial = nil
  local game, problem = session.open { seed = "tutorial", bots = { "greedy" },
    human = 1 }
  if not game then return nil, problem end
  shell.tutorial = { outer = shell.session, marks = {} }
  shell.session, shell.pending = game, nil
  put(shell, "The tutorial walks through a round."
    .. (shell.tutorial.outer:is_blank() and ""
      or " The game on the table waits and comes back afterwards."))
  narrate.advance(shell)
  enter(shell, 1)
  return true
end

--- Puts the session from before on the table again. That of the tutorial is
--- `kept` if the person may go on with it.
function tutorial.finish(shell, kept)
  if not kept then shell.session:close() end
  shell.session, shell.tutorial, shell.pending = shell.tutorial.outer, nil, nil
  shell.again = nil
  if shell.session:is_blank() then return end
  shell:out "\nThe game from before is on the table again:"
  narrate.where(shell)
end

-- The effects of the tutorial's own commands.
local words = {}

function words.quit(shell)
  local at = shell.tutorial
  put(shell, ("You leave the tutorial at step %d. `tutorial` goes on from "
    .. "there, `tutorial anew` begins it."):format(at.n))
  shell.left_tutorial = { game = shell.session, n = at.n, marks = at.marks }
  tutorial.finish(shell, true)
end

words.exit = words.quit

function words.again(shell)
  return_to(shell, shell.tutorial.marks[shell.tutorial.n])
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

--- After a line was carried out: the next step if it was what the step asks
--- for. Else a move that the step does not want is taken back.
local function check(shell, name, failed, text)
  local at, game = shell.tutorial, shell.session
  local step, mark = steps[at.n], at.marks[at.n]
  local seated = game.humans[1] or at.n == #steps
  if not failed and seated and since(game.at, mark)
    and step.done(game, name, mark, text) then
    if at.n < #steps then return enter(shell, at.n + 1) end
    shell:out ""
    put(shell, goodbye)
    return tutorial.finish(shell)
  end
  local moved = game.at ~= mark or not game.humans[1]
  if moved and not (step.moves and seated and since(game.at, mark)) then
    local early = since(game.at, mark)
    return_to(shell, mark)
    put(shell, early and "That comes later; it is taken back."
      or "That move belongs to an earlier step; it is made again.")
    if not early then narrate.where(shell) end
    moved = false
  end
  if not moved then
    put(shell, ("Step %d: type %s."):format(at.n, step.asks))
  end
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
  if barred[name] then
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
