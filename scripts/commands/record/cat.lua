-- aurum record cat: joins files of records. It leaves out blank and incomplete
-- lines.
local game_files = require "aurum.record.game_files"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local term = require "aurum.text.term"

local action = {
  summary = "Join files: print every complete line that is not blank.",
}

function action.options(parser)
  options.files(parser, "+")
  options.output(parser)
end

function action.run(args)
  local out = output.open(args)
  local lines = game_files.complete_lines(args.files,
    term.warner "aurum record", function() out:flush() end)
  for line in lines do out:write(line .. "\n") end
  out:close()
  return lines.failed and 1 or 0
end

return action
