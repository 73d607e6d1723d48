-- aurum.bits: sets of cards as integers, compared with sets of cards.
local aurum = require "aurum"
local helper = require "helper"
local bits = aurum.bits

--- The bits of a card; 0 for nil.
local function bit_of(card)
  return card and aurum.set(card).bits or 0
end

--- Random sets of the usual decks.
local function sets()
  local list = { aurum.set(), aurum.set "G8", aurum.set "B1",
    aurum.set((1 << 59) - 1) }
  for i = 1, 200 do
    math.randomseed(i)
    list[#list + 1] = aurum.set(math.random(0) & math.random(0)
      & (1 << 59) - 1)
  end
  return list
end

describe("aurum.bits agrees with sets:", function()
  it("count, lowest, highest, suit", function()
    for _, set in ipairs(sets()) do
      assert.equal(#set, bits.count(set.bits))
      assert.equal(bit_of(set:lowest()), bits.lowest(set.bits))
      assert.equal(bit_of(set:highest()), bits.highest(set.bits))
      for suit in ("BCPSZ"):gmatch "." do
        assert.equal(set:suit(suit).bits, bits.suit(set.bits, suit))
      end
      assert.equal((set - set:base()).bits, bits.suit(set.bits, "G"))
    end
  end)

  it("each, card, rank", function()
    for _, set in ipairs(sets()) do
      local cards = {}
      for bit in bits.each(set.bits) do
        cards[#cards + 1] = bits.card(bit)
        assert.equal(cards[#cards].rank, bits.rank(bit))
        assert.equal(1, bits.count(bit))
      end
      assert.same(set:list(), cards)
    end
  end)

  it("bits that no card has", function()
    assert.equal(0, bits.lowest(1 << 60))
    assert.equal(0, bits.highest(0))
    assert.equal(64, bits.count(-1))
    local n = 0
    for _ in bits.each(-1) do n = n + 1 end
    assert.equal(64, n)
    helper.raises("no card has these bits", bits.card, 1 << 60)
    helper.raises("no card has these bits", bits.rank, 0)
    helper.raises("one of BCPSZG; got 'X'", bits.suit, 1, "X")
    helper.raises("one of BCPSZG; got 'BC'", bits.suit, 1, "BC")
    helper.raises("number expected, got string", bits.count, "B1")
    helper.raises("number expected, got no value", bits.each)
  end)

  it("view.legal_bits", function()
    local state = aurum.state(assert(aurum.variant("standard", 4))):deal "bits"
    for _ = 1, 40 do
      for seat = 1, 4 do
        local view = state:view(seat)
        assert.equal(view:legal_cards().bits, view.legal_bits)
      end
      state:apply(state:legal()[1])
    end
  end)
end)

describe("aurum.bits in bots", function()
  it("has the deck of the game, and cannot be changed", function()
    assert.equal("true", helper.in_bot [[
      local set = view.hand
      return aurum.bits.count(set.bits) == #set
        and aurum.bits.card(aurum.bits.highest(set.bits)) == set:highest()]])
    local text = helper.in_bot [[
      local good, message = pcall(function() aurum.bits.count = nil end)
      return tostring(good) .. " " .. message]]
    assert.truthy(text:find "^false .*'aurum.bits' is read%-only", text)
  end)
end)
