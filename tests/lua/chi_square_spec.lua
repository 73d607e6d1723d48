-- The chi-square distribution, compared with its closed forms and with tables.
require "aurum" -- finds the modules
local chi_square = require "aurum.stats.chi_square"
local estimate = require "aurum.stats.estimate"

--- The same for an even number of degrees of freedom: the chance that a Poisson
--- variable with the mean x/2 is below dof/2.
local function by_poisson(x, dof)
  local term, sum = math.exp(-x / 2), 0.0
  for k = 1, dof // 2 do
    sum = sum + term
    term = term * (x / 2) / k
  end
  return sum
end

describe("the chi-square distribution", function()
  it("agrees with the Poisson distribution for even degrees", function()
    for _, dof in ipairs { 2, 4, 10, 50, 200, 600 } do
      for _, share in ipairs { 0.1, 0.5, 0.9, 1, 1.1, 1.5, 2 } do
        local expected = by_poisson(dof * share, dof)
        assert.near(1, chi_square.above(dof * share, dof) / expected, 1e-9)
      end
    end
  end)

  it("agrees with the normal distribution for one degree", function()
    for _, z in ipairs { 0.1, 1, 1.96, 3, 5, 6, 8 } do
      assert.near(1, chi_square.above(z * z, 1)
        / (2 * estimate.normal_below(-z)), 1e-9)
    end
  end)

  it("agrees with tables", function()
    for _, row in ipairs { { 3.841458820694124, 1, 0.05 },
      { 7.814727903251179, 3, 0.05 }, { 20.515005652432873, 5, 0.001 },
      { 124.34211340400407, 100, 0.05 } } do
      assert.near(1, chi_square.above(row[1], row[2]) / row[3], 1e-9)
    end
    assert.equal(1, chi_square.above(0, 7))
  end)

  it("has the statistic of counts with one expectation", function()
    assert.equal(0, chi_square.of { 7, 7, 7 })
    assert.equal(4, chi_square.of { 6, 2, 2, 6 }) -- 4 times 2^2 / 4
  end)
end)
