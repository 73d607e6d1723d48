-- Recorded games read from files: games that are read and lines that are
-- skipped, the state of a game at every place, and its rows compared with a
-- recount from its events.
local aurum = require "aurum"
local helper = require "helper"
local raises = helper.raises

teardown(helper.clean)

local random = helper.random

--- A bot that raises an error in trick 3 of round 1.
local faulty = helper.bot([[return {
  bid = function(_, view) return view:random() end,
  play = function(_, view)
    if #view.tricks == 2 then error "no" end
    return view:random()
  end,
}]], nil, "faulty, \"2\"")

local function line_of(variant, players, seed, bots)
  return aurum.game { variant = variant, players = players, seed = seed,
    bots = bots or { random } }:run():record()
end

--- A file with these texts.
local function file_of(...)
  return helper.write(helper.folder() .. "/games.jsonl",
    table.concat { ... })
end

--- The games of a file, and the warnings about skipped lines.
local function read(path, options)
  local games, told = {}, {}
  options = options or {}
  function options.skip(file, line, problem, list)
    assert.equal(path, file)
    told[#told + 1] = ("%d: %s"):format(line, problem)
    assert.is_table(list)
  end
  local reader = aurum.records(path, options)
  for game in reader do games[#games + 1] = game end
  assert.equal(#games, reader.count)
  assert.equal(#told, reader.skipped)
  assert.is_nil(reader())
  return games, told, reader
end

local variants = {
  { "en-2023", 4 }, { "en-2023", 3 }, { "bga", 4 }, { "bga", 3 },
  { "de-2024+no-zero-gold+cumulative", 3 }, { "five-alchemists", 5 },
  { "en-2023+blind-bid", 4 }, { "ru-2023+nullify", 4 }, { "fr-2023+misere", 3 },
  { "en-2023+must-follow+low-wins", 4 },
}

--- One game of each variant, and one with faults.
local function corpus(seed)
  local lines = {}
  for i, variant in ipairs(variants) do
    lines[i] = line_of(variant[1], variant[2], seed .. "." .. i)
  end
  lines[#lines + 1] = line_of("en-2023", 4, seed, { random, faulty })
  return file_of(table.unpack(lines)), lines
end

-- ---- Reading ----------------------------------------------------------------

describe("aurum.records", function()
  it("gives each game with the values of its line", function()
    local path, lines = corpus "a"
    local games, told = read(path)
    assert.same({}, told)
    assert.equal(#lines, #games)
    for i, game in ipairs(games) do
      assert.equal(i, game.number)
      assert.equal(path, game.file)
      assert.equal(i, game.line)
      assert.equal(lines[i], game.text)
      assert.equal(("game %d, %s:%d"):format(i, path, i), tostring(game))
      assert.equal(i == #games, game.forfeited)
      assert.equal(i == #games and 1 or 0, #game.faults)
      assert.equal(game.rules.players, game.players)
      assert.equal(game.rules.digest, game.digest)
      assert.equal(game.players, #game.names)
    end
    assert.equal("faulty, \"2\"", games[#games].names[2])
    assert.same({ 1 }, games[#games].winners)
  end)

  it("counts through several files", function()
    local first, second = corpus "b", corpus "c"
    local reader = aurum.records(first, second)
    local last
    for game in reader do last = game end
    assert.equal(2 * (#variants + 1), reader.count)
    assert.equal(reader.count, last.number)
    assert.equal(#variants + 1, last.line)
    assert.equal(second, last.file)
  end)

  it("skips lines that are not valid games, and says why", function()
    local good = line_of("en-2023", 4, "x")
    local digest = good:match '"rules":"(%x+)"'
    local games, told = read(file_of(good, "\n", "no game\n", good,
      (good:gsub('"winners":%[(%d)%]}\n', function(side)
        return ('"winners":[%d]}\n'):format(3 - side)
      end)),
      (good:gsub(digest, ("0"):rep(16))),
      (good:gsub('"en%-2023"', '"nothing"')), good, good:sub(1, 700)))
    assert.equal(3, #games)
    assert.equal(8, games[3].line)
    assert.equal(5, #told) -- and no warning about line 2, which is blank
    assert.truthy(told[1]:find "^3: ")
    assert.truthy(told[2]:find "^5: winners, expected %[%d%], got %[%d%]$")
    assert.equal(("6: it was played under other rules (digest %s, "
      .. "here %s)"):format(("0"):rep(16), digest), told[3])
    assert.truthy(told[4]:find "^7: variant 'nothing' is not installed")
    assert.equal("9: an incomplete last line", told[5])
  end)

  it("says where gzip data end early", function()
    local good = line_of("en-2023", 4, "x")
    local data = aurum.sys.gzip(good .. line_of("en-2023", 4, "y"))
    local _, told, reader = read(file_of(data:sub(1, -200)))
    assert.truthy(told[1]:find "^%d: the gzip data end in the middle$")
    assert.equal(1, reader.unread)
  end)

  it("accepts a complete last line without its newline", function()
    local good = line_of("en-2023", 4, "x")
    local games, told = read(file_of(good, good:sub(1, -2)))
    assert.equal(2, #games)
    assert.same({}, told)
    assert.equal(good, games[2].text)
  end)

  it("reports the first five lines on stderr, and how many more", function()
    local path = file_of(("no\n"):rep(9), line_of("en-2023", 4, "x"))
    local script = helper.write(helper.folder() .. "/read.lua",
      ([[local aurum = require "aurum"
        for _ in aurum.records %q do end]]):format(path))
    local text = helper.shell("lua5.4 " .. script)
    assert.equal(5, select(2, text:gsub("skipped: ", "")))
    assert.truthy(text:find(path .. ":5: skipped: ", 1, true))
    assert.truthy(text:find "\n4 more lines skipped, of 10\n$")
  end)

  it("raises an error at the first one if it is strict", function()
    local path = file_of(line_of("en-2023", 4, "x"), "no\n")
    local reader = aurum.records(path, { strict = true })
    assert.truthy(reader())
    raises(path .. ":2: ", reader)
    reader = aurum.records(file_of '{"format":', { strict = true })
    raises("an incomplete last line", reader)
  end)

  it("reads only the lines that are chosen", function()
    local path = file_of(line_of("en-2023", 4, "a"), "no\n", "\n",
      line_of("en-2023", 4, "b"), line_of("en-2023", 4, "c"))
    local function seeds(lines)
      local list = {}
      for game in aurum.records(path, { lines = lines, strict = true }) do
        list[#list + 1] = ("%s:%d"):format(game.seed, game.line)
      end
      return table.concat(list, " ")
    end
    assert.equal("a:1", seeds "1")
    assert.equal("a:1 b:4 c:5", seeds "1,4-")
    assert.equal("b:4", seeds "3-4")
    raises(path .. ":2: ", seeds, "1-2")
    for lines, missing in pairs { ["1,6"] = "6", ["3"] = "3", ["7-"] = "7-" } do
      raises(("%s: no game %s in this file"):format(path, missing), seeds,
        lines)
    end
  end)

  it("compares them with other rules if they are given", function()
    local folder = helper.folder()
    local path = helper.write(folder .. "/bold.lua", "return { exact = 3 }")
    local line = line_of("en-2023+" .. path, 4, "x")
    local file = file_of(line)
    assert.equal(1, #read(file, { variant = path }))
    assert.equal(1, #read(file, { variant = "en-2023+" .. path }))
    local _, told = read(file, { variant = "bga" })
    assert.truthy(told[1]:find "under other rules")
    _, told = read(file_of(line_of("en-2023", 4, "x")), { variant = path })
    assert.truthy(told[1]:find "is a house rule, and 'en%-2023' has no part")
    helper.write(path, "return { exact = 4 }")
    _, told = read(file, { variant = path })
    assert.truthy(told[1]:find "under other rules")
    _, told = read(file)
    assert.truthy(told[1]:find "variant 'bold' is not installed")
    local reader, problem = aurum.records(file, { variant = "bgb" })
    assert.is_nil(reader)
    assert.truthy(problem:find("^no variant 'bgb'; did you mean 'bga'%?"))
  end)

  it("reads empty files, and refuses a file that cannot be read", function()
    assert.same({}, read(file_of ""))
    assert.same({ nil, "nowhere.jsonl: No such file or directory" },
      { aurum.records "nowhere.jsonl" })
    assert.same({ nil, "tests: Is a directory" },
      { aurum.records("Makefile", "tests") })
    raises("expected at least one file", aurum.records)
    raises("expected a file's name, got a boolean", aurum.records, true)
    raises("no option 'strikt'; did you mean 'strict'?", aurum.records,
      "Makefile", { strikt = true })
    raises("lines: expected numbers from 1 such as 3, 5-9 or 12-, got '0'",
      aurum.records, "Makefile", { lines = "0" })
    raises("strict: expected a boolean, got a number", aurum.records,
      "Makefile", { strict = 1 })
  end)

  it("gives games that can be kept", function()
    local games = read((corpus "d"))
    collectgarbage()
    for _, game in ipairs(games) do
      assert.equal(game.text, game.text)
      assert.equal(#game.rounds > 0, true)
      if not game.forfeited then
        assert.equal(game.text, game.state:record { seed = game.seed,
          names = game.names })
      end
    end
  end)
end)

-- ---- Places -----------------------------------------------------------------

describe("a recorded game", function()
  it("has the state of every decision, by its place", function()
    for _, game in ipairs(read((corpus "e"))) do
      local replay, n = aurum.state(game.rules), 0
      local history = game.state:history()
      local round, index = 0, 0
      for before, action, place in game:decisions() do
        if replay.phase == "deal" then
          round, index = round + 1, 0
          replay:deal(history[round])
        end
        index, n = index + 1, n + 1
        assert.equal(replay, before)
        assert.equal(history[round].actions[index], action)
        if n % 7 == 1 then
          assert.equal(before, game:at(place))
          local r, t, p = place:match "^(%d+)%.(%d+)%.(.*)$"
          assert.equal(before, game:at(tonumber(r), tonumber(t),
            tonumber(p) or p))
          assert.same(helper.texts(before:history()[round].actions),
            helper.texts(game:at(place):history()[round].actions))
          assert.equal(before:view(before.turn),
            game:at(place):view(before.turn))
        end
        replay:apply(action)
      end
      assert.truthy(n > 10)
    end
  end)

  it("counts places as the REPL does", function()
    local game = read(file_of(line_of("en-2023", 4, "f")))[1]
    assert.equal("bid", game:at(1).phase)
    assert.equal(game:at(1), game:at(1, 0, 1))
    assert.equal(game:at(1, 1), game:at(1, 1, "c1"))
    assert.equal(3, #game:at(1, 2, 4).trick.plays)
    assert.equal(1, #game:at(1, 2, 4).tricks)
    local ended = game:at(1, "end")
    assert.equal("deal", ended.phase)
    assert.same(game.rounds[1].score.points, ended.points)
    assert.equal(game.state, game:at())
    assert.is_false(rawequal(game.state, game:at()))
  end)

  it("lists the nearby places if a place does not exist", function()
    local game = read(file_of(line_of("en-2023", 4, "f")))[1]
    local rounds, tricks = #game.rounds, #game.rounds[1].tricks + 1
    raises(("no round 9: the last is %d"):format(rounds), game.at, game, 9)
    raises(("no trick 40 in round 1: the last is %d"):format(tricks), game.at,
      game, 1, 40)
    raises("no 1.2.7: the trick's last place is 1.2.4", game.at, game, 1, 2, 7)
    raises("round 9 has no end", game.at, game, 9, "end")
    for _, text in ipairs { "", "x", "1.", "1.2.", "1.2.d1", "1.2.3.4", "-1",
    } do
      raises("expected a place ROUND[.TRICK[.PLAY]]", game.at, game, text)
    end
    raises("place such as", game.at, game, {})
    local here = debug.getinfo(1, "l").currentline + 2
    local _, problem = pcall(function()
      return (game:at(9))
    end)
    assert.truthy(problem:find("records_spec.lua:" .. here .. ": no", 1, true))
    raises("nothing has been dealt", function()
      aurum.state(game.rules):at(1)
    end)
  end)

  it("notices that the state of decisions() was changed", function()
    local game = read(file_of(line_of("en-2023", 4, "f")))[1]
    raises("change a clone", function()
      for before, action in game:decisions() do before:apply(action) end
    end)
    for before, action in game:decisions() do before:clone():apply(action) end
  end)

  it("may begin in the middle of a round", function()
    local state = aurum.state(assert(aurum.variant("en-2023", 4))):deal "x"
    state:set { hands = { "B1 B2", "C1 C2", "P1 P2", "S1 S2" },
      bids = { "Z1", "Z2", "Z3", "Z4" }, round = 3, nuggets = { 1, 1 } }
    helper.play_out(state, "x")
    local game = read(file_of(state:record()))[1]
    local round = game.rounds[1]
    assert.equal(3, round.number)
    assert.is_nil(round.hands)
    assert.same(helper.texts(round.bids), { "Z1", "Z2", "Z3", "Z4" })
    assert.truthy(game:at(3))
    assert.equal(4, #game:rows "seats")
    for before, action, place in game:decisions() do
      assert.truthy(place:find "^3%." and before and action)
    end
  end)

  it("may begin in the middle of a trick", function()
    local before = read(file_of(line_of("en-2023", 4, "f")))[1]:at(1, 3, 3)
    local laid = before.trick.plays
    local state = before:clone():set { hands = before.hands }
    helper.play_out(state, "x")
    local game = read(file_of(state:record()))[1]
    local trick, plays = game:rows("tricks")[1], game:rows "plays"
    assert.equal(3, trick.trick)
    assert.equal(before.trick.leader, trick.leader)
    assert.equal(4, select(2, trick.plays:gsub("%S+", "")))
    assert.equal(1, trick.plays:find(("%s %s "):format(laid[1],
      laid[2])))
    assert.same({ 3, 3, 0 }, { plays[1].trick, plays[1].place, plays[1].lead })
    assert.same({ 4, 1, 1 }, { plays[3].trick, plays[3].place, plays[3].lead })
  end)

  it("has the same rounds as the states", function()
    for _, game in ipairs(read((corpus "g"))) do
      for i, round in ipairs(game.rounds) do
        local last = i == #game.rounds and game.forfeited
        local at = last and game.state or game:at(i, "end")
        assert.equal(i, round.number)
        assert.equal(at.first, round.first)
        assert.same(helper.texts(at.bids), helper.texts(round.last_bids))
        assert.equal(#at.tricks, #round.tricks)
        assert.equal(at.extras, round.extras)
        assert.equal(not last, round.score ~= nil)
        assert.equal(not last, round.passer ~= nil)
        local dealt = game:at(i)
        for seat, hand in ipairs(round.hands) do
          assert.equal(hand, dealt.hands[seat])
        end
      end
    end
  end)
end)

describe("a game that a fault cut short in a later round", function()
  it("has the rounds before it", function()
    local late = helper.bot([[return {
      bid = function(_, view) return view:random() end,
      play = function(_, view)
        if view.round == 3 then error "no" end
        return view:random()
      end,
    }]], nil, "late")
    local game = read(file_of(line_of("en-2023+cumulative", 4, "n",
      { random, late })))[1]
    assert.is_true(game.forfeited)
    assert.equal(3, #game.rounds)
    for i, score in ipairs(game.state.rounds) do
      assert.same(score.points, game.rounds[i].score.points)
      assert.same(score.winners, game.rounds[i].winners)
    end
    assert.is_nil(game.rounds[3].score)
    assert.same({}, game.rounds[3].winners)
  end)
end)

-- ---- Rows -------------------------------------------------------------------

--- A recount of a game's rows from its events, which shares no code with the
--- rows. One function for each event.
local recount = {}

local function count_of(list, seat, card)
  list[seat] = list[seat] or {}
  table.insert(list[seat], card)
end

local function pile_text(list)
  table.sort(list or {}, function(a, b) return a.rank < b.rank end)
  local texts = {}
  for i, card in ipairs(list or {}) do texts[i] = tostring(card) end
  return table.concat(texts, " ")
end

function recount.deal(t, event)
  t.round, t.first, t.hands = event.round, event.first, event.hands
  t.bids, t.first_bids, t.won, t.paid, t.played = {}, {}, {}, {}, {}
  t.changes, t.tricks, t.taken, t.made = 0, 0, {}, {}
  t.leader, t.plays, t.window = event.first, {}, 0
  t.gold = {}
  for seat, pile in ipairs(event.gold) do t.gold[seat] = pile:list() end
end

function recount.bid(t, event)
  local text = (event.down and "-" or "") .. tostring(event.card)
  t.bids[event.seat], t.first_bids[event.seat] = text, text
end

local function give_up(list, card)
  for i, other in ipairs(list) do
    if other == card then return table.remove(list, i) end
  end
  error("no " .. tostring(card))
end

function recount.change(t, event)
  t.changes, t.window = t.changes + 1, t.window + 1
  t.made[event.seat] = (t.made[event.seat] or 0) + 1
  count_of(t.paid, event.seat, event.gold)
  give_up(t.gold[event.seat], event.gold)
  t.bids[event.of] = tostring(event.card)
  table.insert(t.rows.changes, { round = t.round, trick = t.tricks + 1,
    seat = event.seat, gold = tostring(event.gold), of = event.of,
    card = tostring(event.card), returned = tostring(event.returned) })
end

function recount.play(t, event)
  if event.card.gold then
    count_of(t.played, event.seat, event.card)
    give_up(t.gold[event.seat], event.card)
  end
  table.insert(t.plays, event)
end

local function plays_row(t, winner, taker, award, void)
  for i, play in ipairs(t.plays) do
    local card = play.card
    table.insert(t.rows.plays, { round = t.round, trick = t.tricks + 1,
      place = i, seat = play.seat, card = tostring(card), suit = card.suit,
      rank = card.rank, gold = card.gold and 1 or 0, lead = i == 1 and 1 or 0,
      won = winner == play.seat and 1 or 0,
      award = taker == play.seat and tostring(award) or nil, void = void })
  end
end

function recount.trick(t, event)
  plays_row(t, event.winner, event.taker, event.award, 0)
  local gold, texts = 0, {}
  for i, play in ipairs(t.plays) do
    gold = gold + (play.card.gold and 1 or 0)
    texts[i] = tostring(play.card)
  end
  t.tricks = t.tricks + 1
  if event.taker then
    count_of(t.won, event.taker, event.award)
    table.insert(t.gold[event.taker], event.award)
  end
  if event.winner then
    t.taken[event.winner] = (t.taken[event.winner] or 0) + 1
  end
  table.insert(t.rows.tricks, { round = t.round, trick = t.tricks,
    leader = event.leader, plays = table.concat(texts, " "),
    winner = event.winner, award = event.award and tostring(event.award),
    taker = event.taker, changes = t.window, gold = gold })
  t.plays, t.window, t.leader = {}, 0, event.next
end

function recount.pass(t, event)
  t.passer, t.held = event.seat, #event.hand
end

function recount.round(t, event)
  local rules, score = t.rules, event.score
  plays_row(t, nil, nil, nil, 1)
  table.insert(t.rows.rounds, { round = t.round, first = t.first,
    tricks = t.tricks, leader = t.leader, passer = t.passer, void = #t.plays,
    held = t.held, changes = t.changes,
    winners = table.concat(event.winners, "+") })
  for seat, side in ipairs(rules.side_of) do
    local won = 0
    for _, winner in ipairs(event.winners) do
      if winner == side then won = 1 end
    end
    local bid = t.first_bids[seat]
    table.insert(t.rows.seats, { round = t.round, seat = seat, side = side,
      name = t.names[seat], first = seat == t.first and 1 or 0,
      place = (seat - t.first) % rules.players + 1,
      hand = tostring(t.hands[seat]),
      bid = bid:sub(1, 1) == "-" and 0 or tonumber(bid:match "%d+"),
      bid_card = bid, last_bid_card = t.bids[seat],
      side_bid = score.bid[side], side_taken = score.taken[side],
      taken = t.taken[seat] or 0, bid_points = score.bid_points[side],
      gold_points = score.gold_points[side], points = score.points[side],
      won = won, changes = t.made[seat] or 0,
      gold_won = pile_text(t.won[seat]), gold_paid = pile_text(t.paid[seat]),
      gold_played = pile_text(t.played[seat]),
      gold_kept = pile_text(t.gold[seat]) })
  end
  t.plays = {}
end

local function recounted(game)
  local t = { rules = game.rules, names = game.names, rows = { rounds = {},
    seats = {}, changes = {}, tricks = {}, plays = {} } }
  for _, event in ipairs(game.state:events()) do
    if recount[event.kind] then recount[event.kind](t, event) end
  end
  if game.forfeited then plays_row(t, nil, nil, nil, 1) end
  return t.rows
end

-- columns that cannot be recounted from events; other tests check them
local other = {
  plays = { "hand", "legal" },
  changes = { "bid_before", "bid_after", "taken", "bid_end", "taken_end",
    "gain" },
}

--- Parse CSV into a list of lists of cells.
local function parse(csv)
  local rows, row, at = {}, {}, 1
  while at <= #csv do
    local cell, stop
    if csv:sub(at, at) == '"' then
      stop = at + 1
      while csv:sub(stop, stop) ~= '"' or csv:sub(stop + 1, stop + 1) == '"' do
        stop = stop + (csv:sub(stop, stop) == '"' and 2 or 1)
      end
      cell = csv:sub(at + 1, stop - 1):gsub('""', '"')
      stop = stop + 1
    else
      stop = csv:find("[,\n]", at)
      cell = csv:sub(at, stop - 1)
    end
    row[#row + 1] = cell
    if csv:sub(stop, stop) == "\n" then rows[#rows + 1], row = row, {} end
    at = stop + 1
  end
  return rows
end

describe("rows", function()
  it("have the requested columns, and no other", function()
    for _, game in ipairs(read((corpus "h"))) do
      for _, name in ipairs { "games", "rounds", "seats", "changes", "tricks",
        "plays" } do
        local whole, columns = game:rows(name), aurum.columns(name)
        for start = 1, #columns, 3 do
          local wanted = {}
          for i = start, #columns, 4 do
            wanted[#wanted + 1] = columns[i].name
          end
          local some = game:rows(name, wanted)
          assert.equal(#whole, #some)
          for i, row in ipairs(whole) do
            local expected = {}
            for _, key in ipairs(wanted) do expected[key] = row[key] end
            assert.same(expected, some[i])
          end
        end
      end
    end
    local game = read((corpus "h"))[1]
    helper.raises("column: there is no 'seet'; did you mean 'seat'?", game.rows,
      game, "seats", { "seet" })
    helper.raises("column: there is no 'sead'; did you mean 'seed'?", game.rows,
      game, "games", { "sead" })
    helper.raises("columns: expected a list", game.rows, game, "seats", 3)
  end)

  it("agree with the events", function()
    for _, game in ipairs(read((corpus "h"))) do
      for name, expected in pairs(recounted(game)) do
        local rows = game:rows(name)
        assert.equal(#expected, #rows, name)
        for i, row in ipairs(rows) do
          assert.equal(game.number, row.game)
          row.game = nil
          for _, key in ipairs(other[name] or {}) do
            if not game.forfeited then assert.is_number(row[key], key) end
            row[key] = nil
          end
          assert.same(expected[i], row)
        end
      end
    end
  end)

  it("agree with the rules about changes", function()
    local seen = 0
    for _, game in ipairs(read((corpus "i"))) do
      local rows, n = game:rows "changes", 0
      local rules = game.rules
      for before, action, place in game:decisions() do
        if action.kind == "change" then
          n, seen = n + 1, seen + 1
          local row, side = rows[n], rules.side_of[action.of]
          local after = before:clone():apply(action)
          local finish = game.rounds[row.round].score
          assert.equal(place:match "^%d+%.(%d+)", tostring(row.trick))
          assert.equal(before.bid[side], row.bid_before)
          assert.equal(after.bid[side], row.bid_after)
          assert.equal(before.taken[side], row.taken)
          if finish then
            assert.equal(finish.bid[side], row.bid_end)
            assert.equal(finish.taken[side], row.taken_end)
          else
            assert.is_nil(row.gain)
          end
        end
      end
      assert.equal(n, #rows)
    end
    assert.truthy(seen > 20)
  end)

  it("value a change by the tricks finally taken", function()
    -- RULES 9.1: twice the bid if exact, else the bid if more;
    -- in bga the tricks
    local function gain(variant, before, after, taken, gold)
      local rules = assert(aurum.variant(variant, 3))
      local function points(bid)
        if taken < bid then return 0 end
        if taken == bid then return 2 * bid end
        return variant == "bga" and taken or bid
      end
      return points(after) - points(before) - rules.gold_points[gold + 1]
    end
    local seen = 0
    for _, variant in ipairs { "en-2023", "bga" } do
      local lines = {}
      for i = 1, 20 do lines[i] = line_of(variant, 3, "j." .. i) end
      for _, game in ipairs(read(file_of(table.unpack(lines)))) do
        for _, row in ipairs(game:rows "changes") do
          seen = seen + 1
          assert.equal(gain(variant, row.bid_before, row.bid_after,
            row.taken_end, tonumber(row.gold:sub(2))), row.gain)
        end
      end
    end
    assert.truthy(seen > 40)
  end)

  it("have the number of legal cards for each play", function()
    for _, game in ipairs(read((corpus "k"))) do
      local rows, n = game:rows "plays", 0
      for before, action in game:decisions() do
        if action.kind == "play" then
          n = n + 1
          assert.equal(#before:legal_cards(), rows[n].legal)
          assert.equal(#before.hands[action.seat], rows[n].hand)
        end
      end
      assert.equal(n, #rows)
    end
  end)

  it("agree with the game's line", function()
    for _, game in ipairs(read((corpus "l"))) do
      local row = game:rows "games"[1]
      assert.equal(game.seed, row.seed)
      assert.equal(table.concat(game.winners, "+"), row.winners)
      assert.equal(game.forfeited and 1 or 0, row.forfeited)
      assert.equal(game.names[2], row.name_2)
      assert.is_nil(row["name_" .. game.players + 1])
      assert.same(game.state.points[1], row.points_1)
      assert.same(game.state.nuggets[1], row.nuggets_1)
    end
  end)

  it("are the same as CSV, each cell under its column", function()
    for _, game in ipairs(read((corpus "m"))) do
      for _, name in ipairs { "games", "rounds", "seats", "changes", "tricks",
        "plays" } do
        local columns, rows = aurum.columns(name), game:rows(name)
        local lines = parse(game:csv(name))
        assert.equal(#rows, #lines)
        for i, row in ipairs(rows) do
          assert.equal(#columns, #lines[i])
          local known = {}
          for k, column in ipairs(columns) do
            local value = row[column.name]
            known[column.name] = true
            if column.name == "winners" then -- CSV writes s1+s2
              value = value:gsub("%d+", "s%0")
            elseif column.name == "seed" then
              value = "seed:" .. value
            end
            assert.equal(value == nil and "" or tostring(value), lines[i][k])
          end
          for key in pairs(row) do assert.is_true(known[key], key) end
        end
      end
    end
  end)

  it("need a table that exists", function()
    local game = read(file_of(line_of("en-2023", 4, "f")))[1]
    raises("did you mean 'seats'?", game.rows, game, "seat")
    raises("did you mean 'plays'?", game.csv, game, "play")
    raises("did you mean 'tricks'?", aurum.columns, "trick")
    raises("expected a name", game.rows, game, nil)
  end)
end)
