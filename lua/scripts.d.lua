---@meta _
-- luacheck: ignore 431

-- The reference of the module `aurum` for scripts: what they have besides all that
-- aurum.d.lua describes. The index at the head of that file names the functions of
-- both, and its rules of errors, random numbers and versions hold here too. Bots
-- and variants have nothing of this file.

-- The module ------------------------------------------------------------------

---@class aurum
---@field version string Version of the program. Not in bots.
---@field home string The folder that holds `lua/`, `scripts/` and `variants/`. Not in bots.
---@field hooks string[] The names of the hooks of a variant: see `aurum.layer`. Not in bots.
---@field judged_by aurum.judged_by The constants of `aurum.judge`. Not in bots.
---@field sys aurum.sys Files, processes, clocks. Not in bots.
---@field chart aurum.chart Charts for a terminal. Not in bots.
aurum = {}

-- Variants and bots -----------------------------------------------------------

---The rules of a variant: a name, names composed with `+`, or a path (a text with
---a `/` or ending in `.lua`). A name is looked up among those that came with
---aurum, then in each folder of `$AURUM_PATH` and its `variants/`, then in
---`$XDG_DATA_HOME/aurum/variants`. A file that has changed is read again; rules
---made before stay as they are. Records hold a file's plain name, without folder
---and `.lua`. Returns nil and a message if there is no such variant or it is
---wrong. Its code runs in this process, within the limits of hooks. Not in bots.
---@param name string `standard` is `en-2023`.
---@param players? integer The number of players; if left out, the most that the variant allows, up to 4.
---@return aurum.rules?
---@return string|string[]|nil message The message; or a list of notes, where house rules contradict each other or a knob has its former name.
function aurum.variant(name, players) end

---The same for a name that was read from a file, such as a record's variant. It
---is looked up and never opened as a path. Bundled files that have changed are
---read as they were in the first version, if only these have the digest given. Not
---in bots.
---@param name string
---@param players? integer
---@param digest? string That of the record.
---@return aurum.rules?
---@return string|string[]|nil message
function aurum.named_variant(name, players, digest) end

---A file that is shadowed: another file of its name is found before it.
---@class aurum.shadowed
---@field name string Its name.
---@field file string Its path.

---The names of all variants that can be found, and their files by name. Not in
---bots.
---@return string[] names Sorted.
---@return table<string, string> files
---@return aurum.shadowed[] shadowed Files with such a name that are shadowed, in later folders and in the working folder.
function aurum.variants() end

---A bot's file, found and read: what `aurum.bot` returns. Not in bots.
---@class aurum.bot_file
---@field name string Its name in records, without options.
---@field path string Its path, for messages.
---@field bundled boolean True if it came with aurum.
---@field options table<string, string> The options that were given, as text.
---@field spec string The text it was found by: `NAME|PATH[:key=value]...`.

---A bot's file by name or path, followed by `:key=value` for each option. A name
---is looked up as a variant's is, in folders called `bots`. Returns nil and a
---message if there is none. The files beside it that it names are read as well. Not
---in bots.
---@param spec string
---@param others? aurum.bot_file[] Bots read before: one of the same file shares its texts, even if the file has changed since.
---@return aurum.bot_file?
---@return string? message
function aurum.bot(spec, others) end

---The same for a name that was read from a file, such as a record's bot. It is
---looked up and never opened as a path. Not in bots.
---@param spec string
---@return aurum.bot_file?
---@return string? message
function aurum.named_bot(spec) end

---The names of all bots that can be found, and their files by name. Not in bots.
---@return string[] names Sorted.
---@return table<string, string> files
---@return aurum.shadowed[] shadowed Files with such a name that are shadowed, in later folders and in the working folder.
function aurum.bots() end

-- Games -----------------------------------------------------------------------

---The options of `aurum.game`.
---@class (partial) aurum.game_options
---@field variant? string|aurum.rules (`"standard"`) A name, a path, or rules.
---@field players? integer The number of players: see `aurum.variant`. Ignored with rules.
---@field seed? string|number Any text; 128 random bits if left out. Deals and the bots' random numbers follow from it. Game g of a match with seed S has the seed `S.g`.
---@field bots? (string|aurum.bot_file|false)[] Bots by seat, `"greedy"`, `"./mine.lua:caution=3"`, or false for a seat moved by hand. Fewer bots than seats repeat in seat order; without any, all seats are moved by hand.
---@field on_fault? "forfeit"|"substitute" (`"forfeit"`) After a bot's fault, its side forfeits, or the first legal action is played for it.
---@field trust? boolean If true, bots have all of Lua's libraries, also files and processes, and no cap on memory; else the library of bots and 128 MiB. Not with fuel.
---@field fuel? integer (0: no limit) Instructions of Lua that a bot may use for one call, 1 to 2147483647; more is a fault, and it repeats exactly. C functions are charged by their work: a simulation as 300, a node of `state:solve` as 20, a value of a list as some 10, a kilobyte of text as 32, a pattern as its greatest possible cost. A hook of the rules that a call leads to counts as 100, and its instructions from 100 on by hundreds. The events of one action are observed in one call.
---@field print? "all"|"off"|integer (`"all"`) The bots that print: all, none, or that of a seat.
---@field print_bytes? integer (20000) The bytes that each bot may print in a game, 0 to 1073741824; the rest is cut, and said to be.
---@field log? "debug"|"info"|"warn" (`"info"`) The lowest level of `aurum.log` that is shown.
---@field notes? boolean If true, keep what bots note (`view:note`) in `game.notes` and in the record.
---@field locals? boolean If true, keep the local variables of the function that gave a bot's last answer, for `game:locals`. It slows calls of functions down.
---@field keep_prints? boolean Keep what bots print for `game:printed`; else it goes to stderr.

---Begin a game. Returns nil and a message if the variant or a bot is not found or
---does not load. Not in bots.
---@param options? aurum.game_options
---@return aurum.game?
---@return string? message
function aurum.game(options) end

---A bot's fault.
---@class aurum.fault
---@field round integer The round; 0 before the first.
---@field trick integer The trick; 0 in bids, in questions before the first trick, and between rounds.
---@field seat integer The bot's seat.
---@field ask "bid"|"change"|"play"|"answer"|"start"|"observe" The callback.
---@field kind "error"|"illegal"|"memory"|"fuel"|"cpu"|"crash"|"host" The kind of fault: an error, an illegal answer, too much memory, instructions or processor time, or a crash of its process. A game in this process has the first four only; `"host"` is a failure of the machine, not of the bot.
---@field message string The message: one line, without paths.
---@field substituted boolean True if the game continued, with the first legal action played for it; false if its side forfeited.

---The time that one seat's bot took in a game.
---@class aurum.timing
---@field decisions integer The number of answers it gave; a bot without `change` keeps its bid without one.
---@field seconds number The seconds that took in all, on a monotonic clock.
---@field times string Their histogram: `"BUCKET:COUNT ..."`, without the count where it is 1. Bucket b is b nanoseconds below 16, and else from `(8 + b % 8) << (b // 8 - 1)` on, at most an eighth wide.

---What a bot noted at one decision by `view:note`.
---@class aurum.notes
---@field at string The place of the decision.
---@field seat integer The seat that decided.
---@field values table<string, number>? The values of moves, by the text of the action.
---@field goal aurum.goal? What the values estimate, if the bot said so.
---@field texts string[]? Its texts.
---@field worlds string[][]? Worlds it looked at: the hands by seat.
---@field left_out integer? The number of notes and values left out: too many, too long, or no legal form.

---Local variables of a function.
---@class aurum.locals
---@field where string Its file and line.
---@field list { name: string, value: string }[] The variables, in order.
---@field more integer The number of variables that were left out.

---A game that is played by bots, by hand, or both. `tostring(g)` describes it.
---Not in bots.
---@class aurum.game
---@field state aurum.state The state of the game. Bots do not observe what is done to it directly.
---@field rules aurum.rules The rules of the game.
---@field seed string Its seed.
---@field names string[] The bots by seat with their options, `""` for a seat moved by hand.
---@field over boolean True if it has ended, by the rules or by a forfeit.
---@field winners integer[] The sides that won it; after a forfeit, the other sides. Empty until the end.
---@field faults aurum.fault[] The bots' faults so far.
---@field rounds aurum.round[] The finished rounds.
---@field trace string? The first fault, for people: with a traceback and, unless `locals` keeps them apart, the local variables of the function that failed; or with the legal actions. nil without a fault.
---@field memory integer[] Bytes that each seat's bot holds; 0 for a seat moved by hand.
---@field timing aurum.timing[] The time that each seat's bot took, by seat.
---@field notes aurum.notes[]? What the bots noted so far, an item for each decision with notes; nil unless the game was made with `notes`.
local game = {}

---Do one step: the deal that is due, or an action of the bot to act. Raises if
---the game is over or the seat is moved by hand.
---@return aurum.action? action The action; nil for a deal or a forfeit.
function game:step() end

---Play the game to its end. Raises if a seat is moved by hand.
---@return aurum.game self
function game:run() end

---Deal the next round, by hand or from the game's seed. Raises unless a deal is
---due and fits the rules.
---@param deal? aurum.deal
---@return aurum.game self
function game:deal(deal) end

---Act for the seat to act, instead of its bot. Raises if the action is not legal.
---@param action aurum.action_of
---@return aurum.game self
function game:apply(action) end

---Begin a new game with the same bots; their files run anew.
---@param seed string|number
---@return aurum.game self
function game:restart(seed) end

---What the bots have printed in this game since the last call, whole lines; empty
---unless the game was made with `keep_prints`.
---@return string
function game:printed() end

---The local variables of the function that gave a bot's last answer, as it
---returned, or of the function that failed. nil unless the game was made with
---`locals`. Values are text, as `print` shows them to bots; at most 40 are kept.
---@param seat integer
---@return aurum.locals? locals
function game:locals(seat) end

---Begin a new game at a state, with the same bots. Their files run anew, and
---`start` shows them the round as it is. The seed stays.
---@param state aurum.state A state of the same rules.
---@return aurum.game self
function game:begin(state) end

---The game as a line of a record, newline included. An unfinished game has its
---open trick.
---@return string
function game:record() end

-- Records and positions -------------------------------------------------------

---A difference between a record and what follows from its deals and actions.
---@class aurum.difference
---@field what string The place in the record: `round 2 trick 5 winner`.
---@field expected string The value that follows.
---@field got string The value in the record.

---A line of a record that was read. Its fields are what the line claims. It holds
---more memory than Lua's collector knows of: close each if you read many, by
---`local record <close> = ...`. Not in bots.
---@class aurum.record
---@field variant string The variant's name.
---@field players integer The number of players, 2 to 6.
---@field seed string The game's seed, `""` if it has none.
---@field digest string? The digest of its rules, nil if it has none.
---@field names string[] The bots by seat.
---@field winners integer[] The sides that won.
---@field faults aurum.fault[] The bots' faults.
---@field scores aurum.score[]? The scores of its finished rounds; nil if one of them lacks a number for some side.
local record = {}

---Play the record's deals and actions, and compare every value that follows from
---them. Stops at the first action that cannot be played.
---@param rules aurum.rules The rules of its variant and number of players.
---@param state? aurum.state A state of these rules to use again, for speed.
---@return aurum.difference[] differences Empty if the record is right.
---@return aurum.state state The game as far as it could be played.
function record:replay(rules, state) end

---Free its memory. Any later use of the record raises.
function record:close() end

---A round of a recorded game.
---@class aurum.recorded_round
---@field number integer Its number, from 1.
---@field first integer The first player.
---@field hands aurum.set[]? Hands by seat, as dealt; nil if the game begins in the middle of this round.
---@field gold aurum.pile[]? Gold dealt to each seat; nil as for `hands`.
---@field extras aurum.set The cards left over.
---@field bids aurum.card[] Bid cards by seat, as first laid.
---@field last_bids aurum.card[] Bid cards by seat at its end.
---@field tricks aurum.trick[] The finished tricks.
---@field open aurum.recorded_trick The void trick that ended it, or the one that a fault cut short.
---@field passer integer? The seat that ended it; nil if a fault cut it short.
---@field score aurum.score? Its score; nil if a fault cut it short.
---@field winners integer[] The sides that took it; empty if a fault cut it short.

---A trick that was never finished.
---@class aurum.recorded_trick: aurum.trick_cards
---@field changes aurum.change[] The changes of bid before it.

---A game that was read from a file and verified against its rules. It is a table
---that you may keep. `tostring(g)` names its place. Not in bots.
---@class aurum.recorded
---@field number integer Its number in reading order, from 1.
---@field id string? `DEAL/SEATING`, if an arena played the game.
---@field seconds number[]? Mean seconds of a decision, by seat, if a journal has them.
---@field file string Its file, as it was named.
---@field line integer Its line in that file.
---@field nth integer The same, counted over all files.
---@field text string The text of that line.
---@field variant string The variant's name.
---@field players integer Seats at the table.
---@field seed string The game's seed, `""` if it names none.
---@field digest string? The digest of its rules, nil if it has none.
---@field names string[] The bots by seat.
---@field winners integer[] The sides that won.
---@field faults aurum.fault[] The bots' faults.
---@field forfeited boolean True if a fault decided it.
---@field rules aurum.rules The rules it was verified against.
---@field state aurum.state Its final state, history included.
---@field rounds aurum.recorded_round[] Its rounds, created when first read.
---@field notes aurum.notes[] What its bots noted, if that was kept: read when first asked for.
local recorded = {}

---As `state:at`; without a place, a copy of the final state.
---@param round? integer|string
---@param trick? integer|string
---@param play? integer|string
---@return aurum.state
function recorded:at(round, trick, play) end

---As `state:decisions`.
---@return aurum.decisions
function recorded:decisions() end

---As `state:rows`, with this game's number, id and names. `"games"` has one row,
---`"decisions"` a row for each decision of a seat, `"notes"` a row for each value,
---text and world that its bots noted.
---@param name "games"|"rounds"|"seats"|"changes"|"tricks"|"plays"|"answers"|"decisions"|"notes"
---@param columns? string[]
---@return table<string, integer|string>[]
function recorded:rows(name, columns) end

---As `state:csv`, with this game's number, id and names.
---@param name "games"|"rounds"|"seats"|"changes"|"tricks"|"plays"|"answers"|"decisions"|"notes"
---@param raw? boolean Leave names, seed, variant and file as they are.
---@return string
function recorded:csv(name, raw) end

---The options of `aurum.records`.
---@class (partial) aurum.records_options
---@field strict? boolean If true, the first line that is not a valid game raises, with file and line; else it is skipped.
---@field lines? string Only the games on these lines of each file, such as `"3,5-9,12-"`. The iterator raises at the end of a file that does not have one of them.
---@field variant? string The rules to verify the games against, instead of those they name; a house rule alone replaces the part of that name.
---@field skip? fun(file: string, line: integer, problem: string, differences: aurum.difference[], text: string) Called for each line that is skipped, with its text. Without it, stderr gets the first five and the number of others.

---The reader that `aurum.records` returns: a call returns the next game, nil at
---the end.
---@class aurum.records
---@field count integer Games so far.
---@field skipped integer Lines skipped so far.
---@field unread integer Files that could not be read to their end, such as damaged gzip data; each counts as a skipped line.
---@operator call: aurum.recorded?

---Read a line of a record. Returns nil and a message if it is not one: invalid
---JSON, a key that occurs twice, another format. The game itself is not checked:
---see `record:replay`. Not in bots.
---@param line string With or without its newline; at most 16 MiB.
---@return aurum.record?
---@return string? message
function aurum.record(line) end

---Iterate over the games in files of records: `for game in
---assert(aurum.records "games.jsonl") do`. A line that is not a game, or that
---disagrees with its rules, is skipped with a warning; with `strict` it raises.
---Returns nil and a message if a file or the variant is not there. Takes some 40
---microseconds a game. Not in bots.
---@param file string `"-"` for standard input.
---@param ... string|aurum.records_options More files; the options last.
---@return aurum.records?
---@return string? message
function aurum.records(file, ...) end

---A column of a table of rows.
---@class aurum.column
---@field name string Its name, the key in rows.
---@field doc string Its meaning, in one line.
---@field type "integer"|"real"|"text" What its cells hold. Any cell may be empty.
---@field unit? string The unit of its numbers, such as points, tricks, cards or s.

---The columns of `game:rows` and `game:csv`, in order. Not in bots.
---@param name "games"|"rounds"|"seats"|"changes"|"tricks"|"plays"|"answers"|"decisions"|"notes"
---@return aurum.column[]
function aurum.columns(name) end

---A position in a few lines: what is left out follows from the rest. Gold that
---nobody holds is in the supply; cards that are nowhere have been played.
---@class (partial) aurum.position_table
---@field variant? string|aurum.rules (`"standard"`) A name, a path or rules.
---@field players? integer (as many as the variant usually has)
---@field hands? table<integer, aurum.set_of> By seat; one is enough. The others are dealt from the cards that are nowhere, as many each.
---@field bids? string|table<integer, aurum.card_name> By seat: `"C5 C1 C7 C2"`. Without them the seats still bid.
---@field gold? table<integer, aurum.pile_of> Collections by seat; empty if left out.
---@field trick? aurum.set_of The open trick's cards in play order, with the field `leader`: `{ leader = 1, "Z7" }`.
---@field plays? aurum.card_name[] The same, as in `state:set`; `leader` stands beside it.
---@field leader? integer The open trick's leader (1).
---@field first? integer The round's first player (the leader).
---@field extras? aurum.set_of The cards left over.
---@field taken? integer[] Tricks taken, by seat.
---@field points? integer[] By side.
---@field nuggets? integer[] By side.
---@field round? integer (1) Its number.
---@field keep? boolean Every seat keeps its bids, so that the leader is asked to play.
---@field turn? integer The seat that should be on turn: raises if another is.
---@field seed? string|number Hands that are left out follow from it (`""`).
---@field record? string A file of records, in place of all that: with `game`, its number (1), and `place`, a decision such as `"1.4.2"`.
---@field game? integer (1) The number of the game in that file.
---@field place? string The place of the decision in that game.

---The state of a position's token. Its variant is the one given, or is looked up
---by its name. Returns nil and a message if that fails. A table describes a
---position by hand, or a place in a recorded game; a wrong one raises: `local s =
---aurum.position { hands = { [2] = "S10 B3" }, bids = "C5 C1 C7 C2", trick = {
---leader = 1, "Z7" } }`. Not in bots.
---@param token string|aurum.position_table
---@param variant? string|aurum.rules A name or path; or rules, which are used if their digest is the token's.
---@return aurum.state?
---@return string? message
function aurum.position(token, variant) end

-- Judgement -------------------------------------------------------------------

---The options of `aurum.judge`, `aurum.luck` and `aurum.puzzles`.
---@class (partial) aurum.judge_options
---@field sims? integer (`aurum.judged_by.sims`) Simulations for a decision, at least 100.
---@field seed? string|number (`""`) Any text: the answers follow from it, the place and what the seat knew.
---@field seat? integer Only the decisions of this seat.
---@field place? string Only the decisions of a round, of a trick, or one decision: `"2"`, `"2.5"`, `"2.5.3"`.

---The constants of the judge. Writing to the table changes nothing.
---@class aurum.judged_by
---@field version integer The version of the judge. Its figures change with it.
---@field sims integer Simulations that compare two moves: 2000.
---@field least integer The fewest simulations allowed: 100.
---@field search integer Simulations that look for a better move: 2000.
---@field inaccuracy number The least loss of an inaccuracy, in points: 0.5.
---@field mistake number The least loss of a mistake: 1.5.
---@field blunder number The least loss of a blunder: 4.
---@field equal number The greatest distance at which moves do not matter, in points: 0.2.
---@field half number Points lost per decision that halve the accuracy: 1.
---@field ending integer The most cards in hand for which a play is solved: 3.
---@field change_ending integer The most cards for which changes of bid are solved too, if the solver can: 3.
---@field worlds integer The most worlds of a decision that are all solved, if the solver can: 500.
---@field price number Points that a change of bid must gain beyond keeping, if `"quick"` plays on: 2. A playout hardly shows what the gold would be good for later.

---The mean result of a round for a side after a move, played on by the policy
---`"quick"` in 200 worlds.
---@class aurum.expectation
---@field points number The side's points.
---@field gold number Its points for gold.
---@field others number The points of the best other side.
---@field exact number The share of rounds in which its bid is exact, 0 to 1.
---@field round number Its share of rounds won, 0 to 1.

---A decision, judged by what the seat could know. Its loss is the advantage of
---the better move, in points of the round: the side's points less the best other
---side's.
---
---A loss below that of an inaccuracy is `"fine"`, unless its interval reaches a
---mistake: then it is `"unsure"`. So is a greater loss whose interval reaches below
---that of an inaccuracy. The other classes follow from the loss: see
---`aurum.judged_by`. It is a table that you may keep.
---@class aurum.verdict
---@field place string Its place: `"2.5.3"`, as in `state:at`.
---@field round integer The round.
---@field trick integer The trick; 0 for bids and for questions before the first trick.
---@field seat integer The seat that decided.
---@field side integer Its side.
---@field ask "bid"|"change"|"play"|"answer" The kind of decision.
---@field moves integer The number of legal actions, at least 2.
---@field done aurum.action The action chosen.
---@field better aurum.action? The best action found; `done` itself if none seemed better. nil if the decision could not be judged.
---@field loss number? The loss, which may be below 0. This and the fields that follow are nil if the decision could not be judged.
---@field error number? The standard error of the loss: of the sample, of the model and of the scale together. If no action seemed better, it is `high` / 1.96.
---@field model number? The standard deviation of the model's error, contained in `error`: how far single losses lie from those of strong play.
---@field doubt number? The error of the scale, contained in `error`: it is common to all decisions of a kind.
---@field low number? The lower end of its 95 % confidence interval; 0 if no action seemed better.
---@field high number? The upper end. It equals `low` only where the loss is proven: one world is possible, and no other seat has a card left.
---@field class "fine"|"inaccuracy"|"mistake"|"blunder"|"unsure"|nil Its class.
---@field matters boolean? True if the moves that were tried differ.
---@field spread number? The distance between the best and the worst of them, in points; where all worlds were solved, a lower bound of it.
---@field solved boolean? True if it was judged by solving worlds, false if by a net or by playouts.
---@field worlds integer? How many worlds were solved; nil if it was judged otherwise.
---@field expected aurum.expectation? The result of `done`; nil if it is fine, if it is unsure and less than a mistake, or if it was solved.
---@field instead aurum.expectation? The result of `better`; nil as for `expected`.
---@field problem string? The reason it could not be judged: a variant's hooks leave too few worlds to be found, or raise.

---The worth of a round's deal to each side: the side's points less the mean of the
---others', so that the sum is 0. The bundled net values all hands as dealt; or the
---policy `"quick"` plays all seats, and its result is scaled to the worth in strong
---play.
---@class aurum.deal_luck
---@field round integer The round.
---@field worth number[] The worth of the deal, by side.
---@field error number[] Its standard error, by side: of the sample and of the model.
---@field model number The standard deviation of the model's error, contained in `error`.
---@field came number[]? The result of the round, by side; nil if it has not ended.

---Judge the decisions of a game: `for verdict in aurum.judge(game) do`. Decisions
---with one legal action are left out. The judge uses only what the seat could
---know, never a hidden hand.
---
---It works in two stages, since the highest of many estimates is too high. Flat
---searches with a fixed number of simulations find the best move; it is `done`
---unless another seems better by a standard error. `sims` more compare it with
---`done` in new worlds. Worlds are valued by the bundled net with open hands if it
---has learned the rules. Otherwise `"quick"` plays them on, and the difference is
---scaled to what strong players would lose. With two sides the last cards are
---solved.
---Raises for a wrong option, and if the program is interrupted. Not in bots.
---@param game aurum.recorded|aurum.game|aurum.state The game so far.
---@param options? aurum.judge_options
---@return fun(): aurum.verdict?
function aurum.judge(game, options) end

---The luck of a game's deals, as a list by round, by the net or by `sims`
---simulations for each. This is the only judgement that uses all hands. A round
---that began at a built position is left out. Not in bots.
---@param game aurum.recorded|aurum.game|aurum.state
---@param options? aurum.judge_options
---@return aurum.deal_luck[]
function aurum.luck(game, options) end

---The cards of a seat and of the trick that it sees, as names.
---@class aurum.puzzle_view
---@field hand string[] Its hand.
---@field gold string[] Its gold.
---@field trick string[] The cards of the open trick.

---A wrong answer of a puzzle.
---@class aurum.puzzle_loss
---@field loss number The points that it loses.
---@field error? number How far the interval of the loss reaches to either side; nil if it is exact for open hands.
---@field why string How the round goes on, or the results in which it differs.

---Where a puzzle comes from.
---@class aurum.puzzle_source
---@field place string Its place in the game.

---A decision with one right answer, for people to find: plain data, as `aurum
---record puzzles` prints it.
---@class aurum.puzzle
---@field position string A token of the position.
---@field seat integer The seat that has to answer.
---@field ask "bid"|"change"|"play"|"answer" The kind of decision.
---@field view aurum.puzzle_view What the seat sees.
---@field best string The right answer.
---@field line string How the round goes on after it, or what it can expect.
---@field others table<string, aurum.puzzle_loss> Every other legal answer.
---@field by string `"solver"`, or the judge and its version.
---@field worlds? integer The deals that were solved, if the solver proved it.
---@field sims integer The simulations of the judge.
---@field seed string The seed.
---@field level integer 1 if the policy `"quick"` mostly finds the answer, 2 if a search of 200 playouts does, else 3.
---@field from aurum.puzzle_source Where it comes from.

---Find the decisions of a game with one right answer that is certain: all deals
---that the seat may be in were solved, or each other answer is a sure loss to the
---judge. `for puzzle in aurum.puzzles(game) do`. Decisions with fewer than three
---legal actions are left out. `aurum record puzzles --help` has the measure.
---Raises for a wrong option, and if the program is interrupted. Not in bots.
---@param game aurum.recorded|aurum.game|aurum.state The game so far.
---@param options? aurum.judge_options
---@return fun(): aurum.puzzle?
function aurum.puzzles(game, options) end

-- Experiments -----------------------------------------------------------------

---The options of every experiment: those of the command, with `_` for `-`.
---@class (partial) aurum.experiment_options
---@field variant? string|aurum.rules (`"standard"`) A name, a path, or rules. Not in `aurum.compare` and `aurum.study`.
---@field players? integer The number of players: see `aurum.variant`. Ignored with rules.
---@field seed? string|number Any text; random if left out.
---@field jobs? integer (one per processor) Worker processes. The results do not depend on it, except for `timing`.
---@field threads? integer (1) Threads of each worker, 1 to 64, that share a bot's search with several `roots`, and the states of its `aurum.solve`. The results do not depend on it, except for `timing`. By default, `jobs` is then the number of processors divided by it.
---@field cpu? number (1, or 60 with fuel) Seconds of processor time that a bot may use for one answer, 0.05 to 3600.
---@field fuel? integer Instructions of Lua that a bot may use for one answer: see `aurum.game_options`.
---@field trust? boolean If true, bots run in this process with all of Lua's libraries. Not with fuel.
---@field on_progress? fun(done: integer, total: integer) Called now and then with the number of games that are done, and of all.

---The options of `aurum.match`.
---@class (partial) aurum.match_options: aurum.experiment_options
---@field bots? string[] (`{ "greedy", "lowball" }`) Bots by seat; fewer repeat in seat order.
---@field games? integer (100) Games, or deals with mirror.
---@field mirror? boolean If true, each deal is played with the bots in every order over the sides.
---@field keep? boolean If true, bots that did not come with aurum are kept with their results, for `aurum bot history`. Needs mirror.
---@field notes? boolean If true, the record keeps what bots note (`view:note`).
---@field on_fault? "forfeit"|"substitute" (`"forfeit"`) After a bot's fault.
---@field record? string A file that every game is written to.
---@field force? boolean If true, that file is replaced if it exists.
---@field exec? string[] Programs that play as bots, each `NAME=COMMAND`, with all rights of the user (scripts/programs/README.md). Not with trust or keep.

---The options of `aurum.arena`.
---@class (partial) aurum.arena_options: aurum.experiment_options
---@field bots? string[] Bots, each `NAME|PATH[:key=value]...`.
---@field gauntlet? string A bot that meets each of the others, which do not meet.
---@field deals? integer (1000) Deals; each is played once per seating.
---@field journal? string A file that every game is written to; if it exists, the arena resumes after its last game.
---@field notes? boolean If true, journal and record keep what bots note (`view:note`).
---@field sprt? string A sequential test of two bots, `"M0,M1[,A,B]"`.
---@field odds? string[] Limits of single bots, each `"BOT:cpu=SECONDS"`.
---@field since? string|integer Play the only bot against a kept version of it: `"last"` or its number.
---@field keep? boolean If true, bots that did not come with aurum are kept with their results, for `aurum bot history`.
---@field ceiling? boolean If true, the best bot also plays a player who sees all hands, on the first 40 deals.
---@field anchor? string A fixed rating, `"BOT=RATING"`; without it, the mean of all ratings is 0.
---@field on_fault? "forfeit"|"substitute" (`"forfeit"`) After a bot's fault.
---@field record? string A file that every game is written to.
---@field force? boolean If true, that file is replaced if it exists.
---@field exec? string[] Programs that play as bots, each `NAME=COMMAND`, with all rights of the user (scripts/programs/README.md). Not with trust or keep.

---The options of `aurum.compare`.
---@class (partial) aurum.compare_options: aurum.experiment_options
---@field a string A variant, by name or path.
---@field b string The variant to compare it with.
---@field bots? string[] (`{ "counter", "random" }`) A strong one first and a weak one last.
---@field deals? integer (500) Deals under either variant.
---@field metrics? string[] Keys and groups of metrics; without them, those that take no time to measure.
---@field exec? string[] Programs that play as bots, each `NAME=COMMAND`, with all rights of the user (scripts/programs/README.md). Not with trust.

---The options of `aurum.study`.
---@class (partial) aurum.study_options: aurum.experiment_options
---@field v string The variant to study, by name or path.
---@field against? string A variant to compare it with, on the same deals.
---@field bots? string[] A ladder of at most 10 bots, the best first: `adept` if it has learned the rules, then quick, counter, greedy, lowball and random.
---@field deals? integer (200) Deals under either variant.
---@field metrics? string[] Keys and groups of metrics; all if left out.
---@field rounds? integer (50) The rounds after which a game is cut off.
---@field seconds? number The time after which it stops, but not in the first deal; no limit if left out.

---A mean over deals and its 95 % interval. A number that does not exist is
---not-a-number: the interval of a mean of points needs two deals that differ,
---that of a win rate two deals.
---@class aurum.estimate
---@field blocks integer The number of deals.
---@field mean number The mean.
---@field low number The ends of its interval.
---@field high number The upper end.

---What a side or a bot did in its games.
---@class aurum.counts
---@field name string Its name.
---@field games integer Its games.
---@field wins integer Games that it won, also those it shared.
---@field shared integer Games that several sides won.
---@field rounds integer Finished rounds.
---@field points integer Points of these rounds.
---@field exact integer Rounds whose bid was made exactly.
---@field over integer Rounds with more tricks than bid.
---@field under integer Rounds with fewer tricks than bid.
---@field gold integer Points of gold.
---@field points_per_round number Points a round.
---@field gold_per_round number Points of gold a round.

---A side or a bot of a match.
---@class aurum.match_row: aurum.counts
---@field side integer? The side; nil for a bot.
---@field faults integer Its faults.

---A line-up of a mirrored match.
---@class aurum.match_lineup
---@field name string Its bots.
---@field mean number The points a round by which it beats the others.
---@field low number The ends of the 95 % interval; nan without two deals that differ.
---@field high number The upper end.

---The line-ups of a mirrored match.
---@class aurum.match_mirror
---@field deals integer Deals that were played to their end.
---@field games_per_deal integer Games of each deal.
---@field bots aurum.match_lineup[] The line-ups.

---The result of `aurum.match`.
---@class aurum.match_result
---@field variant string The rules.
---@field players integer The number of players.
---@field seed string The seed that repeats it.
---@field games integer The games that were played.
---@field complete boolean False if a signal ended it early.
---@field sides aurum.match_row[] The sides.
---@field bots aurum.match_row[] The bots.
---@field mirror aurum.match_mirror? The differences between line-ups; nil without mirror.
---@field timing aurum.bot_timing[] Times by bot, the only part that differs between two runs.

---A bot's rating: 400 points are odds of ten to one.
---@class aurum.rating
---@field rating number The rating.
---@field error number Its standard error.
---@field low number The ends of its 95 % interval; nan for a single deal.
---@field high number The upper end.
---@field games integer Its games.
---@field compared boolean False if the games alone do not determine it, since the bot won or lost all.

---A bot of an arena.
---@class aurum.arena_bot: aurum.counts
---@field options string Its name with all options.
---@field digest string The digest of its files.
---@field cpu number? With odds: the seconds that it had for an answer.
---@field difference aurum.estimate Own points a round less the mean of the other sides'.
---@field win_rate aurum.estimate The share of games that it won.
---@field rating aurum.rating Its rating.
---@field forfeits integer Games that its faults ended.
---@field faults table<string, integer> Its faults by kind.
---@field distribution integer[] Rounds by points: 0 to 2, 3 to 5, ... 27 or more.

---Two bots of an arena that met.
---@class aurum.arena_pair
---@field first string The first bot.
---@field second string The second bot.
---@field games integer Their games.
---@field difference aurum.estimate Points a round of the first less those of the second.
---@field win_rate aurum.estimate The share that the first won of the games that one of both won.
---@field gain number How many unpaired games would give an interval as narrow as one game here gives.

---The sequential test of an arena.
---@class aurum.arena_test
---@field m0 number The lower mean of the test.
---@field m1 number The upper mean.
---@field alpha number The probability of stopping for m1 if m0 is true.
---@field beta number The probability of stopping for m0 if m1 is true.
---@field llr number The log likelihood ratio.
---@field lower number The bound below which it stops for m0.
---@field upper number The bound above which it stops for m1.
---@field stopped "m0"|"m1"|"same"|number Its verdict; not-a-number while it is undecided.
---@field reason string The verdict in words.
---@field mean number The difference of the bots, corrected for the stop.
---@field low number The ends of its 95 % interval; nan without two deals that differ.
---@field high number The upper end.
---@field deals integer The deals that it used.

---The limits of an arena's bots.
---@class aurum.arena_limits
---@field cpu number? Seconds of processor time for an answer.
---@field fuel integer? Instructions for an answer.
---@field trust true? No limits.

---The bot whose rating was given.
---@class aurum.arena_anchor
---@field bot string Its name.
---@field rating number Its rating.

---The time that a bot took in all its games.
---@class aurum.bot_timing
---@field name string The bot.
---@field decisions integer The number of its answers.
---@field seconds number The seconds that took.
---@field median number Half of its answers took at most these seconds, to within a sixteenth; not-a-number if it gave none, or if an earlier version wrote the journal.
---@field p99 number Of its answers 99 % took at most these seconds.

---How far a bot is below a player who sees all hands: that player's points a
---round less the mean of the other sides', all of them the bot's.
---@class aurum.arena_ceiling
---@field bot string The bot, the best of the arena.
---@field deals integer The deals, each played once per side.
---@field games integer The games of these.
---@field forfeited integer Games that a fault of the bot decided.
---@field rounds integer Their rounds.
---@field mean number The mean difference.
---@field low number The low end of its 95 % interval; nan without two deals that differ.
---@field high number The high end.
---@field playouts integer Playouts for a decision of that player.
---@field method string Its method.

---The result of `aurum.arena`: all that its figures depend on, and the figures.
---@class aurum.arena_result
---@field engine string The program's version.
---@field variant string The rules.
---@field rules string The digest of the rules.
---@field players integer The number of players.
---@field seed string The seed.
---@field first integer The first deal.
---@field shard string Always `"1/1"`; plans cut the deals.
---@field deals integer Deals that were played to their end.
---@field games integer The games of these.
---@field complete boolean False if it ended early; a test that stopped completes it.
---@field limits aurum.arena_limits The bots' limits.
---@field on_fault "forfeit"|"substitute" The rule for faults.
---@field seatings integer[][] By seating, the index of the bot of each seat.
---@field bots aurum.arena_bot[] The bots.
---@field pairs aurum.arena_pair[] The pairs that met.
---@field anchor aurum.arena_anchor? The anchor of the ratings.
---@field sprt aurum.arena_test? The sequential test.
---@field ceiling aurum.arena_ceiling? The best bot against a player who sees all hands; nil unless asked for, and if the arena is not complete.
---@field timing aurum.bot_timing[] Times by bot, the only part that differs between two runs.

---A metric of a comparison of two variants.
---@class aurum.compared_metric
---@field metric string Its key.
---@field name string Its name.
---@field text string The name with its unit.
---@field a number Its mean under the first variant.
---@field b number Its mean under the second.
---@field difference number The second mean less the first.
---@field low number The ends of the 95 % interval; nan without two deals that differ.
---@field high number The upper end.
---@field t number The difference in standard errors; nan without two deals that differ.
---@field p number The probability of so large a difference if there is none; nan for one deal.
---@field holds boolean True if it is significant at 5 % over all metrics.

---A variant of a comparison.
---@class aurum.compared_rules
---@field name string Its name.
---@field digest string The digest of its rules.

---The result of `aurum.compare`.
---@class aurum.compare_result
---@field a aurum.compared_rules The first variant.
---@field b aurum.compared_rules The second.
---@field players integer The number of players.
---@field seed string The seed that repeats it.
---@field bots string[] The bots.
---@field deals integer Deals that were played to their end.
---@field wanted integer Deals that were asked for.
---@field games integer The games of these.
---@field complete boolean False if a signal ended it early.
---@field same_cards boolean True if both variants deal the same cards.
---@field metrics aurum.compared_metric[] The metrics, the largest |t| first.
---@field unmeasured aurum.unmeasured_metric[]? What was named and has no value.
---@field faults table<string, integer>? Faults by bot, if there were any.

---A metric of a study. The fields from `b` on are nil without a second variant,
---and for a metric that has no value under it.
---@class aurum.studied_metric
---@field metric string Its key.
---@field group string The key of its group.
---@field name string Its name.
---@field text string Its definition.
---@field source string? Who proposed it.
---@field deals integer The deals in which it has a value.
---@field a number Its mean under the first variant.
---@field a_low number The ends of its 95 % interval; nan without two deals that differ.
---@field a_high number The upper end.
---@field holds boolean True if it differs from 0, where that means "no effect", significant at 5 % over all such metrics.
---@field b number? Its mean under the second variant.
---@field b_low number? The ends of that one's interval.
---@field b_high number? The upper end.
---@field difference number? The second mean less the first.
---@field low number? The ends of the 95 % interval of the difference.
---@field high number? The upper end.
---@field t number? The difference in standard errors.
---@field differs boolean? True if the difference is significant at 5 % over all metrics.

---Means by place, and the ends of their 95 % intervals.
---@class aurum.study_means
---@field means number[] The means.
---@field lows number[] The lower ends; nan without two deals that differ.
---@field highs number[] The upper ends.

---The rounds of a study in which a side's bid and tricks were the same.
---@class aurum.study_bids
---@field bid integer The bid at the round's end.
---@field taken integer The tricks taken.
---@field n integer The number of such rounds.

---The pictures that `aurum variant study --html` draws, as numbers.
---@class aurum.study_pictures
---@field uncertainty aurum.study_means Entropy in bits before each trick.
---@field worth aurum.study_means Points between the best and the worst action, before trick 1 and by trick.
---@field bids aurum.study_bids[] Bids against tricks.

---A variant of a study.
---@class aurum.studied_rules: aurum.compared_rules
---@field pictures aurum.study_pictures What a page draws.

---A metric or group that was named and has no value in a result.
---@class aurum.unmeasured_metric
---@field metric string Its name.
---@field reason string Why, as a part of a sentence: "needs sides of two seats".

---The result of `aurum.study`.
---@class aurum.study_result
---@field a aurum.studied_rules The variant.
---@field b aurum.studied_rules? The one to compare it with.
---@field players integer The number of players.
---@field seed string The seed that repeats it.
---@field bots string[] The ladder of bots, the best first.
---@field left_out string[]? Bots of the usual ladder that have not learned all of the rules.
---@field unlearned string[]? Bots that were given, but have not learned them.
---@field unexchanged boolean? True if two bots cannot be exchanged over the sides, so that no skill is measured.
---@field deals integer Deals that were played to their end.
---@field wanted integer Deals that were asked for.
---@field games integer The games of these.
---@field complete boolean False if a signal or the time ended it early.
---@field late boolean? True if its time was over first.
---@field same_cards boolean True if both variants deal the same cards.
---@field metrics aurum.studied_metric[] The metrics, in groups.
---@field unmeasured aurum.unmeasured_metric[]? What was named and has no value.
---@field steps integer Steps of the ladder that were measured.
---@field steps_apart integer Those at which the better bot wins, significant at 5 % over all.
---@field faults table<string, integer>? Faults by bot, if there were any.
---@field failure string? The error of the variant that ended it early.

---Play bots against each other, as `aurum match` does, in worker processes.
---Raises for an unknown option or a wrong type; other problems are nil and a
---message. A signal ends it early, with the result so far. Not in bots.
---@param options aurum.match_options
---@return aurum.match_result?
---@return string? message
function aurum.match(options) end

---Play an arena, as `aurum arena` does:
---
---    local result = assert(aurum.arena { bots = { "greedy", "counter" },
---      deals = 100, seed = 1 })
---    print(result.pairs[1].difference.mean)
---
---Problems are as in `aurum.match`. With a journal, the same call resumes it.
---Not in bots.
---@param options aurum.arena_options
---@return aurum.arena_result?
---@return string? message
function aurum.arena(options) end

---Play the same deals under two variants and compare the games, as `aurum variant
---compare` does. Problems are as in `aurum.match`. Not in bots.
---@param options aurum.compare_options
---@return aurum.compare_result?
---@return string? message
function aurum.compare(options) end

---Measure the quality of a variant, as `aurum variant study` does:
---
---    local result = assert(aurum.study { v = "bga", against = "bga+misere",
---      metrics = { "tension" }, deals = 4, seed = 1 })
---    for _, metric in ipairs(result.metrics) do
---      print(metric.name, metric.a, metric.b, metric.differs)
---    end
---
---Problems are as in `aurum.match`. If the variant fails in a later deal, the
---result of the deals before follows the message. Not in bots.
---@param options aurum.study_options
---@return aurum.study_result?
---@return string? message
---@return aurum.study_result? so_far
function aurum.study(options) end

-- Charts ----------------------------------------------------------------------

---The options of every picture.
---@class (partial) aurum.chart_options
---@field title? string A line above it.
---@field svg? boolean If true, the picture is an SVG element for a page or a file, readable on light and dark ground; `ascii` has no effect.
---@field width? integer (80) Its width in columns, at least 30; a column of SVG is 9 pixels wide, and a heat map may be wider.
---@field ascii? boolean If true, the picture is ASCII, labels too; if left out, true unless the locale is UTF-8.
---@field format? string The format of numbers, as in `string.format`; chosen by the numbers if left out.

---The options of `aurum.chart.bars`.
---@class (partial) aurum.bars_options: aurum.chart_options
---@field rows any[][] Each `{ label, value }`, or `{ label, value, low, high }` with the ends of an interval.

---The options of `aurum.chart.histogram`.
---@class (partial) aurum.histogram_options: aurum.chart_options
---@field counts table<integer, number> The count of each whole number.
---@field step? integer Numbers in a bin; if left out, as many as make at most 24 bins.

---The options of `aurum.chart.heat`.
---@class (partial) aurum.heat_options: aurum.chart_options
---@field rows any[] Labels of the rows.
---@field columns any[] Labels of the columns.
---@field values table<integer, any> A list of numbers for each row; nil leaves a cell empty.
---@field corner? string The text above the labels of the rows.
---@field by? "row"|"all" (`"all"`) The darkest cell: the greatest of its row, or of all.

---The options of `aurum.chart.line`.
---@class (partial) aurum.line_options: aurum.chart_options
---@field series any[][] Each `{ label, { y, ... } }`; not-a-number leaves a gap. `{ label, { y, ... }, { low, ... }, { high, ... } }` has the ends of an interval at each point: SVG draws them as a band, and the text names the last.
---@field height? integer (12) Its rows, at most; 3 to 100.
---@field first? integer (1) The number of the first point.
---@field at? number[] The place of each point on the axis, in ascending order; if left out, points are at equal distances from `first` on.
---@field x? string The name of the points.

---The options of `aurum.chart.spark`.
---@class (partial) aurum.spark_options: aurum.chart_options
---@field values number[] The numbers to show.

---Charts for a terminal, as text that ends in a newline, with the numbers beside
---them. A chart is at most 80 columns wide, or `width`. A label is any value that
---has a text, and is cut if it does not fit. A chart without data says so.
---Colours appear only if standard output is a terminal that shows them. Raises
---for an unknown option or a wrong value.
---
---    io.write(aurum.chart.bars { rows = { { "greedy", 7.1, 6.8, 7.4 },
---      { "lowball", 3.2, 2.9, 3.5 } } })
---
---Not in bots.
---@class aurum.chart
local chart = {}

---Bars, each with its value and interval; a value below 0 goes to the left. A
---value that is not a number, or infinite, has its text and no bar.
---@param options aurum.bars_options
---@return string
function chart.bars(options) end

---A histogram: the count of each number from the least to the greatest, with its
---share.
---@param options aurum.histogram_options
---@return string
function chart.histogram(options) end

---A heat map: each cell shows its number, and greater numbers are darker. Columns
---that do not fit follow below.
---@param options aurum.heat_options
---@return string
function chart.heat(options) end

---Lines through points, such as the score through a game.
---Their last values and their ranges stand below.
---@param options aurum.line_options
---@return string
function chart.line(options) end

---A row of small bars, one character each, without a newline at its end. A title
---stands on a line above.
---@param options aurum.spark_options
---@return string
function chart.spark(options) end

-- Texts, files and the system -------------------------------------------------

---Make a text from a file (a name, a seed, a message, a path) safe for a
---terminal. Control characters, marks of writing direction, invisible characters
---and bytes that are not UTF-8 become `\27` or `\u{202E}`. Not in bots.
---@param text string
---@param most? integer (500) Columns of a line; longer lines are cut and end in "...".
---@param kept? string (`""`) Control characters that stay, such as `"\n\t"`.
---@return string
function aurum.plain(text, most, kept) end

---A text as a cell of CSV (RFC 4180), made safe as by `aurum.plain`. A text that
---begins with `=`, `+`, `-`, `@`, a tab or a line break gets a `'` in front, so
---that no spreadsheet takes it for a formula. Not in bots.
---@param text string
---@param raw? boolean If true, leave the text as it is; only add the quotes that CSV needs.
---@return string
function aurum.csv_text(text, raw) end

---The word of a list that is nearest to a misspelt one; nil if none is near. The
---distance counts letters added, left out, changed or swapped, regardless of case
---(the restricted Damerau-Levenshtein distance). Not in bots.
---@param word string
---@param list string[]
---@return string?
function aurum.nearest(word, list) end

---A file of lines, such as a record's, open for writing. It never holds a torn
---line, even if the disk is full. Closed when collected. Not in bots.
---@class aurum.writer
local writer = {}

---Add whole lines. Raises unless they end in a newline.
---@param lines string
---@return true? done nil if writing failed.
---@return string? message
function writer:write(lines) end

---Write the buffered lines to the file. Those of a gzip file wait until they fill
---a member of a fixed size, so that its bytes depend on its lines alone.
---@return true? done nil if writing failed.
---@return string? message
function writer:flush() end

---Write the buffered lines and close the file. Raises if it is closed already.
---@return true? done nil if writing failed.
---@return string? message
function writer:close() end

---The reader that `aurum.sys.lines` returns. A call returns the next line's
---number, its text, a problem or nil, and true if a newline ended it; nothing at
---the end. Not in bots.
---@class aurum.reader
---@operator call: integer?
local reader = {}

---True if the next line has come, or the end of the file; else a call waits for
---more of a pipe or a terminal.
---@return boolean
function reader:ready() end

---What scripts of experiments need of the system: files of lines, clocks, signals.
---Not in bots.
---@class aurum.sys
local sys = {}

---The lines of a file, one by one, however large it is; of gzip data, known by
---their first bytes, the lines that were compressed: `for number, line, problem,
---ended in assert(aurum.sys.lines(path)) do`. nil and a message if it cannot be
---opened. Blank lines are passed over, but counted in `number`. `problem` is nil,
---or says that the line was longer than 16 MiB and cut, or that reading failed or
---the gzip data are damaged; then no line follows. `ended` is false for a last
---line without its newline, as of a file that is being written.
---@param path string `"-"` for standard input.
---@param unnoted? boolean (false) If true, the command may replace the file.
---@return aurum.reader? lines
---@return string? message
function sys.lines(path, unnoted) end

---A file to write lines to. `mode` says what becomes of a regular file that is
---there: "new" refuses it with the message "File exists"; "replace" empties it;
---"append" adds to a file of records, or an empty one, and refuses any other.
---Devices and pipes are written in any mode. nil and a message if it cannot be
---opened. A path that ends in `.gz` is written as gzip data, of which whole members
---reach the file.
---@param path string `"-"` for standard output.
---@param mode? "new"|"replace"|"append" (`"new"`)
---@return aurum.writer?
---@return string? message
function sys.writer(path, mode) end

---Seconds on a clock that only goes forward.
---@return number
function sys.clock() end

---128 random bits from the system, as 32 hex digits.
---@return string
function sys.entropy() end

---How many processors there are to run on, 1 at least.
---@return integer
function sys.processors() end

---Catch SIGINT, SIGTERM and SIGHUP from here on: the first makes
---`aurum.sys.interrupted` answer true, and ends what trusted bots and searches are
---at; the second ends the program. With `tear`, functions of Lua's libraries that
---run for long or wait raise.
---@param tear? boolean
function sys.catch_interrupts(tear) end

---True if a signal that is caught has come.
---@param served? boolean Forget it: what it asked for is done.
---@return boolean
function sys.interrupted(served) end
