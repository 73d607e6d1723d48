-- Suites: positions with their right answers, which `aurum bot test` asks a bot
-- for.
--
-- A suite is JSON Lines, a position each:
--   {"position":"au1:...","ask":"play","best":["play Z7"],
--    "avoid":{"play B3":4},"error":0.2,"by":"solver","tag":"ending",
--    "comment":"..."}
--   position  the token of `state:position()`
--   ask       bid, change, play or answer: the question of that position
--   best      the right answers
--   avoid     wrong answers, each with its cost: the points of the round that
--             it loses
--   error     the greatest standard error of the costs; without it they are
--             exact
--   by        who says so
--   tag       a word by which results are summed up, but for "all", the name of
--             the sum over all tags; `ask` without it
--   comment   any text
-- A line has `best`, `avoid` or both. Without `best`, an answer that is not to
-- be avoided is right. With it, an answer that is neither is wrong, by an
-- unknown cost.
local aurum = require "aurum"
local digest = aurum.sys.digest
local hint = require "aurum.text.hint"
local json = require "aurum.text.json"
local shape = require "aurum.text.shape"
local suite = {}

local most_cost = 100000 -- points

-- ---- A line -------------------------------------------------------------

local words, optional = shape.text(1 << 20), shape.optional
local cost = shape.number(0, most_cost)

local has_answers = shape.list(words, 1, 10000)
local has_costs = shape.also(shape.map(words, cost, 10000), function(costs)
  return next(costs) == nil and "expected answers with their costs, such as "
    .. '{"play B3": 4}' or nil
end)

local line_shape = shape.also(shape.object {
  position = words, ask = shape.word { "bid", "change", "play", "answer" },
  best = optional(has_answers), avoid = optional(has_costs),
  error = optional(cost), by = optional(words), comment = optional(words),
  tag = optional(shape.also(words, function(tag)
    return (tag == "" or tag == "all")
      and ("expected a word other than 'all', got '%s'"):format(tag) or nil
  end)) }, function(item)
    return not item.best and not item.avoid
      and "expected 'best', 'avoid' or both" or nil
  end)

--- The item of a line; or nil and a message.
local function read_line(text)
  local item, problem = json.decode(text)
  problem = problem or shape.problem(line_shape, item)
  if problem then return nil, problem end
  item.tag = item.tag or item.ask
  return item
end

-- ---- Against the rules --------------------------------------------------

--- The problem of an answer at a position, or nil.
local function problem_of_answer(key, answer, state, legal)
  if legal[answer] then return nil end
  local texts = {}
  for text in pairs(legal) do texts[#texts + 1] = text end
  table.sort(texts)
  local card = answer:match "^%l+ (%S+)$"
  local good, _, why = pcall(state.why, state, card or answer)
  return ("%s: '%s' is not legal there%s"):format(key, answer,
    good and why and ": " .. why or hint.near(answer, texts))
end

--- The problem of an item at its position (`state`), or nil.
function suite.problem(item, state)
  if state.deciding ~= item.ask then
    return ("ask: the position asks to %s, not to %s"):format(state.deciding,
      item.ask)
  end
  local legal, is_best = {}, {}
  for _, action in ipairs(state:legal()) do legal[tostring(action)] = true end
  for _, answer in ipairs(item.best or {}) do
    local problem = problem_of_answer("best", answer, state, legal)
    if problem then return problem end
    is_best[answer] = true
  end
  local avoided = {}
  for answer in pairs(item.avoid or {}) do avoided[#avoided + 1] = answer end
  table.sort(avoided)
  for _, answer in ipairs(avoided) do
    if is_best[answer] then
      return ("'%s' is both in best and in avoid"):format(answer)
    end
    local problem = problem_of_answer("avoid", answer, state, legal)
    if problem then return problem end
  end
end

-- ---- Files --------------------------------------------------------------

--- Read a suite: { path =, digest =, items = a list, each with its `line` and
--- `rules` }. `find` is a function of lua/load/rules_of.lua. The answers are
--- not compared with the rules: see suite.problem. Or nil and a message.
function suite.read(path, find)
  local lines, problem = aurum.sys.lines(path)
  if not lines then return nil, ("%s: %s"):format(path, problem) end
  local items, texts = {}, {}
  for number, text, message in lines do
    local item, rules
    if not message then
      item, message = read_line(text)
    end
    if item then
      rules, message = find:of_position(item.position)
    end
    if not rules then
      return nil, ("%s:%d: %s"):format(path, number, message)
    end
    item.line, item.rules = number, rules
    items[#items + 1], texts[#texts + 1] = item, text
  end
  if #items == 0 then return nil, path .. ": no positions in this file" end
  return { path = path, items = items,
    digest = digest(table.concat(texts, "\n")) }
end

local keys = { "position", "ask", "best", "avoid", "error", "by", "tag",
  "comment" }

--- An item as its line.
function suite.line(item)
  local parts = {}
  for _, key in ipairs(keys) do
    local value = item[key]
    if value ~= nil then
      parts[#parts + 1] = ('"%s":%s'):format(key, json.encode(value))
    end
  end
  return "{" .. table.concat(parts, ",") .. "}\n"
end

return suite
