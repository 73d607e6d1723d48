-- Compares what the core says that a seat may know with the worlds that the
-- enumerator found (lua/lab/rules/worlds.lua): samples, `known` and `unseen`.
--
-- Of W worlds, 30 W samples are drawn, at least 300. Each must be one of the W;
-- each of the W must come; and all must come equally often, by the chi-square
-- test. A fair sampler misses a given world with a probability of e^-30.
local chi_square = require "aurum.stats.chi_square"
local worlds = require "aurum.lab.rules.worlds"
local sample_check = {}

local a_world, at_least = 30, 300 -- samples: for each world, and in all
local in_a_call = 5000 -- worlds that one call of view:sample returns

-- ---- Words --------------------------------------------------------------

--- Texts joined by commas, and the last one by "or".
local function either(list)
  if #list < 2 then return list[1] end
  return table.concat(list, ", ", 1, #list - 1) .. " or " .. list[#list]
end

--- The keys of a table of texts, sorted.
local function sorted(set)
  local list = {}
  for text in pairs(set) do list[#list + 1] = text end
  table.sort(list)
  return list
end

--- The places of each card in these states: { [card] = { [place] = true } }.
local function places_in(states)
  local places = {}
  for _, state in pairs(states) do
    for card, place in pairs(worlds.places(state)) do
      places[card] = places[card] or {}
      places[card][place] = true
    end
  end
  return places
end

--- The first card of a world that lies in a place where none of `places` has
--- it, and that place; nil if each card alone might lie there.
local function stray(state, places)
  local at, cards = worlds.places(state), {}
  for card in pairs(at) do cards[#cards + 1] = card end
  table.sort(cards)
  for _, card in ipairs(cards) do
    if not (places[card] and places[card][at[card]]) then
      return card, at[card]
    end
  end
end

--- A world as a text: who has what.
local function text_of(state)
  local parts = {}
  for seat, hand in ipairs(state.hands) do
    local bid = state.bids[seat]
    parts[seat] = ("seat %d %s%s"):format(seat, #hand > 0 and tostring(hand)
      or "no card", bid and (", bid %s%s"):format(state.down[seat] and "-"
      or "", bid) or "")
  end
  if #state.extras > 0 then
    parts[#parts + 1] = "extras " .. tostring(state.extras)
  end
  return table.concat(parts, "; ")
end

-- ---- Samples ------------------------------------------------------------

--- Draw samples and count the possible worlds among them by placement. Returns
--- { n =, counts =, impossible = the number of others, example = one of these
--- }; or nil and a message if no world could be found, and true if that raised.
local function draw_all(sampler, view, possible, n, seed)
  local drawn = { n = 0, counts = {}, impossible = 0 }
  while drawn.n < n do
    local good, list, message = pcall(sampler, view,
      math.min(n - drawn.n, in_a_call), nil, seed .. "." .. drawn.n)
    if not good then return nil, tostring(list), true end
    if not list then return nil, message end
    for _, state in ipairs(list) do
      local placement = worlds.placement(state)
      if possible[placement] then
        drawn.counts[placement] = (drawn.counts[placement] or 0) + 1
      else
        drawn.impossible = drawn.impossible + 1
        drawn.example = drawn.example or state
      end
    end
    drawn.n = drawn.n + #list
  end
  return drawn
end

--- The message for impossible samples; nil if there are none.
local function impossible(drawn, possible, n)
  if drawn.impossible == 0 then return nil end
  local places = places_in(possible)
  local card, place = stray(drawn.example, places)
  local why = ("such as: %s. Each card alone might lie there, but not all of "
    .. "them"):format(text_of(drawn.example))
  if card then
    why = ("such as one with %s in %s, when it can only be in %s"):format(
      tostring(card), place, either(sorted(places[card] or
      { ["no hidden place"] = true })))
  end
  return ("%d of %d sampled worlds are impossible (%d are possible), %s")
    :format(drawn.impossible, drawn.n, n, why)
end

--- The message for possible worlds that never came; nil if all did.
local function missing(drawn, possible, n)
  local seen, lost = {}, {}
  for placement, state in pairs(possible) do
    if drawn.counts[placement] then
      seen[placement] = state
    else
      lost[#lost + 1] = placement
    end
  end
  if #lost == 0 then return nil end
  table.sort(lost)
  local example = possible[lost[1]]
  local card, place = stray(example, places_in(seen))
  return ("%d of %d possible worlds are missing in %d samples, such as %s")
    :format(#lost, n, drawn.n, card and ("those with %s in %s"):format(
    tostring(card), place) or text_of(example))
end

--- The message for worlds that do not come equally often; nil if they do, as
--- far as can be told. Also chi-square and its degrees of freedom.
local function uneven(drawn, n, level)
  local counts = {}
  for _, count in pairs(drawn.counts) do counts[#counts + 1] = count end
  if #counts < 2 then return nil, 0, 0 end
  table.sort(counts) -- sums of floats depend on the order
  local x = chi_square.of(counts)
  local p = chi_square.above(x, n - 1)
  return p < level and ("%d possible worlds do not come equally often in %d "
    .. "samples: from %d to %d times, %.0f expected (chi-square %.1f, p = "
    .. "%.0e)"):format(n, drawn.n, counts[1], counts[#counts], drawn.n / n, x,
    p) or nil, x, n - 1
end

-- ---- What the view says -------------------------------------------------

--- True if a place is the hand of a seat, or its bid that the view's seat does
--- not see.
local function is_held(view, seat, place)
  return place == "the hand of seat " .. seat
    or place == "the face-down bid of seat " .. seat
    or place == "the bid of seat " .. seat and not view.bids[seat]
end

--- The message if a view says that a seat has a card which may lie elsewhere.
local function known_in_error(view, card, places)
  for seat, known in ipairs(view.known) do
    for _, place in ipairs(known:has(card) and places or {}) do
      if not is_held(view, seat, place) then
        return ("view.known[%d] has %s, which may be in %s"):format(seat,
          tostring(card), place)
      end
    end
  end
end

--- The message if what a view says is not so in every possible world: a card
--- of `known` lies elsewhere, or a card that may lie in several places is
--- neither there nor in `unseen`.
local function overstated(view, possible)
  local places, cards, known = places_in(possible), {}, view.unseen
  for card in pairs(places) do cards[#cards + 1] = card end
  for _, set in ipairs(view.known) do known = known | set end
  table.sort(cards)
  for _, card in ipairs(cards) do
    local list = sorted(places[card])
    local problem = known_in_error(view, card, list)
    if problem then return problem end
    if #list > 1 and not known:has(card) then
      return ("view.unseen lacks %s, which may be in %s"):format(
        tostring(card), either(list))
    end
  end
end

-- -------------------------------------------------------------------------

--- Compare a view with the possible worlds, `n` of them by placement. `level`
--- is the probability at which worlds that come equally often are said not to.
--- `sampler` (view.sample) draws. Returns
---   the message of what is wrong, nil if nothing is;
---   { samples =, x =, dof = } (chi-square and its degrees of freedom), nil if
---   the sampler found too few worlds.
function sample_check.compare(view, possible, n, options)
  local wanted = math.max(n * a_world, at_least)
  if n == 1 then wanted = 50 end
  local drawn, message, raised = draw_all(options.sampler or view.sample, view,
    possible, wanted, options.seed)
  if raised then return "view:sample raised: " .. message end
  local problem = overstated(view, possible)
  if not drawn then return problem end
  local uneven_ones, x, dof = uneven(drawn, n, options.level)
  local wild = impossible(drawn, possible, n)
  return wild or missing(drawn, possible, n) or problem or uneven_ones,
    { samples = drawn.n, x = x, dof = dof }
end

return sample_check
