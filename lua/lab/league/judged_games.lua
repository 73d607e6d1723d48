-- Judged games of a league, league/judged.jsonl: the points that its bots lose
-- by kind of decision. Lines are only added, one for each game:
--   {"batch":7,"game":"121/1","judge":9,"sums":[S,S]}
-- "judge" is the version of the judge, and S the sums of each of the batch's
-- bots (lua/judge/losses.lua). Figures of two versions of the judge are not
-- comparable, so lines of another version do not count. A line without its
-- newline was being written when the program died, and is dropped. The process
-- that writes has the lock of the league's log.
local aurum = require "aurum"
local journal = require "aurum.record.journal"
local json = require "aurum.text.json"
local judged_shape = require "aurum.judge.judged_shape"
local losses = require "aurum.judge.losses"
local replays = require "aurum.record.replays"
local report = require "aurum.judge.report"
local shape = require "aurum.text.shape"
local judged_games = {}

local version = aurum.judged_by.version
local seed = "1" -- of the judge, so that a verdict is the same again

local whole = shape.whole(0, 1 << 53)
local line_shape = shape.object { batch = whole,
  game = shape.text(30, "^%d+/%d+$", "a game, such as 12/1"), judge = whole,
  sums = judged_shape.sums }

local function key_of(batch, game)
  return ("%d %s"):format(batch.batch, game)
end

-- ---- Reading --------------------------------------------------------------

--- Take a line. Returns nil; or a problem.
local function take(self, item, log)
  local problem = shape.problem(line_shape, item)
  if problem then return problem end
  local batch = log.batches[item.batch]
  if not (batch and batch.result and #item.sums == 2) then
    return ("no result of batch %d"):format(item.batch)
  end
  if item.judge ~= version then return nil end
  local key = key_of(batch, item.game)
  if self.has[key] then return ("game %s is judged twice"):format(item.game) end
  self.has[key] = true
  for k, bot in ipairs(batch.bots) do
    local own = self.of[bot] or { games = 0, sums = losses.new() }
    local sums = losses.new()
    sums:join(item.sums[k])
    own.games, self.of[bot] = own.games + 1, own
    own.sums:add_game(sums)
  end
end

--- The judged games of a league: `of` has by bot the number of `games` and
--- their `sums`. Or nil and a message.
function judged_games.read(folder, log)
  local self = { path = folder .. "/league/judged.jsonl", has = {}, of = {},
    kept = 0 }
  local size, problem = aurum.sys.look(self.path, 0)
  self.size = size or 0
  if problem == "No such file or directory" then return self end
  local lines, trouble
  if size then lines, trouble = aurum.sys.lines(self.path) end
  if not lines then
    return nil, ("%s: %s"):format(self.path, problem or trouble)
  end
  for number, line, bad, ended in lines do
    if not ended and not bad then break end -- torn
    local item
    if not bad then item, bad = json.decode(line) end
    bad = bad or take(self, item, log)
    if bad then return nil, ("%s:%d: %s"):format(self.path, number, bad) end
    self.kept = self.kept + #line + 1
  end
  return self
end

-- ---- Choosing -------------------------------------------------------------

local function journal_path(folder, batch)
  return ("%s/league/games/%d.jsonl"):format(folder, batch.batch)
end

--- The games of each bot that are not judged, in an order by digest, the next
--- one last: a table by bot of lists of { batch =, game = }. Those of rules
--- that the league no longer has are left out.
local function candidates(league, found)
  local of, current = {}, {}
  for _, rules in ipairs(league.settings.rules) do
    current[rules.digest] = true
  end
  for _, batch in ipairs(league.log.batches) do
    local result = current[batch.rules] and batch.result
    local size = result and result.games // math.max(result.blocks, 1) or 0
    for i = 0, result and result.games - 1 or -1 do
      local game = ("%d/%d"):format(batch.deal + i // size, i % size + 1)
      local key = key_of(batch, game)
      for _, bot in ipairs(found.has[key] and {} or batch.bots) do
        of[bot] = of[bot] or {}
        table.insert(of[bot], { batch = batch, game = game, key = key,
          order = aurum.sys.digest(key .. " to be judged") })
      end
    end
  end
  for _, list in pairs(of) do
    table.sort(list, function(a, b)
      return a.order > b.order or a.order == b.order and a.key > b.key
    end)
  end
  return of
end

--- The next games to judge, at most `most`: each is one of the bot that plays
--- and has the fewest judged games.
local function choose(league, found, list, most)
  local of, count, chosen, taken = candidates(league, found), {}, {}, {}
  for bot, own in pairs(found.of) do count[bot] = own.games end
  local function next_of(bot)
    local own = of[bot] or {}
    while own[1] and taken[own[#own].key] do own[#own] = nil end
    return own[#own]
  end
  while #chosen < most do
    local best, game
    for _, row in ipairs(list) do
      local n = count[row.bot] or 0
      if row.state == "plays" and (not best or n < (count[best] or 0)) then
        local one = next_of(row.bot)
        if one then best, game = row.bot, one end
      end
    end
    if not game then break end
    chosen[#chosen + 1], taken[game.key] = game, true
    for _, bot in ipairs(game.batch.bots) do
      count[bot] = (count[bot] or 0) + 1
    end
  end
  return chosen
end

-- ---- Judging --------------------------------------------------------------

--- An iterator over games with their records and rules. A game whose journal
--- cannot be read is left out.
local function with_records(league, chosen)
  local rules, i = {}, 0
  for _, one in ipairs(league.settings.rules) do rules[one.digest] = one end
  return function()
    while chosen[i + 1] do
      i = i + 1
      local one = chosen[i]
      local read = journal.read(journal_path(league.folder, one.batch))
      local game = read and read.head and read:find(one.game)
      if game then
        one.text, one.rules = game.record, rules[one.batch.rules]
        one.seating = read.head.seatings[tonumber(one.game:match "%d+$")]
        return one
      end
    end
  end
end

--- Judge a replayed game: the sums of each seat; nothing if it was interrupted.
local function judge(_, rules, state)
  local found = report.judge(state, { seed = seed }, nil, 1, true)
  if found.cut then return {} end
  return losses.by_seat(found, rules.players, #state:history())
end

--- The line of a judged game.
local function line_of(one, by_seat)
  local sums = { losses.new(), losses.new() }
  for seat, own in ipairs(by_seat) do sums[one.seating[seat]]:join(own) end
  return json.encode { batch = one.batch.batch, game = one.game,
    judge = version, sums = sums } .. "\n"
end

--- Judge up to `most` games of a league that is open for writing, which no
--- earlier run has judged; `list` is as of roster.of. `on_progress(done,
--- total)` is called after each. Returns their number; or nil and a message.
function judged_games.add(league, list, most, on_progress)
  local found, problem = judged_games.read(league.folder, league.log)
  if not found then return nil, problem end
  local chosen = choose(league, found, list, most)
  if not chosen[1] then return 0 end
  local writer, trouble = aurum.sys.writer(found.path, "continue", found.kept,
    found.size)
  if not writer then return nil, ("%s: %s"):format(found.path, trouble) end
  local done = 0
  for one, by_seat, failure in replays.over(with_records(league, chosen),
    league.args.jobs, judge) do
    if not by_seat then
      problem = failure
    elseif by_seat[1] then
      local good
      good, problem = writer:write(line_of(one, by_seat))
      if good then good, problem = writer:flush() end
      done = done + (good and 1 or 0)
      on_progress(done, #chosen)
    end
    if problem or not by_seat[1] then break end
  end
  local good, failure = writer:close()
  problem = problem or not good and failure
  if problem then return nil, ("%s: %s"):format(found.path, problem) end
  if aurum.sys.interrupted() then return nil, "interrupted" end
  return done
end

return judged_games
