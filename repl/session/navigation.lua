-- The ways of a session to places of its game: forward to a place that is still
-- ahead, back, along the branch, and `undo` with `redo`. Each function is a
-- method of the session (repl/session/session.lua).
local aurum = require "aurum"
local navigation = {}

--- True if a node is at a place or after it (aurum.place).
local function is_past(at, want)
  if at.phase == "over" or at.round ~= want.round then
    return at.phase == "over" or at.round > want.round
  end
  if at.phase == "deal" then return true end
  if want.kind == "end" then return false end
  if not want.trick or at.trick ~= want.trick then
    return not want.trick or at.trick > want.trick
  end
  return not want.nth or at.place == want.text
end

--- A `done` for `run` that is true at a place or, if the game passes it by,
--- after it; nil and a message if it is not ahead.
function navigation:until_place(text)
  local want, problem = aurum.place(text)
  if not want then return nil, problem end
  local behind, node = self:find(text), self.at
  while node and node ~= behind do node = node.parent end
  if node and behind then
    return nil, ("%s is not ahead; `goto %s` goes to a place that was played")
      :format(text, text)
  elseif is_past(self.at, want) then
    return nil, ("the game has passed %s without coming to it"):format(text)
  end
  return function() return is_past(self.at, want) end
end

--- Goes `n` nodes back (default: 1), at most to the start. nil and a message if
--- it is at the start.
function navigation:back(n)
  if not self.at.parent then
    return nil, "this is the start of the game"
  end
  for _ = 1, n or 1 do
    if not self.at.parent then break end
    self:go(self.at.parent)
  end
  return true
end

--- Goes `n` nodes forward (default: 1), at most to the end of the branch. nil
--- and a message if it is at the end.
function navigation:forward(n)
  if not self.at.next then
    return nil, "this is the end of the branch; `step` plays on"
  end
  for _ = 1, n or 1 do
    if not self.at.next then break end
    self:go(self.at.next)
  end
  return true
end

--- Goes to a place R[.T[.P]] on the current branch, "start" or "end".
function navigation:visit(text)
  local node = self.root
  if text == "end" then
    node = self.branch.tip
  elseif text ~= "start" then
    local problem
    node, problem = self:find(text)
    if not node then return nil, problem end
  end
  self:go(node)
  return true
end

--- Why no person may take back an action; nil if that is allowed.
local function undo_barred(self, several)
  if several then return "cannot undo: more than one person plays" end
  for seat = 1, self.root.rules.players do
    if not self.humans[seat] and not self.bots[seat] then
      return ("cannot undo: seat %d has no bot"):format(seat)
    end
  end
end

--- Takes back the last action of the only person or, while bids are face down,
--- the last bid of any. All others must be bots. Bids that are revealed stay
--- (RULES 11).
function navigation:undo()
  local first = next(self.humans)
  if not first then return self:back() end
  local covers = self.root.rules.bidding == "hidden"
  local several = next(self.humans, first) ~= nil
  local hidden = covers and self.at.phase == "bid"
  local problem = undo_barred(self, several and not hidden)
  if problem then return nil, problem end
  local node = self.at
  while node.parent do
    local from, action = node, node.action
    node = node.parent
    if from.reveals then
      return nil, "cannot undo: the answers are revealed"
    end
    if covers and action and action.kind == "bid"
      and from.phase ~= "bid" then
      return nil, "cannot undo: the bids are revealed (RULES 11)"
    elseif action and self.humans[action.seat] and not from.skipped then
      self:go(node)
      return true
    elseif several and from.deal then
      return nil, "no person has bid yet in this round"
    end
  end
  return nil, "you have not acted yet"
end

--- Lets `redo` lead from here to the node where `undo` began.
function navigation:remember_undo(from)
  self.undone = self.undone or {}
  table.insert(self.undone, { at = self.at, from = from })
end

--- Takes back the last `undo`, from the place to which it went.
function navigation:redo()
  local last = table.remove(self.undone or {})
  if last and last.at == self.at and self:holds(last.from) then
    self:go(last.from)
    return true
  end
  if last then table.insert(self.undone, last) end
  return nil, "nothing to redo: `redo` follows an `undo`"
end

return navigation
