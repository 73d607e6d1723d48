-- Verdicts of the judge as text, and sums of losses. Verdicts are plain data
-- here, so that they can come from another process.
local aurum = require "aurum"
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local verdicts = require "aurum.judge.verdicts"
local wrap = require "aurum.text.wrap"
local report = {}

report.asks = { "bid", "change", "play", "answer" } -- in columns
local heads_of = { bid = "bids", change = "changes", play = "plays",
  answer = "answers" }

local marks = { unsure = "(?)", inaccuracy = "?!", mistake = "?",
  blunder = "??" }
local colours = { unsure = "dim", inaccuracy = "gold", mistake = "orange",
  blunder = "red" }

--- Judges a game. Returns its verdicts and the luck of its deals as plain data.
--- `each` is called after every decision. If the user interrupts, the result is
--- partial and its field `cut` is true. With several `jobs` (1), workers share
--- the decisions; the result is the same.
function report.judge(game, options, each, jobs)
  local judged = { verdicts = {}, luck = {} }
  local good, problem = pcall(function()
    for verdict in verdicts.of(game, options, jobs or 1) do
      table.insert(judged.verdicts, verdict)
      if each then each() end
    end
    judged.luck = aurum.luck(game, { sims = options.sims,
      seed = options.seed })
  end)
  if not good and not aurum.sys.interrupted() then error(problem, 0) end
  judged.cut = not good
  return judged
end

--- True if a verdict is worth a note among the moves of a game: a sure loss, or
--- an unsure one that may be as large as a mistake.
function report.is_notable(verdict)
  if not verdict then return false end
  local class = verdict.class
  return class == nil or class ~= "fine"
    and (class ~= "unsure" or verdict.loss >= aurum.judged_by.mistake)
end

--- True if a verdict is a sure loss.
function report.is_sure(verdict)
  return aurum.judged_by[verdict.class or ""] ~= nil
end

-- ---- A verdict ----------------------------------------------------------

--- "2.3 +- 0.8": the loss and half of its 95 % confidence interval.
local function loss_text(verdict)
  return ("%s +- %.1f"):format(format.number(verdict.loss, "%.1f"),
    verdict.high - verdict.loss)
end

--- The expected results in which the better move clearly differs, or nil.
local function reason(verdict)
  if verdict.solved then return "solved with all hands open" end
  local good, bad = verdict.instead, verdict.expected
  if not good then return nil end
  local parts = {}
  local function add(name, a, b, unit, enough, form)
    a, b = a * unit, b * unit
    if math.abs(a - b) < enough then return end
    parts[#parts + 1] = (name .. " " .. form .. " instead of " .. form)
      :format(a, b)
  end
  add("exact bid in", good.exact, bad.exact, 100, 5, "%.0f%%")
  add("gold scores", good.gold, bad.gold, 1, 0.3, "%.1f")
  add("opponents score", good.others, bad.others, 1, 0.5, "%.1f")
  add("round won in", good.round, bad.round, 100, 5, "%.0f%%")
  return parts[1] and table.concat(parts, ", ")
end

--- Lines under an indent of 6, in which a mark of 5 columns may stand. They
--- have at most 80 columns, or those of a narrow terminal.
local function folded(text, mark)
  local indent = "      "
  text = table.concat(wrap.lines(indent .. text,
    term.width or 80, indent), "\n")
  return mark and mark .. text:sub(6) or text
end

--- An action as a phrase: "pay G2 and replace seat 2's bid by Z7".
local function phrase(action)
  action = tostring(action)
  local gold, card, of = action:match "^change (%S+) (%S+) of (%d+)$"
  if gold then
    return ("pay %s and replace seat %s's bid by %s"):format(gold, of, card)
  end
  if action == "keep" then return "keep the bids" end
  local question, answer = action:match "^answer (%S+) (.+)$"
  if question then return ("answer %s to %s"):format(answer, question) end
  return (action:gsub("^bid %-(.*)$", "bid %1 face down"))
end

local articles = { inaccuracy = "an inaccuracy", mistake = "a mistake",
  blunder = "a blunder" }

--- A verdict in one or more lines, without a newline at the end.
function report.text(verdict)
  local head = ("seat %d, %s: "):format(verdict.seat, phrase(verdict.done))
  if not verdict.class then
    return folded(head .. "not judged: " .. term.plain(verdict.problem))
  end
  local better = phrase(verdict.better)
  local text
  if verdict.done == verdict.better then
    return folded(head .. (verdict.matters and "fine"
      or "fine; every choice is about equal"))
  elseif verdict.class == "fine" then
    return folded(("%sfine; it loses %s compared with %s"):format(head,
      loss_text(verdict), better))
  elseif verdict.class == "unsure" then
    text = ("unsure; it may lose %s"):format(loss_text(verdict))
  else
    text = ("%s that loses %s"):format(articles[verdict.class],
      loss_text(verdict))
  end
  local why = reason(verdict)
  local mark = term.paint(colours[verdict.class],
    (" %4s"):format(marks[verdict.class]))
  local lines = { folded(head .. text, mark) }
  if #head + #text > 74 then
    lines = { folded(head, mark), folded(text) } -- break behind the colon
  end
  lines[#lines + 1] = folded(("Better: %s%s"):format(better,
    why and "; " .. why or ""))
  return table.concat(lines, "\n")
end

--- The mark of a verdict: "?!", "?", "??" or "(?)"; nil for a fine move.
function report.mark(verdict) return marks[verdict.class] end

--- A notable verdict as a remark behind the move: "?! loses 1.2 +- 0.5, better
--- P3".
function report.note(verdict)
  if not verdict.class then
    return "not judged: " .. term.plain(verdict.problem)
  end
  local better = phrase(verdict.better):gsub("^play ", ""):gsub("^bid ", "")
  return ("%s loses %s, better %s"):format(marks[verdict.class],
    loss_text(verdict), better)
end

--- A verdict for a page: `text`, a list of lines; `mark`, such as "??", beside
--- its move; `bad`, true for a sure loss; and its seat, loss and error.
function report.shown(verdict)
  local lines = {}
  for line in report.text(verdict):gsub("\27%[[%d;]*m", "")
    :gmatch "[^\n]+" do
    lines[#lines + 1] = line:match "^%s*(.-)%s*$"
  end
  return { seat = verdict.seat, text = lines, loss = verdict.loss,
    error = verdict.error, mark = marks[verdict.class],
    bad = report.is_sure(verdict) or nil }
end

-- ---- Sums ---------------------------------------------------------------

local sums = {}
sums.__index = sums

--- A sum of losses: of a seat, or of a bot over games.
function report.sums()
  local self = { n = 0, rounds = 0, unjudged = 0, classes = {}, by = {} }
  for _, ask in ipairs(report.asks) do
    self.by[ask] = { loss = 0, squares = 0, doubt = 0, choices = 0, near = 0 }
  end
  return setmetatable(self, sums)
end

--- Adds a verdict.
function sums:add(verdict)
  self.n = self.n + 1
  if not verdict.class then
    self.unjudged = self.unjudged + 1
    return
  end
  local own, classes = self.by[verdict.ask], self.classes
  own.loss = own.loss + verdict.loss
  own.squares = own.squares + verdict.error ^ 2 - verdict.doubt ^ 2
  own.doubt = own.doubt + verdict.doubt
  if verdict.matters then
    own.choices = own.choices + 1
    own.near = own.near + (verdict.low <= 0 and 1 or 0)
  end
  classes[verdict.class] = (classes[verdict.class] or 0) + 1
end

--- Adds another sum.
function sums:join(other)
  self.n, self.rounds = self.n + other.n, self.rounds + other.rounds
  self.unjudged = self.unjudged + other.unjudged
  for _, ask in ipairs(report.asks) do
    local own = self.by[ask]
    for key, x in pairs(other.by[ask]) do own[key] = own[key] + x end
  end
  for class, n in pairs(other.classes) do
    self.classes[class] = (self.classes[class] or 0) + n
  end
end

--- The loss by a kind of decision (one of report.asks; nil: by all) and
--- its standard error. The errors of decisions are independent, so that their
--- squares add up, but for the doubt about the scale, which they share: it adds
--- up itself.
function sums:total(ask)
  local loss, squares, doubt = 0, 0, 0
  for _, one in ipairs(ask and { ask } or report.asks) do
    local own = self.by[one]
    loss, doubt = loss + own.loss, doubt + own.doubt
    squares = squares + own.squares
  end
  return loss, math.sqrt(squares + doubt ^ 2)
end

--- The number of decisions of a kind (nil: of all) whose moves differ, and the
--- number of those whose interval contains 0.
function sums:choices(ask)
  local choices, near = 0, 0
  for _, one in ipairs(ask and { ask } or report.asks) do
    choices = choices + self.by[one].choices
    near = near + self.by[one].near
  end
  return choices, near
end

--- The sums of each seat of a judged game of `rounds` rounds.
function report.by_seat(judged, seats, rounds)
  local list = {}
  for seat = 1, seats do
    list[seat] = report.sums()
    list[seat].rounds = rounds
  end
  for _, verdict in ipairs(judged.verdicts) do
    list[verdict.seat]:add(verdict)
  end
  return list
end

--- The kinds of decisions among sums: no answers if none was judged.
function report.asks_in(list)
  local answers = 0
  for _, own in ipairs(list) do answers = answers + own:choices "answer" end
  return table.move(report.asks, 1, answers > 0 and 4 or 3, 1, {})
end

--- A table of sums. `heads` are the heads of the label columns, each row is
--- { label..., sums }. Losses are divided by `per(sums)` if it is given.
function report.table(heads, rows, per)
  local head, all = { table.unpack(heads) }, {}
  for i, row in ipairs(rows) do all[i] = row[#heads + 1] end
  local asks = report.asks_in(all)
  for _, ask in ipairs(asks) do head[#head + 1] = heads_of[ask] end
  for _, name in ipairs { "all", "?!", "?", "??", "(?)" } do
    head[#head + 1] = name
  end
  local list = { head }
  for _, row in ipairs(rows) do
    local line, own = { table.unpack(row, 1, #heads) }, row[#heads + 1]
    local function put(loss, error_)
      local by = per and per(own) or 1
      line[#line + 1] = by == 0 and "-" or ("%s+-%.1f"):format(
        format.number(loss / by, "%.1f"), 1.96 * error_ / by)
    end
    for _, ask in ipairs(asks) do put(own:total(ask)) end
    put(own:total())
    for _, class in ipairs { "inaccuracy", "mistake", "blunder", "unsure" } do
      line[#line + 1] = own.classes[class] or 0
    end
    list[#list + 1] = line
  end
  return term.table(list, (" "):rep(#heads - 1) .. "<", #heads)
end

--- The luck of the deals of a game as a table.
function report.luck(luck)
  local list = { { "round", "side", "expected", "actual", "difference" } }
  for _, round in ipairs(luck) do
    for side, worth in ipairs(round.worth) do
      local came = round.came and round.came[side]
      list[#list + 1] = { side == 1 and round.round or "", side,
        ("%s+-%.1f"):format(format.number(worth, "%+.1f"),
          1.96 * round.error[side]),
        came and format.number(came, "%+.1f") or "-",
        came and format.number(came - worth, "%+.1f") or "-" }
    end
  end
  return term.table(list, "", 2)
end

--- A name cut to a width; ".." marks the cut.
function report.short(name, width)
  name = term.plain(name)
  if (utf8.len(name) or #name) <= width then return name end
  return name:sub(1, (utf8.offset(name, width - 1) or width - 1) - 1) .. ".."
end

return report
