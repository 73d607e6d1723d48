/* search_lua.c: a policy or a leaf of a search that is a function of Lua.
**
** The core calls it through this file, in protected mode: no error crosses a
** frame of the core. The error stays on the stack until the search is over. */
#include "bind.h"

#include <math.h>

/* Ask the policy for its answer. Arguments: the function, the state, asked. */
static int f_ask(lua_State *L) {
  au_search_lua *p = lua_touserdata(L, 3);
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

au_status au_search_lua_act(void *ctx, const au_rules *r, const au_state *s,
                            au_rng *rng, au_action *a) {
  au_search_lua *p = ctx;
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

/* Ask a leaf in Lua for the rewards. Arguments: the function, the state, asked,
** the rewards. */
static int f_value(lua_State *L) {
  au_search_lua *p = lua_touserdata(L, 3);
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

au_status au_search_lua_rewards(void *ctx, const au_rules *r, const au_state *s,
                                uint8_t seat, unsigned sides,
                                double reward[AU_SEAT_MAX]) {
  au_search_lua *p = ctx;
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

int au_search_lua_raise(lua_State *L, const char *word) {
  if (lua_type(L, -1) != LUA_TSTRING)
    return lua_error(L);
  lua_pushfstring(L, "search: %s: %s", word, lua_tostring(L, -1));
  return lua_error(L);
}
