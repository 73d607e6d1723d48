-- peek.lua: how far is a bot below a player who sees all hands?
--
--   aurum run peek BOT [DEALS [SEED [PLAYERS]]]
--   aurum run peek alchemist 40 any
--   aurum run peek greedy 20 any 3 --variant bga
--
-- peek plays with open hands: it searches a tree over the true state, and
-- solves the last cards of two sides. It plays one side and BOT the others,
-- each side in turn on the same deals (40 unless DEALS is given). The result is
-- peek's points a round less the mean of the other sides', with its 95 %
-- interval. The bot loses at least that much by not seeing the other hands:
-- peek errs too. `aurum arena --ceiling` shows the same for its best bot. A
-- deal takes some five seconds of processor time.
local aurum = require "aurum"
local ceiling = require "aurum.lab.bots.ceiling"
local script = require "aurum.text.script"
local standings_text = require "aurum.lab.arena.standings_text"
local term = require "aurum.text.term"
local option_values = require "aurum.text.option_values"

--- A whole number from 1 in an argument; nil if it is not given.
local function count(name, text)
  if not text then return nil end
  local n, expected = option_values.count(text)
  if not n then script.usage(("%s: %s"):format(name, expected)) end
  return n
end

local spec, deals, given, players = script.arguments(1, 4,
  "BOT [DEALS [SEED [PLAYERS]]]")
deals, players = count("DEALS", deals), count("PLAYERS", players)
local bot, problem = aurum.bot(spec)
if not bot then term.fail(problem, 2) end
local rules, message = aurum.variant(script.variant or "standard", players)
if not rules then term.fail(tostring(message), 2) end

local seed, first, last = option_values.series(given, deals, ceiling.deals)
local seeds = {}
for i = first, last do seeds[#seeds + 1] = ("%s.%d"):format(seed, i) end
aurum.sys.catch_interrupts()
local bar = term.progress(#seeds)
local found, failure = ceiling.of(bot, rules, seeds, { on_fault = "forfeit" },
  function(played) bar(played, function() return "deals" end) end)
bar()
if not found then term.fail(failure) end
term.write(("%s, %d players, %s, seed %s\n"):format(rules.name, rules.players,
  ("%d rounds"):format(found.rounds), term.plain(seed)),
  standings_text.ceiling(found))
