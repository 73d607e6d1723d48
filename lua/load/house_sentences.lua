-- The sentences of a variant's files, which players read as 13.1, 13.2 and so
-- on: those of the list `rules`, as far as their conditions hold. A file
-- without the list has one for each question and each hook that changes
-- something.
local aurum = require "aurum"
local file_effects = require "aurum.load.file_effects"
local format = require "aurum.text.format"
local house_sentences = {}

-- ---- Conditions ---------------------------------------------------------

--- Facts of a composition beside its knobs: functions of the rules and of the
--- variant.
local facts = {}

--- "all", "some" or "none": the seats that have a partner.
function facts.partners(rules)
  local seats, alone = {}, 0
  for seat = 1, rules.players do
    local side = rules.side_of[seat]
    seats[side] = (seats[side] or 0) + 1
  end
  for _, n in ipairs(seats) do alone = alone + (n == 1 and 1 or 0) end
  return alone == 0 and "all" or alone == #seats and "none" or "some"
end

--- True if a round may have a trump, by the knob or by a question.
function facts.trumps(rules, info)
  local found = rules.trump ~= "none"
  for _, file in ipairs(info.files) do
    found = found or file_effects.of(file).asks.set_trump ~= nil
  end
  return found
end

--- True if all of the conditions hold, or with `none` if none of them does.
local function hold(conditions, info, rules, none)
  for key, expected in pairs(conditions or {}) do
    local fact = facts[key]
    local value
    if fact then value = fact(rules, info) else value = rules[key] end
    if (value == expected) == (none or false) then return false end
  end
  return true
end

local function holds(one, info, rules)
  return hold(one.where, info, rules) and hold(one.unless, info, rules, true)
end

-- ---- Sentences ----------------------------------------------------------

--- The matter that a hook decides, for files that do not say it.
local decides = {
  deal = "what is dealt", lead = "what the leader may play",
  legal = "what a seat that follows may play",
  award = "who takes the gold of a full trick", winner = "who wins a trick",
  leader = "who leads the next trick", side_bid = "what a side bids",
  bid_points = "what a side scores for its bid",
  gold_points = "what a side scores for its gold",
  round_winners = "who wins a round",
  game_end = "when the game ends, and who wins it",
}

--- The plain name of the house rule or edition that a file is.
function house_sentences.name_of(file)
  local name = file.data.name or file.part
  return (name:match "[^/]*$":gsub("%.lua$", ""))
end

--- The hooks of a file that change something for a number of players, or with
--- nil for any, in the order of aurum.hooks.
function house_sentences.hooks_of(file, players)
  local list, own = {}, players and file.players[players]
  for _, hook in ipairs(aurum.hooks) do
    local has_it = file.hooks[hook] or own and own.hooks[hook]
    for _, layer in pairs(players and {} or file.players) do
      has_it = has_it or layer.hooks[hook]
    end
    if has_it and file_effects.of(file).hooks[hook] then
      list[#list + 1] = hook
    end
  end
  return list
end

--- The sentences of a file without the list `rules`.
local function placeholders(file, players)
  local list, name = {}, house_sentences.name_of(file)
  for _, question in ipairs(file.questions) do
    list[#list + 1] = { of = { question.name }, text = question.text
      or ("The house rule `%s` asks the players something (`%s`); its file "
        .. "does not say what."):format(name, question.name) }
  end
  for _, hook in ipairs(house_sentences.hooks_of(file, players)) do
    list[#list + 1] = { of = { hook }, text = ("The house rule `%s` changes "
      .. "%s; its file does not say how."):format(name, decides[hook]) }
  end
  return list
end

--- The rules of the knobs alone, on which conditions depend; nil if they are
--- refused.
local function plain_rules(info, players)
  local good, rules = pcall(aurum.rules, { name = info.name, players = players,
    knobs = info:resolve(players).knobs })
  return good and rules or nil
end

--- The hooks and questions of a file of which none of its sentences tells, by
--- name as a set, and their number. A sentence without `of` may tell of any
--- one: so the number may be less than that of the names. One whose `of` is
--- empty says that the file does nothing here: then there are none.
function house_sentences.untold(file, sentences, players)
  local names, left = {}, 0
  local function add(name)
    if not names[name] then names[name], left = true, left + 1 end
  end
  for _, question in ipairs(file.questions) do add(question.name) end
  local hooks = house_sentences.hooks_of(file, players)
  for _, hook in ipairs(hooks) do add(hook) end
  local open = 0
  for _, one in ipairs(sentences) do
    for _, name in ipairs(one.of or {}) do
      if names[name] then names[name], left = nil, left - 1 end
    end
    if not one.of then open = open + 1 end
    if one.of and not one.of[1] then return {}, 0 end
  end
  return names, math.max(left - open, 0)
end

--- The sentences of a file that hold under a composition; `read_rules` gives
--- its rules.
local function holding(info, file, players, read_rules)
  local list = {}
  for _, one in ipairs(file.sentences or placeholders(file, players)) do
    local rules = (one.where or one.unless) and read_rules()
    if rules == nil or rules and holds(one, info, rules) then
      list[#list + 1] = one
    end
  end
  local _, left = house_sentences.untold(file, list, players)
  if left > 0 and #list < #(file.sentences or {}) then
    list[#list + 1] = { general = true, text = ("The house rule `%s` changes "
      .. "more than its file says of this composition."):format(
        house_sentences.name_of(file)) }
  end
  return list
end

--- The sentences of a variant (aurum.load.variants) for a number of players: a
--- list of { number =, text =, of =, file =, general = }. `of` lists the hooks
--- and questions that a sentence states; nil if it may state any of its file.
--- `general` is true for the one that stands for sentences that do not hold.
function house_sentences.of(info, players)
  local list, known, rules = {}, false, nil
  local function read_rules()
    if not known then known, rules = true, plain_rules(info, players) end
    return rules or false
  end
  for _, file in ipairs(info.files) do
    for _, one in ipairs(holding(info, file, players, read_rules)) do
      list[#list + 1] = { number = "13." .. #list + 1, text = one.text,
        of = one.of, file = file, general = one.general }
    end
  end
  return list
end

-- ---- Citations ----------------------------------------------------------

--- The numbers in `list` of a file's sentences on a hook or a question: those
--- that name it, else those that name nothing.
function house_sentences.numbers(list, file, name)
  local own, open = {}, {}
  for _, one in ipairs(list) do
    if one.file == file and not one.of then open[#open + 1] = one.number end
    for _, of in ipairs(one.file == file and one.of or {}) do
      if of == name then own[#own + 1] = one.number end
    end
  end
  return own[1] and own or open
end

--- Numbers, in ascending order, in words: "13.1", "13.1 and 13.2", "13.1 to
--- 13.3 and 13.5".
function house_sentences.cite(numbers)
  local parts, i = {}, 1
  local function at(k) return tonumber((numbers[k] or ""):match "%d+$") end
  while numbers[i] do
    local last = i
    while at(last + 1) == at(last) + 1 do last = last + 1 end
    if last > i + 1 then
      parts[#parts + 1] = ("%s to %s"):format(numbers[i], numbers[last])
    else
      parts[#parts + 1] = numbers[i]
      if last > i then parts[#parts + 1] = numbers[last] end
    end
    i = last + 1
  end
  return format.list(parts)
end

local longest = 60 -- bytes of a name in a refusal

--- The rule that forbids a card by each function of `lead` and `legal`: lists
--- of texts by hook; nil where there are none. `hooks` are those of
--- info:resolve.
function house_sentences.who(info, players, hooks)
  if not hooks.lead and not hooks.legal then return nil end
  local sentences, who = house_sentences.of(info, players), {}
  for _, hook in ipairs { "lead", "legal" } do
    for i, from in ipairs(hooks[hook] or {}) do
      local numbers = house_sentences.numbers(sentences, from.file, hook)
      local name = house_sentences.name_of(from.file)
      if #name > longest then name = "(a long name)" end
      who[hook] = who[hook] or {}
      who[hook][i] = ('house rule "%s" (RULES %s)'):format(name,
        numbers[1] and house_sentences.cite(numbers) or "13")
    end
  end
  return who
end

return house_sentences
