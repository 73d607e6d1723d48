-- Ratings (lua/stats/ratings.lua), compared with strengths computed by hand.
require "aurum" -- whose loading adds the searcher of aurum.x.y
local ratings = require "aurum.stats.ratings"
local estimate = require "aurum.stats.estimate"

local tiny = { prior = 1e-7, replicates = 2 } -- almost the likelihood alone

--- The rating points for odds of `ratio` to one.
local function points(ratio)
  return 400 * math.log(ratio, 10)
end

--- Games with these places, each repeated as often as given, one block each.
local function games(list)
  local result = {}
  for _, item in ipairs(list) do
    for _ = 1, item[1] do
      result[#result + 1] = { places = item[2], block = #result + 1 }
    end
  end
  return result
end

local function found(n, list, options)
  local rows, difference = ratings.fit(n, games(list), options)
  local values = {}
  for i, row in ipairs(rows) do values[i] = row.rating end
  return values, rows, difference
end

describe("a fit", function()
  it("gives two bots the odds of their games", function()
    local r = found(2, { { 3, { { 1 }, { 2 } } }, { 1, { { 2 }, { 1 } } } },
      tiny)
    assert.is.near(points(3) / 2, r[1], 1e-4)
    assert.is.near(-points(3) / 2, r[2], 1e-4)
  end)

  -- Strengths 2 : 1 : 1. The first place is drawn with 1/2, 1/4, 1/4. The
  -- second is drawn from the others with 1/2, 1/2 after bot 1, else with 2/3,
  -- 1/3. Games in exactly these proportions, 24 in all, are most likely under
  -- these strengths.
  local expected = {
    { 6, { { 1 }, { 2 }, { 3 } } }, { 6, { { 1 }, { 3 }, { 2 } } },
    { 4, { { 2 }, { 1 }, { 3 } } }, { 2, { { 2 }, { 3 }, { 1 } } },
    { 4, { { 3 }, { 1 }, { 2 } } }, { 2, { { 3 }, { 2 }, { 1 } } },
  }
  it("gives three bots the strengths behind their places", function()
    local r = found(3, expected, tiny)
    assert.is.near(points(2), r[1] - r[2], 1e-4)
    assert.is.near(0, r[2] - r[3], 1e-4)
    assert.is.near(0, r[1] + r[2] + r[3], 1e-9)
  end)

  it("counts a tie as the average of its orders", function()
    local r = found(3, { { 12, { { 1 }, { 2, 3 } } },
      { 4, { { 2 }, { 1 }, { 3 } } }, { 2, { { 2 }, { 3 }, { 1 } } },
      { 4, { { 3 }, { 1 }, { 2 } } }, { 2, { { 3 }, { 2 }, { 1 } } } }, tiny)
    assert.is.near(points(2), r[1] - r[2], 1e-4)
    -- ties of the first two, of the last two, and of all three
    for _, case in ipairs {
      { { { 1, 2 }, { 3 } }, { { 1 }, { 2 }, { 3 } },
        { { 2 }, { 1 }, { 3 } } },
      { { { 3 }, { 1, 2 } }, { { 3 }, { 1 }, { 2 } },
        { { 3 }, { 2 }, { 1 } } },
    } do
      local base = table.move(expected, 1, 6, 3, {})
      base[1], base[2] = { 3, case[2] }, { 3, case[3] }
      local orders = found(3, base, tiny)
      base[1], base[2] = { 6, case[1] }, { 0, case[1] }
      local tied = found(3, base, tiny)
      for i = 1, 3 do assert.is.near(orders[i], tied[i], 1e-6) end
    end
    local all = table.move(expected, 1, 6, 2, {})
    for i = 1, 6 do all[i + 1] = { expected[i][1] + 1, expected[i][2] } end
    all[1] = { 0, {} }
    local orders = found(3, all, tiny)
    all = table.move(expected, 1, 6, 2, {})
    all[1] = { 6, { { 1, 2, 3 } } }
    local tied = found(3, all, tiny)
    for i = 1, 3 do assert.is.near(orders[i], tied[i], 1e-6) end
  end)

  it("ranks no bot of a tie first or last", function()
    local r = found(3, { { 5, { { 1, 2, 3 } } }, { 2, { { 2, 1 } } } })
    for i = 1, 3 do assert.is.near(0, r[i], 1e-6) end
    local a = found(2, { { 3, { { 1, 2 } } }, { 2, { { 1 }, { 2 } } } })
    local b = found(2, { { 3, { { 2, 1 } } }, { 2, { { 2 }, { 1 } } } })
    assert.is.near(a[1], b[2], 1e-9)
    assert.is.near(a[2], b[1], 1e-9)
  end)

  -- By symmetry, the strengths are x and 1/x. With a bot of strength 1,
  -- two games were tied and five won: 5 + 1 = 5 x^2 / (x^2 + 1) + 2 x /
  -- (x + 1), so x is 3.
  it("is finite for a bot that won everything, due to the prior", function()
    local r = found(2, { { 5, { { 1 }, { 2 } } } },
      { prior = 2, replicates = 2 })
    assert.is.near(points(9), r[1] - r[2], 1e-6)
    -- No replicate shows how much better it is. The curvature is 5 * 0.9 * 0.1
    -- for the wins and 2 * 3/4 * 1/4 for the prior, so 2 / (0.375 + 2 * 0.45)
    -- is the variance of the difference. Five blocks of one game multiply it by
    -- 5/4, and add 2/5 of it.
    local _, rows, difference = found(2, { { 5, { { 1 }, { 2 } } } },
      { prior = 2 })
    local _, low, high, scatter = difference(1, 2)
    local wanted = 400 / math.log(10) * math.sqrt(2 / 1.275 * (5 / 4 + 2 / 5))
    assert.is.near(wanted, scatter, 1e-6)
    assert.is.near(wanted / 2, rows[1].error, 1e-6)
    assert.is.near(2 * 2.446912 * wanted, high - low, 1e-3) -- 6 degrees
    assert.is.same({ false, false }, { rows[1].compared, rows[2].compared })
  end)

  it("is finite after any number of wins", function()
    for _, n in ipairs { 1, 1000, 1000000 } do
      local fit = ratings.new(3, { replicates = 1 })
      fit:add { places = { { 1 }, { 2 }, { 3 } }, block = 1 }
      fit.blocks = 2
      for _, set in ipairs(fit.sets) do set.weight[0] = n end
      fit.wins[1][0], fit.wins[2][0] = n, n
      local rows = fit:ratings()
      assert.is_true(rows[1].error < 1000)
      assert.is_true(rows[1].rating < 6000 and rows[3].rating > -6000)
      assert.is_true(rows[1].rating > rows[2].rating)
      assert.is_true(rows[2].rating > rows[3].rating)
    end
  end)

  it("knows which bots can be compared by games alone", function()
    -- 1 and 2 won against each other, 2 and 3 too; 4 lost all; 5 tied with 4
    local _, rows, difference = found(5, { { 90, { { 1 }, { 2 } } },
      { 60, { { 2 }, { 1 } } }, { 70, { { 2 }, { 3 } } },
      { 80, { { 3 }, { 2 } } }, { 90, { { 3 }, { 4 } } }, { 2, { { 4, 5 } } } })
    for i = 1, 5 do assert.is_false(rows[i].compared) end
    local _, _, _, among = difference(1, 3)
    local _, _, _, across = difference(3, 4)
    assert.is_true(across > among)
    _, rows = found(3, { { 3, { { 1 }, { 2 } } }, { 1, { { 2 }, { 3 } } },
      { 2, { { 3 }, { 1 } } } })
    for i = 1, 3 do assert.is_true(rows[i].compared) end
  end)

  it("puts a bot that never played in the middle of its prior", function()
    local r = found(3, { { 5, { { 1 }, { 2 } } }, { 5, { { 2 }, { 1 } } } })
    assert.is.near(0, r[3], 1e-9)
  end)

  it("accepts a bot that sits twice", function()
    local r = found(2, { { 2, { { 1 }, { 2 }, { 2 } } },
      { 2, { { 2 }, { 1 }, { 2 } } }, { 0, {} } }, tiny)
    -- first of { 1 2 2 } in 2 of 4; then, of { 1 2 }, in 2 of 2: strength x
    -- satisfies 4 = 4 x / (x + 2) + 2 x / (x + 1), so x = 1 + sqrt 5
    assert.is.near(points(1 + math.sqrt(5)), r[1] - r[2], 1e-4)
  end)

  it("has no error with one block, and one if all blocks agree", function()
    local mirrored = { { { 1 }, { 2 } }, { { 2 }, { 1 } } }
    for _, n in ipairs { 1, 2, 10, 100 } do
      local fit = ratings.new(2)
      fit:add_block { games = mirrored, block = 1, times = n }
      local row = fit:ratings()[1]
      assert.is.near(0, row.rating, 1e-9)
      if n == 1 then
        assert.is_nil(row.error)
        assert.is_nil(row.low)
      else
        -- half of a difference: a block won or lost as a whole has the
        -- variance 1 / (n/4), or a little less with the prior
        local whole = 400 / math.log(10) / 2 * math.sqrt(4 / n)
        assert.is.near(1, row.error / (whole * math.sqrt(2 / n)), 0.3)
      end
    end
  end)

  it("covers the true difference if most of few blocks agree", function()
    -- a block is won once by each bot, else twice by the first
    for _, case in ipairs { { 5, 0.9 }, { 10, 0.9 }, { 20, 0.9 },
      { 20, 0.5 } } do
      local deals, q = table.unpack(case)
      local draw, held = estimate.stream(deals), 0
      local won = q / 2 + 1 - q
      local truth = 400 / math.log(10) * math.log(won / (1 - won))
      for _ = 1, 200 do
        local fit = ratings.new(2, { replicates = 100 })
        for block = 1, deals do
          local split = (draw() >> 11) * 2.0 ^ -53 < q
          fit:add_block { block = block, times = 1, games = { { { 1 }, { 2 } },
            split and { { 2 }, { 1 } } or { { 1 }, { 2 } } } }
        end
        local _, difference = fit:ratings()
        local _, low, high = difference(1, 2)
        if low <= truth and truth <= high then held = held + 1 end
      end
      assert.is_true(held >= 186, ("%d of 200 at %d"):format(held, deals))
    end
  end)

  it("is the same in any order, and differs with another seed", function()
    local list = games { { 30, { { 1 }, { 2 } } }, { 20, { { 2 }, { 1 } } } }
    local first, back = ratings.fit(2, list), {}
    for i = #list, 1, -1 do back[#back + 1] = list[i] end
    assert.is.same(first, (ratings.fit(2, list)))
    assert.is.near(first[1].error, ratings.fit(2, back)[1].error, 1e-6)
    assert.is_true(first[1].error
      ~= ratings.fit(2, list, { seed = 2 })[1].error)
  end)

  it("is less certain about games that share a deal", function()
    local shared = games { { 60, { { 1 }, { 2 } } }, { 40, { { 2 }, { 1 } } } }
    local alone = ratings.fit(2, shared)
    for i, game in ipairs(shared) do game.block = (i + 1) // 2 end
    local together = ratings.fit(2, shared)
    assert.is.near(alone[1].rating, together[1].rating, 1e-9)
    -- pairs that always have the same result count as half as many observations
    assert.is.near(math.sqrt(2), together[1].error / alone[1].error, 0.25)
  end)

  it("covers the true difference in 93 to 97 of 100 arenas", function()
    local draw, held = estimate.stream(9), 0
    for _ = 1, 500 do
      local fit = ratings.new(2, { replicates = 100 })
      for block = 1, 150 do
        -- a deal that favours one seating; both are played
        local luck = (draw() >> 11) * 2.0 ^ -53 * 0.4 - 0.2
        for sign = -1, 1, 2 do
          local won = (draw() >> 11) * 2.0 ^ -53 < 0.65 + sign * luck
          fit:add { places = won and { { 1 }, { 2 } } or { { 2 }, { 1 } },
            block = block }
        end
      end
      local _, difference = fit:ratings()
      local _, low, high = difference(1, 2)
      local truth = points(0.65 / 0.35)
      if low <= truth and truth <= high then held = held + 1 end
    end
    assert.is_true(held >= 465 and held <= 485, held .. " of 500")
  end)
end)
