-- endings.lua: holds the judge against plain enumeration in endings drawn anew.
--
--   build/aurum run tests/endings.lua CARDS ENDINGS SEED JOBS VARIANT...
--
-- An ending is a decision of a round by the policy "quick" in which no hand has
-- more than CARDS cards and one has as many. One of its moves, taken by turns,
-- is the move made. The truth is the mean, over all deals of the hidden cards,
-- of the open-hand value of each move. Up to 500 deals, the judge's best move
-- and loss have to be those of the truth; beyond, its interval has to contain
-- the true loss. Endings whose truth takes more than about 20 million positions
-- are left out, and counted; so are those where another seat laid its bid face
-- down (house rule misere), as the enumeration knows bids that lie face up.
package.path = "tests/lua/?.lua;" .. package.path
local aurum = require "aurum"
local enumerated = require "enumerated"
local pool = require "aurum.play.pool"
require "aurum.judge.judge" -- workers read no files

local most_nodes, most_deals = 20000000, 3000
local cards, number, seed, jobs = tonumber(arg[1]), tonumber(arg[2]), arg[3],
  tonumber(arg[4])
if not cards or not number or not jobs or not arg[5] then
  io.stderr:write("endings: expected CARDS ENDINGS SEED JOBS VARIANT...\n")
  os.exit(2)
end

--- True if another seat laid its bid face down. Where cards may be then depends
--- on when it was replaced, which the enumeration leaves out.
local function lay_down(state)
  for _, event in ipairs(state:events()) do
    if event.kind == "bid" and event.down and event.seat ~= state.turn then
      return true
    end
  end
  return false
end

--- What the judge says of an ending, and the truth; or the reason why it is
--- `left_out`.
local function held(state, place)
  if lay_down(state) then return { left_out = "a bid lay face down" } end
  local legal, worlds = state:legal(), enumerated.deals(state, most_deals)
  if not worlds then
    return { left_out = ("more than %d deals"):format(most_deals) }
  end
  local first = worlds[#worlds // 2 + 1]:solve { find = "each",
    nodes = most_nodes // #worlds }
  if not first.exact then
    return { left_out = ("too many positions, %s 500 deals"):format(
      #worlds <= 500 and "up to" or "more than") }
  end
  local done = place % #legal + 1
  local verdict = enumerated.verdict(state, legal[done], 2000, place)
  local sums = enumerated.sums(worlds, state:view(state.turn).side, legal)
  local top, right = math.max(table.unpack(sums)), false
  for i, action in ipairs(legal) do
    right = right or action == verdict.better and sums[i] == top
  end
  local truth = (top - sums[done]) / #worlds
  local inside = verdict.low <= truth + 1e-9 and truth <= verdict.high + 1e-9
  return { worlds = #worlds, inside = inside,
    exact = right and math.abs(truth - verdict.loss) < 1e-9,
    width = verdict.high - verdict.low,
    text = ("%s of %d, %d worlds, %s, true loss %.2f, judged %.2f "
      .. "[%.2f, %.2f]%s"):format(state.phase, #legal, #worlds,
      verdict.solved and "solved" or "played on", truth, verdict.loss,
      verdict.low, verdict.high, right and "" or ", another best move") }
end

local function endings_of(rules, round)
  local list = {}
  enumerated.endings(rules, cards, round, function(state)
    local most = 0
    for _, hand in ipairs(state.hands) do most = math.max(most, #hand) end
    if most == cards and state.phase ~= "bid" and #list < 4 then
      list[#list + 1] = held(state, round + #list)
    end
  end, round, seed)
  return list
end

local few, many = { n = 0, held = 0 }, { n = 0, held = 0, width = 0 }
local left_out, missed = { n = 0 }, {}

--- Counts an ending.
local function count(one)
  local reason = one.left_out
  if reason then
    if not left_out[reason] then left_out[#left_out + 1] = reason end
    left_out[reason] = (left_out[reason] or 0) + 1
    left_out.n = left_out.n + 1
    return
  end
  local is_few = one.worlds <= 500
  local sum, good = is_few and few or many, one.inside
  if is_few then good = one.exact else many.width = many.width + one.width end
  sum.n, sum.held = sum.n + 1, sum.held + (good and 1 or 0)
  if not good then
    missed[#missed + 1] = (is_few and "not exact: " or "outside: ") .. one.text
  end
end

for k, name in ipairs { table.unpack(arg, 5) } do
  local rules, i, share = assert(aurum.variant(name, 4)), 0, 0
  share = number * k // (#arg - 4)
  for _, list in pool.map { jobs = jobs, request = function(n) return n end,
    work = function(n) return endings_of(rules, n) end,
    items = function()
      i = i + 1
      return few.n + many.n < share and i or nil
    end } do
    for _, one in ipairs(list) do
      if few.n + many.n < share then count(one) end
    end
  end
end
print(("%d cards: up to 500 worlds: %d of %d exact; more: %d of %d intervals "
  .. "hold (%.1f %%), %.2f wide on average; %d left out"):format(cards,
    few.held, few.n, many.held, many.n, 100 * many.held / math.max(many.n, 1),
    many.width / math.max(many.n, 1), left_out.n))
for _, line in ipairs(missed) do print("  " .. line) end
table.sort(left_out)
for _, reason in ipairs(left_out) do
  print(("  %d left out: %s"):format(left_out[reason], reason))
end
