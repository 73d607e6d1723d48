-- The table of decisions agrees with the other tables, over thousands of games.
local aurum = require "aurum"
local helper = require "helper"

local games = tonumber(os.getenv "GAMES") or 200 -- of each setting

--- The rows of a table by a key of some columns.
local function by_key(rows, ...)
  local map, columns = {}, { ... }
  for _, row in ipairs(rows) do
    local key = {}
    for i, column in ipairs(columns) do key[i] = row[column] end
    map[table.concat(key, "/")] = row
  end
  return map
end

--- Compares a game's decisions with its other tables. Returns their number.
local function hold(game)
  local plays = by_key(game:rows "plays", "round", "trick", "place")
  local changes = by_key(game:rows "changes", "round", "trick", "seat")
  local seats = by_key(game:rows "seats", "round", "seat")
  local count = { bid = 0, change = 0, play = 0, pass = 0 }
  local rows = game:rows "decisions"
  for _, row in ipairs(rows) do
    local kind = row.done:match "^%a+"
    local at = row.round .. "/" .. row.trick .. "/"
    if kind == "bid" then
      assert.equal(seats[row.round .. "/" .. row.seat].bid_card,
        row.done:match " (%S+)$")
    elseif kind == "play" then
      local play = plays[at .. row.nth]
      assert.equal(play.seat, row.seat)
      assert.equal("play " .. play.card, row.done)
      assert.equal(play.hand, row.hand)
    elseif kind == "change" then
      local change = changes[at .. row.seat]
      assert.equal(("change %s %s of %d"):format(change.gold, change.card,
        change.of), row.done)
      assert.equal(change.bid_before, row.bid)
      assert.equal(change.taken, row.taken)
    end
    if row.bid then assert.equal(row.bid - row.taken, row.need) end
    assert.truthy(row.legal >= 1)
    if kind ~= "keep" then count[kind] = count[kind] + 1 end
  end
  local made = 0
  for _, row in ipairs(game:rows "seats") do made = made + row.changes end
  assert.same({ bid = #game:rows "seats", change = made,
    play = #game:rows "plays", pass = #game:rows "rounds" }, count)
  return #rows
end

describe("the table of decisions", function()
  it("agrees with the other tables", function()
    local n = 0
    for _, name in ipairs { "de-2024", "en-2023", "ru-2023", "bga",
      "fr-2023" } do
      for players = 3, 4 do
        local path = os.tmpname()
        local file <close> = assert(io.open(path, "w"))
        local game = aurum.game { variant = aurum.variant(name, players),
          bots = { "random", "greedy" }, seed = "" }
        for i = 1, games do
          game:restart(name .. i):run()
          file:write(game:record())
        end
        file:flush()
        for recorded in aurum.records(path) do n = n + hold(recorded) end
        os.remove(path)
      end
    end
    assert.truthy(n > 100 * games, n)
  end)

  it("refuses a column that it does not have", function()
    local path = os.tmpname()
    local file <close> = assert(io.open(path, "w"))
    file:write(aurum.game { bots = { "random" }, seed = 1 }:run():record())
    file:flush()
    local recorded = aurum.records(path)()
    os.remove(path)
    assert.truthy(recorded:rows("decisions", { "done" })[1].done:find "^bid ")
    helper.raises("column: there is no 'leggal'; did you mean 'legal'?",
      recorded.rows, recorded, "decisions", { "leggal" })
  end)
end)
