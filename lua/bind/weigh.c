/* weigh.c: view:weigh, a one-ply search that prefers what changes nothing. */
#include "bind.h"

enum { VIEW = 1, OPTIONS, SEARCH, USUAL };

/* Push the options of the search: those at OPTIONS over the usual ones. */
static void push_options(lua_State *L) {
  enum { SIMS = 1000 };
  lua_createtable(L, 0, 8);
  lua_pushinteger(L, SIMS);
  lua_setfield(L, -2, "sims");
  lua_pushinteger(L, 0);
  lua_setfield(L, -2, "cut");
  if (!lua_istable(L, OPTIONS))
    return;
  for (lua_pushnil(L); lua_next(L, OPTIONS);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_settable(L, -4);
  }
}

/* Push the action that changes nothing: to keep a bid, or to answer by default;
** nil where there is none. */
static void push_usual(lua_State *L, const au_lview *v) {
  const au_state *s = &v->v.s;
  au_action a = 0;
  if (s->phase == AU_PHASE_CHANGE)
    a = au_keep_action(s->turn);
  else if (s->phase == AU_PHASE_ASK &&
           au_state_default(&v->rules->r, s, &a) != AU_OK)
    au_raise_hook(L, v->rules);
  if (a != 0)
    au_push_action(L, v->rules, a);
  else
    lua_pushnil(L);
}

static double number_of(lua_State *L, const char *key, double none) {
  double x =
      lua_getfield(L, -1, key) == LUA_TNUMBER ? lua_tonumber(L, -1) : none;
  lua_pop(L, 1);
  return x;
}

/* True if the best move at SEARCH leads the one at USUAL by no more than twice
** the standard error of their difference. */
static bool is_as_good(lua_State *L) {
  bool good = false;
  double most = 0;
  lua_getfield(L, SEARCH, "moves");
  for (lua_Integer i = 1; lua_rawgeti(L, -1, i) == LUA_TTABLE; i++) {
    double mean = number_of(L, "mean", 0);
    double error = number_of(L, "paired_error", -1);
    most = i == 1 ? mean : most;
    lua_getfield(L, -1, "action");
    if (i > 1 && lua_compare(L, -1, USUAL, LUA_OPEQ))
      good = error < 0 || most - mean <= 2 * error;
    lua_pop(L, 2);
  }
  return good;
}

/* view:weigh([options]): an action and the search; or nil and a message. */
static int f_weigh(lua_State *L) {
  const au_lview *v = au_check_view(L, VIEW);
  lua_settop(L, OPTIONS);
  if (!lua_isnil(L, OPTIONS))
    luaL_checktype(L, OPTIONS, LUA_TTABLE);
  lua_getfield(L, VIEW, "search");
  lua_pushvalue(L, VIEW);
  push_options(L);
  lua_pushliteral(L, "flat");
  lua_setfield(L, -2, "method");
  lua_call(L, 2, 2);
  if (lua_isnil(L, SEARCH))
    return 2;
  lua_settop(L, SEARCH);
  push_usual(L, v);
  if (lua_isnil(L, USUAL) || !is_as_good(L)) {
    lua_settop(L, SEARCH);
    lua_getfield(L, SEARCH, "best");
  }
  lua_settop(L, USUAL);
  lua_pushvalue(L, SEARCH);
  return 2;
}

void au_open_weighing(lua_State *L) {
  static const luaL_Reg of_view[] = {{"weigh", f_weigh}, {NULL, NULL}};
  au_bind_methods(L, au_view_type, of_view);
}
