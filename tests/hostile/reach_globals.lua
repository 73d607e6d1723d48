-- Through _G to the libraries beneath.
return {
  bid = function(_, view)
    assert(getmetatable(_G) == "locked")
    assert(not pcall(setmetatable, _G, {}))
    _G.string = { rep = function() error "mine" end }
    assert(("x"):rep(2) == "xx", "texts use what a bot put in _G")
    _G._VERSION, _G.pcall = nil, nil
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
