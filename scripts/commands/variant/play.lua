-- aurum variant play: plays a variant in the REPL, at a seat of one's own.
local aurum = require "aurum"
local help = require "aurum.repl.show.help"
local loop = require "aurum.repl.loop"
local narrate = require "aurum.repl.show.narrate"
local options = require "aurum.text.options"
local term = require "aurum.text.term"
local option_values = require "aurum.text.option_values"
local variant_differences = require "aurum.repl.variant_differences"
local variant_reader = require "aurum.repl.variant_reader"

local action = { summary = "Print what a variant changes, then play "
  .. "it in the REPL at a seat of your own.",
  in_process = true }

function action.options(parser)
  parser:argument("variant", options.rules_text)
  options.players(parser, "the highest number up to 4 that it allows")
  parser:option("--seat", "The seat of the person. (default: 1)"):argname "N"
    :convert(options.count)
  parser:option("--bots", "Bots of the other seats: names or files, separated "
    .. "by commas. (default: counter)"):argname "A,B,..."
  options.seed(parser, "Same seed, same cards.")
  options.print_bytes(parser)
  options.hook_prints(parser, " for a line")
end

--- A table of all that differs from the standard rules; where these are for
--- other numbers of players, of all that the files set. nil if it is empty.
local function changes_table(info, players)
  local standard = aurum.read_variant "standard"
  if variant_differences.allows(standard, players) then
    local found = variant_differences.of(standard, info, players)
    return found[1] and variant_differences.table(standard, info, found)
  end
  local rules = variant_reader.rules_of(info, players)
  local rows = { { "", info.name } }
  for _, entry in ipairs(info:entries(players)) do
    rows[#rows + 1] = { entry.key, entry.hook
      and variant_reader.short_place(entry) or rules:text(entry.key) }
  end
  for _, question in ipairs(info:asked()) do
    rows[#rows + 1] = { "questions." .. question.name,
      variant_reader.short_place(question) }
  end
  return rows[2] and term.table(rows, "<<<")
end

--- Print the rules of a variant: its authors' words, then what it changes.
local function print_rules(shell, info, players)
  local parts = { term.paint("bold", ("%s, %d players"):format(
    term.plain(info.title), players)) }
  for _, file in ipairs(info.files) do
    local text = help.head_comment(file.text)
    if text ~= "" then parts[#parts + 1] = text end
  end
  shell:out(table.concat(parts, "\n"))
  local changes = changes_table(info, players)
  if changes then shell:out("\n" .. changes) end
  shell:out "\n`rules` has the rules of Aurum, `help` the commands.\n\n"
end

function action.run(args)
  local info = variant_reader.good(args.variant)
  local players = args.players
  for _, count in ipairs(variant_reader.chosen(info, args.players)) do
    if not players or count <= 4 then players = count end
  end
  variant_reader.rules_of(info, players)
  require "aurum.repl.session.players".print_bytes(args.print_bytes)
  local shell = loop.new { hook_prints = args.hook_prints }
  print_rules(shell, info, players)
  local talks = aurum.sys.is_terminal "stdin"
  if talks then aurum.edit.catch() end -- Ctrl-C stops the start file
  shell:run_start_file()
  local good, problem = shell.session:new_game { variant = info.given,
    players = players, seed = args.seed, human = args.seat or 1,
    bots = args.bots and option_values.parts(args.bots) }
  if not good then term.fail(term.plain(problem, "\n\t"), 2) end
  narrate.advance(shell)
  return shell:converse(talks)
end

return action
