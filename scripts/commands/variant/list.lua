-- aurum variant list: lists the variants that go by a name.
local aurum = require "aurum"
local find = require "aurum.load.find"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local term = require "aurum.text.term"
local variant_reader = require "aurum.repl.variant_reader"

local action = { summary = "List the variants that go by a name, and the house "
  .. "rules of the gallery." }

function action.options(parser)
  options.json(parser, "Print the list as JSON.")
end

--- Text below the list: the rules of the gallery, with the file of each.
local function gallery_text(names, files)
  if #names == 0 then return "" end
  local rows = {}
  for i, name in ipairs(names) do
    rows[i] = { "  " .. name, variant_reader.short(files[name]) }
  end
  return "\ngallery: more house rules, each with a study's verdict\n"
    .. term.table(rows, "<<")
end

function action.run(args)
  local names, files, shadowed = aurum.variants()
  local shown, shown_files = find.gallery()
  for _, name in ipairs(shown) do
    names[#names + 1], files[name] = name, shown_files[name]
  end
  local rows, items = { { "name", "players", "title", "file" } }, {}
  for _, name in ipairs(names) do
    local info = aurum.read_variant(name)
    local broken = info.problems[1] and tostring(info.problems[1])
    local players = #info.counts > 0 and table.concat(info.counts, ", ")
      or "house rule"
    local hidden = {}
    for _, other in ipairs(shadowed) do
      if other.name == name then hidden[#hidden + 1] = other.file end
    end
    items[#items + 1] = { name = name, title = info.title, file = files[name],
      players = info.counts, problem = broken,
      shadowed = hidden[1] and hidden or nil }
    if not shown_files[name] then
      rows[#rows + 1] = { name, broken and "-" or players,
        broken and "does not load: " .. term.command("aurum", "variant",
          "check", name) or info.title, variant_reader.short(files[name]) }
    end
  end
  if args.json then
    term.write(json.encode(items), "\n")
  else
    term.write(term.table(rows, "<<<<"), gallery_text(shown, shown_files),
      options.shadowed(shadowed))
  end
  return 0
end

return action
