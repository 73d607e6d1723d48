-- Serializer for data sent to another process: nil, booleans, numbers, strings,
-- and tables of these without cycles.
local pack = {}

local function put(out, value)
  local kind = math.type(value) or type(value)
  if kind == "integer" then
    out[#out + 1] = string.pack("<c1i8", "i", value)
  elseif kind == "float" then
    out[#out + 1] = string.pack("<c1n", "f", value)
  elseif kind == "string" then
    out[#out + 1] = string.pack("<c1s4", "s", value)
  elseif kind == "boolean" then
    out[#out + 1] = value and "T" or "F"
  elseif kind == "nil" then
    out[#out + 1] = "N"
  elseif kind == "table" then
    out[#out + 1] = "{"
    for key, item in pairs(value) do
      put(out, key)
      put(out, item)
    end
    out[#out + 1] = "}"
  else
    error("cannot send a " .. kind)
  end
end

--- A value as a string.
function pack.encode(value)
  local out = {}
  put(out, value)
  return table.concat(out)
end

local get

local function get_table(text, at)
  local result = {}
  while text:byte(at) ~= 125 do -- "}"
    local key, after = get(text, at)
    result[key], at = get(text, after)
  end
  return result, at + 1
end

local readers = {
  i = function(text, at) return string.unpack("<i8", text, at) end,
  f = function(text, at) return string.unpack("<n", text, at) end,
  s = function(text, at) return string.unpack("<s4", text, at) end,
  T = function(_, at) return true, at end,
  F = function(_, at) return false, at end,
  N = function(_, at) return nil, at end,
  ["{"] = get_table,
}

function get(text, at)
  return readers[text:sub(at, at)](text, at + 1)
end

--- The value of a string that `encode` made.
function pack.decode(text)
  return (get(text, 1))
end

return pack
