-- The lines of a Lua file that have code, where a breakpoint can stop.
--
-- Lua tells them for a function that exists, but those of a file exist only
-- when it runs. So they are read from the compiled file, whose format is that
-- of Lua 5.4 (lundump.c). Another version's file is not read.
local code_lines = {}

local header = "\27Lua\x54\0\x19\x93\r\n\x1a\n"

-- A reader of compiled Lua: `text`, and the position `at` of its next byte.
local reader = {}
reader.__index = reader

function reader:byte()
  self.at = self.at + 1
  return self.text:byte(self.at - 1)
end

--- An unsigned number: 7 bits a byte, the last has its high bit set.
function reader:number()
  local n = 0
  repeat
    local byte = self:byte()
    n = n << 7 | byte & 0x7f
  until byte & 0x80 ~= 0
  return n
end

function reader:skip(n) self.at = self.at + n end

function reader:skip_text()
  local size = self:number()
  if size > 0 then self:skip(size - 1) end
end

--- Bytes of a constant's value, by its type; -1: a text.
local constant_bytes = { [0x00] = 0, [0x01] = 0, [0x11] = 0, [0x03] = 8,
  [0x13] = 8, [0x04] = -1, [0x14] = -1 }

function reader:skip_constants()
  for _ = 1, self:number() do
    local bytes = constant_bytes[self:byte()]
    if bytes < 0 then self:skip_text() else self:skip(bytes) end
  end
end

--- Adds the lines of a function, which begins on `first`, to the set `lines`.
function reader:add_lines(first, is_vararg, lines)
  local steps = {}
  for i = 1, self:number() do
    local byte = self:byte()
    steps[i] = byte < 128 and byte or byte - 256
  end
  local given = {}
  for _ = 1, self:number() do
    local instruction = self:number()
    given[instruction] = self:number()
  end
  local line = first
  for i, step in ipairs(steps) do
    line = step == -128 and given[i - 1] or line + step
    -- a function with `...` begins with an instruction that is no line
    if i > 1 or not is_vararg then lines[line] = true end
  end
end

function reader:add_function(lines)
  self:skip_text()
  local first = self:number()
  self:number() -- its last line
  self:skip(1) -- parameters
  local is_vararg = self:byte() ~= 0
  self:skip(1) -- the size of its stack
  self:skip(4 * self:number()) -- instructions
  self:skip_constants()
  self:skip(3 * self:number()) -- upvalues
  for _ = 1, self:number() do self:add_function(lines) end
  self:add_lines(first, is_vararg, lines)
  for _ = 1, self:number() do -- locals
    self:skip_text()
    self:number()
    self:number()
  end
  for _ = 1, self:number() do self:skip_text() end -- names of upvalues
end

--- The set of the lines of a Lua text that have code. nil if they cannot be
--- found out: it does not compile, or this Lua has another format.
function code_lines.of(text)
  local chunk = load(text, "=text", "t")
  local dump = chunk and string.dump(chunk)
  if not dump or dump:sub(1, #header) ~= header then return nil end
  local lines = {}
  local self = setmetatable({ text = dump,
    at = #header + 1 + 3 + 8 + 8 + 1 }, reader) -- sizes, two numbers, upvalues
  local good = pcall(self.add_function, self, lines)
  return good and self.at == #dump + 1 and lines or nil
end

return code_lines
