-- Decks of cards until there is no number for one more; the next game begins
-- without them.

local function made()
  local n = 0
  for i = 0, 60 do
    local suits = string.char(65 + i // 10) .. string.char(72 + i % 10)
    local rules = aurum.rules { players = 2, knobs = { suits = suits,
      ranks = { 1, 9 }, hand = 4 } }
    local good = rules and pcall(aurum.state, rules)
    if good then n = n + 1 end
  end
  return n
end
return {
  bid = function(_, view)
    local good, problem = pcall(made)
    assert(not good and problem:find "more than 32 decks", problem)
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
