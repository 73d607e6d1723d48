-- The actions of the bundled bot adept are those of its net.
local aurum = require "aurum"

describe("adept", function()
  it("bids, changes, plays and answers by its net", function()
    local file <close> = assert(io.open("scripts/bots/four.net", "rb"))
    local bytes = file:read "a"
    local own = { net = aurum.net, data = function() return bytes end }
    local bot = assert(loadfile("scripts/bots/adept.lua", "t",
      setmetatable({ aurum = own }, { __index = _G })))()
    local rules = assert(aurum.variant("standard+exchange", 4))
    local net = assert(aurum.net(bytes, { any = true }))
    assert.is_true(net:fits(rules))
    local state, held = aurum.state(rules):deal "adept", {}
    bot.start(nil, state:view(state.turn))
    while state.turn do
      local ask, wanted = state.deciding, net:choose(state:view(state.turn))
      assert.equal(wanted, bot[ask](nil, state:view(state.turn)))
      held[ask] = true
      state:apply(wanted)
    end
    assert.same({ answer = true, bid = true, change = true, play = true }, held)
  end)
end)
