-- A spec file: runs it, lists its tests, and runs one of them.
--
-- The file runs anew for each test, with its own globals and modules, so that
-- tests do not depend on each other nor on their order.
local aurum = require "aurum"
local asserts = require "aurum.lab.spec.asserts"
local beside = require "aurum.load.beside"
local caller = require "aurum.text.caller"
local expectations = require "aurum.lab.spec.expectations"
local failures = require "aurum.lab.spec.failures"
local hint = require "aurum.text.hint"
local source = require "aurum.load.source"
local spec_file = {}

local most_tests = 10000 -- of a file

-- ---- Output -----------------------------------------------------------------

--- A function that keeps text up to `most` bytes, and one that returns it.
local function collector(most)
  local parts, left, cut = {}, most, 0
  return function(text)
    parts[#parts + 1] = text:sub(1, left)
    cut = cut + math.max(#text - left, 0)
    left = math.max(left - #text, 0)
  end, function()
    local text = table.concat(parts)
    if cut == 0 then return text end
    return text:gsub("\n$", "") .. caller.text("\n(no more output of this test:"
      .. " {print_bytes} N shows N bytes, and it has %d)", most + cut)
  end
end

local function printer(say)
  return function(...)
    local parts = {}
    for i = 1, select("#", ...) do parts[i] = tostring((select(i, ...))) end
    say(table.concat(parts, "\t") .. "\n")
  end
end

--- The library io, whose standard output is kept.
local function writers(say)
  local out = {}
  function out:write(...)
    for i = 1, select("#", ...) do say(tostring((select(i, ...)))) end
    return self
  end
  function out:flush() return self end
  function out:setvbuf() return self ~= nil end
  return setmetatable({ stdout = out,
    write = function(...) return out:write(...) end }, { __index = io })
end

-- ---- The environment ------------------------------------------------------

--- The list of tests, made by the functions that a spec calls.
local function collecting(tests, fail)
  local group = { names = {}, before = {}, after = {} }
  local by_name = {}

  local function check(what, name, f, optional)
    if type(name) ~= "string" or name == "" then
      fail("%s: expected a name, got %s", what, tostring(name))
    elseif type(f) ~= "function" and not (optional and f == nil) then
      fail("%s \"%s\": expected a function, got %s", what, name, tostring(f))
    end
  end

  local function add(what, name, f, pending)
    check(what, name, f, pending)
    local names = table.move(group.names, 1, #group.names, 1, {})
    names[#names + 1] = name
    local full = table.concat(names, " ")
    local line = failures.line_of(tests.chunk)
    if by_name[full] then
      fail("two tests have the name \"%s\": the first is in line %d", full,
        by_name[full])
    elseif #tests == most_tests then
      fail("more than %d tests", most_tests)
    end
    by_name[full] = line or 0
    tests[#tests + 1] = { names = names, full = full, line = line, run = f,
      pending = pending, group = group }
  end

  local function describe(name, f)
    check("describe", name, f)
    local outer = group
    group = { outer = outer, before = {}, after = {},
      names = table.move(outer.names, 1, #outer.names, 1, {}) }
    table.insert(group.names, name)
    f()
    group = outer
  end

  local function hook(what)
    return function(f)
      if type(f) ~= "function" then
        fail("%s: expected a function, got %s", what, tostring(f))
      end
      table.insert(group[what:match "^%l+"], f)
    end
  end
  return { describe = describe, context = describe,
    it = function(name, f) add("it", name, f, false) end,
    pending = function(name, f) add("pending", name, f, true) end,
    before_each = hook "before_each", after_each = hook "after_each" }
end

local ours = { "describe", "context", "it", "pending", "before_each",
  "after_each", "assert", "expect", "at", "bot", "answer", "view", "for_views",
  "aurum" }

spec_file.names = ours -- tests compare them with lua/spec.d.lua

--- The globals of a spec. An unknown global that is called has a hint.
local function environment(own)
  local env = setmetatable({}, { __index = function(_, name)
    local value = _G[name]
    if value == nil and type(name) == "string" and #name > 3 then
      local near = hint.near(name, ours)
      if near ~= "" then
        failures.raise("error", ("there is no global '%s'%s"):format(name,
          near))
      end
    end
    return value
  end })
  for name, value in pairs(own) do rawset(env, name, value) end
  rawset(env, "_G", env)
  return env
end

-- ---- A file ---------------------------------------------------------------

--- Run a spec's file. `file` has its `path` and `text`; `context` what
--- lua/lab/spec/expectations.lua wants, and `use(spec)`, which names the bot.
--- Returns the tests, a list, or nil and a problem { message =, line = }; and a
--- function that returns what was printed.
function spec_file.load(file, context)
  local chunk_name = "@" .. file.path
  local tests, folder = { chunk = chunk_name }, beside.folder(file.path)
  local say, printed = collector(context.print_bytes)
  local function fail(form, ...) failures.raise("error", form:format(...)) end
  local own = collecting(tests, fail)
  local folders = { folder }
  context.folder, context.say, context.chunk = folder, say, chunk_name
  for name, value in pairs(expectations.of(context)) do own[name] = value end
  own.assert, own.aurum, own.print = asserts, aurum, printer(say)
  own.io = writers(say)
  aurum.data = beside.data(folder)
  local collect_pending = own.pending
  function own.pending(name, f)
    if context.testing then
      failures.raise("pending", name ~= nil and tostring(name) or "")
    end
    collect_pending(name, f)
  end
  for _, name in ipairs { "describe", "context", "it", "before_each",
    "after_each" } do
    local collect = own[name]
    own[name] = function(...)
      if context.testing then
        failures.raise("error", name .. " cannot be called inside a test")
      end
      return collect(...)
    end
  end
  function own.bot(spec)
    local path = context.use(spec, folder)
    if path then folders[2] = beside.folder(path) end
  end
  local env = environment(own)
  own.require = beside.requirer(folders, env, {})
  rawset(env, "require", own.require)
  local chunk, problem = load(source.loadable(file.text), chunk_name, "t", env)
  if not chunk then
    local line, message = problem:match ":(%d+): (.*)$"
    return nil, { line = tonumber(line), message = message or problem,
      lines = {} }, printed
  end
  local good, why = xpcall(chunk, failures.handler(chunk_name))
  if not good then return nil, why, printed end
  if #tests == 0 then
    return nil, { message = "no tests: expected it(\"...\", function() ... "
      .. "end)", lines = {} }, printed
  end
  return tests, nil, printed
end

--- The functions of a test's groups, the outermost first.
local function hooks_of(test, key)
  local list, group = {}, test.group
  while group do
    for i = #group[key], 1, -1 do table.insert(list, 1, group[key][i]) end
    group = group.outer
  end
  return list
end

--- Run a test of a loaded file: { status = "pass", "fail", "error" or
--- "pending", and the problem's message, line and lines }.
function spec_file.run(tests, test, context)
  if test.pending then return { status = "pending" } end
  local handler = failures.handler(tests.chunk)
  context.testing = true
  local good, problem = xpcall(function()
    for _, f in ipairs(hooks_of(test, "before")) do f() end
    test.run()
  end, handler)
  local after = hooks_of(test, "after")
  for i = #after, 1, -1 do
    local fine, why = xpcall(after[i], handler)
    if good and not fine then good, problem = false, why end
  end
  context.testing = false
  if good then return { status = "pass" } end
  return { status = problem.kind, message = problem.message,
    line = problem.line, lines = problem.lines }
end

return spec_file
