-- Lines of best play (lua/judge/lines.lua) in endings of random games: each is
-- legal to the end of the round, reaches the value that it claims, and says so.
local aurum = require "aurum"
local helper = require "helper"
local estimates = require "aurum.judge.estimates"
local lines = require "aurum.judge.lines"

--- A side's points minus the best other side's.
local function margin_of(points, side)
  local most
  for other, n in ipairs(points) do
    if other ~= side and (not most or n > most) then most = n end
  end
  return points[side] - most
end

--- Replays a line in its world and compares the end with what it claims.
local function check(found, line, side)
  local state = found.world:clone()
  for _, action in ipairs(line.actions) do
    assert.is_true(state:is_legal(action))
    state:apply(action)
  end
  assert.is_true(state.phase == "deal" or state.phase == "over")
  local points = state.rounds[#state.rounds].points
  assert.equal(margin_of(points, side), line.value)
  assert.equal(table.concat(points, " : "), line.score)
  for _, n in ipairs(points) do
    assert.matches((" %d points"):format(n), line.text, 1, true)
  end
end

--- The best of the solved moves of a view; nil if it is too early for that.
local function best_of(view)
  local moves = estimates.solved(view)
  for _, action in ipairs(moves and view:legal() or {}) do
    if tostring(action) == moves[1].action then return action end
  end
end

--- Calls visit(state) at decisions in the last cards of rounds of random games.
local function each_ending(n, visit)
  for seed = 1, n do
    local roll = helper.dice(seed)
    local state = aurum.state(aurum.variant("en-2023", 4)):deal("l" .. seed)
    while state.turn do
      local few = #state.hands[state.turn] <= 3 and state.phase == "play"
      if few and #state:legal() > 1 then visit(state) end
      state:apply(helper.choose(state:legal(), roll))
    end
  end
end

describe("lines", function()
  it("are legal and reach the value that they claim #long", function()
    local seen, open = 0, 0
    each_ending(6, function(state)
      local view, legal = state:view(state.turn), state:legal()
      local best = best_of(view)
      if not best then return end
      local other = tostring(best) == tostring(legal[1]) and legal[2]
        or legal[1]
      local found = lines.of(view, state, { best, other }, "1")
      if not found then return end -- too hard
      seen, open = seen + 1, open + (found.open and 1 or 0)
      check(found, found[1], view.side)
      check(found, found[2], view.side)
      assert.is_true(found.of >= found.n)
      assert.is_true(found.of >= found.more + found.less)
      local gain = found[1].value - found[2].value
      if found.open then assert.equal(found.here, gain) end
      if found.here > 0 then assert.is_true(found.open) end
      if gain > 0 and not found.open then assert.is_true(found.more > 0) end
      for _, one in ipairs(found.hands) do -- what the line supposes
        assert.not_equal(view.seat, one.seat)
        assert.equal(tostring(found.world.hands[one.seat]), tostring(one.hand))
        assert.is_true(#view.known[one.seat] < #one.hand)
      end
    end)
    assert.is_true(seen >= 20)
    assert.is_true(open > 0)
  end)

  it("come from worlds of the view alone where the hands are hidden", function()
    local seen = 0
    each_ending(3, function(state)
      local view = state:view(state.turn)
      local one = lines.of(view, nil, { state:legal()[1] }, "1")
      local world = assert(view:sample(1, nil, "other"))[1]
      local two = lines.of(world:view(state.turn), nil, { state:legal()[1] },
        "1")
      if not one or not two then return end
      seen = seen + 1
      assert.equal(one[1].text, two[1].text) -- the true hands play no part
    end)
    assert.is_true(seen > 0)
  end)

  it("lead where the judge finds the best move", function()
    local seen = 0
    each_ending(2, function(state)
      local values = estimates.solved(state:view(state.turn))
      if not values or not values.all then return end
      local mean, sum = {}, 0
      for _, one in ipairs(values) do mean[one.action] = one.mean end
      for _, action in ipairs(state:legal()) do
        local after = state:clone():apply(action)
        local verdict = aurum.judge(after, { place = state.place,
          seed = "1" })()
        if verdict.worlds ~= values.worlds then break end -- it took too long
        sum = sum + 1
        local loss = values[1].mean - mean[tostring(action)]
        assert.is_true(math.abs(verdict.loss - loss) < 1e-9)
      end
      seen = seen + (sum > 0 and 1 or 0)
    end)
    assert.is_true(seen >= 5)
  end)

  it("are not found early in a round", function()
    local state = aurum.state(aurum.variant("en-2023", 4)):deal "early"
    assert.is_nil(estimates.solved(state:view(state.turn)))
    assert.is_nil(lines.of(state:view(state.turn), state,
      { state:legal()[1] }, "1"))
  end)
end)
