-- One way to load: require "aurum" adds a searcher for the installation's Lua.
local helper = require "helper"
require "aurum"

local top, folder
setup(function()
  top = helper.shell "pwd":gsub("\n", "")
  folder = helper.folder()
end)
teardown(helper.clean)

--- The output of code under a stock Lua that runs in the folder.
local function output(code)
  local script = helper.write(folder .. "/script.lua", code)
  return (helper.shell(("cd '%s' && LUA_CPATH='%s/%s' LUA_PATH=';;' %s '%s'")
    :format(folder, top, os.getenv "AURUM_SO":gsub("aurum%.so$", "?.so"),
    os.getenv "LUA" or "lua5.4", script)))
end

describe("a table of the module that is filled when it is needed", function()
  it("is not empty for pairs", function()
    assert.equal("judged_by full\nchart full\n", output [[
      local aurum = require "aurum"
      for _, name in ipairs { "judged_by", "chart" } do
        local n = 0
        for key, value in pairs(aurum[name]) do
          n = n + 1
          assert(aurum[name][key] == value)
        end
        print(name, n > 3 and "full" or n)
      end]]:gsub("\t", " "))
  end)

  it("is a plain table from then on", function()
    assert.equal("nil nil\nnil nil\n", output [[
      local aurum = require "aurum"
      for _, name in ipairs { "judged_by", "chart" } do
        print(aurum[name].nothing, getmetatable(aurum[name]))
      end]]:gsub("\t", " "))
  end)
end)

describe("a module of the installation", function()
  it("is found from any folder", function()
    assert.equal("table\n", output(
      'require "aurum"; print(type(require "aurum.stats.sprt"))'))
  end)

  it("is not replaced by a file of the working folder", function()
    os.execute("mkdir -p " .. folder .. "/aurum/stats")
    helper.write(folder .. "/aurum/stats/sprt.lua", "error 'a stranger'")
    assert.equal("function\n", output(
      'require "aurum"; print(type(require "aurum.stats.sprt".new))'))
  end)

  it("that does not exist is named with its file", function()
    local good, problem = pcall(require, "aurum.stats.nothing")
    assert.is_false(good)
    assert.match("lua/stats/nothing%.lua'", problem)
  end)

  it("is found only below lua/ and repl/", function()
    for _, name in ipairs { "aurum.../repl/cli", "aurum.scripts.demo",
      "aurum.", "aurum..init" } do
      assert.is_false(pcall(require, name), name)
    end
  end)
end)
