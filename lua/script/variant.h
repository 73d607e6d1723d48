/* variant.h: variants and their hooks, for this room. Internal to lua/. */
#ifndef AU_VARIANT_H
#define AU_VARIANT_H

#include "script.h"

/* ---- variant.c: a variant's files, and the state of its hooks ---- */

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
  AU_HOOK_N,
  /* functions of a question */
  AU_HOOK_NEXT = AU_HOOK_N,
  AU_HOOK_CHOICES,
  AU_HOOK_DEFAULT,
  AU_HOOK_DONE,
  AU_HOOK_ALL,
  AU_ASK_FUNCTIONS = AU_HOOK_ALL - AU_HOOK_N
};
/* The names of hooks, up to AU_HOOK_N; then of a question's functions. */
extern const char *const au_hook_names[AU_HOOK_N + 1];
extern const char *const au_ask_names[AU_ASK_FUNCTIONS + 1];

enum {
  AU_FILE_MAX = 64,  /* files with hooks in a composition */
  AU_CHAIN_MAX = 8,  /* most functions of one hook, applied in order */
  AU_HOOK_STACK = 40 /* slots of the stack that a call of one needs */
};

typedef struct au_sleep au_sleep;
typedef struct au_probe au_probe;

struct au_variant;
struct au_hook_call;
struct au_answer;
struct au_scope;
/* Calls a function: see au_call_hook. Returns false if it failed. */
typedef bool au_hook_caller(struct au_variant *v, const struct au_hook_call *q,
                            int level, const struct au_scope *saved,
                            struct au_answer *a);

/* The state of a variant while a hook runs: what the hook sees and may do. The
** hooks that it asks, by reading a field that they decide, have one of their
** own (hooks.c). All zero while none runs. */
typedef struct au_running {
  const au_state *state; /* that the context shows */
  int16_t *vars;         /* NULL while they are read-only */
  const char *hook;
  int question;    /* of the hook from 1, if it is a question's; else 0 */
  au_state *acted; /* the state that verbs change while 'done' runs, or NULL */
  const au_state *before; /* that state before 'done' */
  au_state *shown;        /* its public part, which 'state' is then */
  uint8_t *told;          /* seats (a bit each) to whom it showed each card */
  unsigned asking;        /* hooks running now, a bit each */
  int depth;              /* their number */
} au_running;

typedef struct au_variant {
  au_variant_head head; /* first, as rules point to it */
  lua_State *L;         /* owned; NULL while the variant sleeps */
  au_sleep *sleep;      /* its files, for waking it, or NULL; owned */
  au_limits limits;
  char name[AU_VARIANT_TEXT];
  /* Functions of each hook as references in L's registry, first to last. */
  int chain[AU_HOOK_N][AU_CHAIN_MAX];
  uint8_t chain_n[AU_HOOK_N];
  uint8_t muted[AU_HOOK_N]; /* functions (a bit each) that are not called */
  /* The rule that forbids a card by each function of 'lead' and 'legal', or
  ** "". */
  char who[2][AU_CHAIN_MAX][AU_WHO_TEXT];
  /* Functions of each question, or values for them, as references. */
  int ask[AU_ASK_MAX][AU_ASK_FUNCTIONS];
  int ask_n;
  au_hook_caller *ask_question; /* asks one of them */
  int context;                  /* reference of the hook context */
  const au_rules *rules;        /* of the context */
  int deck_id;                  /* deck id of the rules */
  au_running now;
  /* The last answer of 'lead' or 'legal': the core asks again for the action
  ** that it applies. */
  struct {
    int hook; /* -1: none */
    au_state state;
    au_set cards;
    bool pass;
  } last;
  au_probe *probe; /* while a check plays: asks each question again */
} au_variant;

/* Make a variant from the files {path=, text=} in the list at 'at' of L. Raises
** the errors of the files. If 'asleep' is not 0, the files do not run here: the
** table at 'asleep' has the number of functions of each hook. A worker process
** then wakes the variant when it first calls a hook. It owns 'asks', its
** questions or NULL. */
au_variant *au_variant_new(lua_State *L, int at, int asleep, const char *name,
                           int players, au_asks *asks);
/* Give the hooks their finished rules. Raises in L. */
void au_variant_attach(lua_State *L, au_variant *v, const au_lrules *rules);
/* Wake a sleeping variant in a worker process: run its files. If they fail, and
** in any other process, returns false, and au_variant_error has the reason.
** Returns true for a variant that is awake. Never raises. */
AU_MUST bool au_variant_wake(au_variant *v);

/* ---- hooks.c: calling hooks ---- */

/* A question to a hook. */
typedef struct au_hook_call {
  int hook;
  const au_rules *r;
  const au_state *s;
  int16_t *vars; /* of 's'; NULL if the hook may not set them */
  int number[3]; /* the first 'n' are arguments before the answer */
  int n;
  const au_score *score; /* only for round_winners */
  int ask;               /* the question, for its functions */
  uint8_t seat;          /* that is asked, for 'choices' and 'default' */
} au_hook_call;

/* An answer: first the knobs' answer, then each function's in turn. A hook
** uses only its own fields. */
typedef struct au_answer {
  au_set cards;  /* lead, legal */
  au_deal deal;  /* deal */
  int number;    /* side_bid, bid_points, gold_points */
  uint8_t seat;  /* winner, leader, award */
  au_card gold;  /* award */
  uint8_t sides; /* round_winners, game_end */
  bool pass, over;
  uint8_t seats;      /* next */
  au_choices choices; /* choices, default */
  au_state after;     /* done */
} au_answer;

/* The answer of one function, and the vars after it. */
typedef struct au_step {
  au_answer answer;
  int16_t vars[AU_VAR_N];
} au_step;

/* Call all functions of a hook in turn. '*a' holds the answer of the knobs, and
** gets the last one. 'steps' (or NULL) gets the answers of all functions, at
** most AU_CHAIN_MAX. AU_EHOOK with an error in 'v' if a function failed. */
AU_MUST au_status au_call_hook(au_variant *v, const au_hook_call *q,
                               au_answer *a, au_step *steps);
/* The same; while a check plays, call more than once. */
AU_MUST au_status au_call_probed(au_variant *v, const au_hook_call *q,
                                 au_answer *a);
/* Store the error that the answer of the function at 'level' is not valid, with
** the function's place. Returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool
au_bad_answer(au_variant *v, int hook, int level, const char *format, ...);

/* The core's hook 'forbids': name the last function that took 'card' out of the
** answer before it. 'ctx' is an au_variant. */
AU_MUST au_status au_ask_forbids(void *ctx, const au_rules *r,
                                 const au_state *s, au_set cards, bool pass,
                                 au_card card, char out[AU_WHO_TEXT]);

/* Where a hook was asked: what ran there, and the stack's top. */
typedef struct au_scope {
  au_running outer;
  int top;
} au_scope;

/* Push the function of a question, as au_call_hook does. nil or a value stands
** for a function that is not given. Returns true for a function. */
bool au_push_function(au_variant *v, const au_hook_call *q,
                      const au_scope *saved);
/* Call the pushed function with 'n' arguments. Its one answer is at
** 'saved->top + 1'. */
bool au_call_function(au_variant *v, const au_hook_call *q,
                      const au_scope *saved, int n);

/* ---- core_hooks.c: the hooks of au_rules ---- */

/* Set the core's hooks for which 'v' has functions. */
void au_set_hooks(au_variant *v, au_hooks *h);

/* ---- ask.c: the functions of questions ---- */

/* Set the core's hooks for the questions of 'v'. */
void au_set_ask_hooks(au_variant *v, au_hooks *h);
/* Read the questions in the list at 'at', checked by lua/load; NULL if memory
** fails. The caller owns them. 'suits' are the letters of the deck. */
au_asks *au_read_asks(lua_State *L, int at, const char *suits);

/* ---- question_verbs.c: the verbs of 'done' ---- */

/* Add the verbs to the hook context. */
void au_open_moves(lua_State *L);
/* Show the variant the public part of the state that its verbs change. */
void au_show_acted(au_variant *v);

/* ---- purity.c: the same question again ---- */

enum { AU_PAST_MAX = 8 }; /* earlier questions that a probe keeps */

/* A question by value, and its answers. */
typedef struct au_past_call {
  au_hook_call q; /* its pointers are not used */
  au_state s;
  au_score score;
  bool sets; /* it may set vars */
  au_answer first;
  au_step step[AU_CHAIN_MAX];
} au_past_call;

struct au_probe {
  /* Called in place of au_call_hook. */
  au_status (*call)(au_variant *v, const au_hook_call *q, au_answer *a);
  au_rng rng;
  au_variant *twin; /* the same variant, loaded a second time */
  const au_rules *twin_rules;
  bool looks; /* 'done' is asked with reads of what other hooks decide */
  /* Reads the sides' bids in the state that is shown. Raises errors in L. */
  void (*look)(lua_State *L, const au_variant *v);
  au_past_call past[AU_PAST_MAX];
  int past_n;
};

/* Before 'done' changes the game: read what another hook decides, if the probe
** wants it. */
static inline void au_look_acting(lua_State *L, const au_variant *v) {
  if (v->now.acted != NULL && v->probe != NULL && v->probe->looks)
    v->probe->look(L, v);
}

/* From now on, ask each question to the hooks of 'rules' (which has some)
** again: a varied number of times and among earlier questions, there and of
** 'twin', the same rules made a second time. If answers differ, the hook fails
** with an error that names the function and two answers. Remove the probe when
** done. */
void au_probe_begin(au_probe *probe, const au_lrules *rules,
                    const au_lrules *twin, const au_seed *seed);

/* ---- context.c: the hook context, the first argument of every hook ---- */

/* Register the types of contexts and vars in a variant's state. The table at
** 'names' maps the names of its vars to their numbers. */
void au_open_context(lua_State *L, int names);
/* Push the context of 'v' in its own state, under the rules at
** 'rules_index'. */
void au_push_context(lua_State *L, au_variant *v, int rules_index);
extern const char au_context_type[];
typedef struct au_lcontext {
  au_variant *v;
  const au_lrules *rules; /* user value 1 */
} au_lcontext;
/* Raises if none of the variant's hooks runs. */
au_lcontext *au_check_context(lua_State *L);

#endif
