-- Programs that play as bots, as the command line names them: --exec
-- NAME=COMMAND. No file can name one, since a program has all rights of the
-- user.
--
-- A program's bot is lua/load/program_bot.lua. Each seat of it in each worker
-- has a process of its own, so that seats share no memory.
local aurum = require "aurum"
local find = require "aurum.load.find"
local programs = {}

local commands = {} -- by name, those of the present command line

local most = 32 -- AU_PROGRAM_MAX of lua/sys/sys.h

--- Seconds of wall time that a program may take for its first line, as it may
--- have much to load.
programs.grace = 60

-- In a worker: the numbers of its programs by seat and command.
local numbers = {}

local function key_of(seat, command)
  return seat .. " " .. command
end

--- Sets the programs that bots.load finds from now on: a list of { name =,
--- command = }, or nil. Returns true; or nil and a message.
function programs.set(list)
  commands = {}
  list = list or {}
  local bundled = {}
  for _, name in ipairs(list[1] and aurum.bots() or {}) do
    bundled[name] = true
  end
  for _, one in ipairs(list) do
    if bundled[one.name] or commands[one.name] then
      return nil, ("%s: %s"):format(one.name, commands[one.name]
        and "this name is given twice" or "a bot has this name")
    end
    commands[one.name] = one.command
  end
  return true
end

local function own_text(name)
  return assert(find.read(aurum.home .. "/lua/" .. name))
end

-- The part of the module that lua/text/json.lua uses, for a bot's state. Cards
-- and names hold nothing to be escaped, and bots run in the locale C.
local small_aurum = "return { plain = function(text) return text end, "
  .. "sys = { number = tostring, plain_locale = function() end } }"

--- The text of a file that names options; each is a text, "" by default.
local function options_file(options)
  local lines = {}
  for key in pairs(options) do
    lines[#lines + 1] = ('  ["%s"] = "",\n'):format(key)
  end
  table.sort(lines)
  return "return {\n" .. table.concat(lines) .. "}\n"
end

--- The bot's file, as bots.load returns it, of the program of this name; nil
--- if there is none.
function programs.bot(name, spec, options)
  local command = commands[name]
  if not command then return nil end
  local number_at = setmetatable({}, { __index = function(_, seat)
    return numbers[key_of(seat, command)]
  end })
  return {
    name = name, path = name, spec = spec, options = options,
    bundled = false, command = command, program = number_at,
    source = ("-- %s\n%s"):format(command:gsub("%c", " "),
      own_text "load/program_bot.lua"),
    files = {
      { name = "aurum.lua", code = true, text = small_aurum },
      { name = "options.lua", code = true, text = options_file(options) },
      { name = "json.lua", code = true, text = own_text "text/json.lua" },
    },
  }
end

--- The commands that workers have to run for these seatings, a list for
--- pool.new; its `numbers` are by seat and command. Or nil and a message.
function programs.commands(seatings)
  local list = { numbers = {} }
  for _, bots in ipairs(seatings) do
    for seat, bot in ipairs(bots) do
      local key = bot and bot.command and key_of(seat, bot.command)
      if key and not list.numbers[key] then
        list[#list + 1] = bot.command
        list.numbers[key] = #list
      end
    end
  end
  if #list > most then
    return nil, ("%d programs sit at the seats, each with a process; at most "
      .. "%d can"):format(#list, most)
  end
  return list
end

--- The commands for a bot that may sit at each of so many seats.
function programs.everywhere(bot, players)
  local bots = {}
  for seat = 1, players do bots[seat] = bot end
  return assert(programs.commands { bots }) -- fewer than `most`
end

--- The commands for a bot that is asked for one seat alone, of so many (6). One
--- process answers, whichever seat it is.
function programs.alone(bot, players)
  local list = { bot.command, numbers = {} }
  for seat = 1, bot.command and (players or 6) or 0 do
    list.numbers[key_of(seat, bot.command)] = 1
  end
  return list
end

--- In a worker: its programs are those of a list that `commands` returned.
function programs.use(list)
  numbers = list.numbers
end

return programs
