/* script.h: the functions of lua/script, for this room and lua/module.c.
** Internal to lua/.
**
** Running code that is not ours: the libraries of bots and variants, bots, and
** games between them. The hooks of variants are in variant.h. */
#ifndef AU_SCRIPT_H
#define AU_SCRIPT_H

#include "../bind/bind.h"

/* ---- hookable.c: Lua functions for C to call ---- */

/* Make these functions in a new state. */
void au_open_steps(lua_State *L);
/* Push a Lua function that calls the function at 'at', or indexes the table at
** 'at'. The hook of limits.c fires in it. */
void au_push_stepped(lua_State *L, int at);
/* Push the Lua function that compares by '<'. */
void au_push_less(lua_State *L);

/* ---- bounds.c: limits on the values and bytes of one library call ---- */

enum { AU_BYTES_MOST = 1 << 20 }; /* bytes of a text that one call returns */

/* The bytes of a text that one call in this state may return: AU_BYTES_MOST in
** the state of a script, 1 GiB in a host's. */
lua_Integer au_bytes_most(lua_State *L);
/* Raise an error for argument 'arg' if 'bytes' is more than that. */
void au_check_size(lua_State *L, int arg, double bytes);
/* The same if from .. to has more than AU_LIST_MOST values. */
void au_check_range(lua_State *L, int arg, lua_Integer from, lua_Integer to);
/* The length of a table. Raises if it is more than AU_LIST_MOST. */
int au_check_length(lua_State *L, int arg);

/* ---- strings.c, list.c, ordered_pairs.c: libraries with bounded calls ---- */

/* string.find or string.match, string.gmatch and string.gsub of the arguments.
** An interrupt can stop them; results have at most 1 GiB. A match begins after
** the first 'skipped' bytes; 'plain' if the pattern is a plain text. They
** return as Lua functions do. */
int au_pattern_search(lua_State *L, size_t skipped, bool find, bool plain);
int au_pattern_gmatch(lua_State *L, size_t skipped);
int au_pattern_gsub(lua_State *L);

/* Replace functions of the table at 'at'. Each new function keeps the old one
** as upvalue 1. */
void au_replace(lua_State *L, int at, const luaL_Reg *f);
/* Set the string functions that bots and hosts share in the table at
** 'string'. */
void au_open_texts(lua_State *L, int string);

/* Replace library functions that could run long, or whose order differs from
** run to run. au_open_bounded does so in all libraries of the table at 'libs';
** au_open_lists in the library 'table' at 'table'. au_open_ordered replaces
** 'pairs' and 'next' in the table at 'base', and 'sort' in the one at 'table'.
** Indexes are absolute. */
void au_open_bounded(lua_State *L, int libs);
void au_open_lists(lua_State *L, int table);
void au_open_ordered(lua_State *L, int base, int table);

/* ---- format.c ---- */

/* string.format. Upvalue 1 is Lua's own. */
int au_format(lua_State *L);

/* ---- packing.c: string.pack, with the same bytes on every machine ---- */

/* Set the functions in the table at 'string', which is absolute. */
void au_open_packing(lua_State *L, int string);

/* ---- sandbox.c: the libraries of a script ---- */

/* Open the libraries of a bot or a variant in a new state, and push the table
** that its globals inherit from. */
void au_open_sandbox(lua_State *L);
/* Name the methods of the types that were opened since, for errors. */
void au_name_methods(lua_State *L);
/* The same for a trusted bot, with files, processes and modules too. */
void au_open_trusted(lua_State *L);
/* Push a new table of globals over the library table at 'libs'. */
void au_push_globals(lua_State *L, int libs);
/* Keep the table on the top as the globals of the files of the bot whose state
** this is. */
void au_keep_bot_globals(lua_State *L);
/* Push them; a new table in other states. */
void au_push_bot_globals(lua_State *L);

/* ---- advice.c: names that a sandbox does not have ---- */

/* Advice to the author of a variant, or else of a bot, for an error of Lua that
** such a name caused; or NULL. */
const char *au_advice(const char *message, bool variant);

/* ---- show.c: values as text ---- */

typedef struct au_shown {
  char at[2000]; /* ends with a NUL */
  size_t n;
} au_shown;
/* Write a value, tables with their contents, cut where there is no more room.
** It may raise for want of stack or fuel. */
void au_show_value(lua_State *L, int at, au_shown *out);
/* True if a text may be written as a key without brackets. */
bool au_is_name(const char *text, size_t len);
typedef struct au_name {
  const char *text; /* owned by the table whose key it is */
  size_t len;
} au_name;
/* Collect the keys of the table at 'at' that are texts, in order, and return
** their number, at most 'most'. If there are more, the others are left out, and
** '*more' becomes true. */
int au_sorted_names(lua_State *L, int at, au_name *names, int most, bool *more);
/* Push the text of the value at 'at' as `print` writes it: a table without a
** metatable is shown with its contents. */
void au_push_readable(lua_State *L, int at);

/* ---- print.c ---- */

enum {
  AU_PRINTED = 20000,        /* bytes that a bot prints in a game, unless... */
  AU_PRINTED_MOST = 1 << 30, /* ...a person asks for so many */
  AU_NAME_SHOWN = 100        /* columns of its name that are shown */
};
/* ORDER LOG: the levels of aurum.log; prints are above them. */
enum { AU_LOG_DEBUG, AU_LOG_INFO, AU_LOG_WARN, AU_LOG_PRINT };
extern const char *const au_log_levels[];

/* The lines that a bot prints: their beginnings and their destination. */
typedef struct au_voice {
  const char *name;
  const char *game; /* the game's number, or "" */
  uint8_t seat;
  unsigned round, trick; /* round 0: before the first deal */
  lua_Integer limit;     /* bytes that it may print in a game */
  lua_Integer left;      /* bytes that it may still print in this game */
  const char *cut;       /* the line that stands for more */
  au_text *kept;         /* gets the lines; NULL: stderr does */
  bool off;
  int level; /* the lowest level of aurum.log that is shown */
} au_voice;

/* Set 'print' and 'aurum.log' in the library table at 'libs' to print by 'v',
** which must outlive the state. */
void au_open_print(lua_State *L, int libs, au_voice *v);
/* Set 'exchange' in the library table at 'libs' for a program of the worker,
** from 1 on; 0 for none. */
void au_open_program(lua_State *L, int libs, int program);
/* Set who prints by the table at 1: print = "off", "all" or a seat from 1, log
** = the lowest level shown, print_bytes = the limit. Returns true if
** keep_prints is set. */
bool au_set_voice(lua_State *L, int seat, int players, au_voice *v);

struct au_variant;
/* Set 'print' in the library table at 'libs' for the hooks of 'v', which must
** outlive the state; NULL while only its file is read. */
void au_open_hook_print(lua_State *L, int libs, const struct au_variant *v);
/* Show nothing that hooks print, until it is called as often with false. */
void au_mute_hooks(bool mute);
/* Add aurum.hook_prints to the module on the top. */
void au_open_hook_prints(lua_State *L);

/* ---- check.c: a random game with every invariant checked ---- */

enum { AU_CHECK_TEXT = 2048 };

/* Play a new game to its end by random actions and check every invariant.
** 'twin' are the same rules, made a second time. On a violation, returns false
** with a description in 'why' (AU_CHECK_TEXT bytes); 'g' stays in the faulty
** state. */
bool au_check_random_game(const au_lrules *rules, const au_lrules *twin,
                          au_game *g, const au_seed *seed, char *why);

/* ---- siblings.c: the files beside a bot ---- */

enum { AU_SIBLINGS_MAX = 64 }; /* files that a bot may name */

typedef struct au_sibling {
  const char *name; /* of the file, without a folder */
  const char *text; /* its bytes; if 'broken', why it cannot be used */
  size_t len;
  bool code;            /* the bot names it by 'require' */
  bool broken, missing; /* a missing file is broken, too */
} au_sibling;

typedef struct au_siblings {
  au_sibling file[AU_SIBLINGS_MAX];
  int n;
} au_siblings;

/* Read a list of {name=, code=} with text=, problem= or missing=true at 'at',
** which keeps the texts alive; none if 'at' is 0. Raises for any other
** value. */
void au_read_siblings(lua_State *L, int at, au_siblings *out);
/* Set 'require' and 'aurum.data' in the library table at 'libs' for the bot at
** 'path'. If a trusted bot has 'require' already, it is asked for modules not
** beside the bot. */
void au_open_siblings(lua_State *L, int libs, const char *path,
                      const au_siblings *given);
/* Begin a game: forget the modules that ran. The globals are on the top; 'file'
** is the name of the bot's file. */
void au_begin_siblings(lua_State *L, const char *file);

/* ---- options.c: the options of a bot ---- */

/* The strings by name in the table at 'at' as key, NUL, value, NUL, ...; empty
** if 'at' is 0. Raises if they are not strings by name. The caller frees it. */
au_text au_options_text(lua_State *L, int at);
/* Push a table of the options that the bot's table at 'self' declares. Raises
** if it declares them in a wrong way. */
void au_push_options(lua_State *L, int self);
/* Set options in the table at 'options' to the texts given, each converted to
** the type of its default. Raises if the bot has no such option. Indexes are
** absolute. */
void au_set_options(lua_State *L, int options, const au_text *given);
/* Push name:key=value... with all the options in order. */
void au_push_full_name(lua_State *L, int options, const char *name);

/* ---- profile.c: the measured calls of a bot ---- */

enum { /* ORDER PART: the bot's file, then its callbacks */
       AU_PART_FILE,
       AU_PART_BID,
       AU_PART_CHANGE,
       AU_PART_PLAY,
       AU_PART_ANSWER,
       AU_PART_START,
       AU_PART_OBSERVE,
       AU_PART_N
};
typedef struct au_part {
  lua_Integer calls;
  double seconds;    /* of processor time */
  int64_t allocated; /* bytes */
  int64_t searches, sims;
} au_part;
typedef struct au_profile {
  au_part part[AU_PART_N];
  au_part before;      /* the counters when the present call began */
  au_samples *samples; /* of all calls, */
  au_samples *recent;  /* and of the last one; owned */
} au_profile;
au_profile *au_profile_new(void); /* NULL if memory fails */
void au_profile_free(au_profile *p);
void au_profile_clear(au_profile *p);
/* A call under the limits 'm', in the state with 'data', begins or ends. */
void au_profile_begin(au_profile *p, int part, const au_limits *m,
                      const au_lua *data);
void au_profile_end(au_profile *p, int part, const au_limits *m,
                    const au_lua *data);
/* Push nil if 'p' is NULL, else {calls = {bid = {calls=, seconds=, allocated=,
** searches=, sims=}, ...}, stacks =, recent =}, these of au_samples_push. */
void au_profile_push(lua_State *L, const au_profile *p);

/* ---- locals.c: the locals of a frame, for people ---- */

typedef struct au_locals au_locals;
au_locals *au_locals_new(void); /* NULL if memory fails */
void au_locals_free(au_locals *p);
void au_locals_clear(au_locals *p);
/* Keep the locals of functions in this state there: see the two below. */
void au_locals_watch(lua_State *L, au_locals *p);
/* Hook of returns: keep the locals of the outermost function, and its place. */
void au_locals_on_return(lua_State *L, lua_Debug *ar);
/* In a message handler with the traceback on the top: keep the locals of the
** function that failed; or add the first of them to the traceback, a line each
** and cut, if none are kept in this state. */
void au_locals_tell(lua_State *L);
/* Push {where=, more=, list={{name=, value=}, ...}}; nil if none was kept. */
void au_locals_push(lua_State *L, const au_locals *p);

/* ---- answer_times.c: how long a seat's bot takes for its answers ---- */

enum { AU_TIME_N = 320 }; /* buckets, for times up to 73 minutes */
typedef struct au_timing {
  uint32_t answers;
  double seconds; /* in all */
  uint32_t count[AU_TIME_N];
} au_timing;
void au_timing_add(au_timing *t, double seconds);
/* Push {decisions=, seconds=, times="BUCKET BUCKET:COUNT ..."}. */
void au_timing_push(lua_State *L, const au_timing *t);

/* ---- bot.c, bot_load.c, bot_play.c: a seat's bot ---- */

typedef struct au_bot au_bot;

typedef struct au_trust_level {
  bool trust;   /* all of Lua's libraries, no cap on memory */
  int32_t fuel; /* instructions for one call; 0 for no limit */
} au_trust_level;

/* Load a bot from the table {source=, path=, name=, options=, files=} on the
** top: the text of its file, that file's name in errors, the bot's name in
** records, a table of strings by name, which set self.options, and a list for
** au_read_siblings. The seat decides where its heap lies. Raises if it does not
** load or lacks a function it must have. */
au_bot *au_bot_new(lua_State *L, au_trust_level level, uint8_t seat);
void au_bot_free(au_bot *b);
/* The voice of the bot, whose 'game', 'kept', 'off' and 'level' its game
** sets. */
au_voice *au_bot_voice(au_bot *b);
/* The bot's name with its resolved options: "alchemist:sims=2000". */
const char *au_bot_name(const au_bot *b);
/* Let the random numbers of each decision begin there; NULL: let them follow
** from the game's seed. */
void au_bot_give_stream(au_bot *b, const au_rng *rng);
/* Read a stream from its text, 64 hexadecimal digits. False if it is not one.
*/
bool au_stream_read(const char *text, au_rng *rng);
/* True if the bot has 'observe'. */
bool au_bot_observes(const au_bot *b);
/* True if it has the callback that a phase asks for: it may lack 'change'. */
bool au_bot_answers(const au_bot *b, uint8_t phase);

/* Each of these returns false, or 0, on a fault; the functions further below
** describe the fault.
**
** Begin a game for 'seat': run the bot's chunk again. Every call of the bot
** sets its random stream from 'seed'. Both pointers must live until the next
** game. */
bool au_bot_begin(au_bot *b, const au_lrules *rules, const au_seed *seed,
                  uint8_t seat);
/* Call the bot's 'start'. */
bool au_bot_start(au_bot *b, const au_game *g);
/* Call the bot's 'observe' with the events of 'a', or of the deal if 'before'
** is NULL. */
bool au_bot_observe(au_bot *b, const au_game *g, const au_state *before,
                    au_action a);
/* Ask the bot for its action, on its turn. The action may be illegal. 'notes'
** gets its notes, unless it is NULL. */
au_action au_bot_decide(au_bot *b, const au_game *g, au_notes *notes);
/* Make the bot's last answer its fault: it meant 'a', which is illegal. */
void au_bot_refuse(au_bot *b, const au_game *g, au_action a);

/* Measure the bot's calls from its next game on, with samples of its stack. A
** call may take 'budget' seconds. Returns false if memory fails. */
AU_MUST bool au_bot_measure(au_bot *b, double budget);
/* The measured calls of this game; NULL if they are not measured. */
const au_profile *au_bot_profile(const au_bot *b);

/* Keep the locals of the function that gives an answer, as they are when it
** returns, or of the function that fails. */
void au_bot_keep_locals(au_bot *b);
/* Push those of the last answer; nil if there are none. */
void au_bot_push_locals(lua_State *L, const au_bot *b);

/* The limits of the bot's state. */
au_limits *au_bot_limits(au_bot *b);
/* The bytes that the bot's state holds. */
size_t au_bot_memory(const au_bot *b);
/* Push a list of the names of the functions in the bot's table, and the lines
** of their definitions by name: -1 for a function of the library. */
void au_bot_push_functions(lua_State *L, au_bot *b);
/* Push a copy of the bot's table; empty before its file has run. */
void au_bot_push_own(lua_State *L, int deck_id, au_bot *b);

/* After a fault, in this order:
** the name of the call ("bid" "change" "play" "answer" "start" "observe");
** the kind ("error" "illegal" "memory" "fuel", or the kind of a death);
** the message for records (one line, no paths, no addresses);
** the message for people, with the traceback or the legal actions. */
const char *au_bot_doing(const au_bot *b);
const char *au_bot_kind(const au_bot *b);
const char *au_bot_message(const au_bot *b);
const char *au_bot_trace(const au_bot *b);

/* True if the user interrupted the bot's last call, which is not a fault. */
bool au_bot_interrupted(const au_bot *b);

/* Make a death the bot's fault: it ended another process at the call that is
** due now. Copies the texts. */
void au_bot_die(au_bot *b, const char *doing, const char *kind,
                const char *message);

/* ---- message.c ---- */

enum { AU_ERROR_TEXT = 8192 }; /* bytes of an error's text shown to people */
/* The string at 'at'; if it has NUL bytes, where C would end, a copy in 'out',
** cut to fit, with \0 for each. Allocates nothing. */
const char *au_whole_text(lua_State *L, int at, char out[AU_ERROR_TEXT]);
/* Message handler: the message with a traceback and the locals of the function
** that failed, in words for any value. Without both for an error that is
** plain. */
int au_message_handler(lua_State *L);
/* The part of a path after its last slash. */
const char *au_base_name(const char *path);
/* The word among the choices of a question that is nearest to 'word'; NULL if
** none is near. */
const char *au_nearest_choice(const au_ask *q, const au_choices *c,
                              const char *word);
enum { AU_REFUSAL_TEXT = 1200 };
/* Write why the bot's answer on the top, which means 'a', is refused, and on a
** line of its own what is legal. Never raises. */
void au_refusal_text(lua_State *L, const au_rules *r, const au_state *s,
                     au_action a, char out[AU_REFUSAL_TEXT]);
/* Copy the first line of 'text' as a message of a bot at 'path', without the
** paths of the bot and its modules, and without addresses. 'out' has 'size'
** bytes. */
void au_record_message(const char *path, const char *text, char *out,
                       size_t size);

/* ---- bot_table.c ---- */

/* Push a copy of the plain data in the table at 'at' of another state. */
void au_push_own(lua_State *to, int deck_id, lua_State *from, int at);

/* ---- crashes.c: the deaths of bots in earlier attempts at a game ---- */

/* A call during which a bot's process died, earlier and in another process. */
typedef struct au_death {
  lua_Integer call; /* number of the call in the game, from 1 */
  char kind[8], message[200];
  char *printed; /* by the bot in that call, or NULL; owned */
} au_death;
enum {
  AU_DEATHS_SEAT = 3, /* after that many, a seat's bot is not called again */
  AU_DEATHS_MAX = AU_SEAT_MAX * AU_DEATHS_SEAT
};
typedef struct au_deaths {
  au_death *at; /* by call; owned */
  size_t n;
} au_deaths;

/* Set the deaths from the list of {call=, kind=, message=} at 'at'. */
void au_set_deaths(lua_State *L, int at, au_deaths *out);
void au_free_deaths(au_deaths *d);

/* ---- game.c ---- */

typedef struct au_lgame {
  au_lstate *state;              /* user value 1 */
  const au_lrules *rules;        /* user value 2 */
  au_bot *bot[AU_SEAT_MAX];      /* owned; NULL for a seat moved by hand */
  bool observed;                 /* some bot has 'observe' */
  bool substitute;               /* after a fault: play on, else forfeit */
  bool forfeited;                /* a fault ended the game */
  bool begun;                    /* the bots of this game are instantiated */
  lua_Integer calls;             /* calls of bots in this game */
  au_timing timing[AU_SEAT_MAX]; /* of the answers of each seat */
  au_cycles cycles;              /* measure them */
  double clock; /* the end of the last answer, if only the engine ran since */
  uint32_t limit[AU_SEAT_MAX]; /* milliseconds a call may take: see watch */
  au_deaths deaths;
  uint8_t died[AU_SEAT_MAX]; /* deaths of each seat's bot, */
  uint8_t last[AU_SEAT_MAX]; /*   and the index of its last one */
  au_seed seed;
  char *seed_text; /* owned */
  au_fault *fault; /* 'fault_n' faults; owned, with their messages */
  size_t fault_n;
  char *trace;     /* of the first fault; owned */
  char number[24]; /* shown with what bots print; may be empty */
  au_text printed; /* by bots, if it is kept */
  au_notes *notes; /* of bots; owned; NULL if nobody listens */
} au_lgame;

/* ---- debug_values.c: values at a stop of a debugger ---- */

enum {
  AU_LOOKED = 1000, /* bytes of a value, */
  AU_PARTS = 200,   /* parts of it that are listed at once, */
  AU_DEEP = 32      /* and how deep parts of parts go */
};
typedef struct au_piece {
  char name[64], value[204];
  bool deep; /* it has parts, too */
} au_piece;
typedef struct au_pieces {
  int n;
  bool more; /* there are others behind them */
  au_piece at[AU_PARTS];
} au_pieces;

/* A value in a frame: that of an expression, a variable, or a part of it. */
typedef struct au_looking {
  lua_State *L;
  lua_Debug *ar;     /* a frame of L */
  const char *text;  /* an expression; or NULL: */
  int local, outer;  /* the number of a variable, or of an enclosing function's;
                     ** both 0: the view of the bot */
  int path[AU_DEEP]; /* numbers of parts, the outermost first */
  int path_n;
  int from;         /* the first part to list, from 1 */
  au_pieces *parts; /* gets the parts; NULL: they are not listed */
  const char *to;   /* NULL; or the expression that the variable, or the part,
                     ** is set to */
  bool good;        /* it has a value */
  bool printed;     /* the text is that of `print` */
  bool truth, deep; /* of the value */
  char value[AU_LOOKED + 4]; /* the value as text, or the error */
} au_looking;
/* Look at a value, or set it, outside of the script's run. Never raises. */
void au_debug_look(au_looking *in);
/* True if the value at 'at' is a table with entries, or a value of the engine
** with fields. */
bool au_has_parts(lua_State *T, int at);
/* Keep the view on the top for debuggers, and pop it. */
void au_keep_debug_view(lua_State *L);

/* ---- debug.c: a run that stops at a line ---- */

typedef struct au_debug au_debug;
/* Watch the scripts of a game for the options in the table at 'at', which must
** outlive the watching: aurum.debug_options in lua/internal.d.lua. Leaves a
** value on the stack that must stay there. */
au_debug *au_debug_begin(lua_State *L, int at, au_lgame *g);
/* Watch them no longer. Returns true if the run was stopped: it ended as an
** interrupt ends one. */
bool au_debug_end(au_debug *d);
/* Push the stop as a table: aurum.stop in lua/internal.d.lua. */
void au_debug_push(lua_State *L, const au_debug *d);

/* ---- remember.c: what a view knows of the past, as text ---- */

enum { AU_MEMORY_FORM = 2 }; /* of the text; a later form is not read */

/* remember(view, led): the text. 'led' is true if the world's position has the
** actions since the last answer (f_past in program.c). */
int au_f_remember(lua_State *L);

/* The start of a history that leads to a world of a view (au_view_retrace): a
** judge for which a game that begins there can be given what remember(view,
** true) tells. */
typedef struct au_start_test {
  const au_rules *r;
  const au_view *v;
  au_game *g;    /* to begin there */
  au_view *seen; /* to look at it */
} au_start_test;
bool au_start_good(void *test, const au_state *start);

/* ---- memory_state.c: the numbers of such a text ---- */

typedef struct au_memory_reader {
  const char *at;
  bool failed; /* it ended early, or a number was out of range */
} au_memory_reader;

void au_memory_put(luaL_Buffer *b, uint64_t value);
void au_memory_put_state(luaL_Buffer *b, const au_state *s);
/* The next number; 0 if the reader has failed, or if it is greater than 'most',
** which makes the reader fail. */
uint64_t au_memory_get(au_memory_reader *in, uint64_t most);
/* The next state: numbers that fit its fields, and nothing else is checked. */
void au_memory_get_state(au_memory_reader *in, au_state *s);

/* ---- recall.c: games that remember it ---- */

/* Set aurum.recall in the module on the top. */
void au_open_recall(lua_State *L);

extern const char au_game_type[];
/* Set the game's seed from the text at 'arg'. */
void au_game_set_seed(lua_State *L, au_lgame *g, int arg);

/* ---- Functions that each file adds to the table on the top ---- */

void au_open_variants(lua_State *L);
void au_open_hooked_rules(lua_State *L);
void au_open_contrast(lua_State *L);
void au_open_games(lua_State *L);
void au_open_new_game(lua_State *L);

#endif
