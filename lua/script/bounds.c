/* bounds.c: limits on the values and bytes that one library call may make or
** move. A hook that stops a script fires between instructions of Lua, never
** inside such a call. */
#include "script.h"

lua_Integer au_bytes_most(lua_State *L) {
  static const lua_Integer host = 1 << 30; /* about a second of work */
  return au_is_host(L) ? host : AU_BYTES_MOST;
}

void au_check_size(lua_State *L, int arg, double bytes) {
  lua_Integer shown = (lua_Integer)(bytes < 1e18 ? bytes : 1e18);
  lua_Integer most = au_bytes_most(L);
  if (bytes > (double)most)
    luaL_argerror(L, arg,
                  lua_pushfstring(L, "a result of up to %I bytes; at most %I",
                                  shown, most));
}

void au_check_range(lua_State *L, int arg, lua_Integer from, lua_Integer to) {
  if (from <= to && (lua_Unsigned)to - (lua_Unsigned)from >= AU_LIST_MOST)
    luaL_argerror(L, arg,
                  lua_pushfstring(L, "values %I to %I; at most %d in one call",
                                  from, to, AU_LIST_MOST));
}

int au_check_length(lua_State *L, int arg) {
  lua_Unsigned n = lua_rawlen(L, arg);
  au_check_range(L, arg, 1,
                 n < LUA_MAXINTEGER ? (lua_Integer)n : LUA_MAXINTEGER);
  return (int)n;
}
