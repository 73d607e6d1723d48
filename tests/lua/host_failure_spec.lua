-- A worker that the machine fails, such as for lack of memory: neither a bot
-- nor a variant is blamed.
local aurum = require "aurum"

--- A module of lua/lab, whose first worker dies by `death`; the next call
--- returns `reply`.
local function with_death(name, death, reply)
  local pool = package.loaded["aurum.play.pool"]
  local dead, asked = false, nil
  local function call()
    if dead then return reply end
    dead = true
    return nil, "no memory", death
  end
  local dying = setmetatable({ close = function() end, call = call,
    submit = function()
      asked = {}
      return asked
    end,
    arrived = function() return asked, call() end,
  }, { __close = function() end })
  package.loaded["aurum.play.pool"] = { new = function() return dying end }
  package.loaded[name] = nil
  local module = require(name)
  package.loaded[name], package.loaded["aurum.play.pool"] = nil, pool
  return module
end

local function nothing() end

describe("the machine fails a worker", function()
  local rules = assert(aurum.variant("de-2024", 4))

  it("while a bot is checked", function()
    local fault = { ask = "bid", round = 1, trick = 0, seat = 1,
      message = "no memory" }
    local check = with_death("aurum.lab.bots.bot_check",
      { kind = "host", call = 3 }, { faults = { fault }, asked = {},
        slowest = 0, memory = 0 })
    local bot = assert(aurum.bot "greedy")
    local found, problem = check.run(bot, { { rules = rules, games = 2 } },
      { seed = "1", cpu = 1 }, nothing)
    assert.is_nil(found)
    assert.equal("no memory", problem)
  end)

  it("while a variant is checked", function()
    local info = aurum.read_variant "de-2024"
    local games = { series = "1", first = 1, last = 2 }
    for _, kind in ipairs { "host", "variant" } do
      local check = with_death("aurum.lab.rules.variant_check", { kind = kind })
      local failure = check.run(info, rules, games, nothing)
      assert.equal("no memory", failure.message)
      assert.equal(kind == "host", failure.by_host)
    end
  end)
end)
