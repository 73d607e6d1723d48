-- The effects of a variant's parts on each other
-- (lua/lab/rules/composition.lua), and the decisions that other rules decide
-- otherwise (aurum.contrast).
local aurum = require "aurum"
local composition = require "aurum.lab.rules.composition"
local helper = require "helper"

--- The path of a new variant's file, without ".lua" its name.
local folder
local function file(name, text)
  folder = folder or helper.folder()
  local path = ("%s/%s.lua"):format(folder, name)
  helper.write(path, text)
  return path
end

local function study(name, players)
  return assert(composition.study(aurum.read_variant(name), players or 4))
end

--- The entries that are overruled, as "KEY by KEY".
local function overruled(name, players)
  local list = {}
  for i, entry in ipairs(study(name, players).overruled) do
    list[i] = ("%s by %s"):format(entry.key, entry.by.key)
  end
  return list
end

--- The line of the file that an entry comes from.
local function line(entry)
  local n = 0
  for text in io.lines(entry.path) do
    n = n + 1
    if n == entry.line then return text end
  end
end

teardown(helper.clean)

describe("a composition", function()
  it("tells of a knob that a hook overrules, in either order", function()
    local path = file("highest", [[
      return { name = "highest", winner = function(s, _, ...)
        local best, winner = -1, 1
        for place, card in ipairs { ... } do
          if card.power > best then best, winner = card.power, place end
        end
        return s:seat_at(winner)
      end }]])
    local by_hook = { "trick_to by winner" }
    assert.same(by_hook, overruled("standard+low-wins+" .. path))
    assert.same(by_hook, overruled("standard+" .. path .. "+low-wins"))
    assert.same(by_hook, overruled("standard+low-wins+" .. path, 3))
    local entry = study("standard+low-wins+" .. path).overruled[1]
    assert.truthy(line(entry):find '^ *trick_to = "lowest"')
    assert.truthy(entry.path:find "variants/low%-wins%.lua$")
    assert.same({ path, 1 }, { entry.by.path, entry.by.line })
    assert.same({ 100, 100 }, { entry.games, entry.changes })
  end)

  it("tells of a hook that a later one overrules", function()
    local first = file("first", [[
      return { name = "first",
        bid_points = function(_, _, _, _, points) return points + 1 end }]])
    local flat = file("flat", [[
      return { name = "flat", bid_points = function() return 5 end }]])
    local more = file("more", [[
      return { name = "more",
        bid_points = function(_, _, _, _, points) return 2 * points end }]])
    assert.same({ "bid_points by bid_points" },
      overruled("standard+" .. first .. "+" .. flat))
    assert.same({}, overruled("standard+" .. flat .. "+" .. first))
    assert.same({}, overruled("standard+" .. first .. "+" .. more))
    assert.same({ "exact by bid_points" },
      overruled(file("own", [[
        return { name = "own", base = "standard", exact = 3,
          bid_points = function() return 5 end }]])))
  end)

  it("tells of a knob that another part's knob overrules", function()
    local path = file("frozen", [[
      return { name = "frozen", changes = 0 }]])
    local dear = file("dear", [[
      return { name = "dear", change_price = 4 }]])
    assert.same({ "change_price by changes" },
      overruled("standard+" .. dear .. "+" .. path))
  end)

  it("has nothing to tell of bundled house rules", function()
    for _, name in ipairs { "standard+low-wins+nullify", "standard", "bga",
      "bga+misere+gold-rush", "standard+nullify+low-wins",
      "five-alchemists" } do
      local info = aurum.read_variant(name)
      assert.same({}, overruled(name, info.counts[#info.counts]), name)
    end
  end)

  it("notes bids that pay more if they fail, unlike those of its base",
    function()
      assert.same({ { bid = 0, kept = 6, taken = 7, points = 7 } },
        study("bga+misere").inversions)
      assert.same({}, study("standard+misere").inversions)
      assert.same({}, study("de-2024").inversions or {})
      local bids = {}
      for i, item in ipairs(study("bga").inversions) do
        bids[i] = item.bid
        assert.equal(2 * item.bid, item.kept)
        assert.equal(2 * item.bid + 1, item.taken)
        assert.equal(item.taken, item.points)
      end
      assert.same({ 1, 2, 3, 4, 5 }, bids)
    end)

  it("has the difference from its base", function()
    local found = study("standard+must-follow")
    assert.equal("en-2023", found.base)
    assert.is_true(found.difference.decisions > 0.1)
    assert.is_true(found.difference.decisions < 1)
    assert.equal(1, found.difference.games)
    assert.equal("de-2024", study("bga").base)
    local same = study("fr-2023")
    assert.same({ "en-2023", { of = 100, decisions = 0, rounds = 0,
      games = 0 } }, { same.base, same.difference })
    assert.is_nil(study("en-2023").base)
    local short = file("short", [[
      return { name = "short", ranks = { 1, 9 }, hand = 11 }]])
    assert.equal(1, study("standard+" .. short).difference.decisions)
  end)

  it("says why it cannot be studied", function()
    local path = file("broken", [[
      return { name = "broken", base = "bga", hand = 13 }]])
    local found, why = composition.study(aurum.read_variant(path), 3)
    assert.is_nil(found)
    assert.truthy(why:find "39 cards to deal from a deck of 36")
  end)

  it("is not studied where a hook fails", function()
    local path = file("fails", [[
      return { name = "fails", winner = function() error "no" end }]])
    local info = aurum.read_variant("standard+" .. path)
    local found, why = composition.study(info, 4)
    assert.is_nil(found)
    assert.truthy(why:find "hook 'winner': .*fails.lua:1: no")
  end)
end)

describe("a contrast", function()
  local rules = assert(aurum.variant("standard", 4))

  it("counts what other rules decide otherwise", function()
    local found, all = assert(aurum.contrast(rules, "x", { rules,
      assert(aurum.variant("standard+must-follow", 4)),
      assert(aurum.variant("standard+no-zero-gold", 4)),
      assert(aurum.variant("standard+blind-bid", 4)) }))
    assert.same({ decisions = 0, rounds = 0 }, found[1])
    assert.is_true(found[2].decisions > 0)
    for i = 2, 4 do assert.equal(all.rounds, found[i].rounds) end
    -- without zeros only the deal differs
    assert.is_true(found[3].decisions < all.decisions)
    -- a bid that lies face down is not seen; afterwards nothing differs
    assert.equal(3 * all.rounds, found[4].decisions)
  end)

  it("counts what a trump or a multiplier changes", function()
    local path = file("double", [[
      return { name = "double", api = 2, questions = { { name = "double",
        when = "bids", words = { "double" }, default = "double",
        next = function(s) return s.times == 1 and s.first or nil end,
        done = function(s) s:multiply(2) end } } }]])
    local knob = file("copper", [[return { name = "copper", trump = "C" }]])
    local function contrast(name)
      local found, all = assert(aurum.contrast(
        assert(aurum.variant(name, 4)), "x", { rules }))
      assert.equal(all.rounds, found[1].rounds)
      return found[1].decisions, all.rounds
    end
    assert.is_true(contrast("standard+" .. knob) > 0)
    -- one decision of a round is the answer, which the base does not ask for
    for _, name in ipairs { "standard+trump", "standard+" .. path } do
      local decisions, rounds = contrast(name)
      assert.is_true(decisions > rounds, name)
    end
  end)

  it("is the same for the same seed", function()
    local others = { assert(aurum.variant("standard+must-follow", 4)) }
    local one = aurum.contrast(rules, "seed", others)
    assert.same(one, aurum.contrast(rules, "seed", others))
    assert.not_same(one, aurum.contrast(rules, "other", others))
  end)

  it("counts rounds that are dealt otherwise", function()
    -- the fourth G0 is in the supply or out of the game (RULES 1.3)
    local found, all = aurum.contrast(assert(aurum.variant("standard", 3)),
      "x", { assert(aurum.variant("de-2024", 3)) })
    assert.same({ decisions = 0, rounds = all.rounds }, found[1])
  end)

  it("calls everything different under other cards", function()
    local path = file("ranks", [[
      return { name = "ranks", ranks = { 1, 11 } }]])
    local found, all = aurum.contrast(rules, "x",
      { assert(aurum.variant("standard+" .. path, 4)) })
    assert.equal(all.decisions, found[1].decisions)
  end)

  it("refuses rules for another number of players", function()
    helper.raises("expected rules for the same number of players", function()
      aurum.contrast(rules, "x", { assert(aurum.variant("standard", 3)) })
    end)
  end)
end)
