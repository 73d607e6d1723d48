-- Actions as plain data, which travels to other processes and to pages, and as
-- phrases for people. An action's data have the fields of the action that it
-- uses: { kind = "change", gold = "G2", card = "Z7", of = 2 }.
local shape = require "aurum.text.shape"
local actions = {}

--- The data of an action.
function actions.data(action)
  local data = { kind = action.kind, of = action.of }
  if data.kind == "answer" then
    local value = action.value
    data.question = action.question
    data.value = math.type(value) and value or value and tostring(value)
    return data
  end
  data.card = action.card and tostring(action.card)
  data.gold = action.gold and tostring(action.gold)
  data.down = data.kind == "bid" and action.down or nil
  return data
end

--- The text of an action's data: the action's own text.
function actions.text(data)
  local kind = data.kind
  if kind == "change" then
    return ("change %s %s of %d"):format(data.gold, data.card, data.of)
  elseif kind == "answer" then
    return ("answer %s %s"):format(data.question, data.value)
  end
  return data.card and ("%s %s%s"):format(kind, data.down and "-" or "",
    data.card) or kind
end

--- True if two data describe the same action.
function actions.same(a, b)
  return a.kind == b.kind and actions.text(a) == actions.text(b)
end

--- An action's data as a phrase: "pay G2 and replace seat 2's bid by Z7". Of a
--- bid or a play `brief` gives the card alone.
function actions.phrase(data, brief)
  local kind = data.kind
  if kind == "change" then
    return ("pay %s and replace seat %d's bid by %s"):format(data.gold, data.of,
      data.card)
  elseif kind == "answer" then
    return ("answer %s to %s"):format(data.value, data.question)
  elseif kind == "keep" then
    return "keep the bids"
  end
  return data.card and ("%s%s%s"):format(brief and "" or kind .. " ", data.card,
    data.down and " face down" or "") or kind
end

local name = shape.optional(shape.text(8, "^%u%d+$",
  "a card, such as B7"))
local word = shape.text(100, "^[%w_-]+$",
  "a word of letters, digits, _ and -")
local whole = shape.whole(0, 4095)

--- The fields that each kind of action must have.
local needs = { bid = { "card" }, play = { "card" }, keep = {}, pass = {},
  change = { "gold", "card", "of" }, answer = { "question", "value" } }

-- The shape of an action's data.
actions.shape = shape.also(shape.object {
  kind = shape.word { "bid", "change", "keep", "play", "pass", "answer" },
  card = name, gold = name, of = shape.optional(shape.whole(1, 6)),
  down = shape.optional(shape.flag), question = shape.optional(word),
  value = function(value)
    if value == nil or math.type(value) then
      return value and whole(value)
    end
    return word(value)
  end }, function(data)
    for _, key in ipairs(needs[data.kind]) do
      if data[key] == nil then return "expected a value", "." .. key end
    end
  end)

return actions
