-- The nets from which a training begins: a closed part and an open part, of one
-- file or of two.
local aurum = require "aurum"
local starts = {}

local folder = aurum.home .. "/scripts/bots/"
local finest = 12 -- bits of a weight: rows stay as they are

local function read(path)
  local file <close> = io.open(path, "rb")
  return file and file:read "a"
end

--- The bundled nets that fit rules, by the order of their names: a list of
--- { path =, net = }.
function starts.bundled(rules)
  local names, list = {}, {}
  for _, name in ipairs(aurum.sys.files(folder) or {}) do
    if name:find "%.net$" then names[#names + 1] = name end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local bytes = read(folder .. name)
    local net = bytes and aurum.net(bytes, { any = true })
    if net and net:fits(rules) then
      list[#list + 1] = { path = folder .. name, net = net }
    end
  end
  return list
end

--- Joins the first closed part and the first open part of some nets. Returns a
--- net, its bytes, and the paths that had a part; or nil and what is wrong.
function starts.join(list)
  local parts, paths = {}, {}
  for _, each in ipairs(list) do
    for _, part in ipairs { "closed", "open" } do
      if each.net[part] and not parts[part] then
        parts[part] = each.net
        if paths[#paths] ~= each.path then paths[#paths + 1] = each.path end
      end
    end
  end
  local good, bytes = pcall(aurum.sys.net_bytes, { bits = finest,
    head = parts.closed or parts.open, closed = parts.closed,
    open = parts.open })
  if not good then
    return nil, ("%s has other inputs than %s: they cannot be joined"):format(
      paths[2], paths[1])
  end
  return assert(aurum.net(bytes, { any = true })), bytes, paths
end

return starts
