/* list.c: the table functions of bots and variants: raw, and bounded.
**
** They run no metamethods, so what a table holds is what they see, and they
** move at most AU_LIST_MOST values at one stroke (bounded.c says why): the
** length of a table is not to be trusted, as one of 65 values can have a length
** of 2^62 that is right by Lua's definition. */
#include "script.h"

/* What is written to must be a table, and no library: those stand empty before
** what they show and refuse values through a C function, which a script's own
** metatable never has. */
static void check_writable(lua_State *L, int arg) {
  luaL_checktype(L, arg, LUA_TTABLE);
  if (luaL_getmetafield(L, arg, "__newindex") == LUA_TNIL)
    return;
  if (lua_iscfunction(L, -1))
    lua_call(L, 0, 0);
  lua_pop(L, 1);
}

void au_check_range(lua_State *L, int arg, lua_Integer from, lua_Integer to) {
  if (from <= to && (lua_Unsigned)to - (lua_Unsigned)from >= AU_LIST_MOST)
    luaL_argerror(L, arg,
                  lua_pushfstring(L,
                                  "values %I to %I; at most %d at one stroke",
                                  from, to, AU_LIST_MOST));
}

int au_check_length(lua_State *L, int arg) {
  lua_Unsigned n = lua_rawlen(L, arg);
  au_check_range(L, arg, 1,
                 n < LUA_MAXINTEGER ? (lua_Integer)n : LUA_MAXINTEGER);
  return (int)n;
}

enum { MOVED = 4 }; /* instructions that moving a value is worth */

static lua_Integer length(lua_State *L) {
  lua_Unsigned n = lua_rawlen(L, 1);
  luaL_argcheck(L, n < LUA_MAXINTEGER, 1, "too long");
  return (lua_Integer)n;
}

static void move_one(lua_State *L, int from_table, lua_Integer from,
                     int to_table, lua_Integer to) {
  lua_rawgeti(L, from_table, from);
  lua_rawseti(L, to_table, to);
}

static int f_insert(lua_State *L) {
  check_writable(L, 1);
  lua_Integer n = length(L), at = n + 1;
  int args = lua_gettop(L);
  if (args != 2 && args != 3)
    return luaL_error(L, "wrong number of arguments to 'insert'");
  if (args == 3) {
    at = luaL_checkinteger(L, 2);
    luaL_argcheck(L, at >= 1 && at <= n + 1, 2, "position out of bounds");
    au_check_range(L, 1, at, n);
    au_spend(L, MOVED * (n - at));
    for (lua_Integer i = n; i >= at; i--)
      move_one(L, 1, i, 1, i + 1);
  }
  lua_rawseti(L, 1, at);
  return 0;
}

static int f_remove(lua_State *L) {
  check_writable(L, 1);
  lua_Integer n = length(L), at = luaL_optinteger(L, 2, n);
  luaL_argcheck(L, at == n || (at >= 1 && at <= n + 1), 2,
                "position out of bounds");
  au_check_range(L, 1, at, n);
  au_spend(L, MOVED * (n - at));
  lua_rawgeti(L, 1, at);
  for (; at < n; at++)
    move_one(L, 1, at + 1, 1, at);
  lua_pushnil(L);
  lua_rawseti(L, 1, at);
  return 1;
}

/* table.move(src, from, to, at [, dst]) */
static int f_move(lua_State *L) {
  int dst = lua_isnoneornil(L, 5) ? 1 : 5;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer from = luaL_checkinteger(L, 2), to = luaL_checkinteger(L, 3);
  lua_Integer at = luaL_checkinteger(L, 4);
  check_writable(L, dst);
  lua_pushvalue(L, dst);
  if (from > to)
    return 1;
  au_check_range(L, 3, from, to);
  lua_Integer last = to - from;
  au_spend(L, MOVED * (last + 1));
  luaL_argcheck(L, at <= LUA_MAXINTEGER - last, 4, "destination wrap around");
  bool up = at > from && at <= to && lua_rawequal(L, 1, dst);
  for (lua_Integer i = 0; i <= last; i++) {
    lua_Integer k = up ? last - i : i; /* what is still to move is kept */
    move_one(L, 1, from + k, dst, at + k);
  }
  return 1;
}

static int f_concat(lua_State *L) {
  enum { JOINED = 8 };
  size_t sep_n;
  luaL_Buffer b;
  luaL_checktype(L, 1, LUA_TTABLE);
  const char *sep = luaL_optlstring(L, 2, "", &sep_n);
  lua_Integer i = luaL_optinteger(L, 3, 1);
  lua_Integer to = luaL_opt(L, luaL_checkinteger, 4, length(L));
  luaL_buffinit(L, &b);
  for (; i <= to; i++) {
    au_spend(L, JOINED);
    lua_rawgeti(L, 1, i);
    if (!lua_isstring(L, -1)) /* so a false length ends soon */
      return luaL_error(L, "invalid value (at index %I) in table for 'concat'",
                        i);
    au_check_size(L, 1,
                  (double)luaL_bufflen(&b) + (double)lua_rawlen(L, -1) +
                      (double)sep_n);
    luaL_addvalue(&b);
    if (i == to)
      break; /* it may be the last integer */
    luaL_addlstring(&b, sep, sep_n);
  }
  luaL_pushresult(&b);
  return 1;
}

static int f_unpack(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer from = luaL_optinteger(L, 2, 1);
  lua_Integer to = luaL_opt(L, luaL_checkinteger, 3, length(L));
  if (from > to)
    return 0;
  au_check_range(L, 3, from, to);
  int n = (int)(to - from) + 1;
  au_spend(L, n);
  luaL_checkstack(L, n, "too many results to unpack");
  for (int i = 0; i < n; i++)
    lua_rawgeti(L, 1, from + i);
  return n;
}

void au_open_lists(lua_State *L, int table) {
  static const luaL_Reg functions[] = {
      {"insert", f_insert}, {"remove", f_remove}, {"move", f_move},
      {"concat", f_concat}, {"unpack", f_unpack}, {NULL, NULL}};
  lua_pushvalue(L, table);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
