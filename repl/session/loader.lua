-- Loader of games: puts a position, a record, or the game on the table under
-- other rules into a session (repl/session/session.lua), by replaying its
-- actions. Each function is a method of the session.
local aurum = require "aurum"
local notes = require "aurum.record.notes"
local tree = require "aurum.repl.session.tree"
local loader = {}

--- Plays a history (`state:history()`) from the current place. Returns nil and
--- a message at the first illegal action; the actions before it stay played.
function loader:follow(history)
  for _, part in ipairs(history) do
    if part.hands then
      local good, problem = self:deal(part)
      if not good then return nil, problem end
    end
    for _, action in ipairs(part.actions) do
      local good, problem = self:apply(action)
      if not good then return nil, problem end
    end
  end
  return true
end

--- The rules with a digest, taken from the games of this session, or nil. A
--- token or a record names a variant but must not open its file.
local function rules_at_hand(self, digest, seats)
  for _, root in ipairs(self.roots) do
    if root.rules.digest == digest and root.rules.players == seats then
      return root.rules
    end
  end
end

--- Puts a position on the table as a new game. The moves of its open round are
--- replayed, so one can step back through them. nil and a message on failure.
function loader:load_position(token)
  local _, seats, digest = aurum.read_position(token)
  local state, problem = aurum.position(token,
    digest and rules_at_hand(self, digest, seats))
  problem = problem and problem:gsub("give its file with %-?%-?variant$",
    "begin a game of that file first: `new FILE`")
  if not state then return nil, problem end
  local history = state:history()
  local start = state:clone()
  while start:undo() do end
  local good
  good, problem = self:new_game { variant = state.rules, state = start,
    seed = token:sub(-16) }
  if not good then return nil, problem end
  return self:follow(history)
end

--- The rules to load a record under: `given.rules`, the rules of
--- `given.variant`, or the ones that the record names.
local function rules_for(self, record, given)
  if given.rules then return given.rules end
  if given.variant then return aurum.variant(given.variant, record.players) end
  local rules = rules_at_hand(self, record.digest, record.players)
  if rules then return rules end
  return aurum.named_variant(record.variant, record.players, record.digest)
end

--- The bot that a record names: one that sat in a game of this session, or an
--- installed one; nil and a message if there is none.
local function bot_for(self, name)
  local plain, options = name:match "^([^:]*)(.*)$"
  for _, root in ipairs(self.roots) do
    for _, bot in pairs(root.bots) do
      if bot and bot.name == plain then
        local again = aurum.bot(bot.spec:match "^[^:]*" .. options)
        if again then return again end
      end
    end
  end
  return aurum.named_bot(name)
end

--- The state after a record's game, which stays off the table, under its own
--- rules or those of `variant`; or nil and a message.
function loader:replayed(record, variant)
  local rules, problem = rules_for(self, record, { variant = variant })
  if not rules then return nil, problem end
  local _, state = record:replay(rules)
  return state
end

--- Gives the moves of the current branch the notes in a record's line. Returns
--- what is wrong with these, or nil.
local function put_notes(self, line, state)
  local list, problem = notes.of(line)
  local by = list and notes.fitting(list, state) or {}
  for _, node in ipairs(next(by) and self:line() or {}) do
    if node.action then node.notes = by[node.parent.place] end
  end
  return problem
end

--- Puts a record's game on the table, at its start, with as many of its bots as
--- are found. `given` may hold other `rules` or another `variant`, other `bots`
--- by seat, and the record's `line`, whose notes the moves then have. Returns
--- true and a list of remarks; or nil and a message.
function loader:load_record(record, given)
  given = given or {}
  local rules, problem = rules_for(self, record, given)
  if not rules then return nil, problem end
  local differences, state = record:replay(rules)
  local remarks, bots = {}, {}
  for seat, name in ipairs(record.names) do
    local bot, missing
    if given.bots then
      bot = given.bots[seat]
    elseif name ~= "" then
      bot, missing = bot_for(self, name)
    end
    if missing then
      remarks[#remarks + 1] = ("seat %d is played by hand: %s"):format(seat,
        (missing:gsub("give its file with %-?%-?bots",
          ("seat it with `bot %d FILE`"):format(seat))))
    end
    bots[seat] = bot or false
  end
  local start = state:clone()
  while start:undo() do end
  local built = state:history()[1] and not state:history()[1].hands
  self:new_game { variant = rules, seed = record.seed,
    state = (built or start.round > 0) and start or nil, bots = {} }
  self.root.bots, self.root.humans = bots, {}
  self.root.recording = self.branch
  local good
  good, problem = self:follow(state:history())
  if not good then remarks[#remarks + 1] = problem end
  local unread = given.line and put_notes(self, given.line, state)
  if unread then
    remarks[#remarks + 1] = "the notes of bots are left out: " .. unread
  end
  local first = differences[1]
  if first and first.what == "rounds" and not record.winners[1] then
    remarks[#remarks + 1] = "the game is unfinished"
  elseif first then
    remarks[#remarks + 1] = ("the record does not verify: %s, expected %s, "
      .. "got %s"):format(first.what, first.expected, first.got)
    if self.at.phase ~= "over" then
      local place = tree.place(self.at)
      remarks[#remarks + 1] = "the record is loaded up to "
        .. (place == "start" and "its start" or place)
    end
  end
  self:go(self.root)
  return true, remarks
end

--- Plays the move that led to a node of another game from the current place.
local function repeat_move(self, node)
  if node.deal then
    return self:deal { first = node.deal.first, hands = node.deal.hands }
  elseif node.action then
    local asked = node.action.question
    if asked and self.at.phase ~= "ask" then
      return nil, ('%s does not ask "%s" here'):format(self.root.rules.name,
        asked)
    end
    return self:apply(node.action)
  end
  return nil, "a built position cannot be replayed"
end

--- Replays the game on the table under other rules, as a new game: the same
--- deals and, as far as they are legal, the same actions. It then stands where
--- the old game stood or, if the replay stops before, where it stops. Returns
--- true; the message and the place if the replay stops; and true if that is
--- before the place of the old game. nil and a message if it cannot begin.
function loader:under(name)
  local rules, problem = aurum.variant(name, self.root.rules.players)
  if not rules then return nil, problem end
  if self.root.token then
    return nil, "a game that begins at a built position cannot be replayed"
  end
  local line, here = self:line(), self.at
  local first = line[2] and line[2].deal
  if first then
    local good
    good, problem = pcall(function()
      return aurum.state(rules):deal { first = first.first,
        hands = first.hands }
    end)
    if not good then
      return nil, ("this deal does not fit %s: %s"):format(name,
        tree.plain(problem):gsub("^deal: ", ""))
    end
  end
  local good
  good, problem = self:new_game { variant = rules, seed = self.root.seed }
  if not good then return nil, problem end
  local there = line[1] == here and self.at or nil
  for i = 2, #line do
    good, problem = repeat_move(self, line[i])
    if not good then break end
    if line[i] == here then there = self.at end
  end
  local stop = tree.place(self.at)
  if there then self:go(there) end
  if good then return true end
  return true, problem, stop, not there
end

return loader
