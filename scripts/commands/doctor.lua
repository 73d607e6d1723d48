-- aurum doctor: says what is missing or weaker on this machine.
local json = require "aurum.text.json"
local machine_checks = require "aurum.repl.doctor.machine_checks"
local options = require "aurum.text.options"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"

local command = {
  summary = "Say what is missing or weaker on this machine.",
  bare = true, -- it also runs where argparse is missing
}

local about = [[
Each line is one check:

  ok       nothing is missing
  weaker   aurum works, but something is slower, less safe or left out
  missing  something that every user needs is not there

Below a line that is not ok stands what to do. The limits on bots are tried:
worker processes hang, fill their memory and open a file. Nothing is kept on
the disk, and no network is used.

With --json, an object has `needed` (true if nothing is missing) and a list of
`checks`. Each check has `name`, `state`, `text` and, if something can be done,
`advice`. The exit status is 0, or 1 if something is missing.]]

function command.options(parser)
  parser:epilog(about)
  options.json(parser)
end

local paints = { ok = "green", weaker = "yellow", missing = "red" }

--- The lines of a check, folded to 79 columns.
local function shown(check)
  local lead = ("%-7s  %-13s "):format(check.state, check.name)
  local indent = (" "):rep(#lead)
  local text = lead .. check.text
  local lines = wrap.lines(text, 79, indent, true)
  if check.advice then
    for _, line in ipairs(wrap.lines(indent .. "-> " .. check.advice, 79,
      indent .. "   ")) do
      lines[#lines + 1] = line
    end
  end
  lines[1] = term.paint(paints[check.state], lines[1]:sub(1, 7))
    .. lines[1]:sub(8)
  return table.concat(lines, "\n") .. "\n"
end

function command.run(args)
  local checks = machine_checks.run()
  local count = { ok = 0, weaker = 0, missing = 0 }
  for _, check in ipairs(checks) do
    count[check.state] = count[check.state] + 1
  end
  if args.json then
    term.write(json.encode { needed = count.missing == 0, checks = checks },
      "\n")
    return count.missing > 0 and 1 or 0
  end
  for _, check in ipairs(checks) do term.write(shown(check)) end
  term.write(("\n%d ok, %d weaker, %d missing: %s\n"):format(count.ok,
    count.weaker, count.missing, count.missing > 0
    and "something that aurum needs is not there"
    or "all that aurum needs is there"))
  return count.missing > 0 and 1 or 0
end

return command
