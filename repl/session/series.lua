-- A series of games that a session plays up to a breakpoint (session:continue).
-- Only the first and the last of them stay in the tree. A walk skips games in
-- which no breakpoint is met: the session never sees their moves.
local tree = require "aurum.repl.session.tree"
local series = {}
series.__index = series

local most_seeds = 100 -- of games that may end in a moment (players:moves)

--- The seed that follows one in its series: "tea", "tea.1", "tea.2".
function series.next_seed(seed)
  local stem, n = seed:match "^(.*)%.(%d+)$"
  n = math.tointeger(tonumber(n))
  if not n then return seed .. ".1" end
  return ("%s.%d"):format(stem, n + 1)
end

--- A series of `games` games that begins with the one on the table. told(n) is
--- called before game n, if it is given.
function series.new(session, games, told)
  return setmetatable({ session = session, first = session.root, n = 0,
    games = games, told = told }, series)
end

--- Puts the game of a seed on the table, by default the next one. Drops the
--- game that is there, unless it is the first.
function series:next_game(seed)
  local session = self.session
  local done = tree.root_here(session)
  if done ~= self.first then
    session:turn_back()
    session:uproot(done)
  end
  session:new_game { variant = done.rules,
    seed = seed or series.next_seed(done.seed) }
end

--- The seeds of games that a walk may begin by itself. nil in the first game,
--- and if each game is reported when it ends.
function series:seeds()
  local root = tree.root_here(self.session)
  if root == self.first or self.session.ended then return nil end
  local list, seed = {}, root.seed
  for i = 1, math.min(self.games - self.n, most_seeds) do
    seed = series.next_seed(seed)
    list[i] = seed
  end
  self.given = list
  return list
end

--- Begins the game that a walk came to when it skipped `count` games.
function series:skip(count)
  self.n = self.n + count
  if self.told then self.told(self.n) end
  self:next_game(self.given[count])
  self.session:arm()
end

return series
