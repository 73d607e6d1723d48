-- Loader of variants: reads files of rules, and inherits and composes them into
-- one set of rules.
--
-- A variant's file returns a table: `name`, `title`, `base`, any knob of the
-- rules (aurum.knobs()), any hook (aurum.hooks), the `vars` of its hooks, and
-- `players`, a table from a number of players to the knobs and hooks that
-- differ for it. A variant with a `base` inherits from that file. A variant
-- without `players`, its bases included, is a house rule: it can be composed by
-- '+' with any edition, and a later one overrides an earlier one.
local aurum = require "aurum"
local unknown_keys = require "aurum.load.unknown_keys"
local hint = require "aurum.text.hint"
local find = require "aurum.load.find"
local legacy_files = require "aurum.load.legacy_files"
local file_head = require "aurum.load.file_head"
local house_sentences = require "aurum.load.house_sentences"
local questions = require "aurum.load.questions"
local shell = require "aurum.text.shell"
local source = require "aurum.load.source"
local variants = {}

-- A function that reads a file from elsewhere in a worker process, as
-- aurum.variant_file does; nil if its code may run in this process.
local confined_reader

local aliases = { standard = "en-2023" }
local head = { "name", "title", "api", "base", "players", "vars", "questions",
  "rules" }
local knob_of = {} -- the name of a knob, or its former one -> its name
local is_hook, words = {}, {}
for _, knob in ipairs(aurum.knobs()) do
  if knob.name ~= "players" then
    knob_of[knob.name] = knob.name
    if knob.former then knob_of[knob.former] = knob.name end
    words[#words + 1] = knob.name
  end
end
for _, hook in ipairs(aurum.hooks) do
  is_hook[hook] = true
  words[#words + 1] = hook
end
local all_words = table.move(words, 1, #words, #head + 1,
  { table.unpack(head) })
local is_head = {}
for _, key in ipairs(head) do is_head[key] = true end

-- ---- One file -----------------------------------------------------------

--- The line of a key that is not in a table's constructor: `t.over = ...`.
local function search_line(text, key)
  local key_pattern = "%f[%w_]" .. key:gsub("%W", "%%%0") .. "%f[^%w_]"
  local n = 0
  for line in (text .. "\n"):gmatch "(.-)\n" do
    n = n + 1
    if line:gsub("%-%-.*", ""):find(key_pattern
      .. "[\"']?%s*%]?%s*=%f[^=]") then
      return n
    end
  end
  return 1
end

--- The line of a file that sets a key, "over" or "players.3.over".
local function line_of(file, path)
  return file.lines[path] or search_line(file.text, path:match "[^.]*$")
end

local problem_type = {
  __tostring = function(problem)
    if not problem.path then return problem.message end
    return ("%s:%s %s"):format(problem.path,
      problem.line and problem.line .. ":" or "", problem.message)
  end,
}

--- A problem, with `path` and `line` if they are known.
local function problem_at(path, line, message)
  return setmetatable({ path = path, line = line, message = message },
    problem_type)
end

--- Notes a problem of a file; `path` is the key at fault.
local function complain(file, path, message)
  file.problems[#file.problems + 1] = problem_at(file.path,
    line_of(file, path), message)
end

local function is_function(value)
  return type(value) == "table" and value.hook ~= nil
end

--- Sets a knob if its value fits. `key` is its name, or its former name, which
--- is noted.
local function take_knob(file, from, at, key, to)
  local name, value = knob_of[key], from[key]
  if name ~= key then
    if from[name] ~= nil then
      return complain(file, at .. key, ("%s: the former name of '%s', which "
        .. "is set as well"):format(key, name))
    end
    local line = line_of(file, at .. key)
    file.lines[at .. name] = line
    file.notes[#file.notes + 1] = ("%s:%d: '%s' is now called '%s'"):format(
      file.path, line, key, name)
  end
  local fits, expected = aurum.knob_fits(name, value)
  if fits then
    to.knobs[name] = value
  else
    complain(file, at .. key, ("%s: expected %s%s"):format(key, expected,
      is_function(value) and ", not a function" or ""))
  end
end

--- Sorts the entries of a table into knobs and hooks. Others are a problem, but
--- for the keys of a file's head. `at` is the place of the table: "" or
--- "players.3.".
local function take(file, from, at, to)
  local top = at == ""
  for key, value in pairs(from) do
    if is_hook[key] and is_function(value) then
      to.hooks[key] = value.hook
    elseif knob_of[key] then -- gold_points is one, and a hook's name as well
      take_knob(file, from, at, key, to)
    elseif is_hook[key] then
      complain(file, at .. key, ("%s: a hook is a function, not a %s")
        :format(key, type(value)))
    elseif not (top and is_head[key]) then
      local shown = math.type(key) == "float" and ("%.14g"):format(key)
        or tostring(key)
      local instead = type(key) == "string" and unknown_keys.advice(key)
      complain(file, at .. shown, ("unknown key '%s'%s"):format(shown,
        instead and ": " .. instead or type(key) == "string"
          and hint.near(key, top and all_words or words) or ""))
    end
  end
end

local function check_players(file)
  local players = file.data.players
  if players == nil then return end
  local expected = "players: expected a table such as { [4] = {} }"
  if type(players) ~= "table" or is_function(players) then
    return complain(file, "players", expected)
  end
  for count, own in pairs(players) do
    if math.type(count) ~= "integer" or count < 2 or count > 6
      or type(own) ~= "table" or is_function(own) then
      complain(file, "players." .. tostring(count),
        expected .. ", with numbers from 2 to 6")
    else
      file.players[count] = { knobs = {}, hooks = {} }
      take(file, own, ("players.%d."):format(count), file.players[count])
    end
  end
end

--- The reason why a file did not run, "PATH:LINE: MESSAGE". Lua itself shows
--- only the end of a long path.
local function problem_of(path, message)
  local shown, rest = message:match "^(.-):%f[ %d](.*)$"
  local tail = shown and shown:gsub("^%.%.%.", "")
  if not tail or tail == "" or path:sub(-#tail) ~= tail then
    return problem_at(path, nil, message)
  end
  local line, text = rest:match "^(%d+): (.*)$"
  return problem_at(path, tonumber(line), text or rest:gsub("^ ", ""))
end

--- Reads and checks a single file: its knobs, hooks, vars and problems.
local function read_file(path, text)
  local file = { path = path, text = text, problems = {}, notes = {},
    covered = legacy_files.covered(path, text, knob_of), lines = {},
    knobs = {}, hooks = {}, vars = {}, players = {}, questions = {}, data = {} }
  local read = not find.is_bundled("variants", path) and confined_reader
    or aurum.variant_file
  local data, message, by_host = read(path, text)
  if not data then
    file.problems[1] = problem_of(path, message)
    file.problems[1].by_host = by_host or nil
    return file
  end
  file.data, file.lines = data, source.lines(text)
  take(file, data, "", file)
  file_head.read(file, complain)
  check_players(file)
  file.questions = questions.read(data, function(key, message_of)
    complain(file, key, message_of)
  end)
  table.sort(file.problems, function(a, b)
    if a.line ~= b.line then return a.line < b.line end
    return a.message < b.message
  end)
  table.sort(file.vars, function(a, b) return a.name < b.name end)
  return file
end

-- ---- Inheritance and composition ----------------------------------------

--- The file of a variant's `base`, or nil and a message. A path is relative to
--- the folder of the variant.
local function base_file(path, base)
  if not find.is_path(base) then
    return find.file("variants", "variant", aliases[base] or base)
  end
  local folder = path:match "^(.*/)" or "./"
  local full = base:sub(1, 1) == "/" and base or folder .. base:gsub("^%./", "")
  if full:sub(1, #folder) ~= folder
    or ("/" .. base .. "/"):find("/../", 1, true) then
    return nil, ("'%s' leaves the folder of the file: expected a file beside "
      .. "it, such as './rules.lua'"):format(base)
  end
  if full:find("\0", 1, true) then
    return nil, "the name of the file has a NUL byte"
  end
  local good, problem = aurum.sys.readable(full, "file")
  if not good then return nil, ("variant %s: %s"):format(full, problem) end
  if aurum.sys.is_within(full, folder) then return full end
  return nil, ("'%s' leads out of the folder of the file by a link"):format(
    base)
end

local deepest = 16 -- files in a line of inheritance

--- Adds the files of one part of a name to `info`, its bases first. `heir` is
--- the file that has it as its base.
local function read_line(info, part, seen, heir)
  local function refuse(message)
    if heir then return complain(heir, "base", "base: " .. message) end
    info.problems[#info.problems + 1] = problem_at(nil, nil, message)
  end
  if #seen >= deepest then
    return refuse(("'%s': more than %d files inherit from each other"):format(
      part, deepest))
  end
  if part:find("+", 1, true) then -- only a base: '+' parts a variant's name
    return refuse(("'%s': expected one variant, with no '+'"):format(part))
  end
  local path, message
  if heir then
    path, message = base_file(heir.path, part)
  else
    local look = info.from_file and find.named or find.file
    path, message = look("variants", "variant", aliases[part] or part)
  end
  if not path then return refuse(message) end
  local real = path:gsub("^%./", "")
  if seen[real] then
    return refuse(("'%s' inherits from itself"):format(part))
  end
  local text, problem = find.read(path)
  if not text then return refuse("variant " .. problem) end
  if info.former and find.is_bundled("variants", path) then
    text = legacy_files.text(path) or text
  end
  seen[real], seen[#seen + 1] = true, real
  local file = read_file(path, text)
  if file.data.base then
    read_line(info, file.data.base, seen, file)
  end
  info.files[#info.files + 1] = file
  return file
end

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  if #a ~= #b then return false end
  for i, value in ipairs(a) do
    if value ~= b[i] then return false end
  end
  return true
end

--- Notes each knob that two house rules set differently: the later one holds.
local function note_contradictions(info)
  local set = {} -- knob -> the house rule's file that set it
  for _, file in ipairs(info.files) do
    for knob, value in pairs(file.house and file.knobs or {}) do
      local other = set[knob]
      if other and other.part ~= file.part
        and not same(other.knobs[knob], value) then
        info.notes[#info.notes + 1] = ("%s:%d: '%s' contradicts '%s', which "
          .. "set it at %s:%d; the later one holds"):format(file.path,
          line_of(file, knob), knob, other.part, other.path,
          line_of(other, knob))
      end
      set[knob] = file
    end
  end
end

--- The vars of all files. A file inherits the vars of its base and may change
--- their scope and what they hold. A var of two parts is a problem.
local function take_vars(info)
  local taken = {} -- name -> the var, and the part that has it
  local last -- the last file that has any
  for _, file in ipairs(info.files) do
    if #file.vars > 0 then last = file end
    for _, var in ipairs(file.vars) do
      local other = taken[var.name]
      if not other then
        info.vars[#info.vars + 1] = var
        taken[var.name] = { var = var, part = file.part }
      elseif other.part == file.part then
        other.var.scope = var.scope
        other.var.holds = var.holds or other.var.holds
      else
        complain(file, "vars." .. var.name, ("vars: '%s' also has a var '%s': "
          .. "rename one of them"):format(other.part, var.name))
      end
    end
  end
  if #info.vars > 16 then
    complain(last, "vars", ("%d vars; a state holds 16"):format(#info.vars))
  end
end

--- The numbers of players that the files allow, sorted.
local function counts(files)
  local list, seen = {}, {}
  for _, file in ipairs(files) do
    for count in pairs(file.players) do
      if not seen[count] then
        seen[count] = true
        list[#list + 1] = count
      end
    end
  end
  table.sort(list)
  return list
end

local variant_type = {}
variant_type.__index = variant_type

--- Reads one part of a name into `info`; `first` is true for the edition.
--- `taken` has the parts by the text of their files, since a file may have many
--- names.
local function read_part(info, part, first, taken)
  local from = #info.files + 1
  local own = read_line(info, part, {})
  local other = own and taken[own.text]
  if other then
    for i = #info.files, from, -1 do info.files[i] = nil end
    return info:refuse(other == part and "'%s' is named twice"
      or "'%s' is named twice: its file is that of '%s'", part, other)
  end
  local players = false
  for i = from, #info.files do
    local file = info.files[i]
    file.part, file.house = part, not first
    players = players or file.data.players ~= nil
  end
  if not own then return end
  taken[own.text] = part
  info.titles[#info.titles + 1] = own.data.title or own.data.name or part
  if players and not first then
    info:refuse("'%s' %s players, so it is not a house rule and cannot follow "
      .. "'+'", part, own.data.players and "has" or "inherits")
  end
end

function variant_type:refuse(format, ...)
  self.problems[#self.problems + 1] = problem_at(nil, nil,
    ("variant '%s': "):format(self.given) .. format:format(...))
end

--- The name of a variant in records: the plain names of its files.
local function recorded_name(name)
  return (name:gsub("[^+]+", function(part)
    return aliases[part] or find.plain(part)
  end))
end

local longest, most_parts = 1000, 16 -- of a name: each part reads files

--- The description of a variant by its name or path, before rules are made.
--- `from_file` is true if the name was read from a file, and must not be a
--- path. `of_former` reads bundled files as they were in the first version.
---   name, title   the name in records, and the one for people
---   files         in the order they apply: path, text, knobs, hooks, players
---   counts        the numbers of players it is for; none for a house rule
---   problems      a list of { path=, line=, message= }, each of which tostring
---                 turns into a line
---   notes         house rules that contradict each other, and knobs with their
---                 former names
function variants.read(name, from_file, of_former)
  local info = setmetatable({ given = name, name = recorded_name(name),
    from_file = from_file, former = of_former, titles = {}, files = {},
    vars = {}, problems = {}, notes = {} }, variant_type)
  if #name > longest or select(2, name:gsub("[^+]+", "")) > most_parts then
    info.name = "too-long"
    info.problems[1] = problem_at(nil, nil, ("a variant's name of %d bytes: "
      .. "expected at most %d, and at most %d parts"):format(#name, longest,
      most_parts))
    return info
  end
  if name == "" then
    info.problems[1] = problem_at(nil, nil, "a variant's name is empty")
  elseif ("+" .. name .. "+"):find("++", 1, true) then
    info:refuse "expected a name on both sides of '+'"
  end
  local taken, first = {}, true
  for part in name:gmatch "[^+]+" do
    read_part(info, part, first, taken)
    first = false
  end
  info.title = table.concat(info.titles, " + ")
  info.counts = counts(info.files)
  note_contradictions(info)
  take_vars(info)
  info.questions = questions.join(info.files, complain)
  for _, file in ipairs(info.files) do
    table.move(file.problems, 1, #file.problems, #info.problems + 1,
      info.problems)
    table.move(file.notes, 1, #file.notes, #info.notes + 1, info.notes)
  end
  table.sort(info.notes)
  return info
end

-- ---- Rules --------------------------------------------------------------

--- Calls `visit(file, layer, "" or "players.3.")` with each layer for a number
--- of players. Bases come before their heirs, and in a file the layer for any
--- number of players comes before the one for that number.
local function each_layer(info, players, visit)
  for _, file in ipairs(info.files) do
    visit(file, file, "")
    if file.players[players] then
      visit(file, file.players[players], ("players.%d."):format(players))
    end
  end
end

--- The entries of the files for a number of players, in the order in which
--- they apply: a list of { key =, value =, hook =, number =, order =, file =,
--- path =, line = }. `hook` is true for a function; `number` counts the
--- functions of a hook, and `order` the layers.
function variant_type:entries(players)
  local list, order, count = {}, 0, {}
  each_layer(self, players, function(file, layer, at)
    order = order + 1
    local function add(key, line, value)
      list[#list + 1] = { key = key, value = value, hook = value == nil,
        order = order, file = file, path = file.path, line = line }
    end
    for key, value in pairs(layer.knobs) do
      add(key, line_of(file, at .. key), value)
    end
    for key, line in pairs(layer.hooks) do add(key, line) end
  end)
  table.sort(list, function(a, b)
    if a.order ~= b.order then return a.order < b.order end
    if a.hook ~= b.hook then return not a.hook end
    return a.key < b.key
  end)
  for _, entry in ipairs(list) do
    if entry.hook then
      count[entry.key] = (count[entry.key] or 0) + 1
      entry.number = count[entry.key]
    end
  end
  return list
end

--- The questions and the places that ask them, in order: a list of { name =,
--- when =, path =, line = }.
function variant_type:asked()
  local list = {}
  for _, file in ipairs(self.files) do
    for i, question in ipairs(file.questions) do
      list[#list + 1] = { name = question.name, when = question.when,
        path = file.path, line = line_of(file, ("questions.%d.name"):format(i))
      }
    end
  end
  return list
end

--- The entries that the base of this variant does not have, and the base's
--- name: the edition of a composition, or the `base` of a file. `asks` is the
--- number of questions that the base has. nil if there is no base.
function variant_type:beyond_base(players)
  local last, list = self.files[#self.files], {}
  local name = last.house and self.files[1].part or last.data.base
  if not name then return nil end
  local function is_beyond(file)
    return last.house and file.house or not last.house and file == last
  end
  for _, entry in ipairs(self:entries(players)) do
    if is_beyond(entry.file) then list[#list + 1] = entry end
  end
  list.asks = 0
  for _, file in ipairs(self.files) do
    if not is_beyond(file) then list.asks = list.asks + #file.questions end
  end
  return list, recorded_name(name)
end

--- The knobs for a number of players, the place where each was set last
--- ("path:line"), and the hooks, each with the places of its functions in
--- order. `without` is a list of entries that do not apply. Their hooks are
--- `muted`.
function variant_type:resolve(players, without)
  local knobs, from, hooks, left, muted = {}, {}, {}, {}, {}
  for _, entry in ipairs(without or {}) do
    left[entry.order .. entry.key] = true
    if entry.hook then
      muted[#muted + 1] = { hook = entry.key, number = entry.number }
    end
  end
  for _, entry in ipairs(self:entries(players)) do
    local key = entry.key
    if entry.hook then
      hooks[key] = hooks[key] or {}
      hooks[key][entry.number] = { path = entry.path, line = entry.line,
        file = entry.file }
    elseif not left[entry.order .. key] then
      knobs[key] = entry.value
      from[key] = { path = entry.path, line = entry.line,
        order = entry.order }
    end
  end
  return { knobs = knobs, from = from, hooks = hooks, muted = muted }
end

--- The files with hooks for a number of players, and their texts, which the
--- digest of the rules covers.
local function hook_files(info, players)
  local list, texts = {}, {}
  for _, file in ipairs(info.files) do
    local own = file.players[players] or { hooks = {} }
    if next(file.hooks) or next(own.hooks) or next(file.questions) then
      list[#list + 1] = file
      texts[#texts + 1] = file.covered
    end
  end
  return list, table.concat(texts)
end

-- Knobs that must agree with others. Only their author knows which one is
-- wrong.
local together = {
  suits = { "ranks", "gold" }, hand = { "suits", "ranks" },
  gold_points = { "gold" }, zero_gold = { "gold" }, rounds = { "nuggets" },
  sole_nuggets = { "rounds" },
}

--- The place to name when a knob is refused: where it, or one that must agree
--- with it, was set last.
local function blame(info, players, resolved, knob)
  local last = resolved.from[knob]
  for _, other in ipairs(together[knob] or {}) do
    local from = resolved.from[other]
    if from and (not last or from.order > last.order) then last = from end
  end
  if last then return last end
  local file = info.files[#info.files]
  return { path = file.path, line = file.lines["players." .. players] }
end

--- The number of functions of each hook, if some are in files whose code may
--- not run in this process; nil if all may.
local function sleeping(resolved, files)
  local strange = false
  for _, file in ipairs(confined_reader and files or {}) do
    strange = strange or not find.is_bundled("variants", file.path)
  end
  if not strange then return nil end
  local number = {}
  for hook, list in pairs(resolved.hooks) do number[hook] = #list end
  return number
end

--- The rules for a number of players; or nil and a problem. `without` as in
--- `resolve`; if it has `asks`, only that many questions are asked.
function variant_type:rules(players, without)
  local asks = { table.unpack(self.questions, 1, without and without.asks) }
  local resolved = self:resolve(players, without)
  local hooks, text = hook_files(self, players)
  local good, rules, message, knob = pcall(aurum.rules, {
    name = self.name, title = self.title, players = players,
    knobs = resolved.knobs, hooks = hooks, vars = self.vars, text = text,
    asleep = sleeping(resolved, hooks), muted = resolved.muted,
    questions = #asks > 0 and asks or nil,
    who = house_sentences.who(self, players, resolved.hooks),
  })
  if not good then return nil, problem_at(nil, nil, rules) end
  if rules then return rules end
  local from = blame(self, players, resolved, knob)
  return nil, problem_at(from.path, from.line,
    ("with %d players: %s: %s"):format(players, knob, message))
end

local cache, cached = {}, 0 -- name .. players -> { rules, info }
local most = 64 -- entries: files may name any number of compositions

--- True if the files of a cached variant have not changed.
local function fresh(entry)
  for _, file in ipairs(entry.info.files) do
    if find.read(file.path) ~= file.text then return false end
  end
  return true
end

--- The default number of players: the largest up to four, or else the smallest.
local function usual(list)
  local best
  for _, count in ipairs(list) do
    if best == nil or count <= 4 then best = count end
  end
  return best
end

--- The notes, nil for none: `record:replay(aurum.variant(name))` must not get a
--- second argument from every variant.
local function notes_of(info)
  return #info.notes > 0 and info.notes or nil
end

-- Rules -> their name or path, and the variant that made them.
local given = setmetatable({}, { __mode = "k" })
local made_by = setmetatable({}, { __mode = "k" })

--- The name or path from which rules were loaded.
function variants.given(rules) return given[rules] end

--- The variant, as `variants.read` returns it, that loaded rules come from.
function variants.info(rules) return made_by[rules] end

--- Makes `read` the reader of files from elsewhere, in place of
--- aurum.variant_file; their hooks then run only in worker processes.
function variants.confine(read)
  confined_reader = read
  cache, cached = {}, 0 -- these rules could run their hooks in this process
end

--- The rules of a variant in its present files: as variants.load.
local function load_present(name, players, from_file)
  local key = tostring(name) .. "\0" .. tostring(players)
    .. (from_file and "\0named" or "")
  if cache[key] and fresh(cache[key]) then
    return cache[key].rules, notes_of(cache[key].info)
  end
  local info = variants.read(name, from_file)
  if #info.problems > 0 then
    local more = #info.problems - 1
    return nil, tostring(info.problems[1]) .. (more == 0 and ""
      or ("\nand %d more: %s"):format(more, shell.command("aurum", "variant",
        "check", name)))
  end
  local list = info.counts
  if #list == 0 then
    return nil, ("'%s' is a house rule: compose it with an edition, as in "
      .. "'standard+%s'"):format(name, name)
  end
  players = players or usual(list)
  local good = false
  for _, count in ipairs(list) do good = good or count == players end
  if not good then
    return nil, ("variant '%s' is for %s players, not %s"):format(name,
      table.concat(list, " or "), tostring(players))
  end
  local rules, problem = info:rules(players)
  if not rules then return nil, tostring(problem) end
  if not cache[key] and cached == most then cache, cached = {}, 0 end
  cached = cached + (cache[key] and 0 or 1)
  cache[key] = { rules = rules, info = info }
  given[rules], made_by[rules] = name, info
  return rules, notes_of(info)
end

--- The rules of a variant by name or path for a number of players, and a list
--- of notes if there are any; or nil and a message. Changed files are read
--- again, and rules made before stay as they are. `from_file` as in
--- `variants.read`. With a `digest`, of a record for example, the rules
--- come from the first version's files if these have that digest.
function variants.load(name, players, from_file, digest)
  local rules, notes = load_present(name, players, from_file)
  if not rules or not digest or rules.digest == digest then
    return rules, notes
  end
  local info = variants.read(name, from_file, true)
  local first = #info.problems == 0 and info:rules(rules.players)
  if first and first.digest == digest then
    made_by[first] = info
    return first
  end
  return rules, notes
end

--- The names of all variants, their files by name, and the shadowed files
--- (find.lua).
function variants.list()
  return find.list "variants"
end

return variants
