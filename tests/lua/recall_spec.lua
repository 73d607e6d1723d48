-- Reads memories of views, which another process wrote (aurum.recall). A memory
-- may be wrong in any way, and nothing crashes. tests/cli/exec.test has right
-- memories.
local aurum = require "aurum"
local decisions = require "aurum.record.decisions"

-- A position under "exchange", in which cards were handed on, at a bid; and a
-- memory of its seat, three of whose card moves contradict each other.
local token = "au1:en-2023+exchange:08cce46af4ea4fd6:BAEBAAAAAAAAAAAAAAAAAgAAAA"
  .. "AAAAAAAAAAAAAAAICBiJqNiAMBABQAwYCyhYDAmAEBACMAsIiFwOCURAEA_wCOtoCAkiIB"
  .. "AA0AAAAA_wAAAAD_AKDExIgRgICAoICAIIDAwKCAgSADAAABAgMAAP___wAAAAAAAAAAAA"
  .. "AAAAAAAACAiICACAAAAAAAAAAAAACiFA"
local wrong = "1 0 1 0 800004000000 7 20001e 200006 20000e 3e16 1a19 2801 4609 "
  .. "4 602280 6207c0 713000 731000 "

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
  it("takes card moves that contradict each other", function()
    local view, game = view_with(wrong)
    assert.equal(0, #game.faults)
    pcall(view.sample, view)
  end)

  it("takes or refuses whatever a text says", function()
    local random, words = 1, {}
    local function draw(n)
      random = random * 1103515245 + 12345 & 0x7fffffff
      return (random >> 8) % n + 1
    end
    for word in wrong:gmatch "%x+" do words[#words + 1] = word end
    local taken = 0
    for _ = 1, 300 do
      local list = table.move(words, 1, #words, 1, {})
      for _ = 1, draw(3) do
        local at = draw(#list)
        list[at] = ("%x"):format(tonumber(list[at], 16) ~ 1 << draw(24))
      end
      if draw(8) == 1 then table.remove(list, draw(#list)) end
      taken = taken + (view_with(table.concat(list, " ") .. " ") and 1 or 0)
    end
    assert.truthy(taken > 10 and taken < 290, taken)
  end)
end)
