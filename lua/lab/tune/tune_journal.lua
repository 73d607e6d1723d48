-- The journal of a tuner: a head that describes all it does, then a line for
-- each batch, with the values of both points by deal:
--   {"batch":3,"crc32":"90f3e4a1","values":[[1.5,...],[0.25,...]]}
-- Numbers have 17 digits, so that a run that is resumed has the same course to
-- the last bit. An incomplete last line is dropped.
local aurum = require "aurum"
local caller = require "aurum.text.caller"
local journal = require "aurum.record.journal"
local json = require "aurum.text.json"
local shape = require "aurum.text.shape"
local tune_journal = {}

local format = '{"format":"aurum-tuning/1"'

--- The parts of a head, each with its name in messages.
local parts = {
  { "engine", "the program's version" }, { "variant", "{variant}" },
  { "rules", "the digest of the rules" }, { "players", "{players}" },
  { "bot", "the bot" }, { "digest", "the digest of the bot's files" },
  { "against", "{against}" }, { "opponents", "the opponents' digests" },
  { "params", "{param}" }, { "seed", "{seed}" }, { "deals", "{deals}" },
  { "batch", "the deals of a batch" }, { "on_fault", "{on_fault}" },
  { "limits", "the bots' limits" },
}

--- The first difference between a tuning's head and one that was read; nil if
--- there is none.
local function difference(ours, theirs)
  for _, part in ipairs(parts) do
    local key, what = part[1], caller.text(part[2])
    local a, b = json.encode(ours[key]), json.encode(theirs[key])
    if theirs[key] == nil then return what .. " is missing" end
    if key == "engine" and journal.reads(ours[key], theirs[key]) then b = a end
    if a ~= b and #a + #b > 100 then return what .. ": another" end
    if a ~= b then return ("%s: %s, not %s"):format(what, b, a) end
  end
end

local function list_text(values)
  local texts = {}
  for k, x in ipairs(values) do texts[k] = aurum.sys.number(x, 17) end
  return "[" .. table.concat(texts, ",") .. "]"
end

--- The line of a batch, with its newline.
function tune_journal.line(number, values)
  local body = ("[%s,%s]"):format(list_text(values[1]), list_text(values[2]))
  return ('{"batch":%d,"crc32":"%08x","values":%s}\n'):format(number,
    aurum.sys.crc32(body), body)
end

--- The values of a line; nil if it is not the line of this batch.
local function values_of(line, number, deals)
  local n, crc, body = line:match
    '^{"batch":(%d+),"crc32":"(%x+)","values":(%[.*%])}$'
  if not n or tonumber(n) ~= number
    or tonumber(crc, 16) ~= aurum.sys.crc32(body) then
    return nil
  end
  local values = json.decode(body)
  local list = shape.list(shape.number(-math.huge, math.huge), deals, deals)
  return not shape.list(list, 2, 2)(values) and values or nil
end

--- The complete lines of a file; or nil and a message.
local function read_lines(path)
  local file <close>, problem = io.open(path, "rb")
  if not file then return nil, problem end
  local text, trouble = file:read "a"
  if not text then return nil, ("%s: %s"):format(path, trouble) end
  local mark = text:find "^\xef\xbb\xbf" and 3 or 0
  local lines, kept = {}, mark
  for line, at in text:gmatch("([^\n]*)\n()", mark + 1) do
    lines[#lines + 1], kept = line, at - 1
  end
  return lines, { kept = kept, size = #text, text = text }
end

--- The batches of a journal, which may be missing, and its writer. They must
--- belong to a tuning with this head. `deals(k)` is the number of deals of
--- batch k. Or nil and a message.
function tune_journal.open(path, head, deals)
  local first = format .. "," .. json.encode(head):sub(2)
  local batches, read = {}, nil
  if aurum.sys.readable(path) then
    local lines, found = read_lines(path)
    if not lines then return nil, found end
    read = found
    local begun = lines[1] or read.text
    if begun:sub(1, #format) ~= format:sub(1, lines[1] and #format
      or #begun) then
      return nil, path .. ": not a journal of a tuning"
    end
    if lines[1] then
      local theirs = json.decode(lines[1])
      local other = type(theirs) ~= "table" and "its head is broken"
        or difference(head, theirs)
      if other then
        return nil, ("%s: the journal belongs to another tuning: %s"):format(
          path, other)
      end
    end
    for k = 2, #lines do
      batches[k - 1] = deals(k - 1) and values_of(lines[k], k - 1, deals(k - 1))
      if not batches[k - 1] then
        return nil, ("%s:%d: expected batch %d of this tuning"):format(path, k,
          k - 1)
      end
    end
    if not lines[1] then read = { kept = 0, size = read.size } end
  end
  local writer, problem = journal.write(path, read)
  if not writer then return nil, problem end
  local resumes = read ~= nil and read.kept > 0
  if not resumes then
    local good
    good, problem = writer:write(first .. "\n")
    if good then good, problem = writer:flush() end
    if not good then return nil, ("%s: %s"):format(path, problem) end
  end
  return batches, writer, resumes
end

return tune_journal
