-- The help of commands (repl/line/subcommands.lua).
require "aurum"
local subcommands = require "aurum.repl.line.subcommands"

--- Calls `visit(place, text)` for the text below the options of a parser, and
--- of its actions.
local function each_text(parser, place, visit)
  if parser.more then visit(place, parser.more) end
  for _, action in ipairs(parser.actions) do
    each_text(action, place .. " " .. action.name, visit)
  end
end

describe("the help of commands", function()
  -- argparse wraps lines of more than 79 columns. Whole paragraphs may be one
  -- line; a line of a paragraph that is a bit too long leaves a word below it.
  it("has no line that is a word too long", function()
    local count = 0
    for _, name in ipairs(subcommands.names()) do
      each_text(subcommands.describe(name), name, function(place, text)
        for line in text:gmatch "[^\n]+" do
          count = count + 1
          assert(#line < 80 or #line >= 100, ("%s: %s"):format(place, line))
        end
      end)
    end
    assert(count > 200, count)
  end)
end)
