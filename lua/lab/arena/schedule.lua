-- The schedule of an arena: its games, their ids and their seeds.
--
-- The unit is the block: one deal over all the seatings, so that the luck of
-- the cards falls on each bot in turn and cancels. Game i of the schedule is
-- (deal, seating) and has the seed SEED.DEAL. A bot's random numbers come from
-- the seed, its seat and the decision, so that no game depends on the games
-- before it, or on the process that plays it.
local caller = require "aurum.text.caller"
local seat_orders = require "aurum.lab.seat_orders"
local schedule = {}
schedule.__index = schedule

local most_seatings = 1000 -- each is a game that every worker keeps ready

--- The sets of bots that meet: lists by side of the index of a bot. With two
--- sides they are all pairs. With more sides they are all choices of as many
--- bots as sides; if there are fewer bots, the last one takes the sides left
--- over. In a gauntlet, the first bot meets each other one.
local function lineups(bots, sides, gauntlet)
  local list = {}
  local function filled(chosen)
    local lineup = {}
    for side = 1, sides do lineup[side] = chosen[math.min(side, #chosen)] end
    list[#list + 1] = lineup
  end
  if gauntlet then
    for other = 2, bots do filled { 1, other } end
    return list
  end
  local chosen, size = {}, math.min(bots, sides)
  local function choose(from)
    if #chosen == size then return filled(chosen) end
    for bot = from, bots do
      chosen[#chosen + 1] = bot
      choose(bot + 1)
      chosen[#chosen] = nil
      if #list * 2 > most_seatings then return end
    end
  end
  choose(1)
  return list
end

--- The seatings of each deal for `bots` bots: lists by seat of the index of a
--- bot. Or nil and the reason why there are none.
function schedule.seatings(bots, side_of, gauntlet)
  local sides = math.max(table.unpack(side_of))
  local list = {}
  for _, lineup in ipairs(lineups(bots, sides, gauntlet)) do
    local seated = {}
    for seat, side in ipairs(side_of) do
      seated[seat] = tostring(lineup[side])
    end
    local orders, problem = seat_orders.seatings(seated, side_of)
    if not orders then return nil, problem end
    for _, order in ipairs(orders) do
      local seating = {}
      for seat, from in ipairs(order) do
        seating[seat] = math.tointeger(tonumber(seated[from]))
      end
      list[#list + 1] = seating
    end
    if #list > most_seatings then
      return nil, caller.text("more than %d games a deal: take fewer bots, or "
        .. "{gauntlet}", most_seatings)
    end
  end
  return list
end

--- The pairs of bots that meet, { first, second } by their indices, in the
--- order in which they do.
function schedule.pairs(seatings)
  local list, known = {}, {}
  for _, seating in ipairs(seatings) do
    for _, i in ipairs(seating) do
      for _, j in ipairs(seating) do
        local key = i .. " " .. j
        if i < j and not known[key] then
          known[key] = true
          list[#list + 1] = { i, j }
        end
      end
    end
  end
  return list
end

--- The schedule of a journal's head: `games`, in blocks of `size` games.
function schedule.new(head)
  return setmetatable({ head = head, size = #head.seatings,
    games = head.deals * #head.seatings }, schedule)
end

--- Game i: its deal and the number of its seating.
function schedule:game(i)
  return self.head.first + (i - 1) // self.size, (i - 1) % self.size + 1
end

--- The id of game i: deal/seating.
function schedule:id(i)
  return ("%d/%d"):format(self:game(i))
end

--- Game i as a job of lua/play/player.lua.
function schedule:job(i)
  local deal, seating = self:game(i)
  return { game = seating, seed = ("%s.%d"):format(self.head.seed, deal),
    number = self:id(i) }
end

return schedule
