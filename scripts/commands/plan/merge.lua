-- aurum plan merge: prints the results of a plan, complete or not.
local plan = require "aurum.lab.plan"
local plan_kinds = require "aurum.lab.plan_kinds"
local term = require "aurum.text.term"

local merge = { summary = "Print the results of a plan, complete or not." }

function merge.options(parser)
  parser:argument("folder", "Folder of the plan."):argname "DIR"
  parser:argument("words", "Further options of the command for its output, "
    .. "after --, such as --json or --record FILE."):argname "OPTION":args "*"
  parser:epilog("While tasks play, the results are those of the items so far. "
    .. "Standard error then says what is missing, and the exit status is 1.")
end

--- The names of the options that the merge alone needs, for messages.
local function shown_names(kind)
  local names = {}
  for key in pairs(kind.shown) do names[#names + 1] = "--" .. key end
  table.sort(names)
  return table.concat(names, ", ")
end

--- Ends the command if further words change more than the output.
local function check_words(kind, before, after)
  for _, args in ipairs { before, after } do
    for key in pairs(args) do
      local a, b = before[key], after[key]
      local same = a == b or type(a) == "table" and type(b) == "table"
        and #a == #b
      if not same and key ~= "typed" and key ~= "given"
        and not kind.shown[key] then
        term.fail(("a merge cannot change '%s', only the output: %s"):format(
          key, shown_names(kind)), 2)
      end
    end
  end
end

--- Ends the command if an option is given twice among its own words.
local function check_once(words)
  local seen = {}
  for _, word in ipairs(words) do
    local name = word:match "^%-%-[^=]+"
    if name and seen[name] then
      term.fail(name .. " was given twice", 2)
    elseif name then
      seen[name] = true
    end
  end
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

function merge.run(args, read)
  local made, problem = plan.read(args.folder)
  if not made then term.fail(problem) end
  local good
  good, problem = made:fits_program()
  if not good then term.fail(("%s: %s"):format(args.folder, problem)) end
  local kind, message = plan_kinds.of(made.words)
  if not kind then term.fail(message) end
  local command, own = read(made.words)
  if args.words[1] then
    check_once(args.words)
    local words = table.move(args.words, 1, #args.words, #made.words + 1,
      { table.unpack(made.words) })
    local before = own
    command, own = read(words, true)
    if not own then return 0 end
    check_words(kind, before, own)
  end
  local parts
  parts, problem = kind.parts(made, own)
  if not parts then term.fail(("%s: %s"):format(args.folder, problem)) end
  local status = command.run(kind.merged(made, own, parts), read)
  io.stdout:flush()
  if parts.problem then term.fail(parts.problem) end
  if parts.missing[1] then print_missing(made, parts.missing) end
  return status
end

return merge
