-- The game on the table as a text for other programs and people: a record,
-- plain text, Markdown, a page. Each is a function of the session.
local show = require "aurum.record.show"
local branches_page = require "aurum.repl.pages.branches_page"
local markdown = require "aurum.repl.show.markdown"
local narrate = require "aurum.repl.show.narrate"
local picture = require "aurum.repl.show.picture"
local term = require "aurum.text.term"
local tree = require "aurum.repl.session.tree"
local exports = { markdown = markdown.text, html = branches_page.page }

--- The game up to the end of the branch as a line of a record file.
function exports.record(session)
  local branch = session.branch
  local root, names = branch.tip.root, {}
  for seat = 1, root.rules.players do
    local bot = not root.humans[seat] and root.bots[seat]
    names[seat] = bot and bot.name .. (bot.spec:match ":.*$" or "") or ""
  end
  local state = tree.state_at(branch.tip)
  return state:record { seed = root.seed, names = names }
end

--- The game up to the end of the branch as text, trick by trick.
function exports.text(session)
  local rules = session.root.rules
  local text = ("%s, %d players, seed %s\n"):format(term.plain(rules.title),
    rules.players, term.plain(session.root.seed))
  for seat = 1, rules.players do
    text = text .. ("  seat %d  %s\n"):format(seat,
      picture.name(session, seat))
  end
  local tip = tree.state_at(session.branch.tip)
  local start = session.root.token and session.root.state or nil
  text = text .. show.events(rules,
    narrate.visible(tip:events(false, session:viewer())),
    narrate.gold_at(session), start)
  if tip.phase == "over" then
    text = text .. ("%s won\n"):format(show.sides(tip.winners))
  end
  return (text:gsub("\27%[[%d;]*m", ""))
end

return exports
