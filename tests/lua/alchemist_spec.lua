-- The searches that the bundled bot alchemist asks for, where it has no nets.
local aurum = require "aurum"

local bot = dofile "scripts/bots/alchemist.lua"

--- The options of the search for the first play with so many cards in hand;
--- `sides` is the number of sides.
local function options_of(players, cards)
  local rules = assert(aurum.variant("bga", players))
  local state, found = aurum.state(rules):deal "options", nil
  while state.turn and not found do
    local view = state:view(state.turn)
    if state.phase == "play" and #view.hand <= cards and #view:legal() > 1 then
      local proxy = setmetatable({}, { __index = function(_, key)
        local value = view[key]
        return type(value) ~= "function" and value
          or function(_, ...) return value(view, ...) end
      end })
      function proxy.search(_, options)
        found = options
        return nil, "not here"
      end
      bot.play({ options = bot.options }, proxy)
    end
    state:apply(view:quick "options" or state:legal()[1])
  end
  return assert(found), rules.side_n
end

describe("alchemist", function()
  it("expects plain seats only where each seat plays alone", function()
    local options, sides = options_of(4, 5)
    assert.equal(2, sides)
    assert.same({ 0, "policy", "ismcts" },
      { options.plain, options.others, options.method })
    options, sides = options_of(3, 5)
    assert.equal(3, sides)
    assert.same({ bot.options.plain, "policy", "ismcts" },
      { options.plain, options.others, options.method })
  end)

  it("lets more than two sides share the tree in the last tricks", function()
    assert.equal("tree", options_of(3, bot.options.rivals).others)
  end)
end)
