-- Sampled worlds after secret moves of restricted cards, against a search for a
-- history that the core does not use.
local helper = require "helper"
local secret = require "secret_rules"

describe("worlds after secret moves of restricted cards", function()
  teardown(helper.clean)

  for _, name in ipairs(secret.names) do
    local long = name == "several" and " #long" or ""
    it("are possible under the rule " .. name .. long, function()
      local sum = secret.check(name, 20, 5, 1, 5)
      assert.same({ 0, 0, 0 }, { sum.impossible, sum.unsure, sum.wrong })
      assert.is_true(sum.worlds >= 20)
      assert.is_true(sum.refused > 0)
    end)
  end
end)
