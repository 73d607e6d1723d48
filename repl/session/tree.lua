-- The positions that a session has visited, as a tree. A node is a position; an
-- action, a deal or a built position leads to it from its parent. Nothing is
-- overwritten: a different move at a node starts a branch.
--
-- A node is small and holds no state. The tree has one state, for the
-- current node. It follows a single move by apply and undo; for a jump it is
-- copied from the last deal and played forward. Fields of a node:
--   parent, kids, root   the tree; a root has `rules`, `seed`, `number`
--   next                 the kid on the current branch's line
--   branch               the branch that made it
--   key                  the move that led here, as text; equal keys mean equal
--                        moves
--   action | deal | token  the move itself; a root has a token or nothing
--   seed                 of a deal: what it was made from, if that is known
--   state                a copy to start from, at roots, deals, built positions
--   place, round, trick, phase  of the decision here; trick 0 is the bidding
--   covered, reveals     of an answer: see note_answer
--
-- Invariant: from the root, `next` leads to the tip of the current branch.
--
-- A walk makes moves without nodes: most games of a series are dropped as soon
-- as they are over. Meanwhile the fields of the tree that lead to nodes are put
-- aside in `walked`. Who reads one of them gets the nodes first (tree:arrive).
local aurum = require "aurum"
local hint = require "aurum.text.hint"
local term = require "aurum.text.term"
local tree = {}

--- `state` is a copy of the current state, so that callers cannot move the
--- tree's.
function tree:__index(key)
  if key ~= "state" then return tree[key] end
  local copy = rawget(self, "copy")
  if not copy then
    copy = self.live:clone()
    self.copy = copy
  end
  return copy
end

function tree.new()
  return setmetatable({ roots = {}, branches = {}, ids = 0, games = 0 }, tree)
end

--- An error message without its place in a file.
function tree.plain(problem)
  return (tostring(problem):gsub("^[^\n:]*%.lua:%d+: ", "")
    :gsub("\nstack traceback:.*", ""))
end

-- ---- Nodes and branches -------------------------------------------------

--- The number of the trick of a state's decision: 0 is the bidding. Where there
--- is none, that of the last one.
function tree.trick_of(state)
  local place = state.place
  local trick = place and place:match "^%d+%.(%d+)%."
  return trick and math.tointeger(trick) or place and aurum.place(place).trick
    or state.round > 0 and state.trick.number or 0
end

--- Sets where in its game a node stands, at its state.
local function note_place(node, state)
  node.round, node.phase, node.place = state.round, state.phase, state.place
  node.trick = tree.trick_of(state)
end

--- Notes what others see of the answer that led to a node: it is `covered` if
--- they did not see it at once, and `reveals` if it is the last of several
--- seats. `question` is that before it.
local function note_answer(node, question)
  local several = #question.asked > 1
  local last = #(question.chosen or "") + 1 >= (question.cards or 1)
  node.covered = question.secret or several
  node.reveals = several and last and #question.pending == 1
end

local function new_branch(self, parent, tip)
  self.ids = self.ids + 1
  local branch = { id = self.ids, parent = parent, tip = tip }
  self.branches[#self.branches + 1] = branch
  return branch
end

--- Makes a branch the current one: `next` leads to its tip.
local function use(self, branch)
  self.branch = branch
  local node = branch.tip
  node.next = nil
  while node.parent do
    node.parent.next = node
    node = node.parent
  end
end

local function on_line(node)
  while node.parent do
    if node.parent.next ~= node then return false end
    node = node.parent
  end
  return true
end

local function stand(self, node, live)
  self.at, self.root, self.live, self.copy = node, node.root, live, nil
  self.fault = nil -- the session's; it belongs to the node before
end

--- Begins a game and goes to its root. Its state is `options.state`, or the one
--- before the first deal. Returns the root.
function tree:plant(options)
  local state = options.state or aurum.state(options.rules)
  self.games = self.games + 1
  local root = { kids = {}, key = "", rules = options.rules,
    seed = options.seed, number = self.games, state = state,
    bots = options.bots, humans = options.humans,
    token = options.state and state:position() or nil }
  root.root = root
  note_place(root, state)
  self.roots[#self.roots + 1] = root
  root.branch = new_branch(self, nil, root)
  self.branch = root.branch
  stand(self, root, state:clone())
  return root
end

local function kid_of(node, key)
  for _, kid in ipairs(node.kids) do
    if kid.key == key then return kid end
  end
end

--- Goes to an existing kid, which may be on another branch.
local function follow(self, kid, live)
  if self.at.next ~= kid then use(self, kid.branch) end
  stand(self, kid, live)
end

--- Adds a kid to the current node and goes there. The branch grows, or a new
--- one starts.
local function grow(self, kid, live)
  local at = self.at
  kid.parent, kid.root, kid.kids = at, at.root, {}
  at.kids[#at.kids + 1] = kid
  if self.branch.tip == at then
    kid.branch = self.branch
    self.branch.tip = kid
    at.next = kid
  else
    kid.branch = new_branch(self, at.branch, kid)
    use(self, kid.branch)
  end
  stand(self, kid, live)
end

-- ---- Moves --------------------------------------------------------------

--- The full text of an action that is given in short, such as a card.
local function full_text(state, text)
  local phase = state.phase
  if phase == "ask" then
    return text:find "%s" and text
      or ("answer %s %s"):format(state.question.name, text)
  end
  local word, rest = text:match "^(%a+)%s+(.+)$"
  if not word and text ~= "keep" and text ~= "pass" then
    return (phase == "bid" and "bid " or "play ") .. text
  end
  if word == "change" and not rest:find " of " and state.turn then
    return ("%s of %d"):format(text, state.turn)
  end
  return text
end

--- The legal action that a text or an action means; or nil and the reason why
--- there is none.
function tree.meant(state, what)
  local text = full_text(state, tostring(what))
  for _, action in ipairs(state:legal()) do
    if tostring(action) == text then return action end
  end
  local good, legal, reason = pcall(state.why, state, text)
  if not good and state.phase == "ask" then
    return nil, ("'%s' does not answer \"%s\""):format(tostring(what),
      state.question.name)
  elseif not good then
    return nil, (tree.plain(legal):gsub("^bad argument .- %((.*)%)$", "%1"))
  end
  if legal then return nil, text .. " cannot be done here" end
  return nil, ("%s is not legal: %s"):format(text, reason)
end

--- Acts for the seat on turn. Returns true; or nil and a message.
function tree:apply(what)
  local good, action, problem = pcall(tree.meant, self.live, what)
  if not good then return nil, tree.plain(action) end
  if not action then return nil, problem end
  local live, key = self.live, tostring(action)
  local question = action.kind == "answer" and live.question
  good, problem = pcall(live.apply, live, action)
  if not good then return nil, tree.plain(problem) end
  local kid = kid_of(self.at, key)
  if kid then
    follow(self, kid, live)
    return true
  end
  kid = { key = key, action = action, parent = self.at }
  if question then note_answer(kid, question) end
  note_place(kid, live)
  grow(self, kid, live)
  return true
end

--- A deal of `state:history()` as plain data, and its key.
local function plain_deal(part)
  local deal = { first = part.first, hands = {}, gold = {} }
  for seat, hand in ipairs(part.hands) do
    deal.hands[seat] = tostring(hand)
    deal.gold[seat] = tostring(part.gold and part.gold[seat] or "")
  end
  return deal, ("deal %d %s / %s"):format(deal.first,
    table.concat(deal.hands, ", "), table.concat(deal.gold, ", "))
end

--- Deals the next round from `how`: a seed (nil: the game's) or a deal.
function tree:deal(how)
  local live = self.live:clone()
  local good, problem = pcall(live.deal, live, how or self.root.seed)
  if not good then return nil, tree.plain(problem) end
  local history = live:history()
  local deal, key = plain_deal(history[#history])
  local kid = kid_of(self.at, key)
  if kid then
    follow(self, kid, live)
    return true
  end
  kid = { key = key, deal = deal, parent = self.at, state = live:clone(),
    seed = not how and self.root.seed or type(how) == "string" and how or nil }
  note_place(kid, live)
  grow(self, kid, live)
  return true
end

--- Goes to a state built by hand.
function tree:build(state)
  local token = state:position()
  local kid = kid_of(self.at, "set " .. token)
  if kid then
    follow(self, kid, state:clone())
    return true
  end
  kid = { key = "set " .. token, token = token, parent = self.at,
    state = state:clone() }
  note_place(kid, state)
  grow(self, kid, state:clone())
  return true
end

-- ---- Navigation ---------------------------------------------------------

--- A new copy of the state of a node.
function tree.state_at(node)
  local path = {}
  while not node.state do
    path[#path + 1] = node.action
    node = node.parent
  end
  local state = node.state:clone()
  for i = #path, 1, -1 do state:apply(path[i]) end
  return state
end

--- Goes to any node of any game.
function tree:go(node)
  local at = self.at
  if node == at then return end
  local live = self.live
  if node.parent == at and node.action then
    live:apply(node.action)
    follow(self, node, live)
  elseif at.parent == node and at.action then
    live:undo()
    stand(self, node, live)
  else
    stand(self, node, tree.state_at(node))
    if not on_line(node) then use(self, node.branch) end
  end
end

--- The nodes of the current branch, from the root to its tip.
function tree:line()
  local list, node = {}, self.root
  while node do
    list[#list + 1] = node
    node = node.next
  end
  return list
end

--- The nodes from the root to a node.
function tree.path(node)
  local back, list = {}, {}
  while node do
    back[#back + 1] = node
    node = node.parent
  end
  for i = #back, 1, -1 do list[#list + 1] = back[i] end
  return list
end

--- The place of a node as text (core/place.h); for a game "start" or "end".
function tree.place(node)
  return node.phase == "over" and "end" or node.place or "start"
end

--- The node of the current branch at the end of a round; or nil and a message.
local function end_of_round(self, round)
  for _, node in ipairs(self:line()) do
    if node.round == round and (node.phase == "deal" or node.phase == "over")
    then return node end
  end
  return nil, ("round %d has no end on this branch"):format(round)
end

--- The node of the current branch at a place such as "2", "2.4", "2.4.3",
--- "2.4.c1", or at the end of a round, "2.end"; with "at:" in front, as tables
--- write it, or without. Or nil and a message.
function tree:find(text)
  local want, problem = aurum.place(text:match "^at:(.*)$" or text)
  if not want then return nil, problem end
  if want.kind == "end" then return end_of_round(self, want.round) end
  local rounds, tricks, last
  for _, node in ipairs(self:line()) do
    local open = node.phase ~= "deal" and node.phase ~= "over"
    if open then
      rounds = node.round
      if node.round == want.round then
        tricks = node.trick
        if not want.trick then return node end
        if node.trick == want.trick then
          last = node.place
          if not want.nth or last == want.text then return node end
        end
      end
    end
  end
  if not rounds then return nil, "nothing is dealt yet; `step` deals" end
  if not tricks then
    return nil, ("no round %d on this branch; the last is %d"):format(
      want.round, rounds)
  end
  if not last then
    return nil, ("no trick %d in round %d on this branch; the last is %d")
      :format(want.trick, want.round, tricks)
  end
  local line = self:line()
  local final = line[#line].parent
  local ends = final and final.place == last
  return nil, ("no place %s on this branch; the last of that trick is %s%s")
    :format(want.text, last, ends and "; `end` goes to the end" or "")
end

-- ---- Branches -----------------------------------------------------------

function tree.label(branch)
  return branch.name or tostring(branch.id)
end

--- The branch with a number or name; or nil and a message.
function tree:branch_of(word)
  local names = {}
  for _, branch in ipairs(self.branches) do
    if branch.name == word or tostring(branch.id) == word then
      return branch
    end
    names[#names + 1] = branch.name
  end
  return nil, ("no branch '%s'%s"):format(word,
    hint.near(word, names, "; `branches` lists them"))
end

--- Goes to the tip of a branch.
function tree:switch(branch)
  use(self, branch)
  stand(self, branch.tip, tree.state_at(branch.tip))
end

local function remove(list, item)
  for i, other in ipairs(list) do
    if other == item then return table.remove(list, i) end
  end
end

--- Removes an item. Returns it and the place where it was.
local function take(list, item)
  for i, other in ipairs(list) do
    if other == item then return table.remove(list, i), i end
  end
end

--- Removes a branch and the nodes that no other branch shares. If the current
--- node is removed, it goes to where the branch left another, or to the last
--- branch if it was the only one of its game. Returns true and the number of
--- moves that were removed; `undrop` brings them back.
function tree:drop(branch)
  if #self.branches == 1 then return nil, "cannot drop the only branch" end
  local gone = { branch = branch, parents = {}, moves = {}, shared = {} }
  for _, other in ipairs(self.branches) do
    gone.parents[other] = other.parent
  end
  local _, where = take(self.branches, branch)
  gone.where = where
  local kept, heir = {}, nil
  for _, other in ipairs(self.branches) do
    for _, node in ipairs(tree.path(other.tip)) do
      kept[node] = kept[node] or other
    end
    if other.parent == branch then
      other.parent = heir or branch.parent
      heir = heir or other
    end
  end
  for node, other in pairs(kept) do
    if node.branch == branch then
      node.branch = other
      gone.shared[#gone.shared + 1] = node
    end
  end
  local here, node = self.at, branch.tip
  while node and not kept[node] do
    remove(node.parent and node.parent.kids or self.roots, node)
    table.insert(gone.moves, 1, node)
    node = node.parent
  end
  gone.fork = node
  self.dropped = self.dropped or {}
  table.insert(self.dropped, gone)
  if not kept[here] then
    here = node or self.branches[#self.branches].tip
    stand(self, here, tree.state_at(here))
  end
  if self.branch == branch then use(self, kept[here]) end
  return true, #gone.moves - (node and 0 or 1)
end

--- True if a node was not removed.
function tree:holds(node)
  for _, branch in ipairs(self.branches) do
    if tree.parting(branch.tip, node) == node then return true end
  end
  return false
end

--- Brings back the branch that was dropped last. Returns it; or nil and a
--- message.
function tree:undrop()
  local gone = table.remove(self.dropped or {})
  if not gone then return nil, "no branch was dropped" end
  local branch, fork, first = gone.branch, gone.fork, 1
  if fork and not self:holds(fork) then
    return nil, ("branch %s cannot come back: the branch that it left was "
      .. "dropped"):format(tree.label(branch))
  end
  while fork and gone.moves[first] do -- moves that were made again
    local kid = kid_of(fork, gone.moves[first].key)
    if not kid then break end
    fork, first = kid, first + 1
  end
  local node = gone.moves[first]
  if node then
    node.parent = fork
    table.insert(fork and fork.kids or self.roots, node)
  else
    branch.tip = fork
  end
  for i = first, #gone.moves do gone.moves[i].branch = branch end
  for _, other in ipairs(gone.shared) do other.branch = branch end
  local taken = {}
  for _, other in ipairs(self.branches) do
    taken[other.id] = true
    other.parent = gone.parents[other] or other.parent
  end
  if taken[branch.id] then
    self.ids = self.ids + 1
    branch.id = self.ids
  end
  table.insert(self.branches, math.min(gone.where, #self.branches + 1), branch)
  return branch
end

--- Removes a game and all its branches. The number of the last game is used
--- again.
function tree:uproot(root)
  remove(self.roots, root)
  if root.number == self.games then self.games = self.games - 1 end
  for i = #self.branches, 1, -1 do
    if self.branches[i].tip.root == root then
      table.remove(self.branches, i)
    end
  end
  self.ids = 0
  for _, branch in ipairs(self.branches) do
    self.ids = math.max(self.ids, branch.id)
  end
end

--- The last node that the paths to two nodes share; nil in different games.
function tree.parting(a, b)
  local on_a = {}
  while a do
    on_a[a] = true
    a = a.parent
  end
  while b and not on_a[b] do b = b.parent end
  return b
end

-- ---- Walks --------------------------------------------------------------

-- The fields that lead to nodes.
local led = { at = true, root = true, branch = true, branches = true,
  roots = true }

local apply, deal = tree.apply, tree.deal -- a condition may look, too

--- Makes a move without a node: an action's text, "deal", or a table with one
--- as `text` and `notes` for its node. Returns false if it cannot be made.
function tree:pass(move)
  local walked, live = rawget(self, "walked"), self.live
  if not walked then
    walked = { moves = {}, n = 0 }
    for key in pairs(led) do walked[key], self[key] = self[key], nil end
    self.walked, self.fault = walked, nil
  end
  local text = move.text or move
  local change = text == "deal" and live.deal or live.apply
  if not pcall(change, live, text == "deal" and walked.root.seed or text) then
    return false
  end
  local n = walked.n + 1
  walked.n, walked.moves[n], self.copy = n, move, nil
  return true
end

--- Ends a walk: puts back the fields that lead to nodes. Returns its moves.
local function halt(self)
  local walked = rawget(self, "walked")
  if not walked then return {} end
  self.walked = nil
  for key in pairs(led) do self[key] = walked[key] end
  return walked.moves
end

--- Makes the nodes of a walk. Returns a list of them, empty without a walk.
function tree:arrive()
  local moves, nodes = halt(self), {}
  if moves[1] then self.live = tree.state_at(self.at) end
  for i, move in ipairs(moves) do
    local text = move.text or move
    if text == "deal" then deal(self) else apply(self, text) end
    nodes[i], self.at.notes = self.at, move.notes
  end
  return nodes
end

--- A field that leads to nodes; those of a walk are made first. nil for another
--- field.
function tree:led_to(key)
  if not led[key] or not rawget(self, "walked") then return nil end
  self:arrive()
  return rawget(self, key)
end

--- The root of the game on the table, without the nodes of a walk.
function tree:root_here()
  return rawget(rawget(self, "walked") or self, "root")
end

--- Goes back to where a walk began, whose game will be dropped.
function tree:turn_back()
  if halt(self)[1] then self.live, self.copy = tree.state_at(self.at), nil end
end

-- ---- Frozen -------------------------------------------------------------

--- Ends the command if the condition or a command of a breakpoint runs it.
function tree:must_be_free()
  if self.frozen then
    term.fail "a breakpoint's condition or command cannot move the game"
  end
end

for _, name in ipairs { "plant", "apply", "deal", "build", "go", "switch",
  "drop", "undrop", "uproot" } do
  local change = tree[name]
  tree[name] = function(self, ...)
    self:must_be_free()
    return change(self, ...)
  end
end

return tree
