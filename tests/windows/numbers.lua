-- Prints what depends on the C library and on the sizes of its numbers: texts
-- of numbers, numbers of texts, powers, integers of 64 bits, order, dates.
local aurum = require "aurum"
local seed = 42
local function draw() -- 64 bits, the same on every machine
  seed = seed * 6364136223846793005 + 1442695040888963407
  return seed
end

for _ = 1, 20000 do
  local bits = draw() ~ draw() >> 32
  local x = string.unpack("<d", string.pack("<i8", bits))
  if x == x and math.abs(x) ~= math.huge then
    local text = ("%.17g"):format(x)
    assert(tonumber(text) == x, text)
    print(x, text, ("%a"):format(x), ("%.3f"):format(x % 1000), x // 1)
  end
end
for i = -20, 20 do
  print(i / 7, (i / 7) ^ 3, 2.5 ^ i, 10.0 ^ i, i // 3, i % 3)
end
print(math.maxinteger, math.mininteger, 1 << 40, 2 ^ 53, 1e15, 1e16, -0.0)
print(0 / 0, 1 / 0, -1 / 0, tostring(2 ^ 63), math.tointeger(2 ^ 53))
print(tonumber "0x1p-1074", tonumber "1e400", tonumber "0x.8p1", tonumber "4e")
print(os.date("!%Y-%m-%d %H:%M:%S", 5000000000),
  os.time { year = 2040, month = 1, day = 1, hour = 12 } > 2 ^ 31)
print(aurum.sys.digest "digest", #aurum.sys.entropy())
local words = { "b", "a", "Z", "ä", "_", "1" }
table.sort(words)
print(table.concat(words, " "))
