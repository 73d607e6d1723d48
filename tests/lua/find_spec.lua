-- Where variants and bots are found: the installation, $AURUM_PATH, the user's
-- data folder; and by path, unless a file names them. Each case runs in its own
-- process, in a folder and environment made for it.
local aurum = require "aurum"
local helper = require "helper"

local top, folder
setup(function()
  top = helper.shell "pwd":gsub("\n", "")
  folder = helper.folder()
end)
teardown(helper.clean)

--- The file of a variant that reports its own folder.
local function place(path)
  os.execute(("mkdir -p '%s/%s'"):format(folder, path:match "^(.*)/"))
  return helper.write(folder .. "/" .. path,
    ("return { base = 'bga', title = %q }"):format(path))
end

--- The output of a script that runs in the folder `where`, with the environment
--- `names` and nothing else that could matter.
local function ask(where, names, code)
  local script = helper.write(folder .. "/ask.lua",
    "local aurum = require 'aurum'\n" .. code)
  os.execute(("mkdir -p '%s/%s'"):format(folder, where))
  return (helper.shell(("cd '%s/%s' && env -u AURUM_PATH -u AURUM_HOME "
    .. "-u XDG_DATA_HOME HOME=/nowhere LUA_CPATH='%s/%s' %s %s '%s'"):format(
    folder, where, top, os.getenv "AURUM_SO":gsub("aurum%.so$", "?.so"),
    names, os.getenv "LUA" or "lua5.4", script)):gsub("\n$", ""))
end

--- The title of the variant `mine` that is found.
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

  it("not in the working folder", function()
    place "here/variants/mine.lua"
    place "here/mine.lua"
    assert.truthy(title("here", ""):find(
      "no variant 'mine'; did you mean './mine.lua'? (there are: ", 1, true))
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
    place "a/mine.lua"
    assert.equal("a/mine.lua",
      title(".", data .. (" AURUM_PATH='%s/a'"):format(folder)))
  end)

  it("first among the bundled ones, which nothing replaces",
    function()
      place "a/de-2024.lua"
      place "data/aurum/variants/de-2024.lua"
      place "here/variants/de-2024.lua"
      local names = ("AURUM_PATH='%s/a' XDG_DATA_HOME='%s/data'"):format(folder,
        folder)
      assert.equal("German rulebook 2024", title("here", names, "de-2024"))
      assert.equal(("de-2024 %s/a/de-2024.lua\nde-2024 "
        .. "%s/data/aurum/variants/de-2024.lua\nde-2024 "
        .. "./variants/de-2024.lua"):format(folder, folder),
        ask("here", names, [[
          local _, _, shadowed = aurum.variants()
          for _, file in ipairs(shadowed) do print(file.name, file.file) end]])
          :gsub("\t", " "))
    end)

  it("without success at last", function()
    place "a/minor.lua"
    local text = title(".", ("AURUM_PATH='%s/a'"):format(folder), "minr")
    assert.equal(("no variant 'minr'; did you mean 'minor'? (there are: %s)")
      :format(table.concat(helper.variants("minor", "standard"), ", ")), text)
  end)

  it("and is listed once, where it is found first", function()
    place "a/mine.lua"
    place "a/variants/mine.lua"
    place "a/variants/.hidden.lua"
    place "a/variants/note.txt"
    local text = ask("here", ("AURUM_PATH='%s/a'"):format(folder), [[
      local names, files = aurum.variants()
      print(table.concat(names, " "), files.mine)]])
    assert.equal(table.concat(helper.variants "mine", " ") .. "\t" .. folder
      .. "/a/mine.lua", text)
  end)
end)

describe("a variant by its path", function()
  before_each(function()
    os.execute(("rm -rf '%s'; mkdir '%s'"):format(folder, folder))
  end)

  it("has a / or ends in .lua", function()
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
    place "a/mine.lua"
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
    os.execute(("mkdir -p '%s/a/bots'"):format(folder))
    helper.write(folder .. "/here/bots/mine.lua", "return {}")
    helper.write(folder .. "/here/bots/random.lua", "return {}")
    helper.write(folder .. "/a/bots/mine.lua", "return {}")
    assert.equal(folder .. "/a/bots/mine.lua",
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

  it("and reported if it is not found", function()
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
    assert.equal("bot random: option 'a' is given twice",
      message "random:a=1:a=2")
    assert.equal("'' is not a bot: expected NAME or PATH", message "")
    assert.equal("':a=1' is not a bot: expected NAME or PATH",
      message ":a=1")
    assert.truthy(message "./tests/":find("Is a directory", 1, true))
  end)
end)

describe("a name that was read from a file", function()
  local path

  setup(function()
    path = helper.write(folder .. "/named.lua", "return { base = 'bga' }")
  end)

  local function refused(load, name, message)
    local found, why = load(name, 4)
    assert.is_nil(found)
    assert.equal(message, why)
  end

  it("is never a path", function()
    for _, name in ipairs { path, "./named.lua", "/dev/zero", "named.lua" } do
      refused(aurum.named_variant, name, ("variant '%s' is not installed; "
        .. "give its file with variant"):format(name))
      refused(aurum.named_bot, name, ("bot '%s' is not installed; give "
        .. "its file with bots"):format(name))
      refused(aurum.named_variant, "standard+" .. name, ("variant '%s' is "
        .. "not installed; give its file with variant"):format(name))
    end
  end)

  it("means an installed file", function()
    assert.equal(aurum.variant("bga", 4).digest,
      aurum.named_variant("bga", 4).digest)
    assert.equal(aurum.bot "greedy".path, aurum.named_bot "greedy:x=1".path)
  end)

  it("has the nearest name in its message", function()
    refused(aurum.named_variant, "bgaa", "variant 'bgaa' is not "
      .. "installed; give its file with variant; did you mean 'bga'?")
  end)

  it("may be that of a position, whose rules can be given", function()
    local state = aurum.state(aurum.variant(path, 4)):deal "1"
    local token = state:position()
    assert.equal("au1:named:", token:match "^au1:named:")
    local found, why = aurum.position(token)
    assert.is_nil(found)
    assert.equal("variant 'named' is not installed; give its file with "
      .. "variant", why)
    assert.equal(state, aurum.position(token, path))
    assert.equal(state, aurum.position(token, aurum.variant(path, 4)))
    found, why = aurum.position(token, "standard")
    assert.is_nil(found)
    assert.truthy(why:find "^the position is of named with rules ")
  end)
end)

describe("the base of a variant's file", function()
  local function problem(base)
    local path = helper.write(folder .. "/heir.lua",
      ("return { base = %q }"):format(base))
    local rules, why = aurum.variant(path, 4)
    return rules or why:gsub("^.-base: ", "")
  end

  it("stays in its folder", function()
    for _, base in ipairs { "/etc/hostname", "../x.lua", "./a/../../x.lua",
      "./..", "a/.." } do
      assert.equal(("'%s' leaves the folder of the file: expected a file "
        .. "beside it, such as './rules.lua'"):format(base), problem(base))
    end
    helper.write(folder .. "/rules.lua", "return { base = 'bga' }")
    assert.equal("userdata", type(problem "./rules.lua"))
  end)

  it("is a regular file", function()
    os.execute(("rm -f '%s/pipe.lua'; mkfifo '%s/pipe.lua'"):format(folder,
      folder))
    assert.equal(("variant %s/pipe.lua: it is not a regular file"):format(
      folder), problem "./pipe.lua")
  end)
end)
