-- Every sentence of the five sources has a row in
-- tests/fixtures/rulebooks/sources.tsv: what kind it is, and if it states a
-- rule, the numbers of the rule and the checks that random games of the edition
-- obey it. Sentences are known by a key and their first words alone. With
-- SOURCES=FOLDER the texts in FOLDER are compared with the keys.
local aurum = require "aurum"
local helper = require "helper"
local source_checks = require "source_checks"
local source_sentences = require "source_sentences"
local variant_rulebook = require "aurum.lab.rules.variant_rulebook"

local checks = source_checks.checks
local games_each = 60 -- at most: until all checks have been shown
local least_games = 6
-- Seeds of games with ties of rounds, which are rare: they are played first.
local rare = { ["de-2024 4"] = { 132 }, ["ru-2023 4"] = { 132 },
  ["fr-2023 4"] = { 132 }, ["bga 4"] = { 85 }, ["bga 3"] = { 63, 72 } }
local editions = { "de-2024", "en-2023", "ru-2023", "fr-2023", "bga" }
local counts = { ["de-2024"] = 340, ["en-2023"] = 315, ["ru-2023"] = 185,
  ["fr-2023"] = 170, bga = 106 }

--- The kinds of sentences, and true for those that have numbers. "loose": less
--- exact than another sentence of the source, which counts (core/RULES.md).
local kinds = { rule = true, loose = true, example = true, expert = true,
  option = true, advice = false, component = false, contents = false,
  credits = false, flavour = false, heading = false, label = false,
  pointer = false, term = false, title = false }

--- The rows of the table, each by the names of its columns.
local function rows()
  local list, names = {}, nil
  for line in helper.shell("cat tests/fixtures/rulebooks/sources.tsv")
    :gmatch "[^\n]+" do
    local fields = {}
    for field in line:gmatch "[^\t]+" do fields[#fields + 1] = field end
    assert.equal(8, #fields, line)
    if names then
      local row = {}
      for i, name in ipairs(names) do row[name] = fields[i] end
      list[#list + 1] = row
    end
    names = names or fields
  end
  return list
end

local all = rows()

--- The rows of an edition.
local function rows_of(edition)
  local list = {}
  for _, row in ipairs(all) do
    if row.edition == edition then list[#list + 1] = row end
  end
  return list
end

local in_rules = {} -- the numbers of core/RULES.md
for _, number in ipairs(require "aurum.text.rulebook".numbers()) do
  in_rules[number] = true
end

--- The numbers of an edition's rulebook.
local function numbers_of(edition, players)
  local book = variant_rulebook.of(aurum.read_variant(edition), players)
  local numbers = {}
  for _, section in ipairs(book.sections) do
    for _, rule in ipairs(section.rules) do numbers[rule.number] = true end
  end
  return numbers
end

describe("the table of the sources' sentences", function()
  it("has every sentence of every edition once", function()
    for _, edition in ipairs(editions) do
      local list = rows_of(edition)
      assert.equal(counts[edition], #list, edition)
      for i, row in ipairs(list) do
        assert.equal(tostring(i), row.sentence, edition)
        assert.is.truthy(row.key:find "^%x%x%x%x%x%x%x%x$", row.key)
      end
    end
    local sum = 0
    for _, n in pairs(counts) do sum = sum + n end
    assert.equal(sum, #all)
  end)

  it("ties each sentence that states a rule to its numbers", function()
    for _, row in ipairs(all) do
      local at = row.edition .. " " .. row.sentence
      assert.is_not_nil(kinds[row.kind], at .. ": " .. row.kind)
      assert.equal(kinds[row.kind], row.rules ~= "-", at)
      assert.equal(row.kind == "option", row.rules ~= "-"
        and row.checks == "-", at)
      assert.is.truthy(row.players:find(kinds[row.kind] and "^3?4?$" or "^%-$"),
        at)
      for number in row.rules:gmatch "[%d.]+" do
        assert.is_true(in_rules[number], at .. ": no " .. number)
      end
    end
  end)

  it("names tests that there are", function()
    local text, used = helper.shell "cat tests/core/examples_test.c", {}
    for _, row in ipairs(all) do
      for check in row.checks:gmatch "[^ -]%S*" do
        local name = check:match "^examples:(.*)"
        assert.is.truthy(name and text:find("cmocka_unit_test(" .. name .. ")",
          1, true) or checks[check], check)
        used[check] = true
      end
    end
    for name in pairs(checks) do assert.is_true(used[name], name) end
  end)

  it("gives equal keys to equal sentences", function()
    local by_key, whole = {}, 0
    for _, row in ipairs(all) do
      by_key[row.key] = by_key[row.key] or row.beginning
      assert.equal(by_key[row.key], row.beginning)
      if source_sentences.key(row.beginning) == row.key then
        whole = whole + 1
      end
    end
    assert.is_true(whole > 300, whole) -- short ones are there whole
  end)
end)

-- ---- Games -----------------------------------------------------------------

--- Plays random games of an edition until every check of a set has been shown;
--- returns the places by check.
local function shown(edition, players, wanted)
  local rules = assert(aurum.variant(edition, players))
  local met, firsts, places = {}, {}, {}
  local seeds = { table.unpack(rare[edition .. " " .. players] or {}) }
  for seed = 1, games_each do seeds[#seeds + 1] = seed end
  for i, seed in ipairs(seeds) do
    local seen = source_checks.played(rules, seed)
    seen.met, seen.firsts = met, firsts
    function seen.shows(name, place)
      places[name] = places[name] or ("game %d, %s"):format(seed, place)
    end
    function seen.with(house)
      return source_checks.played(assert(aurum.variant(edition .. "+" .. house,
        players)), seed)
    end
    local missing = false
    for check in pairs(wanted) do
      checks[check](seen)
      missing = missing or not places[check]
    end
    if not missing and i >= least_games then break end
  end
  return places
end

describe("the sentences of the sources", function()
  for _, edition in ipairs(editions) do
    for players = 3, 4 do
      local name = ("hold in %s with %d players #long"):format(edition, players)
      it(name, function()
        local numbers, wanted = numbers_of(edition, players), {}
        for _, row in ipairs(rows_of(edition)) do
          if row.players:find(players, 1, true) then
            local printed = row.kind ~= "rule" and row.kind ~= "loose"
            for number in row.rules:gmatch "[%d.]+" do
              printed = printed or numbers[number]
            end
            assert.is_true(printed, "not in the rulebook: " .. row.beginning)
            for check in row.checks:gmatch "[^ -]%S*" do
              if checks[check] then wanted[check] = true end
            end
          end
        end
        local places = shown(edition, players, wanted)
        for check in pairs(wanted) do
          assert.is.truthy(places[check], "no game shows it: " .. check)
        end
      end)
    end
  end
end)

-- ---- The texts themselves --------------------------------------------------

local folder = os.getenv "SOURCES"

if folder then
  describe("the texts in SOURCES", function()
    local texts = {}
    for name in helper.shell(("ls %q"):format(folder)):gmatch "[^\n]+" do
      local file <close> = assert(io.open(folder .. "/" .. name, "rb"))
      texts[#texts + 1] = source_sentences.of(file:read "a")
    end

    --- The number of rows of an edition that a text agrees with, and the first
    --- row that differs.
    local function agrees(list, text)
      local n, first = 0, nil
      for i = 1, math.max(#list, #text) do
        local row, sentence = list[i], text[i]
        if row and sentence and row.key == source_sentences.key(sentence)
          and row.beginning == source_sentences.beginning(sentence, 40) then
          n = n + 1
        else
          first = first or i
        end
      end
      return n, first
    end

    for _, edition in ipairs(editions) do
      it("have every sentence of " .. edition, function()
        local most, difference = -1, nil
        for _, text in ipairs(texts) do
          local n, first = agrees(rows_of(edition), text)
          if n > most then most, difference = n, first end
        end
        assert.is_nil(difference, ("sentence %s differs"):format(difference))
      end)
    end
  end)
end
