-- Walks of a session through a game of bots: as `run`, in a tenth of the time.
-- Each function is a method of the session.
--
-- The worker plays many moves at once (players:moves). The tree makes them
-- without nodes (tree:pass), which most games of a series never need. What a
-- walk cannot do is left to `run`: lines of Lua, persons, seats played by hand,
-- faults, and hooks of variants, which would print again when nodes are made.
local aurum = require "aurum"
local variants = require "aurum.load.variants"
local breakpoints = require "aurum.repl.session.breakpoints"
local marks = require "aurum.repl.session.marks"
local tree = require "aurum.repl.session.tree"
local walk = {}

local interrupted = aurum.sys.interrupted
local hit, pass = breakpoints.hit, tree.pass

local function has_hooks(rules)
  if rules.questions[1] then return true end
  for _, file in ipairs(variants.info(rules).files) do
    if next(file.hooks) then return true end
  end
  return false
end

--- True if a walk can begin here.
function walk:can_walk()
  local turn = self.live.turn
  if self.live.phase == "over" or turn and not self.bots[turn]
    or next(self.humans) or self.listener or self.stopped or self.ran_to_end
    or has_hooks(self.root.rules) then
    return false
  end
  for _, point in ipairs(self.breaks) do
    if point.kind == "line" or point.kind == "error" then return false end
  end
  return true
end

--- Makes the nodes of a walk. The worker may be ahead of them. The tree must
--- not be left halfway by Ctrl-C.
function walk:arrive()
  local nodes = aurum.sys.undisturbed(tree.arrive, self)
  if not nodes[1] then return nodes end
  if self.table then self.table:came_to(nodes) end
  if self.at.phase == "over" then self.at.reported = true end
  return nodes
end

--- Makes moves of the players `bots`, up to a breakpoint. Returns as `run`,
--- nothing where `run` has to go on, or true after the last move. After a mark
--- all moves count as marked: a breakpoint's commands may change others.
local function make(self, bots, reply)
  local moves, marked = reply.moves, reply.marks
  local first, point, what = marked and marked[1], nil, nil
  for i = 1, #moves do
    if not pass(self, moves[i]) then return nil end
    bots:made(moves[i])
    local over = i == #moves and self.live.phase == "over"
    if over and self.ended then self:ended() end
    if not marked or first == i then
      if marked and i > 1 then self:pass_breaks() end
      marked = nil
      if self.event_breaks then self.events = self.live:events(true) end
      point, what = hit(self, false)
    end
    if interrupted() then return nil, "interrupted", "interrupted" end
    if point then return nil, what, "break", point end
    if bots.one_by_one or self.table ~= bots then return nil end
  end
  if marked and moves[1] then self:pass_breaks() end
  return true
end

--- Makes moves of the players `bots` up to a breakpoint or the end of the game.
--- `series` (repl/session/series.lua), if there is one, may skip games. Returns
--- as `run`, or nothing where `run` has to go on.
function walk:walk(bots, series)
  local node = self.at
  while self.live.phase ~= "over" do
    if not node and not bots:waits() then node = self.at end
    local points = marks.points(self)
    local reply, problem = bots:moves(node, points,
      points and series and series:seeds())
    node = nil
    if problem == "interrupted" then return nil, "in a bot", problem end
    if not reply then return nil end
    if reply.skipped > 0 then series:skip(reply.skipped) end
    if not reply.moves[1] then return nil end
    local good, what, why, point = make(self, bots, reply)
    if not good then return nil, what, why, point end
    if reply.ends then return nil end
  end
  return true
end

return walk
