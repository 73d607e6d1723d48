-- write.lua: writes the conformance set. core/CONFORMANCE.md describes it.
--
--   build/aurum run tests/conformance/write.lua FOLDER [GAMES [JOBS
--     [VARIANT...]]]
--
-- FOLDER is made, or its files of these names are replaced. GAMES is the number
-- of games of each variant (200), and JOBS that of worker processes (one for
-- each processor). Without VARIANT it writes each edition, each house rule on
-- en-2023, and two compositions.
--
-- Each game also gives one mutant, five positions with their legal actions and,
-- if it has fitting places, an ending and a count of worlds. All follows from
-- the variant and the number of the game.
package.path = "tests/conformance/?.lua;tests/lua/?.lua;" .. package.path
local aurum = require "aurum"
local helper = require "helper"
local json = require "aurum.text.json"
local mutants = require "mutants"
local pool = require "aurum.play.pool"

local folders = { "games", "mutants", "legal", "endings", "worlds" }
local most_hand = { endings = 2, worlds = 4 } -- cards in the largest hand
local most_held = 11 -- cards and gold that all seats hold in an ending
local most_nodes = 1000 -- that our solver looks at in it
local most_worlds = 50000
local tries = 25 -- games of which the one with the most ties is taken
local rare_each = 11 -- of these games one gets a mutant of a rare rule
local least = 20 -- mutants of each rule, games with level ends: in a whole set
-- Compositions beside each edition and each house rule by itself.
local compositions = { "bga+nullify+trump",
  "de-2024+no-zero-gold+cumulative" }

--- An argument that is a whole number from 1, or its default.
local function count(text, default)
  if not text then return default end
  local n = math.tointeger(tonumber(text))
  return n and n > 0 and n or nil
end

local folder, games, jobs = arg[1], count(arg[2], 200),
  count(arg[3], aurum.sys.processors())
if not folder or not games or not jobs then
  io.stderr:write("write: expected FOLDER [GAMES [JOBS [VARIANT...]]]\n")
  os.exit(2)
end

-- ---- Variants --------------------------------------------------------------

--- A variant's rules for each number of players that it is made for.
local function rules_of(name)
  local list = {}
  for players = 2, 6 do list[#list + 1] = aurum.variant(name, players) end
  return list
end

--- The names of each edition, and of each house rule on en-2023.
local function all_names()
  local names = {}
  for i, name in ipairs((aurum.variants())) do
    names[i] = rules_of(name)[1] and name or "en-2023+" .. name
  end
  return table.move(compositions, 1, #compositions, #names + 1, names)
end

--- The variants of the set, each { name =, rules... }.
local function named_variants()
  local list = {}
  for i, name in ipairs(arg[4] and table.pack(table.unpack(arg, 4))
    or all_names()) do
    list[i] = rules_of(name)
    list[i].name = name
    if not list[i][1] then error("no variant " .. name, 0) end
  end
  return list
end

local variants = named_variants()
local bots = {}
for i, name in ipairs { "random", "greedy", "random", "lowball" } do
  bots[i] = assert(aurum.bot(name))
end

-- ---- Places of a game ------------------------------------------------------

--- The decisions of a game, in order.
local function decisions_of(game)
  local list = {}
  for state, action, place in game.state:decisions() do
    local most, held = 0, 0
    for seat, hand in ipairs(state.hands) do
      most = math.max(most, #hand)
      held = held + #hand + #state.gold[seat]
    end
    local round, trick, nth = place:match "^(%d+)%.(%d+)%.%a?(%d+)$"
    list[#list + 1] = { place = place, phase = state.phase, most = most,
      held = held, seat = state.turn, action = action, count = #state:legal(),
      round = tonumber(round), trick = tonumber(trick), nth = tonumber(nth) }
  end
  return list
end

--- Kinds of decisions, so that none is rare in the set.
local kinds = {
  function(d) return d.phase == "bid" or d.phase == "ask" end,
  function(d) return d.phase == "change" end,
  function(d) return d.phase == "play" and d.nth == 1 end,
  function(d) return d.phase == "play" and d.nth > 1 end,
  function(d) return d.phase == "play" and d.most <= 3 end,
}

--- A random decision that passes a test; nil if none does.
local function drawn(decisions, roll, test)
  local list = {}
  for _, one in ipairs(decisions) do
    if test(one) then list[#list + 1] = one end
  end
  return list[1] and list[roll(#list)]
end

--- A number that follows from a text.
local function hash(text)
  local x = 0
  for i = 1, #text do x = (x * 31 + text:byte(i)) & 0x7fffffff end
  return x
end

local function line(data)
  return json.encode(data) .. "\n"
end

--- The legal actions at one decision of each kind.
local function legal_lines(game, number, decisions, roll)
  local lines = {}
  for i, test in ipairs(kinds) do
    local one = drawn(decisions, roll, test)
      or drawn(decisions, roll, function() return true end)
    local texts = {}
    for k, action in ipairs(game.state:at(one.place):legal()) do
      texts[k] = tostring(action)
    end
    lines[i] = line { game = number, at = one.place, seat = one.seat,
      legal = texts }
  end
  return table.concat(lines)
end

--- True for the decisions of late tricks with cards enough for a choice.
local function is_late(one, most)
  return (one.phase == "play" or one.phase == "change") and one.count > 1
    and one.most > 0 and one.most <= most
end

--- An ending with its value and the value of each move; "" if there is none
--- that is small enough.
local function ending_line(game, number, decisions, roll)
  local one = drawn(decisions, roll, function(d)
    return is_late(d, most_hand.endings) and d.held <= most_held
  end)
  if not one then return "" end
  local solved = game.state:at(one.place):solve { find = "each",
    nodes = most_nodes }
  if not solved.exact then return "" end
  local moves = {}
  for _, move in ipairs(solved.moves) do
    moves[tostring(move.action)] = move.lo
  end
  return line { game = number, at = one.place, seat = one.seat,
    value = solved.value, moves = moves }
end

--- A place with the number of worlds; "" if there is none that is small enough.
local function worlds_line(game, number, decisions, roll)
  local one = drawn(decisions, roll, function(d)
    return is_late(d, most_hand.worlds)
  end)
  if not one then return "" end
  local view = game.state:at(one.place):view(one.seat)
  local worlds = view:worlds(most_worlds)
  if not worlds then return "" end
  return line { game = number, at = one.place, seat = one.seat,
    worlds = #worlds }
end

-- ---- A game ----------------------------------------------------------------

--- The sides beyond the first with the most points, over all rounds of a game.
local function ties_of(game)
  local n = 0
  for _, round in ipairs(game.rounds) do
    local most = math.max(table.unpack(round.points))
    for _, points in ipairs(round.points) do
      if points == most then n = n + 1 end
    end
    n = n - 1
  end
  return n
end

--- Game `number` of a variant. Every fourth of each number of players is the
--- one with the most ties of several games: rules about ties are rarely needed.
local function played(variant, number)
  local rules = variant[(number - 1) % #variant + 1]
  local best, most = nil, -1
  for try = 1, (number - 1) // #variant % 4 == 0 and tries or 1 do
    local game = aurum.game { variant = rules,
      seed = ("%s.%d.%d"):format(variant.name, number, try),
      bots = { bots[number % #bots + 1], bots[number // #bots % #bots + 1] },
    }:run()
    local ties = ties_of(game)
    if ties > most then best, most = game, ties end
  end
  return best, rules
end

--- The lines that game `number` of a variant adds to each folder.
local function lines_of(request)
  local variant, number = variants[request.variant], request.number
  local game, rules = played(variant, number)
  local decisions, roll = decisions_of(game), helper.dice(hash(game.seed))
  local record = game:record()
  local nth = (number - 1) // #variant -- of this number of players
  return { games = record,
    mutants = mutants.of { line = record, state = game.state,
      rules = rules, decisions = decisions, roll = roll, number = number,
      from = nth + hash(variant.name), rare = nth % rare_each == rare_each - 1,
    } .. "\n",
    legal = legal_lines(game, number, decisions, roll),
    endings = ending_line(game, number, decisions, roll),
    worlds = worlds_line(game, number, decisions, roll) }
end

-- ---- Counts of what is rare ------------------------------------------------

local rules, level_ends = {}, 0

--- True if several sides of a finished game have two nuggets.
local function ends_level(record)
  local nuggets, rich = {}, 0
  if record.variant:find "cumulative" then return false end
  for _, round in ipairs(record.rounds) do
    for _, side in ipairs(round.winners) do
      nuggets[side] = (nuggets[side] or 0) + 1
      if nuggets[side] == 2 then rich = rich + 1 end
    end
  end
  return rich > 1
end

--- Counts the mutant and the game of a request's lines.
local function count_rare(lines)
  local rule = lines.mutants:match '"rule":"([%d.]+)"'
  rules[rule] = (rules[rule] or 0) + 1
  if ends_level(json.decode((lines.games:gsub("null", "0")))) then
    level_ends = level_ends + 1
  end
end

--- Fails if a whole set has too little of something.
local function check_rare()
  for rule, n in pairs(rules) do
    assert(n >= least, ("%d mutants of rule %s"):format(n, rule))
  end
  assert(level_ends >= least, level_ends .. " level ends")
end

-- ---- Files -----------------------------------------------------------------

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "wb"))
  assert(file:write(text))
  assert(file:close())
end

local function copy(from, to)
  local file = assert(io.open(from, "rb"))
  write(to, file:read "a")
  file:close()
end

--- The items of the work, in order: each game of each variant.
local function all_games()
  local variant, number = 1, 0
  return function()
    number = number + 1
    if number > games then variant, number = variant + 1, 1 end
    return variants[variant] and { variant = variant, number = number }
  end
end

for _, name in ipairs(folders) do
  assert(aurum.sys.make_folder(folder .. "/" .. name, true))
end
lines_of { variant = 1, number = 1 } -- loads what workers need
local texts, files = {}, {}
for item, lines in pool.map { jobs = jobs, items = all_games(),
  request = function(item) return item end, work = lines_of } do
  count_rare(lines)
  for name, text in pairs(lines) do
    texts[name] = texts[name] or {}
    table.insert(texts[name], text)
  end
  if item.number == games then
    for _, name in ipairs(folders) do
      local file = ("%s/%s.jsonl"):format(name, variants[item.variant].name)
      local text = table.concat(texts[name])
      write(file, text)
      files[file] = select(2, text:gsub("\n", ""))
    end
    texts = {}
  end
end
if not arg[4] and games >= 200 then check_rare() end
write("files.json", line { format = "aurum-conformance/1", files = files,
  rules = rules, level_ends = level_ends })
copy("core/CONFORMANCE.md", "README.md")
copy("core/RULES.md", "RULES.md")
