-- The examples of the help pages of commands, run as they are printed:
-- tests/cli/repl.test runs this by `aurum run`. It prints what fails.
local loop = require "aurum.repl.loop"
local edit = require "aurum".edit

-- Programs of the system are not run.
function edit.run() return 0 end

local file = assert(io.open("mine.lua", "w"))
file:write [[
return {
  options = { caution = 3 },
  bid = function(_, view) return view:legal()[1] end,
  play = function(_, view) return view:legal()[1] end,
}
]]
file:close()

-- Lines typed before the examples of a page.
local before = {
  ["goto"] = { "new standard+exchange seed=tea bots=greedy", "round", "round" },
  ["until"] = { "new seed=tea bots=greedy" },
  ["reverse-continue"] = { "new seed=tea bots=greedy", "break on award",
    "round" },
  line = { "new seed=tea bots=greedy", "round", "goto 1.11.c1" },
  retry = { "new seed=tea bots=greedy", "round", "judge 1 sims=100" },
  find = { "new seed=tea bots=greedy", "game", "save! two.jsonl",
    "save two.jsonl", "load two.jsonl" },
  default = { "new seed=tea bots=greedy", "round", "round", "goto 2.4.2" },
}

-- Lines typed before one example, on the pages where each needs another game.
local apart = {
  ["change G0 S6 of 4"] = { "new seed=tea bots=greedy", "step 5", "goto 1.1.c1",
    "set hand 4 S6" },
  ["change G0 S6"] = { "new 3 seed=tea bots=greedy", "step 4", "goto 1.1.c1",
    "set hand 1 S6", "set hand 2 S6", "set hand 3 S6", "set leader 3" },
  ["answer Z7"] = { "new standard+exchange seed=d6 bots=greedy", "step" },
  ["answer 2"] = { "new standard+exchange seed=tea bots=greedy", "step" },
  ["answer double"] = { "new standard+stakes seed=tea bots=greedy", "step 5" },
}

local failed = 0

--- Runs a line. Returns false if it failed.
local function run(shell, line)
  local good = true
  function shell:fail(message)
    good = false
    print(("%s: %s"):format(line, message))
  end
  shell:feed_text(line .. "\n", "stdin")
  return good
end

--- The example lines of a help text: those that are indented.
local function examples_of(text)
  local list = {}
  for line in ("\n" .. text .. "\n"):gmatch "\n  ([^ \n][^\n]*)%f[\n]" do
    list[#list + 1] = line
  end
  return list
end

local pages = 0
for _, group in ipairs(loop.new({}).groups) do
  for _, command in ipairs(group) do
    local list = examples_of(command.help or "")
    if list[1] then
      pages = pages + 1
      local shell = loop.new {}
      shell.out = function() end
      local first = before[command.name] or before.default
      for _, line in ipairs(first) do assert(run(shell, line)) end
      if not apart[list[1]] then list = { table.concat(list, "\n") } end
      for _, line in ipairs(list) do
        for _, other in ipairs(apart[line] or {}) do
          assert(run(shell, other))
        end
        if not run(shell, line) then failed = failed + 1 end
      end
      shell.session:close()
    end
  end
end

assert(pages > 15, "there are few pages with examples")
os.exit(failed == 0)
