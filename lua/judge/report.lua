-- Verdicts of the judge for people, and their sums. Everything here is plain
-- data, so that it can come from another process.
local aurum = require "aurum"
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"
local report = {}

report.asks = { "bid", "change", "play" } -- ORDER of columns
local words = { bid = "bids", change = "changes", play = "plays" }

local marks = { unsure = "(?)", inaccuracy = "?!", mistake = "?",
  blunder = "??" }
local colours = { unsure = "dim", inaccuracy = "yellow", mistake = "yellow",
  blunder = "red" }

--- A verdict with its actions as text.
function report.plain(verdict)
  verdict.done = tostring(verdict.done)
  verdict.better = verdict.better and tostring(verdict.better)
  return verdict
end

--- What a game was judged to be: its verdicts and the luck of its deals, in
--- plain data. `each` is called after every decision. Where the user interrupts
--- it has what there is, and is `cut`.
function report.of(game, options, each)
  local judged = { verdicts = {}, luck = {} }
  local good, problem = pcall(function()
    for verdict in aurum.judge(game, options) do
      table.insert(judged.verdicts, report.plain(verdict))
      if each then each() end
    end
    judged.luck = aurum.luck(game, { sims = options.sims,
      seed = options.seed })
  end)
  if not good and not aurum.sys.interrupted() then error(problem, 0) end
  judged.cut = not good
  return judged
end

--- Whether a verdict is told among the moves of a game: what cost something for
--- sure, or seems to have cost as much as a mistake.
function report.told(verdict)
  local class = verdict.class
  return class == nil or class ~= "fine"
    and (class ~= "unsure" or verdict.loss >= aurum.judged_by.mistake)
end

--- Whether a verdict says for sure that something was lost.
function report.is_sure(verdict)
  return aurum.judged_by[verdict.class or ""] ~= nil
end

-- ---- A verdict ----------------------------------------------------------

--- "2.3 +- 0.8", the half of the 95 % interval.
local function loss_text(verdict)
  return ("%s +- %.1f"):format(format.number(verdict.loss, "%.1f"),
    verdict.high - verdict.loss)
end

--- What the better move leads to that the other does not, where they differ
--- enough to tell.
local function reason(verdict)
  if verdict.solved then return "with all hands seen" end
  local good, bad = verdict.instead, verdict.expected
  if not good then return nil end
  local parts = {}
  local function add(name, a, b, unit, enough, form)
    a, b = a * unit, b * unit
    if math.abs(a - b) < enough then return end
    parts[#parts + 1] = (name .. " " .. form .. " not " .. form):format(a, b)
  end
  add("exact", good.exact, bad.exact, 100, 5, "%.0f%%")
  add("gold", good.gold, bad.gold, 1, 0.3, "%.1f")
  add("others", good.others, bad.others, 1, 0.5, "%.1f")
  add("round", good.round, bad.round, 100, 5, "%.0f%%")
  return parts[1] and table.concat(parts, ", ")
end

--- Lines of at most 80 columns under an indent.
local function folded(text)
  local indent = "      "
  return table.concat(wrap.lines(indent .. text, 80, indent), "\n")
end

local articles = { inaccuracy = "an inaccuracy", mistake = "a mistake",
  blunder = "a blunder" }

--- A verdict in a line or a few, without a newline at the end.
function report.text(verdict)
  local head = ("seat %d, %s: "):format(verdict.seat, verdict.done)
  if not verdict.class then
    return folded(head .. "not judged: " .. term.plain(verdict.problem))
  end
  local text
  if verdict.done == verdict.better then
    return ("      %sfine%s"):format(head, verdict.matters and ""
      or ", as is all else")
  elseif verdict.class == "fine" then
    return ("      %sfine, it loses %s against %s"):format(head,
      loss_text(verdict), verdict.better)
  elseif verdict.class == "unsure" then
    text = ("unsure, it may lose %s"):format(loss_text(verdict))
  else
    text = ("%s, it loses %s"):format(articles[verdict.class],
      loss_text(verdict))
  end
  local why = reason(verdict)
  local mark = term.paint(colours[verdict.class],
    (" %4s"):format(marks[verdict.class]))
  return ("%s %s%s\n%s"):format(mark, head, text, folded(("better %s%s")
    :format(verdict.better, why and ": " .. why or "")))
end

-- ---- Sums ---------------------------------------------------------------

local sums = {}
sums.__index = sums

--- Losses summed: of a seat, or of a bot over games.
function report.sums()
  local self = { n = 0, rounds = 0, unjudged = 0, loss = {}, squares = {},
    classes = {} }
  for _, ask in ipairs(report.asks) do
    self.loss[ask], self.squares[ask] = 0, 0
  end
  return setmetatable(self, sums)
end

--- Add a verdict.
function sums:add(verdict)
  self.n = self.n + 1
  if not verdict.class then
    self.unjudged = self.unjudged + 1
    return
  end
  local ask, classes = verdict.ask, self.classes
  self.loss[ask] = self.loss[ask] + verdict.loss
  self.squares[ask] = self.squares[ask] + verdict.error ^ 2
  classes[verdict.class] = (classes[verdict.class] or 0) + 1
end

--- Add what another summed.
function sums:join(other)
  self.n, self.rounds = self.n + other.n, self.rounds + other.rounds
  self.unjudged = self.unjudged + other.unjudged
  for _, ask in ipairs(report.asks) do
    self.loss[ask] = self.loss[ask] + other.loss[ask]
    self.squares[ask] = self.squares[ask] + other.squares[ask]
  end
  for class, n in pairs(other.classes) do
    self.classes[class] = (self.classes[class] or 0) + n
  end
end

--- The loss at what was asked, at all of it if that is nil, and its standard
--- error: errors of decisions are independent, their squares add up.
function sums:total(ask)
  if ask then return self.loss[ask], math.sqrt(self.squares[ask]) end
  local loss, squares = 0, 0
  for _, one in ipairs(report.asks) do
    loss, squares = loss + self.loss[one], squares + self.squares[one]
  end
  return loss, math.sqrt(squares)
end

--- The sums of each seat of a judged game with so many rounds.
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

--- A table of sums: rows { label..., sums }, its first heads those of the
--- labels; each divided by what `per` says of it (1).
function report.table(heads, rows, per)
  local head = { table.unpack(heads) }
  for _, ask in ipairs(report.asks) do head[#head + 1] = words[ask] end
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
    for _, ask in ipairs(report.asks) do put(own:total(ask)) end
    put(own:total())
    for _, class in ipairs { "inaccuracy", "mistake", "blunder", "unsure" } do
      line[#line + 1] = own.classes[class] or 0
    end
    list[#list + 1] = line
  end
  return term.table(list, (" "):rep(#heads - 1) .. "<")
end

--- The luck of a game's deals as a table.
function report.luck(luck)
  local list = { { "round", "side", "the deal", "it came to", "difference" } }
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
  return term.table(list, "")
end

--- A name that leaves room for figures.
function report.short(name, width)
  name = term.plain(name)
  if (utf8.len(name) or #name) <= width then return name end
  return name:sub(1, (utf8.offset(name, width - 1) or width - 1) - 1) .. ".."
end

return report
