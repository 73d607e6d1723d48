/* sandbox.c: the libraries of a bot or a variant.
**
** An allowlist: a function that is not named here does not exist there.
** Libraries are read-only, so that a game cannot leave anything for the next
** one. Globals are a table of the chunk's own, which inherits from the
** libraries. Files, processes, bytecode, other states, the collector, and the
** functions of math that differ between C libraries are left out. Functions
** that could run long, or that have bugs in a version of Lua, are replaced: in
** strings.c, list.c, ordered_pairs.c, and setmetatable here. */
#include "script.h"

#include <stdio.h>
#include <string.h>

static const char *const base_names[] = {
    "assert", "error",  "ipairs",   "pcall", "rawequal", "rawget",
    "rawlen", "select", "tonumber", "type",  NULL};
static const char *const math_names[] = {
    "abs",        "ceil", "floor",      "fmod", "huge", "max",
    "maxinteger", "min",  "mininteger", "modf", "pi",   "sqrt",
    "tointeger",  "type", "ult",        NULL};
static const char *const string_names[] = {
    "byte",    "char",  "find",   "format", "gmatch",   "gsub",
    "len",     "lower", "match",  "pack",   "packsize", "rep",
    "reverse", "sub",   "unpack", "upper",  NULL};
static const char *const table_names[] = {"pack", NULL}; /* the rest: list.c */

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

/* Replace the table on the top by an empty, read-only table that shows the same
** fields. */
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

static int f_tostring(lua_State *L) {
  enum { WRITTEN = 10 };
  luaL_checkany(L, 1);
  au_charge(L, WRITTEN);
  au_push_tostring(L, 1);
  return 1;
}

/* ---- Metatables -------------------------------------------------------
**
** 1. Lua receives a private copy of each metatable, so that no barred key can
**    be added later. The copy refers to the original, and the original to its
**    last copy, so that objects of one class share it.
** 2. A copy never changes. If the original has changed, the next setmetatable
**    makes another copy.
** 3. A copy holds Lua functions only: C that calls metamethods calls no C.
** 4. Its __call is a function. If it were a table with a __call of its own,
**    each such step would add one argument. A ring of such tables would shift a
**    stack of a million values a million times, in C. */

/* The sandbox's own keys are light userdata, which no script has. They are
** small numbers and no addresses, which would differ from run to run. */
enum {
  COPY_OF = 1, /* key in a copy: the original */
  KEYS_OF,     /* key in a copy: a bit for each key it has */
  LAST_COPY    /* key in an original: its last copy */
};

static const void *own_key(uintptr_t key) {
  return (const void *)key;
}

/* ORDER META: the upvalues of setmetatable. The first META_BARRED are barred:
** they run code at unpredictable times, or change what a table holds. */
static const char *const meta_names[] = {
    "__gc",       "__close", "__mode",     "__metatable", "__name", "__index",
    "__newindex", "__call",  "__tostring", "__pairs",     "__len",  "__eq",
    "__lt",       "__le",    "__concat",   "__unm",       "__add",  "__sub",
    "__mul",      "__div",   "__mod",      "__pow",       "__idiv", "__band",
    "__bor",      "__bxor",  "__shl",      "__shr",       "__bnot"};
/* ORDER META */
enum {
  META_BARRED = 3,
  META_CALL = 7,
  META_N = sizeof meta_names / sizeof *meta_names
};

/* Push the value of name 'i' in the table at 'at'. Without such a value, push
** nothing and return false. */
static bool push_meta(lua_State *L, int at, int i) {
  lua_pushvalue(L, lua_upvalueindex(i + 1));
  if (lua_rawget(L, at) != LUA_TNIL)
    return true;
  lua_pop(L, 1);
  return false;
}

/* True if the copy at 3 still agrees with the metatable at 2. */
static bool is_copy(lua_State *L) {
  lua_Integer keys = 0;
  bool same = true;
  for (int i = META_BARRED; i < META_N && same; i++) {
    if (!push_meta(L, 2, i))
      continue;
    keys |= (lua_Integer)1 << i;
    same = push_meta(L, 3, i) && lua_rawequal(L, -1, -2);
    lua_settop(L, 3);
  }
  lua_rawgetp(L, 3, own_key(KEYS_OF));
  same = same && lua_tointeger(L, -1) == keys;
  lua_settop(L, 3);
  return same;
}

/* Put a new copy of the metatable at 2 into index 3. */
static void make_copy(lua_State *L) {
  enum { MADE = 200 };
  lua_Integer keys = 0;
  au_spend(L, MADE);
  lua_settop(L, 2);
  lua_createtable(L, 0, 8);
  for (int i = META_BARRED; i < META_N; i++) {
    if (!push_meta(L, 2, i))
      continue;
    keys |= (lua_Integer)1 << i;
    if (i == META_CALL && !lua_isfunction(L, -1))
      luaL_error(L, "__call of a metatable: expected a function, got %s",
                 luaL_typename(L, -1));
    if (lua_iscfunction(L, -1))
      au_push_stepped(L, -1);
    lua_pushvalue(L, lua_upvalueindex(i + 1));
    lua_pushvalue(L, -2);
    lua_rawset(L, 3);
    lua_settop(L, 3);
  }
  lua_pushinteger(L, keys);
  lua_rawsetp(L, 3, own_key(KEYS_OF));
  lua_pushvalue(L, 2);
  lua_rawsetp(L, 3, own_key(COPY_OF));
  lua_pushvalue(L, 3);
  lua_rawsetp(L, 2, own_key(LAST_COPY));
}

static int f_setmetatable(lua_State *L) {
  enum { LOOKED = 40 };
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
    return luaL_error(L, "cannot change a protected metatable");
  lua_settop(L, 2);
  if (lua_istable(L, 2)) {
    au_spend(L, LOOKED);
    for (int i = 0; i < META_BARRED; i++)
      if (push_meta(L, 2, i))
        return luaL_error(L, "a metatable here cannot have %s", meta_names[i]);
    if (lua_rawgetp(L, 2, own_key(LAST_COPY)) == LUA_TNIL || !is_copy(L))
      make_copy(L);
  }
  lua_setmetatable(L, 1);
  lua_settop(L, 1);
  return 1;
}

/* getmetatable: the table given to setmetatable; nil for an object with any
** other metatable. */
static int f_getmetatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (!lua_getmetatable(L, 1))
    lua_pushnil(L);
  else if (luaL_getmetafield(L, 1, "__metatable") == LUA_TNIL)
    lua_rawgetp(L, -1, own_key(COPY_OF));
  return 1;
}

static void open_metatables(lua_State *L, int libs) {
  for (int i = 0; i < META_N; i++)
    lua_pushstring(L, meta_names[i]);
  lua_pushcclosure(L, f_setmetatable, META_N);
  lua_setfield(L, libs, "setmetatable");
  lua_pushcfunction(L, f_getmetatable);
  lua_setfield(L, libs, "getmetatable");
}

/* ---- Random numbers --------------------------------------------------- */

/* math.random, from the random stream of the seat and the decision. */
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

/* ---- Assembling ------------------------------------------------------- */

/* Open a library of a new state and set a sealed table of its allowed functions
** as 'name' in the table on the top. */
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

/* ipairs. Upvalue: its iterator. */
static int f_ipairs(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

static void open_ipairs(lua_State *L, int libs) {
  lua_getfield(L, libs, "ipairs");
  lua_newtable(L);
  lua_call(L, 1, 1);
  au_push_closed(L, -1);
  lua_pushcclosure(L, f_ipairs, 1);
  lua_setfield(L, libs, "ipairs");
  lua_pop(L, 1);
}

/* Make objects of all functions in the table on the top. */
static void close_functions(lua_State *L) {
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
    if (lua_iscfunction(L, -1) && lua_getupvalue(L, -1, 1) == NULL) {
      lua_pushvalue(L, -2);
      au_push_closed(L, -2);
      lua_rawset(L, -5);
    } else if (lua_iscfunction(L, -2)) {
      lua_pop(L, 1); /* the upvalue */
    }
}

/* ---- Names of functions -------------------------------------------------
**
** An error names the function whose argument is wrong. Where the call does not
** tell its name, as in pcall(require, {}), Lua looks for the function in the
** table of loaded modules. No script can reach that table here, so it holds the
** libraries as they are before they are sealed, and the methods of objects. */

/* Add the methods of each type, as "view.sample". */
void au_name_methods(lua_State *L) {
  static const char prefix[] = "aurum.";
  int top = lua_gettop(L);
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  for (lua_pushnil(L); lua_next(L, LUA_REGISTRYINDEX); lua_settop(L, top + 2)) {
    const char *type =
        lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    if (strncmp(type, prefix, sizeof prefix - 1) != 0 || !lua_istable(L, -1))
      continue;
    lua_pushliteral(L, "__index");
    lua_rawget(L, -2);
    if (lua_iscfunction(L, -1) && lua_getupvalue(L, -1, 1) != NULL &&
        lua_istable(L, -1))
      lua_setfield(L, top + 1, type + sizeof prefix - 1);
  }
  lua_settop(L, top);
}

/* Begin the table of names with the libraries in the table at 'libs', which are
** not sealed yet. */
static void name_functions(lua_State *L, int libs, const char *const *names) {
  lua_newtable(L);
  copy_fields(L, libs, names);
  lua_getfield(L, libs, "aurum");
  lua_getfield(L, -1, "bits");
  lua_setfield(L, -3, "aurum.bits");
  lua_pop(L, 1);
  lua_pushvalue(L, libs);
  lua_setfield(L, -2, LUA_GNAME);
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  au_name_methods(L);
}

/* ----------------------------------------------------------------------- */

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
  au_open_steps(L);
  add_library(L, "math", luaopen_math, math_names);
  add_library(L, "string", luaopen_string, string_names);
  add_library(L, "table", luaopen_table, table_names);
  add_library(L, "utf8", luaopen_utf8, utf8_names);
  au_open_bounded(L, libs);
  /* strings use the filtered library, and their metatable is locked */
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_getfield(L, libs, "string");
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "locked");
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
  lua_getfield(L, libs, "table");
  au_open_lists(L, lua_gettop(L));
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
  open_metatables(L, libs);
  lua_pushliteral(L, "Lua 5.4");
  lua_setfield(L, libs, "_VERSION");
  au_open_types(L);
  lua_setfield(L, libs, "aurum");
  name_functions(L, libs, libraries); /* for those that luaL_requiref has set */
  lua_getfield(L, libs, "aurum");
  lua_getfield(L, -1, "bits");
  seal(L, "aurum.bits");
  lua_setfield(L, -2, "bits");
  lua_pop(L, 1);
  open_ipairs(L, libs);
  close_functions(L);
  for (int i = 0; libraries[i] != NULL; i++) {
    lua_getfield(L, libs, libraries[i]);
    close_functions(L);
    lua_pop(L, 1);
  }
  seal_fields(L, libraries);
}

/* ---- Coroutines of trusted bots ----------------------------------------
**
** A hook belongs to one coroutine, so the hook that stops a bot would not stop
** its coroutines. So each coroutine gets its own hook when it is created,
** which makes it slower by some tenths. */

static void heed(lua_State *L, lua_Debug *ar) {
  (void)ar;
  au_spend(L, 0);
}

/* coroutine.create and coroutine.wrap; upvalue 1 is Lua's own. */
static int f_coroutine(lua_State *L) {
  enum { EVERY = 10000 };
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  if (lua_isfunction(L, -1))
    lua_getupvalue(L, -1, 1); /* the first upvalue of wrap's function */
  else
    lua_pushvalue(L, -1);
  lua_State *made = lua_tothread(L, -1);
  if (made != NULL)
    lua_sethook(made, heed, LUA_MASKCOUNT, EVERY);
  lua_pop(L, 1);
  return 1;
}

static void open_coroutines(lua_State *L) {
  static const char *const names[] = {"create", "wrap", NULL};
  lua_getglobal(L, "coroutine");
  for (int i = 0; names[i] != NULL; i++) {
    lua_getfield(L, -1, names[i]);
    lua_pushcclosure(L, f_coroutine, 1);
    lua_setfield(L, -2, names[i]);
  }
  lua_pop(L, 1);
}

void au_open_trusted(lua_State *L) {
  static const char *const names[] = {
      "collectgarbage", "coroutine", "debug",  "dofile",  "io",
      "load",           "loadfile",  "os",     "package", "rawset",
      "require",        "warn",      "xpcall", NULL};
  luaL_openlibs(L);
  open_coroutines(L);
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  int loaded = lua_gettop(L);
  au_open_sandbox(L);
  au_lua_of(L)->clock = true;
  lua_pushglobaltable(L);
  lua_pushvalue(L, -2);
  copy_fields(L, lua_gettop(L) - 1, names);
  lua_pop(L, 2);
  lua_pushvalue(L, loaded);
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_remove(L, loaded);
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

static const char bot_globals = 'g'; /* registry: the globals of this game */

void au_keep_bot_globals(lua_State *L) {
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bot_globals);
}

void au_push_bot_globals(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &bot_globals) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
  }
}
