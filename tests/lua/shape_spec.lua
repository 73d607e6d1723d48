-- Shapes of data from files (lua/text/shape.lua): what fits, and how what does
-- not fit is named.
local aurum = require "aurum"
local shape = require "aurum.text.shape"

local game = shape.object {
  seats = shape.list(shape.whole(1, 6), 2, 3), seed = shape.text(5, "^%w+$",
    "letters and digits"),
  cost = shape.optional(shape.number(0, 10)),
  kind = shape.optional(shape.word { "bid", "play" }),
  counts = shape.optional(shape.map(shape.text(3), shape.whole(0, 9), 2)),
}

local function problem(change)
  local value = { seats = { 1, 2 }, seed = "x1" }
  for key, item in pairs(change) do value[key] = item end
  return shape.problem(game, value, "game")
end

describe("a shape", function()
  it("names the place and the value that do not fit", function()
    assert.is_nil(problem {})
    assert.is_nil(problem { cost = 2.5, kind = "bid", counts = { a = 1 } })
    local cases = {
      { { seats = { 1, 7 } },
        "game.seats[2]: expected a whole number from 1 to 6, got 7" },
      { { seats = { 1 } }, "game.seats: expected at least 2 items, got 1" },
      { { seats = { 1, 2, 3, 4 } },
        "game.seats: expected at most 3 items, got 4" },
      { { seats = { 1, [3] = 2 } },
        "game.seats: expected a list, got an object" },
      { { seats = { 1, 2, x = 3 } },
        "game.seats: expected a list, got an object" },
      { { seats = "x" }, "game.seats: expected a list, got 'x'" },
      { { seed = "\27[31m" },
        "game.seed: expected letters and digits, got '\\27[31m'" },
      { { seed = "abcdef" }, "game.seed: expected at most 5 bytes, got 6" },
      { { cost = 0 / 0 }, "game.cost: expected a number from 0 to 10, got " },
      { { cost = 1 / 0 },
        "game.cost: expected a number from 0 to 10, got inf" },
      { { kind = "bit" },
        "game.kind: expected bid or play, got 'bit'; did you mean 'bid'?" },
      { { counts = { a = -1 } },
        "game.counts['a']: expected a whole number from 0 to 9, got -1" },
      { { counts = { a = 1, b = 2, c = 3 } },
        "game.counts: expected at most 2 entries" },
      { { sead = 1 }, "game: unknown key 'sead'; did you mean 'seed'?" },
      { { [{}] = 1 }, "game: unknown key a list or an object" },
    }
    for _, case in ipairs(cases) do
      local got = problem(case[1])
      assert.equal(case[2], got and got:sub(1, #case[2]))
      assert.equal(got, aurum.plain(got, 500))
    end
    assert.equal("expected an object, got nothing", shape.problem(game, nil))
  end)
end)
