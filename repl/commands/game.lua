-- The game on the table: begin one, look at it.
local show = require "aurum.record.show"
local term = require "aurum.text.term"
local aurum = require "aurum"
local complete = require "aurum.repl.complete"
local picture = require "aurum.repl.picture"
local narrate = require "aurum.repl.narrate"
local tree = require "aurum.repl.tree"
local args = require "aurum.repl.args"
local wrap = require "aurum.text.wrap"

local function list_of(text)
  local list = {}
  for word in text:gmatch "[^,]+" do list[#list + 1] = word end
  return list
end

local keys = { "seed", "bots", "human" }

--- What `new` is told: { variant =, players =, seed =, bots =, human = }.
local function read_new(given)
  local options, rest = args.options(given, keys)
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
      return nil, ("human=: expected a seat, got '%s'"):format(options.human)
    end
  end
  for _, word in ipairs(rest) do
    local n = math.tointeger(tonumber(word))
    if n and not read.players then
      read.players = n
    elseif not read.variant and not n then
      read.variant = word
    else
      return nil, ("expected new [VARIANT] [PLAYERS] [seed=] [bots=a,b] "
        .. "[human=SEAT], got '%s' besides"):format(word)
    end
  end
  return read
end

local new = { name = "new",
  usage = "new [VARIANT] [PLAYERS] [seed=] [bots=a,b,...] [human=SEAT]",
  summary = "put another game on the table",
  help = "VARIANT is a name such as standard or de-2024+cumulative, or a "
    .. "file. A seed is any text; without one it is drawn. Bots are names "
    .. "or files, those fewer than seats repeat; none leaves a seat to be "
    .. "moved by hand. Without bots= those stay that sit there. Former "
    .. "games stay: branches lists them." .. [[


  new
  new bga 3 seed=42 bots=greedy,lowball
  new de-2024 human=1]] }

function new.complete(_, list)
  local last = list[#list] or ""
  local bots = last:match "^bots=(.*)$"
  if bots then
    local head, part = bots:match "^(.*,)([^,]*)$"
    head, part = head or "", part or bots
    local found = args.starting(aurum.bots(), part)
    for i, name in ipairs(found) do found[i] = "bots=" .. head .. name end
    return found
  end
  local all = aurum.variants()
  for _, key in ipairs(keys) do all[#all + 1] = key .. "=" end
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
end

--- The seat whose eyes a command looks with: the one that is named, unless a
--- person plays and it is another's.
local function eyes(session, word)
  local viewer = session:viewer()
  if not word then return viewer end
  local seat, problem = args.seat(session, word)
  if not seat then return nil, problem end
  if viewer and not session.humans[seat] then
    return nil, ("seat %d's hand is hidden while seat %d is a person's: "
      .. "human off shows all"):format(seat, viewer)
  end
  return seat
end

local show_ = { name = "show", usage = "show [seat N]",
  summary = "draw the table, or as one seat sees it",
  help = "Seats sit clockwise; > marks the one on turn. Under each seat: its "
    .. "hand, its bid with the tricks taken against it, its gold." .. [[


  show
  show seat 2]] }

function show_.run(shell, list)
  local word = list[1]
  if word == "seat" then
    word = list[2]
    if not word then return shell:fail "expected show seat N" end
  end
  local good, problem = args.at_most(list, list[1] == "seat" and 2 or 1,
    "expected show [seat N]")
  if not good then return shell:fail(problem) end
  local seat
  seat, problem = eyes(shell.session, word)
  if problem then return shell:fail(problem) end
  shell:out((picture.draw(shell.session, seat, shell:width())
    :gsub("\n$", "")))
end

function show_.complete(_, list)
  return args.starting({ "seat" }, list[1] or "")
end

local function fold(shell, text, indent)
  shell:out(picture.paint(table.concat(wrap.lines(text, shell:width(),
    indent or "  "), "\n")))
end

local legal = { name = "legal", usage = "legal",
  summary = "what the seat on turn may do" }

function legal.run(shell)
  local session = shell.session
  local state = session.live
  if not state.turn then return shell:out(picture.due(session)) end
  local hidden = narrate.hidden(session)
  if hidden then return shell:fail(hidden) end
  if state.phase == "change" then
    return fold(shell, ("seat %d may keep, or change: %s"):format(state.turn,
      narrate.changes(state)))
  end
  local parts = {}
  for i, action in ipairs(state:legal()) do
    parts[i] = action.card and tostring(action.card) or action.kind
    if action.down then parts[i] = parts[i] .. " face down" end
  end
  fold(shell, ("seat %d may %s: %s"):format(state.turn, state.phase,
    table.concat(parts, " ")))
end

--- The rule that allows what is legal.
local function allowed(state, text)
  local rules, phase = state.rules, state.phase
  if text == "keep" then return "nobody must change a bid (RULES 5.1)" end
  if text == "pass" then
    return "nothing else must be played (RULES 6.4); it ends the round"
  end
  if phase == "bid" then
    return "any card of the hand may be bid (RULES 4.1)"
  end
  if phase == "change" then
    return "gold pays for a change before each trick (RULES 5.1)"
  end
  local card = aurum.card(text:match "%S+$")
  local plays = state.trick.plays
  if #plays == 0 then
    return card.gold and "gold may lead here (RULES 6.2)"
      or "any metal of the hand may lead (RULES 6.2)"
  end
  if card.gold then return "gold may always follow (RULES 6.3)" end
  local why = { barred = "its suit is not yet in the trick",
    must = "it is of the suit led, or the hand has none of that",
    free = "any card may follow" }
  return why[rules.follow] .. " (RULES 6.3)"
end

local why = { name = "why", usage = "why CARD|ACTION",
  complete = complete.cards,
  summary = "the rule that forbids or allows it",
  help = [[
Of a card: whether the seat on turn may bid or play it. Or of an action in full.

  why Z7
  why change G0 S6 of 4
  why pass]] }

function why.run(shell, list, rest)
  local state = shell.session.state
  if #list == 0 then return shell:fail "expected why CARD, such as why Z7" end
  local hidden = narrate.hidden(shell.session)
  if hidden or not state.turn then
    return shell:fail(hidden or picture.due(shell.session))
  end
  local text = rest:match "^%s*(.-)%s*$"
  if #list == 1 and text ~= "keep" and text ~= "pass" then
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
    return shell:fail(("expected a card or an action such as play Z7, got "
      .. "'%s'"):format(rest))
  end
  if yes then reason = ("%s: %s"):format(text, allowed(state, text)) end
  fold(shell, (yes and "yes, " or "no, ") .. reason)
end

local unseen = { name = "unseen", usage = "unseen [SEAT]",
  summary = "the cards a seat cannot place",
  help = "By suit, as the seat on turn knows them, or the one named; and "
    .. "what it knows of other hands." }

function unseen.run(shell, list)
  local session = shell.session
  local seat, problem = eyes(session, list[1])
  if problem then return shell:fail(problem) end
  local state = session.state
  seat = seat or state.turn
  if state.round == 0 then return shell:fail "nothing has been dealt yet" end
  if not seat then return shell:fail "no seat is on turn: unseen SEAT" end
  local view = state:view(seat)
  shell:out(("seat %d cannot place %d cards"):format(seat, #view.unseen))
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
  summary = "what happened so far, trick by trick" }

--- What led to a node, in parts, each since the last position built by hand:
--- { from =, to = }, nodes.
local function parts_of(node)
  local parts = {}
  for i, at in ipairs(tree.path(node)) do
    if i == 1 or at.token then parts[#parts + 1] = { from = at } end
    parts[#parts].to = at
  end
  return parts
end

--- The events of a part, those of one round if that is named, and the node
--- before them.
local function events_of(part, round)
  local events, now = {}, part.from.round
  for _, event in ipairs(tree.state_at(part.to):events()) do
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

function history.run(shell, list)
  local session = shell.session
  local round, problem = args.count(list[1])
  if problem then return shell:fail(problem) end
  if session.at.round == 0 then
    return shell:fail "nothing has been dealt yet"
  end
  if round and round > session.at.round then
    return shell:fail(("no round %d yet: the last is %d"):format(round,
      session.at.round))
  end
  local rules = session.root.rules
  for _, part in ipairs(parts_of(session.at)) do
    local events, before = events_of(part, round)
    if #events > 0 then
      if part.from.token then
        shell:out(("a position set, %s"):format(tree.place(part.from)))
      end
      local text = show.events(rules, narrate.visible(events, session:viewer(),
        rules), tree.state_at(before))
      shell:out(picture.paint((text:gsub("^\n", ""):gsub("\n$", ""))))
    end
  end
end

local scores = { name = "scores", usage = "scores",
  summary = "each round's score, and how it stands" }

function scores.run(shell)
  local session = shell.session
  local state = session.state
  local rounds = state.rounds
  if #rounds > 0 then
    local head = { "round" }
    for side = 1, state.rules.side_n do head[side + 1] = "side " .. side end
    head[#head + 1] = "taken by"
    local list = { head }
    for i, round in ipairs(rounds) do
      local row = { i }
      for side, points in ipairs(round.points) do row[side + 1] = points end
      row[#row + 1] = "side " .. table.concat(round.winners, " and ")
      list[#list + 1] = row
    end
    shell:out((term.table(list, ""):gsub("\n$", "")))
    shell:out ""
  end
  shell:out((picture.scores(session, session:viewer(), shell:width())
    :gsub("\n$", "")))
  shell:out(picture.where(session))
end

return { title = "The game", new, show_, args.bare(legal), why, unseen,
  history, args.bare(scores) }
