---@meta _
-- luacheck: ignore 431

-- Names of the module beside aurum.d.lua and scripts.d.lua, for the program's own
-- Lua. Nothing here is promised: it may change or go in any release, and scripts of
-- users do without it. Bots reach none of it. tests/lua/api_spec.lua checks this
-- file, as it checks the others. A class that stands there too has these members
-- as well.

-- Rules and variants ---------------------------------------------------------

---@class aurum.rules
local rules = {}

---True if its hooks run in worker processes only, and have not run in this one.
---Not in bots.
---@return boolean
function rules:is_asleep() end

---Run the files of hooks that sleep. Does nothing for rules that are awake.
---Raises if the files fail, and outside a worker process. Not in bots.
---@return aurum.rules self
function rules:wake() end

-- Bots and games -------------------------------------------------------------

---A file beside a bot, which the bot names by `require` or `aurum.data`.
---@class (partial) aurum.bot_sibling
---@field name string Its name, without a folder.
---@field code? boolean True if the bot requires it.
---@field text? string Its bytes; nil if they cannot be used.
---@field problem? string Why it cannot be used.
---@field missing? boolean True if there is no such file.

---@class aurum.bot_file
---@field source string The file's text.
---@field files aurum.bot_sibling[] The files beside it that it names, by name.

---A call of a bot that ended the process it was in: see `aurum.sys.workers`.
---`game:restart(seed, deaths, number)` takes a list of them, at most 18. A bot that
---died at a call when this game was played before is not called there again: that
---call is its fault. After three deaths it is not called any more in this game.
---`number`, such as `"7/2"`, stands before what its bots print.
---@class aurum.death
---@field call integer The number of the call in its game, from 1.
---@field kind "cpu"|"memory"|"crash"|"host" How it died.
---@field message string The message of its fault.
---@field printed? string What it printed in that call.

---@class aurum.game
local game = {}

---Play the game to its end by random actions and check it: every invariant after
---each action, and every answer of a hook against those to the same question asked
---again, in varied order and number, here and by rules made anew. `aurum variant
---check` uses this. Bots are not asked. The state then stands at the end
---of the game, or where a check failed.
---@param twin aurum.rules The same rules, made another time.
---@return true? sound nil if a check failed.
---@return string? message The failure.
function game:check(twin) end

---The names of the functions in a bot's table: `bid`, `play` and its own. Raises
---for a seat that is moved by hand.
---@param seat integer
---@return string[] names In no particular order.
---@return table<string, integer> lines By name, the line on which the function begins; -1 for a function of the library.
function game:functions(seat) end

---The calls of a bot in a game.
---@class aurum.profile_calls
---@field calls integer Their number.
---@field seconds number The seconds of processor time they took.
---@field allocated integer The bytes that they allocated, most of which become garbage.
---@field searches integer The calls of `view:search` and `state:search`.
---@field sims integer The simulations of these.

---A sampled stack of a bot.
---@class aurum.profile_stack
---@field stack string Its functions, the outermost first, with `;` between them: `play (mine.lua:9);fold (mine.lua:4)`, or `search [C]` for one in C.
---@field count integer The samples that found it.
---@field seconds number The seconds of processor time that they stand for.

---The measured calls of a bot.
---@class aurum.profile
---@field calls table<string, aurum.profile_calls> By callback; `file` is the run of the bot's file.
---@field stacks aurum.profile_stack[] The sampled stacks of all calls; none unless the timer ticks often (`aurum.sys.sample`).
---@field recent aurum.profile_stack[] Those of the last call.

---Make decisions for a time, but at least one, and the deals between them. Stops
---after a decision if a bot printed since the last one (where that is kept), noted
---something or was at fault, and before a seat that is moved by hand.
---@param seconds number
---@param look? fun(text: string) Called after each decision and each deal.
---@return string[] moves The actions as texts, `"deal"` for a deal; last `""` after a fault.
---@return boolean noted True if the last decision has notes.
function game:moves(seconds, look) end

---The calls of a bot in this game. nil unless the bot's table, as in
---`aurum.new_game`, has `profile`. Raises for a seat that is moved by hand.
---@param seat integer
---@return aurum.profile?
function game:profile(seat) end

---Let the random numbers of each decision of the bots begin at a stream, instead
---of one that follows from the seed.
---@param stream? string (none) 64 hexadecimal digits, not all 0.
---@return aurum.game? # The game itself; nil if that is not a stream.
function game:stream(stream) end

---A breakpoint at a line of Lua.
---@class aurum.debug_point
---@field file string The path in messages.
---@field line integer Its number.
---@field condition? string An expression of the variables there.
---@field hits? "any"|"equal"|"from"|"every" How often it is met in this step before it stops: each time (the usual), the time `hit_n`, from then on, or each `hit_n` times.
---@field hit_n? integer From 1.
---@field message? string[] In turn a text and an expression: this is written where bots print, and nothing stops.

---A value in a frame of a stop: of an expression, a variable, or a part of it.
---@class aurum.debug_value
---@field level? integer (0) The function of the stack, from 0.
---@field text? string An expression; or else:
---@field own? integer The number of a local variable of the function,
---@field outer? integer of a variable of an enclosing function,
---@field view? boolean or the view of the bot.
---@field path? integer[] The numbers of the parts that lead to a part of it, at most 32.

---An assignment in a run.
---@class aurum.debug_assignment: aurum.debug_value
---@field event integer It is made where this line begins.
---@field to string The new value, an expression.

---What a debugger looks for in a step (lua/play/debugger.lua). Lines are
---counted as they begin, in all bots of the game and in the variant.
---@class aurum.debug_options: aurum.debug_value
---@field points? aurum.debug_point[] Breakpoints, at most 100.
---@field how? "points"|"lines"|"next"|"none" Stop at breakpoints only (the usual), at any line, also in the function `depth` of the call `run` of `state` or one that called it; or nowhere.
---@field errors? boolean Stop where a bot raises an error that it does not catch.
---@field after? integer Stop only after this line.
---@field before? integer End at this line, with the number of the last line where it would have stopped.
---@field run? integer As of a stop.
---@field state? integer As of a stop.
---@field depth? integer As of a stop, or less.
---@field from? integer List the parts of the value that the options name, from this one on.
---@field set? aurum.debug_assignment[] Assignments, at most 30.
---@field fresh? boolean Leave out what was printed up to the line `after`.

---A variable at a stop.
---@class aurum.stop_variable
---@field name string Its name.
---@field value string Its value as text.
---@field number integer Its number among those of its kind.
---@field deep boolean It has parts.
---@field outer boolean It belongs to an enclosing function.

---A part of a value at a stop.
---@class aurum.stop_part
---@field name string Its key.
---@field value string Its value as text.
---@field deep boolean It has parts.

---A function of the stack at a stop, the innermost first.
---@class aurum.stop_frame
---@field file string The path in messages, or `[C]`.
---@field line integer -1 in C.
---@field name string Its name; `?` if Lua knows none.
---@field tail boolean It was called by a tail call.
---@field variables aurum.stop_variable[] Its variables.

---Where a run stopped.
---@class aurum.stop
---@field event integer The number of the line.
---@field run integer The call of the bot or of the variant, from 1 in this step.
---@field state integer The seat; 0 for the variant.
---@field depth integer The functions on its stack.
---@field last integer With `before`: the last line where it would have stopped, or 0.
---@field kind "point"|"line"|"error"|"pause" Why it stopped.
---@field points integer[] The breakpoints that stopped it, from 1.
---@field failed integer The breakpoint whose condition failed, from 1; 0 if none.
---@field message? string The error, of the bot, of a condition or of an assignment.
---@field value? string The value that the options name, or the error.
---@field good? boolean True if it has a value.
---@field deep? boolean True if that has parts.
---@field parts? aurum.stop_part[] Its parts from `from` on, at most 200.
---@field more? boolean There are others behind them.
---@field frames aurum.stop_frame[] The functions on its stack, at most 60.

---Do a step, or apply an action, under a debugger. A stop ends it as an
---interrupt would: the game must then be restarted.
---@param options aurum.debug_options
---@param action? aurum.action_of
---@return aurum.stop?
---@return aurum.action? action Without a stop, as from `game:step`.
function game:debug(options, action) end

---A copy of what a bot keeps in its own table, to look at: booleans, numbers,
---texts, cards, sets, piles and tables of these, without its functions. At most
---2000 values, tables in tables 7 deep, texts cut at 1000 bytes. Nothing of the
---bot is run. Raises for a seat that is moved by hand.
---@param seat integer
---@return table
function game:own(seat) end

---@class aurum.recorded
local recorded = {}

---Call one of the functions given as `calls`, with the game and further arguments.
---In a command, the code of a variant that did not come with aurum runs in a
---worker process. Such a game has the fields of its line, `rows`, `csv` and
---`call`, and only plain data goes to and from the worker.
---@param name string
---@param ... any
---@return any ...
function recorded:call(name, ...) end

---@class (partial) aurum.records_options
---@field calls? table<string, fun(game: aurum.recorded, ...: any): ...> Functions that `game:call(name, ...)` calls with the game.

---@class (partial) aurum.rules_options
---@field hooks? aurum.source[] The files with hooks, in order. Not in bots.
---@field vars? aurum.var[] The variables of these hooks.
---@field questions? aurum.question_file[] The questions of these files, checked, in order. Not in bots.
---@field muted? { hook: string, number: integer }[] The functions of hooks that are not called, by hook and by their place in its order. Not in bots.
---@field who? table<string, string[]> Who forbids a card by each function of the hooks `lead` and `legal`, as refusals name it. Not in bots.
---@field asleep? table<string, integer> The number of functions of each hook. The files then run in worker processes only, when a worker first asks a hook. Not in bots.

---A file that was read.
---@class aurum.source
---@field path string Its name in errors.
---@field text string Its contents.

---A variable of a variant's hooks.
---@class aurum.var
---@field name string Its name.
---@field scope "round"|"game" `"round"` if each deal sets it to 0.
---@field holds? "number"|"seat"|"side"|"flag" What its values are, if the file says so.

---Decisions and rounds, all or those that other rules decide otherwise.
---@class aurum.tally_of_rules
---@field decisions integer Those whose choices, result or views differ.
---@field rounds integer Those with such a decision, or dealt otherwise.

---@class aurum
aurum = {}

---Play a random game under some rules, and at each decision ask other rules about
---the same state: which actions are legal, where the action leads, and what each
---seat then sees. Under other kinds of cards, everything differs. Not in bots.
---@param rules aurum.rules
---@param seed string
---@param others aurum.rules[] At most 64, for the same number of players.
---@return aurum.tally_of_rules[]? others Those that differ, for each of the others. nil if a hook of `rules` failed.
---@return aurum.tally_of_rules|string all All decisions and rounds of the game; or the message.
function aurum.contrast(rules, seed, others) end

---The name or path that rules were loaded by; nil for rules made otherwise. Not
---in bots.
---@param rules aurum.rules
---@return string?
function aurum.variant_given(rules) end

---The variant that rules were loaded by, as `aurum.read_variant` returns it; nil
---for rules made otherwise. Not in bots.
---@param rules aurum.rules
---@return table? info
function aurum.variant_info(rules) end

---Confine variants that did not come with aurum, from now on: `read` reads their
---files, as `aurum.variant_file` does, and their hooks run in worker processes
---only. A third result of `read` is true if the machine failed. For commands. Not
---in bots.
---@param read fun(path: string, text: string): table?, string?, boolean?
function aurum.confine_variants(read) end

---Let hooks of variants print up to this many bytes to standard error from now on,
---in this process. At first they print nothing. Returns how many of the last ones are
---left. For commands. Not in bots.
---@param bytes integer
---@return integer
function aurum.hook_prints(bytes) end

---A mistake in a variant; `tostring(p)` is `PATH:LINE: MESSAGE`.
---@class aurum.problem
---@field path? string The file; nil if the name is wrong.
---@field line? integer The line.
---@field message string The message.
---@field by_host? true The machine failed, not the file.

---The part of a variant's file for a number of players.
---@class aurum.variant_layer
---@field knobs table<string, any> The knobs it sets.
---@field hooks table<string, integer> The line of each hook it defines.

---One of the files that a variant is made of.
---@class aurum.variant_source: aurum.variant_layer
---@field path string Its path.
---@field text string Its contents.
---@field covered string The text that the digest covers if the file has hooks: `text`, or an earlier text with the same code.
---@field part string The part of the variant's name that it belongs to.
---@field house boolean True if that part is a house rule: not the first part.
---@field players table<integer, aurum.variant_layer> The differences by number of players.
---@field vars aurum.var[] The variables of its hooks.
---@field questions aurum.question_file[] Its questions.
---@field data table The table it returned, with `{ hook = LINE }` for functions.
---@field lines table<string, integer> The line of each key: `"over"`, `"players.3.over"`.
---@field problems aurum.problem[] Its mistakes.
---@field notes string[] Notes where a knob has its former name.

---A variant that was read, before rules are made of it.
---@class aurum.variant_info
---@field given string The name or path that it was found by.
---@field name string Its name in records.
---@field title string Its name for people.
---@field titles string[] The title of each part.
---@field files aurum.variant_source[] Its files, in the order they apply.
---@field vars aurum.var[] The variables of its hooks.
---@field questions aurum.question_file[] Its questions, in order.
---@field counts integer[] The numbers of players it allows, sorted; empty for a house rule.
---@field problems aurum.problem[] Its mistakes; with any, no rules can be made of it.
---@field notes string[] Notes where house rules contradict each other or a knob has its former name.
local variant_info = {}

---Add a mistake.
---@param format string As in `string.format`.
---@param ... any
function variant_info:refuse(format, ...) end

---The knobs and hooks for a number of players.
---@class aurum.resolved
---@field knobs table<string, any> Every knob that a file sets.
---@field from table<string, {path: string, line: integer, order: integer}> The place that set each knob last.
---@field hooks table<string, {path: string, line: integer}[]> The functions of each hook, in the order they are asked.

---Its knobs and hooks for a number of players; later files override earlier ones.
---@param players integer
---@return aurum.resolved
function variant_info:resolve(players) end

---New rules made of it; nil and the mistake if that fails.
---@param players integer One of `counts`.
---@return aurum.rules?
---@return aurum.problem?
function variant_info:rules(players) end

---Everything about a variant, even one with mistakes, as `aurum variant show` and
---`check` show it. Not in bots.
---@param name string A name or path, as for `aurum.variant`.
---@return aurum.variant_info
function aurum.read_variant(name) end

---Run a variant's file alone and copy the table that it returns as plain data,
---with `{ hook = LINE }` for functions. Returns nil and a message if it fails, or
---takes more than a second or 64 MiB. Not in bots.
---@param path string Its name in messages.
---@param text string Its contents.
---@return table?
---@return string? message
function aurum.variant_file(path, text) end

---The file of an analysis script, which `aurum run` runs, by name or path. A name
---is looked up as a variant's is, in folders called `analysis`. Returns nil and a
---message if there is none. Not in bots.
---@param name string
---@return string?
---@return string? message
function aurum.script(name) end

---The names of all analysis scripts that can be found, and their files by name.
---Not in bots.
---@return string[] names Sorted.
---@return table<string, string> files
---@return aurum.shadowed[] shadowed Files with such a name that are shadowed, in later folders and in the working folder.
function aurum.scripts() end

---The options of `aurum.new_game`.
---@class (partial) aurum.new_game_options
---@field rules aurum.rules
---@field seed string
---@field bots? (aurum.bot_file|false)[] By seat. In a worker process, a field `cpu`, seconds from 0 to 3600, lowers the bot's limit of processor time; a field `profile`, a number of seconds or 0, measures its calls and samples its stack; a call that takes longer (0: any) is a fault.
---@field on_fault? "forfeit"|"substitute"
---@field trust? boolean
---@field fuel? integer
---@field print? "all"|"off"|integer
---@field log? "debug"|"info"|"warn"
---@field keep_prints? boolean

---Begin a game from resolved options, as `aurum.game` does in the end. Returns nil
---and a message if a bot does not load. Not in bots.
---@param options aurum.new_game_options
---@return aurum.game?
---@return string? message
function aurum.new_game(options) end

---Give a game that began at a state what a seat remembers of the past: the
---finished rounds, and under rules that ask questions the round's log up to
---there. Not in bots.
---@param game aurum.game
---@param text string What `remember` of a program's bot wrote for these rules.
---@param seat integer
---@return aurum.game? # The game itself; nil if the text is not such a one.
function aurum.recall(game, text, seat) end

-- Worker processes -----------------------------------------------------------

---The options of `aurum.sys.workers`.
---@class aurum.workers_options
---@field count integer The number of processes, 1 to 64.
---@field seconds number Processor time that a bot may take for one call, more than 0; checked every 0.02 s.
---@field work fun(request: string): string Answers a request, in a worker.
---@field limit? number (none) Seconds of wall time that a request may take; checked every 0.02 s.
---@field threads? integer (1) The threads of each worker, 1 to 64, which share the roots of a search and the states of `aurum.solve`. They start with the worker.
---@field open? boolean (false) Do not confine the workers: they run scripts that may do all that the user may.
---@field programs? string[] (none) Commands of the shell, each of which runs as a program of each worker.
---@field grace? number (0) Seconds of wall time that a program may take for its first line, if that is more than `seconds`.

---The death of a worker.
---@class aurum.worker_death
---@field kind "time"|"cpu"|"memory"|"crash"|"host" Its request took longer than the pool's limit, its bot took too long for one call, its bot used too much memory, it crashed, or the machine failed: it was killed from outside, or memory failed.
---@field game integer The number of the game in its request: of those begun by `game:restart`, or, while a bot's file is loaded (`call` is 0), of those made by `aurum.game`.
---@field asked integer The questions that its bots were asked in its request: for a bid, a change or a card.
---@field seat? integer The seat whose bot was called; nil if none was.
---@field call? integer The number of the bot's call in its game, from 1; 0 while its file is loaded.
---@field message string The message, in one line.

---A pool of worker processes that answer requests, for example by playing games
---of bots. A worker that misbehaves or dies does this process no harm.
---`lua/play/pool.lua` is made of it. A worker is a copy of this process as it was
---when the pool was made, or when the worker was replaced. It can compute, use up
---to 4 GiB of memory, answer, and write to stderr. On Linux any other request to
---the system ends it. Closed when collected, or by `local pool <close> = ...`.
---Not in bots.
---@class aurum.workers
local workers = {}

---Send a worker a request; it answers its requests in turn. Never blocks: `wait`
---sends later what the pipe does not take yet.
---@param worker integer From 1.
---@param request string
function workers:submit(worker, request) end

---Wait for the next event. For a reply it returns the worker, true and the
---string. For an error that the work raised: the worker, false and the message.
---For a death: the worker, nil and the death; the worker is then replaced, and
---its waiting requests are lost. If a signal interrupted, or the time is over, it
---returns nothing.
---@param seconds? number (no limit) The longest wait.
---@return integer? worker
---@return boolean? good
---@return string|aurum.worker_death|nil reply
function workers:wait(seconds) end

---Ask a debugger that runs in a worker (`game:debug`) to stop at the next line; or
---no longer.
---@param worker integer From 1.
---@param on boolean
function workers:pause(worker, on) end

---Seconds of processor time that the workers took, without those that were
---replaced.
---@return number
function workers:clock() end

---End the processes at once. The pool cannot be used any more.
function workers:close() end

---A conversation with another program, by bytes. Closed when collected, or by `local
---channel <close> = ...`. Not in bots.
---@class aurum.channel
local channel = {}

---Wait for somebody to connect to the port.
---@return true? done nil if a signal interrupted, or the system failed.
---@return string? message
function channel:accept() end

---The bytes that have come.
---@param seconds? number (no limit) The longest wait for them.
---@return string? bytes `""` if there are none yet; nil at the end.
function channel:read(seconds) end

---Send bytes.
---@param text string
---@return true? done nil if the other end has closed.
---@return string? message
function channel:write(text) end

---End the conversation.
function channel:close() end

-- The system -----------------------------------------------------------------

---@class aurum.sys
local sys = {}

---Two more modes of `sys.writer(path, mode, keep, size)`. "continue" cuts the file
---to its first `keep` bytes and writes on from there; "alone" does so without a
---lock, for a file that no other process writes. Both return nil and a message also
---if the file is no longer `size` bytes long (0: it was not there), and for gzip;
---"continue" also if another process continues it, or the file system has no
---locks.
---@alias aurum.writer_mode "continue"|"alone"

---Call a function that must not end halfway, and takes milliseconds. An
---interrupt that came before waits until it returns. Returns its first result.
---@param f function
---@param ... any
---@return any
function sys.undisturbed(f, ...) end

---Let the timer of scripts, here and in workers that start from now on, tick
---often, for samples of the stacks of bots that are measured; or rarely, as usual.
---@param often boolean
function sys.sample(often) end

---A number as text, the same in every locale.
---@param x number
---@param digits? integer (10) Significant digits of a float.
---@return string
function sys.number(x, digits) end

---The locale "C" of this thread, from `aurum.sys.plain_locale` until it is closed:
---`local locale <close> = ...`. Not in bots.
---@class aurum.locale
local locale = {}

---Give the thread the locale that it had before.
function locale:close() end

---Give this thread the locale "C" until the result is closed.
---@return aurum.locale
function sys.plain_locale() end

---Give the thread the process's locale again, so that a script may choose one.
function sys.unpin_locale() end

---Note inputs from now on, none of which is known yet, so that no output destroys
---one.
---@param on? boolean (true) If false, note them no longer.
---@param printing? boolean (false) If true, no input is the file to which standard output goes.
---@return boolean before True if they were noted before.
function sys.watch_inputs(on, printing) end

---Note a file that will be read.
---@param path string `"-"` for standard input.
function sys.reads(path) end

---True if a file was noted as one that is read, by any of its names.
---@param path string
---@return boolean
function sys.is_input(path) end

---True if another process continues a file (mode "continue" of
---`aurum.sys.writer`); false if none does, or if the file is missing. nil and a
---message if the file system cannot say. Not for a file that this process
---continues: the system would drop its lock.
---@param path string
---@return boolean?
---@return string? message
function sys.locked(path) end

---A text as gzip data: one member, which may be added to others.
---@param text string
---@return string
function sys.gzip(text) end

---The check sum of a text that gzip data have, a whole number of 32 bits.
---@param text string
---@return integer
function sys.crc32(text) end

---Plain data as a string for another process: nil, a boolean, a number, a string,
---or a table of these without cycles, at most 1,000 tables deep.
---@param value any
---@return string
function sys.pack(value) end

---The value that `aurum.sys.pack` made a string of. Raises if the string is cut or
---changed.
---@param text string
---@return any
function sys.unpack(text) end

---The digest of a text by which journals name bots: 16 hex digits (64-bit FNV-1a).
---@param text string
---@return string
function sys.digest(text) end

---An iterator over the tokens of a Lua text, without its comments: each token and
---the line where it begins. No code runs, and each byte is read once.
---@param text string
---@return fun(): string?, integer?
function sys.tokens(text) end

---The files that a bot's text names by `require "NAME"` or `aurum.data "FILE"`, each
---once. Names that no file beside a bot has are left out.
---@param text string
---@param most integer Files to look for; the rest of the text is not read.
---@return {name: string, code: true?}[] files `code` for those named by `require`.
function sys.named_files(text, most) end

---Make a folder and all folders above it that are missing; new ones are for
---their owner only, or for whom the umask allows.
---@param path string
---@param open? boolean If true, the umask decides.
---@return boolean? made nil and a message if it cannot be made.
---@return string? message
function sys.make_folder(path, open) end

---Guard a folder that may be a stranger's: from now on, `aurum.sys` opens files
---whose path begins with this one only if they are regular files, follows no link
---below the folder, and stays in this folder even if another one takes its name.
---A line of more than 16 MiB ends such a file. At most 8 folders.
---@param folder string Its path, without `/` at its end.
---@return true?
---@return string? message
function sys.guard(folder) end

---Remove a file or an empty folder. Below a guarded folder it is a file, and no
---link is followed.
---@param path string
---@return true?
---@return string? message
function sys.remove(path) end

---The bytes of a regular file; nil and a message if it is something else or too
---long. Never blocks.
---@param path string
---@param most integer Bytes that it may have.
---@return string?
---@return string? message
function sys.read_file(path, most) end

---The size of a regular file, and its first bytes; nil and a message if it is
---something else. Never blocks.
---@param path string
---@param most integer How many first bytes.
---@return integer? size
---@return string first Or the message.
function sys.look(path, most) end

---The bytes of a regular file that lies in a folder itself; nil and a message if
---it is a link, something else or too long. Never blocks.
---@param folder string
---@param name string The file's name, without a folder.
---@param most integer Bytes that it may have.
---@return string?
---@return string? message
function sys.read_beside(folder, name, most) end

---The names of what lies in a folder, sorted; nil and a message if it cannot be
---read.
---@param folder string
---@return string[]?
---@return string? message
function sys.files(folder) end

---True if a file is there to be read; nil and a message if not, or if it is a
---folder. It is not opened.
---@param path string `"-"`, standard input, always is.
---@param kind? "any"|"file" `"file"`: no pipe or device either.
---@return true?
---@return string? message
function sys.readable(path, kind) end

---The function of a Lua file of the program, as by loadfile, but faster where `make`
---has compiled it.
---@param path string
---@return function?
---@return string? message
function sys.load_own(path) end

---The first line of the file of compiled files that this Lua can load.
---@return string
function sys.compiled_head() end

---True if a file, all links followed, lies in a folder or in one below it.
---@param path string
---@param folder string
---@return boolean
function sys.is_within(path, folder) end

---The absolute path of a file, all links followed. nil and a message if there is
---none.
---@param path string
---@return string?
---@return string? message
function sys.real_path(path) end

---A channel by standard input and output; or with a port one that waits for
---somebody on this machine to connect to it. nil and a message if the port is not
---free.
---@param port? integer 0 to 65535; 0: one that is free.
---@return aurum.channel?
---@return integer|string? port The port; or the message.
function sys.channel(port) end

---True if a stream is a terminal.
---@param stream "stdin"|"stdout"|"stderr"
---@return boolean
function sys.is_terminal(stream) end

---The most threads that share the roots of one search, or the states of
---`aurum.solve`, in this process, at first 1; or, with a number, from now on. They
---start when they are needed.
---@param n? integer 1 to 64.
---@return integer
function sys.threads(n) end

---Seconds of processor time that this thread took, and threads that shared its
---searches.
---@return number
function sys.thread_clock() end

---Seconds of processor time that child processes which have ended took, and
---theirs.
---@return number
function sys.children_clock() end

---A pool of processes. Raises if they cannot be made.
---@param options aurum.workers_options
---@return aurum.workers
function sys.workers(options) end

---The number of the signal by which `sys.catch_interrupts` ends the command; nil
---before one has come.
---@return integer?
function sys.stopped_by() end

---The most memory this process has held, in KiB.
---@return integer
function sys.peak_memory() end

---The most memory that one of the child processes which have ended, or of theirs,
---has held, in KiB.
---@return integer
function sys.children_memory() end

---The compiler and flags that made this build.
---@return string
function sys.build() end

---What `aurum.sys.platform` returns.
---@class aurum.platform
---@field compiler string The compiler that made this build, with its version.
---@field lua string The release of Lua whose headers it had.
---@field bits integer Bits of an address: 32 or 64.
---@field endian "big"|"little" The order of bytes.
---@field processes boolean True if bots that are not trusted run in processes of their own; false in a browser and on Windows.
---@field workers boolean True if there is something that such bots can run in; false on Windows.
---@field lacks string[] The guards of bots that this build lacks, one sentence each; empty on 64-bit Linux.

---What this build was made by and for.
---@return aurum.platform
function sys.platform() end

---What `aurum.sys.machine` returns.
---@class aurum.machine
---@field descriptors integer The limit on open files; `math.maxinteger` for no limit.
---@field memory integer The limit on this process's memory, in bytes; the same.
---@field processors integer The processors of the machine, those included that this process may not use.
---@field charset string The character set of the locale; empty if the system lacks the locale.
---@field zlib string The version of zlib.
---@field cjson string The version of cJSON.

---Limits of this process, its libraries and its locale.
---@return aurum.machine
function sys.machine() end

---What `aurum.sys.try_folder` returns.
---@class aurum.folder_trial
---@field locks boolean True if the file system has locks.
---@field network string The name of a network's file system; empty for others.

---What a folder allows, tried with a file that is then gone.
---@param path string
---@param above? boolean If true, a missing folder is tried by the nearest one above it.
---@return aurum.folder_trial? trial Nil if no file can be made in it.
---@return string? message
function sys.try_folder(path, above) end

---What `aurum.sys.instructions` returns: whether the processor's instructions are
---in use.
---@class aurum.instructions
---@field sets boolean For sets of cards: popcnt and bmi2.
---@field sums boolean For sums of nets: AVX2.
---@field known boolean True if the build has any.

---The instructions that the core uses on this processor.
---@return aurum.instructions
function sys.instructions() end

---True if the Lua files were compiled by `make`, and that is in use.
---@return boolean
function sys.has_compiled() end

-- Learning -------------------------------------------------------------------

---The options of `aurum.sys.lesson`.
---@class (partial) aurum.lesson_options
---@field rules aurum.rules
---@field part "closed"|"open" The part that learns from the samples.
---@field actor aurum.net It plays, by its closed part.
---@field student aurum.net Its part `part` gives the values in targets.
---@field critic? aurum.net Its open part gives them instead, for the part "closed".
---@field rival? aurum.net It plays for opponents, instead of the policy "quick".
---@field lambda? number (1) The weight of later results in a target.
---@field explore? number (0) The share of random actions.
---@field against? boolean Opponents play for all sides but one.
---@field noise? number (0) Points added to values at random when the actor chooses.
---@field seed string
---@field rounds integer

---Rounds of self-play (core/learn.h).
---@param options aurum.lesson_options
---@return string samples
---@return number sum Of the actor's rewards in rounds against opponents,
---@return number squares and of their squares.
---@return integer n Rounds in which that reward was not 0.
function sys.lesson(options) end

---The actor's action for the seat on turn: sometimes a random one (core/learn.h).
---@param options { state: aurum.state, actor: aurum.net, explore?: number, noise?: number, seed: string }
---@return aurum.action
function sys.explore(options) end

---The options of `aurum.sys.lesson_of`; the others are as in `aurum.sys.lesson`.
---@class (partial) aurum.lesson_of_options
---@field state aurum.state Its finished rounds give samples.
---@field seats? integer[] The seats whose sides' decisions are samples; all without it.
---@field part "closed"|"open"
---@field student aurum.net
---@field critic? aurum.net
---@field lambda? number (1)
---@field seed string

---Samples from a game that was played (core/learn.h).
---@param options aurum.lesson_of_options
---@return string samples
---@return integer rounds
function sys.lesson_of(options) end

---Trains a part of a net. Not in bots.
---@class aurum.trainer
local trainer = {}

---A trainer for a net of these rules, whose inputs begin with those of `start`.
---Its first weights follow from the seed.
---@param options { rules: aurum.rules, also?: aurum.rules[], start?: aurum.net, seed: string }
---@return aurum.trainer
function sys.trainer(options) end

---Begin from a part of a net.
---@param net aurum.net
---@param part "closed"|"open"
function trainer:begin(net, part) end

---Learn samples once: the mean squared error on the way, in units of the net (10
---points), and the number of samples.
---@param options { samples: string, batch: integer, rate: number, seed: string }
---@return number
---@return integer
function trainer:learn(options) end

---The mean squared difference of its values from those of a net made of it.
---@param net aurum.net
---@param part "closed"|"open"
---@param samples string
---@return number
function trainer:rounding(net, part, samples) end

---All that is needed to go on, as bytes.
---@return string
function trainer:save() end

---Go on from what `save` returned: true, or nil if these are no such bytes.
---@param bytes string
---@return true?
function trainer:load(bytes) end

---The bytes of a net whose parts come from trainers or nets.
---@param options { rules: aurum.rules, goal: string, how?: string, closed?: aurum.trainer|aurum.net, open?: aurum.trainer|aurum.net }
---@return string
function sys.net_bytes(options) end

---Play rounds of the standard game of four with random legal actions, in C that
---shares nothing with the engine but two functions on bits: the reference of
---`aurum bench`.
---@param n integer How many.
---@param seed integer At least 0.
---@param direct? boolean Find cards without a loop: the same rounds in less time.
---@return integer decisions How many actions that took.
---@return integer points Of side 1, in all.
function sys.bench_bare(n, seed, direct) end

---Play rounds with random legal actions, in C: a figure of `aurum bench`.
---@param rules aurum.rules
---@param n integer How many.
---@param seed integer At least 0.
---@param listed? boolean Actions from the list are applied without a check.
---@return integer decisions How many actions that took.
---@return integer points Of side 1, in all.
function sys.bench_rounds(rules, n, seed, listed) end

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
