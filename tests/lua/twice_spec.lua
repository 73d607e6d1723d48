-- Options of the program that are given twice, from the table of all options
-- (repl/line/subcommands.lua).
require "aurum"
local subcommands = require "aurum.repl.line.subcommands"

--- The option of this name of a command, or of one of its actions, in a new
--- parser, and the parser. It takes any value.
local function option_of(command, action, name)
  local parser = subcommands.parser(command, subcommands.load(command))
  local at = parser
  for _, one in ipairs(parser._commands) do
    if one._name == action then at = one end
  end
  for _, option in ipairs(at._options) do
    if option._name == name then
      option._convert, option._choices = nil, nil
      return option, parser
    end
  end
end

--- What the parser says if the option stands in a line twice, by its first and
--- its last name.
local function twice(command, action, names, values)
  local option, parser = option_of(command, action, names[1])
  local words = { action }
  for _, name in ipairs { names[1], names[#names] } do
    words[#words + 1] = name
    for _ = 1, #values do words[#words + 1] = "1" end
  end
  local _, problem = parser:pparse(words)
  return tostring(problem), option
end

--- Calls `visit(command, action, option)` for each option that is declared.
local function each_option(visit)
  for _, name in ipairs(subcommands.names()) do
    local command = subcommands.describe(name)
    for _, option in ipairs(command.options) do visit(name, nil, option) end
    for _, action in ipairs(command.actions) do
      for _, option in ipairs(action.options) do
        visit(name, action.name, option)
      end
    end
  end
end

describe("an option that is given twice", function()
  it("accumulates, as its help says, or is refused", function()
    local refused, repeats = 0, 0
    each_option(function(command, action, option)
      local problem = twice(command, action, option.names, option.values)
      local place = table.concat({ command, action or "", option.names[1] },
        " ")
      local again = problem:find "^option '.-' must be used .*1 time$" ~= nil
      local said = option.text:find "epeated" or option.text:find "everal times"
      if again then refused = refused + 1 else repeats = repeats + 1 end
      assert.equal(not again, option.repeats, place)
      assert.equal(not again, said ~= nil, place .. ": " .. option.text)
    end)
    assert.truthy(refused > 100 and repeats > 5, refused .. " " .. repeats)
  end)
end)
