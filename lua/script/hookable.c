/* hookable.c: Lua functions for C that calls a script again and again: a sort's
** comparison, a metamethod, a replacement for each match.
**
** The hook that limits time and fuel (lua/sys/limits.c) fires between
** instructions of Lua, never inside a C function. A script may pass a C
** function where a function of its own is expected. Such a function is wrapped
** in a Lua function here, so that the hook fires there too. */
#include "script.h"

static const char steps = 0; /* registry key: the function 'source' returns */

void au_open_steps(lua_State *L) {
  static const char source[] =
      "return {"
      "  call = function(f) return function(...) return f(...) end end,"
      "  index = function(t) return function(k) return t[k] end end,"
      "  less = function(a, b) return a < b end }";
  if (luaL_loadbufferx(L, source, sizeof source - 1, "=sandbox", "t") != LUA_OK)
    lua_error(L);
  lua_call(L, 0, 1);
  au_keep(L, &steps);
}

static void push_step(lua_State *L, const char *name) {
  au_recall(L, &steps);
  lua_getfield(L, -1, name);
  lua_remove(L, -2);
}

void au_push_stepped(lua_State *L, int at) {
  at = lua_absindex(L, at);
  push_step(L, lua_istable(L, at) ? "index" : "call");
  lua_pushvalue(L, at);
  lua_call(L, 1, 1);
}

void au_push_less(lua_State *L) {
  push_step(L, "less");
}
