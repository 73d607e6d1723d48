-- Commands that begin a game and show it.
local question_text = require "aurum.record.question_text"
local format = require "aurum.text.format"
local show = require "aurum.record.show"
local ties = require "aurum.record.ties"
local term = require "aurum.text.term"
local complete = require "aurum.repl.input.complete"
local picture = require "aurum.repl.show.picture"
local narrate = require "aurum.repl.show.narrate"
local questions = require "aurum.repl.show.questions"
local tree = require "aurum.repl.session.tree"
local args = require "aurum.repl.args"
local wrap = require "aurum.text.wrap"

local function list_of(text)
  local list = {}
  for word in text:gmatch "[^,]+" do list[#list + 1] = word end
  return list
end

local keys = { "seed", "bots", "human" }
local more_persons = "; after `new`, `human SEAT` seats more persons"

--- The arguments of `new` as { variant =, players =, seed =, bots =, human = };
--- or nil and a message.
local function read_new(given)
  local options, rest = args.options(given, keys)
  if rest == "human= is given twice" then
    rest = rest .. more_persons
  end
  if not options then return nil, rest end
  local read = { seed = options.seed, variant = options.variant }
  if options.bots then
    read.bots = list_of(options.bots)
    if not read.bots[1] then
      return nil, ("bots=: expected names such as greedy,lowball, got '%s'")
        :format(options.bots)
    end
  end
  if options.human then
    read.human = math.tointeger(tonumber(options.human))
    if not read.human then
      return nil, ("human=: expected the number of a seat, got '%s'%s"):format(
        options.human, options.human:find "," and more_persons or "")
    end
  end
  for _, word in ipairs(rest) do
    local n = math.tointeger(tonumber(word))
    if n and not read.players then
      read.players = n
    elseif not read.variant and not n then
      read.variant = word
    else
      return nil, ("unexpected argument '%s'; see `help new`"):format(word)
    end
  end
  return read
end

local new = { name = "new",
  usage = "new [VARIANT] [PLAYERS] [seed=SEED] [bots=BOT,...] [human=SEAT]",
  summary = "begin a new game",
  help = "VARIANT is a name such as standard or de-2024+cumulative, or a file. "
    .. "SEED is any text (default: random). BOT is a name or a file; `none` "
    .. "means that you play the seat by hand. If there are fewer bots than "
    .. "seats, they repeat. Without bots= the present bots stay. Earlier games "
    .. "stay too; `branches` lists them." .. [[


  new
  new bga 3 seed=42 bots=greedy,lowball
  new de-2024 human=1]] }

function new.complete(_, list)
  local last = list[#list] or ""
  local bots = last:match "^bots=(.*)$"
  if bots then
    local found = complete.bots(bots, true)
    for i, name in ipairs(found) do found[i] = "bots=" .. name end
    return found
  end
  local all = complete.variants(last)
  for _, key in ipairs(keys) do all[#all + 1] = key .. "=" end
  all[#all + 1], all[#all + 2] = "3", "4" -- players
  return args.starting(all, last)
end

function new.run(shell, list)
  local options, problem = read_new(list)
  if not options then return shell:fail(problem) end
  local session = shell.session
  local good
  good, problem = session:new_game(options)
  if not good then return shell:fail(problem) end
  local root = session.root
  shell:out(("Game %d: %s, %d players, seed %s"):format(root.number,
    root.rules.name, root.rules.players, term.plain(root.seed)))
  narrate.advance(shell)
  if shell.interactive and not next(session.humans) then
    narrate.put(shell, "`play` seats you at seat 1; `human 2` at another")
  end
end

--- The seat whose view a command shows: the seat that `word` names, else that
--- of the person, else nil for all. nil and a message if its hand is hidden.
local function eyes(session, word)
  local viewer = session:viewer()
  if not word then return viewer end
  local seat, problem = args.seat(session, word)
  if not seat then return nil, problem end
  if viewer and not session.humans[seat] then
    return nil, narrate.hidden_hand(seat, viewer)
  end
  return seat
end

local show_ = { name = "show", usage = "show [seat N]",
  summary = "draw the table, in full or as one seat sees it",
  help = "Seats sit clockwise; > marks the seat on turn. Below each seat are "
    .. "its hand, its bid with the tricks taken, and its gold." .. [[


  show
  show seat 2]] }

function show_.run(shell, list)
  local word = list[1]
  if word == "seat" then
    word = list[2]
    if not word then
      return shell:fail "expected `show seat N`, such as `show seat 2`"
    end
  end
  local good, problem = args.at_most(list, list[1] == "seat" and 2 or 1,
    show_.usage)
  if not good then return shell:fail(problem) end
  local seat
  seat, problem = eyes(shell.session, word)
  if problem then return shell:fail(problem) end
  shell:out((picture.draw(shell.session, seat, shell:width())
    :gsub("\n$", "")))
end

function show_.complete(shell, list)
  if #list < 2 then return { "seat" } end
  return #list == 2 and list[1] == "seat" and args.seats(shell.session) or {}
end

local function fold(shell, text, indent)
  shell:out(picture.paint(table.concat(wrap.lines(text, shell:width(),
    indent or "  "), "\n")))
end

local legal = { name = "legal", usage = "legal",
  summary = "list the legal actions of the seat on turn",
  help = "`play N` and `bid N` take the card beside number N." }

function legal.run(shell)
  local session = shell.session
  local state = session.live
  if not state.turn then return shell:out(picture.due(session)) end
  local hidden = narrate.hidden(session)
  if hidden then return shell:fail(hidden) end
  if state.phase == "ask" then
    return fold(shell, ('seat %d may answer "%s": %s'):format(state.turn,
      state.question.name, questions.choices(state.question)))
  end
  if state.phase == "change" then
    return fold(shell, ("seat %d may keep the bids, or change one: %s"):format(
      state.turn, narrate.changes(state)))
  end
  fold(shell, ("seat %d may %s: %s"):format(state.turn, state.phase,
    narrate.numbers(state)))
end

--- Says why an answer to the question asked now is legal or not.
local function why_answer(shell, state, list)
  local question = state.question
  if list[1] == "answer" then table.remove(list, 1) end
  if #list > 1 and list[1] == question.name then table.remove(list, 1) end
  if #list ~= 1 then
    return shell:fail(("expected one answer, such as `why %s`"):format(
      tostring(question.choices[1])))
  end
  local value, problem = questions.choice(shell.session, list[1])
  if not value then return shell:fail(problem) end
  local text = ("answer %s %s"):format(question.name, value)
  local yes, reason = state:why(text)
  local sentence = question_text.sentence(question)
  fold(shell, yes and ("yes, %s: %s"):format(text, sentence)
    or ("no, %s. %s"):format(reason, sentence))
end

local why = { name = "why", usage = "why CARD|ACTION|N",
  complete = function(shell, list)
    local found = narrate.action_words(shell.session, list)
    if #list > 1 then return found end
    for _, word in ipairs { "change", "keep", "pass", "play" } do
      found[#found + 1] = word
    end
    return table.move(complete.cards(shell), 1, 100, #found + 1, found)
  end,
  summary = "explain why a card or action is legal or illegal",
  help = [[
A card stands for the bid or play of that card by the seat on turn. N is the
number beside a card where you are asked, and in `legal`.

  why Z7
  why 1
  why change G0 S6 of 4
  why pass]] }

function why.run(shell, list, rest)
  local state = shell.session.state
  if #list == 0 then
    return shell:fail "expected `why CARD`, such as `why Z7`"
  end
  local hidden = narrate.hidden(shell.session)
  if hidden or not state.turn then
    return shell:fail(hidden or picture.due(shell.session))
  end
  local text = rest:match "^%s*(.-)%s*$"
  if state.phase == "ask" then return why_answer(shell, state, list) end
  local number = #list == 1 and math.tointeger(tonumber(text))
  if number then
    local action = narrate.numbered(state)[number]
    if not action then
      return shell:fail(("expected a card, an action, or a number of `legal` "
        .. "from 1 to %d, got %s"):format(#narrate.numbered(state), text))
    end
    text = tostring(action)
  elseif #list == 1 and text ~= "keep" and text ~= "pass" then
    local card, problem = args.card(shell.session, text)
    if not card then return shell:fail(problem) end
    local word = state.phase == "bid" and "bid" or "play"
    text = word .. " " .. card
  elseif list[1] == "change" and not text:find " of " then
    text = list[4] and ("change %s %s of %s"):format(list[2], list[3], list[4])
      or ("%s of %d"):format(text, state.turn)
  end
  local good, yes, reason = pcall(state.why, state, text)
  if not good then
    return shell:fail(("expected a card or an action such as `play Z7`, got "
      .. "'%s'"):format(rest))
  end
  fold(shell, (yes and "yes, " or "no, ") .. reason)
end

local unseen = { name = "unseen", usage = "unseen [SEAT]",
  complete = function(shell, list)
    return #list < 2 and args.seats(shell.session) or {}
  end,
  summary = "list the cards that a seat cannot locate",
  help = "SEAT is the seat on turn by default. The list is by suit. The cards "
    .. "that the seat knows in other hands follow." }

function unseen.run(shell, list)
  local session = shell.session
  local good, wrong = args.at_most(list, 1, unseen.usage)
  if not good then return shell:fail(wrong) end
  local seat, problem = eyes(session, list[1])
  if problem then return shell:fail(problem) end
  local state = session.state
  seat = seat or state.turn
  if state.round == 0 then
    return shell:fail "nothing is dealt yet; `step` deals"
  end
  if not seat then
    return shell:fail "no seat is on turn; name one, such as `unseen 1`"
  end
  local view = state:view(seat)
  shell:out(("seat %d cannot locate %s"):format(seat,
    format.plural(#view.unseen, "card")))
  for suit in view.rules.suits:gmatch "." do
    local cards = view.unseen:suit(suit)
    if #cards > 0 then fold(shell, "  " .. tostring(cards), "    ") end
  end
  for other, cards in ipairs(view.known) do
    if other ~= seat and #cards > 0 then
      fold(shell, ("  seat %d has %s"):format(other, cards))
    end
  end
end

local history = { name = "history", usage = "history [ROUND]",
  summary = "show the game so far, or one round, trick by trick",
  help = "After `eval on`, the last column has the estimated points of each "
    .. "side after the trick.",
  complete = function(shell, list)
    return #list < 2 and args.rounds(shell.session) or {}
  end }

--- The path to a node in parts { from =, to = }. Each begins at the start of
--- the game or at a built position.
local function parts_of(node)
  local parts = {}
  for i, at in ipairs(tree.path(node)) do
    if i == 1 or at.token then parts[#parts + 1] = { from = at } end
    parts[#parts].to = at
  end
  return parts
end

--- The events of a part, or of one round of it, and the node before them.
local function events_of(session, part, round)
  local events, now = {}, part.from.round
  for _, event in ipairs(tree.state_at(part.to):events(false,
    session:viewer())) do
    if event.kind == "deal" then now = event.round end
    if not round or now == round then events[#events + 1] = event end
  end
  local before = part.from
  if events[1] and events[1].kind == "deal" then
    before = part.to
    while not (before.deal and before.round == events[1].round) do
      before = before.parent
    end
    before = before.parent
  end
  return events, before
end

--- The estimates at the end of each trick up to the current place, as a
--- function(round, trick) that returns text; nil without `eval on`.
local function column_of(shell)
  local own, after = shell.evaluation, {}
  if not own then return nil end
  local nodes = {}
  for _, node in ipairs(tree.path(shell.session.at)) do
    local key = ("%d.%d"):format(node.round, node.trick - 1)
    if node.trick > 1 and not after[key] then
      after[key] = node
      nodes[#nodes + 1] = node
    end
  end
  own:gather(nodes)
  return function(round, trick)
    local node = after[("%d.%d"):format(round, trick)]
    local known = node and own:known(node)
    if not known or known.problem then return nil end
    local parts = {}
    for side, one in ipairs(known) do
      parts[side] = ("%.1f"):format(one.mean)
    end
    return table.concat(parts, " : ")
  end
end

function history.run(shell, list)
  local session = shell.session
  local round, problem = args.only_count(list, history.usage)
  if problem then return shell:fail(problem) end
  if session.at.round == 0 then
    return shell:fail "nothing is dealt yet; `step` deals"
  end
  if round and round > session.at.round then
    return shell:fail(("no round %d yet; the last is %d"):format(round,
      session.at.round))
  end
  local rules, column = session.root.rules, column_of(shell)
  for _, part in ipairs(parts_of(session.at)) do
    local events, before = events_of(session, part, round)
    if #events > 0 then
      if part.from.token then
        shell:out(("built position at %s"):format(tree.place(part.from)))
      end
      local text = show.events(rules, narrate.visible(events),
        narrate.gold_at(session), tree.state_at(before), nil, column)
      shell:out(picture.paint((text:gsub("^\n", ""):gsub("\n$", ""))))
    end
  end
  if column then shell:out "last column: the estimated points of each side" end
end

--- Names the rule that broke the tie of a round, for each that had one.
local function put_ties(shell, state)
  local gold_at = narrate.gold_at(shell.session)
  local first = state.round - #state.rounds + (state.turn and 0 or 1)
  for i, round in ipairs(state.rounds) do
    local tie = ties.round(state.rules, round, round.winners, function()
      return gold_at(first + i - 1)
    end)
    if tie then fold(shell, ("round %d, %s"):format(first + i - 1, tie)) end
  end
end

local scores = { name = "scores", usage = "scores",
  summary = "show the score of each round and the current score" }

function scores.run(shell)
  local session = shell.session
  local state = session.state
  local rounds = state.rounds
  if #rounds > 0 then
    local head = { "round" }
    for side = 1, state.rules.side_n do head[side + 1] = "side " .. side end
    head[#head + 1] = "won by"
    local list = { head }
    for i, round in ipairs(rounds) do
      local row = { i }
      for side, points in ipairs(round.points) do row[side + 1] = points end
      row[#row + 1] = show.sides(round.winners)
      list[#list + 1] = row
    end
    shell:out((term.table(list, ""):gsub("\n$", "")))
    put_ties(shell, state)
    shell:out ""
  end
  shell:out((picture.scores(session, session:viewer(), shell:width())
    :gsub("\n$", "")))
  shell:out(picture.where(session))
end

return { title = "The game", new, show_, args.bare(legal), why, unseen,
  history, args.bare(scores) }
