-- Commands for a file of games: list it, go from game to game, find a position
-- in it. `shell.file` is the file of the last `load`, with
--   path, n, count, more   its games: the one that was loaded, how many, and
--                          true if there are more than `count`
--   variant                the variant that the user named for it, or nil
--   judged                 after `judge file` the decisions that lost points,
--                          the largest loss first, as { n =, i =, verdict = }:
--                          the numbers of the game and of the decision
--   judged_n               how many games were judged
local aurum = require "aurum"
local actions = require "aurum.text.actions"
local report = require "aurum.judge.report"
local verdicts = require "aurum.judge.verdicts"
local show = require "aurum.record.show"
local term = require "aurum.text.term"
local format = require "aurum.text.format"
local costly = require "aurum.repl.session.costly"
local tree = require "aurum.repl.session.tree"
local narrate = require "aurum.repl.show.narrate"

--- The file of the last `load`; fails if there is none with several games.
local function list_of(shell)
  local list = shell.file
  if list and list.count > 1 then return list end
  return shell:fail "no file with several games is open; `load FILE` opens one"
end

--- Calls visit(n, record) for the games of a file from number `first` on, until
--- it returns true.
local function each_record(list, first, visit)
  for n, line, problem in assert(aurum.sys.lines(list.path)) do
    if n > list.count then return end
    local record = n >= first and not problem and aurum.record(line)
    if record and visit(n, record) then return true end
  end
end

-- ---- The list -------------------------------------------------------------

--- The names of the bots by seat in few words.
local function bots_text(names)
  local list, seen = {}, {}
  for _, name in ipairs(names) do
    if name == "" then name = "by hand" end
    if not seen[name] then list[#list + 1] = name end
    seen[name] = true
  end
  return term.plain(table.concat(list, ", "), nil, 34)
end

local function result_text(record)
  if not record.winners[1] then return "unfinished" end
  return show.sides(record.winners) .. " won"
end

--- The costliest decision of a game as text: the largest certain loss, or else
--- the largest unsure one.
local function costliest_text(list, n)
  if not list.judged then return "" end
  local unsure
  for _, one in ipairs(list.judged) do
    local verdict = one.verdict
    if one.n == n then
      local text = ("%.1f at %s, seat %d"):format(verdict.loss, verdict.place,
        verdict.seat)
      if report.is_sure(verdict) then return text end
      unsure = unsure or text .. " (?)"
    end
  end
  return unsure or n <= list.judged_n and "-" or "not judged"
end

local function put_list(shell, list)
  local rows = { { "game", "bots", "result", list.judged and "costliest"
    or "" } }
  for n, line, problem in assert(aurum.sys.lines(list.path)) do
    if n > list.count then break end
    local record = not problem and aurum.record(line)
    local label = (n == list.n and "*" or "") .. n
    rows[#rows + 1] = record and { label, bots_text(record.names),
      result_text(record), costliest_text(list, n) }
      or { label, "", "not a record", "" }
  end
  shell:out((term.table(rows, " <<<"):gsub("[ ]+\n", "\n"):gsub("\n$", "")))
  if list.more then
    shell:out(("the file has more than these %d games"):format(list.count))
  end
end

local games = { name = "games", usage = "games",
  summary = "list the games of the file that was loaded",
  help = "A star marks the game on the table. `load FILE N` opens another, "
    .. "`next` and `previous` the neighbours. After `judge file` the last "
    .. "column has the costliest decision of each game, with (?) if its loss "
    .. "is unsure.",
  run = function(shell, words)
    local list = list_of(shell)
    if not list then return end
    if words[1] then
      return shell:fail(("expected `games`; `load %s %s` opens a game"):format(
        list.path, words[1]:match "^%d+$" and words[1] or "N"))
    end
    put_list(shell, list)
  end }

--- Opens game n of the file.
local function open(shell, list, n)
  shell:run_command(shell.commands.load, ('"%s" %d%s'):format(list.path, n,
    list.variant and " variant=" .. list.variant or ""))
end

local function neighbour(name, step, summary)
  return { name = name, usage = name .. " [game]", summary = summary,
    help = "`games` lists the games of the file.",
    complete = function(_, list) return #list < 2 and { "game" } or {} end,
    run = function(shell, words)
      if #words > 1 or words[1] and words[1] ~= "game" then
        return shell:fail(("expected `%s game`"):format(name))
      end
      local list = list_of(shell)
      if not list then return end
      local n = list.n + step
      if n < 1 or n > list.count then
        return shell:fail(("game %d is the %s of the file"):format(list.n,
          n < 1 and "first" or "last"))
      end
      open(shell, list, n)
    end }
end

local next_ = neighbour("next", 1, "open the next game of the file")
local previous = neighbour("previous", -1, "open the game before in the file")

-- ---- Every game -----------------------------------------------------------

--- Puts a record on the table. Returns true, or false if it cannot be.
local function load(shell, list, record)
  return (shell.session:load_record(record, { variant = list.variant }))
end

--- Takes the game on the table off and goes back to a place.
local function remove(session, home)
  local root = session.root
  session:go(home)
  if root ~= home.root then session:uproot(root) end
end

--- The first node of the game on the table where a breakpoint is met, after
--- `from` if it is given; and the message.
local function met(session, point, from)
  local node = from and from.next or session.root.next
  session.breaks = { point }
  session:go(from or session.root)
  session:arm()
  session.event_breaks = true
  while node and not aurum.sys.interrupted() do
    session:go(node)
    session.events = session.live:events(true, session:viewer())
    local hit, message = session:hit(false)
    if hit then return node, message end
    node = node.next
  end
end

--- Calls f() with the session's own breakpoints put aside.
local function without_breaks(session, f)
  local breaks = session.breaks
  local result = table.pack(pcall(f))
  session.breaks = breaks
  if not result[1] then error(result[2], 0) end
  return table.unpack(result, 2, result.n)
end

local find = { name = "find", lua = true,
  complete = function(shell, list)
    return shell.complete_condition(shell, list)
  end,
  usage = "find CONDITION | find on EVENT [if CONDITION]",
  summary = "find a position in the games of the file",
  help = "The condition is one of `break`. It is looked for after this place, "
    .. "then in the games of the file that follow; the game where it is met is "
    .. "put on the table. Type the same `find` again to go to the next "
    .. "place." .. [[


  find trick.number == 5 and seat(2).gold:has "G7"
  find on award if event.taker == 2]] }

--- Looks for a point in this game after this place, then in those after it.
--- Returns the number of the game and the message; nil if it is not met.
local function search(shell, list, point)
  local session = shell.session
  local here = session.at
  local _, message = met(session, point, here)
  if message then return list.n, message end
  session:go(here)
  local found
  each_record(list, list.n + 1, function(n, record)
    if not load(shell, list, record) then return aurum.sys.interrupted() end
    local _, text = met(session, point)
    if text then
      found, message = n, text
      return true
    end
    remove(session, here)
    return aurum.sys.interrupted()
  end)
  return found, message
end

function find.run(shell, words, rest)
  if #words == 0 then
    return shell:fail(("expected `%s`"):format(find.usage))
  end
  local list = list_of(shell)
  local point = list and shell:condition(words, rest)
  if not point then return end
  point.id, point.hits, point.ignore, point.enabled = 0, 0, 0, true
  local n, message = without_breaks(shell.session, function()
    return search(shell, list, point)
  end)
  if aurum.sys.interrupted() then
    return shell:fail("interrupted; the game stands where it was")
  elseif not n then
    return narrate.put(shell, ("not met between here (%s of game %d) and the "
      .. "end of the file"):format(tree.place(shell.session.at), list.n))
  end
  list.n = n
  shell:out(("game %d of %d, %s"):format(n, list.count,
    message:gsub("^0: ", "")))
  narrate.last(shell)
  narrate.where(shell)
end

--- Judges a game of the file; adds its decisions that lost points to a list.
local function judge_one(shell, list, options, n, record, found)
  local state = shell.session:replayed(record, list.variant)
  local own = {}
  for verdict in state and verdicts.of(state, options, shell.jobs)
    or function() end do
    own[#own + 1] = costly.has_lost(verdict) and verdict or nil
  end
  for _, verdict in ipairs(own) do
    found[#found + 1] = { n = n, i = #found, verdict = verdict }
  end
end

--- Judges the games of the file; `options` as for `judge`. The games that are
--- done when the user interrupts keep their verdicts: nothing is left to do
--- then, since an interrupt also stops what comes after it.
local function judge_file(shell, list, options)
  local bar, found = term.progress(list.count, shell:width() < 60), {}
  list.judged, list.judged_n = nil, 0
  local good, problem = pcall(each_record, list, 1, function(n, record)
    judge_one(shell, list, options, n, record, found)
    costly.sort(found)
    list.judged, list.judged_n = found, n
    bar(n)
  end)
  bar()
  if good then
    list.judged, list.judged_n = found, list.count
    return true
  elseif not aurum.sys.interrupted() then
    return shell:fail(tree.plain(problem))
  end
  shell:fail(("interrupted in game %d of %d; %s"):format(list.judged_n + 1,
    list.count, not list.judged and "no verdicts are kept"
      or ("the verdicts on %s are kept: `worst file`"):format(
        format.plural(list.judged_n, "game"))))
end

--- Prints the costliest decisions of the judged games, the largest loss first.
local function put_worst(shell, list, most)
  local found = list.judged
  if not found[1] then
    return shell:out "no decision of the file lost points"
  end
  for i = 1, math.min(most, #found) do
    local one = found[i].verdict
    narrate.put(shell, ("game %d, %s: seat %d, %s, %s; better %s"):format(
      found[i].n, one.place, one.seat, actions.phrase(one.done),
      (report.is_sure(one) and "lost %.1f" or "may have lost %.1f (?)"):format(
        one.loss), actions.phrase(one.better)))
  end
  narrate.put(shell, "`load FILE N` opens a game, and `goto` a place in it")
end

--- `judge file` and `worst file N` (repl/commands/judge.lua).
local function start(shell)
  function shell.judge_file(self, options)
    local list = list_of(self)
    if not list or not judge_file(self, list, options) then return end
    put_list(self, list)
  end
  function shell.worst_of_file(self, n)
    local list = list_of(self)
    if not list then return end
    if not list.judged then
      return self:fail "the file is not judged; run `judge file` first"
    end
    put_worst(self, list, n or 10)
  end
  function shell.put_games(self) put_list(self, self.file) end
end

return { title = "A file of games", start = start, games, next_, previous,
  find }
