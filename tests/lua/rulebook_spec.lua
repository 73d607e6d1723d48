-- The rulebook of a variant: every knob is said, and what is said follows it.
local aurum = require "aurum"
local helper = require "helper"
local sentences = require "aurum.lab.rules.rulebook_sentences"
local variant_rulebook = require "aurum.lab.rules.variant_rulebook"
local rulebook_text = require "aurum.lab.rules.rulebook_text"
local unsaid = require "aurum.lab.rules.unsaid"

local folder
setup(function() folder = helper.folder() end)
teardown(helper.clean)

local function house(text)
  return helper.write(folder .. "/house.lua", "return {" .. text .. "}")
end

--- The rulebook of a name for a number of players as text; nil and a message if
--- the rules are refused.
local function book(name, players, changes)
  local info = aurum.read_variant(name)
  if #info.problems > 0 then return nil, tostring(info.problems[1]) end
  local made, problem = variant_rulebook.of(info, players, changes)
  if not made then return nil, tostring(problem) end
  return rulebook_text.of(made, 80), made
end

describe("a rulebook", function()
  it("has a sentence for every knob", function()
    local said = {}
    for _, one in ipairs(sentences) do
      for _, knob in ipairs(one.knobs) do said[knob] = true end
    end
    for _, knob in ipairs(aurum.knobs()) do
      assert.is.truthy(said[knob.name], "nothing says " .. knob.name)
      said[knob.name] = nil
    end
    assert.are.same({}, said)
  end)

  -- The knobs that another one must accompany, and the rules beside which a
  -- knob matters.
  local beside = {
    { "suits = 'BCPS'", "hand = 10" }, { "ranks = { 2, 11 }" },
    { "gold = { 4, 2, 2, 2, 1, 1, 1, 1, 2 }" },
    { "gold_points = { 0, 1, 1, 1, 2, 2, 2, 3, 4 }" }, { "hand = 11" },
    { "extras = 'hidden'" }, { "zero_gold = 'first_round'" },
    { "zero_gold = 'never'" }, { "bidding = 'hidden'" }, { "zero_bid = true" },
    { "side_bid = 'lowest'" }, { "side_bid = 'sum'" }, { "changes = 0" },
    { "changes = 2" }, { "change_of = 'own'" }, { "change_price = 3" },
    { "last_window = false" }, { "follow = 'must'" }, { "follow = 'free'" },
    { "gold_leads = true" }, { "trick_to = 'lowest'" },
    { "gold_to = 'highest'" }, { "next_leader = 'winner'" },
    { "trick_ties = 'earlier'" }, { "trump = 'extra'" }, { "trump = 'S'" },
    { "exact = 3" }, { "exact = 0" }, { "exact = -1" }, { "exact_bonus = 5" },
    { "exact_bonus = -5" }, { "over = 'taken'" }, { "over = 'nothing'" },
    { "over_each = -1" }, { "over_each = 2" }, { "under = -2" },
    { "under_each = -1" }, { "round_ties = {}" },
    { "round_ties = { 'sole_exact' }" }, { "nuggets = 3" },
    { "sole_nuggets = true, rounds = 9" }, { "rounds = 4" },
    { "cumulative = true, rounds = 3" }, { "game_ties = { 'last_bid' }" },
    { "sides = { 1, 1, 2, 2 }" },
  }

  it("says another sentence for every value", function()
    local met, texts = {}, { [book("standard", 4)] = "standard" }
    for _, knobs in ipairs(beside) do
      local value = table.concat(knobs, ", ")
      local text, made = book("standard+" .. house(value), 4)
      assert.is.truthy(text, value .. ": " .. tostring(made))
      assert.is.falsy(text:find "nil", value)
      local rest = text:match "\n\n.*"
      assert.is_nil(texts[rest], ("%s reads like %s"):format(value,
        tostring(texts[rest])))
      texts[rest] = value
      -- The sentences that changed are of the knob that did.
      local changed = false
      for _, section in ipairs(made.sections) do
        for _, rule in ipairs(section.rules) do
          for _, knob in ipairs(rule.changed and rule.knobs or {}) do
            changed = true
            met[knob] = true
          end
        end
      end
      assert.is.truthy(changed, value)
    end
    for _, knob in ipairs(aurum.knobs()) do
      assert.is.truthy(met[knob.name] or knob.name == "players", knob.name)
    end
  end)

  it("marks and shows what differs from the base", function()
    local text = book("bga", 3, true)
    assert.is.truthy(text:find("9.1*  For taking more tricks", 1, true))
    assert.is.falsy(text:find "6%.3")
    local standard = book("five-alchemists", 5)
    assert.is.falsy(standard:find("*", 1, true)) -- it has no base
  end)

  it("has the sentences of files, numbered from 13.1", function()
    local text = book("standard+stakes+" .. house
      "rules = { 'One.', 'Two `G0` <b>.' }, exact = 3", 4)
    assert.is.truthy(text:find "13%.1%* Before the first trick each seat")
    assert.is.truthy(text:find "13%.3%* One%.\n13%.4%* Two G0 <b>%.")
    local info = aurum.read_variant("standard+" .. folder .. "/house.lua")
    local made = variant_rulebook.of(info, 4)
    assert.is.truthy(rulebook_text.html(made):find(
      "Two <code>G0</code> &lt;b&gt;.", 1, true))
    assert.is.truthy(rulebook_text.markdown(made):find(
      "Two `G0` \\<b\\>.", 1, true))
  end)

  it("says what it cannot know of code without sentences", function()
    local text = book("standard+" .. house [[ name = "house",
      winner = function() return 1 end ]], 4)
    assert.matches("13%.1%* The house rule house changes who wins a trick; its "
      .. "file does not%s+say%s+how%.", text)
    assert.matches("7%.2%*.-House rule 13%.1%s+changes this%.", text)
    -- A question need not have a text.
    text = book("standard+" .. house [[ name = "house", api = 2, questions = {
      { name = "say", when = "bids", words = { "a" }, default = "a",
        next = function() return nil end, done = function() end } } ]], 4)
    assert.matches("13%.1%* The house rule house asks the players something "
      .. "%(say%)", text)
  end)

  it("is told by bundled files of all their code", function()
    for _, name in ipairs((aurum.variants())) do
      local info = aurum.read_variant(name)
      if #info.counts == 0 then info = aurum.read_variant("bga+" .. name) end
      assert.are.same({}, unsaid.notes(info), name)
    end
  end)

  it("is numbered as core/RULES.md is", function()
    local known = {}
    for _, number in ipairs(require "aurum.text.rulebook".numbers()) do
      known[number] = true
    end
    for _, one in ipairs(sentences) do
      assert.is_true(known[one.number], one.number)
    end
  end)

  it("keeps the digest of bundled rules whatever they say", function()
    local text = helper.shell "cat variants/stakes.lua"
    local other = text:gsub("rules = {.-\n  },\n", "rules = { 'Else.' },\n")
    assert.are_not.equal(text, other)
    helper.write(folder .. "/stakes.lua", other)
    local path = "standard+" .. folder .. "/stakes.lua"
    local mine = assert(aurum.variant(path, 4))
    assert.are.equal(assert(aurum.variant("standard+stakes", 4)).digest,
      mine.digest)
    -- A list with code is code.
    helper.write(folder .. "/stakes.lua",
      (text:gsub("rules = {.-\n  },\n", "rules = { 'a' .. tostring(1) },\n")))
    mine = assert(aurum.variant(path, 4))
    assert.are_not.equal(assert(aurum.variant("standard+stakes", 4)).digest,
      mine.digest)
  end)

  it("refuses sentences that are none", function()
    for given, message in pairs {
      ["rules = 'x'"] = "rules: expected a list of 1 to 40 sentences",
      ["rules = {}"] = "rules: expected a list of 1 to 40 sentences",
      ["rules = { 1 }"] = "rules[1]: expected a sentence, got a number",
      ["rules = { '' }"] = "rules[1]: expected a sentence, got an empty text",
      ["rules = { ('x'):rep(401) }"] =
        "rules[1]: expected 1 to 400 bytes, got 401",
      ["rules = { '\\27[31m' }"] = "rules[1]: expected no control characters",
      ["rules = { '\\255' }"] = "rules[1]: expected UTF-8",
      ["rules = { 'a', x = 'b' }"] = "rules[x]: expected a list",
      ["rules = { '  ' }"] = "rules[1]: expected a sentence, got a text "
        .. "without a letter or a digit",
      ["rules = { '\\u{a0}\\u{2003}.' }"] =
        "rules[1]: expected a sentence, got a text without a letter",
      ["rules = { 'a\\u{202e}b' }"] =
        "none that cannot be seen, got \\u{202E}",
      ["rules = { { } }"] = "rules[1]: expected a sentence, got nothing",
      ["rules = { { 'a', { } } }"] = "rules[1]: unknown key '2'",
      ["rules = { { 'a', wher = {} } }"] =
        "rules[1]: unknown key 'wher'; did you mean 'where'?",
      ["rules = { { 'a', where = 1 } }"] =
        "rules[1]: where: expected a table such as { trump = \"none\" }",
      ["rules = { { 'a', unless = { trumpp = 1 } } }"] =
        "rules[1]: unless: 'trumpp' is neither a knob nor a fact; did you mean "
        .. "'trump'?",
      ["rules = { { 'a', where = { trick_to = 'x' } } }"] =
        "rules[1]: where: trick_to: expected ",
      ["rules = { { 'a', where = { players = 7 } } }"] =
        "where: players: expected a number from 2 to 6",
      ["rules = { { 'a', where = { partners = 'any' } } }"] =
        'where: partners: expected "all", "some" or "none"',
      ["rules = { { 'a', where = { trumps = 'S' } } }"] =
        "where: trumps: expected true or false",
      ["rules = { { 'a', where = { sides = 1 } } }"] =
        "where: sides: expected ",
      ["rules = { { 'a', where = { trick_to = function() end } } }"] =
        "where: trick_to: expected ",
      ["rules = { { 'a', where = function() end } }"] =
        "rules[1]: where: expected a table",
      ["rules = { { 'a', of = 'winer' } }, winner = function() end"] =
        "rules[1]: of: 'winer' is neither a hook nor a question of this file; "
        .. "did you mean 'winner'?",
      ["rules = { { 'a', of = { x = 'winner' } } }, winner = function() end"] =
        "rules[1]: of: 'winner' is neither",
      ["rules = { { 'a', of = true } }"] =
        "rules[1]: of: expected the names of hooks and questions",
      ["title = 'a\\u{202e}b'"] = "title: expected no control characters",
      ["title = '\\27[1mx'"] = "title: expected no control characters and none "
        .. "that cannot be seen, got \\27",
      ["title = ' '"] = "title: expected a title, got a text without a letter",
      ["name = 'a\\nb'"] = "name: expected no control characters",
      ["rules = function() end"] =
        "rules: expected a list of 1 to 40 sentences",
    } do
      local text, problem = book("standard+" .. house(given), 4)
      assert.is_nil(text, given)
      assert.is.truthy(problem:find(message, 1, true), problem)
    end
  end)

  it("is a table with the same reasons for texts of questions", function()
    for given, message in pairs {
      ["''"] = "text: expected a sentence, got an empty text",
      ["'a\\27b'"] = "text: expected no control characters and none that "
        .. "cannot be seen, got \\27",
      ["'\\u{2067}'"] = "text: expected no control characters",
      ["('x'):rep(120)"] = "text: expected 1 to 119 bytes, got 120",
      ["' '"] = "text: expected a sentence, got a text without a letter",
      ["7"] = "text: expected a sentence, got a number",
    } do
      local text, problem = book("standard+" .. house(([[ api = 2, questions = {
        { name = "say", text = %s, when = "bids", words = { "a" },
          default = "a", next = function() return nil end,
          done = function() end } } ]]):format(given)), 4)
      assert.is_nil(text, given)
      assert.is.truthy(problem:find("question 'say': " .. message, 1, true),
        problem)
    end
  end)
end)

describe("marks of a rulebook", function()
  --- The mark of each rule of a composition, by number.
  local function marks(name, players)
    local list, _, made = {}, book(name, players or 4)
    for _, section in ipairs(made.sections) do
      for _, rule in ipairs(section.rules) do
        if rule.mark then list[rule.number] = rule.mark end
      end
    end
    return list
  end
  local function one(n) return ("House rule 13.%d changes this."):format(n) end
  local both = "House rules 13.1 and 13.2 change this."

  for name, expected in pairs {
    ["standard+trump"] = { ["7.2"] = one(2) },
    ["standard+stakes"] = { ["9.1"] = both, ["9.2"] = both },
    ["standard+exchange"] = { ["3.1"] = both, ["10.2"] = both },
    ["standard+auction"] = {}, -- 4.1 says it
    ["standard+gold-rush"] = { ["9.2"] = one(1) },
    ["standard+misere"] = { ["9.1"] = one(1) },
    ["standard+nullify"] = { ["7.2"] = both, ["7.3"] = both },
    ["standard+gallery/signal"] = { ["10.2"] = one(1) },
    ["standard+gallery/second-thoughts"] = { ["4.2"] = one(1) },
    ["standard+gallery/bury"] = { ["3.1"] = one(1) },
    ["standard+gallery/eight-tricks"] = { ["6.2"] = one(1), ["6.4"] = one(1) },
    ["standard+gallery/last-trick"] = { ["9.2"] = one(1) },
    ["standard+gallery/burn"] = { ["9.1"] = one(1) },
    ["standard+gallery/underdog"] = { ["9.1"] = one(1) },
    ["standard+gallery/underdog+cumulative"] = {}, -- it says that it does none
    ["standard+gallery/spy"] = { ["7.2"] = both, ["7.3"] = both },
    ["standard+low-wins"] = {},
    ["standard+stakes+trump+nullify"] = {
      ["7.2"] = "House rules 13.4 and 13.6 to 13.8 change this.",
      ["7.3"] = "House rules 13.6 to 13.8 change this.",
      ["9.1"] = both, ["9.2"] = both },
  } do
    it("follow from effects: " .. name, function()
      assert.same(expected, marks(name))
    end)
  end

  it("are of those alone whom they touch", function()
    assert.same({}, marks("standard+gallery/signal", 3))
    assert.same({ ["4.3"] = one(1) },
      marks("standard+gallery/second-thoughts", 3))
  end)

  it("name the parts of a deal", function()
    for body, expected in pairs {
      ["deal.first = 2 return deal"] = { ["2.2"] = one(1) },
      ["deal.hands[1] = deal.hands[1] return deal"] = { ["3.1"] = one(1) },
      ["deal.gold = nil return deal"] = { ["3.2"] = one(1) },
      ["return deal"] = { ["3.1"] = one(1) },
    } do
      assert.same(expected, marks("standard+" .. house(
        "rules = { 'It deals.' }, deal = function(_, deal) " .. body
          .. " end")))
    end
  end)

  it("leave out hooks that return what they got", function()
    for code, changes in pairs {
      ["winner = function(s, seat) s.vars.a = 1 return seat end"] = false,
      ["winner = function(s, w) if not w then return nil end return w end"] =
        false,
      ["award = function(_, seat, gold) return seat, gold end"] = false,
      ["winner = function(s, seat) return s.leader end"] = true,
      ["winner = function(s, seat) seat = s.leader return seat end"] = true,
      ["winner = function(_, seat) local x x, seat = 1, 2 return seat end"] =
        true,
      ["winner = function(_, seat) return seat % 4 + 1 end"] = true,
      ["winner = function(_, seat) return (function() return seat end)() end"] =
        true,
      ["winner = function(s, seat) if s.x then return nil end return seat end"]
        = true,
      ["award = function(_, seat, gold) return seat end"] = true,
      ["round_winners = function(_, _, list) list[1] = 1 return list end"] =
        true,
    } do
      local found = marks("standard+" .. house("rules = { 'It is so.' }, "
        .. "vars = { a = 'round' }, " .. code))
      assert.equal(changes, next(found) ~= nil, code)
    end
  end)

  it("are there for every hook and verb", function()
    local rule_effects = require "aurum.lab.rules.rule_effects"
    for _, hook in ipairs(aurum.hooks) do
      assert.is.truthy(rule_effects[hook] or hook == "deal", hook)
    end
    local numbers = {}
    for _, number in ipairs(require "aurum.text.rulebook".numbers()) do
      numbers[number] = true
    end
    for key, list in pairs(rule_effects) do
      for _, number in ipairs(list) do assert.is_true(numbers[number], key) end
    end
    local verbs = helper.shell("sed -n 's/.*{\"\\([a-z_]*\\)\", f_.*/\\1/p' "
      .. "lua/script/question_verbs.c")
    local n = 0
    for verb in verbs:gmatch "%S+" do
      n = n + 1
      assert.is.truthy(rule_effects[verb], verb)
    end
    assert.is_true(n >= 6)
  end)

  it("come with one line that says which rule holds", function()
    local text = book("standard+trump", 4)
    assert.equal(1, select(2, text:gsub("Where a house rule disagrees with "
      .. "another rule, the house rule holds%.", "")))
    assert.matches("13 House rules\nWhere a house rule", text)
    assert.is_nil(book("standard+low-wins", 4):find "disagrees")
  end)
end)

describe("sentences of files", function()
  local house_sentences = require "aurum.load.house_sentences"

  it("hold where their conditions do", function()
    local function said(name, players)
      local list = {}
      for _, one in ipairs(house_sentences.of(aurum.read_variant(name),
        players)) do
        list[#list + 1] = one.text
      end
      return table.concat(list, " ")
    end
    local trump = "A trump equals no other card."
    assert.is_nil(said("standard+nullify", 4):find(trump, 1, true))
    assert.is.truthy(said("standard+nullify+trump", 4):find(trump, 1, true))
    assert.is.truthy(said("standard+nullify+" .. house "trump = 'S'", 4)
      :find(trump, 1, true))
    assert.matches("to its partner", said("bga+exchange", 4))
    assert.matches("to the seat on its left", said("bga+exchange", 3))
    assert.matches("or without a partner", said("standard+exchange+"
      .. house "sides = { 1, 1, 2, 3 }", 4))
    assert.matches("names no trump", said("standard+trump+"
      .. house "trump = 'extra'", 4))
    assert.matches("The lowest trump wins", said("bga+low-wins+trump", 4))
    assert.equal("a c", said("standard+" .. house [[ rules = {
      { "a", where = { hand = 12, bidding = "open" } },
      { "b", where = { hand = 12, bidding = "hidden" } },
      { "c", unless = { hand = 11, bidding = "hidden" } },
      { "d", unless = { hand = 11, bidding = "open" } } } ]], 4))
  end)

  it("are cited in one phrase", function()
    for phrase, numbers in pairs {
      ["13.1"] = { 1 }, ["13.1 and 13.2"] = { 1, 2 },
      ["13.1 to 13.3"] = { 1, 2, 3 }, ["13.2, 13.4 and 13.5"] = { 2, 4, 5 },
      ["13.1 to 13.3 and 13.9 to 13.11"] = { 1, 2, 3, 9, 10, 11 },
    } do
      for i, n in ipairs(numbers) do numbers[i] = "13." .. n end
      assert.equal(phrase, house_sentences.cite(numbers))
    end
  end)

  it("keep a space behind numbers of two digits", function()
    local list = {}
    for i = 1, 11 do list[i] = ("'The %dth.'"):format(i) end
    local path = "standard+" .. house("rules = { " .. table.concat(list, ", ")
      .. " }")
    local text, made = book(path, 4)
    assert.matches("\n13%.1%*  The 1th%.", text)
    assert.matches("\n13%.10%* The 10th%.", text)
    assert.matches("\n1%.1    The base", text)
    assert.matches("^13%.10 The", rulebook_text.some(made, 80, function(rule)
      return rule.number == "13.10"
    end))
  end)

  it("are missing where too few are on hooks and questions", function()
    local function notes(text)
      local list = unsaid.notes(aurum.read_variant("standard+" .. house(text)))
      for i, note in ipairs(list) do list[i] = note:match "house%.lua:(.*)$" end
      return list
    end
    local code = [[

      lead = function(_, cards) return cards end,
      winner = function() return 1 end,
      leader = function(_, seat) return seat end ]]
    assert.same({ '2: hook \'lead\': no sentence for players; add rules = '
      .. '{ "The leader may play ..." }',
      '3: hook \'winner\': no sentence for players; add to rules: "A full '
      .. 'trick is won by ..."' }, notes(code))
    assert.equal(2, #notes("rules = { 'One.' }," .. code))
    assert.same({}, notes("rules = { 'One.', 'Two.' }," .. code))
    assert.same({}, notes("rules = { { 'One.', of = { 'lead', 'winner' } } },"
      .. code))
    assert.same({ '3: hook \'winner\': no sentence for players; add to rules: '
      .. '{ "A full trick is won by ...", of = "winner" }, or name it in the '
      .. '`of` of another' }, notes("rules = { { 'One.', of = 'lead' } },"
      .. code))
  end)
end)
