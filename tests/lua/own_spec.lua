-- game:own: the copy of a bot's own table (lua/script/bot_table.c).
local aurum = require "aurum"
local helper = require "helper"

--- The copy at seat 1 after the first deal, for a bot whose `start` is `code`.
local function own(code)
  local bot = helper.first(("start = function(self, view) %s end,"):format(
    code))
  local game = aurum.game { seed = 1, bots = { bot } }
  game:deal()
  assert.same({}, game.faults)
  return game:own(1), game
end

describe("game:own", function()
  it("copies plain data, cards, sets and piles", function()
    local copy, game = own [[
      self.yes, self.no, self.n, self.x, self.s = true, false, 7, 0.5, "text"
      self.least, self.most = math.mininteger, math.maxinteger
      self.inner = { 1, { 2, { 3 } } }
      self.card, self.set = aurum.card "Z7", view.hand
      self.pile = view.gold[1]
      self[aurum.card "B2"], self[3], self[1.5], self[true] = 1, 2, 3, 4
      self.callback = print]]
    assert.same({ true, false, 7, 0.5, "text" },
      { copy.yes, copy.no, copy.n, copy.x, copy.s })
    assert.same({ math.mininteger, math.maxinteger }, { copy.least, copy.most })
    assert.equal("integer", math.type(copy.n))
    assert.same({ 1, { 2, { 3 } } }, copy.inner)
    assert.equal(aurum.card "Z7", copy.card)
    assert.equal(game.state.hands[1], copy.set)
    assert.equal(game.state.gold[1], copy.pile)
    assert.same({ 1, 2, 3, 4 },
      { copy[aurum.card "B2"], copy[3], copy[1.5], copy[true] })
    assert.same({}, { copy.callback, copy.bid, copy.play, copy.start })
    copy.inner[1] = "changed"
    assert.equal(1, game:own(1).inner[1])
  end)

  it("is bounded, and runs nothing of the bot", function()
    local copy = own [[
      self.loop = self
      self.long = ("x"):rep(5000)]]
    assert.equal(1003, #copy.long)
    local depth, at = 0, copy
    while type(at.loop) == "table" do depth, at = depth + 1, at.loop end
    assert.equal(6, depth)
    assert.equal("{...}", at.loop)
    copy = own [[self.list = {} for i = 1, 5000 do self.list[i] = i end]]
    local n = 0
    local function count(value)
      for _, item in pairs(value) do
        n = n + 1
        if type(item) == "table" then count(item) end
      end
    end
    count(copy)
    assert.is_true(n > 1990 and n <= 2000, n)
    copy = own [[
      self.guard = setmetatable({ inside = 1 }, {
        __index = function() error "run" end,
        __pairs = function() error "run" end,
        __tostring = function() error "run" end,
        __len = function() error "run" end })
      self[{}] = "a table as a key"
      self[print] = "a function as a key"]]
    assert.same({ inside = 1 }, copy.guard)
  end)

  it("names what it cannot copy", function()
    local bot = helper.first([[start = function(self, view)
      self.view, self.other = view, aurum.card "C5"
    end,]])
    local game = aurum.game { seed = 1, players = 3, bots = { bot } }
    game:deal()
    assert.same({}, game.faults)
    local copy = game:own(1)
    assert.equal("<userdata>", copy.view)
    assert.equal("C5", tostring(copy.other)) -- not in a deck of three
  end)

  it("refuses a seat without a bot, and others' seats", function()
    local game = aurum.game { seed = 1, bots = { helper.first(), false } }
    helper.raises("expected a seat with a bot", game.own, game, 2)
    helper.raises("expected a seat from 1 to 4", game.own, game, 5)
    helper.raises("number expected", game.own, game)
  end)
end)
