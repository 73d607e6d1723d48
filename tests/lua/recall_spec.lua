-- Reads memories of views, which another process wrote (aurum.recall). A memory
-- may be wrong in any way, and nothing crashes. tests/cli/exec.test has right
-- memories.
local aurum = require "aurum"
local decisions = require "aurum.record.decisions"

-- A position under "exchange", in which cards were handed on, in the third
-- trick; and the memory of its seat.
local token = "au1:en-2023+exchange:08cce46af4ea4fd6:BAEBAAAAAAAAAAAAAAAAAgAA"
  .. "AAAAAAAAAAAAAAAAAICpmIOAhEABAQ4A6ICAgM3ICAABIQCSgOCQgKAxgYCAgBAAKwCB0oSk"
  .. "kAKBgIAIABgAAAAA_wAAAAD_AKHExIABhICAgICABISEg8iikYYBAgAAAgIBAgD_AToAAAAA"
  .. "AAAAAAAAAAAAAAAAgIAoAAAAAAAAAAAAADpT"
local right = "1 0 1 cd000a128012 100000000004 18 20000e 2216 20001e 200006 "
  .. "4209 5611 3019 1c01 b 13 1b 3 3a0c 1e14 461c 25c6204 1b 3 b 13 121c "
  .. "4e04 640c 29d3614 4 6024c0 620440 713000 731000 "

--- A view at that position with a memory; nil if that is refused.
local function view_with(memory)
  local rules = assert(aurum.variant("standard+exchange", 4))
  local state = assert(aurum.load_position(token, rules))
  local game = assert(aurum.game { variant = rules,
    bots = { "monte:sims=20" } })
  if not decisions.come_to_state(game, token, state, memory) then return nil end
  game:step()
  return game.state:view(state.turn), game
end

describe("aurum.recall", function()
  it("refuses card moves that contradict each other", function()
    assert.truthy(view_with(right))
    assert.is_nil(view_with((right:gsub("6024c0", "6207c0"))))
  end)

  it("refuses tricks that no round has", function()
    assert.is_nil(view_with((right:gsub("25c6204", "6204")))) -- none is filled
    assert.is_nil(view_with((right:gsub("29d3614", "29d3616")))) -- no play
  end)

  it("takes or refuses whatever a text says", function()
    local random, words, taken = 1, {}, 0
    local function draw(n)
      random = random * 6364136223846793005 + 1442695040888963407
      return (random >> 33) % n + 1
    end
    for word in right:gmatch "%x+" do words[#words + 1] = word end
    for i = 1, 1000 do
      local list = table.move(words, 1, #words, 1, {})
      for _ = 1, i % 4 do
        local at, how = draw(#list), draw(3)
        list[at] = how == 1 and list[draw(#list)]
          or how == 2 and ("%x"):format(draw(300) - 1)
          or ("%x"):format(tonumber(list[at], 16) ~ 1 << draw(64) - 1)
      end
      if draw(8) == 1 then table.remove(list, draw(#list)) end
      local view = view_with(table.concat(list, " ") .. " ")
      if view then
        taken = taken + 1
        local _ = #view.tricks + #view.rounds
        pcall(view.sample, view)
      end
    end
    assert.truthy(taken > 250 and taken < 1000, taken)
  end)
end)
