/* rules_compare.c: how other rules would have decided a random game.
**
** The game is played under one set of rules. At each decision, the other rules
** are asked about the same state: which actions are legal, what the action that
** was taken leads to, and what each seat then sees. So decisions are paired,
** and no difference follows from an earlier one. */
#include "script.h"

#include <string.h>

enum { OTHERS_MOST = 64 };

/* The differences between the game and one of the other rules. */
typedef struct tally {
  const au_lrules *rules;
  uint32_t decisions, rounds; /* those that differ */
  bool round;                 /* this round differs */
  bool foreign;               /* they have other kinds of cards */
  uint8_t trump;              /* that their knob makes of this round's deal */
} tally;

typedef struct contrast {
  const au_lrules *rules;
  au_game g;
  au_seed seed;
  uint32_t decisions, rounds;
  tally *other;
  int other_n;
  au_view view, seen;
  au_action list[AU_ACTION_MAX], its[AU_ACTION_MAX];
} contrast;

/* ---- What the other rules say -------------------------------------------- */

/* The state as it is under the other rules. They have their own trump, and
** without questions nothing multiplies points. */
static au_state under(const contrast *c, const tally *t, const au_state *s) {
  const au_rules *r = &t->rules->r;
  au_state other = *s;
  if (r->asks == NULL)
    other.times = 0;
  if (r->asks == NULL || r->trump != c->rules->r.trump)
    other.trick.trump = t->trump;
  return other;
}

/* True if two successors of one state are the same. Vars do not count: they are
** the memory of hooks, and only what a hook makes of them is a difference. */
static bool same_state(const contrast *c, au_state other) {
  const au_state *s = &c->g.state;
  memcpy(other.vars, s->vars, sizeof other.vars);
  return memcmp(&other, s, sizeof other) == 0;
}

/* True if each seat sees the same under the other rules. */
static bool same_views(contrast *c, const tally *t) {
  uint32_t n;
  const au_entry *log = au_game_round_log(&c->g, &n);
  if (c->rules->r.asks != t->rules->r.asks)
    n = 0; /* answers in the log differ by themselves */
  for (int seat = 0; seat < c->rules->r.players; seat++) {
    au_view_make(&c->rules->r, &c->g.state, log, n, (uint8_t)seat, &c->view);
    au_view_make(&t->rules->r, &c->g.state, log, n, (uint8_t)seat, &c->seen);
    if (!au_view_same(&c->view, &c->seen))
      return false;
  }
  return true;
}

static bool same_deal(contrast *c, tally *t, const au_state *before,
                      const au_deal *deal) {
  const au_rules *r = &t->rules->r;
  au_deal its;
  au_state other = *before;
  t->trump = t->foreign ? 0 : au_deal_trump(r, deal->extras);
  return !t->foreign && au_deal_make(r, before, &c->seed, &its) == AU_OK &&
         memcmp(&its, deal, sizeof its) == 0 &&
         au_state_deal(r, &other, &its, NULL) == AU_OK &&
         same_state(c, other) && same_views(c, t);
}

static bool same_legal(contrast *c, const tally *t, int n) {
  au_state other = under(c, t, &c->g.state);
  int m;
  return !t->foreign &&
         au_state_legal(&t->rules->r, &other, c->its, &m) == AU_OK && m == n &&
         memcmp(c->list, c->its, (size_t)n * sizeof *c->list) == 0;
}

static bool same_action(contrast *c, const tally *t, const au_state *before,
                        au_action a) {
  const au_state *s = &c->g.state;
  au_state other = under(c, t, before);
  if (au_state_apply(&t->rules->r, &other, a, NULL) != AU_OK)
    return false;
  other.trick.trump = s->trick.trump;
  other.times = s->times;
  return same_state(c, other) && same_views(c, t);
}

/* ---- The game ----------------------------------------------------------- */

static au_status play_deal(contrast *c) {
  au_state before = c->g.state;
  au_deal deal;
  au_status status = au_deal_make(&c->rules->r, &before, &c->seed, &deal);
  if (status == AU_OK)
    status = au_game_deal(&c->rules->r, &c->g, &deal, NULL);
  if (status != AU_OK)
    return status;
  c->rounds++;
  for (int i = 0; i < c->other_n; i++)
    c->other[i].round = !same_deal(c, &c->other[i], &before, &deal);
  return AU_OK;
}

static au_status play_action(contrast *c, au_rng *rng) {
  bool same[OTHERS_MOST];
  au_state before = c->g.state;
  int n;
  au_status status = au_state_legal(&c->rules->r, &before, c->list, &n);
  if (status != AU_OK || n == 0)
    return status != AU_OK ? status : AU_ESTATE;
  for (int i = 0; i < c->other_n; i++)
    same[i] = same_legal(c, &c->other[i], n);
  au_action a = c->list[au_rng_below(rng, (uint32_t)n)];
  status = au_game_apply(&c->rules->r, &c->g, a);
  if (status != AU_OK)
    return status;
  c->decisions++;
  for (int i = 0; i < c->other_n; i++) {
    tally *t = &c->other[i];
    bool differs = !same[i] || !same_action(c, t, &before, a);
    t->decisions += differs;
    t->round |= differs;
    if (!au_state_open(&c->g.state))
      t->rounds += t->round;
  }
  return AU_OK;
}

/* Play the game to its end. */
static au_status play(contrast *c) {
  au_status status = AU_OK;
  au_rng rng;
  au_rng_init(&rng, &c->seed, AU_STREAM_OTHER, 0, 0, 0);
  au_game_begin(&c->rules->r, &c->g);
  while (status == AU_OK && c->g.state.phase != AU_PHASE_OVER)
    status =
        c->g.state.phase == AU_PHASE_DEAL ? play_deal(c) : play_action(c, &rng);
  return status;
}

/* ----------------------------------------------------------------------- */

static int push_failure(lua_State *L, const au_lrules *rules,
                        au_status status) {
  const char *error = au_variant_error(rules);
  if (status == AU_ENOMEM)
    return au_no_memory(L);
  luaL_pushfail(L);
  lua_pushstring(L, error != NULL ? error : "the game does not end");
  return 2;
}

static void push_counts(lua_State *L, uint32_t decisions, uint32_t rounds) {
  lua_createtable(L, 0, 2);
  lua_pushinteger(L, decisions);
  lua_setfield(L, -2, "decisions");
  lua_pushinteger(L, rounds);
  lua_setfield(L, -2, "rounds");
}

static int push_tallies(lua_State *L, const contrast *c) {
  lua_createtable(L, c->other_n, 0);
  for (int i = 0; i < c->other_n; i++) {
    push_counts(L, c->other[i].decisions, c->other[i].rounds);
    lua_rawseti(L, -2, i + 1);
  }
  push_counts(L, c->decisions, c->rounds);
  return 2;
}

/* aurum.contrast(rules, seed, others): play a random game, and count what
** differs under each of the other rules, and all. Returns a list of counts and
** the counts of the game; or nil and the error of a hook. */
static int f_contrast(lua_State *L) {
  tally other[OTHERS_MOST] = {{0}};
  const au_lrules *rules = au_check_rules(L, 1);
  const char *seed = au_text_of(L, 2, "seed", NULL);
  int n = au_list_of(L, 3, "others", 0, OTHERS_MOST);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, 3, i + 1); /* the list keeps them alive */
    other[i].rules = au_check_rules(L, -1);
    other[i].foreign = other[i].rules->deck_id != rules->deck_id;
    luaL_argcheck(L, other[i].rules->r.players == rules->r.players, 3,
                  "expected rules for the same number of players");
    lua_pop(L, 1);
  }
  contrast *c = lua_newuserdatauv(L, sizeof *c, 0);
  *c = (contrast){.rules = rules, .other = other, .other_n = n};
  au_seed_init(&c->seed, seed, strlen(seed));
  au_variant_forget(rules);
  au_game_init(&c->g);
  au_status status = play(c);
  au_game_free(&c->g);
  for (int i = 0; i < n; i++)
    au_variant_forget(other[i].rules);
  return status == AU_OK ? push_tallies(L, c) : push_failure(L, rules, status);
}

void au_open_contrast(lua_State *L) {
  static const luaL_Reg functions[] = {{"contrast", f_contrast}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
