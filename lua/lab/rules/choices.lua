-- Decisions of a game: how many there are, and how much depends on them.
--
-- A decision with one legal action is forced. Of the others, some of each kind
-- are drawn, and the policy "quick" plays the round to its end after each legal
-- action in many worlds. A first search names the best, the second and the
-- worst action. A second one, in other worlds, says how far they are apart: the
-- best of many estimates is too good, so what finds it cannot measure it.
--
-- Not by the values of a learned net, which are cheaper: beside playouts by the
-- net itself, they see half of what plays are worth and too much in bids
-- (measured for `standard` and for `misere` with three players).
local aurum = require "aurum"
local estimate = require "aurum.stats.estimate"
local choices = {}

choices.kinds = { "bid", "change", "play", "answer" }

local drawn = 2 -- decisions of each kind
local sims = 40 -- simulations for each action,
local most = 800 --   and for a decision at most
choices.matters = 1 -- points between best and worst if a decision matters
choices.obvious = 1.5 -- points between best and second if it is obvious

--- The means of the moves of a search, the best first, by action too.
local function searched(view, seed)
  local n = math.min(#view:legal() * sims, most)
  local found = view:search { method = "flat", sims = n, seed = seed }
  if not found or not found.moves[2] then return nil end
  local moves, means = found.moves, {}
  for _, move in ipairs(moves) do means[move.action] = move.mean end
  table.sort(moves, function(a, b)
    if a.mean ~= b.mean then return a.mean > b.mean end
    return tostring(a.action) < tostring(b.action)
  end)
  return moves, means
end

--- How far the best action is above the worst and above the second, in points;
--- nil if worlds cannot be drawn.
local function spread_of(state, seed)
  local view = state:view(state.turn)
  local good, moves = pcall(searched, view, seed .. "/1")
  if not good or not moves then return nil end
  local other, _, means = pcall(searched, view, seed .. "/2")
  if not other or not means then return nil end
  local best = means[moves[1].action]
  return best - means[moves[#moves].action], best - means[moves[2].action]
end

--- A walk through the decisions of a game: the places of free ones by kind, the
--- numbers of all and of the free ones, of answers and of those that are the
--- default, and by round the trump and the sides' bids before the first trick.
local function walk(game)
  local by_kind, trumps, bids = {}, {}, {}
  local found = { by_kind = by_kind, trumps = trumps, all = 0, free = 0,
    answers = 0, default = 0, bids = bids }
  for state, action, place in game.state:decisions() do
    local at = aurum.place(place)
    found.all = found.all + 1
    trumps[at.round] = state.trump or trumps[at.round]
    if at.trick > 0 then
      bids[at.round] = bids[at.round]
        or table.move(state.bid, 1, state.rules.side_n, 1, {})
    end
    if at.kind == "answer" then
      found.answers = found.answers + 1
      local is = action.value == state.question.default
      found.default = found.default + (is and 1 or 0)
    end
    if #state:legal() > 1 then
      by_kind[at.kind] = by_kind[at.kind] or {}
      found.free = found.free + 1
      table.insert(by_kind[at.kind], place)
    end
  end
  return found
end

--- At most `drawn` places of each kind, the same for the same seed.
local function sampled(by_kind, next_number)
  local chosen = {}
  for _, kind in ipairs(choices.kinds) do
    local list = by_kind[kind] or {}
    for i = 1, math.min(drawn, #list) do
      local k = i + (next_number() >> 1) % (#list - i + 1)
      list[i], list[k] = list[k], list[i]
      chosen[list[i]] = kind
    end
  end
  return chosen
end

--- Adds what each drawn decision is worth to the sums of its kind.
local function weigh(game, chosen, sums, by_trick)
  for state, _, place in game.state:decisions() do
    local kind = chosen[place]
    local spread, gap
    if kind then spread, gap = spread_of(state, game.seed .. "/" .. place) end
    if spread then
      local own = sums[kind]
      own.n, own.spread = own.n + 1, own.spread + spread
      own.matters = own.matters + (spread >= choices.matters and 1 or 0)
      own.obvious = own.obvious + (gap >= choices.obvious and 1 or 0)
      local trick = aurum.place(place).trick
      while #by_trick <= trick do by_trick[#by_trick + 1] = { 0.0, 0 } end
      local at = by_trick[trick + 1]
      at[1], at[2] = at[1] + spread, at[2] + 1
    end
  end
end

--- Stores what depends on the free decisions `by_kind`. Kinds weigh as often as
--- they occur. Returns the sums by trick.
local function weigh_all(game, by_kind, found)
  local counts, sums, by_trick = {}, {}, {}
  for _, kind in ipairs(choices.kinds) do
    counts[kind] = #(by_kind[kind] or {})
    sums[kind] = { n = 0, spread = 0.0, matters = 0, obvious = 0 }
  end
  local seed = 0
  for i = 1, #game.seed do seed = seed * 31 + game.seed:byte(i) end
  weigh(game, sampled(by_kind, estimate.stream(seed)), sums, by_trick)
  local weight, matters, obvious = 0, 0.0, 0.0
  for _, kind in ipairs(choices.kinds) do
    local own = sums[kind]
    if own.n > 0 then
      weight = weight + counts[kind]
      matters = matters + counts[kind] * own.matters / own.n
      obvious = obvious + counts[kind] * own.obvious / own.n
      found["spread_" .. kind] = own.spread / own.n
    end
  end
  if weight > 0 then
    found.matters, found.obvious = matters / weight, obvious / weight
  end
  return by_trick
end

--- The share of bids that were made exactly and would not have been as they
--- stood before the first trick.
local function saved_share(game, bids)
  local saved, all = 0, 0
  for i, round in ipairs(game.rounds) do
    for side, bid in ipairs(bids[i] or {}) do
      local taken = round.taken[side]
      local is = round.bid[side] == taken and bid ~= taken
      saved, all = saved + (is and 1 or 0), all + 1
    end
  end
  return all > 0 and saved / all or nil
end

--- The measures of a game: decisions a round, the share of forced ones, and of
--- answers other than the default; with `deep` also what depends on the free
--- ones. Also the trump by round; and, by trick from 0 on, the sum of the
--- spreads of the decisions drawn and their number.
function choices.measure(game, deep)
  local own = walk(game)
  local found = { actions = own.all / #game.rounds,
    forced = 1 - own.free / own.all, saved = saved_share(game, own.bids),
    answers = own.answers > 0 and 1 - own.default / own.answers or nil }
  local by_trick = deep and weigh_all(game, own.by_kind, found) or nil
  return found, own.trumps, by_trick
end

return choices
