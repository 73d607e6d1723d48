-- aurum variant new: writes a variant to begin with.
local aurum = require "aurum"
local new_file = require "aurum.repl.new_file"
local term = require "aurum.text.term"
local variant_reader = require "aurum.repl.variant_reader"

local action = { summary = "Write a commented house rule that can be played, "
    .. ".luarc.json for the Lua language server of editors, and .luacheckrc "
    .. "for luacheck." }

function action.options(parser)
  new_file.options(parser, "variant", "stakes")
  parser:flag("--question", "Write a rule that asks players a question. "
    .. "(default: one with a knob and a hook)")
end

--- The text of a new variant: a template's, or the variant `from`'s.
local function new_text(name, args)
  local from = args.from
  if from and args.question then
    term.fail("--from and --question exclude each other", 2)
  elseif not from then
    return new_file.from_template(args.question and "question" or "variant",
      name)
  end
  if from:find("+", 1, true) then
    term.fail(("--from: expected one variant, with no '+', got '%s'"):format(
      from), 2)
  end
  local info = aurum.read_variant(from)
  local problem = info.problems[1]
  if problem and not problem.path then
    term.fail("--from: " .. variant_reader.shown(problem), 2)
  end
  variant_reader.must_be_good(info)
  local file = info.files[#info.files]
  local old = file.path:match "([^/]*)%.lua$" or file.path
  return new_file.renamed(file.text, old, name), file
end

function action.run(args)
  local name, path = new_file.named(args, "variant")
  local text, from = new_text(name, args)
  local shown = new_file.shown(path)
  new_file.write(path, text, args, {
    { "variant", "check", shown },
    { "variant", "play", shown },
  })
  local base = from and from.data.base
  if base and base:find "[/.]"
    and from.path:match "^.*/" ~= shown:match "^.*/" then
    term.write(("change its base: '%s' is looked up from its folder\n"):format(
      term.plain(base)))
  end
  new_file.write_settings(path, args, "variant")
  return 0
end

return action
