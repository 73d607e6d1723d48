local lasting = { 0.4, 0.75, 0.92, 0.97 }
local rules, memo, above, below, o, deck, none

local function prepare(view)
  local r = view.rules
  rules = {
    exact = r.exact, exact_bonus = r.exact_bonus, over = r.over,
    under = r.under, side_bid = r.side_bid, change_of = r.change_of,
    gold_points = r.gold_points, side_of = r.side_of, sides = r.side_n,
    players = r.players, top = r.ranks[2], 
  }
  memo, above, below, deck = {}, {}, {}, {}
  none = aurum.set()
  local all = r.deck
  local by_rank = {}
  for card in all:each() do
    by_rank[card.rank] = (by_rank[card.rank] or none) | card
    deck[card.suit] = deck[card.suit] or all:suit(card.suit)
  end
  local up = all
  local down = none
  for rank = 0, rules.top do
    above[rank] = up
    local here = by_rank[rank]
    if here then
      up = up - here
      down = down | here
    end
    below[rank] = down
  end
end

local function bid_points(bid, taken)
  if taken < bid then return rules.under end
  if taken == bid then return rules.exact * bid + rules.exact_bonus end
  return rules.over == "taken" and taken or rules.over == "bid" and bid or 0
end

local function worth(bid, taken, left, loose)
  local key = ((bid * 64 + taken) * 64 + left) * 2 + loose
  local value = memo[key]
  if value then return value end
  value = bid_points(bid, taken)
  if loose == 1 and taken > 0 then
    local fixed = bid_points(taken, taken)
    if fixed > value then value = value + (fixed - value) * o.loose end
  end
  if left > 0 then
    local more = worth(bid, taken + 1, left - 1, loose)
    local same = worth(bid, taken, left - 1, loose)
    local p
    if more > same then
      p = rules.sides == 2 and o.pw or o.pw3
    else
      p = 1 - (rules.sides == 2 and o.pa or o.pa3)
    end
    local mean = same + p * (more - same)
    value = value + (lasting[left] or 0.99) * (mean - value)
  end
  memo[key] = value
  return value
end

local function loose_sides(view)
  local loose = {}
  local gold = view.gold
  for seat, side in ipairs(rules.side_of) do
    loose[side] = (loose[side] == 1 or #gold[seat] > 0) and 1 or 0
  end
  return loose
end

local function new_side_bid(view, bids, of, rank)
  local kind = rules.side_bid
  local result
  for seat, side in ipairs(rules.side_of) do
    if side == view.side then
      local card = bids[seat]
      local r = seat == of and rank or card and card.rank or 0
      if not result then result = r
      elseif kind == "sum" then result = result + r
      elseif kind == "highest" then result = math.max(result, r)
      else result = math.min(result, r) end
    end
  end
  return result
end

return {
  name = "counter", api = 1,
  options = { base = 2.2, slope = 0.6, pw = 0.65, pa = 0.65, pw3 = 0.5, pa3 = 0.8,
    loose = 0.5, keep = 0.3, low = 0.15, gold = 1.2, award = 0.3, pay = 0.3, margin = 0.2 , power=2,
    base3=1.2, slope3=0.3, early=12, lw=0.5, known=1},
  start = function(self, view)
    o = self.options
    if not rules then prepare(view) end
  end,

  bid = function(_, view)
    local top, strength = rules.top, 0
    for card in view.hand:each() do
      strength = strength + (card.rank / top) ^ o.power
    end
    local two = rules.sides == 2
    local target = two and o.base + o.slope * strength or o.base3 + o.slope3 * strength
    local best, least
    for card in view.hand:each() do
      local bid = new_side_bid(view, view.bids, view.seat, card.rank)
      local off = math.abs(bid - target) + (card.rank/top) * 0.01
      if not best or off < least then best, least = card, off end
    end
    return best
  end,

  change = function(_, view)
    local side = view.side
    local hand = view.hand
    local left = #hand
    if left > o.early then return nil end
    local bid, taken = view.bid[side], view.taken[side]
    if not bid then return nil end
    local gold = view.gold[view.seat]:lowest()
    if not gold then return nil end
    local pay = rules.gold_points[gold.rank + 1] + o.pay
    local most = worth(bid, taken, left, 1) + pay + o.margin
    local best
    local bids = view.bids
    for seat, s in ipairs(rules.side_of) do
      if s == side and (rules.change_of == "side" or seat == view.seat) then
        for card in hand:each() do
          local new = new_side_bid(view, bids, seat, card.rank)
          if new ~= bid then
            local value = worth(new, taken, left, 1)
            if value > most then
              best, most = { gold = gold, card = card, of = seat }, value
            end
          end
        end
      end
    end
    return best
  end,

  play = function(_, view)
    local side = view.side
    local side_of, sides = rules.side_of, rules.sides
    local legal = view:legal_cards()
    if #legal == 0 then return nil end
    local trick = view.trick
    local plays, leader = trick.plays, trick.leader
    local n = rules.players
    local taken, bids = view.taken, view.bid
    local hand_n = view.hand_n
    local left = hand_n[leader] - (#plays == 0 and 1 or 0)
    -- the trick so far
    local high, high_seat, low = -1, nil, 1000
    local open = view.unseen
    local count = #open
    local known = view.known
    for i, card in ipairs(plays) do
      local rank = card.gold and 100 + card.rank or card.rank
      if rank >= high then high, high_seat = rank, (leader + i - 2) % n + 1 end
      if not card.gold then
        if rank <= low then low = rank end
        open = open - deck[card.suit]
      end
    end
    -- stakes
    local gain, others, loose = {}, 0, loose_sides(view)
    for s = 1, sides do
      local b = bids[s] or 0
      gain[s] = worth(b, taken[s] + 1, left, loose[s])
        - worth(b, taken[s], left, loose[s])
      if s ~= side then others = others + gain[s] end
    end
    local stake = gain[side] + others / (sides - 1)
    -- who is to come
    local foes, friends, lows = 0, 0, 0
    local sure = none
    local shy, keen = {}, {}
    local room = #open
    for i = #plays + 1, n - 1 do
      local s = (leader + i - 1) % n + 1
      local m = hand_n[s] - #known[s]
      local wants
      if side_of[s] == side then
        wants = stake > 0
        if wants then friends = friends + m end
      else
        wants = gain[side_of[s]] > 0
        if not wants then shy[#shy+1] = m end
        if wants then foes = foes + m; if o.known == 1 then sure = sure | known[s] end end
      end
      if wants then keen[#keen+1] = m else lows = lows + m end
    end
    for _, card in ipairs(plays) do
      if not card.gold then sure = sure - deck[card.suit] end
    end
    local top = rules.top
    local supply = view.supply
    local best, most
    local ours_high = high_seat and side_of[high_seat] == side
    local function p_win(beat, ours, open)
      local p
      p = ours and 1 or 0
      if beat < 100 then
        local b = count > 0 and #(open & above[beat]) / count or 0
        if #(sure & above[beat]) > 0 then p = 0 end
        p = p * (1 - b) ^ foes
        local f = room > 0 and #(open & above[beat]) / room or 0
        for _, m in ipairs(shy) do p = p * (1 - f ^ (m * room / count)) end
        p = p + (1 - p) * (1 - (1 - b) ^ friends)
      end
      return p
    end
    for card in legal:each() do
      local gold = card.gold
      local rank = card.rank
      local r = gold and 100 + rank or rank
      local mine = r >= high
      local rest = gold and open or open - deck[card.suit]
      local p = p_win(mine and r or high, mine or ours_high, rest)
      local value = p * stake
      if gold then
        value = value - rules.gold_points[rank + 1] - o.pay
      else
        if rank <= low then
          local award = rules.gold_points[rank + 1]
          if award and supply:has("G" .. rank) then
            local l = count > 0 and #(rest & below[rank]) / count or 0
            local pl = (1 - l) ^ lows
            for _, m in ipairs(keen) do pl = pl * (1 - o.lw + o.lw * (1 - l) ^ m) end
            value = value + pl * (award * o.gold + o.award)
          end
        end
        value = value - o.keep * (rank / top) ^ 2 * (stake > 0 and 1 or 0)
          + (rank <= top / 2 and -o.low * (1 - rank / top) or 0)
      end
      if not best or value > most then best, most = card, value end
    end
    if best.gold and #legal:base() == 0 then
      -- pass: ends the round now
      local pass, play = 0, most
      for s = 1, sides do
        local b = bids[s] or 0
        local f = s == side and 1 or -1 / (sides - 1)
        pass = pass + f * bid_points(b, taken[s])
        play = play + f * worth(b, taken[s], left, loose[s])
        if s ~= side then play = play - gain[s] / (sides - 1) end
      end
      if pass >= play then return nil end
    end
    return best
  end,
}
