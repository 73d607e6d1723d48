-- A question of a variant as a person is asked it and answers it: the sentence,
-- the choices with their numbers, and a typed line as actions.
local question_text = require "aurum.record.question_text"
local hint = require "aurum.text.hint"
local args = require "aurum.repl.args"
local tree = require "aurum.repl.session.tree"
local questions = {}

--- The choices of the question asked now, in the order of their numbers; nil if
--- it asks for a number, which stands for itself.
local function choices_of(question)
  if question.numbers then return nil end
  if question.words then return question.choices end
  local list = {}
  for card in question.choices:each() do list[#list + 1] = tostring(card) end
  return list
end

--- The choices as one line: "1 B7, 2 C2", or "0 or 3 to 12".
function questions.choices(question)
  local list = choices_of(question)
  if not list then return question_text.numbers(question) end
  local parts = {}
  for i, choice in ipairs(list) do parts[i] = ("%d %s"):format(i, choice) end
  return table.concat(parts, ", ")
end

--- The names of the choices, for completion.
function questions.names(question)
  return choices_of(question) or {}
end

--- The seats that see the answer, as a sentence; nil if all see it at once.
local function seen_by(question)
  if question.secret and question.cards then
    return "Only the seat that gets a card sees it."
  elseif question.secret then
    return "No other seat sees the answer."
  elseif #question.asked > 1 then
    return "The answers are revealed when all have answered."
  end
end

--- The lines that ask a person: the sentence of the variant, and the choices.
function questions.lines(question)
  local sentence = { question_text.sentence(question), seen_by(question) }
  local text = questions.choices(question)
  local chosen, cards = #(question.chosen or ""), question.cards or 1
  if question.numbers then
    text = "a number: " .. text
  elseif cards > 1 then
    local before = chosen > 0 and ("chosen %s; "):format(question.chosen) or ""
    text = ("%scard %d of %d: %s"):format(before, chosen + 1, cards, text)
    if chosen == 0 then
      table.insert(sentence, ("Name %d cards in a line, or one after the other "
        .. "in this order."):format(cards))
    end
  end
  return { table.concat(sentence, " "), text }
end

-- ---- Reading ---------------------------------------------------------------

--- The message about an answer that is none of the choices.
local function none_of(question, word)
  local list = choices_of(question)
  if not list then
    return ("expected %s, got '%s'"):format(question_text.numbers(question),
      word)
  end
  return ("expected %sa number from 1 to %d, got '%s'%s"):format(
    question.words and table.concat(list, ", ") .. " or " or "a card or ",
    #list, word, #word > 2 and hint.near(word, list) or "")
end

--- The choice that a typed word stands for; or nil and a message.
function questions.choice(session, word)
  local question = session.live.question
  local list = choices_of(question)
  local number = math.tointeger(tonumber(word))
  if not list then
    local range = question.numbers
    if number and number >= range.from and number <= range.to then
      return tostring(number)
    end
    return nil, none_of(question, word)
  end
  for _, choice in ipairs(list) do
    if choice:lower() == word:lower() then return choice end
  end
  if number then
    if list[number] then return list[number] end
    return nil, none_of(question, word)
  end
  if question.cards then return args.card(session, word) end
  return nil, none_of(question, word)
end

--- The chosen cards in the order in which they are answered.
local function in_order(session, question, list)
  local text, problem = args.cards(session, list, 1)
  if not text then return nil, problem end
  local left = question.cards - #(question.chosen or "")
  if #list > left then
    return nil, ("expected %d card%s, got %d"):format(left,
      left == 1 and "" or "s", #list)
  end
  for _, card in ipairs(list) do
    if not session.root.rules.deck:has(card) then return list end
  end
  local sorted = {}
  for card in (session.root.rules.deck & list):each() do
    sorted[#sorted + 1] = tostring(card)
  end
  return sorted
end

--- The actions, as texts, that answer the question asked now by the typed
--- words; or nil and a message. All of them are legal one after the other. The
--- question's name may come first, as in the text of an action.
function questions.read(session, words)
  local question, list = session.live.question, {}
  local problem
  if #words > 1 and words[1] == question.name then
    words = table.move(words, 2, #words, 1, {})
  end
  for i, word in ipairs(words) do
    list[i], problem = questions.choice(session, word)
    if not list[i] then return nil, problem end
  end
  if question.cards then
    list, problem = in_order(session, question, list)
    if not list then return nil, problem end
  elseif #list > 1 then
    return nil, ("expected one answer, got %d"):format(#list)
  end
  local state = session.live:clone()
  for i, value in ipairs(list) do
    list[i] = ("answer %s %s"):format(question.name, value)
    local action
    action, problem = tree.meant(state, list[i])
    if not action then return nil, problem end
    state:apply(action)
  end
  return list
end

--- True if a typed line is meant as an answer: it has numbers, cards or choices
--- alone, or one unknown word. `is_other(word)` is true for a word with another
--- meaning.
function questions.is_answer(question, words, is_other)
  local list = choices_of(question) or {}
  for _, word in ipairs(words) do
    local known = word:find "^%-?%d+$" or question.cards
      and word:find "^%a%d+$"
    for _, choice in ipairs(list) do
      known = known or choice:lower() == word:lower()
    end
    local name = #words == 1 and word:find "^%a[%w_-]*$"
    if is_other(word) or not known and not name then return false end
  end
  return words[1] ~= nil
end

return questions
