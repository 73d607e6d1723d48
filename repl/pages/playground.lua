-- The session of the playground (repl/web/playground/): answers its page with
-- data. What commands print goes to the standard streams, as at a terminal.
-- `playground.answer` describes the requests. Files of the user are found by
-- name in $AURUM_PATH.
local aurum = require "aurum"
local outlook = require "aurum.judge.outlook"
local source = require "aurum.load.source"
local actions = require "aurum.text.actions"
local branches_page = require "aurum.repl.pages.branches_page"
local complete = require "aurum.repl.input.complete"
local exports = require "aurum.repl.session.exports"
local help = require "aurum.repl.show.help"
local json = require "aurum.text.json"
local players = require "aurum.repl.session.players"
local puzzles = require "aurum.judge.puzzles"
local questions = require "aurum.repl.show.questions"
local session = require "aurum.repl.session.session"
local session_file = require "aurum.repl.session.session_file"
local loop = require "aurum.repl.loop"
local tree = require "aurum.repl.session.tree"
local playground = {}

local methods = {} -- the questions, by name

local own, saved -- the shell, and the last text of its session
local feed -- takes a typed line and carries it out; true after `quit`
local continued = false -- true within incomplete Lua

-- ---- The session -----------------------------------------------------------

--- Carries out lines in a coroutine, because `shell:feed` asks for them.
local function open_feed()
  feed = coroutine.wrap(function()
    own:feed({}, function(more)
      continued = more
      return coroutine.yield()
    end)
    return true
  end)
  feed()
end

local function prompt()
  local text = own:prompt()
  return continued and (" "):rep(#text - 3) .. ".. " or text
end

--- The session of a text, and sentences about what could not be restored; or
--- nil and a message.
local function restored(text)
  local data, problem = session_file.decode(text)
  if not data then return nil, problem end
  return session_file.replay(data, function(game)
    local rules = aurum.variant(game.variant, game.players)
    return rules and rules.digest == game.rules and rules or nil
  end)
end

function methods.open(params)
  local new, remarks
  if params.session then
    new, remarks = restored(params.session)
    if not new then return nil, remarks end
  end
  if not own then
    own = loop.new {}
    own.interactive, own.pages = true, false
    open_feed()
  end
  own.session:adopt(new or session.open {})
  own.pending, saved = nil, params.session
  return { prompt = prompt(), remarks = remarks or {} }
end

--- The session as a text, if it has changed since the last one.
local function changed()
  local text = not own.session:is_blank() and session_file.text(own.session)
    or nil
  if text == saved then return nil end
  saved = text
  return text
end

--- The answer after a line.
local function after(left)
  return { prompt = prompt(), continued = continued, left = left or false,
    failed = own.failed, session = changed() }
end

function methods.line(params)
  own.failed = false
  local left = feed(params.line)
  if left then
    own.quitting = false
    open_feed()
  end
  while own:idle() do end
  return after(left)
end

function methods.drop()
  feed(false)
  return after()
end

function methods.complete(params)
  own.continued = continued
  local insert, shown = complete.at(own, params.line, params.cursor)
  return { insert = insert, show = shown }
end

-- ---- The table -------------------------------------------------------------

--- The legal actions of the seat on turn as data, with their text; none if a
--- person plays at another seat. If a hook of the variant fails, none and its
--- message.
local function legal(now)
  local list, state = {}, now.live
  if not state.turn or next(now.humans) and not now:awaits_person() then
    return list
  end
  local good, legal_ones = pcall(state.legal, state)
  if not good then return list, tostring(legal_ones) end
  for i, action in ipairs(legal_ones) do
    list[i] = actions.data(action)
    list[i].text = tostring(action)
  end
  return list
end

--- Where the session stands, and what may be done there.
local function here()
  local now, humans, bots, branches = own.session, {}, {}, {}
  for seat = 1, now.root.rules.players do
    local bot = now.bots[seat]
    bots[seat] = bot and bot.spec or ""
    if now.humans[seat] then humans[#humans + 1] = seat end
  end
  for _, branch in ipairs(now.branches) do
    branches[#branches + 1] = { id = branch.id, game = branch.tip.root.number,
      name = tree.label(branch), current = branch == now.branch }
  end
  local question, allowed, problem = now.live.question, legal(now)
  return { at = tree.place(now.at), is_tip = now.at == now.branch.tip,
    phase = now.at.phase, turn = now.live.turn or 0, legal = allowed,
    problem = problem,
    question = question and questions.lines(question) or nil,
    humans = humans, bots = bots, branches = branches, prompt = prompt(),
    variant = now.root.rules.name, players = now.root.rules.players,
    number = now.root.number, seed = not next(humans) and now.root.seed or nil }
end

--- The outlook of the current branch at the start of each trick, by place: for
--- each side the mean and the low and high end of the range. Nodes keep it.
local function outlooks_of(now)
  local by_place, key, last = {}, now:viewer() or 0, nil
  for _, node in ipairs(now:line()) do
    local trick = ("%d.%d"):format(node.round, node.trick)
    if node.phase ~= "deal" and node.phase ~= "over" and trick ~= last then
      local place, kept = tree.place(node), node.outlook or {}
      last, node.outlook = trick, kept
      kept[key] = kept[key] or outlook.of(tree.state_at(node), now:viewer(),
        nil, place) or {}
      local list = {}
      for side, one in ipairs(kept[key]) do
        list[side] = { math.floor(one.mean * 10 + 0.5) / 10, one.low, one.high }
      end
      by_place[place] = list[1] and list
    end
  end
  return next(by_place) and by_place
end

function methods.table()
  local now = own.session
  local answer, game = here(), branches_page.game(now, now.branch)
  game.outlook = game.verdicts and outlooks_of(now) or nil
  local tip = tree.state_at(now.branch.tip)
  game.turn = tip.turn or 0
  if tip.phase ~= "over" then game.result = nil end
  answer.judge = game.verdicts and aurum.judged_by.version or false
  answer.games = { game }
  return answer
end

function methods.go(params)
  local good, problem = own.session:visit(params.place)
  if not good then return nil, problem end
  local answer = here()
  answer.session = changed()
  return answer
end

-- ---- Files to keep and to send ---------------------------------------------

function methods.export(params)
  return { text = exports[params.form](own.session) }
end

--- The game on the table with its branches, as a separate session.
function methods.share()
  local now = own.session
  local one = setmetatable({ roots = { now.root }, branches = {}, breaks = {} },
    { __index = now })
  for _, branch in ipairs(now.branches) do
    if branch.tip.root == now.root then
      one.branches[#one.branches + 1] = branch
    end
  end
  return { session = session_file.encode(one) }
end

-- ---- The editor ------------------------------------------------------------

local function text_in(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

--- A message about a file as { line =, message = }, without its path.
local function placed(problem)
  local number, message = problem:match "%.lua:(%d+): (.*)$"
  if not number then message = problem:match "%.lua: (.*)$" end
  return { line = tonumber(number), message = message or problem }
end

--- The first problem of a bot's file; nil if there is none.
local function trouble_of_bot(path)
  local bot, problem = aurum.bot(path)
  if not bot then return problem end
  local table_ = players.open { rules = assert(aurum.variant "standard"),
    bots = { bot }, seed = "check", seconds = 1 }
  problem = table_:loads()
  table_:close()
  return problem
end

--- The name under which a variant's file is played: an edition alone, a house
--- rule with the standard edition.
local function played_as(path, name)
  local _, found = source.lines(text_in(path))
  return (found.base or found.players) and name or "standard+" .. name
end

--- The numbers of players that a variant is for.
function methods.seats(params)
  return { counts = aurum.read_variant(params.variant).counts }
end

--- The first problem of a variant's file; nil if there is none.
local function trouble_of_variant(path)
  local rules, problem = aurum.variant(played_as(path, path))
  if rules then return nil end
  return type(problem) == "table" and problem[1] or problem
end

function methods.check(params)
  local path = params.path
  local trouble = params.kind == "bot" and trouble_of_bot or trouble_of_variant
  local problem = trouble(path)
  local answer = problem and placed(problem) or {}
  if params.kind == "variant" then
    answer.played_as = played_as(path, path:match "([^/]*)%.lua$")
  end
  return answer
end

-- ---- Files that came with aurum --------------------------------------------


--- The texts of the installation's files, by name.
local function texts(names, folder)
  local list = {}
  for _, name in ipairs(names) do
    local path = aurum.home .. folder .. name .. ".lua"
    if aurum.sys.readable(path) then list[name] = text_in(path) end
  end
  return list
end

function methods.names()
  return { version = aurum.version, api = aurum.api,
    bots = texts(aurum.bots(), "/scripts/bots/"),
    variants = texts(aurum.variants(), "/variants/"),
    template = text_in(aurum.home .. "/scripts/template/bot.lua"),
    rules = text_in(aurum.home .. "/core/RULES.md") }
end

--- The bundled puzzles (lua/judge/puzzle_file.lua), without what the page does
--- not need to show them.
function methods.puzzles()
  local list = {}
  for line in text_in(aurum.home .. "/scripts/bots/puzzles.jsonl")
    :gmatch "[^\n]+" do
    list[#list + 1] = json.decode(line)
  end
  return list
end

function methods.puzzle(params)
  local state, problem = aurum.position(params.position)
  if not state then return nil, problem end
  return puzzles.at(params.position, state.rules,
    { sims = params.sims, seed = params.seed })
end

function methods.api()
  return help.api()
end

--- The answer to a question; or nil and a message. `open` comes first.
---   open {session?}  an empty session, or that of a text: { prompt, remarks }
---   line {line}      carries out a typed line: { prompt, continued, failed,
---                    left (true after `quit`), session (its text if changed) }
---   drop             drops incomplete Lua; the answer is that of `line`
---   complete {line, cursor}  completion after `cursor` bytes: { insert,
---                    show }, the text to insert or the candidates to print
---   table            the game on the table, for the page to draw: the answer
---                    of `go`, with `games` and `judge`, the data of a page
---   go {place}       goes to a place of the branch ("end": to its tip): { at,
---                    is_tip, phase, turn, legal (actions as data, each with
---                    its text), problem (of a hook),
---                    question, humans, bots, branches, prompt, variant,
---                    players, number, seed, session (as for `line`) }
---   export {form}    the game as { text }, a "record", "text", "markdown" or
---                    "html"
---   share            a session with the game on the table alone: { session }
---   check {path, kind}   the first mistake in the file of a "bot" or a
---                    "variant": { line, message }, empty if there is none; for
---                    a variant also `played_as`, the name to play it by
---   seats {variant}  the numbers of players of the rules: { counts }, which is
---                    empty if there are no such rules
---   names            the versions, and the files that came with aurum
---   puzzles          the puzzles that came with aurum, a list
---   puzzle {position, sims, seed}   one with the reason for each answer
---   api              the reference as text/annotations.lua reads it
function playground.answer(method, params)
  local f = methods[method]
  if not f then return nil, ("the playground has no '%s'"):format(method) end
  return f(params or {})
end

return playground
