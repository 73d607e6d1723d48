-- aurum record show: a recorded game for people.
local aurum = require "aurum"
local term = require "lua.term"
local show = require "lua.show"
local verify = require "lua.verify"

local action = { summary = "Print a game, trick by trick." }

function action.options(parser)
  parser:argument("file", "A record; - for standard input.")
  parser:option("--game", "Which game, by its line.", "1"):argname "N"
    :convert(function(text)
      local n = math.tointeger(tonumber(text))
      if n and n >= 1 then return n end
      return nil, ("expected a line's number, got '%s'"):format(text)
    end)
end

--- The text of line `n` of a file; the command fails if it has none.
local function line_of(path, n)
  for number, line, problem in verify.open(path) do
    if number == n then
      if problem then
        term.fail(("%s:%d: %s"):format(path, n, problem))
      end
      return line
    end
  end
  term.fail(("%s: it has no game %d"):format(path, n))
end

function action.run(args)
  local path, number = args.file, args.game
  local record, message = aurum.record(line_of(path, number))
  if not record then
    term.fail(("%s:%d: %s"):format(path, number, message))
  end
  local rules, state = verify.rules()(record)
  if not rules then term.fail(("%s:%d: %s"):format(path, number, state)) end
  local list = record:replay(rules, state)
  show.game(record, rules, state, #list == 0)
  for _, d in ipairs(list) do
    io.stderr:write(verify.told(path, number, d))
  end
  return #list == 0 and 0 or 1
end

return action
