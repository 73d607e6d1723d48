-- The parts of an arena joined: journals of its shards, whose games are taken
-- in the order of the whole schedule.
local ledger = require "aurum.lab.ledger"
local journal = require "aurum.record.journal"
local schedule = require "aurum.lab.schedule"
local term = require "aurum.text.term"
local merge = {}

--- The journals at these paths by the number of their part, and the head of
--- the whole. Refuses what does not fit together.
function merge.read(paths)
  local parts, first = {}, nil
  for _, path in ipairs(paths) do
    local read, problem = journal.read(path)
    if not read then term.fail(problem) end
    local head = read.head
    if not head then term.fail(path .. ": it has no head yet") end
    first = first or read
    local other = journal.difference(first.head, head, { shard = true })
    if other then
      term.fail(("%s does not belong with %s: %s"):format(path, first.path,
        term.plain(other)))
    elseif parts[head.shard] then
      term.fail(("%s and %s overlap: both are shard %d/%d"):format(
        parts[head.shard].path, path, head.shard, head.shards))
    end
    parts[head.shard] = read
  end
  for k = 1, first.head.shards do
    if not parts[k] then
      term.fail(("shard %d/%d is missing"):format(k, first.head.shards))
    end
  end
  local head = {}
  for key, value in pairs(first.head) do head[key] = value end
  head.shard, head.shards = 1, 1
  return parts, head
end

--- An iterator over the games of a part, which is whole.
local function games_of(read)
  local plan, taken = schedule.new(read.head), 0
  local games = ledger.games(read, plan)
  return function()
    local game = games()
    if not game and taken < plan.games then
      term.fail(("%s is not finished: %d of %d games; its command goes on")
        :format(read.path, taken, plan.games))
    end
    taken = taken + 1
    return game
  end
end

--- Take the games of all parts into the book of the whole.
function merge.take(parts, whole)
  local games, i, size = {}, 0, whole.plan.size
  for k, read in ipairs(parts) do games[k] = games_of(read) end
  local bar = term.progress(whole.plan.games, whole.args.quiet
    or whole.args.record == "-")
  whole:take_journalled(function()
    i = i + 1
    return games[(i - 1) // size % #games + 1]()
  end, function() bar(whole.tally.taken) end)
  bar()
  if whole.tally.taken < whole.plan.games then return end -- a test has ended
  for _, more in ipairs(games) do more() end -- refuses what is beyond its end
end

return merge
