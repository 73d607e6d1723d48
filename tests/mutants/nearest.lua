-- The tests nearest to a source file, and the kind of suite to try after them.
-- A test is "unit NAME", "spec NAME" or "cli NAME".
local nearest = {}

-- Tests of files that no test is named after. The longest path that begins a
-- file's path counts.
local table_of = {
  ["core/"] = { "unit random", "unit action" },
  ["core/award"] = { "unit trick", "unit action" },
  ["core/action"] = { "unit action", "unit legal", "unit random", "unit text" },
  ["core/course"] = { "unit action", "unit random", "unit ask" },
  ["core/deal"] = { "unit state", "unit action" },
  ["core/must"] = { "unit card" },
  ["core/playout"] = { "unit policy", "unit search" },
  ["core/record"] = { "unit record", "unit record_bad", "unit record_play",
    "unit plain" },
  ["core/solve"] = { "unit solve", "spec solve" },
  ["core/state"] = { "unit state", "unit check", "unit random" },
  ["lua/bind/"] = { "spec api", "spec state", "spec game" },
  ["lua/script/"] = { "spec sandbox", "spec hooks", "spec questions",
    "spec workers" },
  ["lua/sys/"] = { "spec file", "spec workers", "cli workers" },
  ["lua/init"] = { "spec api", "spec loading" },
  ["lua/module"] = { "spec api", "spec loading" },
  ["lua/load/"] = { "spec variant", "spec find", "cli variant" },
  ["lua/play/"] = { "spec game", "spec workers", "cli match" },
  ["lua/record/"] = { "spec records", "spec steps", "cli show", "cli verify" },
  ["lua/record/journal"] = { "spec journal", "cli arena", "cli faults" },
  ["lua/record/records"] = { "spec records", "cli jobs", "cli verify" },
  ["lua/record/spread"] = { "cli jobs" },
  ["lua/record/summary"] = { "spec summary", "cli stats" },
  ["lua/judge/"] = { "spec judge", "cli judge", "cli suite" },
  ["lua/lab/"] = { "cli arena", "cli match", "cli experiments" },
  ["lua/lab/bench"] = { "spec bench", "cli bench" },
  ["lua/lab/bot_"] = { "cli bot", "cli suite" },
  ["lua/lab/compar"] = { "spec composition", "cli compare" },
  ["lua/lab/contrast"] = { "spec composition", "cli variant" },
  ["lua/lab/plan"] = { "cli plan" },
  ["lua/lab/tune"] = { "spec tuning", "cli tune" },
  ["lua/lab/variant"] = { "cli variant" },
  ["lua/stats/"] = { "spec stats", "spec ratings" },
  ["lua/text/"] = { "spec text", "cli output", "cli usage" },
  ["lua/text/canvas"] = { "spec chart", "cli html" },
  ["lua/text/plot"] = { "spec chart", "cli chart" },
  ["lua/text/svg"] = { "spec chart", "cli html" },
  ["repl/"] = { "spec session", "cli repl", "cli session" },
  ["repl/commands/"] = { "spec session", "cli repl", "cli session" },
  ["repl/complete"] = { "cli complete" },
  ["repl/edit"] = { "cli repl_terminal", "cli terminal" },
  ["scripts/analysis/"] = { "cli analysis" },
  ["scripts/bots/"] = { "cli bots", "cli tutorial" },
  ["scripts/commands/"] = { "cli usage", "cli help" },
  ["scripts/commands/bot/"] = { "cli bot" },
  ["scripts/commands/plan/"] = { "cli plan" },
  ["scripts/commands/record/"] = { "cli show", "cli filter", "cli csv" },
  ["scripts/examples/"] = { "cli readme" },
  ["variants/"] = { "spec house_rules", "spec variant" },
}

-- Tried on what survives the nearest tests: all tests of a kind.
local wider = { core = "unit", lua = "spec", repl = "cli", scripts = "cli",
  variants = "spec" }

local folder_of = { unit = "tests/core/", spec = "tests/lua/",
  cli = "tests/cli/" }
local ending_of = { unit = "_test.c", spec = "_spec.lua", cli = ".test" }

--- All tests of a kind, given the project's files.
local function tests_of(kind, files)
  local list = {}
  for _, path in ipairs(files) do
    local name = path:sub(#folder_of[kind] + 1, -#ending_of[kind] - 1)
    if path:sub(1, #folder_of[kind]) == folder_of[kind]
      and path:sub(-#ending_of[kind]) == ending_of[kind]
      and not name:find "/" then
      list[#list + 1] = kind .. " " .. name
    end
  end
  return list
end

--- The tests that are nearest to a file, and all those of the wider kind. The
--- nearest have the file's name, or require its module, or stand in the table.
--- `read` gives the text of a project's file.
function nearest.tests(path, files, read)
  local list, seen = {}, {}
  local function add(test)
    if not seen[test] then list[#list + 1], seen[test] = test, true end
  end
  local stem = path:match "([%w_-]+)%.[%w]+$"
  local room = path:match "^(.-)/[^/]+$"
  local module = ("aurum.%s.%s"):format(
    (room:gsub("^lua/", ""):gsub("/", ".")), stem)
  for _, kind in ipairs { "unit", "spec", "cli" } do
    for _, test in ipairs(tests_of(kind, files)) do
      local name = test:match " (.*)"
      if name == stem and (kind ~= "unit" or path:find "^core/") then
        add(test)
      elseif kind == "spec" and path:find "%.lua$"
        and read(folder_of.spec .. name .. ending_of.spec)
          :find(('"%s"'):format(module), 1, true) then
        add(test)
      end
    end
  end
  local best = ""
  for prefix in pairs(table_of) do
    if path:sub(1, #prefix) == prefix and #prefix > #best then best = prefix end
  end
  for _, test in ipairs(table_of[best] or {}) do add(test) end
  return list, tests_of(wider[path:match "^[^/]+"], files)
end

return nearest
