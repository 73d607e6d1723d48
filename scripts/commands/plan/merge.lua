-- aurum plan merge: prints the results of a plan, complete or not.
local plan = require "aurum.lab.plan.plan"
local plan_shard = require "aurum.lab.plan.plan_shard"
local plan_kinds = require "aurum.lab.plan.plan_kinds"
local plan_words = require "aurum.lab.plan.plan_words"
local plural = require "aurum.text.format".plural
local term = require "aurum.text.term"

local merge = { summary = "Print the results of a plan, complete or not." }

function merge.options(parser)
  parser:argument("folder", "Folder of the plan."):argname "DIR"
  parser:argument("journals", "Journals that machines without this folder "
    .. "wrote; their results are added to DIR first."):argname "JOURNAL"
    :args "*"
  parser:argument("words", "Further options of the command for its output, "
    .. "after --, such as --json or --record FILE."):argname "OPTION":args "*"
  parser:epilog("A JOURNAL is the file DIR/shards/K.A.journal of another "
    .. "machine, which has a copy of DIR or made the plan by the same command "
    .. "with the same --seed. Of an arena, the journal of `arena --journal` "
    .. "with the same bots, rules, seed and limits is one too: its deals need "
    .. "not be those of a shard. A deal that several journals have counts "
    .. "once.\n"
    .. "Only these words say how results are shown and where they go: "
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
      or ("%d (%d of %s)"):format(part.shard, part.items,
        plural(part.of, made.unit))
  end
  local items = 0
  for _, part in ipairs(missing) do items = items + part.of - part.items end
  term.fail(("incomplete: %d of %s %s missing, in %s of %s: %s%s\n"
    .. "  %s plays them"):format(items, plural(made.items, made.unit),
    items == 1 and "is" or "are", #missing, plural(made.shards, "shard"),
    table.concat(list, ", "), #missing > 5 and ", ..." or "",
    term.command("sh", made.folder .. "/run")))
end

--- Ends the command if a call failed; returns its results.
local function must(good, ...)
  if not good then term.fail(...) end
  return good, ...
end

--- Takes the words after -- out of `journals`, where the parser puts all words.
local function split(args)
  local journals, typed, n = args.journals, args.typed, 0
  for i = #typed, 1, -1 do
    if typed[i] == "--" then n = #typed - i end
  end
  args.words = table.move(journals, #journals - n + 1, #journals, 1, {})
  args.journals = table.move(journals, 1, #journals - n, 1, {})
end

--- Adds the results of the journals to the plan's.
local function add(args, made, kind, own)
  if not args.journals[1] then return end
  local good, problem = made:fits_files()
  if not good then term.fail(("%s: %s"):format(args.folder, problem)) end
  local given = must(kind.given(made, own, args.journals,
    term.warner "aurum plan"))
  must(plan_shard.add(made, given))
end

--- The plan of a folder, its kind, the arguments by which the results are
--- shown, and the command that shows them. The command ends if they cannot be.
local function open(args, read)
  local made, problem = plan.read(args.folder)
  if not made then term.fail(problem) end
  local good, kind, own, command
  good, problem = made:fits_reader()
  if not good then term.fail(("%s: %s"):format(args.folder, problem)) end
  kind, problem = plan_kinds.of(made.words)
  if not kind then term.fail(problem) end
  own, command = plan_words.read(made, kind, read, term.warner "aurum plan")
  if not own then term.fail(command) end
  good, problem = plan_words.show(kind, own, args.words, read)
  if not good then term.fail(problem, problem and 2 or 0) end
  good, problem = made:fits_inputs(not kind.rereads)
  if not good then term.fail(("%s: %s"):format(args.folder, problem)) end
  return made, kind, own, command
end

function merge.run(args, read)
  split(args)
  local made, kind, own, command = open(args, read)
  add(args, made, kind, own)
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
