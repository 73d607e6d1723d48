-- The bots of a game in a worker process, which answers for any position.
--
-- The worker holds a game with the bots. Before a question, the moves that lead
-- to the position are replayed in it without asking the bots. If the worker is
-- on the way there already, only the missing moves are. Bots observe all moves,
-- and their answers depend on nothing else.
--
-- The output of a bot and its time belong to the decision on the screen. The
-- output at a move appears once: where the move was made at this table since
-- the bots were last asked (`unseen` of its node).
--
-- A walk (repl/session/walk.lua) asks for the moves of a moment at once, so
-- that not each move of a quick bot waits for the other process. The worker is
-- then `beyond` the table. Elsewhere a bot is asked when its decision is due.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local marks = require "aurum.repl.session.marks"
local pool = require "aurum.play.pool"
local programs = require "aurum.load.programs"
local term = require "aurum.text.term"
local pretty = require "aurum.repl.show.pretty"
local players = {}
players.__index = players

local moment = 0.01 -- seconds of a walk that the worker plays at once
local printed_bytes -- that a bot may print in a game; nil: the usual number

--- Let bots print so many bytes in a game, from now on.
function players.print_bytes(n) printed_bytes = n end

--- In the worker: replays the missing moves; asks the bots again for those that
--- are `asked`. Returns what the bots print at moves that are new to the table.
local function advance(game, request)
  if request.anew then
    game:restart(request.seed)
    if request.start then
      game:begin(assert(aurum.load_position(request.start, game.rules)))
    end
  end
  local printed = request.new[1] and game:printed() or ""
  for i, step in ipairs(request.steps) do
    if type(step) == "table" then
      game:deal(step)
    elseif request.asked[i] then
      game:step()
    else
      game:apply(step)
    end
    local text = game:printed()
    if request.new[i] then printed = printed .. text end
  end
  return printed
end

local function fault_of(game, seat)
  for _, fault in ipairs(game.faults) do
    if fault.seat == seat then return fault end
  end
end

--- In the worker: asks the bot on turn. The answer has what it printed.
local function answer(game)
  local seat, start = game.state.turn, aurum.sys.clock()
  local place = game.state.place
  local text = tostring(game:step())
  local took, fault = aurum.sys.clock() - start, fault_of(game, seat)
  local noted = game.notes
  local last = noted[#noted]
  if not fault then
    return { text = text, took = took, printed = game:printed(),
      notes = last and last.at == place and last or nil }
  end
  return { printed = game:printed(), fault = { seat = seat, ask = fault.ask,
    kind = fault.kind, message = fault.message,
    trace = #game.faults == 1 and game.trace or nil } } -- of the first fault
end

--- In the worker: the moves up to a time, deals too, up to the end of the game,
--- a fault, or a seat without a bot. A move is one of tree:pass; it has
--- `printed` if something was printed. The output at a deal belongs to the
--- decision that follows. Returns also true if there was a fault, and true if
--- something was printed. Calls `look` after each.
local function moves(game, finish, look)
  local list, prints = {}, false
  repeat
    local more, noted = game:moves(finish - aurum.sys.clock(), look)
    table.move(more, 1, #more, #list + 1, list)
    if list[#list] == "" then
      list[#list] = nil
      return list, true, prints
    end
    local printed = list[#list] ~= "deal" and game:printed() or ""
    prints = prints or printed ~= ""
    if noted or printed ~= "" then
      list[#list] = { text = list[#list], printed = printed,
        notes = noted and game.notes[#game.notes] or nil }
    end
  until not more[1] or aurum.sys.clock() > finish
  return list, false, prints
end

--- In the worker: the moves of a moment, as players:moves returns them.
local function walk(game, request, bots)
  local finish, seeds = aurum.sys.clock() + moment, request.seeds or {}
  local skipped = 0
  while true do
    local found = request.points and marks.new(request.points, game, bots)
    local look = found and function(text) found:look(text) end or nil
    local list, fault, prints = moves(game, finish, look)
    local met = not found or found.list[1] or fault or prints
    local seed = seeds[skipped + 1]
    if met or not seed or not game.over or aurum.sys.clock() > finish then
      return { moves = list, fault = fault, marks = found and found.list,
        skipped = skipped }
    end
    game:restart(seed)
    skipped = skipped + 1
  end
end

--- A value without cards, sets and piles: their names as text.
local function plain(value)
  if type(value) == "userdata" then
    local text = tostring(value)
    return pretty.type(value) == "aurum.card" and text or "{" .. text .. "}"
  elseif type(value) ~= "table" then
    return value
  end
  local copy = {}
  for key, item in pairs(value) do copy[plain(key)] = plain(item) end
  return copy
end

local function server(options)
  local game
  return function(request)
    if not game and request.steps and not request.anew then
      return { lost = true }
    end
    game = game or bot_files.game { variant = options.rules,
      bots = options.bots, seed = options.seed, on_fault = "substitute",
      keep_prints = true, print_bytes = printed_bytes, notes = true,
      trust = options.trust }
    if request.load then
      game:deal()
      local fault = game.faults[1]
      return { fault = fault and (game.trace or fault.message) }
    end
    local printed = advance(game, request)
    if request.own then
      return { printed = printed, fault = fault_of(game, request.own),
        own = plain(game:own(request.own)) }
    end
    if request.moves then
      local reply = walk(game, request, options.bots)
      reply.printed = printed
      return reply
    end
    local reply = answer(game)
    reply.printed = request.quiet and printed or printed .. reply.printed
    return reply
  end
end

local trusting = false

--- Trust the bots that the person names, as --trust says: they run in this
--- process, with all of Lua's library. Those that a file names are confined.
function players.trust() trusting = true end

--- True if every bot of a table either came with aurum or was named by the
--- person, and one was.
local function is_trusted(bots)
  local typed = false
  for _, bot in pairs(bots) do
    if bot and not bot.bundled then
      if not bot.typed then return false end
      typed = true
    end
  end
  return trusting and typed
end

--- True if all bots of a table came with aurum.
local function are_bundled(bots)
  for _, bot in pairs(bots) do
    if bot and not bot.bundled then return false end
  end
  return true
end

--- Starts a worker with `options.bots` (by seat the result of aurum.bot, or
--- false) for games under `rules`. `typed` is true in a bot that the person
--- named. Each call of a bot has `seconds` of processor time. With `aside` the
--- bots are only asked what they would do: what they print at moves that were
--- made before is left out. With `hide` what they print is not shown.
function players.open(options)
  local trust = is_trusted(options.bots)
  local here = trust
    or not aurum.sys.platform().workers and are_bundled(options.bots)
  local worker = pool.new { seconds = options.seconds, in_process = here,
    threads = aurum.sys.threads(),
    programs = assert(programs.commands { options.bots }),
    work = server(setmetatable({ trust = trust }, { __index = options })) }
  return setmetatable({ worker = worker, options = options, asked = {},
    one_by_one = trust }, players) -- one may step in there
end

--- True if the worker has these options, apart from the seed.
function players:fits(options)
  local own = self.options
  for seat, bot in ipairs(options.bots) do
    if own.bots[seat] ~= bot then return false end
  end
  return own.rules == options.rules and #own.bots == #options.bots
    and own.seconds == options.seconds and own.hide == options.hide
end

function players:close()
  self.worker:close()
end

--- True if the worker stands at a node, or after the last answer, which led
--- there.
local function stands_at(self, node)
  if not self.node then return false end
  if not self.said then return node == self.node end
  return node.parent == self.node and node.key == self.said
end

--- The request that brings the worker to a node: the moves since its current
--- node if that is on the way, else all moves since the last built position or
--- the start. `new` says which of them are new to the table, and `asked` which
--- the bots were asked for on the way to `from`.
local function request_for(self, node, from)
  local request = { steps = {}, new = {}, asked = {} }
  local aside, passed, kept = self.options.aside, false, {}
  while not stands_at(self, node) do
    passed = passed or node == from
    if node.token or not node.parent then
      request.anew, request.start = true, node.token
      request.seed = node.root.seed
      break
    end
    table.insert(request.steps, 1, node.action and node.key or node.deal)
    table.insert(request.new, 1, not aside and node.unseen or false)
    local asked = self.asked[node.parent] == node.key
    table.insert(request.asked, 1, asked)
    if asked then kept[node.parent] = node.key end
    if not aside then node.unseen = nil end
    node = node.parent
  end
  if not passed then request.asked, kept = {}, {} end
  if request.anew then self.asked = kept end
  return request
end

--- The fault of a request that got no reply.
local function failure(problem, death)
  local blamed = death and death.kind ~= "host"
  return { kind = blamed and death.kind or "variant", message = problem,
    interrupted = problem == "interrupted" }
end

--- Writes what the bots printed on the way to a node, whole lines; if it is
--- hidden, that they did, once a game.
local function put(self, node, text)
  if not text or text == "" then return end
  io.stdout:flush()
  if not self.options.hide then
    term.say_whole((text:gsub("\n$", "")))
  elseif not node.root.told then
    node.root.told = true
    term.say "what bots print is hidden while a person plays"
  end
end

--- Sends the worker a request about a node, nil for where the worker stands,
--- with more fields. Returns its reply; or nil, a problem and, if the worker
--- died, the death.
local function call(self, node, fields)
  local from -- where the table stands, and the worker beyond it
  if self.beyond then from, self.node, self.beyond = self.node, nil, nil end
  local request = node and request_for(self, node, from)
    or { steps = {}, new = {}, asked = {} }
  self.left = nil
  for key, value in pairs(fields) do request[key] = value end
  self.node, self.said = nil, nil
  self.busy = true -- stays true if the call is interrupted
  local reply, problem, death = self.worker:call(request)
  self.busy = false
  -- a new process, in place of one that the machine killed
  if reply and reply.lost then
    if node then return call(self, node, fields) end
    return nil, "the worker was killed"
  end
  local death_text = not request.moves and death and death.printed
  put(self, node, reply and reply.printed or death_text)
  return reply, problem, death
end

--- The moves that lead to a node, for lua/play/debugger.lua.
function players.way_to(node)
  local way = { steps = {} }
  while node.parent and not node.token do
    table.insert(way.steps, 1, node.action and node.key or node.deal)
    node = node.parent
  end
  way.start = node.token
  return way
end

--- Asks the bot on turn at a node. Returns its action as text, the seconds it
--- took and what it noted, an item of `game.notes` or nil; or nil and its fault
--- { seat, ask, kind, message, trace }. The kind is "variant" if a hook or the
--- machine failed and not the bot. If `quiet`, what it prints is left out.
function players:decide(node, quiet)
  local reply, problem, death = call(self, node, { quiet = quiet })
  if not reply then return nil, failure(problem, death) end
  if reply.fault then
    self.node = nil
    return nil, reply.fault
  end
  self.node, self.said = node, reply.text
  self.asked[node] = reply.text
  return reply.text, reply.took, reply.notes
end

-- ---- Walks --------------------------------------------------------------

--- True if the worker stands where the moves that were made led.
function players:waits() return self.left == 0 and not self.node end

--- The moves of a moment that follow a node; or the moves before, if there is
--- no node. `points` are breakpoints (marks.points), or nil. Where a game ends
--- without a mark, the next one begins from `seeds`, if there is one. Returns
---   moves    the moves, of the last of these games
---   ends     true if they end at a fault or a seat without a bot
---   marks    the numbers of the moves that may meet a breakpoint; nil if all
---   skipped  how many games ended
--- Or nil and a problem.
function players:moves(node, points, seeds)
  local reply, problem = call(self, node,
    { moves = true, points = points, seeds = seeds })
  if not reply then return nil, problem end
  reply.ends = reply.fault or reply.moves[#reply.moves] == "deal"
  self.left = #reply.moves + (reply.ends and 1 or 0)
  if reply.skipped > 0 then self.asked = {} end
  return reply
end

--- Says what was printed at the next of these moves, which was made.
function players:made(move)
  self.left = self.left - 1
  if move.printed then put(self, nil, move.printed) end
end

--- Learns the nodes of the moves that were made.
function players:came_to(nodes)
  for _, node in ipairs(nodes) do
    node.parent.unseen = nil
    if node.action then self.asked[node.parent] = node.key end
  end
  self.node, self.said = nodes[#nodes], nil
  if self.node.deal then self.node.unseen = true end
  self.beyond = self.left ~= 0
end

--- A copy of the own table of a seat's bot at a node, as plain data; or nil and
--- a message.
function players:own(node, seat)
  -- who reads it at each move would have the game played anew each time
  if self.beyond then self.one_by_one = true end
  local reply, problem = call(self, node, { own = seat })
  if not reply then return nil, problem end
  if reply.fault then return nil, reply.fault.message end
  self.node = node
  return reply.own
end

--- The problem with the files of the bots in one line; nil if they run.
function players:loads()
  local reply, problem = self.worker:call { load = true }
  problem = reply and reply.fault or problem
  return problem and problem:match "^[^\n]*"
end

return players
