-- The games of a league that its pages show: of each pair those that one of the
-- bots won, or lost, by the most points a round.
local journal = require "aurum.record.journal"
local shown_games = {}

--- The best and the worst game of each batch, by pair: a table by "A B", as
--- pairs of the ladder name their bots, of lists of { batch =, game = its id,
--- points = of the pair's first bot }.
local function candidates(log, ladder)
  local pairs_, found = {}, {}
  for _, pair in ipairs(ladder.pairs) do
    pairs_[pair.first .. " " .. pair.second] = 1
    pairs_[pair.second .. " " .. pair.first] = -1
  end
  for _, batch in ipairs(log.batches) do
    local a, b = batch.bots[1], batch.bots[2]
    local sign = batch.result and pairs_[a .. " " .. b]
    local key = sign == -1 and b .. " " .. a or a .. " " .. b
    for _, which in ipairs(sign and { "best", "worst" } or {}) do
      local one = batch.result[which]
      found[key] = found[key] or {}
      table.insert(found[key], { batch = batch, game = one.game,
        points = sign * one.points })
    end
  end
  return found
end

--- At most `most` games of a list: the best and the worst of its first bot.
local function extremes(list, most)
  table.sort(list, function(x, y)
    if x.points ~= y.points then return x.points > y.points end
    if x.batch.batch ~= y.batch.batch then
      return x.batch.batch < y.batch.batch
    end
    return x.game < y.game
  end)
  local taken, seen = {}, {}
  local function take(one)
    local key = one.batch.batch .. " " .. one.game
    if not seen[key] and #taken < most then taken[#taken + 1] = one end
    seen[key] = true
  end
  for i = 1, #list do
    take(list[i])
    take(list[#list + 1 - i])
  end
  return taken
end

--- The games to show: a list of { first =, second = bots of a pair, games = },
--- of at most `most` games a pair (0: none), each { batch =, game =, points =,
--- text = the record, line = its place }. A game whose journal is unreadable is
--- left out.
function shown_games.of(folder, log, ladder, most)
  local found, result = candidates(log, ladder), {}
  for _, pair in ipairs(most > 0 and ladder.pairs or {}) do
    local own = { first = pair.first, second = pair.second, games = {} }
    local list = found[pair.first .. " " .. pair.second] or {}
    for _, one in ipairs(extremes(list, most)) do
      local read = journal.read(("%s/league/games/%d.jsonl"):format(folder,
        one.batch.batch))
      local game = read and read.head and read:find(one.game)
      if game then
        one.text, one.line = game.record, read.number
        table.insert(own.games, one)
      end
    end
    if own.games[1] then result[#result + 1] = own end
  end
  return result
end

return shown_games
