-- Merge of the journals of an arena's shards: their games are taken in the
-- order of the whole schedule.
local ledger = require "aurum.lab.ledger"
local journal = require "aurum.record.journal"
local schedule = require "aurum.lab.schedule"
local merge = {}
merge.__index = merge

--- The journals at these paths by the number of their shard, with the `head` of
--- the whole; or nil and the reason why they do not fit together.
function merge.read(paths)
  local parts, first = setmetatable({}, merge), nil
  for _, path in ipairs(paths) do
    local read, problem = journal.read(path)
    if not read then return nil, problem end
    local head = read.head
    if not head then return nil, path .. ": the journal is still empty" end
    first = first or read
    local other = journal.difference(first.head, head, { shard = true })
    if other then
      return nil, ("%s does not belong with %s: %s"):format(path, first.path,
        other)
    elseif parts[head.shard] then
      return nil, ("%s and %s overlap: both are shard %d/%d"):format(
        parts[head.shard].path, path, head.shard, head.shards)
    end
    parts[head.shard] = read
  end
  for k = 1, first.head.shards do
    if not parts[k] then
      return nil, ("shard %d/%d is missing"):format(k, first.head.shards)
    end
  end
  local head = {}
  for key, value in pairs(first.head) do head[key] = value end
  head.shard, head.shards = 1, 1
  parts.head = head
  return parts
end

--- An iterator over the games of a shard; nil and a message if it is
--- incomplete.
local function games_of(read)
  local plan, taken = schedule.new(read.head), 0
  local games = ledger.games(read, plan)
  return function()
    local game, problem = games()
    if problem then return nil, problem end
    if not game and taken < plan.games then
      return nil, ("%s is not finished: %d of %d games; its command resumes it")
        :format(read.path, taken, plan.games)
    end
    taken = taken + 1
    return game
  end
end

--- Take the games of all shards into the ledger of the whole; `on_progress()`
--- is called now and then. Returns the same as ledger:take_journalled.
function merge:take(whole, on_progress)
  local games, i, size = {}, 0, whole.plan.size
  for k, read in ipairs(self) do games[k] = games_of(read) end
  local good, problem, path = whole:take_journalled(function()
    i = i + 1
    return games[(i - 1) // size % #games + 1]()
  end, on_progress)
  if not good then return nil, problem, path end
  if whole.tally.taken < whole.plan.games then return true end -- by a test
  for _, next_game in ipairs(games) do -- there must be no more
    local _, beyond = next_game()
    if beyond then return nil, beyond end
  end
  return true
end

return merge
