-- Journals of arenas: whatever a file says, reading it gives games or one
-- message. `plan merge` and `match --replay` read it as the commands do.
--
-- The input is a journal, or the changes to make to a good one: each puts an
-- odd value in the place of a token of its JSON, so that the rest still parses.
-- Check sums are put right in both cases, as a person who wants to do harm
-- would. No name in a journal may open a file outside the installation.
local fuzz = ...
local aurum = require "aurum"
local lib = require "tests.fuzz.lib"

local good
do
  local path = aurum.home .. "/tests/fuzz/seeds/journal/good"
  local file <close> = assert(io.open(path, "rb"))
  good = file:read "a":sub(2)
end

lib.confine(fuzz.folder, function(path)
  fuzz.broken("a journal opens " .. tostring(path))
end)
lib.silence()
lib.no_processes()

local journal = require "aurum.record.journal"
local replay = require "aurum.record.replay"
local result_writer = require "aurum.lab.arena.result_writer"
local term = require "aurum.text.term"
local arena = assert(loadfile(aurum.home .. "/scripts/commands/arena.lua"))()

-- ---- The journal ------------------------------------------------------------

local odd = { "null", "{}", "[]", "-1", "0", "1", "2", "3", "7", "1e999",
  "9007199254740993", "9223372036854775807", "-9223372036854775808", "0.5",
  "true", "false", '""', '"x"', '"random"', '"standard"', '"/etc/passwd"',
  '"../../../etc/passwd.lua"', '"/dev/zero"', '"\\u0000"', '"\\u001b[31m"',
  "[[1,1,1]]", "[[]]", "[[1,2,9]]", '{"cpu":1e9}', '{"trust":true}',
  '{"fuel":-1}', "[1]", '[{"a":1}]', ("[1,"):rep(3), "", "nan", "0x10",
  '"\xff"', ("9"):rep(400), ("[" ):rep(300) }

--- The tokens of a text, JSON or nearly so.
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

local function changed(read)
  local list = tokens(good)
  local n = #list
  for _ = 1, 6 do
    if not read:more() then break end
    local place = read:byte()
    if place > 200 then place = (place - 200) * 256 + read:byte() end
    place = place % n + 1
    local how = read:byte()
    if how < 160 then
      list[place] = odd[how % #odd + 1]
    elseif how < 180 then
      list[place] = ""
    elseif how < 200 then
      list[place] = list[place] .. list[read:byte() % n + 1]
    elseif how < 220 then
      list[place] = list[read:byte() % n + 1]
    elseif how < 240 then
      list[place] = tostring(read:byte())
    else
      list[place] = list[place]:sub(1, read:byte() % (#list[place] + 1))
    end
  end
  return table.concat(list)
end

--- The same journal, the check sum of each game that of its record.
local function summed(text)
  return (text:gsub('("crc32":")%x+(","record":)([^\n]*)}',
    function(before, between, record)
      local sum = aurum.sys.crc32(record)
      return ('%s%08x%s%s}'):format(before, sum, between, record)
    end))
end

-- ---- Its readers ------------------------------------------------------------

--- Read to the end as lua/lab/arena/result_writer.lua does.
local function read_games(path)
  local read, problem = journal.read(path)
  if not read then return nil, problem end
  local ids = {}
  repeat
    local game
    game, problem = read:game()
    if game then ids[#ids + 1] = game.id end
  until not game
  if problem ~= nil and type(problem) ~= "string" then
    fuzz.broken "a game is refused without a message"
  end
  return ids, read.head
end

--- Print the standings of a journal, as those of a plan's shards.
local function merge(path)
  local read, problem = journal.read(path)
  if not (read and read.head) then term.fail(problem or "it is empty") end
  local parts = { head = read.head }
  function parts.take(_, whole, on_progress)
    return whole:take_journalled(result_writer.games(read, whole.plan),
      on_progress)
  end
  arena.run { parts = parts, bots = {}, quiet = true }
end

return function(bytes)
  local read = lib.reader(bytes)
  local kind = read:byte()
  local text = kind % 2 == 0 and read:rest() or changed(read)
  if kind & 2 == 0 then text = summed(text) end
  if kind & 4 ~= 0 then text = aurum.sys.gzip(text) end
  local path = lib.write("j", text)
  lib.command(fuzz, function()
    local ids, head = read_games(path)
    if ids and head then
      journal.head_line(head)
      journal.difference(head, head)
    end
    for i = 1, ids and math.min(#ids, 2) or 0 do
      local found, problem = replay.find(path, ids[i], {})
      if not found and type(problem) ~= "string" then
        fuzz.broken "a replay is refused without a message"
      end
    end
    replay.find(path, "1/1", {})
  end)
  lib.command(fuzz, merge, path)
  lib.clean()
end
