-- suite.lua: writes the two parts of the suite of `aurum bot test`, or proves
-- the first part of a suite again.
--
--   build/aurum run tests/suite.lua prove 144 >scripts/bots/suite.jsonl
--   build/aurum run tests/suite.lua judge 40 24 >>scripts/bots/suite.jsonl
--   build/aurum run tests/suite.lua check scripts/bots/suite.jsonl
--
-- `prove`: games between bundled bots are played until enough endings of four
-- players are found in which an answer is right whatever the hidden cards. All
-- deals that agree with what the seat knows are solved with all hands open,
-- changes of bid included. A right answer is the best in each of these deals.
-- Every other answer loses a point or more on average: its cost is the mean
-- over the deals, and exact. One card is right, or several changes of bid.
--
-- `judge`: bids and changes of bid, which nobody can prove. Each legal answer
-- is judged as if it had been given. Answers that lose less than a quarter of a
-- point are right. The losses of the others are their costs, with the greatest
-- of their standard errors. At least half of the answers lose, one of them at
-- least an inaccuracy: surely at a change of bid, by the estimate at a bid. In
-- half of the changes a bot erred.
--
-- `check` proves each line of a suite that the solver has judged again, and
-- exits with 1 if one is wrong.
local aurum = require "aurum"
local rules_of = require "aurum.load.rules_of"
local suite_from_games = require "aurum.judge.suite_from_games"
local suite = require "aurum.judge.suite"

local most_deals = 100 -- that agree with what a seat knows
local most_hand = 3 -- cards of the largest hand
local nodes = 100000 -- positions that the solver may visit for an answer
local least_cost = 1 -- points

-- ---- Deals that a seat may be in ------------------------------------------

--- The number of deals that agree with what a seat knows.
local function count_deals(view)
  local n, total = 1, 0
  for seat, size in ipairs(view.hand_n) do
    local hidden = seat == view.seat and 0 or size - #view.known[seat]
    for k = 1, hidden do
      total = total + 1
      n = n * total // k
    end
  end
  return n
end

--- All states that the seat of a view may be in, a list; nil if they are too
--- many. They are drawn until each was met.
local function worlds_of(view)
  local wanted, list, met = count_deals(view), {}, {}
  if wanted > most_deals then return nil end
  for draw = 1, 1000 do
    for _, world in ipairs(view:sample(wanted, nil, draw)) do
      local key = {}
      for seat, hand in ipairs(world.hands) do key[seat] = tostring(hand) end
      key = table.concat(key, "/")
      if not met[key] then
        met[key], list[#list + 1] = true, world
      end
    end
    if #list == wanted then return list end
  end
  error "some deals were never drawn"
end

-- ---- Solving ---------------------------------------------------------------

--- The value of each answer in a deal, the exact one or nil.
local function values_of(state, legal, side)
  local values = {}
  for i, action in ipairs(legal) do
    local after = state:clone():apply(action)
    if after.phase == "deal" or after.phase == "over" then
      local points = after.rounds[#after.rounds].points
      values[i] = points[side] - points[3 - side]
    else
      values[i] = after:solve { side = side, nodes = nodes }.value
      if not values[i] then return nil end
    end
  end
  return values
end

--- The right answers at a state, the costs of the others by text, and the
--- number of deals. nil if no answer is right, or the deals are too many.
local function proof_of(state)
  local view, legal = state:view(state.turn), state:legal()
  local worlds = worlds_of(view)
  if not worlds then return nil end
  local lost, worse, left = {}, {}, #legal -- answers that may be right
  for i in ipairs(legal) do lost[i] = 0 end
  for _, world in ipairs(worlds) do
    local values = values_of(world, legal, view.side)
    if not values then return nil end
    local best = math.max(table.unpack(values))
    for i, value in ipairs(values) do
      if value < best and not worse[i] then worse[i], left = true, left - 1 end
      lost[i] = lost[i] + best - value
    end
    if left == 0 then return nil end
  end
  local right, costs = {}, {}
  for i, action in ipairs(legal) do
    local cost = lost[i] / #worlds
    if not worse[i] then
      right[#right + 1] = tostring(action)
    elseif cost < least_cost then
      return nil
    else
      costs[tostring(action)] = cost
    end
  end
  local one = state.phase == "play"
  if #right == #legal or one and #right > 1 then return nil end
  return right, costs, #worlds
end

-- ---- prove -----------------------------------------------------------------

local variants = { "standard", "bga", "de-2024", "standard+no-zero-gold" }
local bots = { "counter", "greedy", "hasty", "lowball" }

-- The kinds of positions, each with its share of the suite.
local kinds = { ending = 6, ["change, keep"] = 3, ["change, pay"] = 3,
  ["gold, spend"] = 3, ["gold, save"] = 3 }
local shares = 18

--- True if a decision may have a proof.
local function is_ending(state)
  local most = 0
  for _, hand in ipairs(state.hands) do most = math.max(most, #hand) end
  return state.phase ~= "bid" and most > 0 and most <= most_hand
    and #state:legal() > 1
end

--- The kind of a position with this right answer.
local function kind_of(state, right)
  if state.phase == "change" then
    return right == "keep" and "change, keep" or "change, pay"
  elseif #state:legal_cards():gold() > 0 then
    return right:find "^play G" and "gold, spend" or "gold, save"
  end
  return "ending"
end

--- The item of a state, and its kind; nil without a proof.
local function item_of(state, game, place)
  local right, costs, n = proof_of(state)
  if not right then return nil end
  local kind = kind_of(state, right[1])
  return { position = state:position(), ask = state.phase, best = right,
    avoid = costs, by = "solver", tag = kind:match "^%l+",
    comment = ("%s, game %s, %s, right in all of %d deals"):format(
      game.rules.name, game.seed, place, n) }, kind
end

--- Print `wanted` items, those of each kind from different games.
local function prove(wanted)
  local left, number = {}, 0
  for kind, share in pairs(kinds) do left[kind] = wanted * share // shares end
  while next(left) do
    number = number + 1
    local game, used = aurum.game { variant = variants[number % #variants + 1],
      players = 4, bots = { bots[number % 4 + 1], bots[number // 4 % 4 + 1] },
      seed = "suite." .. number }, {}
    for state, _, place in game:run().state:decisions() do
      local item, kind
      if is_ending(state) then item, kind = item_of(state, game, place) end
      if item and left[kind] and not used[kind] then
        used[kind], left[kind] = true, left[kind] > 1 and left[kind] - 1 or nil
        io.write(suite.line(item))
      end
    end
  end
end

-- ---- judge -----------------------------------------------------------------

local settings = { { "standard", 4 }, { "bga", 4 }, { "standard", 3 },
  { "bga", 3 } }
local most_answers = 14
local least_loss = 0.25 -- points
local by = aurum.judged_by

--- The verdict on an action at a state.
local function verdict_on(state, action)
  local after, place = state:clone():apply(action), nil
  for _, _, last in after:decisions() do place = last end
  return aurum.judge(after, { place = place, seed = "suite" })()
end

--- The right answers at a state, the costs of the others, and their greatest
--- error. nil if too few of them lose.
local function judged(state)
  local right, costs, error_, telling = {}, {}, 0, false
  for _, action in ipairs(state:legal()) do
    local verdict = verdict_on(state, action)
    if not verdict or not verdict.class then return nil end
    if verdict.loss < least_loss then
      right[#right + 1] = tostring(action)
    else
      costs[tostring(action)] = verdict.loss
      error_ = math.max(error_, verdict.error)
      telling = telling or verdict.loss >= by.inaccuracy
        and (state.phase == "bid" or verdict.class ~= "unsure")
    end
  end
  local enough = #right > 0 and 2 * #right <= #state:legal()
  if enough and telling then return right, costs, error_ end
end

--- True if a change of bid is worth judging: the bot erred, or, where `erred`
--- is false, its answer was the best by far.
local function is_telling(state, done, erred)
  local most = 0
  for _, hand in ipairs(state.hands) do most = math.max(most, #hand) end
  if most <= most_hand or #state:legal() > most_answers then return false end
  local verdict = verdict_on(state, done)
  if not verdict or not verdict.class then return false end
  if erred then
    return verdict.class ~= "fine" and verdict.class ~= "unsure"
  end
  return verdict.better == verdict.done and verdict.spread > by.blunder
end

--- The first decision of a game that is worth judging, with its place.
local function first_telling(game, ask, number)
  local nth = 0
  for state, done, place in game.state:decisions() do
    if ask == "bid" and state.phase == "bid" then
      nth = nth + 1
      if nth == number % game.state.rules.players + 1 then
        return state, place
      end
    elseif ask == "change" and state.phase == "change"
      and is_telling(state, done, number % 2 == 0) then
      return state, place
    end
  end
end

--- Print `wanted` items of a question, each from another game.
local function judge(wanted, ask)
  local number = 0
  while wanted > 0 do
    number = number + 1
    local setting = settings[number // 2 % #settings + 1]
    local game = aurum.game { variant = setting[1], players = setting[2],
      bots = { bots[number % 3 + 1], bots[number // 3 % 3 + 1] },
      seed = ("judged.%s.%d"):format(ask, number) }
    local state, place = first_telling(game:run(), ask, number)
    local right, costs, error_
    if state then right, costs, error_ = judged(state) end
    if right then
      wanted = wanted - 1
      io.write(suite.line { position = state:position(), ask = ask,
        best = right, avoid = costs, error = error_,
        by = suite_from_games.judge(),
        tag = ask, comment = ("%s, %d players, game %s, %s"):format(
          game.rules.name, game.rules.players, game.seed, place) })
      io.flush()
    end
  end
end

-- ---- check -----------------------------------------------------------------

--- True if an item of the solver has these right answers and costs.
local function agrees(item, right, costs)
  if not right or #right ~= #item.best then return false end
  for i, answer in ipairs(right) do
    if item.best[i] ~= answer then return false end
  end
  for answer, cost in pairs(costs) do
    if math.abs(cost - (item.avoid[answer] or -1)) > 1e-6 then return false end
  end
  return true
end

--- Prove the items of a suite that the solver has judged. Returns false if one
--- is wrong.
local function check(path)
  local read, proven, wrong = assert(suite.read(path, rules_of())), 0, 0
  for _, item in ipairs(read.items) do
    if item.by == "solver" then
      proven = proven + 1
      local state = assert(aurum.load_position(item.position, item.rules))
      if not agrees(item, proof_of(state)) then
        wrong = wrong + 1
        print(("%s:%d: the solver does not agree"):format(path, item.line))
      end
    end
  end
  print(("%d positions proven, %d wrong"):format(proven, wrong))
  return wrong == 0
end

if arg[1] == "prove" then
  prove(tonumber(arg[2]))
elseif arg[1] == "judge" then
  judge(tonumber(arg[2]), "bid")
  judge(tonumber(arg[3]), "change")
elseif arg[1] == "check" then
  os.exit(check(arg[2]), true)
else
  error "expected prove, judge or check"
end
