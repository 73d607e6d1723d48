-- aurum record cat: files of records joined, whole lines only, none blank.
local corpus = require "aurum.record.corpus"
local options = require "aurum.text.options"

local action = {
  summary = "Join files: print every complete line that is not blank.",
}

function action.options(parser)
  options.files(parser, "+")
  options.output(parser)
end

function action.run(args)
  local out = corpus.output(args)
  local lines = corpus.lines(args.files, out)
  for line in lines do out:write(line .. "\n") end
  out:close()
  return lines.status
end

return action
