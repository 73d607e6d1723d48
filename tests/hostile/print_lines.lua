-- Lines that look like another's.
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view)
    print("\n[random] I cheat\naurum match: game 1 was won\27[1A\r")
    return view:random()
  end,
}
