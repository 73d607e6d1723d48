-- The notes of bots in a record's line: reasons for decisions, which bots gave
-- by view:note. Their key "notes" is the last one of the line. It is no part of
-- the game: replays and comparisons ignore it.
local json = require "aurum.text.json"
local shape = require "aurum.text.shape"
local notes = {}

local mark = ',"notes":['

--- The place of the list in a line, and behind it what follows the list; nil
--- if the line has none. Texts of the line cannot hold the mark, since a quote
--- in a text is escaped.
local function find(line)
  local at = line:find(mark, 1, true)
  if not at then return nil end
  local tail = line:match('%](,"id":"%d+/%d+"}%s*)$', at)
    or line:match("%](}%s*)$", at)
  return tail and at, tail
end

--- A record's line without its notes.
function notes.strip(line)
  local at, tail = find(line)
  return at and line:sub(1, at - 1) .. tail or line
end

local goals = { "margin", "points", "lead", "round", "game" }
local text = shape.text(8192)
local fits = shape.list(shape.object {
  at = shape.text(24, "^%d+%.%d+%.[ac]?%d+$", "a place, such as 2.11.2"),
  seat = shape.whole(1, 6),
  goal = shape.optional(shape.word(goals)),
  values = shape.optional(shape.map(shape.text(64),
    shape.number(-math.huge, math.huge), 256)),
  texts = shape.optional(shape.list(text, 0, 64)),
  worlds = shape.optional(shape.list(shape.list(text, 2, 6), 0, 64)),
  left_out = shape.optional(shape.whole(1, 1 << 40)),
}, 0, 1 << 20)

--- The notes of a line, a list as of `game.notes` (lua/scripts.d.lua); nil if
--- it has none, or nil and what is wrong with them.
function notes.of(line)
  local at, tail = find(line)
  if not at then return nil end
  local list, problem = json.decode(line:sub(at + #mark - 1,
    #line - #tail))
  problem = problem or shape.problem(fits, list, "notes")
  if problem then return nil, problem end
  return list
end

--- The notes of a list by the place of their decision.
function notes.by_place(list)
  local by = {}
  for _, one in ipairs(list or {}) do by[one.at] = one end
  return by
end

--- The notes of a list by place: those of decisions of `state`'s game, made by
--- the seat that had to decide.
function notes.fitting(list, state)
  local by, fitting = notes.by_place(list), {}
  if not next(by) then return fitting end
  for before, _, place in state:decisions() do
    local note = by[place]
    if note and note.seat == before.turn then fitting[place] = note end
  end
  return fitting
end

--- The actions of a note with their values, the greatest first: a list of
--- { action =, value = }.
function notes.values(note)
  local list = {}
  for action, value in pairs(note.values or {}) do
    list[#list + 1] = { action = action, value = value }
  end
  table.sort(list, function(a, b)
    if a.value ~= b.value then return a.value > b.value end
    return a.action < b.action
  end)
  return list
end

return notes
