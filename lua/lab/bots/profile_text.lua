-- The profile of a bot (lua/lab/bots/bot_profile.lua) as text.
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local profile_text = {}

local lines_most = 12
local text_most = 40 -- characters of a line of Lua, so that 80 columns suffice

local function calls_table(profile)
  local total = 0
  for _, row in ipairs(profile.calls) do total = total + row.seconds end
  local rows = { { "callback", "calls", "ms/call", "time", "KiB/call",
    "searches", "simulations" } }
  for _, row in ipairs(profile.calls) do
    rows[#rows + 1] = { row.name, row.calls,
      ("%.4f"):format(1000 * row.seconds / row.calls),
      format.percent(row.seconds, total),
      ("%.1f"):format(row.allocated / row.calls / 1024), row.searches,
      row.sims }
  end
  return term.table(rows, "<")
end

--- The first characters of a line of Lua.
local function cut(text)
  text = term.plain(text)
  local past = utf8.len(text) and utf8.offset(text, text_most + 1)
  return past and past <= #text and text:sub(1, past - 1) or text
end

local function lines_table(profile)
  if not profile.lines[1] then
    return "no samples of lines: the calls were too short; play more games\n"
  end
  local rows = { { "time", "samples", "line", "text" } }
  for i, row in ipairs(profile.lines) do
    if i > lines_most then break end
    rows[#rows + 1] = { ("%.1f%%"):format(100 * row.share), row.count,
      ("%s:%d"):format(term.plain(row.file), row.line), cut(row.text) }
  end
  return term.table(rows, ">><<")
end

local function answers(list)
  local lines = {}
  for i, answer in ipairs(list) do
    lines[i] = ("  %.3f ms, %s, game %s, %s, seat %d\n    %s\n"):format(
      1000 * answer.seconds, answer.ask, term.plain(answer.game),
      format.place(answer), answer.seat, answer.position)
  end
  return table.concat(lines)
end

--- The answers that were stopped, with the lines that they were in.
local function stopped_text(profile)
  local parts = {}
  for _, answer in ipairs(profile.stopped) do
    parts[#parts + 1] = answers { answer }
    local shown = { lines = table.move(answer.lines, 1, 3, 1, {}) }
    parts[#parts + 1] = ("    %s\n%s"):format(term.plain(answer.message),
      (lines_table(shown):gsub("[^\n]+", "    %0")))
  end
  if not parts[1] then return "" end
  local more = profile.stopped_n - #profile.stopped
  local head = more == 0 and "stopped answers" or
    ("stopped answers, the first %d of %d"):format(#profile.stopped,
      profile.stopped_n)
  return head .. "\n" .. table.concat(parts) .. "\n"
end

--- The samples in the format of flame graph tools: a line for each stack, with
--- its microseconds.
function profile_text.stacks(profile)
  local lines = {}
  for i, row in ipairs(profile.stacks) do
    lines[i] = ("%s %d\n"):format(row.stack:gsub(" ([%(%[])", "_%1"),
      math.floor(1e6 * row.seconds + 0.5))
  end
  return table.concat(lines)
end

--- A profile as text. `head` says what was played.
function profile_text.text(profile, head)
  local faults = profile.faults == 0 and "" or ("%s, the first: %s\n"):format(
    format.plural(profile.faults, "fault"), term.plain(profile.fault, "\n\t"))
  return table.concat { head, "\n\n", stopped_text(profile),
    calls_table(profile), "\n", lines_table(profile), "\nslowest answers\n",
    answers(profile.slowest),
    faults }
end

return profile_text
