-- Versions of bots: the files of each version that was kept, with its results.
--
-- The versions of the bot NAME are in history/NAME.jsonl of the user's data
-- folder. A line is a version or a result; lines are only added:
--   {"kind":"version","digest":D,"date":"2026-11-22","files":[{"name","text"}]}
--   {"kind":"result","digest":D,"date":"2026-11-22","by":"arena","bot",
--    "against","variant","players","seed","deals","mean","low","high"}
--   {"kind":"test","digest":D,"date":"2026-11-22","bot","suite","file","right",
--    "lost","costs":[0,2.5,...]}  of `aurum bot test`; a cost is -1 if unknown
-- The first file is the bot's own. A text that is not UTF-8 is kept as "hex".
-- Version n is the n-th in the file.
local aurum = require "aurum"
local caller = require "aurum.text.caller"
local bot_files = require "aurum.load.bot_files"
local find = require "aurum.load.find"
local hint = require "aurum.text.hint"
local json = require "aurum.text.json"
local shape = require "aurum.text.shape"
local versions = {}

--- The user's data folder; nil if the environment names none.
function versions.data_folder()
  local data, home = os.getenv "XDG_DATA_HOME", os.getenv "HOME"
  if data and data:sub(1, 1) == "/" then return data .. "/aurum" end
  return home and home ~= "" and home .. "/.local/share/aurum" or nil
end

--- The folder of histories; nil and a message if there is no data folder.
local function folder()
  local data = versions.data_folder()
  if not data then return nil, "no folder for versions: $HOME is not set" end
  return data .. "/history/"
end

--- The name under which a bot's versions are kept, given as NAME or PATH.
local function plain(spec)
  return find.plain((spec:match "^[^:]*"))
end

local function unhex(text)
  return (text:gsub("%x%x", function(byte)
    return string.char(tonumber(byte, 16))
  end))
end

--- A version of a line, ready for aurum.new_game; or nil and a message.
local function version_of(item, name, number)
  local files = {}
  for i, file in ipairs(item.files) do
    files[i] = { name = file.name, text = file.text or unhex(file.hex),
      code = file.name:find "%.lua$" and true or nil }
  end
  local bot = { source = files[1].text, path = files[1].name, name = name,
    files = table.move(files, 2, #files, 1, {}), options = {},
    bundled = false, spec = ("%s@%d"):format(name, number) }
  if bot_files.digest(bot) ~= item.digest then
    return nil, "the files of this version do not match their digest"
  end
  bot.path = bot.spec .. ".lua" -- as messages name it
  return { number = number, digest = item.digest, date = item.date, bot = bot,
    files = files, results = {}, tests = {} }
end

local words, optional = shape.text(100000), shape.optional
local figure = shape.number(-1e12, 1e12)
local date = optional(shape.text(20, "^[%d-]+$",
  "a date, such as 2026-01-31"))

-- The lines of a history by their kind. A file may be somebody else's.
local kinds = {
  version = shape.object { kind = words, digest = words, date = date,
    files = shape.list(shape.also(shape.object { name = words,
      text = optional(shape.text(64 << 20)),
      hex = optional(shape.text(64 << 20)) }, function(file)
        return not (file.text or file.hex) and "expected text or hex" or nil
      end), 1, 100) },
  result = shape.object { kind = words, digest = words, date = date, by = words,
    bot = words, against = words, variant = words, seed = words,
    players = shape.whole(2, 6), deals = shape.whole(0, 1 << 40),
    mean = figure, low = optional(figure), high = optional(figure) },
  test = shape.object { kind = words, digest = words, date = date, bot = words,
    suite = words, file = words, right = shape.whole(0, 1 << 40), lost = figure,
    costs = shape.list(figure, 0, 10000000) },
}
local function interval_problem(item)
  local low, high = item.low, item.high
  if (low == nil) ~= (high == nil) or low and low > high then
    return "low, high: expected both, in this order, or neither"
  end
end

local lists = { result = "results", test = "tests" }

--- The versions of a bot, a list in the order in which they were kept, each
--- with its `results` and `tests`, which have an `order` over all versions.
--- `warn(message)` gets the lines that are damaged. Or nil and a message.
function versions.read(spec, warn)
  local name = plain(spec)
  local list, by_digest, place, problem = {}, {}, folder()
  if not place then return nil, problem end
  local path = place .. name .. ".jsonl"
  if not aurum.sys.readable(path) then return list end
  local lines, trouble = aurum.sys.lines(path)
  if not lines then return nil, ("%s: %s"):format(path, trouble) end
  for number, line in lines do
    local item = json.decode(line or "")
    local bad = type(item) ~= "table" and "not valid JSON"
    local check = not bad and kinds[item.kind]
    if not bad then
      bad = not check and "expected a version, a result or a test"
        or shape.problem(check, item) or interval_problem(item)
    end
    if type(item) == "table" and item.kind == "version" then
      local version, wrong
      if not bad then version, wrong = version_of(item, name, #list + 1) end
      bad = bad or wrong
      -- a damaged version keeps its number
      list[#list + 1] = version or { number = #list + 1, digest = "damaged",
        results = {}, tests = {} }
      if version then by_digest[version.digest] = version end
    elseif not bad and by_digest[item.digest] then
      item.order = item.kind == "test" and number or nil
      table.insert(by_digest[item.digest][lists[item.kind]], item)
    end
    if bad then
      warn(("skipped line %d of %s: %s"):format(number, path, bad))
    end
  end
  return list
end

--- The phrase that ends the message "no version of this bot was kept": the
--- nearest name that has versions, or how to keep one.
function versions.advice(spec)
  local names = {}
  for _, file in ipairs(aurum.sys.files(folder() or "") or {}) do
    names[#names + 1] = file:match "^(.+)%.jsonl$"
  end
  return hint.near(plain(spec), names,
    caller.text "; {keep} of match, arena, tune or bot test keeps one")
end

--- The version of a bot that `since` names: "last", the last with another
--- digest than the bot's, or its number. nil and a message if there is none.
function versions.since(bot, since, warn)
  local list, problem = versions.read(bot.spec, warn)
  if not list then return nil, problem end
  local name, own = plain(bot.spec), bot_files.digest(bot)
  if #list == 0 then
    return nil, caller.text("{since}: no version of %s was kept%s", name,
      versions.advice(bot.spec))
  end
  local found = list[math.tointeger(tonumber(since))]
  for k = #list, 1, -1 do
    if since ~= "last" or found then break end
    found = list[k].bot and list[k].digest ~= own and list[k]
  end
  if found and found.bot then return found.bot end
  if found then
    return nil, caller.text("{since}: version %s of %s is damaged", since, name)
  elseif since == "last" then
    return nil, caller.text("{since} last: every version of %s that was kept "
      .. "has the same files as %s", name, bot.spec)
  end
  return nil, caller.text("{since}: %s has versions 1 to %d, got '%s'", name,
    #list, since)
end

--- An option's text "last" or a version's number; or nil and what was expected.
function versions.parse(text)
  if text == "last" or text:find "^[1-9]%d*$" then return text end
  return nil, ("expected last or a version's number, got '%s'"):format(text)
end

--- Notes the histories of bots that `keep` will add to, so that no output of
--- the same command replaces one.
function versions.reserve(bots)
  local place = folder()
  for _, bot in ipairs(place and bots or {}) do
    aurum.sys.reads(place .. plain(bot.spec) .. ".jsonl")
  end
end

--- A version's line.
local function version_line(bot, digest)
  local files = {}
  for i, file in ipairs(bot_files.list(bot)) do
    files[i] = { name = file.name }
    if utf8.len(file.text) then
      files[i].text = file.text
    else
      files[i].hex = file.text:gsub(".", function(c)
        return ("%02x"):format(c:byte())
      end)
    end
  end
  return json.encode { kind = "version", digest = digest,
    date = os.date "!%Y-%m-%d", files = files }
end

--- Keep a bot's files, unless they were kept before, and results of this
--- version, without the keys `digest` and `date`; their `kind` is "result"
--- unless they have one. Returns true; or nil and a message.
function versions.keep(bot, results)
  local list, problem = versions.read(bot.spec, function() end)
  if not list then return nil, problem end
  local digest, lines, known = bot_files.digest(bot), {}, false
  for _, version in ipairs(list) do
    known = known or version.digest == digest
  end
  if not known then lines[1] = version_line(bot, digest) end
  for _, result in ipairs(results) do
    result.kind, result.digest = result.kind or "result", digest
    result.date = os.date "!%Y-%m-%d"
    lines[#lines + 1] = json.encode(result)
  end
  local place = assert(folder())
  local good, trouble = aurum.sys.make_folder(place)
  if not good then return nil, ("%s: %s"):format(place, trouble) end
  local path = place .. plain(bot.spec) .. ".jsonl"
  local file <close>, refused = io.open(path, "a+b")
  if not file then return nil, refused end
  local torn = file:seek "end" > 0 and file:seek("end", -1)
    and file:read(1) ~= "\n"
  good, trouble = file:write(torn and "\n" or "",
    table.concat(lines, "\n"), #lines > 0 and "\n" or "")
  if good then good, trouble = file:flush() end
  if not good then return nil, ("%s: %s"):format(path, trouble) end
  return true
end

--- Keep the bots of an arena that did not come with aurum, with their results
--- against each bot they met. `by` is the command. Returns true; or nil and a
--- message.
function versions.keep_arena(bots, standings, by)
  for i, bot in ipairs(bots) do
    local name, results = standings.bots[i].name, {}
    for _, pair in ipairs(standings.pairs) do
      local turned = pair.second == name
      if (turned or pair.first == name) and pair.difference.blocks > 0 then
        local d, sign = pair.difference, turned and -1 or 1
        results[#results + 1] = { by = by, bot = standings.bots[i].options,
          against = turned and pair.first or pair.second,
          variant = standings.variant, players = standings.players,
          seed = standings.seed, deals = d.blocks, mean = sign * d.mean,
          low = turned and -d.high or d.low,
          high = turned and -d.low or d.high }
      end
    end
    local is_kept = bot.bundled or bot.spec:find "@%d+$"
    local good, problem = true, nil
    if not is_kept then good, problem = versions.keep(bot, results) end
    if not good then return nil, problem end
  end
  return true
end

return versions
