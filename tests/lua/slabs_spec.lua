-- The memory of a bot (lua/sys/slabs.c): small blocks are cut from slabs.
-- Larger ones, and those that find no room, come from malloc.
local aurum = require "aurum"
local helper = require "helper"

--- A game with `first` in seat 1, and what its first decision tells.
local function told(code)
  local game = aurum.game { seed = 1, bots = { helper.telling(code),
    helper.random, helper.random, helper.random } }
  game:run()
  return game.faults[1].message, game
end

describe("the memory of a bot", function()
  it("keeps what lies in it, whatever grows, shrinks and goes", function()
    -- texts and tables of all sizes, far more than the slabs hold at once
    assert.equal("9000 values as they were", (told [[
      local kept, sum = {}, 0
      local function fill(i)
        local n = i * 37 % 700
        local text, list = ("%d "):format(i):rep(n // 4), {}
        for k = 1, n % 40 do list[k] = i + k end
        for k = 1, n % 9 do list["key" .. k] = i - k end
        return { i = i, n = n, text = text, list = list }
      end
      local function is_whole(v)
        local fresh = fill(v.i)
        local same = v.text == fresh.text and #v.list == #fresh.list
        for k, x in pairs(fresh.list) do same = same and v.list[k] == x end
        return same
      end
      for round = 1, 3 do
        for i = 1, 3000 do kept[i * 7 % 3001] = fill(i * round) end
        for i = 1, 3000 do
          if not is_whole(kept[i]) then return "damage at " .. i end
          sum = sum + 1
          if i % 3 == 0 then kept[i] = { i = 0 } end
        end
      end
      return sum .. " values as they were"]]))
  end)

  it("grows and shrinks one value at a time", function()
    assert.equal("whole", (told [[
      local lists = {}
      for i = 1, 50 do lists[i] = {} end
      for n = 1, 300 do
        for i = 1, 50 do lists[i][n] = n * i end
      end
      for n = 300, 3, -1 do
        for i = 1, 50 do
          lists[i][n] = nil
          lists[i]["key" .. n % 5] = n
          if lists[i][2] ~= 2 * i then return "damage" end
        end
      end
      return "whole"]]))
  end)

  it("is counted by what the bot holds, and is free in the next game",
    function()
      local held = 1000 * 400
      local bot = helper.first([[start = function(self)
        self.list = {}
        for i = 1, 1000 do self.list[i] = ("%4d"):format(i):rep(100) end
      end,]])
      local game = aurum.game { seed = 1, bots = { bot, helper.random,
        helper.random, helper.random } }
      local before = game.memory[1]
      game:deal()
      local during = game.memory[1]
      assert.is_true(during > before + held)
      assert.is_true(during < before + 2 * held)
      for i = 2, 20 do -- garbage of earlier games is collected as it grows
        game:restart(i):deal()
        assert.is_true(game.memory[1] < before + 4 * held)
      end
    end)
end)
