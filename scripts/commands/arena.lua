-- aurum arena: which bot is better, and how sure that is.
local aurum = require "aurum"
local arena = require "lua.arena"
local blocks = require "lua.blocks"
local journal = require "lua.journal"
local options = require "lua.options"
local schedule = require "lua.schedule"
local series = require "lua.series"
local sprt = require "lua.sprt"
local standings = require "lua.standings"
local term = require "lua.term"

local command = { summary = "rank bots, with error bars; stop and go on" }

local methods = [[
Every deal is played over all the seatings of a schedule: two teams change
places; at a table where each plays alone every bot takes every place. These
games, a block, are one observation.

  pts/rd           own points a round less the mean of the other sides', a
                   game's mean, then the block's; the mean of the blocks x, its
                   interval x +- t sqrt(s^2/n) (Student 1908)
  win rate         a game that k sides share is 1/k won. Who forfeits loses,
                   and in the open round has 0 points, each other side 20. The
                   interval is Wilson's (1927), for as many games as would
                   scatter so much if they were independent (Korn and Graubard
                   1998)
  gain             how many times as many unpaired games would tell as much:
                   s^2 of single games / games a block / s^2 of the blocks
  rating           Plackett and Luce, all games at once (Hunter 2004): who
                   won, then the others, for the rules name winners and no
                   further places; ties the average of their orders; with one
                   tied game a bot against a rating of 0. 400 points are odds
                   of ten to one. The interval is 1.96 errors wide, by 200
                   bootstrap replicates over deals (Chamandy et al. 2012)
  --sprt M0,M1     generalised sequential probability ratio test of the blocks'
                   mean (Wald 1945; Li, Liu and Ying 2014), from 50 blocks on:
                   n (M1-M0) (2x-M0-M1) / (2 s^2) below log(B/(1-A)) or above
                   log((1-B)/A); then the estimate is median-unbiased, by the
                   order of the test's ends (Siegmund 1978)

Every game has an id, DEAL/SEATING; game D/K of seed S has the seed S.D. With
--journal the same command goes on where it was stopped, and
  aurum match --replay JOURNAL ID
plays a game again.]]

--- "k/n" as a part of a schedule; or nil and what was expected.
local function shard(text)
  local k, n = text:match "^(%d+)/(%d+)$"
  k, n = math.tointeger(tonumber(k)), math.tointeger(tonumber(n))
  if k and n and 1 <= k and k <= n then return { k = k, n = n } end
  return nil, ("expected K/N with K from 1 to N, got '%s'"):format(text)
end

function command.options(parser)
  parser:epilog(methods)
  parser:argument("bots", "Names or files: NAME|PATH[:key=value]..."):args "*"
  parser:option("--gauntlet", "Play this bot against each of the others, which "
    .. "do not meet; else all meet."):argname "BOT"
  parser:option("--variant", "Rules by name or file; '+' composes.",
    "standard"):argname "V"
  parser:option("--players", "Seats at the table (the variant's usual number)")
    :argname "N":convert(options.count)
  parser:option("--deals", "How many deals, each of which is played over all "
    .. "seatings. (1000)"):argname "N":convert(options.count)
  parser:option("--seed", "Any text; deal D has the seed SEED.D. (128 random "
    .. "bits, or the journal's)"):argname "S"
  parser:option("--jobs", "How many processes play (one a processor).")
    :argname "N":convert(options.count)
  parser:option("--journal", "Note every game there, and go on with those that "
    .. "it has."):argname "FILE"
  parser:option("--shard", "Play only this part of the deals, such as 2/5.")
    :argname "K/N":convert(shard)
  parser:option("--sprt", "Stop as soon as a sequential test of two bots' "
    .. "difference tells M0 from M1, --deals at the latest. A, B: how often it "
    .. "may err each way. (0.05)"):argname "M0,M1[,A,B]":convert(sprt.parse)
  parser:option("--merge", "Print the results of the parts' journals, joined; "
    .. "nothing is played."):argname "JOURNAL":args "+"
  parser:option("--record", "Write every game there, a line each; - for "
    .. "standard output."):argname "FILE"
  parser:option("--format", "How results are printed.", "table")
    :choices { "table", "json", "csv" }
  parser:option("--on-fault", "A bot at fault forfeits the game, or the first "
    .. "legal action is played for it.", "forfeit")
    :choices { "forfeit", "substitute" }:target "on_fault"
  parser:option("--cpu", "Seconds of processor time a bot may take for one "
    .. "answer, from 0.05. (1; with --fuel 60)"):argname "S"
    :convert(options.seconds)
  parser:option("--fuel", "Count instructions instead: a bot may take N for "
    .. "one answer."):argname "N":convert(options.fuel)
  parser:flag("--trust", "Run the bots in this process with all of Lua's "
    .. "library: for your own bots only.")
  parser:flag("--quiet", "Print no progress.")
end

-- ---- The schedule -------------------------------------------------------

local function find_bots(args)
  local bots = {}
  local function add(spec)
    local bot, message = aurum.bot(spec)
    if not bot then term.fail(message, 2) end
    bots[#bots + 1] = bot
  end
  if args.gauntlet then add(args.gauntlet) end
  for _, spec in ipairs(args.bots) do add(spec) end
  if #bots < 2 then
    term.fail(("expected two bots or more, got %s"):format(
      #bots == 1 and "only " .. bots[1].spec or "none"), 2)
  end
  return bots
end

--- What to call each bot: its name with the options it was given, with its path
--- where others have the same, and numbered where it stands several times.
local function labels(bots)
  local names, list, count, nth = {}, {}, {}, {}
  for i, bot in ipairs(bots) do
    names[i] = bot.name .. (bot.spec:match ":.*$" or "")
  end
  for i, name in ipairs(names) do
    for j, other in ipairs(names) do
      if other == name and bots[j].path ~= bots[i].path then
        list[i] = bots[i].path .. name:sub(#bots[i].name + 1)
      end
    end
    list[i] = list[i] or name
    count[list[i]] = (count[list[i]] or 0) + 1
  end
  for i, label in ipairs(list) do
    nth[label] = (nth[label] or 0) + 1
    if count[label] > 1 then list[i] = ("%s#%d"):format(label, nth[label]) end
  end
  return list
end

--- How the bots are run.
local function limits_of(args)
  if args.trust then return { trust = true } end
  return { cpu = series.seconds(args), fuel = args.fuel }
end

--- The head of the journal: all that the results depend on, but the names of
--- the bots with all their options, which are known once they are loaded.
local function head_of(args, rules, bots, seatings)
  local seed, first, last = options.series(args.seed, args.deals, 1000)
  if not utf8.len(seed) then term.fail("--seed: expected UTF-8", 2) end
  local part = args.shard or { k = 1, n = 1 }
  local head = { engine = aurum.version, variant = rules.name,
    rules = rules.digest, players = rules.players, sides = rules.side_of,
    seed = seed, first = first, deals = last - first + 1, shard = part.k,
    shards = part.n, on_fault = args.on_fault, limits = limits_of(args),
    seatings = seatings, bots = {} }
  for i, label in ipairs(labels(bots)) do
    head.bots[i] = { spec = bots[i].spec, label = label,
      digest = journal.digest(bots[i].source) }
  end
  return head
end

--- What a process that plays makes of a batch of results: lines for the
--- journal and the record, what the tally wants, and the faults of games with a
--- bot that had none before.
local function reducer(args, plan)
  local summer, told = blocks.new(plan.head), {}
  return function(results, from)
    local batch = { faults = {},
      items = arena.reduce(plan, summer, results, from, args.sprt) }
    local lines, records = {}, {}
    for k, result in ipairs(results) do
      local i, news = from + k - 1, false
      lines[k] = args.journal and journal.line(plan:id(i), result) or ""
      records[k] = args.record and result.record or ""
      local _, seating = plan:game(i)
      for _, fault in ipairs(result.faults) do
        local bot = plan.head.seatings[seating][fault.seat]
        news, told[bot] = news or not told[bot], true
      end
      if news then
        table.insert(batch.faults, { game = i, faults = result.faults,
          trace = result.trace })
      end
    end
    batch.journal, batch.record = table.concat(lines), table.concat(records)
    return batch
  end
end

--- What plays the schedule; the bots' names are noted in its head.
local function open_player(args, rules, bots, plan)
  local seatings = {}
  for k, seating in ipairs(plan.head.seatings) do
    seatings[k] = {}
    for seat, i in ipairs(seating) do seatings[k][seat] = bots[i] end
  end
  local player = series.open(args, { rules = { rules }, seatings = seatings,
    on_fault = args.on_fault, unit = plan.size, reduce = reducer(args, plan),
    job = function(i) return plan:job(i) end })
  for k, seating in ipairs(plan.head.seatings) do
    for seat, i in ipairs(seating) do
      plan.head.bots[i].name = player.names[k][seat]
    end
  end
  return player
end

-- ---- What is done with games --------------------------------------------

--- Results on their way: a tally, and the file that games are recorded in.
local function new_book(args, plan)
  local book = { plan = plan, told = {},
    tally = arena.tally(plan, args.sprt and sprt.new(args.sprt)) }
  if args.record then
    book.record = term.checked(args.record, aurum.writer(args.record))
  end
  return book
end

--- Take the next game of the schedule, as a journal has it.
local function take_game(args, book, game)
  if book.record then
    term.checked(args.record, book.record:write(game.record))
  end
  book.tally:take(blocks.game(game, book.plan.head.sides))
end

--- The first n of a text's lines.
local function first_lines(text, n)
  local at = 0
  for _ = 1, n do at = text:find("\n", at + 1, true) end
  return text:sub(1, at)
end

--- Take a batch of games that were played: as many as it takes for a test.
local function take_batch(args, book, batch, writer)
  local tally, before = book.tally, book.tally.taken
  for _, item in ipairs(batch.items) do
    if tally:is_done() then break end
    tally:take(item)
  end
  local function put(path, file, lines)
    local n = tally.taken - before
    if not file or n == 0 then return end
    if tally:is_done() then lines = first_lines(lines, n) end
    term.checked(path, file:write(lines))
    if file == writer then term.checked(path, file:flush()) end
  end
  put(args.journal, writer, batch.journal)
  put(args.record, book.record, batch.record)
end

local function finish(args, book)
  if book.record then term.checked(args.record, book.record:close()) end
  if args.record == "-" then return end
  standings.print(book.tally, args.format, book.tally:is_done())
end

--- Tell of each bot's first fault, in the games that were taken of a batch.
local function tell_faults(args, book, bar, batch)
  local plan = book.plan
  for _, game in ipairs(batch.faults) do
    local id, _, seating = plan:id(game.game), plan:game(game.game)
    local taken = game.game <= book.tally.taken
    for i, fault in ipairs(taken and game.faults or {}) do
      local bot = plan.head.seatings[seating][fault.seat]
      if not book.told[bot] then
        book.told[bot] = true
        bar()
        series.tell_fault("arena", id, fault, plan.head.bots[bot].label,
          i == 1 and game.trace or fault.message, args.journal
            and "to see the game:\n" .. term.command("aurum", "match",
              "--replay", args.journal, id))
      end
    end
  end
end

-- ---- Playing ------------------------------------------------------------

--- The journal as it is, read to the end of its head.
local function read_journal(path)
  local file = io.open(path, "rb")
  if not file then return nil end -- none yet, or it can't be written either
  file:close()
  local read, problem = journal.read(path)
  if not read then term.fail(problem) end
  if not read.head then return read end
  local head
  head, problem = journal.head(read.head)
  if not head then term.fail(("%s:1: %s"):format(path, problem)) end
  return read, head
end

--- Take the games that the journal has.
local function take_journalled(args, book, read)
  local tally, plan = book.tally, book.plan
  while true do
    if tally:is_done() then -- what follows stays, for a test that asks for more
      repeat local line = read:line() until not line
      return
    end
    local game, problem = read:game()
    if problem then term.fail(problem) end
    if not game then return end
    local id = plan:id(tally.taken + 1)
    if game.id ~= id then
      term.fail(("%s:%d: expected game %s, got %s"):format(read.path,
        read.number, id, game.id))
    end
    take_game(args, book, game)
  end
end

--- Open the journal for what follows; what it has is taken.
local function open_journal(args, book, read)
  local path = args.journal
  if read and read.head then take_journalled(args, book, read) end
  local writer, problem = journal.write(path, read)
  if not writer then term.fail(problem) end
  if not (read and read.head) then
    local head = journal.head_line(book.plan.head)
    term.checked(path, writer:write(head))
    term.checked(path, writer:flush())
  end
  return writer
end

--- What the progress line says of the standing.
local function standing(tally)
  local pair = tally.pairs[1]
  local low, high = pair.difference:interval()
  if not low then return "" end
  return ("%s %+.2f (%+.2f to %+.2f)"):format(tally.bots[pair.first].name,
    pair.difference.mean, low, high)
end

--- Play what is left; what ended it early, nil if nothing did.
local function play_on(args, book, player, writer)
  local tally, plan = book.tally, book.plan
  if tally:is_done() then return nil end
  local before = tally.taken
  local bar = term.progress(plan.games - before,
    args.quiet or args.record == "-")
  local function note() return standing(tally) end
  aurum.catch_interrupts()
  local failure
  for _, _, batch, problem in player:batches(before + 1, plan.games) do
    if batch then
      take_batch(args, book, batch, writer)
      tell_faults(args, book, bar, batch)
    end
    failure = problem
    bar(tally.taken - before, note)
    if tally:is_done() then break end
  end
  bar()
  return not tally:is_done() and failure or nil
end

local function check_usage(args)
  if args.format ~= "table" and args.record == "-" then
    term.fail(("--format %s and --record - both want standard output"):format(
      args.format), 2)
  elseif args.journal == "-" then
    term.fail("--journal: expected a file, which is read when it goes on", 2)
  elseif args.record and args.record == args.journal then
    term.fail("--record and --journal name the same file", 2)
  end
end

--- A test tells of two bots, block by block.
local function check_test(args, head)
  if not args.sprt then return end
  if #head.bots ~= 2 then
    term.fail(("--sprt compares two bots, got %d"):format(#head.bots), 2)
  elseif head.shards > 1 then
    term.fail("--sprt needs the whole schedule: give it to --merge", 2)
  end
end

--- The journal as it is, which is free to be gone on with, and its head.
local function find_journal(args)
  if not args.journal then return nil end
  local read, head = read_journal(args.journal)
  if read then
    local free, busy = journal.is_free(args.journal, read)
    if not free then term.fail(busy) end
  end
  return read, head
end

local function run(args)
  local rules = series.rules(args)
  local bots = find_bots(args)
  local seatings, message = schedule.seatings(#bots, rules.side_of,
    args.gauntlet ~= nil)
  if not seatings then term.fail(message, 2) end
  local read, theirs = find_journal(args)
  if theirs and not args.seed then
    args.seed, args.deals = theirs.seed, args.deals or 1000
  end
  local head = head_of(args, rules, bots, seatings)
  check_test(args, head)
  local plan = schedule.new(head)
  local player = open_player(args, rules, bots, plan)
  local other = theirs and journal.difference(head, theirs)
  if other then
    term.fail(("%s: it is of another arena: %s"):format(args.journal,
      term.plain(other)))
  end
  local book = new_book(args, plan)
  local writer = args.journal and open_journal(args, book, read)
  local failure = play_on(args, book, player, writer)
  player:close()
  if writer then term.checked(args.journal, writer:close()) end
  if failure then
    term.fail(term.plain(failure, "\n\t") .. (player.killed and writer
      and "\n  the same command goes on" or ""))
  end
  finish(args, book)
  if not book.tally:is_done() then
    term.fail(("interrupted after %d of %d games%s"):format(book.tally.taken,
      plan.games, writer and "; the same command goes on" or ""))
  end
end

-- ---- Merging ------------------------------------------------------------

--- The parts by their number. Refuses what does not fit together.
local function read_parts(paths)
  local parts, first = {}, nil
  for _, path in ipairs(paths) do
    local read, head = read_journal(path)
    if not read then term.fail(path .. ": No such file or directory") end
    if not head then term.fail(path .. ": it has no head yet") end
    first = first or { head = head, path = path }
    local other = journal.difference(first.head, head, { shard = true })
    if other then
      term.fail(("%s does not belong with %s: %s"):format(path, first.path,
        term.plain(other)))
    end
    if parts[head.shard] then
      term.fail(("%s and %s overlap: both are shard %d/%d"):format(
        parts[head.shard].read.path, path, head.shard, head.shards))
    end
    parts[head.shard] = { read = read, plan = schedule.new(head), taken = 0 }
  end
  for k = 1, first.head.shards do
    if not parts[k] then
      term.fail(("shard %d/%d is missing"):format(k, first.head.shards))
    end
  end
  return parts, first.head
end

--- The next game of a part.
local function next_game(part)
  local game, problem = part.read:game()
  if problem then term.fail(problem) end
  local path = part.read.path
  if not game then
    term.fail(("%s is not finished: %d of %d games; its command goes on")
      :format(path, part.taken, part.plan.games))
  end
  part.taken = part.taken + 1
  local id = part.plan:id(part.taken)
  if game.id ~= id then
    term.fail(("%s:%d: expected game %s, got %s"):format(path,
      part.read.number, id, game.id))
  end
  return game
end

local function merge(args)
  local parts, head = read_parts(args.merge)
  local whole = setmetatable({ shard = 1, shards = 1 }, { __index = head })
  check_test(args, whole)
  local book = new_book(args, schedule.new(whole))
  while not book.tally:is_done() do
    local block = book.tally.taken // book.plan.size
    take_game(args, book, next_game(parts[block % #parts + 1]))
  end
  for _, part in ipairs(parts) do
    if part.taken == part.plan.games and part.read:game() then
      term.fail(part.read.path .. ": it has more games than its schedule")
    end
  end
  finish(args, book)
end

function command.run(args)
  check_usage(args)
  if not args.merge then return run(args) end
  for _, key in ipairs { "journal", "shard", "gauntlet", "players", "deals",
    "seed" } do
    if args[key] then
      term.fail(("--merge takes no --%s: the journals say it"):format(key), 2)
    end
  end
  if #args.bots > 0 then
    term.fail("--merge takes no bots: the journals name them", 2)
  end
  return merge(args)
end

return command
