-- Writes to all that its view shows.
return {
  bid = function(_, view)
    for _, name in ipairs { "bids", "taken", "need", "gold", "tricks", "known",
      "points", "nuggets", "hand_n", "trick", "rounds" } do
      local shown = view[name]
      if type(shown) == "table" then
        for k in pairs(shown) do shown[k] = 99 end
        shown[1] = 99
        local again = view[name]
        assert(type(again) ~= "table" or again[1] ~= 99, name)
      end
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
