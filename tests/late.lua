-- late.lua: fits the constants "late_" of lua/judge/calibration.lua: how far
-- late decisions that are played on lie from solving them with open hands.
--
--   build/aurum run tests/late.lua ENDINGS JOBS VARIANT...
--
-- An ending is a decision of a round by the policy "quick" in which the largest
-- hand has three cards, and of which one world takes so many positions that the
-- judge may play on. Up to three of its moves, taken by turns, are the move
-- made. Its true loss is the mean over up to 40 worlds of the value of the best
-- move less its own. Where the judge prefers another move, the true loss is
-- fitted to the gain that playing on finds; elsewhere it is compared with 0.
package.path = "tests/lua/?.lua;" .. package.path
local aurum = require "aurum"
local enumerated = require "enumerated"
local playing_on = require "aurum.judge.playing_on"
local pool = require "aurum.play.pool"
local settings = require "aurum.judge.settings"

local fewest, most = 20000, 600000 -- positions of a world
local worlds, enough, budget = 40, 15, 8000000
local number, jobs = tonumber(arg[1]), tonumber(arg[2])
if not number or not jobs or not arg[3] then
  io.stderr:write("late: expected ENDINGS JOBS VARIANT...\n")
  os.exit(2)
end

--- The mean value of each move over worlds; nil if they take too long.
local function truth_of(view, seed)
  local sums, n, used = {}, 0, 0
  for i, world in ipairs(view:sample(worlds, nil, seed)) do
    local found = world:solve { find = "each", nodes = most }
    used = used + found.nodes
    if i == 1 and (not found.exact or found.nodes < fewest) then return nil end
    if found.exact then
      n = n + 1
      for m, move in ipairs(found.moves) do
        sums[m] = (sums[m] or 0) + move.lo
      end
    end
    if used > budget then break end
  end
  for m, sum in ipairs(sums) do sums[m] = sum / n end
  return n >= enough and sums or nil
end

--- The kind of a decision, the gain that playing on finds (nil if none), and
--- the true loss.
local function compared(view, done, loss, seed)
  local own = playing_on.candidate(view, done, seed)
  if own.better == done then
    return { kind = "best_late_" .. view.phase, loss = loss }
  end
  local gain = playing_on.compare(view, own.better, done, settings.sims, seed)
  local kind = own.better.kind == "keep" and "keep" or view.phase
  return { kind = "late_" .. kind, found = gain.found, loss = loss }
end

local function rows_of(rules, round)
  local list, endings = {}, 0
  enumerated.endings(rules, 3, round, function(state)
    local largest = 0
    for _, hand in ipairs(state.hands) do largest = math.max(largest, #hand) end
    if largest < 3 or state.phase == "bid" or endings == 2 then return end
    local view, legal = state:view(state.turn), state:legal()
    local seed = ("late/%d/%d"):format(round, endings)
    local values = truth_of(view, seed)
    if not values then return end
    local top = math.max(table.unpack(values))
    for k = 1, math.min(#legal, 3) do
      local m = (round + endings + k * (#legal // 3 + 1)) % #legal + 1
      list[#list + 1] = compared(view, legal[m], top - values[m], seed)
    end
    endings = endings + 1
  end, round, "late")
  return list
end

local kinds, names = {}, {}

local function add(row)
  local own = kinds[row.kind]
  if not own then
    own = { n = 0, xx = 0, xy = 0, list = {} }
    kinds[row.kind], names[#names + 1] = own, row.kind
  end
  local found = row.found or 0
  own.n, own.xx = own.n + 1, own.xx + found ^ 2
  own.xy, own.list[#own.list + 1] = own.xy + found * row.loss, row
end

local endings = 0
for _, name in ipairs { table.unpack(arg, 3) } do
  local rules, i = assert(aurum.variant(name, 4)), 0
  local share = endings + number // (#arg - 2)
  for _, list in pool.map { jobs = jobs, request = function(n) return n end,
    work = function(n) return rows_of(rules, n) end,
    items = function()
      i = i + 1
      return endings < share and i or nil
    end } do
    endings = endings + (list[1] and 1 or 0)
    for _, row in ipairs(list) do add(row) end
  end
end

table.sort(names)
print(endings .. " rounds")
for _, name in ipairs(names) do
  local own = kinds[name]
  local slope, squares, off = own.xx > 0 and own.xy / own.xx or 0, 0, {}
  for i, row in ipairs(own.list) do
    off[i] = math.abs(row.loss - slope * (row.found or 0))
    squares = squares + off[i] ^ 2
  end
  table.sort(off)
  local rest = math.sqrt(squares / own.n)
  print(("%-16s %4d decisions  slope %.2f +- %.2f  rest %.2f  "
    .. "95 %% within %.2f"):format(name, own.n, slope,
      own.xx > 0 and 1.96 * rest / math.sqrt(own.xx) or 0, rest,
      off[math.ceil(0.95 * own.n)]))
end
