-- Folders of plans: whatever plan.json, a note or a sheet says, `plan status`
-- and `plan merge` give results or one message, and open nothing elsewhere.
--
-- The first byte chooses the file that is changed. The others replace tokens of
-- its JSON by odd ones, or values of a sheet's data by odd values; the sheet's
-- check sums are then put right, as a person who wants to do harm would.
local fuzz = ...
local aurum = require "aurum"
local lib = require "tests.fuzz.lib"

local remove = aurum.sys.remove
lib.confine(fuzz.folder)
lib.silence()
lib.no_processes()
local writer = aurum.sys.writer
function aurum.sys.writer(path, ...)
  return path == "-" and io.stdout or writer(path, ...)
end

local plan = require "aurum.lab.plan.plan"
local shard_results = require "aurum.lab.plan.shard_results"
local subcommands = require "aurum.repl.line.subcommands"
local term = require "aurum.text.term"

function plan.fits_program() return true end
function plan.fits_reader() return true end

local function action(name)
  return assert(loadfile(aurum.home .. "/scripts/commands/plan/" .. name))()
end
local merge, status = action "merge.lua", action "status.lua"

-- ---- A good plan ------------------------------------------------------------

local good_plan = ('{"format":"aurum-plan/1","engine":"%s","program":"0",'
  .. '"on":"slurm","unit":"line","words":["record","%%s","%s/games"],'
  .. '"items":2,"heads":0,"shards":1,"bots":[],"variants":[{"given":"bga",'
  .. '"digest":"0"}],"inputs":[{"path":"%s/games","size":0,"digest":"0"}]}')
  :format(aurum.version, fuzz.folder, fuzz.folder)
local good_note = '{"host":"h","items":0,"faults":0,"seconds":0}\n'
  .. '{"items":2,"faults":1,"seconds":2.5,"stopped":"killed"}\n'

--- A game's data, as lua/record/summary.lua has them: a round of two players.
local function game()
  local function seat(i)
    return { round = 1, seat = i, place = i, side_bid = 4, side_taken = 4,
      taken = 4, bid_points = 6, gold_points = 1, points = 7, won = i - 1,
      changes = i - 1, gold_won = "G1 G2", gold_paid = "", gold_played = "G0",
      gold_kept = "G2" }
  end
  return { game = { variant = "bga", players = 2, names = { "a", "b" },
    seed = "1.1", forfeited = false, winners = { 2 }, side_of = { 1, 2 },
    side_n = 2, faults = { { seat = 1, kind = "cpu" } },
    rows = { seats = { seat(1), seat(2) },
      changes = { { round = 1, seat = 2, of = 1, gold = "G1", gain = 3 } },
      rounds = { { tricks = 9, void = 1, held = 0, winners = "2" } } } } }
end

local function row()
  return { number = 1,
    rows = ("1" .. (","):rep(#aurum.columns "games" - 1) .. "\n"):rep(2) }
end

-- ---- Changes -------------------------------------------------------------

local odd = { "null", "{}", "[]", "-1", "0", "1", "2", "7", "1e999", "0.5",
  "9223372036854775807", "-9223372036854775808", "1099511627776", "true",
  "false", '""', '"x"', '"--html"', '"--trust"', '"-o"', '"--"', '"--help"',
  '"arena"', '"/etc/passwd"', '"files/../x.lua"', '"../x.lua"', '"deal"',
  '"\\u0000"', '"\\u001b[31m"', "[[1]]", "nan", ("9"):rep(400),
  ("["):rep(300), "", '"stats","--judge"', '"csv","--raw"' }

local values = { 0 / 0, 1 / 0, -1 / 0, -1, 0, 1, 2, 6, 255, 256, 0.5, 1 << 40,
  math.maxinteger, math.mininteger, "", "x", "1", "G" .. ("9"):rep(300),
  "\27[31m", "\0", ("1,"):rep(50) .. "\n", "=1+1\n", true, false }

local function tokens(text)
  local list, at = {}, 1
  while at <= #text do
    local stop = select(2, text:find('^"[^"]*"', at))
      or select(2, text:find("^[%w.+-]+", at)) or at
    list[#list + 1] = text:sub(at, stop)
    at = stop + 1
  end
  return list
end

local function changed_text(text, read)
  local list = tokens(text)
  for _ = 1, 4 do
    if not read:more() then break end
    list[read:byte() % #list + 1] = read:pick(odd)
  end
  return table.concat(list)
end

--- Every value of a table with its place: { table, key }.
local function places(data, list)
  local keys = {}
  for key in pairs(data) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do
    list[#list + 1] = { data, key }
    if type(data[key]) == "table" then places(data[key], list) end
  end
  return list
end

local function changed_data(data, read)
  local all = places(data, {})
  for _ = 1, 4 do
    if not read:more() then break end
    local place, how = all[read:byte() % #all + 1], read:byte()
    if how < 40 then
      place[1][place[2]] = nil
    elseif how < 70 then
      local key = read:pick { "x", 1, 7, 2.5, true, "players" }
      place[1][key] = read:pick(values)
    elseif how < 90 then
      place[1][place[2]] = {}
    else
      place[1][place[2]] = values[how % #values + 1]
    end
  end
  return data
end

-- ---- The commands --------------------------------------------------------

local function has(name)
  for _, known in ipairs(subcommands.names()) do
    if known == name then return true end
  end
  return false
end

local function read_words(words)
  if not has(words[1]) then term.fail "no such command" end
  local command = subcommands.load(words[1])
  local parser = subcommands.parser(words[1], command)
  local good, read, args = pcall(parser.pparse, parser,
    table.move(words, 2, #words, 1, {}))
  if not good then return command, nil end -- help
  if not read then term.fail(args, 2) end
  args.typed, args.rest = { table.unpack(words) }, {}
  return command, args
end

local names = { "plan.json", "games", "shards/1.1.note", "shards/1.1.journal" }

return function(bytes)
  local read = lib.reader(bytes)
  local kind, which = read:byte() % 4, read:byte()
  local word = which % 2 == 0 and "stats" or "csv"
  local text, note = good_plan:format(word), good_note
  if kind == 0 then text = changed_text(text, read) end
  if kind == 1 then note = changed_text(note, read) end
  if kind == 2 and which > 200 then text = read:rest() end
  aurum.sys.make_folder(fuzz.folder .. "/shards")
  lib.write("plan.json", text)
  lib.write("games", "")
  lib.write("shards/1.1.note", note)
  local made = { id = aurum.sys.digest(text) }
  local lines = { shard_results.head_line(made, 1) }
  for item = 1, 2 do
    local data = word == "stats" and game() or row()
    if kind >= 2 then data = changed_data(data, read) end
    lines[#lines + 1] = shard_results.item_line(item, data)
  end
  lib.write("shards/1.1.journal", table.concat(lines))
  lib.command(fuzz, status.run, { folder = fuzz.folder, all = true })
  lib.command(fuzz, merge.run, { folder = fuzz.folder, journals = {},
    typed = {} }, read_words)
  for _, name in ipairs(names) do remove(fuzz.folder .. "/" .. name) end
  remove(fuzz.folder .. "/shards")
end
