-- The sandbox of a bot: which parts of Lua it has. Nothing in it reaches
-- outside, differs from run to run, or passes from one game to the next.
local aurum = require "aurum"
local helper = require "helper"
local in_bot = helper.in_bot

--- Expect that an expression is true in a bot.
local function holds(code)
  local text = in_bot("return " .. code)
  assert.equal("true", text, code)
end

--- Expect that code in a bot raises an error with this text.
local function raises(expected, code)
  local text = in_bot(([[
    local good, message = pcall(function() %s end)
    return tostring(good) .. " " .. tostring(message)]]):format(code))
  assert.equal("false", text:match "^%l+", code)
  assert.truthy(text:find(expected, 1, true), code .. ": " .. text)
end

describe("a bot does not have", function()
  for name in ([[io os package debug coroutine load loadfile dofile
    loadstring collectgarbage rawset xpcall warn utf16 arg
    string.dump math.randomize math.exp math.log math.sin math.cos math.tan
    math.asin math.acos math.atan math.pow math.deg math.rad aurum.game
    aurum.new_game aurum.variant aurum.variants aurum.bot aurum.bots
    aurum.record aurum.sys aurum.home aurum.version aurum.position
    aurum.nearest aurum.plain aurum.csv_text]])
    :gmatch "%S+" do
    it(name, function()
      holds(name .. " == nil")
    end)
  end

  it("any other way to them", function()
    holds "('x').dump == nil"
    holds "getmetatable('') == 'locked'"
    holds "getmetatable(_G) == 'locked'"
    holds "getmetatable(math) == 'locked'"
    holds "getmetatable(view) == 'locked'"
    holds "getmetatable(view.hand) == 'locked'"
    holds "_G._G == _G and _ENV == _G"
    holds "rawget(_G, 'math') == nil and _G.math == math"
    raises("read-only", "_G.string.dump = 1")
    raises("cannot change a protected metatable", "setmetatable(_G, {})")
    raises("", "setmetatable('', {})")
    raises("", "setmetatable(view, {})")
  end)

  it("a global that it did not make", function()
    -- every name in a stock Lua, and in this module
    local found = {}
    for name in pairs(_G) do
      if type(name) == "string" and name:find "^[%a_][%w_]*$" then
        if in_bot("return _G['" .. name .. "'] ~= nil") == "true" then
          found[#found + 1] = name
        end
      end
    end
    table.sort(found)
    local expected = {}
    for name in ([[_G _VERSION assert error getmetatable ipairs math next
      pairs pcall print rawequal rawget rawlen require select setmetatable
      string
      table tonumber tostring type utf8]]):gmatch "%S+" do
      if _G[name] ~= nil then expected[#expected + 1] = name end
    end
    assert.same(expected, found)
  end)
end)

describe("a bot has", function()
  it("the useful parts of Lua, unchanged", function()
    for _, code in ipairs {
      "select('#', 1, 2) == 2", "tonumber('0x10') == 16",
      "type(nil) == 'nil'", "rawlen({1, 2}) == 2", "rawequal(1, 1)",
      "rawget({ 5 }, 1) == 5", "assert(1) == 1", "_VERSION == 'Lua 5.4'",
      "math.max(1, 3) == 3", "math.sqrt(9) == 3", "math.huge > 1e308",
      "math.type(1) == 'integer'", "math.tointeger(3.0) == 3",
      "math.floor(2.5) == 2 and math.ceil(2.5) == 3", "math.pi > 3",
      "math.abs(-1) == 1 and math.fmod(5, 3) == 2", "math.ult(1, -1)",
      "select(2, math.modf(1.5)) == 0.5", "math.maxinteger > 0",
      "math.mininteger < 0 and math.min(1, 2) == 1",
      "('abc'):upper() == 'ABC' and ('x'):rep(3) == 'xxx'",
      "('a1'):match('%d') == '1' and ('%d'):format(3) == '3'",
      "('abc'):gsub('b', 'x') == 'axc' and ('abc'):find('c') == 3",
      "string.unpack('<i4', string.pack('<i4', 7)) == 7",
      "('abc'):byte() == 97 and string.char(97) == 'a'",
      "('abc'):reverse() == 'cba' and ('abc'):sub(2) == 'bc'",
      "('ABC'):lower() == 'abc' and #('abc') == ('abc'):len()",
      "('a b'):gmatch('%a')() == 'a' and string.packsize('i4') == 4",
      "table.concat({ 1, 2 }, '-') == '1-2'",
      "select('#', table.unpack { 1, 2, 3 }) == 3",
      "table.pack(1, nil).n == 2", "table.remove({ 1, 2 }) == 2",
      "#table.move({ 1, 2 }, 1, 2, 2) == 3",
      "utf8.char(228) == '\xC3\xA4' and utf8.len('\xC3\xA4') == 1",
      "setmetatable({}, { __index = { x = 1 } }).x == 1",
      "select(2, pcall(error, 'x', 0)) == 'x'",
      "select(2, pcall(error, { 5 }))[1] == 5",
      "aurum.api == 2 and aurum.card 'Z7' == aurum.set 'Z7':list()[1]",
      "tostring(aurum.card 'Z7') == 'Z7' and tostring(12) == '12'",
    } do
      holds(code)
    end
    assert.equal("3", in_bot [[
      local t = {}
      table.insert(t, 3)
      table.insert(t, 1, 4)
      goto done
      ::done::
      return t[2] ]])
  end)

  it("libraries that are read-only", function()
    for _, name in ipairs { "math", "string", "table", "utf8", "aurum" } do
      raises(("'%s' is read-only"):format(name), name .. ".x = 1")
      raises(("'%s' is read-only"):format(name), name .. ".type = nil")
      raises("read-only", ("table.insert(%s, 1)"):format(name))
      raises("protected metatable", ("setmetatable(%s, nil)"):format(name))
    end
    raises("read-only", "math.floor = 1")
    holds "rawget(math, 'floor') == nil and math.floor(1.5) == 1"
  end)

  it("globals of its own, also over Lua's", function()
    assert.equal("7 mine", in_bot [[
      x = 7
      print = "mine"
      return x .. " " .. print]])
  end)

  it("no metamethods that run at odd times", function()
    for _, name in ipairs { "__gc", "__close", "__mode" } do
      raises(("a metatable here cannot have %s"):format(name),
        ("setmetatable({}, { %s = 'k' })"):format(name))
    end
    raises("nil or table", "setmetatable({}, 5)")
    raises("protected metatable",
      "setmetatable(setmetatable({}, { __metatable = 1 }), {})")
  end)

  it("print, which writes to stderr after the bot's name", function()
    local folder = helper.folder()
    finally(helper.clean)
    local path = helper.write(folder .. "/mine.lua", [[
      return {
        bid = function(_, view)
          print("round", view.round, nil, view.hand:lowest(), {}, print)
          print()
          print "one\ntwo\27[31m\u{9b}m"
          error("enough", 0)
        end,
        play = function() end,
      }]])
    local text = helper.shell(([[%s -e '
      local aurum = require "aurum"
      aurum.game { seed = 1, bots = { "%s" } }:run()
      io.write("done")' 2>%s/err; cat %s/err]]):format(
      os.getenv "LUA" or "lua5.4", path, folder, folder))
    -- each line starts with the bot's name and has no character that
    -- moves the cursor
    local head = "[mine s1 1.0] "
    assert.equal("done" .. head .. "round 1 nil C2 {} function\n" .. head
      .. "\n" .. head .. "one\n" .. head .. "two\\27[31m\\u{9B}m\n",
      (text:gsub("\t", " ")))
  end)
end)

describe("a bot's output", function()
  --- The data that a game with a bot in seat 2 keeps or writes.
  local function said(options, head)
    options.players, options.seed = 4, "said"
    options.keep_prints = true
    options.bots = { false, helper.bot(([[%s
      return {
        bid = function(_, view)
          aurum.log("debug", "low", 1)
          aurum.log("info", "middle")
          aurum.log("warn", "high\nhigher")
          print "plain"
          error("enough", 0)
        end,
        play = function() end,
      }]]):format(head or "")), false, false }
    local game = aurum.game(options):restart("said", nil, "7/2"):deal()
    while game.state.turn ~= 2 do game:apply(game.state:legal()[1]) end
    local before = game:printed()
    game:step()
    return before .. game:printed(), game
  end
  local head = "[bot s2 g7/2 1.0] "

  it("has the level before each logged line", function()
    local text, game = said {}
    assert.equal(head .. "info: middle\n" .. head .. "warn: high\n" .. head
      .. "higher\n" .. head .. "plain\n", text)
    assert.equal("", game:printed())
    assert.equal(head .. "debug: low 1\n" .. text, (said { log = "debug" }))
    assert.equal(head .. "warn: high\n" .. head .. "higher\n" .. head
      .. "plain\n", (said { log = "warn" }))
  end)

  it("is that of all, of one seat or of none", function()
    assert.equal(said {}, (said { print = "all" }))
    assert.equal(said {}, (said { print = 2 }))
    assert.equal("", (said { print = 1 }))
    assert.equal("", (said { print = "off" }))
    helper.raises("print: expected a name such as 'all', got 5", said,
      { print = 5 })
    helper.raises("log: there is no 'all'", said, { log = "all" })
    helper.raises("level: there is no 'high'", function()
      assert(aurum.game { bots = { helper.bot "aurum.log('high', 1)" } })
    end)
  end)

  it("from before the first deal has no round", function()
    local text = said({}, "print 'file'")
    assert.equal("[bot s2 g7/2] file", text:match "^[^\n]*")
  end)

  it("cannot be noticed by the bot", function()
    local code = [[local n = 0
      local t = setmetatable({}, { __tostring = function()
        n = n + 1
        return "t"
      end })
      for _ = 1, 3 do aurum.log("debug", t) print(t) end
      print = function() error("n " .. n, 0) end ]]
    for _, print in ipairs { "all", "off" } do
      local _, game = said({ print = print }, code)
      assert.equal("n 6", game.faults[1].message)
    end
  end)

  it("is part of the message if its file fails", function()
    local _, message = aurum.game { seed = 1,
      bots = { helper.bot("print 'one'\nerror 'oops'", nil, "b") } }
    assert.equal("b.lua:2: oops\nit printed:\n[b] one", message)
  end)
end)

describe("print is bounded:", function()
  it("to as many bytes as a game is made with", function()
    local function printed(bytes)
      local game = aurum.game { seed = 1, keep_prints = true,
        print_bytes = bytes, bots = { helper.bot [[
          print(("x"):rep(30000))
          return { bid = function() end, play = function() end }]],
        false, false, false } }
      game:deal()
      local text = game:printed()
      return select(2, text:gsub("x", "")), text:find "%-%-print%-bytes N"
    end
    local bytes, cut = printed(nil)
    assert.is_true(bytes < 20000 and cut ~= nil)
    bytes, cut = printed(40000)
    assert.equal(30000, bytes)
    assert.is_nil(cut)
    bytes, cut = printed(100)
    assert.is_true(bytes < 100 and cut ~= nil)
    assert.equal(0, (printed(0)))
    helper.raises("print_bytes: expected bytes from 0 to 1073741824", printed,
      -1)
  end)

  it("also by lines, including empty ones and those within a text", function()
    for _, print in ipairs { "for _ = 1, 1e5 do print() end",
      [[print((\"\\n\"):rep(1e5))]] } do
      local text = helper.shell(((os.getenv "LUA" or "lua5.4") .. [[ -e '
        local source = "%s return { bid = function() end, \z
          play = function() end }"
        require "aurum".game { bots = { { source = source, path = "b.lua",
          name = "b", options = {} }, false, false, false } }:deal()' 2>&1]])
        :format(print))
      assert.truthy(#text > 19000 and #text < 20100, #text)
      assert.truthy(text:find("in this game: --print-bytes N", 1, true))
    end
  end)

  it("to 20000 bytes per game, with a note at the end", function()
    local text = helper.shell((os.getenv "LUA" or "lua5.4") .. [[ -e '
      local aurum = require "aurum"
      local source = "for i = 1, 1000 do print((\"x\"):rep(99)) end \z
        return { bid = function() end, play = function() end }"
      local game = aurum.game { seed = 1, bots = { {
        source = source, path = "b.lua", name = "b", options = {} },
        false, false, false } }
      io.stderr:write("game 1\n") -- nothing is printed yet
      game:deal()
      io.stderr:write("game 2\n")
      game:restart(2):deal()' 2>&1 >/dev/null]])
    local first, second = text:match "^game 1\n(.*)game 2\n(.*)$"
    for _, part in ipairs { first, second } do
      local _, bytes = part:gsub("x", "")
      assert.truthy(bytes > 15000 and bytes <= 20000, bytes)
      assert.truthy(part:find "no more of its output in this game: [^\n]*%)\n$")
    end
  end)
end)

-- Without a limit, each of these would run for hours or fill the memory, and no
-- Lua hook would stop it: they do not fire inside C functions.
describe("no call runs for long:", function()
  it("patterns", function()
    for _, pattern in ipairs {
      ".-.-.-.-b", ".*.*.*.*b", "a+a+a+a+b", "(a*)(a*)(a*)(a*)%4b",
      "[^b]*[a]*[%a]*%a*b", "%f[%a]a-a-a-a-b", "a*)*a*a*a*b", "^a*a*a*a*a*b",
      "^*a*a*a*a*a*b", "[]]*[^]]*%]*a*.*.*b", "[%]a]*[%]a]*[%]a]*[%]a]*b",
      "a*a*a*a*[", "a*a*a*a*%", "(a*)(a*)(a*)(a*b", "%ba**a*a*a*a*b",
      "%f[a]*a*a*a*a*b", "()a*()a*()a*()a*b",
      ("a?"):rep(60) .. ("a"):rep(60) .. "b",
    } do
      local call = ("(%q):rep(2000), %q"):format("a", pattern)
      for _, name in ipairs { "find", "match", "gmatch" } do
        raises("pattern too costly for a subject of 2000 bytes",
          ("string.%s(%s)"):format(name, call))
      end
      raises("pattern too costly for a subject of 2000 bytes",
        "string.gsub(" .. call .. ", '')")
      raises("bad argument #1 to 'match' (pattern too costly",
        ("(('a'):rep(2000)):match(%q)"):format(pattern))
    end
  end)

  it("patterns with an item that scans the whole subject", function()
    for _, pattern in ipairs { "%bab", "()%1", ".-%bab", "(.-)%1b" } do
      raises("pattern too costly for a subject of 1000000 bytes",
        ("string.find(('a'):rep(1000000), %q)"):format(pattern))
    end
    raises("too costly", "(('a'):rep(1000000)):find(('a'):rep(500000) .. 'b')")
    raises("too costly",
      "(('a'):rep(1000000)):find(('a'):rep(500000) .. 'b', 1, true)")
    raises("too costly",
      "(('a'):rep(1000000)):find('^[' .. ('b'):rep(500000) .. 'a]*')")
  end)

  it("only the searched part of a subject is counted", function()
    local long = "local s = ('a '):rep(5000) "
    raises("subject of 10000 bytes", long .. "s:find '(.-)\\n'")
    raises("subject of 10000 bytes", long .. "s:find('(.-)\\n', 0)")
    raises("subject of 10000 bytes", long .. "s:find('(.-)\\n', -20000)")
    raises("subject of 9000 bytes", long .. "s:match('(.-)\\n', -9000)")
    raises("subject of 9001 bytes", long .. "s:gmatch('(.-)\\n', 1000)")
    raises("subject of 10000 bytes", long .. "s:gsub('(.-)\\n', '', 1)")
    raises("number expected", long .. "s:find('a', {})")
    holds "(function() local s = ('a '):rep(5000) return \z
      s:find('(.-)\\n', 9000) == nil and s:find('(.-) ', -2) == 9999 and \z
      s:match('(.-)%s', 10001) == nil and s:match('a', 20000) == nil end)()"
  end)

  it("plain searches, and those within the bound, are unchanged", function()
    assert.equal("good", in_bot [=[
      local line = ("some text of a line, and more of it"):rep(2)
      local text, n = (line .. "\n"):rep(80), 0 -- 5600 bytes
      for found in text:gmatch "(.-)\n" do
        assert(found == line)
        n = n + 1
      end
      assert(n == 80)
      local words = ("word "):rep(100000)
      n = 0
      for word in words:gmatch "%S+" do
        n = n + #word
      end
      assert(n == 400000)
      assert(select(2, words:gsub("%a+", string.upper)) == 100000)
      assert(select(2, words:gsub("%a", { o = "0" })) == 400000)
      assert(words:find("x", 1, true) == nil and words:find "d $" == 499999)
      assert(("a.b"):find(".", 1, true) == 2 and ("a.b"):find "%." == 2)
      assert(("  x y  "):match "^%s*(.-)%s*$" == "x y")
      local key, value = ("caution = 3, or so"):match "^(%w+)%s*=%s*(.-)%s*$"
      assert(key == "caution" and value == "3, or so")
      assert(("[a+b*c-d?]"):match "^%[[+*-?%a%]]+$")
      assert(("f(a(b)c)"):match "%b()" == "(a(b)c)")
      assert(("the (quick) fox"):find "%f[%a]%a+%f[%A]" == 1)
      assert(("=[[x]]="):match "(=)%[%[(.-)%]%]%1")
      assert(("-12"):match "^[+-]?%d+$" and ("]"):match "[]]"
        and ("^"):match "[%^x]" and ("a^b"):gmatch "^b" () == "^b")
      return "good"]=])
  end)

  it("errors in patterns are reported as in Lua", function()
    for pattern, message in pairs {
      ["["] = "malformed pattern (missing ']')",
      ["[^"] = "malformed pattern (missing ']')",
      ["[%"] = "malformed pattern", ["%"] = "malformed pattern (ends with '%')",
      ["("] = "unfinished capture", [")"] = "invalid pattern capture",
      ["%f"] = "missing '[' after '%f'", ["%b"] = "missing arguments to '%b'",
      ["%1"] = "invalid capture index %1",
    } do
      raises(message, ("string.match('a', %q)"):format(pattern))
    end
    raises("bot.lua:3: bad argument #1 to 'find' (string expected, got nil)",
      "\n string.find(nil, 'a')")
    raises("bad argument #2 to 'find' (string expected, got no value)",
      "string.find 'a'")
    raises("bad argument #3 to 'gsub' (string/function/table expected",
      "string.gsub('a', 'a')")
  end)

  it("functions called from C can be stopped", function()
    assert.equal("good", in_bot [[
      -- C functions as functions to call, which only look the same
      assert(("a b"):gsub("%a", string.upper) == "A B")
      local t = { "b", "c", "a" }
      table.sort(t, rawequal)
      assert(#t == 3)
      local object = setmetatable({ 1, 2 }, {
        __tostring = table.concat, __call = select, __index = rawget,
        __lt = rawequal, __len = rawlen,
      })
      assert(tostring(object) == "12" and #object == 2 and object.x == nil)
      assert(not (object < setmetatable({}, getmetatable(object))))
      return "good"]])
  end)

  it("tables with a false length", function()
    -- 2^62, through 65 values: the end of the array, then the numbers
    -- that doubling tries
    local false_length = "local t = { [5] = 1, [9] = 1 } \z
      for i = 0, 62 do t[1 << i] = 1 end "
    holds("(function() " .. false_length .. "return #t > 1 << 61 end)()")
    local lying = "local t = setmetatable({}, { __len = function() \z
      return 1 << 60 end, __index = function() return 'x' end }) "
    for _, call in ipairs {
      "table.insert(t, 1, 0)", "table.remove(t, 1)", "table.sort(t)",
      "table.sort(t, function() return false end)", "table.unpack(t)",
      "table.move(t, 1, #t, 2)",
    } do
      raises("at most 100000 in one call", false_length .. call)
    end
    raises("invalid value (nil) at index 3 in table for 'concat'",
      false_length .. "table.concat(t)")
    assert.equal("good", in_bot(lying .. [[
      assert(table.concat(t) == "" and select("#", table.unpack(t)) == 0)
      assert(table.remove(t) == nil)
      table.sort(t, error)
      table.insert(t, 5)
      assert(rawget(t, 1) == 5)
      return "good"]]))
  end)

  it("ranges", function()
    for _, call in ipairs {
      "table.move({}, 1, 2^53, 2)", "table.move({}, 1, math.maxinteger, 2)",
      "table.move({}, math.mininteger, math.maxinteger, 1)",
      "table.move({}, 1, 100001, 1, {})", "table.unpack({}, 1, 100001)",
      "table.unpack({}, 0, math.maxinteger)",
      "table.unpack({}, math.mininteger, math.maxinteger)",
    } do
      raises("at most 100000 in one call", call)
    end
    raises("invalid value (nil) at index 1 in table for 'concat'",
      "table.concat({}, ',', 1, 2^53)")
    raises("destination wrap around",
      "table.move({}, 1, 9, math.maxinteger)")
    holds "select('#', table.unpack({}, 1, 100000)) == 100000"
    holds "('x'):byte(1, math.maxinteger) == 120"
    raises("string slice too long", "string.byte(('x'):rep(2^20 // 1 | 0) .. \z
      ('x'):rep(2^20 // 1 | 0), 1, -1)")
    raises("index out of range", "return select(-1)")
    holds "pcall(error, 'x', math.maxinteger) == false"
    holds "tonumber(('9'):rep(1000000), 10) ~= 0"
    holds "utf8.len(('\\x80'):rep(1000000)) == nil"
  end)

  it("sorting by an order that calls back", function()
    assert.equal("good", in_bot [[
      local t = { 3, 1, 2 }
      assert(not pcall(table.sort, t, function(a, b)
        if a + b == 5 then error "enough" end
        return a < b
      end))
      assert(t[1] == 3 and t[2] == 1 and t[3] == 2, "it is as it was")
      table.sort(t, function(a, b)
        t[1], t[2], t[3], t[4] = nil, nil, nil, nil
        return (a or 0) < (b or 0)
      end)
      t = { 5, 1, 4, 2, 3 }
      table.sort(t, function(a, b)
        table.sort(t)
        return a > b
      end)
      assert(#t == 5)
      local a, b = ("x"):rep(1000) .. "a", ("x"):rep(1000) .. "b"
      t = { b, a, b, a }
      table.sort(t)
      assert(t[1] == a and t[2] == a and t[3] == b and t[4] == b)
      local class = { __lt = function(p, q) return p.n < q.n end }
      t = {}
      for i = 1, 9 do t[i] = setmetatable({ n = -i }, class) end
      table.sort(t)
      assert(t[1].n == -9 and t[9].n == -1)
      return "good"]])
    raises("attempt to compare two table values", "table.sort { {}, {} }")
    raises("attempt to compare two nil values",
      "table.sort({ 1, 2, 3 }, function(a, b) return nil < nil end)")
  end)

  it("deep calls through C", function()
    for _, code in ipairs {
      "local function f(s) return (s:gsub('.', f)) end f 'x'",
      "local function f(a) table.sort({ a, a }, f) end f(1)",
      "local t = setmetatable({}, { __tostring = tostring }) tostring(t)",
      "local m = {} m.__tostring = function(t) return tostring(t) end \z
        tostring(setmetatable({}, m))",
      "local m = {} m.__index = function(t, k) return t[k] end \z
        return setmetatable({}, m).x",
      "local m = {} m.__lt = function(a, b) return a < b end \z
        local t = setmetatable({}, m) table.sort { t, t }",
      "local m = {} m.__pairs = function(t) return pairs(t) end \z
        pairs(setmetatable({}, m))",
      "local function f() assert(pcall(f)) end f()",
      "local m = {} m.__concat = function(a, b) return a .. b end \z
        return setmetatable({}, m) .. 'x'",
    } do
      raises("", code) -- C stack overflow, in various wordings
    end
    raises("loop", "local t = {} setmetatable(t, { __index = t }) return t.x")
  end)
end)

describe("no call allocates much at once:", function()
  it("texts", function()
    for _, code in ipairs {
      "('x'):rep(1048577)", "('x'):rep(1 << 40)", "(''):rep(1 << 40, ',')",
      "string.rep('xy', math.maxinteger)", "('x'):rep(500000, 'yyy')",
      "string.pack('c1000000000', '')", "string.pack('c1048576c9', '', '')",
      "string.pack('!16 c99999999999999999999999', '')",
      "string.format(('%s'):rep(20), table.unpack(many))",
      "string.format('%q', many[1] .. many[1] .. many[1])",
      "string.format(('%99.99f'):rep(9999), table.unpack({}, 1, 9999))",
      "string.pack(('s'):rep(20), table.unpack(many))",
      "table.concat(many)", "table.concat(many, '', 1, 12)",
      "table.concat({ '', '' }, many[1]:rep(12))",
      "(('x'):rep(1000)):gsub('', many[1])",
      "(('x'):rep(1000)):gsub('x', ('%0'):rep(1000))",
      "(('x'):rep(100000)):gsub('.*', ('%0'):rep(20))",
    } do
      raises("bytes; at most 1048576", "local many = {} for i = 1, 20 do \z
        many[i] = ('x'):rep(100000) end " .. code)
    end
    raises("bad argument #1 to 'rep' (a result of up to 2000000 bytes",
      "('x'):rep(2000000)")
    raises("bad argument #2 to 'rep' (a result of up to 2000000 bytes",
      "string.rep('x', 2000000)")
  end)

  it("but smaller results are unchanged", function()
    for _, code in ipairs {
      "#('x'):rep(1048576) == 1048576", "('ab'):rep(3, ',') == 'ab,ab,ab'",
      "(''):rep(1 << 60) == '' and ('x'):rep(-5) == '' and ('x'):rep(0) == ''",
      "string.pack('c5', 'ab') == 'ab\\0\\0\\0'",
      "#string.pack('!16 i1 i16', 1, 2) == 32",
      "string.pack('s1', 'abc') == '\\3abc'",
      "#(('x'):rep(10000)):gsub('x', 'yy') == 20000",
      "(('xyz'):gsub('y', '<%0>', 1)) == 'x<y>z'",
      "(('xyz'):gsub('y', 5)) == 'x5z' and ('xyz'):gsub('y', '', 0) == 'xyz'",
      "(('xyz'):gsub('()', '%1')) == '1x2y3z4'",
      "#('%99.99f'):format(-1e308) == 410",
      "('%s'):format(('x'):rep(500000)) == ('x'):rep(500000)",
      "#table.concat({ ('x'):rep(500000), ('y'):rep(500000) }, 5) == 1000001",
    } do
      holds(code)
    end
  end)

  it("print cuts a long text", function()
    local text = helper.shell((os.getenv "LUA" or "lua5.4") .. [[ -e '
      local aurum = require "aurum"
      local source = "local s = (\"x\"):rep(1 << 20) local t = {} \z
        for i = 1, 100000 do t[i] = s end \z
        return { bid = function() end, play = function() end, \z
          start = function() print(table.unpack(t)) end }"
      aurum.game { seed = 1, bots = { {
        source = source, path = "b.lua", name = "b", options = {} },
        false, false, false } }:deal()' 2>&1]])
    assert.equal(20000 - #"[b s1 1.0] \n", select(2, text:gsub("x", "")))
    assert.truthy(text:find "no more of its output in this game")
  end)
end)

describe("functions of table", function()
  it("work on lists as in Lua", function()
    for _, code in ipairs {
      "table.concat {} == '' and table.concat { 1, 2.5, 'x' } == '12.5x'",
      "table.concat({ 1, 2, 3 }, '-', 2) == '2-3'",
      "table.concat({ 1, 2, 3 }, '-', 2, 2) == '2'",
      "table.concat({ 1, 2, 3 }, '-', 3, 2) == ''",
      "table.concat({ [math.maxinteger] = 'x' }, '-', math.maxinteger, \z
        math.maxinteger) == 'x'",
      "select(2, table.unpack({ 1, 2, 3 }, 2)) == 3",
      "select('#', table.unpack({}, 1, 3)) == 3",
      "select('#', table.unpack({}, 1, 0)) == 0",
      "table.unpack({ [math.maxinteger] = 7 }, math.maxinteger, \z
        math.maxinteger) == 7",
    } do
      holds(code)
    end
    assert.equal("good", in_bot [[
      local function is(expected, t, ...)
        local text = table.concat(t, " ")
        assert(text == expected, text)
        return ...
      end
      local t = {}
      table.insert(t, "b")
      table.insert(t, 1, "a")
      table.insert(t, 3, "d")
      table.insert(t, 3, "c")
      is("a b c d", t)
      assert(table.remove(t) == "d" and table.remove(t, 1) == "a")
      is("b c", t)
      assert(table.remove(t, 3) == nil and table.remove(t, 2) == "c")
      assert(table.remove(t) == "b" and #t == 0)
      assert(table.remove(t) == nil and table.remove(t, 0) == nil
        and table.remove(t, 1) == nil)
      is("1 1 2 3", table.move({ 1, 2, 3 }, 1, 3, 2))
      is("2 3 3", table.move({ 1, 2, 3 }, 2, 3, 1))
      is("1 2 3", table.move({ 1, 2, 3 }, 1, 3, 1))
      is("9 1 2", table.move({ 1, 2, 3 }, 1, 2, 2, { 9, 8 }))
      is("1 2", table.move({ 1, 2 }, 2, 1, 5))
      return "good"]])
    raises("bad argument #2 to 'insert' (position out of bounds)",
      "table.insert({ 1 }, 3, 5)")
    raises("position out of bounds", "table.insert({ 1 }, 0, 5)")
    raises("wrong number of arguments to 'insert'", "table.insert {}")
    raises("wrong number of arguments", "table.insert({}, 1, 2, 3)")
    raises("position out of bounds", "table.remove({ 1 }, 3)")
    raises("position out of bounds", "table.remove({ 1 }, -1)")
    raises("invalid value (table) at index 2 in table for 'concat'",
      "table.concat { 1, {} }")
    for _, name in ipairs { "insert", "remove", "move", "concat", "unpack" } do
      raises("bad argument #1 to '" .. name .. "' (table expected",
        ("table.%s(5, 1, 1, 1)"):format(name))
    end
  end)

  it("run no metamethods", function()
    assert.equal("good", in_bot [[
      local function no() error "ran" end
      local t = setmetatable({ 2, 1 }, {
        __len = no, __index = no, __newindex = no, __concat = no })
      table.insert(t, 3)
      table.insert(t, 1, 0)
      assert(table.concat(t) == "0213" and table.remove(t) == 3)
      table.sort(t)
      assert(table.unpack(t) == 0 and rawlen(t) == 3)
      table.move(t, 1, 3, 2)
      table.move({ 5 }, 1, 1, 9, t)
      assert(rawget(t, 4) == 2 and rawget(t, 9) == 5)
      return "good"]])
  end)

  it("write to no library", function()
    for _, name in ipairs { "math", "string", "table", "utf8", "aurum" } do
      raises(("'%s' is read-only"):format(name),
        ("table.insert(%s, 1, 1)"):format(name))
      raises("read-only", ("table.remove(%s)"):format(name))
      raises("read-only", ("table.move({ 1 }, 1, 1, 1, %s)"):format(name))
      raises("read-only", ("table.move(%s, 1, 1, 2)"):format(name))
      holds(("table.sort(%s) == nil and rawget(%s, 1) == nil")
        :format(name, name))
    end
  end)
end)

describe("a metatable", function()
  it("is read when it is set, and returned as it was given", function()
    assert.equal("good", in_bot [[
      local class = { __index = { x = 1 } }
      local one = setmetatable({}, class)
      assert(getmetatable(one) == class and one.x == 1)
      assert(getmetatable(setmetatable({}, class)) == class)
      class.__index = { x = 2 }
      class.__len = function() return 7 end
      assert(one.x == 1 and #one == 0)
      local two = setmetatable({}, class)
      assert(two.x == 2 and #two == 7 and getmetatable(two) == class)
      assert(one.x == 1 and setmetatable(one, class).x == 2)
      class.__len = nil
      assert(#setmetatable({}, class) == 0)
      assert(setmetatable(one, nil) == one and one.x == nil)
      assert(getmetatable(one) == nil and getmetatable {} == nil)
      assert(getmetatable(5) == nil and getmetatable(print) == nil)
      local names = ""
      for name in pairs(class) do names = names .. name end
      assert(names == "__index" and next(class) == "__index"
        and next(class, "__index") == nil)
      assert(setmetatable(class, class).x == 2)
      return "good"]])
  end)

  it("has every operation", function()
    for name, code in pairs {
      __add = "a + a", __sub = "a - a", __mul = "a * a", __div = "a / a",
      __mod = "a % a", __pow = "a ^ a", __idiv = "a // a", __band = "a & a",
      __bor = "a | a", __bxor = "a ~ a", __shl = "a << a", __shr = "a >> a",
      __unm = "-a", __bnot = "~a", __concat = "a .. a", __len = "#a",
      __index = "a.x", __call = "a()", __tostring = "tostring(a)",
    } do
      holds(("(function() local a = setmetatable({}, { %s = function() \z
        return 'it' end }) return (%s) == 'it' end)()"):format(name, code))
    end
    for name, code in pairs {
      __eq = "a == b", __lt = "a < b", __le = "a <= b",
    } do
      holds(("(function() local m = { %s = function() return true end } \z
        local a, b = setmetatable({}, m), setmetatable({}, m) \z
        return %s end)()"):format(name, code))
    end
    raises("attempt to call a Thing value",
      "setmetatable({}, { __name = 'Thing' })()")
    raises("attempt to call a table value",
      "setmetatable({}, { __name = {} })()")
  end)

  it("can be protected", function()
    for _, value in ipairs { "1", "false", "{}" } do
      raises("cannot change a protected metatable",
        ("setmetatable(setmetatable({}, { __metatable = %s }), nil)")
          :format(value))
    end
    holds "getmetatable(setmetatable({}, { __metatable = 'mine' })) == 'mine'"
    holds "getmetatable(setmetatable({}, { __metatable = false })) == false"
  end)

  it("needs a function for __call", function()
    -- a ring of tables would shift a full stack a million times
    raises("__call of a metatable: expected a function, got table",
      "local t = {} t.__call = t setmetatable(t, t) t()")
    holds "setmetatable({}, { __call = function(_, n) return n end })(7) == 7"
  end)

  it("cannot be given a barred key later", function()
    for _, name in ipairs { "__gc", "__close", "__mode" } do
      raises("a metatable here cannot have " .. name, ([[
        local m = {}
        local t = setmetatable({}, m)
        m.%s = function() end
        setmetatable({}, m)]]):format(name))
    end
    raises("variable 't' got a non-closable value", [[
      local m = {}
      local v = setmetatable({}, m)
      m.__close = function() end
      local t <close> = v]])
    raises("got a non-closable value", [[
      local m = {}
      m.__close = error
      for _ in next, {}, nil, setmetatable({}, {}) do end]])
  end)

  it("of one game does not exist in the next", function()
    -- the memory kept from a thousand games of one seat is bounded
    local game = aurum.game { seed = 1, bots = { helper.first("", [[
      local class = { big = ("x"):rep(1024):rep(1024) }
      class.__index = class
      class.__tostring = tostring
      local kept = {}
      for i = 1, 10 do kept[i] = setmetatable({}, class) end
      setmetatable({}, math)]]), false, false, false } }
    local function used()
      local status = assert(io.open "/proc/self/statm"):read "a"
      return tonumber(status:match "^%d+ (%d+)") * 4096
    end
    for i = 2, 100 do game:restart(i):deal() end
    local before = used()
    for i = 101, 1100 do game:restart(i):deal() end
    -- 1 GB if it were kept; the sanitizer keeps some freed memory
    assert.truthy(used() - before < 400e6)
  end)
end)

describe("a bot computes the same in every run:", function()
  it("texts have no addresses", function()
    for _, value in ipairs { "{}", "function() end", "print", "view.legal",
      "setmetatable({}, { __name = 'x' })" } do
      assert.is_nil(in_bot("return " .. value):find "0x")
      holds("tostring(" .. value .. ") == type(" .. value .. ")")
    end
    holds "tostring(setmetatable({}, { __tostring = function() return 'x' end \z
      })) == 'x'"
  end)

  it("string.format, concatenation and errors give none either", function()
    for _, value in ipairs { "{}", "print", "view.legal" } do
      holds("('%s|%5s'):format(" .. value .. ", 1) == type(" .. value
        .. ") .. '|    1'")
      raises("attempt to concatenate a", "return aurum.card 'Z7' .. " .. value)
      raises("attempt to concatenate a",
        "return " .. value .. " .. view.hand")
      raises("got " .. (value == "{}" and "table" or "function"),
        "view:sample(1)[1]:apply(" .. value .. ")")
    end
    for _, value in ipairs { "{}", "print", "view.legal",
      "setmetatable({}, { __name = 'Thing' })" } do
      for _, code in ipairs { "string.rep(%s)", "('%%d'):format(%s)",
        "('x'):find(%s)", "table.concat { %s }", "table.sort(1, %s)",
        "ipairs()(%s)", "return 1 + %s", "return %s < 1", "error(%s)",
        "utf8.char(%s)", "setmetatable({}, 1, %s)", "view:why(%s, 1)",
        "aurum.card(%s)", "return -%s", "math.floor(%s)", "(%s)[nil] = 1",
        "view:sample(%s)", "aurum.set(%s, 5)", "view:legal()[1] = 5 < %s",
      } do
        local text = in_bot(("return select(2, pcall(function() %s end))")
          :format(code:format(value)))
        assert.is_nil(text:find "0x%x", code)
      end
      assert.is_nil(in_bot("return ('%q'):format(" .. value .. ")")
        :find "0x%x")
    end
    for _, value in ipairs { "{}", "print" } do
      local _, message = aurum.game { bots = {
        helper.first("api = " .. value .. ",") } }
      assert.truthy(message:find "written for api %l+; this is api 2")
    end
    raises("%p prints addresses", "return ('%p'):format({})")
    raises("%p prints addresses", "return ('\0%d%%%-20p'):format(1, {})")
    holds "('%d%% %s %q %5.1f %x'):format(5, nil, 'a', 2, 255) == \z
      '5% nil \"a\"   2.0 ff'"
    holds "('%s'):format(view.hand) == tostring(view.hand)"
    holds "('%%'):format() == '%'"
    raises("bot.lua:3: bad argument #2 to 'format' (no value)",
      "\n return ('%s %s'):format(1)")
    raises("bad argument #1 to 'format' (number expected, got string)",
      "return ('%d'):format('x')")
    raises("invalid conversion '%y'", "return ('%y'):format(1)")
    raises("invalid conversion", "return ('%'):format(1)")
  end)

  it("math.random belongs to the game and cannot be seeded", function()
    raises("math.random is seeded by the game", "math.randomseed(1)")
    raises("math.random is seeded by the game", "math.randomseed()")
    local code = "return math.random(1 << 60) .. ' ' .. math.random()"
    assert.equal(in_bot(code), in_bot(code))
    assert.not_equal(in_bot(code), in_bot(code, { seed = 2 }))
  end)

  it("math.random has Lua's ranges", function()
    assert.equal("good", in_bot [[
      local count = {}
      for _ = 1, 6000 do
        local x = math.random()
        assert(x >= 0 and x < 1 and math.type(x) == "float")
        local n = math.random(6)
        assert(math.type(n) == "integer")
        count[n] = (count[n] or 0) + 1
        n = math.random(-3, 3)
        assert(n >= -3 and n <= 3)
      end
      -- 1000 expected, standard deviation 29
      for n = 1, 6 do assert(math.abs(count[n] - 1000) < 145) end
      assert(count[0] == nil and count[7] == nil)
      assert(math.random(5, 5) == 5)
      local low, high
      for _ = 1, 100 do
        local n = math.random(0)
        low, high = low or n < 0, high or n > 0
        n = math.random(math.mininteger, math.maxinteger)
      end
      assert(low and high)
      return "good"]])
    raises("interval is empty", "math.random(5, 4)")
    raises("interval is empty", "math.random(-1)")
    raises("wrong number of arguments", "math.random(1, 2, 3)")
    raises("number has no integer representation", "math.random(1.5)")
  end)

  it("pairs goes through numbers, then strings, then cards", function()
    assert.equal("-1 0 0.5 1 2 3.5 10 a aa b z B1 B9 B10 C1 Z1 G0 G8 ",
      in_bot [[
        local t = { "x", "x" }
        for _, key in ipairs { "b", "aa", "z", "a", 10, 0, 3.5, -1, 0.5 } do
          t[key] = true
        end
        for _, name in ipairs { "G8", "Z1", "B10", "B1", "G0", "C1", "B9" } do
          t[aurum.card(name)] = true
        end
        local text = ""
        for key in pairs(t) do text = text .. tostring(key) .. " " end
        return text]])
  end)

  it("pairs sorts all numbers correctly", function()
    assert.equal("-inf -9223372036854775808 -1 -0.5 1 1.5 9007199254740992 "
      .. "9007199254740993 9223372036854775807 1e+300 inf ", in_bot [[
        local t = {}
        for _, key in ipairs { 1, -1, 1.5, -0.5, math.maxinteger, 1e300,
          math.mininteger, math.huge, -math.huge, 2^53, (1 << 53) + 1 } do
          t[key] = true
        end
        local text = ""
        for key in pairs(t) do text = text .. tostring(key) .. " " end
        return text]])
  end)

  it("pairs allows keys to be changed and removed meanwhile", function()
    assert.equal("a=1 c=30 ", in_bot [[
      local t, text = { a = 1, b = 2, c = 3 }, ""
      for key, value in pairs(t) do
        text = text .. key .. "=" .. value .. " "
        t.b, t.c = nil, 30
      end
      return text]])
    assert.equal("a b c ", in_bot [[
      local t, text = { a = 1, b = 2, c = 3 }, ""
      for key in pairs(t) do
        text = text .. key .. " "
        t[key] = nil
      end
      return text]])
  end)

  it("pairs calls __pairs, and accepts empty tables", function()
    assert.equal("5 6 ", in_bot [[
      local t, text = setmetatable({}, { __pairs = function()
        return function(_, k)
          if not k then return 5, 6 end
        end
      end }), ""
      for key, value in pairs(t) do text = text .. key .. " " .. value .. " "
      end
      for _ in pairs {} do text = "wrong" end
      return text]])
    raises("table expected", "pairs(5)")
    raises("", "pairs()")
  end)

  it("pairs refuses a table with other keys", function()
    for _, key in ipairs { "{}", "true", "print", "view", "view.hand",
      "view:legal()[1]" } do
      raises("cannot be walked in a fixed order; use numbers, strings or cards",
        ("for _ in pairs { [%s] = 1 } do end"):format(key))
      raises("cannot be walked in a fixed order",
        ("next { [%s] = 1 }"):format(key))
    end
    holds "({ [true] = 1 })[true] == 1"
  end)

  it("next has the same order", function()
    assert.equal("1=x 2=y a=1 b=2 Z7=3 end", in_bot [[
      local t = { "x", "y", b = 2, a = 1, [aurum.card "Z7"] = 3 }
      local text, key, value = "", next(t)
      while key ~= nil do
        text = text .. tostring(key) .. "=" .. value .. " "
        key, value = next(t, key)
      end
      return text .. "end"]])
    holds "next {} == nil"
    holds "next({ 1 }, 1) == nil"
    raises("table expected", "next(5)")
  end)

  it("table.sort is stable and correct", function()
    assert.equal("1 2 3 5 8 9 ", in_bot [[
      local t, text = { 9, 3, 5, 1, 8, 2 }, ""
      table.sort(t)
      for _, v in ipairs(t) do text = text .. v .. " " end
      return text]])
    assert.equal("good", in_bot [[
      for n = 0, 70 do
        local t = {}
        for i = 1, n do t[i] = { key = math.random(5), place = i } end
        table.sort(t, function(a, b) return a.key < b.key end)
        assert(#t == n)
        for i = 2, n do
          local a, b = t[i - 1], t[i]
          assert(a.key < b.key or a.key == b.key and a.place < b.place)
        end
        local down = {}
        for i = 1, n do down[i] = math.random(100) end
        table.sort(down, function(a, b) return a > b end)
        for i = 2, n do assert(down[i - 1] >= down[i]) end
      end
      return "good"]])
    assert.equal("a b c", in_bot [[
      local t = { "c", "a", "b" }
      table.sort(t)
      return table.concat(t, " ")]])
    assert.equal("B1 B10 G0", in_bot [[
      local t = { aurum.card "G0", aurum.card "B10", aurum.card "B1" }
      table.sort(t)
      return t[1] .. " " .. t[2] .. " " .. t[3] ]])
    raises("attempt to compare", "table.sort { 1, 'a' }")
    raises("told", "table.sort({ 1, 2 }, function() error 'told' end)")
    raises("table expected", "table.sort(5)")
    raises("function expected", "table.sort({}, 5)")
    -- an inconsistent order gives some result, and does not hang
    holds "#(function() local t = { 3, 1, 2 } table.sort(t, function() \z
      return true end) return t end)() == 3"
  end)
end)

describe("states in a bot", function()
  it("can be built, stepped and searched", function()
    assert.equal("over 4", in_bot [[
      local state = view:sample(1)[1]
      while state.phase ~= "over" do
        if state.phase == "deal" then state:deal "guess" end
        local legal = state:legal()
        state:apply(legal[math.random(#legal)])
      end
      return state.phase .. " " .. state.rules.players]])
  end)

  it("of one decision are the same each time", function()
    local code = [[
      local parts = {}
      for i, world in ipairs(view:sample(3)) do
        parts[i] = tostring(world.hands[2])
      end
      return table.concat(parts, ",")]]
    assert.equal(in_bot(code), in_bot(code))
    assert.not_equal(in_bot(code), in_bot(code, { seed = 2 }))
  end)

  it("raise errors as elsewhere, which can be caught", function()
    raises("bid G8 is not legal: G8: not in the hand (RULES 4.1)",
      "view:sample(1)[1]:apply 'bid G8'")
    raises("expected a card such as Z7 or G0, got Z77", "aurum.card 'Z77'")
    raises("a view has no field 'hnad'; did you mean 'hand'?",
      "return view.hnad")
    raises("a view has no field of type number", "return view[1]")
    raises("rules have no field 'exat'; did you mean 'exact'?",
      "return view.rules.exat")
    raises("a view cannot be changed by setting a field", "view.seat = 2")
    raises("rules cannot be changed by setting a field",
      "view.rules.exact = 2")
    assert.truthy(aurum)
  end)
end)

describe("what does not change in a bot's view", function()
  it("is the same as in any other view of the seat", function()
    local code = [[
      local texts, copy = {}, view:copy()
      for _, name in ipairs { "seat", "side", "partner", "rules" } do
        assert(view[name] == copy[name])
        texts[#texts + 1] = tostring(view[name])
      end
      return table.concat(texts, " ")]]
    local bots = { helper.telling(code), helper.telling(code),
      helper.telling(code), helper.telling(code) }
    for players = 3, 4 do
      local game = aurum.game { variant = "standard", players = players,
        seed = 1, bots = { table.unpack(bots, 1, players) },
        on_fault = "substitute" }
      local told = {}
      while #game.faults < players do game:step() end
      for _, fault in ipairs(game.faults) do
        told[fault.seat] = fault.message
      end
      for seat, text in ipairs(told) do
        local view = aurum.state(game.rules):deal(1):view(seat)
        assert.equal(("%d %d %s %s"):format(seat, view.side, view.partner,
          game.rules), text)
      end
    end
  end)

  it("are the knobs of its rules, and lists that are the bot's own", function()
    assert.equal("1 10 2 en-2023", in_bot [[
      view.rules.ranks[1] = 7
      local rules = view.rules
      return ("%d %d %d %s"):format(rules.ranks[1], rules.ranks[2],
        rules.exact, rules.name)]])
  end)
end)

describe("what a bot's view gets when it is looked at", function()
  local function facts(view)
    local known = {}
    for seat, set in ipairs(view.known) do known[seat] = tostring(set) end
    return { unseen = tostring(view.unseen), known = known,
      hand_n = view.hand_n, tricks = #view.tricks, rounds = #view.rounds }
  end

  local bot = helper.first [[
    play = function(self, view)
      local known = {}
      if view.seat == 1 then self.same = view == view:copy() end
      if view.seat == 2 then self.unseen = tostring(view.unseen) end
      if view.seat == 3 then self.hand_n = view.hand_n end
      for seat, set in ipairs(view.known) do known[seat] = tostring(set) end
      self.known, self.rounds, self.tricks = known, #view.rounds, #view.tricks
      return view:random()
    end,]]

  it("is that of the decision, whatever is read first", function()
    local game, compared = aurum.game { seed = 5, bots = { bot } }, 0
    for number = 1, 2 do -- with the same bots
      game:restart(number)
      while not game.over do
        local seat, phase = game.state.turn, game.state.phase
        local wanted = phase == "play" and facts(game.state:view(seat))
        game:step()
        for name, value in pairs(wanted and game:own(seat) or {}) do
          if name == "same" then wanted.same = true end
          if wanted[name] ~= nil then
            assert.same(wanted[name], value)
            compared = compared + 1
          end
        end
      end
      assert.same({}, game.faults)
    end
    assert.is_true(compared > 500)
  end)
end)
