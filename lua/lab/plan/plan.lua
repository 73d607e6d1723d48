-- Plans: a command cut into shards that any scheduler may run, each in its own
-- process, on any machine.
--
-- A plan is a folder:
--   plan.json  the command, its files with their digests, and the shards
--   files/     copies of the bots and variants that did not come with aurum
--   run        the script that hands the shards to a scheduler
--   shards/    the results so far (lua/lab/plan/shard_files.lua)
--   logs/      what tasks print
-- A command splits into items, such as the deals of an arena; a shard is a run
-- of consecutive items. The modules of plan_kinds.lua know the commands.
local aurum = require "aurum"
local caller = require "aurum.text.caller"
local bot_files = require "aurum.load.bot_files"
local digest = aurum.sys.digest
local find = require "aurum.load.find"
local journal = require "aurum.record.journal"
local json = require "aurum.text.json"
local plural = require "aurum.text.format".plural
local shape = require "aurum.text.shape"
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
--- lua/. Bots and variants have their own digests.
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
  if bot.bundled then
    entry.copy = find.is_path(given) and find.plain(given) or nil
    return true
  end
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
  if find.is_bundled("variants", own) then
    return find.is_path(part) and find.plain(part) or part
  end
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

--- Adds lists of bots and variants. True, or nil and a message.
function plan:add_all(bots, variants)
  for _, spec in ipairs(bots) do
    local good, problem = self:add_bot(spec)
    if not good then return nil, problem end
  end
  for _, name in ipairs(variants) do
    local good, problem = self:add_variant(name)
    if not good then return nil, problem end
  end
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

--- The size of a regular file; nil and a message for anything else, which might
--- have no end.
local function size_of(path)
  local good, problem = aurum.sys.readable(path, "file")
  local file <close> = good and io.open(path, "rb")
  if file then return file:seek "end" end
  return nil, ("%s: %s"):format(path, problem or "cannot be opened")
end

--- The digest of a regular file's pieces' digests, and its size; or nil and a
--- message.
local function digest_of(path)
  local known, unfit = size_of(path)
  if not known then return nil, unfit end
  local file <close>, problem = io.open(path, "rb")
  if not file then return nil, problem end
  local parts, size = {}, 0
  for text in file:lines(piece) do
    parts[#parts + 1], size = digest(text), size + #text
  end
  return digest(table.concat(parts)), size
end

--- Adds a file that the command reads: it stays where it is. True; or nil, a
--- message, and perhaps "usage".
function plan:add_input(path)
  if path == "-" then
    return nil, "a plan cannot read standard input: its tasks read files",
      "usage"
  end
  local own, size = digest_of(path)
  if not own then return nil, size end
  self.cwd = self.cwd or plan.current_folder()
  table.insert(self.inputs, { path = path, size = size, digest = own })
  return true
end

--- The text by which a task finds a bot or a variant: the path of the plan's
--- copy, or the plain name that was given; nil if the plan does not have it.
local function place(self, list, given)
  for _, entry in ipairs(list) do
    if entry.given == given then
      return ((entry.copy or given):gsub("%f[^+\0]files/", function(inside)
        return self.folder .. "/" .. inside
      end))
    end
  end
end

--- The specification of a bot in the plan's folder; nil if the plan does not
--- have it.
function plan:bot(spec)
  local given, rest = spec:match "^([^:]*)(.*)$"
  local placed = place(self, self.bots, given)
  return placed and placed .. rest
end

--- The name of a variant in the plan's folder; nil if the plan does not have
--- it.
function plan:variant(given)
  return place(self, self.variants, given)
end

-- ---- Making -------------------------------------------------------------

--- The path of a plan's folder, without / at its end; or nil and a message.
--- The path becomes a part of names of bots and variants.
local function checked_folder(given)
  local folder = given:gsub("(.)/+$", "%1")
  if folder == "" or folder == "/" then
    return nil, ("expected a plan's folder, got '%s'"):format(folder)
  end
  local sign = folder:match "[:+%c]"
  if not sign then return folder end
  return nil, ("%s: a plan's folder may have no %s in its path, since names of "
    .. "bots and variants have a meaning for it"):format(aurum.plain(folder),
    sign:find "%c" and "control character" or ("'%s'"):format(sign))
end

--- A new plan in a folder, which must be empty or missing; `words` are the
--- command's. Or nil, a message and perhaps "usage".
function plan.new(given, words, shards, on)
  local folder, bad = checked_folder(given)
  if not folder then return nil, bad end
  if not folder:find "^/" then -- its tasks give the whole path
    local here = plan.current_folder()
    if not here then
      return nil, "a plan needs the shell `sh`, which is not here"
    end
    local all
    all, bad = checked_folder(here .. "/" .. folder)
    if not all then return nil, bad end
  end
  local there = aurum.sys.files(folder)
  if there and there[1] then
    return nil, folder .. ": the folder is not empty; a plan needs one of its "
      .. "own"
  elseif shards > most_shards then
    return nil, caller.text("{shards}: expected at most %d, got %d",
      most_shards, shards), "usage"
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
--- folder a plan. True; or nil and a message, and nothing is left.
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

local most_items = 1 << 40
local most_bytes = 64 << 20 -- of plan.json

local text = shape.text
local path_text = text(4096, "^[^\0]+$", "a text without NUL bytes")
local digest_text = text(64, "^%x+$", "hexadecimal digits")

--- A shape: each part of a name is a file in files/, or a plain name, which is
--- looked up in the installation. No other part may open a file.
local function copied(value)
  local problem = path_text(value)
  if problem then return problem end
  for part in (value .. "+"):gmatch "(.-)%+" do
    local inside = part:match "^files(/.+)$"
    if inside and ((inside .. "/"):find "/%.?%.?/" or inside:find "[:%c]")
      or not inside and find.is_path(part) then
      return ("expected a file below files/, or a plain name, got '%s'")
        :format(aurum.plain(part, 60))
    end
  end
end

--- A shape: a bot or a variant. One without a copy has plain names alone.
local function named(fields)
  return shape.also(shape.object(fields), function(entry)
    local wrong = not entry.copy and copied(entry.given:gsub(":.*", ""))
    if wrong then return wrong, ".given" end
  end)
end

--- A shape: a list of these, each with another name and without options.
local function each_once(entry)
  return shape.also(shape.list(entry, 0, 1000), function(list)
    local seen = {}
    for i, item in ipairs(list) do
      local name, at = aurum.plain(item.given, 60), ("[%d].given"):format(i)
      if item.given:find ":" then
        return ("expected no options, got '%s'"):format(name), at
      elseif seen[item.given] then
        return ("expected each once, got '%s' twice"):format(name), at
      end
      seen[item.given] = true
    end
  end)
end

-- The fields of plan.json.
local plan_shape = shape.object {
  format = shape.word { format }, engine = text(60, "^[%w._+~-]+$",
    "a version of letters, digits and . _ + ~ -"),
  program = digest_text, on = shape.word { "slurm", "parallel" },
  unit = shape.word { "deal", "line" },
  words = shape.list(text(65536, "^[^\0]*$",
    "a text without NUL bytes"), 1, 100000),
  items = shape.whole(1, most_items), shards = shape.whole(1, most_shards),
  bots = each_once(named { name = path_text, given = path_text,
    digest = digest_text, copy = shape.optional(copied) }),
  variants = shape.list(named { given = path_text, digest = digest_text,
    copy = shape.optional(copied) }, 0, 10),
  inputs = shape.list(shape.object { path = path_text, digest = digest_text,
    size = shape.whole(0, most_items) }, 0, 100000),
  cwd = shape.optional(path_text),
  heads = shape.optional(shape.whole(0, most_items)),
}

--- The text of plan.json in a folder, which is guarded from then on; or nil and
--- a message.
local function plan_text(folder)
  local path = folder .. "/plan.json"
  local good, problem = aurum.sys.guard(folder)
  local made
  if good then made, problem = aurum.sys.read_file(path, most_bytes) end
  if made then return made, path end
  return nil, ("%s: %s: %s is not the folder of a plan"):format(path, problem,
    folder)
end

--- The plan of a folder; or nil and a message. Its words are not looked at: see
--- lua/lab/plan/plan_words.lua.
function plan.read(given)
  local folder, bad = checked_folder(given)
  if not folder then return nil, bad end
  local made, path = plan_text(folder)
  if not made then return nil, path end
  local self, why = json.decode(made)
  if type(self) ~= "table" then
    why = why or "expected an object"
  elseif self.format ~= format then
    return nil, path .. ": not a plan of this version of aurum"
  else
    why = shape.problem(plan_shape, self)
    if not why and self.shards > self.items then
      why = ("shards: expected at most %d, one for each %s, got %d"):format(
        self.items, self.unit, self.shards)
    end
  end
  if why then
    return nil, ("%s: %s; make the plan anew"):format(path, why)
  end
  for _, name in ipairs { "plan.json", "run" } do -- no output replaces them
    aurum.sys.reads(folder .. "/" .. name)
  end
  self.folder, self.id = folder, digest(made)
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

--- True if this program may read the plan's results: it, or one of an earlier
--- version, made the plan. Or nil and a message.
function plan:fits_reader()
  if self.engine ~= aurum.version and journal.reads(aurum.version, self.engine)
  then
    return true
  end
  return self:fits_program()
end

--- True if the bots and variants are unchanged since the plan was made; or nil
--- and a message that names the one that is not.
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

--- True if the files that the command reads are unchanged; or nil and a message
--- that names the one that is not. `quick` compares their sizes alone.
function plan:fits_inputs(quick)
  for _, entry in ipairs(self.inputs) do
    local size, missing = size_of(entry.path)
    if not size then
      return nil, ("%s; the plan was made in %s, where its tasks run"):format(
        missing, self.cwd or "another folder")
    elseif size ~= entry.size then
      return nil, ("%s differs from the plan's: %d bytes, expected %d")
        :format(entry.path, size, entry.size)
    end
    local own, problem = entry.digest, nil
    if not quick then own, problem = digest_of(entry.path) end
    if not own then return nil, problem end
    if own ~= entry.digest then
      return nil, differs(entry.path, own, entry.digest)
    end
  end
  return true
end

--- True if this machine can play the plan: its program, files and inputs fit.
--- Or nil and a message. `quick` compares the sizes of inputs alone.
function plan:fits(quick)
  for _, check in ipairs { "fits_program", "fits_files", "fits_inputs" } do
    local good, problem = self[check](self, quick)
    if not good then return nil, problem end
  end
  return true
end

--- The problem of the items of a plan whose words ask for so many deals; nil if
--- there is none.
function plan:deals_problem(deals)
  if self.unit == "deal" and self.items == deals then return nil end
  return ("items: expected %s, as its words say, got %s"):format(
    plural(deals, "deal"), plural(self.items, self.unit))
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
