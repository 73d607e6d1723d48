-- Arguments of the session's commands: a typed word read as a seat, a count, a
-- card or a name. Each function returns nil and a message of one line for a
-- word that it cannot read.
local aurum = require "aurum"
local hint = require "aurum.text.hint"
local home = require "aurum.repl.input.home"
local args = {}

--- The word of a command that begins at `at`, and where it ends. Quotes around
--- it, or around what follows its `=`, hold it together and are left out:
--- `"a b.lua"`, `variant="a b.lua"`. The third result is the quote that the
--- text leaves open, or nil.
local function word_at(text, at)
  local key, quote = text:match("^([%a_]*=?)([\"'])", at)
  if quote and (key == "" or key:find "=$") then
    local from = at + #key + 1
    local stop = text:find(quote, from, true)
    if not stop then return key .. text:sub(from), #text, quote end
    if not text:find("^%S", stop + 1) then
      return key .. text:sub(from, stop - 1), stop
    end
  end
  local _, stop = text:find("^%S+", at)
  return text:sub(at, stop), stop
end

--- The words after a command's name. The second result is the quote in which
--- the last of them is open, or nil; with `typing`, for completion, such a word
--- goes to the end of the text, else the quote is a letter like others.
function args.words(text, typing)
  local list, at = {}, text:find "%S"
  while at do
    local word, stop, quote = word_at(text, at)
    if quote and not typing then
      word = text:match("^%S+", at)
      stop, quote = at + #word - 1, nil
    end
    list[#list + 1] = word
    if quote then return list, quote end
    at = text:find("%S", stop + 1)
  end
  return list
end

--- A text without the quotes around all of it.
function args.unquoted(text)
  return text:match '^"([^"]*)"$' or text:match "^'([^']*)'$" or text
end

--- A number from 1 up; `default` where there is no word.
function args.count(word, default)
  if not word then return default end
  local n = math.tointeger(tonumber(word))
  if n and n >= 1 then return n end
  return nil, ("expected a whole number from 1 %s, got '%s'"):format(
    word:find "^%d%d%d%d%d%d%d%d%d%d+$" and "to a billion" or "up", word)
end

--- The number that is the only word of a list; `default` for an empty list.
function args.only_count(list, usage, default)
  local good, problem = args.at_most(list, 1, usage)
  if not good then return nil, problem end
  return args.count(list[1], default)
end

--- The path in the text after a command's name: one word, or any text in
--- quotes.
function args.path(text, usage)
  local path = args.unquoted(text)
  if path ~= text then return home.path(path) end
  local first, surplus = text:match "^(%S+)%s+(%S+)"
  if first then
    return nil, ("too many arguments: '%s'; expected `%s`, and double quotes "
      .. "around a path with blanks"):format(surplus, usage)
  end
  return home.path(text)
end

--- A seat of the table.
function args.seat(session, word)
  local players = session.root.rules.players
  local n = word and math.tointeger(tonumber(word))
  if n and n >= 1 and n <= players then return n end
  return nil, ("expected a seat from 1 to %d%s"):format(players,
    word and (", got '%s'"):format(word) or "")
end

--- One of a list of words.
function args.one_of(word, list)
  for _, known in ipairs(list) do
    if known == word then return known end
  end
  local expected = "expected " .. table.concat(list, ", ", 1, #list - 1)
    .. " or " .. list[#list]
  if not word then return nil, expected end
  return nil, ("%s, got '%s'%s"):format(expected, word, hint.near(word, list))
end

--- A card of the game's deck or its gold, by its name in upper or lower case.
function args.card(session, word)
  local rules = session.root.rules
  local name = word:upper()
  local names = {} -- ranks above 10 are cards of a deck, not of `aurum.card`
  for known in (rules.deck | rules.gold_all:kinds()):each() do
    names[#names + 1] = tostring(known)
    if names[#names] == name then return name end
  end
  return nil, ("no card '%s' in this deck (suits %s with ranks %d to %d, "
    .. "gold G)%s"):format(word, rules.suits, rules.ranks[1], rules.ranks[2],
    hint.near(name, names))
end

--- The cards in a list of words, from word `from` on, as one text. Only a gold
--- card may occur more than once.
function args.cards(session, list, from)
  local names, seen = {}, {}
  for i = from, #list do
    for word in list[i]:gmatch "[^,]+" do
      local card, problem = args.card(session, word)
      if not card then return nil, problem end
      if seen[card] and not aurum.card(card).gold then
        return nil, ("%s is named twice, but the deck has only one (RULES 1.1)")
          :format(card)
      end
      seen[card] = true
      names[#names + 1] = card
    end
  end
  return table.concat(names, " ")
end

--- The items of a list that begin with `word`, for completion.
function args.starting(list, word)
  local found = {}
  for _, item in ipairs(list) do
    if item:sub(1, #word) == word then found[#found + 1] = item end
  end
  return found
end

--- The hint for a misspelt key of a table.
function args.near(word, keys)
  local names = {}
  for key in pairs(keys) do names[#names + 1] = key end
  table.sort(names)
  return hint.near(word, names)
end

--- The numbers of the seats as words, for completion.
function args.seats(session)
  local list = {}
  for seat = 1, session.root.rules.players do list[seat] = tostring(seat) end
  return list
end

--- The rounds of the current branch as words, for completion.
function args.rounds(session)
  local list, last = {}, 0
  for _, node in ipairs(session:line()) do
    if node.round > last then
      last = node.round
      list[#list + 1] = tostring(last)
    end
  end
  return list
end

--- The places of the current branch that a typed text may become: rounds, then
--- tricks, then decisions.
function args.places(session, typed)
  local _, dots = typed:gsub("%.", "")
  if dots == 0 then return args.rounds(session) end
  local list, seen = {}, {}
  local function add(text)
    if not seen[text] then list[#list + 1] = text end
    seen[text] = true
  end
  for _, node in ipairs(session:line()) do
    local place = node.place
    if place and dots > 1 then add(place)
    elseif place then add(("%d.%d"):format(node.round, node.trick))
    elseif node.round > 0 then add(node.round .. ".end") end
  end
  return list
end

--- Removes an item from a list. Returns true if it was there.
function args.remove(list, item)
  for i, other in ipairs(list) do
    if other == item then
      table.remove(list, i)
      return true
    end
  end
  return false
end

--- True if a list has at most `n` words; or nil and a message with the usage.
function args.at_most(list, n, usage)
  if #list <= n then return true end
  if n == 0 then
    return nil, ("%s takes no arguments, got '%s'"):format(usage, list[1])
  end
  return nil, ("too many arguments: '%s'; expected `%s`"):format(list[n + 1],
    usage)
end

--- Makes a command refuse arguments. Returns the command.
function args.bare(command)
  local run = command.run
  function command.run(shell, list)
    local good, problem = args.at_most(list, 0, command.usage)
    if not good then return shell:fail(problem) end
    return run(shell)
  end
  return command
end

--- The key=value words of a list as a table, and a list of the other words.
function args.options(list, known)
  local options, rest = {}, {}
  for _, word in ipairs(list) do
    local key, value = word:match "^([%a_]+)=(.*)$"
    if not key then
      rest[#rest + 1] = word
    else
      if not args.one_of(key, known) then
        return nil, ("unknown option '%s=', expected %s=%s"):format(key,
          table.concat(known, "=, "), hint.near(key, known))
      elseif value == "" then
        return nil, ("%s=: expected a value after ="):format(key)
      elseif options[key] then
        return nil, ("%s= is given twice"):format(key)
      end
      options[key] = value
    end
  end
  return options, rest
end

return args
