-- aurum bot list: lists the bots that go by a name.
local aurum = require "aurum"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"

local action = { summary = "List the bots that go by a name." }

function action.options(parser)
  options.json(parser, "Print the list as JSON.")
end

--- A bot in one sentence: the first comment of its file, up to the first dot.
local function about(name)
  local bot, problem = aurum.bot(name)
  if not bot then term.fail(problem) end
  local words = {}
  for line in bot.source:gmatch "[^\n]*" do
    local text = line:match "^%-%- ?(.*)$"
    if not text then break end
    words[#words + 1] = text
  end
  local first = table.concat(words, " "):gsub("^[%w_.%-]+: ", "")
  return first:match "^(.-)%.%f[%s\0]" or first
end

function action.run(args)
  local names, files, shadowed = aurum.bots()
  local rows, items = { { "bot", "what it does" } }, {}
  for i, name in ipairs(names) do
    local text = about(name)
    items[i] = { name = name, file = files[name], about = text }
    for k, line in ipairs(wrap.lines(text, 62, "")) do
      rows[#rows + 1] = { k == 1 and name or "", line }
    end
  end
  if args.json then
    term.write(json.encode { bots = items, shadowed = shadowed }, "\n")
  else
    term.write(term.table(rows, "<<"), options.shadowed(shadowed))
  end
  return 0
end

return action
