-- The files beside a bot: require "helper" and aurum.data "table.bin".
local aurum = require "aurum"
local helper = require "helper"
local bot_files = require "aurum.load.bot_files"
local source = require "aurum.load.source"

local folder
setup(function() folder = helper.folder() end)
teardown(helper.clean)

local function write(name, text)
  return helper.write(folder .. "/" .. name, text)
end

--- A bot whose first decision raises the value of an expression; `head` is the
--- beginning of its file.
local function telling(head, expression)
  local path = write("teller.lua", ([[%s
    return {
      bid = function(self, view) error(tostring(%s), 0) end,
      play = function() end,
    }]]):format(head, expression))
  return assert(aurum.bot(path))
end

--- The message of that bot, or why it does not load.
local function told(head, expression, options)
  local bot = telling(head, expression)
  options = options or {}
  options.bots, options.players, options.seed = { bot }, 4, 1
  local game, message = aurum.game(options)
  if not game then return message end
  return game:run().faults[1].message
end

describe("the names in a bot's text", function()
  local function names(text)
    local list = {}
    for i, file in ipairs(source.files(text, 99)) do
      list[i] = (file.code and "code " or "") .. file.name
    end
    return table.concat(list, ", ")
  end

  it("are found in every form of a call", function()
    assert.equal("code a", names [[require "a"]])
    assert.equal("code a", names [[require 'a']])
    assert.equal("code a", names "require [[a]]")
    assert.equal("code a", names "require [==[a]==]")
    assert.equal("code a", names [[local x = require("a").x]])
    assert.equal("code a", names [[pcall(require, "a")]])
    assert.equal("b.bin", names [[aurum.data "b.bin"]])
    assert.equal("b.bin", names [[aurum . data("b.bin")]])
    assert.equal("b.bin", names [[pcall(aurum.data, "b.bin")]])
    assert.equal("code a, b, code c",
      names [[require "a" aurum.data "b" require "c"]])
  end)

  it("are those of calls alone", function()
    assert.equal("", names [[-- require "a"]])
    assert.equal("", names "--[[ require 'a' ]]")
    assert.equal("", names [=[local t = "require 'a'"]=])
    assert.equal("", names [[x.require "a" x:require "a"]])
    assert.equal("", names [[data "a" self.data "a"]])
    assert.equal("", names [[require(name) aurum.data(name .. "x")]])
    assert.equal("", names "require")
    assert.equal("", names "")
  end)

  it("are plain names", function()
    for _, name in ipairs { "../a", "/a", "a/b", ".a", "..", "", "a\0b", "-a",
      "a b", "a\\b" } do
      assert.equal("", names(("require(%q) aurum.data(%q)"):format(name, name)))
    end
    assert.equal("", names [[require "a.b"]])
  end)
end)

describe("a scan of strangers' texts, which no worker does,", function()
  --- The instructions of Lua that a call takes.
  local function instructions(f, ...)
    local count, every = 0, 100
    debug.sethook(function() count = count + every end, "", every)
    f(...)
    debug.sethook()
    return count
  end

  it("runs no Lua for each token of a module", function()
    for i = 1, 3 do
      write(("m%d.lua"):format(i), "--require\n" .. ("a+"):rep(1 << 18))
    end
    local path = write("wide.lua", [[require "m1" require "m2" require "m3"]])
    local taken = instructions(function() assert(aurum.bot(path)) end)
    assert.is_true(taken < 20000, taken)
  end)

  it("reads each byte of a table once", function()
    local half = 1 << 19
    local lines, values = source.lines("return {k=" .. ("a "):rep(half)
      .. ", l = -5}")
    assert.same({ k = 1, l = 1 }, lines)
    assert.same({ l = "-5" }, values)
    lines = source.lines("return {" .. ("a"):rep(half) .. "={"
      .. ("a=1,"):rep(half // 4) .. "}, b = 1}")
    assert.same({ b = 1 }, lines)
    lines = source.lines("return " .. ("{a="):rep(half // 2))
    assert.equal(1, lines["a.a.a.a"])
  end)

  it("stops at the most files that a bot may name", function()
    local names = {}
    for i = 1, 50000 do names[i] = ("require 'm%d'"):format(i) end
    assert.equal(64, #source.files(table.concat(names, " "), 64))
    assert.equal(1, #source.files(("require 'a' "):rep(1000), 64))
  end)
end)

describe("an argument's error names its function", function()
  it("without a name at the call, too", function()
    for call, name in pairs {
      ["require, {}"] = "require", ["aurum.data, {}"] = "aurum.data",
      ["string.rep"] = "string.rep", ["math.floor, 'x'"] = "math.floor",
      ["table.concat, 1"] = "table.concat", ["tostring"] = "tostring",
      ["string.pack, 'z'"] = "string.pack", ["pcall"] = "pcall",
      ["view.sample, view, 'x'"] = "view.sample",
      ["view.hand.lowest"] = "set.lowest", ["aurum.card"] = "aurum.card",
      ["aurum.bits.count"] = "aurum.bits.count",
    } do
      local text = told("", ("select(2, pcall(%s))"):format(call))
      assert.truthy(text:find("^bad argument #%d to '"
        .. name:gsub("%.", "%%.") .. "' %("), call .. ": " .. text)
    end
  end)
end)

describe("a bot reads files beside it:", function()
  it("modules, once a game, and data to the byte", function()
    write("one.lua", "count = (count or 0) + 1 return { n = count, ... }")
    write("bytes.bin", "a\0b\r\n\xFF")
    assert.equal("1 one 6", told([[local one, data = require "one",
      aurum.data "bytes.bin" require "one"]],
      "one.n .. ' ' .. one[1] .. ' ' .. #data"))
    assert.equal("true", told("", [[aurum.data "bytes.bin" == "a\0b\r\n\xFF"]]))
  end)

  it("modules of modules, with the globals of the bot", function()
    write("outer.lua", "local inner = require 'inner' return inner + x")
    write("inner.lua", "return x * 10")
    assert.equal("22", told("x = 2", "require 'outer'"))
    write("nothing.lua", "")
    assert.equal("true", told("", "require 'nothing'"))
    write("no.lua", "return false")
    assert.equal("false false", told("",
      "tostring(require 'no') .. ' ' .. tostring(require 'no')"))
  end)

  it("modules in a chain as long as may be", function()
    for i = 1, 32 do
      write(("c%d.lua"):format(i),
        i < 32 and ("return 1 + require 'c%d'"):format(i + 1) or "return 1")
    end
    assert.equal("32", told("", "require 'c1'"))
  end)

  it("alike if it is trusted, before modules of Lua's path", function()
    write("table.lua", "return 'ours'") -- package.loaded has a 'table'
    assert.equal("ours", told("", "require 'table'", { trust = true }))
    assert.equal("ours", told("", "require 'table'"))
    os.remove(folder .. "/table.lua")
    assert.equal("true", told("", "require 'table' ~= nil", { trust = true }))
    assert.truthy(told("", "require 'no_such_module'", { trust = true })
      :find("^teller.lua:%d: module 'no_such_module' not found on Lua's path, "
        .. "nor among the files read beside the bot:"))
  end)

  it("without fuel, so that every game costs the same", function()
    write("long.bin", ("x"):rep(1 << 20))
    local head = "local long = aurum.data 'long.bin'"
    assert.equal("1048576", told(head, "#long", { fuel = 30000 }))
  end)
end)

describe("a bot cannot read", function()
  --- Expect the error of an expression.
  local function refused(expected, expression, options)
    local message = told("", expression, options)
    assert.truthy(message:find(expected, 1, true), message)
    assert.truthy(message:find "^teller.lua:3: ", message)
  end

  it("a file that is not there", function()
    refused('require "nowhere": there is no such file beside the bot',
      "require 'nowhere'")
    refused('aurum.data "nowhere": there is no such file beside the bot',
      "aurum.data 'nowhere'")
  end)

  it("what its text does not name", function()
    write("there.lua", "return 1")
    refused('its text must name them: require "there"',
      "require('the' .. 're')")
    refused('its text must name them: aurum.data "there.lua"',
      "aurum.data('there' .. '.lua')")
  end)

  it("what is not in its folder", function()
    for _, name in ipairs { "../there", "/etc/passwd", "a/b", "..", ".",
      ".hidden", "", "a.b", "a b" } do
      refused("expected the name of a file beside the bot, without '.lua'",
        ("require %q"):format(name))
    end
    for _, name in ipairs { "../there.lua", "/etc/passwd", "a/b", "..", ".",
      ".hidden", "", "x\\0y" } do
      refused("expected the name of a file beside the bot: letters",
        ("aurum.data '%s'"):format(name))
    end
  end)

  it("links, folders, pipes, devices", function()
    for _, case in ipairs {
      { "ln -s /etc/passwd %s", "it is a link, which is not followed" },
      { "ln -s there.lua %s", "it is a link, which is not followed" },
      { "mkdir %s", "it is a folder" },
      { "mkfifo %s", "it is not a regular file" },
    } do
      local path = folder .. "/odd.lua"
      assert(os.execute(case[1]:format(path)))
      refused('require "odd": ' .. case[2], "require 'odd'")
      refused('aurum.data "odd.lua": ' .. case[2], "aurum.data 'odd.lua'")
      assert(os.execute("rm -r " .. path))
    end
    local text, problem = aurum.sys.read_beside("/dev", "null", 10)
    assert.same({ nil, "it is not a regular file" }, { text, problem })
  end)

  it("too much", function()
    assert(os.execute("truncate -s 100M " .. folder .. "/odd.lua"))
    refused('require "odd": it has more than 1048576 bytes', "require 'odd'")
    refused('aurum.data "odd.lua": it has more than 8388608 bytes',
      "aurum.data 'odd.lua'")
    os.remove(folder .. "/odd.lua")
    local expression = {}
    for i = 1, 3 do
      assert(os.execute(("truncate -s 8M %s/big%d"):format(folder, i)))
      expression[i] = ("#aurum.data 'big%d'"):format(i)
    end
    refused('aurum.data "big3": the files beside a bot have more than 16777216 '
      .. "bytes", table.concat(expression, " + "))
    local many = {}
    for i = 1, 70 do
      write(("m%02d.lua"):format(i), "return 1")
      many[i] = ("require 'm%02d'"):format(i)
    end
    refused('require "m33": a bot has at most 32 files beside it',
      table.concat(many, " + "))
  end)

  it("files that require each other in a circle", function()
    write("a.lua", "return require 'b'")
    write("b.lua", "return require 'a'")
    local message = told("", "require 'a'")
    assert.truthy(message:find(
      'require "a": files require each other in a circle: '
        .. "teller.lua > a.lua > b.lua > a.lua", 1, true), message)
    refused('in a circle: teller.lua > teller.lua', "require 'teller'")
  end)

  it("a module that fails, and may try again", function()
    write("bad.lua", "\nx x")
    refused('require "bad": bad.lua:2: syntax error', "require 'bad'")
    write("raises.lua", "n = (n or 0) + 1 error('no ' .. n)")
    assert.equal("raises.lua:1: no 2",
      told("", "not pcall(require, 'raises') and require 'raises'"))
    write("binary.lua", string.dump(function() end))
    refused("attempt to load a binary chunk", "require 'binary'")
  end)
end)

describe("the files of a bot", function()
  it("are read once: a later change has no effect", function()
    write("part.lua", "return 1")
    local bot = telling("", "require 'part'")
    write("part.lua", "return 2")
    local game = aurum.game { bots = { bot }, seed = 1, players = 4 }
    assert.equal("1", game:run().faults[1].message)
    local again = assert(aurum.bot(bot.spec, { bot }))
    assert.equal(bot.files, again.files)
    assert.not_equal(bot_files.digest(bot),
      bot_files.digest(assert(aurum.bot(bot.spec))))
  end)

  it("are part of the digest, else that of the text alone", function()
    local function digest(...)
      return bot_files.digest { path = "./x.lua", source = "x",
        files = { ... } }
    end
    assert.equal(aurum.sys.digest "x", digest())
    assert.equal("cbf29ce484222325", aurum.sys.digest "")
    assert.equal("af63dc4c8601ec8c", aurum.sys.digest "a")
    local seen = {}
    for _, files in ipairs {
      {}, { { name = "a", text = "b" } }, { { name = "b", text = "a" } },
      { { name = "a", text = "b" }, { name = "c", text = "" } },
    } do
      local found = digest(table.unpack(files))
      assert.is_nil(seen[found])
      seen[found] = true
    end
    assert.equal(digest(), digest { name = "a", missing = true })
  end)

  it("run anew in every game", function()
    write("kept.lua", "return { n = 0 }")
    local bot = assert(aurum.bot(write("keeper.lua", [[
      local kept = require "kept"
      kept.n = kept.n + 1
      return {
        bid = function(self, view) error("n " .. kept.n, 0) end,
        play = function() end,
      }]])))
    local game = aurum.game { bots = { bot }, seed = 1, players = 4 }
    assert.equal("n 1", game:run().faults[1].message)
    assert.equal("n 1", game:restart("2"):run().faults[1].message)
  end)

  it("given by hand must fit", function()
    local function with(files)
      return aurum.game { players = 4, seed = 1, bots = { {
        name = "x", path = "x.lua", options = {}, files = files,
        source = "return { bid = print, play = print }" } } }
    end
    assert.truthy(with { { name = "a.lua", code = true, text = "" } })
    for _, files in ipairs { { 1 }, { {} }, { { name = "a" } },
      { { name = 1, text = "" } }, { { name = "a", text = 1 } },
      { { name = "a", problem = true } } } do
      local game, message = with(files)
      assert.is_nil(game)
      assert.truthy(message:find "files: ", message)
    end
  end)
end)
