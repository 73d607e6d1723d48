-- Variant files that change while they are in use, and records of games played
-- under the rules of the file before the change.
local aurum = require "aurum"
local helper = require "helper"

local folder
setup(function() folder = helper.folder() end)
teardown(helper.clean)

local function path_of(name) return folder .. "/" .. name .. ".lua" end

local function write(text, name)
  return helper.write(path_of(name or "mine"), text)
end

--- The file of a variant with a scoring hook.
local function paying(points, more)
  return ([[return { base = "en-2023",
    bid_points = function() return %d end, %s }]]):format(points, more or "")
end

--- The points for the bid at the end of a round, in which both
--- teams do the same.
local function points_by(rules)
  return aurum.state(rules):set {
    hands = { "", "B1", "C1", "P1" }, bids = { "B2", "C2", "P2", "S2" },
    leader = 1, first = 1, round = 1,
  }:apply "pass":score().bid_points
end

describe("a variant's file that changes", function()
  it("is not read again without reason", function()
    local path = write(paying(1))
    local rules = assert(aurum.variant(path, 4))
    assert.equal(rules, aurum.variant(path, 4))
    write(paying(1)) -- written again with the same text
    assert.equal(rules, aurum.variant(path, 4))
  end)

  it("takes effect at once, hooks and data; rules made before stay", function()
    local path = write(paying(1))
    local before = assert(aurum.variant(path, 4))
    write(paying(2, "hand = 9"))
    local after = assert(aurum.variant(path, 4))
    assert.same({ 1, 1 }, points_by(before))
    assert.same({ 2, 2 }, points_by(after))
    assert.same({ 12, 9 }, { before.hand, after.hand })
    assert.equal(12, #aurum.state(before):deal "x".hands[1])
    assert.equal(9, #aurum.state(after):deal "x".hands[1])
  end)

  it("may gain a hook, lose it, gain a var", function()
    local path = write [[return { base = "en-2023" }]]
    assert.same({ 0, 0 }, points_by(assert(aurum.variant(path, 4))))
    write(paying(7))
    assert.same({ 7, 7 }, points_by(assert(aurum.variant(path, 4))))
    write [[return { base = "en-2023", vars = { n = "game" },
      bid_points = function(s) return s.vars.n + 3 end }]]
    assert.same({ 3, 3 }, points_by(assert(aurum.variant(path, 4))))
    write [[return { base = "en-2023" }]]
    assert.same({ 0, 0 }, points_by(assert(aurum.variant(path, 4))))
  end)

  it("takes effect through what inherits it, and in a composition", function()
    local base = write(paying(1), "base")
    local heir = write([[return { base = "./base.lua" }]], "heir")
    local house = write("return { exact_bonus = 1 }", "house")
    local name = heir .. "+" .. house
    assert.same({ 1, 1 }, points_by(assert(aurum.variant(name, 4))))
    write(paying(2), "base")
    assert.same({ 2, 2 }, points_by(assert(aurum.variant(name, 4))))
    write("return { exact_bonus = 5 }", "house")
    assert.equal(5, assert(aurum.variant(name, 4)).exact_bonus)
    write([[return { base = "bga" }]], "heir")
    assert.equal("taken", assert(aurum.variant(name, 4)).over)
    os.remove(base)
    assert(aurum.variant(name, 4)) -- no variant inherits from it any more
  end)

  it("leaves a running game unchanged; the next has the new rules", function()
    local path = write(paying(1))
    local game = aurum.game { variant = path, players = 4, bots = { "greedy" },
      seed = 1 }
    for _ = 1, 70 do game:step() end
    write(paying(2, "nuggets = 1"))
    game:run()
    assert.is_true(#game.rounds >= 2)
    for _, round in ipairs(game.rounds) do
      assert.same({ 1, 1 }, round.bid_points)
    end
    game = aurum.game { variant = path, players = 4, bots = { "greedy" },
      seed = 1 }:run()
    assert.equal(1, #game.rounds)
    assert.same({ 2, 2 }, game.rounds[1].bid_points)
  end)

  it("to a broken one is refused, and the loaded rules go on", function()
    local path = write(paying(1))
    local rules = assert(aurum.variant(path, 4))
    local state = aurum.state(rules):deal "x"
    local broken = {
      ["return {"] = ":1: ", ["return 5"] = "it returned a number",
      [""] = "it returned nothing", ["error 'mine'"] = ":1: mine",
      ["return { base = 'en-2023', hnad = 3 }"] = "did you mean 'hand'?",
      ["while true do end"] = "it ran for more than 1 s",
      ["return { base = 'en-2023', hand = 60 }"] = "with 4 players: hand:",
      ["return { base = './gone.lua' }"] = "No such file",
    }
    for text, why in pairs(broken) do
      write(text)
      local none, message = aurum.variant(path, 4)
      assert.is_nil(none)
      assert.truthy(message:find(path, 1, true), message)
      assert.truthy(message:find(why, 1, true), message)
      assert.same({ 1, 1 }, points_by(rules))
      state:apply(state:legal()[1]):undo()
    end
    os.remove(path)
    assert.is_nil((aurum.variant(path, 4)))
    assert.same({ 1, 1 }, points_by(rules))
    write(paying(3)) -- valid again
    assert.same({ 3, 3 }, points_by(assert(aurum.variant(path, 4))))
  end)

  it("to a failing hook leaves the earlier rules", function()
    local path = write(paying(1))
    local before = assert(aurum.variant(path, 4))
    write [[return { base = "en-2023",
      bid_points = function() error "by design" end }]]
    local after = assert(aurum.variant(path, 4))
    helper.raises("mine.lua:2: by design", points_by, after)
    assert.same({ 1, 1 }, points_by(before))
    helper.raises("mine.lua:2: by design", points_by, after)
  end)
end)

describe("a digest tells apart", function()
  local function digest(text, players)
    return assert(aurum.variant(write(text), players or 4)).digest
  end
  local plain = [[return { base = "en-2023", exact = 3 }]]

  it("data by its meaning, not by its text", function()
    local one = digest(plain)
    assert.equal(16, #one)
    assert.not_equal(one, digest [[return { base = "en-2023", exact = 4 }]])
    for _, same in ipairs {
      [[return { exact = 1 + 2, base = "en-2023" } -- three]],
      [[return { base = "en-2023", exact = 3, hand = 12, title = "other" }]],
      [[return { base = "de-2024", exact = 3 }]], -- the same with four
    } do
      assert.equal(one, digest(same))
    end
    assert.not_equal(digest [[return { base = "de-2024", exact = 3 }]],
      digest([[return { base = "de-2024", exact = 3 }]], 3))
  end)

  it("hooks by the text of their files", function()
    local one = digest(paying(1))
    assert.equal(one, digest(paying(1)))
    assert.not_equal(one, digest(paying(2)))
    assert.not_equal(one, digest(paying(1) .. " -- as it was"))
    assert.not_equal(one, digest [[return { base = "en-2023" }]])
  end)

  it("compositions by the order of their hooks", function()
    local a = write("return { side_bid = function(_, _, b) return b end }", "a")
    local b = write("return { side_bid = function(_, _, b) return 2 * b end }",
      "b")
    local function of(name) return assert(aurum.variant(name, 4)).digest end
    assert.not_equal(of(("bga+%s+%s"):format(a, b)),
      of(("bga+%s+%s"):format(b, a)))
    -- hooks for three players do not matter to four
    local c = write([[return { players = { [3] = {
      side_bid = function() return 1 end } } }]], "c")
    assert.is_nil((aurum.variant("bga+" .. c, 4)))
    c = write([[return { base = "bga", players = { [3] = {
      side_bid = function() return 1 end } } }]], "c")
    assert.equal(of "bga", of(c))
    assert.not_equal(aurum.variant("bga", 3).digest,
      aurum.variant(c, 3).digest)
  end)
end)

describe("a record", function()
  local function recorded(path)
    return aurum.game { variant = path, players = 4, bots = { "random" },
      seed = 7 }:run():record()
  end

  it("verifies under the rules it was played under", function()
    local path = write(paying(1))
    local record = assert(aurum.record(recorded(path)))
    local rules = assert(aurum.variant(path, 4))
    assert.equal("mine", record.variant)
    assert.equal(rules.digest, record.digest)
    assert.same({}, (record:replay(rules)))
  end)

  it("is reported under changed rules, without other differences", function()
    local path = write(paying(1))
    local record = assert(aurum.record(recorded(path)))
    for _, text in ipairs { paying(2), paying(1) .. " -- a comment",
      paying(1, "hand = 11") } do
      write(text)
      local rules = assert(aurum.variant(path, 4))
      local found = record:replay(rules)
      assert.same({ { what = "rules", expected = rules.digest,
        got = ('"%s"'):format(record.digest) } }, found)
    end
    write(paying(1)) -- as before
    assert.same({}, (record:replay(assert(aurum.variant(path, 4)))))
  end)

  it("verifies with the same file anywhere", function()
    local record = assert(aurum.record(recorded(write(paying(1)))))
    local moved = write(paying(1), "moved")
    assert.same({}, (record:replay(assert(aurum.variant(moved, 4)))))
  end)

  it("of hooks with vars replays", function()
    for _, name in ipairs { "standard+gold-rush", "bga+nullify+misere" } do
      local line = recorded(name)
      local record = assert(aurum.record(line))
      assert.same({}, (record:replay(assert(aurum.variant(name, 4)))))
    end
  end)
end)
