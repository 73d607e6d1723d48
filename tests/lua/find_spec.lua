-- Where variants and bots are found: $AURUM_PATH, ./variants and ./bots, the
-- user's data folder, those that came with aurum; and paths. Each question is
-- asked by a process of its own, in a folder and an environment made for it.
local aurum = require "aurum"
local helper = require "helper"

local top, folder
setup(function()
  top = helper.shell "pwd":gsub("\n", "")
  folder = helper.folder()
end)
teardown(helper.clean)

--- A variant's file that says where it is.
local function place(path)
  os.execute(("mkdir -p '%s/%s'"):format(folder, path:match "^(.*)/"))
  return helper.write(folder .. "/" .. path,
    ("return { base = 'bga', title = %q }"):format(path))
end

--- What a script prints, run in `where` (within the folder) with variables
--- `names` set and nothing else that could matter.
local function ask(where, names, code)
  local script = helper.write(folder .. "/ask.lua",
    "local aurum = require 'aurum'\n" .. code)
  os.execute(("mkdir -p '%s/%s'"):format(folder, where))
  return (helper.shell(("cd '%s/%s' && env -u AURUM_PATH -u AURUM_HOME "
    .. "-u XDG_DATA_HOME HOME=/nowhere LUA_CPATH='%s/%s' %s %s '%s'"):format(
    folder, where, top, os.getenv "AURUM_SO":gsub("aurum%.so$", "?.so"),
    names, os.getenv "LUA" or "lua5.4", script)):gsub("\n$", ""))
end

--- The title of the variant `mine` as it is found.
local function title(where, names, name)
  return ask(where, names, ([[
    local rules, message = aurum.variant(%q, 4)
    print(rules and rules.title or message)]]):format(name or "mine"))
end

describe("a variant by its name is looked up", function()
  before_each(function()
    os.execute(("rm -rf '%s'; mkdir '%s'"):format(folder, folder))
  end)

  it("in each folder of AURUM_PATH, in order", function()
    place "a/x.lua"
    place "b/mine.lua"
    place "c/mine.lua"
    local path = ("AURUM_PATH='%s/a:%s/b:%s/c'"):format(folder, folder, folder)
    assert.equal("b/mine.lua", title(".", path))
    path = ("AURUM_PATH='%s/c::%s/b'"):format(folder, folder)
    assert.equal("c/mine.lua", title(".", path))
  end)

  it("in the folder's variants/ too", function()
    place "a/variants/mine.lua"
    local path = ("AURUM_PATH='%s/a'"):format(folder)
    assert.equal("a/variants/mine.lua", title(".", path))
    place "a/mine.lua"
    assert.equal("a/mine.lua", title(".", path))
  end)

  it("then in ./variants", function()
    place "here/variants/mine.lua"
    assert.equal("here/variants/mine.lua", title("here", ""))
    assert.equal("no variant 'mine'", title("there", ""):match "^[^(;]*%f[ ]")
    place "a/mine.lua"
    assert.equal("a/mine.lua",
      title("here", ("AURUM_PATH='%s/a'"):format(folder)))
  end)

  it("then in XDG_DATA_HOME, or else ~/.local/share", function()
    place "data/aurum/variants/mine.lua"
    place "home/.local/share/aurum/variants/mine.lua"
    local data = ("XDG_DATA_HOME='%s/data'"):format(folder)
    local home = ("HOME='%s/home'"):format(folder)
    assert.equal("data/aurum/variants/mine.lua", title(".", data))
    assert.equal("home/.local/share/aurum/variants/mine.lua", title(".", home))
    assert.equal("data/aurum/variants/mine.lua",
      title(".", data .. " " .. home))
    assert.equal("home/.local/share/aurum/variants/mine.lua",
      title(".", "XDG_DATA_HOME= " .. home))
    place "here/variants/mine.lua"
    assert.equal("here/variants/mine.lua", title("here", data))
  end)

  it("before those that came with aurum, which it may replace", function()
    assert.equal("German rulebook 2024", title(".", "", "de-2024"))
    place "here/variants/de-2024.lua"
    -- bga, its base, inherits from de-2024 in turn
    helper.write(folder .. "/here/variants/de-2024.lua",
      "return { title = 'mine', players = { [4] = {} } }")
    assert.equal("mine", title("here", "", "de-2024"))
  end)

  it("nowhere, in the end", function()
    place "a/minor.lua"
    local text = title(".", ("AURUM_PATH='%s/a'"):format(folder), "minr")
    assert.equal(("no variant 'minr'; did you mean 'minor'? (there are: %s)")
      :format(helper.variants_and(", ", "minor", "standard")), text)
  end)

  it("and listed once, from where it is found first", function()
    place "a/mine.lua"
    place "here/variants/mine.lua"
    place "here/variants/.hidden.lua"
    place "here/variants/note.txt"
    local text = ask("here", ("AURUM_PATH='%s/a'"):format(folder), [[
      local names, files = aurum.variants()
      print(table.concat(names, " "), files.mine)]])
    assert.equal(helper.variants_and(" ", "mine") .. "\t" .. folder
      .. "/a/mine.lua", text)
  end)
end)

describe("a variant by its path", function()
  before_each(function()
    os.execute(("rm -rf '%s'; mkdir '%s'"):format(folder, folder))
  end)

  it("is what has a / or ends in .lua", function()
    place "here/mine.lua"
    place "here/sub/mine"
    assert.equal("here/mine.lua", title("here", "", "mine.lua"))
    assert.equal("here/mine.lua", title("here", "", "./mine.lua"))
    assert.equal("here/mine.lua", title("there", "", "../here/mine.lua"))
    assert.equal("here/mine.lua",
      title("there", "", folder .. "/here/mine.lua"))
    assert.equal("here/sub/mine", title("here", "", "sub/mine"))
  end)

  it("is not looked up elsewhere", function()
    place "here/variants/mine.lua"
    assert.equal("variant mine.lua: No such file or directory",
      title("here", "", "mine.lua"))
    assert.equal("variant ./bga: No such file or directory",
      title("here", "", "./bga"))
  end)
end)

describe("a bot is looked up", function()
  before_each(function()
    os.execute(("rm -rf '%s'; mkdir -p '%s/here/bots' '%s/a'"):format(folder,
      folder, folder))
  end)

  local code = [[
    local bot, message = aurum.bot "mine:depth=3"
    print(bot and bot.path or message)]]

  it("as variants are, in folders called bots", function()
    helper.write(folder .. "/here/bots/mine.lua", "return {}")
    assert.equal("./bots/mine.lua", ask("here", "", code))
    helper.write(folder .. "/a/mine.lua", "return {}")
    assert.equal(folder .. "/a/mine.lua",
      ask("here", ("AURUM_PATH='%s/a'"):format(folder), code))
    assert.equal(top .. "/scripts/bots/random.lua",
      ask("here", "", "print(aurum.bot 'random'.path)"))
  end)

  it("with its options", function()
    helper.write(folder .. "/here/mine.lua", "return {}")
    assert.equal("mine a=1 b=x=y c=", ask("here", "", [[
      local bot = assert(aurum.bot "./mine.lua:a=1:b=x=y:c=")
      local list = { bot.name }
      for _, key in ipairs { "a", "b", "c" } do
        list[#list + 1] = key .. "=" .. bot.options[key]
      end
      print(table.concat(list, " "))]]))
  end)

  it("and not found with a message", function()
    local function message(spec)
      local bot, why = aurum.bot(spec)
      assert.is_nil(bot)
      return why
    end
    local names = table.concat(aurum.bots(), ", ")
    assert.equal(("no bot 'randum'; did you mean 'random'? (there are: %s)")
      :format(names), message "randum")
    assert.equal("bot nowhere/x: No such file or directory",
      message "nowhere/x")
    assert.equal("bot random: expected :key=value, got ':depth'",
      message "random:depth")
    assert.equal("bot random: option 'a' stands twice",
      message "random:a=1:a=2")
    assert.equal("'' names no bot: expected NAME or PATH", message "")
    assert.equal("':a=1' names no bot: expected NAME or PATH",
      message ":a=1")
    assert.truthy(message "./tests/":find("Is a directory", 1, true))
  end)
end)
