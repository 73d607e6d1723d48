-- Reads memories of views, which another process wrote (aurum.recall). A memory
-- may be wrong in any way, and nothing crashes. tests/cli/exec.test plays whole
-- games with right ones.
local aurum = require "aurum"
local decisions = require "aurum.record.decisions"

-- A position under "exchange", in which cards were handed on, in the third
-- trick; and the memory of its seat, in form 1.
local token = "au1:en-2023+exchange:08cce46af4ea4fd6:BAEBAAAAAAAAAAAAAAAAAgAA"
  .. "AAAAAAAAAAAAAAAAAICpmIOAhEABAQ4A6ICAgM3ICAABIQCSgOCQgKAxgYCAgBAAKwCB0oSk"
  .. "kAKBgIAIABgAAAAA_wAAAAD_AKHExIABhICAgICABISEg8iikYYBAgAAAgIBAgD_AToAAAAA"
  .. "AAAAAAAAAAAAAAAAgIAoAAAAAAAAAAAAADpT"
local right = "1 0 1 cd000a128012 100000000004 18 20000e 2216 20001e 200006 "
  .. "4209 5611 3019 1c01 b 13 1b 3 3a0c 1e14 461c 25c6204 1b 3 b 13 121c "
  .. "4e04 640c 29d3614 4 6024c0 620440 713000 731000 "

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

-- A bot that writes down what the bot of a program tells of each decision: the
-- position of a world, the memory, its random stream, and what it then samples.
local head = [[
local function worlds_of(view)
  local worlds, why = view:sample(2)
  for i, world in ipairs(worlds or {}) do worlds[i] = world:position() end
  return worlds and table.concat(worlds, " ") or why
end
local function put(...)
  local file <close> = assert(io.open(%q, "a"))
  file:write(table.concat({ ... }, "\t"), "\n")
end
]]
local tells = head .. [[
local function tell(_, view)
  local world = assert(view:sample())[1]
  local led = past(view, world)
  put(led or world:position(), remember(view, led ~= nil), random_state(),
    worlds_of(view))
  return view:random()
end
return { api = 2, bid = tell, change = tell, play = tell, answer = tell }
]]
local samples = head .. [[
local function tell(_, view)
  put(worlds_of(view))
  return view:legal()[1]
end
return { api = 2, bid = tell, change = tell, play = tell, answer = tell }
]]

--- A game of bots with this text, which write to the file.
local function writing(text, path, rules)
  return aurum.game { variant = rules, trust = true, seed = "memories",
    bots = { { source = text:format(path), path = "bot.lua", name = "bot",
      options = {}, program = { 1, 1, 1, 1, 1, 1 } } } }
end

--- Play two rounds with bots that write down each decision. Returns a list of
--- { token =, memory =, stream =, worlds = }.
local function told(rules)
  local path, list = os.tmpname(), {}
  local game = writing(tells, path, rules)
  while game.state.phase ~= "over" and game.state.round < 3 do
    game:step()
    assert.is_nil(game.trace)
  end
  for line in io.lines(path) do
    local world, memory, stream, worlds = line:match
      "^([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$"
    list[#list + 1] = { token = world, memory = memory, stream = stream,
      worlds = worlds }
  end
  os.remove(path)
  return list
end

--- Let a game come to a line with a memory, and its bot decide; nil if the
--- memory is refused.
local function decide(game, rules, line, memory)
  local state = assert(aurum.load_position(line.token, rules))
  assert(game:restart "x":stream(line.stream))
  if not decisions.come_to_state(game, "x", state, memory) then return nil end
  game:step()
  return true
end

local extreme = { "0", "1", "3f", "40", "7f", "ff", "3ff", "400", "ffff",
  "7fffffff", "80000000", "ffffffff", "8000000000000000", "ffffffffffffffff",
  "-1" }

--- Change a word of a list.
local function alter(list, draw)
  local at, how = draw(#list), draw(8)
  local value = tonumber(list[at], 16) or 0
  if how == 1 then
    table.remove(list, at)
  elseif how == 2 then
    table.insert(list, at, list[draw(#list)])
  elseif how == 3 then
    local with = draw(#list)
    list[at], list[with] = list[with], list[at]
  elseif how == 4 then
    list[at] = extreme[draw(#extreme)]
  elseif how == 5 then
    list[at] = list[draw(#list)]
  else
    list[at] = ("%x"):format(how == 6 and draw(300) - 1
      or how == 7 and value + 2 * draw(2) - 3 or value ~ 1 << draw(64) - 1)
  end
end

local rules_of = { "standard+exchange", "standard+stakes", "standard+auction",
  "standard+./tests/fixtures/whisper.lua",
  "standard+must-follow+misere+exchange",
  "standard+must-follow+misere+./tests/fixtures/whisper.lua" }

describe("aurum.recall", function()
  it("refuses card moves that contradict each other", function()
    assert.truthy(view_with(right))
    assert.is_nil(view_with((right:gsub("6024c0", "6207c0"))))
  end)

  it("refuses tricks that no round has", function()
    assert.is_nil(view_with((right:gsub("25c6204", "6204")))) -- none is filled
    assert.is_nil(view_with((right:gsub("29d3614", "29d3616")))) -- no play
  end)

  for _, name in ipairs(rules_of) do
    local short = name:gsub("%./tests/fixtures/", "")
    local rules = assert(aurum.variant(name, 4))
    local lines

    it("gives a view the same worlds under " .. short, function()
      lines = told(rules)
      assert.truthy(#lines > 100, #lines)
      local path = os.tmpname()
      local game = writing(samples, path, rules)
      for _, line in ipairs(lines) do
        assert.truthy(decide(game, rules, line, line.memory), line.memory)
        assert.is_nil(game.trace)
      end
      local i = 0
      for worlds in io.lines(path) do
        i = i + 1
        assert.equal(lines[i].worlds, worlds)
      end
      os.remove(path)
      assert.equal(#lines, i)
    end)

    it("takes or refuses any text under " .. short, function()
      local random, taken = 1, 0
      local function draw(n)
        random = random * 6364136223846793005 + 1442695040888963407
        return (random >> 33) % n + 1
      end
      for _, bot in ipairs { "random", "monte:sims=1" } do
        local game = aurum.game { variant = rules, bots = { bot } }
        for i = 1, bot == "random" and 300 or 10 do
          local line, list = lines[draw(#lines)], {}
          for word in line.memory:gmatch "%x+" do list[#list + 1] = word end
          for _ = 1, i % 3 + 1 do alter(list, draw) end
          local text = table.concat(list, " ") .. " "
          if decide(game, rules, line, text) then taken = taken + 1 end
        end
      end
      assert.truthy(taken > 30 and taken < 270, taken)
    end)
  end

  it("takes or refuses whatever a text says", function()
    local random, words, taken = 1, {}, 0
    local function draw(n)
      random = random * 6364136223846793005 + 1442695040888963407
      return (random >> 33) % n + 1
    end
    for word in right:gmatch "%x+" do words[#words + 1] = word end
    for i = 1, 1000 do
      local list = table.move(words, 1, #words, 1, {})
      for _ = 1, i % 4 do
        local at, how = draw(#list), draw(3)
        list[at] = how == 1 and list[draw(#list)]
          or how == 2 and ("%x"):format(draw(300) - 1)
          or ("%x"):format(tonumber(list[at], 16) ~ 1 << draw(64) - 1)
      end
      if draw(8) == 1 then table.remove(list, draw(#list)) end
      local view = view_with(table.concat(list, " ") .. " ")
      if view then
        taken = taken + 1
        local _ = #view.tricks + #view.rounds
        pcall(view.sample, view)
      end
    end
    assert.truthy(taken > 250 and taken < 1000, taken)
  end)
end)
