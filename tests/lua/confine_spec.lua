-- Variants whose code may not run in this process: their rules sleep here.
-- That setting lasts from the first test to the last, so nothing else may
-- be in this file.
local aurum = require "aurum"
local helper = require "helper"

local folder, path, read
local ran = 0

setup(function()
  folder = helper.folder()
  path = helper.write(folder .. "/odd.lua", [[
    return { exact = 3, vars = { seen = "round" },
      legal = function(context, cards, pass) return cards, pass end,
      winner = function(context, seat) return seat end }
  ]])
  read = aurum.variant_file
  aurum.confine_variants(function(...)
    ran = ran + 1
    return read(...)
  end)
end)
teardown(function()
  aurum.confine_variants(nil)
  helper.clean()
end)

--- Call a function in a worker and return its result as text.
local function in_worker(work)
  local pool <close> = aurum.sys.workers { count = 1, seconds = 5, work = work }
  pool:submit(1, "")
  local _, good, reply = pool:wait()
  return reply, good
end

describe("rules of a variant from elsewhere", function()
  it("are read by the given reader, and sleep", function()
    local before = ran
    local rules = assert(aurum.variant("standard+" .. path, 4))
    assert.equal(before + 1, ran)
    assert.is_true(rules:is_asleep())
    assert.equal(3, rules.exact)
    assert.equal("en-2023+odd", rules.name)
  end)

  it("have the same digest as awake", function()
    local info = aurum.read_variant("standard+" .. path)
    local asleep = info:rules(3).digest
    assert.equal(asleep, in_worker(function()
      return info:rules(3):wake().digest
    end))
  end)

  it("cannot be used in this process", function()
    local rules = assert(aurum.variant("standard+" .. path, 4))
    local message = "variant en-2023+odd: its hooks run only in worker "
      .. "processes"
    assert.has_error(function() rules:wake() end, message)
    local state = aurum.state(rules):deal "1"
    for _ = 1, 4 do state:apply(state:legal()[1]) end
    while state.phase == "change" do state:apply "keep" end
    state:apply(state:legal()[1])
    assert.has_error(function() state:legal() end, message)
    assert.has_error(function() state:legal_cards() end, message)
    assert.has_error(function() state:view(state.turn):legal() end, message)
    assert.has_error(function() state:playout "uniform" end, message)
    assert.is_true(rules:is_asleep())
  end)

  it("wake in a worker, where games are played under them", function()
    local rules = assert(aurum.variant("standard+" .. path, 4))
    local bot = assert(aurum.bot "random") -- a worker opens no file
    local record = in_worker(function()
      return aurum.game { variant = rules, bots = { bot },
        seed = "x" }:run():record()
    end)
    assert.truthy(record:find '"variant":"en%-2023%+odd"')
    local own = aurum.record(record)
    assert.equal("0", in_worker(function()
      return tostring(#own:replay(rules:wake()))
    end))
    assert.is_true(rules:is_asleep())
  end)

  it("say why they do not wake, each time they are used", function()
    local bad = helper.write(folder .. "/bad.lua",
      "return { winner = { hook = 1 } }")
    local rules = assert(aurum.variant("standard+" .. bad, 4))
    local reply, good = in_worker(function()
      local _, first = pcall(rules.wake, rules)
      local _, second = pcall(rules.wake, rules)
      return first == second and first or "they differ"
    end)
    assert.is_true(good)
    assert.equal("variant en-2023+bad: it returned other hooks than when it "
      .. "was read", reply)
  end)

  it("are not needed for knobs alone", function()
    local plain = helper.write(folder .. "/plain.lua", "return { exact = 4 }")
    local rules = assert(aurum.variant("standard+" .. plain, 4))
    assert.is_false(rules:is_asleep())
    assert.equal(rules, rules:wake())
  end)
end)

describe("rules of a bundled variant", function()
  it("are awake", function()
    local before = ran
    local rules = assert(aurum.variant("standard+low-wins", 4))
    assert.is_false(rules:is_asleep())
    assert.equal(before, ran)
    assert.truthy(aurum.game { variant = rules, bots = { "random" },
      seed = "x" }:run().over)
  end)
end)

describe("recorded games whose rules sleep", function()
  local file, rules
  setup(function()
    rules = assert(aurum.variant("standard+" .. path, 4))
    local bots = { assert(aurum.bot "greedy"), assert(aurum.bot "random") }
    file = helper.write(folder .. "/games.jsonl", in_worker(function()
      local lines = {}
      for i = 1, 3 do
        lines[i] = aurum.game { variant = rules, bots = bots,
          seed = "x." .. i }:run():record()
      end
      return table.concat(lines)
    end))
  end)

  it("give rows and answers as others do", function()
    local tables = { "games", "rounds", "seats", "changes", "tricks", "plays" }
    local function all(game, name) return game:rows(name) end
    local calls = { all = all, names = function(game, ...)
      return game.names[1], #game.rounds, ...
    end }
    -- its fields in a worker, where the rules are awake, as text
    local function described(game, name)
      local parts = {}
      for i, row in ipairs(game:call("all", name)) do
        for key, value in pairs(row) do
          parts[#parts + 1] = ("%d %s %s"):format(i, key, tostring(value))
        end
      end
      table.sort(parts)
      return table.concat(parts, "\n") .. game:csv(name)
    end
    local function described_all(game)
      local parts = {}
      for i, name in ipairs(tables) do parts[i] = described(game, name) end
      return table.concat(parts, "\n")
    end
    local expected, got = {}, {}
    aurum.confine_variants(nil)
    for game in aurum.records(file, { variant = "standard+" .. path,
      calls = calls }) do
      assert.is_false(game.rules:is_asleep())
      expected[#expected + 1] = described_all(game)
    end
    aurum.confine_variants(read)
    for game in aurum.records(file, { variant = "standard+" .. path,
      calls = calls }) do
      got[#got + 1] = described_all(game)
      assert.equal("greedy", (game:call "names"))
      assert.equal("more", select(3, game:call("names", "more")))
      assert.has_error(function() return game.state end, "game: 'state' is not "
        .. "at hand: the code of its rules, which did not come with aurum, "
        .. "runs only in worker processes")
    end
    assert.equal(3, #got)
    assert.same(expected, got)
  end)

  it("are skipped if they differ", function()
    local text = io.open(file):read "a":gsub('"taken":%[%d+', '"taken":[99', 1)
    local bad = helper.write(folder .. "/wrong.jsonl", text)
    local told = {}
    local games = aurum.records(bad, { variant = "standard+" .. path,
      skip = function(_, line, problem, list)
        told[#told + 1] = ("%d: %s (%d)"):format(line, problem, #list)
      end })
    local count = 0
    for _ in games do count = count + 1 end
    assert.equal(2, count)
    assert.truthy(told[1]:find "^1: round 1 taken .*99 %(%d%)$")
  end)
end)
