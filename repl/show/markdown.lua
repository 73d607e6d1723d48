-- A game as Markdown: its rounds, the places with a comment or a costly
-- decision as pictures of the table, and its other branches. While a person
-- plays, it shows what that seat may see.
local aurum = require "aurum"
local show = require "aurum.record.show"
local report = require "aurum.judge.report"
local term = require "aurum.text.term"
local moves = require "aurum.repl.show.moves"
local narrate = require "aurum.repl.show.narrate"
local picture = require "aurum.repl.show.picture"
local tree = require "aurum.repl.session.tree"
local markdown = {}

--- Text whose characters mean nothing in Markdown.
local function plain(text)
  return (term.plain(text, nil, 5000):gsub("[\\`*_{}%[%]<>#|!~&]", "\\%0")
    :gsub("^([-+=])", "\\%1"):gsub("^(%d+)([.)])", "%1\\%2"))
end

--- Text as it is, in a block of code.
local function block(text)
  text = text:gsub("\27%[[%d;]*m", ""):gsub("\n+$", "")
  local fence = "```"
  while text:find(fence, 1, true) do fence = fence .. "`" end
  return ("%s\n%s\n%s\n"):format(fence, text, fence)
end

--- A node's move with its seat as text.
local function move_of(session, node)
  local text = moves.label(node, session:viewer())
  return node.action and ("seat %d: %s"):format(node.action.seat, text) or text
end

--- A verdict as one paragraph, with the judge's version.
local function verdict_text(verdict)
  local text = report.text(verdict):gsub("%s+", " "):gsub("^ ", "")
    :gsub("([^.]) Better:", "%1. Better:")
  return ("%s (judge %d)"):format(text, aurum.judged_by.version)
end

--- True if a place is worth a picture: it has a comment, or the move made there
--- has a notable verdict. `after` is the node of that move, or nil.
local function is_worth(session, node, after)
  return node.comment ~= nil
    or report.is_notable(narrate.verdict(session, after))
end

--- Adds a place with its picture to the list `out`.
local function put_place(session, out, node, after)
  session:go(node)
  out[#out + 1] = ("### %s\n"):format(tree.place(node))
  if node.comment then out[#out + 1] = "> " .. plain(node.comment) .. "\n" end
  out[#out + 1] = block(picture.draw(session, session:viewer(), 80))
  if not after then return end
  local verdict = narrate.verdict(session, after)
  out[#out + 1] = report.is_notable(verdict)
    and plain(verdict_text(verdict)) .. "\n"
    or not session:viewer() and plain(move_of(session, after)) .. "\n" or nil
end

--- Adds the places of a list of nodes, in which each leads to the next.
local function put_places(session, out, nodes)
  for i, node in ipairs(nodes) do
    if is_worth(session, node, nodes[i + 1]) then
      put_place(session, out, node, nodes[i + 1])
    end
  end
end

local function result(tip, state)
  if tip.phase == "over" then return show.sides(state.winners) .. " won" end
  return "unfinished"
end

--- Adds the head and the rounds of the current branch.
local function put_game(session, out)
  local root, rules = session.root, session.root.rules
  out[#out + 1] = ("# %s, %d players, seed %s\n"):format(plain(rules.title),
    rules.players, plain(root.seed))
  local rows = { "| seat | side | player |\n|---|---|---|\n" }
  for seat = 1, rules.players do
    rows[#rows + 1] = ("| %d | %d | %s |\n"):format(seat, rules.side_of[seat],
      plain(picture.name(session, seat)))
  end
  out[#out + 1] = table.concat(rows)
  local tip = session.branch.tip
  local state = tree.state_at(tip)
  local events = narrate.visible(state:events(false, session:viewer()))
  out[#out + 1] = "## The game\n"
  if #events > 0 then
    out[#out + 1] = block((show.events(rules, events,
      narrate.gold_at(session), root.token and root.state or nil)
      :gsub("^\n+", "")))
  end
  out[#out + 1] = ("Result: %s\n"):format(result(tip, state))
end

--- Adds another branch of the game: where it leaves, and its own places.
local function put_branch(session, out, branch, main)
  local nodes = {}
  for _, node in ipairs(tree.path(branch.tip)) do
    if not main[node] then nodes[#nodes + 1] = node end
  end
  local first = nodes[1]
  out[#out + 1] = ("## Branch %s, from %s\n"):format(
    plain(tree.label(branch)), tree.place(first.parent))
  out[#out + 1] = ("%s; result: %s\n"):format(
    plain(move_of(session, first)),
    result(branch.tip, tree.state_at(branch.tip)))
  put_places(session, out, nodes)
end

--- The game on the table as Markdown. The session stands where it stood.
function markdown.text(session)
  local here, branch, fault = session.at, session.branch, session.fault
  local out, main = {}, {}
  put_game(session, out)
  local line = tree.path(branch.tip)
  for _, node in ipairs(line) do main[node] = true end
  local places = #out + 1
  put_places(session, out, line)
  if out[places] then table.insert(out, places, "## Places\n") end
  for _, other in ipairs(session.branches) do
    if other ~= branch and other.tip.root == session.root then
      put_branch(session, out, other, main)
    end
  end
  session:switch(branch)
  session:go(here)
  session.fault = fault
  return table.concat(out, "\n")
end

return markdown
