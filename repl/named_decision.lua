-- The decision that --record and --at, or --position name: options of `aurum
-- bot ask` and `aurum bot debug`. The command ends if there is none.
local aurum = require "aurum"
local journal = require "aurum.record.journal"
local rules_of = require "aurum.load.rules_of"
local term = require "aurum.text.term"
local named_decision = {}

function named_decision.options(parser)
  parser:option("--record", "File of the game: a record or an arena's journal; "
    .. "- is standard input."):argname "FILE"
  parser:option("--at", "The decision: GAME.ROUND.TRICK.PLAY, where GAME is a "
    .. "line of the file, or the id DEAL/SEATING of an arena's game, and TRICK "
    .. "0 is the bidding; instead of PLAY, cN is the N-th chance to change "
    .. "a bid, aN the N-th answer to a variant's questions. GAME.fN is the "
    .. "game's N-th fault, GAME alone its first."):argname "AT"
  parser:option("--position", "Ask at this position instead: a token, as the "
    .. "REPL's `position`, `bot profile` and `bot test` print them. (default: "
    .. "--record and --at)"):argname "TOKEN"
end

--- The number of the game and the decision that --at names.
local function read_at(text)
  local game, rest = text:match "^(%d+/%d+)(.*)$"
  if not game then game, rest = text:match "^(%d+)(.*)$" end
  local fault = rest and (rest == "" and "1" or rest:match "^%.f(%d+)$")
  if fault then return game, { fault = tonumber(fault) } end
  local at = aurum.place((rest or ""):match "^%.(.*)$" or "")
  if not at or not at.nth then
    term.fail(("--at: expected GAME.ROUND.TRICK.PLAY, such as 12.1.4.2, "
      .. "12.1.4.c1 or 12.1.4.a1, or a game's fault such as 12.f1; got '%s'")
      :format(text), 2)
  end
  return game, at
end

--- The record of a game of a file: of the line with this number, or of an
--- arena's game with this id; and the number of its line.
local function find_record(path, game)
  local lines, problem = aurum.sys.lines(path)
  if not lines then term.fail(("%s: %s"):format(path, problem)) end
  for n, line, message in lines do
    if message then term.fail(("%s:%d: %s"):format(path, n, message)) end
    local here = tostring(n) == game
    if here and journal.is_head(line) then
      term.fail(("%s:%d: this line describes the arena; its games follow")
        :format(path, n))
    end
    if here or game:find "/" and not journal.is_head(line) then
      local record, id = journal.record_in(line)
      if not record and here then
        term.fail(("%s:%d: %s"):format(path, n, id))
      end
      if here or record and id == game then return record, n end
    end
  end
  term.fail(("%s: no game %s in this file"):format(path, game))
end

--- The position to ask about, and its rules.
local function from_position(args)
  local name, problem = aurum.read_position(args.position)
  if not name then term.fail("--position: " .. problem, 2) end
  local state, message = aurum.position(args.position, args.variant)
  if not state then term.fail("--position: " .. message) end
  return { position = args.position }, state.rules, "--position"
end

--- The same of a game's record, with its place for messages.
local function from_record(args)
  local game, at = read_at(args.at)
  local line, number = find_record(args.record, game)
  local where = ("%s:%d"):format(args.record, number)
  local find, missing = rules_of(args.variant)
  if not find then term.fail(missing, 2) end
  local record <close>, problem = aurum.record(line)
  if not record then term.fail(("%s: %s"):format(where, problem)) end
  local rules, message = find(record)
  if not rules then term.fail(("%s: %s"):format(where, message)) end
  return { line = line, at = at }, rules, where
end

--- Checks that the options of `aurum bot WORD` name one decision.
function named_decision.check(args, word)
  if args.position and (args.record or args.at) then
    term.fail("--position takes no --record and no --at", 2)
  elseif not args.position and not (args.record and args.at) then
    term.fail(("expected --record and --at, or --position\n"
      .. "try: aurum bot %s --help"):format(word), 2)
  end
end

--- The decision (`from` of lua/lab/bots/bot_ask.lua), its rules, and its place
--- for messages.
function named_decision.find(args)
  return (args.position and from_position or from_record)(args)
end

return named_decision
