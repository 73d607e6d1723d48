-- Notes of bots: what is kept, its bounds, and that it changes nothing else.
local aurum = require "aurum"
local helper = require "helper"
local notes = require "aurum.record.notes"
local note_scores = require "aurum.record.note_scores"
local note_text = require "aurum.record.note_text"
local page_notes = require "aurum.record.page_notes"

--- A bot that runs `code` at each play, then plays its first legal action.
local function noting(code, head)
  return helper.first([[play = function(self, view)
    ]] .. code .. [[
    return view:legal()[1]
  end]], head)
end

local function played(bot, options)
  local game = aurum.game { bots = { bot, "random" }, seed = "notes",
    on_fault = "substitute", notes = options ~= false,
    fuel = type(options) == "number" and options or nil }
  return game:run()
end

--- The first note of a game at a play, with `code` as there.
local function first(code)
  for _, note in ipairs(played(noting(code)).notes) do
    if note.at:find "^1%.1%.%d" then return note end
  end
end

describe("a note", function()
  it("is a text", function()
    local note = first [[view:note "one" view:note("two\0\200")]]
    assert.same({ "one", "two \200" }, note.texts)
    assert.is_nil(first "")
  end)

  it("is the value of moves, by action, card or text", function()
    local note = first [=[
      local list = view:legal()
      view:note({ [list[1]] = 1, [list[2].card] = 2.5 }, "points")
      view:note { [tostring(list[1])] = 3 }]=]
    local n = 0
    for action in pairs(note.values) do
      n = n + 1
      assert.truthy(action:find "^play ")
    end
    assert.equal(2, n)
    assert.is_nil(note.goal) -- of the last note
    assert.same({ 3, 2.5 }, { notes.values(note)[1].value,
      notes.values(note)[2].value })
  end)

  it("says in its lines how many others were left out", function()
    local note = first [[
      view:note "kept"
      for _ = 1, 3 do view:note { none = 1 } end]]
    local rows, text = note_text.rows(note), {}
    for i, row in ipairs(rows) do text[i] = row[1] .. " " .. row[2] end
    assert.same({ "note kept", "note (3 notes left out: too many, too long, "
      .. "or no legal form)" }, text)
  end)

  it("is a search, or a world", function()
    local note = first [[
      view:note(view:search { sims = 40, method = "flat" }, "margin")
      view:note("world", view:sample(1)[1])]]
    assert.equal("margin", note.goal)
    assert.truthy(#notes.values(note) > 1)
    assert.is_nil(note.left_out)
    assert.equal(4, #note.worlds[1])
  end)

  it("counts what means nothing, and never raises", function()
    local note = first [[
      view:note() view:note(nil, nil) view:note(5) view:note(print)
      view:note("world", view) view:note("world", 5)
      view:note { S99 = 1, Z1 = "x", Z2 = 0/0, Z3 = 1/0, [view] = 1,
        [1.5] = 2, [{}] = 3 }
      view.note() view.note(3) view.note(view:copy(), "of a copy")
      local t = setmetatable({}, { __index = error, __pairs = error })
      view:note(t, t)]]
    assert.equal(13, note.left_out)
    assert.same({ "of a copy" }, note.texts)
  end)

  it("may be of an illegal move", function()
    local note = first [[view:note { ["bid Z1"] = 1, pass = 2 }]]
    assert.same({ ["bid Z1"] = 1, pass = 2 }, note.values)
  end)

  it("outside a decision is dropped", function()
    local game = played(helper.first [[
      start = function(_, view) view:note "start" end,
      observe = function(self) if self.v then self.v:note "observe" end end,
      bid = function(self, view) self.v = view return view:legal()[1] end]])
    assert.same({}, game.notes)
  end)

  it("is bounded in number and size", function()
    local game = played(noting [[
      for i = 1, 1e5 do view:note("text " .. i) end
      view:note(("x"):rep(1e6))
      local big = {}
      for i = 1, 5000 do big["key" .. i] = i end
      for _ = 1, 100 do view:note(big) end]])
    local line = game:record()
    assert.truthy(#line < 1 << 21)
    assert.equal(64, #game.notes[1].texts)
    assert.truthy(game.notes[1].left_out > 1e5 - 64)
    assert.same(#game.notes, #notes.of(line))
    local long = first [[view:note(("\u{e4}"):rep(1000))]]
    assert.equal(("\u{e4}"):rep(250) .. "...", long.texts[1])
  end)

  it("costs a long game's notes no more than a megabyte", function()
    local game = played(noting [[
      for _ = 1, 16 do view:note(("y"):rep(500)) end]])
    local bytes = 0
    for _, note in ipairs(game.notes) do
      for _, text in ipairs(note.texts or {}) do bytes = bytes + #text end
    end
    assert.truthy(bytes <= 1 << 20)
  end)
end)

describe("notes change nothing:", function()
  local busy = [[
    view:note(view:search { sims = 10, method = "flat" }, "margin")
    view:note("world", view:sample(1)[1])
    view:note { Z7 = 1, nonsense = 2, [view] = 3 }
    self.n = (self.n or 0) + math.random(5)]]

  it("records are equal without them, to the byte", function()
    for _, options in ipairs { true, 60000, 20000 } do
      local with = played(noting(busy), options)
      local without = aurum.game { bots = { noting(busy), "random" },
        seed = "notes", on_fault = "substitute",
        fuel = options ~= true and options or nil }:run()
      local line = with:record()
      assert.truthy(line:find(',"notes":[', 1, true))
      assert.equal(without:record(), notes.strip(line))
      assert.is_nil(without.notes)
      assert.same(without.faults, with.faults)
    end
  end)

  it("nobody else sees them", function()
    local game = aurum.game { seed = 1, notes = true, on_fault = "substitute",
      bots = { noting "view:note 'secret'", helper.first [[
        observe = function(self, event)
          for k, v in pairs(event) do
            if tostring(v):find "secret" then error "seen" end
          end
        end]] } }:run()
    assert.same({}, game.faults)
  end)
end)

describe("a record's notes", function()
  local game = played(noting [[view:note '],"notes":[,"id":"1/2"}']])
  local line = game:record()

  it("are read, and left out of a replay", function()
    assert.equal('],"notes":[,"id":"1/2"}', notes.of(line)[1].texts[1])
    local record <close> = assert(aurum.record(line))
    assert.same({}, (record:replay(game.rules)))
  end)

  it("stand before an arena's id", function()
    local journal = require "aurum.record.journal"
    local with = journal.with_id(line, "7/2")
    assert.same(notes.of(line), notes.of(with))
    assert.equal(journal.with_id(notes.strip(line), "7/2"), notes.strip(with))
  end)

  it("are refused with a reason if a file has others", function()
    local plain = notes.strip(line):gsub("}\n$", "")
    for _, case in ipairs {
      { '{"at":"1.1.1"}', "notes[1].seat: expected a whole number" },
      { '{"at":"x","seat":1}', "notes[1].at: expected a place" },
      { '{"at":"1.1.1","seat":1,"more":1}', "unknown key 'more'" },
      { '{"at":"1.1.1","seat":1,"values":{"Z1":"x"}}', "expected a number" },
      { '{"at":', "not valid JSON" },
    } do
      local list, problem = notes.of(plain .. ',"notes":[' .. case[1] .. "]}\n")
      assert.is_nil(list)
      assert.truthy(problem:find(case[2], 1, true), problem)
    end
  end)
end)

describe("the scores of noted values", function()
  --- Scores of games that are written by hand: their rows.
  local function scores(games)
    local sums = note_scores.new()
    for _, game in ipairs(games) do
      sums:add { forfeited = game.forfeited, winners = game.winners,
        rows = function(_, name) return game[name] end }
    end
    return sums:data()
  end
  local seats = {
    { round = 1, seat = 1, side = 1, points = 10, won = 1 },
    { round = 1, seat = 2, side = 2, points = 4, won = 0 },
    { round = 1, seat = 3, side = 3, points = 1, won = 0 },
  }
  local function row(seat, goal, value, trick, chosen)
    return { name = "b", seat = seat, goal = goal, value = value, round = 1,
      trick = trick, chosen = chosen or 1 }
  end

  it("hold a value against its goal", function()
    for goal, came in pairs { points = 4, margin = -6, lead = 4 - 11 / 2,
      round = 0, game = 0.5 } do
      local own = scores { { winners = { 2, 3 }, seats = seats,
        notes = { row(2, goal, 2.5, 1), row(2, goal, 9, 1, 0) } } }
      assert.equal(1, #own)
      assert.equal(came, own[1].all.came)
      assert.equal(2.5 - came, own[1].all.bias)
      assert.equal((2.5 - came) ^ 2, own[1].all.squared_error)
    end
  end)

  it("are sorted by trick and by value", function()
    local own = scores { { winners = { 1 }, seats = seats, notes = {
      row(1, "points", 8, 0), row(1, "points", 13, 5), row(1, "points", 9, 5),
    } } }[1]
    assert.same({ 0, 5 }, { own.tricks[1].trick, own.tricks[2].trick })
    assert.equal(1, own.tricks[2].bias)
    assert.equal((9 + 1) / 2, own.tricks[2].squared_error)
    assert.same({ 8, 12 }, { own.curve[1].from, own.curve[2].from })
    assert.equal(2, own.curve[1].n)
  end)

  it("lie in ranges of which the outer ones have one end", function()
    local own = scores { { winners = { 1 }, seats = seats, notes = {
      row(1, "points", 99, 1), row(1, "points", -96, 1),
      row(1, "points", 59, 1), row(1, "points", -60, 1) } } }[1]
    local ends = {}
    for i, one in ipairs(own.curve) do
      ends[i] = ("%s %s"):format(one.from, one.to)
    end
    assert.same({ "nil -60", "-60 -56", "56 60", "60 nil" }, ends)
  end)

  it("leave out forfeits and values without a goal", function()
    assert.same({}, scores {
      { forfeited = true, winners = { 1 }, seats = seats,
        notes = { row(1, "points", 8, 0) } },
      { winners = { 1 }, seats = seats, notes = { row(1, nil, 8, 0) } },
    })
  end)
end)

describe("the notes of a page", function()
  local game = played(noting [=[
    for i = 1, 20 do view:note(("%d "):format(i) .. ("x"):rep(480)) end
    view:note { [view:legal()[1]] = 2, ["play Q1"] = 1 }
    view:note { ["bid B1"] = 3 }
    for _ = 1, 5 do view:note("world", view:sample(1)[1]) end]=])

  it("are bounded, and say what they leave out", function()
    local by, left = page_notes.of(game.notes, game.state)
    local data, n = by["1.1.1"] or by["1.1.2"], 0
    assert.equal(8, #data.texts)
    assert.truthy(data.more_texts > 0 and data.left_out > 0)
    assert.same({ [data.done] = 2, ["bid B1"] = 3 }, data.values)
    assert.same({ "bid B1" }, data.illegal)
    for _, one in pairs(by) do
      for _, text in ipairs(one.texts or {}) do n = n + #text end
    end
    assert.truthy(n <= 1 << 18)
    local count = 0
    for _ in pairs(by) do count = count + 1 end
    assert.equal(#game.notes, count + (left or 0))
  end)

  it("are those of one seat, on its page", function()
    local all = page_notes.of(game.notes, game.state)
    for seat = 1, 4 do
      for place, one in pairs(page_notes.of(game.notes, game.state, seat)
        or {}) do
        assert.equal(seat, one.seat)
        assert.same(all[place] and all[place].values, one.values)
      end
    end
    assert.is_nil(page_notes.of(game.notes, game.state, 2))
  end)

  it("fit the decisions, and have finite values", function()
    local note = { at = game.notes[1].at, seat = game.notes[1].seat % 4 + 1,
      texts = { "elsewhere" } }
    assert.is_nil(page_notes.of({ note }, game.state))
    note.seat, note.values = game.notes[1].seat, { ["play Z1"] = 1e300 * 1e300,
      ["<b>\27"] = -3 }
    note.texts = { "\27[2J" }
    local one = page_notes.of({ note }, game.state)[note.at]
    assert.equal(1, one.more_values)
    assert.same({ ["<b>\\27"] = -3 }, one.values)
    assert.same({ "\\27[2J" }, one.texts)
    assert.is_nil(page_notes.of({}, game.state))
    assert.is_nil(page_notes.of(nil, game.state))
  end)
end)
