-- greedy: a sensible short heuristic, and a file to copy and improve.
--
-- It bids what its high cards should win. Then it wins tricks while its side
-- needs them, and otherwise ducks as low as it can, for the gold. It never
-- changes a bid. The view says everything it knows; nothing is remembered.

--- A card counts as a winner in proportion to how few can beat it.
local function expected_tricks(view)
  local top, sum = view.rules.ranks[2], 0
  for card in view.hand:each() do
    if card.rank > top / 2 then
      sum = sum + (card.rank / top) ^ 2 * 0.5
    end
  end
  return sum
end

--- The rank that wins the trick as it stands; gold counts above all.
local function rank_to_beat(view)
  local highest = -1
  for _, card in ipairs(view.trick.plays) do
    local rank = card.gold and 100 + card.rank or card.rank
    if rank > highest then highest = rank end
  end
  return highest
end

return {
  name = "greedy",
  api = 1,

  -- The card whose rank is nearest to what hand (and partner) should win.
  bid = function(_, view)
    local target = expected_tricks(view)
    if view.partner then target = target * 2 end
    local choice, nearest
    for card in view.hand:each() do
      local off = math.abs(card.rank - target)
      if not choice or off < nearest then choice, nearest = card, off end
    end
    return choice
  end,

  play = function(_, view)
    local cards = view:legal_cards()
    local base = cards:base()
    local needed = view.need[view.side]
    if #base == 0 then
      -- Pass and keep the gold, unless the side still needs the trick.
      local gold = cards:highest()
      local wins = gold and 100 + gold.rank >= rank_to_beat(view)
      return needed > 0 and wins and gold or nil
    end
    local highest, lowest = base:highest(), base:lowest()
    if needed > 0 and highest.rank >= rank_to_beat(view) then
      return highest
    end
    return lowest
  end,
}
