-- aurum run: a Lua script with the module at hand.
local term = require "lua.term"

local command = {
  summary = "run a Lua script with aurum loaded", passes = true,
}

function command.options(parser)
  parser:argument("file", "The script; it finds what follows in `arg`.")
end

function command.run(args)
  local chunk, problem = loadfile(args.file, "t")
  if not chunk then term.fail(problem) end
  arg = { [0] = args.file, table.unpack(args.rest) } -- luacheck: ignore 121
  local status = chunk(table.unpack(args.rest))
  return math.type(status) == "integer" and status or 0
end

return command
