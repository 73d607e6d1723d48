/* bind.h: what the files of lua/bind share. Internal to lua/.
**
** The core's values as objects of Lua. Each exposed type has a file with its
** au_open_X, which registers the type in a state, and au_push_X and au_check_X
** for the others. Checking raises an argument error; pushing leaves one value on
** the stack. Seats and sides are from 0 in C and from 1 in Lua, converted here
** and nowhere else.
**
** A set or an action means something only with a deck, which numbers the cards.
** Decks that fit into the standard numbering share it. A state keeps every other
** deck it meets, and sets and actions carry the index of theirs: the deck id. */
#ifndef AU_BIND_H
#define AU_BIND_H

#include "../../core/aurum.h"
#include "../sys/sys.h"

enum { AU_DECK_MAX = 32 }; /* decks in one Lua state */

/* ---- base.c: the state's own data ---- */

typedef struct au_lua {
  au_deck deck[AU_DECK_MAX]; /* by deck id; 0 is the standard deck */
  int deck_n;
  int deck_id;         /* of aurum.set; a variant's state has its own */
  bool pure;           /* a variant's state: no random numbers */
  bool clock;          /* what is here may tell time: the host's state, or that
                       ** of a trusted bot */
  au_rng rng;          /* behind math.random, set:random, sampling */
  const au_seed *seed; /* not NULL: the stream is yet to be set, to */
  uint32_t stream[3];  /*   AU_STREAM_SEAT (seat, round, decision) */
} au_lua;

/* Make the data of a new state. */
void au_open_data(lua_State *L);
au_lua *au_lua_of(lua_State *L);
/* Give a type methods. Their upvalue 1 is the data of the state, upvalue 2 the
** table of actions (action.c). */
void au_bind_methods(lua_State *L, const char *type, const luaL_Reg *methods);
/* The data of the state, in such a method. */
static inline au_lua *au_lua_here(lua_State *L) {
  return lua_touserdata(L, lua_upvalueindex(1));
}
/* The random stream of a state, set to its start if that is due. Raises in a
** variant's, which has none. */
au_rng *au_random(lua_State *L, au_lua *data);
/* The same, or where a text or a number is at 'at' the numbers of that seed
** alone, in '*own'; the state's stream then stays. */
au_rng *au_random_or(lua_State *L, int at, au_lua *data, au_rng *own);
/* The id of a deck, which the state keeps from then on. */
int au_deck_id(lua_State *L, const au_deck *d);
/* Forget the decks with ids from 'n' on. Their values must be out of reach. */
void au_forget_decks(lua_State *L, int n);
/* Registry: the table of cards by deck_id * AU_KIND_MAX + kind, and the table of
** actions by au_action_key. */
extern const char au_kinds, au_actions;
static inline lua_Integer au_action_key(int deck_id, au_action a) {
  return (lua_Integer)deck_id << 32 | a;
}

/* ---- types.c ---- */

/* Register every type a bot or a variant sees, and push the table `aurum` that
** it gets. */
void au_open_types(lua_State *L);

/* ---- card.c: cards, sets, piles of gold ---- */

typedef struct au_lset {
  au_set bits;
  int deck_id;
} au_lset;

typedef struct au_lpile {
  au_gold gold;
  int deck_id;
} au_lpile;

void au_open_cards(lua_State *L);
/* nil for AU_NONE. */
void au_push_card(lua_State *L, int deck_id, au_card c);
/* Push 'n' cards that were all pushed before: it cannot fail. */
void au_push_made_cards(lua_State *L, int deck_id, const au_card *c, int n);
/* The name of the card at 'at', NULL if the value is no card. */
const char *au_card_name(lua_State *L, int at);
/* The card of a name that is known to be one. */
void au_push_card_named(lua_State *L, const char *name);
void au_push_set(lua_State *L, int deck_id, au_set bits);
void au_push_pile(lua_State *L, int deck_id, au_gold gold);
/* The kind of a card, or of its name; AU_NONE if the value is neither, or no
** card of the deck. */
au_card au_to_card(lua_State *L, int arg, int deck_id);
/* The same, but raises. */
au_card au_check_card(lua_State *L, int arg, int deck_id);
/* A set or its bits; false if the value is neither. */
bool au_set_at(lua_State *L, int at, au_set *out);
/* A set, its bits, or anything that can become one: a card, a list of cards or names, or
** text "B1 C5". Raises. */
au_set au_check_set(lua_State *L, int arg, int deck_id);
/* A pile, or what can become one. Raises. */
au_gold au_check_pile(lua_State *L, int arg, int deck_id);

/* ---- action.c ---- */

void au_open_actions(lua_State *L);
void au_push_action(lua_State *L, int deck_id, au_action a);
/* An action, or its text for 'seat'; 0 if the value is neither. */
au_action au_to_action(lua_State *L, int arg, int deck_id, unsigned seat);

/* ---- rules.c ---- */

/* The variant whose hooks rules have. Its state is made and asked in lua/script;
** rules that share it own it together. */
typedef struct au_variant_head {
  unsigned refs;     /* rules that use it */
  bool asleep;       /* its files have not run: see lua/script/variant.c */
  au_text var_names; /* each ended by a NUL, in their order */
  au_text error;     /* what a hook did wrong last; empty if nothing */
  void (*free)(struct au_variant_head *v); /* when the last rules are gone */
} au_variant_head;

typedef struct au_lrules {
  au_rules r;               /* its hooks.ctx is the variant, or NULL */
  au_odds odds;             /* of the policy "quick" */
  au_variant_head *variant; /* NULL for rules without hooks */
  int deck_id;
  char digest[AU_DIGEST_TEXT];
  char name[AU_VARIANT_TEXT];
  char title[AU_VARIANT_TEXT];
} au_lrules;

void au_open_rules(lua_State *L);
au_lrules *au_check_rules(lua_State *L, int arg);
/* Push a copy of rules made in another state. */
au_lrules *au_push_rules(lua_State *L, const au_lrules *from);
/* aurum.rules in two steps, between which hooks may be set. Push rules with the
** head and the knobs of the table at 1; NULL for a knob that does not fit: what
** aurum.rules then returns, 3 values, is pushed. */
au_lrules *au_begin_rules(lua_State *L);
/* End what au_begin_rules left at 2: push what aurum.rules returns; how many
** values: 1 if the rules are good. */
int au_end_rules(lua_State *L, au_lrules *made);
extern const char au_rules_type[];
/* What a hook of these rules did wrong since au_variant_forget, or NULL. */
const char *au_variant_error(const au_lrules *rules);
void au_variant_forget(const au_lrules *rules);
/* Raise that, after a call of the core that returned AU_EHOOK. */
int au_raise_hook(lua_State *L, const au_lrules *rules);
/* The policy named at 'at' under these rules; raises. */
au_policy au_check_policy(lua_State *L, int at, const au_lrules *rules);
/* The policy "quick" under these rules. */
au_policy au_quick_policy(const au_lrules *rules);

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
/* What views and states show besides; hook contexts do not. */
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
/* A seat of 1 .. players: an argument, or the value of a key; raises. */
uint8_t au_check_seat(lua_State *L, int arg, int players);
uint8_t au_seat_of(lua_State *L, int at, const char *key, int players);
/* {taken=, bid=, bid_points=, gold_points=, points=}: lists by side. */
void au_push_score(lua_State *L, int sides, const au_score *score);
/* The list of sides in a mask. */
void au_push_sides(lua_State *L, uint8_t sides);
/* A deal as the table {first=, hands=, gold=}, and back: raises. 'gold' may be
** left out where the rules say what is dealt in that round. */
void au_push_deal(lua_State *L, const au_rules *r, int deck_id,
                  const au_deal *deal);
void au_get_deal(lua_State *L, int at, const au_rules *r, int deck_id,
                 int round, au_deal *deal);
/* The cards of a trick in a list. */
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
/* After what may have made its lists longer: count its memory. */
void au_count_state(lua_State *L, au_lstate *s);
/* Push a new state under the rules at 'rules_index', at its beginning. */
au_lstate *au_push_state(lua_State *L, int rules_index);

/* Raise what kept a legal action or a deal from being done. */
void au_check_status(lua_State *L, const au_lstate *s, au_status status);

/* ---- view.c ---- */

typedef struct au_lview {
  const au_lrules *rules; /* kept alive as user value 1 */
  au_view v;
} au_lview;

void au_open_views(lua_State *L);
extern const char au_view_type[];
au_lview *au_check_view(lua_State *L, int arg);
/* Push a view under the rules at 'rules_index'; its v is to be made, of any game,
** or of one that has 'rounds' finished rounds at most. */
au_lview *au_push_view(lua_State *L, int rules_index);
au_lview *au_push_small_view(lua_State *L, int rules_index, uint32_t rounds);

/* ---- sample.c: worlds, states that agree with a view ---- */

typedef struct au_worlds {
  au_state *state;
  double *upto;     /* the sum of weights up to each */
  double effective; /* how many worlds of equal weight they are worth */
  uint32_t n;
} au_worlds;

enum { AU_DRAWS = 10 }; /* worlds drawn for each that is asked for by weight */

/* Draw 'n' worlds and weigh each by the function at 'weight', under the rules at
** 'rules'; pushes what holds them. Answers what au_view_sample does. */
au_status au_push_worlds(lua_State *L, const au_lview *v, int rules, int weight,
                         uint32_t n, au_rng *rng, au_worlds *out);
/* Raise what kept a world from being drawn. AU_EFULL is not raised: nil and a
** message are pushed. */
int au_no_world(lua_State *L, const au_lview *v, au_status status);
/* Push a state for functions to look at, under the rules at 'rules': it knows
** the view's finished rounds. */
au_lstate *au_push_shown(lua_State *L, int rules, const au_lview *v);
/* Make it stand as 's', whatever a function has done to it. */
void au_show(au_lstate *shown, const au_lview *v, const au_state *s);
void au_open_samples(lua_State *L);

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

/* ---- history.c, rows.c, search.c, solve.c: methods of states and views ---- */

void au_open_history(lua_State *L);
void au_open_rows(lua_State *L);
void au_open_searches(lua_State *L);
void au_open_solver(lua_State *L);

/* ---- For the host alone: added to the table on the top ---- */

void au_open_columns(lua_State *L); /* rows.c */
void au_open_records(lua_State *L);
void au_open_bench(lua_State *L); /* to aurum.sys */

#endif
