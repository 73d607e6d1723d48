-- Metrics of games (lua/lab/rules/metrics.lua), compared with records and
-- states; and comparisons of them (lua/lab/rules/compare.lua).
local aurum = require "aurum"
local metrics = require "aurum.lab.rules.metrics"
local compare = require "aurum.lab.rules.compare"

--- The number of occurrences of a pattern in a text.
local function times(text, pattern)
  return select(2, text:gsub(pattern, ""))
end

--- The metrics of a game that can be counted in its record.
local function from_record(line)
  local found = { first_changes = 0, plays = 0, gold_played = 0 }
  for changes in line:gmatch '"tricks":%[{"leader":%d,"changes":(%b[])' do
    found.first_changes = found.first_changes + times(changes, '"of":')
  end
  for plays in line:gmatch '"plays":"(.-)"' do
    found.plays = found.plays + times(plays, "%S+")
    found.gold_played = found.gold_played + times(plays, "G%d")
  end
  found.changes = times(line, '"of":')
  found.tricks = times(line, '"plays":"[^"]*","winner":%d')
  found.gold_taken = times(line, '"award":"G')
  found.partner_changes = 0
  for seat, of in line:gmatch '"seat":(%d),"gold":"G%d+","of":(%d)' do
    if seat ~= of then found.partner_changes = found.partner_changes + 1 end
  end
  return found
end

--- The metrics that the states at the ends of rounds give.
local function from_states(game)
  local found = { gold_kept = 0, passed = 0, partner_gap = 0,
    first_player = 0 }
  local ended = 0
  while not game.over do
    game:step()
    local state = game.state
    if #game.rounds > ended then
      ended = ended + 1
      for _, pile in ipairs(state.gold) do
        found.gold_kept = found.gold_kept + #pile
      end
      local won = { 0, 0, 0, 0, 0 }
      for _, trick in ipairs(state.tricks) do
        won[trick.winner] = won[trick.winner] + 1
      end
      if #state.hands[state.passer] > 0 then found.passed = found.passed + 1 end
      local points = game.rounds[ended].points
      if game.rules.players == 4 then
        found.partner_gap = found.partner_gap
          + (math.abs(won[1] - won[3]) + math.abs(won[2] - won[4])) / 2
        local side = (state.first - 1) % 2 + 1
        found.first_player = found.first_player + points[side]
          - points[3 - side]
      else
        local own = points[state.first]
        found.first_player = found.first_player + own
          - (points[1] + points[2] + points[3] - own) / 2
      end
    end
  end
  return found
end

describe("the metrics of a game", function()
  it("have the margin of each side over the others", function()
    local game = aurum.game { variant = "standard", players = 3,
      bots = { "random" }, seed = 5, trust = true }:run()
    local found, points = metrics.measure(game), { 0, 0, 0 }
    for _, round in ipairs(game.rounds) do
      for side, own in ipairs(round.points) do
        points[side] = points[side] + own / #game.rounds
      end
    end
    for side = 1, 3 do
      local others = points[1] + points[2] + points[3] - points[side]
      assert.near(points[side] - others / 2, found["side_" .. side], 1e-9)
    end
    assert.is_nil(found.side_4)
  end)

  for _, players in ipairs { 3, 4 } do
    it(("of %d are what its record and its states say"):format(players),
      function()
        local all = { 0, 0 }
        for seed = 1, 30 do
          local game = aurum.game { variant = "standard", players = players,
            bots = { "random" }, seed = seed, trust = true }
          local states = from_states(game)
          local got, rounds = metrics.measure(game), #game.rounds
          for i, found in ipairs { from_record(game:record()), states } do
            for key, x in pairs(found) do
              assert.is.near(x / rounds, got[key], 1e-9, key)
              all[i] = all[i] + math.abs(x)
            end
          end
          local sums = { points = 0, exact = 0, over = 0, under = 0, bid = 0,
            bid_points = 0, gold_points = 0, shared_rounds = 0 }
          local n = game.rules.side_n
          for _, round in ipairs(game.rounds) do
            for side = 1, n do
              local off = round.taken[side] - round.bid[side]
              local kind = off == 0 and "exact" or off > 0 and "over" or "under"
              sums[kind] = sums[kind] + 1
              for _, key in ipairs { "points", "bid", "bid_points",
                "gold_points" } do
                sums[key] = sums[key] + round[key][side]
              end
            end
            if #round.winners > 1 then
              sums.shared_rounds = sums.shared_rounds + n
            end
          end
          for key, x in pairs(sums) do
            assert.is.near(x / n / rounds, got[key], 1e-9, key)
          end
          assert.is.equal(rounds, got.rounds)
          assert.is.equal(#game.winners > 1 and 1 or 0, got.shared_games)
          for side = 1, n do
            local own = 0
            for _, round in ipairs(game.rounds) do
              own = own + round.points[side]
            end
            assert.is.near(own / rounds, got.own[side], 1e-9)
          end
        end
        assert.is_true(all[1] > 0 and all[2] > 0)
      end)
  end

  it("all have unique names that fit, and a description", function()
    local seen = {}
    for _, metric in ipairs(metrics.metrics) do
      assert.is_nil(seen[metric.key])
      assert.is_nil(seen[metric.name])
      seen[metric.key], seen[metric.name] = true, true
      assert.is_true(#metric.name <= 23, metric.name)
      assert.is.truthy(metric.text:find "%l")
    end
  end)
end)

describe("a comparison", function()
  it("pairs by deal, the most significant difference first", function()
    local tally = compare.tally({ "points", "rounds", "bid", "changes" })
    -- by deal: two games under each rule set
    tally:add({ { points = 1, rounds = 2, bid = 5, changes = 1 },
      { points = 3, rounds = 2, bid = 5, changes = 1 } },
      { { points = 4, rounds = 2, bid = 5, changes = 0 },
        { points = 4, rounds = 3, bid = 5, changes = 0 } })
    tally:add({ { points = 10, rounds = 3, bid = 7, changes = 1 },
      { points = 10, rounds = 3, bid = 7, changes = 1 } },
      { { points = 13, rounds = 3, bid = 7, changes = 0 },
        { points = 11, rounds = 3, bid = 7, changes = 0 } })
    tally:add({ { points = 0, rounds = 2, bid = 6, changes = 1 },
      { points = 0, rounds = 2, bid = 6, changes = 1 } },
      { { points = 0, rounds = 2, bid = 6, changes = 0 },
        { points = 2, rounds = 2, bid = 6, changes = 0 } })
    local rows, keys = tally:rows(), {}
    for i, row in ipairs(rows) do keys[i] = row.key end
    assert.is.same({ "changes", "points", "rounds", "bid" }, keys)
    local changes, points, rounds, bid = table.unpack(rows)
    assert.is.same({ 1, 0, -1, nil, 1 / 4, false },
      { changes.a, changes.b, changes.difference, changes.t, changes.p,
        changes.holds })
    -- differences 2, 2, 1: mean 5/3, variance 1/3, error 1/3
    assert.is.near(4, points.a, 1e-12)
    assert.is.near(17 / 3, points.b, 1e-12)
    assert.is.near(5 / 3, points.difference, 1e-12)
    assert.is.near(5, points.t, 1e-12)
    assert.is.near(5 / 3 - 4.302652729911275 / 3, points.low, 1e-9)
    -- P(|T| > 5) at 2 degrees; Holm's first bound of four is 0.05 / 4
    assert.is.near(1 - 5 / math.sqrt(27), points.p, 1e-12)
    assert.is_false(points.holds)
    -- 1/2, 0, 0
    assert.is.near(1, rounds.t, 1e-12)
    assert.is.same({ 0, nil, 1 }, { bid.difference, bid.t, bid.p })
  end)

  it("marks significant differences", function()
    local tally = compare.tally { "points", "bid" }
    for deal = 1, 8 do
      tally:add({ { points = deal, bid = deal % 2 } },
        { { points = deal + 3, bid = deal % 3 } })
    end
    local rows = tally:rows()
    assert.is.same({ "points", true }, { rows[1].key, rows[1].holds })
    assert.is.same({ "bid", false }, { rows[2].key, rows[2].holds })
  end)

  it("takes the margin of the first bot from the sides of the bots", function()
    local tally = compare.tally({ "first_bot" }, { { 1 }, { 2, 3 } },
      { { 2, 3 }, { 1 } })
    tally:add({ { own = { 9, 4, 2 } }, { own = { 1, 5, 6 } } },
      { { own = { 5, 5, 5 } }, { own = { 5, 5, 7 } } })
    local row = tally:rows()[1]
    assert.is.near((6 + 4.5) / 2, row.a, 1e-12)
    assert.is.near((0 + 1) / 2, row.b, 1e-12)
    assert.is_nil(row.t)
  end)
end)
