-- aurum repl: walks through a game. `aurum` without a command opens it, too.
local aurum = require "aurum"
local options = require "aurum.text.options"
local replay = require "aurum.record.replay"
local resolve = require "aurum.repl.resolve"
local term = require "aurum.text.term"
local narrate = require "aurum.repl.show.narrate"
local players = require "aurum.repl.session.players"

local command = {
  summary = "Walk through a game: forward, back, what if, why.",
  in_process = true,
}

function command.options(parser)
  parser:argument("file", "File to run first, as the command `source` does: "
    .. "NAME.lua holds Lua, any other file lines as typed."):args "?"
  parser:option("-e --execute", "Run this line first, as if it was typed. May "
    .. "be repeated."):argname "CODE":count "*"
  parser:flag("-i --interactive", "Also read standard input, after FILE "
    .. "and -e.")
  parser:flag("--keep-going", "Continue after an error in a file or a pipe. "
    .. "The exit status is still 1.")
  parser:option("--replay", "Open the game ID, such as 7/2, of an arena's "
    .. "journal, with the bots that played it."):argname { "JOURNAL", "ID" }
    :args(2)
  parser:option("--bots", "With --replay: files of bots that the journal "
    .. "names, separated by commas. (default: bots found by name)")
    :argname "FILE,..."
  parser:option("--variant", "With --replay: file of the variant. (default: "
    .. "the variant that the journal names)"):argname "FILE"
  options.print_bytes(parser)
  options.hook_prints(parser, " for a line")
  parser:flag("--trust", "Run the bots that you name at the prompt in this "
    .. "process, with all of Lua's library and without limits. Bots that a "
    .. "session, a record or a journal names stay confined, and so does the "
    .. "debugger of `break`.")
  options.programs(parser)
  parser:flag("--no-init", "Do not run your init.lua.")
end

--- Put a game of a journal on the table.
local function put_game(loop, args)
  local path, id = table.unpack(args.replay)
  local found, problem = replay.find(path, id, args)
  if not found then term.fail(problem) end
  local record <close> = assert(aurum.record(found.game.record))
  found.line = found.game.record
  local good, remarks = loop.session:load_record(record, found)
  if not good then term.fail(remarks) end
  narrate.loaded(loop, remarks)
  loop.scripts[args.replay[1]] = true -- nothing replaces it
end

function command.run(args)
  resolve.programs(args)
  if args.trust then players.trust() end
  players.print_bytes(args.print_bytes)
  local loop = require "aurum.repl.loop".new { keep_going = args.keep_going,
    hook_prints = args.hook_prints }
  local first = args.file or args.execute and #args.execute > 0
  local talks = (not first or args.interactive)
    and aurum.sys.is_terminal "stdin"
  if talks then aurum.edit.catch() end -- Ctrl-C stops the start file
  if not args.no_init then loop:run_start_file() end
  if args.replay then
    put_game(loop, args)
  elseif args.bots or args.variant then
    term.fail("--bots and --variant need --replay; at the prompt, use "
      .. "`new`, as in `new variant=bga bots=greedy`", 2)
  end
  for _, code in ipairs(args.execute or {}) do
    if loop:goes_on() then loop:feed_text(code, "-e") end
  end
  if args.file and loop:goes_on() then loop:run_file(args.file) end
  if not first or args.interactive and not loop.quitting then
    return loop:converse(talks)
  end
  return loop.failed and term.status() or 0
end

return command
