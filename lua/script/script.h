/* script.h: what the files of lua/script share. Internal to lua/.
**
** Running code that is not ours: the libraries a bot or a variant gets, the
** hooks of variants, bots, and the games they play. */
#ifndef AU_SCRIPT_H
#define AU_SCRIPT_H

#include "../bind/bind.h"

/* ---- stepped.c: Lua functions for C to call ---- */

/* Make them, in a new state. */
void au_open_steps(lua_State *L);
/* Push a Lua function that calls the function at 'at', or indexes the table
** there: hooks fire in it, however short it is. */
void au_push_stepped(lua_State *L, int at);
/* Push the Lua function that compares by '<'. */
void au_push_less(lua_State *L);

/* ---- bounds.c: how much one call of a library may make or move ---- */

enum { AU_BYTES_MOST = 1 << 20 }; /* bytes of a text that one call returns */

/* The bytes of a text that one call in this state may return: AU_BYTES_MOST in a
** script's. */
lua_Integer au_bytes_most(lua_State *L);
/* Raise an error on argument 'arg' if 'bytes' is more than that. */
void au_check_size(lua_State *L, int arg, double bytes);
/* The same if from .. to is more than AU_LIST_MOST values. */
void au_check_range(lua_State *L, int arg, lua_Integer from, lua_Integer to);
/* The length of the table, at most AU_LIST_MOST; raises. */
int au_check_length(lua_State *L, int arg);

/* ---- bounded.c, list.c, ordered.c: libraries that cannot run long ---- */

/* string.find or string.match of the arguments, string.gmatch, string.gsub: what
** an interrupt stops, and 1 GiB at most. 'skipped' bytes precede the first where a
** match may begin; 'plain' if the pattern is a text. Return as Lua functions. */
int au_pattern_search(lua_State *L, size_t skipped, bool find, bool plain);
int au_pattern_gmatch(lua_State *L, size_t skipped);
int au_pattern_gsub(lua_State *L);

/* Replace functions of the table at 'at', each keeping its own as upvalue 1. */
void au_replace(lua_State *L, int at, const luaL_Reg *f);
/* Set string functions, that bots and hosts have, in the table at 'string'. */
void au_open_texts(lua_State *L, int string);

/* Each takes tables by an absolute index. Set there what may otherwise run long
** or unseen: in all libraries of the table at 'libs', in 'table'; pairs and next
** in the table at 'base', sort in the one at 'table'. */
void au_open_bounded(lua_State *L, int libs);
void au_open_lists(lua_State *L, int table);
void au_open_ordered(lua_State *L, int base, int table);

/* ---- sandbox.c: the libraries of a script ---- */

/* The libraries of a bot or a variant in a new state: pushes the table that
** its globals inherit from. */
void au_open_sandbox(lua_State *L);
/* The same, and what the sandbox leaves out: files, processes, modules. */
void au_open_trusted(lua_State *L);
/* Push a new table of globals over the library table at 'libs'. */
void au_push_globals(lua_State *L, int libs);

/* ---- print.c ---- */

/* Push a 'print' for the bot of that name, with all it may print in a game
** before it. */
void au_push_print(lua_State *L, const char *name);

/* ---- variant.c: a variant's file, and the state its hooks live in ---- */

enum { AU_SAID_MAX = 2000 }; /* bytes kept of an error that a variant raised */

/* ORDER HOOK: as in au_hooks. */
enum {
  AU_HOOK_DEAL,
  AU_HOOK_LEAD,
  AU_HOOK_LEGAL,
  AU_HOOK_WINNER,
  AU_HOOK_AWARD,
  AU_HOOK_LEADER,
  AU_HOOK_SIDE_BID,
  AU_HOOK_BID_POINTS,
  AU_HOOK_GOLD_POINTS,
  AU_HOOK_ROUND_WINNERS,
  AU_HOOK_GAME_END,
  AU_HOOK_N
};
extern const char *const au_hook_names[AU_HOOK_N + 1];

enum {
  AU_FILE_MAX = 64,  /* files with hooks in a composition */
  AU_CHAIN_MAX = 8,  /* functions of one hook, each over the one before */
  AU_HOOK_STACK = 40 /* slots to ask one in */
};

typedef struct au_sleep au_sleep;

typedef struct au_variant {
  au_variant_head head; /* first: rules know this of it */
  lua_State *L;         /* owned; NULL while it sleeps */
  au_sleep *sleep;      /* what it takes to wake it, or NULL; owned */
  au_limits limits;
  char name[AU_VARIANT_TEXT];
  /* Functions of each hook as references in L's registry, first to last. */
  int chain[AU_HOOK_N][AU_CHAIN_MAX];
  uint8_t chain_n[AU_HOOK_N];
  bool asking[AU_HOOK_N]; /* under way */
  int depth;              /* hooks under way */
  int context;            /* reference of the hook context */
  /* What the context shows while a hook runs. */
  const au_rules *rules;
  int deck_id; /* of its deck */
  const au_state *state;
  int16_t *vars; /* NULL where they may only be read */
  const char *hook;
  /* The last judgement of 'lead' or 'legal': apply asks what the list of legal
  ** actions just asked. */
  struct {
    int hook; /* -1: none */
    au_state state;
    au_set cards;
    bool pass;
  } last;
  bool forgetful; /* never use that */
} au_variant;

/* The hooks of the files in the list at 'at' of L, {path=, text=} each, for so
** many players. Raises what the files raise. Where 'asleep' is not 0 nothing of
** them is run: the table there says how many functions each hook has, and a
** worker process wakes the variant when it first asks one. */
au_variant *au_variant_new(lua_State *L, int at, int asleep, const char *name,
                           int players);
/* Let the hooks see their finished rules. Raises in L what goes wrong. */
void au_variant_attach(lua_State *L, au_variant *v, const au_lrules *rules);
/* Run the files of a variant that sleeps, in a worker process; in any other,
** and where they fail, false with the error noted (au_variant_error). True at
** once for one that is awake. Never raises. */
AU_MUST bool au_variant_wake(au_variant *v);

/* ---- hooks.c: asking them ---- */

/* Set those of 'h' that 'v' has functions for. */
void au_set_hooks(au_variant *v, au_hooks *h);

/* ---- context.c: the hook context, the first argument of every hook ---- */

/* Register their types in a variant's state; the table at 'names' has the
** numbers of its vars by name. */
void au_open_context(lua_State *L, int names);
/* Push the context of 'v' in its own state, under the rules at that index. */
void au_push_context(lua_State *L, au_variant *v, int rules_index);

/* ---- check.c ---- */

enum { AU_CHECK_TEXT = 2048 };

/* Play a game at its beginning to its end by random actions, every invariant
** held; 'twin' are the same rules, made anew. false, with what is wrong in
** 'why' (AU_CHECK_TEXT bytes): 'g' then stands where it was found. */
bool au_check_random_game(const au_lrules *rules, const au_lrules *twin,
                          au_game *g, const au_seed *seed, char *why);

/* ---- bot.c ---- */

typedef struct au_bot au_bot;

/* How a bot is run. */
typedef struct au_trust_level {
  bool trust;   /* with the full library and no cap on memory */
  int32_t fuel; /* instructions a call may take; 0: any number */
} au_trust_level;

/* A seat's bot in a Lua state of its own. 'source' is its file's text, 'path'
** what errors call it, 'name' what records do; 'options' is the index in L of a
** table of strings that were given for self.options, by name. NULL, with a
** message pushed on L, if it does not load or lacks what a bot must have. */
au_bot *au_bot_new(lua_State *L, const char *source, size_t len,
                   const char *path, const char *name, int options,
                   au_trust_level level);
void au_bot_free(au_bot *b);
/* Its name with its resolved options: "alchemist:sims=2000". */
const char *au_bot_name(const au_bot *b);
/* Whether it has 'observe'. */
bool au_bot_observes(const au_bot *b);

/* Each of these is false, or 0, on a fault, which the calls below tell of.
** Begin a game for 'seat': the chunk anew. Its random stream is set from 'seed'
** at every call. Both pointers are kept until the next game. */
bool au_bot_begin(au_bot *b, const au_lrules *rules, const au_seed *seed,
                  uint8_t seat);
/* Call its 'start'. */
bool au_bot_start(au_bot *b, const au_game *g);
/* Show it what 'a' did; the deal if 'before' is NULL. */
bool au_bot_observe(au_bot *b, const au_game *g, const au_state *before,
                    au_action a);
/* Ask it, on its turn. What it answers may still be illegal. */
au_action au_bot_ask(au_bot *b, const au_game *g);
/* Its last answer, which meant 'a', is not legal: make that its fault. */
void au_bot_refuse(au_bot *b, const au_game *g, au_action a);

/* The bytes its state holds. */
size_t au_bot_memory(const au_bot *b);
/* Add the names of the functions in its table, each ended by a NUL. */
void au_bot_functions(au_bot *b, au_text *names);

/* After a fault: what it was doing ("bid" "change" "play" "start" "observe"),
** the kind ("error" "illegal" "memory" "fuel", or of its death), the message for records (one line, no paths, no
** addresses) and for people (with traceback and what was legal). */
const char *au_bot_doing(const au_bot *b);
const char *au_bot_kind(const au_bot *b);
const char *au_bot_message(const au_bot *b);
const char *au_bot_trace(const au_bot *b);

/* True if its last call was interrupted by the user, which is no fault. */
bool au_bot_interrupted(const au_bot *b);

/* The bot dies at the call that is due, as it did in another process: that is
** its fault. Texts are copied. */
void au_bot_die(au_bot *b, const char *doing, const char *kind,
                const char *message);

/* ---- What they add to the table on the top ---- */

void au_open_variants(lua_State *L);
void au_open_hooked_rules(lua_State *L);
void au_open_games(lua_State *L);

#endif
