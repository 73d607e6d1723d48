-- The Lua half of the module: names of variants and bots become files, and
-- games begin from names. Run once by luaopen_aurum with the module's table and
-- the folder that holds lua/, repl/, scripts/ and variants/.
local aurum, home = ...

aurum.home = home
package.loaded.aurum = aurum -- what is required below requires it

--- The file of a module of this installation: aurum.ROOM.NAME is
--- lua/ROOM/NAME.lua, and aurum.repl.NAME is repl/NAME.lua.
local function module_file(name)
  local path = name:match "^aurum%.([%w_.]+)$"
  if not path then return nil end
  path = path:gsub("%.", "/") .. ".lua"
  return home .. (path:find "^repl/" and "/" or "/lua/") .. path
end

-- The one way to load a Lua file of the installation, in the program as in
-- scripts under a stock Lua. It comes before Lua's own search, so that no file
-- of the working folder takes the place of one of ours.
table.insert(package.searchers, 2, function(name)
  local path = module_file(name)
  if not path then return nil end
  local _ <close> = aurum.sys.plain_locale() -- 0.5 is a number
  local chunk, problem = aurum.sys.load_own(path)
  if chunk then return chunk, path end
  if not aurum.sys.readable(path) then return ("no file '%s'"):format(path) end
  error(("error loading module '%s':\n\t%s"):format(name, problem), 0)
end)

local find = require "aurum.load.find"
local variants = require "aurum.load.variants"
local bots = require "aurum.load.bots"
local hint = require "aurum.text.hint"

--- A function of a module that most runs do without: it is loaded when the
--- function is first called.
local function later(name, key)
  return function(...) return require(name)[key](...) end
end

--- A table that is filled when it is first looked into, by a key or by pairs.
local function filled_later(fill)
  local function filled(self)
    setmetatable(self, nil)
    for name, value in pairs(fill()) do self[name] = value end
    return self
  end
  return setmetatable({}, {
    __index = function(self, key) return filled(self)[key] end,
    __pairs = function(self) return next, filled(self) end,
  })
end

--- The function in the locale "C": in a host, too, names are sorted by bytes.
local function plainly(run)
  return function(...)
    local _ <close> = aurum.sys.plain_locale()
    return run(...)
  end
end

--- Raises if the arguments of a function that reads a variant are of other
--- types.
local function check_variant(name, players)
  if type(name) ~= "string" then
    error("aurum.variant: expected a name, got a " .. type(name), 4)
  elseif players ~= nil and type(players) ~= "number" then
    error("aurum.variant: expected a number of players, got a "
      .. type(players), 4)
  end
end

aurum.variant = plainly(function(name, players)
  check_variant(name, players)
  return variants.load(name, players)
end)
aurum.named_variant = plainly(function(name, players, digest)
  check_variant(name, players)
  return variants.load(name, players, true, digest)
end)
aurum.variants = plainly(variants.list)
aurum.read_variant = plainly(function(name)
  check_variant(name)
  return variants.read(name)
end)
aurum.variant_given = variants.given
aurum.variant_info = variants.info
aurum.confine_variants = variants.confine
aurum.bot = plainly(function(spec, others)
  return bots.load(spec, false, others)
end)
aurum.named_bot = plainly(function(spec) return bots.load(spec, true) end)
aurum.bots = plainly(bots.list)

--- The file of a script of analysis; all of them.
function aurum.script(name)
  if type(name) ~= "string" then
    error("aurum.script: expected a name or a path, got a " .. type(name), 2)
  end
  return find.file("analysis", "script", name)
end
aurum.scripts = plainly(function() return find.list "analysis" end)

local row_columns = aurum.columns
--- The columns of a table of rows, of the games themselves, or of decisions.
function aurum.columns(name)
  local typed = require "aurum.record.table_columns".typed
  if name == "decisions" then
    return typed(name, require "aurum.record.decision_rows".columns())
  elseif name == "notes" then
    return typed(name, require "aurum.record.note_rows".columns())
  elseif name ~= "games" then
    return typed(name, row_columns(name))
  end
  return typed(name, require "aurum.record.records".columns())
end

--- The games of files of records. Skipped lines are reported on standard error.
function aurum.records(...)
  return require "aurum.record.records".open(require "aurum.text.term".say, ...)
end

aurum.chart = filled_later(function() return require "aurum.text.chart" end)
aurum.match = later("aurum.lab.experiments", "match")
aurum.arena = later("aurum.lab.experiments", "arena")
aurum.compare = later("aurum.lab.experiments", "compare")
aurum.study = later("aurum.lab.experiments", "study")
aurum.judge = later("aurum.judge.judge", "game")
aurum.luck = later("aurum.judge.judge", "luck")
aurum.puzzles = later("aurum.judge.puzzles", "game")
aurum.judged_by = filled_later(function()
  return require "aurum.judge.judge".by
end)

local known = { -- what aurum.game takes
  variant = true, players = true, seed = true, bots = true, on_fault = true,
  trust = true, fuel = true, print = true, log = true, keep_prints = true,
  print_bytes = true,  notes = true, locals = true,
}

--- A game to drive; or nil and a message if a name or a file is wrong. `bots`
--- has a name, a path or false for each seat; fewer repeat in seat order, and
--- without any every seat is moved by hand.
aurum.game = plainly(function(options)
  options = options or {}
  if type(options) ~= "table" then
    error("aurum.game: expected a table, got a " .. type(options), 3)
  end
  for key in pairs(options) do
    if not known[key] then
      local names = {}
      for name in pairs(known) do names[#names + 1] = name end
      error(("aurum.game: no option '%s'%s"):format(tostring(key),
        hint.near(key, names)), 3)
    end
  end
  local on_fault = options.on_fault or "forfeit"
  if on_fault ~= "forfeit" and on_fault ~= "substitute" then
    error("aurum.game: on_fault is 'forfeit' or 'substitute', not "
      .. tostring(on_fault), 3)
  end
  if options.trust and (options.fuel or 0) ~= 0 then
    error("aurum.game: trust and fuel cannot be combined: a trusted bot has "
      .. "clocks and files, so counting its instructions repeats nothing", 3)
  end
  local rules, message = options.variant or "standard"
  if type(rules) ~= "userdata" then
    check_variant(rules, options.players)
    rules, message = variants.load(rules, options.players)
    if not rules then return nil, message end
  end
  local list = {}
  local given = options.bots or {}
  if type(given) ~= "table" then
    error("aurum.game: bots: expected a list of names, got a "
      .. type(given), 3)
  end
  for seat = 1, #given > 0 and rules.players or 0 do
    local spec = given[(seat - 1) % #given + 1]
    if type(spec) ~= "table" and spec ~= false then
      spec, message = bots.load(spec)
      if not spec then return nil, message end
    end
    list[seat] = spec
  end
  return aurum.new_game {
    rules = rules, bots = list, on_fault = on_fault,
    trust = options.trust, fuel = options.fuel, print = options.print,
    print_bytes = options.print_bytes, log = options.log,
    keep_prints = options.keep_prints,
    notes = options.notes, locals = options.locals,
    seed = tostring(options.seed or aurum.sys.entropy()),
  }
end)

--- The state of a position's token: its variant is found by its name, or is
--- the one that is given, by name, path or rules. Or that of a table
--- (lua/load/positions.lua), whose errors are raised.
aurum.position = plainly(function(token, variant)
  if type(token) == "table" then
    local state, problem = require "aurum.load.positions".of(token)
    return state or error("aurum.position: " .. problem, 3)
  end
  local name, players, digest = aurum.read_position(token)
  if not name then return nil, players end
  if type(variant) == "userdata" and variant.digest == digest then
    return aurum.load_position(token, variant)
  end
  local by_name = type(variant) ~= "string"
  local rules, message = variants.load(by_name and name or variant, players,
    by_name, by_name and digest)
  if not rules then return nil, message end
  return aurum.load_position(token, rules)
end)
