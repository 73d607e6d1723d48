-- Values as readable text: on one line if they fit, else one item per line.
-- Cards and actions are shown by name, tables in Lua syntax with sorted keys.
-- Addresses are never shown, so that equal values give equal text.
--
--   values.text(value, { width =, depth =, items = })
--
-- `depth` limits the nesting of tables, `items` the values of one table; "..."
-- marks what is left out.
local aurum = require "aurum"
local pretty = {}

local most = 400 -- values shown in total

--- The name of a value's type, such as "aurum.card" or "table".
function pretty.type(value)
  if type(value) == "userdata" then
    local meta = debug.getmetatable(value)
    local name = meta and rawget(meta, "__name")
    if type(name) == "string" then return name end
  end
  return type(value)
end

local escapes = { ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r",
  ['"'] = '\\"', ["\\"] = "\\\\" }

--- Text in quotes, cut if it is long. Invalid UTF-8 is shown as escaped bytes.
local function quoted(text, limit)
  local cut = #text > limit
  if cut then text = text:sub(1, (utf8.offset(text, 0, limit) or limit) - 1) end
  local bytes = utf8.len(text) and "[%c\"\\]" or "[%c\"\\\128-\255]"
  local shown = text:gsub(bytes, function(c)
    return escapes[c] or ("\\%03d"):format(c:byte())
  end)
  return '"' .. shown .. '"' .. (cut and "..." or "")
end

local names -- names of the module's functions, by function

local function function_name(value)
  if not names then
    names = {}
    for name, member in next, aurum do
      if type(member) == "function" then names[member] = "aurum." .. name end
    end
    for library, members in next, package.loaded do
      if type(members) == "table" and not library:find "%." then
        for name, member in next, members do
          if type(name) == "string" and type(member) == "function" then
            names[member] = names[member]
              or (library == "_G" and "" or library .. ".") .. name
          end
        end
      end
    end
  end
  local info = debug.getinfo(value, "S")
  if names[value] then return "<function " .. names[value] .. ">" end
  if info.what == "C" then return "<function in C>" end
  return ("<function at %s:%d>"):format(info.short_src, info.linedefined)
end

local plain = { ["aurum.card"] = true, ["aurum.action"] = true }
local cards = { ["aurum.set"] = true, ["aurum.pile"] = true }

--- The result of a value's own __tostring; nil if it has none.
local function own_text(value)
  local meta = debug.getmetatable(value)
  if not meta or type(value) == "string"
    or type(rawget(meta, "__tostring")) ~= "function" then return nil end
  local good, text = pcall(tostring, value)
  if not good then return "<__tostring raised an error>" end
  return not text:find "0x%x%x%x%x" and text
    or "<" .. pretty.type(value) .. ">"
end

local function scalar(value, limit)
  local kind = pretty.type(value)
  if kind == "string" then return quoted(value, limit) end
  if plain[kind] then return tostring(value) end
  if cards[kind] then return "{" .. tostring(value) .. "}" end
  if kind == "number" or kind == "boolean" or kind == "nil" then
    return tostring(value)
  end
  if kind == "function" then return function_name(value) end
  if kind == "thread" then
    return "<coroutine, " .. coroutine.status(value) .. ">"
  end
  local text = own_text(value)
  if text then return kind:find "^aurum%." and "<" .. text .. ">" or text end
  return "<" .. kind .. ">"
end

--- Sorted keys of a table after its list part: numbers, strings, cards, others.
local function sorted_keys(value)
  local rank = { number = 1, string = 2, ["aurum.card"] = 3 }
  local keys, listed = {}, 0
  while rawget(value, listed + 1) ~= nil do listed = listed + 1 end
  for key in next, value do
    if not (math.type(key) == "integer" and key >= 1 and key <= listed) then
      keys[#keys + 1] = key
    end
  end
  local text = {}
  for _, key in ipairs(keys) do text[key] = scalar(key, 60) end
  table.sort(keys, function(a, b)
    local x, y = pretty.type(a), pretty.type(b)
    if x ~= y then
      return (rank[x] or 4) < (rank[y] or 4)
        or (rank[x] or 4) == (rank[y] or 4) and x < y
    end
    if rank[x] == 1 or rank[x] == 2 then return a < b end
    return text[a] < text[b]
  end)
  return keys, listed
end

local reserved = {}
for word in ("and break do else elseif end false for function goto if in local "
  .. "nil not or repeat return then true until while"):gmatch "%a+" do
  reserved[word] = true
end

local function key_text(key)
  if type(key) == "string" and key:find "^[%a_][%w_]*$"
    and not reserved[key] then return key .. " = " end
  return "[" .. scalar(key, 60) .. "] = "
end

--- A table as a list of parts: strings and lists of parts.
local function take_apart(value, look, depth)
  if look.open[value] then return "<enclosing table>" end
  if next(value) == nil then return "{}" end
  if depth <= 0 then return "{...}" end
  look.open[value] = true
  local parts = {}
  local keys, listed = sorted_keys(value)
  local function add(prefix, item)
    if #parts >= look.items or look.left <= 0 then return false end
    look.left = look.left - 1
    local part = pretty.part(item, look, depth - 1)
    if type(part) == "table" then part.prefix = prefix
    else part = prefix .. part end
    parts[#parts + 1] = part
    return true
  end
  local shown = 0
  for i = 1, listed do
    if not add("", rawget(value, i)) then break end
    shown = shown + 1
  end
  for _, key in ipairs(shown == listed and keys or {}) do
    if not add(key_text(key), rawget(value, key)) then break end
    shown = shown + 1
  end
  local more = listed + #keys - shown
  if more > 0 then parts[#parts + 1] = ("... %d more"):format(more) end
  look.open[value] = nil
  return parts
end

--- A value as a string or a list of parts.
function pretty.part(value, look, depth)
  if type(value) == "table" and not own_text(value) then
    return take_apart(value, look, depth)
  end
  local text = scalar(value, look.text)
  if not cards[pretty.type(value)] then return text end
  local list = { tight = true }
  for name in text:gmatch "[^{} ]+" do list[#list + 1] = name end
  return list
end

local function width_of(text)
  return utf8.len(text) or #text
end

local function one_line(part)
  if type(part) == "string" then return part end
  local texts = {}
  for i, item in ipairs(part) do texts[i] = one_line(item) end
  if part.tight then
    return (part.prefix or "") .. "{" .. table.concat(texts, " ") .. "}"
  end
  return (part.prefix or "") .. "{ " .. table.concat(texts, ", ") .. " }"
end

--- The cards of a set on as many lines as needed.
local function lay_out_cards(part, indent, width)
  local lines, line = {}, (part.prefix or "") .. "{"
  for i, name in ipairs(part) do
    if indent + #line + #name + 2 > width then
      lines[#lines + 1] = line
      line = (" "):rep(indent + 1) .. name
    else
      line = line .. (i > 1 and " " or "") .. name
    end
  end
  lines[#lines + 1] = line .. "}"
  return table.concat(lines, "\n")
end

--- Parts as text that begins at a column. Short scalars share lines; each table
--- has its own.
local function lay_out(part, indent, width)
  local flat = one_line(part)
  if type(part) == "string" or indent + width_of(flat) <= width then
    return flat
  end
  if part.tight then return lay_out_cards(part, indent, width) end
  local lines, line = {}, nil
  local pad = (" "):rep(indent + 2)
  local function close()
    if line then lines[#lines + 1] = pad .. line end
    line = nil
  end
  for i, item in ipairs(part) do
    local text = lay_out(item, indent + 2, width - 1)
      .. (i < #part and "," or "")
    local keyed = type(item) == "table" or item:find "^[%a_][%w_]* = "
      or item:find "^%[.*%] = "
    if keyed or text:find("\n", 1, true) then
      close()
      lines[#lines + 1] = pad .. text
    elseif line and indent + 3 + width_of(line .. text) <= width then
      line = line .. " " .. text
    else
      close()
      line = text
    end
  end
  close()
  return (part.prefix or "") .. "{\n" .. table.concat(lines, "\n") .. "\n"
    .. (" "):rep(indent) .. "}"
end

local function looker(options)
  return { open = {}, left = most, items = options.items or 100,
    text = options.text or 400 }
end

--- The fields of a value such as a state or a view, one per line.
local function with_fields(value, fields, options)
  local widest = 0
  for _, name in ipairs(fields) do widest = math.max(widest, #name) end
  local lines, form = { tostring(value) }, "  %-" .. widest .. "s  "
  for _, name in ipairs(fields) do
    local good, member = pcall(function() return value[name] end)
    if good and member ~= nil then
      local look = looker(options)
      look.items = options.items or 8
      local part = pretty.part(member, look, options.depth or 3)
      lines[#lines + 1] = form:format(name)
        .. lay_out(part, widest + 4, options.width or 80)
    end
  end
  return table.concat(lines, "\n")
end

--- A value as text. `options.fields(type)`, if given, returns the names of the
--- fields to show for a type of the module.
function pretty.text(value, options)
  options = options or {}
  local kind = pretty.type(value)
  local fields = options.fields and type(value) == "userdata"
    and not plain[kind] and not cards[kind] and options.fields(kind)
  if fields and #fields > 0 then
    return with_fields(value, fields, options)
  end
  local look = looker(options)
  if type(value) == "string" then look.text = 4000 end
  return lay_out(pretty.part(value, look, options.depth or 4), 0,
    options.width or 80)
end

--- A value as `print` shows it: a table without a metatable with its contents.
function pretty.printed(value)
  if type(value) ~= "table" or getmetatable(value) then
    return tostring(value)
  end
  return pretty.text(value, {})
end

return pretty
