-- aurum plan merge: prints the results of a plan, complete or not.
local plan = require "aurum.lab.plan"
local plan_kinds = require "aurum.lab.plan_kinds"
local plan_words = require "aurum.lab.plan_words"
local term = require "aurum.text.term"

local merge = { summary = "Print the results of a plan, complete or not." }

function merge.options(parser)
  parser:argument("folder", "Folder of the plan."):argname "DIR"
  parser:argument("words", "Further options of the command for its output, "
    .. "after --, such as --json or --record FILE."):argname "OPTION":args "*"
  parser:epilog("Only these words say how results are shown and where they go: "
    .. "those of the plan, which may be somebody else's, are ignored.\n"
    .. "While tasks play, the results are those of the items so far. "
    .. "Standard error then says what is missing, and the exit status is 1.")
end

--- Says what is missing.
local function print_missing(made, missing)
  local list = {}
  for i, part in ipairs(missing) do
    if i > 5 then break end
    list[i] = part.items == 0 and ("%d"):format(part.shard)
      or ("%d (%d of %d %ss)"):format(part.shard, part.items, part.of,
        made.unit)
  end
  local items = 0
  for _, part in ipairs(missing) do items = items + part.of - part.items end
  term.fail(("incomplete: %d of %d %ss are missing, in %s of %d shards: %s%s\n"
    .. "  %s plays them"):format(items, made.items, made.unit, #missing,
    made.shards, table.concat(list, ", "), #missing > 5 and ", ..." or "",
    term.command("sh", made.folder .. "/run")))
end

--- The plan of a folder, its kind, the arguments by which the results are
--- shown, and the command that shows them. The command ends if they cannot be.
local function open(args, read)
  local made, problem = plan.read(args.folder)
  if not made then term.fail(problem) end
  local good, kind, own, command
  good, problem = made:fits_program()
  if not good then term.fail(("%s: %s"):format(args.folder, problem)) end
  kind, problem = plan_kinds.of(made.words)
  if not kind then term.fail(problem) end
  own, command = plan_words.read(made, kind, read, term.warner "aurum plan")
  if not own then term.fail(command) end
  good, problem = plan_words.show(kind, own, args.words, read)
  if not good then term.fail(problem, 2) end
  good, problem = made:fits_inputs(not kind.rereads)
  if not good then term.fail(("%s: %s"):format(args.folder, problem)) end
  return made, kind, own, command
end

function merge.run(args, read)
  local made, kind, own, command = open(args, read)
  local parts, problem = kind.parts(made, own)
  if not parts then term.fail(("%s: %s"):format(args.folder, problem)) end
  local good, status = xpcall(command.run, function(failure)
    return type(failure) == "string" and debug.traceback(failure, 2) or failure
  end, kind.merged(made, own, parts), read)
  if not good and not parts.problem then error(status, 0) end
  io.stdout:flush()
  if parts.problem then term.fail(parts.problem) end
  if parts.missing[1] then print_missing(made, parts.missing) end
  return status
end

return merge
