-- Actions as plain data (lua/text/actions.lua), with every action of random
-- games.
local aurum = require "aurum"
local actions = require "aurum.text.actions"
local shape = require "aurum.text.shape"
local helper = require "helper"

describe("the data of an action", function()
  for _, variant in ipairs { "standard", "de-2024", "bga+exchange+trump",
    "standard+auction", "standard+stakes+blind-bid" } do
    it("have its text and their shape: " .. variant, function()
      local rules, kinds = assert(aurum.variant(variant, 4)), {}
      local state = aurum.state(rules)
      helper.play_out(state, variant, function()
        for _, action in ipairs(state:legal()) do
          local data = actions.data(action)
          kinds[data.kind] = true
          assert.equal(tostring(action), actions.text(data))
          assert.is_nil(shape.problem(actions.shape, data))
          assert.is_true(actions.same(data, aurum.sys.unpack(
            aurum.sys.pack(data))))
        end
      end)
      assert.is_true(kinds.play)
      assert.equal(#rules.questions > 0, kinds.answer == true)
    end)
  end

  it("have a phrase, also in brief", function()
    for _, case in ipairs {
      { { kind = "change", gold = "G2", card = "Z7", of = 2 },
        "pay G2 and replace seat 2's bid by Z7" },
      { { kind = "keep" }, "keep the bids" },
      { { kind = "pass" }, "pass" },
      { { kind = "bid", card = "C5", down = true }, "bid C5 face down",
        "C5 face down" },
      { { kind = "play", card = "Z10" }, "play Z10", "Z10" },
      { { kind = "answer", question = "stakes", value = 2 },
        "answer 2 to stakes" },
    } do
      assert.equal(case[2], actions.phrase(case[1]))
      assert.equal(case[3] or case[2], actions.phrase(case[1], true))
    end
  end)

  it("are refused if they lack what their kind needs", function()
    for _, case in ipairs {
      { { kind = "play" }, "card: expected a value" },
      { { kind = "change", gold = "G1", card = "B2" }, "of: expected a value" },
      { { kind = "answer", question = "q" }, "value: expected a value" },
      { { kind = "lead", card = "B2" }, "kind: expected bid" },
      { { kind = "play", card = "B2\n" }, "card: expected a card" },
    } do
      local problem = shape.problem(actions.shape, case[1])
      assert.truthy(problem and problem:find(case[2], 1, true), problem)
    end
  end)
end)
