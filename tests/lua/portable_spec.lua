-- What scripts see of numbers and bytes is the same on every machine.
local aurum = require "aurum"

--- The values of expressions, as a script's sandbox computes them.
local function values(...)
  local parts = {}
  for i, text in ipairs { ... } do
    parts[i] = ("tostring(select(2, pcall(function() return %s end)))"):format(
      text)
  end
  local data, problem = aurum.variant_file("x.lua", "local z = 0.0 local nan = "
    .. "z/z return { list = { " .. table.concat(parts, ",\n") .. "} }")
  return assert(data, problem).list
end

--- Holds that each expression has its text.
local function same(pairs_of)
  local texts, expected = {}, {}
  for i, pair in ipairs(pairs_of) do
    texts[i], expected[i] = pair[1], pair[2]
  end
  assert.same(expected, values(table.unpack(texts)))
end

describe("string.pack", function()
  it("has fixed sizes", function()
    local list = {}
    for letter, size in ("b1B1h2H2i4I4l8L8j8J8T8f4d8n8x1"):gmatch "(%a)(%d)" do
      list[#list + 1] = { ("string.packsize '%s'"):format(letter), size }
    end
    same(list)
    same { { "('s'):pack 'ab':byte(1, -1)", "2" },
      { "#('s'):pack 'ab'", "10" }, { "#('s2'):pack 'ab'", "4" },
      { "string.packsize '!bd'", "16" }, { "string.packsize '!bXi16'", "8" },
      { "string.packsize 'bd'", "9" }, { "string.packsize '!2bi4'", "6" } }
  end)

  it("is little-endian unless told otherwise", function()
    same { { "('i2'):pack(513):byte()", "1" },
      { "('=i2'):pack(513):byte()", "1" }, { "('>i2'):pack(513):byte()", "2" },
      { "('>=i2'):pack(513):byte()", "1" },
      { "('d'):pack(1):byte(8)", "63" }, { "('>d'):pack(1):byte(1)", "63" } }
  end)

  it("has one pattern for a NaN", function()
    same { { "('>n'):pack(nan) == '\\x7f\\xf8\\0\\0\\0\\0\\0\\0'", "true" },
      { "('>n'):pack(-nan) == ('>n'):pack(nan)", "true" },
      { "('>f'):pack(-nan) == '\\x7f\\xc0\\0\\0'", "true" } }
  end)

  it("gives back what it got", function()
    same { { "('<i3'):unpack(('<i3'):pack(-2))", "-2" },
      { "('>I16'):unpack(('>I16'):pack(7))", "7" },
      { "('i16'):unpack(('i16'):pack(math.mininteger))",
        "-9223372036854775808" },
      { "('z'):unpack(('z'):pack 'ab')", "ab" },
      { "('s1'):unpack(('s1'):pack 'ab')", "ab" },
      { "('f'):unpack(('f'):pack(0.5))", "0.5" },
      { "select(2, ('c3'):unpack('abcd'))", "4" },
      { "('b'):unpack('abc', -1)", "99" } }
  end)

  it("refuses as Lua does", function()
    for text, message in pairs {
      ["('i1'):pack(128)"] = "integer overflow",
      ["('I1'):pack(-1)"] = "unsigned overflow",
      ["('c1'):pack 'ab'"] = "string longer than given size",
      ["('z'):pack 'a\\0'"] = "string contains zeros",
      ["('s1'):pack(('x'):rep(256))"] = "string length does not fit in given",
      ["('i17'):pack(1)"] = "integral size %(17%) out of limits %[1,16%]",
      ["('q'):pack(1)"] = "invalid format option 'q'",
      ["('c'):pack 'x'"] = "missing size for format option 'c'",
      ["('Xz'):pack()"] = "invalid next option for option 'X'",
      ["('!3i3'):pack(1)"] = "format asks for alignment not power of 2",
      ["('s'):packsize()"] = "variable%-length format",
      ["('i4'):unpack 'abc'"] = "data string too short",
      -- 32 bits of the length alone would fit
      ["('s'):unpack '\\1\\0\\0\\0\\1\\0\\0\\0abc'"] = "data string too short",
      ["('z'):unpack 'abc'"] = "unfinished string for format 'z'",
      ["('I9'):unpack(('\\xff'):rep(9))"] = "9%-byte integer does not fit",
      ["('i4'):unpack('abcd', 9)"] = "initial position out of string",
      ["('c2000000'):pack 'x'"] = "at most 1048576",
    } do
      assert.truthy(values(text)[1]:find(message), text)
    end
  end)
end)

describe("a number's text", function()
  it("is nan for each NaN", function()
    same { { "nan", "nan" }, { "-nan", "nan" },
      { "tostring(-nan)", "nan" }, { "math.huge - math.huge", "nan" },
      { "math.sqrt(-1)", "nan" }, { "math.fmod(1.0, z)", "nan" },
      { "table.concat { nan, -nan, 1.5 }", "nannan1.5" },
      { "('%f|%5.1g|%-5e|%+a|%A|%E|%G'):format(nan, -nan, nan, -nan, nan, "
        .. "nan, nan)", "nan|  nan|nan  |nan|NAN|NAN|NAN" },
      { "('%s %q'):format(-nan, nan)", "nan (0/0)" } }
  end)

  it("is inf with a sign", function()
    same { { "1/z", "inf" }, { "-1/z", "-inf" },
      { "('%f %5.1f %E %a %q'):format(1/z, -1/z, 1/z, -1/z, 1/z)",
        "inf  -inf INF -inf 1e9999" } }
  end)

  it("has the same hexadecimal digits everywhere", function()
    same { { "('%a'):format(0.1)", "0x1.999999999999ap-4" },
      { "('%a'):format(5e-324)", "0x0.0000000000001p-1022" },
      { "('%q'):format(5e-324)", "0x0.0000000000001p-1022" },
      { "('%q'):format(1.5)", "0x1.8p+0" }, { "('%a'):format(3)", "0x1.8p+1" },
      { "('%.0a %.1a %.2a'):format(1.9, 1.96875, 1.03125)",
        "0x2p+0 0x2.0p+0 0x1.08p+0" },
      { "('%-+14.3A|%014a|%#.0a'):format(1.5, -2.0, 1.0)",
        "+0X1.800P+0   |-0x00000001p+1|0x1.p+0" },
      { "('%a %a'):format(0.0, -0.0)", "0x0p+0 -0x0p+0" },
      { "('%.20a'):format(1.5)", "0x1.80000000000000000000p+0" } }
  end)

  it("counts the arguments of all conversions", function()
    same { { "('%% %d %c %s %a%%|%f'):format(1, 65, 'x', 2.5, nan)",
      "% 1 A x 0x1.4p+1%|nan" },
      { "('%a %f'):format(1.5)",
        "x.lua:2: bad argument #2 to 'format' (no value)" } }
  end)
end)
