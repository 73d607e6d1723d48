-- aurum record verify: replay games, compare every figure.
local aurum = require "aurum"
local term = require "lua.term"
local verify = require "lua.verify"

local action = {
  summary = "Replay games from their deals and actions; compare every figure.",
}

function action.options(parser)
  parser:argument("files", "Records; - for standard input."):args "+"
  parser:option("--variant", "The rules to hold them against, instead of "
    .. "those they name; a house rule alone stands for the part of that name.")
    :argname "V"
  parser:flag("--json", "Print the differences as JSON, a line each.")
  parser:flag("--quiet", "Print nothing: the exit status says it.")
end

--- What is wrong with a line: a list of differences.
local function differences(line, problem, rules_of)
  if problem then
    return { { what = "line", expected = "a record", got = problem } }
  end
  local record <close>, message = aurum.record(line)
  if not record then
    return { { what = "line", expected = "a record", got = message } }
  end
  local rules, state = rules_of(record)
  if not rules then
    return { { what = "variant", expected = "rules",
      got = state } }
  end
  return (record:replay(rules, state))
end

local function print_difference(path, number, d, args)
  if args.quiet then return end
  if args.json then
    d.file, d.line = path, number
    term.write(term.json(d), "\n")
  else
    term.write(verify.told(path, number, d))
  end
end

function action.run(args)
  local rules_of = verify.rules(args.variant)
  local games, wrong, others = 0, 0, 0
  for _, path in ipairs(args.files) do
    for number, line, problem in verify.open(path) do
      local list = differences(line, problem, rules_of)
      games = games + 1
      if #list > 0 then wrong = wrong + 1 end
      for _, d in ipairs(list) do
        if d.what == "rules" and d.expected:find "^%x+$" then
          others = others + 1
        end
        print_difference(path, number, d, args)
      end
    end
  end
  if not args.quiet and not args.json then
    term.write(("%d game%s, %s\n"):format(games, games == 1 and "" or "s",
      wrong == 0 and "all agree" or wrong .. " differ"))
    if others > 0 then
      io.stdout:flush()
      io.stderr:write(("%d of them by other rules than these: --variant names "
        .. "the file that has them\n"):format(others))
    end
  end
  return wrong == 0 and 0 or 1
end

return action
