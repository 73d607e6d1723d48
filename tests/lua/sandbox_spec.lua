-- What a bot has of Lua, and what it has not: nothing that reaches outside,
-- nothing that differs from run to run, nothing that one game could leave for
-- the next. DESIGN 3, 5.
local aurum = require "aurum"
local helper = require "helper"
local in_bot = helper.in_bot

--- That an expression in a bot is true.
local function holds(code)
  local text = in_bot("return " .. code)
  assert.equal("true", text, code)
end

--- That code in a bot raises with this text.
local function raises(expected, code)
  local text = in_bot(([[
    local good, message = pcall(function() %s end)
    return tostring(good) .. " " .. tostring(message)]]):format(code))
  assert.equal("false", text:match "^%l+", code)
  assert.truthy(text:find(expected, 1, true), code .. ": " .. text)
end

describe("a bot has not", function()
  for name in ([[io os package debug coroutine require load loadfile dofile
    loadstring collectgarbage rawset xpcall warn utf16 arg
    string.dump math.randomize math.exp math.log math.sin math.cos math.tan
    math.asin math.acos math.atan math.pow math.deg math.rad aurum.game
    aurum.new_game aurum.variant aurum.variants aurum.bot aurum.bots
    aurum.record aurum.writer aurum.lines aurum.files aurum.home aurum.version
    aurum.entropy aurum.clock aurum.position aurum.is_terminal]])
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
    -- every name that a stock Lua has, and this module
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
      pairs pcall print rawequal rawget rawlen select setmetatable string
      table tonumber tostring type utf8]]):gmatch "%S+" do
      if _G[name] ~= nil then expected[#expected + 1] = name end
    end
    assert.same(expected, found)
  end)
end)

describe("a bot has", function()
  it("what it needs of Lua, working as ever", function()
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
      "aurum.api == 1 and aurum.card 'Z7' == aurum.set 'Z7':list()[1]",
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

  it("libraries it can read only", function()
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

  it("print, which goes to stderr after its name", function()
    local folder = helper.folder()
    finally(helper.clean)
    local path = helper.write(folder .. "/mine.lua", [[
      return {
        bid = function(_, view)
          print("round", view.round, nil, view.hand:lowest(), {}, print)
          print()
          print "one\ntwo\27[31m"
          error("enough", 0)
        end,
        play = function() end,
      }]])
    local text = helper.shell(([[%s -e '
      local aurum = require "aurum"
      aurum.game { seed = 1, bots = { "%s" } }:run()
      io.write("done")' 2>%s/err; cat %s/err]]):format(
      os.getenv "LUA" or "lua5.4", path, folder, folder))
    -- each line after its name, nothing in it that could move the cursor
    assert.equal("done[mine] round 1 nil C2 table function\n[mine] \n"
      .. "[mine] one\n[mine] two [31m\n", (text:gsub("\t", " ")))
  end)
end)

describe("print is bounded:", function()
  it("20000 bytes a game, then a word about it", function()
    local text = helper.shell((os.getenv "LUA" or "lua5.4") .. [[ -e '
      local aurum = require "aurum"
      local source = "for i = 1, 1000 do print((\"x\"):rep(99)) end \z
        return { bid = function() end, play = function() end }"
      local game = aurum.game { seed = 1, bots = { {
        source = source, path = "b.lua", name = "b", options = {} },
        false, false, false } }
      io.stderr:write("game 1\n")
      game:deal()
      io.stderr:write("game 2\n")
      game:restart(2):deal()' 2>&1 >/dev/null]])
    local _, first, second = text:match "^(.*)game 1\n(.*)game 2\n(.*)$"
    for _, part in ipairs { first, second } do
      local _, bytes = part:gsub("x", "")
      assert.truthy(bytes > 15000 and bytes <= 20000, bytes)
      assert.truthy(part:find "no more of its output in this game%)\n$")
    end
  end)
end)

describe("what a bot computes is the same in every run:", function()
  it("texts have no addresses", function()
    for _, value in ipairs { "{}", "function() end", "print", "view.legal",
      "setmetatable({}, { __name = 'x' })" } do
      assert.is_nil(in_bot("return " .. value):find "0x")
      holds("tostring(" .. value .. ") == type(" .. value .. ")")
    end
    holds "tostring(setmetatable({}, { __tostring = function() return 'x' end \z
      })) == 'x'"
  end)

  it("nor have those of string.format, joining and errors", function()
    for _, value in ipairs { "{}", "print", "view.legal" } do
      holds("('%s|%5s'):format(" .. value .. ", 1) == type(" .. value
        .. ") .. '|    1'")
      raises("attempt to concatenate a", "return aurum.card 'Z7' .. " .. value)
      raises("attempt to concatenate a",
        "return " .. value .. " .. view.hand")
      raises("got " .. (value == "{}" and "table" or "function"),
        "view:sample(1)[1]:apply(" .. value .. ")")
    end
    raises("%p tells addresses", "return ('%p'):format({})")
    raises("%p tells addresses", "return ('\0%d%%%-20p'):format(1, {})")
    holds "('%d%% %s %q %5.1f %x'):format(5, nil, 'a', 2, 255) == \z
      '5% nil \"a\"   2.0 ff'"
    holds "('%s'):format(view.hand) == tostring(view.hand)"
    holds "('%%'):format() == '%'"
    raises("bot.lua:3: bad argument #3 to 'format' (no value)",
      "\n return ('%s %s'):format(1)")
    raises("bad argument #2 to 'format' (number expected, got string)",
      "return ('%d'):format('x')")
    raises("invalid conversion '%y'", "return ('%y'):format(1)")
    raises("invalid conversion", "return ('%'):format(1)")
  end)

  it("math.random is the game's and cannot be seeded", function()
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

  it("pairs goes by numbers, then strings, then cards", function()
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

  it("pairs goes by all numbers rightly", function()
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

  it("pairs lets keys be changed and taken away on the way", function()
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

  it("pairs asks __pairs, and goes over empty tables", function()
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

  it("a table with other keys is not gone over", function()
    for _, key in ipairs { "{}", "true", "print", "view", "view.hand",
      "view:legal()[1]" } do
      raises("has no order to walk it in; use numbers, strings or cards",
        ("for _ in pairs { [%s] = 1 } do end"):format(key))
      raises("has no order to walk it in", ("next { [%s] = 1 }"):format(key))
    end
    holds "({ [true] = 1 })[true] == 1"
  end)

  it("next goes the same way", function()
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

  it("table.sort is stable and right", function()
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
    -- an order that is none gives some order, and does not hang
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

  it("of one decision are the same again", function()
    local code = [[
      local parts = {}
      for i, world in ipairs(view:sample(3)) do
        parts[i] = tostring(world.hands[2])
      end
      return table.concat(parts, ",")]]
    assert.equal(in_bot(code), in_bot(code))
    assert.not_equal(in_bot(code), in_bot(code, { seed = 2 }))
  end)

  it("raise as elsewhere, and that can be caught", function()
    raises("bid G8 is not legal: G8: not in the hand (RULES 4.1)",
      "view:sample(1)[1]:apply 'bid G8'")
    raises("expected a card such as Z7 or G0, got Z77", "aurum.card 'Z77'")
    raises("a view has no field 'hnad'; did you mean 'hand'?",
      "return view.hnad")
    assert.truthy(aurum)
  end)
end)
