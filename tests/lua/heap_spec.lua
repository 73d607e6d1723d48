-- The memory of a bot (lua/sys/heap.c): small blocks are cut from slabs. Larger
-- ones, and those that find no room, come from a range of addresses (range.c)
-- that no other seat shares. So no seat learns from it what others hold.
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

-- What addresses tell --------------------------------------------------------

--- Lua that finds an address modulo 63. A table of 64 nodes has only removed
--- keys. An object takes the place of the integer `q` if both have the same
--- hash: the table then grows, and has another length.
local residue = [[
  local keys = {}
  for i = 1, 64 do keys[i] = {} end
  local function collides(x, q)
    local t = {}
    for i = 1, 64 do t[keys[i] ] = true end
    for i = 1, 64 do t[keys[i] ] = nil end
    t[1], t[2], t[4], t[8] = true, true, true, true
    if q then t[q] = true end
    t[x] = true
    return #t == 4
  end
  local function residue(x)
    if collides(x) then return "low" end
    for r = 0, 62 do
      if r ~= 1 and r ~= 2 and r ~= 4 and r ~= 8 and
        collides(x, r < 17 and r + 63 or r) then return r end
    end
    return "?"
  end
]]

--- A bot that prints, whenever it is called, the addresses of a small object
--- and of a large one; it plays the first legal action.
local receiver = helper.bot(residue .. [[
  local function look(view)
    local world = view and view:sample(1)[1]
    print(residue({}), residue(world or print))
  end
  local function act(_, view)
    look(view)
    return view:legal()[1]
  end
  return { bid = act, play = act, change = function() look() end,
    start = function(_, view) look(view) end, observe = function() look() end }
]], nil, "receiver")

--- A bot that plays the first legal action. Where `loud(view)` of its hidden
--- hand is true, it uses memory of every kind.
local function sender(loud)
  return helper.bot(([[
    local kept, seen = {}, nil
    local function send()
      if not seen or not (%s)(seen) then return end
      kept[#kept + 1] = seen:sample(1 + #kept %% 40)
      kept[#kept + 1] = ("x"):rep(1000 + 977 * #kept)
      kept[#kept + 1] = { seen:copy(), print, {}, function() return kept end }
      local list = {}
      for i = 1, 300 do list[i] = { i } end
      for i = 1, 300, 2 do list[i] = nil end
      kept[#kept + 1] = list
      if seen.hand_n[seen.seat] < 3 then
        local world = seen:sample(1)[1]
        pcall(world.solve, world, { nodes = 20000 })
      end
      pcall(error, kept)
      print(#kept)
    end
    local function act(_, view)
      send()
      return view:legal()[1]
    end
    return { bid = act, play = act, change = function() send() end,
      start = function(_, view) kept, seen = {}, view send() end,
      observe = function() send() end }
  ]]):format(loud), nil, "sender")
end

--- What seat 1 printed, and the memory of its bot after each action. `actions`
--- are those of the game; seat 1 must choose its own.
local function trace(bots, deal, actions)
  local game = aurum.game { bots = bots, seed = "1", keep_prints = true,
    fuel = 1e9 }
  local memory = {}
  game:deal(deal)
  for i, action in ipairs(actions) do
    memory[i] = game.memory[1]
    if game.state.turn == 1 then
      assert.equal(tostring(action), tostring(game.state:legal()[1]))
      game:step()
    else
      game:apply(action)
    end
  end
  assert.equal(0, #game.faults, game.faults[1] and game.faults[1].message)
  local seen = {}
  for line in game:printed():gmatch "[^\n]+" do
    if line:find "^%[receiver" then seen[#seen + 1] = line end
  end
  return table.concat(seen, "\n"), table.concat(memory, " "), #seen
end

--- A game of `tricks` tricks: its deal, its actions, and another deal that fits
--- all that seat 1 has seen.
local function two_deals(number, tricks)
  local roll = helper.dice(number)
  local state = aurum.state(assert(aurum.variant("standard", 4)))
  state:deal("hidden " .. number)
  while state.turn and #state.tricks < tricks do
    local legal = state:legal()
    local first = state.turn == 1 or state.phase == "change"
    state:apply(legal[first and 1 or roll(#legal)])
  end
  local past = state:history()[1]
  local world = state:view(1):sample(1)[1]
  local other = { first = past.first, hands = {} }
  for seat, hand in ipairs(past.hands) do
    local dealt = aurum.set(hand)
    other.hands[seat] = (dealt - state.hands[seat]) | world.hands[seat]
  end
  return past, past.actions, other
end

describe("a bot's addresses", function()
  for _, lack in ipairs(aurum.sys.platform().lacks) do
    if lack:find "^no addresses" then return end -- with the address sanitizer
  end

  it("are the same whatever its seat cannot see", function()
    local decisions, differing = 0, 0
    for number = 1, 6 do
      local deal, actions, other = two_deals(number, 2 + number)
      for _, loud in ipairs { "function(v) return #(v.hand & v.hand:suit 'B') "
        .. "% 2 == 1 end", "function(v) return v.hand.bits % 3 > 0 end" } do
        local bots = { receiver, sender(loud), sender(loud), sender(loud) }
        local seen, memory, n = trace(bots, deal, actions)
        local seen2, memory2 = trace(bots, other, actions)
        assert.equal(seen, seen2)
        assert.equal(memory, memory2)
        decisions = decisions + n
      end
      differing = differing + (tostring(deal.hands[3])
        ~= tostring(other.hands[3]) and 1 or 0)
    end
    assert.is_true(decisions > 300)
    assert.is_true(differing >= 5)
  end)

  it("carry none of 2,000 bits from a partner", function()
    local bits = 0
    for number = 1, 16 do
      local seen = {}
      for bit, loud in ipairs { "function() end", "function() return true end" }
      do
        local game = aurum.game { bots = { receiver, helper.first(),
          sender(loud), helper.first() }, seed = tostring(number),
          keep_prints = true, fuel = 1e9 }
        game:run()
        assert.equal(0, #game.faults)
        seen[bit] = {}
        for line in game:printed():gmatch "[^\n]+" do
          if line:find "^%[receiver" then table.insert(seen[bit], line) end
        end
      end
      assert.same(seen[1], seen[2])
      bits = bits + #seen[1]
    end
    assert.is_true(bits >= 2000, bits)
  end)

  it("are the same in each game of a seed, whatever was played before",
    function()
      local game = aurum.game { bots = { receiver }, seed = "1", fuel = 1e9,
        keep_prints = true }
      local first = game:run():printed()
      local memory = game.memory[1]
      assert.truthy(first:find "receiver")
      game:restart "2":run()
      assert.not_equal(first, game:printed())
      assert.equal(first, game:restart "1":run():printed())
      assert.equal(memory, game.memory[1])
    end)
end)
