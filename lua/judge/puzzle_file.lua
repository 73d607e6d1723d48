-- Files of puzzles: JSON Lines, a puzzle each. scripts/commands/README.md
-- describes them:
--   {"format":"aurum-puzzle/1","position":"au1:...","seat":3,"ask":"play",
--    "view":{"hand":["B3","Z7"],"gold":["G2"],"trick":["C5"]},
--    "best":"play Z7","line":"trick 11: ...","others":{"play B3":{"loss":4,
--    "why":"trick 11: ..."}},"by":"solver","worlds":6,"sims":2000,"seed":"1",
--    "level":2,"from":{"game":"42.7","place":"2.11.2"}}
-- Whatever a file says is compared with the puzzle that its position makes
-- (lua/judge/puzzles.lua). Only `from` is taken as it is.
local aurum = require "aurum"
local json = require "aurum.text.json"
local puzzles = require "aurum.judge.puzzles"
local settings = require "aurum.judge.settings"
local shape = require "aurum.text.shape"
local puzzle_file = {}

local format = "aurum-puzzle/1"

-- ---- Shapes ---------------------------------------------------------------

local word, long = shape.text(200), shape.text(1 << 16)
local points = shape.number(-100000, 100000)
local card = shape.text(8, "^%u%d+$", "a card, such as B7")
local optional = shape.optional
local cards = shape.list(card, 0, 200)

local line_shape = shape.object {
  format = shape.word { format }, position = long,
  seat = shape.whole(1, 6), ask = shape.word { "bid", "change", "play",
    "answer" },
  view = shape.object { hand = cards, gold = cards, trick = cards },
  best = word, line = long,
  others = shape.map(word, shape.object { loss = points,
    error = optional(points), why = long }, 10000),
  by = word, worlds = optional(shape.whole(1, 100000)),
  sims = shape.whole(aurum.judged_by.least, 1000000000), seed = word,
  level = shape.whole(1, 3),
  from = optional(shape.object { game = optional(word),
    place = optional(shape.text(40)) }) }

--- The puzzle of a line; or nil and a message.
function puzzle_file.read(text)
  local puzzle, problem = json.decode(text)
  if type(puzzle) == "table" and type(puzzle.format) == "string"
    and puzzle.format ~= format then
    problem = ("format: expected %s, got '%s'"):format(format,
      aurum.plain(puzzle.format, 40))
  end
  problem = problem or shape.problem(line_shape, puzzle)
  if problem then return nil, problem end
  return puzzle
end

-- ---- Lines ----------------------------------------------------------------

local keys = { "position", "seat", "ask", "view", "best", "line", "others",
  "by", "worlds", "sims", "seed", "level", "from" }

--- A puzzle as its line.
function puzzle_file.line(puzzle)
  local parts = { ('{"format":"%s"'):format(format) }
  for _, key in ipairs(keys) do
    if puzzle[key] ~= nil then
      parts[#parts + 1] = ('"%s":%s'):format(key, json.encode(puzzle[key]))
    end
  end
  return table.concat(parts, ",") .. "}\n"
end

-- ---- Against the rules ----------------------------------------------------

local function short(value)
  if value == nil then return "nothing" end
  return aurum.plain(json.encode(value), 60)
end

--- The first difference between a puzzle and the one that its position makes
--- under these rules; nil if there is none. Another version of the judge finds
--- other losses, so it proves nothing.
function puzzle_file.problem(puzzle, rules)
  local version = puzzle.by:match "^judge (%d+)$"
  if version and tonumber(version) ~= settings.version then
    return ("by: judge %s found it; here is judge %d, which cannot prove it")
      :format(version, settings.version)
  end
  local made, problem = puzzles.at(puzzle.position, rules,
    { sims = puzzle.sims, seed = puzzle.seed })
  if not made then return "position: not a puzzle: " .. problem end
  made.from = puzzle.from
  for _, key in ipairs(keys) do
    if json.encode(made[key]) ~= json.encode(puzzle[key]) then
      return ("%s: expected %s, got %s"):format(key, short(made[key]),
        short(puzzle[key]))
    end
  end
end

return puzzle_file
