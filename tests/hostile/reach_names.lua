-- Every door out of a Lua state, by name.
return {
  bid = function(_, view)
    for _, name in ipairs { "io", "os", "package", "debug", "load",
      "loadstring", "loadfile", "dofile", "require", "coroutine",
      "collectgarbage", "xpcall",
      "rawset", "getfenv", "setfenv", "newproxy", "module", "warn" } do
      assert(_G[name] == nil, name)
      assert(_ENV[name] == nil, name)
    end
    assert(string.dump == nil)
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
