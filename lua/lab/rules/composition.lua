-- The effects of a variant's parts on each other and on the game. Random play
-- finds them, under the variant and under rules without some of its entries
-- (lua/load/variants.lua); no list says which hooks and knobs belong together.
local aurum = require "aurum"
local pool = require "aurum.play.pool"
local composition = {}

local games = 100 -- random games for each pair of rules
local enough = 10 -- expected differing games: a false negative is rarer than
                  -- e^-10
local deals = 300 -- to meet each bid
local highest = 100 -- bid of a side

--- The rules without some entries; nil if they contradict each other then.
local function made(info, players, without)
  local rules = info:rules(players, without)
  return rules and rules:wake()
end

--- The number of games that differ between rules and others. Stops at the first
--- one unless `all`. nil if a hook failed.
local function differing(rules, others, all)
  local n = 0
  for game = 1, games do
    local found = aurum.contrast(rules, "contrast." .. game, { others })
    if not found then return nil end
    if found[1].rounds > 0 then n = n + 1 end
    if n > 0 and not all then break end
  end
  return n
end

-- ---- Entries that are overruled -------------------------------------------

--- True if `by` may be what overrules `entry`. Knobs of one file belong
--- together, and the loader reports two values of one knob.
local function may_overrule(by, entry)
  if by == entry then return false end
  return by.hook or by.file.part ~= entry.file.part
    and (entry.hook or by.key ~= entry.key)
end

--- The entries without which no game changes, though each differs from what
--- would hold without it.
local function silent(info, players, entries)
  local all, list = made(info, players), {}
  local good, problem = aurum.contrast(all, "contrast.1", {})
  if not good then error(problem, 0) end
  for _, entry in ipairs(entries) do
    local without = made(info, players, { entry })
    if without and (entry.hook or without.digest ~= all.digest)
      and differing(all, without) == 0 then
      list[#list + 1] = entry
    end
  end
  return list
end

--- The first entry without which `entry` changes games, and how many; nil if
--- there is none.
local function overruler(info, players, entries, entry)
  for _, hook in ipairs { true, false } do
    for _, by in ipairs(entries) do
      if by.hook == hook and may_overrule(by, entry) then
        local without = made(info, players, { by })
        local neither = made(info, players, { by, entry })
        local n = without and neither and differing(without, neither, true)
        if n and n >= enough then return by, n end
      end
    end
  end
end

local function place(entry)
  return { key = entry.key, path = entry.path, line = entry.line }
end

--- The first question that is asked of each file, the last file first: a list
--- of entries { key =, path =, line =, asks = the number of questions before }.
local function asked(info)
  local list, before = {}, 0
  for _, file in ipairs(info.files) do
    local question = file.questions[1]
    if question then
      table.insert(list, 1, { key = question.name, path = file.path,
        line = file.lines["questions.1.name"],
        file = file, asks = before })
    end
    before = before + #file.questions
  end
  return list
end

--- The question that takes the effect from the entry of another house rule: an
--- auction leaves nothing to lay face down. As `overruler`.
local function asking_overruler(info, players, entry)
  for _, by in ipairs(entry.file.house and asked(info) or {}) do
    local without = made(info, players, { asks = by.asks })
    local neither = made(info, players, { entry, asks = by.asks })
    local n = by.file ~= entry.file and without and neither
      and differing(without, neither, true)
    if n and n >= enough then return by, n end
  end
end

--- The entries that change nothing because of another one: a list of { key =,
--- path =, line =, by = { key =, path =, line = }, games =, changes = }. In
--- `games` random games the entry changes nothing; without `by` it changes
--- `changes` of them.
local function overruled(info, players)
  local list, entries = {}, info:entries(players)
  for _, entry in ipairs(silent(info, players, entries)) do
    local by, n = overruler(info, players, entries, entry)
    if not by then by, n = asking_overruler(info, players, entry) end
    if by then
      local found = place(entry)
      found.by, found.games, found.changes = place(by), games, n
      list[#list + 1] = found
    end
  end
  return list
end

-- ---- Scores that reward a failure ------------------------------------------

--- The points of side 1 for its bid, by bid and by tricks taken.
local function points_by_bid(rules)
  local points, first = {}, 1
  while rules.side_of[first] ~= 1 do first = first + 1 end
  for deal = 1, deals do
    local state = aurum.state(rules):deal("bids." .. deal)
    while state.phase == "bid" or state.phase == "ask" do
      local list = state:legal()
      state:apply(list[(deal + state.turn) % #list + 1])
    end
    local bid = state:score().bid[1]
    if bid and not points[bid] then
      points[bid] = {}
      local tricks = {}
      for seat = 1, rules.players do tricks[seat] = 0 end
      for taken = 0, rules.hand - 1 do
        tricks[first] = taken
        points[bid][taken] =
          state:clone():set { taken = tricks }:score().bid_points[1]
      end
    end
  end
  return points
end

--- The fewest tricks that score more with a bid than the bid itself does, and
--- their points; nil if there are none.
local function better(points, bid)
  local own = points[bid] and points[bid][bid]
  for taken = 0, own and #points[bid] or -1 do
    if points[bid][taken] > own then return taken, points[bid][taken], own end
  end
end

--- The bids that a side does better to fail, unless it does so under the base
--- as well: a list of { bid =, kept =, taken =, points = }.
local function inversions(rules, base)
  local list, own, its = {}, points_by_bid(rules), points_by_bid(base)
  for bid = 0, highest do
    local taken, points, kept = better(own, bid)
    if taken and not better(its, bid) then
      list[#list + 1] = { bid = bid, kept = kept, taken = taken,
        points = points }
    end
  end
  return list
end

-- ---- The difference from the base -------------------------------------------

--- The shares of decisions, rounds and games that the base would decide
--- otherwise.
local function difference(rules, base)
  local sums = { decisions = 0, rounds = 0 }
  local differ = { games = 0, decisions = 0, rounds = 0 }
  for game = 1, games do
    local found, all = aurum.contrast(rules, "contrast." .. game, { base })
    if not found then return nil end
    for key in pairs { decisions = true, rounds = true } do
      sums[key] = sums[key] + all[key]
      differ[key] = differ[key] + found[1][key]
    end
    if found[1].rounds > 0 then differ.games = differ.games + 1 end
  end
  return { of = games, decisions = differ.decisions / sums.decisions,
    rounds = differ.rounds / sums.rounds, games = differ.games / games }
end

-- ----------------------------------------------------------------------------

--- Study the variant `info` (aurum.read_variant) for a number of players, in a
--- worker if its rules sleep in this process. Returns { overruled =, base =,
--- difference =, inversions = }; the last three only if it has a base, and
--- `overruled` alone if asked for. nil and a message if that failed.
function composition.study(info, players, only_overruled)
  local rules, problem = info:rules(players)
  if not rules then return nil, tostring(problem) end
  local worker <close> = pool.new { in_process = not rules:is_asleep(),
    work = function()
      local found = { overruled = overruled(info, players) }
      local beyond, name = info:beyond_base(players)
      local base = beyond and not only_overruled and made(info, players, beyond)
      if base then
        local own = made(info, players)
        found.base, found.difference = name, difference(own, base)
        found.inversions = inversions(own, base)
      end
      return found
    end }
  return worker:call {}
end

return composition
