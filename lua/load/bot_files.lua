-- The files that a bot consists of: what its digest covers, and what is kept of
-- a version of it.
local aurum = require "aurum"
local digest = aurum.sys.digest
local bot_files = {}

--- The files of a bot that was read by aurum.bot, the main one first, then
--- those beside it (lua/load/siblings.lua): a list of { name =, text = }. Names
--- have no folder.
function bot_files.list(bot)
  local list = { { name = bot.path:match "[^/]*$", text = bot.source } }
  for _, file in ipairs(bot.files) do
    if file.text then
      list[#list + 1] = { name = file.name, text = file.text }
    end
  end
  return list
end

--- The digest of a bot's files: 16 hexadecimal digits. That of a single file
--- is the digest of its text.
function bot_files.digest(bot)
  local files = bot_files.list(bot)
  if #files == 1 then return digest(files[1].text) end
  local parts = {}
  for i, file in ipairs(files) do
    parts[i] = ("%s %s\n"):format(digest(file.text), i == 1 and "" or file.name)
  end
  return digest(table.concat(parts))
end

--- A game of bots whose files were read, as aurum.game begins it. A bot that
--- does not load raises its own message.
function bot_files.game(options)
  local game, message = aurum.game(options)
  return game or error(message, 0)
end

--- The bots by seat where a bot sits at one and nobody at the others.
function bot_files.alone(bot, seat, players)
  local bots = {}
  for i = 1, players do bots[i] = i == seat and bot end
  return bots
end

--- A function of rules and a seat that gives a game in which the bot alone has
--- that seat, always the same one. `options` are further ones of the games.
function bot_files.games_alone(bot, options)
  local known = {}
  return function(rules, seat)
    local key = rules.digest .. seat
    if not known[key] then
      local own = { variant = rules, seed = "", on_fault = "substitute",
        bots = bot_files.alone(bot, seat, rules.players) }
      for name, value in pairs(options) do own[name] = value end
      known[key] = bot_files.game(own)
    end
    return known[key]
  end
end

return bot_files
