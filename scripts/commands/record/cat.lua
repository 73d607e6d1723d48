-- aurum record cat: files of records joined, whole lines only, none blank.
local corpus = require "aurum.record.corpus"

local action = {
  summary = "Join files: every whole line that is not blank, as it is; gzip "
    .. "data inflated.",
}

function action.options(parser)
  parser:argument("files", "Records, plain or gzip; - for standard input.")
    :args "+"
end

function action.run(args)
  local out = corpus.output()
  local lines = corpus.lines(args.files, out)
  for line in lines do out:write(line .. "\n") end
  out:close()
  return lines.status
end

return action
