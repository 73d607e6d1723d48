/* bind.h: the functions of lua/bind, for this room and those above. Internal to
** lua/.
**
** The core's values as Lua objects. Each exposed type has a file with
** au_open_X, which registers the type in a state, and with au_push_X and
** au_check_X for other files. Checking raises an argument error; pushing leaves
** one value on the stack. Seats and sides count from 0 in C and from 1 in Lua;
** only this room and lua/script convert them.
**
** A set or an action has a meaning only with a deck, which numbers the cards.
** Decks that fit into the standard numbering share it. A Lua state keeps every
** other deck it meets. Sets and actions carry the index of their deck: the deck
** id. */
#ifndef AU_BIND_H
#define AU_BIND_H

#include "../../core/aurum.h"
#include "../sys/sys.h"

enum { AU_DECK_MAX = 32 }; /* decks in one Lua state */

/* ---- base.c: the state's own data ---- */

typedef struct au_lua {
  au_deck *deck; /* 'deck_n' of AU_DECK_MAX, by deck id; 0 is the standard
                 ** deck */
  int deck_n;
  int asks_n;             /* lists of questions: see au_asks_id */
  int deck_id;            /* of the sets that aurum.set makes */
  int64_t searches, sims; /* made here: see view:search */
  bool pure;              /* a variant's state: no random numbers */
  bool looked;            /* a hook read what not all seats see */
  bool follows;        /* 'rng' must first be set to a number of math.random */
  bool clock;          /* code here may read a clock: the state is the host's or
                       ** a trusted bot's */
  au_rng rng;          /* for math.random, set:random and sampling */
  const au_seed *seed; /* not NULL: 'rng' must first be set to this seed and */
  uint32_t stream[3];  /*   AU_STREAM_SEAT (seat, round, decision) */
  struct au_lview
      *partial;        /* NULL, or the view that has only 's' and 'seat' of */
  const au_game *game; /*   this game yet: see au_look */
  struct au_notes
      *notes; /* gets the notes of view:note; NULL: nobody listens */
} au_lua;

/* Make the data of a new Lua state. */
void au_open_data(lua_State *L);
au_lua *au_lua_of(lua_State *L);
/* Give a type methods. Their upvalue 1 is the data of the Lua state; upvalue 2
** is the table of actions. */
void au_bind_methods(lua_State *L, const char *type, const luaL_Reg *methods);
/* The data of the Lua state, in such a method. */
static inline au_lua *au_lua_here(lua_State *L) {
  return lua_touserdata(L, lua_upvalueindex(1));
}
/* Let the random stream begin with a number of Lua's math.random, when it is
** first used. */
void au_follow_math_random(lua_State *L);
/* The random stream of a Lua state. Raises in a variant's state, which has
** none. */
au_rng *au_random(lua_State *L, au_lua *data);
/* The same, unless the value at 'at' is a text or a number. Then '*own' is set
** to that seed and returned, and the state's stream does not advance. */
au_rng *au_random_or(lua_State *L, int at, au_lua *data, au_rng *own);
/* The id of a deck. The Lua state keeps a deck that is new to it. */
int au_deck_id(lua_State *L, const au_deck *d);
/* Forget the decks with ids from 'n' on. No value of these decks may be
** reachable. */
void au_forget_decks(lua_State *L, int n);
/* Registry: the table of cards by deck_id * AU_KIND_MAX + kind, and the table
** of actions by au_action_key. */
extern const char au_kinds, au_actions;
static inline lua_Integer au_action_key(int deck_id, int asks_id, au_action a) {
  bool answer = au_action_what(a) == AU_ACT_ANSWER;
  return (lua_Integer)deck_id << 32 | (answer ? asks_id : 0) << 22 | a;
}
/* The id of the questions of some rules, of which the Lua state keeps a copy; 0
** for NULL. Back: NULL for 0. */
int au_asks_id(lua_State *L, const au_asks *asks);
const au_asks *au_asks_of(lua_State *L, int id);

/* ---- types.c ---- */

/* Register the types that bots and variants see, and push their table
** `aurum`. */
void au_open_types(lua_State *L);

/* ---- card.c: cards and sets ---- */

typedef struct au_lset {
  au_set bits;
  int deck_id;
  bool own; /* a hand, shown to a hook: all know its size, but not its cards.
            ** Reading them sets 'looked' of the Lua state */
} au_lset;

extern const char au_set_type[];
void au_open_cards(lua_State *L);
/* Push a card; nil for AU_NONE. */
void au_push_card(lua_State *L, int deck_id, au_card c);
/* Push 'n' cards that were all pushed before. Never fails or allocates. */
void au_push_made_cards(lua_State *L, int deck_id, const au_card *c, int n);
/* The name of the card at 'at'; NULL for any other value. */
const char *au_card_name(lua_State *L, int at);
/* Push the card of a name that au_card_name returned. */
void au_push_card_named(lua_State *L, const char *name);
void au_push_set(lua_State *L, int deck_id, au_set bits);
void au_push_own_set(lua_State *L, int deck_id, au_set bits);
/* The kind of a card or of a card's name; AU_NONE for any other value, and for
** a card that the deck does not have. */
au_card au_to_card(lua_State *L, int arg, int deck_id);
/* The same, but raises. */
au_card au_check_card(lua_State *L, int arg, int deck_id);
/* The number of the suit whose letter is at 'arg'; with 'gold' also 'suit_n'
** for "G". Raises for any other value, with the letter that was probably
** meant. */
int au_check_suit(lua_State *L, int arg, const au_deck *d, bool gold);
/* Read a set or its bits; false for any other value. */
bool au_set_at(lua_State *L, int at, au_set *out);
/* Read a set, its bits, a card, a list of cards or names, or text "B1 C5";
** raises for any other value. */
au_set au_check_set(lua_State *L, int arg, int deck_id);
/* Call 'add' with each card of a list or text, or with the one card. */
typedef void au_add_card(lua_State *L, int arg, const au_deck *d, void *to,
                         au_card c);
void au_each_card(lua_State *L, int arg, int deck_id, au_add_card *add,
                  void *to);
/* Raise if a set or pile ('kind') is indexed as a list or a table of cards: by
** a number, as ipairs does, or by a card. */
void au_check_index(lua_State *L, const char *kind);
/* Turn the iterator on the top into one of pairs: each card is key and value.
** Returns 1. */
int au_push_twice(lua_State *L);

/* ---- pile.c: piles of gold ---- */

typedef struct au_lpile {
  au_gold gold;
  int deck_id;
} au_lpile;

extern const char au_pile_type[];
void au_open_piles(lua_State *L);
void au_push_pile(lua_State *L, int deck_id, au_gold gold);
/* Read a pile, or gold cards in one of the forms of au_check_set; raises
** otherwise. */
au_gold au_check_pile(lua_State *L, int arg, int deck_id);
/* Push a copy of the card, set or pile at 'at' of another state. False, and
** nothing is pushed, for any other value. */
bool au_push_cards_of(lua_State *to, int deck_id, lua_State *from, int at);

/* ---- bits.c ---- */

/* Set 'bits' in the table on the top. */
void au_open_bits(lua_State *L);

/* ---- action.c ---- */

void au_open_actions(lua_State *L);
typedef struct au_lrules au_lrules;
void au_push_action(lua_State *L, const au_lrules *rules, au_action a);
/* Read an action, or its text for 'seat'; 0 for any other value. */
au_action au_to_action(lua_State *L, int arg, const au_lrules *rules,
                       unsigned seat);
/* Push the value of an answer: a card, a number or a word. */
void au_push_value(lua_State *L, int deck_id, const au_ask *q, unsigned value);

/* ---- rules.c ---- */

/* The part of a variant that rules with hooks know. Copies of rules share one
** variant; lua/script makes its state and calls its hooks. */
typedef struct au_variant_head {
  unsigned refs;     /* rules that use it */
  bool asleep;       /* its files have not run (lua/script/variant.c) */
  au_text var_names; /* in order, each ended by a NUL */
  au_asks *asks;     /* its questions, or NULL; owned */
  au_odds *odds;     /* with what its hooks score: see au_odds_of; owned */
  au_text error;     /* of the hook that failed last; empty if none did */
  void (*free)(struct au_variant_head *v); /* called when 'refs' is 0 */
} au_variant_head;

struct au_lrules {
  au_rules r;               /* its hooks.ctx is the variant, or NULL */
  au_odds odds;             /* of the knobs: see au_odds_of */
  au_variant_head *variant; /* NULL for rules without hooks */
  int deck_id, asks_id;
  char digest[AU_DIGEST_TEXT];
  char round_digest[AU_DIGEST_TEXT]; /* au_round_digest */
  char name[AU_VARIANT_TEXT];
  char title[AU_VARIANT_TEXT];
};

void au_open_rules(lua_State *L);
au_lrules *au_check_rules(lua_State *L, int arg);
/* Push a copy of rules made in another state. */
au_lrules *au_push_rules(lua_State *L, const au_lrules *from);
/* First half of aurum.rules: push rules with the head and the knobs of the
** table at 1. The caller may then set their hooks. If a knob does not fit,
** returns NULL and pushes the 3 values that aurum.rules returns. */
au_lrules *au_begin_rules(lua_State *L);
/* Second half: finish the rules that au_begin_rules left at 2 and push the
** values that aurum.rules returns. Returns their number: 1 if the rules are
** valid, else 3. */
int au_end_rules(lua_State *L, au_lrules *made);
extern const char au_rules_type[];
/* The error of a hook of these rules since the last au_variant_forget, or
** NULL. */
const char *au_variant_error(const au_lrules *rules);
void au_variant_forget(const au_lrules *rules);
/* Raise that error, after a call of the core that returned AU_EHOOK. */
int au_raise_hook(lua_State *L, const au_lrules *rules);
/* The policy named at 'at' under these rules. Raises for any other name. */
au_policy au_check_policy(lua_State *L, int at, const au_lrules *rules);
/* The tables of the policy "quick" under these rules. If hooks score, the first
** call asks them. */
const au_odds *au_odds_of(const au_lrules *rules);
/* The policy "quick" under these rules. */
au_policy au_quick_policy(const au_lrules *rules);

/* ---- question.c ---- */

/* ORDER WHEN: the names of the moments. */
extern const char *const au_when_names[AU_WHEN_N + 1];
/* Push a question: { name=, when=, secret=, text=, cards= or words= or
** numbers= }; or a list of all. */
void au_push_ask(lua_State *L, const au_ask *q);
void au_push_questions(lua_State *L, const au_asks *asks);
/* Push choices: a set, a list of words or numbers, or { from=, to= }. */
void au_push_choices(lua_State *L, int deck_id, const au_ask *q,
                     const au_choices *c);

/* ---- fields.c ---- */

/* ORDER FIELD: the fields that states and views share, by number and by
** name. */
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
  AU_FIELD_TRUMP,
  AU_FIELD_TIMES,
  AU_FIELD_N
};
/* Further fields of views and states; hook contexts do not have them. */
enum {
  AU_FIELD_CHANGES = AU_FIELD_N,
  AU_FIELD_DOWN,
  AU_FIELD_ROUNDS,
  AU_FIELD_VARS,
  AU_FIELD_QUESTION,
  AU_FIELD_PLACE,
  AU_FIELD_DECIDING,
  AU_FIELD_ALL
};
/* ORDER FIELD */
#define AU_FIELD_NAMES                                                       \
  "phase", "turn", "first", "leader", "round", "bids seat_bids",             \
      "bid side_bids", "taken", "need", "gold", "supply", "extras", "trick", \
      "tricks", "points", "nuggets", "passer", "winners", "trump", "times"
#define AU_FIELD_ALL_NAMES                                                  \
  AU_FIELD_NAMES, "changes", "down", "rounds", "vars", "question", "place", \
      "deciding"

/* Push a field of a state, or of the part of it that a view shows;
** AU_FIELD_ROUNDS has a separate function. */
void au_push_field(lua_State *L, const au_lrules *rules, const au_state *s,
                   const au_entry *log, uint32_t n, int field);
void au_push_rounds(lua_State *L, const au_rules *r, const au_tally *round,
                    uint32_t n);
/* Push the text of a place. */
void au_push_place(lua_State *L, au_place p);
/* Push the question that is asked now; nil if none is. It also has the seats of
** its step, 'asked' and 'pending', and if 'seat' is on turn its 'choices', its
** 'default', and the cards already 'chosen'. Raises if a hook fails. */
void au_push_question(lua_State *L, const au_lrules *rules, const au_state *s,
                      uint8_t seat);
/* Push the legal actions as a list; the legal cards as a set. */
void au_push_legal(lua_State *L, const au_lrules *rules, const au_state *s);
void au_push_legal_cards(lua_State *L, const au_lrules *rules,
                         const au_state *s);
/* The same cards. Raises if a hook fails. */
au_set au_legal_bits(lua_State *L, const au_lrules *rules, const au_state *s);
/* The action meant by a card, an action or a text for the seat on turn; 0 for
** any other value. */
au_action au_meant(lua_State *L, int arg, const au_lrules *rules,
                   const au_state *s);
/* Raise an error about the value at 'arg', which means no action. */
int au_not_meant(lua_State *L, int arg);
/* Push true if the action at 'arg' is legal, else false. Returns 1. */
int au_push_is_legal(lua_State *L, int arg, const au_lrules *rules,
                     const au_state *s);
/* Push true if the action at 'arg' is legal, else false and the reason. Returns
** the number of pushed values. */
int au_push_why(lua_State *L, int arg, const au_lrules *rules,
                const au_state *s);
/* Push faults as a list of tables with the keys of records. */
void au_push_faults(lua_State *L, const au_fault *fault, size_t n);
/* Push a seat, from 1; nil for AU_NONE. */
void au_push_seat(lua_State *L, uint8_t seat);
/* Read a seat of 1 .. players from an argument, or from the value of a key.
** Raises for any other value. */
uint8_t au_check_seat(lua_State *L, int arg, int players);
uint8_t au_seat_of(lua_State *L, int at, const char *key, int players);
/* Push {taken=, bid=, bid_points=, gold_points=, points=}, each a list by
** side. */
void au_push_score(lua_State *L, int sides, const au_score *score);
/* Push the sides in a mask as a list. */
void au_push_sides(lua_State *L, uint8_t sides);
/* Push a deal as the table {first=, hands=, gold=}; or read a deal from such a
** table, raising if it is not valid. Without 'gold' each seat gets the gold
** that the rules deal in that round. */
void au_push_deal(lua_State *L, const au_rules *r, int deck_id,
                  const au_deal *deal);
void au_get_deal(lua_State *L, int at, const au_rules *r, int deck_id,
                 int round, au_deal *deal);
/* Push the cards of a trick as a list. */
void au_push_plays(lua_State *L, int deck_id, const au_trick *t);

/* ---- state.c ---- */

typedef struct au_lstate {
  au_game g;
  size_t held;            /* bytes of g's lists, as counted by au_limits_hold */
  const au_lrules *rules; /* kept alive as user value 1 */
} au_lstate;

void au_open_states(lua_State *L);
extern const char au_state_type[];
au_lstate *au_check_state(lua_State *L, int arg);
/* Count the state's memory again. Call this whenever its lists may have
** grown. */
void au_count_state(lua_State *L, au_lstate *s);
/* Push a new state under the rules at 'rules_index', at its beginning. */
au_lstate *au_push_state(lua_State *L, int rules_index);

/* Raise for any status of a legal action or a deal but AU_OK. */
void au_check_status(lua_State *L, const au_lstate *s, au_status status);

/* ---- view.c ---- */

typedef struct au_lview {
  const au_lrules *rules; /* kept alive as user value 1 */
  au_view v;
} au_lview;

enum { AU_CHOSEN = 40 }; /* charge for choosing an action, in instructions */
/* Push an action, nil for 0, in a function that au_bind_methods bound. */
void au_push_chosen(lua_State *L, const au_lview *v, au_action a);
void au_open_views(lua_State *L);
extern const char au_view_type[];
/* The view at 'arg', which is filled if it was not yet. */
au_lview *au_check_view(lua_State *L, int arg);
/* Fill a view of its seat on a game, in the Lua state with 'data': the state
** that the seat sees now, and the rest when somebody looks at it. Before the
** game changes, set 'data->partial' to NULL if somebody may look at it after
** that. */
void au_look(au_lua *data, au_lview *v, const au_game *g);
/* Push a view under the rules at 'rules_index'; the caller fills its 'v', and
** may do so again and again for the one 'seat'. A small view has room for a
** game of at most 'rounds' finished rounds, and is of any seat. */
au_lview *au_push_view(lua_State *L, int rules_index, uint8_t seat);
au_lview *au_push_small_view(lua_State *L, int rules_index, uint32_t rounds);

/* Make the cards and the usual actions of a seat, which later games then
** share. */
void au_make_cards(lua_State *L, const au_lrules *rules, uint8_t seat);

/* ---- note.c: the notes of bots ---- */

typedef struct au_notes au_notes;
/* The notes of games under these rules, which must outlive them; NULL if memory
** fails. */
au_notes *au_notes_new(const au_lrules *rules);
void au_notes_free(au_notes *n); /* NULL too */
void au_notes_clear(au_notes *n);
/* Notes made from now on belong to the decision that is due for 'seat'. */
void au_notes_begin(au_notes *n, const au_game *g, uint8_t seat);
/* The number of decisions with notes. */
size_t au_notes_count(const au_notes *n);
/* Write them as the list that is "notes" in a record. 'out->failed' is set if
** memory failed meanwhile. */
void au_notes_write(const au_notes *n, au_text *out);
/* Push them as a list with the same keys. */
void au_notes_push(lua_State *L, const au_notes *n);
void au_open_notes(lua_State *L);

/* ---- sample.c: worlds, states that agree with a view ---- */

typedef struct au_worlds {
  au_state *state;
  double *upto;     /* by world: the sum of weights up to it */
  double effective; /* the effective number of worlds */
  uint32_t n;
} au_worlds;

enum { AU_DRAWS = 10 }; /* worlds drawn per requested world, with weights */

/* Raise an error, which begins with 'of', unless the value at 'at' is a
** function or "plays". */
void au_check_weight(lua_State *L, int at, const char *of);
/* Push a sampler of a view, or nil where none is faster than au_view_sample;
** it is freed by au_end_sampler, or when it is collected. '*out' is NULL
** without one. Returns a status as au_view_sample does. */
au_status au_push_sampler(lua_State *L, const au_lview *v, au_sampler **out);
void au_end_sampler(lua_State *L, int at);
/* Draw 'n' worlds and weigh each by the function at 'weight', under the rules
** at 'rules', or, for "plays", by the other seats' plays. Pushes the userdata
** that holds the worlds. Returns a status as au_view_sample does. */
au_status au_push_worlds(lua_State *L, const au_lview *v, int rules, int weight,
                         uint32_t n, au_rng *rng, au_worlds *out);
/* Raise the reason why no world could be drawn. For AU_EFULL nothing is raised:
** nil and a message are pushed. */
int au_no_world(lua_State *L, const au_lview *v, au_status status);
/* Push a state that functions may inspect, under the rules at 'rules'. It has
** the view's finished rounds. */
au_lstate *au_push_shown(lua_State *L, int rules, const au_lview *v);
/* Set it to the position 's', whatever a function has done to it. */
void au_show(au_lstate *shown, const au_lview *v, const au_state *s);
void au_open_samples(lua_State *L);

/* ---- net.c: value nets ---- */

extern const char au_net_type[];
void au_open_nets(lua_State *L);
au_net *au_check_net(lua_State *L, int at);
/* Push the net that these bytes are; or nil and what is wrong, and return
** NULL. It values the rules that it has learned alone. */
au_net *au_push_net(lua_State *L, const void *data, size_t len);
/* Raise if the net has no such part, cannot value positions of these rules, or
** has not learned them and may value no others. */
void au_check_net_rules(lua_State *L, const au_net *net, const au_lrules *rules,
                        int part);

/* ---- columns.c ---- */

typedef struct au_column {
  const char *name, *doc;
} au_column;

/* The names of the tables, ending in NULL, and the columns of each, ending in
** one without a name. ORDER TABLE */
extern const char *const au_row_tables[];
extern const au_column *const au_row_columns[];

/* ---- event.c ---- */

/* Push a table for each event that an action caused, and call 'emit' with it on
** the stack's top; 'emit' pops it. 'tally' is the result of the round if the
** action ended it. 'seat' is the seat that observes; AU_NONE observes
** everything. */
typedef void au_emit(lua_State *L, void *ctx);
void au_push_deal_event(lua_State *L, const au_lrules *rules, const au_state *s,
                        uint8_t seat);
void au_action_events(lua_State *L, const au_lrules *rules,
                      const au_state *before, const au_state *after,
                      au_action a, const au_tally *tally, uint8_t seat,
                      au_emit *emit, void *ctx);
/* The seat that received the award of the trick that 'a' filled. */
uint8_t au_taker(const au_rules *r, const au_state *before,
                 const au_state *after, au_action a);

/* ---- history.c, rows.c, search.c: methods of states and views ---- */

void au_open_history(lua_State *L);
void au_open_rows(lua_State *L);
void au_open_searches(lua_State *L);

/* ---- quick.c ---- */

void au_open_quick(lua_State *L);

/* ---- weigh.c ---- */

void au_open_weighing(lua_State *L);

/* ---- solve.c ---- */

void au_open_solver(lua_State *L);

/* ---- search_lua.c: a policy or a leaf of a search in Lua ---- */

typedef struct au_search_lua {
  lua_State *L;
  au_lstate *shown; /* the state that the function gets */
  const au_lview *view;
  const au_lrules *rules;
  int function, state; /* their indices on the stack */
  const au_state *s;   /* to be shown */
  au_action answer;    /* 0 for any action */
  bool failed;         /* the error is on the stack's top */
} au_search_lua;
/* Choose an action as an au_policy: 'ctx' is an au_search_lua. */
au_status au_search_lua_act(void *ctx, const au_rules *r, const au_state *s,
                            au_rng *rng, au_action *a);
/* Value a leaf: 'ctx' is an au_search_lua. */
au_status au_search_lua_rewards(void *ctx, const au_rules *r, const au_state *s,
                                uint8_t seat, unsigned sides,
                                double reward[AU_SEAT_MAX]);
/* Raise the error of the policy or leaf, with that word. */
int au_search_lua_raise(lua_State *L, const char *word);

/* ---- search_result.c ---- */

typedef struct au_found {
  const au_search *t; /* the search, or the results of several together */
  bool flat;
  lua_Integer nodes; /* of all trees */
  double seconds;    /* processor time */
  bool cut;          /* stopped before its budget was used up */
} au_found;
/* Push what a search found, as view:search returns it. */
void au_push_found(lua_State *L, const au_lrules *rules, const au_found *f);

/* ---- For the host only: functions added to the table on the top ---- */

void au_open_columns(lua_State *L);
void au_open_records(lua_State *L);
void au_open_bench(lua_State *L);    /* to aurum.sys */
void au_open_learning(lua_State *L); /* learn.c, likewise */
int au_bench_bare(lua_State *L);     /* bench_yardstick.c */

#endif
