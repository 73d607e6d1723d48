-- aurum variant diff: prints how two variants differ.
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local term = require "aurum.text.term"
local variant_differences = require "aurum.repl.variant_differences"
local variant_reader = require "aurum.repl.variant_reader"

local action = { summary = "Print how two variants differ." }

function action.options(parser)
  parser:argument("a", options.rules_text)
  parser:argument("b", "Rules to compare them with.")
  options.json(parser)
end

local allows = variant_differences.allows

function action.run(args)
  local a, b = variant_reader.good(args.a), variant_reader.good(args.b)
  for _, info in ipairs { a, b } do -- both must be playable
    for _, count in ipairs(info.counts) do
      variant_reader.rules_of(info, count)
    end
  end
  local items = {}
  for count = 2, 6 do
    local in_a, in_b = allows(a, count), allows(b, count)
    local found = in_a and in_b and variant_differences.of(a, b, count)
    if args.json then
      for _, row in ipairs(found or {}) do
        items[#items + 1] = { players = count, key = row[1], a = row[2],
          b = row[3] }
      end
      if in_a ~= in_b then
        items[#items + 1] = { players = count, key = "players", a = in_a,
          b = in_b }
      end
    elseif found then
      term.write(term.paint("bold", ("%d players"):format(count)), "\n",
        #found == 0 and "the same\n"
        or variant_differences.table(a, b, found))
    elseif in_a or in_b then
      term.write(("%d players: only %s\n"):format(count, in_a and a.name
        or b.name))
    end
  end
  if args.json then term.write(json.encode(items), "\n") end
  return 0
end

return action
