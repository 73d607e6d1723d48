-- Files of lines: read line by line, plain or gzip, and written as whole lines;
-- and small system functions.
local aurum = require "aurum"
local helper = require "helper"
local raises = helper.raises

local lua = os.getenv "LUA" or "lua5.4"

local function text_of(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

--- The lines of a file, each { number, line, problem }, and whether a newline
--- ended the last one.
local function lines_of(path)
  local list, last = {}, nil
  for number, line, problem, ended in assert(aurum.sys.lines(path)) do
    list[#list + 1], last = { number, line, problem }, ended
  end
  return list, last
end

describe("lines of a file", function()
  local folder
  setup(function() folder = helper.folder() end)
  teardown(helper.clean)

  local function read(text)
    return lines_of(helper.write(folder .. "/x", text))
  end

  it("come one by one, with their number", function()
    assert.same({ { 1, "a" }, { 2, "b" } }, read "a\nb")
    assert.same({}, read "")
    assert.same({ { 1, "a\0b" }, { 2, "\r\0" } }, read "a\0b\n\r\0\n")
  end)

  it("are only counted if they are blank", function()
    assert.same({ { 1, "a" }, { 3, "bc" } }, read "a\n\nbc\n")
    assert.same({}, read "\n")
    assert.same({}, read " \t\r\n\n \r")
    assert.same({ { 4, " x" }, { 6, "y " } }, read "\n \n\t\n x\n\ny ")
    local long = (" "):rep((1 << 18) + 5) -- more than the reader's buffer
    assert.same({ { 2, "a" }, { 4, "b" } },
      read(long .. "\na\n" .. long .. "\nb\n" .. long))
    assert.same({ { 600001, "z" } }, read(("\n"):rep(600000) .. "z"))
  end)

  it("are ready if a call would not wait", function()
    local file = assert(aurum.sys.lines(helper.write(folder .. "/x",
      "\n\nq\n\n")))
    assert.is_true(file:ready())
    assert.equal(3, file())
    assert.is_true(file:ready()) -- the end
    assert.is_nil(file())
    assert.is_true(file:ready())

    local path = folder .. "/pipe"
    assert(os.execute(("mkfifo '%s'"):format(path)))
    local to = assert(io.open(path, "r+"))
    local from = assert(aurum.sys.lines(path))
    local function put(text) assert(to:write(text)) to:flush() end
    assert.is_false(from:ready())
    put "a\n\nb"
    assert.is_true(from:ready())
    assert.same({ 1, "a", nil, true }, { from() })
    assert.is_false(from:ready()) -- half a line
    put((" "):rep(5000))
    assert.is_false(from:ready())
    put " c\n \n"
    assert.is_true(from:ready())
    assert.same({ 3, "b" .. (" "):rep(5001) .. "c", nil, true }, { from() })
    assert.is_false(from:ready()) -- blank lines do not count as a next line
    put "last"
    assert.is_false(from:ready())
    to:close()
    assert.is_true(from:ready())
    assert.same({ 5, "last", nil, false }, { from() })
    assert.is_nil(from())
  end)

  it("say whether a newline ended them", function()
    local function ended(text) return (select(2, read(text))) end
    assert.is_true(ended "a\nb\n")
    assert.is_false(ended "a\nb")
    assert.is_false(ended(("x"):rep(1 << 18)))
    assert.is_true(ended(("x"):rep(1 << 18) .. "\n"))
    assert.is_false(ended(("x"):rep((16 << 20) + 1)))
    assert.is_true(ended(("x"):rep((16 << 20) + 1) .. "\n"))
  end)

  it("may be long", function()
    local sizes = { 1, 4095, 4096, 4097, 65536, 300000, 1 << 18, 3 << 18 }
    local parts = {}
    for i, n in ipairs(sizes) do parts[i] = ("x"):rep(n) end
    for i, got in ipairs(read(table.concat(parts, "\n"))) do
      assert.equal(sizes[i], #got[2])
      assert.is_nil(got[3])
    end
  end)

  it("longer than 16 MiB are cut, with a report", function()
    local limit = 16 << 20
    local got = read(("x"):rep(limit) .. "\n" .. ("y"):rep(limit + 5) .. "\nz")
    assert.equal(3, #got)
    assert.equal(limit, #got[1][2])
    assert.is_nil(got[1][3])
    assert.equal(("a line of more than %d bytes"):format(limit), got[2][3])
    assert.same({ 3, "z" }, got[3])
  end)

  it("of a file that cannot be opened are refused", function()
    local lines, message = aurum.sys.lines(folder .. "/nothing")
    assert.is_nil(lines)
    assert.equal("No such file or directory", message)
    lines, message = aurum.sys.lines(folder)
    assert.is_nil(lines)
    assert.equal("Is a directory", message)
  end)

  it("end, and stay at the end", function()
    local lines = aurum.sys.lines(helper.write(folder .. "/x", "a\n"))
    assert.equal(1, lines())
    assert.is_nil(lines())
    assert.is_nil(lines())
  end)

  it("come from standard input with -", function()
    local text = helper.shell(([[printf 'a\nb\n' | %s -e '
      for number, line in require "aurum".sys.lines "-" do
        io.write(number, line, " ")
      end']]):format(lua))
    assert.equal("1a 2b ", text)
  end)
end)

describe("a check sum", function()
  it("is that of published examples", function()
    assert.is.equal(0xcbf43926, aurum.sys.crc32 "123456789")
    assert.is.equal(0, aurum.sys.crc32 "")
    assert.is.equal(0x414fa339,
      aurum.sys.crc32 "The quick brown fox jumps over the lazy dog")
  end)
end)

describe("lines of gzip data", function()
  local folder
  setup(function() folder = helper.folder() end)
  teardown(helper.clean)

  --- The lines of a file with these bytes.
  local function read(bytes)
    return lines_of(helper.write(folder .. "/x", bytes))
  end

  it("are those that were compressed", function()
    local list, ended = read(aurum.sys.gzip "a\n\nb\n")
    assert.same({ { 1, "a" }, { 3, "b" } }, list)
    assert.is_true(ended)
    list, ended = read(aurum.sys.gzip "a\nb")
    assert.same({ { 1, "a" }, { 2, "b" } }, list)
    assert.is_false(ended)
    assert.same({}, read(aurum.sys.gzip ""))
  end)

  it("continue from one member to the next", function()
    local a, b = aurum.sys.gzip "a\nb", aurum.sys.gzip "c\n"
    assert.same({ { 1, "a" }, { 2, "bc" }, { 3, "c" } }, read(a .. b .. b))
    assert.same({ { 1, "c" } }, read(aurum.sys.gzip "" .. b))
    assert.same({ { 1, "c" } }, read(b .. ("\0"):rep(700)))
  end)

  it("may be long, and many", function()
    local lines = {}
    for i = 1, 20000 do lines[i] = ("%d"):format(i):rep(i % 97 + 1) end
    lines[20001] = ("x"):rep(3 << 18)
    local text = table.concat(lines, "\n") .. "\n"
    for i, got in ipairs(read(aurum.sys.gzip(text))) do
      assert.equal(lines[i], got[2])
    end
    local limit = 16 << 20
    local got = read(aurum.sys.gzip(("x"):rep(limit + 1) .. "\nz\n"))
    assert.equal(("a line of more than %d bytes"):format(limit), got[1][3])
    assert.same({ 2, "z" }, got[2])
  end)

  it("are those that gzip compressed", function()
    local path = folder .. "/y.gz"
    helper.shell(("printf 'a\\nb\\n' | gzip -9 >%s"):format(path))
    assert.same({ { 1, "a" }, { 2, "b" } }, lines_of(path))
    helper.write(path, aurum.sys.gzip "c\n" .. aurum.sys.gzip "d\n")
    assert.equal("c\nd\n", helper.shell("gzip -dc " .. path))
  end)

  it("that are cut off give the complete ones, and one problem", function()
    local random = helper.dice(1)
    local lines = {}
    for i = 1, 40 do lines[i] = ("%d %d"):format(i, random(1000000)) end
    local text = table.concat(lines, "\n") .. "\n"
    local member = aurum.sys.gzip(text:sub(1, 200))
    local bytes, first = member .. aurum.sys.gzip(text:sub(201)), #member
    for n = 2, #bytes - 1 do
      local list, ended = read(bytes:sub(1, n))
      local last = table.remove(list)
      assert.is_false(ended)
      assert.equal(#list + 1, last[1])
      if n ~= first then
        assert.equal("the gzip data end in the middle", last[3])
      end
      for i, got in ipairs(list) do assert.same({ i, lines[i] }, got) end
    end
  end)

  it("that are damaged give one problem at the end", function()
    local text = ("abc\n"):rep(20) .. "the end\n"
    local bytes, told = aurum.sys.gzip(text), 0
    local whole = read(bytes)
    for n = 3, #bytes do
      for bit = 0, 7 do
        local list = read(bytes:sub(1, n - 1)
          .. string.char(bytes:byte(n) ~ 1 << bit) .. bytes:sub(n + 1))
        for i, got in ipairs(list) do
          if got[3] then
            assert.equal(#list, i)
            assert.truthy(got[3]:find "^the gzip data ")
            told = told + 1
          end
        end
        -- some bytes, such as the time in the header, are not
        -- checked by anything
        if not list[#list][3] then assert.same(whole, list) end
      end
    end
    assert.truthy(told > 0.8 * 8 * #bytes - 80, told)
  end)

  it("may have other data after them", function()
    for _, rest in ipairs { "x\n", "{}", "\0x" } do
      assert.same({ { 1, "a" },
        { 2, "", "the gzip data are followed by other data" } },
        read(aurum.sys.gzip "a\n" .. rest))
    end
    assert.same({ { 1, "x" }, { 2, aurum.sys.gzip "a\n":match "^[^\n]*" } },
      { table.unpack(read("x\n" .. aurum.sys.gzip "a\n"), 1, 2) })
  end)

  it("begin with two bytes, the first of which a plain file may have",
    function()
      assert.same({ { 1, "\x1f" } }, read "\x1f")
      assert.same({ { 1, "\x1fx" } }, read "\x1fx\n")
      assert.same({ { 1, "x\x1f\x8b" } }, read "x\x1f\x8b\n")
      assert.same({ { 1, "", "the gzip data end in the middle" } },
        read "\x1f\x8b")
    end)

  it("come through a pipe as they are written, the first byte alone", function()
    local back = folder .. "/back"
    local bytes = helper.write(folder .. "/bytes", aurum.sys.gzip "a\n")
    -- the other bytes are written after the first has been read: the reader
    -- waits; the second line, after it has printed the first
    local text = helper.shell(([[
      comes() {
        tries=0
        until "$@" 2>/dev/null || [ $tries -ge 6000 ]; do
          sleep 0.05; tries=$((tries + 1))
        done
      }
      waits() {
        [ ! -r /proc/self/stat ] || grep -q ") S " "/proc/$(cat %s)/stat"
      }
      { head -c 1 %s
        comes waits
        tail -c +2 %s
        comes test -s %s
        gzip <%s; } | %s -e '
      local aurum = require "aurum"
      local pid = io.open("/proc/self/stat")
      if pid then
        io.open("%s", "w"):write(pid:read "n"):close()
      end
      for number, line in aurum.sys.lines "-" do
        if number == 1 then io.open("%s", "w"):write "b\n":close() end
        io.write(number, line, " ")
      end']]):format(folder .. "/pid", bytes, bytes, back, back, lua,
        folder .. "/pid", back))
    assert.equal("1a 2b ", text)
  end)

  it("take constant memory", function()
    local text = helper.shell(([[
      yes "$(head -c 999 /dev/zero | tr '\0' x)" 2>/dev/null |
        head -n 100000 | gzip -1 |
      ASAN_OPTIONS=quarantine_size_mb=1 %s -e '
        local aurum = require "aurum"
        local count, before = 0, nil
        for number, line in aurum.sys.lines "-" do
          if number == 10000 then before = aurum.sys.peak_memory() end
          count = count + #line
        end
        io.write(count, " ", aurum.sys.peak_memory() - before)'
      ]]):format(lua))
    local bytes, growth = text:match "^(%d+) (%d+)"
    assert.equal("99900000", bytes)
    assert.truthy(tonumber(growth) < 16 << 10, growth)
  end)
end)

describe("a writer", function()
  local folder
  setup(function() folder = helper.folder() end)
  teardown(helper.clean)

  it("writes whole lines, in order", function()
    local path = folder .. "/out"
    helper.write(path, "old text\n")
    local writer = assert(aurum.sys.writer(path, "replace"))
    assert.is_true(writer:write "a\n")
    assert.is_true(writer:write "b\nc\n")
    assert.is_true(writer:flush())
    assert.equal("old text\n", text_of(path)) -- until the new one is whole
    assert.is_true(writer:write "d\n")
    assert.is_true(writer:close())
    assert.same({ "out" }, aurum.sys.files(folder))
    assert.equal("a\nb\nc\nd\n", text_of(path))
    raises("the file is closed", writer.write, writer, "e\n")
    raises("the file is closed", writer.close, writer)
    raises("the file is closed", writer.flush, writer)
  end)

  it("writes only whole lines", function()
    local writer = assert(aurum.sys.writer(folder .. "/out", "replace"))
    raises("expected whole lines", writer.write, writer, "a")
    raises("expected whole lines", writer.write, writer, "")
    raises("expected whole lines", writer.write, writer, "a\nb")
    writer:close()
    assert.equal("", text_of(folder .. "/out"))
  end)

  it("keeps an empty line that is written alone", function()
    local path = folder .. "/empty line"
    local writer = assert(aurum.sys.writer(path))
    assert(writer:write "\n")
    assert(writer:flush())
    assert.equal("\n", text_of(path))
    assert(writer:write "\n")
    assert(writer:close())
    assert.equal("\n\n", text_of(path))
  end)

  it("of gzip data depend on their lines, not on the calls", function()
    local lines = {}
    for i = 1, 900 do lines[i] = ("%d"):format(i * i):rep(i) .. "\n" end
    local text = table.concat(lines)
    assert(#text > 5 << 18) -- several members
    local function written(pieces, flush)
      local path = helper.folder() .. "/x.gz"
      local writer = assert(aurum.sys.writer(path))
      for _, piece in ipairs(pieces) do
        assert(writer:write(piece))
        if flush then assert(writer:flush()) end
      end
      assert(writer:close())
      return text_of(path)
    end
    local whole = written({ text }, false)
    assert.equal(whole, written(lines, false))
    assert.equal(whole, written(lines, true))
    local halves = {}
    for i = 1, 900, 7 do
      halves[#halves + 1] = table.concat(lines, "", i, math.min(i + 6, 900))
    end
    assert.equal(whole, written(halves, true))
    local _, members = whole:gsub("\x1f\x8b\x08\0\0\0\0\0", "")
    assert.equal(math.ceil(#text / (1 << 18)), members)
    assert.equal(written({}, false), written({}, true))
  end)

  it("writes its buffer when it is collected", function()
    local path = folder .. "/collected"
    assert(aurum.sys.writer(path)):write "a\n"
    collectgarbage()
    collectgarbage()
    assert.equal("a\n", text_of(path))
  end)

  it("writes much", function()
    local path, line = folder .. "/much", ("x"):rep(999) .. "\n"
    local writer = assert(aurum.sys.writer(path))
    for _ = 1, 3000 do assert(writer:write(line)) end
    assert(writer:close())
    assert.equal(3000000, #text_of(path))
  end)

  it("says when it cannot", function()
    local writer, message = aurum.sys.writer(folder .. "/no/where")
    assert.is_nil(writer)
    assert.equal("No such file or directory", message)
    writer = aurum.sys.writer "/dev/full"
    if not writer then return end -- this system has no such device
    assert.is_true(writer:write "a\n")
    local done
    done, message = writer:close()
    assert.is_nil(done)
    assert.equal("No space left on device", message)
  end)

  it("writes gzip data where the name says so", function()
    local path = folder .. "/out.gz"
    local writer = assert(aurum.sys.writer(path))
    assert(writer:write "a\n")
    assert(writer:write "b\n")
    assert.is_true(writer:flush())
    assert.equal("", text_of(path)) -- they wait for the end
    assert(writer:write "c\n")
    assert(writer:close())
    assert.equal(aurum.sys.gzip "a\nb\nc\n", text_of(path))
    assert.same({ { 1, "a" }, { 2, "b" }, { 3, "c" } }, lines_of(path))
    assert(assert(aurum.sys.writer(path, "replace")):close())
    assert.equal(aurum.sys.gzip "", text_of(path))
  end)

  it("is locked for other processes while it is continued", function()
    local path = folder .. "/continued"
    assert.is_false(aurum.sys.locked(path))
    local writer = assert(aurum.sys.writer(path, "continue", 0, 0))
    local ask = ([[%s -e 'print((require "aurum").sys.locked "%s")']])
      :format(lua, path)
    assert.equal("true\n", helper.shell(ask))
    assert(writer:close())
    assert.equal("false\n", helper.shell(ask))
    local locked, message = aurum.sys.locked(folder .. "/continued/below")
    assert.is_nil(locked)
    assert.equal("Not a directory", message)
  end)

  it("does not append to gzip data", function()
    local path = folder .. "/new.gz"
    local writer, message = aurum.sys.writer(path, "continue", 0, 0)
    assert.is_nil(writer)
    assert.equal("cannot continue gzip data", message)
    assert.is_nil(io.open(path))
  end)

  it("keeps no part of a line that could not be written whole", function()
    -- a file may have 256 KiB here: writing more fails
    local text = helper.shell(([[
      ulimit -f 512; trap '' XFSZ; %s -e '
      local aurum = require "aurum"
      for _, name in ipairs { "/cut", "/cut.gz" } do
        local writer = assert(aurum.sys.writer("%s" .. name))
        local failed
        for i = 1, 4000 do
          local noise = {}
          for k = 1, 10 do noise[k] = aurum.sys.entropy() end
          failed = not writer:write(i .. table.concat(noise) .. "\n")
            or not writer:flush() or failed
        end
        io.write(tostring(failed), " ")
      end']]):format(lua, folder))
    assert.equal("true true ", text)
    for _, name in ipairs { "cut", "cut.gz" } do
      local list, ended = lines_of(folder .. "/" .. name)
      assert.truthy(#list > 10 and #list < 4000, #list)
      assert.is_true(ended)
    end
  end)

  it("writes to standard output with -, after earlier prints", function()
    local text = helper.shell(([[%s -e '
      io.write("first ")
      local writer = require "aurum".sys.writer "-"
      writer:write("second\n")
      writer:close()
      io.write("third")']]):format(lua))
    assert.equal("first second\nthird", text)
  end)
end)

describe("small functions of the system:", function()
  it("the files of a folder", function()
    local folder = helper.folder()
    finally(helper.clean)
    for _, name in ipairs { "b", "a", "C" } do
      helper.write(folder .. "/" .. name, "")
    end
    assert.same({ "C", "a", "b" }, aurum.sys.files(folder))
    local list, message = aurum.sys.files(folder .. "/a")
    assert.is_nil(list)
    assert.equal("Not a directory", message)
  end)

  it("folders, with all that are missing above them", function()
    local folder = helper.folder()
    finally(helper.clean)
    local make, deep = aurum.sys.make_folder, folder .. "/a/b/c/"
    assert.is_true(make(deep))
    assert.is_true(make(deep))
    assert.is_true(make(folder .. "/a//b"))
    helper.write(deep .. "file", "x")
    for _, path in ipairs { deep .. "file", deep .. "file/d" } do
      assert.same({ nil, "Not a directory" }, { make(path) })
    end
    raises("too long or empty", make, "")
    raises("too long or empty", make, ("x"):rep(5000))
  end)

  it("the test for a terminal", function()
    assert.equal("false", helper.shell(([[%s -e '
      io.write(tostring(require "aurum".sys.is_terminal "stdin"))' </dev/null]])
      :format(lua)))
    raises("invalid option 'stdlog'", aurum.sys.is_terminal, "stdlog")
  end)

  it("the time, which only increases", function()
    local a = aurum.sys.clock()
    local b = aurum.sys.clock()
    assert.truthy(b >= a and b - a < 10)
  end)

  it("random bits, different each time", function()
    assert.truthy(aurum.sys.entropy():find("^" .. ("%x"):rep(32) .. "$"))
    assert.not_equal(aurum.sys.entropy(), aurum.sys.entropy())
  end)

  it("the nearest word", function()
    local words = { "hand", "hands", "handle", "gold", "of" }
    local expected = {
      hand = "hand", hnad = "hand", hadn = "hand", handl = "hand",
      hans = "hand", hends = "hands", glod = "gold", golden = "gold",
      og = "of", HAND = "hand", Gold = "gold", GLOD = "gold",
      silver = false, x = false, [""] = false,
    }
    for word, nearest in pairs(expected) do
      assert.equal(nearest or nil, aurum.nearest(word, words), word)
    end
    assert.is_nil(aurum.nearest("o", { "h", "x" })) -- no letter would be left
    assert.equal("on", aurum.nearest("o", { "h", "on" }))
    raises("expected strings", aurum.nearest, "x", { 1 })
  end)
end)

describe("a text made plain", function()
  local plain, cell = aurum.plain, aurum.csv_text

  it("has no control character and no invisible one", function()
    for text, expected in pairs {
      ["a b~ä€😀"] = "a b~ä€😀", [""] = "",
      ["\27[31m\r\n\t\0\127"] = "\\27[31m\\13\\10\\9\\0\\127",
      ["\u{80}\u{9f}\u{a0}\u{ad}"] = "\\u{80}\\u{9F}\u{a0}\\u{AD}",
      ["\u{61c}\u{200e}\u{200f}"] = "\\u{61C}\\u{200E}\\u{200F}",
      ["\u{202a}\u{202e}\u{2066}\u{2069}"]
        = "\\u{202A}\\u{202E}\\u{2066}\\u{2069}",
      ["\u{2027}\u{2028}\u{2029}\u{202f}"]
        = "\u{2027}\\u{2028}\\u{2029}\u{202f}",
      ["\u{200b}\u{feff}\u{e0041}"] = "\\u{200B}\\u{FEFF}\\u{E0041}",
      -- bytes that are not UTF-8: alone, overlong, surrogates, too large, cut
      ["\x9b31m"] = "\\15531m", ["\xc0\x9b"] = "\\192\\155",
      ["\xed\xa0\x80"] = "\\237\\160\\128", ["\xc2"] = "\\194",
      ["\xf4\x90\x80\x80"] = "\\244\\144\\128\\128",
      ["\xe2\x80"] = "\\226\\128", ["\xf8x"] = "\\248x",
    } do
      assert.equal(expected, plain(text))
      assert.equal(expected, plain(expected)) -- a second time changes nothing
    end
  end)

  it("is cut, line by line", function()
    assert.equal(("x"):rep(500) .. "...", plain(("x"):rep(501)))
    assert.equal(("x"):rep(500), plain(("x"):rep(500)))
    assert.equal("ab...", plain("abc", 2))
    assert.equal("ää...", plain("äää", 2))
    assert.equal("a...", plain("a\27", 3)) -- no part of an escape sequence
    assert.equal("ab...\nc\nde...", plain("abc\nc\ndef", 2, "\n"))
    assert.equal("a\tb\\10", plain("a\tb\n", 9, "\t"))
    raises("expected 1 to", plain, "x", 0)
  end)

  it("is a cell of CSV that no spreadsheet runs", function()
    for text, expected in pairs { ["=1+2"] = "'=1+2", ["+1"] = "'+1",
      ["-1"] = "'-1", ["@x"] = "'@x", ["\t=1"] = "'\\9=1",
      ["\r=1"] = "'\\13=1", ["a=1"] = "a=1", [""] = "", ['a"b'] = '"a""b"',
      ["=a,b"] = "\"'=a,b\"" } do
      assert.equal(expected, cell(text))
    end
    assert.equal('"=a,b\r\n"', cell("=a,b\r\n", true))
    assert.equal("a\0b", cell("a\0b", true))
  end)
end)
