-- Methods of one type on values of all others.
return {
  bid = function(_, view)
    local values = { view, view.hand, view.rules, view:legal()[1], view.supply,
      aurum.card "Z7", view:sample(1)[1], {}, "Z7", 7, print, true, 0 / 0,
      math.mininteger }
    local names = { "legal", "legal_cards", "why", "sample", "copy", "random",
      "apply", "undo", "clone", "view", "deal", "score", "position", "events",
      "history", "set", "playout", "has", "each", "list", "highest", "lowest",
      "base", "gold", "suit", "count", "kinds", "text" }
    local methods = {}
    for _, value in ipairs(values) do
      for _, name in ipairs(names) do
        local good, f = pcall(function() return value[name] end)
        if good and type(f) == "function" then methods[#methods + 1] = f end
      end
    end
    assert(#methods > 25)
    for _, f in ipairs(methods) do
      for _, a in ipairs(values) do
        for _, b in ipairs(values) do
          if a ~= b then pcall(f, a, b, a) end
        end
        pcall(f, a)
      end
      pcall(f)
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
