/* search.c: view:search, which evaluates actions by playouts in worlds of a
** view, and state:search, which does so with all hands open.
**
** The core's searches never raise and read no clock. Budgets, fuel and
** interrupts stop them here. A search runs in small lots, between which
** errors may be raised, and a policy written in Lua is called in protected
** mode. All memory is Lua's, so that it counts against a script's cap. */
#include "bind.h"

#include <math.h>

enum {
  LOT = 32,            /* simulations between two looks at clock and fuel; with
                       ** a policy in Lua 1 */
  COST = 300,          /* charge for a simulation, in instructions, */
  ROOT = 400,          /*   and for setting up a search */
  WORLDS_MAX = 100000, /* most weighted worlds */
  NODES = 1 << 18      /* of a tree, unless an option says otherwise */
};

/* The weight of exploration, unless an option says otherwise. */
#define EXPLORE 1.0

/* ---- Options ------------------------------------------------------------ */

/* The number in lo .. hi that is the value of 'key' in the table at 'at';
** 'none' if there is no value. */
static double number_option(lua_State *L, int at, const char *key, double lo,
                            double hi, double none) {
  if (lua_getfield(L, at, key) == LUA_TNIL) {
    lua_pop(L, 1);
    return none;
  }
  double x = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : -HUGE_VAL;
  if (!(x >= lo && x <= hi)) {
    char least[32], most[32];
    au_number_text(least, sizeof least, 14, lo);
    au_number_text(most, sizeof most, 14, hi);
    luaL_error(L, "search: %s: expected a number from %s to %s, got %s", key,
               least, most, au_push_tostring(L, -1));
  }
  lua_pop(L, 1);
  return x;
}

/* The same for a whole number. */
static int64_t count_option(lua_State *L, int at, const char *key, int64_t lo,
                            int64_t hi, int64_t none) {
  if (lua_getfield(L, at, key) == LUA_TNIL) {
    lua_pop(L, 1);
    return none;
  }
  lua_Integer n = 0;
  if (!au_whole_at(L, -1, lo, hi, &n))
    luaL_error(L, "search: %s: expected a whole number from %I to %I, got %s",
               key, (lua_Integer)lo, (lua_Integer)hi, au_push_tostring(L, -1));
  lua_pop(L, 1);
  return n;
}

/* ---- A policy in Lua ---------------------------------------------------- */

typedef struct asked {
  lua_State *L;
  au_lstate *shown;
  const au_lview *view;
  const au_lrules *rules;
  int function, state; /* their indices on the stack */
  const au_state *s;
  au_action answer; /* 0 for any action */
  bool failed;      /* the error is on the stack's top */
} asked;

/* Ask the policy for its answer. Arguments: the function, the state, asked. */
static int f_ask(lua_State *L) {
  asked *p = lua_touserdata(L, 3);
  char why[AU_WHY_TEXT] = "";
  au_show(p->shown, p->view, p->s);
  p->answer = 0;
  lua_settop(L, 2);
  lua_call(L, 1, 1);
  if (lua_isnil(L, 1))
    return 0;
  au_action a = au_meant(L, 1, p->rules, p->s);
  if (a == 0)
    return luaL_error(L, "it answered %s, which is not an action",
                      au_push_tostring(L, 1));
  au_status status = au_state_why(&p->rules->r, p->s, a, why);
  if (status == AU_EHOOK)
    return au_raise_hook(L, p->rules);
  if (status != AU_OK)
    return luaL_error(L, "it answered '%s': %s", luaL_tolstring(L, 1, NULL),
                      why);
  p->answer = a;
  return 0;
}

static au_status ask(void *ctx, const au_rules *r, const au_state *s,
                     au_rng *rng, au_action *a) {
  asked *p = ctx;
  lua_State *L = p->L;
  p->s = s;
  lua_pushcfunction(L, f_ask);
  lua_pushvalue(L, p->function);
  lua_pushvalue(L, p->state);
  lua_pushlightuserdata(L, p);
  if (lua_pcall(L, 3, 0, 0) != LUA_OK) {
    p->failed = true;
    return AU_EHOOK;
  }
  *a = p->answer;
  return *a != 0 ? AU_OK : au_state_random(r, s, rng, a);
}

/* Raise the error of the policy or leaf, with that word. */
static int raise_asked(lua_State *L, const char *word) {
  if (lua_type(L, -1) != LUA_TSTRING)
    return lua_error(L);
  lua_pushfstring(L, "search: %s: %s", word, lua_tostring(L, -1));
  return lua_error(L);
}

/* ---- A leaf ------------------------------------------------------------- */

static au_status net_leaf(void *ctx, const au_rules *r, const au_state *s,
                          uint8_t seat, unsigned sides,
                          double reward[AU_SEAT_MAX]) {
  au_net_rewards(ctx, r, s, seat, sides, reward);
  return AU_OK;
}

/* Ask a leaf in Lua for the rewards. Arguments: the function, the state, asked,
** the rewards. */
static int f_value(lua_State *L) {
  asked *p = lua_touserdata(L, 3);
  double *reward = lua_touserdata(L, 4);
  au_show(p->shown, p->view, p->s);
  lua_settop(L, 2);
  lua_call(L, 1, 1);
  if (!lua_istable(L, 1))
    return luaL_error(L, "expected a list of a number for each side, got %s",
                      au_push_tostring(L, 1));
  for (int i = 0; i < p->rules->r.side_n; i++) {
    lua_rawgeti(L, 1, i + 1);
    reward[i] = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : HUGE_VAL;
    if (!(fabs(reward[i]) <= 1e9))
      return luaL_error(L, "expected a number for side %d, got %s", i + 1,
                        au_push_tostring(L, -1));
    lua_pop(L, 1);
  }
  return 0;
}

static au_status value(void *ctx, const au_rules *r, const au_state *s,
                       uint8_t seat, unsigned sides,
                       double reward[AU_SEAT_MAX]) {
  asked *p = ctx;
  lua_State *L = p->L;
  (void)r;
  (void)seat;
  (void)sides;
  p->s = s;
  lua_pushcfunction(L, f_value);
  lua_pushvalue(L, p->function);
  lua_pushvalue(L, p->state);
  lua_pushlightuserdata(L, p);
  lua_pushlightuserdata(L, reward);
  if (lua_pcall(L, 4, 0, 0) == LUA_OK)
    return AU_OK;
  p->failed = true;
  return AU_EHOOK;
}

/* ---- A search ----------------------------------------------------------- */

typedef struct budget {
  int64_t sims;   /* most simulations; INT64_MAX: no limit */
  double seconds; /* most processor time of this thread; or HUGE_VAL */
  bool partial;   /* stop at any other limit without an error */
} budget;

typedef struct lsearch {
  au_search t;
  const au_lview *v;
  au_state open; /* for state:search, its one world */
  asked asked;
  asked leaf; /* a leaf in Lua */
  budget budget;
  int moves; /* number of moves of a flat search */
  bool flat;
  bool cut;     /* stopped before its budget was used up */
  double start; /* processor clock at the start */
  double seconds;
} lsearch;

/* Charge for 'n' more simulations. Returns false if the search must stop and
** return its results so far. */
static bool may_go_on(lua_State *L, lsearch *f, int64_t n) {
  int64_t cost = n * COST;
  if (!f->budget.partial || f->t.sims == 0) {
    au_spend(L, cost);
    return true;
  }
  if (au_fuel_low(L, cost))
    return false;
  if (au_may_spend(L, cost))
    return true;
  lua_pop(L, 1);
  return false;
}

/* True if a policy failed only because of an interrupt or used-up fuel, and the
** results so far may be returned. */
static bool is_stopped(lua_State *L, lsearch *f) {
  if (!(f->asked.failed || f->leaf.failed) || !f->budget.partial ||
      f->t.sims == 0 || au_may_spend(L, 0))
    return false;
  lua_pop(L, 2);
  f->asked.failed = f->leaf.failed = false;
  return true;
}

/* Simulate until the budget is used up. */
static au_status run(lua_State *L, lsearch *f) {
  const budget *b = &f->budget;
  int64_t each = f->flat ? f->moves : 1;
  bool slow = f->asked.L != NULL || f->leaf.L != NULL ||
              f->v->rules->variant != NULL; /* whose hooks use fuel */
  int64_t lot = slow || each > LOT ? 1 : LOT / each;
  int64_t left = b->sims / each + (b->sims % each != 0);
  au_status status = AU_OK;
  while (left > 0 && status == AU_OK &&
         (f->t.sims == 0 || au_thread_clock() - f->start < b->seconds)) {
    int64_t n = left < lot ? left : lot;
    f->cut = !may_go_on(L, f, n * each);
    if (f->cut)
      break;
    left -= n;
    for (; n > 0 && status == AU_OK; n--)
      status = f->flat ? au_search_flat(&f->t) : au_search_tree(&f->t);
  }
  f->cut = f->cut || is_stopped(L, f);
  f->seconds = au_thread_clock() - f->start;
  return f->cut ? AU_OK : status;
}

/* True if 'a' comes before 'b' in the list of moves. */
static bool is_before(const au_search *t, uint32_t a, uint32_t b) {
  const au_node *x = &t->node[a], *y = &t->node[b];
  if (x->visits != y->visits)
    return x->visits > y->visits;
  if (x->visits > 0 && x->sum != y->sum)
    return x->sum > y->sum;
  return x->move < y->move;
}

/* Sort the root's moves, best first. Returns their number. */
static int sort_moves(const au_search *t, uint32_t *out) {
  int n = 0;
  for (uint32_t i = t->node[0].child; i != 0; i = t->node[i].next) {
    int at = n++;
    for (; at > 0 && is_before(t, i, out[at - 1]); at--)
      out[at] = out[at - 1];
    out[at] = i;
  }
  return n;
}

/* The standard error of the mean of n numbers, n at least 2. */
static double standard_error(double sum, double squares, double n) {
  double spread = (squares - sum * sum / n) / (n - 1);
  return sqrt(spread > 0 ? spread / n : 0);
}

/* The standard error of the mean difference between 'at' and 'best' over the
** same worlds. */
static double paired_error(const au_search *t, uint32_t at, uint32_t best) {
  uint32_t more = at > best ? at : best, less = at > best ? best : at;
  size_t before = (size_t)(more - 1) * (more - 2) / 2;
  return standard_error(t->node[at].sum - t->node[best].sum,
                        t->apart[before + less - 1], t->node[at].visits);
}

static void push_move(lua_State *L, const lsearch *f, uint32_t at,
                      uint32_t best) {
  const au_node *node = &f->t.node[at];
  double n = node->visits;
  lua_createtable(L, 0, 5);
  au_push_action(L, f->v->rules, node->move);
  lua_setfield(L, -2, "action");
  lua_pushinteger(L, node->visits);
  lua_setfield(L, -2, "visits");
  if (node->visits == 0)
    return;
  lua_pushnumber(L, node->sum / n);
  lua_setfield(L, -2, "mean");
  if (node->visits == 1)
    return;
  lua_pushnumber(L, standard_error(node->sum, node->squares, n));
  lua_setfield(L, -2, "error");
  if (!f->flat || at == best)
    return;
  lua_pushnumber(L, paired_error(&f->t, at, best));
  lua_setfield(L, -2, "paired_error");
}

/* Push the expected line of play from the node on: each time the most visited
** move, while that has OFTEN visits. */
static void push_line(lua_State *L, const lsearch *f, uint32_t at) {
  enum { OFTEN = 10 };
  const au_search *t = &f->t;
  lua_newtable(L);
  for (lua_Integer n = 1; at != 0; n++) {
    au_action move = t->node[at].move;
    uint32_t best = 0;
    if (au_action_down(move) && au_action_seat(move) != t->v->seat)
      return;
    au_push_action(L, f->v->rules, move);
    lua_rawseti(L, -2, n);
    for (uint32_t i = t->node[at].child; i != 0; i = t->node[i].next)
      if (t->node[i].visits >= OFTEN && (best == 0 || is_before(t, i, best)))
        best = i;
    at = best;
  }
}

static void push_result(lua_State *L, const lsearch *f) {
  uint32_t *list = lua_newuserdatauv(L, f->t.node_n * sizeof *list, 0);
  int n = sort_moves(&f->t, list);
  lua_createtable(L, 0, 8);
  au_push_action(L, f->v->rules, f->t.node[list[0]].move);
  lua_setfield(L, -2, "best");
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    push_move(L, f, list[i], list[0]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "moves");
  push_line(L, f, list[0]);
  lua_setfield(L, -2, "line");
  lua_pushinteger(L, (lua_Integer)f->t.sims);
  lua_setfield(L, -2, "sims");
  lua_pushinteger(L, f->t.node_n);
  lua_setfield(L, -2, "nodes");
  if (au_lua_of(L)->clock) {
    lua_pushnumber(L, f->seconds);
    lua_setfield(L, -2, "seconds");
  }
  lua_pushboolean(L, f->cut);
  lua_setfield(L, -2, "cut");
}

/* ---- view:search and state:search --------------------------------------- */

/* Indices on the stack. */
enum {
  VIEW = 1,
  OPTIONS,
  RULES,
  POLICY,
  SHOWN,
  LEAF,
  LEAF_SHOWN,
  WEIGHT,
  WORLDS,
  SAMPLER,
  NODE
};

static void check_open(lua_State *L, const au_state *s) {
  if (s->phase == AU_PHASE_OVER)
    luaL_error(L, "search: the game is over");
  if (!au_state_open(s))
    luaL_error(L, "search: no round is open: a deal is due");
}

static void check_turn(lua_State *L, const au_lview *v) {
  const au_state *s = &v->v.s;
  check_open(L, s);
  if (s->turn != v->v.seat)
    luaL_error(L, "search: it is the turn of seat %d, not of this view's seat",
               s->turn + 1);
}

static budget budget_at(lua_State *L) {
  budget b = {INT64_MAX, HUGE_VAL, false};
  bool sims = lua_getfield(L, OPTIONS, "sims") != LUA_TNIL;
  bool ms = lua_getfield(L, OPTIONS, "ms") != LUA_TNIL;
  lua_pop(L, 2);
  if (!sims && !ms)
    luaL_error(L, "search: expected a budget: sims (simulations) or ms "
                  "(milliseconds)");
  if (ms && !au_lua_of(L)->clock)
    luaL_error(L, "search: ms: a bot has no clock, and the number of "
                  "simulations in a given time would show the time; expected "
                  "a budget in simulations (sims)");
  b.sims = count_option(L, OPTIONS, "sims", 1, 1000000000, b.sims);
  b.seconds = number_option(L, OPTIONS, "ms", 0.001, 3600000, HUGE_VAL) / 1000;
  lua_getfield(L, OPTIONS, "partial");
  b.partial = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return b;
}

static int named_option(lua_State *L, const char *key, const char *const *names,
                        int none) {
  int i = none;
  if (lua_getfield(L, OPTIONS, key) != LUA_TNIL)
    i = au_check_word(L, RULES + 1, lua_pushfstring(L, "search: %s", key),
                      names);
  lua_settop(L, RULES);
  return i;
}

/* Read 'left', the number of cards in hand at which playouts end. The round is
** not finished there, so only points can be its objective. */
static void read_left(lua_State *L, lsearch *f) {
  f->t.left = (int)count_option(L, OPTIONS, "left", 0, 100, 0);
  f->t.odds = &f->v->rules->odds;
  if (f->t.left > 0 &&
      (f->t.goal == AU_GOAL_ROUND || f->t.goal == AU_GOAL_GAME))
    luaL_error(L, "search: left: expected the objective 'margin', 'points' or "
                  "'lead', since playouts end before the round does");
}

/* Set POLICY and SHOWN on the stack. */
static void read_policy(lua_State *L, lsearch *f) {
  lua_settop(L, RULES);
  if (lua_getfield(L, OPTIONS, "policy") == LUA_TFUNCTION) {
    f->asked = (asked){.L = L,
                       .view = f->v,
                       .rules = f->v->rules,
                       .function = POLICY,
                       .state = SHOWN};
    f->asked.shown = au_push_shown(L, RULES, f->v);
    f->t.policy = (au_policy){.choose = ask, .ctx = &f->asked};
  } else if (lua_isnil(L, POLICY)) {
    f->t.policy = au_quick_policy(f->v->rules);
  } else {
    f->t.policy = au_check_policy(L, POLICY, f->v->rules);
  }
  lua_settop(L, SHOWN);
}

/* Set LEAF and LEAF_SHOWN on the stack. */
static void read_leaf(lua_State *L, lsearch *f) {
  f->t.cut = (int)count_option(L, OPTIONS, "cut", 0, 100, 1);
  int type = lua_getfield(L, OPTIONS, "leaf");
  au_net *net = au_test(L, LEAF, au_net_type);
  if (net != NULL) {
    au_check_net_rules(L, net, f->v->rules, AU_NET_OPEN);
    bool points = net->goal == AU_GOAL_LEAD || net->goal == AU_GOAL_MARGIN;
    if (net->goal != f->t.goal &&
        !(points && f->t.r->side_n == 2 &&
          (f->t.goal == AU_GOAL_LEAD || f->t.goal == AU_GOAL_MARGIN)))
      luaL_error(L, "search: leaf: this net was trained for another objective");
    f->t.leaf = net_leaf;
    f->t.leaf_ctx = net;
  } else if (type == LUA_TFUNCTION) {
    f->leaf = (asked){.L = L,
                      .view = f->v,
                      .rules = f->v->rules,
                      .function = LEAF,
                      .state = LEAF_SHOWN};
    f->leaf.shown = au_push_shown(L, RULES, f->v);
    f->t.leaf = value;
    f->t.leaf_ctx = &f->leaf;
  } else if (type != LUA_TNIL) {
    luaL_error(L, "search: leaf: expected a net or a function, got %s",
               au_push_tostring(L, LEAF));
  }
  if (f->t.leaf != NULL && (f->t.left > 0 || f->t.goal == AU_GOAL_GAME))
    luaL_error(L, "search: leaf: expected no 'left' and an objective of the "
                  "round, since a leaf ends the playouts");
  lua_settop(L, LEAF_SHOWN);
}

/* Read 'plain', the chance that a seat plays plainly in a simulation. */
static void read_plain(lua_State *L, lsearch *f) {
  f->t.plain = number_option(L, OPTIONS, "plain", 0, 1, 0);
  if (f->t.plain > 0 && f->t.policy.choose != au_quick)
    luaL_error(L,
               "search: plain: expected the policy 'quick'; no other can play "
               "plainly");
}

/* Search the one world of state:search. Set WEIGHT and WORLDS on the stack. */
static void set_open(lua_State *L, lsearch *f) {
  static const double weight = 1;
  static const char *const keys[] = {"weight", "worlds"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (lua_getfield(L, OPTIONS, keys[i]) != LUA_TNIL)
      luaL_error(L,
                 "search: %s: expected none, since no worlds are drawn where "
                 "all hands are open",
                 keys[i]);
  f->t.world = &f->open;
  f->t.upto = &weight;
  f->t.world_n = 1;
  lua_settop(L, WORLDS);
}

/* Set WEIGHT and WORLDS on the stack. */
static au_status read_weight(lua_State *L, lsearch *f) {
  au_worlds w;
  uint32_t n =
      (uint32_t)count_option(L, OPTIONS, "worlds", 1, WORLDS_MAX, 1000);
  au_status status = AU_OK;
  if (lua_getfield(L, OPTIONS, "weight") != LUA_TNIL) {
    au_check_weight(L, WEIGHT, "search");
    status = au_push_worlds(L, f->v, RULES, WEIGHT, n, &f->t.rng, &w);
    if (status == AU_OK) {
      f->t.world = w.state;
      f->t.upto = w.upto;
      f->t.world_n = n;
    }
  }
  lua_settop(L, WORLDS);
  return status;
}

/* Make room for the root, its moves and the tree below, at NODE on the
** stack. */
static void make_nodes(lua_State *L, lsearch *f) {
  enum { MOVES = 256 }; /* more than au_search_offer_all offers */
  int64_t most = count_option(L, OPTIONS, "nodes", 1, 10000000, NODES);
  int64_t room = f->flat                 ? MOVES
                 : f->budget.sims < most ? f->budget.sims
                                         : most;
  if (lua_getfield(L, OPTIONS, "moves") == LUA_TTABLE)
    room += au_list_of(L, -1, "search: moves", 0, AU_ACTION_MAX);
  lua_pop(L, 1);
  f->t.node_max = (uint32_t)room + 1;
  f->t.node = lua_newuserdatauv(L, f->t.node_max * sizeof *f->t.node, 0);
  au_search_begin(&f->t);
}

/* Make room for paired comparisons of the moves of a flat search. */
static void make_pairs(lua_State *L, lsearch *f) {
  size_t n = (size_t)f->moves * (size_t)(f->moves - 1) / 2;
  if (!f->flat)
    return;
  f->t.apart = lua_newuserdatauv(L, n * sizeof *f->t.apart, 0);
  memset(f->t.apart, 0, n * sizeof *f->t.apart);
}

/* Offer the search the moves at OPTIONS.moves, or else all legal moves. */
static au_status offer_moves(lua_State *L, lsearch *f) {
  enum { OFFERED = 30 };
  const au_lrules *rules = f->v->rules;
  const au_state *s = &f->v->v.s;
  char why[AU_WHY_TEXT] = "";
  int type = lua_getfield(L, OPTIONS, "moves");
  int list = lua_gettop(L);
  if (type == LUA_TNIL)
    return f->flat ? au_search_offer_all(&f->t) : AU_OK;
  int n = type != LUA_TTABLE
              ? 0
              : au_list_of(L, list, "search: moves", 0, AU_ACTION_MAX);
  if (n == 0)
    luaL_error(L, "search: moves: expected a list of actions, got %s",
               type == LUA_TTABLE ? "an empty one" : luaL_typename(L, list));
  for (int i = 1; i <= n; i++) {
    au_spend(L, OFFERED);
    lua_rawgeti(L, list, i);
    au_action a = au_meant(L, lua_gettop(L), rules, s);
    if (a == 0)
      luaL_error(L, "search: moves: expected a card or an action, got %s",
                 au_push_tostring(L, -1));
    au_status status = au_state_why(&rules->r, s, a, why);
    if (status == AU_EILLEGAL)
      luaL_error(L, "search: moves: %s is not legal: %s",
                 luaL_tolstring(L, -1, NULL), why);
    if (status == AU_OK)
      status = au_search_offer(&f->t, a);
    if (status != AU_OK)
      return status;
    lua_pop(L, 1);
  }
  return AU_OK;
}

/* The seed at OPTIONS.seed, else two numbers of the stream. The stream advances
** by both in any case. */
static au_seed seed_at(lua_State *L, au_rng *rng) {
  au_seed seed = {{au_rng_next(rng), 0}};
  size_t n;
  seed.key[1] = au_rng_next(rng);
  int type = lua_getfield(L, OPTIONS, "seed");
  if (type == LUA_TSTRING || type == LUA_TNUMBER) {
    const char *text = luaL_tolstring(L, -1, &n);
    au_spend(L, (int64_t)n / 2);
    au_seed_init(&seed, text, n);
  } else if (type != LUA_TNIL) {
    luaL_error(L, "search: seed: expected a text or a number, got %s",
               au_push_tostring(L, -1));
  }
  lua_settop(L, RULES);
  return seed;
}

/* Set up the search as the table at OPTIONS says. Returns AU_OK if it may
** run. */
static au_status set_up(lua_State *L, lsearch *f, au_rng *rng) {
  static const char *const names[] = {
      "method", "sims",   "ms",    "policy", "objective", "explore",
      "weight", "worlds", "moves", "nodes",  "partial",   "others",
      "seed",   "left",   "plain", "leaf",   "cut",       NULL};
  static const char *const others[] = {"tree", "policy", NULL};
  static const char *const methods[] = {"flat", "ismcts", NULL};
  au_check_options(L, OPTIONS, "search", names);
  au_seed seed = seed_at(L, rng);
  au_rng_init(&f->t.rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  f->t.r = &f->v->rules->r;
  f->t.v = &f->v->v;
  f->flat = named_option(L, "method", methods, 1) == 0;
  f->t.goal = (au_goal)named_option(L, "objective", au_goals, 0);
  f->t.modelled = named_option(L, "others", others, 0) == 1;
  f->t.explore = number_option(L, OPTIONS, "explore", 0, 100, EXPLORE);
  f->budget = budget_at(L);
  read_left(L, f);
  read_policy(L, f);
  read_leaf(L, f);
  read_plain(L, f);
  au_status status = AU_OK;
  if (au_state_open(&f->open))
    set_open(L, f);
  else
    status = read_weight(L, f);
  if (status == AU_OK && f->t.world_n == 0)
    status = au_push_sampler(L, f->v, &f->t.sampler);
  lua_settop(L, SAMPLER);
  if (status != AU_OK)
    return status;
  make_nodes(L, f);
  status = offer_moves(L, f);
  for (uint32_t i = f->t.node[0].child; i != 0 && status == AU_OK;
       i = f->t.node[i].next)
    f->moves++;
  make_pairs(L, f);
  return status;
}

/* Search for the seat of the view at VIEW, whose rules are at RULES. */
static int search(lua_State *L, lsearch *f) {
  au_lua *data = au_lua_here(L);
  au_rng *rng = au_random(L, data);
  f->start = au_thread_clock();
  au_spend(L, ROOT);
  au_status status = set_up(L, f, rng);
  if (status == AU_OK)
    status = run(L, f);
  au_end_sampler(L, SAMPLER);
  data->searches++;
  data->sims += (int64_t)f->t.sims;
  if (f->asked.failed || f->leaf.failed)
    return raise_asked(L, f->leaf.failed ? "leaf" : "policy");
  if (status == AU_EFULL &&
      (au_state_open(&f->open) ||
       !(au_view_needs_replay(f->t.r) || au_view_keeps(&f->v->v))))
    return luaL_error(L, "search: a round of more than %d actions", AU_LOG_MAX);
  if (status != AU_OK)
    return au_no_world(L, f->v, status);
  push_result(L, f);
  return 1;
}

static void check_options(lua_State *L) {
  luaL_checktype(L, OPTIONS, LUA_TTABLE);
  luaL_checkstack(L, 40, NULL);
  lua_settop(L, OPTIONS);
}

/* view:search{...}: a table of results; or nil and a message. */
static int f_view_search(lua_State *L) {
  lsearch f = {.v = au_check_view(L, VIEW)};
  check_options(L);
  check_turn(L, f.v);
  lua_getiuservalue(L, VIEW, 1);
  return search(L, &f);
}

/* state:search{...}: a table of results. */
static int f_state_search(lua_State *L) {
  const au_lstate *s = au_check_state(L, VIEW);
  lsearch f = {.open = s->g.state};
  check_options(L);
  check_open(L, &f.open);
  lua_getiuservalue(L, VIEW, 1);
  au_lview *v = au_push_small_view(L, RULES, s->g.tally_n);
  au_view_of(&s->rules->r, &s->g, f.open.turn, &v->v);
  f.v = v;
  lua_replace(L, VIEW);
  return search(L, &f);
}

void au_open_searches(lua_State *L) {
  static const luaL_Reg of_view[] = {{"search", f_view_search}, {NULL, NULL}};
  static const luaL_Reg of_state[] = {{"search", f_state_search}, {NULL, NULL}};
  au_bind_methods(L, au_view_type, of_view);
  au_bind_methods(L, au_state_type, of_state);
}
