-- Messages of the Debug Adapter Protocol: a header that gives the length of the
-- content, an empty line, and the content, JSON.
local json = require "aurum.text.json"
local messages = {}
messages.__index = messages

local most_header = 4096 -- bytes of a header,
local most_content = 16 << 20 -- and of a content

--- A reader of messages from bytes that come in pieces.
function messages.new()
  return setmetatable({ parts = {}, size = 0 }, messages)
end

function messages:feed(bytes)
  self.parts[#self.parts + 1] = bytes
  self.size = self.size + #bytes
end

--- The bytes that have come, as one text.
local function joined(self)
  local text = table.concat(self.parts)
  self.parts = { text }
  return text
end

local function take(self, n)
  local text = joined(self)
  self.parts, self.size = { text:sub(n + 1) }, self.size - n
  return text:sub(1, n)
end

--- Reads the header. Returns true if it is whole; or nothing; or nil and a
--- problem.
local function read_header(self)
  local text = joined(self)
  local stop = text:sub(1, most_header):find("\r\n\r\n", 1, true)
  if not stop then
    if #text < most_header then return end
    return nil, "a header without an end: expected Content-Length: N and an "
      .. "empty line"
  end
  local header = take(self, stop + 3)
  local length = ("\n" .. header:lower()):match "\ncontent%-length:%s*(%d+)\r\n"
  length = math.tointeger(tonumber(length))
  if not length then
    return nil, ("expected Content-Length: N in a header, got '%s'"):format(
      header:sub(1, 40):match "^[^\r\n]*")
  elseif length > most_content then
    return nil, ("a message of %d bytes; at most %d are read"):format(length,
      most_content)
  end
  self.length = length
  return true
end

--- The next message. Nothing if it has not come yet; nil and a problem if it is
--- not valid; a third result, true, says that the rest cannot be read either.
function messages:next()
  if not self.length and self.size > 0 then
    local good, problem = read_header(self)
    if problem then return nil, problem, true end
    if not good then return end
  end
  if not self.length or self.size < self.length then return end
  local text = take(self, self.length)
  self.length = nil
  local message, problem = json.decode(text)
  if type(message) ~= "table" then
    return nil, problem or "expected an object"
  end
  return message
end

--- The bytes of a message.
function messages.bytes(message)
  local text = json.encode(message)
  return ("Content-Length: %d\r\n\r\n%s"):format(#text, text)
end

return messages
