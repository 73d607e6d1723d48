-- aurum variant show: prints every knob of a variant and where it is set.
local aurum = require "aurum"
local composition = require "aurum.lab.rules.composition"
local composition_text = require "aurum.lab.rules.composition_text"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local term = require "aurum.text.term"
local variant_reader = require "aurum.repl.variant_reader"

local action = { summary = "Print every knob with its value and the "
  .. "file and line that sets it." }

function action.options(parser)
  parser:argument("variant", options.rules_text)
  options.players(parser, "each number that the variant allows")
  options.json(parser)
end

--- The place of a knob, hook or question, in a table.
local function short(from)
  return variant_reader.short(variant_reader.place(from))
end

local function show_text(info, players)
  local rules = variant_reader.rules_of(info, players)
  local resolved = info:resolve(players)
  local rows = { { "knob", "value", "from" } }
  for _, knob in ipairs(aurum.knobs()) do
    if knob.name ~= "players" then
      local text = rules:text(knob.name)
      rows[#rows + 1] = { knob.name, text == "" and "-" or text,
        short(resolved.from[knob.name]) }
    end
  end
  for _, hook in ipairs(aurum.hooks) do
    for i, from in ipairs(resolved.hooks[hook] or {}) do
      rows[#rows + 1] = { i == 1 and hook or "", i == 1 and "function"
        or "then", short(from) }
    end
  end
  local cardless = false -- if the bids have no cards
  for _, question in ipairs(info:asked()) do
    rows[#rows + 1] = { "questions." .. question.name, question.when,
      short(question) }
    cardless = cardless or question.when == "instead_of_bids"
  end
  for _, var in ipairs(info.vars) do
    rows[#rows + 1] = { "vars." .. var.name, var.scope, "" }
  end
  term.write(term.paint("bold", ("%s, %d players, rules %s"):format(
    term.plain(info.name), players, rules.digest)), "\n",
    term.plain(info.title), "\n")
  term.write(term.table(rows, "<<<"))
  if cardless then
    term.write "bids have no cards, so no bid changes (RULES 5)\n"
  end
  local found = composition.study(info, players, true)
  if found then
    term.write(composition_text.of(found, variant_reader.short_place))
  end
end

local function show_json(info, players)
  local rules = variant_reader.rules_of(info, players)
  local resolved = info:resolve(players)
  local knobs, hooks, asked, vars = {}, {}, {}, {}
  for _, knob in ipairs(aurum.knobs()) do
    knobs[knob.name] = { value = rules[knob.name],
      from = variant_reader.place(resolved.from[knob.name]) }
  end
  for hook, list in pairs(resolved.hooks) do
    hooks[hook] = {}
    for i, from in ipairs(list) do
      hooks[hook][i] = variant_reader.place(from)
    end
  end
  for i, question in ipairs(info:asked()) do
    asked[i] = { name = question.name, when = question.when,
      from = variant_reader.place(question) }
  end
  for _, var in ipairs(info.vars) do vars[var.name] = var.scope end
  local found = composition.study(info, players, true) or { overruled = {} }
  return { players = players, digest = rules.digest, knobs = knobs,
    hooks = next(hooks) and hooks, questions = next(asked) and asked,
    vars = next(vars) and vars,
    overruled = next(found.overruled) and found.overruled }
end

function action.run(args)
  local info = variant_reader.good(args.variant)
  local counts = variant_reader.chosen(info, args.players)
  if args.json then
    local sheets = {}
    for i, count in ipairs(counts) do sheets[i] = show_json(info, count) end
    term.write(json.encode { name = info.name, title = info.title,
      rules = sheets }, "\n")
    return 0
  end
  for i, count in ipairs(counts) do
    if i > 1 then term.write "\n" end
    show_text(info, count)
  end
  return 0
end

return action
