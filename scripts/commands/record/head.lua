-- aurum record head: prints the first games of files.
local game_files = require "aurum.record.game_files"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local term = require "aurum.text.term"

local action = { summary = "Print the first lines of each file." }

function action.options(parser)
  options.files(parser, "+")
  parser:option("-n", "Number of lines of each file.", "10"):argname "N"
    :convert(options.count)
  options.output(parser)
end

function action.run(args)
  local out = output.open(args)
  local lines = game_files.complete_lines(args.files,
    term.warner "aurum record", function() out:flush() end)
  local most, count, file = args.n, 0, 0
  for line, at in lines do
    if at ~= file then count, file = 0, at end
    out:write(line .. "\n")
    count = count + 1
    if count == most then lines.lines:skip_file() end
  end
  out:close()
  return lines.failed and 1 or 0
end

return action
