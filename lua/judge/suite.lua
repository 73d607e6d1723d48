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
local suite = {}

local asks = { "bid", "change", "play", "answer" }
local keys = { "position", "ask", "best", "avoid", "error", "by", "tag",
  "comment" }
local is_key = {}
for _, key in ipairs(keys) do is_key[key] = true end
local is_ask = {}
for _, ask in ipairs(asks) do is_ask[ask] = true end

local most_cost = 100000 -- points

-- ---- A line -------------------------------------------------------------

--- The problem of a key's value, or nil.
local function problem_of_list(key, list)
  if type(list) ~= "table" or #list == 0 then
    return key .. ": expected a list of answers"
  end
  for _, answer in ipairs(list) do
    if type(answer) ~= "string" then
      return ("%s: expected texts, got a %s"):format(key, type(answer))
    end
  end
end

local function is_number(x, most)
  return type(x) == "number" and x >= 0 and x <= most
end

local function problem_of_costs(costs)
  if type(costs) ~= "table" or next(costs) == nil or costs[1] ~= nil then
    return "avoid: expected answers with their costs, such as "
      .. '{"play B3": 4}'
  end
  for answer, cost in pairs(costs) do
    if not is_number(cost, most_cost) then
      return ("avoid: '%s': expected a cost from 0 to %d, got %s"):format(
        answer, most_cost, tostring(cost))
    end
  end
end

--- The problem of a line's keys and their types, or nil.
local function problem_of_keys(item)
  for key in pairs(item) do
    if not is_key[key] then
      return ("no key '%s'%s"):format(tostring(key), hint.near(key, keys,
        ": there are " .. table.concat(keys, ", ")))
    end
  end
  for _, key in ipairs { "position", "ask" } do
    if type(item[key]) ~= "string" then
      return key .. ": expected a text"
    end
  end
  for _, key in ipairs { "by", "tag", "comment" } do
    if item[key] ~= nil and type(item[key]) ~= "string" then
      return key .. ": expected a text"
    end
  end
  if item.tag == "" or item.tag == "all" then
    return ("tag: expected a word other than 'all', got '%s'"):format(item.tag)
  end
  if not is_ask[item.ask] then
    return ("ask: expected bid, change, play or answer, got '%s'%s"):format(
      item.ask, hint.near(item.ask, asks))
  end
  if item.error ~= nil and not is_number(item.error, most_cost) then
    return ("error: expected a standard error, got %s"):format(
      tostring(item.error))
  end
  if not item.best and not item.avoid then
    return "expected 'best', 'avoid' or both"
  end
  return item.best and problem_of_list("best", item.best)
    or item.avoid and problem_of_costs(item.avoid) or nil
end

--- The item of a line; or nil and a message.
local function read_line(text)
  local item, problem = json.decode(text)
  if type(item) ~= "table" then
    return nil, problem or "expected an object"
  end
  problem = problem_of_keys(item)
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

--- The rules that the position of an item names; or nil and a message.
local function find_rules(find, item)
  local variant, players, of = aurum.read_position(item.position)
  if not variant then return nil, "position: " .. players end
  local rules, problem = find { variant = variant, players = players }
  if rules and rules.digest ~= of then
    return nil, ("position: it is of %s with rules %s; here they are %s")
      :format(variant, of, rules.digest)
  end
  return rules, problem and "position: " .. problem
end

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
      rules, message = find_rules(find, item)
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

--- An item as its line, keys in the order above.
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
