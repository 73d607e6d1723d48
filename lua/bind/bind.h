/* bind.h: what the files of the binding share. Internal to lua/.
**
** Each exposed type has a file with its au_open_X, which registers the type in
** a state, and au_push_X and au_check_X for the others. Checking raises an
** argument error; pushing leaves one value on the stack. Seats and sides are
** from 0 in C and from 1 in Lua, converted here and nowhere else.
**
** A set or an action means something only with a numbering of cards. Decks that
** fit it share the standard one; any other is interned in its state, and sets
** and actions carry its small number, the layout. */
#ifndef AU_BIND_H
#define AU_BIND_H

#include "../../core/aurum.h"
#include "../aurum_lua.h"

#include <signal.h>
#include <string.h>

enum { AU_LAYOUT_MAX = 32 }; /* numberings of cards in one Lua state */

/* ---- The state's own data (aurum.c) ---- */

typedef struct au_lua {
  au_deck deck[AU_LAYOUT_MAX]; /* by layout; 0 is the standard numbering */
  int deck_n;
  int layout;          /* of aurum.set; a variant's state has its own */
  bool pure;           /* a variant's state: no random numbers */
  bool host;           /* the module's state, not a script's */
  bool clock;          /* what is here may tell time: the host's state, or that
                       ** of a trusted bot */
  au_rng rng;          /* behind math.random, set:random, sampling */
  const au_seed *seed; /* not NULL: the stream is yet to be set, to */
  uint32_t stream[3];  /*   AU_STREAM_SEAT (seat, round, decision) */
} au_lua;

/* The data of this state; made by au_open_types. */
au_lua *au_lua_of(lua_State *L);
/* The same in a method of a type: it is their upvalue 1. Upvalue 2 is the table
** of actions: see action.c. */
static inline au_lua *au_lua_here(lua_State *L) {
  return lua_touserdata(L, lua_upvalueindex(1));
}
/* The random stream of a state, set to its start if that is due. Raises in a
** variant's, which has none. */
au_rng *au_random(lua_State *L, au_lua *data);
/* The same, or where a text or a number is at 'at' the numbers of that seed
** alone, in '*own'; the state's stream then stays. */
au_rng *au_random_or(lua_State *L, int at, au_lua *data, au_rng *own);
/* Register every type a bot or a variant sees, and push the table `aurum` that
** it gets. */
void au_open_types(lua_State *L);
/* The layout of a deck, interned. */
int au_layout_of(lua_State *L, const au_deck *d);
/* Forget all layouts from 'n' on. Values of theirs must be out of reach. */
void au_forget_layouts(lua_State *L, int n);

/* The metamethod __concat of types with __tostring. */
int au_concat(lua_State *L);

/* How many letters two words differ by (added, left out, changed or swapped:
** the restricted Damerau-Levenshtein distance), and below how many a word is
** near enough to be what was meant. */
size_t au_distance(const char *a, const char *b);
size_t au_near(const char *word);
/* Push what the value at 'at' is, for messages: "a card", "facts", "string". */
const char *au_push_kind(lua_State *L, int at);
/* Push the key of the table on the top that is nearest to 'word', nil if none
** is near. Its keys are strings. */
void au_push_nearest_key(lua_State *L, const char *word);

/* Make a type: its metatable named 'type', fields and methods found through
** 'index', metamethods from 'meta', methods from 'methods'. The address of
** 'type' is the type's key in the registry, so each is one object. */
void au_new_type(lua_State *L, const char *type, const luaL_Reg *meta,
                 const luaL_Reg *methods, const char *const *fields,
                 lua_CFunction index);
/* A value of a type is a userdata whose first bytes are the type's address, so
** that telling types apart needs no look into the registry; what au_new,
** au_test and au_check return lies behind it. Foreign userdata do not hold our
** addresses, and scripts cannot write into any. */
enum { AU_TAG = 16 }; /* bytes before the value; keeps it aligned */

/* Push a new value of 'n' bytes, not cleared, with 'values' user values. */
void *au_new(lua_State *L, size_t n, int values, const char *type);
/* The value at 'arg' if it is of the type, else NULL. */
static inline void *au_test(lua_State *L, int arg, const char *type) {
  const char *tag;
  if (lua_type(L, arg) != LUA_TUSERDATA || lua_rawlen(L, arg) < AU_TAG)
    return NULL;
  char *block = lua_touserdata(L, arg);
  memcpy(&tag, block, sizeof tag);
  return tag == type ? block + AU_TAG : NULL;
}
/* The same, but raises. */
static inline void *au_check(lua_State *L, int arg, const char *type) {
  void *value = au_test(L, arg, type);
  if (value == NULL)
    luaL_typeerror(L, arg, type);
  return value;
}

/* In an 'index' function: the number of the field that is asked for (its place
** in 'fields'), or -1 if it is a method, which is then on the stack's top.
** Raises for any other name, with the nearest there is. */
int au_index_field(lua_State *L);
/* The 'index' function of a type that has methods only. */
int au_method_index(lua_State *L);

/* ---- checked.c: whole numbers, lengths and texts of Lua as those of C ----
**
** The only way from one to the other: tests/layers refuses casts elsewhere.
** None runs a script's code, and none takes longer than the bound it is given.
** Names in _at answer and raise nothing; those in _of take the value of a key,
** named in the error; _check and _opt are for arguments, as luaL_checkinteger,
** which take the text of a number too. */

/* True if a number lies there that is whole and in lo .. hi; it goes to '*out'.
** Needs no memory. */
bool au_whole_at(lua_State *L, int at, lua_Integer lo, lua_Integer hi,
                 lua_Integer *out);
bool au_int_at(lua_State *L, int at, int lo, int hi, int *out);
/* The same, raises "KEY: expected KIND from LO to HI, got VALUE". */
int au_int_of(lua_State *L, int at, const char *key, const char *kind, int lo,
              int hi);
/* An argument in lo .. hi; 'none' where there is none. */
lua_Integer au_check_whole(lua_State *L, int arg, lua_Integer lo,
                           lua_Integer hi);
lua_Integer au_opt_whole(lua_State *L, int arg, lua_Integer lo, lua_Integer hi,
                         lua_Integer none);
int au_check_int(lua_State *L, int arg, int lo, int hi);
/* A seat of 1 .. players in Lua, from 0 here. */
uint8_t au_check_seat(lua_State *L, int arg, int players);
uint8_t au_seat_of(lua_State *L, int at, const char *key, int players);
/* An integer that the binding itself has put there: an upvalue, the number of a
** field. Asserted, not checked. */
lua_Integer au_own_whole(lua_State *L, int at);
int au_own_int(lua_State *L, int at);
/* The 64 bits of an integer. */
au_set au_bits_at(lua_State *L, int at);

/* True if a table lies there whose keys are 1 .. n, with n at most 'most'.
** Looks at n + 1 keys at most. */
bool au_list_at(lua_State *L, int at, int most, int *n);
/* The length of the list there, in least .. most (so it may be walked); raises
** "KEY: expected a list of ..., got ...". It may have other keys, and nil where
** its length is a false border: each value is to be checked. */
int au_list_of(lua_State *L, int at, const char *key, int least, int most);
/* Append the value on the top to the list of ours at 'list', an absolute index,
** and pop it; its new length. */
lua_Integer au_append(lua_State *L, int list);

/* A text for functions of C: an argument, or the value of a key (a number is
** converted in place), 'none' for nil unless that is NULL. Raises if it holds a
** NUL byte, where C would see another text. */
const char *au_check_text(lua_State *L, int arg);
const char *au_text_of(lua_State *L, int at, const char *key, const char *none);

/* ---- card.c: cards, sets, piles of gold ---- */

typedef struct au_lset {
  au_set bits;
  int layout;
} au_lset;

typedef struct au_lpile {
  au_gold gold;
  int layout;
} au_lpile;

void au_open_cards(lua_State *L);
/* Registry: the table of cards by layout * AU_KIND_MAX + kind. */
extern const char au_kinds;
/* nil for AU_NONE. */
void au_push_card(lua_State *L, int layout, au_card c);
/* Push 'n' cards that were all pushed before: it cannot fail. */
void au_push_made_cards(lua_State *L, int layout, const au_card *c, int n);
/* The name of the card at 'at', NULL if the value is no card. */
const char *au_card_name(lua_State *L, int at);
/* The card of a name that is known to be one. */
void au_push_card_named(lua_State *L, const char *name);
void au_push_set(lua_State *L, int layout, au_set bits);
void au_push_pile(lua_State *L, int layout, au_gold gold);
/* The kind of a card, or of its name; AU_NONE if the value is neither, or no
** card of the layout. */
au_card au_to_card(lua_State *L, int arg, int layout);
/* The same, but raises. */
au_card au_check_card(lua_State *L, int arg, int layout);
/* A set or its bits; false if the value is neither. */
bool au_set_at(lua_State *L, int at, au_set *out);
/* A set, its bits, or anything that can become one: a card, a list of cards or names, or
** text "B1 C5". Raises. */
au_set au_check_set(lua_State *L, int arg, int layout);
/* A pile, or what can become one. Raises. */
au_gold au_check_pile(lua_State *L, int arg, int layout);

/* ---- action.c ---- */

void au_open_actions(lua_State *L);
/* Registry: the table of actions by au_action_key. */
extern const char au_actions;
static inline lua_Integer au_action_key(int layout, au_action a) {
  return (lua_Integer)layout << 32 | a;
}
void au_push_action(lua_State *L, int layout, au_action a);
/* An action, or its text for 'seat'; 0 if the value is neither. */
au_action au_to_action(lua_State *L, int arg, int layout, unsigned seat);

/* ---- rules.c ---- */

typedef struct au_lrules {
  au_rules r;
  au_odds odds;               /* of the policy "quick" */
  struct au_variant *variant; /* that hooks are asked in, or NULL; shared */
  int layout;
  char digest[AU_DIGEST_TEXT];
  char name[AU_VARIANT_TEXT];
  char title[AU_VARIANT_TEXT];
} au_lrules;

void au_open_rules(lua_State *L);
au_lrules *au_check_rules(lua_State *L, int arg);
/* Push a copy of rules made in another state. */
au_lrules *au_push_rules(lua_State *L, const au_lrules *from);

/* ---- limits.c: what a script may take ---- */

/* Why a script is being stopped. */
enum { AU_IN_TIME, AU_LATE, AU_EMPTY, AU_INTERRUPTED };

typedef struct au_limits {
  size_t cap, used; /* bytes; cap 0 for no limit */
  int seconds;      /* of processor time at a stretch, a quarter more at most;
                    ** 0: any number, but an interrupt stops it */
  bool hoarded;     /* it ran into its cap */
  bool fatal;       /* that ends the process, if it is a worker */
  int32_t fuel;     /* instructions from au_limits_begin on; 0: any number */
  int64_t left;     /* of them */
  lua_State *L;
  struct au_limits *outer;           /* what runs it */
  volatile sig_atomic_t ticks, late; /* late: it is being stopped, and why */
} au_limits;

/* A new state that lives by 'm', which must outlive it; NULL without memory. */
lua_State *au_limited_state(au_limits *m);
/* A script of it runs from here to au_limits_end, under a protected call: its
** time begins, and all its fuel is there again. These may nest. */
void au_limits_begin(au_limits *m);
/* Count memory that a value of a script's state holds outside it, where it held
** 'before' bytes until now: against the cap, and for the collector. Raises past
** the cap, or ends the worker. */
void au_limits_hold(lua_State *L, size_t before, size_t now);
void au_limits_end(void);
/* C code does work worth 'n' instructions of a script: charge its fuel, see
** whether it is to stop, and see to an interrupt of the host. Call it every
** millisecond or so of what may take long, and where the work depends on sizes
** that a script chooses; it costs a script without fuel some nanoseconds. Raises
** where the work must stop: never call it outside protection. */
void au_spend(lua_State *L, int64_t n);
/* The same where nothing may be raised, for what does not take long: fuel that
** is used up raises at the script's next instruction. */
void au_charge(lua_State *L, int64_t n);
/* Spend what lua_next took to go through the 'n' values of the table at 'at'. */
void au_spend_walk(lua_State *L, int at, size_t n);
/* The bytes of the text at 'at', 0 if the value is none. */
static inline int64_t au_bytes_of_text(lua_State *L, int at) {
  size_t n = lua_type(L, at) == LUA_TSTRING ? lua_rawlen(L, at) : 0;
  return (int64_t)n;
}
/* The instructions that going over so many bytes of text is worth. Texts of
** AU_LONG bytes or more are charged as they are made. */
enum { AU_LONG = 256 };
static inline int64_t au_bytes_cost(size_t n) {
  return (int64_t)(n / 32);
}
/* The same from under a frame of the core, which no error may cross: false, with
** the error on the stack's top, to be raised when the core has returned. Wants
** two free slots of the stack. */
AU_MUST bool au_may_spend(lua_State *L, int64_t n);
/* Whether a script would have less than a tenth of its fuel left then: time to
** make do with what there is. */
bool au_fuel_low(lua_State *L, int64_t n);
/* True if a script has fuel, so that whatever it is told must be the same in
** every run. */
bool au_is_counted(lua_State *L);
/* In a worker, before its system calls are filtered: start the timer, which is
** not inherited, nor is what runs. */
void au_limits_restart(void);

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
  lua_State *L;    /* owned; NULL while it sleeps */
  au_sleep *sleep; /* what it takes to wake it, or NULL; owned */
  au_limits limits;
  unsigned refs; /* rules that use it */
  char name[AU_VARIANT_TEXT];
  au_text var_names; /* each ended by a NUL, in their order */
  au_text error;     /* what went wrong last; empty if nothing did */
  /* Functions of each hook as references in L's registry, first to last. */
  int chain[AU_HOOK_N][AU_CHAIN_MAX];
  uint8_t chain_n[AU_HOOK_N];
  bool asking[AU_HOOK_N]; /* under way */
  int depth;              /* hooks under way */
  int facts;              /* reference of the facts they are handed */
  /* What the facts tell of, while a hook is under way. */
  const au_rules *rules;
  int layout; /* of its deck */
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
/* Run the files of a variant that sleeps, in a worker process; in any other,
** and where they fail, false with the error noted (au_variant_error). True at
** once for one that is awake. Never raises. */
AU_MUST bool au_variant_wake(au_variant *v);
/* Let the hooks see finished rules, and the vars of these names ('vars_n' bytes),
** each ended by a NUL, in their order. Raises in L what goes wrong. */
void au_variant_attach(lua_State *L, au_variant *v, const au_lrules *rules,
                       const char *vars, size_t vars_n);
/* One user less. NULL is none. */
void au_variant_release(au_variant *v);
/* What a hook of these rules did wrong since au_variant_forget, or NULL. */
const char *au_variant_error(const au_lrules *rules);
void au_variant_forget(const au_lrules *rules);
/* Raise that, after a call of the core that returned AU_EHOOK. */
int au_raise_hook(lua_State *L, const au_lrules *rules);

/* ---- hooks.c: asking them ---- */

/* Set those of 'h' that 'v' has functions for. */
void au_set_hooks(au_variant *v, au_hooks *h);

/* ---- facts.c: what they are handed ---- */

/* Register their types in a variant's state; the table at 'names' has the
** numbers of its vars by name. */
void au_open_facts(lua_State *L, int names);
/* Push the facts of 'v' in its own state, under the rules at that index. */
void au_push_facts(lua_State *L, au_variant *v, int rules_index);

/* ---- check.c ---- */

enum { AU_CHECK_TEXT = 2048 };

/* Play a game at its beginning to its end by random actions, every invariant
** held; 'twin' are the same rules, made anew. false, with what is wrong in
** 'why' (AU_CHECK_TEXT bytes): 'g' then stands where it was found. */
bool au_check_random_game(const au_lrules *rules, const au_lrules *twin,
                          au_game *g, const au_seed *seed, char *why);

/* ---- fields.c ---- */

/* ORDER FIELD: what states and views both show, by number and by name. */
enum {
  AU_FIELD_PHASE,
  AU_FIELD_TURN,
  AU_FIELD_FIRST,
  AU_FIELD_LEADER,
  AU_FIELD_ROUND,
  AU_FIELD_BIDS,
  AU_FIELD_BID,
  AU_FIELD_TAKEN,
  AU_FIELD_NEED,
  AU_FIELD_GOLD,
  AU_FIELD_SUPPLY,
  AU_FIELD_EXTRAS,
  AU_FIELD_TRICK,
  AU_FIELD_TRICKS,
  AU_FIELD_POINTS,
  AU_FIELD_NUGGETS,
  AU_FIELD_PASSER,
  AU_FIELD_WINNERS,
  AU_FIELD_N
};
/* What views and states show besides; facts do not. */
enum {
  AU_FIELD_CHANGES = AU_FIELD_N,
  AU_FIELD_DOWN,
  AU_FIELD_ROUNDS,
  AU_FIELD_VARS,
  AU_FIELD_ALL
};
/* ORDER FIELD */
#define AU_FIELD_NAMES                                                         \
  "phase", "turn", "first", "leader", "round", "bids", "bid", "taken", "need", \
      "gold", "supply", "extras", "trick", "tricks", "points", "nuggets",      \
      "passer", "winners"
#define AU_FIELD_ALL_NAMES AU_FIELD_NAMES, "changes", "down", "rounds", "vars"

/* Push such a field of what is to be seen of a state; not AU_FIELD_ROUNDS. */
void au_push_field(lua_State *L, const au_lrules *rules, const au_state *s,
                   const au_entry *log, uint32_t n, int field);
/* That one. */
void au_push_rounds(lua_State *L, const au_rules *r, const au_tally *round,
                    uint32_t n);
/* Push the legal actions as a list; the legal cards as a set. */
void au_push_legal(lua_State *L, const au_lrules *rules, const au_state *s);
void au_push_legal_cards(lua_State *L, const au_lrules *rules,
                         const au_state *s);
/* The action that a card, an action or a text means for the seat on turn; 0 if
** the value is none of these. */
au_action au_meant(lua_State *L, int arg, const au_lrules *rules,
                   const au_state *s);
/* Push true if it is legal, else false and the reason; how many it pushed. */
int au_push_why(lua_State *L, int arg, const au_lrules *rules,
                const au_state *s);
/* Faults as a list of tables with the record's keys. */
void au_push_faults(lua_State *L, const au_fault *fault, size_t n);
/* A seat from 1, nil for AU_NONE. */
void au_push_seat(lua_State *L, uint8_t seat);
/* A deal as the table {first=, hands=, gold=}, and back: raises. 'gold' may be
** left out where the rules say what is dealt in that round. */
void au_push_deal(lua_State *L, const au_rules *r, int layout,
                  const au_deal *deal);
void au_get_deal(lua_State *L, int at, const au_rules *r, int layout, int round,
                 au_deal *deal);
/* The cards of a trick in a list. */
void au_push_plays(lua_State *L, int layout, const au_trick *t);

/* ---- state.c ---- */

typedef struct au_lstate {
  au_game g;
  size_t held;            /* bytes of g's lists, as counted by au_limits_hold */
  const au_lrules *rules; /* kept alive as user value 1 */
} au_lstate;

void au_open_states(lua_State *L);
au_lstate *au_check_state(lua_State *L, int arg);
/* After what may have made its lists longer: count its memory. */
void au_count_state(lua_State *L, au_lstate *s);
/* Push a new state under the rules at 'rules_index', at its beginning. */
au_lstate *au_push_state(lua_State *L, int rules_index);

/* Raise what kept a legal action or a deal from being done. */
void au_check_status(lua_State *L, const au_lstate *s, au_status status);

/* ---- history.c, rows.c: methods of states that look back ---- */

void au_open_history(lua_State *L);
/* state:events([last]): everything that happened, as bots would observe it, all
** hands open; with 'last' what the last action or deal brought. */
int au_f_events(lua_State *L);
/* state:history(), state:at(place), state:decisions(). */
int au_f_history(lua_State *L);
int au_f_at(lua_State *L);
int au_f_decisions(lua_State *L);
/* state:rows(table, game, names, columns), state:csv(table, game, names). */
int au_f_rows(lua_State *L);
int au_f_csv(lua_State *L);
/* aurum.columns(table). */
int au_f_columns(lua_State *L);

/* ---- solve.c ---- */

/* state:solve(options). */
int au_f_solve(lua_State *L);

/* ---- view.c ---- */

typedef struct au_lview {
  const au_lrules *rules; /* kept alive as user value 1 */
  au_view v;
} au_lview;

void au_open_views(lua_State *L);
au_lview *au_check_view(lua_State *L, int arg);
/* Push a view under the rules at 'rules_index'; its v is to be made, of any game,
** or of one that has 'rounds' finished rounds at most. */
au_lview *au_push_view(lua_State *L, int rules_index);
au_lview *au_push_small_view(lua_State *L, int rules_index, uint32_t rounds);

/* ---- search.c ---- */

/* The index in the list of the word at 'at', the value of 'what'; raises. */
int au_check_word(lua_State *L, int at, const char *what,
                  const char *const *names);
/* Raise for a key of the table at 'at' that is none of the options listed. */
void au_check_options(lua_State *L, int at, const char *who,
                      const char *const *names);
/* The policy named at 'at' under these rules; raises. */
au_policy au_check_policy(lua_State *L, int at, const au_lrules *rules);
/* The policy "quick" under these rules. */
au_policy au_quick_policy(const au_lrules *rules);
/* Methods of views. */
int au_view_f_sample(lua_State *L);
int au_view_f_search(lua_State *L);

/* ---- event.c ---- */

/* What an action did, as a table for each event, handed one by one to 'emit'
** on the stack's top, which pops it. 'tally' is what the round came to if the
** action ended it; 'seat' is whose eyes see it, AU_NONE for one that sees all. */
typedef void au_emit(lua_State *L, void *ctx);
void au_push_deal_event(lua_State *L, const au_lrules *rules, const au_state *s,
                        uint8_t seat);
void au_action_events(lua_State *L, const au_lrules *rules,
                      const au_state *before, const au_state *after,
                      au_action a, const au_tally *tally, uint8_t seat,
                      au_emit *emit, void *ctx);
/* The seat that took what the trick filled by 'a' awarded. */
uint8_t au_taker(const au_rules *r, const au_state *before,
                 const au_state *after, au_action a);
/* {taken=, bid=, bid_points=, gold_points=, points=}: lists by side. */
void au_push_score(lua_State *L, const au_rules *r, const au_score *score);
/* The list of sides in a mask, or of the integers of an array. */
void au_push_sides(lua_State *L, uint8_t sides);

/* ---- bot.c ---- */

typedef struct au_bot au_bot;

/* How a bot is run. */
typedef struct au_tier {
  bool trust;   /* with the full library and no cap on memory */
  int32_t fuel; /* instructions a call may take; 0: any number */
} au_tier;

/* A seat's bot in a Lua state of its own. 'source' is its file's text, 'path'
** what errors call it, 'name' what records do; 'options' is the index in L of a
** table of strings that were given for self.options, by name. NULL, with a
** message pushed on L, if it does not load or lacks what a bot must have. */
au_bot *au_bot_new(lua_State *L, const char *source, size_t len,
                   const char *path, const char *name, int options,
                   au_tier tier);
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

/* ---- plain.c ---- */

/* The bytes of the first character of a text, 'n' bytes long and at least one,
** if a terminal would obey it or not show it; 0 for any other. */
size_t au_hidden(const char *text, size_t n);
/* Add a text as a terminal may show it: what au_hidden finds, and bytes that are
** not UTF-8, as \27 or \u{202E}, but for the ASCII characters in 'kept';
** each line is cut after 'most' columns, with "..." then. */
void au_plain(au_text *out, const char *text, size_t n, size_t most,
              const char *kept);
/* Add a free text as a cell of CSV (RFC 4180), made plain as above, and with a
** "'" before what a spreadsheet would take for a formula; 'raw' as it is. */
void au_csv_text(au_text *out, const char *text, size_t n, bool raw);
void au_open_plain(lua_State *L);

/* ---- print.c ---- */

/* Push a 'print' for the bot of that name, with all it may print in a game
** before it. */
void au_push_print(lua_State *L, const char *name);

/* ---- memory.c ---- */

/* Memory failed: end the process if it is the program or a worker, otherwise
** return. au_no_memory is for where there is a state to raise in. */
void au_give_up(void);
/* A lua_Alloc for which making a block smaller cannot fail, and that
** where memory fails the process ends if it is the program or a worker. */
void *au_resize(void *block, size_t old, size_t size);

/* ---- workers.c: processes that games are played in ---- */

/* What a worker tells its pool of, in memory they share. */
typedef struct au_watch {
  volatile uint32_t thinking; /* seat, from 1, of the bot it is calling, or 0 */
  volatile uint32_t call;     /* calls of bots in this worker's life */
  volatile uint32_t at;       /* the number of this call in its game */
  volatile uint32_t made;     /* games made for the request it is at */
  volatile uint32_t game;     /* and begun for it */
  volatile uint32_t full;     /* a bot ran into its cap on memory */
  volatile uint32_t judging;  /* it runs code of a variant, */
  volatile uint32_t judged;   /*   for the so-manieth time */
  volatile uint32_t late;     /* the pool killed it for its time: au_late */
} au_watch;
typedef enum { AU_LATE_NOT, AU_LATE_BOT, AU_LATE_VARIANT } au_late;
extern au_watch *au_watching; /* NULL but in a worker */
/* Note that code of a variant begins or ends here: its own limit of a second
** does not fire in C code, the pool's does. */
static inline void au_watch_variant(bool begins) {
  if (au_watching == NULL)
    return;
  au_watching->judged++;
  au_watching->judging = begins;
}
/* End the worker: its bot ran into its cap. liblua 5.4.4 is not to be trusted
** where memory fails. */
void au_worker_full(void);
/* The same, but memory failed: the machine is at fault. */
void au_worker_no_memory(void);

/* ---- confine.c ---- */

/* Take from this process all that a worker does not need: it may then read from
** 'in' and write to 'out' and stderr, compute and allocate. false if that is not
** to be had here. Never allocates. */
AU_MUST bool au_confine(int in, int out);

/* ---- bounded.c, list.c, ordered.c, sandbox.c ---- */

/* What one call of a library may make or go through, in bots and variants. */
enum {
  AU_BYTES_MOST = 1 << 20, /* bytes of the text it returns */
  AU_LIST_MOST = 100000    /* values of a table it moves or sorts */
};

/* Raise an error on argument 'arg' if 'bytes' is more than AU_BYTES_MOST. */
void au_check_size(lua_State *L, int arg, double bytes);
/* The same if from .. to is more than AU_LIST_MOST values. */
void au_check_range(lua_State *L, int arg, lua_Integer from, lua_Integer to);
/* The length of the table, at most AU_LIST_MOST; raises. */
int au_check_length(lua_State *L, int arg);

/* Each takes tables by an absolute index. Set there what may otherwise run long
** or unseen: in all libraries of the table at 'libs', in 'table'; pairs and next
** in the table at 'base', sort in the one at 'table'. */
void au_open_bounded(lua_State *L, int libs);
void au_open_lists(lua_State *L, int table);
void au_open_ordered(lua_State *L, int base, int table);

/* The libraries of a bot or a variant in a new state: pushes the table that
** its globals inherit from. */
void au_open_sandbox(lua_State *L);
/* The same, and what the sandbox leaves out: files, processes, modules. */
void au_open_trusted(lua_State *L);
/* Push a Lua function that calls the function at 'at', or indexes the table
** there: hooks fire in it, however short it is. */
void au_push_stepped(lua_State *L, int at);
/* Push the Lua function that compares by '<'. */
void au_push_less(lua_State *L);
/* Push the value at 'at' as text without addresses, which would differ from run
** to run: what has no text of its own is named by its type. */
const char *au_push_tostring(lua_State *L, int at);
/* Push a new table of globals over the library table at 'libs'. */
void au_push_globals(lua_State *L, int libs);

/* ---- gzip.c ---- */

/* A file that is read, its bytes inflated if they are gzip data. Zeroed but for
** 'fd' to begin with. */
typedef struct au_source {
  int fd;                 /* owned; -1 when closed */
  bool begun;             /* the first bytes were looked at */
  struct au_gunzip *gzip; /* owned; NULL where they are plain */
  char problem[80];       /* why reading failed; empty while it has not */
} au_source;

/* As read(2): up to 'n' bytes, 0 at the end; -1 where 'problem' says why. */
ssize_t au_source_read(au_source *s, char *to, size_t n);
void au_source_close(au_source *s);
/* Add a gzip member that holds 'n' bytes. The same bytes make the same one. */
void au_gzip(au_text *out, const char *bytes, size_t n);
/* The check sum of 'n' bytes that gzip data have. */
uint32_t au_crc32(const char *bytes, size_t n);

/* ---- game.c, record.c, file.c, bench.c, variant.c ---- */

void au_open_games(lua_State *L);
void au_open_records(lua_State *L);
void au_open_files(lua_State *L);
void au_open_bench(lua_State *L);
void au_open_variants(lua_State *L);
void au_open_workers(lua_State *L);

#endif
