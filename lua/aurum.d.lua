---@meta aurum
-- luacheck: ignore 431

-- The module `aurum`: every type, function and field it has, and the tables
-- that bots, variants and events are. Nothing else describes the API: editors
-- read this file (LuaLS), the REPL's help and the reference page are made from
-- it, and tests/lua/api_spec.lua holds it against what is registered.
--
-- A text stands in `---` lines above what it describes; that of a field, a
-- parameter or a result behind its type. Seats and sides count from 1, seats
-- clockwise. "RULES 5.3" is a rule of the game by its number. What cannot be
-- done raises an error; what may fail for reasons outside the program (names,
-- files, text to be read) returns nil and a message, and says so here.

---Wherever a card is wanted its name will do: `"Z7"`.
---@alias aurum.card_name aurum.card|string

---Wherever a set is wanted: a set, a card, a text of names (`"B1 C5"`), or a
---list of cards and names.
---@alias aurum.set_of aurum.set|aurum.card_name|aurum.card_name[]

---Wherever gold is wanted: a pile, a card, a text of names (`"G0 G0 G3"`), or a
---list.
---@alias aurum.pile_of aurum.pile|aurum.card_name|aurum.card_name[]

---Wherever an action is wanted: an action, its text (`"play Z7"`), or a card,
---which means to bid it where a bid is due and to play it elsewhere.
---@alias aurum.action_of aurum.action|aurum.card_name

-- Cards ----------------------------------------------------------------------

---A card, or rather a kind of card: there is one object for each name, so cards
---compare with `==` and can be keys of a table. Never changes. `tostring(c)` is
---its name (`"Z10"`), and `..` takes it as that. `<` and `<=` order cards by
---suit letter, gold last, then by rank. Bots too.
---@class aurum.card
---@field suit string Its suit's letter: `B C P S Z`, or `G` for gold (RULES 1.1, 1.2).
---@field rank integer Its rank: 1 to 10, gold 0 to 8; a variant may have others, up to 30.
---@field gold boolean Whether it is gold.
---@field power integer What it counts when tricks are judged: its rank, for gold 32 more, so that any gold is above any base metal (RULES 7.2).
---@operator concat(any): string

---A set of cards, each at most once: a hand, what is legal. Never changes:
---`|` gives a union, `&` what both have, `-` what only the first has; the other
---operand may be a card, a text or a list. `==` compares the cards, `#` counts them, and
---`tostring(s)` names them in order: `"B1 B7 C10"`. Bots too.
---@class aurum.set
---@field bits integer One bit a card: in the usual decks bit suit * 10 + rank - 1, suits in the order B C P S Z from 0, and bit 50 + rank for gold. For hot loops.
---@operator len: integer
---@operator band(aurum.set_of): aurum.set
---@operator bor(aurum.set_of): aurum.set
---@operator sub(aurum.set_of): aurum.set
---@operator concat(any): string
local set = {}

---Whether the card is in it.
---@param card aurum.card_name Raises for what is no card of the deck.
---@return boolean
function set:has(card) end

---An iterator over its cards, by suit and rank: `for card in s:each() do`.
---@return fun(): aurum.card?
function set:each() end

---Its cards in a list, by suit and rank.
---@return aurum.card[]
function set:list() end

---The card of highest rank, nil if it is empty. Of several, the first by suit
---letter; gold has its rank like any other.
---@return aurum.card?
function set:highest() end

---The card of lowest rank, nil if it is empty. Of several, the first by suit.
---@return aurum.card?
function set:lowest() end

---The base metals in it.
---@return aurum.set
function set:base() end

---The gold in it.
---@return aurum.set
function set:gold() end

---The cards of one suit in it.
---@param letter string The suit's letter; the empty set for one that is no suit.
---@return aurum.set
function set:suit(letter) end

---A card of it, each as likely as any other; nil if it is empty. In a bot from
---the stream behind its `math.random`; elsewhere the same in every run.
---@return aurum.card?
function set:random() end

---A pile of gold, in which a card may lie more than once: a collection, the
---supply. Never changes. `==` compares, `#` counts the cards, and `tostring(p)`
---names them from the lowest: `"G0 G0 G3"`. Bots too.
---@class aurum.pile
---@operator len: integer
---@operator concat(any): string
local pile = {}

---Whether a card of that name is in it.
---@param card aurum.card_name
---@return boolean
function pile:has(card) end

---How many cards of that name are in it.
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

---What a seat does. Never changes; there is one object for each, so actions
---compare with `==`. `tostring(a)` is its text: `bid C5`, `bid -C5` (face down),
---`change G0 S6 of 4` (pay G0, lay S6 in place of seat 4's bid), `keep`,
---`play Z7`, `pass`. Bots too.
---@class aurum.action
---@field kind "bid"|"change"|"keep"|"play"|"pass" What is done.
---@field seat integer Who does it.
---@field card aurum.card? The card bid, laid or played; nil for `keep` and `pass`.
---@field gold aurum.card? The gold a change pays; nil for the others.
---@field of integer? The seat whose bid a change replaces; nil for the others.
---@field down boolean Whether a bid is laid face down, for 0 (the knob `zero_bid`).
---@operator concat(any): string

-- Rules ----------------------------------------------------------------------

---What variants differ in. A variant's file states what is not the default;
---`aurum.rules` has all of them.
---@class aurum.knob_values
---@field sides integer[] Side of each seat: a list of numbers from 1 to 6, numbered without a gap. Default `{}`: two teams of four players, else each its own (RULES 2.1).
---@field suits string The base metals' suits: text of 1 to 8 letters, all different, none a G. Default `"BCPSZ"` (RULES 1.1, 1.3).
---@field ranks integer[] Lowest and highest rank of base metals: a list of 2 numbers from 0 to 30. Default `{ 1, 10 }` (RULES 1.1, 1.3). With gold there are at most 64 kinds of card.
---@field gold integer[] Copies of each gold card, from rank 0: a list of numbers from 0 to 15. Default `{ 4, 2, 2, 2, 1, 1, 1, 1, 1 }` (RULES 1.2, 1.3).
---@field gold_points integer[] Points of a gold card held at the end, from rank 0: a list of numbers from -99 to 99. Default `{ 0, 1, 1, 1, 2, 2, 2, 3, 3 }` (RULES 1.2, 9.2).
---@field hand integer Cards dealt to each hand: a number from 1 to 64. Default `12` (RULES 3.1).
---@field extras "shown"|"hidden" How the cards left over by the deal lie. Default `"shown"` (RULES 3.1).
---@field zero_gold "every_round"|"first_round"|"never" When each seat is dealt one G0; with `"never"` there is none in the game. Default `"every_round"` (RULES 3.2, 9.6).
---@field bidding "open"|"hidden" In turn and face up, or all at once and face down. Default `"open"` (RULES 4.2, 4.3).
---@field zero_bid boolean Whether a card may be laid face down to bid 0. Default `false`.
---@field side_bid "highest"|"lowest"|"sum" A side's bid, from the cards of its seats. Default `"highest"` (RULES 4.2).
---@field changes integer Bid changes allowed a seat before each trick: a number from 0 to 4. Default `1` (RULES 5.5).
---@field change_of "side"|"own" Whose bid card may be replaced. Default `"side"` (RULES 5.2).
---@field change_price integer The lowest rank of gold that pays for a bid change: a number from 0 to 15; a seat without such gold is not asked. Default `0` (RULES 5.1).
---@field last_window boolean Whether bids may change before a trick that cannot be led. Default `true` (RULES 8.2).
---@field follow "barred"|"must"|"free" The base cards that may follow: those of suits not yet in the trick; those of the suit led, its first base card's, by a seat that holds any; or all. Gold may always follow; a seat may pass if no base card may. Default `"barred"` (RULES 6.3).
---@field gold_leads boolean Whether gold may lead too; a leader with nothing but gold may pass. Default `false` (RULES 6.2).
---@field trick_to "highest"|"lowest" Who wins a trick: the highest gold, else the highest base card; or the lowest base card, else the lowest gold. Default `"highest"` (RULES 7.2).
---@field gold_to "lowest"|"highest" The seat of which base card takes gold of its rank from the supply. Default `"lowest"` (RULES 7.1).
---@field next_leader "lowest"|"winner" Who leads the next trick: the seat of the lowest base card, or the winner; without a base card, the winner. Default `"lowest"` (RULES 6.1).
---@field trick_ties "later"|"earlier" Which of equal cards counts as the lower, and as the higher. Default `"later"` (RULES 7.3).
---@field exact integer Points a trick for an exact bid: a number from -99 to 99. Default `2` (RULES 9.1).
---@field exact_bonus integer Points for an exact bid besides: a number from -99 to 99. Default `0`.
---@field over "bid"|"taken"|"nothing" Points for more tricks than bid: one for each trick bid, one for each taken, or none. Default `"bid"` (RULES 9.1).
---@field over_each integer Points for each trick more than bid, besides: a number from -99 to 99. Default `0`.
---@field under integer Points for fewer tricks than bid: a number from -99 to 99. Default `0` (RULES 9.1).
---@field under_each integer Points for each trick fewer than bid, besides: a number from -99 to 99. Default `0`.
---@field round_ties ("exact"|"sole_exact"|"highest_gold")[] What breaks a tied round, in this order; who is left then shares. Default `{}` (RULES 9.3).
---@field nuggets integer Nuggets that end the game: a number from 0 to 40, 0 for no such end. Default `2` (RULES 9.4).
---@field sole_nuggets boolean Whether nuggets end it only if one side alone has that many. Default `false` (RULES 9.4). Wants `rounds`, else a game need never end.
---@field rounds integer Rounds after which it ends in any case: a number from 0 to 99, 0 for no such end. Default `0` (RULES 9.4, 9.7).
---@field cumulative boolean Whether most points win the game, not most nuggets; nuggets are then not given. Default `false` (RULES 9.7).
---@field game_ties ("last_bid")[] What breaks a tied game, in this order; who is left then wins together. Default `{}` (RULES 9.5).

---Some of the knobs: what is not the default.
---@class (partial) aurum.some_knobs: aurum.knob_values

---Knobs, and hooks: functions for what no knob can say. A hook receives the hook
---context, the values in question, and last the answer that the knobs give; it
---returns its own answer. Where several parts of a composition define the same
---hook, each receives the answer of the one before. Every answer is checked. An
---impossible answer, an error, more than a second of processor time or more than
---64 MiB is the variant's mistake: it raises, and is never a seat's fault. A hook
---has the libraries of bots without random numbers, and sets no globals. It gives
---the same answer for the same context; what it must remember is in `vars`. It may
---be asked at any time, also about states that bots make up: `aurum variant check`
---finds hooks whose answers differ.
---
---Sets are handed over as `set.bits`, for speed, and may be answered so:
---`s:set(bits)` is the set.
---@class (partial) aurum.layer: aurum.knob_values
---@field deal? fun(s: aurum.hook_context, deal: aurum.deal): aurum.deal What is dealt. The context shows the round before. Hands that leave cards over leave them as extras; without `gold` the rules deal it (RULES 3).
---@field lead? fun(s: aurum.hook_context, cards: integer, pass: boolean, hand: integer, led: integer): (aurum.set|integer, boolean?) The cards the seat on turn may lead, and whether it may pass; without the second it may where no base metal is among them (RULES 6.2).
---@field legal? fun(s: aurum.hook_context, cards: integer, pass: boolean, hand: integer, led: integer): (aurum.set|integer, boolean?) The same for a trick that is led; `led` are the base metals of its suit (RULES 6.3).
---@field winner? fun(s: aurum.hook_context, seat: integer?, ...: aurum.card): integer? Who wins the full trick, its cards in play order; nil for nobody (RULES 7.2). May set vars.
---@field award? fun(s: aurum.hook_context, seat: integer?, gold: aurum.card?): (integer?, aurum.card_name?) Who takes which gold of the supply for a full trick; nil for nobody (RULES 7.1). Asked before `winner`. May set vars.
---@field leader? fun(s: aurum.hook_context, seat: integer, ...: aurum.card): integer Who leads the next trick (RULES 6.1). Asked after `winner`. May set vars.
---@field side_bid? fun(s: aurum.hook_context, side: integer, bid: integer): integer The bid of a side, 0 to 10000 (RULES 4.2).
---@field bid_points? fun(s: aurum.hook_context, side: integer, bid: integer, taken: integer, points: integer): integer Its points for the bid, -10000 to 10000 (RULES 9.1).
---@field gold_points? integer[]|fun(s: aurum.hook_context, side: integer, points: integer): integer Its points for gold, -10000 to 10000 (RULES 9.2); a list is the knob.
---@field round_winners? fun(s: aurum.hook_context, score: aurum.score, sides: integer[]): integer[] The sides that take the round, none at all too (RULES 9.3). `s.points` are those before it. May set vars.
---@field game_end? fun(s: aurum.hook_context, over: boolean, sides: integer[]): (boolean, integer[]?) Whether the game is over, and if so who wins it, one side at least (RULES 9.4, 9.5). `s.points` has the round. May set vars.

---The first argument of every hook: the state it is asked about. It can be read
---only while the hook runs. Where a bot asks what is legal, other hands are as empty
---as in its view. Reading a field that depends on the hook's own answer raises.
---`tostring(s)` is `hook context`.
---@class aurum.hook_context: aurum.shared
---@field seat integer? The seat on turn.
---@field hand aurum.set? Its hand.
---@field hands aurum.set[] Every hand, by seat. For hooks of scores and deals: who may play what follows from the own hand.
---@field led aurum.set Every base metal of the suit led; empty without one.
---@field finished integer Tricks finished this round.
---@field down boolean[] By seat, whether its bid lies face down to bid 0 (the knob `zero_bid`).
---@field vars table<string, integer> The variant's memory, by the names it declares. Set in hooks that may: `s.vars.streak = 2`.
local hook_context = {}

---The set of these bits.
---@param bits integer|aurum.set
---@return aurum.set
function hook_context:set(bits) end

---The side of a seat.
---@param seat integer
---@return integer
function hook_context:side_of(seat) end

---The seat of a place in the open trick, the leader's being 1.
---@param place integer
---@return integer
function hook_context:seat_at(place) end

---The table that a variant's file returns: what is not the default, or not what
---its base says. The file runs when it is read.
---An unknown key or a value that does not fit is an error with file and line.
---
---A variant with `base` inherits; one with `players`, in itself or in its base,
---can be played; one with neither is a house rule, composed with others by `+`:
---`"de-2024+mine"`. Later ones go over earlier ones, and in each file what it
---says for a number of players over what it says for all.
---@class (partial) aurum.variant_file: aurum.layer
---@field name? string Its name, that of the file.
---@field title? string What it is called for people; else its name.
---@field base? string Name of the variant it inherits from, or path from this file's folder.
---@field vars? table<string, "round"|"game"> What its hooks remember, by name: numbers from -32768 to 32767, 0 at the start, set to 0 by each deal where they are a round's. At most 16, with those of other parts.
---@field players? table<integer, aurum.layer> For each number of players (2 to 6) it is made for, the knobs and hooks that differ then.

---The rules of a variant for one number of players, resolved: every knob by
---name, each list a copy. `tostring(r)` says which. Bots too.
---@class aurum.rules: aurum.knob_values
---@field players integer Seats at the table, 2 to 6.
---@field name string What records call the variant: plain names, `standard` resolved, `"en-2023+cumulative"`.
---@field title string What it is called for people.
---@field digest string 16 hex digits that tell rules apart: of every knob not at its default, whatever the name. Records and positions carry it.
---@field side_of integer[] The side of each seat (RULES 2.1).
---@field side_n integer How many sides there are.
---@field deck aurum.set Every base metal in the game (RULES 1.3).
---@field asleep boolean Whether its hooks run in worker processes alone, and have not run in this one.
---@field gold_all aurum.pile Every gold card in the game (RULES 1.2, 1.3, 9.6).
local rules = {}

---A knob's value for people: `"12"`, `"true"`, `"exact highest_gold"`.
---@param knob string Raises if there is no such knob.
---@return string
function rules:text(knob) end

---In a worker process, run the files of hooks that sleep; raises where they fail,
---and in any other process. Nothing for rules that are awake. Bots too.
---@return aurum.rules self
function rules:wake() end

---What there is to know about a knob.
---@class aurum.knob
---@field name string Its name in variants and in rules.
---@field doc string What it says, in one line.
---@field expected string The values it takes, in words.
---@field default integer|boolean|string|integer[]|string[] Its value where no variant says otherwise.
---@field former? string Its name in earlier versions, if it was another: variants may still use it, with a note.

-- What happened: tables ------------------------------------------------------

---A change of bid (RULES 5).
---@class aurum.change
---@field seat integer Who paid.
---@field gold aurum.card What it paid.
---@field of integer Whose bid was replaced.
---@field card aurum.card The card laid in its place.

---The cards of a trick (RULES 6).
---@class aurum.trick_cards
---@field leader integer The seat that leads it.
---@field plays aurum.card[] Its cards in play order, the leader's first.

---The open trick; after a pass the void one (RULES 6, 8.1).
---@class aurum.open_trick: aurum.trick_cards
---@field number integer Its number in the round, from 1, tricks from before a built position counted.

---A finished trick (RULES 7).
---@class aurum.trick: aurum.trick_cards
---@field changes aurum.change[] The changes of bid before it, in play order.
---@field winner integer? The seat that won it; nil where a variant gives it to nobody.
---@field award aurum.card? The gold taken for the lowest card, nil for none (RULES 7.1).

---A round's score, each a list by side (RULES 9.1, 9.2).
---@class aurum.score
---@field taken integer[] Tricks taken.
---@field bid integer[] What was bid; -1 while a card of it is to be laid.
---@field bid_points integer[] Points for the bid.
---@field gold_points integer[] Points for gold held.
---@field points integer[] The sum of both.

---A round was dealt.
---@class aurum.event.deal
---@field kind "deal"
---@field round integer Its number, from 1.
---@field first integer The first player.
---@field hands table<integer, aurum.set> Hands by seat: in a bot its own alone.
---@field gold aurum.pile[] Gold dealt to each seat.
---@field extras aurum.set The cards left over; empty in a bot where they lie hidden.

---A seat laid its bid.
---@class aurum.event.bid
---@field kind "bid"
---@field seat integer Who.
---@field card aurum.card? The card; in a bot nil where it lies face down and is not its own.
---@field down boolean? true if it lies face down to bid 0, as far as the seat may know.

---All bids were laid, face down, and are turned up (RULES 4.3).
---@class aurum.event.reveal
---@field kind "reveal"
---@field bids table<integer, aurum.card> Bid cards by seat; nil for another's that stays down.

---A seat changed a bid.
---@class aurum.event.change: aurum.change
---@field kind "change"
---@field returned aurum.card? The card that was replaced, now in the hand of `seat`; in a bot nil if it lay face down and is none of its business.

---A seat that could change a bid did not.
---@class aurum.event.keep
---@field kind "keep"
---@field seat integer Who.

---A seat played a card.
---@class aurum.event.play
---@field kind "play"
---@field seat integer Who.
---@field card aurum.card What.

---A seat passed, which ends the round (RULES 6.4, 8).
---@class aurum.event.pass
---@field kind "pass"
---@field seat integer Who.
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
---@field score aurum.score What each side took, bid and got.
---@field winners integer[] The sides that took the round.

---The game ended.
---@class aurum.event.game
---@field kind "game"
---@field winners integer[] The sides that won it.

---What a bot observes, and what `state:events()` lists. An action's own event
---comes first, then what follows from it: reveal, trick, round, game.
---@alias aurum.event aurum.event.deal|aurum.event.bid|aurum.event.reveal|aurum.event.change|aurum.event.keep|aurum.event.play|aurum.event.pass|aurum.event.trick|aurum.event.round|aurum.event.game

-- States and views -----------------------------------------------------------

---What a state, a view and a hook context all show: the state all of it,
---the view what its seat may know (RULES 10). Each look makes a new value: keep
---it in a local.
---@class aurum.shared
---@field phase "deal"|"bid"|"change"|"play"|"over" What is due.
---@field turn integer? The seat to act; nil where none is.
---@field first integer? The round's first player; nil before the first deal.
---@field leader integer? The open trick's leader; the first player while bids are laid.
---@field round integer The number of the round, 0 before the first deal.
---@field bids table<integer, aurum.card> Bid cards by seat; nil before one is laid, and in a view where it is another's and face down.
---@field bid table<integer, integer> Bids by side, in tricks; nil while a card of it is to be laid or seen (RULES 4).
---@field taken integer[] Tricks taken this round, by side.
---@field need table<integer, integer> `bid` less `taken`, by side: below 0 for tricks too many.
---@field gold aurum.pile[] Collections, by seat.
---@field supply aurum.pile Gold that nobody has, that in the open trick aside.
---@field extras aurum.set Cards left over by the deal; empty in a view where they lie hidden.
---@field trick aurum.open_trick The open trick; after a pass the void one.
---@field points integer[] Points of finished rounds, summed, by side.
---@field nuggets integer[] Gold nuggets, by side (RULES 9.3).
---@field passer integer? The seat that ended the round; nil while it goes on.
---@field winners integer[] The sides that won the game; empty until it is over.
---@field rules aurum.rules The rules played by.

---What a state and a view show besides: what has happened. It begins where the
---history does: see `state:set`, `state:playout` and `view:sample`.
---@class aurum.standing: aurum.shared
---@field tricks aurum.trick[] The round's finished tricks, the first first.
---@field changes aurum.change[] The changes of bid before the open trick, in play order; `tricks` has the earlier ones.
---@field down boolean[] By seat, whether its bid lies face down to bid 0 (the knob `zero_bid`); in a view false for another's while all bids are hidden. A change lays it open.
---@field rounds aurum.round[] The finished rounds, the first first: what each came to when it ended. None from before a position that was built by `state:set` or read from a token.
---@field vars table<string, integer> What the variant's hooks remember, by name: -32768 to 32767. Empty where it declares nothing.

---Where a game stands, seen whole, with how it came there. Stepping it is
---applying actions and undoing them. Two states are `==` if they stand the same,
---however they came there. `tostring(s)` says where it is. Bots too. They build
---their own or get them from `view:sample`; a game's they never see.
---@class aurum.state: aurum.standing
---@field hands aurum.set[] Hands, by seat.
local state = {}

---Every legal action, in a fixed order: bids and plays by card, `keep` before
---changes, `pass` last. Empty where a deal is due and when the game is over.
---@return aurum.action[]
function state:legal() end

---The cards the seat to act may bid, play, or lay in a change.
---@return aurum.set
function state:legal_cards() end

---Whether an action is legal, and if not why: `false` and the rule that forbids
---it, `Z3: Zinc is already in the trick (RULES 6.3)`.
---@param action aurum.action_of Raises for what is none.
---@return boolean legal
---@return string? reason
function state:why(action) end

---Do it, for the seat to act. Raises with the reason if it is not legal; the
---state then stays as it was. 1024 actions a round are the most there may be.
---@param action aurum.action_of
---@return aurum.state self
function state:apply(action) end

---How a playout goes on: `"uniform"`, each legal action as likely as any other;
---`"quick"`, what `view:quick()` does, in C, some 0.1 microseconds an action; or a
---function that is shown the state and chooses for the seat to act, nil for any
---action. It costs what it does, and a microsecond an action. In a search the
---state is the same object each time: what is to be kept of it is cloned.
---@alias aurum.policy "uniform"|"quick"|fun(state: aurum.state): aurum.action_of|nil

---What a side plays for: its `"points"` in the round; its `"margin"`, the points
---less the best of the other sides'; its share of the `"round"` (1, 1/2 of two
---that tie, or 0); its share of the `"game"`, which is played to its end for it.
---@alias aurum.goal "margin"|"points"|"round"|"game"

---Play on to the end of the open round, or of the game: what a search does with
---a world that `view:sample` drew. Without a policy actions are drawn uniformly,
---some 2 microseconds a round; in a bot from the stream behind its `math.random`.
---
---The state itself is played on, and what led to its new place is forgotten, but
---for `rounds`: `undo()` and `events()` begin there. Clone what is to be kept. It
---stays where it is if no round is open, or if the game is over.
---@param policy? aurum.policy Who plays; `"uniform"` if left out. A function is shown this very state.
---@param to? "round"|"game" How far; `"round"` if left out, `"game"` if that is the goal. The deals on the way to a game's end are drawn as the actions are, never made from the game's seed.
---@param goal? aurum.goal What to tell; `"points"` if left out.
---@param seed? string|number Any text: the numbers drawn are then those of it alone, and the stream stays as it is.
---@return aurum.state self
---@return number[] result What the round that ended last, or the game, gave each side (RULES 9.2).
function state:playout(policy, to, goal, seed) end

---What `state:solve` is to find out.
---@class (partial) aurum.solve_options
---@field objective? "margin"|"round" The side's points of this round less the best other side's, or the round itself: 1 if the side takes it alone, 0 if it shares it, -1 if not (RULES 9). `"margin"` if left out.
---@field changes? "none"|"all" Whether every seat keeps its bid from here on, or may change it as the rules say: far more to look at. `"all"` if left out.
---@field side? integer Whose value it is; that of the seat to act if left out.
---@field nodes? integer Positions it may look at, 1 to 1000000000000; 1000000 if left out. Some millions of them take a second, under hooks a tenth of that.

---A legal action and what the value is after it.
---@class aurum.solved_move
---@field action aurum.action What is done.
---@field lo integer The value is then at least that,
---@field hi integer   and at most that.

---What `state:solve` found out. All of it is proven, whatever the budget.
---@class aurum.solution
---@field lo integer The value is at least that (-40000 where nothing is known of a margin),
---@field hi integer   and at most that (40000).
---@field value integer? The value, where `lo` is `hi`; nil where the budget did not suffice.
---@field exact boolean Whether the value, every best action and a line are known.
---@field nodes integer Positions looked at.
---@field moves aurum.solved_move[] Every action of `state:legal()`, in that order; without changes only `keep` where a change is asked for.
---@field best aurum.action[]? Every action that reaches the value, in that order; nil unless `exact`.
---@field line aurum.action[]? To the round's end, both sides playing best, every `keep` included; nil unless `exact`.

---What the open round is worth if every seat sees every hand: exact, for the
---last cards of a round. The side plays for itself and all others together
---against it: with two sides that is the value of the round, with more what the
---side can make sure of. Bids that are laid at once are taken as laid in turn.
---What finished rounds came to does not count. Raises if no round is open; where
---the program is interrupted or a bot's fuel runs out, too.
---
---A search by null windows, driven to the value as in MTD(f) (Plaat, Schaeffer,
---Pijls and de Bruin, Best-first fixed-depth minimax algorithms, Artificial
---Intelligence 87, 1996), with a table of 2 MiB, kept for the next call and
---counted against a bot's memory. The answer depends on the state and the
---options alone. Of four players' random endings (`aurum bench`) half those with
---four cards a hand take less than a millisecond without changes, with five some
---tens; with changes a tenth of a millisecond for two, some ten for three. The
---hardest take a hundred times as long. Under hooks every position asks them, and
---no bound is known beforehand. A node counts as 20 instructions of a bot's fuel.
---@param options? aurum.solve_options Raises for an unknown key or a value out of range.
---@return aurum.solution
function state:solve(options) end

---Take back the last action or deal, exactly.
---@return boolean done false at the beginning, or where the state was built. Raises, the state as it was, where a hook fails.
function state:undo() end

---A copy, history included: stepping the one leaves the other.
---@return aurum.state
function state:clone() end

---What a seat may know of it, as it stands now.
---@param seat integer
---@return aurum.view
function state:view(seat) end

---A round's deal made by hand.
---@class aurum.deal
---@field first integer The first player.
---@field hands aurum.set_of[] A hand for each seat; what is left over is extras.
---@field gold? aurum.pile_of[] Gold for each seat, where a variant deals other than G0.

---Deal the next round: from a seed, which with the round's number decides it, or
---by hand (RULES 3). Raises unless a deal is due and fits the rules.
---@param deal string|aurum.deal
---@return aurum.state self
function state:deal(deal) end

---The score as if the round ended now; after it has, what it came to: hooks are
---not asked again.
---@return aurum.score
function state:score() end

---A token that restores the state anywhere: `au1:VARIANT:DIGEST:DATA`. It holds
---the round's deal and actions, so an open round can be undone after loading.
---@return string
function state:position() end

---What a record's line says of who played.
---@class (partial) aurum.record_head
---@field seed? string The game's seed, `""` if left out.
---@field names? string[] The bots by seat, `""` for those left out.

---The game as a line of a record, its newline included. A game that goes on is
---written with its open trick.
---@param head? aurum.record_head
---@return string
function state:record(head) end

---Everything that happened, in order, all hands open.
---@param last? boolean Only what the last action or deal brought.
---@return aurum.event[]
function state:events(last) end

---A round as it was played: what `state:deal` and `state:apply` take, one after
---the other, to come here again. Where the history begins in the midst of a round
---its first entry has no deal, only actions.
---@class aurum.history
---@field first? integer The first player.
---@field hands? aurum.set[] The hands dealt.
---@field gold? aurum.pile[] The gold dealt.
---@field actions aurum.action[] What was done, in order.

---The deals and actions that led here, a table for each round.
---@return aurum.history[]
function state:history() end

---The state where an earlier decision of its game was due, history included:
---`state:at(2, 5, 3)`, or `state:at "2.5.3"`, where round 2's third play to trick 5
---was. Places are those of the REPL: trick 0 is the bidding, `"c1"` for a play the
---first question of a change, `state:at(2)` and `state:at(2, 5)` the first decision
---of a round and a trick, `"2.end"` where round 2 had ended. Raises for a place that
---is not there and tells the last that is. Some microseconds a round.
---@param round integer|string
---@param trick? integer|string
---@param play? integer|string
---@return aurum.state
function state:at(round, trick, play) end

---Every decision that led here, in order:
---`for before, action, place in state:decisions() do`. `before` is the state where
---it was due, one object that moves on: clone what is to be kept. `action` is what
---was done, `keep` too, and `place` where, such as `"2.5.c1"`. Raises if this
---state was taken back meanwhile and has gone another way.
---@return aurum.decisions
function state:decisions() end

---What `state:decisions` returns. Raises if the state it handed out was moved. Bots
---too.
---@class aurum.decisions
---@operator call: aurum.state?

---What happened as rows of a table, in order: `aurum.columns` says of what.
---@param name "rounds"|"seats"|"changes"|"tricks"|"plays" The table: a row for each finished round; seat and finished round; change of bid; finished trick; card played.
---@param game? integer The column `game`; 1 if left out.
---@param names? string[] The column `name`: the bots by seat.
---@param columns? string[] Those a row is to have; all if left out. The fewer, the faster.
---@return table<string, integer|string>[] rows By the names of columns. What is not there is nil; yes and no are 1 and 0.
function state:rows(name, game, names, columns) end

---The same rows as lines of CSV (RFC 4180), without a head. What is not there is
---empty. Names are guarded as `aurum.csv_text` does it.
---@param name "rounds"|"seats"|"changes"|"tricks"|"plays"
---@param game? integer
---@param names? string[]
---@param raw? boolean Leave the names as they are.
---@return string
function state:csv(name, game, names, raw) end

---What a built position says. What is left out stays as it is; gold that nobody
---has lies in the supply, and cards that are nowhere have been played.
---@class (partial) aurum.setup
---@field hands? aurum.set_of[] By seat.
---@field bids? aurum.card_name[] By seat. Where one is missing, a bid is due.
---@field gold? aurum.pile_of[] Collections, by seat.
---@field extras? aurum.set_of The cards left over.
---@field taken? integer[] Tricks taken, 0 to 64, by seat (not by side).
---@field nuggets? integer[] 0 to 99, by side.
---@field points? integer[] -100000 to 100000, by side.
---@field plays? aurum.card_name[] The open trick's cards, in play order.
---@field first? integer The round's first player.
---@field leader? integer The open trick's leader; its cards are then as `plays` says.
---@field round? integer Its number, 1 to 255.

---Build a position by hand. The state's history is forgotten: `tricks` and
---`events()` begin here, and undo ends here. Raises, the state as it was, for an
---unknown key and for what could not be played on: a card in two places, more
---gold than there is, more tricks than a round can have. A seat left out of a list
---keeps what it has. If no card is played yet, seats with gold are
---asked for changes, those of before again.
---@param setup aurum.setup
---@return aurum.state self
function state:set(setup) end

---What one seat may know, and nothing else: what a bot gets (RULES 10). A bot has
---one view, which is at each call as the game then stands; `copy` keeps one.
---`==` compares what is known. `tostring(v)` says whose and where. Bots too.
---@class aurum.view: aurum.standing
---@field seat integer Whose view it is.
---@field side integer Its side.
---@field partner integer? The next seat of the same side; nil if there is none.
---@field hand aurum.set Its hand.
---@field hand_n integer[] Cards in each hand, by seat.
---@field known aurum.set[] Cards known to be in each hand, by seat: bids that went back, and the hand a seat showed. The own is the hand.
---@field may_change integer[] How many changes of bid each seat may still make in the open window, in play order; 0 outside one (RULES 5).
---@field unseen aurum.set Base metals it cannot place: in other hands, in bids face down, or left over face down.
local view = {}

---Its legal actions, as `state:legal()`; empty when it is not its turn.
---@return aurum.action[]
function view:legal() end

---The cards it may bid, play, or lay in a change; empty when it is not its turn.
---@return aurum.set
function view:legal_cards() end

---A legal action, each as likely as any other; nil when it is not its turn.
---@return aurum.action?
function view:random() end

---Whether it may do this now, and if not why: see `state:why`.
---@param action aurum.action_of
---@return boolean legal
---@return string? reason
function view:why(action) end

---What the policy `"quick"` does here; nil when it is not its turn. It gives each
---card its chance to take the trick, times what one more trick is worth to its
---side and the others, and the gold it may be awarded; spends gold and changes
---bids where that gains more than it costs; and bids by the strength of its hand.
---It goes by the knobs of the rules, not by their hooks, and about one action in
---32 is any, in a bot from the stream behind its `math.random`.
---@return aurum.action?
function view:quick() end

---States that agree with all the seat knows: worlds to search in (Ginsberg 2001;
---Cowling, Powley and Whitehouse 2012). Their history is forgotten. In a bot from
---the stream behind its `math.random`. Raises if no state agrees, which no game
---comes to. nil and a message if a variant's hooks leave too few to be found.
---
---Each is as likely as any other; with `weight`, as likely as its weight says, by
---importance resampling (Rubin 1987): 10 n worlds are drawn, 100 at least, each is
---weighed once, and n are drawn of them with replacement, the heavier the more
---often. So the cost is ten calls of `weight` for each world that is wanted, and
---where few of those drawn have most of the weight, the same come again and again:
---`effective` says how many of equal weight they are worth (Kong 1992).
---@param n? integer How many, 1 to 100000, with weights to 10000; 1 if left out.
---@param weight? fun(state: aurum.state): number How likely its seats are to have done what they did, on any scale: 0 or more. The state is the same object each time. Raises for anything else, and if every world weighs 0.
---@param seed? string|number Any text: the numbers drawn are then those of it alone, and the stream stays as it is.
---@return aurum.state[]? worlds
---@return number|string? effective With weights; or the message.
function view:sample(n, weight, seed) end

---How to search. Something must end it: `sims`, `ms` or both, whichever is first.
---@class (partial) aurum.search_options
---@field sims? integer How many simulations, 1 to 1000000000: the answer then follows from view, options and random stream alone, byte for byte. With `"flat"` rounded up to whole worlds.
---@field ms? number Milliseconds of processor time, up to 3600000, worlds that are weighed included. It is looked at every 32 simulations, where the policy is a function after each; so many are done in any case. How many simulations that allows differs from run to run, and so may the answer: it would be a clock, so bots that are not trusted are refused it.
---@field seed? string|number Any text: the answer then follows from view and options alone. If left out, the random stream decides. That moves on alike.
---@field method? "ismcts"|"flat" Which; `"ismcts"` if left out.
---@field policy? aurum.policy How playouts go on; `"quick"` if left out.
---@field objective? aurum.goal What each side plays for; `"margin"` if left out.
---@field left? integer Ends playouts early: before the first trick for which the leader has so many cards or fewer, 0 to 100; 0, which is never, if left out. For an objective of `"margin"` or `"points"` only.
---@field others? "tree"|"policy" What the other seats do in a tree: what the tree finds best for them, in which they see more than they should, since this seat's hand is the same in every world; or what the policy does, which sees no more than they do. `"tree"` if left out.
---@field explore? number The weight of exploration in a tree, 0 to 100; 1 if left out. In standard deviations of what simulations gave a side (the greatest so far, and at least 0.5), so that it means the same whatever the goal: for a share of the round 1.4 is the 0.7 of Cowling et al.
---@field moves? aurum.action_of[] The moves to compare; all that are worth a look if left out.
---@field weight? fun(state: aurum.state): number Worlds by weight: see `view:sample`.
---@field worlds? integer How many are drawn and weighed once, before the search draws from them: 1 to 100000; 1000 if left out, 230 bytes each.
---@field nodes? integer Where a tree stops growing: 1 to 10000000 nodes of 40 bytes; 262144 if left out, but no more than `sims`. They are taken at once, and count against a bot's memory.
---@field partial? boolean Whether an interrupt, or fuel that is down to a tenth, ends it with the best so far, once there is one; otherwise that raises. So does what a stock `lua5.4` interrupts while it is in a function of yours.

---What a search says of a move.
---@class aurum.search_move
---@field action aurum.action The move.
---@field visits integer Simulations that began with it.
---@field mean number? What they gave the own side on the average; nil without any.
---@field error number? Its standard error: the mean is within twice that 19 times in 20, of moves that playouts alone judge. nil with fewer than two visits.
---@field paired_error number? Of `"flat"`: the standard error of its mean less that of the best move, from their differences in the same worlds. nil for the best itself, and with fewer than two visits.

---What a search found.
---@class aurum.search
---@field best aurum.action The move to make: of a tree the most visited, else that of highest mean.
---@field moves aurum.search_move[] The moves that were tried, the most visited first, then by mean.
---@field line aurum.action[] How it is expected to go on: `best` and, of a tree, the moves most visited after it, as long as those are ten visits or more.
---@field sims integer Simulations.
---@field nodes integer Nodes, the root among them.
---@field seconds number? Processor time that it took; nil in a bot that is not trusted, which has no clock.
---@field cut boolean Whether it was ended early: see `partial`.

---The move to make, judged by playing on in worlds drawn from what the seat knows:
---an answer follows from the view, the options and the random stream alone, since
---nothing is kept from one search to the next. Worlds and playouts are in C.
---
---`"flat"`: flat Monte Carlo with determinization (Ginsberg 2001). Every move is
---tried in the same worlds with the same random numbers (common random numbers,
---Glasserman and Yao 1992), so that some luck cancels between moves: how far their
---difference is known, `paired_error` says.
---
---With `left` a playout ends early (Lorentz, Early Playout Termination in MCTS,
---2015) and is judged by what its bids, tricks taken and gold are worth, in the
---eyes of the policy `"quick"`, which goes by the rules' data and not by their
---hooks. Most of the luck is in the last tricks, whatever move is judged: of four
---players' results before the first trick, `left = 3` leaves half the variance
---and four fifths of the time. But the last tricks are then not looked at:
---use it while they are far.
---
---`"ismcts"`: information set Monte Carlo tree search, with one observer (Cowling,
---Powley and Whitehouse 2012). A tree grows over what the seat can see happen, by
---a node each simulation, which plays in a world of its own: what cannot be done
---there is left aside, and UCB1 (Auer, Cesa-Bianchi and Fischer 2002) counts for
---each move how often it could have been chosen. Each seat goes for its own side's
---result (max^n: Luckhardt and Irani 1986). What the seat cannot see is drawn and
---never branched on: bids that others lay face down. Nor are they once they are
---turned up: what follows is then judged by its average over them.
---
---Changes of bid are narrowed to those that pay the gold of fewest points and lay
---another rank, one card of each rank in place of each bid; `moves` says otherwise
---for the move to make. In a tree they are widened with visits (progressive
---unpruning, Chaslot et al. 2008): a node gets its n-th change at 4 n^2 visits,
---that first which brings the bid nearest to the tricks taken and half the side's
---share of those to come.
---
---Simulations are charged 300 instructions each where a bot's are counted, and
---more for a function's own. Raises when it is not the seat's turn, for an unknown
---option or a wrong value, and what a policy or a hook raises; nil and a message as
---`view:sample`.
---@param options aurum.search_options
---@return aurum.search?
---@return string? message
function view:search(options) end

---A copy that stays as it is.
---@return aurum.view
function view:copy() end

-- Bots -----------------------------------------------------------------------

---How a bot answers `change` with a table.
---@class aurum.change_answer
---@field gold aurum.card_name What it pays, from its collection.
---@field card aurum.card_name What it lays, from its hand.
---@field of? integer Whose bid it replaces; its own if left out.

---The table that a bot's file returns. The file is run anew for each game, in a
---Lua state of its own for each seat, so nothing passes from one game or seat to
---another. It is handed itself as `self`, where it may keep what it likes: a
---cache, since `start` and `observe` alone must be able to rebuild it.
---
---It has the global `aurum` with what is marked "Bots too", and of Lua what
---cannot reach outside: `math`, `string`, `table` and `utf8` with few gaps, no
---`io`, `os`, `package`, `debug`, `coroutine` or `load`. `pairs`, `next` and
---`table.sort` always go the same way: keys are numbers, then strings, then
---cards. `math.random` begins anew for each decision from the game's seed, the
---seat and the decision, and cannot be seeded. `print` goes to stderr, at most
---20000 bytes a game.
---
---No call of a library runs for long, or makes much at one stroke. A pattern that
---might have to be tried in too many ways on a subject so long is refused: it has
---too many `*`, `+`, `-` or `?` (`"(.-)\n"` goes with 5 KB, `"%S+"` with any
---text, `"(%S+) (%S+) (%S+) (%S+)"` with some 90 bytes). A call returns at most 1
---MiB of text, and moves or sorts at most 100000 values of a table. Functions of
---`table` are raw: they go by what a table holds, not by its `__len`, `__index`
---or `__newindex`. Text never tells an address: what has no text of its own is
---named by its type.
---
---`setmetatable` takes a copy of the metamethods, shared by the objects of a
---class, and `getmetatable` returns the original: what is changed in that later
---comes into force with the next `setmetatable`, for the table it is called with.
---`__gc`, `__close` and `__mode` are refused.
---
---A bot that raises, or answers what is not legal, is at fault: its side forfeits
---the game, or the first legal action is played for it (`on_fault`).
---@class aurum.bot
---@field name? string What it is called, for people.
---@field api? integer The API it is written for: 1. Another is an error.
---@field options? table<string, number|string|boolean> Its options with their defaults. `NAME:key=value` gives another value, of the same type; `self.options` has them resolved, a copy for each game. Names are words as `key`, texts have no control characters, and the bot's name with all of them has at most 1024 bytes.
---@field bid fun(self: aurum.bot, view: aurum.view): aurum.action_of The card to bid (RULES 4).
---@field change? fun(self: aurum.bot, view: aurum.view): aurum.change_answer|aurum.action_of|nil The change to make, nil to keep. Without it the bot keeps (RULES 5).
---@field play fun(self: aurum.bot, view: aurum.view): aurum.action_of|nil The card to play, nil to pass (RULES 6).
---@field start? fun(self: aurum.bot, view: aurum.view) Called after each deal.
---@field observe? fun(self: aurum.bot, event: aurum.event) Told of all that happens, its own actions too, as far as its seat may know.
---@field [string] any What it keeps for itself.

---A bot's file, found and read: what `aurum.bot` returns. Not in bots.
---@class aurum.bot_file
---@field name string What records call it, before its options.
---@field path string Its path, for messages.
---@field source string Its text.
---@field bundled boolean Whether it came with aurum.
---@field options table<string, string> The options that were given, as text.
---@field spec string What was asked for: `NAME|PATH[:key=value]...`.

-- Games ----------------------------------------------------------------------

---How to make a game.
---@class (partial) aurum.game_options
---@field variant? string|aurum.rules Name, path, or rules; `"standard"` if left out.
---@field players? integer For how many; see `aurum.variant`. Ignored with rules.
---@field seed? string|number Any text; 128 random bits if left out. Deals and bots' random numbers follow from it, and game g of a match of seed S has `S.g`.
---@field bots? (string|aurum.bot_file|false)[] Bots by seat, `"greedy"`, `"./mine.lua:caution=3"`, or false for a seat moved by hand. Fewer than seats repeat in seat order; without any all are moved by hand.
---@field on_fault? "forfeit"|"substitute" What comes of a bot's fault; `"forfeit"` if left out.
---@field trust? boolean Whether bots have all of Lua's libraries, files and processes too, and memory without a cap; else what "Bots too" marks, and 128 MiB. Not with fuel.
---@field fuel? integer Instructions of Lua that a bot may take for one call, 1 to 2147483647; more is a fault that repeats exactly. Functions in C are charged by the work they do: a simulation as 300, a node of `state:solve` as 20, a value of a list as some 10, a kilobyte of text as 32, a pattern as what it may cost at most. The events of one action are observed in one call. 0, or left out: any number.

---A bot's fault.
---@class aurum.fault
---@field round integer In which round; 0 before the first.
---@field trick integer In which trick, 0 while bidding.
---@field seat integer Whose.
---@field ask "bid"|"change"|"play"|"start"|"observe" What it was called for.
---@field kind "error"|"illegal"|"memory"|"fuel"|"cpu"|"crash"|"host" What it did: raised an error, answered what is not legal, took more memory, instructions or processor time than it may, or crashed its process. In a game of this process it is one of the first four; `"host"` is none of its doing.
---@field message string In one line, without paths.
---@field substituted boolean Whether the first legal action was played for it, or the game went on regardless; else its side forfeited.

---How long one seat's bot took in a game.
---@class aurum.timing
---@field decisions integer How often it was asked in this game.
---@field seconds number What that took in all, by a clock that only goes forward.

---A finished round of a game.
---@class aurum.round: aurum.score
---@field winners integer[] The sides that took it.

---A game that bots play, or hands, or both. `tostring(g)` says of what. Not in
---bots.
---@class aurum.game
---@field state aurum.state Where it stands. What is done to it directly the bots do not observe.
---@field rules aurum.rules The rules played by.
---@field seed string Its seed.
---@field names string[] The bots by seat with their options, `""` for a seat moved by hand.
---@field over boolean Whether it has ended, by the rules or by a forfeit.
---@field winners integer[] The sides that won it: after a forfeit the others. Empty while it goes on.
---@field faults aurum.fault[] The bots' faults so far.
---@field rounds aurum.round[] The finished rounds.
---@field trace string? The first fault for people: with traceback, or with what was legal. nil without any.
---@field memory integer[] Bytes that each seat's bot holds, 0 for a seat moved by hand.
---@field timing aurum.timing[] How long each seat's bot took to decide.
local game = {}

---One step: the deal that is due, or what the bot to act does. Raises if the game
---is over or the seat is moved by hand.
---@return aurum.action? action What was done; nil for a deal, or a forfeit.
function game:step() end

---Play to the end. Raises if a seat is moved by hand.
---@return aurum.game self
function game:run() end

---Deal the next round: by hand, or from the game's seed. Raises unless one is due,
---and if what is given does not fit the rules.
---@param deal? aurum.deal
---@return aurum.game self
function game:deal(deal) end

---Act for the seat to act, whatever sits there. Raises if it is not legal.
---@param action aurum.action_of
---@return aurum.game self
function game:apply(action) end

---A call of a bot that ended the process it was in: see `aurum.sys.workers`.
---@class aurum.death
---@field call integer Which call of a bot in its game, from 1.
---@field kind "cpu"|"memory"|"crash"|"host" How it died.
---@field message string What its fault says.

---Begin a new game with the same bots, which are run anew. A bot that died at a
---call when the game was played before is not called there again: that is its
---fault. After three deaths it is not called any more in this game.
---@param seed string|number
---@param deaths? aurum.death[] At most 18.
---@return aurum.game self
function game:restart(seed, deaths) end

---Play from where it stands to the end by random actions, with every invariant
---held after each, and every answer of a hook against that of rules made anew:
---what `aurum variant check` does. Bots are not asked. The state then stands where
---the game ended, or where it went wrong.
---@param twin aurum.rules The same rules, made another time.
---@return true? sound nil if something is wrong.
---@return string? message What.
function game:check(twin) end

---The names of the functions in a bot's table, sorted: `bid`, `play` and its own.
---Raises for a seat that is moved by hand.
---@param seat integer
---@return string[]
function game:functions(seat) end

---Begin a new game where a state stands, with the same bots, which are run anew
---and told of the round as it then is. The seed stays.
---@param state aurum.state One of the same rules.
---@return aurum.game self
function game:begin(state) end

---The game as a line of a record, its newline included. A game that goes on is
---written with its open trick.
---@return string
function game:record() end

-- Records and files ----------------------------------------------------------

---A difference between a record and what follows from its deals and actions.
---@class aurum.difference
---@field what string Where in the record: `round 2 trick 5 winner`.
---@field expected string What follows.
---@field got string What it says.

---A line of a record, read. Its fields are what it claims. It holds more memory
---than Lua's collector knows of: who reads many closes each, by
---`local record <close> = ...`. Not in bots.
---@class aurum.record
---@field variant string The variant's name.
---@field players integer For how many, 2 to 6.
---@field seed string The game's seed, `""` if it names none.
---@field digest string? The digest of its rules, nil if it has none.
---@field names string[] The bots by seat.
---@field winners integer[] The sides that won.
---@field faults aurum.fault[] The bots' faults, as it tells them.
local record = {}

---Play its deals and actions and compare every figure that follows from them. It
---stops at the first thing that cannot be played.
---@param rules aurum.rules Those of its variant and number of players.
---@param state? aurum.state One under these very rules, used again: for speed.
---@return aurum.difference[] differences Empty if the record is right.
---@return aurum.state state The game as far as it could be played.
function record:replay(rules, state) end

---Give its memory back. Whatever is asked of it then raises.
function record:close() end

---A round of a recorded game.
---@class aurum.recorded_round
---@field number integer Its number, from 1.
---@field first integer The first player.
---@field hands aurum.set[]? Hands by seat, as dealt; nil where the game begins in the midst of it.
---@field gold aurum.pile[]? Gold dealt to each seat; nil likewise.
---@field extras aurum.set The cards left over.
---@field bids aurum.card[] Bid cards by seat, as first laid.
---@field last_bids aurum.card[] Bid cards by seat at its end.
---@field tricks aurum.trick[] The finished tricks.
---@field open aurum.recorded_trick The void trick that ended it, or the one that a fault cut short.
---@field passer integer? The seat that ended it; nil where a fault cut it short.
---@field score aurum.score? What it came to; nil likewise.
---@field winners integer[] The sides that took it; none likewise.

---A trick that was never finished.
---@class aurum.recorded_trick: aurum.trick_cards
---@field changes aurum.change[] The changes of bid before it.

---A game that was read from a file, every figure of it held against the rules. A
---table, which may be kept. `tostring(g)` says where it is. Not in bots.
---@class aurum.recorded
---@field number integer Its number, from 1 in the order they are read.
---@field file string The file it is in, as it was named.
---@field line integer Its line there.
---@field text string That line.
---@field variant string The variant's name.
---@field players integer Seats at the table.
---@field seed string The game's seed, `""` if it names none.
---@field digest string? The digest of its rules, nil if it has none.
---@field names string[] The bots by seat.
---@field winners integer[] The sides that won.
---@field faults aurum.fault[] The bots' faults.
---@field forfeited boolean Whether a fault decided it.
---@field rules aurum.rules The rules it was held against.
---@field state aurum.state Where it ended, its history included.
---@field rounds aurum.recorded_round[] Its rounds, made when first asked for.
local recorded = {}

---`state:at`; without a place a copy of the state at the end.
---@param round? integer|string
---@param trick? integer|string
---@param play? integer|string
---@return aurum.state
function recorded:at(round, trick, play) end

---`state:decisions`.
---@return aurum.decisions
function recorded:decisions() end

---`state:rows`, with this game's number and names; of `"games"` one row.
---@param name "games"|"rounds"|"seats"|"changes"|"tricks"|"plays"
---@param columns? string[]
---@return table<string, integer|string>[]
function recorded:rows(name, columns) end

---`state:csv`, likewise.
---@param name "games"|"rounds"|"seats"|"changes"|"tricks"|"plays"
---@param raw? boolean Leave names, seed, variant and file as they are.
---@return string
function recorded:csv(name, raw) end

---Call one of the functions that were given as `asks`, with the game and what
---follows. In a command, the code of a variant from elsewhere runs in a worker
---process: such a game has what its line says, `rows`, `csv` and `ask`, and what
---travels is plain data.
---@param name string
---@param ... any
---@return any ...
function recorded:ask(name, ...) end

---How to read records.
---@class (partial) aurum.records_options
---@field strict? boolean true to raise at the first line that would be skipped, with file and line.
---@field variant? string The rules to replay them under, instead of those they name; a house rule alone replaces the part of that name.
---@field asks? table<string, fun(game: aurum.recorded, ...: any): ...> Functions that `game:ask(name, ...)` calls with the game.
---@field skip? fun(file: string, line: integer, problem: string, differences: aurum.difference[]) Called with each line that is skipped. Without it, stderr reports the first five and the number of the others.

---What `aurum.records` returns: called, it gives the next game, nil at the end.
---@class aurum.records
---@field count integer Games so far.
---@field skipped integer Lines skipped so far.
---@field unread integer Files that could not be read to their end, such as gzip data cut off; that is skipped like a line.
---@operator call: aurum.recorded?

---How to judge.
---@class (partial) aurum.judge_options
---@field sims? integer Simulations for a decision, 100 at least; `aurum.judged_by.sims` if left out.
---@field seed? string|number Any text: the answers follow from it, the place and what the seat knew; `""` if left out.
---@field seat? integer Whose decisions alone.
---@field place? string Those of a round, a trick or one alone: `"2"`, `"2.5"`, `"2.5.3"`.

---What the judge goes by. To write there changes nothing.
---@class aurum.judged_by
---@field sims integer Simulations for a decision: 2000.
---@field least integer The fewest that may be asked for: 100.
---@field inaccuracy number From which loss on it is one, in points: 0.5.
---@field mistake number Likewise: 1.5.
---@field blunder number Likewise: 4.
---@field equal number Moves that lie no further apart do not matter: 0.2.
---@field ending integer Cards in hand from which on it solves: 3.
---@field price number What a change of bid must gain besides, where a hand has more cards than that: 2. Playing on shows little of what the gold would be good for.

---What a round comes to for a side after a move, played on by the policy
---`"quick"` in 200 worlds, on average.
---@class aurum.expectation
---@field points number The side's points,
---@field gold number   those of them for gold,
---@field others number   and the best other side's.
---@field exact number How often it takes exactly its bid, 0 to 1.
---@field round number Its share of rounds taken, 0 to 1.

---A decision, judged by what the seat could know. Its loss is what another move
---was better by, in points of the round: the side's less the best other side's.
---
---`"fine"` is a loss below that of an inaccuracy, and `"unsure"` a greater one
---whose interval reaches below it; the rest follow from the loss. What they are is
---in `aurum.judged_by`. A table, which may be kept.
---@class aurum.verdict
---@field place string Where: `"2.5.3"`, as in `state:at`.
---@field round integer The round,
---@field trick integer   and the trick, 0 for bids.
---@field seat integer Whose decision it was.
---@field side integer Its side.
---@field ask "bid"|"change"|"play" What it was asked.
---@field moves integer How many legal actions there were: 2 at least.
---@field done aurum.action What it did.
---@field better aurum.action? The best that was found; `done` itself where nothing seemed better. nil if it could not be judged.
---@field loss number? What it lost; may come out below 0. nil likewise, as are those that follow.
---@field error number? The standard error of that: 0 where nothing seemed better.
---@field low number? The ends of the 95 % interval for it,
---@field high number?   from Student's t.
---@field class "fine"|"inaccuracy"|"mistake"|"blunder"|"unsure"|nil What to call it.
---@field matters boolean? Whether the moves that were tried lie apart.
---@field spread number? How far, in points.
---@field solved boolean? Whether it was judged by solving worlds, else by playing on.
---@field expected aurum.expectation? What `done` leads to; nil where it is fine, or unsure and less than a mistake, and where it was solved.
---@field instead aurum.expectation? What `better` leads to; likewise.
---@field problem string? Why it could not be judged: a variant's hooks leave too few worlds to be found, or raise.

---What a round's deal is worth to each side where the policy `"quick"` plays all
---seats, all hands as dealt: points less the mean of the others', so that they sum
---to 0.
---@class aurum.deal_luck
---@field round integer The round.
---@field worth number[] What the deal is worth, by side.
---@field error number[] The standard error of that.
---@field came number[]? What the round came to, by side; nil if it has not ended.

---A file of lines, such as a record's, open for writing. What is written is never
---a torn line, also if the disk is full. Closed when collected. Not in bots.
---@class aurum.writer
local writer = {}

---Add whole lines. Raises if they do not end in a newline.
---@param lines string
---@return true? done nil if writing failed.
---@return string? message
function writer:write(lines) end

---Hand on what was gathered.
---@return true? done nil if writing failed.
---@return string? message
function writer:flush() end

---Write what was gathered and close the file. Raises if it is closed.
---@return true? done nil if writing failed.
---@return string? message
function writer:close() end

---What `aurum.sys.lines` returns: called, it gives the next line's number, its text,
---nil or what was wrong with it, and whether a newline ended it; nothing at the
---end. Not in bots.
---@class aurum.reader
---@operator call: integer?
local reader = {}

---Whether the next line is there already; else it is read, which may wait.
---@return boolean
function reader:ready() end

-- Pictures -------------------------------------------------------------------

---What every picture takes besides.
---@class (partial) aurum.chart_options
---@field title? string A line above it.
---@field width? integer Its columns, 30 at least; 80 if left out.
---@field ascii? boolean Whether it is ASCII, labels too; if left out, true where the locale is not one of UTF-8.
---@field format? string How numbers are written, as in `string.format`; by what they are if left out.

---What `aurum.chart.bars` takes.
---@class (partial) aurum.bars_options: aurum.chart_options
---@field rows any[][] Each `{ label, value }`, or `{ label, value, low, high }` with the ends of an interval.

---What `aurum.chart.histogram` takes.
---@class (partial) aurum.histogram_options: aurum.chart_options
---@field counts table<integer, number> How often each whole number came.
---@field step? integer How many numbers make a bin; if left out, so many that there are 24 bins at most.

---What `aurum.chart.heat` takes.
---@class (partial) aurum.heat_options: aurum.chart_options
---@field rows any[] Labels of the rows.
---@field columns any[] Labels of the columns.
---@field values table<integer, any> A list of numbers for each row; nil leaves a cell empty.
---@field corner? string What stands above the labels of the rows.
---@field by? "row"|"all" What a cell is dark in comparison to: the greatest of its row, or of all; `"all"` if left out.

---What `aurum.chart.line` takes.
---@class (partial) aurum.line_options: aurum.chart_options
---@field series any[][] Each `{ label, { y, ... } }`; not-a-number leaves a gap.
---@field height? integer Its rows at most, 3 to 100; 12 if left out.
---@field first? integer The number of the first point; 1 if left out.
---@field x? string What the points are.

---What `aurum.chart.spark` takes.
---@class (partial) aurum.spark_options: aurum.chart_options
---@field values number[] What to show.

---Pictures of figures for a terminal, as text that ends in a newline. The figures
---stand beside them; none is wider than 80 columns, or than `width`. Labels may be
---anything that has a text and are cut where they do not fit; where there is
---nothing to show the picture says so. Colours appear only where standard output
---is a terminal that shows them. Raises for an unknown option or a wrong value.
---
---    io.write(aurum.chart.bars { rows = { { "greedy", 7.1, 6.8, 7.4 },
---      { "lowball", 3.2, 2.9, 3.5 } } })
---
---Not in bots.
---@class aurum.chart
local chart = {}

---Bars, to the left where a value is below 0, each with its value and interval. A
---value that is not a number, or infinite, has its text and no bar.
---@param options aurum.bars_options
---@return string
function chart.bars(options) end

---How often each number came, all between the least and the greatest, with the
---share of all.
---@param options aurum.histogram_options
---@return string
function chart.histogram(options) end

---A matrix: each cell has its number and is the darker the greater that is. More
---columns than fit follow below.
---@param options aurum.heat_options
---@return string
function chart.heat(options) end

---Lines through points at equal distances, such as the score through a game. What
---they end at and their range stand below.
---@param options aurum.line_options
---@return string
function chart.line(options) end

---A row of small bars, one character each, without a newline.
---@param options aurum.spark_options
---@return string
function chart.spark(options) end

-- The module -----------------------------------------------------------------

---The module: `require "aurum"`, in the program as under a stock Lua 5.4 that
---finds `aurum.so`; in bots and in the program also the global `aurum`.
---@class aurum
---@field api integer Version of the API: 1. Bots too.
---@field version string Version of the program. Not in bots.
---@field home string The folder that holds `lua/`, `scripts/` and `variants/`. Not in bots.
---@field hooks string[] The names of the hooks of a variant: see `aurum.layer`. Not in bots.
---@field judged_by aurum.judged_by What `aurum.judge` goes by. Not in bots.
---@field sys aurum.sys Files, processes, clocks. Not in bots.
---@field chart aurum.chart Pictures of figures for a terminal. Not in bots.
aurum = {}

---A card by its name. Bots too.
---@param name aurum.card_name Raises for what is no card of the usual decks.
---@return aurum.card
function aurum.card(name) end

---A set of cards of the usual decks; empty without an argument. Bots too.
---@param cards? aurum.set_of|integer Or `set.bits`.
---@return aurum.set
function aurum.set(cards) end

---The knobs of the rules, in order. Bots too.
---@return aurum.knob[]
function aurum.knobs() end

---Whether a value fits a knob. Bots too.
---@param knob string Raises if there is no such knob.
---@param value any
---@return true? fits nil if it does not.
---@return string? expected What does.
function aurum.knob_fits(knob, value) end

---What `aurum.rules` makes rules of.
---@class (partial) aurum.rules_options
---@field players integer Seats at the table, 2 to 6.
---@field knobs aurum.some_knobs What is not the default.
---@field name? string
---@field title? string
---@field text? string What else the digest tells apart.
---@field hooks? aurum.source[] Files whose hooks hold, in this order. Not in bots.
---@field vars? aurum.var[] What these remember.
---@field asleep? table<string, integer> How many functions each hook has: the files are then run in worker processes alone, when one first asks a hook. Not in bots.

---A file that was read.
---@class aurum.source
---@field path string What errors call it.
---@field text string What it says.

---A var of a variant.
---@class aurum.var
---@field name string Its name.
---@field scope "round"|"game" Whether each deal sets it to 0.

---Rules from knobs alone: what `aurum.variant` ends in. nil, a message and the
---knob at fault if they do not fit each other. Bots too.
---@param options aurum.rules_options
---@return aurum.rules?
---@return string? message
---@return string? knob
function aurum.rules(options) end

---A state at the beginning of a game, a deal due. Bots too.
---@param rules aurum.rules
---@return aurum.state
function aurum.state(rules) end

---The state of a position's token under given rules; nil and a message if it is
---none, of other rules, or a state that could not be played on. Bots too.
---@param token string
---@param rules aurum.rules
---@return aurum.state?
---@return string? message
function aurum.load_position(token, rules) end

---What rules a position's token is of; nil and a message if it is none. Bots too.
---@param token string
---@return string? variant
---@return integer|string players Or the message.
---@return string? digest
function aurum.read_position(token) end

---The state of a position's token. Its variant is the one given, or is found by
---its name among those installed; nil and a message if that is not possible. Not
---in bots.
---@param token string
---@param variant? string|aurum.rules A name or path; or rules, which are used if their digest is the token's.
---@return aurum.state?
---@return string? message
function aurum.position(token, variant) end

---The rules of a variant: a name, names composed with `+`, or a path (what has a
---`/` or ends in `.lua`). Names are looked up among those that came with aurum,
---then in each folder of `$AURUM_PATH` and its `variants/`, then in
---`$XDG_DATA_HOME/aurum/variants`. A file that has changed is read again; rules
---made before stay as they are. In records a file goes by its plain name, without
---folder and `.lua`. nil and a message if there is none or it is wrong. Its code
---runs in this process, within the limits of hooks. Not in bots.
---@param name string `standard` is `en-2023`.
---@param players? integer For how many; the most the variant is made for, up to 4, if left out.
---@return aurum.rules?
---@return string|string[]|nil message Or notes, if there are any: where house rules contradict each other, and which holds; where a knob goes by its former name.
function aurum.variant(name, players) end

---The same for a name that was read from a file, such as a record's variant: it
---is looked up, and never opened as a path. Not in bots.
---@param name string
---@param players? integer
---@return aurum.rules?
---@return string|string[]|nil message
function aurum.named_variant(name, players) end

---The name or path that rules were loaded by; nil for rules made otherwise. Not
---in bots.
---@param rules aurum.rules
---@return string?
function aurum.variant_given(rules) end

---From here on have variants' files that did not come with aurum read by `read`,
---as `aurum.variant_file` reads them, and their hooks run in worker processes
---alone. For commands. Not in bots.
---@param read fun(path: string, text: string): table?, string?
function aurum.confine_variants(read) end

---What is wrong with a variant: `tostring(p)` is `PATH:LINE: MESSAGE`.
---@class aurum.problem
---@field path? string The file; nil where it is the name that is wrong.
---@field line? integer Where in it.
---@field message string What.

---A number of players' part of a variant's file.
---@class aurum.variant_layer
---@field knobs table<string, any> Those it sets.
---@field hooks table<string, integer> Those it has: the line of each function.

---One of the files that a variant is made of.
---@class aurum.variant_source: aurum.variant_layer
---@field path string Where it is.
---@field text string What it says.
---@field covered string The text that the digest of rules covers if it has hooks: `text`, or an earlier one with the same code.
---@field part string The part of the variant's name it belongs to.
---@field house boolean Whether that is a house rule: not the first part.
---@field players table<integer, aurum.variant_layer> What differs for numbers of players.
---@field vars aurum.var[] What its hooks remember.
---@field data table What it returned, `{ hook = LINE }` for functions.
---@field lines table<string, integer> The line of each key: `"over"`, `"players.3.over"`.
---@field problems aurum.problem[] What is wrong with it.
---@field notes string[] Where a knob goes by its former name.

---A variant, read, before rules are made of it.
---@class aurum.variant_info
---@field given string The name or path that was asked for.
---@field name string What records call it.
---@field title string What it is called for people.
---@field titles string[] The title of each part.
---@field files aurum.variant_source[] What it is made of, in the order they apply.
---@field vars aurum.var[] What its hooks remember.
---@field counts integer[] The numbers of players it is made for, sorted; none for a house rule.
---@field problems aurum.problem[] What is wrong with it; nothing can be made of it then.
---@field notes string[] Where house rules contradict each other, and where a knob goes by its former name.
local variant_info = {}

---Note something that is wrong with it.
---@param format string As in `string.format`.
---@param ... any
function variant_info:refuse(format, ...) end

---What holds for a number of players.
---@class aurum.resolved
---@field knobs table<string, any> Every knob that a file sets.
---@field from table<string, {path: string, line: integer, order: integer}> Where each was set last.
---@field hooks table<string, {path: string, line: integer}[]> Where each hook's functions are, in the order they are asked.

---What its files say for a number of players, the later over the earlier.
---@param players integer
---@return aurum.resolved
function variant_info:resolve(players) end

---Rules made of it, anew at each call; nil and what is wrong with them.
---@param players integer One of `counts`.
---@return aurum.rules?
---@return aurum.problem?
function variant_info:rules(players) end

---Everything about a variant, also about one that is wrong: what
---`aurum variant show` and `check` tell. Not in bots.
---@param name string A name or path, as for `aurum.variant`.
---@return aurum.variant_info
function aurum.read_variant(name) end

---Run a variant's file by itself and copy what it returns, a table of plain data,
---functions as `{ hook = LINE }`; nil and a message if it fails, or takes more
---than a second or 64 MiB. Not in bots.
---@param path string What messages call it.
---@param text string What it says.
---@return table?
---@return string? message
function aurum.variant_file(path, text) end

---A file that its name does not mean, since another is found before it.
---@class aurum.shadowed
---@field name string What it is called.
---@field file string Where it is.

---The names of all variants that can be found, and their files by name. Not in
---bots.
---@return string[] names Sorted.
---@return table<string, string> files
---@return aurum.shadowed[] shadowed Files of such a name that it does not mean: in later folders, and in the working folder.
function aurum.variants() end

---A bot's file by name or path, `:key=value` for each option behind it. Names are
---looked up as those of variants, in folders called `bots`. nil and a message if
---there is none. Not in bots.
---@param spec string
---@return aurum.bot_file?
---@return string? message
function aurum.bot(spec) end

---The same for a bot that was read from a file, such as a record's: its name is
---looked up, and never opened as a path. Not in bots.
---@param spec string
---@return aurum.bot_file?
---@return string? message
function aurum.named_bot(spec) end

---The names of all bots that can be found, and their files by name. Not in bots.
---@return string[] names Sorted.
---@return table<string, string> files
---@return aurum.shadowed[] shadowed Files of such a name that it does not mean: in later folders, and in the working folder.
function aurum.bots() end

---The file of a script of analysis, what `aurum run` runs, by its name or path.
---Names are looked up as those of variants, in folders called `analysis`. nil and a
---message if there is none. Not in bots.
---@param name string
---@return string?
---@return string? message
function aurum.script(name) end

---The names of all scripts of analysis that can be found, and their files by name.
---Not in bots.
---@return string[] names Sorted.
---@return table<string, string> files
---@return aurum.shadowed[] shadowed Files of such a name that it does not mean: in later folders, and in the working folder.
function aurum.scripts() end

---A game to drive. Raises for an unknown option, and for a variant or a bot that
---is not found or does not load. Not in bots.
---@param options? aurum.game_options
---@return aurum.game
function aurum.game(options) end

---What `aurum.new_game` takes.
---@class (partial) aurum.new_game_options
---@field rules aurum.rules
---@field seed string
---@field bots? (aurum.bot_file|false)[] By seat.
---@field on_fault? "forfeit"|"substitute"
---@field trust? boolean
---@field fuel? integer

---What `aurum.game` ends in, names resolved. Not in bots.
---@param options aurum.new_game_options
---@return aurum.game
function aurum.new_game(options) end

---Judge the decisions of a game, one after the other, those with one legal action
---left out: `for verdict in aurum.judge(game) do`. Only what the seat could know
---then is looked at, and never a hand hidden from it.
---
---In two stages, since of many estimates the highest is too high. With half of the
---simulations flat searches find the best move; `done` where none seems better by a
---standard error. The other half compares it with `done` in other worlds, which
---gives the loss. Where there are two sides the last cards are solved, without
---changes of bid, if the simulations are enough for 20 worlds. Raises for a wrong option, and where the program is interrupted.
---Not in bots.
---@param game aurum.recorded|aurum.game|aurum.state As far as it has come.
---@param options? aurum.judge_options
---@return fun(): aurum.verdict?
function aurum.judge(game, options) end

---The luck of a game's deals, a list by round, of as many simulations each as a
---decision has: the one thing that looks at all hands. A round that began at a
---position built by hand is left out. Not in bots.
---@param game aurum.recorded|aurum.game|aurum.state
---@param options? aurum.judge_options
---@return aurum.deal_luck[]
function aurum.luck(game, options) end

---Read a line of a record; nil and a message if it is none: no JSON, a key twice,
---another format. What it says is not checked: see `record:replay`. Not in bots.
---@param line string With or without its newline; at most 16 MiB.
---@return aurum.record?
---@return string? message
function aurum.record(line) end

---The games of files of records, one by one, however many they are:
---`for game in assert(aurum.records("games.jsonl")) do`. A line that is not a game,
---or that differs from its rules in any number, is skipped with a warning, or raised.
---nil and a message if a file cannot be opened or the variant is not there. About 40
---microseconds a game. Not in bots.
---@param file string `"-"` for standard input.
---@param ... string|aurum.records_options More files; the options last.
---@return aurum.records?
---@return string? message
function aurum.records(file, ...) end

---A column of a table of rows.
---@class aurum.column
---@field name string Its name, the key in rows.
---@field doc string What it says, in one line.

---What `game:rows` and `game:csv` have of each table, in order. Not in bots.
---@param name "games"|"rounds"|"seats"|"changes"|"tricks"|"plays"
---@return aurum.column[]
function aurum.columns(name) end

---A text that may come from a file (a name, a seed, a message, a path) as a
---terminal may show it: control characters, marks of writing direction,
---characters that are not seen and bytes that are not UTF-8 are written as `\27`
---or `\u{202E}`. Not in bots.
---@param text string
---@param most? integer Columns a line may take; it is cut there, with "..." after it. (500)
---@param kept? string Control characters that stay, such as `"\n\t"`. ("")
---@return string
function aurum.plain(text, most, kept) end

---A text as a cell of CSV (RFC 4180), plain as by `aurum.plain`. One that begins
---with `=`, `+`, `-`, `@`, a tab or a line's end gets a `'` in front, so that no
---spreadsheet takes it for a formula. Not in bots.
---@param text string
---@param raw? boolean Leave the text as it is, but for quotes where CSV needs them.
---@return string
function aurum.csv_text(text, raw) end

---What `aurum.sys.workers` takes.
---@class aurum.workers_options
---@field count integer How many processes, 1 to 64.
---@field seconds number Processor time a bot may take for one call, more than 0; it is looked at every 0.02 s.
---@field work fun(request: string): string What each does with a request.

---How a worker died.
---@class aurum.worker_death
---@field kind "cpu"|"memory"|"crash"|"host" It was at one call of a bot for too long, its bot ran into its cap, it ended by what it did, or the machine failed it: it was killed from outside, or memory failed.
---@field game integer Which game of its request it was at: of those begun by `game:restart`, or while a bot's file is loaded (`call` is 0) of those made by `aurum.game`.
---@field seat? integer Whose bot was called; nil if none was.
---@field call? integer Which call of a bot in its game, from 1; 0 while its file is loaded.
---@field message string In one line.

---Processes that answer requests, in which bots can be let play: what one of them
---does, or what becomes of it, is no harm to this process. `lua/play/pool.lua` is made
---of it. A worker is a copy of this process as it was when the pool was made, or
---when the worker was replaced. It can compute, take up to 4 GiB of memory, answer,
---and write to stderr; on Linux whatever else it asks of the system ends it.
---Closed when collected, or by `local pool <close> = ...`. Not in bots.
---@class aurum.workers
local workers = {}

---Hand a worker a request; it answers them in turn. Never blocks: what its pipe
---does not take yet is kept until `wait` can send it.
---@param worker integer From 1.
---@param request string
function workers:submit(worker, request) end

---Wait for the next thing to happen. A reply: the worker, true and the string. An
---error that the work raised: the worker, false and its message. A death: the
---worker, nil and what is known; it is then replaced, and what waited in it is
---lost. Nothing at all if a signal interrupted.
---@return integer? worker
---@return boolean? good
---@return string|aurum.worker_death|nil reply
function workers:wait() end

---End the processes, at once. Nothing else can be asked of it then.
function workers:close() end

---The word of a list that is nearest to a misspelt one, nil if none is near.
---Letters added, left out, changed or swapped are counted, whatever their case
---(the restricted Damerau-Levenshtein distance). Not in bots.
---@param word string
---@param list string[]
---@return string?
function aurum.nearest(word, list) end

-- The system ----------------------------------------------------------------

---Files, processes, clocks: what the module and the program need of the system.
---It knows no cards. Not in bots.
---@class aurum.sys
local sys = {}

---The lines of a file, one by one, however large it is; of gzip data, known by
---their first bytes, the lines that were compressed:
---`for number, line, problem, ended in assert(aurum.sys.lines(path)) do`. nil and a
---message if it cannot be opened. Blank lines are passed over, but counted in
---`number`. `problem` is nil, or says that the line was longer than 16 MiB and cut, or that reading failed or the gzip data are damaged;
---then no line follows. `ended` is false for a last line without its newline, as
---of a file that is being written.
---@param path string `"-"` for standard input.
---@return aurum.reader? lines
---@return string? message
function sys.lines(path) end

---A file to write lines to. `mode` says what becomes of a regular file that is
---there: "new" refuses it with the message "File exists"; "replace" empties it;
---"append" adds to a file of records, or an empty one, and refuses any other;
---"continue" cuts it to its first `keep` bytes and writes on from there. Devices
---and pipes are written in any mode but the last.
---nil and a message if it cannot be opened; of "continue" also where it is no
---longer `size` bytes long or another process continues it. A path that ends in
---`.gz` is written as gzip data, of which whole members reach the file; "continue"
---refuses them.
---@param path string `"-"` for standard output.
---@param mode? "new"|"replace"|"append"|"continue" (`"new"`)
---@param keep? integer Of "continue": how many bytes of the file stay.
---@param size? integer Of "continue": its size when it was read, 0 for a file that was not there.
---@return aurum.writer?
---@return string? message
function sys.writer(path, mode, keep, size) end

---A text as gzip data: one member, which may be added to others.
---@param text string
---@return string
function sys.gzip(text) end

---The check sum of a text that gzip data have, a whole number of 32 bits.
---@param text string
---@return integer
function sys.crc32(text) end

---The names of what lies in a folder, sorted; nil and a message if it cannot be
---read.
---@param folder string
---@return string[]?
---@return string? message
function sys.files(folder) end

---Whether a file is there to be read; nil and a message if not, or if it is a
---folder. It is not opened.
---@param path string `"-"`, standard input, always is.
---@param kind? "any"|"file" `"file"`: no pipe or device either.
---@return true?
---@return string? message
function sys.readable(path, kind) end

---Whether a file, all links followed, lies in a folder or in one below it.
---@param path string
---@param folder string
---@return boolean
function sys.is_within(path, folder) end

---Whether a stream is a terminal.
---@param stream "stdin"|"stdout"|"stderr"
---@return boolean
function sys.is_terminal(stream) end

---Seconds on a clock that only goes forward.
---@return number
function sys.clock() end

---128 random bits from the system, as 32 hex digits.
---@return string
function sys.entropy() end

---How many processors there are to run on, 1 at least.
---@return integer
function sys.processors() end

---A pool of processes. Raises if they cannot be made.
---@param options aurum.workers_options
---@return aurum.workers
function sys.workers(options) end

---Catch SIGINT and SIGTERM from here on: the first makes `aurum.sys.interrupted`
---answer true, and ends what trusted bots and searches are at; the second ends
---the program.
---With `tear`, functions of Lua's libraries that run for long or wait raise.
---@param tear? boolean
function sys.catch_interrupts(tear) end

---Whether a signal that is caught has come.
---@return boolean
function sys.interrupted() end

---The most memory this process has held, in KiB.
---@return integer
function sys.peak_memory() end

---The compiler and flags that made this build.
---@return string
function sys.build() end

---Play rounds with random legal actions, in C: a figure of `aurum bench`.
---@param rules aurum.rules
---@param n integer How many.
---@return integer decisions How many actions that took.
function sys.bench_rounds(rules, n) end

---Copy a state, in C: a figure of `aurum bench`.
---@param state aurum.state
---@param n integer How often.
---@return integer
function sys.bench_clone(state, n) end

---Draw worlds of a view, in C: a figure of `aurum bench`.
---@param view aurum.view
---@param n integer How many.
---@return integer
function sys.bench_samples(view, n) end

return aurum
