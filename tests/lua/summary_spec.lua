-- Statistics of recorded games (lua/record/summary.lua), compared with a slow
-- recount of random corpora: a plain walk over the events of every game, which
-- uses neither cells nor rows.
local aurum = require "aurum"
local helper = require "helper"
local estimate = require "aurum.stats.estimate"
local summary = require "aurum.record.summary"

-- ---- Corpora --------------------------------------------------------------

--- A bot that plays at random, and raises an error now and then.
local frail = helper.bot([[
  return {
    bid = function(_, view) return view:random() end,
    change = function(_, view)
      if math.random(300) == 1 then error "tired" end
      return view:random()
    end,
    play = function(_, view) return view:random() end,
  }]], nil, "frail")

local corpora = {
  { "en-2023", 4, { "random", "greedy" }, 25 },
  { "en-2023", 4, { "greedy", "random", "random", "greedy" }, 15 },
  { "en-2023", 4, { "random", "random", "greedy", "greedy" }, 10 },
  { "de-2024", 3, { "random", frail, "greedy" }, 40 },
  { "bga+no-zero-gold", 4, { frail, "random" }, 30 },
  { "ru-2023+cumulative", 3, { "random" }, 10 },
  { "en-2023+misere", 4, { "random", "lowball" }, 15 },
  { "en-2023+low-wins", 4, { "random", "greedy" }, 10 },
  { "fr-2023", 3, { "random", "lowball" }, 12, on_fault = "substitute" },
}

--- A file with the games of the corpora with these numbers.
local function write(numbers)
  local lines = {}
  for _, number in ipairs(numbers) do
    local corpus = corpora[number]
    local game = aurum.game { variant = corpus[1], players = corpus[2],
      bots = corpus[3], on_fault = corpus.on_fault, seed = number }
    for i = 1, corpus[4] do
      lines[#lines + 1] = game:restart(("%d.%d"):format(number, i)):run()
        :record()
    end
  end
  return helper.write(helper.folder() .. "/games.jsonl", table.concat(lines))
end

local function tally_of(path)
  local tally = summary.new()
  for game in aurum.records(path, { strict = true }) do tally:add(game) end
  return tally:results()
end

-- ---- The recount ----------------------------------------------------------

local function bump(counts, key, n)
  counts[key] = (counts[key] or 0) + (n or 1)
end

--- The points for a bid, from the knobs (RULES 9.1).
local function bid_points(rules, bid, taken)
  if taken == bid then return rules.exact * bid + rules.exact_bonus end
  if taken < bid then
    return rules.under + rules.under_each * (bid - taken)
  end
  local base = ({ bid = bid, taken = taken, nothing = 0 })[rules.over]
  return base + rules.over_each * (taken - bid)
end

--- The bid of a side, from the cards in front of its seats.
local function side_bid(rules, ranks, side)
  local values = {}
  for seat, its in ipairs(rules.side_of) do
    if its == side then values[#values + 1] = ranks[seat] end
  end
  table.sort(values)
  if rules.side_bid == "lowest" then return values[1] end
  if rules.side_bid == "highest" then return values[#values] end
  local sum = 0
  for _, value in ipairs(values) do sum = sum + value end
  return sum
end

--- The rounds of a game from its events: each { first, score, winners, seats,
--- changes, tricks, ending }; `seats` says what each seat did.
local function rounds_of(game)
  local rules, rounds, round = game.rules, {}, nil
  local on = {}
  function on.deal(e)
    round = { first = e.first, seats = {}, changes = {}, ranks = {},
      tricks = 0, cards = 0 }
    for seat = 1, rules.players do
      round.seats[seat] = { own = 0, won = {}, paid = {}, played = {},
        kept = {} }
      for card in e.gold[seat]:each() do
        bump(round.seats[seat].kept, card.rank)
      end
    end
  end
  function on.bid(e) round.ranks[e.seat] = e.down and 0 or e.card.rank end
  function on.change(e)
    local side = rules.side_of[e.of]
    local before = side_bid(rules, round.ranks, side)
    round.ranks[e.of] = e.card.rank
    table.insert(round.changes, { seat = e.seat, gold = e.gold, of = e.of,
      side = side, before = before, after = side_bid(rules, round.ranks, side),
    })
    bump(round.seats[e.seat].paid, e.gold.rank)
    bump(round.seats[e.seat].kept, e.gold.rank, -1)
  end
  function on.play(e)
    round.cards = round.cards + 1
    if not e.card.gold then return end
    bump(round.seats[e.seat].played, e.card.rank)
    bump(round.seats[e.seat].kept, e.card.rank, -1)
  end
  function on.trick(e)
    round.tricks, round.cards = round.tricks + 1, 0
    if e.winner then
      round.seats[e.winner].own = round.seats[e.winner].own + 1
    end
    if e.award then
      bump(round.seats[e.taker].won, e.award.rank)
      bump(round.seats[e.taker].kept, e.award.rank)
    end
  end
  on["pass"] = function(e)
    round.ending = (round.cards == 0 and "lead" or "follow")
      .. (#e.hand == 0 and "_empty" or "_cards")
  end
  on["round"] = function(e)
    round.score, round.winners = e.score, e.winners
    rounds[#rounds + 1] = round
  end
  for _, event in ipairs(game:at():events()) do
    if on[event.kind] then on[event.kind](event) end
  end
  return rounds
end

--- The gain of a change (RULES 9.1, 9.2).
local function gain_of(rules, round, change)
  local taken = round.score.taken[change.side]
  return bid_points(rules, change.after, taken)
    - bid_points(rules, change.before, taken)
    - rules.gold_points[change.gold.rank + 1]
end

local function without_zeros(counts)
  for key, n in pairs(counts) do if n == 0 then counts[key] = nil end end
  return counts
end

--- Recount the rounds and seats that `takes(game, round, seat)` chooses. Sides
--- are counted once for each side with such a seat, seats one by one.
local function recount(games, name, takes)
  local row = { name = name, games = 0, rounds = 0, rounds_won = 0, bid = 0,
    taken = 0, exact = 0, over = 0, under = 0, bid_points = 0,
    gold_points = 0, points_of_rounds = {}, matrix = {}, seat_rounds = 0,
    own = 0, gold_won = {}, gold_paid = {}, gold_played = {}, gold_kept = {},
    changes = { n = 0, better = 0, worse = 0, others = 0, by_gold = {} },
    y = {}, x = {}, shares = {}, gain_y = {}, gain_x = {} }
  for _, game in ipairs(games) do
    local rules = game.rules
    local y, x, gy, gx, sides_met, share = 0, 0, 0, 0, {}, 0
    for _, round in ipairs(rounds_of(game)) do
      local sides = {}
      for seat = 1, game.players do
        if takes(game, round, seat) then
          sides[rules.side_of[seat]] = true
          sides_met[rules.side_of[seat]] = true
          local did = round.seats[seat]
          row.seat_rounds, row.own = row.seat_rounds + 1, row.own + did.own
          for use, key in pairs { won = "gold_won", paid = "gold_paid",
            played = "gold_played", kept = "gold_kept" } do
            for rank, n in pairs(did[use]) do bump(row[key], rank, n) end
          end
          for _, change in ipairs(round.changes) do
            if change.seat == seat then
              local gain, sums = gain_of(rules, round, change), row.changes
              gy, gx, sums.n = gy + gain, gx + 1, sums.n + 1
              bump(sums, "better", gain > 0 and 1 or 0)
              bump(sums, "worse", gain < 0 and 1 or 0)
              bump(sums, "others", change.of ~= seat and 1 or 0)
              local rank = change.gold.rank
              sums.by_gold[rank] = sums.by_gold[rank] or { n = 0, gain = 0 }
              bump(sums.by_gold[rank], "n")
              bump(sums.by_gold[rank], "gain", gain)
            end
          end
        end
      end
      for side in pairs(sides) do
        local score = round.score
        local bid, taken = score.bid[side], score.taken[side]
        row.rounds, row.bid = row.rounds + 1, row.bid + bid
        row.taken = row.taken + taken
        bump(row, bid == taken and "exact" or taken > bid and "over"
          or "under")
        for _, key in ipairs { "bid_points", "gold_points" } do
          bump(row, key, score[key][side])
        end
        for _, winner in ipairs(round.winners) do
          if winner == side then bump(row, "rounds_won") end
        end
        row.matrix[bid] = row.matrix[bid] or {}
        bump(row.matrix[bid], taken)
        bump(row.points_of_rounds, score.points[side])
        y, x = y + score.points[side], x + 1
      end
    end
    if x > 0 then
      local n = 0
      for side in pairs(sides_met) do
        n = n + 1
        for _, winner in ipairs(game.winners) do
          if winner == side then share = share + 1 / #game.winners end
        end
      end
      row.games = row.games + 1
      table.insert(row.shares, share / n)
      table.insert(row.y, y)
      table.insert(row.x, x)
    end
    if gx > 0 then
      table.insert(row.gain_y, gy)
      table.insert(row.gain_x, gx)
    end
  end
  for _, key in ipairs { "gold_won", "gold_paid", "gold_played",
    "gold_kept" } do
    without_zeros(row[key])
  end
  return row
end

--- A ratio and its interval by the textbook formula, from the
--- residuals of every unit.
local function by_the_book(ys, xs)
  local y, x, n = 0, 0, #ys
  for i = 1, n do y, x = y + ys[i], x + xs[i] end
  if x == 0 then return nil end
  local ratio, squares = y / x, 0
  if n < 2 then return ratio end
  for i = 1, n do squares = squares + (ys[i] - ratio * xs[i]) ^ 2 end
  local error = math.sqrt(squares / (n - 1) / n) / (x / n)
  local half = estimate.t95(n - 1) * error
  return ratio, ratio - half, ratio + half
end

local function near(expected, got, what)
  if expected == nil or got == nil then
    assert.equal(expected, got, what)
  else
    assert.is_true(math.abs(expected - got) < 1e-9,
      ("%s: expected %s, got %s"):format(what, expected, got))
  end
end

local function hold_ratio(ys, xs, ratio, what)
  local value, low, high = by_the_book(ys, xs)
  local got_low, got_high = ratio:interval()
  near(value, ratio:value(), what)
  near(low, got_low, what .. ", low")
  near(high, got_high, what .. ", high")
end

--- Compare a row of statistics with the recount.
local function hold(games, row, takes, wins)
  local expected = recount(games, row.name, takes)
  for _, key in ipairs { "name", "games", "rounds", "rounds_won", "bid",
    "taken", "exact", "over", "under", "bid_points", "gold_points",
    "points_of_rounds", "matrix", "seat_rounds", "own", "gold_won",
    "gold_paid", "gold_played", "gold_kept" } do
    assert.same(expected[key], row[key], key)
  end
  for _, use in ipairs { "won", "paid", "played", "kept" } do
    local n = 0
    for _, times in pairs(expected["gold_" .. use]) do n = n + times end
    assert.equal(n, row["gold_" .. use .. "_n"])
  end
  for key, value in pairs(expected.changes) do
    assert.same(value, row.changes[key], "changes " .. key)
  end
  hold_ratio(expected.y, expected.x, row.points, "points a round")
  hold_ratio(expected.gain_y, expected.gain_x, row.changes.gain, "gain")
  if wins then
    local sample = estimate.sample()
    for _, share in ipairs(expected.shares) do sample:add(share) end
    near(sample.mean, row.wins:value(), "wins")
    assert.equal(sample.n, row.wins.n)
    near(sample:share_interval(), row.wins:share_interval(), "wins, low")
  end
end

--- Compare the statistics of a section with its games.
local function hold_section(games, section)
  local whole, faults, margin_y, margin_x = {}, {}, {}, {}
  local expected = { games = 0, rounds = 0, forfeited = 0, shared_games = 0,
    shared_rounds = 0, endings = {}, tricks = {} }
  for _, game in ipairs(games) do
    for i, fault in ipairs(game.faults) do
      local name = game.names[fault.seat]
      faults[name] = faults[name] or { name = name, forfeits = 0, kinds = {} }
      bump(faults[name].kinds, fault.kind)
      if i == #game.faults and not fault.substituted then
        bump(faults[name], "forfeits")
      end
    end
    if game.forfeited then
      bump(expected, "forfeited")
    else
      whole[#whole + 1] = game
      local margin, rounds = 0, rounds_of(game)
      for _, round in ipairs(rounds) do
        bump(expected, "rounds")
        bump(expected, "shared_rounds", #round.winners ~= 1 and 1 or 0)
        bump(expected.endings, round.ending)
        bump(expected.tricks, round.tricks)
        local own, others = 0, {}
        for side, points in ipairs(round.score.points) do
          if side == game.rules.side_of[round.first] then
            own = points
          else
            others[#others + 1] = points
          end
        end
        local sum = 0
        for _, points in ipairs(others) do sum = sum + points end
        margin = margin + own - sum / #others
      end
      bump(expected, "games")
      bump(expected, "shared_games", #game.winners > 1 and 1 or 0)
      table.insert(margin_y, margin)
      table.insert(margin_x, #rounds)
    end
  end
  for key, value in pairs(expected) do assert.same(value, section[key], key) end
  hold_ratio(margin_y, margin_x, section.margin, "margin")
  local names = {}
  for _, row in ipairs(section.faults) do
    assert.same(faults[row.name], row)
    faults[row.name] = nil
  end
  assert.is_nil(next(faults))
  for _, game in ipairs(whole) do
    for _, name in ipairs(game.names) do names[name] = true end
  end
  for _, row in ipairs(section.bots) do
    assert.is_true(names[row.name])
    names[row.name] = nil
    hold(whole, row, function(game, _, seat)
      return game.names[seat] == row.name
    end, true)
  end
  assert.is_nil(next(names))
  for i = 1, section.players do
    hold(whole, section.seats[i], function(_, _, seat)
      return seat == i
    end, true)
    hold(whole, section.places[i], function(game, round, seat)
      return (seat - round.first) % game.players + 1 == i
    end)
  end
end

-- ---- The tests --------------------------------------------------------------

teardown(helper.clean)

describe("statistics equal a recount:", function()
  local cases = { ["all corpora in one file"] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 } }
  for i, corpus in ipairs(corpora) do
    cases[("%d: %s, %d players"):format(i, corpus[1], corpus[2])] = { i }
  end
  for name, numbers in pairs(cases) do
    it(name, function()
      local path = write(numbers)
      local sections, order = {}, {}
      for game in aurum.records(path, { strict = true }) do
        local key = game.variant .. "/" .. game.players
        if not sections[key] then order[#order + 1] = key end
        sections[key] = sections[key] or {}
        table.insert(sections[key], game)
      end
      local results = tally_of(path)
      assert.equal(#order, #results)
      for i, key in ipairs(order) do
        assert.equal(key, results[i].variant .. "/" .. results[i].players)
        hold_section(sections[key], results[i])
      end
    end)
  end

  it("the corpora contain everything that is counted", function()
    local met = { forfeited = 0, shared_rounds = 0, others = 0, better = 0,
      worse = 0, endings = {} }
    for _, result in ipairs(tally_of(write { 1, 2, 3, 4, 5, 6, 7, 8 })) do
      met.forfeited = met.forfeited + result.forfeited
      met.shared_rounds = met.shared_rounds + result.shared_rounds
      for ending, n in pairs(result.endings) do bump(met.endings, ending, n) end
      for _, row in ipairs(result.seats) do
        for _, key in ipairs { "others", "better", "worse" } do
          met[key] = met[key] + row.changes[key]
        end
      end
    end
    for _, key in ipairs { "forfeited", "shared_rounds", "others", "better",
      "worse" } do
      assert.is_true(met[key] > 0, key)
    end
    for _, key in ipairs { "lead_empty", "follow_empty", "follow_cards" } do
      assert.is_true((met.endings[key] or 0) > 0, key)
    end
  end)
end)

it("a bot in all four seats has each side's result once", function()
  local game = aurum.game { bots = { "random" }, seed = 3 }:run()
  local path = helper.write(helper.folder() .. "/one.jsonl", game:record())
  local result = tally_of(path)[1]
  assert.equal(1, #result.bots)
  assert.equal(2 * #game.rounds, result.bots[1].rounds)
  assert.equal(4 * #game.rounds, result.bots[1].seat_rounds)
  assert.equal(0.5, result.bots[1].wins:value())
  assert.is_nil(result.bots[1].points:interval())
end)

-- One in twenty intervals of 95 % misses. Games have 1 to 4 rounds, with more
-- points per round if there are fewer.
it("intervals of ratios hold the truth as often as they say", function()
  local roll, held = helper.dice(5), 0
  for _ = 1, 2000 do
    local ratio = estimate.ratio()
    for _ = 1, 40 do
      local rounds, points = roll(4), 0
      for _ = 1, rounds do points = points + roll(9) + 4 - rounds end
      ratio:add(points, rounds)
    end
    local low, high = ratio:interval()
    -- E[sum] / E[rounds] = (1*8 + 2*7 + 3*6 + 4*5) / (1 + 2 + 3 + 4)
    if low <= 6 and 6 <= high then held = held + 1 end
  end
  assert.is_true(held > 0.93 * 2000 and held < 0.965 * 2000, tostring(held))
end)

it("the games of a deal are one observation, as in an arena", function()
  local path = helper.folder() .. "/mirrored.jsonl"
  local ranked = assert(aurum.arena { bots = { "lowball", "greedy", "random" },
    deals = 10, seed = 1, record = path })
  local parts = {}
  for size = 1, 7 do -- of the parts that workers count; a deal has 6 games
    local tally, part, n = summary.new(), summary.new(true), 0
    for game in aurum.records(path) do
      part:add(game)
      n = n + 1
      if n % size == 0 then
        tally:merge(part:data())
        part = summary.new(true)
      end
    end
    tally:merge(part:data())
    parts[size] = tally:results()[1]
  end
  for _, result in ipairs { tally_of(path)[1], table.unpack(parts) } do
    for _, row in ipairs(result.bots) do
      for _, bot in ipairs(ranked.bots) do
        if bot.name == row.name then
          local low, high = row.wins:share_interval()
          assert.equal(40, row.games)
          assert.equal(10, row.wins.n)
          near(bot.win_rate.mean, row.wins:value(), "won")
          near(bot.win_rate.low, low, "won, low")
          near(bot.win_rate.high, high, "won, high")
          assert.is_true(low < high)
        end
      end
    end
  end
end)
