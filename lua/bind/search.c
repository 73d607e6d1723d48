/* search.c: view:search, which evaluates actions by playouts in worlds of a
** view, and state:search, which does so with all hands open.
**
** The core's searches never raise and read no clock. Budgets, fuel and
** interrupts stop them here. A search runs in small lots, between which
** errors may be raised, and a policy written in Lua is called in protected
** mode (search_lua.c). All memory is Lua's, so that it counts against a
** script's cap.
**
** A search may consist of several, its roots, whose results are added up in
** order. Threads share the roots of a lot. So neither the results nor the
** memory nor the fuel depend on the number of threads. */
#include "bind.h"

#include <math.h>

enum {
  LOT = 32,      /* simulations between two looks at clock and fuel; with
                       ** a policy in Lua 1 */
  SHARED = 2048, /* the same for several roots together, */
  COUNTED = 128, /*   and in a script with fuel */
  ROOTS_MAX = 64,
  COST = 300,          /* charge for a simulation, in instructions, */
  NET_COST = 3000,     /*   and if a net is the policy, */
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

/* ---- A leaf ------------------------------------------------------------- */

static au_status net_leaf(void *ctx, const au_rules *r, const au_state *s,
                          uint8_t seat, unsigned sides,
                          double reward[AU_SEAT_MAX]) {
  au_net_rewards(ctx, r, s, seat, sides, reward);
  return AU_OK;
}

/* ---- A search ----------------------------------------------------------- */

typedef struct budget {
  int64_t sims;   /* most simulations; INT64_MAX: no limit */
  double seconds; /* most processor time of this thread; or HUGE_VAL */
  bool partial;   /* stop at any other limit without an error */
} budget;

/* One of the searches of a search. */
typedef struct root {
  au_search *t;
  au_search own;  /* t, if there are several roots */
  int64_t left;   /* worlds of a flat search, or simulations, to come */
  double seconds; /* processor time that it may still take, or HUGE_VAL */
  au_status status;
} root;

typedef struct lsearch {
  au_search t;
  const au_lview *v;
  au_state open;       /* for state:search, its one world */
  au_search_lua asked; /* a policy in Lua */
  au_search_lua leaf;  /* a leaf in Lua */
  au_net_policy net;   /* a net as the policy */
  budget budget;
  int moves; /* number of moves of a flat search */
  bool flat;
  bool cut;     /* stopped before its budget was used up */
  double start; /* processor clock at the start */
  double seconds;
  au_seed seed;
  root one, *root; /* 'roots' of them: &one, or Lua's */
  int roots, threads;
  int64_t lot;             /* what each root does next, as 'left' */
  int samplers, sampler_n; /* those of the other roots, on the stack */
} lsearch;

/* Charge for 'n' more simulations. Returns false if the search must stop and
** return its results so far. */
static bool may_go_on(lua_State *L, lsearch *f, int64_t n) {
  int64_t cost = n * (f->net.net != NULL ? NET_COST : COST);
  if (!f->budget.partial || f->t.sims == 0) {
    au_spend_long(L, cost);
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

/* True if its simulations may call Lua: they run one by one, on this thread. */
static bool is_slow(const lsearch *f) {
  return f->asked.L != NULL || f->leaf.L != NULL ||
         f->v->rules->variant != NULL; /* whose hooks use fuel */
}

/* Run the next lot of a root. A share of au_threads_do. */
static void run_lot(void *ctx, int i) {
  lsearch *f = ctx;
  root *p = &f->root[i];
  bool timed = p->seconds < HUGE_VAL;
  double since = timed ? au_own_clock() : 0;
  int64_t n = p->left < f->lot ? p->left : f->lot;
  for (int64_t at = 0; at < n && p->status == AU_OK; at++, p->left--) {
    if (timed && at > 0 && at % LOT == 0 &&
        au_own_clock() - since >= p->seconds)
      break;
    p->status = f->flat ? au_search_flat(p->t) : au_search_tree(p->t);
  }
  if (timed)
    p->seconds -= au_own_clock() - since;
}

/* Divide the budget among the roots. Those that run one after the other share
** the time. */
static void share_budget(lsearch *f) {
  const budget *b = &f->budget;
  int64_t each = f->flat ? f->moves : 1, n = f->roots;
  int64_t left = b->sims / each + (b->sims % each != 0);
  double seconds = b->seconds - (au_thread_clock() - f->start);
  int64_t turns = (n + f->threads - 1) / f->threads;
  for (int i = 0; i < f->roots; i++) {
    f->root[i].left = left / n + (i < left % n);
    f->root[i].seconds = seconds / (double)turns;
    f->root[i].status = AU_OK;
  }
}

/* The worlds or simulations of the next lot of all roots. */
static int64_t next_lot(lsearch *f) {
  int64_t n = 0;
  for (int i = 0; i < f->roots; i++) {
    root *p = &f->root[i];
    if (p->seconds <= 0 && f->t.sims > 0)
      p->left = 0;
    n += p->left < f->lot ? p->left : f->lot;
  }
  return n;
}

/* Run the next lot of all roots. Returns the error of the first that failed. */
static au_status run_lots(lsearch *f) {
  if (f->roots == 1 || is_slow(f)) {
    for (int i = 0; i < f->roots; i++) {
      run_lot(f, i);
      if (f->root[i].status != AU_OK)
        break;
    }
  } else {
    au_threads_do(f->threads, f->roots, run_lot, f);
  }
  au_status status = AU_OK;
  uint64_t sims = 0;
  for (int i = f->roots - 1; i >= 0; i--) {
    sims += f->root[i].t->sims;
    if (f->root[i].status != AU_OK)
      status = f->root[i].status;
  }
  f->t.sims = sims;
  return status;
}

/* Simulate until the budget is used up. */
static au_status run(lua_State *L, lsearch *f) {
  int64_t each = f->flat ? f->moves : 1;
  int64_t shared = (au_is_counted(L) ? COUNTED : SHARED) / f->roots;
  int64_t lot = (f->roots > 1 ? shared : LOT) / each, n;
  au_status status = AU_OK;
  f->lot = lot < 1 || is_slow(f) ? 1 : lot;
  share_budget(f);
  while (status == AU_OK && (n = next_lot(f)) > 0) {
    f->cut = !may_go_on(L, f, n * each);
    if (f->cut)
      break;
    status = run_lots(f);
  }
  f->cut = f->cut || is_stopped(L, f);
  f->seconds = au_thread_clock() - f->start;
  return f->cut ? AU_OK : status;
}

/* Add up the results of the roots in f->t. Pushes its nodes. */
static au_status join_roots(lua_State *L, lsearch *f) {
  uint32_t n = 0;
  au_status status = AU_OK;
  for (int i = 0; i < f->roots; i++)
    n += f->root[i].t->node_n;
  f->t = *f->root[0].t;
  f->t.node_max = n;
  f->t.node = lua_newuserdatauv(L, n * sizeof *f->t.node, 0);
  memcpy(f->t.node, f->root[0].t->node, f->t.node_n * sizeof *f->t.node);
  for (int i = 1; i < f->roots && status == AU_OK; i++)
    status = au_search_join(&f->t, f->root[i].t);
  return status;
}

/* The nodes of all trees. */
static lua_Integer count_nodes(const lsearch *f) {
  lua_Integer n = 0;
  for (int i = 0; i < f->roots; i++)
    n += f->root[i].t->node_n;
  return n;
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

/* The threads that may share the roots: those of the host, or fewer. Code of
** the host may say more. */
static int threads_at(lua_State *L) {
  int most = au_threads_allowed();
  int n = (int)count_option(L, OPTIONS, "threads", 1, AU_THREADS_MAX, most);
  return n < most || au_is_host(L) ? n : most;
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
  f->t.odds = au_odds_of(f->v->rules);
  if (f->t.left > 0 &&
      (f->t.goal == AU_GOAL_ROUND || f->t.goal == AU_GOAL_GAME))
    luaL_error(L, "search: left: expected the objective 'margin', 'points' or "
                  "'lead', since playouts end before the round does");
}

/* Set POLICY and SHOWN on the stack. */
static void read_policy(lua_State *L, lsearch *f) {
  lua_settop(L, RULES);
  int type = lua_getfield(L, OPTIONS, "policy");
  f->net.net = au_test(L, POLICY, au_net_type);
  if (f->net.net != NULL) {
    au_check_net_rules(L, f->net.net, f->v->rules, AU_NET_OPEN);
    f->net.quick = au_quick_policy(f->v->rules);
    f->t.policy = (au_policy){.choose = au_net_act, .ctx = &f->net};
  } else if (type == LUA_TFUNCTION) {
    f->asked = (au_search_lua){.L = L,
                               .view = f->v,
                               .rules = f->v->rules,
                               .function = POLICY,
                               .state = SHOWN};
    f->asked.shown = au_push_shown(L, RULES, f->v);
    f->t.policy = (au_policy){.choose = au_search_lua_act, .ctx = &f->asked};
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
    f->leaf = (au_search_lua){.L = L,
                              .view = f->v,
                              .rules = f->v->rules,
                              .function = LEAF,
                              .state = LEAF_SHOWN};
    f->leaf.shown = au_push_shown(L, RULES, f->v);
    f->t.leaf = au_search_lua_rewards;
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

/* Make room for each root, its moves and the tree below, at NODE on the
** stack. */
static void make_nodes(lua_State *L, lsearch *f) {
  enum { MOVES = 256 }; /* more than au_search_offer_all offers */
  int64_t n = f->roots;
  int64_t most = count_option(L, OPTIONS, "nodes", 1, 10000000, NODES);
  most = most < n ? 1 : most / n;
  int64_t sims = f->budget.sims / n + (f->budget.sims % n != 0);
  int64_t room = f->flat ? MOVES : sims < most ? sims : most;
  if (lua_getfield(L, OPTIONS, "moves") == LUA_TTABLE)
    room += au_list_of(L, -1, "search: moves", 0, AU_ACTION_MAX);
  lua_pop(L, 1);
  f->t.node_max = (uint32_t)room + 1;
  size_t size = f->t.node_max * sizeof *f->t.node;
  f->t.node = lua_newuserdatauv(L, (size_t)n * size, 0);
  au_search_begin(&f->t);
}

/* The paired comparisons of the moves of a flat search. */
static size_t pairs_of(const lsearch *f) {
  return (size_t)f->moves * (size_t)(f->moves - 1) / 2;
}

/* Make room for these in each root. */
static void make_pairs(lua_State *L, lsearch *f) {
  size_t n = pairs_of(f) * (size_t)f->roots;
  if (!f->flat)
    return;
  f->t.apart = lua_newuserdatauv(L, n * sizeof *f->t.apart, 0);
  memset(f->t.apart, 0, n * sizeof *f->t.apart);
}

/* Make the roots of a search that is set up. Several have random numbers of
** their own, by their number, and samplers of their own, which are pushed. */
static au_status make_roots(lua_State *L, lsearch *f) {
  f->root = &f->one;
  f->one.t = &f->t;
  if (f->roots == 1)
    return AU_OK;
  luaL_checkstack(L, ROOTS_MAX + 20, NULL);
  f->root = lua_newuserdatauv(L, (size_t)f->roots * sizeof *f->root, 0);
  f->samplers = lua_gettop(L) + 1;
  for (int i = 0; i < f->roots; i++) {
    root *p = &f->root[i];
    p->t = &p->own;
    p->own = f->t;
    p->own.node += (size_t)i * f->t.node_max;
    memcpy(p->own.node, f->t.node, f->t.node_n * sizeof *f->t.node);
    if (f->flat)
      p->own.apart += (size_t)i * pairs_of(f);
    if (i == 0)
      continue;
    au_rng_init(&p->own.rng, &f->seed, AU_STREAM_OTHER, 0, 0, (uint32_t)i);
    if (f->t.sampler == NULL)
      continue;
    au_status status = au_push_sampler(L, f->v, &p->own.sampler);
    f->sampler_n++;
    if (status != AU_OK)
      return status;
  }
  return AU_OK;
}

static void end_samplers(lua_State *L, const lsearch *f) {
  au_end_sampler(L, SAMPLER);
  for (int i = 0; i < f->sampler_n; i++)
    au_end_sampler(L, f->samplers + i);
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
      "method", "sims",  "ms",    "policy",  "objective", "explore", "weight",
      "worlds", "moves", "nodes", "partial", "others",    "seed",    "left",
      "plain",  "leaf",  "cut",   "roots",   "threads",   NULL};
  static const char *const others[] = {"tree", "policy", NULL};
  static const char *const methods[] = {"flat", "ismcts", NULL};
  au_check_options(L, OPTIONS, "search", names);
  f->seed = seed_at(L, rng);
  au_rng_init(&f->t.rng, &f->seed, AU_STREAM_OTHER, 0, 0, 0);
  f->roots = (int)count_option(L, OPTIONS, "roots", 1, ROOTS_MAX, 1);
  f->threads = threads_at(L);
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
  return status == AU_OK ? make_roots(L, f) : status;
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
  end_samplers(L, f);
  data->searches++;
  data->sims += (int64_t)f->t.sims;
  if (f->asked.failed || f->leaf.failed)
    return au_search_lua_raise(L, f->leaf.failed ? "leaf" : "policy");
  if (status == AU_EFULL &&
      (au_state_open(&f->open) ||
       !(au_view_needs_replay(f->t.r) || au_view_keeps(&f->v->v))))
    return luaL_error(L, "search: a round of more than %d actions", AU_LOG_MAX);
  if (status == AU_OK && f->roots > 1)
    status = join_roots(L, f);
  if (status != AU_OK)
    return au_no_world(L, f->v, status);
  au_push_found(
      L, f->v->rules,
      &(au_found){&f->t, f->flat, count_nodes(f), f->seconds, f->cut});
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
