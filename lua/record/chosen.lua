-- The games that a command is to read: all of its files, or those on the lines
-- of --game, each with the seat of --seat.
local aurum = require "aurum"
local chosen = {}

local games = {}
games.__index = games

--- The error of a reader as text; other errors, such as the end of a command in
--- a function given to the reader, are raised again.
local function message_of(problem)
  if type(problem) ~= "string" then error(problem, 0) end
  return problem
end

--- Games of files: `games()` returns the next one; nil at the end; nil and a
--- message if they cannot be read further. `skipped` and `unread` are those of
--- aurum.records. `args` has the command's `files`, `variant` and `seat`, and
--- the `lines` that were chosen (lua/text/ranges.lua; nil: all). `options` has
--- further ones of aurum.records. nil, a message and an exit status if a file
--- or the variant is not there.
function chosen.games(args, options)
  for _, path in ipairs(args.files) do
    local good, problem = aurum.sys.readable(path)
    if not good then return nil, ("%s: %s"):format(path, problem), 1 end
  end
  local files, own = { table.unpack(args.files) }, { variant = args.variant,
    lines = args.lines and tostring(args.lines) }
  for key, value in pairs(options or {}) do own[key] = value end
  files[#files + 1] = own
  local good, reader, problem = pcall(aurum.records, table.unpack(files))
  if not good then return nil, message_of(reader), 1 end
  if not reader then return nil, problem, 2 end
  return setmetatable({ reader = reader, seat = args.seat, skipped = 0,
    unread = 0 }, games)
end

function games:__call()
  local good, game = pcall(self.reader)
  self.skipped, self.unread = self.reader.skipped, self.reader.unread
  if not good then return nil, message_of(game) end
  if game and self.seat and self.seat > game.players then
    return nil, ("%s:%d: no seat %d in a game of %d players"):format(game.file,
      game.line, self.seat, game.players)
  end
  return game
end

--- The number of lines of those files that can be read twice, and true if all
--- can.
function chosen.count(files)
  local n, all = 0, true
  for _, path in ipairs(files) do
    local lines = path ~= "-" and aurum.sys.readable(path, "file")
      and aurum.sys.lines(path)
    all = all and lines
    for _ in lines or function() end do n = n + 1 end
  end
  return n, all
end

return chosen
