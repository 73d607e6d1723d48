-- Plans: a command cut into shards that any scheduler may run, each in its own
-- process, on any machine.
--
-- A plan is a folder:
--   plan.json  the command, its files with their digests, and the shards
--   files/     copies of the bots and variants that did not come with aurum
--   run        the script that hands the shards to a scheduler
--   shards/    the results so far (lua/lab/plan_shard.lua)
--   logs/      what tasks print
-- A command splits into items, such as the deals of an arena; a shard is a run
-- of consecutive items. The modules of plan_kinds.lua know the commands.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local digest = require "aurum.text.digest"
local find = require "aurum.load.find"
local json = require "aurum.text.json"
local plan = {}
plan.__index = plan

local format = "aurum-plan/1"
local most_shards = 1000000

-- ---- The program --------------------------------------------------------

--- The bytes of a file; nil and a message.
local function bytes_of(path)
  local file <close>, problem = io.open(path, "rb")
  if not file then return nil, problem end
  local text, failure = file:read "a"
  if not text then return nil, ("%s: %s"):format(path, failure) end
  return text
end

--- The file of the program's code; nil where the system does not name it. A
--- loader starts the program of the tarball of `make dist`. /proc/self/exe is
--- then the loader, which is the same for every build.
local function program_file()
  local file <close> = io.open "/proc/self/maps"
  local maps = file and file:read "a" or ""
  return maps:match "r%-xp [^\n/]*(/[^\n]*/aurum)\n"
end

--- The digest of what decides the results of a game: the program itself and
--- lua/. Bots and variants have digests of their own.
function plan.program()
  local parts = { digest(bytes_of(program_file() or "/proc/self/exe")
    or bytes_of(aurum.program) or aurum.sys.build()) }
  local top = aurum.home .. "/lua/"
  local function add(folder)
    for _, name in ipairs(aurum.sys.files(top .. folder) or {}) do
      local text = name:find "%.lua$" and bytes_of(top .. folder .. name)
      if text then
        parts[#parts + 1] = ("%s%s %s"):format(folder, name, digest(text))
      elseif folder == "" and not name:find("%.", 1) then
        add(name .. "/")
      end
    end
  end
  add ""
  return digest(table.concat(parts, "\n"))
end

-- ---- Files that a plan copies -------------------------------------------

--- Writes a text as it is: a bot's file need not end in a newline. True, or nil
--- and a message.
local function write(path, text)
  local file <close>, problem = io.open(path, "wb")
  if not file then return nil, problem end
  local good, failure = file:write(text)
  if good then good, failure = file:flush() end
  if good then return true end
  return nil, ("%s: %s"):format(path, failure)
end

--- Takes files for the plan's folder `to`: a list of { name =, text = }. A name
--- may have folders. They are written with the plan.
local function copy(self, to, files)
  for _, file in ipairs(files) do
    table.insert(self.copies, { path = ("%s/%s"):format(to, file.name),
      text = file.text })
  end
end

--- Adds a bot to the plan, given as NAME|PATH[:key=value]..., and copies its
--- files. True, or nil and a message.
function plan:add_bot(spec)
  local bot, problem = aurum.bot(spec)
  if not bot then return nil, problem end
  local given = spec:match "^[^:]*"
  for _, other in ipairs(self.bots) do
    if other.given == given then return true end
    if other.name == bot.name then
      return nil, ("two bots are called %s: %s and %s; rename one, so that "
        .. "their results can be told apart"):format(bot.name, other.given,
        given)
    end
  end
  local entry = { name = bot.name, given = given,
    digest = bot_files.digest(bot) }
  self.bots[#self.bots + 1] = entry
  if bot.bundled then return true end
  local to = ("files/bot%d"):format(#self.bots)
  local list = bot_files.list(bot)
  list[1].name = bot.name .. ".lua"
  entry.copy = ("%s/%s"):format(to, list[1].name)
  copy(self, to, list)
  return true
end

--- Copies a part of a variant's name that did not come with aurum: its file
--- and those it inherits from. Returns the part's name in the plan; or nil and
--- a message.
local function copy_part(self, part, to)
  local info = aurum.read_variant(part)
  if info.problems[1] then return nil, tostring(info.problems[1]) end
  local own = info.files[#info.files].path
  if find.is_bundled("variants", own) then return part end
  local folder, list = own:match "^(.*/)" or "", {}
  for _, file in ipairs(info.files) do
    if not find.is_bundled("variants", file.path) then
      if file.path:sub(1, #folder) ~= folder then
        return nil, ("variant %s: its base %s lies in another folder; name "
          .. "both by their paths"):format(part, file.path)
      end
      list[#list + 1] = { name = file.path:sub(#folder + 1), text = file.text }
    end
  end
  copy(self, to, list)
  return ("%s/%s"):format(to, own:sub(#folder + 1))
end

--- The digest of the files of a variant; or nil and a message.
local function variant_digest(name)
  local info = aurum.read_variant(name)
  if info.problems[1] then return nil, tostring(info.problems[1]) end
  local parts = {}
  for i, file in ipairs(info.files) do parts[i] = digest(file.text) end
  return digest(table.concat(parts, " "))
end

--- Adds a variant to the plan, and copies its files. True, or nil and a
--- message.
function plan:add_variant(given)
  local own, wrong = variant_digest(given)
  if not own then return nil, wrong end
  local parts = {}
  for part in given:gmatch "[^+]+" do
    local to = ("files/variant%d-%d"):format(#self.variants + 1, #parts + 1)
    local name, problem = copy_part(self, part, to)
    if not name then return nil, problem end
    parts[#parts + 1] = name
  end
  local name = table.concat(parts, "+")
  table.insert(self.variants, { given = given, digest = own,
    copy = name ~= given and name or nil })
  return true
end

--- The folder in which this program was started. The variable PWD may name
--- another: a program that starts this one elsewhere need not set it.
function plan.current_folder()
  local pipe <close> = io.popen "pwd"
  local folder = pipe and pipe:read "a":gsub("\n$", "") or ""
  return folder ~= "" and folder or nil
end

local piece = 1 << 20 -- bytes of a file that are read at once

--- The digest of a file's pieces' digests, and its size; or nil and a message.
local function digest_of(path)
  local file <close>, problem = io.open(path, "rb")
  if not file then return nil, problem end
  local parts, size = {}, 0
  for text in file:lines(piece) do
    parts[#parts + 1], size = digest(text), size + #text
  end
  return digest(table.concat(parts)), size
end

--- Adds a file that the command reads: it stays where it is. True; or nil, a
--- message, and perhaps an exit status.
function plan:add_input(path)
  if path == "-" then
    return nil, "a plan cannot read standard input: its tasks read files", 2
  end
  local own, size = digest_of(path)
  if not own then return nil, size end
  self.cwd = self.cwd or plan.current_folder()
  table.insert(self.inputs, { path = path, size = size, digest = own })
  return true
end

--- The text by which a task finds a bot or a variant: that of the plan's copy,
--- or the one that was given.
local function place(self, list, given)
  for _, entry in ipairs(list) do
    if entry.given == given and entry.copy then
      return (entry.copy:gsub("%f[^+\0]files/", self.folder .. "/%0"))
    end
  end
  return given
end

--- The specification of a bot in the plan's folder.
function plan:bot(spec)
  local given, rest = spec:match "^([^:]*)(.*)$"
  return place(self, self.bots, given) .. rest
end

--- The name of a variant in the plan's folder.
function plan:variant(given)
  return place(self, self.variants, given)
end

-- ---- Making -------------------------------------------------------------

--- The path of a plan's folder, without / at its end; or nil and a message.
--- The path becomes a part of names of bots and variants.
local function checked_folder(given)
  local folder = given:gsub("(.)/+$", "%1")
  if folder == "" then return nil, "expected a plan's folder, got ''" end
  local sign = folder:match "[:+%c]"
  if not sign then return folder end
  return nil, ("%s: a plan's folder may have no %s in its path, since names of "
    .. "bots and variants have a meaning for it"):format(aurum.plain(folder),
    sign:find "%c" and "control character" or ("'%s'"):format(sign))
end

--- A new plan in a folder, which must be empty or missing; `words` are those of
--- the command. Or nil, a message and perhaps an exit status.
function plan.new(given, words, shards, on)
  local folder, bad = checked_folder(given)
  if not folder then return nil, bad end
  local there = aurum.sys.files(folder)
  if there and there[1] then
    return nil, folder .. ": the folder is not empty; a plan needs one of its "
      .. "own"
  elseif shards > most_shards then
    return nil, ("--shards: expected at most %d, got %d"):format(most_shards,
      shards), 2
  end
  return setmetatable({ folder = folder, words = words, shards = shards,
    on = on, engine = aurum.version, program = plan.program(), bots = {},
    variants = {}, inputs = {}, copies = {} }, plan)
end

--- Writes a file with the folders that it lies in, or a folder, whose path ends
--- in /. True, or nil and a message.
local function write_entry(path, text)
  local folder = path:match "^(.*)/"
  local good, problem = aurum.sys.make_folder(folder)
  if not good then return nil, ("%s: %s"):format(folder, problem) end
  if text then return write(path, text) end
  return true
end

--- Removes the files of a plan that could not be written, and empty folders.
local function remove(self, files)
  for _, file in ipairs(files) do
    local path = self:path(file.path)
    while #path > #self.folder do
      os.remove(path)
      path = path:match "^(.*)/"
    end
  end
  os.remove(self.folder)
end

--- Writes the plan: its files, the script, and last plan.json, which makes the
--- folder that of a plan. True; or nil and a message, and nothing is left.
function plan:write(script)
  local data = { format = format }
  for key, value in pairs(self) do
    if key ~= "folder" and key ~= "copies" then data[key] = value end
  end
  local files = { { path = "shards/" }, { path = "logs/" },
    table.unpack(self.copies) }
  files[#files + 1] = { path = "run", text = script }
  files[#files + 1] = { path = "plan.json", text = json.encode(data) .. "\n" }
  for _, file in ipairs(files) do
    local good, problem = write_entry(self:path(file.path), file.text)
    if not good then
      remove(self, files)
      return nil, problem
    end
  end
  return true
end

-- ---- Reading ------------------------------------------------------------

local function is_text(value) return type(value) == "string" end

--- A check that a value is a whole number in a range.
local function whole(least, most)
  return function(value)
    return math.type(value) == "integer" and value >= least and value <= most
  end
end

--- A check that a value is a list, whose items pass a check.
local function list_of(check)
  return function(value)
    if type(value) ~= "table" then return false end
    local n = 0
    for _ in pairs(value) do n = n + 1 end
    for _, item in ipairs(value) do
      if not check(item) then return false end
    end
    return n == #value
  end
end

local function optional(check)
  return function(value) return value == nil or check(value) end
end

--- The name of the first field whose value does not pass its check; nil if all
--- do. `fields` is a list of { name, check }.
local function wrong_field(data, fields)
  for _, field in ipairs(fields) do
    local name, check = table.unpack(field)
    if not check(data[name]) then return name end
  end
end

--- A check that a value is a table with these fields.
local function with(fields)
  return function(value)
    return type(value) == "table" and not wrong_field(value, fields)
  end
end

local most_items = 1 << 40
local copied = { { "given", is_text }, { "digest", is_text },
  { "copy", optional(is_text) } }

-- The fields of plan.json.
local plan_fields = {
  { "engine", is_text }, { "program", is_text }, { "on", is_text },
  { "unit", is_text }, { "words", list_of(is_text) },
  { "items", whole(1, most_items) }, { "shards", whole(1, most_shards) },
  { "bots", list_of(with(copied)) }, { "variants", list_of(with(copied)) },
  { "inputs", list_of(with { { "path", is_text }, { "digest", is_text } }) },
  { "cwd", optional(is_text) }, { "heads", optional(whole(0, most_items)) },
}

--- The plan of a folder; or nil and a message.
function plan.read(given)
  local folder, bad = checked_folder(given)
  if not folder then return nil, bad end
  local path = folder .. "/plan.json"
  local text, problem = bytes_of(path)
  if not text then
    return nil, ("%s: %s is not the folder of a plan"):format(problem, folder)
  end
  local self, why = json.decode(text)
  if type(self) ~= "table" then
    return nil, ("%s: %s; make the plan anew"):format(path,
      why or "expected an object")
  elseif self.format ~= format then
    return nil, path .. ": not a plan of this version of aurum"
  end
  local wrong = wrong_field(self, plan_fields)
  if wrong then
    return nil, ("%s: '%s' is missing or wrong; make the plan anew"):format(
      path, wrong)
  elseif self.shards > self.items then
    return nil, ("%s: %d shards, but only %d %ss; make the plan anew"):format(
      path, self.shards, self.items, self.unit)
  end
  self.folder, self.id = folder, digest(text)
  return setmetatable(self, plan)
end

--- The first difference between two digests, in words.
local function differs(what, got, expected)
  return ("%s differs from the plan's: digest %s, expected %s"):format(what,
    got, expected)
end

--- True if this program is the one that made the plan; or nil and a message.
function plan:fits_program()
  if self.engine ~= aurum.version then
    return nil, ("this is aurum %s, but the plan was made by aurum %s; install "
      .. "that version here"):format(aurum.version, self.engine)
  end
  local own = plan.program()
  if own == self.program then return true end
  return nil, differs("this build of aurum " .. aurum.version, own,
    self.program) .. "; install the same build on every machine"
end

--- True if the bots and variants are those of the plan; or nil and a message
--- that names the one that is not.
function plan:fits_files()
  for _, entry in ipairs(self.bots) do
    local bot, problem = aurum.bot(self:bot(entry.given))
    if not bot then return nil, problem end
    local own = bot_files.digest(bot)
    if own ~= entry.digest then
      return nil, differs(("bot %s: %s"):format(entry.name, bot.path), own,
        entry.digest)
    end
  end
  for _, entry in ipairs(self.variants) do
    local name = self:variant(entry.given)
    local own, problem = variant_digest(name)
    if not own then return nil, problem end
    if own ~= entry.digest then
      return nil, differs("variant " .. name, own, entry.digest)
    end
  end
  return true
end

--- True if the files that the command reads are those of the plan; or nil and a
--- message that names the one that is not.
function plan:fits_inputs()
  for _, entry in ipairs(self.inputs) do
    local own, size = digest_of(entry.path)
    if not own then
      return nil, ("%s; the plan was made in %s, where its tasks run"):format(
        size, self.cwd or "another folder")
    end
    if own ~= entry.digest then
      return nil, differs(entry.path, own, entry.digest)
    end
  end
  return true
end

-- ---- Shards -------------------------------------------------------------

--- The first and the last item of shard k.
function plan:range(k)
  local n = self.shards
  return (k - 1) * self.items // n + 1, k * self.items // n
end

--- The path of a file in the plan's folder.
function plan:path(name)
  return self.folder .. "/" .. name
end

return plan
