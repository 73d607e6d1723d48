-- The tests of a source file: those of its name, those that require its module,
-- and those that the table below gives to its folder or to it.
--
--   lua5.4 tests/nearest.lua NAME...   prints the tests with NAME in their
--                                      names; if none has, those of sources
--   lua5.4 tests/nearest.lua --check   exits with 1 if the table names a test
--                                      or path that does not exist, or a file
--                                      has no test
--
-- A test is printed as KIND:NAME: unit, spec or cli. `make test T=NAME` runs
-- them, and `make mutants` asks which tests should notice a mutation.
local nearest = {}

-- By the beginning of a file's path; the longest one counts.
local table_of = {
  ["core/"] = { "unit random", "unit action" },
  ["core/gold"] = { "unit trick", "unit action" },
  ["core/action"] = { "unit action", "unit legal", "unit random", "unit text" },
  ["core/apply"] = { "unit action", "unit random" },
  ["core/why"] = { "unit legal", "unit action", "unit examples" },
  ["core/learn"] = { "unit net", "cli learn" },
  ["core/narrow"] = { "unit net", "unit search" },
  ["core/net"] = { "unit net", "spec net" },
  ["core/trainer"] = { "unit net", "cli learn" },
  ["core/reward"] = { "unit policy", "unit search" },
  ["core/phases"] = { "unit action", "unit random", "unit ask" },
  ["core/deal"] = { "unit state", "unit action" },
  ["core/attributes"] = { "unit card" },
  ["core/playout"] = { "unit policy", "unit search" },
  ["core/record"] = { "unit record", "unit record_bad", "unit record_play",
    "unit plain" },
  ["core/solve"] = { "unit solve", "spec solve" },
  ["lua/bind/solve"] = { "spec solve", "cli solve", "unit threads" },
  ["lua/judge/ahead"] = { "spec solve_threads", "cli judge" },
  ["core/trial"] = { "spec fitting" },
  ["core/trail"] = { "unit knowledge", "unit ask", "spec secret" },
  ["core/worlds"] = { "unit knowledge", "unit random", "spec endings" },
  ["core/placing"] = { "unit knowledge", "unit ask", "spec secret" },
  ["core/retell"] = { "unit ask", "unit knowledge", "spec endings" },
  ["core/sample"] = { "unit knowledge", "unit random", "spec secret" },
  ["core/state"] = { "unit state", "unit check", "unit random" },
  ["lua/bind/"] = { "spec api", "spec state", "spec game" },
  ["lua/bind/learn"] = { "cli learn" },
  ["lua/bind/note"] = { "spec notes", "cli notes" },
  ["lua/bind/net"] = { "spec net" },
  ["lua/bind/quick"] = { "spec fitting", "spec view" },
  ["lua/bind/rows"] = { "spec api", "cli csv" },
  ["lua/learn/"] = { "cli learn", "cli learn_bots" },
  ["lua/script/"] = { "spec sandbox", "spec hooks", "spec questions",
    "spec workers" },
  ["lua/script/answer_times"] = { "spec times", "spec workers" },
  ["lua/script/bot_table"] = { "spec own", "cli repl" },
  ["lua/script/game"] = { "spec sandbox", "spec hooks", "spec debugger",
    "spec workers" },
  ["lua/script/core_hooks"] = { "spec hooks", "spec rules", "cli defective" },
  ["lua/script/hooks"] = { "spec hooks", "spec questions", "cli defective" },
  ["lua/script/locals"] = { "spec debugger", "spec dap" },
  ["lua/script/message"] = { "spec sandbox", "cli bot" },
  ["lua/script/packing"] = { "spec portable", "spec sandbox" },
  ["lua/script/profile"] = { "cli profile", "cli bot" },
  ["lua/script/show"] = { "spec debugger", "cli variant_prints", "cli prints" },
  ["lua/script/debug"] = { "spec debugger", "spec dap" },
  ["lua/play/code_lines"] = { "spec debugger" },
  ["repl/session/debugging"] = { "spec debugger", "cli repl" },
  ["lua/sys/channel"] = { "cli debug" },
  ["lua/sys/clock"] = { "unit clock", "spec times" },
  ["lua/sys/confine"] = { "spec confine", "cli confined" },
  ["lua/sys/pool"] = { "spec workers", "spec bench", "cli workers" },
  ["lua/sys/machine"] = { "cli doctor" },
  ["lua/sys/samples"] = { "cli bot" },
  ["lua/sys/threads"] = { "unit threads", "spec threads", "cli threads",
    "cli confined" },
  ["lua/bind/search"] = { "spec search", "spec threads", "unit search" },
  ["lua/sys/programs"] = { "cli exec" },
  ["lua/sys/keeper"] = { "cli exec" },
  ["lua/sys/"] = { "spec file", "spec workers", "cli workers" },
  ["lua/aurum_lua"] = { "spec api", "spec loading" },
  ["lua/init"] = { "spec api", "spec loading" },
  ["lua/module"] = { "spec api", "spec loading" },
  ["lua/load/"] = { "spec variant", "spec find", "cli variant" },
  ["lua/load/positions"] = { "spec positions" },
  ["lua/load/program"] = { "cli exec" },
  ["lua/load/beside"] = { "cli bot_spec" },
  ["lua/play/"] = { "spec game", "spec workers", "cli match" },
  ["lua/record/"] = { "spec records", "spec steps", "cli show", "cli verify" },
  ["lua/record/game_files"] = { "cli filter", "cli verify", "cli analysis" },
  ["lua/record/note"] = { "spec notes", "cli notes" },
  ["lua/record/journal"] = { "spec journal", "cli arena", "cli faults" },
  ["lua/record/records"] = { "spec records", "cli jobs", "cli verify" },
  ["lua/record/replays"] = { "cli judge", "cli html" },
  ["lua/record/parallel_lines"] = { "cli jobs" },
  ["lua/record/summary"] = { "spec summary", "cli stats" },
  ["lua/judge/"] = { "spec judge", "cli judge", "cli suite" },
  ["lua/judge/puzzle"] = { "cli puzzles", "spec api" },
  ["lua/lab/"] = { "cli arena", "cli match", "cli experiments" },
  ["lua/lab/bench/"] = { "spec bench", "cli bench" },
  ["lua/lab/debug/"] = { "spec dap", "cli debug" },
  ["lua/lab/bots/"] = { "cli bot", "cli suite" },
  ["lua/lab/spec/"] = { "spec specs", "cli bot_spec" },
  ["lua/lab/rules/"] = { "spec composition", "cli compare", "cli variant" },
  ["lua/lab/rules/rulebook"] = { "spec rulebooks", "cli rulebook" },
  ["lua/lab/rules/variant_rulebook"] = { "spec rulebook", "cli rulebook" },
  ["lua/lab/league/"] = { "spec league", "cli league" },
  ["lua/lab/plan/"] = { "cli plan" },
  ["lua/lab/tune/"] = { "spec tuning", "cli tune" },
  ["lua/stats/"] = { "spec stats", "spec ratings" },
  ["lua/text/"] = { "spec text", "cli output", "cli usage" },
  ["lua/text/annotations"] = { "spec api" },
  ["lua/text/canvas"] = { "spec chart", "cli html" },
  ["lua/text/plot"] = { "spec chart", "cli chart" },
  ["lua/text/svg"] = { "spec chart", "cli html" },
  ["repl/"] = { "spec session", "cli repl", "cli session" },
  ["repl/commands/"] = { "spec session", "cli repl", "cli session" },
  ["repl/doctor/"] = { "cli doctor" },
  ["repl/libc"] = { "cli portable" },
  ["repl/line/cli"] = { "cli usage", "cli help" },
  ["repl/pages/league_page"] = { "cli league" },
  ["repl/input/complete"] = { "cli repl" }, -- by cli/complete.lua
  ["repl/input/edit"] = { "cli repl_terminal", "cli terminal" },
  ["repl/input/signals"] = { "cli repl_stopping", "cli repl_terminal" },
  ["repl/tutorial/"] = { "cli repl_tutorial", "cli session" },
  ["scripts/analysis/"] = { "cli analysis" },
  ["scripts/bots/"] = { "cli bots", "cli tutorial" },
  ["scripts/commands/"] = { "cli usage", "cli help" },
  ["scripts/commands/bot/debug"] = { "cli debug" },
  ["scripts/commands/bot/"] = { "cli bot" },
  ["scripts/commands/league/"] = { "cli league" },
  ["scripts/commands/plan/"] = { "cli plan" },
  ["scripts/commands/variant/"] = { "cli variant" },
  ["scripts/commands/record/"] = { "cli show", "cli filter", "cli csv" },
  ["scripts/examples/"] = { "cli readme" },
  ["scripts/programs/"] = { "cli exec" },
  ["variants/"] = { "spec house_rules", "spec variant", "spec asked",
    "spec gallery", "cli gallery" },
}

-- All tests of a kind, for what the nearest do not notice.
local wider = { core = "unit", lua = "spec", repl = "cli", scripts = "cli",
  variants = "spec" }

local kinds = { unit = { "tests/core/", "_test.c" },
  spec = { "tests/lua/", "_spec.lua" }, cli = { "tests/cli/", ".test" } }
local order = { "unit", "spec", "cli" }

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local files -- of the project, once they are asked for

--- The project's files: those that git knows, or in a copy without git all.
function nearest.files()
  if files then return files end
  files = {}
  local pipe = assert(io.popen "git ls-files 2>/dev/null || find * -type f")
  for path in pipe:lines() do files[#files + 1] = path end
  pipe:close()
  return files
end

--- The path of a test, such as "unit rng"; not checked to exist.
local function path_of(test)
  local kind, name = test:match "^(%l+) (.*)$"
  return kinds[kind][1] .. name .. kinds[kind][2]
end

--- All tests of a kind, such as "unit rng".
local function tests_of(kind)
  local folder, ending = table.unpack(kinds[kind])
  local list = {}
  for _, path in ipairs(nearest.files()) do
    local name = path:sub(#folder + 1, -#ending - 1)
    if path == folder .. name .. ending and not name:find "/" then
      list[#list + 1] = kind .. " " .. name
    end
  end
  return list
end

--- Files that have tests: C and Lua that is ours and runs.
function nearest.is_source(path)
  return wider[path:match "^[^/]+"]
    and (path:find "%.[ch]$" or path:find "%.lua$")
    and not path:find "^scripts/packaging/"
    and not path:find "^scripts/template/"
    and not path:find "%.d%.lua$"
end

local function row_of(path)
  local best = ""
  for prefix in pairs(table_of) do
    if path:sub(1, #prefix) == prefix and #prefix > #best then best = prefix end
  end
  return table_of[best] or {}
end

--- The tests of a source file, nearest first, and all those of the wider kind.
function nearest.tests(path)
  local list, seen = {}, {}
  local function add(test)
    if not seen[test] then list[#list + 1], seen[test] = test, true end
  end
  local stem = path:match "([%w_-]+)%.[%w]+$"
  local module = ('"aurum.%s"'):format(
    (path:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/", ".")))
  for _, kind in ipairs(order) do
    for _, test in ipairs(tests_of(kind)) do
      if test == kind .. " " .. stem and (kind ~= "unit" or path:find "^core/")
        or kind == "spec" and path:find "%.lua$"
        and read(path_of(test)):find(module, 1, true) then
        add(test)
      end
    end
  end
  for _, test in ipairs(row_of(path)) do add(test) end
  return list, tests_of(wider[path:match "^[^/]+"])
end

--- The tests that a name asks for.
local function named(name)
  local list, seen = {}, {}
  for _, kind in ipairs(order) do
    for _, test in ipairs(tests_of(kind)) do
      if test:match " (.*)":find(name, 1, true) then list[#list + 1] = test end
    end
  end
  if list[1] then return list end
  for _, path in ipairs(nearest.files()) do
    local stem = path:match "([^/]+)%.%w+$"
    if stem and stem:find(name, 1, true) and nearest.is_source(path) then
      for _, test in ipairs(nearest.tests(path)) do
        if not seen[test] then list[#list + 1], seen[test] = test, true end
      end
    end
  end
  return list
end

local function check()
  local found, all = {}, table.concat(nearest.files(), "\n")
  for prefix, tests in pairs(table_of) do
    if not ("\n" .. all):find("\n" .. prefix, 1, true) then
      found[#found + 1] = prefix .. ": no file's path begins so"
    end
    for _, test in ipairs(tests) do
      local file = io.open(path_of(test))
      if not file then found[#found + 1] = prefix .. ": no test " .. test end
      if file then file:close() end
    end
  end
  for _, path in ipairs(nearest.files()) do
    if nearest.is_source(path) and not nearest.tests(path)[1] then
      found[#found + 1] = path .. ": has no test"
    end
  end
  for _, text in ipairs(found) do io.stderr:write("nearest: ", text, "\n") end
  return #found == 0
end

if arg and arg[0] and arg[0]:find "nearest%.lua$" then
  if arg[1] == "--check" then os.exit(check()) end
  for _, name in ipairs(arg) do
    for _, test in ipairs(named(name)) do print((test:gsub(" ", ":"))) end
  end
end

return nearest
