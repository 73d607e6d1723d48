-- Effects of a variant's file on the game: the verbs that its questions use and
-- the hooks that change an answer, read off its text. No code is run. Where the
-- text does not tell, a hook counts as one that changes its answer.
local aurum = require "aurum"
local file_effects = {}

local openers = { ["function"] = true, ["do"] = true, ["if"] = true,
  ["repeat"] = true }
local closers = { ["end"] = true, ["until"] = true }
local verbs = { move = true, show = true, pay = true, set_bid = true,
  set_trump = true, multiply = true }

--- The parameters of each hook that hold the answer which it replaces. `deal`
--- is not here: it may change the table that it gets.
local answers_at = { lead = { 2, 3 }, legal = { 2, 3 }, award = { 2, 3 },
  winner = { 2 }, leader = { 2 }, side_bid = { 3 }, bid_points = { 5 },
  gold_points = { 3 }, round_winners = { 3 }, game_end = { 2, 3 } }

local function tokens_of(text)
  local list = {}
  for token in aurum.sys.tokens(text) do list[#list + 1] = token end
  return list
end

--- The function whose parameters begin behind the token at `at`: { params,
--- tokens } with the tokens of its body, its last `end` included.
local function function_at(list, at)
  local params, body, depth = {}, {}, 1
  while list[at] and list[at] ~= ")" do
    if list[at] ~= "," then params[#params + 1] = list[at] end
    at = at + 1
  end
  while depth > 0 and list[at + 1] do
    at = at + 1
    body[#body + 1] = list[at]
    depth = depth + (openers[list[at]] and 1 or closers[list[at]] and -1 or 0)
  end
  return { params = params, tokens = body }
end

--- The functions that a text gives a hook, `NAME = function (...)`; nil if it
--- gives the hook anything else.
local function functions_of(list, hook)
  local found = {}
  for i, token in ipairs(list) do
    if token == hook and list[i + 1] == "=" then
      if list[i + 2] ~= "function" then return nil end
      found[#found + 1] = function_at(list, i + 4)
    end
  end
  return found[1] and found
end

--- True if a body may change a local variable: by an assignment, or through
--- the table that it holds.
local function may_change(body, name)
  for i, token in ipairs(body) do
    if token == name and body[i - 1] ~= "." and body[i - 1] ~= ":" then
      local at = i
      while body[at + 1] == "," and body[at + 2]
        and body[at + 2]:find "^[%a_]" do
        at = at + 2
      end
      if body[at + 1] == "=" or body[i + 1] == "[" or body[i + 1] == "."
        or body[i + 1] == ":" then
        return true
      end
    end
  end
  return false
end

--- The tokens behind a `return`, up to the end of its block, as text.
local function returned(body, at)
  local parts = {}
  while body[at + 1] and not closers[body[at + 1]] and body[at + 1] ~= ";"
    and body[at + 1] ~= "else" and body[at + 1] ~= "elseif" do
    at = at + 1
    parts[#parts + 1] = body[at]
  end
  return table.concat(parts)
end

--- True if a function returns the answer that it got, whatever else it does.
local function keeps(one, places)
  local body, names = one.tokens, {}
  for i, place in ipairs(places) do
    local name = one.params[place]
    if not name or name == "..." or name == "_" or may_change(body, name) then
      return false
    end
    names[i] = name
  end
  local same = table.concat(names, ",")
  for i, token in ipairs(body) do
    if token == "function" then return false end
    if token == "return" then
      local text = returned(body, i)
      local guarded = text == "nil" and body[i - 1] == "then"
        and body[i - 2] == names[1] and body[i - 3] == "not"
        and body[i - 4] == "if"
      if text ~= same and not guarded then return false end
    end
  end
  return true
end

--- The parts of a deal that a text's hook `deal` touches, by field; the hands
--- if the text names none.
local function dealt(list)
  local fields = {}
  for _, one in ipairs(functions_of(list, "deal") or {}) do
    for i, token in ipairs(one.tokens) do
      local field = token == one.params[2] and one.tokens[i + 1] == "."
        and one.tokens[i + 2]
      if field == "first" and one.tokens[i + 3] == "=" or field == "hands"
        or field == "gold" then
        fields[field] = true
      end
    end
  end
  if not next(fields) then fields.hands = true end
  return fields
end

--- True if the arguments of the call behind the token at `at` name no place,
--- such as "extras", but seats alone.
local function among_hands(list, at)
  local depth = 0
  repeat
    at = at + 1
    local token = list[at] or ")"
    depth = depth + (token == "(" and 1 or token == ")" and -1 or 0)
    if token:find "^[\"']" then return false end
  until depth <= 0
  return true
end

--- The verbs of a text, as a set. "move.hands" is a move between hands.
local function verbs_of(list)
  local found = {}
  for i, token in ipairs(list) do
    if verbs[token] and (list[i - 1] == ":" or list[i - 1] == ".") then
      found[token] = true
      if token == "move" and among_hands(list, i) then
        found["move.hands"] = true
      end
    end
  end
  return found
end

local function read(file)
  local list, effects = tokens_of(file.text), { hooks = {}, asks = {} }
  local layers = { file }
  for _, layer in pairs(file.players) do layers[#layers + 1] = layer end
  for _, layer in ipairs(layers) do
    for hook in pairs(layer.hooks) do
      local all = answers_at[hook] and functions_of(list, hook)
      local changes = not all
      for _, one in ipairs(all or {}) do
        changes = changes or not keeps(one, answers_at[hook])
      end
      if changes then effects.hooks[hook] = true end
    end
  end
  if effects.hooks.deal then effects.deal = dealt(list) end
  if file.questions[1] then effects.asks = verbs_of(list) end
  for _, question in ipairs(file.questions) do
    if question.when == "deal" and effects.asks.move then
      effects.asks["move.deal"] = true
    elseif question.when == "instead_of_bids" then
      effects.asks.instead_of_bids = true
    end
  end
  return effects
end

local known = setmetatable({}, { __mode = "k" }) -- by file

--- The effects of a file that was read: `hooks`, those that may change an
--- answer; `deal`, the fields of a deal that its hook may change, nil without;
--- and `asks`, what its questions do: verbs, "move.hands" (between hands),
--- "move.deal" (after the deal) and "instead_of_bids". All are sets.
function file_effects.of(file)
  known[file] = known[file] or read(file)
  return known[file]
end

return file_effects
