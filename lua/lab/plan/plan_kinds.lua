-- The commands that plans can cut into shards, by their words. A module has:
--   unit      the name of an item: a deal, a line
--   command   the words that name the command
--   least     the fewest words that the command takes, these first
--   rereads   true if a merge reads the files again that the tasks have read
--   says      the set of arguments that a plan's words may give: what is played
--             or read (lua/lab/plan/plan_words.lua)
--   shown     those that a merge takes from its own words alone: how results
--             are shown, and where they go; "value" for an option with one
--   refused   arguments that no plan can have, and why
--   rules     true if the arguments name the rules to play by
--   seeded    true if the arguments need a seed, the same for all shards
--   named     function(args): the lists of bots and variants that they name
--   problem   function(plan, args): what is wrong with the arguments of a plan
--             that was read, nil if nothing is
--   prepare   function(plan, args, rules): adds the bots, variants and inputs,
--             and sets the number of `items`; true, or nil, a message and
--             perhaps "usage"
--   starts    function(plan, args): true if a task can begin; or nil and a
--             message. May be missing
--   copy      function(plan, k, from, writer, warn): `copy` of plan_shard.begin
--   given     function(plan, args, paths, warn): a function of k for
--             plan_shard.add, from journals of other machines; or nil and a
--             message
--   count     function(plan, k, path): the number of items in a journal
--   play      function(plan, args, k, attempt, run, report): does what is left
--             of a shard; `run(args)` runs the command, and `report` is called
--             for faults as lua/lab/arena/result_writer.lua does. Returns the
--             numbers of the shard's items and faults so far, and the problem
--             that stopped it, if one did: a text, or an error of the command
--   parts     function(plan, args): the results so far; or nil and a message
--   merged    function(plan, args, parts): the arguments by which the command
--             prints them
local hint = require "aurum.text.hint"
local plan_kinds = {}

local plan_records = require "aurum.lab.plan.plan_records"

local kinds = {
  ["arena"] = require "aurum.lab.plan.plan_arena",
  ["record judge"] = plan_records.judge,
  ["record stats"] = plan_records.stats,
  ["record csv"] = plan_records.csv,
  ["variant compare"] = require "aurum.lab.plan.plan_compare",
  ["variant study"] = require "aurum.lab.plan.plan_study",
}
local names = { "arena", "record csv", "record judge", "record stats",
  "variant compare", "variant study" }

-- Commands whose second word says what they do.
local with_actions = { bot = true, record = true, variant = true }

--- The module for the words of a command; or nil and a message.
function plan_kinds.of(words)
  local two = ("%s %s"):format(words[1], words[2])
  local kind = kinds[words[1]] or kinds[two]
  if kind then return kind end
  if words[1] == "tune" then
    return nil, "tune cannot be cut: each of its batches begins where the "
      .. "last one ended; for a grid of values: -- arena --gauntlet OPPONENT "
      .. "BOT:OPTION=LOW..HIGH"
  elseif words[1] == "league" then
    return nil, "a league plans its own rounds, each from the results of the "
      .. "last one; `aurum league run --help` says how tasks play the parts of "
      .. "a round"
  end
  local named_by_two = with_actions[words[1]] and words[2]
    and not words[2]:find "^%-"
  local name = named_by_two and two or words[1]
  return nil, ("a plan has no command '%s'%s; there are: %s"):format(name,
    hint.near(name, names), table.concat(names, ", "))
end

return plan_kinds
