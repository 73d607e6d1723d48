-- Replay of a game of a journal, with its rules and bots as they were.
--
-- A journal names rules and bots. They are looked up by plain name or given by
-- the user, and must have the digests in the journal. The user chooses the
-- limits of the bots; those in the journal can only tighten them.
local aurum = require "aurum"
local caller = require "aurum.text.caller"
local bot_files = require "aurum.load.bot_files"
local journal = require "aurum.record.journal"
local player = require "aurum.play.player"
local programs = require "aurum.load.programs"
local series = require "aurum.play.series"
local show = require "aurum.record.show"
local term = require "aurum.text.term"
local table_columns = require "aurum.record.table_columns"
local replay = {}

--- The rules of a head, from the `given` variant if there is one; or nil and a
--- message.
local function rules_of(head, given)
  local load = given and aurum.variant or aurum.named_variant
  local rules, problem = load(given or head.variant, head.players, head.rules)
  if not rules then return nil, problem end
  if rules.digest == head.rules then return rules end
  return nil, ("the rules %s have changed since: their digest is %s, that of "
    .. "the journal %s%s"):format(given or head.variant, rules.digest,
      head.rules, given and ""
        or caller.text "; {variant} names the file that has them")
end

--- The bot of a head's entry, from the files `given` if one of them is its own;
--- or nil and a message. Its options are those in the journal.
local function find_bot(entry, given)
  local options = entry.spec:match ":.*$" or ""
  local changed
  for _, own in ipairs(given) do
    if bot_files.digest(own) == entry.digest then
      local bot, problem = aurum.bot(own.path .. options)
      if bot then bot.name = entry.name:match "^[^:]*" end
      return bot, problem
    elseif own.name == entry.name:match "^[^:]*" then
      changed = own
    end
  end
  local bot, problem = changed, nil
  if not bot then bot, problem = aurum.named_bot(entry.spec) end
  if not bot then return nil, problem end
  if bot_files.digest(bot) == entry.digest then return bot end
  return nil, ("bot %s has changed since: its digest is %s, that of the "
    .. caller.text "journal %s; {bots} names the file that has it"):format(
      changed and changed.path or entry.spec, bot_files.digest(bot),
      entry.digest)
end

--- The same with the limit of its own that the journal notes, if it has one.
local function bot_of(entry, given)
  local bot, problem = find_bot(entry, given)
  if bot then bot.cpu = entry.cpu end
  return bot, problem
end

--- The bots of a list "a.lua,b.lua"; or nil and a message.
local function given_bots(text)
  local list = {}
  for spec in text and (text .. ","):gmatch "(.-)," or function() end do
    local bot, problem = aurum.bot(spec, list)
    if not bot then return nil, problem end
    if spec:find(":", 1, true) then
      return nil, caller.text("{bots}: expected the bot's file alone, got "
        .. "'%s': its options are those of the journal", spec)
    end
    list[#list + 1] = bot
  end
  return list
end

--- True if an entry of a head has the file or the name of a bot.
local function has_bot(head, bot)
  local digest = bot_files.digest(bot)
  for _, entry in ipairs(head.bots) do
    if entry.digest == digest or entry.name:match "^[^:]*" == bot.name then
      return true
    end
  end
  return false
end

--- The bots of a seating, by seat; or nil and a message. `user` has `bots`, the
--- files that the user gave, and `exec`, the programs.
local function bots_of(head, seating, user)
  local bots, given, missing = {}, given_bots(user.bots)
  if not given then return nil, missing end
  for _, own in ipairs(given) do
    if not has_bot(head, own) then
      return nil, caller.text("{bots}: the journal has no bot of the file %s",
        own.path)
    end
  end
  for _, program in ipairs(user.exec or {}) do
    given[#given + 1] = assert(aurum.bot(program.name))
  end
  for seat, i in ipairs(seating) do
    local bot, problem = bot_of(head.bots[i], given)
    if not bot then return nil, problem end
    bots[seat] = bot
  end
  return bots
end

--- A game of a journal by its id: `head`, `game` (as in lua/play/player.lua),
--- `rules` and the `bots` by seat; or nil and a message. `given` may have
--- `variant`, `bots` and `exec`, as of the options.
function replay.find(path, id, given)
  local named, wrong = series.name_programs(given)
  if not named then return nil, wrong end
  id = table_columns.plain_id(id)
  local read, problem = journal.read(path)
  if not read then return nil, problem end
  local head = read.head
  if not head then return nil, path .. ": the journal is still empty" end
  local seating = head.seatings[tonumber(id:match "^%d+/(%d+)$")]
  if not seating then
    return nil, ("expected DEAL/SEATING with a seating from 1 to %d, got '%s'")
      :format(#head.seatings, id)
  end
  local found = { head = head }
  found.game, problem = read:find(id)
  if not found.game then return nil, problem end
  local record <close>, broken = aurum.record(found.game.record)
  if not record then
    return nil, ("%s: game %s: %s"):format(path, id, broken)
  end
  if record.players ~= head.players then
    return nil, ("%s: game %s: expected %d players, got %d"):format(path, id,
      head.players, record.players)
  end
  found.game.seed = record.seed
  found.rules, problem = rules_of(head, given.variant)
  if not found.rules then return nil, path .. ": " .. problem end
  found.bots, problem = bots_of(head, seating, given)
  if not found.bots then return nil, path .. ": " .. problem end
  return found
end

-- ---- Limits -------------------------------------------------------------

--- The longest time that a bot of a journal had for an answer; nil without a
--- limit.
local function longest(head)
  local seconds = head.limits.cpu
  for _, bot in ipairs(seconds and head.bots or {}) do
    seconds = math.max(seconds, bot.cpu or 0)
  end
  return seconds
end

--- The limits of the bots: the user's options, but no looser than the limits
--- in the journal. A bot with odds has its own below that.
function replay.limits(head, args)
  local theirs = head.limits
  local limits = { trust = args.trust, fuel = args.fuel or theirs.fuel,
    cpu = series.seconds(args) }
  if args.trust then return { trust = true } end
  if theirs.fuel then limits.fuel = math.min(limits.fuel, theirs.fuel) end
  if theirs.cpu then limits.cpu = math.min(limits.cpu, longest(head)) end
  return limits
end

--- Limits as options in a message.
function replay.limits_text(limits)
  if limits.trust then return caller.text "{trust}" end
  local words = {}
  if limits.fuel then words[1] = caller.text("{fuel} %d", limits.fuel) end
  if limits.cpu then words[#words + 1] = caller.text("{cpu} %g", limits.cpu) end
  return #words > 0 and table.concat(words, " ") or "no limits"
end

-- ---- Playing it ---------------------------------------------------------

--- The finished game as text, from its record.
local function shown(game)
  local record <close> = assert(aurum.record(game:record()))
  local state = aurum.state(game.rules)
  local differences = record:replay(game.rules, state)
  return show.game(record, state, state:events(),
    #differences == 0)
end

--- Plays the game again within limits, in a separate worker unless the bots
--- are trusted. Returns the result, whose `measured` is its text; or nil and a
--- message.
function replay.play(found, limits)
  local opened <close>, problem = player.open {
    trust = limits.trust, jobs = 1, seconds = limits.cpu,
    programs = programs.commands { found.bots },
    make = function()
      return { measure = shown, bot_files.game { variant = found.rules,
        bots = found.bots, seed = "", on_fault = found.head.on_fault,
        trust = limits.trust, fuel = limits.fuel } }
    end,
    job = function() return { game = 1, seed = found.game.seed } end,
  }
  if not opened then return nil, term.plain(tostring(problem), "\n\t") end
  local _, result, trouble = opened:all(1)()
  return result, trouble or "interrupted"
end

return replay
