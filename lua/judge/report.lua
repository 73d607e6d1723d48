-- Verdicts of the judge as text, and tables of losses and luck. Verdicts are
-- plain data here, so that they can come from another process.
local aurum = require "aurum"
local actions = require "aurum.text.actions"
local calibration = require "aurum.judge.calibration"
local verdict_class = require "aurum.judge.verdict_class"
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local losses = require "aurum.judge.losses"
local verdicts = require "aurum.judge.verdicts"
local wrap = require "aurum.text.wrap"
local report = {}

local heads_of = { bid = "bids", change = "changes", play = "plays",
  answer = "answers" }

local marks = { unsure = "(?)", inaccuracy = "?!", mistake = "?",
  blunder = "??" }
local colours = { unsure = "dim", inaccuracy = "gold", mistake = "orange",
  blunder = "red" }

--- Judges a game. Returns its verdicts and the luck of its deals as plain data.
--- `each` is called after every decision. If the user interrupts, the result is
--- partial and its field `cut` is true. With several `jobs` (1), workers share
--- the decisions; the result is the same. `without_luck` leaves luck empty.
function report.judge(game, options, each, jobs, without_luck)
  local judged = { verdicts = {}, luck = {} }
  local good, problem = pcall(function()
    for verdict in verdicts.of(game, options, jobs or 1) do
      table.insert(judged.verdicts, verdict)
      if each then each() end
    end
    if without_luck then return end
    judged.luck = aurum.luck(game, { sims = options.sims,
      seed = options.seed })
  end)
  if not good and not aurum.sys.interrupted() then error(problem, 0) end
  judged.cut = not good
  return judged
end

report.is_notable = verdict_class.is_notable
report.is_sure = verdict_class.is_sure

--- True if the judge's errors were measured under rules of this name and number
--- of players; if not, its figures come with the line `not_measured`.
report.is_measured = calibration.is_measured
report.not_measured =
  "The errors of the judge (+-) were not measured under these rules."

-- ---- A verdict ----------------------------------------------------------

--- "2.3 +- 0.8": the loss, and how far its 95 % confidence interval reaches
--- above it; "up to 1.5" where none was found.
local function loss_text(verdict)
  if verdict.loss < 0.05 then
    return ("up to %s"):format(format.number(verdict.high, "%.1f"))
  end
  return ("%s +- %.1f"):format(format.number(verdict.loss, "%.1f"),
    verdict.high - verdict.loss)
end

--- The expected results in which the better move clearly differs, those that
--- speak against it last; or nil. They come from playouts, which may find the
--- other move better than the judge does: then there are none.
local function reason(verdict)
  if verdict.solved then
    return verdict.worlds == 1 and "only one deal is possible"
      .. (verdict.high - verdict.loss < 0.05 and ""
      or "; the +- stands for what the other seats cannot see")
      or ("over %s possible deals, each solved with open hands"):format(
        verdict.worlds or "the")
  end
  local good, bad = verdict.instead, verdict.expected
  if not good or good.points - good.others <= bad.points - bad.others then
    return nil
  end
  local parts, against = {}, {}
  local function add(name, key, sign, unit, enough, form)
    local a, b = good[key] * unit, bad[key] * unit
    if math.abs(a - b) < enough then return end
    local list = (a - b) * sign > 0 and parts or against
    list[#list + 1] = (name .. " " .. form .. " instead of " .. form)
      :format(a, b)
  end
  add("exact bid in", "exact", 1, 100, 5, "%.0f%%")
  add("gold scores", "gold", 1, 1, 0.3, "%.1f")
  add("opponents score", "others", -1, 1, 0.5, "%.1f")
  add("round won in", "round", 1, 100, 5, "%.0f%%")
  if against[1] then
    against[1] = "although " .. against[1]
    table.move(against, 1, #against, #parts + 1, parts)
  end
  return parts[1] and table.concat(parts, ", ")
end

report.reason = reason

--- Lines under an indent of 6, in which a mark of 5 columns may stand. They
--- have at most 80 columns, or fit a narrow terminal in the REPL.
local function folded(text, mark)
  local indent = "      "
  text = table.concat(wrap.lines(indent .. text,
    term.width or 80, indent), "\n")
  return mark and mark .. text:sub(6) or text
end

--- True if no move seemed better than the one made, or none was judged.
local function is_best(verdict)
  return not verdict.better or actions.same(verdict.better, verdict.done)
end

local articles = { inaccuracy = "an inaccuracy", mistake = "a mistake",
  blunder = "a blunder" }

--- A verdict in one or more lines, without a newline at the end.
function report.text(verdict)
  local head = ("seat %d, %s: "):format(verdict.seat,
    actions.phrase(verdict.done))
  if not verdict.class then
    return folded(head .. "not judged: " .. term.plain(verdict.problem))
  end
  local better = actions.phrase(verdict.better)
  local text
  if is_best(verdict) then
    return folded(head .. (verdict.class == "unsure"
      and ("unsure; another choice may gain up to %.1f"):format(verdict.high)
      or verdict.matters and "fine" or "fine; every choice is about equal"))
  elseif verdict.class == "fine" then
    return folded(("%sfine; it loses %s against %s"):format(head,
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
    lines = { folded(head, mark), folded(text) } -- break after the colon
  end
  lines[#lines + 1] = folded(("Better: %s%s"):format(better,
    why and (why:find "^although" and ", " or "; ") .. why or ""))
  return table.concat(lines, "\n")
end

--- The mark of a verdict: "?!", "?", "??" or "(?)"; nil for a fine move, and
--- for one that is unsure although no other seems better.
function report.mark(verdict)
  return not is_best(verdict) and marks[verdict.class] or nil
end

--- A notable verdict as a remark behind the move: "?! loses 1.2 +- 0.5, better
--- P3".
function report.note(verdict)
  if not verdict.class then
    return "not judged: " .. term.plain(verdict.problem)
  end
  return ("%s loses %s, better %s"):format(marks[verdict.class],
    loss_text(verdict), actions.phrase(verdict.better, true))
end

local valued = 12 -- actions with a value, of a verdict on a page

--- The greatest values of a verdict and that of the action made, with one
--- decimal; nil if it has none.
local function shown_values(verdict, done)
  local list, by = {}, {}
  for action in pairs(verdict.values or {}) do list[#list + 1] = action end
  table.sort(list, function(a, b)
    local x, y = verdict.values[a], verdict.values[b]
    if x ~= y then return x > y end
    return a < b
  end)
  for i, action in ipairs(list) do
    if i <= valued or action == done then
      by[action] = math.floor(verdict.values[action] * 10 + 0.5) / 10
    end
  end
  return list[1] and by
end

--- A verdict for a page: `text`, a list of lines; `mark`, such as "??", beside
--- its move, and then the `better` action; `bad`, true for a sure loss; its
--- seat, loss and error; `done`, the action made; and the `values` of actions,
--- if it has any.
function report.shown(verdict)
  local lines, done = {}, actions.text(verdict.done)
  for line in report.text(verdict):gsub("\27%[[%d;]*m", "")
    :gmatch "[^\n]+" do
    lines[#lines + 1] = line:match "^%s*(.-)%s*$"
  end
  return { seat = verdict.seat, text = lines, loss = verdict.loss,
    error = verdict.error, mark = report.mark(verdict),
    better = report.mark(verdict) and actions.text(verdict.better) or nil,
    bad = report.is_sure(verdict) or nil, done = done,
    values = shown_values(verdict, done) }
end

-- ---- Tables -------------------------------------------------------------

--- A table of sums. `heads` are the heads of the label columns, each row is
--- { label..., sums }. Losses are means of a round if `each_round`, else sums.
function report.table(heads, rows, each_round)
  local head, all = { table.unpack(heads) }, {}
  for i, row in ipairs(rows) do all[i] = row[#heads + 1] end
  local asks = losses.kinds_in(all)
  for _, ask in ipairs(asks) do head[#head + 1] = heads_of[ask] end
  for _, name in ipairs { "all", "?!", "?", "??", "(?)" } do
    head[#head + 1] = name
  end
  local list = { head }
  for _, row in ipairs(rows) do
    local line, own = { table.unpack(row, 1, #heads) }, row[#heads + 1]
    local function put(ask)
      local loss, error_ = own:total(ask)
      local half = 1.96 * error_
      if each_round then
        local mean, _, interval = own:mean(ask, "rounds")
        loss, half = mean, interval
      end
      line[#line + 1] = loss and ("%s+-%.1f"):format(
        format.number(loss, "%.1f"), half) or "-"
    end
    for _, ask in ipairs(asks) do put(ask) end
    put()
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
