-- Shared by targets that make variants: reads a variant and does all with it
-- that can be played.
local aurum = require "aurum"
local playing = {}

local function play(fuzz, rules, twin, pure, endless)
  local game = aurum.new_game { rules = rules, seed = "1", bots = {} }
  local good, sound, why = pcall(game.check, game, twin)
  if good and not sound and pure and why:find "remembers nothing but vars" then
    fuzz.broken("hooks that keep nothing seem to remember: " .. why)
  end
  if good and not sound and pure and not (why:find "hook" or why:find "variant"
    or why:find "answered" or why:find "goes on" or why:find "depends"
    or endless and why:find "does not end") then
    fuzz.broken("a variant breaks an invariant: " .. why)
  end
  local state = aurum.state(rules)
  pcall(function()
    state:deal "7"
    for i = 1, 30 do
      local legal = state:legal()
      if #legal == 0 then break end
      state:apply(legal[1 + i % #legal])
    end
  end)
  pcall(function()
    local view = state:view(state.turn or 1)
    view:sample(2)
    view:search { sims = 4 }
    view:search { sims = 4, method = "flat", policy = "uniform" }
    view:quick()
  end)
  pcall(function() state:solve { nodes = 60, changes = "none" } end)
  pcall(function() state:clone():playout("quick", "game") end)
  pcall(function() return state:score(), state:events(), state:rows "seats" end)
  pcall(function() aurum.load_position(state:position(), twin) end)
  pcall(function()
    local record <close> = assert(aurum.record(state:record()))
    record:replay(rules)
  end)
  pcall(function() while state:undo() do end end)
end

--- Read a variant as the commands do; play what comes of it.
--- `pure` is true if its hooks cannot know what they were asked before: then
--- no invariant may break but by an error of the variant.
function playing.try(fuzz, name, pure)
  local info = aurum.read_variant(name)
  for _, problem in ipairs(info.problems) do
    if type(tostring(problem)) ~= "string" then
      fuzz.broken "a problem without a message"
    end
  end
  if #info.problems > 0 then return end
  for _, players in ipairs(info.counts) do
    local resolved = info:resolve(players)
    local rules, problem = info:rules(players)
    if not rules and type(tostring(problem)) ~= "string" then
      fuzz.broken "rules are refused without a message"
    end
    local twin = rules and info:rules(players)
    if twin and not fuzz.spent() then
      -- a hook for the end of the game need not end it
      play(fuzz, rules, twin, pure, resolved.hooks.game_end ~= nil)
      break
    end
  end
end

return playing
