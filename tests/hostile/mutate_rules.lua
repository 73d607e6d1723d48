-- Changes the rules in force.
return {
  bid = function(_, view)
    local rules = view.rules
    assert(not pcall(function() rules.hand = 1 end))
    local gold = rules.gold
    for i = 1, #gold do gold[i] = 15 end
    assert(view.rules.gold[1] ~= 15)
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
