-- Odds: per-bot limits of processor time, below or above --cpu.
local caller = require "aurum.text.caller"
local hint = require "aurum.text.hint"
local series = require "aurum.play.series"
local option_values = require "aurum.text.option_values"
local handicaps = {}

--- Read "BOT:cpu=SECONDS": { text =, bot =, cpu = }; or nil and what was
--- expected.
function handicaps.parse(text)
  local bot, cpu = text:match "^(.+):cpu=([^:]*)$"
  if not bot then
    return nil, ("expected BOT:cpu=SECONDS, got '%s'"):format(text)
  end
  local seconds, problem = option_values.seconds(cpu)
  return seconds and { text = text, bot = bot, cpu = seconds }, problem
end

--- True if a text names a bot: as it was given, or by its name.
local function names(text, bot)
  return text == bot.spec or text == bot.name
    or text == bot.name .. (bot.spec:match ":.*$" or "")
end

--- Give bots (aurum.bot) their limits: `cpu`, in seconds. `list` has the odds;
--- if it is empty, all share --cpu. Returns true; or nil and a message.
function handicaps.give(list, bots, args)
  if not list or #list == 0 then return true end
  if args.trust then
    return nil, caller.text "{odds} and {trust} cannot be combined: trusted "
      .. "bots have no limits"
  end
  for _, bot in ipairs(bots) do bot.cpu = series.seconds(args) end
  local given = {}
  for _, own in ipairs(list) do
    local found, known = false, {}
    for i, bot in ipairs(bots) do
      known[i] = bot.name
      if names(own.bot, bot) then
        if given[i] then
          return nil, caller.text("{odds}: bot %s has two limits, '%s' and "
            .. "'%s'; give one", bot.spec, given[i].text, own.text)
        end
        bot.cpu, given[i], found = own.cpu, own, true
      end
    end
    if not found then
      return nil, caller.text("{odds}: no bot '%s' plays%s", own.bot,
        hint.near(own.bot, known))
    end
  end
  return true
end

return handicaps
