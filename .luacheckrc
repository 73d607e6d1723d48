std = "lua54"
max_line_length = 80
-- the latter two wrong on purpose
exclude_files = { "build", "tests/fixtures/variants",
  "tests/fixtures/repl/files" }
ignore = { "212/self" } -- a callback is handed it, used or not

-- In bots, variants and the scripts around them `aurum` is a global.
for _, dir in ipairs { "scripts", "variants", "tests" } do
  files[dir].read_globals = { "aurum" }
end
files["tests"].std = "+busted"

-- Declarations for the language server: nothing in them is ever run.
for _, file in ipairs { "lua/aurum.d.lua", "lua/scripts.d.lua",
  "lua/internal.d.lua", "lua/spec.d.lua" } do
  files[file] = {
    globals = { "aurum" },
    unused = false,
    max_comment_line_length = false, -- an annotation is one line
  }
end

-- The globals of unit tests of bots.
local of_specs = { "describe", "context", "it", "pending", "before_each",
  "after_each", "bot", "at", "answer", "view", "for_views", "expect" }
files["lua/spec.d.lua"].globals = { "assert" }
for _, name in ipairs(of_specs) do
  table.insert(files["lua/spec.d.lua"].globals, name)
end
files["scripts/template/spec.lua"].read_globals = of_specs

-- Hostile bots do what luacheck warns of.
files["tests/fixtures/hostile"].only = { "631" }
