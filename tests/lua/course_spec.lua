-- Courses of figures (lua/stats/thinned.lua).
require "aurum" -- finds the modules
local thinned = require "aurum.stats.thinned"

--- The course of the squares of 1 to n, and the number of squares computed.
local function squares(n)
  local own, made = thinned.new(), 0
  for i = 1, n do
    own:add(i, function()
      made = made + 1
      return i * i
    end)
  end
  return own, made
end

describe("a course", function()
  it("has every point of a few", function()
    local own = squares(5)
    assert.same({ 1, 2, 3, 4, 5 }, own.at)
    assert.same({ 1, 4, 9, 16, 25 }, own.values)
  end)

  it("keeps at most 128 points at equal distances, and at least 64", function()
    for _, n in ipairs { 128, 129, 130, 1000, 4096, 99999 } do
      local own, made = squares(n)
      assert.is_true(#own.at >= 64 and #own.at <= 128, n)
      for i, at in ipairs(own.at) do
        assert.equal(own.at[1] * i, at)
        assert.equal(at * at, own.values[i])
      end
      assert.is_true(n - own.at[#own.at] < own.at[1], n)
      assert.is_true(made <= 128 + 64 * math.log(n, 2), n)
    end
  end)

  it("ends with its last observation", function()
    local own = squares(1001)
    own:close(1001, function() return "end" end)
    assert.equal(1001, own.at[#own.at])
    assert.equal("end", own.values[#own.at])
    own:close(1001, function() error "it is there" end)
    local none = thinned.new()
    none:close(0, function() error "there is nothing" end)
    assert.same({}, none.at)
  end)
end)
