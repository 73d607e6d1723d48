-- What if: branches of the game, drawn, named, compared.
local term = require "aurum.text.term"
local picture = require "aurum.repl.picture"
local narrate = require "aurum.repl.narrate"
local tree = require "aurum.repl.tree"
local args = require "aurum.repl.args"
local wrap = require "aurum.text.wrap"

local function numbers(list)
  return table.concat(list, " : ")
end

--- How a branch ends, in a few words.
local function result(branch)
  local tip = branch.tip
  local state = tree.state_at(tip)
  local rules = tip.root.rules
  local text
  if tip.phase == "over" then
    text = ("side %s won"):format(table.concat(state.winners, " and "))
  elseif tip.phase == "deal" then
    text = tip.round == 0 and "not dealt"
      or ("round %d over"):format(tip.round)
  else
    text = "to " .. tree.place(tip)
  end
  if state.round == 0 then return text end
  text = ("%s, points %s"):format(text, numbers(state.points))
  if rules.cumulative then return text end
  return ("%s, nuggets %s"):format(text, numbers(state.nuggets))
end

--- The move by which a branch parts from its parent, and where.
local function parting(branch)
  local fork = branch.parent and tree.parting(branch.parent.tip, branch.tip)
  if not fork then return nil end
  local node = branch.tip
  while node.parent and node.parent ~= fork do node = node.parent end
  if node.parent ~= fork then return nil end
  local move = node.action and tostring(node.action)
    or node.deal and "another deal" or "a position set"
  return fork, ("at %s %s"):format(tree.place(fork), move)
end

--- The lines of a branch and those that parted from it.
local function draw(session, out, branch, indent, seen)
  seen[branch] = true
  local mark = branch == session.branch and "*" or " "
  local _, move = parting(branch)
  local name = branch.name and ("%d %s"):format(branch.id, branch.name)
    or tostring(branch.id)
  out[#out + 1] = ("%s %s%s%s: %s"):format(mark, indent, name,
    move and "  " .. move or "", result(branch))
  local deeper = indent == "" and "`- " or "   " .. indent
  for _, other in ipairs(session.branches) do
    if other.parent == branch and not seen[other] then
      draw(session, out, other, deeper, seen)
    end
  end
end

local branches = { name = "branches", usage = "branches",
  summary = "the games and branches, and how they end",
  help = "A star marks the one you are on. Acting otherwise than before, from "
    .. "an earlier position, starts a branch; every other stays as it is." }

function branches.run(shell)
  local session = shell.session
  for _, root in ipairs(session.roots) do
    shell:out(term.paint("bold", ("game %d: %s, %d players, seed %s"):format(
      root.number, root.rules.name, root.rules.players,
      term.plain(root.seed))))
    local out, seen = {}, {}
    for _, branch in ipairs(session.branches) do
      if branch.tip.root == root and not seen[branch] then
        draw(session, out, branch, "", seen)
      end
    end
    for _, line in ipairs(out) do
      shell:out(picture.paint(table.concat(wrap.lines(line, shell:width(),
        "      "), "\n")))
    end
  end
end

local function complete(shell, list)
  local names = {}
  for _, branch in ipairs(shell.session.branches) do
    names[#names + 1] = tree.label(branch)
  end
  return args.starting(names, list[#list] or "")
end

--- The branches that words name; or nil, the failure told.
local function named(shell, list, n, usage)
  if #list ~= n then return shell:fail("expected " .. usage) end
  local found = {}
  for i = 1, n do
    local branch, problem = shell.session:branch_of(list[i])
    if not branch then return shell:fail(problem) end
    found[i] = branch
  end
  return found
end

local switch = { name = "switch", usage = "switch BRANCH",
  summary = "go to the end of another branch or game", complete = complete }

function switch.run(shell, list)
  local found = named(shell, list, 1, switch.usage .. ", its number or name")
  if not found then return end
  shell.session:switch(found[1])
  narrate.where(shell)
end

local name = { name = "name", usage = "name NAME [BRANCH]",
  summary = "name this branch, or another" }

function name.run(shell, list)
  local session = shell.session
  if #list < 1 or #list > 2 then
    return shell:fail("expected " .. name.usage)
  end
  if not list[1]:find "^%a[%w_%-]*$" then
    return shell:fail(("expected a name of letters, digits, - and _ that "
      .. "begins with a letter, got '%s'"):format(list[1]))
  end
  local branch = session.branch
  if list[2] then
    local problem
    branch, problem = session:branch_of(list[2])
    if not branch then return shell:fail(problem) end
  end
  for _, other in ipairs(session.branches) do
    if other.name == list[1] and other ~= branch then
      return shell:fail(("branch %d is called %s already"):format(other.id,
        list[1]))
    end
  end
  branch.name = list[1]
  shell:out(("branch %d is %s"):format(branch.id, branch.name))
end

local drop = { name = "drop", usage = "drop BRANCH",
  summary = "forget a branch, what it shares with others aside",
  complete = complete }

function drop.run(shell, list)
  local found = named(shell, list, 1, drop.usage .. ", its number or name")
  if not found then return end
  local here = shell.session.at
  local good, problem = shell.session:drop(found[1])
  if not good then return shell:fail(problem) end
  if shell.session.at ~= here then narrate.where(shell) end
end

-- ---- Comparing ----------------------------------------------------------

--- The first moves by which two lines of play differ, and the node before them
--- on the first line; nil if one goes on where the other ends.
local function first_difference(a, b)
  local x, y = tree.path(a.tip), tree.path(b.tip)
  for i = 2, math.max(#x, #y) do
    if not x[i] or not y[i] or x[i].key ~= y[i].key then
      return x[i], y[i], x[i - 1] or x[#x], y[i - 1] or y[#y]
    end
  end
end

--- Where a line stands at the end of the round of `round`; its tip before.
local function end_of(branch, round)
  for _, node in ipairs(tree.path(branch.tip)) do
    local closed = node.phase == "deal" or node.phase == "over"
    if closed and node.round == round then return node end
  end
  return branch.tip
end

local function move_text(node)
  if not node then return "goes no further" end
  local seat = node.action and ("seat %d: "):format(node.action.seat) or ""
  return seat .. (node.action and tostring(node.action)
    or node.deal and "another deal" or "a position set")
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

local compare = { name = "compare", usage = "compare A B",
  summary = "where two branches part, and what it did",
  help = "Tricks taken, bid, points for gold and points in the round where "
    .. "they part, at its end; then how the game stands there.",
  complete = complete }

--- Tell where two branches part, and by what.
local function tell_parting(shell, a, b, one, two, before)
  if before.phase == "deal" and before.round == 0 and not before.parent
    and one and two and one.deal and two.deal then
    shell:out "they part at the first deal"
  else
    shell:out(("they part at %s"):format(tree.place(before)))
  end
  shell:out(picture.paint(("  %s  %s"):format(tree.label(a), move_text(one))))
  shell:out(picture.paint(("  %s  %s"):format(tree.label(b), move_text(two))))
end

function compare.run(shell, list)
  local found = named(shell, list, 2, compare.usage
    .. ", two branches by number or name")
  if not found then return end
  local a, b = found[1], found[2]
  local one, two, before = first_difference(a, b)
  if before then
    tell_parting(shell, a, b, one, two, before)
  else
    local rules, others = a.tip.root.rules, b.tip.root.rules
    local same_rules = rules.digest == others.digest
    shell:out(("%s and %s are move for move the same%s"):format(tree.label(a),
      tree.label(b), same_rules and "" or (", under %s and under %s"):format(
        rules.name, others.name)))
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
  shell:out((term.table(rows, "<"):gsub("\n$", "")))
  for _, branch in ipairs { a, b } do
    if end_of(branch, round) ~= branch.tip then
      shell:out(("%s: %s"):format(tree.label(branch), result(branch)))
    end
  end
end

return { title = "What if", args.bare(branches), switch, name, drop, compare }
