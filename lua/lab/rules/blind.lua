-- The part of `aurum variant check` that looks at knowledge: in small games of
-- the variant, the worlds that the core draws for a seat are compared with
-- those that a blind enumerator finds (lua/lab/rules/worlds.lua).
--
-- A small game has the variant's rules, but short hands: the most cards for
-- which all deals that a seat may have been dealt into can be listed. Its deck
-- has as few ranks as that needs, so that cards tie, suits run out and gold is
-- taken as in a long game; or all of its ranks, for rules that name a card.
-- Actions are random. In each game one seat is followed; they are compared
-- at each place with at most 300 worlds (lua/lab/rules/sample_check.lua).
local aurum = require "aurum"
local estimate = require "aurum.stats.estimate"
local chi_square = require "aurum.stats.chi_square"
local pool = require "aurum.play.pool"
local sample_check = require "aurum.lab.rules.sample_check"
local with_knobs = require "aurum.load.with_knobs"
local worlds = require "aurum.lab.rules.worlds"
local blind = {}

local most_deals = 3000 -- that a seat may have been dealt into
local most_worlds = 16000 -- that are followed; some 5 KB each
local many_worlds = 2000 -- after which no more bids are laid face down
local most_placements = 300 -- to compare
local few_placements = 60 -- above that at one place in three
local most_work = 100000 -- steps of worlds in a game
local longest_hand = 6

-- All the worlds of a check are said to come unequally often in one check of a
-- million, if they do not. This is divided among at most so many comparisons,
-- one of them of the sum of all (Bonferroni).
local error_rate, most_tests = 1e-6, 1000
local level = error_rate / most_tests

-- ---- Small games --------------------------------------------------------

--- The number of deals of `hand` cards that a seat may have been dealt into;
--- `left` cards lie face down.
local function deals(players, hand, left)
  local n, count = left, 1.0
  for _ = 2, players do
    for i = 1, hand do
      n = n + 1
      count = count * n / i
    end
  end
  return count
end

--- The shapes of small games, the smallest first: { hand =, ranks = { low,
--- high } }. They are for up to three lengths of hands: the longest, and two
--- more of at least two cards.
local function shapes_of(rules)
  local players, list, lengths = rules.players, {}, 0
  local low, high = table.unpack(rules.ranks)
  for hand = math.min(longest_hand, rules.hand), 1, -1 do
    if lengths == 3 or lengths > 0 and hand == 1 then break end
    local few = math.max(-(-players * hand // #rules.suits), 2)
    local all = high - low + 1
    for _, ranks in ipairs(few < all and { all, few } or { all }) do
      local left = rules.extras == "hidden" and ranks * #rules.suits
        - players * hand or 0
      if left >= 0 and deals(players, hand, left) <= most_deals then
        table.insert(list, 1, { hand = hand, ranks = { low, low + ranks - 1 } })
      end
    end
    if list[1] and list[1].hand == hand then lengths = lengths + 1 end
  end
  return list
end

local function text_of_shape(shape)
  return ("%d card%s a hand, ranks %d to %d"):format(shape.hand,
    shape.hand == 1 and "" or "s", shape.ranks[1], shape.ranks[2])
end

--- A stream of random numbers that follows from a text.
local function stream(text)
  local x = 0xcbf29ce484222325 -- FNV-1a
  for i = 1, #text do x = (x ~ text:byte(i)) * 0x100000001b3 end
  local next_number = estimate.stream(x)
  return function(n) return (next_number() >> 1) % n + 1 end
end

--- A random action. With `few` it is none that lays a bid face down, if there
--- are others: such a bid makes many worlds of each.
local function random_action(state, roll, few)
  local list = state:legal()
  local action = list[roll(#list)]
  while few and action.down do action = list[roll(#list)] end
  return action
end

-- ---- One game -----------------------------------------------------------

local game = {}
game.__index = game

--- True while the round that is followed goes on.
function game:goes_on()
  local state = self.state
  return state.turn ~= nil and state.round == self.round
end

--- The failure, for people: the finding, and the round so far.
function game:failure(message)
  local state = self.state
  local rounds = state:history()
  local round = rounds[#rounds]
  local hands, actions = {}, {}
  for seat, hand in ipairs(round.hands) do hands[seat] = tostring(hand) end
  for i, action in ipairs(round.actions) do actions[i] = tostring(action) end
  return { message = ("what seat %d may know is wrong: %s"):format(self.seat,
      message),
    place = ("round %d, trick %d"):format(state.round, state.trick.number),
    small = text_of_shape(self.shape), seat = self.seat,
    deal = ("first %d; %s"):format(round.first, table.concat(hands, " | ")),
    actions = table.concat(actions, ", ") }
end

--- Compare the worlds of this place, if they are few. Returns a failure or nil.
function game:compare()
  local view = self.state:view(self.seat)
  local possible, n = self.worlds:now(view, most_placements)
  if not possible or n > few_placements and self.roll(3) > 1 then return nil end
  if not possible[worlds.placement(self.state)] then
    return self:failure("the game itself is not among the worlds that agree "
      .. "with what the seat was told: a rule asks for something else")
  end
  local totals = self.totals
  self.places = self.places + 1
  local problem, drawn = sample_check.compare(view, possible, n, {
    sampler = self.sampler, level = level,
    seed = ("worlds.%s.%d"):format(self.seed, self.places) })
  if problem then return self:failure(problem) end
  if not drawn then
    totals.unsampled = totals.unsampled + 1
    return nil
  end
  totals.places, totals.worlds = totals.places + 1, totals.worlds + n
  totals.unsure = totals.unsure + (n > 1 and 1 or 0)
  totals.samples = totals.samples + drawn.samples
  totals.work = totals.work + drawn.samples
  totals.x, totals.dof = totals.x + drawn.x, totals.dof + drawn.dof
end

--- Play the rounds before the one that is followed, and deal that one. False if
--- there are too many worlds.
function game:begin(rounds, choices)
  local state, roll = self.state, self.roll
  for _ = 1, rounds do
    state:deal(self.seed)
    while state.turn do state:apply(random_action(state, roll)) end
    if state.phase == "over" then return false end
  end
  local before = state:clone()
  state:deal(self.seed)
  self.round = state.round
  self.worlds = worlds.new { before = before, seat = self.seat,
    events = state:events(true, self.seat),
    sizes = state:view(self.seat).hand_n, choices = choices,
    most = most_worlds, most_work = self.most_work }
  return self.worlds ~= nil
end

--- Play the round and compare at each place. Returns true and a failure or nil;
--- false if there were too many worlds.
function game:play()
  local state = self.state
  while self:goes_on() do
    local failure = self.totals.places < most_tests - 1 and self:compare()
    if failure then return true, failure end
    state:apply(random_action(state, self.roll,
      #self.worlds.list > many_worlds))
    if self:goes_on() then
      local good, many = self.worlds:step(state:events(true, self.seat))
      if many then return false end
      if not good then
        return true, self:failure("no world agrees with what the seat was told")
      end
    end
  end
  return true
end

-- ---- All games ----------------------------------------------------------

--- The totals of no games: places that were compared, those with more than one
--- world, and all their worlds and samples. `unsampled` are places where the
--- sampler found none. Also the work done, chi-square and its degrees of
--- freedom.
function blind.totals()
  return { games = 0, places = 0, unsure = 0, worlds = 0, samples = 0,
    unsampled = 0, work = 0, x = 0.0, dof = 0 }
end

--- True if a question of the variant has `choices`.
local function has_choices(info)
  for _, file in ipairs(info.files) do
    for _, question in ipairs(file.questions) do
      if question.choices ~= nil then return true end
    end
  end
  return false
end

blind.steps_alone = 300000 -- that allow for one game every shape

local series = {}
series.__index = series

--- The games of a series; `options` as in blind.run.
local function new_series(info, players, options)
  local self = setmetatable({ info = info, players = players,
    options = options, number = options.first - 1, shapes = {},
    totals = blind.totals(), choices = has_choices(info) }, series)
  for _, shape in ipairs(shapes_of(assert(info:rules(players)))) do
    local rules, problem = with_knobs(info, { hand = shape.hand,
      ranks = shape.ranks }, "--small"):rules(players)
    if not rules then
      self.problem = tostring(problem)
    else
      shape.rules, shape.tried, shape.done = rules:wake(), 0, 0
      self.shapes[#self.shapes + 1] = shape
    end
  end
  return self
end

--- A game of a shape, about to begin. Only shapes of the shortest hands have
--- all the steps that a game may take, whatever the budget.
local function new_game(self, shape)
  local seed = ("%s.%d"):format(self.options.series, self.number)
  local roll, steps = stream(seed), most_work
  if shape.hand > self.shapes[1].hand then
    steps = math.min(steps, self.options.steps // 3)
  end
  return setmetatable({ shape = shape, seed = seed, roll = roll,
    seat = roll(self.players), places = 0, totals = self.totals,
    most_work = steps, sampler = self.options.sampler,
    state = aurum.state(shape.rules) }, game)
end

--- Play a game of a shape. Returns a failure or nil, and whether the game could
--- be looked at. A hook that fails in a small game may rely on long hands.
function series:play(shape)
  local now = new_game(self, shape)
  local before = now.roll(4) == 1 and 1 or 0 -- rounds that nobody looks at
  shape.tried = shape.tried + 1
  local good, done, failure = pcall(function()
    if not now:begin(before, self.choices) then return false end
    return now:play() -- two values
  end)
  if now.worlds then self.totals.work = self.totals.work + now.worlds.work end
  if not good then self.problem = tostring(done):match "^[^\n]*" end
  if not good or not done then return nil, false end
  shape.done = shape.done + 1
  if failure then failure.seed = now.seed end
  return failure, true
end

--- The place in the list of shapes at which game `number` begins to try them:
--- every fourth game is for those with longer hands, which take long.
local function first_shape(shapes, number)
  local small = 0
  for _, shape in ipairs(shapes) do
    if shape.hand == shapes[1].hand then small = small + 1 end
  end
  local longer = #shapes - small
  if number % 4 > 0 or longer == 0 then return number % small end
  return small + number // 4 % longer
end

--- Look at the next game. If its shape fails or has too many worlds, the next
--- one is tried. A shape that did so more often than not is left out. Returns a
--- failure, or nil.
function series:next()
  self.number = self.number + 1
  local at = #self.shapes > 0 and first_shape(self.shapes, self.number)
  for i = 0, #self.shapes - 1 do
    local shape = self.shapes[(at + i) % #self.shapes + 1]
    if shape.tried <= 2 * shape.done + 1 then
      local failure, done = self:play(shape)
      if failure then return failure end
      if done then
        self.totals.games = self.totals.games + 1
        return nil
      end
    end
  end
end

--- The failure if the worlds of all places together come unequally often, which
--- no place alone has to show; nil if they do not.
local function uneven_in_all(totals)
  local p = chi_square.above(totals.x, math.max(totals.dof, 1))
  if p >= level then return nil end
  return { message = ("possible worlds do not come equally often: in %d "
    .. "samples at %d places, chi-square is %.1f with %d degrees of freedom "
    .. "(p = %.0e)"):format(totals.samples, totals.places, totals.x,
    totals.dof, p) }
end

--- Set `again`, the seed of `aurum variant check` that finds a failure again:
--- the seed of its game alone if that shows it, else the seed of the series;
--- then set `again_games`, how many games to check.
local function find_again(self, failure)
  local options = self.options
  local alone = { series = options.series, sampler = options.sampler,
    first = self.number, last = self.number, steps = blind.steps_alone }
  local found = failure.seed
    and new_series(self.info, self.players, alone):next()
  if found and found.message == failure.message then
    failure.again = failure.seed
  else
    failure.again, failure.again_games = options.series, options.last
  end
end

--- A function that looks at the next game: { totals =, failure =, done =,
--- problem = the error of a small game that failed }.
local function looker(info, players, options)
  local self
  return function()
    self = self or new_series(info, players, options)
    local failure = self:next()
    local done = failure ~= nil or self.totals.work >= options.steps
      or self.number >= options.last
    if done and not failure then failure = uneven_in_all(self.totals) end
    if failure then find_again(self, failure) end
    return { totals = self.totals, failure = failure, done = done,
      problem = self.problem }
  end
end

--- Look at small games of the variant `info` (aurum.read_variant) for a number
--- of players. `options`:
---   series, first, last  their seeds: SERIES.FIRST to SERIES.LAST
---   steps                of worlds, and samples, after which no game begins
---   asleep               true to play in a worker
---   sampler              stands for view.sample, in tests
---   on_progress          is called with the work that is done
--- Returns the first failure, or nil, and the totals. If no game could be
--- looked at, their `problem` may say why. A failure of the machine has
--- `by_host`.
function blind.run(info, players, options)
  local worker <close> = pool.new { in_process = not options.asleep,
    work = looker(info, players, options) }
  local result
  repeat
    local problem, death
    local totals = result and result.totals or blind.totals()
    if aurum.sys.interrupted() then return nil, totals end
    result, problem, death = worker:call {}
    if not result then
      if aurum.sys.interrupted() then return nil, totals end
      return { message = problem,
        by_host = death ~= nil and death.kind == "host" }, totals
    end
    if options.on_progress then options.on_progress(result.totals.work) end
  until result.done
  result.totals.problem = result.totals.games == 0 and result.problem or nil
  return result.failure, result.totals
end

return blind
