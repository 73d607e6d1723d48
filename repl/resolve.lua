-- Resolves what the options of a command name: rules, a bot, lines of a file.
-- The command ends if there are none.
local aurum = require "aurum"
local ranges = require "aurum.text.ranges"
local series = require "aurum.play.series"
local term = require "aurum.text.term"
local resolve = {}

--- True if rules cannot be made since a file of the variant is at fault, not
--- the name or the number of players that was asked for.
local function is_at_fault(args)
  local info = aurum.read_variant(args.variant)
  if info.problems[1] then return info.problems[1].path ~= nil end
  for _, count in ipairs(info.counts) do
    if count == (args.players or count) then return true end
  end
  return false
end

--- The rules of --variant and --players, whose notes are printed. The command
--- ends if there are none.
function resolve.rules(args)
  local rules, notes = aurum.variant(args.variant, args.players)
  if not rules then term.fail(notes, is_at_fault(args) and 1 or 2) end
  for _, note in ipairs(notes or {}) do
    term.say("note: " .. term.plain(note))
  end
  return rules
end

--- Makes the programs of --exec known as bots. The command ends if it cannot.
function resolve.programs(args)
  local good, problem = series.name_programs(args)
  if not good then term.fail(problem, 2) end
end

--- The bot of a text. The command ends if there is none.
function resolve.bot(spec)
  local bot, problem = aurum.bot(spec)
  if not bot then term.fail(problem, 2) end
  return bot
end

--- The net in a file, whatever rules it has learned, and its bytes. The command
--- ends if there is none.
function resolve.net(path)
  local file, problem = io.open(path, "rb")
  local bytes = file and file:read "a"
  if file then file:close() end
  if not bytes then
    term.fail(problem or term.plain(path) .. ": it cannot be read", 2)
  end
  local net, wrong = aurum.net(bytes, { any = true })
  if not net then term.fail(("%s: %s"):format(term.plain(path), wrong)) end
  return net, bytes
end

--- Joins the lines of --game. The command ends if there are several files.
function resolve.lines(args)
  args.lines = ranges.join(args.lines)
  if args.lines and args.files and #args.files > 1 then
    term.fail(("--game needs a single file, got %d"):format(#args.files), 2)
  end
end

return resolve
