-- The arena: which bot is better, told from deals that every side has played.
--
-- The games of a deal, its block, share their cards, and blocks are independent
-- of each other: all that is estimated is estimated from the blocks' means
-- (lua/lab/blocks.lua), taken in the order of the schedule
-- (lua/lab/schedule.lua).
local blocks = require "aurum.lab.blocks"
local ratings = require "aurum.stats.ratings"
local arena = {}

-- ---- From games to blocks -----------------------------------------------

--- Reduces consecutive results (lua/play/player.lua), the first that of game
--- `from`, to what the tally of a schedule takes: a list of which each item is
--- the sums of whole blocks or, at either end, a game of a block that is not
--- whole here. If a test may end with any block, each is an item of its own.
function arena.reduce(plan, summer, results, from, tested)
  local list, k, size = {}, 1, plan.size
  local function game(i) return blocks.game(results[i], plan.head.sides) end
  while k <= #results do
    local _, seating = plan:game(from + k - 1)
    local whole = seating == 1 and (#results - k + 1) // size or 0
    if whole > 0 then
      local games, n = {}, (tested and 1 or whole) * size
      for i = 1, n do games[i] = game(k + i - 1) end
      list[#list + 1] = summer:sum(games)
      k = k + #games
    else
      list[#list + 1] = game(k)
      k = k + 1
    end
  end
  return list
end

-- ---- The tally ----------------------------------------------------------

local tally = {}
tally.__index = tally

--- The tally of a schedule's results. Its `bots` are rows, one a bot; `pairs`
--- one for each two that met, `first` less `second`. `difference` is a sample
--- (lua/stats/estimate.lua) of the blocks' means of own points a round less the
--- mean of the other sides'; `win_rate` of a side's games won, one that k share
--- as 1/k. `taken` counts games, `games` those of whole blocks. A `test`
--- (lua/stats/sprt.lua) is handed the blocks of the first pair.
function arena.tally(plan, test)
  local self = setmetatable({ plan = plan, head = plan.head, test = test,
    taken = 0, blocks = 0, games = 0, open = {}, kinds = {},
    summer = blocks.new(plan.head),
    ratings = ratings.new(#plan.head.bots) }, tally)
  self.bots, self.pairs = self.summer:rows()
  return self
end

-- Ratings want the places of every game, drawn block by block. Blocks that came
-- out alike are drawn together: there are few kinds of them, if bots are few.
local most_kinds = 4096

local function read_places(text)
  local games = {}
  for game in text:gmatch "[^;]+" do
    local places = {}
    for rank in game:gmatch "[^>]+" do
      local group = {}
      for bot in rank:gmatch "%d+" do
        group[#group + 1] = math.tointeger(tonumber(bot))
      end
      places[#places + 1] = group
    end
    games[#games + 1] = places
  end
  return games
end

local function flush_kinds(self)
  for _, kind in ipairs(self.kinds) do self.ratings:add_block(kind) end
  self.kinds = {}
end

--- Note the places of a block's games.
local function note_places(self, block, places)
  local kind = self.kinds[places]
  if kind then
    kind.times = kind.times + 1
    return
  end
  if #self.kinds == most_kinds then flush_kinds(self) end
  kind = { block = block, times = 1, games = read_places(places) }
  self.kinds[places] = kind
  table.insert(self.kinds, kind)
end

--- Add what whole blocks come to.
local function add_blocks(self, text)
  self.summer:add(text, self.bots, self.pairs, function(places, difference)
    local deal = self.plan:game(self.games + 1)
    note_places(self, deal, places)
    if self.test then self.test:add(difference) end
    self.blocks, self.games = self.blocks + 1, self.games + self.plan.size
  end)
end

--- Take the next item that arena.reduce made.
function tally:take(item)
  if type(item) == "string" then
    add_blocks(self, item)
    self.taken = self.games
    return
  end
  self.taken = self.taken + 1
  table.insert(self.open, item)
  if #self.open == self.plan.size then
    add_blocks(self, self.summer:sum(self.open))
    self.open = {}
  end
end

--- Whether all is played, or the test has told enough.
function tally:is_done()
  return self.taken >= self.plan.games
    or self.test ~= nil and self.test.stopped ~= nil
end

--- The ratings of all bots: lua/stats/ratings.lua.
function tally:rate()
  flush_kinds(self)
  return self.ratings:ratings()
end

return arena
