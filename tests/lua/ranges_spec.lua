-- Ranges of whole numbers (lua/text/ranges.lua).
require "aurum" -- finds the modules
local ranges = require "aurum.text.ranges"

--- The numbers from 1 to 12 in the ranges of a text.
local function numbers(text)
  local own, list, met = assert(ranges.parse(text)), {}, {}
  for n = 1, 12 do
    if own:has(n, met) then list[#list + 1] = n end
  end
  return table.concat(list, " "), own:missing(met), own
end

describe("ranges", function()
  it("have the numbers that they name", function()
    for text, list in pairs { ["3"] = "3", ["5-7"] = "5 6 7",
      ["11-"] = "11 12", ["2,4-5,1"] = "1 2 4 5", ["1-3,2"] = "1 2 3",
      ["03"] = "3" } do
      assert.equal(list, (numbers(text)))
    end
  end)

  it("tell which was not met", function()
    for text, part in pairs { ["3,13"] = "13", ["14-20,1"] = "14-20",
      ["1,13-"] = "13-" } do
      local _, missing = numbers(text)
      assert.equal(part, missing)
    end
    assert.is_nil((select(2, numbers "9-20,3-")))
  end)

  it("end at their last number", function()
    local own = ranges.parse "3,5-9"
    assert.is_false(own:ends_by(8))
    assert.is_true(own:ends_by(9))
    assert.is_false(ranges.parse("1,2-"):ends_by(math.maxinteger - 1))
    assert.is_true(ranges.parse("4"):is_one())
    assert.is_true(ranges.parse("4-4"):is_one())
    assert.is_false(own:is_one())
  end)

  it("join, and are a text again", function()
    local own = ranges.join { ranges.parse "3", ranges.parse "7-8,1-" }
    assert.equal(tostring(own), tostring(ranges.parse(tostring(own))))
    assert.is_true(own:has(100, {}))
    assert.is_nil(ranges.join {})
  end)

  for _, text in ipairs { "", "0", "x", "3-1", "1,,2", "-3", "1-2-3", "1.5",
    " 1", "1,", "99999999999999999999", "1-99999999999999999999" } do
    it(("are not '%s'"):format(text), function()
      local own, message = ranges.parse(text)
      assert.is_nil(own)
      assert.equal("expected numbers from 1 such as 3, 5-9 or 12-, got '"
        .. text .. "'", message)
    end)
  end
end)
