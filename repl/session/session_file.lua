-- Session files: the games of a session with their branches, names, comments,
-- seats and breakpoints as JSON, and back. repl/README.md describes the format.
--
-- A session file is data. Reading it runs no code of it: conditions and
-- commands of breakpoints wait until the user enables them, bots and variants
-- are looked up by name and never opened as paths, and limits are not part of
-- it. Every move is played again under the rules, so no game is illegal.
local aurum = require "aurum"
local json = require "aurum.text.json"
local format = require "aurum.text.format"
local shape = require "aurum.text.shape"
local tree = require "aurum.repl.session.tree"
local session_file = {}

local version = "aurum-session/1"

-- The most that is read, and written.
local most = { bytes = 16 << 20, games = 10000, branches = 100000,
  comment = 4000, text = 4000, path = 4000, commands = 100 }

session_file.most_comment = most.comment

-- ---- Writing ---------------------------------------------------------------

--- The nodes that a branch owns, in order; and the node before them, or nil.
local function own_nodes(branch)
  local list, node = {}, branch.tip
  while node and node.branch == branch do
    list[#list + 1] = node
    node = node.parent
  end
  local n = #list
  for i = 1, n // 2 do list[i], list[n + 1 - i] = list[n + 1 - i], list[i] end
  return list, node
end

--- The number of moves that lead to a node.
local function depth_of(node)
  local n = 0
  while node.parent do
    node, n = node.parent, n + 1
  end
  return n
end

--- Moves as a list of texts, deals and built positions.
local function moves_of(nodes)
  local list, actions = {}, {}
  local function close()
    if actions[1] then list[#list + 1] = table.concat(actions, ", ") end
    actions = {}
  end
  for _, node in ipairs(nodes) do
    if node.action then
      actions[#actions + 1] = node.skipped and "skip" or node.key
    elseif node.parent then
      close()
      list[#list + 1] = node.deal and { deal = node.deal }
        or { set = node.token }
    end
  end
  close()
  return list
end

local function branch_data(branch, comments)
  local nodes, fork = own_nodes(branch)
  local data = { id = branch.id, name = branch.name, moves = moves_of(nodes) }
  local depth = fork and depth_of(fork) or -1
  if fork then
    data.after = { branch = fork.branch.id, move = depth }
    data.parent = branch.parent and branch.parent.id
  end
  for i, node in ipairs(nodes) do
    if node.comment then
      comments[#comments + 1] = { branch = branch.id, move = depth + i,
        text = node.comment }
    end
  end
  return data
end

--- A game without its branches.
local function game_data(root)
  local bots, humans = {}, {}
  for seat = 1, root.rules.players do
    local bot = root.bots[seat]
    bots[seat] = bot and bot.spec or root.absent and root.absent[seat] or ""
    if root.humans[seat] then humans[#humans + 1] = seat end
  end
  return { number = root.number, variant = root.rules.name,
    rules = root.rules.digest, players = root.rules.players,
    seed = root.seed, start = root.token, auto_skip = root.auto_skip,
    bots = bots, humans = humans }
end

local function break_data(point)
  return { id = point.id, kind = point.kind, event = point.event,
    text = point.text, commands = point.commands, ignore = point.ignore,
    hits = point.hits, enabled = point.enabled, file = point.file,
    line = point.line, path = point.path,
    temporary = point.temporary or false }
end

--- A list of objects, each on its own line.
local function lines_of(list)
  local lines = {}
  for i, item in ipairs(list) do lines[i] = json.encode(item) end
  return "[\n" .. table.concat(lines, ",\n") .. "]"
end

--- A session as the text of a file.
function session_file.encode(session)
  local games, branches, comments, breaks = {}, {}, {}, {}
  local numbers = {}
  for i, root in ipairs(session.roots) do
    games[i], numbers[root] = game_data(root), root.number
  end
  for i, branch in ipairs(session.branches) do
    branches[i] = branch_data(branch, comments)
    branches[i].game = numbers[branch.tip.root]
  end
  for _, point in ipairs(session.breaks) do
    breaks[#breaks + 1] = break_data(point)
  end
  return ('{"format":"%s",\n"games":%s,\n"branches":%s,\n"comments":%s,\n'
    .. '"breakpoints":%s,\n"at":%s}\n'):format(version, lines_of(games),
    lines_of(branches), lines_of(comments), lines_of(breaks),
    json.encode { branch = session.branch.id, move = depth_of(session.at) })
end

--- The text of a session file without the place where the session stands.
function session_file.without_place(made)
  return (made:gsub('\n"at":[^\n]*\n$', ""))
end

-- ---- Reading ---------------------------------------------------------------

-- An error in the data is raised as such a table.
local mistake = {}

local function wrong(where, ...)
  error(setmetatable({ text = where .. ": " .. (...):format(select(2, ...)) },
    mistake), 0)
end

local whole, text, list = shape.whole, shape.text, shape.list
local flag, optional, object = shape.flag, shape.optional, shape.object

local seat_texts = list(text(most.text), 0, 6)
local number = whole(1, 1 << 40)
local place = object { branch = number, move = whole(0, 1 << 40) }

local deal = object { deal = object { first = whole(1, 6), hands = seat_texts,
  gold = seat_texts } }
local built = object { set = text(most.bytes) }

local function move(value)
  if type(value) == "table" then
    return (value.set and built or deal)(value)
  end
  return text(most.bytes)(value)
end

local whole_file = object {
  format = text(60),
  games = list(object { number = number,
    variant = text(most.text), rules = text(64, "^%x*$",
      "hexadecimal digits"),
    players = whole(2, 6), seed = text(most.text),
    start = optional(text(most.bytes)), auto_skip = optional(flag),
    bots = seat_texts, humans = list(whole(1, 6), 0, 6) }, 0, most.games),
  branches = list(object { id = number, game = number,
    name = optional(text(200, "^%a[%w_%-]*$",
      "a name of letters, digits, _ and -")), parent = optional(number),
    after = optional(place), moves = list(move, 0, most.bytes) }, 0,
    most.branches),
  comments = list(object { branch = number, move = whole(0, 1 << 40),
    text = text(most.comment) }, 0, most.bytes),
  breakpoints = list(object { id = number,
    kind = text(5), event = optional(text(20, "^%l+$",
      "a word of lowercase letters")),
    text = optional(text(most.text)),
    commands = optional(list(text(most.text), 0, most.commands)),
    file = optional(text(most.path)), line = optional(whole(1, 1 << 30)),
    path = optional(text(most.path)),
    ignore = whole(0, 1 << 40), hits = whole(0, 1 << 40), enabled = flag,
    temporary = flag }, 0, most.games),
  at = place,
}

--- Calls a function that raises mistakes. Returns its result; or nil and a
--- message.
local function checked(f, ...)
  local good, result = pcall(f, ...)
  if good then return result end
  if getmetatable(result) == mistake then return nil, result.text end
  error(result, 0)
end

--- The data of a session file's text; or nil and a message.
function session_file.decode(text_)
  if text_ == "" then return nil, "the file is empty" end
  if #text_ > most.bytes then
    return nil, ("the file is longer than %d MiB"):format(most.bytes >> 20)
  end
  local named = text_:sub(1, 200):match '^%s*{%s*"format"%s*:%s*"([^"]*)"'
  if not named then return nil, "not a session file" end
  if named:find "^aurum/" then
    return nil, "a file of records; `load FILE` opens its games"
  elseif named ~= version then
    return nil, ("its format is '%s'; this aurum reads %s"):format(
      aurum.plain(named, 60), version)
  end
  local data, problem = json.decode(text_)
  if type(data) ~= "table" then
    return nil, ("cut off or damaged: %s"):format(problem or "no object")
  end
  local wrong_at = shape.problem(whole_file, data)
  if wrong_at then return nil, wrong_at end
  return data
end

-- ---- Playing it again ------------------------------------------------------

--- The rules of a game: `find(game)` gives those that the user has named or
--- has on the table. nil and a message if they are not there.
local function rules_of(game, find)
  local rules = find(game)
  if rules then return rules end
  local found, problem = aurum.named_variant(game.variant, game.players,
    game.rules)
  if not found then
    return nil, (type(problem) == "string" and problem or "it does not load")
      :gsub("give its file with %-?%-?variant$",
        "begin a game of it first: `new EDITION+FILE`")
  elseif found.digest ~= game.rules then
    return nil, ("its rules have the digest %s here, %s in the file"):format(
      found.digest, aurum.plain(game.rules))
  end
  return found
end

--- The bots of a game by seat, with those that are not found in `absent`.
local function bots_of(game)
  local bots, absent, remarks = {}, {}, {}
  for seat, spec in ipairs(game.bots) do
    local bot = spec ~= "" and aurum.named_bot(spec)
    bots[seat] = bot or false
    if bot then
      bot.spec = spec
    elseif spec ~= "" then
      absent[seat] = spec
      local plain = aurum.plain(spec, 200)
      remarks[#remarks + 1] = ("game %d, seat %d is played by hand: its bot "
        .. "was %s; `bot %d %s` seats it"):format(game.number, seat, plain,
        seat, plain)
    end
  end
  return bots, absent, remarks
end

--- Puts a game into the session `new`, with a first branch that has no moves.
local function plant(new, game, rules, remarks, where)
  local state, problem
  if game.start then
    state, problem = aurum.position(game.start, rules)
    if not state then wrong(where .. ".start", "%s", problem) end
  end
  if #game.bots ~= rules.players then
    wrong(where .. ".bots", "expected %d, one per seat, got %d",
      rules.players, #game.bots)
  end
  local humans = {}
  for _, seat in ipairs(game.humans) do
    if seat > rules.players then
      wrong(where .. ".humans", "expected seats up to %d, got %d",
        rules.players, seat)
    end
    humans[seat] = true
  end
  local bots, absent, more = bots_of(game)
  table.move(more, 1, #more, #remarks + 1, remarks)
  new.games = game.number - 1
  new:plant { rules = rules, seed = game.seed, bots = bots, humans = humans,
    state = state }
  new.root.absent, new.root.auto_skip = absent, game.auto_skip
end

--- Makes a deal or goes to a built position.
local function place_cards(new, what)
  if what.set then
    local state, problem = aurum.position(what.set, new.root.rules)
    if not state then return nil, problem end
    return new:build(state)
  elseif new.at.phase ~= "deal" then
    return nil, "no deal is due"
  end
  return new:deal(what.deal)
end

local function act(new, text_)
  local key = text_ == "skip" and "keep" or text_
  local good, problem = new:apply(key)
  if not good then return nil, problem end
  if new.at.key ~= key then return nil, "expected " .. new.at.key end
  if text_ == "skip" then new.at.skipped = true end
  return true
end

--- Plays the moves of a branch.
local function replay(new, moves, where)
  local function check(i, good, problem)
    if not good then
      wrong(("%s.moves[%d]"):format(where, i), "%s", (tostring(problem)
        :gsub("^bad argument #%d to '[^']*' %((.*)%)$", "%1")))
    end
    if new.at.phase == "over" then new.at.reported = true end
  end
  for i, item in ipairs(moves) do
    if type(item) == "table" then
      check(i, place_cards(new, item))
    else
      for action in (item .. ","):gmatch " *([^,]*)," do
        check(i, act(new, action))
      end
    end
  end
end

--- The node after `n` moves that a branch of `made` owns; nil if the game of
--- the branch is left out.
local function node_of(made, at, where)
  local branch = made[at.branch]
  if branch == nil then
    wrong(where, "no branch %d before this", at.branch)
  elseif not branch then
    return nil
  end
  local nodes, fork = own_nodes(branch)
  local node = nodes[at.move - (fork and depth_of(fork) or -1)]
  if node then return node, branch end
  wrong(where, "branch %d has no move %d of its own", at.branch, at.move)
end

--- Goes to where a branch leaves another of its game.
local function go_to_fork(new, data, made, where)
  local fork = node_of(made, data.after, where .. ".after")
  if not fork or fork.root.number ~= data.game or not fork.kids[1] then
    wrong(where .. ".after", "no branch of game %d can begin there", data.game)
  end
  new:go(fork)
end

--- Adds a branch with its moves. `game` plants its game.
local function add_branch(new, data, made, game, where)
  local n = #new.branches
  new.ids = data.id - 1
  if data.after then
    go_to_fork(new, data, made, where)
  else
    game()
  end
  replay(new, data.moves, where)
  if #new.branches ~= n + 1 then
    wrong(where .. ".moves", "expected moves of its own")
  end
  local branch = new.branch
  for _, other in ipairs(new.branches) do
    if data.name and other.name == data.name then
      wrong(where .. ".name", "branch %d has it already", other.id)
    end
  end
  branch.name = data.name
  if data.parent then
    branch.parent = made[data.parent]
      or wrong(where .. ".parent", "no branch %d before this", data.parent)
  end
  return branch
end

--- The rules of the games by number, false for those that are left out.
local function all_rules(data, find, remarks)
  local rules, found = {}, false
  for i, game in ipairs(data.games) do
    local where = ("games[%d].number"):format(i)
    if i > 1 and game.number <= data.games[i - 1].number then
      wrong(where, "expected more than %d, got %d", data.games[i - 1].number,
        game.number)
    end
    local problem
    rules[game.number], problem = rules_of(game, find)
    if not rules[game.number] then
      rules[game.number] = false
      remarks[#remarks + 1] = ("game %d is left out, its variant %s is not "
        .. "here: %s"):format(game.number, aurum.plain(game.variant, 200),
        problem)
    end
    found = found or rules[game.number]
  end
  if not found then wrong("games", "%s", remarks[1] or "expected a game") end
  return rules
end

--- Adds the branches of all games. Returns them by number, false for
--- branches of games that are left out.
local function add_branches(new, data, rules, remarks)
  local made, games, last = {}, {}, 0
  for i, game in ipairs(data.games) do games[game.number] = { game, i } end
  for i, item in ipairs(data.branches) do
    local where = ("branches[%d]"):format(i)
    if aurum.sys.interrupted() then wrong(where, "interrupted") end
    if item.id <= last then
      wrong(where .. ".id", "expected more than %d, got %d", last, item.id)
    end
    last = item.id
    local game, at = table.unpack(games[item.game] or {})
    if rules[item.game] == nil then
      wrong(where .. ".game", "no game %d", item.game)
    end
    made[item.id] = rules[item.game] and add_branch(new, item, made, function()
      if games[item.game].planted then
        wrong(where, "game %d has a first branch already", item.game)
      end
      games[item.game].planted = true
      plant(new, game, rules[item.game], remarks, ("games[%d]"):format(at))
    end, where)
  end
  for n, game in pairs(games) do
    if rules[n] and not game.planted then
      wrong(("games[%d]"):format(game[2]), "it has no branch")
    end
  end
  return made
end

--- The breakpoints. Those with code are `unread`.
local function add_breaks(new, data)
  for i, item in ipairs(data.breakpoints) do
    local where = ("breakpoints[%d]"):format(i)
    if item.id <= new.break_ids then
      wrong(where .. ".id", "expected more than %d, got %d", new.break_ids,
        item.id)
    end
    local problem = new.check_break(item)
    if problem then wrong(where, "%s", problem) end
    new.break_ids = item.id
    item.temporary = item.temporary or nil
    item.unread = (item.text or item.commands) and true or nil
    new.breaks[#new.breaks + 1] = item
  end
end

--- Plays the data of a file again, as a session without players. `find(game)`
--- gives the rules that the user has for a game, or nil. Returns the session
--- and a list of remarks; or nil and a message.
function session_file.replay(data, find)
  local new, remarks = tree.new(), {}
  new.breaks, new.break_ids = {}, 0
  setmetatable(new, require "aurum.repl.session.session")
  local good, problem = checked(function()
    local rules = all_rules(data, find, remarks)
    local made = add_branches(new, data, rules, remarks)
    table.sort(new.roots, function(a, b) return a.number < b.number end)
    new.games = new.roots[#new.roots].number
    for i, item in ipairs(data.comments) do
      local node = node_of(made, item, ("comments[%d]"):format(i))
      if node then node.comment = item.text end
    end
    add_breaks(new, data)
    local branch = made[data.at.branch]
    if branch then
      new:switch(branch)
      local here = tree.path(branch.tip)[data.at.move + 1]
      new:go(here or wrong("at.move", "branch %d has no move %d",
        data.at.branch, data.at.move))
    else
      new:switch(new.branches[1])
    end
    return true
  end)
  if not good then return nil, problem end
  return new, remarks
end

--- A file's games and branches in a few words; nil and a message if it cannot
--- be read.
function session_file.summary(text_)
  local data, problem = session_file.decode(text_)
  if not data then return nil, problem end
  local game = data.games[1]
  for _, branch in ipairs(data.branches) do
    for _, one in ipairs(data.games) do
      if branch.id == data.at.branch and one.number == branch.game then
        game = one
      end
    end
  end
  local moves = 0
  for _, branch in ipairs(data.branches) do
    for _, item in ipairs(branch.moves) do
      local _, commas = tostring(item):gsub(",", "") -- a deal is a move too
      moves = moves + commas + 1
    end
  end
  return ("%s with %d branch%s and %s; %s, seed %s%s"):format(
    format.plural(#data.games, "game"), #data.branches,
    #data.branches == 1 and "" or "es", format.plural(moves, "move"),
    aurum.plain(game and game.variant or "-", 40),
    aurum.plain(game and game.seed or "-", 40),
    game and game.humans[1] and ", you at seat " .. game.humans[1] or "")
end

-- ---- Files -----------------------------------------------------------------

--- The text of a file, plain or gzip; or nil and a message.
function session_file.read(path)
  local good, problem = aurum.sys.readable(path, "file")
  local lines = good
  if good then lines, problem = aurum.sys.lines(path) end
  if not lines then return nil, problem end
  local parts, size = {}, 0
  for _, line, trouble in lines do
    if trouble then return nil, trouble end
    parts[#parts + 1], size = line, size + #line
    if size > most.bytes then break end
  end
  return table.concat(parts, "\n")
end

--- The text of a session for a file; nil and a message if it could not be read
--- again.
function session_file.text(session)
  local made = session_file.encode(session)
  local data, problem = session_file.decode(made)
  if data then return made end
  return nil, "the session does not fit into a file: " .. problem
end

return session_file
