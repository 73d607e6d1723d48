-- The pages of a league (aurum league page): the ladder, a page for each bot,
-- and the games of pairs. They are files that link to each other, for any web
-- server or from disk.
local accuracy = require "aurum.judge.accuracy"
local aurum = require "aurum"
local format = require "aurum.text.format"
local ladder_text = require "aurum.lab.league.ladder_text"
local report = require "aurum.judge.report"
local report_figures = require "aurum.repl.pages.report_figures"
local term = require "aurum.text.term"
local web = require "aurum.repl.pages.web"
local league_page = {}

local longest_name = 60 -- characters
local most_shown = 60 -- bots of a matrix and of a figure

local function known(x) return x == x and x or nil end

local function signed(x) return format.number(x, "%+.2f") end

-- ---- Files ------------------------------------------------------------------

--- The files of pages: of each bot by its name, `of_bot`, and of the games of
--- pairs by "A B", `of_pair`. Names that a file system may take for one get a
--- number. `shown` is of lua/lab/league/shown_games.lua.
function league_page.files(ladder, shown)
  local used, of_bot, of_pair, names = { index = true }, {}, {}, {}
  local function file_of(name)
    local stem = name:gsub("[^%w_%-.]", "_")
    local own, n = stem, 1
    while used[own:lower()] do
      n = n + 1
      own = ("%s-%d"):format(stem, n)
    end
    used[own:lower()] = true
    return own .. ".html"
  end
  for _, bot in ipairs(ladder.bots) do names[#names + 1] = bot.name end
  table.sort(names)
  for _, name in ipairs(names) do
    of_bot[name] = of_bot[name] or file_of("bot-" .. name)
  end
  for _, pair in ipairs(shown) do
    of_pair[pair.first .. " " .. pair.second] = file_of(("games-%s-%s"):format(
      pair.first:gsub("@", "."), (pair.second:gsub("@", "."))))
  end
  return { of_bot = of_bot, of_pair = of_pair }
end

--- The name of a bot with its version, as a link to its page.
local function link(files, bot, text)
  local page = files.of_bot[bot:match "^(.*)@%d+$"]
  return page and { text = text or bot, page = page } or text or bot
end

local to_ladder = { text = "Ladder", page = "index.html" }

--- A cell that opens the games of a pair, if they have a page.
local function games_link(files, a, b, text)
  local page = files.of_pair[a .. " " .. b] or files.of_pair[b .. " " .. a]
  return page and { text = text, page = page } or text
end

-- ---- The ladder -------------------------------------------------------------

--- The bots that play and have played, the best first.
local function playing(ladder)
  local list = {}
  for _, own in ipairs(ladder.bots) do
    if own.state == "plays" and own.blocks > 0 and #list < most_shown then
      list[#list + 1] = own
    end
  end
  return list
end

--- The table of the ladder. The first cell of a row is the place and the bot.
local function ladder_rows(ladder, files)
  local rows = {}
  for i, row in ipairs(ladder_text.rows(ladder, longest_name)) do
    local own = ladder.bots[i - 1]
    local name = own and term.plain(own.bot)
    rows[i] = table.move(row, 3, #row, 2, { own and link(files, own.bot,
      row[1] == "" and name or ("%d %s"):format(row[1], name)) or row[2] })
  end
  return rows
end

local function rating_bars(list, caption)
  local bars = {}
  for _, own in ipairs(list) do
    if own.blocks > 0 then
      bars[#bars + 1] = { term.plain(own.bot), own.rating, own.low, own.high }
    end
  end
  return report_figures.intervals(bars, "%+.0f", caption)
end

local method = "Ratings by the model of Bradley and Terry. Intervals: 95 %, "
  .. "relative to the anchors, Student's t, sandwich variance over deals."

--- The pairs of a ladder by "A B" and, turned, "B A": points a round, deals.
local function by_pair(ladder)
  local found = {}
  for _, pair in ipairs(ladder.pairs) do
    found[pair.first .. " " .. pair.second] = pair
    found[pair.second .. " " .. pair.first] = { first = pair.second,
      second = pair.first, deals = pair.deals, games = pair.games,
      points = 0 - pair.points, share = 1 - pair.share, low = 0 - pair.high,
      high = 0 - pair.low }
  end
  return found
end

--- Points a round of the row's bot against the column's; nil for fewer than
--- three bots, and if none of them have met.
local function matrix(ladder, files)
  local list, met, any = playing(ladder), by_pair(ladder), false
  if #list < 3 then return nil end
  local rows = { { "" } }
  for i, own in ipairs(list) do
    rows[1][i + 1] = tostring(i)
    local row = { link(files, own.bot, ("%d %s"):format(i,
      term.plain(own.bot))) }
    for k, other in ipairs(list) do
      local pair = met[own.bot .. " " .. other.bot]
      any = any or pair ~= nil
      row[k + 1] = pair and games_link(files, own.bot, other.bot,
        format.number(pair.points, "%+.1f")) or ""
    end
    rows[i + 1] = row
  end
  return any and rows or nil
end

--- The one who leads, the size of the ladder, and how sure it is; each a line.
local function lead_of(ladder)
  local best, lines = playing(ladder)[1], {}
  lines[1] = best and ("%s leads with %+.0f%s."):format(term.plain(best.bot),
    best.rating, known(best.low) and best.low < best.high
      and (", 95 %% interval %s"):format(ladder_text.interval(best.low,
        best.high)) or "") or "No games yet."
  lines[2] = ladder_text.size(ladder) .. "."
  lines[3] = ladder_text.honesty(ladder)
  return table.concat(lines, "\n")
end

--- The bots that do not play and why, each a line.
local function idle(ladder, problems)
  local lines = { ladder_text.idle(ladder) }
  for _, one in ipairs(problems) do
    lines[#lines + 1] = ("%s cannot play: %s\n"):format(term.plain(one.name),
      term.plain(one.why))
  end
  return table.concat(lines)
end

local function change_rows(list)
  local rows = { { "day", "what changed" } }
  for i, one in ipairs(list) do rows[i + 1] = { one.day, one.text } end
  return rows
end

--- The first page. `league`: `ladder`; `by_rules`, a list of ladders if there
--- are several rules; `problems`; `changes` (lua/lab/league/changes.lua);
--- `title` and `command`; `feed`, the file of the feed; `judged`, by bot, as of
--- lua/lab/league/judged_games.lua, and `is_measured` by the judge.
function league_page.index(league, files)
  local ladder = league.ladder
  local sections = { { heading = "Ladder", rows = ladder_rows(ladder, files),
    figures = report_figures.list(rating_bars(playing(ladder), method)),
    note = "above the next: the difference to the next bot, with its interval. "
      .. "won: share of games. pts/rd: points a round more than the opponents. "
      .. "Bots met different opponents: compare ratings." } }
  for _, one in ipairs(league.by_rules) do
    sections[#sections + 1] = { heading = "Under " .. one.rules[1],
      rows = ladder_rows(one, files), note = ladder_text.honesty(one) }
  end
  local pairs_ = matrix(ladder, files)
  sections[#sections + 1] = { heading = "Pairs", rows = pairs_,
    note = pairs_ and ("Points a round that the row's bot gets more than the "
      .. "column's; the columns have the numbers of the rows. A link opens the "
      .. "best and the worst game of a pair.%s"):format(#pairs_ > most_shown
        and (" Only the %d best bots."):format(most_shown) or "") }
  sections[#sections + 1] = { heading = "Not playing",
    note = idle(ladder, league.problems) }
  sections[#sections + 1] = { heading = "What changed",
    rows = change_rows(league.changes), classes = { nil, "long" },
    links = { { text = "Feed of what changed", page = league.feed } } }
  return web.report { title = league.title, lead = lead_of(ladder),
    command = league.command, feed = league.feed, data = ladder,
    sections = sections }
end

-- ---- A bot ------------------------------------------------------------------

--- The versions of a bot in their order.
local function versions_of(ladder, name)
  local list = {}
  for _, own in ipairs(ladder.bots) do
    if own.name == name then list[#list + 1] = own end
  end
  table.sort(list, function(a, b) return a.version < b.version end)
  return list
end

local function version_rows(list)
  local rows = { { "version", "since", "state", "rating", "95 % interval",
    "deals", "won", "pts/rd" } }
  for _, own in ipairs(list) do
    local any = own.blocks > 0
    rows[#rows + 1] = { own.bot, own.day, own.state,
      any and ("%+.0f"):format(own.rating) or "-",
      any and ladder_text.interval(own.low, own.high) or "-", own.blocks,
      any and format.percent(own.share, 1, 1) or "-",
      any and signed(own.points) or "-" }
  end
  return rows
end

--- The opponents of a version, the strongest first.
local function opponent_rows(ladder, own, files)
  local rows = { { "against", "rating", "deals", "won", "pts/rd",
    "95 % interval" } }
  local met = by_pair(ladder)
  for _, other in ipairs(ladder.bots) do
    local pair = met[own.bot .. " " .. other.bot]
    if pair then
      rows[#rows + 1] = { link(files, other.bot, term.plain(other.bot)),
        ("%+.0f"):format(other.rating), pair.deals,
        format.percent(pair.share, 1, 1), games_link(files, own.bot, other.bot,
          signed(pair.points)),
        format.interval(known(pair.low), pair.high, "%+.2f", 1, pair.deals) }
    end
  end
  return rows
end

local most_games = 3 -- of the best and of the worst

--- The best and the worst shown games of a bot, with links to them. With one
--- version, no row names it.
local function game_rows(name, shown, files)
  local list, rows, versions = {}, { { "points a round", "as", "against" } }, {}
  local function add(pair, sign, own, other)
    if own:match "^(.*)@%d+$" ~= name then return end
    for k, one in ipairs(pair.games) do
      list[#list + 1] = { points = sign * one.points, other = other, own = own,
        page = ("%s#%d"):format(files.of_pair[pair.first .. " "
          .. pair.second], k), order = #list }
      versions[own] = true
    end
  end
  for _, pair in ipairs(shown) do
    add(pair, 1, pair.first, pair.second)
    add(pair, -1, pair.second, pair.first)
  end
  table.sort(list, function(a, b)
    if a.points ~= b.points then return a.points > b.points end
    return a.order < b.order
  end)
  for i, one in ipairs(list) do
    if i <= most_games or i > #list - most_games then
      rows[#rows + 1] = { { text = signed(one.points), page = one.page },
        term.plain(one.own), link(files, one.other, term.plain(one.other)) }
    end
  end
  local first = next(versions)
  if not (first and next(versions, first)) then
    for _, row in ipairs(rows) do table.remove(row, 2) end
  end
  return rows
end

--- The points that versions lose by kind of decision, in judged games.
local function judged_rows(list, judged)
  local rows = {}
  for _, own in ipairs(list) do
    local one = judged[own.bot]
    if one then
      rows[#rows + 1] = { own.bot, tostring(one.games), one.sums }
    end
  end
  local found = accuracy.rows({ "version", "games" }, rows)
  for i = 3, #found do -- each row says whose it is, since a table sorts
    if found[i][1] == "" then
      found[i][1], found[i][2] = found[i - 1][1], found[i - 1][2]
    end
  end
  return rows[1] and found or {}
end

--- About these rows.
local function judged_note(league)
  return ("lost each: mean loss in points of a decision whose moves differ, "
    .. "with its 95 %% interval, judged by what the seat could know (judge "
    .. "%d). within: share of decisions that may have been best. accuracy: "
    .. "100 is no loss, each further point halves it.\n%s"):format(
    aurum.judged_by.version, league.is_measured and "" or report.not_measured)
end

local function fault_rows(list)
  local rows = { { "version", "fault", "asked to", "times", "batch, game",
    "message" } }
  for _, own in ipairs(list) do
    for _, fault in ipairs(own.faults) do
      rows[#rows + 1] = { own.bot, fault.fault, fault.of, fault.count,
        ("%d, %s"):format(fault.batch, fault.game),
        term.plain(fault.message, nil, 200) }
    end
  end
  return rows
end

--- The state of a bot's last version, in a sentence.
local function bot_lead(own)
  if own.state == "benched" then
    return ("%s is benched: %s"):format(own.bot, term.plain(own.why))
  elseif own.blocks == 0 then
    return ("%s has not played."):format(own.bot)
  end
  local interval = own.low == own.high and "fixed, since it is an anchor"
    or known(own.low) and "95 % interval " .. ladder_text.interval(own.low,
      own.high) or "no interval yet"
  return ("%s %s: rating %+.0f, %s, from %s."):format(own.bot,
    own.state == "plays" and "plays" or own.state == "former"
      and "plays rarely" or ("rests (%s)"):format(own.why), own.rating,
    interval, format.plural(own.blocks, "deal"))
end

--- The page of a bot. `shown` has the games to link to; `sources` the texts of
--- its versions, { name =, text = } each, or nil.
function league_page.bot(league, name, files, shown, sources)
  local list = versions_of(league.ladder, name)
  local own, judged = list[#list], judged_rows(list, league.judged)
  for _, version in ipairs(list) do
    if version.state == "plays" then own = version end
  end
  return web.report { title = ("%s, %s"):format(term.plain(name),
    league.title), lead = bot_lead(own), command = league.command,
    links = { to_ladder }, data = { versions = list }, sections = {
      { heading = "Versions", rows = version_rows(list),
        classes = { nil, "text", "text" },
        figures = report_figures.list(#list > 1 and rating_bars(list, method)
          or nil) },
      { heading = "Opponents of " .. own.bot,
        rows = opponent_rows(league.ladder, own, files) },
      { heading = "Points lost by kind of decision", rows = judged,
        classes = { nil, nil, "text" },
        note = judged[2] and judged_note(league) },
      { heading = "Best and worst games", classes = { nil, "text", "text" },
        rows = game_rows(name, shown, files) },
      { heading = "Faults", rows = fault_rows(list),
        classes = { nil, "text", "text", nil, nil, "long" } },
      { heading = "Sources", files = sources } } }
end

-- ---- Games ------------------------------------------------------------------

--- The page of the games of a pair. `games` is a list of plain data by
--- lua/record/page.lua.
function league_page.games(league, pair, games, files)
  local data, text = { '{"judge":false,"games":[' }, {}
  local links = { to_ladder }
  for i, bot in ipairs { pair.first, pair.second } do
    links[i + 1] = link(files, bot, term.plain(bot))
  end
  for i, game in ipairs(games) do
    local one = pair.games[i]
    game.file, game.line = ("%d.jsonl"):format(one.batch.batch), one.line
    text[i] = ("<h2>Game %d</h2>\n<pre>%s</pre>\n"):format(i,
      web.escape(game.text or ""))
    game.text = nil
    data[#data + 1] = (i > 1 and "," or "") .. web.json(game) .. "\n"
  end
  data[#data + 1] = "]}"
  return web.games { title = ("%s - %s"):format(term.plain(pair.first),
    term.plain(pair.second)), data = data, text = text, links = links,
    command = league.command }
end

return league_page
