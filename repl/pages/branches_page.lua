-- The game on the table as the data of a page, each of its branches as a game,
-- with comments and the verdicts that are known. While a person plays, the data
-- hold only what that seat could know.
local aurum = require "aurum"
local page = require "aurum.record.page"
local page_notes = require "aurum.record.page_notes"
local report = require "aurum.judge.report"
local term = require "aurum.text.term"
local narrate = require "aurum.repl.show.narrate"
local picture = require "aurum.repl.show.picture"
local tree = require "aurum.repl.session.tree"
local web = require "aurum.repl.pages.web"
local branches_page = {}

--- The players of a game as a record names them.
local function names_of(session, rules)
  local names = {}
  for seat = 1, rules.players do names[seat] = picture.name(session, seat) end
  return names
end

--- The comments and verdicts on the way to a branch's end, by place, and a list
--- of what bots noted; "end" is where the branch ends, which has a place of its
--- own on a page.
local function remarks_of(session, branch)
  local comments, verdicts, noted = {}, {}, {}
  for _, node in ipairs(tree.path(branch.tip)) do
    noted[#noted + 1] = node.notes
    if node.comment then
      local place = node == branch.tip and "end" or tree.place(node)
      comments[place] = term.plain(node.comment, nil, 5000)
    end
    local verdict = narrate.verdict(session, node)
    if verdict then verdicts[verdict.place] = report.shown(verdict) end
  end
  return next(comments) and comments, next(verdicts) and verdicts, noted
end

--- A branch of a session as the data of a game, and its text.
function branches_page.game(session, branch)
  local root, state = branch.tip.root, tree.state_at(branch.tip)
  local over = state.phase == "over"
  local game = page.game({ names = names_of(session, root.rules),
    winners = state.winners, faults = {}, seed = root.seed }, root.rules, state,
    true, session:viewer())
  if not over then game.result = "The game is unfinished." end
  game.file = "branch " .. term.plain(tree.label(branch))
  local noted
  game.comments, game.verdicts, noted = remarks_of(session, branch)
  game.notes, game.notes_left = page_notes.of(noted, state, session:viewer())
  local text = game.text
  game.text = nil
  if not over then text = text:gsub("[^\n]*\n$", "") .. game.result .. "\n" end
  return game, text
end

--- The page of the game on the table, its current branch first.
function branches_page.page(session)
  local branches = { session.branch }
  for _, other in ipairs(session.branches) do
    if other ~= session.branch and other.tip.root == session.root then
      branches[#branches + 1] = other
    end
  end
  local data, text, version = {}, {}, nil
  for i, branch in ipairs(branches) do
    local game, shown = branches_page.game(session, branch)
    if game.verdicts then version = aurum.judged_by.version end
    data[#data + 1] = (i > 1 and "," or "") .. web.json(game) .. "\n"
    text[i] = ("<h2>%s</h2>\n<pre>%s</pre>\n"):format(web.escape(game.file),
      web.escape(shown))
  end
  table.insert(data, 1, ('{"judge":%s,"games":['):format(version or "false"))
  data[#data + 1] = "]}"
  local rules = session.root.rules
  return web.games { title = ("%s, %d players"):format(term.plain(rules.title),
    rules.players), data = data, text = text, judge = version,
    command = "export html" }
end

return branches_page
