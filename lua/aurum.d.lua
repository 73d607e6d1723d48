---@meta aurum
-- luacheck: ignore 431

-- The reference of the module `aurum` for bots and variants: the types, functions
-- and fields that they have, and the tables that bots, variants and events are.
-- scripts.d.lua has the rest of the reference: what scripts have besides. Editors
-- read both files (LuaLS), and the REPL's help comes from them.
-- tests/lua/api_spec.lua checks them against what is registered, both ways. What
-- the program alone uses is in internal.d.lua, without a promise.
--
-- A description stands in `---` lines above a type or function, and after the
-- type of a field, parameter or result. Seats and sides count from 1, seats
-- clockwise. "RULES 5.3" cites a rule of core/RULES.md. A "world" is a
-- determinization: a full state that agrees with all that one seat knows.

-- Index. One line for each function, of this file and of scripts.d.lua; type
-- `help state:apply` in the REPL for more. The groups with [scripts] stand in
-- scripts.d.lua, and neither bots nor variants have their functions.
--
-- Cards
--   aurum.card(name)                    a card by its name
--   aurum.set(cards)                    a set of cards
--   set:has(card)                       true if a card is in the set
--   set:each()                          an iterator over its cards
--   set:list()                          its cards in a list
--   set:highest()                       its card of highest rank
--   set:lowest()                        its card of lowest rank
--   set:base()                          its base metals
--   set:gold()                          its gold
--   set:suit(letter)                    its cards of one suit
--   set:random(seed)                    a random card of it
--   pile:has(card)                      true if a gold card is in the pile
--   pile:count(card)                    the copies of a gold card
--   pile:each()                         an iterator over its cards
--   pile:list()                         its cards in a list
--   pile:kinds()                        its cards without duplicates, a set
--   pile:highest()                      its highest card
--   pile:lowest()                       its lowest card
--   bits.count(cards)                   the number of cards in an integer
--   bits.lowest(cards)                  the bit of the lowest card
--   bits.highest(cards)                 the bit of the highest card
--   bits.suit(cards, suit)              the cards of a suit
--   bits.rank(cards)                    the rank of the first card
--   bits.card(cards)                    the first card
--   bits.each(cards)                    an iterator over single bits
-- Play
--   state:deal(deal)                    deal by hand or from a seed
--   state:legal()                       the legal actions
--   state:legal_cards()                 the cards that may be bid or played
--   state:is_legal(action)              true if an action is legal
--   state:why(action)                   the reason why it is legal or not
--   state:apply(action)                 do an action
--   state:undo()                        take back the last action or deal
--   state:clone()                       an independent copy
--   state:set(setup)                    a position built by hand
--   state:score()                       the score if the round ended now
--   state:view(seat)                    what a seat may know
-- Look back
--   state:events(last, seat)            the events, for all or for a seat
--   state:history()                     the deals and actions by round
--   state:at(place)                     the state at an earlier decision
--   state:decisions()                   an iterator over the decisions
--   state:rows(name, ...)               the game as rows of a table
--   state:csv(name, ...)                the same as CSV
--   state:record(head)                  a state's game as a line of a record
--   aurum.place(text)                   the parts of a place such as "2.5.3"
-- Decide
--   view:legal()                        the legal actions of the seat
--   view:legal_cards()                  the cards it may bid or play
--   view:is_legal(action)               true if the seat may do this
--   view:why(action)                    the reason why it may or may not
--   view:random(seed)                   a random legal action
--   view:quick(seed)                    the action of the policy `quick`
--   view:search(options)                the best move by simulation
--   view:weigh(options)                 the same by one ply; a tie changes nothing
--   view:sample(n, weight, seed)        worlds that agree with the view
--   view:worlds(limit)                  all worlds that agree with it
--   view:copy()                         a copy that stays as it is
--   view:note(note, more)               reasons for the decision, for people
--   state:search(options)               the best move with all hands open
--   state:solve(options)                the exact value with all hands open
--   aurum.solve(states, options)        the same for many states, by threads
--   state:playout(policy, to, goal)     play on to the end of round or game
--   aurum.net(bytes)                    a value net that was learned
--   net:choose(view)                    the action with the greatest value
--   net:values(view)                    the value of each legal action
--   net:value(state, seat)              the value of a world
--   net:fits(rules)                     true if it can value these rules
--   net:inputs(view)                    what it sees, and how much that weighs
-- Only in bots
--   aurum.data(name)                    the bytes of a file beside the bot
--   aurum.log(level, ...)               print a line for people
-- Rules and positions
--   aurum.rules(options)                rules made of knobs
--   rules:text(knob)                    the value of a knob for people
--   aurum.knobs()                       the knobs with their defaults
--   aurum.knob_fits(knob, value)        true if a value fits a knob
--   aurum.state(rules)                  a state, before its first deal
--   state:position()                    a token that restores a state
--   aurum.load_position(token, rules)   the same under given rules
--   aurum.read_position(token)          the rules a token names
-- Hooks of variants
--   hook_context:partner_of(seat)       the next seat of the same side
--   hook_context:left_of(seat)          the next seat clockwise
--   hook_context:side_of(seat)          the side of a seat
--   hook_context:seat_at(place)         the seat of a place in the trick
--   hook_context:set(cards)             a set of bits or cards
--   hook_context:move(cards, from, to)  move cards, after a question
--   hook_context:show(cards, at, see)   show cards
--   hook_context:pay(seat, gold)        pay gold to the supply
--   hook_context:set_bid(side, bid)     set the bid of a side
--   hook_context:set_trump(suit)        make a suit trump
--   hook_context:multiply(times)        multiply the points of the round
-- Begin [scripts]
--   aurum.variant(name, players)        the rules of an edition or house rule
--   aurum.variants()                    the names of all variants
--   aurum.named_variant(name, ...)      the rules that a record names
--   aurum.bot(spec)                     a bot's file
--   aurum.bots()                        the names of all bots
--   aurum.named_bot(spec)               the bot's file that a record names
--   aurum.game(options)                 a game of bots and people
-- Games of bots and people [scripts]
--   game:step()                         one deal or one action of a bot
--   game:run()                          play to the end
--   game:deal(deal)                     deal the next round
--   game:apply(action)                  act in place of a bot
--   game:restart(seed)                  another game with the same bots
--   game:begin(state)                   another game from a state
--   game:printed()                      what the bots printed
--   game:locals(seat)                   the locals behind a bot's last answer
--   game:record()                       the game as a line of a record
-- Records [scripts]
--   aurum.records(file, ...)            an iterator over recorded games
--   recorded:at(place)                  the state at a decision of such a game
--   recorded:decisions()                an iterator over its decisions
--   recorded:rows(name, columns)        its rows of a table
--   recorded:csv(name, raw)             the same as CSV
--   aurum.record(line)                  one line of a record
--   record:replay(rules, state)         play it and compare what follows
--   record:close()                      free its memory
--   aurum.columns(name)                 the columns of such a table
--   aurum.position(token, variant)      the state of a token, or built by hand
-- Experiments and judgement [scripts]
--   aurum.match(options)                bots against each other
--   aurum.arena(options)                ratings and differences of many bots
--   aurum.compare(options)              the same deals under two variants
--   aurum.study(options)                the quality of a variant, measured
--   aurum.judge(game, options)          the decisions of a game, judged
--   aurum.luck(game, options)           the worth of its deals
--   aurum.puzzles(game, options)        its decisions with one right answer
-- Output and files [scripts]
--   chart.bars(options)                 bars with intervals
--   chart.histogram(options)            counts of whole numbers
--   chart.heat(options)                 a heat map
--   chart.line(options)                 lines through points
--   chart.spark(options)                a row of small bars
--   aurum.plain(text, most, kept)       a text made safe for a terminal
--   aurum.csv_text(text, raw)           a text as a cell of CSV
--   aurum.nearest(word, list)           the nearest word of a list
--   sys.lines(path)                     the lines of a file, also of .gz
--   sys.writer(path, mode)              a file to write lines to
--   reader:ready()                      true if a line has come
--   writer:write(lines)                 add whole lines
--   writer:flush()                      write the lines so far
--   writer:close()                      close the file
--   sys.clock()                         seconds on a steady clock
--   sys.processors()                    the number of processors
--   sys.entropy()                       128 random bits from the system
--   sys.catch_interrupts(tear)          catch signals from here on
--   sys.interrupted()                   true if one has come
-- End of the index.

-- Errors. One rule holds for every function. A wrong argument raises an error: a
-- value of another type or out of range, an unknown option, a card that is not in
-- the deck, an action that is not legal. A wrong name, a file that is missing or
-- wrong, a text that cannot be read, and settings that contradict each other give
-- nil and a message: `assert(aurum.game { bots = { "mine" } })`. An iterator
-- raises in any case, since nil ends it. So do `require` and `aurum.data` in bots.
-- What else may fail (a variant's hook, the search for a world) says how.

-- Random numbers. In a bot they come from the stream of `math.random`, which
-- begins anew for each decision. Elsewhere a stream begins, when it is first
-- used, with a number of Lua's own `math.random`: every run differs, unless the
-- script first calls `math.randomseed(1)`. A function with a parameter `seed` can
-- draw from a stream of that seed instead.

-- Versions. `aurum.version` is that of the program, by semver.org: a release
-- 1.2.3 reads every record, journal, plan, position and session of 1.0.0 and of
-- 0.1 (core/RECORD.md lists the formats), and what these two files describe is
-- still there and means the same. A name that is deprecated works until 2.0.0.
-- `aurum.api` is the version of what bots and variants see. A file names the one
-- it was written for (`api = 1`) and is served by its rules for ever. The number
-- grows when a file must ask for something new, as api 2 for questions; a field or
-- function more does not raise it. A file with a number above `aurum.api` is
-- refused. What neither file describes may change at any time.

---A card or its name, `"Z7"`.
---@alias aurum.card_name aurum.card|string

---A set, or what becomes one: a card, a text of names (`"B1 C5"`), or a list of
---cards and names.
---@alias aurum.set_of aurum.set|aurum.card_name|aurum.card_name[]

---A pile, or what becomes one: a card, a text of names (`"G0 G0 G3"`), or a list.
---@alias aurum.pile_of aurum.pile|aurum.card_name|aurum.card_name[]

---An action, its text (`"play Z7"`), or a card: that bids the card where a bid is
---due, and plays it elsewhere.
---@alias aurum.action_of aurum.action|aurum.card_name

-- Cards ----------------------------------------------------------------------

---A kind of card. There is one immutable object for each name, so cards compare
---with `==` and can be keys of a table. `tostring(c)` is its name (`"Z10"`), and
---`..` appends that name. `<` and `<=` order cards by suit letter, gold last,
---then by rank. Also in bots.
---@class aurum.card
---@field suit string Its suit's letter: `B C P S Z`, or `G` for gold (RULES 1.1, 1.2).
---@field rank integer Its rank: 1 to 10, gold 0 to 8; a variant may have others, up to 30.
---@field gold boolean True if it is gold.
---@field power integer Its strength in a trick: its rank, plus 32 for gold, so that any gold beats any base metal (RULES 7.2).
---@operator concat(any): string

---An immutable set of cards: a hand, the legal cards. `|` is the union, `&` the
---intersection and `-` the difference; the other operand may be a card, a text or
---a list. `==` compares the cards, `#` counts them, and `tostring(s)` names them
---in order: `"B1 B7 C10"`. It is not a list: `for card in s:each() do` walks
---it, so does `pairs(s)`, and `s:list()` is a list. Also in bots.
---@class aurum.set
---@field bits integer One bit a card: in the usual decks bit suit * 10 + rank - 1, suits in the order B C P S Z from 0, and bit 50 + rank for gold. For hot loops.
---@operator len: integer
---@operator band(aurum.set_of): aurum.set
---@operator bor(aurum.set_of): aurum.set
---@operator sub(aurum.set_of): aurum.set
---@operator concat(any): string
local set = {}

---True if the card is in it.
---@param card aurum.card_name Raises if it is not a card of the deck.
---@return boolean
function set:has(card) end

---An iterator over its cards, by suit and rank: `for card in s:each() do`.
---@return fun(): aurum.card?
function set:each() end

---Its cards in a list, by suit and rank.
---@return aurum.card[]
function set:list() end

---The card of highest rank, of equal ones the first by suit; nil if the set is
---empty.
---@return aurum.card?
function set:highest() end

---The card of lowest rank, of equal ones the first by suit; nil if the set is
---empty.
---@return aurum.card?
function set:lowest() end

---The base metals in it.
---@return aurum.set
function set:base() end

---The gold in it.
---@return aurum.set
function set:gold() end

---The cards of one suit in it.
---@param letter string The suit's letter, `"G"` for gold. Another capital letter and `""` give the empty set; any other text raises.
---@return aurum.set
function set:suit(letter) end

---A random card of the set, each with the same probability; nil if it is empty.
---@param seed? string|number Any text: the card then follows from it alone.
---@return aurum.card?
function set:random(seed) end

---An immutable pile of gold, which may hold a card more than once: a collection,
---the supply. `==` compares piles, `#` counts the cards, and `tostring(p)` names
---them from the lowest: `"G0 G0 G3"`. `pairs(p)` walks it as `p:each()` does. Also
---in bots.
---@class aurum.pile
---@operator len: integer
---@operator concat(any): string
local pile = {}

---True if a card of that name is in it.
---@param card aurum.card_name
---@return boolean
function pile:has(card) end

---The number of cards of that name in it.
---@param card aurum.card_name
---@return integer
function pile:count(card) end

---An iterator over its cards from the lowest, equal ones one by one.
---@return fun(): aurum.card?
function pile:each() end

---Its cards in a list, the lowest first.
---@return aurum.card[]
function pile:list() end

---Its cards without duplicates.
---@return aurum.set
function pile:kinds() end

---Its highest card, nil if it is empty.
---@return aurum.card?
function pile:highest() end

---Its lowest card, nil if it is empty.
---@return aurum.card?
function pile:lowest() end

---An action of a seat. There is one immutable object for each, so actions compare
---with `==`. `tostring(a)` is its text: `bid C5`, `bid -C5` (face down),
---`change G0 S6 of 4` (pay G0, lay S6 in place of seat 4's bid), `keep`,
---`play Z7`, `pass`. Also in bots.
---@class aurum.action
---@field kind "bid"|"change"|"keep"|"play"|"pass"|"answer" The kind of action.
---@field seat integer The seat that acts.
---@field card aurum.card? The card bid, laid, played or answered; nil for the others.
---@field gold aurum.card? The gold a change pays; nil for the others.
---@field of integer? The seat whose bid a change replaces; nil for the others.
---@field down boolean True if a bid is laid face down, for 0 (the knob `zero_bid`).
---@field question string? The name of the question answered; nil for the others.
---@field value aurum.card|integer|string|nil The answer: a card, a number or a word; nil for the others, and for an answer that the view's seat cannot see.
---@operator concat(any): string

-- Rules ----------------------------------------------------------------------

---The knobs: the data of the rules. A variant's file sets those that are not at
---their default; `aurum.rules` has all of them.
---@class aurum.knob_values
---@field sides integer[] Side of each seat: a list of numbers from 1 to 6, numbered without a gap. Default `{}`: two teams of four players, else each its own (RULES 2.1).
---@field suits string The base metals' suits: text of 1 to 8 letters, all different, none a G. Default `"BCPSZ"` (RULES 1.1, 1.3).
---@field ranks integer[] Lowest and highest rank of base metals: a list of 2 numbers from 0 to 30. Default `{ 1, 10 }` (RULES 1.1, 1.3). With gold there are at most 64 kinds of card.
---@field gold integer[] Copies of each gold card, from rank 0: a list of numbers from 0 to 15. Default `{ 4, 2, 2, 2, 1, 1, 1, 1, 1 }` (RULES 1.2, 1.3).
---@field gold_points integer[] Points of a gold card held at the end, from rank 0: a list of numbers from -99 to 99. Default `{ 0, 1, 1, 1, 2, 2, 2, 3, 3 }` (RULES 1.2, 9.2).
---@field hand integer Cards dealt to each hand: a number from 1 to 64. Default `12` (RULES 3.1).
---@field extras "shown"|"hidden" How the cards left over by the deal lie: face up or face down. Default `"shown"` (RULES 3.1).
---@field zero_gold "every_round"|"first_round"|"never" When each seat is dealt one G0; with `"never"` there is none in the game. Default `"every_round"` (RULES 3.2, 9.6).
---@field bidding "open"|"hidden" In turn and face up, or all at once and face down. Default `"open"` (RULES 4.2, 4.3).
---@field zero_bid boolean True if a card may be laid face down to bid 0. Default `false`.
---@field side_bid "highest"|"lowest"|"sum" A side's bid, from the cards of its seats. Default `"highest"` (RULES 4.2).
---@field changes integer Bid changes allowed a seat before each trick: a number from 0 to 4. Default `1` (RULES 5.5).
---@field change_of "side"|"own" Whose bid card may be replaced. Default `"side"` (RULES 5.2).
---@field change_price integer The lowest rank of gold that pays for a bid change: a number from 0 to 15. A seat without such gold is not asked. Default `0` (RULES 5.1).
---@field last_window boolean True if bids may change before a trick that cannot be led. Default `true` (RULES 8.2).
---@field follow "barred"|"must"|"free" The base cards that may follow: those of suits not yet in the trick; those of the suit led (that of its first base card), for a seat that holds any; or all. Gold may always follow; a seat may pass if no base card may. Default `"barred"` (RULES 6.3).
---@field gold_leads boolean True if gold may lead too; a leader with nothing but gold may pass. Default `false` (RULES 6.2).
---@field trick_to "highest"|"lowest" Who wins a trick: the highest gold, else the highest base card; or the lowest base card, else the lowest gold. Default `"highest"` (RULES 7.2).
---@field gold_to "lowest"|"highest" The base card whose seat takes gold of its rank from the supply. Default `"lowest"` (RULES 7.1).
---@field next_leader "lowest"|"winner" Who leads the next trick: the seat of the lowest base card, or the winner; without a base card, the winner. Default `"lowest"` (RULES 6.1).
---@field trick_ties "later"|"earlier" Which of equal cards counts as the lower, and as the higher. Default `"later"` (RULES 7.3).
---@field trump "none"|"extra"|"A"|"B"|"C"|"D"|"E"|"F"|"G"|"H"|"I"|"J"|"K"|"L"|"M"|"N"|"O"|"P"|"Q"|"R"|"S"|"T"|"U"|"V"|"W"|"X"|"Y"|"Z" The suit that beats the other base metals, below gold: its letter, or that of the highest extra card (of equal ones, the last suit). It decides who wins a trick, not who is awarded gold or leads. Default `"none"`.
---@field exact integer Points a trick for an exact bid: a number from -99 to 99. Default `2` (RULES 9.1).
---@field exact_bonus integer More points for an exact bid: a number from -99 to 99. Default `0`.
---@field over "bid"|"taken"|"nothing" Points for more tricks than bid: one for each trick bid, one for each taken, or none. Default `"bid"` (RULES 9.1).
---@field over_each integer More points for each trick above the bid: a number from -99 to 99. Default `0`.
---@field under integer Points for fewer tricks than bid: a number from -99 to 99. Default `0` (RULES 9.1).
---@field under_each integer More points for each trick below the bid: a number from -99 to 99. Default `0`.
---@field round_ties ("exact"|"sole_exact"|"highest_gold")[] What breaks a tied round, in this order; sides still tied share it. Default `{}` (RULES 9.3).
---@field nuggets integer Nuggets that end the game: a number from 0 to 40; 0 if nuggets do not end it. Default `2` (RULES 9.4).
---@field sole_nuggets boolean True if nuggets end the game only when one side alone has that many. Default `false` (RULES 9.4). Needs `rounds`, or a game might never end.
---@field rounds integer Rounds after which the game ends in any case: a number from 0 to 99; 0 for no limit. Default `0` (RULES 9.4, 9.7).
---@field cumulative boolean True if the most points win the game instead of nuggets; no nuggets are given then. Default `false` (RULES 9.7). Needs `rounds`, or a game would never end.
---@field game_ties ("last_bid")[] What breaks a tied game, in this order; sides still tied win together. Default `{}` (RULES 9.5).

---Some of the knobs: those not at their default.
---@class (partial) aurum.some_knobs: aurum.knob_values

---Knobs and hooks. A hook is a function for what no knob can say. It receives
---the hook context, what is asked, and last the answer that the knobs give, or
---that of an earlier file with the same hook; it returns its own answer.
---
---Answers are checked. A wrong answer, an error, more than a second of
---processor time or more than 64 MiB is the variant's mistake: it raises and is
---never a seat's fault. A hook has the bots' library without random numbers,
---sets no globals, and gives the same answer for the same context. It keeps in
---`vars` what it must remember. What it prints is shown by `aurum variant
---check` and `play` and in the REPL. It may be asked at any time, also about
---states that bots make up. `aurum variant check` looks for hooks that break
---these rules.
---
---For speed, sets are passed as `set.bits`, and may be returned so;
---`s:set(bits)` is the set.
---@class (partial) aurum.layer: aurum.knob_values
---@field deal? fun(s: aurum.hook_context, deal: aurum.deal): aurum.deal The deal. The context is that of the round before. Cards in no hand become extras; without `gold` the rules deal it (RULES 3).
---@field lead? fun(s: aurum.hook_context, cards: integer, pass: boolean, hand: integer, led: integer): (aurum.set|integer, boolean?) The cards that the seat on turn may lead, and true if it may pass. Without the second value it may pass if no base metal is among the cards (RULES 6.2).
---@field legal? fun(s: aurum.hook_context, cards: integer, pass: boolean, hand: integer, led: integer): (aurum.set|integer, boolean?) The same for a trick that is led; `led` are the base metals of its suit (RULES 6.3).
---@field winner? fun(s: aurum.hook_context, seat: integer?, ...: aurum.card): integer? The seat that wins the full trick; its cards come in playing order; nil for nobody (RULES 7.2). May set vars.
---@field award? fun(s: aurum.hook_context, seat: integer?, gold: aurum.card?): (integer?, aurum.card_name?) The seat that takes gold from the supply for a full trick, and the card; nil for nobody (RULES 7.1). Asked before `winner`. May set vars.
---@field leader? fun(s: aurum.hook_context, seat: integer, ...: aurum.card): integer The seat that leads the next trick (RULES 6.1). Asked after `winner`. May set vars.
---@field side_bid? fun(s: aurum.hook_context, side: integer, bid: integer): integer The bid of a side, 0 to 10000 (RULES 4.2).
---@field bid_points? fun(s: aurum.hook_context, side: integer, bid: integer, taken: integer, points: integer): integer Its points for the bid, -10000 to 10000 (RULES 9.1).
---@field gold_points? integer[]|fun(s: aurum.hook_context, side: integer, points: integer): integer Its points for gold, -10000 to 10000 (RULES 9.2); a list is the knob.
---@field round_winners? fun(s: aurum.hook_context, score: aurum.score, sides: integer[]): integer[] The sides that take the round; the list may be empty (RULES 9.3). `s.points` are those before the round. May set vars.
---@field game_end? fun(s: aurum.hook_context, over: boolean, sides: integer[]): (boolean, integer[]?) True if the game is over, and then the sides that win it, at least one (RULES 9.4, 9.5). `s.points` includes the round. May set vars.

---The first argument of every hook: the state it is asked about. It can be read
---only while the hook runs. Where a bot asks what is legal, other hands are as empty
---as in its view. Reading a field that depends on the hook's own answer raises.
---`tostring(s)` is `hook context`.
---@class aurum.hook_context: aurum.shared
---@field seat integer? The seat on turn.
---@field hand aurum.set? Its hand.
---@field hands aurum.set[] Every hand, by seat; in functions of a question only the cards in it that they may know. For hooks of scores and deals: who may play what follows from the own hand.
---@field hand_n integer[] Cards in each hand, by seat. All know them.
---@field led aurum.set Every base metal of the suit led; empty without one.
---@field finished integer Tricks finished this round.
---@field down boolean[] By seat, whether its bid lies face down to bid 0 (the knob `zero_bid`).
---@field vars table<string, integer> The variant's memory, by the names it declares. Set in hooks that may: `s.vars.streak = 2`.
local hook_context = {}

---The next seat of the same side, clockwise; nil if there is none.
---@param seat integer
---@return integer?
function hook_context:partner_of(seat) end

---The next seat clockwise.
---@param seat integer
---@return integer
function hook_context:left_of(seat) end

---The place of a card: the number of a seat, for its hand; or `"extras"`,
---`"supply"`, `"bid 1"` or `"gold 1"`, the bid or the collection of a seat.
---@alias aurum.spot integer|string

---The seats that see a card: one, a list, or all.
---@alias aurum.seers integer|integer[]|"all"

---Move cards, in `done` of a question. The seats whose hand or bid they leave
---or reach see them, and those of `see`; all see the moves of a question that
---is not secret. All moves of a step happen at once. The other seats know how
---many cards went from where to where, and when, but not which. `view.known`,
---`view.unseen` and `view:sample` follow each card through the moves in which
---it may have gone elsewhere. So how many cards move, and where to, may depend
---on a secret answer as little as `vars` may.
---@param cards aurum.set_of
---@param from aurum.spot
---@param to aurum.spot
---@param see? aurum.seers
function hook_context:move(cards, from, to, see) end

---Show base cards where they lie, in `done` of a question. `at` is their place after
---the moves so far: show a card before `move` takes it away, or where it moved to.
---Whoever is shown a card also sees where it lies after all moves of this step.
---@param cards aurum.set_of
---@param at aurum.spot
---@param see? aurum.seers
function hook_context:show(cards, at, see) end

---Pay a gold card from a seat's collection to the supply, in `done` of a question.
---@param seat integer
---@param gold aurum.card_name
function hook_context:pay(seat, gold) end

---Set the bid of a side to a number, in `done` of a question. A later change of
---its bid cards replaces it.
---@param side integer
---@param bid integer 0 to 100.
function hook_context:set_bid(side, bid) end

---Make a suit trump, in `done` of a question.
---@param suit? string Its letter; nil for no trump.
function hook_context:set_trump(suit) end

---Multiply the points of this round, in `done` of a question.
---@param times integer 1 to 100, and at most 100 in all.
function hook_context:multiply(times) end

---A question that a variant asks of players. A step of it ends when all its seats
---have answered; until then their answers are hidden. `next`, `choices`,
---`default` and `done` get the hook context. It shows what all see, and to
---`choices` and `default` what the asked seat sees.
---@class (partial) aurum.question_file
---@field name string Its name: letters, digits, `_` and `-`.
---@field text? string One sentence for people.
---@field when "deal"|"instead_of_bids"|"bids"|"before_trick"|"after_trick"|"round" After the deal; in place of the bids; after them; before the bid changes of each trick; after each trick; or after the pass that ends the round, before its score.
---@field next fun(s: aurum.hook_context, answers: table<integer, any>): integer|integer[]|nil The seats of the next step; nil if the question is finished. `answers` are those of the last step by seat, unless they are secret. At most 64 answers each time.
---@field choices? fun(s: aurum.hook_context): any The answers allowed: cards, a list of words or of numbers, or the numbers `{ from =, to = }`. Without it, or for nil: the own hand, all words, or all numbers.
---@field default any The answer of a player who does not know the question, or a function of the context that returns it.
---@field done fun(s: aurum.hook_context, answers: table<integer, any>) What follows from a step, by the methods of the context and its `vars`. `answers` are those of the step by seat: a card, a set, a number or a word.
---@field cards? integer The number of cards of an answer, 1 to 5. Default `1`.
---@field numbers? integer[] The answer is a number: the lowest and the highest, 0 to 4095.
---@field words? string[]|"suits" The answer is a word: at most 32, of letters, digits, `_` and `-`; or the letters of the suits.
---@field secret? boolean True if no other seat ever learns an answer: cards moved are seen by those who give and get them.

---Whole numbers.
---@class aurum.range
---@field from integer The lowest.
---@field to integer The highest.

---A question of the rules.
---@class aurum.question_rule
---@field name string Its name.
---@field when string The moment at which it is asked.
---@field text string? A sentence for people.
---@field secret boolean True if no other seat ever learns an answer.
---@field cards integer? The number of cards of an answer.
---@field words string[]? The words that may be answered.
---@field numbers aurum.range? The numbers that may be answered.

---A question that is asked now.
---@class aurum.question: aurum.question_rule
---@field asked integer[] The seats of this step.
---@field pending integer[] Those that have yet to answer.
---@field choices aurum.set|string[]|integer[]|aurum.range|nil The answers allowed now, to the seat on turn: cards, words, or numbers; a range if the question allows more than 64 numbers.
---@field default aurum.card|integer|string|nil Its answer if it does not know the question.
---@field chosen aurum.set? The cards that it has chosen for this answer.

---The set of these cards or bits.
---@param cards aurum.set_of|integer
---@return aurum.set
function hook_context:set(cards) end

---The side of a seat.
---@param seat integer
---@return integer
function hook_context:side_of(seat) end

---The seat of a place in the open trick, the leader's being 1.
---@param place integer
---@return integer
function hook_context:seat_at(place) end

---The table that a variant's file returns: what differs from the defaults, or
---from its base. The file runs when it is read. An unknown key or a wrong value
---is an error with file and line.
---
---A variant with `players`, in itself or in its `base`, can be played. A
---variant with neither is a house rule and is composed with others by `+`:
---`"de-2024+mine"`. Later parts override earlier ones. In a file, the values
---for a number of players override the values for all.
---@class (partial) aurum.variant_file: aurum.layer
---@field name? string Its name; must be that of the file.
---@field title? string Its name for people; `name` if left out.
---@field rules? (string|aurum.sentence)[] What its players must know, in sentences, for `aurum variant rules`: at most 40 of 400 bytes. They have no effect on play.
---@field base? string Name of the variant it inherits from, or path from this file's folder.
---@field vars? table<string, "round"|"game"|aurum.var_form> The variables of its hooks, by name: whole numbers from -32768 to 32767. They start at 0; each deal sets those of a `"round"` to 0. At most 16 in all parts together.
---@field players? table<integer, aurum.layer> For each number of players (2 to 6), the knobs and hooks that differ.
---@field api? integer The API that it is written for: 1 or 2. Questions need 2.
---@field questions? aurum.question_file[] What it asks of players, at most 8 in all parts together. Those of the same moment are asked in order.

---A variable that states what it holds: `doubler = { scope = "round",
---holds = "seat" }`. Then no other value can be set, and nets that learn the
---rules see a seat counted from their own seat, and a side from their own side.
---Without it they see the value both as a number and as a seat.
---@class aurum.var_form
---@field scope "round"|"game" As in the short form.
---@field holds? "number"|"seat"|"side"|"flag" A number; a seat or a side, 0 for none; or a flag, 0 or 1.

---A sentence of a variant's `rules` that holds only under some rules, or that is
---on certain functions. It is the first entry: `{ "A trump equals no other
---card.", where = { trumps = true } }`. Conditions name knobs with one value,
---`players`, and two facts: `partners`, "all", "some" or "none" of the seats have
---one; and `trumps`, true if a knob or a question makes some.
---@class aurum.sentence
---@field where? table<string, string|number|boolean> The rules that print it must have all of these values.
---@field unless? table<string, string|number|boolean> They must have none of these.
---@field of? string|string[] The hooks and questions of the file that it is on, by name; `{}` for none. A rulebook and refusals cite it for them; a sentence without `of` is cited for those that none names.

---The rules of a variant for one number of players, resolved: every knob by
---name, each list a copy. `tostring(r)` names them. Also in bots.
---@class aurum.rules: aurum.knob_values
---@field players integer Seats at the table, 2 to 6.
---@field name string The variant's name in records: plain names, `standard` resolved, as in `"en-2023+cumulative"`.
---@field title string Its name for people.
---@field digest string 16 hex digits that identify the rules: a hash of every knob not at its default and of files with hooks, whatever the name. Records and positions carry it.
---@field side_of integer[] The side of each seat (RULES 2.1).
---@field side_n integer The number of sides.
---@field deck aurum.set Every base metal in the game (RULES 1.3).
---@field questions aurum.question_rule[] The questions of the variant.
---@field solvable boolean True if no question is asked after the bids: `state:solve` can look past none.
---@field gold_all aurum.pile Every gold card in the game (RULES 1.2, 1.3, 9.6).
local rules = {}

---A knob's value for people: `"12"`, `"true"`, `"exact highest_gold"`.
---@param knob string Raises if there is no such knob.
---@return string
function rules:text(knob) end

---The description of a knob.
---@class aurum.knob
---@field name string Its name in variants and in rules.
---@field doc string Its meaning, in one line.
---@field expected string The values it takes, in words.
---@field default integer|boolean|string|integer[]|string[] Its value unless a variant sets it.
---@field former? string Its former name, if it had one: variants may still use it, with a note.

-- Tables of what happened ------------------------------------------------------

---A change of bid (RULES 5).
---@class aurum.change
---@field seat integer The seat that paid.
---@field gold aurum.card The gold it paid.
---@field of integer The seat whose bid was replaced.
---@field card aurum.card The card laid in place of that bid.

---The cards of a trick (RULES 6).
---@class aurum.trick_cards
---@field leader integer The seat that leads it.
---@field plays aurum.card[] Its cards in play order, the leader's first.

---The open trick; after a pass, the void one (RULES 6, 8.1).
---@class aurum.open_trick: aurum.trick_cards
---@field number integer Its number in the round, from 1; tricks before a built position count.
---@field winning integer? The seat that wins it if it ends as it is (RULES 7.2), nil before the first card. A variant's hooks are not asked: they judge full tricks.
---@field awarded integer? The seat whose base card is awarded gold if it ends as it is (RULES 7.1), nil if there is none.

---A finished trick (RULES 7).
---@class aurum.trick: aurum.trick_cards
---@field changes aurum.change[] The changes of bid before it, in play order.
---@field winner integer? The seat that won it; nil if a variant gives it to nobody.
---@field award aurum.card? The gold taken for the lowest card, nil for none (RULES 7.1).

---The score of a round, in lists by side (RULES 9.1, 9.2).
---@class aurum.score
---@field taken integer[] Tricks taken.
---@field bid integer[] Tricks bid; -1 while a bid card is still to be laid.
---@field bid_points integer[] Points for the bid.
---@field gold_points integer[] Points for gold held.
---@field points integer[] The sum of both.

---A finished round of a game.
---@class aurum.round: aurum.score
---@field winners integer[] The sides that took it.

---A round was dealt.
---@class aurum.event.deal
---@field kind "deal"
---@field round integer Its number, from 1.
---@field first integer The first player.
---@field hands table<integer, aurum.set> Hands by seat; in a bot only its own.
---@field gold aurum.pile[] Gold dealt to each seat.
---@field extras aurum.set The cards left over; empty in a bot if they lie face down.

---A seat laid its bid.
---@class aurum.event.bid
---@field kind "bid"
---@field seat integer The seat.
---@field card aurum.card? The card; nil in a bot if another seat laid it face down.
---@field down boolean? true if it lies face down as a bid of 0, as far as the seat may know.

---All bids lay face down and are turned up (RULES 4.3).
---@class aurum.event.reveal
---@field kind "reveal"
---@field bids table<integer, aurum.card> Bid cards by seat; nil for another seat's card that stays face down.

---A seat changed a bid.
---@class aurum.event.change: aurum.change
---@field kind "change"
---@field returned aurum.card? The replaced card, now in the hand of `seat`; nil in a bot that may not know it, since it lay face down.

---A seat that could change a bid did not.
---@class aurum.event.keep
---@field kind "keep"
---@field seat integer The seat.

---A seat played a card.
---@class aurum.event.play
---@field kind "play"
---@field seat integer The seat.
---@field card aurum.card The card.

---A seat passed, which ends the round (RULES 6.4, 8).
---@class aurum.event.pass
---@field kind "pass"
---@field seat integer The seat.
---@field hand aurum.set The hand it shows.
---@field gold aurum.pile The gold it keeps.

---A trick was full and settled (RULES 7).
---@class aurum.event.trick: aurum.trick_cards
---@field kind "trick"
---@field winner integer? The seat that won it.
---@field award aurum.card? The gold it awarded, nil for none.
---@field taker integer? The seat that took the award.
---@field next integer The seat that leads the next one.

---A round ended and was scored (RULES 9).
---@class aurum.event.round
---@field kind "round"
---@field score aurum.score The score of the round.
---@field winners integer[] The sides that took the round.

---The game ended.
---@class aurum.event.game
---@field kind "game"
---@field winners integer[] The sides that won it.

---A seat has answered a question, or added a card to its answer.
---@class aurum.event.answer
---@field kind "answer"
---@field seat integer The seat.
---@field question string The name of the question.
---@field answer aurum.card|integer|string|nil The value; nil if the seat cannot see it, or not yet.

---All seats of a step have answered.
---@class aurum.event.answers
---@field kind "answers"
---@field question string The name of the question.
---@field answers table<integer, any> By seat, as far as they can be seen: a card, a set of several, a number or a word.
---@field moved aurum.moved_card[] Cards known to lie elsewhere now.
---@field shown aurum.shown_card[] Cards that the rules showed where they lie.

---A card that lies elsewhere after the answers to a question.
---@class aurum.moved_card
---@field card aurum.card The card.
---@field from integer|string The seat whose hand it was in, `"bid 1"` or `"extras"`.
---@field to integer|string Its place now.

---A card that was shown after the answers to a question.
---@class aurum.shown_card
---@field card aurum.card The card.
---@field at integer|string Its place: the seat whose hand it is in, `"bid 1"` or `"extras"`.

---An event: what a bot observes and `state:events()` lists. The event of an
---action comes first, then those that follow from it: reveal, trick, round, game.
---@alias aurum.event aurum.event.deal|aurum.event.bid|aurum.event.reveal|aurum.event.change|aurum.event.keep|aurum.event.play|aurum.event.pass|aurum.event.answer|aurum.event.answers|aurum.event.trick|aurum.event.round|aurum.event.game

-- States and views -----------------------------------------------------------

---The fields that states, views and hook contexts share. A state shows
---everything, a view only what its seat may know (RULES 10). Reading a field
---creates its value: keep it in a local.
---@class aurum.shared
---@field phase "deal"|"bid"|"change"|"play"|"over"|"ask" The kind of step that is due.
---@field turn integer? The seat to act; nil if there is none.
---@field first integer? The round's first player; nil before the first deal.
---@field leader integer? The open trick's leader; the first player while bids are laid.
---@field round integer The number of the round, 0 before the first deal.
---@field seat_bids table<integer, aurum.card> Bid cards by seat; nil before it is laid, and in a view if another seat laid it face down.
---@field bids table<integer, aurum.card> The same as `seat_bids`.
---@field side_bids table<integer, integer> Bids by side, in tricks; nil while a bid card is still to be laid or turned up (RULES 4).
---@field bid table<integer, integer> The same as `side_bids`.
---@field taken integer[] Tricks taken this round, by side.
---@field need table<integer, integer> `side_bids` less `taken`, by side; below 0 after too many tricks.
---@field gold aurum.pile[] Collections, by seat.
---@field supply aurum.pile Gold that nobody holds, without the gold in the open trick.
---@field extras aurum.set Cards left over by the deal; empty in a view if they lie face down.
---@field trick aurum.open_trick The open trick; after a pass the void one.
---@field points integer[] Points of finished rounds, summed, by side.
---@field nuggets integer[] Gold nuggets, by side (RULES 9.3).
---@field passer integer? The seat that ended the round by passing; nil until then.
---@field winners integer[] The sides that won the game; empty until it is over.
---@field trump string? The letter of the suit that is trump; nil for none.
---@field times integer The round's points are multiplied by it; 1 unless a question has set it.
---@field rules aurum.rules The rules of the game.

---The fields that states and views share, about what has happened. They begin
---where the history does: see `state:set`, `state:playout` and `view:sample`.
---@class aurum.standing: aurum.shared
---@field tricks aurum.trick[] The finished tricks of the round, in order.
---@field changes aurum.change[] The changes of bid before the open trick, in play order; `tricks` has the earlier ones.
---@field down boolean[] By seat, true if its bid lies face down as a bid of 0 (the knob `zero_bid`); in a view false for other seats while all bids are hidden. A change turns it up.
---@field rounds aurum.round[] The finished rounds with their scores, in order. Rounds before a position that was built by `state:set` or read from a token are missing.
---@field vars table<string, integer> The variables of the variant's hooks, by name: -32768 to 32767. Empty if it declares none.
---@field question aurum.question? The question that is asked now; nil if none is.
---@field place string? The place of its decision, as text: `"2.5.3"`, as in `state:at`. After the end of a round, `"2.end"`; nil before the first deal. In a round that begins with a built position, changes and answers before it do not count.
---@field deciding "deal"|"bid"|"change"|"play"|"answer"|nil The kind of decision that is due, as faults, verdicts and tables name it; nil if the game is over.

---The full state of a game, with its history. `apply` steps it forward and `undo`
---back. Two states are `==` if they are the same position, whatever their
---history. `tostring(s)` says where it stands. Also in bots: they build their own
---states or get them from `view:sample`, and never see the state of their game.
---@class aurum.state: aurum.standing
---@field hands aurum.set[] Hands, by seat.
local state = {}

---Every legal action, in a fixed order: bids and plays by card, `keep` before
---changes, `pass` last. Empty if a deal is due or the game is over.
---@return aurum.action[]
function state:legal() end

---The cards that the seat to act may bid, play, or lay in a change.
---@return aurum.set
function state:legal_cards() end

---True if an action is legal: `if state:is_legal "play Z7" then`.
---@param action aurum.action_of Raises for any other value.
---@return boolean
function state:is_legal(action) end

---The reason why an action is legal or not: true or false, and a sentence that
---cites the rule, `Z3: Zinc is already in the trick (RULES 6.3)`.
---@param action aurum.action_of Raises for any other value.
---@return boolean legal
---@return string reason
function state:why(action) end

---Do an action of the seat to act. An illegal action raises with the reason, and
---the state stays as it was. A round may have at most 1024 actions.
---@param action aurum.action_of
---@return aurum.state self
function state:apply(action) end

---The policy of playouts. `"uniform"` draws each legal action with the same
---probability. `"quick"` does what `view:quick()` does, in C, in some 0.1
---microseconds an action; it answers questions without playing on. A function receives the state and chooses an action for
---the seat to act, or nil for a random one; a call costs a microsecond besides
---its own work. In a search the function receives the same state object each
---time: clone what you keep of it.
---@alias aurum.policy "uniform"|"quick"|fun(state: aurum.state): aurum.action_of|nil

---The goal of a side: its `"points"` in the round; its `"margin"`, the points
---less the best other side's; its `"lead"`, the points less the mean of the other
---sides', as in an arena; its share of the `"round"` (1 if it wins alone, 1/2 if
---two tie, 0 if it loses); or its share of the `"game"`, which is played to its
---end.
---@alias aurum.goal "margin"|"points"|"lead"|"round"|"game"

---Play on to the end of the open round or of the game, as a search does with a
---world. The policy `"uniform"` takes some 2 microseconds a round.
---
---This changes the state itself and forgets its history except `rounds`: clone
---what you keep. If no round is open, or the game is over, the state stays as
---it is.
---@param policy? aurum.policy (`"uniform"`) A function receives this very state.
---@param to? "round"|"game" (`"round"`; `"game"` if that is the goal) Where to stop. Later deals are drawn at random, never made from the game's seed.
---@param goal? aurum.goal (`"points"`) The kind of result.
---@param seed? string|number Any text: random numbers then follow from it alone, and the stream stays as it is.
---@return aurum.state self
---@return number[] result By side, the result of the last finished round, or of the game (RULES 9.2).
function state:playout(policy, to, goal, seed) end

---The options of `state:solve`.
---@class (partial) aurum.solve_options
---@field objective? "margin"|"round" (`"margin"`) The side's points of this round less the best other side's; or the round itself: 1 if the side takes it alone, 0 if it shares it, -1 if it loses it (RULES 9).
---@field changes? "none"|"all" (`"all"`) Changes of bid to consider: none from here on, or all that the rules allow, which takes far longer.
---@field find? "value"|"best"|"each" (`"best"`) What to find: the value alone; also every best action and a line, which takes up to a third longer; or also the value after each action, which takes far less than solving after one action and then the next.
---@field side? integer The side whose value is found; that of the seat to act if left out.
---@field nodes? integer (1000000) Positions to look at, at most; 1 to 1000000000000. A second allows some millions, with hooks a tenth of that.

---A legal action and the value after it.
---@class aurum.solved_move
---@field action aurum.action The action.
---@field lo integer The lowest value it can have.
---@field hi integer The highest value it can have.

---The result of `state:solve`. All of it is proven, whatever the budget.
---@class aurum.solution
---@field lo integer The lowest value it can have; -40000 if nothing is known of a margin.
---@field hi integer The highest value it can have; 40000 if nothing is known of a margin.
---@field value integer? The value, if `lo` equals `hi`; nil if the budget did not suffice.
---@field exact boolean True if all that `find` names is known.
---@field nodes integer Positions looked at.
---@field moves aurum.solved_move[] Every action of `state:legal()`, in that order; in a change window without changes, only `keep`.
---@field best aurum.action[]? Every action that reaches the value, in that order; nil unless `exact`, and for the value alone.
---@field line aurum.action[]? The actions to the end of the round with best play, every `keep` included; nil likewise.

---Solve the open round with all hands open: its exact value, for the last cards
---of a round. The side plays for itself, and all others together against it.
---With two sides that is the value of the round; with more it is what the side
---can make sure of. Bids that are laid at once count as laid in turn. The
---scores of finished rounds do not count. Raises if no round is open, if the
---program is interrupted, and if a bot's fuel runs out.
---
---The answer depends on the state and the options alone. Its tables of 3 MiB
---are kept for the next call and count against a bot's memory. A node counts as
---20 instructions of a bot's fuel. core/solve.h of the sources describes the
---method.
---
---Half of four players' random endings (`aurum bench`) take less than a
---millisecond with four cards a hand and no changes, and some ten milliseconds
---with five. With changes, half take a tenth of a millisecond with two cards,
---half a millisecond with three, and a tenth of a second with four. The hardest
---take a hundred times as long. With hooks every position asks them, and the
---time has no known bound.
---@param options? aurum.solve_options Raises for an unknown key or a value out of range.
---@return aurum.solution
function state:solve(options) end

---The options of `aurum.solve`: those of `state:solve`, for each state, and
---@class (partial) aurum.solve_many_options: aurum.solve_options
---@field total? integer (no limit) Positions to look at in all states together, 1 to 1000000000000; a state counts 1 at least. Each has what those before it left, and the list of results ends where nothing is left.
---@field unsolved? integer (no limit) End the list with this many solutions that are not `exact`, 1 to 100000.
---@field threads? integer (what the host allows: 1, or `--threads`) The number of threads, 1 to 64, that share the states. The results do not depend on it. A bot gets at most what the host allows; an application that loads aurum gets what it asks for. One thread does all where a hook of the rules is a function of Lua.

---Solve several states, such as the worlds of a view, as `state:solve` would do
---one after the other. Threads share them. Each further thread has tables of 3
---MiB; they count against a bot's memory, and where they would not fit, fewer
---threads take part. The processor time of all threads counts against a bot's
---limit, and its fuel is that of one thread. Also in bots.
---
---    local sums = {}
---    for _, found in ipairs(aurum.solve(view:sample(12), { find = "each" })) do
---      for _, move in ipairs(found.moves) do
---        sums[move.action] = (sums[move.action] or 0) + move.lo
---      end
---    end
---@param states aurum.state[] At most 100000, each in an open round.
---@param options? aurum.solve_many_options Raises as `state:solve` does, also for a single state.
---@return aurum.solution[] solutions By state, in the same order.
function aurum.solve(states, options) end

---Find a move for the seat to act by simulation with all hands open: as
---`view:search`, but each simulation begins with this state. In a tree all
---seats see all hands, unless `others` is `"policy"`. Seats that bid at once
---follow the policy until their bids are turned up. Where few cards are left,
---`solve` is exact. Raises as `view:search` does, and if no round is open or a
---round has more than 1,024 actions.
---@param options aurum.search_options Without `weight` and `worlds`.
---@return aurum.search
function state:search(options) end

---Take back the last action or deal, exactly.
---@return boolean done false at the beginning of the history. If a hook fails, this raises and the state stays as it was.
function state:undo() end

---An independent copy, history included.
---@return aurum.state
function state:clone() end

---The view of a seat: what it may know of this state.
---@param seat integer
---@return aurum.view
function state:view(seat) end

---A round's deal made by hand.
---@class aurum.deal
---@field first integer The first player.
---@field hands aurum.set_of[] A hand for each seat; the cards left over are extras.
---@field gold? aurum.pile_of[] Gold for each seat; if left out, what the rules deal.

---Deal the next round, by hand or from a seed: the deal follows from the seed and
---the round's number (RULES 3). Raises unless a deal is due and fits the rules.
---@param deal string|aurum.deal
---@return aurum.state self
function state:deal(deal) end

---The score if the round ended now; after its end, the score it had then.
---@return aurum.score
function state:score() end

---A token that restores the state anywhere: `au1:VARIANT:DIGEST:DATA`. It holds
---the round's deal and actions, so an open round can be undone after loading.
---@return string
function state:position() end

---The names and the seed that a record holds.
---@class (partial) aurum.record_head
---@field seed? string The game's seed, `""` if left out.
---@field names? string[] The bots by seat, `""` for those left out.

---The game as a line of a record, newline included. An unfinished game has its
---open trick.
---@param head? aurum.record_head
---@return string
function state:record(head) end

---All events, in order, with all hands open, or as a seat observes them.
---@param last? boolean Only those of the last action or deal.
---@param seat? integer The seat. It learns nothing else from them.
---@return aurum.event[]
function state:events(last, seat) end

---A round as it was played, in the form that `state:deal` and `state:apply` take.
---If the history begins in the middle of a round, its first entry has actions
---only.
---@class aurum.history
---@field first? integer The first player.
---@field hands? aurum.set[] The hands dealt.
---@field gold? aurum.pile[] The gold dealt.
---@field actions aurum.action[] The actions, in order.

---The deals and actions that led here, a table for each round.
---@return aurum.history[]
function state:history() end

---The state at an earlier decision of its game, history included: `state:at(2,
---5, 3)` or `state:at "2.5.3"` is round 2, trick 5, third play (see
---`aurum.place`). A place that does not exist raises and names the last one
---that does. Takes some microseconds a round.
---@param round integer|string
---@param trick? integer|string
---@param play? integer|string
---@return aurum.state
function state:at(round, trick, play) end

---Iterate over the decisions that led here: `for before, action, place in
---state:decisions() do`. `before` is the state at the decision, one object that
---moves on: clone what you keep. `place` is such as `"2.5.c1"`. Raises if this
---state was undone and changed meanwhile.
---@return aurum.decisions
function state:decisions() end

---The iterator of `state:decisions`. Raises if the state that it returned was
---moved. Also in bots.
---@class aurum.decisions
---@operator call: aurum.state?

---The game as rows of a table, in order; `aurum.columns` describes the columns.
---@param name "rounds"|"seats"|"changes"|"tricks"|"plays"|"answers" The table. A row is a finished round; a seat in a finished round; a change of bid; a finished trick; a card played; an answer to a question.
---@param game? integer (1) The column `game`.
---@param names? string[] The column `name`: the bots by seat.
---@param columns? string[] (all) The columns to include. Fewer are faster.
---@param id? string (`""`) The column `id`.
---@return table<string, integer|string>[] rows Values by the names of columns. A missing value is nil; yes and no are 1 and 0.
function state:rows(name, game, names, columns, id) end

---The same rows as lines of CSV (RFC 4180), without a head. A missing value is
---empty. Names are guarded as by `aurum.csv_text`.
---@param name "rounds"|"seats"|"changes"|"tricks"|"plays"|"answers"
---@param game? integer
---@param names? string[]
---@param raw? boolean Leave the names as they are.
---@param id? string (`""`)
---@return string
function state:csv(name, game, names, raw, id) end

---A position built by hand. Fields that are left out keep their values. Gold that
---nobody holds is in the supply; cards that are nowhere have been played.
---@class (partial) aurum.setup
---@field hands? aurum.set_of[] By seat.
---@field seat_bids? aurum.card_name[] By seat. A seat without one still has to bid.
---@field bids? aurum.card_name[] The same as `seat_bids`.
---@field gold? aurum.pile_of[] Collections, by seat.
---@field extras? aurum.set_of The cards left over.
---@field seat_taken? integer[] Tricks taken, 0 to 64, by seat (not by side).
---@field taken? integer[] The same as `seat_taken`.
---@field nuggets? integer[] 0 to 99, by side.
---@field points? integer[] -100000 to 100000, by side.
---@field plays? aurum.card_name[] The open trick's cards, in play order.
---@field first? integer The round's first player.
---@field leader? integer The open trick's leader; its cards are then those of `plays`.
---@field round? integer Its number, 1 to 255.

---Build a position by hand. The state forgets its history: `tricks`, `events()`
---and `undo()` begin here. An unknown key raises, and so does what could not be
---played on: a card in two places, more gold than there is, more tricks than a
---round can have. The state then stays as it was. A seat left out of a list
---keeps what it has. If no card is played to the trick yet, the change window
---opens again for all seats with gold.
---@param setup aurum.setup
---@return aurum.state self
function state:set(setup) end

---What one seat may know and nothing else (RULES 10): all that a bot receives. A
---bot has one view object, which shows the present game at each call; `copy`
---keeps it. `==` compares what is known. `tostring(v)` names the seat and the
---place. Also in bots.
---@class aurum.view: aurum.standing
---@field seat integer The seat whose view it is.
---@field side integer Its side.
---@field partner integer? The next seat of the same side; nil if there is none.
---@field hand aurum.set Its hand.
---@field hand_n integer[] Cards in each hand, by seat.
---@field known aurum.set[] Cards known to be in each hand or its bid face down, by seat: replaced bids, cards that a seat showed, gave or got, until they may have moved on unseen. For the own seat, the hand.
---@field may_change integer[] By seat, the changes of bid that it may still make in the open change window; 0 outside one (RULES 5).
---@field legal_bits integer The bits of `view:legal_cards()`, for `aurum.bits`.
---@field unseen aurum.set Base metals whose place the seat does not know: in other hands, in bids face down, or left over face down. They are those it never saw, even if one place alone is left for them, and those that may have moved since.
local view = {}

---Its legal actions, as `state:legal()`; empty when it is not its turn.
---@return aurum.action[]
function view:legal() end

---The cards that it may bid, play, or lay in a change; empty when it is not its
---turn.
---@return aurum.set
function view:legal_cards() end

---A random legal action, all equally probable; nil when it is not its turn.
---@param seed? string|number Any text: the action then follows from it alone.
---@return aurum.action?
function view:random(seed) end

---True if the seat may do this now.
---@param action aurum.action_of Raises for any other value.
---@return boolean
function view:is_legal(action) end

---The reason why the seat may or may not do this now, as `state:why`.
---@param action aurum.action_of
---@return boolean legal
---@return string reason
function view:why(action) end

---The action of the policy `"quick"`; nil when it is not the seat's turn. The
---policy weighs each card: its chance to win the trick times the value of one
---more trick, plus the gold it may take. It spends gold and changes bids where
---that gains more than it costs, and it bids by the strength of its hand. It
---follows the knobs of the rules; of their hooks it knows what each bid scores,
---and what the last trick counts. About one action in 32 is random, but no
---answer.
---
---To answer a question it gives each answer in sampled worlds, at most 128, and
---plays each round to its end, some 512 times (256 where hooks are asked in
---each trick): some milliseconds. So it sees what hooks, trumps and later
---questions make of an answer. It takes the default unless another answer is
---clearly better in points, or, where a hook decides who wins the round or the
---game, in shares of these. Questions within playouts are answered by values of
---the position if they have two to four choices, else by default.
---
---A playout counts as 300 instructions of a bot's fuel, plus those of hooks.
---Where a tenth of the fuel is left, the best answer so far is returned.
---@param seed? string|number Any text: the action then follows from view and seed alone.
---@return aurum.action?
function view:quick(seed) end

---Draw worlds: states that agree with all that the seat knows, without a
---history. Raises if no state agrees, which cannot happen in a real game.
---Returns nil and a message if a variant's hooks, or cards that moved in
---secret, leave too few states to be found: after 1,000 tries, or where secret
---questions were asked, 10,000 tries or 100,000 calls of hooks for a world.
---
---The seat knows what it saw, and of cards that moved in secret how many went
---from where to where; also that cards were played, bid or shown from where
---they then lay. A world agrees if some history leads to it. In this history
---`choices` allowed each answer to an earlier question, and `done` made of the
---answers what the seat saw. So both hooks are called again, with `choices`
---seeing nothing of what seats knew of each other's hands, but not for a
---question that is not secret if its `choices` read no hand. The answers are
---not part of a world.
---
---Each world has the same probability, however many histories lead to it. With
---`weight` its probability follows its weight, by importance resampling (Rubin
---1987): 10 n worlds, at least 100, are drawn and weighed once, and n of them
---are drawn with replacement. So each world costs ten calls of `weight`. If few
---of them hold most of the weight, the same worlds come again: `effective` is
---the number of worlds of equal weight that they are worth (Kong 1992).
---
---The weight `"plays"` is the probability of the other seats' plays of this
---round, base cards and gold. Each seat is assumed to play like `"quick"`, with
---errors: a card is e times as likely as one worth two points less, and one
---play in 32 is random. With four players this is worth about as much as seeing
---one in 40 of the hidden cards. In mid-round it takes about 15 us, and 0.2 us
---for each of the 10 n worlds besides drawing it. Bids, changes of bid and
---hooks that decide which cards are legal are ignored. Under a variant with
---questions, and in a view of a drawn world, all worlds weigh the same.
---@param n? integer (1) The number of worlds, 1 to 100000; with weights up to 10000.
---@param weight? "plays"|fun(state: aurum.state): number The probability, on any scale, that the seats acted as they did in this world: 0 or more. A function gets the same state object each time, after all worlds are drawn. Raises if it returns any other value, and if every world weighs 0.
---@param seed? string|number Any text: random numbers then follow from it alone, and the stream stays as it is.
---@return aurum.state[]? worlds
---@return number|string? effective With weights; or the message.
function view:sample(n, weight, seed) end

---List all worlds that agree with what the seat knows, each once and in a fixed
---order: the states that `view:sample` draws from, each as probable as the
---others. Returns nil and a message if there are more than `limit`, or if a
---variant's hooks or knowledge of the past leave too few of the deals tried.
---Counting takes some 0.1 us a world, a state 1 us. Raises if no state agrees.
---@param limit? integer (500) The most worlds to list, 1 to 100000.
---@return aurum.state[]? worlds
---@return string? message
---@return integer? least If there are more than `limit`: a number that they reach.
function view:worlds(limit) end

---Note reasons for the decision that is being made, for people to read. A note
---is one of:
---
---    view:note "out of trumps"               a text
---    view:note({ Z7 = 4.5, S2 = 1 }, goal)   values of moves, by action or card
---    view:note(view:search { sims = 100 })   the values of a search
---    view:note("world", state)               a world that was looked at
---
---A value estimates what `goal` names, and is compared with the round's result;
---without a goal it has a scale of your own. A later value of a move replaces
---an earlier one. Notes change nothing in play: this never raises, costs no
---fuel and does nothing unless somebody listens (`aurum bot ask`, `match
-----notes`, the REPL's `notes on`). Of a decision at most 64 notes, 256 values
---and 8 kB of texts are kept, 500 bytes of a text, and 1 MB of a game. The
---rest, and what means no action, is counted. Outside a decision, in `start` or
---`observe`, notes are dropped. Moves may be illegal: they are shown as such.
---@param note string|table<aurum.action_of, number>|aurum.search
---@param more? aurum.goal|aurum.state The goal of the values, or the world.
function view:note(note, more) end

---The options of `view:search` and `state:search`. `sims`, `ms` or both must be given; the first
---that is reached ends the search.
---@class (partial) aurum.search_options
---@field sims? integer The number of simulations, 1 to 1000000000. The answer then follows from view, options and random stream alone, byte for byte. `"flat"` rounds it up to whole worlds.
---@field ms? number Milliseconds of processor time, up to 3600000, including the weighing of worlds. It is checked every 32 simulations, or after each if the policy is a function. The number of simulations, and so the answer, may differ from run to run. Refused to untrusted bots, which may have no clock.
---@field seed? string|number Any text: the answer then follows from view and options alone. If left out, the random stream decides. The stream moves on in both cases.
---@field method? "ismcts"|"flat" (`"ismcts"`)
---@field policy? aurum.policy|aurum.net (`"quick"`) The policy of playouts. With a net, each seat does what leads to the world of most value to it by the open part, at about a microsecond an action: it sees all hands. A simulation then uses ten times the fuel.
---@field objective? aurum.goal (`"margin"`) The goal of each side.
---@field left? integer (0: never) Ends playouts early: before the first trick for which the leader has at most this many cards, 0 to 100. For the objectives `"margin"`, `"points"` and `"lead"` only.
---@field others? "tree"|"policy" (`"tree"`) Who chooses for the other seats in a tree. The tree chooses what it finds best for them; they then see too much, since this seat's hand is the same in every world. The policy sees no more than they do.
---@field plain? number (0) The chance, 0 to 1, that a seat, this one too, plays plainly throughout a simulation: it wins tricks until its bid is made, then gets short of suits, and passes where only gold is left to play. A search without it assumes that every seat plays like `"quick"`, and may miss early passes. For the policy `"quick"` only.
---@field leaf? aurum.net|fun(state: aurum.state): number[] What values a position in place of a playout to the round's end: a net with an open part, learned for the search's objective, or a function that returns the reward of each side. The state that the function gets is good until it returns. Not with `left`.
---@field cut? integer (1) Tricks that a playout finishes before the leaf; 0 values the position right after the move, which a net does less well.
---@field explore? number (1) The weight of exploration in a tree, 0 to 100. Its unit is the standard deviation of a side's results (the greatest so far, at least 0.5), so it means the same for every goal: for a share of the round 1.4 is the 0.7 of Cowling et al.
---@field moves? aurum.action_of[] The moves to compare; if left out, all that `view:search` considers.
---@field weight? "plays"|fun(state: aurum.state): number The weight of a world: see `view:sample`.
---@field worlds? integer (1000) The number of worlds to draw and weigh before the search draws from them, 1 to 100000; 230 bytes each.
---@field nodes? integer (262144, at most `sims`) The number of nodes at which a tree stops growing, 1 to 10000000, divided among the `roots`; 40 bytes each, allocated at once and counted against a bot's memory.
---@field roots? integer (1) The number of searches, 1 to 64, that the simulations are divided among: each has its own random numbers and tree, and their results, also the numbers of nodes, are added up (root parallelization: Chaslot, Winands and van den Herik 2008). Threads may share them. The answer depends on the number of roots.
---@field threads? integer (what the host allows: 1, or `--threads`) The number of threads, 1 to 64, that share the roots. The answer does not depend on it, unless `ms` is given. A bot gets at most what the host allows; an application that loads aurum gets what it asks for. Where a policy, a leaf or a hook of the rules is a function of Lua, one thread does all.
---@field partial? boolean If true, an interrupt, or fuel that is down to a tenth, ends the search with the best move so far, if there is one; else it raises. An interrupt of a stock `lua5.4` in one of your functions always raises.

---A move that a search has tried.
---@class aurum.search_move
---@field action aurum.action The move.
---@field visits integer The simulations that began with it.
---@field mean number? Their mean result for the own side; nil without any.
---@field error number? The standard error of the mean, for moves judged by playouts alone: the true mean is within twice this 19 times in 20. nil with fewer than two visits.
---@field paired_error number? For `"flat"`, the standard error of the difference between its mean and the best move's, from their differences in the same worlds. nil for the best move, and with fewer than two visits.

---The result of a search.
---@class aurum.search
---@field best aurum.action The best move: in a tree the most visited, else the one with the highest mean.
---@field moves aurum.search_move[] The moves that were tried, the most visited first, then by mean.
---@field line aurum.action[] The expected continuation: `best` and, in a tree, the most visited moves after it, while they have ten visits or more.
---@field sims integer The number of simulations.
---@field nodes integer The number of nodes, with the root.
---@field seconds number? The processor time it took; nil in an untrusted bot, which has no clock.
---@field cut boolean True if it was ended early: see `partial`.

---Find a move by simulation, in worlds drawn from what the seat knows. The
---answer follows from the view, the options and the random stream alone;
---nothing is kept between searches. Worlds and playouts are in C; core/search.h
---of the sources names the papers.
---
---`"flat"` is flat Monte Carlo with determinization. It tries every move in the
---same worlds with the same random numbers, so that some luck cancels between
---moves: `paired_error` says how exactly their difference is known.
---
---With `left` a playout ends early. The policy `"quick"` then judges the bids,
---the tricks taken and the gold, by the rules' data and not by their hooks.
---Before the first trick of four players, `left = 3` leaves half the variance
---and four fifths of the time. Use it while the last tricks are far, since they
---are not looked at.
---
---`"ismcts"` is information set Monte Carlo tree search with one observer, by
---UCB1. A tree grows over what the seat can see, by one node a simulation, each
---in a world of its own. Each seat plays for its own side. The tree does not
---branch on bids that other seats lay face down, even after they are turned up:
---it judges what follows by its mean over them.
---
---Of the changes of bid it considers those that pay the gold of fewest points
---and lay another rank, one card of each rank in place of each bid; `moves`
---overrides this for the root. A node of a tree gets its n-th change at 4 n^2
---visits, the first being the one that brings the bid nearest to the tricks
---expected.
---
---A simulation counts as 300 instructions of a bot's fuel, plus those of its
---functions. Raises when it is not the seat's turn, for an unknown option or a
---wrong value, and for an error in a policy or a hook. Returns nil and a
---message as `view:sample` does.
---@param options aurum.search_options
---@return aurum.search?
---@return string? message
function view:search(options) end

---An action by a one-ply search, in a line of your bot:
---
---    answer = function(_, view) return (view:weigh { leaf = value }) end
---
---Each legal action is done in the same worlds and valued there: by `leaf`,
---your own evaluation, or by a playout. The best is returned; but `keep`, or
---the default answer of a question, if it is at most twice the `paired_error`
---behind: what makes no difference changes nothing.
---
---It is `view:search` with the method `"flat"`, 1000 simulations and `cut = 0`,
---unless options say otherwise. Raises and fails as `view:search` does.
---@param options? aurum.search_options Without `method`; `sims` and `ms` may be left out.
---@return aurum.action?
---@return aurum.search|string found What the search found; or the message.
function view:weigh(options) end

---A copy that stays as it is.
---@return aurum.view
function view:copy() end

-- Bots -----------------------------------------------------------------------

---The answer of a bot to `change`, as a table.
---@class aurum.change_answer
---@field gold aurum.card_name The gold it pays, from its collection.
---@field card aurum.card_name The card it lays, from its hand.
---@field of? integer (its own) The seat whose bid it replaces.

---The table that a bot's file returns. The file runs anew for each game, in a
---Lua state of its own for each seat, so nothing passes from one game or seat
---to another. Callbacks receive the table as `self` and may keep data in it.
---That data is a cache: `start` and `observe` alone must be able to rebuild it.
---
---A bot has the global `aurum` with what this file describes, and of Lua what
---cannot reach outside: most of `math`, `string`, `table` and `utf8`, and no
---`io`, `os`, `package`, `debug`, `coroutine` or `load`. `pairs`, `next` and
---`table.sort` have a fixed order: numbers, then strings, then cards.
---`math.random` starts anew for each decision, from the game's seed, the seat
---and the decision, and cannot be seeded. `print` and `aurum.log` write to
---stderr, at most 20000 bytes a game (`--print-bytes N`: N). Before each line
---stand the bot, the seat, the game, and round and trick: `[mine s2 g7 1.4]`.
---
---`require "helper"` runs helper.lua, which lies beside the bot's file, once a
---game, and returns its value; `aurum.data` reads other files there. Both take
---a plain name, as a literal text: the files are read when the bot is loaded,
---so that a match uses one version of them. They may be 32 files: modules of 1
---MiB, data of 8 MiB, 16 MiB together. With `--trust` other names are those of
---Lua's path.
---
---Library functions cannot run for long or make much at once. A pattern that
---could be tried in too many ways on a long subject is refused: it has too many
---`*`, `+`, `-` or `?` (`"(.-)\n"` works on 5 KB, `"%S+"` on any text, `"(%S+)
---(%S+) (%S+) (%S+)"` on some 90 bytes). A call returns at most 1 MiB of text,
---and moves or sorts at most 100000 values of a table. The functions of `table`
---are raw: they ignore `__len`, `__index` and `__newindex`. Texts never contain
---an address: a value without a text of its own shows its type. `#` of a table
---with holes depends on addresses; in workers, and with fuel, these are the
---same in every run.
---
---`setmetatable` takes a copy of the metamethods, and `getmetatable` returns
---the original. A later change of the original takes effect with the next
---`setmetatable`, for the table it is called with. `__gc`, `__close` and
---`__mode` are refused.
---
---A bot that raises or gives an illegal answer is at fault: its side forfeits
---the game, or the first legal action is played for it (`on_fault`).
---@class aurum.bot
---@field name? string Its name for people.
---@field api? integer The API that it is written for: 1 or 2. Another number is an error.
---@field options? table<string, number|string|boolean> Its options with their defaults. `NAME:key=value` sets another value of the same type; `self.options` has the resulting values, in a copy for each game. Names are words such as `key`, texts have no control characters, and the bot's name with all options has at most 1024 bytes.
---@field bid fun(self: aurum.bot, view: aurum.view): aurum.action_of The card to bid (RULES 4).
---@field change? fun(self: aurum.bot, view: aurum.view): aurum.change_answer|aurum.action_of|nil The change to make, nil to keep. Without it the bot keeps (RULES 5).
---@field play fun(self: aurum.bot, view: aurum.view): aurum.action_of|nil The card to play, nil to pass (RULES 6).
---@field answer? fun(self: aurum.bot, view: aurum.view, question: aurum.question): any The answer to a question of the variant: a card, a set, a number, a word or an action; nil gives the default. Without it, and with `api = 1`, the bot gives the default. An answer of several cards is asked for card by card.
---@field start? fun(self: aurum.bot, view: aurum.view) Called after each deal.
---@field observe? fun(self: aurum.bot, event: aurum.event) Called for each event, its own actions too, with what its seat may know.
---@field [string] any Its own data.

-- The module -----------------------------------------------------------------

---The module: `require "aurum"`, in the program as under a stock Lua 5.4 that
---finds `aurum.so`; in bots and in the program also the global `aurum`.
---@class aurum
---@field api integer Version of the API: 2. Also in bots.
---@field bits aurum.bits Sets of cards as integers. Also in bots.
aurum = {}

---A card by its name. Also in bots.
---@param name aurum.card_name Raises unless it is a card of the usual decks.
---@return aurum.card
function aurum.card(name) end

---A set of cards of the usual decks; empty without an argument. Also in bots.
---@param cards? aurum.set_of|integer Or `set.bits`.
---@return aurum.set
function aurum.set(cards) end

---A value net: what a position is worth to a seat, learned from games (`aurum
---learn`). Its closed part values what a seat sees, its open part a world. Values
---are in points, a multiple of 1/4096, or a share of the round if that is its goal.
---They are the same on every machine. `tostring(n)` names its rules. Also in bots.
---@class aurum.net
---@field rules string The rules that it was learned for.
---@field digests string[] Of the rounds of the rules that it has learned: those that differ only in when a game ends have the same.
---@field how string The command that learned it, or an empty text.
---@field goal "margin"|"points"|"lead"|"round"|"game" What a value is the expectation of.
---@field closed boolean True if it has a closed part.
---@field open boolean True if it has an open part.
---@field players integer The players of its table.
---@field sides integer The sides of its table.
local net = {}

---The net in these bytes, which `aurum.data` or a file gives. Some milliseconds.
---nil and a message if they are cut, changed, or not a net of this version; or if
---a sum of its weights could overflow. Also in bots.
---@param bytes string
---@param options? { any?: boolean } `any = true`: it may value other rules of its table too, however well.
---@return aurum.net?
---@return string? problem
function aurum.net(bytes, options) end

---True if the net values positions of these rules: they have its players and
---sides, and no more copies of any rank of gold; and it has learned them, or
---was made with `any`. Else false and why not.
---@param rules aurum.rules
---@return boolean
---@return string? why
function net:fits(rules) end

---The value of each action of `view:legal()`, in that order: of the position
---after it, as the seat sees it, or of the result if the round ends. About a
---microsecond an action. Raises if the net does not fit, has no closed part, or
---if the seat is not on turn.
---@param view aurum.view
---@return number[]
function net:values(view) end

---The action with the greatest value, and that value. Of changes it looks only
---at those that pay the cheapest gold, and at one card of each rank. Raises as
---`values` does.
---@param view aurum.view
---@return aurum.action
---@return number
function net:choose(view) end

---The value of a position for a seat (default: the one on turn) with all hands
---open. Raises if the net does not fit or has no open part, if no round is
---open, or while bids or answers are hidden.
---@param state aurum.state
---@param seat? integer
---@return number
function net:value(state, seat) end

---What the net sees after the action that it chooses, and how much that weighs:
---by how many points the value would differ if an input were off. Then the
---value. The list is empty if the action ends the round. Seats and sides count
---from the own one: "left 1" is the next.
---@param view aurum.view
---@return { input: string, weight: number }[]
---@return number
function net:inputs(view) end

---The bytes of a file beside the bot, such as a table of weights. It is read when
---the bot is loaded. Raises if there is no such file, or if it is a link, a folder,
---or longer than 8 MiB. Only in bots. In scripts of `aurum run` and in specs it
---reads a file beside the script.
---@param name string Its name, a literal text: letters, digits, `_`, `-` and `.`.
---@return string
function aurum.data(name) end

---Print a line, with the level before it, unless the user chose a higher level. A
---bot cannot tell whether a line is shown. Only in bots.
---@param level "debug"|"info"|"warn"
---@param ... any The values to print.
function aurum.log(level, ...) end

---The knobs of the rules, in order. Also in bots.
---@return aurum.knob[]
function aurum.knobs() end

---True if a value fits a knob. Also in bots.
---@param knob string Raises if there is no such knob.
---@param value any
---@return true? fits nil if it does not.
---@return string? expected The values that do.
function aurum.knob_fits(knob, value) end

---The options of `aurum.rules`.
---@class (partial) aurum.rules_options
---@field players integer Seats at the table, 2 to 6.
---@field knobs aurum.some_knobs The knobs not at their default.
---@field name? string
---@field title? string
---@field text? string More text for the digest.

---Make rules from knobs, as `aurum.variant` does in the end. Returns nil, a
---message and the knob at fault if they contradict each other; raises for a name
---that is not a knob's. Also in bots.
---@param options aurum.rules_options
---@return aurum.rules?
---@return string? message
---@return string? knob
function aurum.rules(options) end

---The parts of a place; those that its text leaves out are nil.
---@class aurum.place
---@field text string The place in its only spelling, without leading zeros.
---@field round integer The round.
---@field trick integer? The trick; 0 for bids and for questions before the first trick.
---@field kind "bid"|"change"|"play"|"answer"|"end"|nil The kind of decision, or the end of the round.
---@field nth integer? The number of the decision, from 1.

---Read a place of a game. `"2.5.3"` is the third play in trick 5 of round 2,
---`"2.5.c1"` the first decision about a change before that trick, `"2.5.a1"` the
---first answer in it. Trick 0 ends with the bids: `"2.0.3"` is the third bid.
---`"2.5"` is the first decision of a trick, `"2"` that of a round, and `"2.end"`
---the end of a round. Places of games: `state.place`, `state:at`,
---`state:decisions`. Also in bots.
---@param text string
---@return aurum.place? place nil if the text is not a place.
---@return string? message
function aurum.place(text) end

---A state at the beginning of a game, a deal due. Also in bots.
---@param rules aurum.rules
---@return aurum.state
function aurum.state(rules) end

---The state of a position's token under given rules. Returns nil and a message if
---the text is not a token, is one of other rules, or describes an impossible
---position. Also in bots.
---@param token string
---@param rules aurum.rules
---@return aurum.state?
---@return string? message
function aurum.load_position(token, rules) end

---The rules that a position's token names; nil and a message if it is not a
---token. Also in bots.
---@param token string
---@return string? variant
---@return integer|string players Or the message.
---@return string? digest
function aurum.read_position(token) end

-- Sets as integers -----------------------------------------------------------

---Sets of cards as integers, for hot loops: `set.bits` and `view.legal_bits` are
---such integers, and `|`, `&` and `~` combine them. Nothing here makes an object
---but `card`. Cards are those of the usual decks, in a bot those of its game. Also
---in bots.
---@class aurum.bits
local bits = {}

---The number of cards.
---@param cards integer
---@return integer
function bits.count(cards) end

---The bit of the card of lowest rank, of equal ones the first by suit; 0 if
---empty.
---@param cards integer
---@return integer
function bits.lowest(cards) end

---The bit of the card of highest rank, of equal ones the first by suit; 0 if
---empty.
---@param cards integer
---@return integer
function bits.highest(cards) end

---Those of a suit.
---@param cards integer
---@param suit string Its letter, or `"G"` for gold. Raises for any other.
---@return integer
function bits.suit(cards, suit) end

---The rank of the first card. Raises without one.
---@param cards integer
---@return integer
function bits.rank(cards) end

---The first card. Raises without one.
---@param cards integer
---@return aurum.card
function bits.card(cards) end

---An iterator over the bits of single cards, by suit and rank: `for bit in
---aurum.bits.each(cards) do`.
---@param cards integer
---@return fun(cards: integer, bit: integer): integer? next
---@return integer cards
---@return integer first
function bits.each(cards) end

return aurum
