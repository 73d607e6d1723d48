-- Reader of the games that were played to their end: the games of aurum.records
-- but for those that a fault decided, which are counted.
local aurum = require "aurum"
local format = require "aurum.text.format"
local played = {}
played.__index = played

--- The games of files: `for game in played.open(...) do`, with the options of
--- aurum.records last; nil and a message if it has none. `count` and
--- `forfeited` count the games so far. Reading raises as aurum.records does.
function played.open(...)
  local reader, problem = aurum.records(...)
  if not reader then return nil, problem end
  return setmetatable({ reader = reader, count = 0, forfeited = 0 }, played)
end

function played:__call()
  for game in self.reader do
    if not game.forfeited then
      self.count = self.count + 1
      return game
    end
    self.forfeited = self.forfeited + 1
  end
  return nil
end

--- "20 games (1 that a fault decided left out)".
function played:__tostring()
  local text = format.plural(self.count, "game")
  if self.forfeited == 0 then return text end
  return ("%s (%d that a fault decided left out)"):format(text, self.forfeited)
end

return played
