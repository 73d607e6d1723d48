-- Shared by the specs: bots from text, random games, temporary folders.
local aurum = require "aurum"
local helper = {}

helper.editions = { "en-2023", "de-2024", "ru-2023", "fr-2023", "bga" }
helper.houses = {
  "", "+no-zero-gold", "+cumulative", "+no-zero-gold+cumulative",
}

--- Expect that a call raises an error with this text in its message.
function helper.raises(text, ...)
  local good, message = pcall(...)
  message = tostring(message)
  if good then error("no error; expected one with: " .. text, 2) end
  if not message:find(text, 1, true) then
    error(("expected an error with '%s', got '%s'"):format(text, message), 2)
  end
  return message
end

-- Games ----------------------------------------------------------------------

--- A bot with this text as its file, as `aurum.bot` would read it.
function helper.bot(source, options, name)
  name = name or "bot"
  return {
    source = source, path = name .. ".lua", name = name,
    options = options or {},
  }
end

--- A bot that acts at random and sometimes changes a bid.
helper.random = helper.bot([[return {
  bid = function(_, view) return view:random() end,
  change = function(_, view)
    return math.random(3) == 1 and view:random() or nil
  end,
  play = function(_, view) return view:random() end,
}]], nil, "random")

--- A bot that plays the first legal action, with `callbacks` in its table and
--- `head` before it.
function helper.first(callbacks, head)
  return helper.bot(([[
    %s
    return {
      bid = function(_, view) return view:legal()[1] end,
      play = function(_, view) return view:legal()[1] end,
      %s
    }]]):format(head or "", callbacks or ""))
end

--- A bot that fails on purpose: its first decision raises the result of `code`.
function helper.telling(code)
  return helper.bot(([[
    return {
      bid = function(self, view) error(tostring((function() %s end)()), 0) end,
      play = function() end,
    }]]):format(code))
end

--- The first fault of a game of `bots`, in one line.
function helper.fault_of(bots, options)
  options = options or {}
  options.bots, options.seed = bots, options.seed or 1
  local game = aurum.game(options):run()
  return game.faults[1], game
end

--- The result of code in a bot's `bid`, as text; it may use `self` and `view`.
function helper.in_bot(code, options)
  local fault, game = helper.fault_of({ helper.telling(code) }, options)
  local text = game.trace
  return text:gsub("\nstack traceback:.*", ""), fault
end

--- An independent random generator: `roll(n)` gives 1 to n.
function helper.dice(seed)
  local x = seed * 2654435761 % 4294967296
  return function(n)
    x = (x * 6364136223846793005 + 1442695040888963407) & math.maxinteger
    return (x >> 33) % n + 1
  end
end

--- Choose a legal action: usually keep, so that gold lasts, and the others with
--- equal probability.
function helper.choose(legal, roll)
  if tostring(legal[1]) == "keep" and roll(4) > 1 then return legal[1] end
  return legal[roll(#legal)]
end

--- Play a state at random to the end of the game, with deals from `seed`;
--- `each` is called with the action before it is applied.
function helper.play_out(state, seed, each)
  local roll = helper.dice(#seed + seed:byte(-1) * 7 + seed:byte(1))
  while state.phase ~= "over" do
    if state.phase == "deal" then
      state:deal(seed)
    else
      local action = helper.choose(state:legal(), roll)
      if each then each(action) end
      state:apply(action)
    end
  end
  return state
end

--- The sorted texts of the items of a list.
function helper.texts(list)
  local texts = {}
  for i, item in ipairs(list) do texts[i] = tostring(item) end
  table.sort(texts)
  return texts
end

-- Files ----------------------------------------------------------------------

--- Run a shell command; returns its output (both streams) and its exit status.
function helper.shell(command)
  local pipe = assert(io.popen("(" .. command .. ") 2>&1"))
  local text = pipe:read "a"
  local _, _, status = pipe:close()
  return text, status
end

function helper.write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  file:close()
  return path
end

--- The sorted names of the bundled variants, with the given ones added.
function helper.variants(...)
  local names = {
    "auction", "bga", "blind-bid", "cumulative", "de-2024", "en-2023",
    "exchange", "five-alchemists", "fr-2023", "gold-rush", "low-wins",
    "misere", "must-follow", "no-zero-gold", "nullify", "ru-2023", "stakes",
    "trump", ...,
  }
  table.sort(names)
  return names
end

--- Make an empty folder; `helper.clean()` removes all of them.
local made = {}
function helper.folder()
  -- The sanitizer is loaded for this process, not for that one.
  local path = helper.shell "LD_PRELOAD= mktemp -d":gsub("\n", "")
  made[#made + 1] = path
  return path
end

function helper.clean()
  for _, path in ipairs(made) do os.execute("rm -rf '" .. path .. "'") end
  made = {}
end

return helper
