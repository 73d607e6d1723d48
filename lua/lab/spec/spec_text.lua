-- The results of specs (bot_spec.lua) as texts: a list for people, TAP, JUnit's
-- XML.
local format = require "aurum.text.format"
local svg = require "aurum.text.svg"
local term = require "aurum.text.term"
local spec_text = {}

local marks = { pass = { "ok", "green" }, fail = { "failed", "red" },
  error = { "error", "red" }, pending = { "pending", "yellow" } }

--- A text of several lines with a margin before each line.
local function with_margin(text, by)
  text = text:gsub("\n+$", "")
  return by .. text:gsub("\n", function() return "\n" .. by end) .. "\n"
end

local function indented(text, by)
  return with_margin(term.plain(text, "\n\t"), by)
end

--- The lines that a test printed, with a margin.
local function printed_lines(text, by)
  return with_margin(term.whole(text), by)
end

--- Where a problem is: "duck_spec.lua:12: ".
local function place(path, line)
  return line and ("%s:%d: "):format(path, line) or path .. ": "
end

--- The lines that explain a test or a file with a problem.
local function explained(problem, path, line)
  local list = { place(path, line) .. problem.message }
  for _, text in ipairs(problem.lines or {}) do
    list[#list + 1] = "  " .. text
  end
  return table.concat(list, "\n")
end

local function explained_test(test, path)
  return explained(test, path, test.failed_line or test.line)
end

local function has_failed(test)
  return test.status == "fail" or test.status == "error"
end

-- ---- For people -----------------------------------------------------------

--- The head of a file, and its problem if it has one.
function spec_text.file(file)
  local text = term.plain(file.path) .. "\n"
  if not file.problem then return text end
  local printed = file.printed and printed_lines(file.printed, "    | ") or ""
  return text .. ("  %s\n"):format(term.paint("red", "error"))
    .. indented(explained(file.problem, file.path, file.problem.line), "    ")
    .. printed
end

--- The groups of a test that the test before it is not in.
local function groups(test, before)
  local text, same = "", before ~= nil
  for i = 1, #test.names - 1 do
    same = same and before.names[i] == test.names[i] and i < #before.names
    if not same then
      text = text .. ("  "):rep(i) .. term.plain(test.names[i]) .. "\n"
    end
  end
  return text
end

--- A test, below those before it.
function spec_text.test(test, file, before)
  local margin = ("  "):rep(#test.names)
  local word, colour = table.unpack(marks[test.status])
  local text = groups(test, before) .. ("%s%s%s%s\n"):format(margin,
    term.paint(colour, word), (" "):rep(9 - #word),
    term.plain(test.names[#test.names]))
  if has_failed(test) then
    text = text .. indented(explained_test(test, file.path), margin .. "  ")
  elseif test.status == "pending" and test.message and test.message ~= "" then
    text = text .. indented(test.message, margin .. "  ")
  elseif test.told then
    text = text .. indented(test.told, margin .. "         ")
  end
  if test.printed then
    text = text .. printed_lines(test.printed, margin .. "  | ")
  end
  return text
end

--- The last line.
function spec_text.summary(result)
  local counts, parts = result.counts, {}
  local function add(n, word)
    if n > 0 then parts[#parts + 1] = ("%d %s"):format(n, word) end
  end
  add(counts.pass, "passed")
  add(counts.fail, "failed")
  add(counts.error, counts.error == 1 and "error" or "errors")
  add(counts.pending, "pending")
  return ("%s in %s: %s\n"):format(format.plural(result.n, "test"),
    format.plural(#result.files, "file"),
    parts[1] and table.concat(parts, ", ") or "nothing was run")
end

-- ---- TAP -------------------------------------------------------------------

local function tap_name(text)
  return (term.plain(text):gsub("[#\\]", "\\%0"))
end

--- The head of TAP for `n` points: tests, and files with a problem.
function spec_text.tap_head(n)
  return ("TAP version 13\n1..%d\n"):format(n)
end

--- The line of a file with a problem.
function spec_text.tap_file(number, file)
  return ("not ok %d - %s\n%s"):format(number, tap_name(file.path),
    indented(explained(file.problem, file.path, file.problem.line), "# "))
end

--- The line of a test and its explanation.
function spec_text.tap_test(number, test, file)
  local text = ("%s %d - %s%s\n"):format(has_failed(test) and "not ok" or "ok",
    number, tap_name(test.full), test.status == "pending"
      and (" # SKIP " .. term.plain(test.message or "")):gsub(" $", "") or "")
  if has_failed(test) then
    text = text .. indented(explained_test(test, file.path), "# ")
  elseif test.told then
    text = text .. indented(test.told, "# ")
  end
  if test.printed then text = text .. printed_lines(test.printed, "# | ") end
  return text
end

-- ---- JUnit -----------------------------------------------------------------

local escape = svg.escape

local function junit_case(test, file)
  local name = file.path:gsub("%.lua$", ""):gsub("^%./", ""):gsub("/", ".")
  local head = ('<testcase classname="%s" name="%s" file="%s" line="%d" '
    .. 'time="%.3f"'):format(escape(name), escape(test.full),
      escape(file.path), test.line or 0, test.seconds or 0)
  local parts = {}
  if has_failed(test) then
    parts[1] = ('<%s message="%s">%s</%s>'):format(
      test.status == "fail" and "failure" or "error", escape(test.message),
      escape(explained_test(test, file.path)),
      test.status == "fail" and "failure" or "error")
  elseif test.status == "pending" then
    parts[1] = "<skipped/>"
  end
  if test.printed then
    parts[#parts + 1] = ("<system-out>%s</system-out>"):format(
      escape(test.printed))
  end
  if not parts[1] then return "    " .. head .. "/>\n" end
  return ("    %s>%s</testcase>\n"):format(head, table.concat(parts))
end

--- The cases of a file, with those that ran.
local function junit_suite(file)
  local cases, counts, seconds = {}, { fail = 0, error = 0, pending = 0,
    pass = 0 }, 0.0
  for _, test in ipairs(file.tests) do
    if test.status then
      cases[#cases + 1] = junit_case(test, file)
      counts[test.status] = counts[test.status] + 1
      seconds = seconds + (test.seconds or 0)
    end
  end
  if file.problem then
    counts.error = counts.error + 1
    cases[#cases + 1] = junit_case({ full = file.path, status = "error",
      message = file.problem.message, lines = file.problem.lines,
      line = file.problem.line, printed = file.printed }, file)
  end
  return ('  <testsuite name="%s" tests="%d" failures="%d" errors="%d" '
    .. 'skipped="%d" time="%.3f">\n%s  </testsuite>\n'):format(
      escape(file.path), #cases, counts.fail, counts.error, counts.pending,
      seconds, table.concat(cases))
end

--- The whole result as JUnit's XML.
function spec_text.junit(result)
  local suites = {}
  for i, file in ipairs(result.files) do suites[i] = junit_suite(file) end
  return '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n'
    .. table.concat(suites) .. "</testsuites>\n"
end

-- ---- JSON ------------------------------------------------------------------

--- The result as a table for JSON.
function spec_text.data(result, seed)
  local files = {}
  for i, file in ipairs(result.files) do
    local tests = {}
    for _, test in ipairs(file.tests) do
      if test.status then
        tests[#tests + 1] = { name = test.full, line = test.line,
          status = test.status, message = test.message, details = test.lines,
          failed_line = test.failed_line, printed = test.printed,
          seconds = test.seconds }
      end
    end
    files[i] = { file = file.path, tests = tests, problem = file.problem
      and file.problem.message, line = file.problem and file.problem.line }
  end
  return { seed = seed, files = files, counts = result.counts,
    complete = result.complete or false }
end

return spec_text
