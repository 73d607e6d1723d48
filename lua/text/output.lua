-- Output: lines written to a file or to standard output by a command. A write
-- that fails ends the command, as term.checked says.
local term = require "aurum.text.term"
local output = {}
output.__index = output

--- Opens the output of a command with `args.o` (options.output): a file, gzip
--- if its name ends in .gz, or standard output. The command ends if it would
--- write a file that it reads.
function output.open(args)
  local self = setmetatable({ path = args.o or "-" }, output)
  for _, path in ipairs(args.files) do
    if path == args.o and path ~= "-" then
      term.fail(path .. ": cannot be read and written at once; give another "
        .. "file with -o", 2)
    end
  end
  self.writer = term.writer(self.path, args.force)
  return self
end

--- Adds whole lines.
function output:write(lines)
  term.checked(self.path, self.writer:write(lines))
end

--- Writes out what was added so far.
function output:flush()
  term.checked(self.path, self.writer:flush())
end

function output:close()
  term.checked(self.path, self.writer:close())
end

return output
