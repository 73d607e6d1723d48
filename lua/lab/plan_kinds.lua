-- The commands that plans can cut into shards, by their words. A module has:
--   unit      the name of an item: a deal, a game
--   shown     the set of arguments that the merge alone needs
--   prepare   function(plan, args, rules): adds the bots and variants, and sets
--             the number of `items`; true, or nil, a message and a status
--   copy      function(from, writer, warn): as plan_shard.begin wants it
--   count     function(path): the number of items in a journal
--   play      function(plan, args, rules, k, attempt, report): plays what is
--             left of a shard; returns the numbers of its items, games and
--             faults, and the problem that stopped it, if one did
--   parts     function(plan, args): the results so far; or nil and a message
--   merged    function(plan, args, parts): the arguments by which the command
--             prints them
local hint = require "aurum.text.hint"
local plan_kinds = {}

local kinds = { arena = require "aurum.lab.plan_arena" }
local names = { "arena" }

--- The module for the words of a command; or nil and a message.
function plan_kinds.of(words)
  local kind = kinds[words[1]]
  if kind then return kind end
  return nil, ("a plan has no command '%s'%s; there is: %s"):format(words[1],
    hint.near(words[1], names), table.concat(names, ", "))
end

return plan_kinds
