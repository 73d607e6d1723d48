-- A game of a journal again: its rules and bots as they were, or why not.
local aurum = require "aurum"
local journal = require "lua.journal"
local play = require "lua.play"
local replay = {}

--- The rules of a head; or nil and a message.
local function rules_of(head)
  local rules, problem = aurum.variant(head.variant, head.players)
  if not rules then return nil, problem end
  if rules.digest ~= head.rules then
    return nil, ("the rules %s have changed since"):format(head.variant)
  end
  return rules
end

--- The bots of a head that a seating has, by seat; or nil and a message.
local function bots_of(head, seating)
  local bots = {}
  for seat, i in ipairs(seating) do
    local bot, problem = aurum.bot(head.bots[i].spec)
    if not bot then return nil, problem end
    if journal.digest(bot.source) ~= head.bots[i].digest then
      return nil, ("bot %s has changed since"):format(head.bots[i].spec)
    end
    bot.spec = head.bots[i].spec
    bots[seat] = bot
  end
  return bots
end

--- A game of a journal by its id: `head`, `game` (as in lua/play.lua), `rules`
--- and the `bots` by seat; or nil and a message.
function replay.find(path, id)
  local read, problem = journal.read(path)
  if not read then return nil, problem end
  local head
  head, problem = journal.head(read.head or "")
  if not head then return nil, ("%s:1: %s"):format(path, problem) end
  local seating = head.seatings[tonumber(id:match "^%d+/(%d+)$")]
  if not seating then
    return nil, ("expected DEAL/SEATING with a seating from 1 to %d, got '%s'")
      :format(#head.seatings, id)
  end
  local found = { head = head }
  found.game, problem = read:find(id)
  if not found.game then return nil, problem end
  found.rules, problem = rules_of(head)
  if not found.rules then return nil, path .. ": " .. problem end
  found.bots, problem = bots_of(head, seating)
  if not found.bots then return nil, path .. ": " .. problem end
  return found
end

--- Play it again, in a worker of its own: the result, or nil and a message.
function replay.play(found)
  local head = found.head
  local limits = head.limits
  local player <close>, problem = play.open {
    trust = limits.trust, jobs = 1, seconds = limits.cpu,
    make = function()
      return { aurum.game { variant = found.rules, bots = found.bots, seed = "",
        on_fault = head.on_fault, trust = limits.trust, fuel = limits.fuel } }
    end,
    job = function() return { game = 1, seed = found.game.seed } end,
  }
  if not player then return nil, problem end
  local _, result, trouble = player:all(1)()
  return result, trouble or "interrupted"
end

return replay
