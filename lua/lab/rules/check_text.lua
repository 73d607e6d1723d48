-- The report of `aurum variant check` as text.
local format = require "aurum.text.format"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"
local check_text = {}

--- The figures of random play (lua/lab/rules/variant_check.lua).
function check_text.totals(totals)
  local rounds, scored = math.max(totals.rounds, 1),
    math.max(totals.scored, 1)
  return ([[
  random play   %.2f rounds a game, %.2f tricks a round
  bids          %s exact, %s over, %s under
  points        %.2f a side and round; %s of rounds shared
]]):format(totals.rounds / math.max(totals.games, 1), totals.tricks / rounds,
    format.percent(totals.exact, scored), format.percent(totals.over, scored),
    format.percent(totals.under, scored), totals.points / scored,
    format.percent(totals.shared, rounds, 1))
end

--- A trap for designers, if the rules have it. If players must not follow suit
--- and there are fewer suits than seats, a trick cannot be full of base cards.
function check_text.doubts(rules)
  if rules.follow ~= "barred" or #rules.suits >= rules.players then
    return ""
  end
  return ("  note          %d suits for %d seats: a trick can be full only "
    .. "with gold\n"):format(#rules.suits, rules.players)
end

--- A text as lines of 80 columns; those after the first are indented.
local function folded(text, indent)
  return table.concat(wrap.lines(text, 80, (" "):rep(indent), true), "\n")
    .. "\n"
end

--- The comparison of worlds (lua/lab/rules/blind.lua), if it found no mistake.
function check_text.worlds(seen)
  local text
  if seen.games == 0 then
    text = "not compared: " .. (seen.problem and term.plain(seen.problem)
      or "no game is small enough")
  elseif seen.unsure == 0 then
    text = "not compared: a seat always knows where all cards are"
  else
    text = ("those sampled are right at %s of %s"):format(
      format.plural(seen.places, "place"), format.plural(seen.games,
        "small game"))
  end
  if seen.unsampled > 0 then
    text = text .. ("; at %s, hooks leave too few to sample"):format(
      format.plural(seen.unsampled, "more place"))
  end
  return folded("  worlds        " .. text, 16)
end

--- A failure: a game that can be played again, or an error alone. `from` has
--- the place of its `record`, the `variant` and the `players`.
function check_text.failure(failure, from)
  local parts = { failure.message .. "\n" }
  if failure.small then
    parts = { folded(failure.message, 2),
      folded(("  in the small game %s (%s), %s"):format(failure.seed,
        failure.small, failure.place), 4),
      folded("  deal: " .. failure.deal, 4),
      folded("  actions: " .. term.plain(failure.actions), 4) }
  elseif failure.seed then
    parts[2] = ("  in game %s, %s; the game so far is %s\n"):format(
      failure.seed, failure.place, from.record)
  end
  if failure.again then
    local games = failure.again_games
    parts[#parts + 1] = ("  again: %s\n"):format(term.command("aurum",
      "variant", "check", from.variant, "--players", tostring(from.players),
      "--seed", failure.again, games and "--games", games and tostring(games)))
  end
  return table.concat(parts)
end

--- The entry of --json for a number of players. `path` is the file of records.
function check_text.item(item, players, path)
  local failure, seen = item.failure or {}, item.worlds
  return { players = players, totals = item.totals, study = item.study,
    message = failure.message, seed = failure.seed, again = failure.again,
    again_games = failure.again_games,
    record = failure.record and path or nil,
    small = failure.small, deal = failure.deal, actions = failure.actions,
    place = failure.small and failure.place or nil, seat = failure.seat,
    worlds = seen and { games = seen.games, places = seen.places,
      worlds = seen.worlds, samples = seen.samples,
      unsampled = seen.unsampled, problem = seen.problem } or nil }
end

return check_text
