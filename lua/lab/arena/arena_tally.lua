-- The tally of an arena: which bot is better, from deals that every side
-- played.
--
-- The games of a deal, its block, share their cards; blocks are independent of
-- each other. So every estimate is one of the blocks' means
-- (lua/lab/blocks.lua), in the order of the schedule
-- (lua/lab/arena/schedule.lua).
local blocks = require "aurum.lab.blocks"
local thinned = require "aurum.stats.thinned"
local digest = require "aurum".sys.digest
local ratings = require "aurum.stats.ratings"
local arena_tally = {}

local replicates = 1000 -- of the bootstrap of ratings

-- ---- From games to blocks -----------------------------------------------

--- Reduces consecutive results (lua/play/player.lua), of which the first
--- belongs to game `from`, to a list of items for the tally of a schedule. An
--- item is the sums of whole blocks or, at either end, a game of a block that
--- is not complete in these results. If a test may end with any block, each
--- block is an item.
function arena_tally.reduce(plan, summer, results, from, tested)
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

--- The tally of a schedule's results:
---   bots     a row for each bot
---   pairs    a row for each two bots that met, `first` less `second`
---   taken    the number of games
---   blocks   the number of whole blocks; `games` is the number of their games
--- The samples of a row (lua/stats/estimate.lua) are of blocks' means.
--- `difference` samples own points a round minus the mean of the other
--- sides'. `win_rate` samples games won; a game that k sides share counts
--- 1/k. A `test` (lua/stats/sprt.lua) gets the differences of the first pair.
--- The errors of ratings come from the schedule's seed. With `courses`, it can
--- tell how ratings and test went (tally:courses).
function arena_tally.tally(plan, test, courses)
  local self = setmetatable({ plan = plan, head = plan.head, test = test,
    taken = 0, blocks = 0, games = 0, open = {}, kinds = {},
    summer = blocks.new(plan.head),
    ratings = ratings.new(#plan.head.bots, { replicates = replicates,
      seed = tonumber(digest(plan.head.seed), 16) }) }, tally)
  self.bots, self.pairs = self.summer:rows()
  if not courses then return self end
  self.rated, self.tested = thinned.new(), test and thinned.new()
  self.so_far = ratings.new(#plan.head.bots, { replicates = 0 })
  return self
end

-- Ratings need the ranking of every game, block by block. Blocks with the same
-- rankings are added together: with few bots there are few kinds of blocks.
local most_kinds = 4096

--- The rankings of a block's games, from the text of lua/lab/blocks.lua.
local function read_rankings(text)
  local games = {}
  for game in text:gmatch "[^;]+" do
    local ranking = {}
    for rank in game:gmatch "[^>]+" do
      local group = {}
      for bot in rank:gmatch "%d+" do
        group[#group + 1] = math.tointeger(tonumber(bot))
      end
      ranking[#ranking + 1] = group
    end
    games[#games + 1] = ranking
  end
  return games
end

local function flush_kinds(self)
  for _, kind in ipairs(self.kinds) do self.ratings:add_block(kind) end
  self.kinds = {}
end

--- The ratings from the blocks so far, without their errors.
local function rating_points(self)
  local points = {}
  for i, rated in ipairs((self.so_far:ratings())) do
    points[i] = rated.rating
  end
  return points
end

--- Adds the block that was counted last to the courses.
local function note_course(self, rankings)
  self.so_far:add_block { block = self.blocks, times = 1,
    games = read_rankings(rankings) }
  self.rated:add(self.blocks, function() return rating_points(self) end)
  if self.tested and not self.test.stopped then
    self.tested:add(self.blocks, function() return self.test.llr end)
  end
end

--- Count the rankings of a block's games.
local function count_rankings(self, block, rankings)
  local kind = self.kinds[rankings]
  if kind then
    kind.times = kind.times + 1
    return
  end
  if #self.kinds == most_kinds then flush_kinds(self) end
  kind = { block = block, times = 1, games = read_rankings(rankings) }
  self.kinds[rankings] = kind
  table.insert(self.kinds, kind)
end

--- Add the sums of whole blocks.
local function add_blocks(self, text)
  self.summer:add(text, self.bots, self.pairs, function(rankings, difference)
    local deal = self.plan:game(self.games + 1)
    count_rankings(self, deal, rankings)
    if self.test then self.test:add(difference) end
    self.blocks, self.games = self.blocks + 1, self.games + self.plan.size
    if self.rated then note_course(self, rankings) end
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

--- True if all games were taken, or the test has stopped.
function tally:is_done()
  return self.taken >= self.plan.games
    or self.test ~= nil and self.test.stopped ~= nil
end

--- The ratings of all bots: lua/stats/ratings.lua. Their mean is 0. With an
--- `anchor`, { bot = its index, rating = }, they are relative to that bot, and
--- so are their intervals.
function tally:rate(anchor)
  flush_kinds(self)
  local rated, difference = self.ratings:ratings()
  for i, bot in ipairs(anchor and rated or {}) do
    local value, low, high, error = difference(i, anchor.bot)
    bot.rating, bot.error = anchor.rating + value, error
    bot.low, bot.high = low and anchor.rating + low,
      high and anchor.rating + high
  end
  return rated
end

--- The courses over the blocks (lua/stats/thinned.lua): of the ratings, lists
--- by bot; and of the test's log likelihood ratio, nil without one.
function tally:courses()
  local test = self.test
  self.rated:close(self.blocks, function() return rating_points(self) end)
  if self.tested then
    self.tested:close(test.sample.n, function() return test.llr end)
  end
  return self.rated, self.tested
end

return arena_tally
