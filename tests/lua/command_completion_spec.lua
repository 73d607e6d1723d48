-- Completion in shells (repl/line/command_completion.lua), from the table of
-- options (repl/line/subcommands.lua).
local aurum = require "aurum"
local command_completion = require "aurum.repl.line.command_completion"
local subcommands = require "aurum.repl.line.subcommands"

--- The words that may stand at the end of a line, in one text.
local function offered(line)
  local words = {}
  for word in (line .. " "):gmatch "(.-) " do words[#words + 1] = word end
  return (command_completion.lines(words):gsub("\t[^\n]*\n", " ")
    :gsub(" $", ""))
end

--- Calls `visit(place, name)` for each value that a parser takes.
local function each_value(parser, place, visit)
  for _, option in ipairs(parser.options) do
    for _, name in ipairs(option.choices and {} or option.values) do
      visit(place .. " " .. option.names[1], name)
    end
  end
  for _, argument in ipairs(parser.arguments) do
    if not argument.choices then visit(place, argument.name) end
  end
  for _, action in ipairs(parser.actions) do
    each_value(action, place .. " " .. action.name, visit)
  end
end

describe("completion in shells", function()
  it("knows every kind of value", function()
    local count = 0
    for _, name in ipairs(subcommands.names()) do
      each_value(subcommands.describe(name), name, function(place, value)
        count = count + 1
        assert(command_completion.completer(value),
          ("%s: nothing tells how %s is completed"):format(place, value))
      end)
    end
    assert(count > 150, count)
  end)

  it("offers commands, actions and options", function()
    assert.equal("match", offered "ma")
    assert.equal("rules", offered "help rul")
    assert.equal("sample show stats", offered "record s")
    assert.equal("--games", offered "match --ga")
    assert.equal("", offered "match --games 3 --ga")
    assert.equal("--game", offered "record show --game 3 --ga") -- repeats
    assert.equal("--verbose", offered "--version ")
    assert.equal("--exec --execute", offered "--ex") -- of the REPL
    assert.equal("forfeit substitute", offered "arena --on-fault ")
    assert.equal("--on-fault=forfeit", offered "arena --on-fault=f")
    assert.equal("all off", offered "match --print ")
    assert.equal("bars", offered "chart ba")
    assert.equal("", offered "nonsense x")
    assert.equal("", offered "match --games ")
    assert.equal("", offered "match --nonsense=x")
    assert.equal("", offered "match -- --ga")
  end)

  it("offers the command that a plan is made of", function()
    assert.equal("arena", offered "plan make dir --shards 2 -- are")
    assert.equal("monte:sims=", offered "plan make dir -- arena monte:si")
    assert.equal("--deals", offered "plan make dir --on slurm -- arena --de")
    assert.equal("slurm", offered "plan make dir --on s")
  end)

  it("offers bots, their options and several bots", function()
    assert.equal("monte", offered "bot check mo")
    assert.equal("monte:sims=", offered "bot check monte:si")
    assert.equal("monte:sims=1000", offered "bot check monte:sims=")
    assert.equal("", offered "bot check monte:sims=3:si")
    assert.equal("greedy,monte:price=3:sims=",
      offered "match --bots greedy,monte:price=3:si")
    assert.equal("--bots=greedy,lowball", offered "match --bots=greedy,lo")
    assert.equal("", offered "bot check nonsense:")
    assert.equal("monte:sims=\tdefault: 1000\n",
      command_completion.lines { "bot", "check", "monte:si" })
  end)

  it("offers variants, and house rules after +", function()
    assert.equal("standard", offered "variant show stand")
    assert.equal("bga+must-follow", offered "match --variant bga+mu")
    assert.equal("", offered "match --variant bga+en")
    assert.equal("bga+must-follow+misere",
      offered "match --variant bga+must-follow+mi")
    assert.equal("", offered "match --variant bga+must-follow+mu")
    assert.equal("scripts/bots/monte.lua", offered "bot check scripts/bots/mo")
    assert.equal("variants/", offered "record show variant")
  end)

  it("reads from the files of bots and variants what they are", function()
    for _, name in ipairs((aurum.bots())) do
      local game = aurum.game { bots = { name } }
      local wanted = {}
      for key, value in game.names[1]:gmatch ":([%w_]+)=([^:]*)" do
        wanted[#wanted + 1] = ("%s:%s=\tdefault: %s\n"):format(name, key, value)
      end
      assert.equal(table.concat(wanted),
        command_completion.lines { "bot", "check", name .. ":" })
    end
    for _, name in ipairs((aurum.variants())) do
      local is_house = #aurum.read_variant(name).counts == 0
      assert.equal(is_house and "standard+" .. name or "",
        offered("variant show standard+" .. name))
    end
  end)

  it("writes no control character and runs no file", function()
    local folder = os.tmpname()
    os.remove(folder)
    os.execute("mkdir " .. folder)
    for _, name in ipairs { "good.jsonl", "bad\n.jsonl", "bot.lua" } do
      local file = assert(io.open(folder .. "/" .. name, "w"))
      file:write [[os.exit(1) return { options = { x = -2, y = "a", z = 1 + 1,
        s = true, [ [=[no]=] ] = 1, f = function() end, w = { v = 1 } } }]]
      file:close()
    end
    assert.equal(folder .. "/good.jsonl", offered("record show " .. folder
      .. "/g"))
    assert.equal("", offered("record show " .. folder .. "/ba"))
    local bot = folder .. "/bot.lua:"
    assert.equal(("%ss= %sx= %sy="):format(bot, bot, bot),
      offered("bot check " .. bot))
    assert.equal(bot .. "x=-2", offered("bot check " .. bot .. "x="))
    os.execute("rm -r " .. folder)
  end)
end)
