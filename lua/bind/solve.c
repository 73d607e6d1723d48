/* solve.c: state:solve(), the open-hand solver in Lua. */
#include "bind.h"

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

static workshop *get_workshop(lua_State *L) {
  au_recall(L, &workshop_key);
  workshop *w = lua_touserdata(L, -1);
  lua_pop(L, 1);
  if (w != NULL)
    return w;
  w = lua_newuserdatauv(L, sizeof *w, 0);
  w->solver.search = 0;
  w->solver.table = w->table;
  w->solver.size = TABLE;
  au_keep(L, &workshop_key);
  return w;
}

/* ---- Options ------------------------------------------------------------- */

/* The index in 'words' of the word at 'key'; 'other' if there is none. */
static int word_field(lua_State *L, const char *key, const char *const *words,
                      int other) {
  int i = other;
  if (lua_getfield(L, 2, key) != LUA_TNIL)
    i = au_check_word(L, 3, lua_pushfstring(L, "solve: %s", key), words);
  lua_settop(L, 2);
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

/* Read the options at 2. */
static void read_problem(lua_State *L, const au_lstate *s, au_problem *p) {
  static const char *const keys[] = {"objective", "changes", "find",
                                     "side",      "nodes",   NULL};
  static const char *const objectives[] = {"margin", "round", NULL};
  static const char *const changes[] = {"none", "all", NULL};
  static const char *const finds[] = {"best", "value", "each", NULL};
  const au_rules *r = &s->rules->r;
  const au_state *at = &s->g.state;
  if (lua_isnoneornil(L, 2)) {
    lua_settop(L, 1);
    lua_newtable(L);
  }
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  au_check_options(L, 2, "solve", keys);
  if (!au_state_open(at))
    luaL_error(L, "solve: no round is open");
  const au_ask *q = au_solve_asks(r, at);
  if (q != NULL)
    luaL_error(L,
               "solve: the question '%s' may still be asked, and the solver "
               "cannot look past it",
               q->name);
  *p = (au_problem){.rules = r, .state = at};
  p->objective = (au_objective)word_field(L, "objective", objectives, 0);
  p->changes = word_field(L, "changes", changes, 1) == 1;
  p->find = (au_solve_find)word_field(L, "find", finds, AU_SOLVE_BEST);
  p->nodes = (uint64_t)number_field(L, "nodes", nodes_most, NODES);
  p->side =
      (uint8_t)(number_field(L, "side", r->side_n, r->side_of[at->turn] + 1) -
                1);
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

/* ----------------------------------------------------------------------- */

/* Called by the core to charge for nodes. If the charge raises, it returns
** false with the error on the stack. */
static bool go_on(void *ctx, uint64_t nodes) {
  return au_may_spend(ctx, (int64_t)nodes * COST);
}

/* state:solve(options) */
static int f_solve(lua_State *L) {
  const au_lstate *s = au_check_state(L, 1);
  au_problem p;
  read_problem(L, s, &p);
  workshop *w = get_workshop(L);
  p.more = go_on;
  p.ctx = L;
  luaL_checkstack(L, 4, NULL);
  int top = lua_gettop(L);
  au_status status = au_solve(&w->solver, &p, &w->solution);
  if (lua_gettop(L) > top)
    return lua_error(L);
  if (status == AU_EHOOK)
    return au_raise_hook(L, s->rules);
  au_spend(L, (int64_t)(w->solution.nodes % AU_SOLVE_SLICE) * COST + BEGIN);
  push_solution(L, s->rules, &w->solution);
  return 1;
}

void au_open_solver(lua_State *L) {
  static const luaL_Reg methods[] = {{"solve", f_solve}, {NULL, NULL}};
  au_bind_methods(L, au_state_type, methods);
}
