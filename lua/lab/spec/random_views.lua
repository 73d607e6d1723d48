-- Random decisions for properties of bots: rounds are played by the policy
-- "quick" and, at every third decision or so, at random.
local aurum = require "aurum"
local random_views = {}

--- A random number from 0 to n - 1 that follows from a text.
local function draw(text, n)
  local digits = aurum.sys.digest(text):sub(1, 8)
  return tonumber(digits, 16) % n
end

local function step(state, seed)
  local view = state:view(state.turn)
  local policy = draw(seed, 3) == 0 and view.random or view.quick
  state:apply(policy(view, seed))
end

local function is_open(state, round)
  return state.turn ~= nil and state.round == round
end

--- Play a round on to its end. Calls `look(state, seed)` at each decision with
--- a choice of the kind (nil: any).
local function play(state, seed, kind, look)
  local round, n = state.round, 0
  while is_open(state, round) do
    n = n + 1
    local own = ("%s.%d"):format(seed, n)
    if (not kind or state.deciding == kind) and #state:legal() > 1 then
      look(state, own)
    end
    step(state, own)
  end
end

--- The state of random view `i` of a seed: a decision with a choice in a round
--- that it deals. nil if the round has none of the kind.
function random_views.state(rules, seed, i, kind)
  local own = ("%s/%d"):format(seed, i)
  local state = aurum.state(rules):deal(own)
  local chosen, n = nil, 0
  play(state, own, kind, function(at, here)
    n = n + 1
    if draw(here .. "?", n) == 0 then chosen = at:clone() end
  end)
  return chosen
end

--- Tokens of later decisions of the same kind, when a state is played on `n`
--- times: the last three of each round, which have the fewest cards.
function random_views.later(state, seed, n)
  local list = {}
  for i = 1, n do
    local tokens = {}
    play(state:clone(), ("%s+%d"):format(seed, i), state.deciding,
      function(at) table.insert(tokens, 1, at:position()) end)
    table.move(tokens, 1, math.min(#tokens, 3), #list + 1, list)
  end
  return list
end

return random_views
