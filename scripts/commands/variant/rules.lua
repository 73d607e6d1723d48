-- aurum variant rules: prints the rulebook of a variant.
local aurum = require "aurum"
local columns = require "aurum.repl.line.columns"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local term = require "aurum.text.term"
local rulebook_examples = require "aurum.lab.rules.rulebook_examples"
local rulebook_reference = require "aurum.lab.rules.rulebook_reference"
local rulebook_text = require "aurum.lab.rules.rulebook_text"
local variant_reader = require "aurum.repl.variant_reader"
local variant_rulebook = require "aurum.lab.rules.variant_rulebook"

local action = { summary = "Print the rules in words, as a text for players." }

local about = [[
Each sentence follows from a knob of the rules and has the number that it has
in core/RULES.md. House rules say theirs in the list `rules` of their file:
they are 13.1, 13.2 and so on. A rule that differs from the edition, or from
the file's `base`, is marked.

With -o, a name that ends in .md gets Markdown, and one that ends in .html a
page for a browser or a printer. Both have examples from a random game, and end
with a reference for players, one printed page.]]

function action.options(parser)
  parser:epilog(about)
  parser:argument("variant", options.rules_text)
  options.players(parser, "each number that the variant allows")
  parser:flag("--changes", "Only the rules that differ.")
  options.seed(parser, "The examples follow from it.", "rulebook")
  options.output(parser)
end

--- The form of a file by its name; ends the command if it has none.
local function form_of(path)
  if not path or path == "-" then return nil end
  local ending = path:match "%.(%w+)$"
  if ending == "md" then return rulebook_text.markdown end
  if ending == "html" then return rulebook_text.html end
  term.fail(("-o %s: expected a name that ends in .md or .html"):format(
    term.plain(path)), 2)
end

--- The book of a number of players; for a file with examples and reference.
local function book_of(info, players, args, form)
  local rules = variant_reader.rules_of(info, players)
  local book = variant_rulebook.of(info, players, args.changes)
  if not form or args.changes then return book end
  local problem
  book.reference = rulebook_reference.of(book)
  book.examples, problem = rulebook_examples.of(info, rules,
    args.seed or "rulebook")
  if not book.examples and not aurum.sys.interrupted() then
    term.say("note: no examples: " .. term.plain(tostring(problem)))
  end
  return book
end

function action.run(args)
  local form = form_of(args.o)
  local info = variant_reader.good(args.variant)
  local counts = variant_reader.chosen(info, args.players)
  if form == rulebook_text.html and #counts > 1 then
    term.fail(("-o %s: a page holds the rules for one number of players; give "
      .. "--players %s"):format(term.plain(args.o),
      table.concat(counts, " or ")), 2)
  end
  local texts = {}
  for i, count in ipairs(counts) do
    local book = book_of(info, count, args, form)
    texts[i] = form and form(book) or rulebook_text.of(book, columns())
  end
  local text = table.concat(texts, "\n")
  if not form then
    term.write(text) -- with its colours
    return 0
  end
  args.files = {}
  for i, file in ipairs(info.files) do args.files[i] = file.path end
  local out = output.open(args)
  out:write(text)
  out:close()
  return 0
end

return action
