-- The bots of a league's folder, and the copies of their versions.
--
-- A bot is DIR/NAME.lua, a file that needs no other, or DIR/NAME/NAME.lua with
-- files beside it. A bot may read what lies beside it, so a file in DIR, where
-- everybody's bots lie, may name no other. No link is followed. The copy of
-- version N of NAME is DIR/league/bots/NAME@N/NAME@N.lua, with the files beside
-- it.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local entrants = {}

--- True if a file is there. A link is none.
local function is_file(path) return aurum.sys.readable(path, "file") end

--- The bot of a file; or nil and why it cannot play.
local function load(path, name, in_folder)
  local bot, problem = aurum.bot(path)
  if not bot then return nil, problem end
  if bot.files[1] and not in_folder then
    return nil, ("a bot with files beside it needs a folder for itself: "
      .. "%s/%s.lua"):format(name, name)
  end
  for _, file in ipairs(bot.files) do
    if file.problem then
      return nil, ("%s: %s"):format(file.name, file.problem)
    end
  end
  return bot
end

--- Look at an entry of the folder: add the bot that it holds to `found`, a
--- table by name of lists of { path =, in_folder = }, or a problem.
local function look(folder, entry, found, problems)
  local name, in_folder = entry:match "^(.*)%.lua$", false
  local path = ("%s/%s"):format(folder, entry)
  if entry == "league" or entry == "pages" or entry == "league.lua"
    or entry:find "^%." then
    return
  elseif not name then
    name, in_folder = entry, true
    path = ("%s/%s.lua"):format(path, entry)
    if not is_file(path) then
      name = entry:match "^[^.]+"
      problems[#problems + 1] = { name = entry, why = ("it is no bot: expected "
        .. "%s.lua, or %s/%s.lua"):format(name, name, name) }
      return
    end
  end
  if not name:find "^%w[%w_%-]*$" then
    problems[#problems + 1] = { name = entry, why = "the name of a bot has "
      .. "letters, digits, '_' and '-' only" }
    return
  end
  found[name] = found[name] or {}
  table.insert(found[name], { path = path, in_folder = in_folder })
end

--- The bots of a folder and of the anchors, a table by name; and a list of
--- problems, { name =, why = }: what cannot play. Two bots of one name both
--- rest. Or nil and a message.
function entrants.find(folder, anchors)
  local names, problem = aurum.sys.files(folder)
  if not names then return nil, ("%s: %s"):format(folder, problem) end
  local found, bots, problems, sorted = {}, {}, {}, {}
  for _, entry in ipairs(names) do look(folder, entry, found, problems) end
  for name in pairs(found) do sorted[#sorted + 1] = name end
  table.sort(sorted)
  for _, name in ipairs(sorted) do
    local list, why = found[name]
    if list[2] then
      why = ("two bots have this name: %s and %s; both rest"):format(
        list[1].path, list[2].path)
    elseif anchors[name] then
      why = list[1].path .. ": an anchor has this name; rename the file"
    else
      bots[name], why = load(list[1].path, name, list[1].in_folder)
    end
    if why then problems[#problems + 1] = { name = name, why = why } end
  end
  for name in pairs(anchors) do
    local bot, why = aurum.bot(name)
    if bot and not bot.bundled then
      bot, why = nil, "an anchor is a bundled bot"
    end
    bots[name] = bot
    if why then return nil, ("anchors.%s: %s"):format(name, why) end
  end
  return bots, problems
end

--- The path of a version's copy.
local function copy_path(folder, version)
  return ("%s/league/bots/%s/%s.lua"):format(folder, version.bot, version.bot)
end

--- Write a file as it is: it need not end in a newline.
local function write(path, text)
  if aurum.sys.readable(path) then aurum.sys.remove(path) end
  local file <close>, problem = io.open(path, "wb")
  if not file then return nil, problem end
  local good, failure = file:write(text)
  if good then good, failure = file:flush() end
  return good, failure and ("%s: %s"):format(path, failure)
end

--- Copy the files of a bot as a version of it. Returns true; or nil and a
--- message.
function entrants.copy(folder, version, bot)
  local path = copy_path(folder, version)
  local place = path:match "^(.*)/"
  local good, problem
  for _, one in ipairs { folder .. "/league/bots", place } do
    good, problem = aurum.sys.make_folder(one)
    if not good then return nil, ("%s: %s"):format(one, problem) end
    if not aurum.sys.is_within(one, folder .. "/league") then
      return nil, one .. ": it is a link to another folder"
    end
  end
  for i, file in ipairs(bot_files.list(bot)) do
    local name = i == 1 and path or ("%s/%s"):format(place, file.name)
    good, problem = write(name, file.text)
    if not good then return nil, problem end
  end
  return true
end

--- The text by which an arena finds a version: the path of its copy, or the
--- name of an anchor, whose digest is known. Or nil and why it cannot play.
function entrants.spec(folder, version, is_bundled)
  local spec = is_bundled and version.name or copy_path(folder, version)
  local bot, problem = aurum.bot(spec)
  if not bot then return nil, problem end
  if bot_files.digest(bot) == version.digest then return spec end
  return nil, is_bundled and "this version came with another aurum"
    or spec .. ": this copy has changed"
end

return entrants
