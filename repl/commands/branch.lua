-- Commands for branches: list, name, drop and compare them.
local show = require "aurum.record.show"
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local moves = require "aurum.repl.show.moves"
local picture = require "aurum.repl.show.picture"
local narrate = require "aurum.repl.show.narrate"
local session_file = require "aurum.repl.session.session_file"
local tree = require "aurum.repl.session.tree"
local args = require "aurum.repl.args"
local wrap = require "aurum.text.wrap"

local function numbers(list)
  return table.concat(list, " : ")
end

--- The end of a branch as text: the place or result, and the score.
local function result(branch)
  local tip = branch.tip
  local state = tree.state_at(tip)
  local rules = tip.root.rules
  local text
  if tip.phase == "over" then
    text = show.sides(state.winners) .. " won"
  elseif tip.phase == "deal" then
    text = tip.round == 0 and "not dealt"
      or ("round %d over"):format(tip.round)
  else
    text = "ends at " .. tree.place(tip)
  end
  if state.round == 0 then return text end
  text = ("%s, points %s"):format(text, numbers(state.points))
  if rules.cumulative then return text end
  return ("%s, nuggets %s"):format(text, numbers(state.nuggets))
end

--- The node where a branch leaves its parent, and its first move as text; nil
--- if it has no parent.
local function parting(session, branch)
  local fork = branch.parent and tree.parting(branch.parent.tip, branch.tip)
  if not fork then return nil end
  local node = branch.tip
  while node.parent and node.parent ~= fork do node = node.parent end
  if node.parent ~= fork then return nil end
  return fork, ("%s at %s"):format(moves.label(node, session:viewer()),
    tree.place(fork))
end

--- Appends the lines of a branch and of the branches that leave it.
local function draw(session, out, branch, indent, seen)
  seen[branch] = true
  local mark = branch == session.branch and "*" or " "
  local _, move = parting(session, branch)
  local name = branch.name and ("%d %s"):format(branch.id, branch.name)
    or tostring(branch.id)
  out[#out + 1] = ("%s %s%s%s: %s"):format(mark, indent, name,
    move and (" (%s)"):format(move) or "", result(branch))
  local deeper = indent == "" and "`- " or "   " .. indent
  for _, other in ipairs(session.branches) do
    if other.parent == branch and not seen[other] then
      draw(session, out, other, deeper, seen)
    end
  end
end

local branches = { name = "branches", usage = "branches",
  summary = "list the games and their branches",
  help = "A star marks the current branch. Go back and choose another move to "
    .. "start a branch; the others stay as they are." }

function branches.run(shell)
  local session, list = shell.session, {}
  for _, root in ipairs(session.roots) do
    list[#list + 1] = term.paint("bold",
      ("game %d: %s, %d players, seed %s"):format(root.number, root.rules.name,
        root.rules.players, term.plain(root.seed)))
    local out, seen = {}, {}
    for _, branch in ipairs(session.branches) do
      if branch.tip.root == root and not seen[branch] then
        draw(session, out, branch, "", seen)
      end
    end
    for _, line in ipairs(out) do
      list[#list + 1] = picture.paint(table.concat(wrap.lines(line,
        shell:width(), "      "), "\n"))
    end
  end
  shell:out(table.concat(list, "\n"))
end

local function complete(shell, list)
  local names = {}
  for _, branch in ipairs(shell.session.branches) do
    names[#names + 1] = tree.label(branch)
  end
  return args.starting(names, list[#list] or "")
end

local function complete_one(shell, list)
  return #list < 2 and complete(shell, list) or {}
end

--- The `n` branches that a list of words names; fails if there is another
--- number of words, or no such branch.
local function named(shell, list, n, usage)
  if #list ~= n then
    return shell:fail(("expected `%s`; `branches` lists them"):format(usage))
  end
  local found = {}
  for i = 1, n do
    local branch, problem = shell.session:branch_of(list[i])
    if not branch then return shell:fail(problem) end
    found[i] = branch
  end
  return found
end

local switch = { name = "switch", usage = "switch BRANCH",
  summary = "go to the end of another branch", complete = complete_one,
  help = "BRANCH is a number or a name from `branches`." }

function switch.run(shell, list)
  local found = named(shell, list, 1, switch.usage)
  if not found then return end
  shell.session:switch(found[1])
  narrate.where(shell)
end

local name = { name = "name", usage = "name NAME [BRANCH]",
  summary = "name the current branch, or another" }

function name.run(shell, list)
  local session = shell.session
  if #list < 1 or #list > 2 then
    return shell:fail(("expected `%s`"):format(name.usage))
  end
  if not list[1]:find "^%a[%w_%-]*$" then
    return shell:fail(("expected a name that begins with a letter and has only "
      .. "letters, digits, - and _, got '%s'"):format(list[1]))
  end
  local branch = session.branch
  if list[2] then
    local problem
    branch, problem = session:branch_of(list[2])
    if not branch then return shell:fail(problem) end
  end
  for _, other in ipairs(session.branches) do
    if other.name == list[1] and other ~= branch then
      return shell:fail(("branch %d already has the name %s"):format(other.id,
        list[1]))
    end
  end
  branch.name = list[1]
  shell:out(("branch %d is now named %s"):format(branch.id, branch.name))
end

local drop = { name = "drop", usage = "drop BRANCH", forced = true,
  summary = "delete a branch", complete = complete_one,
  help = "Moves that it shares with other branches stay. For the first branch "
    .. "of a game it asks, and in a script it refuses; `drop! BRANCH` deletes "
    .. "it without a question. `undrop` brings it back." }

local function drop_now(shell, branch)
  local here = shell.session.at
  local good, n = shell.session:drop(branch)
  if not good then return shell:fail(n) end
  shell:out(("dropped branch %s, %s; `undrop` brings it back"):format(
    tree.label(branch), format.plural(n, "move")))
  if shell.session.at ~= here then narrate.where(shell) end
end

function drop.run(shell, list, _, force)
  local found = named(shell, list, 1, drop.usage)
  if not found then return end
  local branch = found[1]
  if force or branch.parent or #shell.session.branches == 1 then
    return drop_now(shell, branch)
  end
  local label, number = tree.label(branch), branch.tip.root.number
  if not shell.interactive then
    return shell:fail(("branch %s is the main line of game %d; `drop! %s` "
      .. "deletes it"):format(label, number, label))
  end
  narrate.confirm(shell, ("drop %s, the main line of game %d"):format(label,
    number), function() drop_now(shell, branch) end)
end

local undrop = args.bare { name = "undrop", usage = "undrop",
  summary = "bring back the branch that was dropped last",
  help = "Branches come back one by one, the last first.",
  run = function(shell)
    local branch, problem = shell.session:undrop()
    if not branch then return shell:fail(problem) end
    shell:out(("branch %s is back: %s"):format(tree.label(branch),
      result(branch)))
  end }

-- ---- Comparing ----------------------------------------------------------

--- The first nodes in which two branches differ, and the nodes before them. The
--- first node is nil for a branch that has ended. Nothing if they are equal.
local function first_difference(a, b)
  local x, y = tree.path(a.tip), tree.path(b.tip)
  for i = 2, math.max(#x, #y) do
    if not x[i] or not y[i] or x[i].key ~= y[i].key then
      return x[i], y[i], x[i - 1] or x[#x], y[i - 1] or y[#y]
    end
  end
end

--- The node at the end of a round on a branch; its tip if the round is open.
local function end_of(branch, round)
  for _, node in ipairs(tree.path(branch.tip)) do
    local closed = node.phase == "deal" or node.phase == "over"
    if closed and node.round == round then return node end
  end
  return branch.tip
end

local function move_text(session, node)
  if not node then return "ends here" end
  local seat = node.action and ("seat %d: "):format(node.action.seat) or ""
  return seat .. moves.label(node, session:viewer())
end

local function rows_of(rows, label, state)
  local score = state:score()
  for side = 1, state.rules.side_n do
    local bid = score.bid[side]
    rows[#rows + 1] = { side == 1 and label or "", side, score.taken[side],
      bid < 0 and "-" or bid, score.gold_points[side], score.points[side],
      state.points[side], state.nuggets[side] }
  end
end

local compare = { name = "compare", usage = "compare BRANCH BRANCH",
  summary = "show where two branches diverge, and their scores",
  help = "The scores are those at the end of the round where the branches "
    .. "diverge: tricks taken, bid, points for gold, points of the round, and "
    .. "the total.",
  complete = complete }

--- Prints where two branches diverge, and their moves there.
local function print_divergence(shell, a, b, one, two, before)
  if before.phase == "deal" and before.round == 0 and not before.parent
    and one and two and one.deal and two.deal then
    shell:out "the branches diverge at the first deal"
  else
    shell:out(("the branches diverge at %s"):format(tree.place(before)))
  end
  local first, second = tree.label(a), tree.label(b)
  local width = math.max(wrap.width(first), wrap.width(second))
  local function put(label, node)
    local gap = (" "):rep(width - wrap.width(label) + 2)
    shell:out(picture.paint("  " .. label .. gap
      .. move_text(shell.session, node)))
  end
  put(first, one)
  put(second, two)
end

function compare.run(shell, list)
  local found = named(shell, list, 2, compare.usage)
  if not found then return end
  local a, b = found[1], found[2]
  local one, two, before = first_difference(a, b)
  if before then
    print_divergence(shell, a, b, one, two, before)
  else
    local rules, others = a.tip.root.rules, b.tip.root.rules
    local same_rules = rules.digest == others.digest
    local under = (", under %s and under %s"):format(rules.name, others.name)
    if rules.name == others.name then -- its file was changed
      under = (", under two versions of %s: digests %s and %s"):format(
        rules.name, rules.digest, others.digest)
    end
    shell:out(("branches %s and %s have the same moves%s"):format(
      tree.label(a), tree.label(b), same_rules and "" or under))
    if same_rules then return end
  end
  local round = math.max((one or before or a.tip).round, 1)
  local rows = { { "", "side", "taken", "bid", "gold", "round", "points",
    "nuggets" } }
  for _, branch in ipairs { a, b } do
    local node = end_of(branch, round)
    rows_of(rows, ("%s, %s"):format(tree.label(branch), tree.place(node)),
      tree.state_at(node))
  end
  shell:out((term.table(rows, "<", 2):gsub("\n$", "")))
  for _, branch in ipairs { a, b } do
    if end_of(branch, round) ~= branch.tip then
      shell:out(("%s: %s"):format(tree.label(branch), result(branch)))
    end
  end
end

-- ---- Comments -----------------------------------------------------------

local comment = { name = "comment", usage = "comment [TEXT]", verbatim = true,
  summary = "comment on this place, or show its comment",
  help = "The comment is shown where you come to the place, in the exported "
    .. "game and in a saved session. A new one replaces it; `uncomment` "
    .. "removes it." }

function comment.run(shell, _, rest)
  local at = shell.session.at
  if rest == "" then
    return shell:out(at.comment and term.plain(at.comment)
      or "there is no comment on this place")
  elseif #rest > session_file.most_comment then
    return shell:fail(("a comment has at most %d bytes, got %d"):format(
      session_file.most_comment, #rest))
  end
  local before = at.comment
  at.comment = rest
  shell:out(("%s on %s"):format(before and "replaced the comment"
    or "commented", tree.place(at)))
end

local uncomment = args.bare { name = "uncomment", usage = "uncomment",
  summary = "remove the comment on this place",
  run = function(shell)
    local at = shell.session.at
    if not at.comment then
      return shell:fail "there is no comment on this place"
    end
    at.comment = nil
    shell:out(("removed the comment on %s"):format(tree.place(at)))
  end }

local comments = args.bare { name = "comments", usage = "comments",
  summary = "list the comments of this game, by branch and place",
  run = function(shell)
    local session, seen = shell.session, {}
    for _, branch in ipairs(session.branches) do
      for _, node in ipairs(tree.path(branch.tip)) do
        if node.comment and not seen[node] and node.root == session.root then
          seen[node] = true
          shell:out(("%s, %s: %s"):format(tree.label(branch), tree.place(node),
            term.plain(node.comment)))
        end
      end
    end
    if not next(seen) then shell:out "there are no comments on this game" end
  end }

return { title = "Branches", args.bare(branches), switch, name, drop, undrop,
  compare, comment, uncomment, comments }
