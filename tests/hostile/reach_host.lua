-- What of the module is not for bots.
return {
  bid = function(_, view)
    for _, name in ipairs { "game", "new_game", "writer", "lines", "record",
      "files", "entropy", "workers", "variant", "bot", "home", "clock",
      "interrupted", "new_variant", "peak_memory" } do
      local good, value = pcall(function() return aurum[name] end)
      assert(not good or value == nil, name)
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
