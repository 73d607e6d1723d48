-- Answers by a hash of the hand, so that hardly any other hand explains what
-- was played: a search finds no possible world.
local function pick(state, cards)
  if cards == 0 then return 0, true end
  local hash, n = 0, 0
  for i = 0, 63 do
    if state.hand.bits >> i & 1 == 1 then hash = hash * 31 + i end
    n = n + (cards >> i & 1)
  end
  local k = hash % n
  for i = 0, 63 do
    if cards >> i & 1 == 1 then
      if k == 0 then return 1 << i, false end
      k = k - 1
    end
  end
end

return { name = "no_world", lead = pick, legal = pick }
