/* sandbox.c: the libraries of a bot or a variant.
**
** An allowlist: what is not named here does not exist there. Libraries are
** read-only, so that one game cannot leave anything for the next; globals are a
** table of the chunk's own over them. Left out on purpose: all that reaches
** files, processes, bytecode, other states or the collector, and of math what
** differs between C libraries. */
#include "bind.h"

#include <stdio.h>
#include <string.h>

static const char *const base_names[] = {
    "assert", "error",  "getmetatable", "ipairs",   "pcall", "rawequal",
    "rawget", "rawlen", "select",       "tonumber", "type",  NULL};
static const char *const math_names[] = {
    "abs",        "ceil", "floor",      "fmod", "huge", "max",
    "maxinteger", "min",  "mininteger", "modf", "pi",   "sqrt",
    "tointeger",  "type", "ult",        NULL};
static const char *const string_names[] = {
    "byte",    "char",  "find",   "format", "gmatch",   "gsub",
    "len",     "lower", "match",  "pack",   "packsize", "rep",
    "reverse", "sub",   "unpack", "upper",  NULL};
static const char *const table_names[] = {"concat", "insert", "move", "pack",
                                          "remove", "unpack", NULL};

/* Copy the named fields of the table at 'from' to the one on the top. */
static void copy_fields(lua_State *L, int from, const char *const *names) {
  for (; *names != NULL; names++) {
    lua_getfield(L, from, *names);
    lua_setfield(L, -2, *names);
  }
}

static int f_read_only(lua_State *L) {
  return luaL_error(L, "'%s' is read-only",
                    lua_tostring(L, lua_upvalueindex(1)));
}

/* Replace the table on the top by an empty one that shows its fields and takes
** none. */
static void seal(lua_State *L, const char *name) {
  lua_newtable(L);
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, name);
  lua_pushcclosure(L, f_read_only, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushliteral(L, "locked");
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_remove(L, -2);
}

const char *au_push_tostring(lua_State *L, int at) {
  switch (lua_type(L, at)) {
  case LUA_TTABLE:
  case LUA_TFUNCTION:
  case LUA_TUSERDATA:
  case LUA_TLIGHTUSERDATA:
  case LUA_TTHREAD:
    if (luaL_getmetafield(L, at, "__tostring") == LUA_TNIL)
      return lua_pushstring(L, luaL_typename(L, at));
    lua_pop(L, 1);
    break;
  default:
    break;
  }
  return luaL_tolstring(L, at, NULL);
}

static int f_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  au_push_tostring(L, 1);
  return 1;
}

/* string.format (upvalue 1), with our tostring and without %p. A format may
** hold NUL bytes. */
static int f_format(lua_State *L) {
  size_t len;
  const char *p = luaL_checklstring(L, 1, &len);
  const char *end = p + len;
  int n = lua_gettop(L);
  while ((p = memchr(p, '%', (size_t)(end - p))) != NULL) {
    p += 1 + strspn(p + 1, "-+ #0123456789.");
    if (*p == 'p')
      return luaL_error(L, "format: %%p tells addresses, which differ from "
                           "run to run");
    p += p < end;
  }
  for (int i = 2; i <= n; i++)
    if (lua_type(L, i) >= LUA_TTABLE || lua_islightuserdata(L, i)) {
      au_push_tostring(L, i);
      lua_replace(L, i);
    }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  if (lua_pcall(L, n, 1, 0) == LUA_OK)
    return 1;
  luaL_where(L, 1); /* what is called from C knows neither place nor name */
  luaL_gsub(L, lua_tostring(L, -2), "'?'", "'format'");
  lua_concat(L, 2);
  return lua_error(L);
}

/* setmetatable without the keys that run code at odd times. */
static int f_setmetatable(lua_State *L) {
  static const char *const barred[] = {"__gc", "__close", "__mode", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
    return luaL_error(L, "cannot change a protected metatable");
  for (int i = 0; lua_istable(L, 2) && barred[i] != NULL; i++) {
    lua_pushstring(L, barred[i]);
    if (lua_rawget(L, 2) != LUA_TNIL)
      return luaL_error(L, "a metatable here cannot have %s", barred[i]);
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

/* math.random, from the stream of the seat and the decision. */
static int f_random(lua_State *L) {
  au_rng *rng = au_random(L, au_lua_of(L));
  lua_Integer lo = 1, hi;
  switch (lua_gettop(L)) {
  case 0:
    lua_pushnumber(L, (lua_Number)(au_rng_next(rng) >> 11) * 0x1p-53);
    return 1;
  case 1:
    hi = luaL_checkinteger(L, 1);
    if (hi == 0) {
      lua_pushinteger(L, (lua_Integer)au_rng_next(rng));
      return 1;
    }
    break;
  case 2:
    lo = luaL_checkinteger(L, 1);
    hi = luaL_checkinteger(L, 2);
    break;
  default:
    return luaL_error(L, "wrong number of arguments");
  }
  luaL_argcheck(L, lo <= hi, lua_gettop(L), "interval is empty");
  uint64_t span = (uint64_t)hi - (uint64_t)lo;
  uint64_t mask = span;
  for (int shift = 1; shift < 64; shift *= 2)
    mask |= mask >> shift;
  uint64_t x;
  do
    x = au_rng_next(rng) & mask;
  while (x > span);
  lua_pushinteger(L, (lua_Integer)(x + (uint64_t)lo));
  return 1;
}

static int f_randomseed(lua_State *L) {
  return luaL_error(L, "math.random is seeded by the game: the same seed, "
                       "round and decision give the same numbers");
}

/* A library of a new state, its own table filtered into a sealed one, set as
** 'name' in the table on the top. */
static void add_library(lua_State *L, const char *name, lua_CFunction open,
                        const char *const *names) {
  luaL_requiref(L, name, open, 0);
  lua_newtable(L);
  copy_fields(L, lua_gettop(L) - 1, names);
  lua_remove(L, -2);
  lua_setfield(L, -2, name);
}

static void seal_fields(lua_State *L, const char *const *names) {
  for (; *names != NULL; names++) {
    lua_getfield(L, -1, *names);
    seal(L, *names);
    lua_setfield(L, -2, *names);
  }
}

static const char *const utf8_names[] = {
    "char", "charpattern", "codepoint", "codes", "len", "offset", NULL};

void au_open_sandbox(lua_State *L) {
  static const char *const libraries[] = {"math", "string", "table",
                                          "utf8", "aurum",  NULL};
  luaL_requiref(L, LUA_GNAME, luaopen_base, 0);
  lua_newtable(L);
  copy_fields(L, lua_gettop(L) - 1, base_names);
  lua_remove(L, -2);
  int libs = lua_gettop(L);
  add_library(L, "math", luaopen_math, math_names);
  add_library(L, "string", luaopen_string, string_names);
  add_library(L, "table", luaopen_table, table_names);
  add_library(L, "utf8", luaopen_utf8, utf8_names);
  lua_getfield(L, libs, "string");
  lua_getfield(L, -1, "format");
  lua_pushcclosure(L, f_format, 1);
  lua_setfield(L, -2, "format");
  lua_pop(L, 1);
  /* methods of strings see the filtered library, and it stays hidden */
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_getfield(L, libs, "string");
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "locked");
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
  lua_getfield(L, libs, "table");
  au_open_ordered(L, libs, lua_gettop(L));
  lua_pop(L, 1);
  lua_getfield(L, libs, "math");
  lua_pushcfunction(L, f_random);
  lua_setfield(L, -2, "random");
  lua_pushcfunction(L, f_randomseed);
  lua_setfield(L, -2, "randomseed");
  lua_pop(L, 1);
  lua_pushcfunction(L, f_tostring);
  lua_setfield(L, libs, "tostring");
  lua_pushcfunction(L, f_setmetatable);
  lua_setfield(L, libs, "setmetatable");
  lua_pushliteral(L, "Lua 5.4");
  lua_setfield(L, libs, "_VERSION");
  au_open_types(L);
  lua_setfield(L, libs, "aurum");
  seal_fields(L, libraries);
  /* the names luaL_requiref left behind */
  lua_pushnil(L);
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}

void au_push_globals(lua_State *L, int libs) {
  libs = lua_absindex(L, libs);
  lua_newtable(L);
  lua_createtable(L, 0, 2);
  lua_pushvalue(L, libs);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "locked");
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "_G");
}
