-- The versions of a league's bots, what each may do, and what each has played.
local aurum = require "aurum"
local caller = require "aurum.text.caller"
local bot_files = require "aurum.load.bot_files"
local entrants = require "aurum.lab.league.entrants"
local roster = {}

--- True if `name` is an anchor: a bundled bot, which has no copy.
function roster.is_anchor(settings, name)
  return settings.anchors[name] ~= nil
end

--- The version in the log that has the files of a bot; nil if there is none.
function roster.version_of(log, name, bot)
  local digest = bot_files.digest(bot)
  for _, version in ipairs(log.names[name] or {}) do
    if version.digest == digest then return version end
  end
end

--- Add what a batch says of one of its bots.
local function count(row, batch, k, settings)
  local other = batch.bots[3 - k]
  row.deals = row.deals + batch.deals
  row.met[other] = (row.met[other] or 0) + batch.deals
  local result = batch.result
  if not result then return end
  row.games = row.games + result.games
  row.forfeits = row.forfeits + result.forfeits[k]
  for _, fault in ipairs(result.faults) do
    if fault.bot == row.bot then
      table.insert(row.faults, { batch = batch.batch, game = fault.game,
        fault = fault.fault, of = fault.of, message = fault.message,
        count = fault.count })
    end
  end
  if result.forfeits[k] > settings.bench * result.games and not row.why then
    local fault = row.faults[#row.faults]
    row.why = ("forfeited %d of %d games of batch %d%s"):format(
      result.forfeits[k], result.games, batch.batch,
      fault and ": " .. fault.message or "")
    row.benched_on = batch.day
  end
end

--- The state of each version of a bot: its files are `current`, or it is the
--- `former` one, which its author has replaced. Others rest. `gone` says why no
--- version has the files of the folder.
local function set_states(list, rows, current, gone)
  local former = nil
  for _, version in ipairs(list) do
    local row = rows[version.bot]
    if version == current then
      row.state = row.why and "benched" or "plays"
    else
      row.state, row.replaced = "rests", current ~= nil
      row.rests = current and current.bot .. " has replaced it" or gone
      if current and not row.why and version.number < current.number then
        former = row
      end
    end
  end
  if former then former.state, former.rests = "former", nil end
end

--- Why no version of a bot has the files of the folder.
local function why_gone(name, problems)
  for _, one in ipairs(problems) do
    if one.name == name then return "its file cannot play" end
  end
  return "the folder has no bot " .. name
end

--- The versions of a log, a list and a table by name NAME@N of rows: { bot =,
--- name =, version =, day =, state =, why = the fault for which it was benched,
--- benched_on = the day, rests = why it rests, replaced = true if another
--- version plays for it, deals =, games =, met = deals by opponent, forfeits =,
--- faults = }. `bots` are those of the folder, and `problems` its files that
--- cannot play. States: "plays", "former" (the version before, which plays
--- rarely), "benched", "rests".
function roster.of(log, settings, bots, problems)
  local list, rows = {}, {}
  for i, version in ipairs(log.versions) do
    local row = { bot = version.bot, name = version.name, index = i,
      version = version.number, day = version.day, why = version.unfit,
      benched_on = version.unfit_on, digest = version.digest, deals = 0,
      games = 0, forfeits = 0, met = {}, faults = {},
      anchor = settings.anchors[version.name] }
    list[i], rows[version.bot] = row, row
  end
  for _, batch in ipairs(log.batches) do
    for k, bot in ipairs(batch.void and {} or batch.bots) do
      count(rows[bot], batch, k, settings)
    end
  end
  for name, versions in pairs(log.names) do
    local bot = bots[name]
    set_states(versions, rows, bot and roster.version_of(log, name, bot),
      why_gone(name, problems or {}))
  end
  return list, rows
end

--- Add the bots of the folder that the log does not know, and copy their
--- files. `told(text)` gets a line for each. Returns true; or nil and a
--- message.
function roster.register(folder, log, settings, bots, day, told)
  local names = {}
  for name in pairs(bots) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local bot, version = bots[name], roster.version_of(log, name, bots[name])
    local is_anchor = roster.is_anchor(settings, name)
    local next_one = version or { name = name,
      bot = ("%s@%d"):format(name, #(log.names[name] or {}) + 1),
      digest = bot_files.digest(bot) }
    if not is_anchor and not (version
      and entrants.spec(folder, version, false)) then
      local good, problem = entrants.copy(folder, next_one, bot)
      if not good then return nil, problem end
    end
    if not version then
      local good, problem = log:add { kind = "version", bot = next_one.bot,
        digest = next_one.digest, day = day }
      if not good then return nil, problem end
      told(("new: %s"):format(next_one.bot))
    end
  end
  return true
end

--- Today's date; or a later one that the log knows, and a warning.
function roster.day(log)
  local today = os.date "!%Y-%m-%d"
  if log.day <= today then return today end
  return log.day, ("the clock says %s, but the league has come to %s, and days "
    .. "do not go back: this is still that day; %s plays in spite of its "
    .. "budget"):format(today, log.day, caller.text "{deals}")
end

--- The folder of a league, without / at its end, guarded: a link in it leads
--- nowhere. Or nil and a message.
function roster.folder(given)
  local folder = given:gsub("(.)/+$", "%1")
  local sign = folder:match "[:+%c]"
  if sign then
    return nil, ("%s: a league's folder may have no %s in its path, since "
      .. "names of bots have a meaning for it"):format(aurum.plain(folder),
      sign:find "%c" and "control character" or ("'%s'"):format(sign))
  end
  local good, problem = aurum.sys.guard(folder)
  if not good then return nil, ("%s: %s"):format(folder, problem) end
  return folder
end

return roster
