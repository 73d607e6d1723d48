-- duel.lua: where do two bots first differ on the same deals, at what cost?
--
--   aurum run duel FILE [FILE]
--   aurum match --bots greedy,lowball --games 200 --mirror --record both.jsonl
--   aurum run duel both.jsonl
--
-- Games of the same seed, variant and number of players are compared in pairs.
-- With one file, such as a mirrored match's or an arena's, both games of a
-- pair are in it. With two files, the second has the same games with another
-- bot. Both games are alike up to the first decision that differs. A margin is
-- the points of that seat's side in that round less the mean of the other
-- sides'. The cost is the margin in the game of one bot less the margin in the
-- game of the other. It includes everything that followed, by the other seats
-- too: look at means of many games, and at their intervals. A game whose pair
-- was not read yet takes 9 kB of memory.
local aurum = require "aurum"
local estimate = require "aurum.stats.estimate"
local format = require "aurum.text.format"
local game_files = require "aurum.record.game_files"
local margins_of = require "aurum.record.margins_of"
local script = require "aurum.text.script"
local short_names = require "aurum.text.short_names"
local term = require "aurum.text.term"

local shown = 10 -- differences that cost most

--- The first decision that differs: its state, place and both actions. nil if
--- there is none; nil and true if the deals differ.
local function difference(a, b)
  local ours, theirs = a:decisions(), b:decisions()
  while true do
    local state, action, place = ours()
    local there, other = theirs()
    if not action or not other then return nil, action ~= other end
    if state ~= there then return nil, true end
    if action ~= other then return state, place, action, other end
  end
end

--- The first difference of two games and its cost, the bots sorted by name. nil
--- if there is none; nil and true if the deals differ.
local function compare(a, b)
  local state, place, action, other = difference(a, b)
  if not state then return nil, place end
  local seat, round = action.seat, state.round
  local cost = margins_of(a)[round][seat]
    - margins_of(b)[round][seat]
  local found = { kind = state.deciding, place = place, seat = seat,
    cost = cost,
    { game = a, name = a.names[seat], action = action },
    { game = b, name = b.names[seat], action = other } }
  if found[1].name > found[2].name then
    found[1], found[2], found.cost = found[2], found[1], -cost
  end
  return found
end

-- ---- Pairs ------------------------------------------------------------------

--- An iterator over the games of two files in turn, or of one file.
local function in_turn(first, second)
  local readers = { script.games(game_files.open, first),
    second and script.games(game_files.open, second) }
  local turn = 0
  return function()
    while #readers > 0 do
      turn = turn % #readers + 1
      local game = readers[turn]()
      if game then return game, readers[turn] end
      table.remove(readers, turn)
      turn = turn - 1
    end
  end
end

local compared, alike, other_deals, alone = 0, 0, 0, 0
local waiting, duels = {}, {}

local function new_duel(found)
  return { names = { found[1].name, found[2].name }, kinds = {},
    all = estimate.sample(), worst = {} }
end

--- Counts a difference, and keeps it if it is one of those that cost most.
local function count(found)
  local key = found[1].name .. "\0" .. found[2].name
  local duel = duels[key] or new_duel(found)
  duels[key] = duel
  duel.kinds[found.kind] = duel.kinds[found.kind] or estimate.sample()
  duel.kinds[found.kind]:add(found.cost)
  duel.all:add(found.cost)
  local worst, at = duel.worst, 1
  while worst[at] and math.abs(worst[at].cost) >= math.abs(found.cost) do
    at = at + 1
  end
  table.insert(worst, at, found)
  worst[shown + 1] = nil
end

local first, second = script.arguments(1, 2, "FILE [FILE]")
for game, reader in in_turn(first, second) do
  local key = table.concat({ game.seed, game.variant, game.players }, "\0")
  local one = waiting[key]
  if one and (not second or one.reader ~= reader) then
    waiting[key] = nil
    compared = compared + 1
    local found, deal_differs = compare(one.game, game)
    if found then
      count(found)
    elseif deal_differs then
      other_deals = other_deals + 1
    else
      alike = alike + 1
    end
  else
    if one then alone = alone + 1 end
    waiting[key] = { game = game, reader = reader }
  end
end
for _ in pairs(waiting) do alone = alone + 1 end

-- ---- Output -----------------------------------------------------------------

local asked = { bid = "bids", change = "changes of bid", play = "plays",
  answer = "answers" }

local function line(label, sample)
  local low, high = sample:interval()
  return { label, sample.n, ("%+.2f"):format(sample.mean),
    format.interval(low, high, "%+.2f", 1, sample.n) }
end

local function show(duel, short)
  local one, other = short[duel.names[1]], short[duel.names[2]]
  local rows = { { "they first differ in", "pairs", "margin",
    "95 % interval" } }
  local bars = {}
  for _, kind in ipairs { "bid", "change", "play", "answer" } do
    local sample = duel.kinds[kind]
    if sample then
      rows[#rows + 1] = line(asked[kind], sample)
      if sample.n >= script.least then
        bars[#bars + 1] = { asked[kind], sample.mean, sample:interval() }
      end
    end
  end
  rows[#rows + 1] = line("all", duel.all)
  term.write("\n", term.paint("bold", ("%s less %s"):format(term.plain(one),
    term.plain(other))), "\n", term.table(rows, "<"), "\n",
    aurum.chart.bars { rows = bars, format = "%+.1f" },
    "\nthe costliest differences (REPL: load FILE LINE, "
    .. "goto PLACE)\n")
  for _, found in ipairs(duel.worst) do
    term.write(("%+6.1f  %s  seat %d\n"):format(found.cost, found.place,
      found.seat))
    for i, name in ipairs { one, other } do
      local it = found[i]
      term.write(("        %s: %s  %s:%d\n"):format(term.plain(name),
        it.action, it.game.file, it.game.line))
    end
  end
end

term.write(("%d pairs of games: %d with the same decisions, %d with "
  .. "different deals\n"):format(compared, alike, other_deals))
if alone > 0 then term.write(("%d games without a pair\n"):format(alone)) end
if compared == 0 then
  term.fail "no two games have the same seed, variant and number of players"
end
local names = {}
for _, duel in pairs(duels) do
  names[#names + 1], names[#names + 2] = duel.names[1], duel.names[2]
end
local short = short_names(names)
for _, key in ipairs(script.keys(duels)) do show(duels[key], short) end
