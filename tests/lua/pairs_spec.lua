-- The bundled variants that ask, composed with each other and with each house
-- rule: all of them can be played, for every edition and number of players, and
-- only those that variants/README.md names take an effect from each other.
local aurum = require "aurum"
local composition = require "aurum.lab.rules.composition"
local helper = require "helper"
local variant_check = require "aurum.lab.rules.variant_check"

local asking = { "exchange", "trump", "stakes", "auction" }

--- The names of the bundled house rules, those that ask last.
local function house_rules()
  local list, asks = {}, {}
  for _, name in ipairs(asking) do asks[name] = true end
  for _, name in ipairs((aurum.variants())) do
    local house = not aurum.variant(name) and not asks[name]
    if house then list[#list + 1] = name end
  end
  return table.move(asking, 1, #asking, #list + 1, list)
end

--- The pairs "ASKING+OTHER", each once.
local function all_pairs()
  local list, had = {}, {}
  for _, first in ipairs(asking) do
    for _, second in ipairs(house_rules()) do
      if first ~= second and not had[second .. "+" .. first] then
        local pair = first .. "+" .. second
        had[pair], list[#list + 1] = true, pair
      end
    end
  end
  return list
end

--- Check random games of rules for each number of players.
local function plays(name, games)
  local info = aurum.read_variant(name)
  assert.same({}, info.problems, name)
  for _, players in ipairs(info.counts) do
    local rules = assert(info:rules(players))
    local failure = variant_check.run(info, rules,
      { series = "pairs", first = 1, last = games }, function() end)
    assert.is_nil(failure and failure.message, name)
  end
  return #info.counts
end

--- The entries that are overruled, as "KEY by KEY"; nil for none.
local function overruled(name, players)
  local found = assert(composition.study(aurum.read_variant(name), players,
    true)).overruled
  local list = {}
  for i, entry in ipairs(found) do
    list[i] = ("%s by %s"):format(entry.key, entry.by.key)
  end
  return #list > 0 and table.concat(list, ", ") or nil
end

local expected = {
  ["auction+blind-bid"] = "bidding by call",
  ["auction+misere"] = "zero_bid by call",
}

describe("variants that ask", function()
  it("are each paired with every house rule", function()
    -- 4 with 8 house rules that do not ask, and 6 pairs of their own
    assert.equal(4 * 8 + 6, #all_pairs())
    for pair in pairs(expected) do
      assert.truthy(table.concat(all_pairs(), " "):find(pair, 1, true))
    end
  end)

  for _, edition in ipairs(helper.editions) do
    local first = edition == helper.editions[1]
    it(("compose in pairs under %s%s"):format(edition,
      first and "" or " #long"), function()
      for _, pair in ipairs(all_pairs()) do
        assert.equal(2, plays(edition .. "+" .. pair, 2))
      end
    end)
  end

  it("compose all four, with five players too", function()
    local all = "+" .. table.concat(asking, "+")
    assert.equal(2, plays("bga" .. all, 4))
    assert.equal(1, plays("five-alchemists" .. all, 4))
  end)

  it("leave nothing to lay face down after an auction", function()
    for pair, by in pairs(expected) do
      local auction, other = pair:match "(.*)%+(.*)"
      assert.equal(by, overruled("standard+" .. pair, 4))
      assert.equal(by, overruled(("bga+%s+%s"):format(other, auction), 4))
      assert.is_nil(overruled("standard+" .. other, 4))
    end
    assert.equal("bidding by call",
      overruled("standard+auction+exchange+blind-bid+trump", 4))
    -- with three players all editions have bids laid face down
    assert.is_nil(overruled("standard+auction", 3))
  end)

  it("take no other effect from each other #long", function()
    for _, pair in ipairs(all_pairs()) do
      assert.equal(expected[pair], overruled("standard+" .. pair, 4))
    end
  end)
end)
