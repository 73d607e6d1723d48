/* list.c: the table functions of bots, variants and hosts.
**
** In a bot or variant they run no metamethods and move at most AU_LIST_MOST
** values per call (bounds.c). A table's length is not reliable: by Lua's
** definition a table of 65 values can have the length 2^62. In a host they
** behave as Lua's own, and an interrupt stops them. */
#include "script.h"

/* Raise if a table to be written is a library. A library is an empty table that
** refuses values through a C function as __newindex, which a script's own
** metatable never has. */
static void check_open(lua_State *L, int arg) {
  if (luaL_getmetafield(L, arg, "__newindex") == LUA_TNIL)
    return;
  if (lua_iscfunction(L, -1))
    lua_call(L, 0, 0);
  lua_pop(L, 1);
}

enum { MOVED = 4 }; /* charge for moving a value, in instructions */

/* The operations that a function needs on a table, or in a host on an object
** that behaves like one. */
enum { READ = 1, WRITE = 2, LENGTH = 4 };

static void check_table(lua_State *L, int arg, int asked) {
  static const char *const names[] = {"__index", "__newindex", "__len"};
  if (!au_is_host(L)) {
    luaL_checktype(L, arg, LUA_TTABLE);
    if (asked & WRITE)
      check_open(L, arg);
    return;
  }
  for (int i = 0; i < 3 && !lua_istable(L, arg); i++) {
    if (!(asked & 1 << i))
      continue;
    if (luaL_getmetafield(L, arg, names[i]) == LUA_TNIL)
      luaL_checktype(L, arg, LUA_TTABLE);
    lua_pop(L, 1);
  }
}

static lua_Integer length(lua_State *L) {
  if (au_is_host(L))
    return luaL_len(L, 1);
  lua_Unsigned n = lua_rawlen(L, 1);
  luaL_argcheck(L, n < LUA_MAXINTEGER, 1, "too long");
  return (lua_Integer)n;
}

/* In a bot, charge for moving 'n' values next, from the range from .. to. */
static void charge_moving(lua_State *L, int arg, lua_Integer from,
                          lua_Integer to, lua_Integer n) {
  if (au_is_host(L))
    return; /* move_one charges them */
  au_check_range(L, arg, from, to);
  au_spend(L, MOVED * n);
}

static void move_one(lua_State *L, int from_table, lua_Integer from,
                     int to_table, lua_Integer to) {
  if (au_is_host(L)) {
    au_work(L, MOVED);
    lua_geti(L, from_table, from);
    lua_seti(L, to_table, to);
  } else {
    lua_rawgeti(L, from_table, from);
    lua_rawseti(L, to_table, to);
  }
}

static void get(lua_State *L, lua_Integer at) {
  if (au_is_host(L))
    lua_geti(L, 1, at);
  else
    lua_rawgeti(L, 1, at);
}

static void set(lua_State *L, lua_Integer at) {
  if (au_is_host(L))
    lua_seti(L, 1, at);
  else
    lua_rawseti(L, 1, at);
}

static int f_insert(lua_State *L) {
  check_table(L, 1, READ | WRITE | LENGTH);
  lua_Integer n = length(L), end = (lua_Integer)((lua_Unsigned)n + 1), at = end;
  int args = lua_gettop(L);
  if (args != 2 && args != 3)
    return luaL_error(L, "wrong number of arguments to 'insert'");
  if (args == 3) {
    at = luaL_checkinteger(L, 2);
    luaL_argcheck(L, (lua_Unsigned)at - 1 < (lua_Unsigned)end, 2,
                  "position out of bounds");
    charge_moving(L, 1, at, n, n - at);
    for (lua_Integer i = end; i > at; i--)
      move_one(L, 1, i - 1, 1, i);
  }
  set(L, at);
  return 0;
}

static int f_remove(lua_State *L) {
  check_table(L, 1, READ | WRITE | LENGTH);
  lua_Integer n = length(L), at = luaL_optinteger(L, 2, n);
  luaL_argcheck(L, at == n || (lua_Unsigned)at - 1 <= (lua_Unsigned)n, 2,
                "position out of bounds");
  charge_moving(L, 1, at, n, n - at);
  get(L, at);
  for (; at < n; at++)
    move_one(L, 1, at + 1, 1, at);
  lua_pushnil(L);
  set(L, at);
  return 1;
}

/* table.move(src, from, to, at [, dst]) */
static int f_move(lua_State *L) {
  int dst = lua_isnoneornil(L, 5) ? 1 : 5;
  check_table(L, 1, READ);
  lua_Integer from = luaL_checkinteger(L, 2), to = luaL_checkinteger(L, 3);
  lua_Integer at = luaL_checkinteger(L, 4);
  check_table(L, dst, WRITE);
  lua_pushvalue(L, dst);
  if (from > to)
    return 1;
  lua_Unsigned n = (lua_Unsigned)to - (lua_Unsigned)from + 1;
  luaL_argcheck(L, !au_is_host(L) || (n > 0 && n <= LUA_MAXINTEGER), 3,
                "too many elements to move");
  charge_moving(L, 3, from, to, (lua_Integer)n);
  lua_Integer last = (lua_Integer)n - 1;
  luaL_argcheck(L, at <= LUA_MAXINTEGER - last, 4, "destination wrap around");
  bool up = at > from && at <= to &&
            (dst == 1 || (au_is_host(L) ? lua_compare(L, 1, dst, LUA_OPEQ)
                                        : lua_rawequal(L, 1, dst)));
  for (lua_Integer i = 0; i <= last; i++) {
    lua_Integer k = up ? last - i : i; /* the values not yet moved are kept */
    move_one(L, 1, from + k, dst, at + k);
  }
  return 1;
}

static int f_concat(lua_State *L) {
  enum { JOINED = 8 };
  size_t sep_n;
  luaL_Buffer b;
  check_table(L, 1, READ | LENGTH);
  const char *sep = luaL_optlstring(L, 2, "", &sep_n);
  lua_Integer i = luaL_optinteger(L, 3, 1);
  lua_Integer to = luaL_opt(L, luaL_checkinteger, 4, length(L));
  luaL_buffinit(L, &b);
  for (; i <= to; i++) {
    au_work(L, JOINED);
    get(L, i);
    if (!lua_isstring(L, -1)) /* so that a false length ends soon */
      return luaL_error(L,
                        "invalid value (%s) at index %I in table for 'concat'",
                        luaL_typename(L, -1), i);
    if (lua_type(L, -1) == LUA_TNUMBER) {
      au_push_tostring(L, -1);
      lua_remove(L, -2);
    }
    au_check_size(L, 1,
                  (double)luaL_bufflen(&b) + (double)lua_rawlen(L, -1) +
                      (double)sep_n);
    luaL_addvalue(&b);
    if (i == to)
      break; /* 'last' may be the largest integer */
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
  static const luaL_Reg functions[] = {{"insert", f_insert},
                                       {"remove", f_remove},
                                       {"move", f_move},
                                       {"concat", f_concat},
                                       {NULL, NULL}};
  lua_pushvalue(L, table);
  luaL_setfuncs(L, functions, 0);
  if (!au_is_host(L)) { /* Lua's own limit is a million values */
    lua_pushcfunction(L, f_unpack);
    lua_setfield(L, -2, "unpack");
  }
  lua_pop(L, 1);
}
