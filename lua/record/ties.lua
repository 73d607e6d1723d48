-- Ties that decided something, as text with the rule that broke them: of a
-- trick, an award, a round, a game. Nothing is said where a hook of a variant
-- decided otherwise. The functions use what a state or an event tells; they
-- decide nothing themselves.
local ties = {}

--- Words as a list: "S9 and B9", "S9, B9 and C9".
local function listed(words)
  return table.concat(words, ", ", 1, #words - 1) .. " and " .. words[#words]
end

--- The seat and card of each play, in order.
local function plays_of(rules, event)
  local list = {}
  for i, card in ipairs(event.plays) do
    list[i] = { seat = (event.leader + i - 2) % rules.players + 1, card = card }
  end
  return list
end

--- The plays of gold, or of base cards.
local function of_kind(plays, gold)
  local list = {}
  for _, play in ipairs(plays) do
    if play.card.gold == gold then list[#list + 1] = play end
  end
  return list
end

--- The plays with the highest rank, or the lowest.
local function extreme(plays, highest)
  local list = {}
  for _, play in ipairs(plays) do
    local best = list[1] and list[1].card.rank
    local rank = play.card.rank
    if not best or (highest and rank > best or not highest and rank < best) then
      list = { play }
    elseif rank == best then
      list[#list + 1] = play
    end
  end
  return list
end

--- "of S9 and B9 the later", if these plays are several and the edition lets
--- the one of `seat` count; else nil.
local function clause(rules, equal, seat)
  if #equal < 2 then return nil end
  local later = rules.trick_ties == "later"
  if equal[later and #equal or 1].seat ~= seat then return nil end
  local cards = {}
  for i, play in ipairs(equal) do cards[i] = tostring(play.card) end
  local word = #equal > 2 and (later and "last" or "first")
    or later and "later" or "earlier"
  return ("of %s the %s"):format(listed(cards), word)
end

--- The plays among which the winner was the best.
local function contenders(rules, plays)
  local gold, base = of_kind(plays, true), of_kind(plays, false)
  if rules.trick_to == "lowest" then
    return base[1] and extreme(base, false) or extreme(gold, false)
  elseif gold[1] then
    return extreme(gold, true)
  end
  -- a suit that is trump has no equal cards, and beats the others
  local plain = rules.trump == "none" and #rules.questions == 0
  return plain and extreme(base, true) or {}
end

--- The tie that decided who won a trick, or who was awarded gold or leads; nil
--- if none did. RULES 7.3.
function ties.trick(rules, event)
  local plays = plays_of(rules, event)
  local wins = event.winner
    and clause(rules, contenders(rules, plays), event.winner)
  local seat, what = event.taker, nil
  if event.award then what = ("takes %s"):format(event.award) end
  if rules.next_leader == "lowest" and rules.gold_to == "lowest" then
    seat, what = seat or event.next, what or "leads"
  end
  local takes = seat and clause(rules, extreme(of_kind(plays, false),
    rules.gold_to == "highest"), seat)
  if not wins and not takes then return nil end
  local text = wins and wins .. " wins"
  if takes and takes == wins then
    text = ("%s and %s"):format(text, what)
  elseif takes then
    text = (text and text .. "; " or "") .. takes .. " " .. what
  end
  return text .. " (RULES 7.3)"
end

-- ---- Rounds ---------------------------------------------------------------

--- The sides of a list with the greatest value.
local function greatest(sides, value)
  local list = {}
  for _, side in ipairs(sides) do
    local best = list[1] and value(list[1])
    if not best or value(side) > best then list = { side }
    elseif value(side) == best then list[#list + 1] = side end
  end
  return list
end

--- The best gold of a side by rank, as a card; nil for none.
local function best_gold(rules, gold, side)
  local best
  for seat, pile in ipairs(gold) do
    for _, card in ipairs(rules.side_of[seat] == side and pile:list() or {}) do
      if not best or card.rank > best.rank then best = card end
    end
  end
  return best
end

local steps = {}

--- Each step gets the sides that are still tied. It returns those that stay,
--- and why, as text.
function steps.exact(sides, score)
  local kept = greatest(sides, function(side)
    return score.taken[side] == score.bid[side] and 1 or 0
  end)
  return kept, "took exactly " .. (#kept > 1 and "their bids" or "its bid")
end

function steps.sole_exact(sides, score)
  local kept, why = steps.exact(sides, score)
  if #kept > 1 then return sides end
  return kept, "alone " .. why
end

function steps.highest_gold(sides, _, rules, gold)
  local function rank(side)
    local best = best_gold(rules, gold, side)
    return best and best.rank or -1
  end
  local kept, parts = greatest(sides, rank), {}
  local function name(side)
    return tostring(best_gold(rules, gold, side) or "none")
  end
  parts[1] = name(kept[1])
  for _, side in ipairs(sides) do
    if rank(side) < rank(kept[1]) then parts[#parts + 1] = name(side) end
  end
  return kept, ("has the higher gold, %s"):format(table.concat(parts,
    " to "))
end

--- "side 1", "sides 1 and 2".
local function names_of(sides)
  if #sides == 1 then return "side " .. sides[1] end
  local words = {}
  for i, side in ipairs(sides) do words[i] = tostring(side) end
  return "sides " .. listed(words)
end

local function same(a, b)
  return table.concat(a, " ") == table.concat(b, " ")
end

--- "10 : 10".
local function level(sides, values)
  local list = {}
  for i, side in ipairs(sides) do list[i] = values[side] end
  return table.concat(list, " : ")
end

--- The tie that decided who took a round, from its score, its winners and
--- `gold_of()`, the gold by seat at its end, or nil. Returns nil if none did.
--- RULES 9.3.
function ties.round(rules, score, winners, gold_of)
  local all = {}
  for side = 1, rules.side_n do all[side] = side end
  local tied = greatest(all, function(side) return score.points[side] end)
  local gold = #tied > 1 and gold_of()
  if not gold then return nil end
  local head, parts = level(tied, score.points), {}
  for _, name in ipairs(rules.round_ties) do
    if #tied == 1 then break end
    local kept, why = steps[name](tied, score, rules, gold)
    if #kept < #tied then
      parts[#parts + 1] = ("%s %s"):format(names_of(kept), why)
    end
    tied = kept
  end
  if not same(tied, winners) then return nil end -- a hook decided
  if #tied > 1 then parts[#parts + 1] = names_of(tied) .. " stay level" end
  return ("%s: %s (RULES 9.3)"):format(head, table.concat(parts, ", and "))
end

--- A function from the number of a round of a state to the gold by seat at its
--- end; nil where the state does not have it.
function ties.gold_at(state)
  local by_round
  return function(round)
    if not by_round then
      local at = state:clone()
      by_round = {}
      repeat
        local phase = at.phase
        if phase == "deal" or phase == "over" then
          by_round[at.round] = at.gold
        end
      until not at:undo()
    end
    return by_round[round]
  end
end

--- The tie that decided who won a game, from its last state; nil if none did.
--- RULES 9.5.
function ties.game(state)
  local rules, all = state.rules, {}
  local counted = rules.cumulative and state.points or state.nuggets
  for side = 1, rules.side_n do all[side] = side end
  local tied = greatest(all, function(side) return counted[side] end)
  local last = state.rounds[#state.rounds]
  if #tied < 2 or not last then return nil end
  local head = ("%s %s"):format(rules.cumulative and "points" or "nuggets",
    level(tied, counted))
  local parts = {}
  for _, name in ipairs(rules.game_ties) do
    if name ~= "last_bid" then return nil end
    local kept = greatest(tied, function(side) return last.bid[side] end)
    if #kept < #tied then
      parts[1] = ("%s bid most in the last round, %d"):format(names_of(kept),
        last.bid[kept[1]])
    end
    tied = kept
  end
  if not same(tied, state.winners) then return nil end
  if #tied > 1 then
    parts[#parts + 1] = names_of(tied) .. " stay level and win together"
  end
  return ("%s: %s (RULES 9.5)"):format(head, table.concat(parts, ", and "))
end

return ties
