/* solve.c: state:solve and aurum.solve, the open-hand solver in Lua.
**
** aurum.solve solves a list of states, which threads share: each takes the next
** state. Then the results are read in order, as if one thread had solved them
** all. A state that was given more positions than those before it left is
** solved again with these. So neither the results nor the fuel depend on the
** number of threads. A script's memory does not either: the tables of further
** threads belong to the host, which lends only as many as the script may still
** use. */
#include "bind.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
  NODES = 1000000, /* most nodes, unless an option says otherwise */
  COST = 20,       /* charge for a node, in instructions, */
  BEGIN = 500,     /*   and for beginning */
  TABLE = 1 << 16  /* entries: 2 MiB; more would save little and miss caches */
};
static const int64_t nodes_most = 1000000000000;

/* The solver of a Lua state, made at its first use. */
typedef struct workshop {
  au_solver solver;
  au_solution solution;
  au_solve_entry table[TABLE];
} workshop;

static const char workshop_key = 0; /* key in the registry */

static void prepare(workshop *w) {
  w->solver.search = 0;
  w->solver.table = w->table;
  w->solver.size = TABLE;
}

static workshop *get_workshop(lua_State *L) {
  au_recall(L, &workshop_key);
  workshop *w = lua_touserdata(L, -1);
  lua_pop(L, 1);
  if (w != NULL)
    return w;
  w = lua_newuserdatauv(L, sizeof *w, 0);
  prepare(w);
  au_keep(L, &workshop_key);
  return w;
}

/* ---- Options ------------------------------------------------------------- */

/* The index in 'words' of the word at 'key'; 'other' if there is none. */
static int word_field(lua_State *L, const char *key, const char *const *words,
                      int other) {
  int i = other, top = lua_gettop(L);
  if (lua_getfield(L, 2, key) != LUA_TNIL)
    i = au_check_word(L, top + 1, lua_pushfstring(L, "solve: %s", key), words);
  lua_settop(L, top);
  return i;
}

static lua_Integer number_field(lua_State *L, const char *key, lua_Integer most,
                                lua_Integer other) {
  lua_Integer n = other;
  if (lua_getfield(L, 2, key) != LUA_TNIL && !au_whole_at(L, -1, 1, most, &n))
    luaL_error(L, "solve: %s: expected a whole number from 1 to %I, got %s",
               key, most, au_push_tostring(L, -1));
  lua_pop(L, 1);
  return n;
}

/* Read the options at 2, whose keys are checked, for one state. 'which' names
** the state in messages. */
static void read_problem(lua_State *L, const au_lrules *rules,
                         const au_state *at, const char *which, au_problem *p) {
  static const char *const objectives[] = {"margin", "round", NULL};
  static const char *const changes[] = {"none", "all", NULL};
  static const char *const finds[] = {"best", "value", "each", NULL};
  const au_rules *r = &rules->r;
  if (!au_state_open(at))
    luaL_error(L, "solve: %sno round is open", which);
  const au_ask *q = au_solve_asks(r, at);
  if (q != NULL)
    luaL_error(L,
               "solve: %sthe question '%s' may still be asked, and the solver "
               "cannot look past it",
               which, q->name);
  *p = (au_problem){.rules = r, .state = at};
  p->objective = (au_objective)word_field(L, "objective", objectives, 0);
  p->changes = word_field(L, "changes", changes, 1) == 1;
  p->find = (au_solve_find)word_field(L, "find", finds, AU_SOLVE_BEST);
  p->nodes = (uint64_t)number_field(L, "nodes", nodes_most, NODES);
  p->side =
      (uint8_t)(number_field(L, "side", r->side_n, r->side_of[at->turn] + 1) -
                1);
}

/* Check that the options at 2 are a table with these keys, or make one. */
static void check_options(lua_State *L, const char *const *keys) {
  if (lua_isnoneornil(L, 2)) {
    lua_settop(L, 1);
    lua_newtable(L);
  }
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  au_check_options(L, 2, "solve", keys);
}

/* ---- Results ------------------------------------------------------------- */

static void push_actions(lua_State *L, const au_lrules *rules,
                         const au_action *a, uint32_t n) {
  lua_createtable(L, (int)n, 0);
  for (uint32_t i = 0; i < n; i++) {
    au_push_action(L, rules, a[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}

static void set_bounds(lua_State *L, int32_t lo, int32_t hi) {
  lua_pushinteger(L, lo);
  lua_setfield(L, -2, "lo");
  lua_pushinteger(L, hi);
  lua_setfield(L, -2, "hi");
}

static void push_moves(lua_State *L, const au_lrules *rules,
                       const au_solution *found) {
  lua_createtable(L, (int)found->move_n, 0);
  for (uint32_t i = 0; i < found->move_n; i++) {
    lua_createtable(L, 0, 3);
    au_push_action(L, rules, found->move[i].action);
    lua_setfield(L, -2, "action");
    set_bounds(L, found->move[i].lo, found->move[i].hi);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}

/* Push the moves that reach the value, in legal order. */
static void push_best(lua_State *L, const au_lrules *rules,
                      const au_solution *found) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (uint32_t i = 0; i < found->move_n; i++) {
    const au_solve_move *m = &found->move[i];
    if (m->lo != found->lo || m->hi != found->hi)
      continue;
    au_push_action(L, rules, m->action);
    lua_rawseti(L, -2, ++n);
  }
}

static void push_solution(lua_State *L, const au_lrules *rules,
                          const au_solution *found) {
  lua_createtable(L, 0, 8);
  set_bounds(L, found->lo, found->hi);
  lua_pushboolean(L, found->exact);
  lua_setfield(L, -2, "exact");
  lua_pushinteger(L, (lua_Integer)found->nodes);
  lua_setfield(L, -2, "nodes");
  push_moves(L, rules, found);
  lua_setfield(L, -2, "moves");
  if (found->lo == found->hi) {
    lua_pushinteger(L, found->lo);
    lua_setfield(L, -2, "value");
  }
  if (!found->exact || found->line_n == 0)
    return;
  push_best(L, rules, found);
  lua_setfield(L, -2, "best");
  push_actions(L, rules, found->line, found->line_n);
  lua_setfield(L, -2, "line");
}

/* ---- One state ----------------------------------------------------------- */

/* Called by the core to charge for nodes. If the charge raises, it returns
** false with the error on the stack. */
static bool go_on(void *ctx, uint64_t nodes) {
  return au_may_spend(ctx, (int64_t)nodes * COST);
}

static int64_t cost_of(uint64_t nodes) {
  return (int64_t)nodes * COST + BEGIN;
}

/* Solve a problem on this thread, and charge for it. */
static void solve(lua_State *L, workshop *w, au_problem *p,
                  const au_lrules *rules) {
  p->more = go_on;
  p->ctx = L;
  luaL_checkstack(L, 4, NULL);
  int top = lua_gettop(L);
  au_status status = au_solve(&w->solver, p, &w->solution);
  if (lua_gettop(L) > top)
    lua_error(L);
  if (status == AU_EHOOK)
    au_raise_hook(L, rules);
  au_spend(L, cost_of(w->solution.nodes % AU_SOLVE_SLICE));
}

/* state:solve(options) */
static int f_solve(lua_State *L) {
  static const char *const keys[] = {"objective", "changes", "find",
                                     "side",      "nodes",   NULL};
  const au_lstate *s = au_check_state(L, 1);
  au_problem p;
  check_options(L, keys);
  read_problem(L, s->rules, &s->g.state, "", &p);
  workshop *w = get_workshop(L);
  solve(L, w, &p, s->rules);
  push_solution(L, s->rules, &w->solution);
  return 1;
}

/* ---- Tables of further threads ------------------------------------------- */

/* Workshops of this process, made when they are needed. One call at a time
** borrows them. */
static workshop *spare[AU_THREADS_MAX - 1];
static atomic_flag lent = ATOMIC_FLAG_INIT;

/* Borrow workshops. Returns their number, at most 'n'. Give them back soon, and
** raise nothing before. */
static int borrow(int n) {
  int had = 0;
  if (n <= 0 || atomic_flag_test_and_set(&lent))
    return 0;
  for (; had < n; had++) {
    if (spare[had] == NULL)
      spare[had] = malloc(sizeof **spare);
    if (spare[had] == NULL)
      break;
    prepare(spare[had]);
  }
  if (had == 0)
    atomic_flag_clear(&lent);
  return had;
}

static void give_back(int n) {
  if (n > 0)
    atomic_flag_clear(&lent);
}

__attribute__((destructor)) static void free_spare(void) {
  for (int i = 0; i < AU_THREADS_MAX - 1; i++)
    free(spare[i]);
}

/* ---- Several states ------------------------------------------------------ */

/* A state to solve, and its solution with room for its moves. */
typedef struct task {
  au_state state;
  au_problem problem;
  const au_lrules *rules;
  bool done;
  int32_t lo, hi;
  bool exact;
  uint64_t nodes;
  uint32_t move_n, line_n;
  au_solve_move *move;
  au_action *line;
} task;

typedef struct lot {
  task *task;
  int n;
  uint64_t total; /* positions for all together, 1 at least for each state */
  uint64_t most;  /* those which the threads may visit: fuel is a limit too */
  int unsolved;   /* the number of inexact solutions that ends the list */
  bool slow;      /* hooks may call Lua: one thread solves all */
  /* Shared by the threads: */
  workshop *shop[AU_THREADS_MAX];
  atomic_int next, inexact;
  atomic_uint_fast64_t used;
  atomic_bool stop;
  lua_State *L; /* used by its own thread only */
} lot;

/* The lot whose Lua state belongs to this thread. */
static _Thread_local lot *mine __attribute__((tls_model("initial-exec")));

static uint64_t counted(uint64_t nodes) {
  return nodes > 0 ? nodes : 1;
}

/* Let all threads stop if the script has to. The error is then on the stack. A
** script's fuel is charged later. */
static void look(void *ctx) {
  lot *b = ctx;
  int64_t cost = au_is_host(b->L) ? AU_SOLVE_SLICE * COST : 0;
  if (!atomic_load(&b->stop) && !au_may_spend(b->L, cost))
    atomic_store(&b->stop, true);
}

/* Called by the core in any thread. */
static bool go_on_together(void *ctx, uint64_t nodes) {
  enum { PULSE = 16 }; /* slices between two looks: some 15 ms */
  static _Thread_local unsigned slices
      __attribute__((tls_model("initial-exec")));
  lot *b = ctx;
  (void)nodes;
  if (mine == b)
    look(b);
  else if (++slices % PULSE == 0)
    au_threads_pulse();
  return !atomic_load(&b->stop);
}

/* Keep a solution with its task. */
static void keep(task *t, const au_solution *found) {
  t->lo = found->lo;
  t->hi = found->hi;
  t->exact = found->exact;
  t->nodes = found->nodes;
  t->move_n = found->move_n;
  t->line_n = found->line_n;
  memcpy(t->move, found->move, t->move_n * sizeof *t->move);
  memcpy(t->line, found->line, t->line_n * sizeof *t->line);
  t->done = true;
}

static void get(const task *t, au_solution *found) {
  found->lo = t->lo;
  found->hi = t->hi;
  found->exact = t->exact;
  found->nodes = t->nodes;
  found->move_n = t->move_n;
  found->line_n = t->line_n;
  memcpy(found->move, t->move, t->move_n * sizeof *t->move);
  memcpy(found->line, t->line, t->line_n * sizeof *t->line);
}

/* Solve one state after another, until none is left or the list ends before. A
** share of au_threads_watch. 'used' is read before 'next': it then counts
** states before this one only, so this one gets no less than they leave. */
static void solve_some(void *ctx, int i) {
  lot *b = ctx;
  workshop *w = b->shop[i];
  while (!atomic_load(&b->stop) && atomic_load(&b->inexact) < b->unsolved) {
    uint64_t used = atomic_load(&b->used);
    int k = used < b->most ? atomic_fetch_add(&b->next, 1) : b->n;
    if (k >= b->n)
      return;
    task *t = &b->task[k];
    au_problem p = t->problem;
    if (p.nodes > b->most - used)
      p.nodes = b->most - used;
    p.more = go_on_together;
    p.ctx = b;
    au_status status = au_solve(&w->solver, &p, &w->solution);
    if (status != AU_OK || atomic_load(&b->stop))
      return;
    keep(t, &w->solution);
    atomic_fetch_add(&b->used, counted(t->nodes));
    if (!t->exact)
      atomic_fetch_add(&b->inexact, 1);
  }
}

/* Let threads solve the states ahead. */
static void solve_ahead(lua_State *L, lot *b, int threads) {
  size_t left = au_memory_left(L) / sizeof(workshop);
  int most = threads < b->n ? threads : b->n;
  if (left < (size_t)most)
    most = (int)left + 1;
  if (most < 2 || b->slow)
    return;
  b->shop[0] = get_workshop(L);
  luaL_checkstack(L, 4, NULL);
  int top = lua_gettop(L), more = borrow(most - 1);
  if (more == 0)
    return;
  memcpy(b->shop + 1, spare, (size_t)more * sizeof *spare);
  b->most = (uint64_t)(au_fuel_left(L) / COST) + 1;
  if (b->total < b->most)
    b->most = b->total;
  lot *outer = mine;
  mine = b;
  au_threads_watch(more + 1, more + 1, solve_some, look, b);
  mine = outer;
  give_back(more);
  if (lua_gettop(L) > top)
    lua_error(L);
}

/* Push the solutions in order, and solve what was not solved ahead. */
static void push_solutions(lua_State *L, const lot *b) {
  workshop *w = get_workshop(L);
  uint64_t used = 0;
  int inexact = 0;
  lua_createtable(L, b->n, 0);
  for (int i = 0; i < b->n && used < b->total && inexact < b->unsolved; i++) {
    task *t = &b->task[i];
    au_problem p = t->problem;
    if (p.nodes > b->total - used)
      p.nodes = b->total - used;
    if (t->done && t->nodes <= p.nodes) {
      au_spend(L, cost_of(t->nodes));
      get(t, &w->solution);
    } else {
      solve(L, w, &p, t->rules);
    }
    used += counted(w->solution.nodes);
    inexact += !w->solution.exact;
    push_solution(L, t->rules, &w->solution);
    lua_rawseti(L, -2, i + 1);
  }
}

/* Make room for the solution of a task, unless it is solved when it is read.
** Pushes it. */
static void push_room(lua_State *L, const lot *b, task *t) {
  workshop *w = get_workshop(L);
  int n = 0, line = t->problem.find == AU_SOLVE_VALUE ? 0 : AU_SOLVE_DEPTH;
  au_status status = AU_OK;
  if (!b->slow)
    status = au_state_legal(&t->rules->r, &t->state, w->solver.legal, &n);
  if (b->slow || status != AU_OK) {
    lua_pushnil(L);
    return;
  }
  size_t moves = (size_t)n * sizeof *t->move;
  t->move = lua_newuserdatauv(L, moves + (size_t)line * sizeof *t->line, 0);
  t->line = (au_action *)(t->move + n);
}

/* Read the list at 1 and the options at 2. Pushes the tasks, and a table that
** keeps alive all that they use. */
static void read_tasks(lua_State *L, lot *b) {
  b->n = au_list_of(L, 1, "solve: states", 0, AU_LIST_MOST);
  b->task = lua_newuserdatauv(L, (size_t)b->n * sizeof *b->task, 0);
  lua_createtable(L, 2 * b->n, 0);
  int kept = lua_gettop(L);
  for (int i = 0; i < b->n; i++) {
    lua_rawgeti(L, 1, i + 1);
    const au_lstate *s = au_test(L, -1, au_state_type);
    if (s == NULL)
      luaL_error(L, "solve: expected a list of states, got %s at %d",
                 au_push_tostring(L, -1), i + 1);
    b->task[i] = (task){.state = s->g.state, .rules = s->rules};
    b->slow = b->slow || s->rules->variant != NULL;
    lua_rawseti(L, kept, i + 1);
  }
  for (int i = 0; i < b->n; i++) {
    task *t = &b->task[i];
    const char *which = lua_pushfstring(L, "state %d: ", i + 1);
    read_problem(L, t->rules, &t->state, which, &t->problem);
    push_room(L, b, t);
    lua_rawseti(L, kept, b->n + i + 1);
    lua_pop(L, 1);
  }
}

/* aurum.solve(states, options) */
static int f_solve_all(lua_State *L) {
  static const char *const keys[] = {"objective", "changes", "find",
                                     "side",      "nodes",   "total",
                                     "unsolved",  "threads", NULL};
  lot b = {.L = L, .slow = false};
  luaL_checktype(L, 1, LUA_TTABLE);
  check_options(L, keys);
  int most = au_threads_allowed();
  int threads = (int)number_field(L, "threads", AU_THREADS_MAX, most);
  b.total = (uint64_t)number_field(L, "total", nodes_most, nodes_most);
  b.unsolved = (int)number_field(L, "unsolved", AU_LIST_MOST, AU_LIST_MOST);
  if (threads > most && !au_is_host(L))
    threads = most;
  read_tasks(L, &b);
  solve_ahead(L, &b, threads);
  push_solutions(L, &b);
  return 1;
}

void au_open_solver(lua_State *L) {
  static const luaL_Reg methods[] = {{"solve", f_solve}, {NULL, NULL}};
  static const luaL_Reg functions[] = {{"solve", f_solve_all}, {NULL, NULL}};
  au_bind_methods(L, au_state_type, methods);
  luaL_setfuncs(L, functions, 0);
}
