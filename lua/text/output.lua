-- Output: lines written to a file or to standard output by a command. A write
-- that fails ends the command, as term.checked says.
local aurum = require "aurum"
local term = require "aurum.text.term"
local writers = require "aurum.text.writers"
local output = {}
output.__index = output

--- A writer as of writers.create; the command ends if the file cannot be
--- opened.
function output.writer(path, force)
  local writer, problem, status = writers.create(path, force)
  if status then term.fail(("%s: %s"):format(term.plain(path), problem), 2) end
  return term.checked(path, writer, problem)
end

--- Opens the output of a command with `args.o` (options.output): a file, gzip
--- if its name ends in .gz, or standard output. The command ends if it would
--- write a file that it reads.
function output.open(args)
  local self = setmetatable({ path = args.o or "-" }, output)
  for _, path in ipairs(args.files) do aurum.sys.reads(path) end
  self.writer = output.writer(self.path, args.force)
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
