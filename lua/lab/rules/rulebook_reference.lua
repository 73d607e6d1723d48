-- The reference of a rulebook: the sentences that players look up during a
-- game, for one printed page.
local rulebook_reference = {}

--- Headings, with the numbers of the rules below each.
local parts = {
  { "Cards and deal", "1.1", "1.2", "3.1", "3.2", "3.3" },
  { "Bids", "4.2", "4.3", "4.4", "5.1", "5.2", "5.5" },
  { "A trick", "6.1", "6.2", "6.3", "6.4", "7.1", "7.2", "7.3" },
  { "The end", "8.1", "8.2", "9.1", "9.2", "9.3", "9.4", "9.5" },
}

local most_house = 1500 -- bytes of house rules' sentences

--- The house rules' sentences that fit, and a line that names the others.
local function house_rules(section)
  local list, bytes = {}, 0
  for i, rule in ipairs(section.rules) do
    bytes = bytes + #rule.text
    if bytes > most_house then
      local last = section.rules[#section.rules].number
      list[i] = { number = rule.number, text = last == rule.number
        and "one more house rule, on the pages before."
        or ("the house rules %s to %s, on the pages before."):format(
          rule.number, last) }
      break
    end
    list[i] = rule
  end
  return { title = section.title, note = section.note, rules = list }
end

--- The reference of a book (lua/lab/rules/variant_rulebook.lua) that has all
--- its rules: a list of { title =, rules = }, as its sections are.
function rulebook_reference.of(book)
  local by_number, list = {}, {}
  for _, section in ipairs(book.sections) do
    for _, rule in ipairs(section.rules) do
      by_number[rule.number] = by_number[rule.number] or {}
      table.insert(by_number[rule.number], rule)
    end
  end
  for i, part in ipairs(parts) do
    list[i] = { title = part[1], rules = {} }
    for at = 2, #part do
      for _, rule in ipairs(by_number[part[at]] or {}) do
        table.insert(list[i].rules, rule)
      end
    end
  end
  local last = book.sections[#book.sections]
  if last.number == 13 then list[#list + 1] = house_rules(last) end
  return list
end

return rulebook_reference
